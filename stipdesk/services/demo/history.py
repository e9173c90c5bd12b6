"""Two years of registers and visits, day by day, written as they would have been written.

The journal tells every record, paper and payment under the act, the person and the moment it would have had. Nothing
happens on the last day, which is left to whoever opens the office.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial

from stipdesk.domain.identifiers import Plate
from stipdesk.domain.legal import EvidenceKind
from stipdesk.domain.permissions import Act, Role
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.text import sort_key
from stipdesk.models import (
    Driver,
    DriverOperator,
    DriverVehicle,
    Operator,
    PassengerAccidentPolicy,
    PostalAddress,
    Vehicle,
)
from stipdesk.services.demo.papers import Papers
from stipdesk.services.demo.story import Agenda, Car, Event, Holder, Story, columns_of
from stipdesk.store.bulk import Deed

_OPERATORS = 12
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


class History:
    """`drivers` of them, a car for each and one more for every fifth, an auto for every second."""

    def __init__(self, story: Story, papers: Papers, drivers: int) -> None:
        self._story = story
        self._papers = papers
        self._total = drivers
        self._operators: list[Holder] = []
        self._drivers: list[Holder] = []

    def run(self, progress: Callable[[int, int], None]) -> Loaded:
        """`progress` is told how many of the days are done."""
        self._plan()
        days = self._story.every_day()
        for number, day in enumerate(days, 1):
            self._story.live(day)
            progress(number, len(days))
        counts = self._story.counts
        return Loaded(
            len(self._operators), len(self._drivers), counts["vehicles"], counts["inspections"],
            counts["authorizations"], counts["infractions"],
        )  # fmt: skip

    def _plan(self) -> None:
        """When the operators, drivers, second cars and autos come in, evenly spread; the rest follows from them."""
        story, every_day = self._story, self._story.every_day()
        working = [day for day in every_day if story.rules.calendar.is_business_day(day)]
        for number in range(_OPERATORS):
            story.at_the_desk[working[number * 20]].append(partial(self._register_operator, number))
        _spread(story.at_the_desk, working, self._total, self._register_driver)
        _spread(story.at_the_desk, working[10:], self._total // 5, self._register_another_car)
        _spread(story.in_the_street, every_day[10:], self._total // 2, self._draw_up)

    def _register_operator(self, number: int) -> None:
        story = self._story
        fields = story.people.operator()
        deed = story.deed(Act.REGISTER_OPERATOR, Role.ATTENDANT)
        row_id = story.add(Operator, deed, **columns_of(fields), sort_key=sort_key(fields.legal_name))
        holder = Holder(SubjectKind.OPERATOR, row_id, fields.legal_name, fields.cnpj, fields.address)
        self._add_address(holder, deed)
        self._operators.append(holder)
        for definition in story.rules.law.requirement_definitions:
            requirement = definition.requirement
            if requirement.subject is SubjectKind.OPERATOR and requirement.evidence is EvidenceKind.DOCUMENT:
                absent = requirement.may_be_absent
                story.check(holder.owns, requirement.code, accepted=not absent, not_applicable=absent)
        # The last company never asked for its CAA; the one before it let it lapse.
        if number < _OPERATORS - 1:
            story.later(3, 20, partial(self._papers.ask, holder, renews=number < _OPERATORS - 2))

    def _register_driver(self) -> None:
        story = self._story
        fields = story.people.driver(story.day)
        deed = story.deed(Act.REGISTER_DRIVER, Role.ATTENDANT)
        row_id = story.add(Driver, deed, **columns_of(fields), sort_key=sort_key(fields.full_name))
        born_here = fields.birth_state == "MT"
        holder = Holder(SubjectKind.DRIVER, row_id, fields.full_name, fields.cpf, fields.address, born_here)
        self._add_address(holder, deed)
        for operator in story.random.sample(self._operators, min(len(self._operators), 2 if story.chance(0.2) else 1)):
            link = story.add(DriverOperator, deed, driver_id=row_id, operator_id=operator.row_id, since=story.day)
            holder.links.append((DriverOperator, link))
            holder.operators.append(operator.row_id)
        self._drivers.append(holder)
        self._register_car(holder, owned=story.chance(0.75))
        if story.chance(0.95):
            story.later(2, 25, partial(self._papers.ask, holder, renews=story.chance(0.9)))
        self._choose_fate(holder, fields.phone)

    def _choose_fate(self, holder: Holder, phone: str) -> None:
        """What happens to a few: a new telephone, a move, the end of the work."""
        story, fate = self._story, self._story.random.random()
        if fate < 0.03:
            story.later(20, 300, partial(self._change_phone, holder, phone))
        elif fate < 0.06:
            story.later(20, 300, partial(self._move, holder))
        elif fate < 0.08:
            story.later(60, 500, partial(self._withdraw_driver, holder))

    def _register_another_car(self) -> None:
        holder = self._story.random.choice(self._drivers)
        if holder.gone:
            holder = self._drivers[-1]  # he has just come in
        self._register_car(holder, owned=self._story.chance(0.4))

    def _register_car(self, holder: Holder, *, owned: bool) -> None:
        story = self._story
        fields = story.people.vehicle(holder.name, holder.document, story.day, owned=owned)
        title = story.people.use_title(owned=owned, since=story.day)
        deed = story.deed(Act.REGISTER_VEHICLE, Role.ATTENDANT)
        columns = columns_of(fields) | {"categories": [str(category) for category in fields.categories]}
        key = Plate(fields.plate).mercosul
        row_id = story.add(Vehicle, deed, **columns, plate_key=key, registrant_id=holder.row_id)
        policy = story.people.policy(fields.seats, story.day)
        story.add(PassengerAccidentPolicy, deed, vehicle_id=row_id, **columns_of(policy))
        link = story.add(
            DriverVehicle, deed, driver_id=holder.row_id, vehicle_id=row_id, title_kind=title.kind,
            title_reference=title.reference, title_valid_until=title.valid_until, since=story.day,
        )  # fmt: skip
        car = Car(row_id, fields.plate, f"{fields.make} {fields.model}", holder, link)
        holder.cars.append(car)
        story.check({"vehicle_id": row_id}, "vehicle.registration", reference=f"CRLV {fields.registration_year}")
        car.request = self._papers.requests.for_vehicle(car)
        story.counts["vehicles"] += 1
        if story.chance(0.98):
            story.later(1, 12, partial(self._papers.inspect, car))
        if story.chance(0.02):
            story.later(60, 500, partial(self._withdraw_car, car))

    def _add_address(self, holder: Holder, deed: Deed) -> None:
        self._story.add(PostalAddress, deed, **holder.owns, since=self._story.day, **columns_of(holder.address))

    def _change_phone(self, holder: Holder, before: str) -> None:
        if not holder.gone:
            deed = self._story.deed(Act.EDIT_DRIVER, Role.ATTENDANT)
            after = self._story.people.phone()
            self._story.change(Driver, holder.row_id, holder.version, deed, phone=(before, after))
            holder.version += 1

    def _move(self, holder: Holder) -> None:
        if not holder.gone:
            holder.address = self._story.people.address()
            self._add_address(holder, self._story.deed(Act.EDIT_DRIVER, Role.ATTENDANT))

    def _withdraw_driver(self, holder: Holder) -> None:
        story, reason = self._story, self._story.random.choice(_WITHDRAWALS)
        deed = story.deed(Act.WITHDRAW_DRIVER, Role.MANAGER, reason)
        gone = {"withdrawn_on": (None, story.day), "withdrawal_reason": (None, reason)}
        story.change(Driver, holder.row_id, holder.version, deed, **gone)
        holder.links += [(DriverVehicle, car.link) for car in holder.cars if not car.gone]
        for model, link in holder.links:
            story.change(model, link, 1, deed, until=(None, story.day))
        holder.gone = True
        for car in holder.cars:
            car.gone = True

    def _withdraw_car(self, car: Car) -> None:
        if car.gone:
            return
        story, reason = self._story, "Veículo vendido"
        deed = story.deed(Act.WITHDRAW_VEHICLE, Role.MANAGER, reason)
        gone = {"withdrawn_on": (None, story.day), "withdrawal_reason": (None, reason)}
        story.change(Vehicle, car.row_id, 1, deed, **gone)
        story.change(DriverVehicle, car.link, 1, deed, until=(None, story.day))
        car.gone = True

    def _draw_up(self) -> None:
        """One in fifteen is against a company."""
        story = self._story
        holder = story.random.choice(self._operators if story.chance(0.07) else self._drivers)
        self._papers.draw_up(self._operators[0] if holder.gone else holder)


def _spread(agenda: Agenda, days: list[date], count: int, event: Event) -> None:
    for number in range(count):
        agenda[days[number * len(days) // count]].append(event)
