"""The only place that wires the rooms: settings in, a desk out."""

from pathlib import Path

from stipdesk.domain.clock import Clock, SystemClock
from stipdesk.domain.documents import DocumentData
from stipdesk.law.loader import load_law
from stipdesk.paths import data_folder
from stipdesk.services.access import Desk
from stipdesk.store.engine import open_database, server_name, sqlite_file
from stipdesk.store.queries import office as office_queries
from stipdesk.store.schema import prepare


def open_desk(database_url: str, keys_folder: Path, clock: Clock | None = None, *, create: bool = True) -> Desk:
    """A desk on that database, created (unless `create` is false) or migrated as needed, with nobody signed in.

    Raises `EnvironmentFault` when the database cannot be opened (`store.engine`, `store.schema`).
    """
    clock = clock or SystemClock()
    database = open_database(database_url)
    try:
        prepare(database, clock, create=create)
        with database.reading() as session:
            office = office_queries.office(session)
            station = office.station if office else 1
    except BaseException:
        database.close()
        raise
    return Desk(database, clock, load_law(), keys_folder, render, station=station)


def demo_keys_folder(database_url: str) -> Path:
    """Where the keys of a fictitious office are: beside its file, or by the server's name in the data folder.

    Anybody can make those keys, so they may never stand among a real office's: it would take their papers for its own.
    """
    file = sqlite_file(database_url)
    if file is not None:
        return file.with_name(f"{file.stem}-chaves-ficticias")
    return data_folder() / "chaves-ficticias" / server_name(database_url)


def keys_folder(database_url: str, usual: Path) -> Path:
    """The keys that go with a database: the fictitious ones when it has them, else the `usual` ones."""
    fictitious = demo_keys_folder(database_url)
    return fictitious if fictitious.is_dir() else usual


def render(data: DocumentData) -> bytes:
    """Draw a paper; reportlab is imported at the first one, not at start-up."""
    from stipdesk import reports

    return reports.render(data)
