"""Decisions that need two people: one proposes with reasons, another takes it or returns it; both stay on record.

This module keeps the proposals. What a decision does when it is taken belongs to the service of its subject, and
`services.decisions` brings the two together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from stipdesk.domain.decisions import DecisionKind
from stipdesk.domain.errors import FieldErrors, FieldProblem, NotAllowed, Refused
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.text import tidy
from stipdesk.models import Proposal
from stipdesk.services import registers
from stipdesk.services.access import Desk
from stipdesk.store.engine import Session
from stipdesk.store.queries import office as office_queries
from stipdesk.store.queries import proposals as queries
from stipdesk.store.queries import registers as register_queries
from stipdesk.store.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class ProposalLine:
    """One proposal as screens list it; `about` names the person or company, `approved` None while it waits.

    `mine`: proposed by whoever is at the desk, who therefore cannot decide it.
    """

    proposal_id: UUID
    kind: DecisionKind
    holder_kind: SubjectKind
    holder_id: UUID
    about: str
    application_id: UUID | None
    measure_id: UUID | None
    content: Mapping[str, object]
    reason: str
    proposed_at: datetime
    proposed_by: str
    mine: bool
    decided_at: datetime | None
    decided_by: str
    approved: bool | None
    note: str


def propose(
    desk: Desk,
    work: UnitOfWork,
    kind: DecisionKind,
    holder: tuple[SubjectKind, UUID],
    reason: str,
    *,
    content: Mapping[str, object] | None = None,
    application_id: UUID | None = None,
    measure_id: UUID | None = None,
) -> Proposal:
    """Record a proposal in the unit of work of its act. `content` is plain JSON, read back by whoever carries it out.

    Raises `FieldErrors` without a reason, `Refused` while the same decision is already proposed.
    """
    assert desk.actor is not None
    reason = tidy(reason)
    if not any(character.isalnum() for character in reason):
        raise FieldErrors(FieldProblem("reason", "Falta a motivação.", "Escreva os fatos e as razões."))
    holder_kind, holder_id = holder
    for other in queries.pending_of(work.session, holder_kind, holder_id):
        if (other.kind, other.application_id, other.measure_id) == (kind, application_id, measure_id):
            raise Refused("Esta decisão já foi proposta e aguarda outra pessoa. Decida-a em Pendências.")
    return work.add(
        Proposal(
            kind=kind,
            operator_id=holder_id if holder_kind is SubjectKind.OPERATOR else None,
            driver_id=holder_id if holder_kind is SubjectKind.DRIVER else None,
            application_id=application_id,
            measure_id=measure_id,
            content=dict(content or {}),
            reason=reason,
            proposed_at=work.moment,
            proposed_by=desk.actor.user_id,
            note="",
        )
    )


def close(desk: Desk, work: UnitOfWork, proposal: Proposal, *, approve: bool, note: str) -> None:
    """Mark a proposal as taken or returned by whoever is at the desk.

    Raises `NotAllowed` for whoever proposed it (who may only take it back: returned by the proposer is withdrawn),
    `Refused` when somebody else has already decided, or for one returned without saying why.
    """
    assert desk.actor is not None
    if proposal.decided_at is not None:
        raise Refused("Outra pessoa já decidiu esta proposta. A lista foi atualizada.")
    if approve and proposal.proposed_by == desk.actor.user_id:
        raise NotAllowed("Quem propõe não decide: a decisão cabe a outra pessoa.")
    note = tidy(note)
    if not approve and not any(character.isalnum() for character in note):
        raise FieldErrors(FieldProblem("note", "Escreva por que a proposta foi devolvida."))
    proposal.decided_at, proposal.decided_by = work.moment, desk.actor.user_id
    proposal.approved, proposal.note = approve, note


def holder_of(proposal: Proposal) -> tuple[SubjectKind, UUID]:
    """The operator or driver a proposal is about."""
    if proposal.operator_id is not None:
        return SubjectKind.OPERATOR, proposal.operator_id
    assert proposal.driver_id is not None, "a proposal is about an operator or a driver"
    return SubjectKind.DRIVER, proposal.driver_id


def lines(desk: Desk, session: Session, rows: Sequence[Proposal]) -> tuple[ProposalLine, ...]:
    """These proposals as screens list them, in the given order."""
    people = {each for row in rows for each in (row.proposed_by, row.decided_by) if each is not None}
    names = office_queries.user_names(session, list(people))
    holders = {
        row_id: registers.label_of(row)
        for kind in (SubjectKind.OPERATOR, SubjectKind.DRIVER)
        for row_id, row in register_queries.rows_by_id(
            session, kind, [holder_of(each)[1] for each in rows if holder_of(each)[0] is kind]
        ).items()
    }
    me = desk.actor.user_id if desk.actor is not None else None
    return tuple(
        ProposalLine(
            proposal_id=row.id,
            kind=row.kind,
            holder_kind=holder_of(row)[0],
            holder_id=holder_of(row)[1],
            about=holders[holder_of(row)[1]],
            application_id=row.application_id,
            measure_id=row.measure_id,
            content=row.content,
            reason=row.reason,
            proposed_at=row.proposed_at,
            proposed_by=names[row.proposed_by],
            mine=row.proposed_by == me,
            decided_at=row.decided_at,
            decided_by=names[row.decided_by] if row.decided_by is not None else "",
            approved=row.approved,
            note=row.note,
        )
        for row in rows
    )
