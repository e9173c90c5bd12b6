"""Inspections, their failures with photographs, and the windshield seals."""

from datetime import date
from uuid import UUID

from sqlalchemy import Index
from sqlalchemy.orm import Mapped, mapped_column

from stipdesk.domain.registers import SealRecovery
from stipdesk.models.base import Base, Journaled, Numbered, numbered_once, reference


class Inspection(Journaled, Numbered, Base):
    """A fact: it is never edited; a retest of the items that failed is another inspection, which names the first.

    `follows_id` is that inspection's id (no key: SQLite would have to build the table again, guards and all).
    """

    __tablename__ = "inspection"
    __table_args__ = (numbered_once("inspection"), Index("ix_inspection_vehicle_day", "vehicle_id", "inspected_on"))

    vehicle_id: Mapped[UUID] = reference("vehicle.id", index=False)
    inspected_on: Mapped[date]
    approved: Mapped[bool]
    valid_until: Mapped[date | None]
    institution: Mapped[str]
    inspector_id: Mapped[UUID] = reference("app_user.id", index=False)
    inspector_name: Mapped[str]
    inspector_registration: Mapped[str]
    remarks: Mapped[str]
    follows_id: Mapped[UUID | None]


class InspectionFailure(Journaled, Base):
    """An item of the checklist that failed; the items without a row were in order."""

    __tablename__ = "inspection_failure"

    inspection_id: Mapped[UUID] = reference("inspection.id")
    item: Mapped[str]
    note: Mapped[str]
    photo_sha256: Mapped[str | None]


class Seal(Journaled, Numbered, Base):
    """Art. 18 §3. `qr_text` is the signed address as printed; a voided number is kept with its reason.

    `recovery` says what became of the sticker when another plate or vehicle took its place.
    """

    __tablename__ = "seal"
    __table_args__ = (numbered_once("seal"), Index("ix_seal_vehicle_valid", "vehicle_id", "valid_until"))

    vehicle_id: Mapped[UUID] = reference("vehicle.id", index=False)
    inspection_id: Mapped[UUID] = reference("inspection.id")
    plate: Mapped[str]
    inspected_on: Mapped[date]
    valid_until: Mapped[date]
    qr_text: Mapped[str]
    check_code: Mapped[str]
    document_id: Mapped[UUID | None] = reference("issued_document.id", index=False)
    voided_on: Mapped[date | None]
    void_reason: Mapped[str | None]
    recovery: Mapped[SealRecovery | None]


class Attachment(Base):
    """Bytes kept by their SHA-256, in chunks; a fact that cannot change, so it needs no journal."""

    __tablename__ = "attachment"

    sha256: Mapped[str] = mapped_column(primary_key=True)
    chunk: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    media_type: Mapped[str]
    content: Mapped[bytes]
