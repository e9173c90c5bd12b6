"""What each of several computers does when it opens the same database at the same moment."""

from datetime import UTC, datetime

from stipdesk.domain.clock import FixedClock
from stipdesk.store.engine import open_database
from stipdesk.store.schema import prepare


def prepare_database(url: str) -> None:
    database = open_database(url)
    prepare(database, FixedClock(datetime(2026, 12, 1, 13, tzinfo=UTC)))
    database.close()
