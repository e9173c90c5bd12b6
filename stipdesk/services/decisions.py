"""Taking or returning what somebody else proposed: the one door for every decision that needs two people."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from uuid import UUID

from stipdesk.domain.decisions import DecisionKind
from stipdesk.domain.permissions import Act
from stipdesk.models import Proposal
from stipdesk.services import applications, fees, measure_decisions, proposals
from stipdesk.services.access import Desk
from stipdesk.services.proposals import ProposalLine
from stipdesk.store.queries import proposals as queries
from stipdesk.store.unit_of_work import UnitOfWork

# What carries an approved proposal out, in the unit of work of the decision; the answer is the paper it made, if any.
CarryOut = Callable[[Desk, UnitOfWork, Proposal], UUID | None]

_DECISIONS: Mapping[DecisionKind, tuple[Act, CarryOut]] = {
    DecisionKind.REFUSE_APPLICATION: (Act.REFUSE_APPLICATION, applications.carry_out_refusal),
    DecisionKind.WAIVE_FEE: (Act.WAIVE_FEE, fees.carry_out_waiver),
    DecisionKind.IMPOSE_MEASURE: (Act.DECIDE_MEASURE, measure_decisions.carry_out_imposition),
    DecisionKind.GRANT_REVERSAL: (Act.DECIDE_MEASURE, measure_decisions.carry_out_reversal),
    DecisionKind.DENY_REVERSAL: (Act.DECIDE_MEASURE, measure_decisions.carry_out_denial),
    DecisionKind.LIFT_MEASURE: (Act.DECIDE_MEASURE, measure_decisions.carry_out_end),
}


@dataclass(frozen=True, slots=True)
class Decided:
    """`document_id` is the paper the decision made, when it made one."""

    proposal_id: UUID
    approved: bool
    document_id: UUID | None


def act_of(kind: DecisionKind) -> Act:
    """The permission needed to decide this kind of proposal."""
    return _DECISIONS[kind][0]


def pending(desk: Desk) -> tuple[ProposalLine, ...]:
    """What waits for a second person, oldest first."""
    with desk.reading() as session:
        return proposals.lines(desk, session, queries.pending(session))


def decide(desk: Desk, proposal_id: UUID, *, approve: bool, note: str = "") -> Decided:
    """Take a proposal or return it with a note; taken, its effect happens in the same transaction.

    Raises `NotAllowed` for whoever proposed it, `Refused` when it was decided meanwhile or what it asks is no longer
    possible, `FieldErrors` for one returned without saying why.
    """
    with desk.reading() as session:
        kind = queries.kind_of(session, proposal_id)
    act, carry_out = _DECISIONS[kind]
    with desk.act(act, note) as work:
        proposal = work.get(Proposal, proposal_id)
        proposals.close(desk, work, proposal, approve=approve, note=note)
        document_id = carry_out(desk, work, proposal) if approve else None
        return Decided(proposal_id, approve, document_id)
