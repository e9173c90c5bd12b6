"""The register of drivers (arts. 14-17) and their links to operators and vehicles."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from stipdesk.domain.calendar import add_months
from stipdesk.domain.errors import FieldErrors, FieldProblem, Refused
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import Address, DriverFields, SubjectKind, UseTitleFields, UseTitleKind
from stipdesk.domain.requirements import RequirementLine
from stipdesk.domain.standing import Standing
from stipdesk.domain.text import format_date, sort_key
from stipdesk.models import Driver, DriverOperator, DriverVehicle, Operator, Vehicle
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
from stipdesk.store.engine import Session
from stipdesk.store.queries import history as history_queries
from stipdesk.store.queries import lists, papers
from stipdesk.store.queries import registers as queries
from stipdesk.store.queries.lists import ListRequest as ListRequest
from stipdesk.store.unit_of_work import UnitOfWork

_NEEDED = {
    "cpf": ("Informe o CPF.", "art. 14"),
    "full_name": ("Informe o nome completo.", "art. 14"),
    "birth_date": ("Informe a data de nascimento.", ""),
}
_MINIMUM_AGE = 18


@dataclass(frozen=True, slots=True)
class DriverRow:
    """One line of the list; `plates` are those of the vehicles in use."""

    driver_id: UUID
    full_name: str
    cpf: str
    plates: tuple[str, ...]
    standing: Standing


@dataclass(frozen=True, slots=True)
class VehicleOfDriver:
    link_id: UUID
    vehicle_id: UUID
    plate: str
    description: str
    manufacture_year: int
    seats: int
    title: UseTitleFields
    since: date
    is_registrant: bool
    standing: Standing


@dataclass(frozen=True, slots=True)
class OperatorOfDriver:
    link_id: UUID
    operator_id: UUID
    legal_name: str
    since: date


@dataclass(frozen=True, slots=True)
class DriverCard:
    """Everything the card of one driver shows."""

    driver_id: UUID
    version: int
    fields: DriverFields
    registered_at: datetime | None
    withdrawn_on: date | None
    standing: Standing
    requirements: tuple[RequirementLine, ...]
    vehicles: tuple[VehicleOfDriver, ...]
    operators: tuple[OperatorOfDriver, ...]
    authorizations: tuple[AuthorizationLine, ...]
    payments: tuple[PaymentLine, ...]
    infractions: tuple[InfractionLine, ...]


def register(desk: Desk, fields: DriverFields, operator_id: UUID | None = None) -> UUID:
    """A new driver, already linked to an operator when one is given. Raises `FieldErrors` or `Duplicate`."""
    with desk.act(Act.REGISTER_DRIVER) as work:
        registers.refuse(_problems(fields, desk.today))
        registers.refuse_duplicates(work.session, SubjectKind.DRIVER, {"cpf": fields.cpf})
        row = work.add(Driver(**_columns(fields)))
        registers.record_address(work, fields.address, driver_id=row.id)
        if operator_id is not None:
            _link_operator(work, row.id, operator_id, desk.today)
        return row.id


def edit(
    desk: Desk,
    driver_id: UUID,
    version: int,
    original: DriverFields,
    fields: DriverFields,
    decided: frozenset[str] = frozenset(),
) -> None:
    """Save what this person changed (`decided`: see `merged`). Raises `FieldErrors`, `Duplicate`, `Conflict`."""
    with desk.act(Act.EDIT_DRIVER) as work:
        row = work.get(Driver, driver_id)
        registers.refuse_withdrawn(row)
        current = _fields(work.session, row)
        merged = registers.merged(work, row, version, original, current, fields, decided)
        registers.refuse(_problems(merged, desk.today))
        registers.refuse_duplicates(work.session, SubjectKind.DRIVER, {"cpf": merged.cpf}, exclude=row.id)
        for name, value in _columns(merged).items():
            setattr(row, name, value)
        if merged.address != current.address:
            registers.record_address(work, merged.address, driver_id=row.id)
            work.touch(row)
        applications.note_completeness(desk, work, SubjectKind.DRIVER, row.id)


def link_operator(desk: Desk, driver_id: UUID, operator_id: UUID, since: date) -> None:
    """The driver serves the operator since that day; one may serve several (art. 3º, V)."""
    with desk.act(Act.LINK_OPERATOR) as work:
        _link_operator(work, driver_id, operator_id, since)
        applications.note_completeness(desk, work, SubjectKind.DRIVER, driver_id)


def unlink_operator(desk: Desk, link_id: UUID, until: date) -> None:
    """Raises `FieldErrors` for a day before the link began or in the future, `Refused` when it already ended."""
    with desk.act(Act.LINK_OPERATOR) as work:
        link = work.get(DriverOperator, link_id)
        _end(link, until, desk.today)
        applications.note_completeness(desk, work, SubjectKind.DRIVER, link.driver_id)


def link_vehicle(desk: Desk, driver_id: UUID, vehicle_id: UUID, title: UseTitleFields, since: date) -> None:
    """The driver uses the vehicle by that title; the first one is responsible for its registration (art. 19 §2)."""
    with desk.act(Act.LINK_VEHICLE) as work:
        add_vehicle_link(work, work.get(Driver, driver_id), work.get(Vehicle, vehicle_id), title, since)
        applications.settle_vehicle(desk, work, vehicle_id)
        applications.note_completeness(desk, work, SubjectKind.DRIVER, driver_id)


def unlink_vehicle(desk: Desk, link_id: UUID, until: date) -> None:
    """The driver no longer uses the vehicle; if he was its registrant, nobody is until one is named.

    Raises as `unlink_operator` does.
    """
    with desk.act(Act.LINK_VEHICLE) as work:
        link = work.get(DriverVehicle, link_id)
        end_link(work, link, until)
        applications.note_completeness(desk, work, SubjectKind.DRIVER, link.driver_id)


def end_link(work: UnitOfWork, link: DriverVehicle, until: date) -> None:
    """`unlink_vehicle` inside another act."""
    _end(link, until, work.clock.today())
    vehicle = work.get(Vehicle, link.vehicle_id)
    if vehicle.registrant_id == link.driver_id:
        vehicle.registrant_id = None


def add_vehicle_link(work: UnitOfWork, driver: Driver, vehicle: Vehicle, title: UseTitleFields, since: date) -> None:
    """Raises `FieldErrors` for a title without its paper or that ended, `Refused` for a link that exists."""
    registers.refuse_withdrawn(driver)
    registers.refuse_withdrawn(vehicle)
    problems = _future_problems("since", since, work.clock.today())
    if title.kind is not UseTitleKind.OWNER and not title.reference:
        problems.append(
            FieldProblem("reference", "Informe o documento que dá o uso do veículo.", article="art. 15, III e § 1º")
        )
    if title.valid_until is not None and title.valid_until < work.clock.today():
        problems.append(
            FieldProblem("valid_until", "Este título de uso já terminou.", "Peça o documento em vigor.", "art. 19, II")
        )
    if problems:
        raise FieldErrors(*problems)
    links = queries.vehicle_links(work.session, drivers=[driver.id])
    if any(link.vehicle_id == vehicle.id for link in links):
        raise Refused(f"{driver.full_name} já usa este veículo.")
    work.add(
        DriverVehicle(
            driver_id=driver.id,
            vehicle_id=vehicle.id,
            title_kind=title.kind,
            title_reference=title.reference,
            title_valid_until=title.valid_until,
            since=since,
        )
    )
    if vehicle.registrant_id is None:
        vehicle.registrant_id = driver.id


def page(desk: Desk, request: ListRequest) -> tuple[int, list[DriverRow]]:
    """How many drivers answer, and this page of them."""
    with desk.reading() as session:
        total, ids = lists.page(session, SubjectKind.DRIVER, request)
        return total, rows(desk, session, ids)


def rows(desk: Desk, session: Session, ids: Sequence[UUID]) -> list[DriverRow]:
    """These drivers as lines of a list, in the given order."""
    found = queries.rows_by_id(session, SubjectKind.DRIVER, ids)
    standings = holders.standings(desk, session, list(found.values()))
    plates = queries.plates_in_use(session, ids)
    lines = []
    for row_id in ids:
        row = found[row_id]
        assert isinstance(row, Driver)
        lines.append(DriverRow(row.id, row.full_name, row.cpf, tuple(plates[row.id]), standings[row.id]))
    return lines


def card(desk: Desk, driver_id: UUID) -> DriverCard:
    with desk.reading() as session:
        row = queries.require(session, Driver, driver_id)
        situation = holders.situations(desk, session, [row])[driver_id]
        return DriverCard(
            driver_id=driver_id,
            version=row.rv,
            fields=_fields(session, row),
            registered_at=history_queries.first_entry_at(session, driver_id),
            withdrawn_on=row.withdrawn_on,
            standing=situation.standing,
            requirements=situation.requirements,
            vehicles=_vehicles(desk, session, driver_id),
            operators=_operators(session, driver_id),
            authorizations=authorization_lines(papers.authorizations(session, SubjectKind.DRIVER, [driver_id])),
            payments=payment_lines(papers.payments(session, SubjectKind.DRIVER, driver_id)),
            infractions=infraction_lines(desk, papers.infractions_of(session, SubjectKind.DRIVER, driver_id)),
        )


def _vehicles(desk: Desk, session: Session, driver_id: UUID) -> tuple[VehicleOfDriver, ...]:
    links = queries.vehicle_links(session, drivers=[driver_id])
    found = queries.rows_by_id(session, SubjectKind.VEHICLE, [link.vehicle_id for link in links])
    standings = holders.standings(desk, session, list(found.values()))
    lines = []
    for link in links:
        vehicle = found[link.vehicle_id]
        assert isinstance(vehicle, Vehicle)
        lines.append(
            VehicleOfDriver(
                link.link_id, vehicle.id, vehicle.plate, f"{vehicle.make} {vehicle.model} {vehicle.model_year}",
                vehicle.manufacture_year, vehicle.seats, link.title, link.since,
                vehicle.registrant_id == driver_id, standings[vehicle.id],
            )
        )  # fmt: skip
    return tuple(lines)


def _operators(session: Session, driver_id: UUID) -> tuple[OperatorOfDriver, ...]:
    links = queries.operator_links(session, drivers=[driver_id])
    found = queries.rows_by_id(session, SubjectKind.OPERATOR, [link.operator_id for link in links])
    return tuple(
        OperatorOfDriver(link.id, link.operator_id, registers.label_of(found[link.operator_id]), link.since)
        for link in links
    )


def _link_operator(work: UnitOfWork, driver_id: UUID, operator_id: UUID, since: date) -> None:
    registers.refuse_withdrawn(work.get(Driver, driver_id))
    registers.refuse_withdrawn(work.get(Operator, operator_id))
    registers.refuse(_future_problems("since", since, work.clock.today()))
    links = queries.operator_links(work.session, drivers=[driver_id])
    if any(link.operator_id == operator_id for link in links):
        raise Refused("Este prestador já está vinculado a esta operadora.")
    work.add(DriverOperator(driver_id=driver_id, operator_id=operator_id, since=since))


def _end(link: DriverOperator | DriverVehicle, until: date, today: date) -> None:
    if link.until is not None:
        raise Refused(f"Este vínculo já terminou em {format_date(link.until)}.")
    if until < link.since:
        raise FieldErrors(FieldProblem("until", "O fim do vínculo é anterior ao seu início.", "Confira a data."))
    registers.refuse(_future_problems("until", until, today))
    link.until = until


def _future_problems(field: str, day: date, today: date) -> list[FieldProblem]:
    # A link without an end is in force: one announced would count before its time.
    return [FieldProblem(field, "A data do vínculo está no futuro.", "Confira a data.")] if day > today else []


def _fields(session: Session, row: Driver) -> DriverFields:
    address = queries.addresses(session, SubjectKind.DRIVER, [row.id]).get(row.id, Address())
    return queries.driver_fields(row, address)


def _columns(fields: DriverFields) -> dict[str, object]:
    names = (name for name in DriverFields.__slots__ if name != "address")
    return {name: getattr(fields, name) for name in names} | {"sort_key": sort_key(fields.full_name)}


def _problems(fields: DriverFields, today: date) -> list[FieldProblem]:
    problems = [*registers.require_fields(fields, _NEEDED), *registers.address_problems(fields.address)]
    if fields.birth_date is not None:
        if add_months(fields.birth_date, 12 * _MINIMUM_AGE) > today:
            problems.append(
                FieldProblem("birth_date", "O prestador precisa ser maior de 18 anos para ter CNH.", "Confira a data.")
            )
        elif fields.birth_date.year < 1900:
            problems.append(FieldProblem("birth_date", "Esta data de nascimento não é possível.", "Confira o ano."))
    if fields.email_consent_on is not None and fields.email_consent_on > today:
        problems.append(FieldProblem("email_consent_on", "O consentimento está no futuro.", "Confira a data."))
    if fields.email_consent_on is not None and not fields.email:
        problems.append(FieldProblem("email", "Informe o e-mail consentido.", article="art. 15, IV"))
    return problems
