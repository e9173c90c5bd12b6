"""The one search box: one normalised text per record, found with equal answers and order on both engines.

A query is split into terms (`domain.text.search_terms`). A record answers when its text holds every term: a term of
three characters or more anywhere, a shorter one at the beginning of a word. Answers are ordered by `sort_key`, then id.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, Select, delete, func, insert, select, text, update
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import InstrumentedAttribute, Session

from stipdesk.domain.identifiers import Plate
from stipdesk.domain.numbers import PrintedNumber
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.text import search_terms, search_text, sort_key
from stipdesk.models import (
    Application,
    Authorization,
    Driver,
    DriverVehicle,
    InfractionNotice,
    Operator,
    PlateChange,
    Seal,
    SearchEntry,
    Vehicle,
)

_TRIGRAM = 3
# Nobody types more words to find a record; a text pasted by mistake is answered by its first ones.
_MOST_TERMS = 12
# Above this many candidates it is quicker to walk the records in order until the page is full.
_FEW = 10_000
_BATCH = 1000
_Indexed = type[Operator] | type[Driver] | type[Vehicle] | type[InfractionNotice] | type[Application]
_MODELS: dict[SubjectKind, _Indexed] = {
    SubjectKind.OPERATOR: Operator,
    SubjectKind.DRIVER: Driver,
    SubjectKind.VEHICLE: Vehicle,
    SubjectKind.INFRACTION: InfractionNotice,
    SubjectKind.APPLICATION: Application,
}


KINDS = tuple(_MODELS)


class Entry(NamedTuple):
    """What one record is found and ordered by."""

    subject_id: UUID
    text: str
    sort_key: str


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
    terms = search_terms(query)[:_MOST_TERMS]
    needles = [term if len(term) >= _TRIGRAM else f" {term}" for term in terms]
    if not needles:
        return []
    connection = session.connection()
    values: dict[str, object] = {f"needle{place}": needle for place, needle in enumerate(needles)}
    source = _source(connection, [needle for needle in needles if len(needle) >= _TRIGRAM], values)
    position = "instr" if connection.dialect.name == "sqlite" else "strpos"
    conditions = [f"{position}(text, :{name}) > 0" for name in list(values) if name.startswith("needle")]
    if kind is not None:
        conditions.append("subject_kind = :kind")
    statement = text(
        f"SELECT subject_kind, subject_id FROM {source} WHERE {' AND '.join(conditions)}"
        " ORDER BY sort_key, id LIMIT :limit"
    )
    rows = connection.execute(
        statement.columns(SearchEntry.subject_kind, SearchEntry.subject_id),
        {**values, "limit": limit, "kind": kind and kind.value},
    )
    return [Subject(row_kind, subject_id) for row_kind, subject_id in rows]


def _source(connection: Connection, indexed: list[str], values: dict[str, object]) -> str:
    """Where the answers are taken from: a few candidates by the index, to be sorted, or all records in their order.

    What the answer binds is added to `values`.
    """
    if connection.dialect.name == "sqlite":
        in_order = "search_entry INDEXED BY ix_search_entry_order"
        candidates = "SELECT rowid AS id FROM search_index WHERE search_index MATCH :match"
        whole = "SELECT * FROM candidate CROSS JOIN search_entry USING (id)"
        values["match"] = " ".join('"' + needle.replace('"', '""') + '"' for needle in indexed)
    else:
        in_order = "search_entry"
        patterns = {f"like{place}": f"%{_escaped(needle)}%" for place, needle in enumerate(indexed)}
        likes = " AND ".join(f"text LIKE :{name}" for name in patterns)
        candidates = f"SELECT id, subject_kind, subject_id, text, sort_key FROM search_entry WHERE {likes}"
        whole = "SELECT * FROM candidate"
        values.update(patterns)
    if not indexed:
        return in_order
    count = text(f"SELECT count(*) FROM ({candidates} LIMIT {_FEW + 1}) AS candidate")
    if (connection.scalar(count, values) or 0) > _FEW:
        return in_order
    return f"(WITH candidate AS MATERIALIZED ({candidates}) {whole}) AS found"


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
        case Seal() | PlateChange():
            return {Subject(SubjectKind.VEHICLE, row.vehicle_id)}
        case InfractionNotice():
            return {Subject(SubjectKind.INFRACTION, row.id)}
        case Application():
            return {Subject(SubjectKind.APPLICATION, row.id)}
        case Authorization(driver_id=UUID() as driver_id):
            return {Subject(SubjectKind.DRIVER, driver_id)}
        case Authorization(operator_id=UUID() as operator_id):
            return {Subject(SubjectKind.OPERATOR, operator_id)}
        case _:
            return set()


def refresh(session: Session, subjects: Collection[Subject]) -> None:
    """Write again the text of these records, and of those that quote them, as they stand in this transaction."""
    by_kind: defaultdict[SubjectKind, set[UUID]] = defaultdict(set)
    for subject in subjects:
        by_kind[subject.kind].add(subject.subject_id)
    for kind, quoted in list(by_kind.items()):
        for quoting, statement in _quoting(kind, quoted):
            by_kind[quoting].update(session.scalars(statement))
    for kind, ids in by_kind.items():
        for entry in sorted(_texts(session, kind, list(ids))):
            _write(session, kind, entry)


def _quoting(kind: SubjectKind, ids: Collection[UUID]) -> Iterator[tuple[SubjectKind, Select[UUID]]]:
    """Who holds a name or a plate of these records in its own text."""
    match kind:
        case SubjectKind.OPERATOR:
            yield SubjectKind.INFRACTION, select(InfractionNotice.id).where(InfractionNotice.operator_id.in_(ids))
        case SubjectKind.DRIVER:
            addressed = InfractionNotice.addressee_driver_id.in_(ids)
            yield SubjectKind.INFRACTION, select(InfractionNotice.id).where(addressed)
        case SubjectKind.VEHICLE:
            using = (DriverVehicle.vehicle_id.in_(ids), DriverVehicle.until.is_(None))
            yield SubjectKind.DRIVER, select(DriverVehicle.driver_id).where(*using)
        case _:
            pass


def _write(session: Session, kind: SubjectKind, entry: Entry) -> None:
    where = (SearchEntry.subject_kind == kind, SearchEntry.subject_id == entry.subject_id)
    columns = {"text": entry.text, "sort_key": entry.sort_key}
    old = session.execute(select(SearchEntry.id, SearchEntry.text, SearchEntry.sort_key).where(*where)).one_or_none()
    if old is None:
        added = insert(SearchEntry).values(subject_kind=kind, subject_id=entry.subject_id, **columns)
        entry_id = session.execute(added.returning(SearchEntry.id)).scalar_one()
    elif (old.text, old.sort_key) == (entry.text, entry.sort_key):
        return
    else:
        entry_id = old.id
        session.execute(update(SearchEntry).where(*where).values(**columns))
    if session.get_bind().dialect.name == "sqlite":
        # An external-content FTS table is kept by hand: with `trusted_schema` off no trigger may write to it.
        if old is not None:
            forget = "INSERT INTO search_index (search_index, rowid, text) VALUES ('delete', :id, :text)"
            session.execute(text(forget), {"id": entry_id, "text": old.text})
        session.execute(
            text("INSERT INTO search_index (rowid, text) VALUES (:id, :text)"), {"id": entry_id, "text": entry.text}
        )


def rebuild(session: Session) -> None:
    """Write the whole index anew from the records."""
    connection = session.connection()
    sqlite = connection.dialect.name == "sqlite"
    if not sqlite:
        connection.execute(text("DROP INDEX IF EXISTS ix_search_entry_trigram"))
    connection.execute(delete(SearchEntry))
    for kind in _MODELS:
        for entries in batched_entries(session, kind):
            rows = [
                dict(zip(("subject_kind", "subject_id", "text", "sort_key"), (kind, *e), strict=True)) for e in entries
            ]
            connection.execute(insert(SearchEntry), rows)
    if sqlite:
        connection.execute(text("INSERT INTO search_index (search_index) VALUES ('rebuild')"))
    else:
        for statement in INDEX_STATEMENTS["postgresql"]:
            connection.execute(text(statement))


def index_is_whole(session: Session) -> bool:
    """Whether the full-text index of SQLite agrees with the entries; PostgreSQL keeps its own in step by itself."""
    connection = session.connection()
    if connection.dialect.name != "sqlite":
        return True
    try:
        connection.execute(text("INSERT INTO search_index (search_index, rank) VALUES ('integrity-check', 1)"))
    except DatabaseError:
        return False
    return True


def batched_entries(session: Session, kind: SubjectKind) -> Iterator[list[Entry]]:
    """What the index should hold of this kind, from the records as they stand, a thousand at a time."""
    model = _MODELS[kind]
    following = select(model.id).order_by(model.id).limit(_BATCH)
    ids = session.scalars(following).all()
    while ids:
        # In the order of the ids, so that records of one name stand in the same order on both engines.
        yield sorted(_texts(session, kind, ids))
        ids = session.scalars(following.where(model.id > ids[-1])).all()


def _texts(session: Session, kind: SubjectKind, ids: Sequence[UUID]) -> Iterator[Entry]:
    # Columns, not rows of the ORM: this also runs over the whole of a large database.
    match kind:
        case SubjectKind.OPERATOR:
            yield from _operator_entries(session, ids)
        case SubjectKind.DRIVER:
            yield from _driver_entries(session, ids)
        case SubjectKind.VEHICLE:
            yield from _vehicle_entries(session, ids)
        case SubjectKind.INFRACTION:
            yield from _infraction_entries(session, ids)
        case SubjectKind.APPLICATION:
            yield from _application_entries(session, ids)


def _operator_entries(session: Session, ids: Sequence[UUID]) -> Iterator[Entry]:
    numbers = _authorization_numbers(session, Authorization.operator_id, ids)
    columns = (Operator.id, Operator.legal_name, Operator.trade_name, Operator.app_name, Operator.cnpj)
    for row_id, name, *others in session.execute(select(*columns).where(Operator.id.in_(ids))):
        yield Entry(row_id, search_text(name, *others, *numbers[row_id]), sort_key(name))


def _driver_entries(session: Session, ids: Sequence[UUID]) -> Iterator[Entry]:
    """His plates find a driver too, in both forms."""
    numbers = _authorization_numbers(session, Authorization.driver_id, ids)
    plates = _current_plates(session, ids)
    columns = (Driver.id, Driver.full_name, Driver.cpf, Driver.license_number)
    for row_id, name, *documents in session.execute(select(*columns).where(Driver.id.in_(ids))):
        forms = (form for plate in plates[row_id] for form in Plate(plate).forms)
        yield Entry(row_id, search_text(name, *documents, *numbers[row_id], *forms), sort_key(name))


def _vehicle_entries(session: Session, ids: Sequence[UUID]) -> Iterator[Entry]:
    """Both forms of the plate, so that either finds the vehicle, and of the plates it had."""
    seals = _numbers(session, Seal.vehicle_id, Seal, ids)
    former = _former_plates(session, ids)
    columns = (Vehicle.id, Vehicle.plate, Vehicle.renavam, Vehicle.chassis, Vehicle.make, Vehicle.model)
    for row_id, plate, *others in session.execute(select(*columns).where(Vehicle.id.in_(ids))):
        old = (form for each in former[row_id] for form in Plate(each).forms)
        yield Entry(row_id, search_text(*Plate(plate).forms, *others, *seals[row_id], *old), sort_key(plate))


def _infraction_entries(session: Session, ids: Sequence[UUID]) -> Iterator[Entry]:
    """An auto is listed by its number and found by whom it is addressed to and by the plate."""
    columns = (
        InfractionNotice.id, *_number_columns(InfractionNotice), InfractionNotice.plate,
        func.coalesce(Operator.legal_name, Driver.full_name, ""),
    )  # fmt: skip
    statement = (
        select(*columns)
        .outerjoin(Operator, Operator.id == InfractionNotice.operator_id)
        .outerjoin(Driver, Driver.id == InfractionNotice.addressee_driver_id)
        .where(InfractionNotice.id.in_(ids))
    )
    for row_id, year, station, sequence, plate, name in session.execute(statement):
        number = str(PrintedNumber(year, station, sequence))
        forms = Plate(plate).forms if plate else ()
        # After every name and plate: a name finds its owner first, and then the autos addressed to him.
        yield Entry(row_id, search_text(number, name, *forms), f"~{sort_key(number)}")


def _application_entries(session: Session, ids: Sequence[UUID]) -> Iterator[Entry]:
    """A request is found by its protocol number alone: a name finds whoever asks, and his card has what he asked."""
    statement = select(Application.id, *_number_columns(Application)).where(Application.id.in_(ids))
    for row_id, *parts in session.execute(statement):
        number = str(PrintedNumber(*parts))
        yield Entry(row_id, search_text(number), f"~~{sort_key(number)}")


def _authorization_numbers(
    session: Session, owner: "InstrumentedAttribute[UUID | None]", ids: Sequence[UUID]
) -> "defaultdict[UUID, list[str]]":
    return _numbers(session, owner, Authorization, ids)


def _numbers(
    session: Session,
    owner: "InstrumentedAttribute[UUID] | InstrumentedAttribute[UUID | None]",
    model: type[Authorization] | type[Seal],
    ids: Sequence[UUID],
) -> "defaultdict[UUID, list[str]]":
    """The printed numbers of each owner's papers, oldest first, so that the same records give the same text."""
    numbers: defaultdict[UUID, list[str]] = defaultdict(list)
    parts = _number_columns(model)
    for owner_id, *number in session.execute(select(owner, *parts).where(owner.in_(ids)).order_by(*parts)):
        if owner_id is not None:
            numbers[owner_id].append(str(PrintedNumber(*number)))
    return numbers


