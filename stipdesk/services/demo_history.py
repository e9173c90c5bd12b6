"""The two years of the fictitious office, day by day, written as they would have been written.

The journal tells every record, paper and payment under the act, the person and the moment it would have had. What is
to happen waits in an agenda; nothing happens on the last day, which is left to whoever opens the office.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from functools import partial
from random import Random
from uuid import UUID

from stipdesk.domain.authorization import is_timely, renewed_from, validity_end
from stipdesk.domain.calendar import Deadline, add_months
from stipdesk.domain.clock import at_office
from stipdesk.domain.identifiers import Plate
from stipdesk.domain.ids import new_id
from stipdesk.domain.legal import EvidenceKind
from stipdesk.domain.numbers import NumberKind, PrintedNumber
from stipdesk.domain.permissions import Act, Role
from stipdesk.domain.registers import (
    Address,
    Addressee,
    AuthorizationKind,
    DriverFields,
    OperatorFields,
    PolicyFields,
    SubjectKind,
    VehicleFields,
)
from stipdesk.domain.text import sort_key
from stipdesk.law.law import Law
from stipdesk.models import (
    Authorization,
    Driver,
    DriverOperator,
    DriverVehicle,
    FeePayment,
    InfractionNotice,
    Inspection,
    InspectionFailure,
    Journaled,
    Operator,
    PassengerAccidentPolicy,
    PostalAddress,
    RequirementCheck,
    Seal,
    Vehicle,
)
from stipdesk.services.access import Rules
from stipdesk.services.fictitious import People
from stipdesk.signing.keys import SigningKey
from stipdesk.signing.payload import (
    DriverCertificatePayload,
    OperatorCertificatePayload,
    Payload,
    SealPayload,
    Signed,
    sign_payload,
)
from stipdesk.store.bulk import BulkLoad, Deed

HISTORY = timedelta(days=730)
_OPERATORS = 12
_INSTITUTION = "Oficina credenciada Boa Vista"
_FAILURES = (
    ("tyres", "Pneu dianteiro direito liso"), ("rear_lamps", "Luz de freio esquerda queimada"),
    ("windshield", "Trinca no para-brisa à frente do motorista"), ("seat_belts", "Cinto traseiro central não trava"),
    ("brakes", "Freio de estacionamento não segura"), ("air_conditioning", "Ar-condicionado não gela"),
    ("headlamps", "Farol baixo direito desregulado"), ("spare_wheel", "Falta o triângulo"),
)  # fmt: skip
_UNIDENTIFIED = ("O condutor deixou o local antes da identificação.", "O veículo não obedeceu à ordem de parada.")
_WITHDRAWALS = ("Deixou de prestar o serviço", "Mudou-se para outra cidade", "A pedido do interessado")


@dataclass(frozen=True, slots=True)
class Loaded:
    """How much was made."""

    operators: int
    drivers: int
    vehicles: int
    inspections: int
    authorizations: int
    infractions: int


@dataclass(frozen=True, slots=True)
class Author:
    """Who acts in a role of the office."""

    user_id: UUID
    name: str
    registration: str


class Writer:
    """Rows with ids and moments of the story's own time."""

    def __init__(self, bulk: BulkLoad, random: Random, first_day: date) -> None:
        self._bulk = bulk
        self._random = random
        self.now = at_office(first_day, time(7))

    def deed(self, act: Act, author: Author | None, reason: str = "") -> Deed:
        return Deed(self._new_id(), self.now, act, author.user_id if author else None, reason)

    def add(self, model: type[Journaled], deed: Deed, /, *, row_id: UUID | None = None, **columns: object) -> UUID:
        row_id = row_id or self._new_id()
        self._bulk.add(model, row_id, deed, **columns)
        return row_id

    def change(
        self, model: type[Journaled], row_id: UUID, version: int, deed: Deed, **columns: tuple[object, object]
    ) -> None:
        """Each column is (before, after); `version` is the row's before it."""
        self._bulk.change(model, row_id, version, deed, **columns)

    def next_number(self, kind: NumberKind, year: int) -> PrintedNumber:
        return self._bulk.next_number(kind, year)

    def _new_id(self) -> UUID:
        return new_id(int(self.now.timestamp() * 1000), self._random.getrandbits(80))


