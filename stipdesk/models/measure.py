"""Suspensions, cassation and revocation; the decisions that wait for a second person; what operators were told."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import Index, text
from sqlalchemy.orm import Mapped

from stipdesk.domain.decisions import DecisionKind
from stipdesk.domain.measures import MeasureEnding, MeasureKind
from stipdesk.models.base import Base, Journaled, Numbered, numbered_once, reference

_PENDING = text("decided_at IS NULL")


class MeasureRow(Journaled, Numbered, Base):
    """One measure against a holder, as `domain.measures.Measure` names its dates.

    `conditions` are the codes of the requirements lost (art. 38). `process_id` is the suspension that a precautionary
    one accompanies, or that a revocation follows. `reversal_deadline` and `defense_deadline` are stored reckonings.
    """

    __tablename__ = "measure"
    __table_args__ = (numbered_once("measure"), Index("ix_measure_order", "opened_on", "id"))

    kind: Mapped[MeasureKind]
    operator_id: Mapped[UUID | None] = reference("operator.id")
    driver_id: Mapped[UUID | None] = reference("driver.id")
    process_id: Mapped[UUID | None] = reference("measure.id")
    reason: Mapped[str]
    conditions: Mapped[list[str]]
    origin: Mapped[str]
    opened_on: Mapped[date]
    opened_by: Mapped[UUID] = reference("app_user.id", index=False)
    notified_on: Mapped[date | None]
    defense_due_on: Mapped[date | None]
    defense_deadline: Mapped[dict[str, object] | None]
    defense_received_on: Mapped[date | None]
    defense_text: Mapped[str]
    imposed_on: Mapped[date | None]
    effective_from: Mapped[date | None]
    effective_until: Mapped[date | None]
    final_on: Mapped[date | None]
    served_on: Mapped[date | None]
    reversal_due_on: Mapped[date | None]
    reversal_deadline: Mapped[dict[str, object] | None]
    reversal_requested_on: Mapped[date | None]
    reversal_proof: Mapped[str]
    reversal_decided_on: Mapped[date | None]
    reversal_granted: Mapped[bool | None]
    reversal_reason: Mapped[str]
    ended_on: Mapped[date | None]
    ending: Mapped[MeasureEnding | None]
    end_reason: Mapped[str]


class Communication(Journaled, Base):
    """That an operator was told of a measure (arts. 33 p.ú., 34 §2): the paper, how it went, when it was received."""

    __tablename__ = "communication"

    measure_id: Mapped[UUID] = reference("measure.id")
    operator_id: Mapped[UUID] = reference("operator.id")
    document_id: Mapped[UUID | None] = reference("issued_document.id", index=False)
    prepared_on: Mapped[date]
    sent_on: Mapped[date | None]
    means: Mapped[str]
    received_on: Mapped[date | None]


class Proposal(Journaled, Base):
    """A decision that one person proposes and another takes. `content` is the command, as its service reads it back.

    `payment_id` is what an approved waiver recorded in place of a payment.
    """

    __tablename__ = "proposal"
    __table_args__ = (
        Index("ix_proposal_pending", "proposed_at", "id", sqlite_where=_PENDING, postgresql_where=_PENDING),
    )

    kind: Mapped[DecisionKind]
    operator_id: Mapped[UUID | None] = reference("operator.id")
    driver_id: Mapped[UUID | None] = reference("driver.id")
    application_id: Mapped[UUID | None] = reference("application.id")
    measure_id: Mapped[UUID | None] = reference("measure.id")
    payment_id: Mapped[UUID | None] = reference("fee_payment.id", index=False)
    content: Mapped[dict[str, object]]
    reason: Mapped[str]
    proposed_at: Mapped[datetime]
    proposed_by: Mapped[UUID] = reference("app_user.id", index=False)
    decided_at: Mapped[datetime | None]
    decided_by: Mapped[UUID | None] = reference("app_user.id", index=False)
    approved: Mapped[bool | None]
    note: Mapped[str]
