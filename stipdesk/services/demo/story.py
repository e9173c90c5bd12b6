"""What the parts of the fictitious office share: its time, its chance, its agenda, and how a row is written."""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from random import Random
from typing import TYPE_CHECKING
from uuid import UUID

from stipdesk.domain.clock import at_office
from stipdesk.domain.ids import new_id
from stipdesk.domain.numbers import NumberKind, PrintedNumber
from stipdesk.domain.permissions import Act, Role
from stipdesk.domain.registers import (
    Address,
    DriverFields,
    OperatorFields,
    PolicyFields,
    SubjectKind,
    VehicleFields,
)
from stipdesk.models import Journaled, RequirementCheck
from stipdesk.services.access import Rules
from stipdesk.services.demo.people import People
from stipdesk.store.bulk import BulkLoad, Deed

if TYPE_CHECKING:  # a request names the holder and the car it is about
    from stipdesk.services.demo.requests import Request

HISTORY = timedelta(days=730)
Event = Callable[[], None]
Agenda = defaultdict[date, list[Event]]


@dataclass(frozen=True, slots=True)
class Author:
    """Who acts in a role of the office."""

    user_id: UUID
    name: str
    registration: str


@dataclass(slots=True)
class Holder:
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
    caa_id: UUID | None = None
    gone: bool = False
    barred: bool = False
    operators: list[UUID] = field(default_factory=list)
    cars: "list[Car]" = field(default_factory=list)
    links: list[tuple[type[Journaled], UUID]] = field(default_factory=list)

    @property
    def owns(self) -> dict[str, object]:
        """The column by which a row belongs to this holder."""
        return {f"{self.kind}_id": self.row_id}


@dataclass(slots=True)
class Car:
    row_id: UUID
    plate: str
    text: str
    registrant: Holder
    link: UUID
    request: "Request | None" = None
    gone: bool = False


class Story:
    """The office from `HISTORY` before `today` to the day before it; what is to happen waits in the agenda."""

    def __init__(self, bulk: BulkLoad, random: Random, rules: Rules, today: date) -> None:
        self._bulk = bulk
        self.random = random
        self.rules = rules
        self.people = People(random, today)
        self.day = self.first_day = today - HISTORY
        self.now = at_office(self.first_day, time(7))
        self.authors: dict[Role, Author] = {}
        self.counts: Counter[str] = Counter()
        self.at_the_desk: Agenda = defaultdict(list)
        self.in_the_street: Agenda = defaultdict(list)

    # Time and chance

    def every_day(self) -> list[date]:
        return [self.first_day + timedelta(days=number) for number in range(HISTORY.days)]

    def live(self, day: date) -> None:
        """Everything of one day: the desk from eight to five, then the street until half past eleven at night."""
        self.day = day
        self._spend(self.at_the_desk.pop(day, []), at_office(day, time(8)), timedelta(hours=9))
        self._spend(self.in_the_street.pop(day, []), at_office(day, time(17, 30)), timedelta(hours=6))

    def _spend(self, events: list[Event], opening: datetime, length: timedelta) -> None:
        for number, event in enumerate(events):
            self.now = opening + length * number // len(events)
            event()

    def later(self, least: int, most: int, event: Event, start: date | None = None) -> None:
        """On a business day so many days after today, or after `start`; never, when that is past the story's end."""
        day = (start or self.day) + timedelta(days=self.random.randint(least, most))
        if not self.rules.calendar.is_business_day(day):
            day = self.rules.calendar.next_business_day(day)
        if day - self.first_day < HISTORY:
            self.at_the_desk[max(day, self.day + timedelta(days=1))].append(event)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    # Writing

    def deed(self, act: Act, role: Role | None, reason: str = "") -> Deed:
        author = self.authors[role].user_id if role else None
        return Deed(self._new_id(), self.now, act, author, reason)

    def add(self, model: type[Journaled], deed: Deed, /, **columns: object) -> UUID:
        return self.add_as(self._new_id(), model, deed, **columns)

    def add_as(self, row_id: UUID, model: type[Journaled], deed: Deed, /, **columns: object) -> UUID:
        self._bulk.add(model, row_id, deed, **columns)
        return row_id

    def change(
        self, model: type[Journaled], row_id: UUID, version: int, deed: Deed, **columns: tuple[object, object]
    ) -> None:
        """Each column is (before, after); `version` is the row's before it."""
        self._bulk.change(model, row_id, version, deed, **columns)

    def next_number(self, kind: NumberKind) -> PrintedNumber:
        """Of the series of the story's present year."""
        return self._bulk.next_number(kind, self.day.year)

    def check(
        self,
        owner: dict[str, object],
        requirement: str,
        *,
        accepted: bool = True,
        not_applicable: bool = False,
        issued_on: date | None = None,
        reference: str = "",
    ) -> None:
        """Somebody at the desk looked at the paper of a requirement."""
        deed = self.deed(Act.CHECK_REQUIREMENT, Role.ATTENDANT)
        self.add(
            RequirementCheck, deed, **owner, requirement=requirement, accepted=accepted, not_applicable=not_applicable,
            issued_on=issued_on, document_reference=reference, note="", checked_on=self.day, checked_by=deed.user_id,
        )  # fmt: skip

    def _new_id(self) -> UUID:
        return new_id(int(self.now.timestamp() * 1000), self.random.getrandbits(80))


def columns_of(fields: DriverFields | OperatorFields | VehicleFields | PolicyFields | Address) -> dict[str, object]:
    """The fields as columns of one row; an address is a row of its own."""
    return {name: getattr(fields, name) for name in type(fields).__slots__ if name != "address"}


def columns_of_number(number: PrintedNumber) -> dict[str, object]:
    return {"number_year": number.year, "number_station": number.station, "number_sequence": number.sequence}
