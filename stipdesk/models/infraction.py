"""The auto de infração. The case that follows it hangs on this row."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import Index
from sqlalchemy.orm import Mapped

from stipdesk.domain.registers import Addressee
from stipdesk.models.base import Base, Journaled, Numbered, numbered_once, reference


class InfractionNotice(Journaled, Numbered, Base):
    """Art. 37. `driver_id` is who drove, unknown under §3; `addressee_driver_id` is whom it is addressed to (§4).

    `place`, `plate`, `vehicle_text` and the agent's name are as written that day. `defense_deadline` is the stored
    reckoning (`domain.calendar.Deadline.as_data`), absent while the knowledge date (`served_on`) is not known.
    """

    __tablename__ = "infraction_notice"
    __table_args__ = (
        numbered_once("infraction_notice"),
        Index("ix_infraction_notice_order", "occurred_at", "id"),
    )

    addressee: Mapped[Addressee]
    operator_id: Mapped[UUID | None] = reference("operator.id")
    driver_id: Mapped[UUID | None] = reference("driver.id")
    addressee_driver_id: Mapped[UUID | None] = reference("driver.id")
    vehicle_id: Mapped[UUID | None] = reference("vehicle.id")
    conduct: Mapped[str]
    occurred_at: Mapped[datetime]
    place: Mapped[str]
    plate: Mapped[str]
    vehicle_text: Mapped[str]
    facts: Mapped[str]
    unidentified_reason: Mapped[str]
    twin_reason: Mapped[str]
    agent_id: Mapped[UUID] = reference("app_user.id", index=False)
    agent_name: Mapped[str]
    agent_registration: Mapped[str]
    served_on: Mapped[date | None]
    signature_refused: Mapped[bool]
    defense_due_on: Mapped[date | None]
    defense_deadline: Mapped[dict[str, object] | None]
    document_id: Mapped[UUID | None] = reference("issued_document.id", index=False)
    cancelled_on: Mapped[date | None]
    cancel_reason: Mapped[str | None]