@dataclass(slots=True)
class _Holder:
    """An operator or a driver, as far as the story needs it later."""

    kind: SubjectKind
    row_id: UUID
    name: str
    document: str
    address: Address
    born_here: bool = True
    version: int = 1
    valid_until: date | None = None
    caa: str = ""
    gone: bool = False
    cars: "list[_Car]" = field(default_factory=list)
    links: list[tuple[type[Journaled], UUID]] = field(default_factory=list)

    @property
    def owns(self) -> dict[str, object]:
        """The column by which a row belongs to this holder."""
        return {f"{self.kind}_id": self.row_id}


@dataclass(slots=True)
class _Car:
    row_id: UUID
    plate: str
    text: str
    registrant: _Holder
    link: UUID
    gone: bool = False


class History:
    """Runs the office from `HISTORY` before `today` to the day before it."""

    def __init__(
        self,
        writer: Writer,
        authors: dict[Role, Author],
        random: Random,
        law: Law,
        signing_keys: dict[int, SigningKey],
        verification_url: str,
        today: date,
        drivers: int,
    ) -> None:
        self._writer = writer
        self._authors = authors
        self._random = random
        self._keys = signing_keys
        self._url = verification_url
        self._rules = Rules(law, (), (), ())
        self._people = People(random, today)
        self._first_day = self._day = today - HISTORY
        self._days = HISTORY.days
        self._total = drivers
        self._desk: defaultdict[date, list[Callable[[], None]]] = defaultdict(list)
        self._street: defaultdict[date, list[Callable[[], None]]] = defaultdict(list)
        self._operators: list[_Holder] = []
        self._drivers: list[_Holder] = []
        self._deadlines: dict[date, tuple[Deadline, dict[str, object]]] = {}
        self._receipts = 0
        self._counts: Counter[str] = Counter()
        self._seal_months = self._rules.parameter("seal_validity_months", today).number
        self._years = self._rules.parameter("authorization_validity_years", today).number
        self._antecedence = self._rules.parameter("renewal_antecedence_days", today).number
        self._fees = {SubjectKind.DRIVER: 150_00, SubjectKind.OPERATOR: 1_500_00}

    @property
    def loaded(self) -> Loaded:
        return Loaded(
            len(self._operators), len(self._drivers), self._counts["vehicles"], self._counts["inspections"],
            self._counts["authorizations"], self._counts["infractions"],
        )  # fmt: skip

    def run(self, progress: Callable[[int, int], None]) -> None:
        self._plan()
        for number in range(self._days):
            self._day = self._first_day + timedelta(days=number)
            self._spend(self._desk.pop(self._day, []), time(8), hours=9)
            self._spend(self._street.pop(self._day, []), time(17, 30), hours=6)
            progress(number + 1, self._days)

    def _spend(self, events: list[Callable[[], None]], start: time, hours: int) -> None:
        opening = at_office(self._day, start)
        for number, event in enumerate(events):
            self._writer.now = opening + timedelta(seconds=hours * 3600 * number // len(events))
            event()

    def _plan(self) -> None:
        """When the operators, drivers, second cars and autos come in, evenly spread; the rest follows from them."""
        every_day = [self._first_day + timedelta(days=number) for number in range(self._days)]
        working = [day for day in every_day if self._rules.calendar.is_business_day(day)]
        for number in range(_OPERATORS):
            self._desk[working[number * 20]].append(partial(self._register_operator, number))
        self._spread(self._desk, working, self._total, self._register_driver)
        self._spread(self._desk, working[10:], self._total // 5, self._register_another_car)
        self._spread(self._street, every_day[10:], self._total // 2, self._draw_up)

    def _spread(
        self,
        agenda: defaultdict[date, list[Callable[[], None]]],
        days: list[date],
        count: int,
        event: Callable[[], None],
    ) -> None:
        for number in range(count):
            agenda[days[number * len(days) // count]].append(event)

    def _later(self, least: int, most: int, event: Callable[[], None], start: date | None = None) -> None:
        """On a business day so many days after today, or after `start`; never, when that is past the story's end."""
        day = (start or self._day) + timedelta(days=self._random.randint(least, most))
        if not self._rules.calendar.is_business_day(day):
            day = self._rules.calendar.next_business_day(day)
        if (day - self._first_day).days < self._days:
            self._desk[max(day, self._day + timedelta(days=1))].append(event)

    def _chance(self, probability: float) -> bool:
        return self._random.random() < probability

    def _deed(self, act: Act, role: Role, reason: str = "") -> Deed:
        return self._writer.deed(act, self._authors[role], reason)

    # The registers

    def _register_operator(self, number: int) -> None:
        fields = self._people.operator()
        deed = self._deed(Act.REGISTER_OPERATOR, Role.ATTENDANT)
        row_id = self._writer.add(Operator, deed, **_columns(fields), sort_key=sort_key(fields.legal_name))
        holder = _Holder(SubjectKind.OPERATOR, row_id, fields.legal_name, fields.cnpj, fields.address)
        self._add_address(holder, deed)
        self._operators.append(holder)
        for definition in self._rules.law.requirement_definitions:
            requirement = definition.requirement
            if requirement.subject is SubjectKind.OPERATOR and requirement.evidence is EvidenceKind.DOCUMENT:
                absent = requirement.may_be_absent
                self._check(holder.owns, requirement.code, accepted=not absent, not_applicable=absent)
        # The last company never asked for its CAA; the one before it let it lapse.
        if number < _OPERATORS - 1:
            self._later(3, 20, partial(self._issue, holder, renews=number < _OPERATORS - 2))

    def _register_driver(self) -> None:
        fields = self._people.driver(self._day)
        deed = self._deed(Act.REGISTER_DRIVER, Role.ATTENDANT)
        row_id = self._writer.add(Driver, deed, **_columns(fields), sort_key=sort_key(fields.full_name))
        born_here = fields.birth_state == "MT"
        holder = _Holder(SubjectKind.DRIVER, row_id, fields.full_name, fields.cpf, fields.address, born_here)
        self._add_address(holder, deed)
        served = self._random.sample(self._operators, min(len(self._operators), 2 if self._chance(0.2) else 1))
        for operator in served:
            columns = {"driver_id": row_id, "operator_id": operator.row_id, "since": self._day}
            holder.links.append((DriverOperator, self._writer.add(DriverOperator, deed, **columns)))
        self._drivers.append(holder)
        self._register_car(holder, owned=self._chance(0.75))
        if self._chance(0.95):
            self._later(2, 25, partial(self._issue, holder, renews=self._chance(0.9)))
        fate = self._random.random()
        if fate < 0.03:
            self._later(20, 300, partial(self._change_phone, holder, fields.phone))
        elif fate < 0.06:
            self._later(20, 300, partial(self._move, holder))
        elif fate < 0.08:
            self._later(60, 500, partial(self._withdraw_driver, holder))

    def _register_another_car(self) -> None:
        holder = self._random.choice(self._drivers)
        if not holder.gone:
            self._register_car(holder, owned=self._chance(0.4))

    def _register_car(self, holder: _Holder, *, owned: bool) -> None:
        fields = self._people.vehicle(holder.name, holder.document, self._day, owned=owned)
        title = self._people.use_title(owned=owned, since=self._day)
        deed = self._deed(Act.REGISTER_VEHICLE, Role.ATTENDANT)
        row_id = self._writer.add(
            Vehicle, deed,
            **_columns(fields) | {"categories": [str(category) for category in fields.categories]},
            plate_key=Plate(fields.plate).mercosul, registrant_id=holder.row_id,
        )  # fmt: skip
        policy = self._people.policy(fields.seats, self._day)
        self._writer.add(PassengerAccidentPolicy, deed, vehicle_id=row_id, **_columns(policy))
        link = self._writer.add(
            DriverVehicle, deed, driver_id=holder.row_id, vehicle_id=row_id, title_kind=title.kind,
            title_reference=title.reference, title_valid_until=title.valid_until, since=self._day,
        )  # fmt: skip
        car = _Car(row_id, fields.plate, f"{fields.make} {fields.model}", holder, link)
        holder.cars.append(car)
        self._check({"vehicle_id": row_id}, "vehicle.registration", reference=f"CRLV {fields.registration_year}")
        self._counts["vehicles"] += 1
        if self._chance(0.98):
            self._later(1, 12, partial(self._inspect, car))
        if self._chance(0.02):
            self._later(60, 500, partial(self._withdraw_car, car))

    def _add_address(self, holder: _Holder, deed: Deed) -> None:
        self._writer.add(PostalAddress, deed, **holder.owns, since=self._day, **_columns(holder.address))

    def _check(
        self,
        owner: dict[str, object],
        requirement: str,
        *,
        accepted: bool = True,
        not_applicable: bool = False,
        issued_on: date | None = None,
        reference: str = "",
    ) -> None:
        deed = self._deed(Act.CHECK_REQUIREMENT, Role.ATTENDANT)
        self._writer.add(
            RequirementCheck, deed, **owner, requirement=requirement, accepted=accepted, not_applicable=not_applicable,
            issued_on=issued_on, document_reference=reference, note="", checked_on=self._day, checked_by=deed.user_id,
        )  # fmt: skip

    def _change_phone(self, holder: _Holder, before: str) -> None:
        if not holder.gone:
            deed = self._deed(Act.EDIT_DRIVER, Role.ATTENDANT)
            self._writer.change(Driver, holder.row_id, holder.version, deed, phone=(before, self._people.phone()))
            holder.version += 1

    def _move(self, holder: _Holder) -> None:
        if not holder.gone:
            holder.address = self._people.address()
            self._add_address(holder, self._deed(Act.EDIT_DRIVER, Role.ATTENDANT))

    def _withdraw_driver(self, holder: _Holder) -> None:
        reason = self._random.choice(_WITHDRAWALS)
        deed = self._deed(Act.WITHDRAW_DRIVER, Role.MANAGER, reason)
        gone = {"withdrawn_on": (None, self._day), "withdrawal_reason": (None, reason)}
        self._writer.change(Driver, holder.row_id, holder.version, deed, **gone)
        holder.links += [(DriverVehicle, car.link) for car in holder.cars if not car.gone]
        for model, link in holder.links:
            self._writer.change(model, link, 1, deed, until=(None, self._day))
        holder.gone = True
        for car in holder.cars:
            car.gone = True

    def _withdraw_car(self, car: _Car) -> None:
        if car.gone:
            return
        deed = self._deed(Act.WITHDRAW_VEHICLE, Role.MANAGER, "Veículo vendido")
        gone = {"withdrawn_on": (None, self._day), "withdrawal_reason": (None, "Veículo vendido")}
        self._writer.change(Vehicle, car.row_id, 1, deed, **gone)
        self._writer.change(DriverVehicle, car.link, 1, deed, until=(None, self._day))
        car.gone = True

    # The papers

    def _issue(self, holder: _Holder, *, renews: bool) -> None:
        """The certificate of art. 14 II, the fee and the CAA; then the renewal, while it renews."""
        if holder.gone:
            return
        if holder.kind is SubjectKind.DRIVER:
            issued_on = self._day - timedelta(days=self._random.randint(0, 40))
            self._check(holder.owns, "driver.criminal_certificate", issued_on=issued_on)
            if not holder.born_here:
                self._check(holder.owns, "driver.criminal_certificate_other_state", issued_on=issued_on)
        payment = self._pay(holder)
        starts, ends = self._term(holder)
        number = self._writer.next_number(NumberKind.AUTHORIZATION, self._day.year)
        signed = self._sign(self._certificate(holder, number, ends))
        deed = self._deed(Act.ISSUE_AUTHORIZATION, Role.MANAGER)
        self._writer.add(
            Authorization, deed, **_number(number), **holder.owns, kind=AuthorizationKind(str(holder.kind)),
            issued_on=self._day, valid_from=starts, valid_until=ends, payment_id=payment, qr_text=signed.text,
            check_code=signed.check_code,
        )  # fmt: skip
        holder.caa, holder.valid_until = number.digits, ends
        self._counts["authorizations"] += 1
        if renews:
            self._later(-45, 5, partial(self._issue, holder, renews=self._chance(0.9)), start=ends)

    def _pay(self, holder: _Holder) -> UUID:
        self._receipts += 1
        amount = self._fees[holder.kind]
        return self._writer.add(
            FeePayment, self._deed(Act.RECORD_FEE_PAYMENT, Role.ATTENDANT), **holder.owns,
            fee=f"fee_{holder.kind}_annual", amount=amount, amount_due=amount, paid_on=self._day,
            receipt=f"BB-{self._receipts:07d}", payer=holder.name,
        )  # fmt: skip

    def _term(self, holder: _Holder) -> tuple[date, date]:
        old = holder.valid_until
        if old is None or old < self._day:
            return self._day, validity_end(self._day, self._years)
        timely = is_timely(self._day, old, self._antecedence, self._rules.calendar)
        start = renewed_from(old, self._day, timely=timely)
        return (start + timedelta(days=1) if timely else start), validity_end(start, self._years)

    def _certificate(self, holder: _Holder, number: PrintedNumber, ends: date) -> Payload:
        if holder.kind is SubjectKind.OPERATOR:
            return OperatorCertificatePayload(number.digits, holder.document, holder.name, self._day, ends)
        plate = next((car.plate for car in holder.cars if not car.gone), "")
        return DriverCertificatePayload(number.digits, False, holder.name, plate, self._day, ends)

    def _sign(self, payload: Payload) -> Signed:
        return sign_payload(payload, self._keys[payload.dated_on.year], self._url)

    def _inspect(self, car: _Car) -> None:
        if car.gone:
            return
        inspector = self._authors[Role.INSPECTOR]
        approved = self._chance(0.86)
        valid_until = add_months(self._day, self._seal_months) if approved else None
        deed = self._deed(Act.RECORD_INSPECTION, Role.INSPECTOR)
        inspection_id = self._writer.add(
            Inspection, deed, **_number(self._writer.next_number(NumberKind.INSPECTION, self._day.year)),
            vehicle_id=car.row_id, inspected_on=self._day, approved=approved, valid_until=valid_until,
            institution=_INSTITUTION, inspector_id=inspector.user_id, inspector_name=inspector.name,
            inspector_registration=inspector.registration, remarks="",
        )  # fmt: skip
        self._counts["inspections"] += 1
        if valid_until is None:
            for item, note in self._random.sample(_FAILURES, self._random.randint(1, 2)):
                self._writer.add(InspectionFailure, deed, inspection_id=inspection_id, item=item, note=note)
            self._later(3, 20, partial(self._inspect, car))
            return
        self._seal(car, inspection_id, valid_until, inspector, deed)
        if self._chance(0.96):
            self._later(-25, 10, partial(self._inspect, car), start=valid_until)

    def _seal(self, car: _Car, inspection_id: UUID, valid_until: date, inspector: Author, deed: Deed) -> None:
        number = self._writer.next_number(NumberKind.SEAL, self._day.year)
        signed = self._sign(
            SealPayload(number.digits, car.plate, self._day, valid_until, inspector.registration, car.registrant.caa)
        )
        seal_id = self._writer.add(
            Seal, deed, **_number(number), vehicle_id=car.row_id, inspection_id=inspection_id, plate=car.plate,
            inspected_on=self._day, valid_until=valid_until, qr_text=signed.text, check_code=signed.check_code,
        )  # fmt: skip
        if self._chance(0.005):
            self._later(1, 10, partial(self._void_seal, seal_id, car))

    def _void_seal(self, seal_id: UUID, car: _Car) -> None:
        reason = "Selo rasgado na colagem"
        deed = self._deed(Act.VOID_SEAL, Role.MANAGER, reason)
        self._writer.change(Seal, seal_id, 1, deed, voided_on=(None, self._day), void_reason=(None, reason))
        self._later(1, 5, partial(self._inspect, car))

    # The street

    def _draw_up(self) -> None:
        """Most are handed over on the spot; one in fifteen is against a company, one in twelve finds nobody."""
        agent = self._authors[Role.AGENT]
        against_operator = self._chance(0.07)
        holder = self._random.choice(self._operators if against_operator else self._drivers)
        if holder.gone:
            holder = self._operators[0]
        addressee = Addressee(str(holder.kind))
        car = holder.cars[-1] if holder.cars else None
        conduct = self._random.choice([item for item in self._rules.law.conducts if addressee in item.addressees])
        unidentified = car is not None and self._chance(0.08)
        deadline, reckoned = (None, None) if unidentified or self._chance(0.3) else self._defense_term()
        driver = holder.row_id if car and not unidentified else None
        notice_id = self._writer.add(
            InfractionNotice, self._deed(Act.DRAW_UP_INFRACTION, Role.AGENT),
            **_number(self._writer.next_number(NumberKind.INFRACTION_NOTICE, self._day.year)),
            addressee=addressee, operator_id=None if car else holder.row_id, driver_id=driver,
            addressee_driver_id=holder.row_id if car else None, vehicle_id=car.row_id if car else None,
            conduct=conduct.code, occurred_at=self._writer.now - timedelta(minutes=self._random.randint(2, 40)),
            place=self._people.place(), plate=car.plate if car else "", vehicle_text=car.text if car else "",
            facts=f"Em fiscalização de rotina, foi constatado: {conduct.text}.",
            unidentified_reason=self._random.choice(_UNIDENTIFIED) if unidentified else "",
            twin_reason="Conforme o fato descrito." if conduct.twins else "",
            agent_id=agent.user_id, agent_name=agent.name, agent_registration=agent.registration,
            served_on=self._day if deadline else None,
            signature_refused=deadline is not None and self._chance(0.1),
            defense_due_on=deadline.due if deadline else None,
            defense_deadline=reckoned,
        )  # fmt: skip
        self._counts["infractions"] += 1
        if self._chance(0.02):
            self._later(1, 20, partial(self._cancel, notice_id))

    def _defense_term(self) -> tuple[Deadline, dict[str, object]]:
        if self._day not in self._deadlines:
            deadline = self._rules.deadline("prior_defense", self._day)
            self._deadlines = {self._day: (deadline, deadline.as_data())}
        return self._deadlines[self._day]

    def _cancel(self, notice_id: UUID) -> None:
        reason = "Lavrado em duplicidade"
        deed = self._deed(Act.CANCEL_INFRACTION, Role.COORDINATOR, reason)
        changed = {"cancelled_on": (None, self._day), "cancel_reason": (None, reason)}
        self._writer.change(InfractionNotice, notice_id, 1, deed, **changed)


def _columns(fields: DriverFields | OperatorFields | VehicleFields | PolicyFields | Address) -> dict[str, object]:
    """The fields as columns of one row; an address is a row of its own."""
    return {name: getattr(fields, name) for name in type(fields).__slots__ if name != "address"}


def _number(number: PrintedNumber) -> dict[str, object]:
    return {"number_year": number.year, "number_station": number.station, "number_sequence": number.sequence}
