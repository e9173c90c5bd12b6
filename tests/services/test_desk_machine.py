"""Any order of acts, good and bad, against a naive reading of the law.

Whatever people do at the desk: numbers are unique and without a gap, the journal's chain holds, a refusal writes
nothing, and a driver or a car may serve exactly when a plain reading of its papers says so.
"""

import shutil
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import select

from stipdesk.bootstrap import open_desk
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.errors import DeskError, Duplicate, FieldErrors, Refused
from stipdesk.domain.numbers import NumberKind
from stipdesk.domain.registers import Addressee, SubjectKind
from stipdesk.domain.standing import StandingState
from stipdesk.models import Application, Authorization, InfractionNotice, Inspection, JournalEntry, NumberSeries, Seal
from stipdesk.services import (
    authorizations,
    checking,
    documents,
    drivers,
    infractions,
    inspections,
    registers,
    requirements,
    vehicles,
)
from stipdesk.services import office as office_service
from stipdesk.services.drivers import ListRequest
from stipdesk.services.infractions import DrawUpInfraction
from stipdesk.services.inspections import Failure, RecordInspection
from stipdesk.services.requirements import CheckRequirement
from tests import office
from tests.conftest import TODAY, MadeOffice
from tests.stored import refusal

SERIES: dict[
    NumberKind, type[Application] | type[Authorization] | type[Seal] | type[Inspection] | type[InfractionNotice]
] = {
    NumberKind.APPLICATION: Application,
    NumberKind.AUTHORIZATION: Authorization,
    NumberKind.SEAL: Seal,
    NumberKind.INSPECTION: Inspection,
    NumberKind.INFRACTION_NOTICE: InfractionNotice,
}
SERVES = {StandingState.REGULAR, StandingState.ATTENTION}
WINDOW, CERTIFICATE = timedelta(days=60), timedelta(days=90)
some = st.integers(0, 3)


@dataclass
class Paper:
    """A CAA or a seal: its row, and from when until when it is valid."""

    row_id: UUID
    valid_from: date
    valid_until: date
    voided: bool = False


@dataclass
class Holder:
    """A driver or a car, with nothing but what the law asks about."""

    papers: list[Paper] = field(default_factory=list)
    withdrawn: bool = False
    certified_on: date | None = None
    unspent: int = 0
    registrant: UUID | None = None
    users: set[UUID] = field(default_factory=set)
    too_old_from: date | None = None

    def standing(self, today: date) -> set[StandingState]:
        """The states a plain reading allows; whether something else is about to expire is not its concern."""
        if self.withdrawn:
            return {StandingState.WITHDRAWN}
        if self.too_old_from is not None and today >= self.too_old_from:
            return {StandingState.BLOCKED}
        good = [paper for paper in self.papers if not paper.voided]
        if any(paper.valid_from <= today <= paper.valid_until for paper in good):
            return SERVES
        expired = any(paper.valid_until < today for paper in good)
        return {StandingState.EXPIRED if expired else StandingState.NEVER_AUTHORIZED}


