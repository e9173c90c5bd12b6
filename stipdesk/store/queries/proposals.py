"""Proposals of decisions as the services read them."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from stipdesk.domain.decisions import DecisionKind
from stipdesk.domain.registers import SubjectKind
from stipdesk.models import Proposal


def pending(session: Session) -> Sequence[Proposal]:
    """Those nobody has decided yet, oldest first."""
    statement = select(Proposal).where(Proposal.decided_at.is_(None))
    return session.scalars(statement.order_by(Proposal.proposed_at, Proposal.id)).all()


def pending_of(session: Session, kind: SubjectKind, holder_id: UUID) -> Sequence[Proposal]:
    """Those about one holder that nobody has decided yet."""
    owner = Proposal.operator_id if kind is SubjectKind.OPERATOR else Proposal.driver_id
    statement = select(Proposal).where(owner == holder_id, Proposal.decided_at.is_(None))
    return session.scalars(statement.order_by(Proposal.proposed_at, Proposal.id)).all()


def about_process(
    session: Session, *, application_id: UUID | None = None, measure_id: UUID | None = None
) -> Sequence[Proposal]:
    """Every proposal about an application or a measure, newest first."""
    column, wanted = (
        (Proposal.application_id, application_id) if application_id is not None else (Proposal.measure_id, measure_id)
    )
    statement = select(Proposal).where(column == wanted)
    return session.scalars(statement.order_by(Proposal.proposed_at.desc(), Proposal.id)).all()


def measures_waiting(session: Session, measure_ids: Sequence[UUID]) -> set[UUID]:
    """Those of these measures about which a proposal waits for a second person."""
    statement = select(Proposal.measure_id).where(Proposal.measure_id.in_(measure_ids), Proposal.decided_at.is_(None))
    return {measure_id for measure_id in session.scalars(statement) if measure_id is not None}


def kind_of(session: Session, proposal_id: UUID) -> DecisionKind:
    """What is being decided; a screen never names a proposal that does not exist."""
    return session.scalars(select(Proposal.kind).where(Proposal.id == proposal_id)).one()


def applications_waiting(session: Session, application_ids: Sequence[UUID]) -> set[UUID]:
    """Those of these requests whose refusal somebody proposed and nobody decided."""
    statement = select(Proposal.application_id).where(
        Proposal.application_id.in_(application_ids), Proposal.decided_at.is_(None)
    )
    return {found for found in session.scalars(statement) if found is not None}
