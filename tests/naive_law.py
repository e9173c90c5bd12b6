"""The law written a second time, from the reading alone: plain lists of what happened, looked at day by day.

It knows nothing of `stipdesk.domain` and is slow on purpose. Each function asks about one day; what lasts is found by
walking from one day to the next. Days without office hours are those of Primavera do Leste, written out.
"""

from dataclasses import dataclass, field
from datetime import date, timedelta

DAY = timedelta(days=1)
EASTER = {
    2025: date(2025, 4, 20), 2026: date(2026, 4, 5), 2027: date(2027, 3, 28), 2028: date(2028, 4, 16),
    2029: date(2029, 4, 1), 2030: date(2030, 4, 21), 2031: date(2031, 4, 13), 2032: date(2032, 3, 28),
}  # fmt: skip
# New year, Tiradentes, work, the city's two days, independence, Aparecida, the civil servant, the dead, the republic,
# Zumbi, Christmas.
FIXED = {
    (1, 1), (4, 21), (5, 1), (5, 13), (7, 25), (9, 7), (10, 12), (10, 28), (11, 2), (11, 15), (11, 20), (12, 25),
}  # fmt: skip
# Carnival's Monday and Tuesday, Good Friday, Corpus Christi; on Ash Wednesday the office opens, late.
FROM_EASTER = {-48, -47, -2, 60}

# What a holder or a car is on a day.
GOOD = "good"
EXTENDED = "extended"
PROVISIONAL = "provisional"
CONDITIONAL = "conditional"
SUSPENDED = "suspended"
CASSATED = "cassated"
REVOKED = "revoked"
UNPAID = "unpaid"
EXPIRED = "expired"
BLOCKED = "blocked"
NEVER = "never_authorized"
WITHDRAWN = "withdrawn"
SERVES = {GOOD, EXTENDED, PROVISIONAL, CONDITIONAL}


def closed(day: date) -> bool:
    """No office hours: a term of the citizen does not end on such a day."""
    if day.weekday() in {5, 6} or (day.month, day.day) in FIXED:
        return True
    return (day - EASTER[day.year]).days in FROM_EASTER


def last_of(days: int, day: date) -> date:
    """The last day of a term of the citizen: the first one excluded; a closed last day gives the next open one."""
    last = day
    for _ in range(days):
        last += DAY
    while closed(last):
        last += DAY
    return last


def a_year_later(day: date, years: int = 1) -> date:
    """The day of equal number; the 1st of March for a 29th of February that is not there."""
    if (day.month, day.day) == (2, 29) and (day.year + years) % 4 != 0:
        return date(day.year + years, 3, 1)
    return date(day.year + years, day.month, day.day)


def asked_in_time(asked: date, expiry: date) -> bool:
    """Thirty days before the CAA expires, or on the first open day after that one when it was closed."""
    last = expiry
    for _ in range(30):
        last -= DAY
    while closed(last) and last < expiry:
        last += DAY
    return asked <= last


@dataclass(eq=False)
class Payment:
    day: date
    undone: date | None = None

    def stands(self, day: date) -> bool:
        return self.undone is None or day < self.undone


@dataclass(eq=False)
class Caa:
    issued: date
    first: date
    last: date
    payment: Payment
    provisional: bool = False
    voided: date | None = None

    def exists(self, day: date) -> bool:
        return self.issued <= day and (self.voided is None or day < self.voided)


@dataclass(eq=False)
class Request:
    """A request for a CAA; `about` is the one whose renewal it asks for, `answer` granted, refused or withdrawn."""

    filed: date
    about: Caa | None = None
    by_operator: bool = False
    decided: date | None = None
    answer: str = ""
    provisional: Caa | None = None


@dataclass(eq=False)
class Sanction:
    """What takes the right away from `first` on: to `last` if it has one, and no more from `over` on."""

    kind: str
    first: date
    last: date | None = None
    over: date | None = None

    @property
    def extinguishes(self) -> bool:
        return self.kind in {"cassation", "revocation", "discretionary"}

    def acts(self, day: date) -> bool:
        return self.first <= day and (self.last is None or day <= self.last) and (self.over is None or day < self.over)

    def bars(self, day: date) -> bool:
        """Whether nobody may ask for a new CAA on that day because of it: two years, 180 days, or the day itself."""
        if not self.extinguishes or not self.acts(day):
            return False
        if self.kind == "cassation":
            return day < a_year_later(self.first, 2)
        return (day - self.first).days < (180 if self.kind == "revocation" else 1)

    def extinguished(self, caa: Caa) -> bool:
        """Whether the CAA was there when it came, or was given while it barred."""
        return caa.issued <= self.first or self.bars(caa.issued)


