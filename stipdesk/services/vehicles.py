"""The register of vehicles (arts. 18-19), their policies and their checklist."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from uuid import UUID

from stipdesk.domain.errors import FieldErrors, FieldProblem
from stipdesk.domain.identifiers import Plate
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import Fuel, PolicyFields, SubjectKind, UseTitleFields, VehicleFields
from stipdesk.domain.requirements import RequirementLine
from stipdesk.domain.standing import Standing
from stipdesk.domain.vehicle import VehicleLimits, vehicle_age_limit
from stipdesk.models import Driver, PassengerAccidentPolicy, Vehicle
from stipdesk.services import applications, holders, registers, retests
from stipdesk.services.access import Desk
from stipdesk.services.drivers import add_vehicle_link
from stipdesk.services.inspections import InspectionLine, inspection_lines
from stipdesk.services.papers import InfractionLine, SealLine, infraction_lines, seal_lines
from stipdesk.services.retests import Retest
from stipdesk.services.vehicle_facts import Claim, FormerPlate, claims_in, former_plates
from stipdesk.store.engine import Session
from stipdesk.store.queries import history as history_queries
from stipdesk.store.queries import lists, papers
from stipdesk.store.queries import registers as queries
from stipdesk.store.queries.lists import ListRequest
from stipdesk.store.unit_of_work import UnitOfWork

_NEEDED = {
    "plate": ("Informe a placa.", "art. 19, I"),
    "renavam": ("Informe o RENAVAM.", "art. 19, I"),
    "chassis": ("Informe o chassi.", "art. 19, I"),
    "make": ("Informe a marca.", "art. 19, I"),
    "model": ("Informe o modelo.", "art. 19, I"),
}


@dataclass(frozen=True, slots=True)
class VehicleRow:
    """One line of the list."""

    vehicle_id: UUID
    plate: str
    description: str
    manufacture_year: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class DriverOfVehicle:
    link_id: UUID
    driver_id: UUID
    full_name: str
    title: UseTitleFields
    since: date
    is_registrant: bool


@dataclass(frozen=True, slots=True)
class VehicleCard:
    """Everything the card of one vehicle shows; `age_limit` is the last day its age is allowed (art. 18, I).

    `retest` is the failed inspection of which only the failed items may be repeated, in or out of its term.
    """

    vehicle_id: UUID
    version: int
    fields: VehicleFields
    registered_at: datetime | None
    withdrawn_on: date | None
    standing: Standing
    requirements: tuple[RequirementLine, ...]
    age_limit: date
    drivers: tuple[DriverOfVehicle, ...]
    policies: tuple[PolicyFields, ...]
    inspections: tuple[InspectionLine, ...]
    seals: tuple[SealLine, ...]
    infractions: tuple[InfractionLine, ...]
    retest: Retest | None
    former_plates: tuple[FormerPlate, ...]
    claims: tuple[Claim, ...]


def register(
    desk: Desk,
    fields: VehicleFields,
    driver_id: UUID | None = None,
    title: UseTitleFields | None = None,
    policy: PolicyFields | None = None,
) -> UUID:
    """A new vehicle, with its first driver, title and policy when they are at hand: all of it or nothing.

    Raises `FieldErrors` or `Duplicate`.
    """
    with desk.act(Act.REGISTER_VEHICLE) as work:
        registers.refuse(_problems(fields, desk.today))
        columns = _columns(fields)
        registers.refuse_duplicates(work.session, SubjectKind.VEHICLE, columns)
        row = work.add(Vehicle(**columns))
        if policy is not None:
            _add_policy(work, row, policy)
        if driver_id is not None:
            if title is None:
                raise FieldErrors(FieldProblem("title", "Informe por que título o prestador usa o veículo."))
            add_vehicle_link(work, work.get(Driver, driver_id), row, title, desk.today)
            applications.note_completeness(desk, work, SubjectKind.DRIVER, driver_id)
        return row.id


def edit(
    desk: Desk,
    vehicle_id: UUID,
    version: int,
    original: VehicleFields,
    fields: VehicleFields,
    decided: frozenset[str] = frozenset(),
) -> None:
    """Save what this person changed (`decided`: see `merged`). Raises `FieldErrors`, `Duplicate`, `Conflict`.

    The plate may change to the other form of the same one; another plate has its own act (`vehicle_changes`).
    """
    with desk.act(Act.EDIT_VEHICLE) as work:
        row = work.get(Vehicle, vehicle_id)
        registers.refuse_withdrawn(row)
        merged = registers.merged(work, row, version, original, queries.vehicle_fields(row), fields, decided)
        registers.refuse(_problems(merged, desk.today))
        columns = _columns(merged)
        registers.refuse_duplicates(work.session, SubjectKind.VEHICLE, columns, exclude=row.id)
        if columns["plate_key"] != row.plate_key:
            text, cure = "Outra placa não se grava aqui.", "Use “Trocar placa…”, que recolhe o selo da placa antiga."
            raise FieldErrors(FieldProblem("plate", text, cure, "art. 18, § 3º, I"))
        for name, value in columns.items():
            setattr(row, name, value)
        applications.settle_vehicle(desk, work, row.id)


def add_policy(desk: Desk, vehicle_id: UUID, policy: PolicyFields) -> None:
    """Record a policy of accident insurance (art. 18, III). Raises `FieldErrors` for one that does not serve."""
    with desk.act(Act.EDIT_VEHICLE) as work:
        row = work.get(Vehicle, vehicle_id)
        registers.refuse_withdrawn(row)
        _add_policy(work, row, policy)
        applications.settle_vehicle(desk, work, row.id)


def set_registrant(desk: Desk, vehicle_id: UUID, driver_id: UUID) -> None:
    """Name the driver responsible for the registration, one of those who use the vehicle (arts. 19 §2 and 37 §4)."""
    with desk.act(Act.LINK_VEHICLE) as work:
        row = work.get(Vehicle, vehicle_id)
        links = queries.vehicle_links(work.session, vehicles=[vehicle_id])
        if driver_id not in {link.driver_id for link in links}:
            raise FieldErrors(
                FieldProblem(
                    "registrant", "O responsável precisa usar este veículo.", "Vincule-o antes.", "art. 19, § 2º"
                )
            )
        row.registrant_id = driver_id
        applications.settle_vehicle(desk, work, row.id)


def page(desk: Desk, request: ListRequest) -> tuple[int, list[VehicleRow]]:
    """How many vehicles answer, and this page of them."""
    with desk.reading() as session:
        total, ids = lists.page(session, SubjectKind.VEHICLE, request)
        return total, rows(desk, session, ids)


def rows(desk: Desk, session: Session, ids: Sequence[UUID]) -> list[VehicleRow]:
    """These vehicles as lines of a list, in the given order."""
    found = queries.rows_by_id(session, SubjectKind.VEHICLE, ids)
    standings = holders.standings(desk, session, list(found.values()))
    lines = []
    for row_id in ids:
        row = found[row_id]
        assert isinstance(row, Vehicle)
        lines.append(VehicleRow(row.id, row.plate, f"{row.make} {row.model}", row.manufacture_year, standings[row.id]))
    return lines


def card(desk: Desk, vehicle_id: UUID) -> VehicleCard:
    with desk.reading() as session:
        row = queries.require(session, Vehicle, vehicle_id)
        situation = holders.situations(desk, session, [row])[vehicle_id]
        limits = desk.law.vehicle_limits(desk.today, desk.rules(session).overrides)
        links = queries.vehicle_links(session, vehicles=[vehicle_id])
        people = queries.rows_by_id(session, SubjectKind.DRIVER, [link.driver_id for link in links])
        return VehicleCard(
            vehicle_id=vehicle_id,
            version=row.rv,
            fields=queries.vehicle_fields(row),
            registered_at=history_queries.first_entry_at(session, vehicle_id),
            withdrawn_on=row.withdrawn_on,
            standing=situation.standing,
            requirements=situation.requirements,
            age_limit=_age_limit(row, limits),
            drivers=tuple(
                DriverOfVehicle(
                    link.link_id, link.driver_id, registers.label_of(people[link.driver_id]), link.title, link.since,
                    row.registrant_id == link.driver_id,
                )
                for link in links
            ),
            policies=tuple(reversed(queries.policies(session, [vehicle_id])[vehicle_id])),
            inspections=inspection_lines(session, vehicle_id),
            seals=seal_lines(papers.seals(session, [vehicle_id])),
            infractions=infraction_lines(desk, papers.infractions_of(session, SubjectKind.VEHICLE, vehicle_id)),
            retest=retests.newest_failed(session, desk.rules(session), vehicle_id),
            former_plates=former_plates(session, vehicle_id),
            claims=claims_in(session, [vehicle_id]),
        )  # fmt: skip


def _age_limit(row: Vehicle, limits: VehicleLimits) -> date:
    return vehicle_age_limit(row.manufacture_year, row.is_hybrid, limits, electric=row.fuel is Fuel.ELECTRIC)


def _add_policy(work: UnitOfWork, vehicle: Vehicle, policy: PolicyFields) -> None:
    article = "art. 18, III"
    problems = []
    if not policy.insurer or not policy.policy_number:
        problems.append(FieldProblem("policy_number", "Informe a seguradora e o número da apólice.", article=article))
    if policy.ends_on <= policy.starts_on:
        problems.append(FieldProblem("ends_on", "A apólice termina antes de começar.", "Confira as datas.", article))
    elif policy.ends_on < work.clock.today():
        problems.append(FieldProblem("ends_on", "Esta apólice já venceu.", "Peça a apólice em vigor.", article))
    if policy.seats_covered < vehicle.seats - 1:
        problems.append(
            FieldProblem(
                "seats_covered",
                f"A apólice cobre {policy.seats_covered} passageiros e o veículo leva {vehicle.seats - 1}.",
                "Peça a apólice com a cobertura de todos os lugares.",
                article,
            )
        )
    if policy.death_amount <= 0 or policy.disability_amount <= 0:
        problems.append(
            FieldProblem("death_amount", "Informe as indenizações por morte e por invalidez.", article=article)
        )
    if problems:
        raise FieldErrors(*problems)
    work.add(PassengerAccidentPolicy(vehicle_id=vehicle.id, **asdict(policy)))


def _columns(fields: VehicleFields) -> dict[str, object]:
    values = {name: getattr(fields, name) for name in VehicleFields.__slots__}
    return values | {"categories": [str(item) for item in fields.categories], "plate_key": Plate(fields.plate).mercosul}


def _problems(fields: VehicleFields, today: date) -> list[FieldProblem]:
    problems = registers.require_fields(fields, _NEEDED)
    if not 1950 <= fields.manufacture_year <= today.year:
        problems.append(
            FieldProblem("manufacture_year", "Este ano de fabricação não é possível.", "Copie-o do CRLV.", "art. 18, I")
        )
    if not fields.manufacture_year <= fields.model_year <= fields.manufacture_year + 1:
        problems.append(
            FieldProblem("model_year", "O ano do modelo é o da fabricação ou o seguinte.", "Copie-o do CRLV.")
        )
    if not 1 <= fields.doors <= 6:
        problems.append(FieldProblem("doors", "Confira o número de portas.", article="art. 18, II"))
    if not 1 <= fields.seats <= 9:
        problems.append(FieldProblem("seats", "Confira o número de lugares.", "Copie-o do CRLV.", "art. 18, II"))
    if fields.fuel is Fuel.HYBRID and not fields.is_hybrid:
        problems.append(FieldProblem("is_hybrid", "Combustível híbrido: marque também a categoria híbrida."))
    return problems
