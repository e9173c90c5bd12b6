"""A copy of the SQLite database that is whole: one file, checked before it gets its name (cases S013, S014)."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from stipdesk.domain.errors import EnvironmentFault
from stipdesk.store.engine import Database


def back_up_sqlite(database: Database, target: Path) -> None:
    """Write `target` through SQLite's own backup, verify it and only then give it its name.

    Raises `EnvironmentFault` when the copy cannot be made or does not pass its check; the original is untouched.
    """
    partial = target.with_name(target.name + ".part")
    try:
        partial.unlink(missing_ok=True)
        with database.reading() as session, closing(sqlite3.connect(partial)) as copy:
            source = session.connection().connection.driver_connection
            assert isinstance(source, sqlite3.Connection)
            # Counting begins the reading transaction, so that the copy is of that very moment.
            rows = _rows(source)
            source.backup(copy)
            _verify(copy, rows)
        with partial.open("rb+") as file:
            os.fsync(file.fileno())
        partial.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise EnvironmentFault(
            "Não foi possível fazer a cópia de segurança do banco de dados.",
            "O banco de dados não foi alterado.",
            "Confira o espaço livre e a permissão de escrita na pasta e tente de novo.",
        ) from error
    finally:
        partial.unlink(missing_ok=True)


def _verify(copy: sqlite3.Connection, rows: dict[str, int]) -> None:
    whole = copy.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    orphans = copy.execute("PRAGMA foreign_key_check").fetchone()
    if not whole or orphans or _rows(copy) != rows:
        raise sqlite3.DatabaseError("the copy did not pass its check")


def _rows(connection: sqlite3.Connection) -> dict[str, int]:
    """How many rows each table holds; those of the search index are derived."""
    tables = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search_index%'"
    ).fetchall()
    return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for (name,) in tables}
