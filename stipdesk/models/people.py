"""Operators and drivers, with what is dated about them: addresses, certificates, links."""

from datetime import date
from uuid import UUID

from sqlalchemy import Index, text
from sqlalchemy.orm import Mapped, mapped_column

from stipdesk.domain.registers import Establishment
from stipdesk.models.base import Base, Journaled, RegisterRow, reference
from stipdesk.models.types import SortKey

_ACTIVE = text("withdrawn_on IS NULL")


class AddressColumns:
    """The seven parts of `domain.registers.Address`."""

    street: Mapped[str]
    number: Mapped[str]
    complement: Mapped[str]
    district: Mapped[str]
    city: Mapped[str]
    state: Mapped[str]
    postal_code: Mapped[str]


class Operator(RegisterRow):
    __tablename__ = "operator"
    __table_args__ = (
        Index("uq_operator_cnpj_active", "cnpj", unique=True, sqlite_where=_ACTIVE, postgresql_where=_ACTIVE),
        Index("ix_operator_order", "sort_key", "id"),
    )

    cnpj: Mapped[str]
    legal_name: Mapped[str]
    trade_name: Mapped[str]
    app_name: Mapped[str]
    establishment: Mapped[Establishment]
    commercial_registry: Mapped[str]
    municipal_registration: Mapped[str]
    corporate_email: Mapped[str]
    phone: Mapped[str]
    representative_name: Mapped[str]
    representative_cpf: Mapped[str]
    notes: Mapped[str]
    sort_key: Mapped[str] = mapped_column(SortKey)


class Driver(RegisterRow):
    __tablename__ = "driver"
    __table_args__ = (
        Index("uq_driver_cpf_active", "cpf", unique=True, sqlite_where=_ACTIVE, postgresql_where=_ACTIVE),
        Index("ix_driver_order", "sort_key", "id"),
        # The list as it opens: without it every page would look at each record to leave out the withdrawn ones.
        Index("ix_driver_active_order", "sort_key", "id", sqlite_where=_ACTIVE, postgresql_where=_ACTIVE),
        Index("ix_driver_license_number", "license_number"),
        Index("ix_driver_nit", "nit"),
        Index("ix_driver_birth_date", "birth_date"),
    )

    cpf: Mapped[str]
    full_name: Mapped[str]
    birth_date: Mapped[date | None]
    birth_state: Mapped[str]
    license_number: Mapped[str]
    license_category: Mapped[str]
    has_paid_activity_endorsement: Mapped[bool]
    license_valid_until: Mapped[date | None]
    nit: Mapped[str]
    email: Mapped[str]
    email_consent_on: Mapped[date | None]
    phone: Mapped[str]
    notes: Mapped[str]
    sort_key: Mapped[str] = mapped_column(SortKey)


class PostalAddress(Journaled, AddressColumns, Base):
    """Where to write to an operator or a driver since a date; the newest is the one in force (arts. 45 p.ú., 51 §1)."""

    __tablename__ = "postal_address"

    operator_id: Mapped[UUID | None] = reference("operator.id")
    driver_id: Mapped[UUID | None] = reference("driver.id")
    since: Mapped[date]


class DriverOperator(Journaled, Base):
    """A driver serving an operator; one may serve several (arts. 3 V, 20 VII)."""

    __tablename__ = "driver_operator"

    driver_id: Mapped[UUID] = reference("driver.id")
    operator_id: Mapped[UUID] = reference("operator.id")
    since: Mapped[date]
    until: Mapped[date | None]


class RequirementCheck(Journaled, Base):
    """Somebody looked at the paper that proves a requirement: the newest one of each code counts."""

    __tablename__ = "requirement_check"

    operator_id: Mapped[UUID | None] = reference("operator.id")
    driver_id: Mapped[UUID | None] = reference("driver.id")
    vehicle_id: Mapped[UUID | None] = reference("vehicle.id")
    requirement: Mapped[str]
    accepted: Mapped[bool]
    not_applicable: Mapped[bool]
    issued_on: Mapped[date | None]
    valid_until: Mapped[date | None]
    document_reference: Mapped[str]
    note: Mapped[str]
    checked_on: Mapped[date]
    checked_by: Mapped[UUID] = reference("app_user.id", index=False)
