"""The papers of the fictitious office: authorisations, inspections with their seals, autos. Signed, not drawn."""

from datetime import date, timedelta
from functools import partial
from uuid import UUID

from stipdesk.domain.applications import ApplicationKind
from stipdesk.domain.authorization import is_timely, renewed_from, validity_end
from stipdesk.domain.calendar import Deadline, add_months
from stipdesk.domain.numbers import NumberKind, PrintedNumber
from stipdesk.domain.permissions import Act, Role
from stipdesk.domain.registers import Addressee, AuthorizationKind, SubjectKind
from stipdesk.models import Authorization, FeePayment, InfractionNotice, Inspection, InspectionFailure, Seal
from stipdesk.services.demo.requests import Request, Requests
from stipdesk.services.demo.sanctions import Sanctions
from stipdesk.services.demo.story import HISTORY, Car, Holder, Story, columns_of_number
from stipdesk.signing.keys import SigningKey
from stipdesk.signing.payload import (
    DriverCertificatePayload,
    OperatorCertificatePayload,
    Payload,
    SealPayload,
    Signed,
    sign_payload,
)
from stipdesk.store.bulk import Deed

FEES = {SubjectKind.DRIVER: 150_00, SubjectKind.OPERATOR: 1_500_00}
_BACKLOG = timedelta(days=60)
_INSTITUTION = "Oficina credenciada Boa Vista"
_FAILURES = (
    ("tyres", "Pneu dianteiro direito liso"), ("rear_lamps", "Luz de freio esquerda queimada"),
    ("windshield", "Trinca no para-brisa à frente do motorista"), ("seat_belts", "Cinto traseiro central não trava"),
    ("brakes", "Freio de estacionamento não segura"), ("air_conditioning", "Ar-condicionado não gela"),
    ("headlamps", "Farol baixo direito desregulado"), ("spare_wheel", "Falta o triângulo"),
)  # fmt: skip
_UNIDENTIFIED = ("O condutor deixou o local antes da identificação.", "O veículo não obedeceu à ordem de parada.")


