"""The people and cars of the life machine: what the desk has of them, and what the naive law knows."""

import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TypeVar
from uuid import UUID

import pytest
from hypothesis.stateful import RuleBasedStateMachine
from sqlalchemy import func, select

from stipdesk.bootstrap import open_desk
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.errors import DeskError, NotAllowed
from stipdesk.domain.legal import EvidenceKind
from stipdesk.domain.registers import SubjectKind
from stipdesk.models import JournalEntry
from stipdesk.services import (
    authorizations,
    checking,
    decisions,
    drivers,
    inspections,
    operators,
    requirements,
    vehicles,
)
from stipdesk.services import office as office_service
from stipdesk.services.access import Desk
from stipdesk.services.inspections import RecordInspection
from stipdesk.services.requirements import CheckRequirement
from stipdesk.store.queries import papers
from stipdesk.store.queries.checking import series as number_series
from tests import office
from tests.conftest import TODAY, MadeOffice
from tests.naive_law import Caa, Car, Payment, Person, Process, Request, Sanction, Seal, a_year_later
from tests.stored import broken_links

T = TypeVar("T")
FAR = date(2032, 1, 1)
LAST = datetime(2031, 6, 1, tzinfo=UTC)
DOCUMENT = b"%PDF-1.7 what it looks like is tested elsewhere"
MADE_IN, LICENSED_UNTIL = office.VEHICLE.manufacture_year, office.DRIVER.license_valid_until or FAR


@dataclass(eq=False)
class Holder:
    """An operator or a driver, with the papers that the naive law does not ask about."""

    kind: SubjectKind
    id: UUID
    law: Person
    certified: date | None = None
    licensed_until: date = FAR
    paid_activity: bool = True
    exempted: UUID | None = None
    request_id: UUID | None = None

    def data_in_order(self, day: date) -> bool:
        return self.licensed_until >= day and (self.paid_activity or self.exempted is not None)

    def papers_in_order(self, day: date) -> bool:
        if self.kind is SubjectKind.OPERATOR:
            return True
        certified = self.certified is not None and day <= self.certified + timedelta(days=90)
        return certified and self.data_in_order(day)


@dataclass(eq=False)
class CarAtDesk:
    """A vehicle, who uses it, and the requests about it; `conditional_id` gave it its thirty days."""

    id: UUID
    law: Car
    users: set[UUID]
    request_ids: list[UUID]
    conditional_id: UUID | None = None


@dataclass(eq=False)
class Trial:
    """A process of art. 38; `revocation_id` is the measure it ended in."""

    holder: Holder
    id: UUID
    law: Process
    revocation_id: UUID | None = None


@dataclass(frozen=True)
class Town:
    """An office where people and cars are registered. `copy` gives the address of a database of its own, by number."""

    copy: Callable[[int], str]
    made: MadeOffice
    operator_id: UUID
    driver_ids: tuple[UUID, ...]
    vehicle_ids: tuple[UUID, ...]


# Which driver uses which car at the beginning, by their places.
USES = ((0, 0), (1, 0), (2, 1))


def settle(desk: Desk) -> tuple[UUID, tuple[UUID, ...], tuple[UUID, ...]]:
    """Register an operator whose papers are all there, three drivers of it and three cars; the ids of each.

    The operator and the first two drivers have their CAA, and the first car its seal.
    """
    operator_id = operators.register(desk, office.OPERATOR)
    for requirement in desk.law.requirements(SubjectKind.OPERATOR, desk.today):
        if requirement.evidence is EvidenceKind.DOCUMENT and not requirement.may_be_absent:
            check = CheckRequirement(SubjectKind.OPERATOR, operator_id, requirement.code, accepted=True)
            requirements.check_requirement(desk, check)
    driver_ids = tuple(drivers.register(desk, office.another_driver(number), operator_id) for number in range(3))
    vehicle_ids = tuple(vehicles.register(desk, office.another_vehicle(number)) for number in range(3))
    for user, car in USES:
        drivers.link_vehicle(desk, driver_ids[user], vehicle_ids[car], office.OWNED, desk.today)
    for place, (kind, holder_id) in enumerate(
        [(SubjectKind.OPERATOR, operator_id), *((SubjectKind.DRIVER, each) for each in driver_ids[:2])]
    ):
        if kind is SubjectKind.DRIVER:
            office.ready(desk, holder_id, f"CEF-{place}")
        else:
            office.pay(desk, kind, holder_id, f"CEF-{place}")
        authorizations.issue(desk, kind, holder_id)
    inspections.record(desk, RecordInspection(vehicle_ids[0], desk.today, "CIRETRAN"))
    return operator_id, driver_ids, vehicle_ids


