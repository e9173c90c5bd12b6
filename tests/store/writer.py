"""A program that writes acts one after another until somebody kills it."""

from datetime import UTC, date, datetime
from multiprocessing.connection import Connection

from stipdesk.domain.clock import FixedClock
from stipdesk.domain.numbers import NumberKind
from stipdesk.models import OfficeHoliday
from stipdesk.store.engine import open_database
from stipdesk.store.unit_of_work import unit_of_work


def write_until_killed(url: str, acknowledged: Connection) -> None:
    """Sends the number of each act after its commit, and not before."""
    database = open_database(url)
    clock = FixedClock(datetime(2026, 12, 1, 13, tzinfo=UTC))
    while True:
        with unit_of_work(database, clock, station=1, act="x", user_id=None) as work:
            number = work.next_number(NumberKind.SEAL, 2026).sequence
            work.add(
                OfficeHoliday(
                    day=date(2026, 5, 13), name=str(number), kind="municipal", working=False, extends_term=None
                )
            )
        acknowledged.send(number)
