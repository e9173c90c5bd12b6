"""The requerimento and what comes with it: requisitions, files brought, exemptions by court order."""

from datetime import date
from uuid import UUID

from sqlalchemy import Index, text
from sqlalchemy.orm import Mapped

from stipdesk.domain.applications import ApplicationChannel, ApplicationDecision, ApplicationKind
from stipdesk.models.base import Base, Journaled, Numbered, numbered_once, reference

_OPEN = text("decision IS NULL")


class Application(Journaled, Numbered, Base):
    """A request with its protocol number. The holder is the operator or driver; `vehicle_id` the one it is about.

    `renews_id` is the CAA a renewal asks about, `authorization_id` the one it was granted, `provisional_id` the one of
    art. 16 §1 that came before it. `filing_deadline` and `completeness_deadline` are the stored reckonings
    of arts. 11 and 16, `conditional_deadline` that of art. 19 §1 (`domain.calendar.Deadline.as_data`).
    """

    __tablename__ = "application"
    __table_args__ = (
        numbered_once("application"),
        Index("ix_application_order", "filed_on", "id"),
        Index("ix_application_open", "filed_on", "id", sqlite_where=_OPEN, postgresql_where=_OPEN),
    )

    kind: Mapped[ApplicationKind]
    channel: Mapped[ApplicationChannel]
    operator_id: Mapped[UUID | None] = reference("operator.id")
    driver_id: Mapped[UUID | None] = reference("driver.id")
    vehicle_id: Mapped[UUID | None] = reference("vehicle.id")
    sponsor_id: Mapped[UUID | None] = reference("operator.id", index=False)
    filed_on: Mapped[date]
    filed_by: Mapped[str]
    notes: Mapped[str]
    renews_id: Mapped[UUID | None] = reference("authorization.id", index=False)
    authorization_id: Mapped[UUID | None] = reference("authorization.id")
    provisional_id: Mapped[UUID | None] = reference("authorization.id", index=False)
    replaced_vehicle_id: Mapped[UUID | None] = reference("vehicle.id", index=False)
    new_plate: Mapped[str]
    filing_deadline: Mapped[dict[str, object] | None]
    completed_on: Mapped[date | None]
    completeness_deadline: Mapped[dict[str, object] | None]
    conditional_until: Mapped[date | None]
    conditional_deadline: Mapped[dict[str, object] | None]
    decision: Mapped[ApplicationDecision | None]
    decided_on: Mapped[date | None]
    decided_by: Mapped[UUID | None] = reference("app_user.id", index=False)
    decision_reason: Mapped[str]
    refused_requirements: Mapped[list[str]]


class Requisition(Journaled, Base):
    """An exigência: what was asked of the citizen, when, and the day it was answered; `ordinal` counts from 1."""

    __tablename__ = "requisition"

    application_id: Mapped[UUID] = reference("application.id")
    ordinal: Mapped[int]
    requirements: Mapped[list[str]]
    text: Mapped[str]
    issued_on: Mapped[date]
    answered_on: Mapped[date | None]


class AttachedFile(Journaled, Base):
    """A file brought for a check, an application or a measure; its bytes are in `attachment`, by SHA-256."""

    __tablename__ = "attached_file"

    check_id: Mapped[UUID | None] = reference("requirement_check.id")
    application_id: Mapped[UUID | None] = reference("application.id")
    measure_id: Mapped[UUID | None] = reference("measure.id")
    name: Mapped[str]
    media_type: Mapped[str]
    size: Mapped[int]
    sha256: Mapped[str]
    attached_on: Mapped[date]
    attached_by: Mapped[UUID] = reference("app_user.id", index=False)


class RequirementExemption(Journaled, Base):
    """A requirement a court took away from one person, vehicle or company, from a date and perhaps until another."""

    __tablename__ = "requirement_exemption"

    operator_id: Mapped[UUID | None] = reference("operator.id")
    driver_id: Mapped[UUID | None] = reference("driver.id")
    vehicle_id: Mapped[UUID | None] = reference("vehicle.id")
    requirement: Mapped[str]
    court_order: Mapped[str]
    valid_from: Mapped[date]
    valid_until: Mapped[date | None]
    ended_on: Mapped[date | None]
    end_reason: Mapped[str | None]


class PlateChange(Journaled, Base):
    """The plate a vehicle had until a day, with the reason of the change and what became of its seal."""

    __tablename__ = "plate_change"
    __table_args__ = (Index("ix_plate_change_old", "old_plate_key"),)

    vehicle_id: Mapped[UUID] = reference("vehicle.id")
    application_id: Mapped[UUID | None] = reference("application.id", index=False)
    old_plate: Mapped[str]
    old_plate_key: Mapped[str]
    new_plate: Mapped[str]
    changed_on: Mapped[date]
    reason: Mapped[str]
