"""The one place that asks what time it is. Everything else receives a `Clock`.

Moments are aware UTC; legal dates are the plain date in Mato Grosso (America/Cuiaba, UTC-4 all year), whatever
the time zone of the computer.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Protocol
from zoneinfo import ZoneInfo

OFFICE_ZONE = ZoneInfo("America/Cuiaba")


class Clock(Protocol):
    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        ...

    def today(self) -> date:
        """The present legal date at the office."""
        ...


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)

    def today(self) -> date:
        return local_date(self.now())


@dataclass
class FixedClock:
    """A clock that stands still until it is told to move: for tests and for the fictitious office."""

    moment: datetime

    def now(self) -> datetime:
        return self.moment

    def today(self) -> date:
        return local_date(self.moment)


def local_date(moment: datetime) -> date:
    """The date at the office at that moment."""
    return moment.astimezone(OFFICE_ZONE).date()


def local_time(moment: datetime) -> datetime:
    """The same moment with the office's wall clock."""
    return moment.astimezone(OFFICE_ZONE)


def at_office(day: date, at: time) -> datetime:
    """The moment, in UTC, at which the office's wall clock shows `day` and `at`."""
    return datetime.combine(day, at, OFFICE_ZONE).astimezone(UTC)
