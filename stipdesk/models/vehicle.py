"""Vehicles and what is dated about them: who drives them and by what title, the policy."""

from datetime import date
from uuid import UUID

from sqlalchemy import BigInteger, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from stipdesk.domain.registers import Fuel, UseTitleKind
from stipdesk.models.base import Base, Journaled, RegisterRow, reference
from stipdesk.models.types import SortKey

_ACTIVE = text("withdrawn_on IS NULL")


class Vehicle(RegisterRow):
    """`plate_key` is the Mercosul form, the same for the old and the new plate of one car.

    `registrant_id` is the driver responsible for the registration, whom art. 37 §4 addresses.
    """

    __tablename__ = "vehicle"
    __table_args__ = (
        Index("uq_vehicle_plate_active", "plate_key", unique=True, sqlite_where=_ACTIVE, postgresql_where=_ACTIVE),
        Index("ix_vehicle_order", "plate", "id"),
        Index("ix_vehicle_active_order", "plate", "id", sqlite_where=_ACTIVE, postgresql_where=_ACTIVE),
        Index("ix_vehicle_renavam", "renavam"),
        Index("ix_vehicle_chassis", "chassis"),
    )

    plate: Mapped[str] = mapped_column(SortKey)
    plate_key: Mapped[str]
    renavam: Mapped[str]
    chassis: Mapped[str]
    chassis_restamped: Mapped[bool]
    make: Mapped[str]
    model: Mapped[str]
    color: Mapped[str]
    manufacture_year: Mapped[int]
    model_year: Mapped[int]
    fuel: Mapped[Fuel]
    is_hybrid: Mapped[bool]
    doors: Mapped[int]
    seats: Mapped[int]
    has_air_conditioning: Mapped[bool]
    is_adapted: Mapped[bool]
    categories: Mapped[list[str]]
    registration_year: Mapped[int | None]
    owner_name: Mapped[str]
    owner_document: Mapped[str]
    registrant_id: Mapped[UUID | None] = reference("driver.id")
    notes: Mapped[str]


class DriverVehicle(Journaled, Base):
    """A driver using a vehicle, by the title of arts. 15 III, 15 §1 and 19 §2, for as long as it lasts."""

    __tablename__ = "driver_vehicle"

    driver_id: Mapped[UUID] = reference("driver.id")
    vehicle_id: Mapped[UUID] = reference("vehicle.id")
    title_kind: Mapped[UseTitleKind]
    title_reference: Mapped[str]
    title_valid_until: Mapped[date | None]
    since: Mapped[date]
    until: Mapped[date | None]


class PassengerAccidentPolicy(Journaled, Base):
    """Art. 18 III. Amounts per passenger, in centavos."""

    __tablename__ = "passenger_accident_policy"

    vehicle_id: Mapped[UUID] = reference("vehicle.id")
    insurer: Mapped[str]
    policy_number: Mapped[str]
    starts_on: Mapped[date]
    ends_on: Mapped[date]
    seats_covered: Mapped[int]
    death_amount: Mapped[int] = mapped_column(BigInteger)
    disability_amount: Mapped[int] = mapped_column(BigInteger)
    index_name: Mapped[str]