class Papers:
    """`signing_keys` are by year: a paper is signed with the key of its own."""

    def __init__(self, story: Story, signing_keys: dict[int, SigningKey], verification_url: str) -> None:
        self._story = story
        self._keys = signing_keys
        self._url = verification_url
        self._receipts = 0
        self.requests = Requests(story)
        self._sanctions = Sanctions(story)
        self._terms: dict[date, tuple[Deadline, dict[str, object]]] = {}
        rules, today = story.rules, story.first_day + HISTORY
        self._seal_months = rules.parameter("seal_validity_months", today).number
        self._years = rules.parameter("authorization_validity_years", today).number
        self._provisional_days = rules.parameter("provisional_authorization_days", today).number
        self._antecedence = rules.parameter("renewal_antecedence_days", today).number

    def ask(self, holder: Holder, *, renews: bool) -> None:
        """A request for the CAA. One in twenty lacks something and is asked for it; a few never bring it."""
        story = self._story
        if holder.gone or holder.barred:
            return
        often = 0.4 if self._is_behind() else 0.15
        first_of_driver = holder.kind is SubjectKind.DRIVER and not holder.caa and bool(holder.operators)
        request = self.requests.for_authorization(holder, from_operator=first_of_driver and story.chance(often))
        if story.chance(0.05):
            self.requests.demand(request, [f"{holder.kind}.fee"])
            if story.chance(0.7):
                story.later(4, 30, partial(self._bring, holder, request, renews=renews))
        else:
            self._bring(holder, request, renews=renews)

    def _bring(self, holder: Holder, request: Request, *, renews: bool) -> None:
        """The certificate of art. 14 II and the fee; the office answers within days, and sometimes late."""
        story = self._story
        if holder.gone or holder.barred:
            return
        if holder.kind is SubjectKind.DRIVER:
            issued_on = story.day - timedelta(days=story.random.randint(0, 40))
            story.check(holder.owns, "driver.criminal_certificate", issued_on=issued_on)
            if not holder.born_here:
                story.check(holder.owns, "driver.criminal_certificate_other_state", issued_on=issued_on)
        payment = self._pay(holder)
        request.paid_on = story.day
        self.requests.complete(holder, request)
        if request.from_operator:
            self._issue_provisional(holder, request, payment)
        slow = 0.03 if not self._is_behind() else 0.8 if request.from_operator else 0.3
        least, most = (28, 60) if story.chance(slow) else (1, 9)
        story.later(least, most, partial(self._issue, holder, request, payment, asked_on=story.day, renews=renews))

    def _issue(self, holder: Holder, request: Request, payment: UUID, *, asked_on: date, renews: bool) -> None:
        story = self._story
        if holder.gone or holder.barred:
            return
        starts, ends = self._term(holder, asked_on)
        number = story.next_number(NumberKind.AUTHORIZATION)
        signed = self._sign(self._certificate(holder, number, ends))
        holder.caa_id = story.add(
            Authorization, story.deed(Act.ISSUE_AUTHORIZATION, Role.MANAGER), **columns_of_number(number),
            **holder.owns, kind=AuthorizationKind(str(holder.kind)), issued_on=story.day, valid_from=starts,
            valid_until=ends, payment_id=payment, qr_text=signed.text, check_code=signed.check_code,
        )  # fmt: skip
        self.requests.grant(request, Act.ISSUE_AUTHORIZATION, Role.MANAGER, holder.caa_id)
        holder.caa, holder.valid_until = number.digits, ends
        story.counts["authorizations"] += 1
        if request.kind is ApplicationKind.FIRST_AUTHORIZATION and holder.kind is SubjectKind.DRIVER:
            self._sanctions.choose(holder)
        if story.chance(0.01):
            story.later(3, 40, partial(self._sanctions.bounce, payment))
        if renews:
            story.later(-55, 0, partial(self.ask, holder, renews=story.chance(0.9)), start=ends)

    def _is_behind(self) -> bool:
        """At the end of the story the desk is behind with its work, so that whoever opens it finds some."""
        return self._story.first_day + HISTORY - self._story.day < _BACKLOG

    def _issue_provisional(self, holder: Holder, request: Request, payment: UUID) -> None:
        """30 days from the bank's date (art. 16 §1)."""
        story = self._story
        ends = story.day + timedelta(days=self._provisional_days)
        number = story.next_number(NumberKind.AUTHORIZATION)
        signed = self._sign(self._certificate(holder, number, ends, provisional=True))
        row_id = story.add(
            Authorization, story.deed(Act.ISSUE_PROVISIONAL, Role.MANAGER), **columns_of_number(number), **holder.owns,
            kind=AuthorizationKind.PROVISIONAL, issued_on=story.day, valid_from=story.day, valid_until=ends,
            payment_id=payment, qr_text=signed.text, check_code=signed.check_code,
        )  # fmt: skip
        self.requests.name_provisional(request, row_id)

    def inspect(self, car: Car) -> None:
        """One in seven fails and comes back; who passes gets a seal and comes back in a year."""
        story = self._story
        if car.gone:
            return
        inspector = story.authors[Role.INSPECTOR]
        valid_until = add_months(story.day, self._seal_months) if story.chance(0.86) else None
        deed = story.deed(Act.RECORD_INSPECTION, Role.INSPECTOR)
        inspection_id = story.add(
            Inspection, deed, **columns_of_number(story.next_number(NumberKind.INSPECTION)), vehicle_id=car.row_id,
            inspected_on=story.day, approved=valid_until is not None, valid_until=valid_until,
            institution=_INSTITUTION, inspector_id=inspector.user_id, inspector_name=inspector.name,
            inspector_registration=inspector.registration, remarks="",
        )  # fmt: skip
        story.counts["inspections"] += 1
        if valid_until is None:
            for item, note in story.random.sample(_FAILURES, story.random.randint(1, 2)):
                story.add(InspectionFailure, deed, inspection_id=inspection_id, item=item, note=note)
            story.later(3, 20, partial(self.inspect, car))
            return
        self._seal(car, inspection_id, valid_until, deed)
        if car.request is not None:
            self.requests.grant(car.request, Act.RECORD_INSPECTION, Role.INSPECTOR)
            car.request = None
        if story.chance(0.96):
            story.later(-25, 10, partial(self.inspect, car), start=valid_until)

    def draw_up(self, holder: Holder) -> None:
        """An auto for a driver with his newest car, or for a company. One driver in twelve was not identified."""
        story, car = self._story, holder.cars[-1] if holder.cars else None
        agent = story.authors[Role.AGENT]
        addressee = Addressee(str(holder.kind))
        conduct = story.random.choice([item for item in story.rules.law.conducts if addressee in item.addressees])
        unidentified = car is not None and story.chance(0.08)
        deadline, reckoning = (None, None) if unidentified or story.chance(0.3) else self._defense_term()
        notice_id = story.add(
            InfractionNotice, story.deed(Act.DRAW_UP_INFRACTION, Role.AGENT),
            **columns_of_number(story.next_number(NumberKind.INFRACTION_NOTICE)), addressee=addressee,
            operator_id=None if car else holder.row_id, driver_id=holder.row_id if car and not unidentified else None,
            addressee_driver_id=holder.row_id if car else None, vehicle_id=car.row_id if car else None,
            conduct=conduct.code, occurred_at=story.now - timedelta(minutes=story.random.randint(2, 40)),
            place=story.people.place(), plate=car.plate if car else "", vehicle_text=car.text if car else "",
            facts=f"Em fiscalização de rotina, foi constatado: {conduct.text}.",
            unidentified_reason=story.random.choice(_UNIDENTIFIED) if unidentified else "",
            twin_reason="Conforme o fato descrito." if conduct.twins else "",
            agent_id=agent.user_id, agent_name=agent.name, agent_registration=agent.registration,
            served_on=story.day if deadline else None,
            signature_refused=deadline is not None and story.chance(0.1),
            defense_due_on=deadline.due if deadline else None, defense_deadline=reckoning,
        )  # fmt: skip
        story.counts["infractions"] += 1
        if story.chance(0.02):
            story.later(1, 20, partial(self._cancel, notice_id))

    def _pay(self, holder: Holder) -> UUID:
        story, amount = self._story, FEES[holder.kind]
        self._receipts += 1
        return story.add(
            FeePayment, story.deed(Act.RECORD_FEE_PAYMENT, Role.ATTENDANT), **holder.owns,
            fee=f"fee_{holder.kind}_annual", amount=amount, amount_due=amount, paid_on=story.day,
            receipt=f"BB-{self._receipts:07d}", payer=holder.name,
        )  # fmt: skip

    def _term(self, holder: Holder, asked_on: date) -> tuple[date, date]:
        day, old = self._story.day, holder.valid_until
        if old is None or old < asked_on:
            return day, validity_end(day, self._years)
        timely = is_timely(asked_on, old, self._antecedence, self._story.rules.calendar)
        start = renewed_from(old, day, timely=timely)
        return (start + timedelta(days=1) if timely else start), validity_end(start, self._years)

    def _certificate(self, holder: Holder, number: PrintedNumber, ends: date, *, provisional: bool = False) -> Payload:
        if holder.kind is SubjectKind.OPERATOR:
            return OperatorCertificatePayload(number.digits, holder.document, holder.name, self._story.day, ends)
        plate = next((car.plate for car in holder.cars if not car.gone), "")
        return DriverCertificatePayload(number.digits, provisional, holder.name, plate, self._story.day, ends)

    def _seal(self, car: Car, inspection_id: UUID, valid_until: date, deed: Deed) -> None:
        story, number = self._story, self._story.next_number(NumberKind.SEAL)
        registration = story.authors[Role.INSPECTOR].registration
        signed = self._sign(
            SealPayload(number.digits, car.plate, story.day, valid_until, registration, car.registrant.caa)
        )
        seal_id = story.add(
            Seal, deed, **columns_of_number(number), vehicle_id=car.row_id, inspection_id=inspection_id,
            plate=car.plate, inspected_on=story.day, valid_until=valid_until, qr_text=signed.text,
            check_code=signed.check_code,
        )  # fmt: skip
        if story.chance(0.005):
            story.later(1, 10, partial(self._void_seal, seal_id, car))

    def _sign(self, payload: Payload) -> Signed:
        return sign_payload(payload, self._keys[payload.dated_on.year], self._url)

    def _void_seal(self, seal_id: UUID, car: Car) -> None:
        story, reason = self._story, "Selo rasgado na colagem"
        deed = story.deed(Act.VOID_SEAL, Role.MANAGER, reason)
        story.change(Seal, seal_id, 1, deed, voided_on=(None, story.day), void_reason=(None, reason))
        story.later(1, 5, partial(self.inspect, car))

    def _defense_term(self) -> tuple[Deadline, dict[str, object]]:
        day = self._story.day
        if day not in self._terms:
            deadline = self._story.rules.deadline("prior_defense", day)
            self._terms = {day: (deadline, deadline.as_data())}
        return self._terms[day]

    def _cancel(self, notice_id: UUID) -> None:
        story, reason = self._story, "Lavrado em duplicidade"
        deed = story.deed(Act.CANCEL_INFRACTION, Role.COORDINATOR, reason)
        changed = {"cancelled_on": (None, story.day), "cancel_reason": (None, reason)}
        story.change(InfractionNotice, notice_id, 1, deed, **changed)
