"""The register of operating companies (arts. 9-13)."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from stipdesk.domain.errors import FieldProblem
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import Address, OperatorFields, SubjectKind
from stipdesk.domain.requirements import RequirementLine
from stipdesk.domain.standing import Standing
from stipdesk.domain.text import sort_key
from stipdesk.models import Operator
from stipdesk.services import applications, holders, registers
from stipdesk.services.access import Desk
from stipdesk.services.papers import (
    AuthorizationLine,
    InfractionLine,
    PaymentLine,
    authorization_lines,
    infraction_lines,
    payment_lines,
)
from stipdesk.store.queries import history as history_queries
from stipdesk.store.queries import lists, papers
from stipdesk.store.queries import registers as queries
from stipdesk.store.queries.lists import ListRequest
from stipdesk.store.unit_of_work import UnitOfWork

DRIVERS_ON_CARD = 40
_NEEDED = {
    "cnpj": ("Informe o CNPJ.", "art. 9º, IV"),
    "legal_name": ("Informe a razão social.", "art. 9º, II"),
    "app_name": ("Informe o nome do aplicativo.", "art. 9º, VI"),
    "corporate_email": ("Informe o e-mail corporativo.", "art. 10, IV"),
}


@dataclass(frozen=True, slots=True)
class OperatorRow:
    """One line of the list."""

    operator_id: UUID
    legal_name: str
    cnpj: str
    app_name: str
    standing: Standing


@dataclass(frozen=True, slots=True)
class DriverOfOperator:
    driver_id: UUID
    full_name: str
    since: date


@dataclass(frozen=True, slots=True)
class OperatorCard:
    """Everything the card of one operator shows; `drivers` are the `DRIVERS_ON_CARD` newest of `driver_count`."""

    operator_id: UUID
    version: int
    fields: OperatorFields
    registered_at: datetime | None
    withdrawn_on: date | None
    standing: Standing
    requirements: tuple[RequirementLine, ...]
    authorizations: tuple[AuthorizationLine, ...]
    payments: tuple[PaymentLine, ...]
    infractions: tuple[InfractionLine, ...]
    drivers: tuple[DriverOfOperator, ...]
    driver_count: int


def register(desk: Desk, fields: OperatorFields) -> UUID:
    """A new operator. Raises `FieldErrors` or `Duplicate`."""
    with desk.act(Act.REGISTER_OPERATOR) as work:
        registers.refuse(_problems(fields))
        registers.refuse_duplicates(work.session, SubjectKind.OPERATOR, {"cnpj": fields.cnpj})
        row = work.add(Operator(**_columns(fields)))
        registers.record_address(work, fields.address, operator_id=row.id)
        return row.id


def edit(
    desk: Desk,
    operator_id: UUID,
    version: int,
    original: OperatorFields,
    fields: OperatorFields,
    decided: frozenset[str] = frozenset(),
) -> None:
    """Save what this person changed (`decided`: see `merged`). Raises `FieldErrors`, `Duplicate`, `Conflict`."""
    with desk.act(Act.EDIT_OPERATOR) as work:
        row = work.get(Operator, operator_id)
        registers.refuse_withdrawn(row)
        current = _fields(work, row)
        merged = registers.merged(work, row, version, original, current, fields, decided)
        registers.refuse(_problems(merged))
        registers.refuse_duplicates(work.session, SubjectKind.OPERATOR, {"cnpj": merged.cnpj}, exclude=row.id)
        for name, value in _columns(merged).items():
            setattr(row, name, value)
        if merged.address != current.address:
            registers.record_address(work, merged.address, operator_id=row.id)
            work.touch(row)
        applications.note_completeness(desk, work, SubjectKind.OPERATOR, row.id)


def page(desk: Desk, request: ListRequest) -> tuple[int, list[OperatorRow]]:
    """How many operators answer, and this page of them."""
    with desk.reading() as session:
        total, ids = lists.page(session, SubjectKind.OPERATOR, request)
        rows = queries.rows_by_id(session, SubjectKind.OPERATOR, ids)
        standings = holders.standings(desk, session, list(rows.values()))
        return total, [_row(rows[row_id], standings[row_id]) for row_id in ids]


def card(desk: Desk, operator_id: UUID) -> OperatorCard:
    with desk.reading() as session:
        row = queries.require(session, Operator, operator_id)
        situation = holders.situations(desk, session, [row])[operator_id]
        drivers = queries.newest_drivers(session, operator_id, DRIVERS_ON_CARD)
        people = queries.rows_by_id(session, SubjectKind.DRIVER, [link.driver_id for link in drivers])
        address = queries.addresses(session, SubjectKind.OPERATOR, [operator_id]).get(operator_id, Address())
        return OperatorCard(
            operator_id=operator_id,
            version=row.rv,
            fields=queries.operator_fields(row, address),
            registered_at=history_queries.first_entry_at(session, operator_id),
            withdrawn_on=row.withdrawn_on,
            standing=situation.standing,
            requirements=situation.requirements,
            authorizations=authorization_lines(papers.authorizations(session, SubjectKind.OPERATOR, [operator_id])),
            payments=payment_lines(papers.payments(session, SubjectKind.OPERATOR, operator_id)),
            infractions=infraction_lines(desk, papers.infractions_of(session, SubjectKind.OPERATOR, operator_id)),
            drivers=tuple(
                DriverOfOperator(link.driver_id, registers.label_of(people[link.driver_id]), link.since)
                for link in drivers
            ),
            driver_count=queries.driver_count(session, operator_id),
        )


def _row(row: object, standing: Standing) -> OperatorRow:
    assert isinstance(row, Operator)
    return OperatorRow(row.id, row.legal_name, row.cnpj, row.app_name, standing)


def _fields(work: UnitOfWork, row: Operator) -> OperatorFields:
    address = queries.addresses(work.session, SubjectKind.OPERATOR, [row.id]).get(row.id, Address())
    return queries.operator_fields(row, address)


def _columns(fields: OperatorFields) -> dict[str, object]:
    names = (name for name in OperatorFields.__slots__ if name != "address")
    return {name: getattr(fields, name) for name in names} | {"sort_key": sort_key(fields.legal_name)}


def _problems(fields: OperatorFields) -> list[FieldProblem]:
    return [*registers.require_fields(fields, _NEEDED), *registers.address_problems(fields.address)]
