"""What is done to people: suspensions, cassation, revocation, and their ends, by two persons each (arts. 33-41, 60)."""

from collections.abc import Callable
from datetime import date, timedelta
from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from stipdesk.domain.measures import MeasureEnding, MeasureKind
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import measures
from stipdesk.services.measures import OpenSuspension, ProposeEnd, ProposeImposition, ProposeMeasure, Terms
from tests.life.asking import some
from tests.life.town import Holder, LifeDesk, Trial
from tests.naive_law import Process, Sanction

REASON = "Conforme os autos."
soon = st.sampled_from([0, 0, 1, 7])
LOST = {SubjectKind.DRIVER: "driver.paid_activity", SubjectKind.OPERATOR: "operator.municipal_registration"}


class Suffering(LifeDesk):
    @rule(
        act=st.sampled_from(["suspend", "cassate", "revoke", "process", "process", "end", "end"]),
        which=some,
        days=soon,
        number=some,
    )
    def punish(self, act: str, which: int, days: int, number: int) -> None:
        acts: dict[str, Callable[[], None]] = {
            "suspend": lambda: self.suspend(which, start=days, days=(1, 30, 60, 61)[number % 4]),
            "cassate": lambda: self.cassate(which, days_ago=days),
            "revoke": lambda: self.revoke_at_discretion(which, start=days),
            "process": lambda: self.open_process(which),
            "end": lambda: self.end_sanction(which, by_court=number % 3 > 0),
        }
        acts[act]()

    @precondition(lambda self: self.trials)
    @rule(
        act=st.sampled_from(["hear", "meanwhile", "impose", "serve", "ask", "decide", "revoke", "dismiss", "end"]),
        which=some,
        days=soon,
        yes=st.booleans(),
    )
    def judge(self, act: str, which: int, days: int, yes: bool) -> None:
        acts: dict[str, Callable[[], None]] = {
            "hear": lambda: self.hear(which, defended=yes),
            "meanwhile": lambda: self.suspend_meanwhile(which),
            "impose": lambda: self.suspend_for_lost_conditions(which, start=days),
            "serve": lambda: self.serve(which),
            "ask": lambda: self.ask_reversal(which),
            "decide": lambda: self.decide_reversal(which, grant=yes),
            "revoke": lambda: self.revoke(which, start=days),
            "dismiss": lambda: self.dismiss(which),
            "end": lambda: self.end_suspension(which, by_court=yes),
        }
        acts[act]()

    def _impose(self, holder: Holder, command: ProposeMeasure, sanction: Sanction, *, allowed: bool) -> UUID | None:
        """Propose it and have another person take it; None when the law does not allow it."""
        opened = self.attempt(lambda: measures.propose_measure(self.desk, command), allowed=allowed)
        if opened is None:
            return None
        assert opened.proposal_id is not None
        self.decide(opened.proposal_id, approve=True)
        holder.law.sanctions.append(sanction)
        self.sanctions.append((opened.measure_id, sanction))
        return opened.measure_id

    def suspend(self, which: int, *, start: int, days: int) -> None:
        holder = self.holder(which)
        first = self.today + timedelta(days=start)
        last = first + timedelta(days=days - 1)
        terms = Terms(first, last, imposed_on=self.today, final_on=self.today)
        command = ProposeMeasure(MeasureKind.PUNITIVE_SUSPENSION, holder.kind, holder.id, REASON, terms)
        allowed = holder.law.gone is None and days <= 60
        self._impose(holder, command, Sanction("punitive", first, last), allowed=allowed)

    def cassate(self, which: int, *, days_ago: int) -> None:
        holder = self.holder(which)
        final = self.today - timedelta(days=days_ago)
        terms = Terms(imposed_on=final - timedelta(days=20), final_on=final)
        command = ProposeMeasure(MeasureKind.CASSATION, holder.kind, holder.id, REASON, terms)
        self._impose(holder, command, Sanction("cassation", final), allowed=True)

    def revoke_at_discretion(self, which: int, *, start: int) -> None:
        holder = self.holder(which)
        first = self.today + timedelta(days=start)
        command = ProposeMeasure(MeasureKind.DISCRETIONARY_REVOCATION, holder.kind, holder.id, REASON, Terms(first))
        self._impose(holder, command, Sanction("discretionary", first), allowed=True)

    def open_process(self, which: int) -> None:
        holder = self.holder(which)
        command = OpenSuspension(holder.kind, holder.id, REASON, (LOST[holder.kind],))
        going_on = any(
            trial.holder.law.sanctions is holder.law.sanctions and not trial.law.over(self.today)
            for trial in self.trials
        )
        allowed = holder.law.gone is None and not going_on
        opened = self.attempt(lambda: measures.open_suspension(self.desk, command), allowed=allowed)
        if opened is not None:
            self.trials.append(Trial(holder, opened.measure_id, Process()))

    def trial(self, which: int) -> Trial:
        return self.trials[-1 - which % len(self.trials)]

    def suspend_meanwhile(self, which: int) -> None:
        trial = self.trial(which)
        holder = trial.holder
        command = ProposeMeasure(
            MeasureKind.PRECAUTIONARY_SUSPENSION, holder.kind, holder.id, REASON, process_id=trial.id
        )
        sanction = Sanction("precautionary", self.today)
        allowed = holder.law.gone is None and trial.law.undecided()
        if self._impose(holder, command, sanction, allowed=allowed) is not None:
            trial.law.precautionary.append(sanction)

    def hear(self, which: int, *, defended: bool) -> None:
        trial = self.trial(which)
        law = trial.law
        if self.attempt(
            lambda: measures.record_notice(self.desk, trial.id, self.today),
            allowed=law.undecided() and law.notified is None,
        ):
            law.notified = self.today
        if defended and self.succeeds(
            lambda: measures.record_defense(self.desk, trial.id, self.today, "Já corrigi."), allowed=law.undecided()
        ):
            law.defended = True

    def suspend_for_lost_conditions(self, which: int, *, start: int) -> None:
        trial = self.trial(which)
        first = self.today + timedelta(days=start)
        command = ProposeImposition(trial.id, REASON, Terms(first))
        allowed = trial.law.may_be_decided(self.today)
        proposal = self.attempt(lambda: measures.propose_imposition(self.desk, command), allowed=allowed)
        if proposal is None:
            return
        self.decide(proposal, approve=True)
        trial.law.suspension = Sanction("conditions", first)
        trial.holder.law.sanctions.append(trial.law.suspension)
        self._conclude(trial, first)

    def _conclude(self, trial: Trial, day: date) -> None:
        for each in trial.law.precautionary:
            each.over = each.over or day

    def serve(self, which: int) -> None:
        trial = self.trial(which)
        allowed = trial.law.may_be_served(self.today)
        due = self.attempt(lambda: measures.record_service(self.desk, trial.id, self.today), allowed=allowed)
        if due is not None:
            trial.law.served = self.today
            assert due == trial.law.reversal_due()

    def ask_reversal(self, which: int) -> None:
        trial = self.trial(which)
        allowed = trial.law.may_ask_reversal(self.today)
        if self.succeeds(
            lambda: measures.request_reversal(self.desk, trial.id, self.today, "CNH com EAR."), allowed=allowed
        ):
            trial.law.asked = self.today

    def decide_reversal(self, which: int, *, grant: bool) -> None:
        trial = self.trial(which)
        driver = trial.holder
        cured = driver.kind is SubjectKind.OPERATOR or driver.paid_activity or driver.exempted is not None
        allowed = trial.law.may_decide_reversal(self.today) and (cured or not grant)
        proposal = self.attempt(
            lambda: measures.propose_reversal(self.desk, trial.id, grant=grant, reason=REASON), allowed=allowed
        )
        if proposal is None:
            return
        self.decide(proposal, approve=True)
        suspension = trial.law.suspension
        assert suspension is not None
        if grant:
            suspension.over = self.today
        trial.law.denied = not grant

    def revoke(self, which: int, *, start: int) -> None:
        trial = self.trial(which)
        first = self.today + timedelta(days=start)
        command = ProposeImposition(trial.id, REASON, Terms(first))
        allowed = trial.law.may_be_revoked(self.today)
        opened = self.attempt(lambda: measures.propose_revocation(self.desk, command), allowed=allowed)
        if opened is None or trial.law.suspension is None:
            return
        assert opened.proposal_id is not None
        self.decide(opened.proposal_id, approve=True)
        trial.law.revocation, trial.revocation_id = Sanction("revocation", first), opened.measure_id
        trial.law.suspension.over = first
        trial.holder.law.sanctions.append(trial.law.revocation)
        self.sanctions.append((opened.measure_id, trial.law.revocation))

    @rule(which=some, steps=st.integers(2, 6), granted=st.booleans(), patient=st.booleans())
    def carry_on(self, which: int, steps: int, granted: bool, patient: bool) -> None:
        if all(trial.law.over(self.today) for trial in self.trials):
            self.open_process(which)
        for _ in range(steps if self.trials else 0):
            self._next_step(which, granted=granted, patient=patient)

    def _next_step(self, which: int, *, granted: bool, patient: bool) -> None:
        """The next step in the natural order of a process, waiting for a term to run where one must."""
        law = self.trial(which).law
        if law.undecided():
            if patient and not law.precautionary:
                self.suspend_meanwhile(which)
            self.hear(which, defended=True)
            self.suspend_for_lost_conditions(which, start=0)
        elif law.served is None:
            self.serve(which)
        elif law.may_decide_reversal(self.today):
            self.decide_reversal(which, grant=granted)
        elif law.may_be_revoked(self.today):
            self.revoke(which, start=0)
        elif patient and law.asked is None:
            due = law.reversal_due()
            assert due is not None
            self.move_to(self.clock.moment + (due - self.today) + timedelta(days=not granted))
            self.ask_reversal(which)
        else:
            self.ask_reversal(which)

    def dismiss(self, which: int) -> None:
        trial = self.trial(which)
        command = ProposeEnd(trial.id, MeasureEnding.DISMISSED, REASON)
        allowed = trial.law.undecided()
        proposal = self.attempt(lambda: measures.propose_end(self.desk, command), allowed=allowed)
        if proposal is not None:
            self.decide(proposal, approve=True)
            trial.law.dismissed = True
            self._conclude(trial, self.today)

    def end_suspension(self, which: int, *, by_court: bool) -> None:
        trial = self.trial(which)
        suspension, revocation = trial.law.suspension, trial.law.revocation
        going_on = suspension is not None and (suspension.over is None or self.today < suspension.over)
        followed = revocation is not None and revocation.over is None
        allowed = going_on and (by_court or not followed)
        if self._end(trial.id, by_court=by_court, allowed=allowed):
            assert suspension is not None
            suspension.over = self.today
            self._conclude(trial, self.today)

    def end_sanction(self, which: int, *, by_court: bool) -> None:
        """The office may lift a suspension, or what has not begun; a court may annul anything."""
        if not self.sanctions:
            return
        measure_id, sanction = self.sanctions[-1 - which % len(self.sanctions)]
        ended = sanction.over is not None and self.today >= sanction.over
        served = sanction.last is not None and self.today > sanction.last
        by_office = not served and (not sanction.extinguishes or self.today < sanction.first)
        if served and sanction.kind != "punitive":
            return
        scheduled = self.today < sanction.first
        if not self._end(measure_id, by_court=by_court, allowed=not ended and (by_court or by_office)):
            return
        sanction.over = self.today
        for trial in self.trials:
            if trial.revocation_id == measure_id:
                self._undo_revocation(trial, before_it_began=scheduled)

    def _undo_revocation(self, trial: Trial, *, before_it_began: bool) -> None:
        """Undone before its first day it leaves the suspension as it was."""
        suspension, revocation = trial.law.suspension, trial.law.revocation
        assert suspension is not None
        assert revocation is not None
        if before_it_began and suspension.over == revocation.first:
            suspension.over = None
            trial.law.revocation = None

    def _end(self, measure_id: UUID, *, by_court: bool, allowed: bool) -> bool:
        ending = MeasureEnding.ANNULLED if by_court else MeasureEnding.LIFTED
        command = ProposeEnd(measure_id, ending, REASON)
        proposal = self.attempt(lambda: measures.propose_end(self.desk, command), allowed=allowed)
        return proposal is not None and self.decide(proposal, approve=True)