@dataclass(eq=False)
class Person:
    """An operator or a driver. `sanctions` follow the CPF or CNPJ: a new record of the same one shares the list."""

    sanctions: list[Sanction] = field(default_factory=list)
    caas: list[Caa] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    payments: list[Payment] = field(default_factory=list)
    gone: date | None = None

    def turning_days(self) -> list[date]:
        """The days on which something began or ended."""
        days = [day for caa in self.caas for day in (caa.issued, caa.first, caa.last, caa.voided)]
        days += [day for request in self.requests for day in (request.filed, request.decided)]
        days += [payment.undone for payment in self.payments]
        days += [day for each in self.sanctions for day in (each.first, each.last, each.over)]
        return [day for day in (*days, self.gone) if day is not None]

    def papers(self, day: date) -> str:
        """What the CAAs alone say, whatever suspends them."""
        there = [caa for caa in self.caas if caa.exists(day) and not self._lost(caa, day)]
        covering = [caa for caa in there if caa.first <= day <= caa.last]
        paid = [caa for caa in covering if caa.payment.stands(day)]
        if any(not caa.provisional for caa in paid):
            return GOOD
        if paid:
            return PROVISIONAL
        begun = [caa for caa in there if caa.first <= day]
        if not begun:
            return NEVER
        newest = max(begun, key=lambda caa: (caa.last, caa.payment.stands(day)))
        if not newest.payment.stands(day):
            return UNPAID
        return EXTENDED if self._extended(newest, day) else EXPIRED

    def _lost(self, caa: Caa, day: date) -> bool:
        return any(each.extinguishes and each.acts(day) and each.extinguished(caa) for each in self.sanctions)

    def _extended(self, caa: Caa, day: date) -> bool:
        """Whether its renewal was asked in time and nobody decided before this day."""
        return not caa.provisional and any(
            request.about is not None
            and request.about.last == caa.last
            and request.filed <= day
            and asked_in_time(request.filed, caa.last)
            and (request.decided is None or day <= request.decided)
            for request in self.requests
        )

    def situation(self, day: date) -> str:
        if self.gone is not None and self.gone <= day:
            return WITHDRAWN
        papers = self.papers(day)
        extinct = [each for each in self.sanctions if each.extinguishes and each.acts(day)]
        if extinct and papers == NEVER:
            return (
                CASSATED
                if max(extinct, key=lambda each: (each.first, each.kind == "cassation")).kind == "cassation"
                else REVOKED
            )
        if any(not each.extinguishes and each.acts(day) for each in self.sanctions):
            return SUSPENDED
        return papers

    def barred(self, day: date) -> bool:
        return any(each.bars(day) for each in self.sanctions)

    def free_again(self, day: date) -> date:
        """The first day on which nothing bars, of somebody barred on `day`."""
        while self.barred(day):
            day += DAY
        return day

    def open_request(self) -> Request | None:
        return next((request for request in self.requests if request.decided is None), None)

    def to_renew(self, day: date) -> Caa | None:
        """The CAA in force that a renewal would be about."""
        annual = [caa for caa in self.caas if not caa.provisional and caa.exists(day)]
        newest = max(annual, key=lambda caa: (caa.last, caa.payment.stands(day)), default=None)
        if newest is None or newest.last < day or not newest.payment.stands(day):
            return None
        return None if self.situation(day) in {CASSATED, REVOKED, UNPAID, WITHDRAWN} else newest

    def unspent(self, day: date) -> list[Payment]:
        """The payments that no CAA, or only one that was annulled, or a provisional one, stands on."""
        used = [caa.payment for caa in self.caas if not caa.provisional and caa.voided is None]
        return [payment for payment in self.payments if payment.stands(day) and payment not in used]

    def may_ask(self, day: date, *, renewal: bool) -> bool:
        if self.gone is not None or self.barred(day) or self.open_request() is not None:
            return False
        current = self.to_renew(day)
        if not renewal:
            return current is None
        return current is not None and (current.last - day).days <= 60

    def may_receive(self, day: date, *, papers_in_order: bool) -> bool:
        """Whether the CAA must be issued: everything there, paid, nothing bars, and not while one goes on for long."""
        if self.gone is not None or self.barred(day) or not papers_in_order or not self.unspent(day):
            return False
        current = self.to_renew(day)
        return self.open_request() is not None or current is None or (current.last - day).days <= 60

    def may_receive_provisional(self, day: date, *, data_in_order: bool) -> bool:
        request = self.open_request()
        if self.gone is not None or self.barred(day) or request is None or not data_in_order:
            return False
        if request.about is not None or not request.by_operator or not self.unspent(day):
            return False
        if request.provisional is not None and request.provisional.voided is None:
            return False
        return day <= self.unspent(day)[0].day + timedelta(days=30)

    def next_term(self, day: date) -> tuple[date, date]:
        """The year of the CAA given on `day`: after the old one when its renewal was asked in time, else from today."""
        request = self.open_request()
        old = request.about if request is not None else None
        today = day, a_year_later(day)
        if old is None or not old.exists(day) or not old.payment.stands(day) or self._lost(old, day):
            return today
        asked = min(each.filed for each in self.requests if each.about is old and each.answer in {"", "granted"})
        following = old.last + DAY, a_year_later(old.last)
        return following if asked_in_time(asked, old.last) and following[1] >= day else today