def _number_columns(
    model: type[Authorization] | type[Seal] | type[InfractionNotice] | type[Application],
) -> "tuple[InstrumentedAttribute[int], InstrumentedAttribute[int], InstrumentedAttribute[int]]":
    return model.number_year, model.number_station, model.number_sequence


def _current_plates(session: Session, ids: Sequence[UUID]) -> "defaultdict[UUID, list[str]]":
    plates: defaultdict[UUID, list[str]] = defaultdict(list)
    statement = (
        select(DriverVehicle.driver_id, Vehicle.plate)
        .join(Vehicle, Vehicle.id == DriverVehicle.vehicle_id)
        .where(DriverVehicle.driver_id.in_(ids), DriverVehicle.until.is_(None))
        .order_by(Vehicle.plate)
    )
    for driver_id, plate in session.execute(statement):
        plates[driver_id].append(plate)
    return plates


def _former_plates(session: Session, ids: Sequence[UUID]) -> "defaultdict[UUID, list[str]]":
    plates: defaultdict[UUID, list[str]] = defaultdict(list)
    statement = select(PlateChange.vehicle_id, PlateChange.old_plate).where(PlateChange.vehicle_id.in_(ids))
    for vehicle_id, plate in session.execute(statement.order_by(PlateChange.changed_on, PlateChange.id)):
        plates[vehicle_id].append(plate)
    return plates
