"""Triggers by which both databases themselves refuse a change that is not in the journal.

- A journaled row cannot be updated without moving to a newer journal entry, and cannot be deleted.
- A journal entry cannot be changed or deleted, except that its payload and salt may be erased together.
- The head only advances; a number series only grows by one.
The deferred foreign key from every row to its own journal entry does the rest at commit.
"""

import re
from collections.abc import Iterator

_TRIGGER = re.compile(r"CREATE TRIGGER (\w+)")
_REFUSED = "stipdesk: alteracao fora do diario recusada"

_JOURNAL_FIXED = (
    "origin", "seq", "transaction_id", "at", "user_id", "act", "reason", "table_name", "row_id", "operation",
    "base_rv", "payload_hash", "schema_version", "previous_hash", "hash",
)  # fmt: skip

_NOT_BY_ONE = "NEW.last <> OLD.last + 1 OR NEW.kind <> OLD.kind OR NEW.year <> OLD.year OR NEW.station <> OLD.station"


def guard_statements(dialect: str, journaled_tables: list[str]) -> Iterator[str]:
    """The statements that create every guard on an empty schema, for `sqlite` or `postgresql`."""
    yield from _sqlite(journaled_tables) if dialect == "sqlite" else _postgresql(journaled_tables)


def table_guard_statements(dialect: str, journaled_tables: list[str]) -> Iterator[str]:
    """Those that a later migration adds for its own new tables."""
    for table in journaled_tables:
        yield from _sqlite_table(table) if dialect == "sqlite" else _postgresql_table(table)


def guard_names(dialect: str, journaled_tables: list[str]) -> list[str]:
    """The triggers those statements create."""
    found = (_TRIGGER.match(statement) for statement in guard_statements(dialect, journaled_tables))
    return [match[1] for match in found if match]


# Table names are quoted: AUTHORIZATION is a reserved word of PostgreSQL.
def _sqlite(tables: list[str]) -> Iterator[str]:
    for table in tables:
        yield from _sqlite_table(table)
    moved = " OR ".join(f"NEW.{column} IS NOT OLD.{column}" for column in _JOURNAL_FIXED)
    erased = (
        "(NEW.payload IS NOT OLD.payload OR NEW.salt IS NOT OLD.salt)"
        " AND NOT (NEW.payload IS NULL AND NEW.salt IS NULL)"
    )
    yield _sqlite_trigger("journal_fixed", "UPDATE ON journal", f"{moved} OR ({erased})")
    yield _sqlite_trigger("journal_kept", "DELETE ON journal", "1")
    yield _sqlite_trigger(
        "journal_head_forward", "UPDATE ON journal_head", "NEW.origin <> OLD.origin OR NEW.seq <= OLD.seq"
    )
    yield _sqlite_trigger("journal_head_kept", "DELETE ON journal_head", "1")
    yield _sqlite_trigger("number_series_by_one", "UPDATE ON number_series", _NOT_BY_ONE)
    yield _sqlite_trigger("number_series_kept", "DELETE ON number_series", "1")


def _sqlite_table(table: str) -> Iterator[str]:
    still = "NEW.journal_origin = OLD.journal_origin AND NEW.journal_seq <= OLD.journal_seq"
    yield _sqlite_trigger(f"{table}_journaled", f'UPDATE ON "{table}"', f"NEW.id <> OLD.id OR ({still})")
    yield _sqlite_trigger(f"{table}_kept", f'DELETE ON "{table}"', "1")


def _sqlite_trigger(name: str, event: str, condition: str) -> str:
    return f"CREATE TRIGGER tr_{name} BEFORE {event} WHEN {condition} BEGIN SELECT RAISE(ABORT, '{_REFUSED}'); END"


def _postgresql(tables: list[str]) -> Iterator[str]:
    refuse = f"RAISE EXCEPTION '{_REFUSED}'"
    moved = " OR ".join(f"NEW.{column} IS DISTINCT FROM OLD.{column}" for column in _JOURNAL_FIXED)
    erased = (
        "(NEW.payload IS DISTINCT FROM OLD.payload OR NEW.salt IS DISTINCT FROM OLD.salt)"
        " AND NOT (NEW.payload IS NULL AND NEW.salt IS NULL)"
    )
    yield _function("stip_refuse", refuse)
    yield _function(
        "stip_row_journaled",
        "IF NEW.id <> OLD.id OR (NEW.journal_origin = OLD.journal_origin AND NEW.journal_seq <= OLD.journal_seq)"
        f" THEN {refuse}; END IF; RETURN NEW",
    )
    yield _function("stip_journal_fixed", f"IF {moved} OR ({erased}) THEN {refuse}; END IF; RETURN NEW")
    yield _function(
        "stip_head_forward", f"IF NEW.origin <> OLD.origin OR NEW.seq <= OLD.seq THEN {refuse}; END IF; RETURN NEW"
    )
    yield _function("stip_series_by_one", f"IF {_NOT_BY_ONE} THEN {refuse}; END IF; RETURN NEW")
    for table in tables:
        yield from _postgresql_table(table)
    for table, function in (
        ("journal", "stip_journal_fixed"),
        ("journal_head", "stip_head_forward"),
        ("number_series", "stip_series_by_one"),
    ):
        yield _postgresql_trigger(f"{table}_update", "UPDATE", table, f"ROW EXECUTE FUNCTION {function}()")
        yield from _postgresql_kept(table)


def _postgresql_table(table: str) -> Iterator[str]:
    yield _postgresql_trigger(f"{table}_journaled", "UPDATE", table, "ROW EXECUTE FUNCTION stip_row_journaled()")
    yield from _postgresql_kept(table)


def _postgresql_kept(table: str) -> Iterator[str]:
    yield _postgresql_trigger(f"{table}_kept", "DELETE", table, "ROW EXECUTE FUNCTION stip_refuse()")
    yield _postgresql_trigger(f"{table}_whole", "TRUNCATE", table, "STATEMENT EXECUTE FUNCTION stip_refuse()")


def _postgresql_trigger(name: str, event: str, table: str, each: str) -> str:
    return f'CREATE TRIGGER tr_{name} BEFORE {event} ON "{table}" FOR EACH {each}'


def _function(name: str, body: str) -> str:
    return f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body}; END $$"
