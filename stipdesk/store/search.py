"""The one search box: one normalised text per record, found with equal answers and order on both engines.

A query is split into terms (`domain.text.search_terms`). A record answers when its text holds every term: a term of
three characters or more anywhere, a shorter one at the beginning of a word. Answers are ordered by `sort_key`, then id.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, bindparam, insert, select, text, update
from sqlalchemy.orm import Session

from stipdesk.domain.identifiers import Plate
from stipdesk.domain.numbers import PrintedNumber
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.text import search_terms, search_text, sort_key
from stipdesk.models import (
    Authorization,
    Driver,
    DriverVehicle,
    InfractionNotice,
    Operator,
    Seal,
    SearchEntry,
    Vehicle,
)

_TRIGRAM = 3
# Above this many candidates it is quicker to walk the records in order until the page is full.
_RARE = 400


class Subject(NamedTuple):
    kind: SubjectKind
    subject_id: UUID


INDEX_STATEMENTS = {
    "sqlite": (
        "CREATE VIRTUAL TABLE search_index USING fts5"
        "(text, content='search_entry', content_rowid='id', tokenize='trigram', detail='full')",
    ),
    "postgresql": (
        "CREATE EXTENSION IF NOT EXISTS pg_trgm",
        "CREATE INDEX ix_search_entry_trigram ON search_entry USING gin (text gin_trgm_ops)",
    ),
}


def find(session: Session, query: str, *, kind: SubjectKind | None = None, limit: int = 50) -> list[Subject]:
    """The first `limit` records that answer the query; none for a query of which nothing is left."""
    needles = tuple(term if len(term) >= _TRIGRAM else f" {term}" for term in search_terms(query))
    if not needles:
        return []
    connection = session.connection()
    indexed = [needle for needle in needles if len(needle) >= _TRIGRAM]
    rare = _rare_candidates(connection, indexed) if indexed else None
    rows = _ordered(connection, needles, kind, limit, rare)
    return [Subject(SubjectKind(row_kind), subject_id) for row_kind, subject_id in rows]


def _rare_candidates(connection: Connection, needles: list[str]) -> list[int] | None:
    """The ids of the records holding every needle, or `None` when there are too many to be worth sorting."""
    if connection.dialect.name == "sqlite":
        match = " ".join('"' + needle.replace('"', '""') + '"' for needle in needles)
        statement = text("SELECT rowid FROM search_index WHERE search_index MATCH :match LIMIT :limit")
        ids = connection.execute(statement, {"match": match, "limit": _RARE + 1}).scalars().all()
    else:
        conditions = " AND ".join(f"text LIKE :n{i}" for i in range(len(needles)))
        values = {f"n{i}": f"%{_escaped(needle)}%" for i, needle in enumerate(needles)}
        statement = text(f"SELECT id FROM search_entry WHERE {conditions} LIMIT :limit")
        ids = connection.execute(statement, {**values, "limit": _RARE + 1}).scalars().all()
    return None if len(ids) > _RARE else list(ids)


def _ordered(
    connection: Connection, needles: tuple[str, ...], kind: SubjectKind | None, limit: int, rare: list[int] | None
) -> list[tuple[str, UUID]]:
    position = "instr(text, :n{0}) > 0" if connection.dialect.name == "sqlite" else "strpos(text, :n{0}) > 0"
    conditions = [position.format(i) for i in range(len(needles))]
    values: dict[str, object] = {f"n{i}": needle for i, needle in enumerate(needles)}
    if kind is not None:
        conditions.append("subject_kind = :kind")
        values["kind"] = kind.value
    if rare is not None:
        conditions.append("id IN :ids")
        values["ids"] = rare
    walk = " INDEXED BY ix_search_entry_order" if rare is None and connection.dialect.name == "sqlite" else ""
    statement = text(
        f"SELECT subject_kind, id FROM search_entry{walk} WHERE {' AND '.join(conditions)}"
        " ORDER BY sort_key, id LIMIT :limit"
    )
    if rare is not None:
        statement = statement.bindparams(bindparam("ids", expanding=True))
    ids = [row.id for row in connection.execute(statement, {**values, "limit": limit})]
    found = select(SearchEntry.id, SearchEntry.subject_kind, SearchEntry.subject_id).where(SearchEntry.id.in_(ids))
    by_id = {row.id: (row.subject_kind, row.subject_id) for row in connection.execute(found)}
    return [by_id[entry_id] for entry_id in ids]


def _escaped(needle: str) -> str:
    return needle.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def subjects_of(row: object) -> set[Subject]:
    """The records whose text may change when this row does."""
    match row:
        case Operator():
            return {Subject(SubjectKind.OPERATOR, row.id)}
        case Driver():
            return {Subject(SubjectKind.DRIVER, row.id)}
        case Vehicle():
            return {Subject(SubjectKind.VEHICLE, row.id)}
        case DriverVehicle():
            return {Subject(SubjectKind.DRIVER, row.driver_id)}
        case Seal():
            return {Subject(SubjectKind.VEHICLE, row.vehicle_id)}
        case InfractionNotice():
            return {Subject(SubjectKind.INFRACTION, row.id)}
        case Authorization(driver_id=UUID() as driver_id):
            return {Subject(SubjectKind.DRIVER, driver_id)}
        case Authorization(operator_id=UUID() as operator_id):
            return {Subject(SubjectKind.OPERATOR, operator_id)}
        case _:
            return set()


def refresh(session: Session, subjects: Collection[Subject]) -> None:
    """Write again the text of these records as they stand in this transaction."""
    by_kind: defaultdict[SubjectKind, list[UUID]] = defaultdict(list)
    for subject in subjects:
        by_kind[subject.kind].append(subject.subject_id)
    for kind, ids in by_kind.items():
        for subject_id, entry_text, key in _texts(session, kind, ids):
            _write(session, Subject(kind, subject_id), entry_text, key)


def _write(session: Session, subject: Subject, entry_text: str, key: str) -> None:
    where = (SearchEntry.subject_kind == subject.kind, SearchEntry.subject_id == subject.subject_id)
    old = session.execute(select(SearchEntry.id, SearchEntry.text).where(*where)).one_or_none()
    if old is None:
        added = insert(SearchEntry).values(
            subject_kind=subject.kind, subject_id=subject.subject_id, text=entry_text, sort_key=key
        )
        entry_id = session.execute(added.returning(SearchEntry.id)).scalar_one()
    else:
        entry_id = old.id
        session.execute(update(SearchEntry).where(*where).values(text=entry_text, sort_key=key))
    if session.get_bind().dialect.name == "sqlite":
        # An external-content FTS table is kept by hand: with `trusted_schema` off no trigger may write to it.
        if old is not None:
            forget = "INSERT INTO search_index (search_index, rowid, text) VALUES ('delete', :id, :text)"
            session.execute(text(forget), {"id": entry_id, "text": old.text})
        session.execute(
            text("INSERT INTO search_index (rowid, text) VALUES (:id, :text)"), {"id": entry_id, "text": entry_text}
        )


def _texts(session: Session, kind: SubjectKind, ids: list[UUID]) -> Iterable[tuple[UUID, str, str]]:
    match kind:
        case SubjectKind.OPERATOR:
            numbers = _authorization_numbers(session, ids)
            for operator in session.scalars(select(Operator).where(Operator.id.in_(ids))):
                yield (operator.id, *operator_text(operator, numbers[operator.id]))
        case SubjectKind.DRIVER:
            numbers = _authorization_numbers(session, ids)
            plates = _current_plates(session, ids)
            for driver in session.scalars(select(Driver).where(Driver.id.in_(ids))):
                yield (driver.id, *driver_text(driver, numbers[driver.id], plates[driver.id]))
        case SubjectKind.VEHICLE:
            seals: defaultdict[UUID, list[str]] = defaultdict(list)
            for seal in session.scalars(select(Seal).where(Seal.vehicle_id.in_(ids))):
                seals[seal.vehicle_id].append(printed(seal))
            for vehicle in session.scalars(select(Vehicle).where(Vehicle.id.in_(ids))):
                yield (vehicle.id, *vehicle_text(vehicle, seals[vehicle.id]))
        case SubjectKind.INFRACTION:
            for notice in session.scalars(select(InfractionNotice).where(InfractionNotice.id.in_(ids))):
                yield (notice.id, *infraction_text(notice, _addressee_name(session, notice)))


def operator_text(operator: Operator, numbers: Iterable[str]) -> tuple[str, str]:
    """Search text and sort key of an operator."""
    words = (operator.legal_name, operator.trade_name, operator.app_name, operator.cnpj, *numbers)
    return search_text(*words), sort_key(operator.legal_name)


def driver_text(driver: Driver, numbers: Iterable[str], plates: Iterable[str]) -> tuple[str, str]:
    """Search text and sort key of a driver; his plates find him too, in both forms."""
    forms = (form for plate in plates for form in Plate(plate).forms)
    return search_text(driver.full_name, driver.cpf, driver.license_number, *numbers, *forms), sort_key(
        driver.full_name
    )


def vehicle_text(vehicle: Vehicle, seals: Iterable[str]) -> tuple[str, str]:
    """Search text and sort key of a vehicle: both forms of the plate, so that either finds it."""
    words = (*Plate(vehicle.plate).forms, vehicle.renavam, vehicle.chassis, vehicle.make, vehicle.model, *seals)
    return search_text(*words), sort_key(vehicle.plate)


def infraction_text(notice: InfractionNotice, addressee_name: str) -> tuple[str, str]:
    """Search text and sort key of an auto; it is listed by its number."""
    forms = Plate(notice.plate).forms if notice.plate else ()
    return search_text(printed(notice), addressee_name, *forms), sort_key(printed(notice))


def printed(row: Authorization | Seal | InfractionNotice) -> str:
    return str(PrintedNumber(row.number_year, row.number_station, row.number_sequence))


def _authorization_numbers(session: Session, ids: list[UUID]) -> "defaultdict[UUID, list[str]]":
    numbers: defaultdict[UUID, list[str]] = defaultdict(list)
    holder = Authorization.driver_id.in_(ids) | Authorization.operator_id.in_(ids)
    for authorization in session.scalars(select(Authorization).where(holder)):
        owner = authorization.driver_id or authorization.operator_id
        if owner is not None:
            numbers[owner].append(printed(authorization))
    return numbers


def _current_plates(session: Session, ids: list[UUID]) -> "defaultdict[UUID, list[str]]":
    plates: defaultdict[UUID, list[str]] = defaultdict(list)
    statement = (
        select(DriverVehicle.driver_id, Vehicle.plate)
        .join(Vehicle, Vehicle.id == DriverVehicle.vehicle_id)
        .where(DriverVehicle.driver_id.in_(ids), DriverVehicle.until.is_(None))
    )
    for driver_id, plate in session.execute(statement):
        plates[driver_id].append(plate)
    return plates


def _addressee_name(session: Session, notice: InfractionNotice) -> str:
    if notice.operator_id:
        return session.scalars(select(Operator.legal_name).where(Operator.id == notice.operator_id)).one()
    if notice.addressee_driver_id:
        return session.scalars(select(Driver.full_name).where(Driver.id == notice.addressee_driver_id)).one()
    return ""
