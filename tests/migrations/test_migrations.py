"""The schema that the migrations make is that of the models, and getting there loses nothing."""

import hashlib
import multiprocessing
import shutil
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from stipdesk.domain.clock import Clock
from stipdesk.models import Base
from stipdesk.services import drivers
from stipdesk.services.access import Desk
from stipdesk.store import migrations, schema
from stipdesk.store.engine import Database, open_database
from stipdesk.store.schema import prepare
from tests import office
from tests.migrations.preparing import prepare_database
from tests.stored import broken_links, contents

FOLDER = Path(migrations.__file__).parent
NEXT = """
from alembic import op
import sqlalchemy as sa
revision, down_revision, branch_labels, depends_on = "0004", "0003", None, None

def upgrade() -> None:
    op.add_column("office_holiday", sa.Column("decree", sa.Text(), server_default="", nullable=False))
    op.create_table("later", sa.Column("id", sa.Integer(), primary_key=True))
"""


@pytest.fixture
def newer_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program of one revision later; the file of that revision, for a test to change."""
    folder = tmp_path / "program" / "migrations"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    revision = folder / "versions" / "rev_0004_later.py"
    revision.write_text(NEXT)
    monkeypatch.setattr(schema, "__file__", str(folder.parent / "schema.py"))
    monkeypatch.setattr(schema, "HEAD", "0004")
    return revision


def version(database: Database) -> str:
    with database.reading() as session:
        return str(session.scalar(text("SELECT version_num FROM alembic_version")))


def test_there_is_one_head_and_the_program_knows_it() -> None:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    assert ScriptDirectory.from_config(config).get_heads() == [migrations.HEAD]


def test_the_schema_made_is_that_of_the_models(database: Database) -> None:
    with database.engine.connect() as connection:
        options = {"compare_type": True, "render_as_batch": True, "include_name": _ours}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, Base.metadata) == []
        # The comparison is not blind: it sees a column that is not in the models and an index that is missing.
        connection.execute(text("ALTER TABLE driver ADD COLUMN nickname text"))
        connection.execute(text("DROP INDEX ix_driver_nit"))
        found = {difference[0] for difference in compare_metadata(context, Base.metadata)}
        assert found == {"remove_column", "add_index"}


def _ours(name: str | None, kind: str, _parents: object) -> bool:
    """The search index is made by hand: each engine has its own kind."""
    return not (kind in {"table", "index"} and str(name).startswith(("search_index", "ix_search_entry_trigram")))


def test_every_journaled_table_is_guarded(database: Database) -> None:
    journaled = [table.name for table in Base.metadata.sorted_tables if "journal_seq" in table.columns]
    kept = {"journaled", "kept"} if database.is_sqlite else {"journaled", "kept", "whole"}
    wanted = {f"tr_{table}_{guard}" for table in journaled for guard in kept}
    with database.engine.connect() as connection:
        assert len(journaled) == 30
        assert wanted <= _triggers(connection)


def _triggers(connection: Connection) -> set[str]:
    if connection.dialect.name == "sqlite":
        statement = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    else:
        statement = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
    return set(connection.execute(text(statement)).scalars())


def test_an_empty_database_is_made_and_one_at_head_is_not_touched(
    empty_database: Database, clock: Clock, tmp_path: Path
) -> None:
    prepare(empty_database, clock)
    assert version(empty_database) == migrations.HEAD
    before = contents(empty_database)
    empty_database.close()
    files = _digests(tmp_path)
    prepare(empty_database, clock)
    assert contents(empty_database) == before
    empty_database.close()
    assert _digests(tmp_path) == files, "nothing is written and no copy is made"


def _digests(folder: Path) -> dict[str, str]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_an_older_database_is_copied_then_migrated_with_its_data(
    desk: Desk, clock: Clock, newer_program: Path, tmp_path: Path
) -> None:
    assert newer_program.exists()
    driver_id = drivers.register(desk, office.DRIVER)
    before = contents(desk.database)
    prepare(desk.database, clock)
    assert version(desk.database) == "0004"
    with desk.database.engine.connect() as connection:
        assert "decree" in {column["name"] for column in inspect(connection).get_columns("office_holiday")}
        assert {"tr_office_holiday_journaled", "tr_office_holiday_kept"} <= _triggers(connection)
    assert contents(desk.database) == before
    assert broken_links(desk.database) == []
    assert drivers.card(desk, driver_id).fields == office.DRIVER
    copies = list(tmp_path.glob("*antes-do-esquema*"))
    assert [path.name for path in copies] == (
        ["stipdesk-antes-do-esquema-0004-20261201-130000.db"] if desk.database.is_sqlite else []
    )
    for copy in copies:
        with closing(open_database(f"sqlite:///{copy}")) as old:
            assert version(old) == "0003"
            assert contents(old) == before


def test_a_migration_that_fails_changes_nothing(desk: Desk, clock: Clock, newer_program: Path) -> None:
    newer_program.write_text(NEXT + "    raise ZeroDivisionError\n")
    before = contents(desk.database)
    with pytest.raises(ZeroDivisionError):
        prepare(desk.database, clock)
    assert version(desk.database) == "0003"
    assert contents(desk.database) == before
    with desk.database.engine.connect() as connection:
        assert "later" not in inspect(connection).get_table_names()
        assert "decree" not in {column["name"] for column in inspect(connection).get_columns("office_holiday")}
    newer_program.write_text(NEXT)
    prepare(desk.database, clock)
    assert version(desk.database) == "0004"


def test_several_computers_may_start_at_once(empty_database: Database) -> None:
    url = empty_database.engine.url.render_as_string(hide_password=False)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.migrations.preparing"])
    computers = [context.Process(target=prepare_database, args=(url,)) for _ in range(3)]
    for computer in computers:
        computer.start()
    for computer in computers:
        computer.join(timeout=60)
    assert [computer.exitcode for computer in computers] == [0, 0, 0]
    assert version(empty_database) == migrations.HEAD
    with empty_database.engine.connect() as connection:
        assert set(Base.metadata.tables) <= set(inspect(connection).get_table_names())
