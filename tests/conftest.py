"""What every test may ask for: a fixed clock, an empty database on either engine, a desk that is set up."""

import itertools
import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL

from stipdesk.bootstrap import open_desk
from stipdesk.domain.clock import FixedClock
from stipdesk.services.access import Desk
from stipdesk.store.engine import Database, open_database
from stipdesk.store.schema import prepare
from tests import office, postgres

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

TODAY = datetime(2026, 12, 1, 13, 0, tzinfo=UTC)
_numbers = itertools.count(1)


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(TODAY)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[URL]:
    with postgres.server() as url:
        yield url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty prepared file; copying it is quicker than migrating for every test."""
    path = tmp_path_factory.mktemp("template") / "template.db"
    database = open_database(f"sqlite:///{path}")
    prepare(database, FixedClock(TODAY))
    with database.engine.connect() as connection:
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
    database.close()
    return path


@pytest.fixture(scope="session")
def postgres_template(postgres_server: URL) -> str:
    name = f"template_{os.getpid()}"
    _administer(postgres_server, f"CREATE DATABASE {name}")
    database = open_database(_address(postgres_server, name))
    prepare(database, FixedClock(TODAY))
    database.close()
    return name


@pytest.fixture(params=["sqlite", "postgresql"])
def engine_name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def database_url(engine_name: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The address of an empty database at head, of its own, on the engine of this test."""
    if engine_name == "sqlite":
        file = tmp_path / "stipdesk.db"
        shutil.copy(request.getfixturevalue("sqlite_template"), file)
        return f"sqlite:///{file}"
    return new_postgres_database(
        request.getfixturevalue("postgres_server"), template=request.getfixturevalue("postgres_template")
    )


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = open_database(database_url)
    yield opened
    opened.close()


def new_postgres_database(server: URL, template: str = "template0") -> str:
    """Create one more database on the tests' server and return its address."""
    name = f"t{os.getpid()}_{next(_numbers)}"
    _administer(server, f"CREATE DATABASE {name} TEMPLATE {template}")
    return _address(server, name)


def _address(server: URL, name: str) -> str:
    return server.set(database=name).render_as_string(hide_password=False)


def _administer(server: URL, statement: str) -> None:
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(statement))
    engine.dispose()


@pytest.fixture
def desk(database_url: str, clock: FixedClock, tmp_path: Path) -> Iterator[Desk]:
    """A desk whose office is set up, with the coordinator of `tests.office` signed in and the key open."""
    opened = open_desk(database_url, tmp_path / "keys", clock)
    office.set_up(opened)
    yield opened
    opened.database.close()
