"""The only place that wires the rooms: settings in, a desk out."""

from pathlib import Path

from stipdesk.domain.clock import Clock, SystemClock
from stipdesk.domain.documents import DocumentData
from stipdesk.law.loader import load_law
from stipdesk.services.access import Desk
from stipdesk.store.engine import open_database
from stipdesk.store.queries import office as office_queries
from stipdesk.store.schema import prepare


def open_desk(database_url: str, keys_folder: Path, clock: Clock | None = None) -> Desk:
    """A desk on that database, created or migrated as needed, with nobody signed in.

    Raises `EnvironmentFault` when the database cannot be opened (`store.engine`, `store.schema`).
    """
    clock = clock or SystemClock()
    database = open_database(database_url)
    try:
        prepare(database, clock)
        with database.reading() as session:
            office = office_queries.office(session)
            station = office.station if office else 1
    except BaseException:
        database.close()
        raise
    return Desk(database, clock, load_law(), keys_folder, render, station=station)


def render(data: DocumentData) -> bytes:
    """Draw a paper; reportlab is imported at the first one, not at start-up."""
    from stipdesk import reports

    return reports.render(data)
