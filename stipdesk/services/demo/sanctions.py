"""What goes wrong with a few holders of the fictitious office: suspensions, a cassation, a revocation, bounced fees."""

from datetime import date, timedelta
from functools import partial
from uuid import UUID

from stipdesk.domain.calendar import Deadline
from stipdesk.domain.decisions import DecisionKind
from stipdesk.domain.measures import MeasureEnding, MeasureKind
from stipdesk.domain.numbers import NumberKind
from stipdesk.domain.permissions import Act, Role
from stipdesk.models import Communication, FeePayment, MeasureRow, Proposal
from stipdesk.services.demo.story import Holder, Story, columns_of_number

_REASONS = {
    MeasureKind.PUNITIVE_SUSPENSION: "Recusa reiterada de passageiro com deficiência, apurada em processo.",
    MeasureKind.CONDITIONS_SUSPENSION: "Seguro de passageiros sem renovação e não apresentado no prazo.",
    MeasureKind.PRECAUTIONARY_SUSPENSION: "Veículo conduzido sem freio de serviço, com risco aos passageiros.",
    MeasureKind.CASSATION: "Uso do serviço para transporte de mercadoria ilícita, apurado em processo.",
    MeasureKind.REVOCATION: "Reversão da suspensão não pedida no prazo do art. 39.",
}
_MEANS = ("E-mail", "Ofício protocolado")


class Sanctions:
    """Each is proposed by the managing unit and decided by the coordination, as the desk demands."""

    def __init__(self, story: Story) -> None:
        self._story = story

    def choose(self, holder: Holder) -> None:
        """Some time after the first CAA, for one in twelve."""
        fate = self._story.random.random()
        for limit, event in (
            (0.035, self._suspend_by_sanction),
            (0.06, self._suspend_for_conditions),
            (0.07, self._suspend_at_once),
            (0.085, self._cassate),
        ):
            if fate < limit:
                self._story.later(120, 729, partial(event, holder))
                return

    def bounce(self, payment_id: UUID) -> None:
        """The bank takes a payment back."""
        story, reason = self._story, "Estorno bancário"
        deed = story.deed(Act.REVERSE_PAYMENT, Role.MANAGER, reason)
        story.change(
            FeePayment, payment_id, 1, deed, reversed_on=(None, story.day), reversal_reason=(None, reason)
        )  # fmt: skip

    def _suspend_by_sanction(self, holder: Holder) -> None:
        day = self._story.day
        length = self._story.random.choice((15, 30, 60))
        self._impose(
            holder, MeasureKind.PUNITIVE_SUSPENSION, effective_from=day + timedelta(days=1),
            effective_until=day + timedelta(days=length), final_on=day - timedelta(days=5),
            imposed_on=day - timedelta(days=40),
        )  # fmt: skip

    def _suspend_for_conditions(self, holder: Holder) -> None:
        """Cured in time by half of them; of the others some wait for the revocation, some have it."""
        story, day = self._story, self._story.day
        row_id = self._impose(
            holder, MeasureKind.CONDITIONS_SUSPENSION, conditions=["vehicle.insurance"], effective_from=day
        )
        if row_id is None:
            return
        deadline: Deadline = story.rules.deadline("reversal_request", day)
        self._change(row_id, 2, Act.RECORD_MEASURE_STEP, served_on=day, reversal_due_on=deadline.due,
                     reversal_deadline=deadline.as_data())  # fmt: skip
        if story.chance(0.5):
            story.later(5, 25, partial(self._reverse, row_id))
        elif story.chance(0.5):
            story.later(35, 80, partial(self._revoke, holder, row_id))

    def _reverse(self, row_id: UUID) -> None:
        day, proof = self._story.day, "Apólice nova apresentada."
        self._change(row_id, 3, Act.RECORD_MEASURE_STEP, reversal_requested_on=day, reversal_proof=("", proof))
        self._change(
            row_id, 4, Act.DECIDE_MEASURE, reversal_decided_on=day, reversal_granted=True, ended_on=day,
            ending=MeasureEnding.REVERSED,
        )  # fmt: skip

    def _revoke(self, holder: Holder, suspension: UUID) -> None:
        day = self._story.day
        if self._impose(holder, MeasureKind.REVOCATION, process_id=suspension, effective_from=day) is not None:
            self._change(suspension, 3, Act.DECIDE_MEASURE, ended_on=day, ending=MeasureEnding.REVOKED)
            holder.barred = True

    def _suspend_at_once(self, holder: Holder) -> None:
        self._impose(holder, MeasureKind.PRECAUTIONARY_SUSPENSION, effective_from=self._story.day)

    def _cassate(self, holder: Holder) -> None:
        day = self._story.day
        final_on = day - timedelta(days=2)
        imposed_on = day - timedelta(days=50)
        if self._impose(
            holder, MeasureKind.CASSATION, effective_from=final_on, final_on=final_on, imposed_on=imposed_on
        ):
            holder.barred = True

    def _impose(
        self,
        holder: Holder,
        kind: MeasureKind,
        *,
        effective_from: date,
        imposed_on: date | None = None,
        effective_until: date | None = None,
        final_on: date | None = None,
        conditions: list[str] | None = None,
        process_id: UUID | None = None,
    ) -> UUID | None:
        """The row, its proposal, the decision and the word to the operators; nothing for who left or has no CAA."""
        story = self._story
        if holder.gone or holder.barred or not holder.caa:
            return None
        reason = _REASONS[kind]
        opened = story.deed(Act.PROPOSE_MEASURE, Role.MANAGER)
        row_id = story.add(
            MeasureRow, opened, **columns_of_number(story.next_number(NumberKind.MEASURE)), **holder.owns, kind=kind,
            process_id=process_id, reason=reason, conditions=conditions or [], origin="", opened_on=story.day,
            opened_by=opened.user_id, defense_text="", reversal_proof="", reversal_reason="", end_reason="",
        )  # fmt: skip
        dates = {
            "imposed_on": imposed_on or story.day,
            "effective_from": effective_from,
            "effective_until": effective_until,
            "final_on": final_on,
        }
        content = {name: day.isoformat() for name, day in dates.items() if day is not None}
        proposal = story.add(
            Proposal, opened, **holder.owns, kind=DecisionKind.IMPOSE_MEASURE, measure_id=row_id, content=content,
            reason=reason, proposed_at=story.now, proposed_by=opened.user_id, note="",
        )  # fmt: skip
        decided = story.deed(Act.DECIDE_MEASURE, Role.COORDINATOR)
        story.change(
            Proposal, proposal, 1, decided, decided_at=(None, story.now), decided_by=(None, decided.user_id),
            approved=(None, True),
        )  # fmt: skip
        self._change(row_id, 1, Act.DECIDE_MEASURE, **{name: day for name, day in dates.items() if day is not None})
        for operator in holder.operators:
            told = story.chance(0.8)
            story.add(
                Communication, decided, measure_id=row_id, operator_id=operator, prepared_on=story.day,
                sent_on=story.day if told else None, means=story.random.choice(_MEANS) if told else "",
            )  # fmt: skip
        return row_id

    def _change(self, row_id: UUID, version: int, act: Act, /, **after: object) -> None:
        """A value that is a pair is (before, after); the others were empty."""
        role = Role.COORDINATOR if act is Act.DECIDE_MEASURE else Role.MANAGER
        changed = {name: value if isinstance(value, tuple) else (None, value) for name, value in after.items()}
        self._story.change(MeasureRow, row_id, version, self._story.deed(act, role), **changed)
