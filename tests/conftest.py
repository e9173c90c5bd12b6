"""What every test may ask for: a fixed clock, an empty database on either engine, a desk that is set up."""

import itertools
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL

from stipdesk.bootstrap import open_desk
from stipdesk.domain.clock import FixedClock
from stipdesk.services.access import Actor, Desk
from stipdesk.signing.keys import SigningKey
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
    close_for_copying(database)
    return path


@pytest.fixture(scope="session")
def postgres_template(postgres_server: URL) -> str:
    name = f"template_{os.getpid()}"
    _administer(postgres_server, f"CREATE DATABASE {name}")
    database = open_database(_address(postgres_server, name))
    prepare(database, FixedClock(TODAY))
    database.close()
    return name


@dataclass(frozen=True)
class MadeOffice:
    """An office that is set up, to be copied: the first start costs two slow hashes."""

    database: str
    keys_folder: Path
    actor: Actor
    colleague: Actor
    signing_key: SigningKey


@pytest.fixture(scope="session")
def sqlite_office(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> MadeOffice:
    folder = tmp_path_factory.mktemp("sqlite_office")
    file = folder / "office.db"
    shutil.copy(sqlite_template, file)
    return _made_office(str(file), f"sqlite:///{file}", folder / "keys")


@pytest.fixture(scope="session")
def postgres_office(
    postgres_server: URL, postgres_template: str, tmp_path_factory: pytest.TempPathFactory
) -> MadeOffice:
    name = f"office_{os.getpid()}"
    _administer(postgres_server, f"CREATE DATABASE {name} TEMPLATE {postgres_template}")
    return _made_office(name, _address(postgres_server, name), tmp_path_factory.mktemp("postgres_office") / "keys")


def _made_office(database: str, url: str, keys_folder: Path) -> MadeOffice:
    made = open_desk(url, keys_folder, FixedClock(TODAY))
    office.set_up(made)
    assert made.actor is not None
    assert made.signing_key is not None
    colleague = office.add_colleague(made)
    close_for_copying(made.database)
    return MadeOffice(database, keys_folder, made.actor, colleague, made.signing_key)


def close_for_copying(database: Database) -> None:
    if database.is_sqlite:
        with database.engine.connect() as connection:
            connection.exec_driver_sql("COMMIT")
            connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
    database.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def engine_name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def database_url(engine_name: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The address of a database at head, of its own, on the engine of this test.

    It is empty, or that of the office for a test that also asks for `desk`.
    """
    has_office = "desk" in request.fixturenames
    if engine_name == "sqlite":
        file = tmp_path / "stipdesk.db"
        template = request.getfixturevalue("sqlite_office" if has_office else "sqlite_template")
        shutil.copy(template.database if has_office else template, file)
        return f"sqlite:///{file}"
    template = request.getfixturevalue("postgres_office" if has_office else "postgres_template")
    return new_postgres_database(
        request.getfixturevalue("postgres_server"), template=template.database if has_office else template
    )


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = open_database(database_url)
    yield opened
    opened.close()


@pytest.fixture
def empty_database(engine_name: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Database]:
    """A database without a single table, on the engine of this test."""
    if engine_name == "sqlite":
        url = f"sqlite:///{tmp_path / 'empty.db'}"
    else:
        url = new_postgres_database(request.getfixturevalue("postgres_server"))
    opened = open_database(url)
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
def made_office(engine_name: str, request: pytest.FixtureRequest) -> MadeOffice:
    made = request.getfixturevalue("sqlite_office" if engine_name == "sqlite" else "postgres_office")
    assert isinstance(made, MadeOffice)
    return made


@pytest.fixture
def desk(made_office: MadeOffice, database_url: str, clock: FixedClock, tmp_path: Path) -> Iterator[Desk]:
    """A desk whose office is set up, with the coordinator of `tests.office` signed in and the key open."""
    shutil.copytree(made_office.keys_folder, tmp_path / "keys")
    opened = open_desk(database_url, tmp_path / "keys", clock)
    opened.actor, opened.signing_key = made_office.actor, made_office.signing_key
    yield opened
    opened.database.close()


@pytest.fixture
def other_desk(made_office: MadeOffice, desk: Desk, database_url: str) -> Iterator[Desk]:
    """A second desk on the database of `desk`, with connections of its own, where the colleague sits."""
    opened = open_desk(database_url, desk.keys_folder, desk.clock)
    opened.actor, opened.signing_key = made_office.colleague, made_office.signing_key
    yield opened
    opened.database.close()
