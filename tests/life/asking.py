"""What people bring and get at the desk: requests, papers, fees, the CAA (arts. 9-17)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import rule

from stipdesk.domain.applications import ApplicationChannel, ApplicationKind
from stipdesk.domain.registers import SubjectKind
from stipdesk.models import Authorization, Proposal
from stipdesk.services import applications, authorizations, drivers, fees, registers, requirements
from stipdesk.services.applications import FileApplication, IssueRequisition, ProposeRefusal
from stipdesk.services.authorizations import Issued
from stipdesk.services.fees import RecordFeePayment
from stipdesk.services.requirements import CheckRequirement, ExemptRequirement
from tests.life.town import FAR, Holder, LifeDesk
from tests.naive_law import Caa, Payment, Person, Request, asked_in_time

CERTIFICATE, EAR = "driver.criminal_certificate", "driver.paid_activity"
some = st.integers(0, 5)
often = st.sampled_from([True, True, True, False])


class Asking(LifeDesk):
    @rule(
        act=st.sampled_from(
            ["certificate", "license", "court", "pay", "waive", "reverse", "reverse", "annul", "leave"]
        ),
        which=some,
        yes=often,
        number=some,
    )
    def bring(self, act: str, which: int, yes: bool, number: int) -> None:
        acts: dict[str, Callable[[], None]] = {
            "certificate": lambda: self.check_certificate(which, accepted=yes),
            "license": lambda: self.edit_license(which, paid_activity=yes, days=(0, 40, 4000)[number % 3]),
            "court": lambda: self.court_order(which),
            "pay": lambda: self.pay(which),
            "waive": lambda: self.waive(which, approve=yes),
            "reverse": lambda: self.reverse(which, number),
            "annul": lambda: self.annul(which, number),
            "leave": lambda: self.leave_and_come_back(which),
        }
        acts[act]()

    @rule(act=st.sampled_from(["ask", "open", "open", "refuse", "give up", "demand"]), which=some, yes=st.booleans())
    def request(self, act: str, which: int, yes: bool) -> None:
        acts: dict[str, Callable[[], None]] = {
            "ask": lambda: self.ask(which, renewal=yes, by_operator=not yes),
            "open": lambda: self.ask_for_what_can_be_asked(which, by_operator=yes),
            "refuse": lambda: self.refuse(which, approve=yes),
            "give up": lambda: self.give_up(which),
            "demand": lambda: self.demand_and_answer(which),
        }
        acts[act]()

    @rule(which=some, prepared=often, provisional=st.sampled_from([False, False, True]))
    def get(self, which: int, prepared: bool, provisional: bool) -> None:
        if provisional:
            self.issue_provisional(which, prepared=prepared)
        else:
            self.issue(which, prepared=prepared)

    def ask(self, which: int, *, renewal: bool, by_operator: bool) -> None:
        self._ask(self.holder(which), renewal=renewal, by_operator=by_operator)

    def ask_for_what_can_be_asked(self, which: int, *, by_operator: bool) -> None:
        holder = self.holder(which)
        self._ask(holder, renewal=holder.law.to_renew(self.today) is not None, by_operator=by_operator)

    @rule(
        which=some,
        days=st.sampled_from([61, 60, 33, 32, 31, 30, 30, 29, 28, 0, -1]),
        waits=st.sampled_from([0, 20, 45, 45, 400]),
        answer=st.sampled_from(["", "issue", "issue", "refuse", "give up"]),
    )
    def come_to_renew(self, which: int, days: int, waits: int, answer: str) -> None:
        """Come that many days before the CAA ends to ask for its renewal, and perhaps have an answer later."""
        holder = self.holder(which)
        current = holder.law.to_renew(self.today)
        if current is not None:
            self.move_to(self.clock.moment + (current.last - timedelta(days=days) - self.today))
            self._ask(holder, renewal=True, by_operator=False)
        self.move_to(self.clock.moment + timedelta(days=waits if answer else 0))
        if answer == "issue":
            self.issue(which, prepared=True)
        elif answer == "refuse":
            self.refuse(which, approve=True)
        elif answer == "give up":
            self.give_up(which)

    def _ask(self, holder: Holder, *, renewal: bool, by_operator: bool) -> None:
        sent = by_operator and holder.kind is SubjectKind.DRIVER
        command = FileApplication(
            ApplicationKind.RENEWAL if renewal else ApplicationKind.FIRST_AUTHORIZATION,
            holder.kind,
            holder.id,
            ApplicationChannel.OPERATOR if sent else ApplicationChannel.DESK,
            self.town.operator_id if sent else None,
        )
        about = holder.law.to_renew(self.today) if renewal else None
        allowed = holder.law.may_ask(self.today, renewal=renewal)
        filed = self.attempt(lambda: applications.file(self.desk, command), allowed=allowed)
        if filed is not None:
            holder.law.requests.append(Request(self.today, about, sent))
            holder.request_id = filed.application_id

    def give_up(self, which: int) -> None:
        holder = self.holder(which)
        request, request_id = holder.law.open_request(), holder.request_id
        if request is not None and request_id is not None:
            applications.withdraw(self.desk, request_id, "Desistiu.")
            request.decided, request.answer = self.today, "withdrawn"

    def refuse(self, which: int, *, approve: bool) -> None:
        """For want of the fee, when it is wanting."""
        holder = self.holder(which)
        request, request_id = holder.law.open_request(), holder.request_id
        if request is None or request_id is None:
            return
        allowed = not holder.law.unspent(self.today)
        command = ProposeRefusal(request_id, (f"{holder.kind.value}.fee",), "Não pagou a taxa.")
        proposal = self.attempt(lambda: applications.propose_refusal(self.desk, command), allowed=allowed)
        if proposal is not None and self.decide(proposal, approve=approve):
            request.decided, request.answer = self.today, "refused"

    def demand_and_answer(self, which: int) -> None:
        holder = self.holder(which)
        request_id = holder.request_id
        if holder.law.open_request() is None or request_id is None:
            return
        command = IssueRequisition(request_id, (f"{holder.kind.value}.fee",))
        allowed = not holder.law.unspent(self.today)
        if self.attempt(lambda: applications.issue_requisition(self.desk, command), allowed=allowed) is not None:
            applications.answer_requisition(self.desk, request_id)

    def check_certificate(self, which: int, *, accepted: bool) -> None:
        driver = self.driver(which)
        note = "" if accepted else "Rasurada."
        command = CheckRequirement(
            SubjectKind.DRIVER, driver.id, CERTIFICATE, accepted=accepted, issued_on=self.today, note=note
        )
        allowed = driver.law.gone is None
        if self.attempt(lambda: requirements.check_requirement(self.desk, command), allowed=allowed) is not None:
            driver.certified = self.today if accepted else None

    def edit_license(self, which: int, *, paid_activity: bool, days: int) -> None:
        driver = self.driver(which)
        until = min(self.today + timedelta(days=days), FAR)
        card = drivers.card(self.desk, driver.id)
        fields = replace(card.fields, has_paid_activity_endorsement=paid_activity, license_valid_until=until)
        allowed = driver.law.gone is None
        if self.succeeds(
            lambda: drivers.edit(self.desk, driver.id, card.version, card.fields, fields), allowed=allowed
        ):
            driver.paid_activity, driver.licensed_until = paid_activity, until

    def court_order(self, which: int) -> None:
        driver = self.driver(which)
        if driver.exempted is not None:
            requirements.end_exemption(self.desk, driver.exempted, "Decisão reformada.")
            driver.exempted = None
            return
        command = ExemptRequirement(SubjectKind.DRIVER, driver.id, EAR, "MS 1/2027", self.today)
        allowed = driver.law.gone is None
        driver.exempted = self.attempt(lambda: requirements.exempt(self.desk, command), allowed=allowed)

    def pay(self, which: int) -> None:
        holder = self.holder(which)
        self.receipts += 1
        due = fees.fee_due(self.desk, holder.kind, holder.id)
        command = RecordFeePayment(holder.kind, holder.id, due.amount, self.today, f"BB-{self.receipts}", "")
        allowed = holder.law.gone is None
        payment_id = self.attempt(lambda: fees.record_payment(self.desk, command), allowed=allowed)
        if payment_id is not None:
            paid = Payment(self.today)
            self.payment_ids[paid] = payment_id
            holder.law.payments.append(paid)

    def waive(self, which: int, *, approve: bool) -> None:
        holder = self.holder(which)
        allowed = holder.law.gone is None and not holder.law.unspent(self.today)
        proposal_id = self.attempt(
            lambda: fees.propose_waiver(self.desk, holder.kind, holder.id, "Isenção da Lei 1."), allowed=allowed
        )
        if proposal_id is None or not self.decide(proposal_id, approve=approve):
            return
        with self.desk.reading() as session:
            payment_id = session.get_one(Proposal, proposal_id).payment_id
        assert payment_id is not None
        waived = Payment(self.today)
        self.payment_ids[waived] = payment_id
        holder.law.payments.append(waived)

    def reverse(self, which: int, payment: int) -> None:
        payments = self.holder(which).law.payments
        if not payments:
            return
        undone = payments[-1 - payment % len(payments)]
        allowed = undone.undone is None
        if self.succeeds(
            lambda: fees.reverse(self.desk, self.payment_ids[undone], "Cheque devolvido."), allowed=allowed
        ):
            undone.undone = self.today

    def issue(self, which: int, *, prepared: bool) -> None:
        holder = self.holder(which)
        if prepared:
            self._prepare(which, holder)
        law, today = holder.law, self.today
        allowed = law.may_receive(today, papers_in_order=holder.papers_in_order(today))
        issued = self.attempt(lambda: authorizations.issue(self.desk, holder.kind, holder.id), allowed=allowed)
        if issued is None:
            return
        if law.open_request() is None:
            law.requests.append(Request(today, law.to_renew(today)))
        first, last = law.next_term(today)
        request = law.open_request()
        assert request is not None
        request.decided, request.answer = today, "granted"
        caa = self._given(law, issued)
        assert (caa.first, caa.last) == (first, last)

    def _prepare(self, which: int, holder: Holder) -> None:
        if holder.kind is SubjectKind.DRIVER and holder.law.gone is None:
            place = [each for each in self.holders if each.kind is SubjectKind.DRIVER].index(holder)
            self.check_certificate(place, accepted=True)
            self.edit_license(place, paid_activity=True, days=4000)
        if not holder.law.unspent(self.today):
            self.pay(which)

    def issue_provisional(self, which: int, *, prepared: bool) -> None:
        driver = self.driver(which)
        place = self.holders.index(driver)
        law, today = driver.law, self.today
        if prepared and law.open_request() is None and law.to_renew(today) is None:
            self._ask(driver, renewal=False, by_operator=True)
        if prepared and not law.unspent(today):
            self.pay(place)
        allowed = law.may_receive_provisional(today, data_in_order=driver.data_in_order(today))
        issued = self.attempt(lambda: authorizations.issue_provisional(self.desk, driver.id), allowed=allowed)
        request = law.open_request()
        if issued is not None and request is not None:
            caa = self._given(law, issued, provisional=True)
            assert (caa.first, caa.last) == (today, caa.payment.day + timedelta(days=30))
            request.provisional = caa

    def _given(self, law: Person, issued: Issued, *, provisional: bool = False) -> Caa:
        """The CAA as the desk wrote it, on a payment that nothing else stood on."""
        with self.desk.reading() as session:
            row = session.get_one(Authorization, issued.authorization_id)
            first, last, payment_id = row.valid_from, row.valid_until, row.payment_id
        (payment,) = (each for each in law.unspent(self.today) if self.payment_ids[each] == payment_id)
        caa = Caa(self.today, first, last, payment, provisional)
        law.caas.append(caa)
        self.caa_ids[caa] = issued.authorization_id
        return caa

    def annul(self, which: int, caa: int) -> None:
        caas = self.holder(which).law.caas
        if not caas:
            return
        wrong = caas[-1 - caa % len(caas)]
        allowed = wrong.voided is None
        if self.succeeds(
            lambda: authorizations.void(self.desk, self.caa_ids[wrong], "Expedido por engano."), allowed=allowed
        ):
            wrong.voided = self.today

    def leave_and_come_back(self, which: int) -> None:
        """A new record of the same CPF: the sanctions follow it, the CAAs do not."""
        driver = self.driver(which)
        if driver.law.gone is not None:
            return
        fields = drivers.card(self.desk, driver.id).fields
        registers.withdraw(self.desk, SubjectKind.DRIVER, driver.id, "Pediu.")
        driver.law.gone = self.today
        for car in self.cars:
            car.users.discard(driver.id)
        if sum(each.kind is SubjectKind.DRIVER for each in self.holders) < 5:
            again = drivers.register(self.desk, fields, self.town.operator_id)
            law = Person(sanctions=driver.law.sanctions)
            self.holders.append(
                Holder(
                    SubjectKind.DRIVER, again, law,
                    licensed_until=driver.licensed_until, paid_activity=driver.paid_activity,
                )
            )  # fmt: skip

    def asked_in_time_for(self, holder: Holder) -> bool:
        """Whether some renewal of this holder was asked for in time."""
        return any(
            request.about is not None and asked_in_time(request.filed, request.about.last)
            for request in holder.law.requests
        )
