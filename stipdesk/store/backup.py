"""A copy of the SQLite database that is whole: one file, checked before it gets its name (cases S013, S014)."""

import os
import sqlite3
from pathlib import Path

from sqlalchemy import text

from stipdesk.domain.errors import EnvironmentFault
from stipdesk.store.engine import Database


def back_up_sqlite(database: Database, target: Path) -> None:
    """Write `target` through SQLite's own backup, verify it and only then give it its name.

    Raises `EnvironmentFault` when the copy cannot be made or does not pass its check; the original is untouched.
    """
    partial = target.with_name(target.name + ".part")
    try:
        with database.reading() as session:
            source = session.connection().connection.driver_connection
            assert isinstance(source, sqlite3.Connection)
            session.execute(text("SELECT 1"))
            with sqlite3.connect(partial) as copy:
                source.backup(copy)
            copy.close()
        _verify(partial)
        with partial.open("rb+") as file:
            os.fsync(file.fileno())
        partial.replace(target)
    except (OSError, sqlite3.Error) as error:
        partial.unlink(missing_ok=True)
        raise EnvironmentFault(
            "Não foi possível fazer a cópia de segurança do banco de dados.",
            "O banco de dados não foi alterado.",
            "Confira o espaço livre e a permissão de escrita na pasta e tente de novo.",
        ) from error


def _verify(file: Path) -> None:
    with sqlite3.connect(file) as copy:
        answer = copy.execute("PRAGMA integrity_check").fetchone()[0]
        orphans = copy.execute("PRAGMA foreign_key_check").fetchall()
    copy.close()
    if answer != "ok" or orphans:
        raise sqlite3.DatabaseError("the copy did not pass its integrity check")
