"""What is dated or disputed about vehicles: former plates, the days their seals end, who claims the same car."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from sqlalchemy import Select, and_, case, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from stipdesk.domain.numbers import PrintedNumber
from stipdesk.domain.registers import UseTitleKind
from stipdesk.models import Application, Driver, DriverVehicle, PlateChange, Seal, Vehicle


@dataclass(frozen=True, slots=True)
class FormerPlate:
    """`application` is the printed number of the request it was done by, "" without one."""

    old_plate: str
    new_plate: str
    changed_on: date
    reason: str
    application: str


@dataclass(frozen=True, slots=True)
class SealEnd:
    """The last day of the seal a vehicle has, and who is to be told; the registrant's name and phone may be ""."""

    vehicle_id: UUID
    plate: str
    description: str
    seal: str
    valid_until: date
    registrant_name: str
    registrant_phone: str


@dataclass(frozen=True, slots=True)
class SharedDocument:
    """Two vehicles in activity with the same chassis or RENAVAM; `registrant_name` is of the other, "" without one."""

    vehicle_id: UUID
    other_id: UUID
    registrant_name: str


@dataclass(frozen=True, slots=True)
class OwnerLink:
    """A driver who uses a vehicle as its owner."""

    vehicle_id: UUID
    driver_id: UUID
    full_name: str
    cpf: str


def plate_changes(session: Session, vehicles: Sequence[UUID]) -> "defaultdict[UUID, list[FormerPlate]]":
    """The plates each vehicle had, newest first."""
    numbers = (Application.number_year, Application.number_station, Application.number_sequence)
    columns = (
        PlateChange.vehicle_id, PlateChange.old_plate, PlateChange.new_plate, PlateChange.changed_on,
        PlateChange.reason, *numbers,
    )  # fmt: skip
    found: defaultdict[UUID, list[FormerPlate]] = defaultdict(list)
    statement = (
        select(*columns)
        .outerjoin(Application, Application.id == PlateChange.application_id)
        .where(PlateChange.vehicle_id.in_(vehicles))
        .order_by(PlateChange.changed_on.desc(), PlateChange.id.desc())
    )
    for vehicle_id, old, new, changed_on, reason, year, station, sequence in session.execute(statement):
        number = "" if year is None else str(PrintedNumber(year, station, sequence))
        found[vehicle_id].append(FormerPlate(old, new, changed_on, reason, number))
    return found


def seal_ends(session: Session, first: date, last: date) -> list[SealEnd]:
    """The vehicles in activity whose last seal ends between these days, both included, in the order of the days."""
    newest = (
        select(Seal.vehicle_id, func.max(Seal.valid_until).label("valid_until"))
        .where(Seal.voided_on.is_(None))
        .group_by(Seal.vehicle_id)
        .subquery()
    )
    columns = (
        Vehicle.id, Vehicle.plate, Vehicle.make, Vehicle.model, Seal.number_year, Seal.number_station,
        Seal.number_sequence, Seal.valid_until, Driver.full_name, Driver.phone,
    )  # fmt: skip
    of_the_day = (Seal.vehicle_id == newest.c.vehicle_id, Seal.valid_until == newest.c.valid_until)
    statement = (
        select(*columns)
        .join(newest, newest.c.vehicle_id == Vehicle.id)
        .join(Seal, of_the_day[0] & of_the_day[1] & Seal.voided_on.is_(None))
        .outerjoin(Driver, Driver.id == Vehicle.registrant_id)
        .where(Vehicle.withdrawn_on.is_(None), newest.c.valid_until.between(first, last))
        .order_by(Seal.valid_until, Vehicle.plate, Vehicle.id, Seal.number_sequence)
    )
    found: dict[UUID, SealEnd] = {}
    for vehicle_id, plate, make, model, year, station, sequence, until, name, phone in session.execute(statement):
        number = str(PrintedNumber(year, station, sequence))
        found[vehicle_id] = SealEnd(vehicle_id, plate, f"{make} {model}", number, until, name or "", phone or "")
    return list(found.values())


def shared_documents(session: Session, column: str, vehicles: Sequence[UUID] | None = None) -> list[SharedDocument]:
    """The vehicles in activity that hold the `chassis` or the `renavam` of another one: all, or these."""
    mine, other = aliased(Vehicle), aliased(Vehicle)
    held: InstrumentedAttribute[str] = getattr(mine, column)
    same = (held == getattr(other, column), mine.id != other.id)
    statement = (
        select(mine.id, other.id, Driver.full_name)
        .join(other, same[0] & same[1])
        .outerjoin(Driver, Driver.id == other.registrant_id)
        .where(held != "", mine.withdrawn_on.is_(None), other.withdrawn_on.is_(None))
        .order_by(mine.plate, mine.id, other.plate, other.id)
    )
    if vehicles is not None:
        statement = statement.where(mine.id.in_(vehicles))
    return [SharedDocument(vehicle, twin, name or "") for vehicle, twin, name in session.execute(statement)]


def owner_links(session: Session, vehicles: Sequence[UUID] | None = None) -> "defaultdict[UUID, list[OwnerLink]]":
    """The drivers who use each vehicle in activity as its owners, the first one first: of all, or of these.

    Of all, only those whose CPF is not the one on the CRLV, or who are not alone: the others dispute nothing.
    """
    statement = (
        select(DriverVehicle.vehicle_id, Driver.id, Driver.full_name, Driver.cpf)
        .join(Driver, Driver.id == DriverVehicle.driver_id)
        .join(Vehicle, Vehicle.id == DriverVehicle.vehicle_id)
        .where(
            DriverVehicle.title_kind == UseTitleKind.OWNER,
            DriverVehicle.until.is_(None),
            Vehicle.withdrawn_on.is_(None),
        )
        .order_by(DriverVehicle.since, DriverVehicle.id)
    )
    if vehicles is not None:
        statement = statement.where(DriverVehicle.vehicle_id.in_(vehicles))
    else:
        statement = statement.where(DriverVehicle.vehicle_id.in_(_disputed()))
    found: defaultdict[UUID, list[OwnerLink]] = defaultdict(list)
    for vehicle_id, driver_id, name, cpf in session.execute(statement):
        found[vehicle_id].append(OwnerLink(vehicle_id, driver_id, name, cpf))
    return found


def _disputed() -> Select[UUID]:
    differs = case((and_(Vehicle.owner_document != "", Vehicle.owner_document != Driver.cpf), 1), else_=0)
    return (
        select(DriverVehicle.vehicle_id)
        .join(Driver, Driver.id == DriverVehicle.driver_id)
        .join(Vehicle, Vehicle.id == DriverVehicle.vehicle_id)
        .where(DriverVehicle.title_kind == UseTitleKind.OWNER, DriverVehicle.until.is_(None))
        .group_by(DriverVehicle.vehicle_id)
        .having(or_(func.count() > 1, func.max(differs) == 1))
    )
