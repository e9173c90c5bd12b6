"""What a database holds, to prove that a refusal wrote nothing and that what was written is whole."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest
from sqlalchemy import Connection, select, text

from stipdesk.models import Base, SignInAttempt
from stipdesk.services.access import Desk
from stipdesk.store.engine import Database
from stipdesk.store.journal import verify_chain

_Error = TypeVar("_Error", bound=BaseException)
# Failed sign-ins are counted although they are refusals.
_COUNTED = Base.metadata.tables[SignInAttempt.__tablename__]


def contents(database: Database) -> dict[str, list[str]]:
    """Every row of every table, written out."""
    with database.reading() as session:
        return {
            table.name: sorted(repr(tuple(row)) for row in session.execute(select(table)))
            for table in Base.metadata.sorted_tables
            if table is not _COUNTED
        }


@contextmanager
def refusal(desk: Desk, error: type[_Error]) -> Iterator[pytest.ExceptionInfo[_Error]]:
    """The block raises `error` and leaves every table as it was: rows, journal, numbers and search index."""
    before = contents(desk.database)
    with pytest.raises(error) as raised:
        yield raised
    assert contents(desk.database) == before


def broken_links(database: Database) -> list[str]:
    with database.reading() as session:
        return [link.problem for link in verify_chain(session)]


def without_guards(connection: Connection, database: Database) -> None:
    """What somebody with the owner's rights could do: take the triggers away first."""
    if database.is_sqlite:
        names = connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars().all()
        for name in names:
            connection.execute(text(f"DROP TRIGGER {name}"))
        connection.execute(text("PRAGMA defer_foreign_keys = ON"))
    else:
        connection.execute(text("SET session_replication_role = replica"))
