"""The office: its profile, its own dated values of the law's parameters, its calendar."""

from datetime import date
from uuid import UUID

from sqlalchemy.orm import Mapped, mapped_column

from stipdesk.domain.calendar import HolidayKind
from stipdesk.models.base import Base, Journaled

# The only id a program does not make up: by it both databases refuse a second office.
OFFICE_ID = UUID("018bcfe5-6800-7000-8000-000000000001")


class Office(Journaled, Base):
    """One row, with `OFFICE_ID`. `verification_url` is the address the QR codes carry before the `#`."""

    __tablename__ = "office"

    municipality: Mapped[str]
    unit_name: Mapped[str]
    management_unit_name: Mapped[str]
    enforcement_unit_name: Mapped[str]
    address: Mapped[str]
    ouvidoria_contact: Mapped[str]
    ciretran_contact: Mapped[str]
    coordinator_name: Mapped[str]
    coordinator_title: Mapped[str]
    station: Mapped[int]
    station_name: Mapped[str]
    verification_url: Mapped[str]
    logo: Mapped[bytes | None]


class ParameterValue(Journaled, Base):
    """The office's own value of a parameter from a date on, with the act that set it; `value` is JSON."""

    __tablename__ = "parameter_value"

    code: Mapped[str]
    value: Mapped[str]
    valid_from: Mapped[date]
    legal_basis: Mapped[str]


class OfficeHoliday(Journaled, Base):
    """A day added to or taken out of the calendar by a municipal act (`working` true takes it out)."""

    __tablename__ = "office_holiday"

    day: Mapped[date]
    name: Mapped[str]
    kind: Mapped[HolidayKind]
    working: Mapped[bool]
    extends_term: Mapped[bool | None]


class PublishedKey(Journaled, Base):
    """The public half of a signing key, for every desk to verify with; the private half is never in a database."""

    __tablename__ = "published_key"

    kid: Mapped[str] = mapped_column(unique=True)
    x: Mapped[str]
    y: Mapped[str]
    valid_from: Mapped[date]
    valid_to: Mapped[date]