class LifeDesk(RuleBasedStateMachine):
    """The desk of a town, and how to try something there."""

    town: Town
    folder: Path
    runs = 0

    def __init__(self) -> None:
        super().__init__()
        type(self).runs += 1
        keys = self.folder / f"keys{self.runs}"
        shutil.copytree(self.town.made.keys_folder, keys)
        self.clock = FixedClock(TODAY)
        self.desk = open_desk(self.town.copy(self.runs), keys, self.clock)
        self.desk.actor, self.desk.signing_key = self.town.made.actor, self.town.made.signing_key
        self.desk.render = lambda _data: DOCUMENT
        self.dice = random.Random(2054)
        self.compared: tuple[date, int] | None = None
        self.receipts = 0
        self.holders = [Holder(SubjectKind.OPERATOR, self.town.operator_id, Person())]
        self.holders += [
            Holder(SubjectKind.DRIVER, driver_id, Person(), licensed_until=LICENSED_UNTIL)
            for driver_id in self.town.driver_ids
        ]
        self.cars = [
            CarAtDesk(vehicle_id, Car(MADE_IN), {self.town.driver_ids[user] for user, car in USES if car == place}, [])
            for place, vehicle_id in enumerate(self.town.vehicle_ids)
        ]
        self.payment_ids: dict[Payment, UUID] = {}
        self.caa_ids: dict[Caa, UUID] = {}
        self._remember_the_first_papers()
        self.trials: list[Trial] = []
        self.sanctions: list[tuple[UUID, Sanction]] = []

    def _remember_the_first_papers(self) -> None:
        with self.desk.reading() as session:
            for holder in self.holders:
                for row in papers.authorizations(session, holder.kind, [holder.id]):
                    paid = Payment(self.today)
                    caa = Caa(self.today, self.today, a_year_later(self.today), paid)
                    self.payment_ids[paid], self.caa_ids[caa] = row.payment_id, row.id
                    holder.law.payments.append(paid)
                    holder.law.caas.append(caa)
                    holder.law.requests.append(Request(self.today, decided=self.today, answer="granted"))
                    holder.certified = self.today
        self.cars[0].law.seals.append(Seal(self.today, a_year_later(self.today)))

    def teardown(self) -> None:
        try:
            assert broken_links(self.desk.database) == []
            with self.desk.reading() as session:
                for series in number_series(session):
                    assert series.papers == series.last == series.counter
            if self.runs == 1 and self.desk.database.is_sqlite:  # the whole check once, for its time
                assert checking.check(self.desk) == []
        finally:
            self.desk.database.close()

    @property
    def today(self) -> date:
        return self.desk.today

    def holder(self, which: int) -> Holder:
        return self.holders[which % len(self.holders)]

    def driver(self, which: int) -> Holder:
        people = [each for each in self.holders if each.kind is SubjectKind.DRIVER]
        return people[which % len(people)]

    def car(self, which: int) -> CarAtDesk:
        return self.cars[which % len(self.cars)]

    def move_to(self, moment: datetime) -> None:
        """Later, never earlier nor too late; with a new key when the old one no longer covers the day."""
        self.clock.moment = max(self.clock.moment, min(moment, LAST))
        if not self.desk.key().public.covers(self.today):
            office_service.new_key(self.desk, office.PASSPHRASE)

    def attempt(self, act: Callable[[], T], *, allowed: bool) -> T | None:
        """Do it if the law allows it; if not, the desk refuses and writes nothing, and the answer is None."""
        if allowed:
            return act()
        written = self.journal()
        with pytest.raises(DeskError):
            act()
        assert self.journal() == written
        return None

    def succeeds(self, act: Callable[[], None], *, allowed: bool) -> bool:
        """The same for what answers nothing."""
        self.attempt(act, allowed=allowed)
        return allowed

    def decide(self, proposal_id: UUID, *, approve: bool) -> bool:
        """Whoever proposed cannot decide; another person does."""
        with pytest.raises(NotAllowed):
            decisions.decide(self.desk, proposal_id, approve=True)
        with self._another_person():
            decisions.decide(self.desk, proposal_id, approve=approve, note="" if approve else "Falta prova.")
        return approve

    @contextmanager
    def _another_person(self) -> Iterator[None]:
        proposer, self.desk.actor = self.desk.actor, self.town.made.colleague
        yield
        self.desk.actor = proposer

    def journal(self) -> int:
        """How much was ever written: what changes nothing leaves it as it was."""
        with self.desk.reading() as session:
            return session.scalar(select(func.count()).select_from(JournalEntry)) or 0