class DeskMachine(RuleBasedStateMachine):
    template: MadeOffice
    folder: Path
    runs = 0

    def __init__(self) -> None:
        super().__init__()
        type(self).runs += 1
        file = self.folder / f"{self.runs}.db"
        shutil.copy(self.template.database, file)
        shutil.copytree(self.template.keys_folder, self.folder / f"keys{self.runs}")
        self.clock = FixedClock(TODAY)
        self.desk = open_desk(f"sqlite:///{file}", self.folder / f"keys{self.runs}", self.clock)
        self.desk.actor, self.desk.signing_key = self.template.actor, self.template.signing_key
        self.drivers: dict[UUID, Holder] = {}
        self.cars: dict[UUID, Holder] = {}
        self.autos: dict[UUID, bool] = {}
        self.given: Counter[tuple[NumberKind, int]] = Counter()
        self.receipts = 0

    def teardown(self) -> None:
        assert checking.check(self.desk) == []
        for kind, year in self.given:
            assert self._numbers(kind, year) == list(range(1, self.given[kind, year] + 1))
        for line in documents.page(self.desk, 0, 200)[1]:
            documents.view(self.desk, line.line.document_id)
        self.desk.database.close()

    # Helpers

    def _driver(self, which: int) -> tuple[UUID, Holder]:
        return list(self.drivers.items())[which % len(self.drivers)]

    def _car(self, which: int) -> tuple[UUID, Holder]:
        return list(self.cars.items())[which % len(self.cars)]

    def _numbers(self, kind: NumberKind, year: int) -> list[int]:
        model = SERIES[kind]
        statement = select(model.number_sequence).where(model.number_year == year, model.number_station == 1)
        with self.desk.reading() as session:
            return list(session.scalars(statement.order_by(model.number_sequence)))

    def _gave(self, kind: NumberKind, number: str, day: date) -> None:
        self.given[kind, day.year] += 1
        assert number == f"{self.given[kind, day.year]:06d}/{day.year}-01"

    # What people register

    @initialize()
    def open(self) -> None:
        for _ in range(3):
            self.register_driver()
        self.register_car()

    @precondition(lambda self: len(self.drivers) < 4)
    @rule()
    def register_driver(self) -> None:
        fields = office.another_driver(len(self.drivers))
        self.drivers[drivers.register(self.desk, fields)] = Holder()
        with refusal(self.desk, Duplicate):
            drivers.register(self.desk, fields)

    @precondition(lambda self: len(self.cars) < 3)
    @rule()
    def register_car(self) -> None:
        fields = office.another_vehicle(len(self.cars))
        # Six years from that of manufacture (art. 18, I).
        too_old = date(fields.manufacture_year + 7, 1, 1)
        self.cars[vehicles.register(self.desk, fields)] = Holder(too_old_from=too_old)

    @rule(which=some, car=some)
    def link(self, which: int, car: int) -> None:
        (driver_id, driver), (car_id, used) = self._driver(which), self._car(car)
        if driver.withdrawn or used.withdrawn or driver_id in used.users:
            with refusal(self.desk, Refused):
                drivers.link_vehicle(self.desk, driver_id, car_id, office.OWNED, self.desk.today)
            return
        drivers.link_vehicle(self.desk, driver_id, car_id, office.OWNED, self.desk.today)
        used.users.add(driver_id)
        used.registrant = used.registrant or driver_id

    @rule(which=some)
    def unlink(self, which: int) -> None:
        driver_id, _ = self._driver(which)
        for line in drivers.card(self.desk, driver_id).vehicles:
            drivers.unlink_vehicle(self.desk, line.link_id, self.desk.today)
            used = self.cars[line.vehicle_id]
            used.users.remove(driver_id)
            used.registrant = None if used.registrant == driver_id else used.registrant

    @precondition(lambda self: sum(not driver.withdrawn for driver in self.drivers.values()) > 1)
    @rule(which=some)
    def withdraw_driver(self, which: int) -> None:
        driver_id, driver = self._driver(which)
        if driver.withdrawn:
            with refusal(self.desk, Refused):
                registers.withdraw(self.desk, SubjectKind.DRIVER, driver_id, "pediu")
            return
        registers.withdraw(self.desk, SubjectKind.DRIVER, driver_id, "pediu")
        driver.withdrawn = True
        for used in self.cars.values():
            used.users.discard(driver_id)
            used.registrant = None if used.registrant == driver_id else used.registrant

    # The CAA

    @rule(which=some)
    def check(self, which: int) -> None:
        driver_id, driver = self._driver(which)
        certificate = CheckRequirement(
            SubjectKind.DRIVER, driver_id, "driver.criminal_certificate", accepted=True, issued_on=self.desk.today
        )
        if driver.withdrawn:
            with refusal(self.desk, Refused):
                requirements.check_requirement(self.desk, certificate)
            return
        requirements.check_requirement(self.desk, certificate)
        driver.certified_on = self.desk.today

    @rule(which=some, again=st.booleans())
    def pay(self, which: int, again: bool) -> None:
        driver_id, driver = self._driver(which)
        if driver.withdrawn or (again and self.receipts):
            with refusal(self.desk, DeskError):
                office.pay(self.desk, SubjectKind.DRIVER, driver_id, f"BB-{self.receipts}")
            return
        self.receipts += 1
        office.pay(self.desk, SubjectKind.DRIVER, driver_id, f"BB-{self.receipts}")
        driver.unspent += 1

    @rule(which=some, prepared=st.sampled_from([True, True, False]))
    def issue(self, which: int, prepared: bool) -> None:
        driver_id, driver = self._driver(which)
        today = self.desk.today
        if prepared:
            self.check(which)
            self.pay(which, again=False)
        last = max((paper.valid_until for paper in driver.papers if not paper.voided), default=None)
        allowed = (
            not driver.withdrawn
            and driver.certified_on is not None
            and today <= driver.certified_on + CERTIFICATE
            and driver.unspent > 0
            and (last is None or today >= last - WINDOW)
        )
        if not allowed:
            with refusal(self.desk, Refused):
                authorizations.issue(self.desk, SubjectKind.DRIVER, driver_id)
            return
        issued = authorizations.issue(self.desk, SubjectKind.DRIVER, driver_id)
        self._gave(NumberKind.AUTHORIZATION, issued.number, today)
        self.given[NumberKind.APPLICATION, today.year] += 1  # filed by the same act: every CAA has a protocol
        (line,) = (
            line
            for line in drivers.card(self.desk, driver_id).authorizations
            if line.authorization_id == issued.authorization_id
        )
        assert line.valid_from >= today
        assert timedelta(days=365) <= issued.valid_until - today <= timedelta(days=366) + WINDOW
        driver.papers.append(Paper(issued.authorization_id, line.valid_from, line.valid_until))
        driver.unspent -= 1

    @rule(which=some)
    def void_authorization(self, which: int) -> None:
        _, driver = self._driver(which)
        for paper in driver.papers[-1:]:
            if paper.voided:
                with refusal(self.desk, Refused):
                    authorizations.void(self.desk, paper.row_id, "engano")
            else:
                authorizations.void(self.desk, paper.row_id, "engano")
                paper.voided = True
                driver.unspent += 1

    # Inspections and autos

    @rule(car=some, approved=st.booleans())
    def inspect(self, car: int, approved: bool) -> None:
        car_id, seen = self._car(car)
        today = self.desk.today
        failures = () if approved else (Failure(self.desk.law.inspection_items[0].code, "trincado"),)
        outcome = inspections.record(self.desk, RecordInspection(car_id, today, "CIRETRAN", failures))
        self._gave(NumberKind.INSPECTION, outcome.number, today)
        assert (outcome.seal_number is not None) is approved
        if outcome.seal_number is not None:
            self._gave(NumberKind.SEAL, outcome.seal_number, today)
            (line,) = (each for each in vehicles.card(self.desk, car_id).seals if each.number == outcome.seal_number)
            seen.papers.append(Paper(line.seal_id, today, line.valid_until))

    @rule(car=some)
    def void_seal(self, car: int) -> None:
        _, seen = self._car(car)
        for paper in seen.papers[-1:]:
            if paper.voided:
                with refusal(self.desk, Refused):
                    inspections.void_seal(self.desk, paper.row_id, "rasgou")
            else:
                inspections.void_seal(self.desk, paper.row_id, "rasgou")
                paper.voided = True

    @rule(car=some, which=some, identified=st.booleans(), complete=st.booleans())
    def draw_up(self, car: int, which: int, identified: bool, complete: bool) -> None:
        (car_id, used), (driver_id, _) = self._car(car), self._driver(which)
        command = DrawUpInfraction(
            Addressee.DRIVER,
            "A-a",
            self.clock.now(),
            "Avenida Cuiabá" if complete else "",
            "Sem o selo.",
            driver_id=driver_id if identified else None,
            vehicle_id=car_id,
            unidentified_reason="" if identified else "Evadiu-se.",
        )
        if not complete or not (identified or used.registrant):
            with refusal(self.desk, FieldErrors):
                infractions.draw_up(self.desk, command)
            return
        drawn = infractions.draw_up(self.desk, command)
        self._gave(NumberKind.INFRACTION_NOTICE, drawn.number, self.desk.today)
        addressee = infractions.card(self.desk, drawn.infraction_id).addressee_id
        assert addressee == (driver_id if identified else used.registrant)
        self.autos[drawn.infraction_id] = False

    @precondition(lambda self: self.autos)
    @rule(which=st.integers(0, 9))
    def cancel(self, which: int) -> None:
        auto_id, cancelled = list(self.autos.items())[which % len(self.autos)]
        if cancelled:
            with refusal(self.desk, Refused):
                infractions.cancel(self.desk, auto_id, "engano")
        else:
            infractions.cancel(self.desk, auto_id, "engano")
            self.autos[auto_id] = True

    # Time and bad luck

    @rule(days=st.sampled_from([0, 1, 29, 45]), hours=st.integers(1, 23))
    def later(self, days: int, hours: int) -> None:
        self._move_to(self.clock.moment + timedelta(days=days, hours=hours))

    @rule()
    def most_of_a_year_later(self) -> None:
        self._move_to(self.clock.moment + timedelta(days=310))

    def _move_to(self, moment: datetime) -> None:
        self.clock.moment = min(moment, datetime(2029, 6, 1, tzinfo=UTC))  # the CNH of everybody lasts to September
        key = self.desk.key()
        if not key.public.covers(self.desk.today):
            office_service.new_key(self.desk, office.PASSPHRASE)

    @rule(which=some)
    def with_the_clock_behind(self, which: int) -> None:
        driver_id, _ = self._driver(which)
        right = self.clock.moment
        with self.desk.reading() as session:
            last = session.scalars(select(JournalEntry.at).order_by(JournalEntry.seq.desc()).limit(1)).one()
        self.clock.moment = last - timedelta(minutes=6)
        with refusal(self.desk, Refused) as raised:
            authorizations.issue(self.desk, SubjectKind.DRIVER, driver_id)
        assert "relógio" in str(raised.value)
        self.clock.moment = right

    @rule(car=some)
    def with_the_key_closed(self, car: int) -> None:
        car_id, _ = self._car(car)
        key, self.desk.signing_key = self.desk.signing_key, None
        with refusal(self.desk, Refused):
            inspections.record(self.desk, RecordInspection(car_id, self.desk.today, "CIRETRAN"))
        self.desk.signing_key = key

    # What always holds

    @invariant()
    def everybody_stands_as_the_papers_say(self) -> None:
        everything = ListRequest(include_withdrawn=True)
        for row in drivers.page(self.desk, everything)[1]:
            assert row.standing.state in self.drivers[row.driver_id].standing(self.desk.today)
        for car in vehicles.page(self.desk, everything)[1]:
            assert car.standing.state in self.cars[car.vehicle_id].standing(self.desk.today)

    @invariant()
    def the_counters_are_what_was_given(self) -> None:
        with self.desk.reading() as session:
            last = {(row.kind, row.year): row.last for row in session.scalars(select(NumberSeries))}
        assert last == self.given


@pytest.mark.timeout(600)  # some ten seconds; a failure is first reduced to its shortest story
@pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)
def test_the_desk(made_office: MadeOffice, tmp_path: Path) -> None:
    machine = type("Machine", (DeskMachine,), {"template": made_office, "folder": tmp_path})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=10,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