@dataclass(eq=False)
class Process:
    """A process for lost conditions (arts. 38-40), and the suspension it came to, if any."""

    notified: date | None = None
    defended: bool = False
    dismissed: bool = False
    suspension: Sanction | None = None
    served: date | None = None
    asked: date | None = None
    denied: bool = False
    precautionary: list[Sanction] = field(default_factory=list)
    revocation: Sanction | None = None

    def over(self, day: date) -> bool:
        """Whether another process may be opened."""
        ended = self.suspension is not None and self.suspension.over is not None and self.suspension.over <= day
        return self.dismissed or ended

    def undecided(self) -> bool:
        return self.suspension is None and not self.dismissed

    def may_be_decided(self, day: date) -> bool:
        """Only after the defence, or after the fifteen days for it."""
        heard = self.defended or (self.notified is not None and day > last_of(15, self.notified))
        return self.undecided() and heard

    def acting(self, day: date) -> bool:
        return self.suspension is not None and self.suspension.acts(day)

    def may_be_served(self, day: date) -> bool:
        over = self.suspension is None or (self.suspension.over is not None and self.suspension.over <= day)
        begun = self.suspension is not None and self.suspension.first <= day
        return not over and self.served is None and not (begun and self.asked is not None)

    def reversal_due(self) -> date | None:
        if self.served is None or self.suspension is None:
            return None
        return last_of(30, max(self.served, self.suspension.first))

    def may_ask_reversal(self, day: date) -> bool:
        due = self.reversal_due()
        in_time = due is None or day <= due
        ending = self.suspension is not None and self.suspension.over is not None
        return self.acting(day) and not ending and self.asked is None and in_time

    def may_decide_reversal(self, day: date) -> bool:
        return self.acting(day) and self.asked is not None and not self.denied

    def may_be_revoked(self, day: date) -> bool:
        """Not asked for in its term, or asked for and not proved (art. 40)."""
        due = self.reversal_due()
        unasked = self.asked is None and due is not None and day > due
        return self.acting(day) and (unasked or self.denied) and self.revocation is None


@dataclass(eq=False)
class Seal:
    first: date
    last: date
    voided: date | None = None

    def exists(self, day: date) -> bool:
        return self.first <= day and (self.voided is None or day < self.voided)


@dataclass(eq=False)
class Car:
    """A vehicle, its seals and the thirty days it had without one."""

    made: int
    hybrid: bool = False
    seals: list[Seal] = field(default_factory=list)
    asked: date | None = None
    asked_gone: date | None = None
    gone: date | None = None

    def turning_days(self) -> list[date]:
        days = [day for seal in self.seals for day in (seal.first, seal.last, seal.voided)]
        days += [self.asked, self.asked_gone, self.gone, date(self.made + (8 if self.hybrid else 6), 12, 31)]
        if self.asked is not None:
            days.append(last_of(30, self.asked))
        return [day for day in days if day is not None]

    def too_old(self, day: date) -> bool:
        return day.year - self.made > (8 if self.hybrid else 6)

    def situation(self, day: date) -> str:
        if self.gone is not None and self.gone <= day:
            return WITHDRAWN
        if self.too_old(day):
            return BLOCKED
        there = [seal for seal in self.seals if seal.exists(day)]
        if any(day <= seal.last for seal in there):
            return GOOD
        if there:
            return EXPIRED
        if self.asked is None or day < self.asked:
            return NEVER
        last = last_of(30, self.asked)
        if self.asked_gone is not None:
            last = min(last, self.asked_gone)
        return CONDITIONAL if day <= last else BLOCKED


def lasts_until(holder: Person | Car, day: date, most: int = 800) -> date | None:
    """The last day on which it stands as on `day`, by walking on; None when that is further than anybody walks."""
    now = holder.situation(day)
    for _ in range(most):
        if holder.situation(day + DAY) != now:
            return day
        day += DAY
    return None
