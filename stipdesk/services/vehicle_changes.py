"""What changes in a vehicle's life: its plate, the car a driver uses, the title he uses it by (arts. 18 §3 and 19)."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from stipdesk.domain.applications import ApplicationDecision, ApplicationKind
from stipdesk.domain.errors import Duplicate, FieldErrors, FieldProblem, Reason, Refused
from stipdesk.domain.identifiers import Plate
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SealRecovery, SubjectKind, UseTitleFields
from stipdesk.domain.text import tidy
from stipdesk.models import Application, Driver, DriverVehicle, PlateChange, Vehicle
from stipdesk.services import application_letters, applications, registers
from stipdesk.services.access import Desk
from stipdesk.services.application_facts import clock_of, requirements_of
from stipdesk.services.applications import FileApplication
from stipdesk.services.drivers import add_vehicle_link, end_link
from stipdesk.services.inspections import void_replaced_seals
from stipdesk.store.queries import applications as application_queries
from stipdesk.store.queries import registers as queries
from stipdesk.store.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class ChangePlate:
    """`old_plate` is the one the person saw; `recovery` is asked for when a seal of it is in force.

    `driver_id` is who asks, one of those who use the vehicle: None for a plate that was only typed wrong.
    """

    vehicle_id: UUID
    old_plate: str
    new_plate: str
    reason: str
    recovery: SealRecovery | None = None
    driver_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class PlateChanged:
    """`application` is the number of the request, "" without a driver; `voided_seals` need a new inspection."""

    application: str
    voided_seals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReplaceVehicle:
    """A driver leaves one car for another; `recovery` is asked for when the old one is left with a seal in force."""

    driver_id: UUID
    old_vehicle_id: UUID
    new_vehicle_id: UUID
    title: UseTitleFields
    reason: str
    recovery: SealRecovery | None = None


@dataclass(frozen=True, slots=True)
class VehicleReplaced:
    """What came of it.

    `conditional_until` is the last day of art. 19 §1 for the new car, None when it had its seal or its days before.
    `left_without_registrant`: others go on using the old car and one of them must be named (art. 19 §2).
    """

    application: str
    receipt_id: UUID
    conditional_until: date | None
    voided_seals: tuple[str, ...]
    left_without_registrant: bool


def change_plate(desk: Desk, command: ChangePlate) -> PlateChanged:
    """Give a vehicle another plate, or the other form of the same one, with the request it is done by.

    The Mercosul form of the same plate voids nothing; another plate voids the seals of the old one (art. 18 §3, I).
    Raises `FieldErrors`, `Duplicate` for the plate of another vehicle in activity, `Refused` when somebody changed it
    meanwhile.
    """
    reason = tidy(command.reason)
    with desk.act(Act.CHANGE_PLATE, reason) as work:
        vehicle = work.get(Vehicle, command.vehicle_id)
        registers.refuse_withdrawn(vehicle)
        _refuse_plate(work, vehicle, command, reason)
        new, old = Plate(command.new_plate), Plate(vehicle.plate)
        voided: tuple[str, ...] = ()
        if new.mercosul != old.mercosul:
            void_reason = f"Placa alterada: o selo era da placa {old.shown}"
            voided = void_replaced_seals(work, vehicle.id, void_reason, command.recovery)
        request = None
        if command.driver_id is not None:
            request = _granted_plate_request(desk, work, command.driver_id, vehicle, new)
        work.add(
            PlateChange(
                vehicle_id=vehicle.id,
                application_id=request.id if request is not None else None,
                old_plate=vehicle.plate,
                old_plate_key=vehicle.plate_key,
                new_plate=str(new),
                changed_on=desk.today,
                reason=reason,
            )
        )
        vehicle.plate, vehicle.plate_key = str(new), new.mercosul
        return PlateChanged(str(application_queries.number_of(request)) if request is not None else "", voided)


def replace_vehicle(desk: Desk, command: ReplaceVehicle) -> VehicleReplaced:
    """End the driver's use of the old car today and begin that of the new one, by the request it is done by (art. 19).

    When nobody else uses the old car its seals are voided; when others do they stay, and if the driver was responsible
    for its registration nobody is until one is named. The new car has the 30 days of art. 19 §1 if it was never
    inspected. Raises `FieldErrors`; `Refused` when the driver does not use the old car.
    """
    reason = tidy(command.reason)
    with desk.act(Act.REPLACE_VEHICLE, reason) as work:
        driver = work.get(Driver, command.driver_id)
        old, new = work.get(Vehicle, command.old_vehicle_id), work.get(Vehicle, command.new_vehicle_id)
        link = _link_to_end(work, driver, command, reason)
        end_link(work, link, desk.today)
        work.session.flush()
        staying = queries.vehicle_links(work.session, vehicles=[old.id])
        voided: tuple[str, ...] = ()
        if not staying:
            void_reason = f"Veículo trocado por {Plate(new.plate).shown}"
            voided = void_replaced_seals(work, old.id, void_reason, command.recovery)
        add_vehicle_link(work, driver, new, command.title, desk.today)
        work.session.flush()
        request = _replacement_request(desk, work, driver, old, new)
        applications.settle_vehicle(desk, work, new.id)
        applications.note_completeness(desk, work, SubjectKind.DRIVER, driver.id)
        lines = requirements_of(desk, work.session, request)
        receipt = application_letters.write_receipt(desk, work, request, lines, clock_of(desk, work.session, request))
        return VehicleReplaced(
            str(application_queries.number_of(request)), receipt.id, request.conditional_until, voided,
            bool(staying) and old.registrant_id is None,
        )  # fmt: skip


def renew_title(desk: Desk, link_id: UUID, title: UseTitleFields, since: date) -> None:
    """The driver goes on using the vehicle by another title, from `since` on.

    The old title ends where the new one begins, so that each day keeps the title there was; who is responsible for the
    registration stays. Raises `FieldErrors` for a title that does not serve or a day before the old one began.
    """
    with desk.act(Act.LINK_VEHICLE) as work:
        link = work.get(DriverVehicle, link_id)
        if not link.since <= since <= desk.today:
            text = "O título novo começa entre o dia do que ele renova e hoje."
            raise FieldErrors(FieldProblem("since", text, "Confira a data.", "art. 19, II"))
        vehicle = work.get(Vehicle, link.vehicle_id)
        registrant_id = vehicle.registrant_id
        end_link(work, link, since)
        work.session.flush()
        vehicle.registrant_id = registrant_id
        add_vehicle_link(work, work.get(Driver, link.driver_id), vehicle, title, since)
        applications.settle_vehicle(desk, work, vehicle.id)
        applications.note_completeness(desk, work, SubjectKind.DRIVER, link.driver_id)


def _refuse_plate(work: UnitOfWork, vehicle: Vehicle, command: ChangePlate, reason: str) -> None:
    if vehicle.plate != command.old_plate:
        text = f"A placa deste veículo já é {Plate(vehicle.plate).shown}"
        changed = Reason("plate", text, "art. 19, I", "Abra o veículo de novo e confira.")
        raise Refused("Alguém alterou este veículo depois que você o abriu.", changed)
    problems = []
    if command.new_plate == vehicle.plate:
        problems.append(
            FieldProblem("new_plate", "A placa nova é igual à atual.", "Copie a nova do CRLV.", "art. 19, I")
        )
    if not reason:
        problems.append(FieldProblem("reason", "Escreva o motivo da troca.", article="art. 19, I"))
    if problems:
        raise FieldErrors(*problems)
    other = queries.active_by(work.session, SubjectKind.VEHICLE, "plate_key", Plate(command.new_plate).mercosul)
    if other is not None and other.id != vehicle.id:
        raise Duplicate("new_plate", f"Placa já cadastrada: {registers.label_of(other)}.", other.id)


def _granted_plate_request(desk: Desk, work: UnitOfWork, driver_id: UUID, vehicle: Vehicle, new: Plate) -> Application:
    """The request already waiting for this plate, or a new one; granted by the act itself."""
    waiting = _waiting(work, ApplicationKind.PLATE_CHANGE, driver_id, vehicle.id)
    if waiting is not None and Plate(waiting.new_plate).mercosul != new.mercosul:
        waiting = None
    request = waiting or applications.file_in(
        desk,
        work,
        FileApplication(
            ApplicationKind.PLATE_CHANGE, SubjectKind.DRIVER, driver_id, vehicle_id=vehicle.id, new_plate=str(new)
        ),
    )
    applications.decide_in(desk, request, ApplicationDecision.GRANTED)
    return request


def _replacement_request(desk: Desk, work: UnitOfWork, driver: Driver, old: Vehicle, new: Vehicle) -> Application:
    waiting = _waiting(work, ApplicationKind.VEHICLE_REPLACEMENT, driver.id, new.id)
    return waiting or applications.file_in(
        desk,
        work,
        FileApplication(
            ApplicationKind.VEHICLE_REPLACEMENT, SubjectKind.DRIVER, driver.id,
            vehicle_id=new.id, replaced_vehicle_id=old.id,
        ),
    )  # fmt: skip


def _waiting(work: UnitOfWork, kind: ApplicationKind, driver_id: UUID, vehicle_id: UUID) -> Application | None:
    asked = application_queries.applications_of(work.session, SubjectKind.VEHICLE, vehicle_id)
    mine = (row for row in asked if row.kind is kind and row.driver_id == driver_id and row.decision is None)
    return next(mine, None)


def _link_to_end(work: UnitOfWork, driver: Driver, command: ReplaceVehicle, reason: str) -> DriverVehicle:
    if not reason:
        raise FieldErrors(FieldProblem("reason", "Escreva o motivo da troca.", article="art. 19, caput"))
    used = {link.vehicle_id: link for link in queries.vehicle_links(work.session, drivers=[driver.id])}
    if command.old_vehicle_id not in used:
        text = f"{driver.full_name} não usa o veículo que sai"
        raise Refused("Este veículo não pode ser trocado.", Reason("link", text, "art. 19, caput", "Vincule o novo."))
    if command.new_vehicle_id in used:
        same = command.new_vehicle_id == command.old_vehicle_id
        text = "Escolha outro veículo: este é o que sai." if same else f"{driver.full_name} já usa este veículo."
        cure = "" if same else "Para deixar o antigo, encerre o vínculo dele."
        raise FieldErrors(FieldProblem("new_vehicle_id", text, cure, "art. 19, caput"))
    return work.get(DriverVehicle, used[command.old_vehicle_id].link_id)
