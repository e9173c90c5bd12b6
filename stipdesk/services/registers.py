"""What the three registers share: saving only what changed, telling the second editor, finding doubles, withdrawing."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from datetime import date
from difflib import SequenceMatcher
from typing import TypeVar
from uuid import UUID

from stipdesk.domain.errors import (
    Conflict,
    Duplicate,
    FieldConflict,
    FieldErrors,
    FieldProblem,
    Refused,
)
from stipdesk.domain.identifiers import Cpf, Plate
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import (
    Address,
    DriverFields,
    OperatorFields,
    Similar,
    SubjectKind,
    VehicleFields,
)
from stipdesk.domain.text import fold, format_date, tidy
from stipdesk.models import Driver, Operator, PostalAddress, Vehicle
from stipdesk.models.base import RegisterRow
from stipdesk.services.access import Desk
from stipdesk.store.engine import Session
from stipdesk.store.queries import history as history_queries
from stipdesk.store.queries import registers as queries
from stipdesk.store.queries.history import HistoryLine as HistoryLine
from stipdesk.store.unit_of_work import UnitOfWork

Fields = OperatorFields | DriverFields | VehicleFields
_F = TypeVar("_F", OperatorFields, DriverFields, VehicleFields)

_WITHDRAW = {
    SubjectKind.OPERATOR: Act.WITHDRAW_OPERATOR,
    SubjectKind.DRIVER: Act.WITHDRAW_DRIVER,
    SubjectKind.VEHICLE: Act.WITHDRAW_VEHICLE,
}
# The documents of each register: field, whether two active records may not share it, what a screen calls it.
_DOCUMENTS: dict[SubjectKind, tuple[tuple[str, bool, str], ...]] = {
    SubjectKind.OPERATOR: (("cnpj", True, "CNPJ"), ("municipal_registration", False, "inscrição municipal")),
    SubjectKind.DRIVER: (("cpf", True, "CPF"), ("license_number", False, "número de CNH"), ("nit", False, "NIT")),
    SubjectKind.VEHICLE: (("plate_key", True, "placa"), ("renavam", False, "RENAVAM"), ("chassis", False, "chassi")),
}
# A NIT and a RENAVAM have the same check digits: one may be typed in the other's place (case D046).
_EXCHANGED: dict[SubjectKind, tuple[str, SubjectKind, str, str]] = {
    SubjectKind.DRIVER: ("nit", SubjectKind.VEHICLE, "renavam", "o NIT digitado é o RENAVAM deste veículo"),
    SubjectKind.VEHICLE: ("renavam", SubjectKind.DRIVER, "nit", "o RENAVAM digitado é o NIT deste prestador"),
}
_FEMININE = frozenset({"placa", "inscrição municipal"})
_SIMILAR_NAME = 0.85


@dataclass(frozen=True, slots=True)
class AddressLine:
    address: Address
    since: date


def similar(desk: Desk, kind: SubjectKind, typed: dict[str, object], exclude: UUID | None = None) -> list[Similar]:
    """Active records that may be the one being typed: the same document, or a similar name born on the same day.

    A NIT typed as RENAVAM, or the other way round, brings the record whose number it is.

    `typed` holds the fields already valid in the form; `certain` ones cannot be registered twice.
    """
    with desk.reading() as session:
        found = [*_same_documents(session, kind, typed), *_exchanged_numbers(session, kind, typed)]
        if kind is SubjectKind.DRIVER:
            found += _similar_drivers(session, typed)
        elif kind is SubjectKind.OPERATOR and typed.get("legal_name"):
            name = fold(str(typed["legal_name"]))
            found += [
                Similar(kind, row.id, row.legal_name, "mesma razão social", False)
                for row in queries.operators_named_like(session, name)
                if fold(row.legal_name) == name
            ]
    unique = {item.subject_id: item for item in reversed(found) if item.subject_id != exclude}
    return sorted(unique.values(), key=lambda item: (not item.certain, item.label))


def withdraw(desk: Desk, kind: SubjectKind, subject_id: UUID, reason: str) -> None:
    """Take a record out of activity, with its links; its papers and history stay. Raises `Refused` without a reason."""
    reason = tidy(reason)
    if not reason:
        raise Refused("Escreva o motivo da baixa.")
    with desk.act(_WITHDRAW[kind], reason) as work:
        row = work.get(queries.MODELS[kind], subject_id)
        if row.withdrawn_on is not None:
            raise Refused(f"Este cadastro já foi baixado em {format_date(row.withdrawn_on)}.")
        row.withdrawn_on, row.withdrawal_reason = desk.today, reason
        queries.end_links(work.session, kind, subject_id, desk.today)


def history(desk: Desk, row_ids: Iterable[UUID]) -> list[HistoryLine]:
    """What happened to these rows, newest first, from the journal."""
    with desk.reading() as session:
        return history_queries.history(session, list(row_ids))


def story(desk: Desk, kind: SubjectKind, subject_id: UUID) -> list[HistoryLine]:
    """What happened to a record and to what is dated about it (addresses, links, checks, papers), newest first."""
    with desk.reading() as session:
        return history_queries.history(session, history_queries.rows_about(session, kind, subject_id))


def refuse_duplicates(
    session: Session, kind: SubjectKind, columns: dict[str, object], exclude: UUID | None = None
) -> None:
    """Raise `Duplicate` when an active record already holds a document that only one may hold."""
    for column, unique, label in _DOCUMENTS[kind]:
        other = queries.active_by(session, kind, column, str(columns[column])) if unique else None
        if other is not None and other.id != exclude:
            field = "plate" if column == "plate_key" else column
            said = "Placa já cadastrada" if field == "plate" else f"{label} já cadastrado"
            raise Duplicate(field, f"{said}: {label_of(other)}.", other.id)


def merged(
    work: UnitOfWork, row: RegisterRow, version: int, original: _F, current: _F, edited: _F, decided: frozenset[str]
) -> _F:
    """What is stored now with this person's changes, unless somebody saved in between: then `Conflict` tells what.

    `original` is what the form opened with, `current` what is stored now. Only what differs from `original` is taken
    from `edited`, so that an old form never restores old values (case B017), and what is `decided`: the fields of a
    conflict for which the person, having seen both, chose the value there was before.
    """
    if row.rv != version:
        conflicts = tuple(
            conflict
            for name in _names(original)
            for conflict in _conflicts(name, getattr(original, name), getattr(current, name), getattr(edited, name))
        )
        if conflicts:
            author = history_queries.last_author(work.session, row.id)
            raise Conflict(row.id, row.rv, author, conflicts)
    chosen = {name.partition(".")[0] for name in decided}
    kept = (
        getattr(edited if name in chosen or getattr(edited, name) != getattr(original, name) else current, name)
        for name in _names(original)
    )
    return type(current)(*kept)


def refuse_withdrawn(row: RegisterRow) -> None:
    if row.withdrawn_on is not None:
        raise Refused(f"Este cadastro foi baixado em {format_date(row.withdrawn_on)}: {row.withdrawal_reason}.")


def record_address(
    work: UnitOfWork, address: Address, *, operator_id: UUID | None = None, driver_id: UUID | None = None
) -> None:
    """The address in force from today on; the earlier ones keep their dates."""
    work.add(PostalAddress(operator_id=operator_id, driver_id=driver_id, since=work.clock.today(), **asdict(address)))


def address_history(desk: Desk, kind: SubjectKind, subject_id: UUID) -> list[AddressLine]:
    """Newest first."""
    with desk.reading() as session:
        rows = queries.address_rows(session, kind, [subject_id])
        return [AddressLine(queries.address_of(row), row.since) for row in reversed(rows)]


def address_problems(address: Address) -> list[FieldProblem]:
    needed = {"street": "o logradouro", "city": "a cidade", "state": "a UF"}
    return [
        FieldProblem(f"address.{part}", f"Informe {name}.")
        for part, name in needed.items()
        if not getattr(address, part)
    ]


def require_fields(values: Fields, needed: dict[str, tuple[str, str]]) -> list[FieldProblem]:
    """A problem for each empty field of `needed`: name → (message, article)."""
    return [
        FieldProblem(name, message, article=article)
        for name, (message, article) in needed.items()
        if getattr(values, name) in ("", None)
    ]


def refuse(problems: list[FieldProblem]) -> None:
    if problems:
        raise FieldErrors(*problems)


def label_of(row: RegisterRow) -> str:
    match row:
        case Operator():
            return row.legal_name
        case Driver():
            return row.full_name
        case Vehicle():
            return f"{Plate(row.plate).shown} · {row.make} {row.model}"
        case _:
            return ""


def written(value: object) -> str:
    """A stored value as a person reads it; the screens translate the codes."""
    if value is None or value == "":
        return "—"
    if isinstance(value, bool):
        return "Sim" if value else "Não"
    if isinstance(value, date):
        return format_date(value)
    if isinstance(value, tuple):
        return ", ".join(str(item) for item in value) or "—"
    return str(value)


def _conflicts(name: str, old: object, now: object, mine: object) -> list[FieldConflict]:
    """What to decide about one field; of an address, each part by itself, as the form shows them."""
    if now in (old, mine):
        return []
    if isinstance(old, Address) and isinstance(now, Address) and isinstance(mine, Address):
        return [
            FieldConflict(f"{name}.{part}", *(written(getattr(each, part)) for each in (old, now, mine)))
            for part in Address.__slots__
            if getattr(now, part) != getattr(mine, part)
        ]
    return [FieldConflict(name, written(old), written(now), written(mine))]


def _names(values: Fields) -> tuple[str, ...]:
    return tuple(field.name for field in fields(values))


def _exchanged_numbers(session: Session, kind: SubjectKind, typed: dict[str, object]) -> Iterable[Similar]:
    if kind in _EXCHANGED:
        field, other_kind, other_field, why = _EXCHANGED[kind]
        row = queries.active_by(session, other_kind, other_field, str(typed.get(field) or ""))
        if row is not None:
            yield Similar(other_kind, row.id, label_of(row), why, False)


def _same_documents(session: Session, kind: SubjectKind, typed: dict[str, object]) -> Iterable[Similar]:
    if typed.get("plate"):
        typed = typed | {"plate_key": Plate(str(typed["plate"])).mercosul}
    for column, unique, label in _DOCUMENTS[kind]:
        value = str(typed.get(column) or "")
        row = queries.active_by(session, kind, column, value)
        if row is not None:
            yield Similar(kind, row.id, label_of(row), f"{'mesma' if label in _FEMININE else 'mesmo'} {label}", unique)
        elif unique and value and (gone := queries.withdrawn_by(session, kind, column, value)) is not None:
            assert gone.withdrawn_on is not None
            yield Similar(kind, gone.id, label_of(gone), f"baixado em {format_date(gone.withdrawn_on)}", False)


def _similar_drivers(session: Session, typed: dict[str, object]) -> list[Similar]:
    born, name = typed.get("birth_date"), fold(str(typed.get("full_name") or ""))
    if not isinstance(born, date) or not name:
        return []
    return [
        Similar(
            SubjectKind.DRIVER, row.id, f"{row.full_name} · {Cpf(row.cpf).masked}", "nome e nascimento parecidos", False
        )
        for row in queries.drivers_born_on(session, born)
        if SequenceMatcher(None, fold(row.full_name), name).ratio() >= _SIMILAR_NAME
    ]


def holder_of(desk: Desk, kind: SubjectKind, document: str) -> UUID:
    """The active operator of a CNPJ, driver of a CPF, or vehicle of a plate in either form; raises `Refused`."""
    column = {SubjectKind.OPERATOR: "cnpj", SubjectKind.DRIVER: "cpf", SubjectKind.VEHICLE: "plate_key"}[kind]
    value = Plate(document).mercosul if kind is SubjectKind.VEHICLE else document
    with desk.reading() as session:
        row = queries.active_by(session, kind, column, value)
        if row is None:
            raise Refused(f"Nenhum cadastro em atividade com {document}.")
        return row.id
