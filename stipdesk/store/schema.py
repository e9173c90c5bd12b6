"""Bringing a database to this program's schema: created when empty, migrated when older, refused when newer."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from stipdesk.domain.clock import Clock
from stipdesk.domain.errors import EnvironmentFault
from stipdesk.store.backup import back_up_sqlite
from stipdesk.store.engine import Database
from stipdesk.store.migrations import HEAD

# Any constant will do, as long as every desk asks for the same one.
_MIGRATION_LOCK = 2_054_2022


def prepare(database: Database, clock: Clock, *, create: bool = True) -> None:
    """Leave the schema at `HEAD`. An older SQLite file is first copied beside itself; PostgreSQL rolls back whole.

    Raises `EnvironmentFault` for a database made by a newer program, for one that is not ours, and for an empty one
    when it may not be made.
    """
    with database.reading() as session:
        found = _revision(session.connection())
    if found == HEAD:
        return
    if found is None and not create:
        raise EnvironmentFault(
            "Este banco de dados está vazio: nenhuma repartição foi configurada nele.",
            "Nada foi criado.",
            "Confira o endereço do banco de dados.",
        )
    if found is not None and found > HEAD:
        raise EnvironmentFault(
            f"Este banco de dados foi feito por uma versão mais nova do programa (esquema {found}).",
            "Nada foi alterado.",
            "Instale a versão atual do stipdesk neste computador.",
        )
    file = database.engine.url.database
    if found is not None and database.is_sqlite and file:
        stamp = clock.now().strftime("%Y%m%d-%H%M%S")
        back_up_sqlite(database, Path(file).with_name(f"{Path(file).stem}-antes-do-esquema-{HEAD}-{stamp}.db"))
    _upgrade(database)


def upgrade_to(connection: Connection, revision: str) -> None:
    """Run the migrations up to `revision` over this connection."""
    # Alembic is slow to import and a start with nothing to migrate does not need it.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _upgrade(database: Database) -> None:
    with database.writing() as session:
        connection = session.connection()
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
        if _revision(connection) != HEAD:
            upgrade_to(connection, HEAD)


def _revision(connection: Connection) -> str | None:
    """The revision of the schema, `None` for an empty database."""
    tables = inspect(connection).get_table_names()
    if {"alembic_version", "journal_head"} <= set(tables):
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    if tables:
        raise EnvironmentFault(
            "Este banco de dados já contém tabelas de outro programa.",
            "Nada foi alterado.",
            "Escolha outro arquivo ou crie um banco vazio para o stipdesk.",
        )
    return None
