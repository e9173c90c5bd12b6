"""Many rows at once, each with its journal entry: for the fictitious office and for a first load.

One transaction: either everything is there afterwards or nothing. The rows go in by the quickest road of each engine
(the driver's own statements in SQLite, COPY in PostgreSQL) and pass the same guards as any other.
"""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import psycopg
from sqlalchemy import Column, Connection, Table, func, insert, select, update
from sqlalchemy.orm import Session

from stipdesk.domain.errors import EnvironmentFault
from stipdesk.domain.numbers import NumberKind, PrintedNumber
from stipdesk.models import Base, Journaled, JournalEntry, NumberSeries
from stipdesk.store import journal, search
from stipdesk.store.engine import Database

_BATCH = 20_000
_JOURNAL = Base.metadata.tables[JournalEntry.__tablename__]


@dataclass(frozen=True, slots=True)
class Deed:
    """What every entry written under it carries: one act, of one person, at one moment."""

    transaction_id: UUID
    at: datetime
    act: str
    user_id: UUID | None
    reason: str = ""


@contextmanager
def bulk_load(database: Database, *, station: int, salt: Callable[[int], str]) -> Iterator["BulkLoad"]:
    """Hand out the load and commit it when the block ends well. `salt` gives the salt of the entry with that number.

    Nobody else may have the database open meanwhile.
    """
    with _without_write_ahead_log(database), database.writing() as session:
        load = BulkLoad(session, station, salt)
        yield load
        load.finish()
    # SQLite plans better without statistics: of a column that is nearly always empty it would learn that its index
    # leads to many rows.
    if not database.is_sqlite:
        _take_stock(database)


def _take_stock(database: Database) -> None:
    """Tell PostgreSQL what came in: else, until it looks by itself, it plans as for the empty tables of before."""
    tables = ", ".join(f'"{table.name}"' for table in Base.metadata.sorted_tables if table is not _JOURNAL)
    with database.engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT")
        connection.exec_driver_sql(f"VACUUM (ANALYZE) {tables}")
        connection.exec_driver_sql(f'ANALYZE "{_JOURNAL.name}"')


class BulkLoad:
    """Rows in the order in which they came to be; a row refers only to itself and to earlier ones."""

    def __init__(self, session: Session, station: int, salt: Callable[[int], str]) -> None:
        self.session = session
        self.station = station
        self._salt = salt
        head = journal.lock_head(session, station)
        self._seq, self._hash = head.seq, head.hash
        self._entries: list[dict[str, object]] = []
        self._rows: defaultdict[str, list[dict[str, object]]] = defaultdict(list)
        self._changes: list[tuple[Table, UUID, dict[str, object]]] = []
        self._numbers: Counter[tuple[NumberKind, int]] = Counter()

    def add(self, model: type[Journaled], row_id: UUID, deed: Deed, /, **columns: object) -> None:
        """One new row; a column that is not named is empty."""
        table = _table(model)
        after = {name: value for name, value in columns.items() if value is not None}
        self._enter(table, row_id, deed, "I", 0, {"before": {}, "after": after})
        own = {"id": row_id, "rv": 1, "journal_origin": self.station, "journal_seq": self._seq}
        self._rows[table.name].append(columns | own)
        if len(self._entries) >= _BATCH:
            self.flush()

    def change(
        self, model: type[Journaled], row_id: UUID, version: int, deed: Deed, **columns: tuple[object, object]
    ) -> None:
        """Give columns of a row a new value; each is (before, after). `version` is the one the row has now."""
        table = _table(model)
        before = {name: old for name, (old, _) in columns.items()}
        after = {name: new for name, (_, new) in columns.items()}
        self._enter(table, row_id, deed, "U", version, {"before": before, "after": after})
        own = {"rv": version + 1, "journal_origin": self.station, "journal_seq": self._seq}
        self._changes.append((table, row_id, after | own))

    def next_number(self, kind: NumberKind, year: int) -> PrintedNumber:
        """The next number of a series that begins with this load."""
        self._numbers[kind, year] += 1
        return PrintedNumber(year=year, station=self.station, sequence=self._numbers[kind, year])

    def flush(self) -> None:
        """Send what was gathered: entries before rows and rows before changes, so that no reference waits."""
        connection = self.session.connection()
        _insert(connection, _JOURNAL, self._entries)
        for table in Base.metadata.sorted_tables:
            if table.name in self._rows:
                _insert(connection, table, self._rows[table.name])
        for table, row_id, columns in self._changes:
            connection.execute(update(table).where(table.c.id == row_id).values(columns))
        self._entries.clear()
        self._rows.clear()
        self._changes.clear()

    def finish(self) -> None:
        """Flush, write the counters and the head, and build the search index; the caller commits."""
        self.flush()
        for (kind, year), last in self._numbers.items():
            self.session.execute(insert(NumberSeries).values(kind=kind, year=year, station=self.station, last=last))
        journal.move_head(self.session, self.station, self._seq, self._hash)
        search.rebuild(self.session)

    def _enter(
        self, table: Table, row_id: UUID, deed: Deed, operation: str, base_rv: int, change: dict[str, object]
    ) -> None:
        self._seq += 1
        payload, salt = journal.canonical(change), self._salt(self._seq)
        entry = journal.chained(
            journal.Entry(
                origin=self.station,
                seq=self._seq,
                transaction_id=deed.transaction_id,
                at=deed.at,
                user_id=deed.user_id,
                act=deed.act,
                reason=deed.reason,
                table_name=table.name,
                row_id=row_id,
                operation=operation,
                base_rv=base_rv,
                payload=payload,
                salt=salt,
                payload_hash=journal.payload_hash(salt, payload),
            ),
            self._hash,
        )
        self._hash = entry.hash
        self._entries.append({field: getattr(entry, field) for field in entry.__slots__})


def is_empty(session: Session) -> bool:
    """Whether nothing was ever written to this database."""
    return not session.scalar(select(func.count()).select_from(JournalEntry))


def _table(model: type[Journaled]) -> Table:
    assert issubclass(model, Base)
    return Base.metadata.tables[model.__tablename__]


def _insert(connection: Connection, table: Table, rows: list[dict[str, object]]) -> None:
    columns = list(table.columns)
    values = _stored(connection, columns, rows)
    driver = connection.connection.driver_connection
    names = ", ".join(f'"{column.name}"' for column in columns)
    if isinstance(driver, sqlite3.Connection):
        marks = ", ".join("?" * len(columns))
        driver.executemany(f'INSERT INTO "{table.name}" ({names}) VALUES ({marks})', values)
        return
    assert isinstance(driver, psycopg.Connection)
    with driver.cursor() as cursor, cursor.copy(f'COPY "{table.name}" ({names}) FROM STDIN') as copy:
        for row in values:
            copy.write_row(row)


def _stored(
    connection: Connection, columns: list[Column[object]], rows: list[dict[str, object]]
) -> Iterator[list[object]]:
    """The rows as this engine's driver takes them."""
    keys = [column.key for column in columns]
    processors = [column.type.dialect_impl(connection.dialect).bind_processor(connection.dialect) for column in columns]
    converted = [(place, processor) for place, processor in enumerate(processors) if processor is not None]
    for row in rows:
        values = [row.get(key) for key in keys]
        for place, processor in converted:
            if values[place] is not None:
                values[place] = processor(values[place])
        yield values


@contextmanager
def _without_write_ahead_log(database: Database) -> Iterator[None]:
    """SQLite would write a load this large twice into its log; the old journal keeps only what was there before."""
    if not database.is_sqlite:
        yield
        return
    _set_journal_mode(database, "DELETE")
    try:
        yield
    finally:
        _set_journal_mode(database, "WAL")


def _set_journal_mode(database: Database, mode: str) -> None:
    database.engine.dispose()
    with database.engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        try:
            driver.execute(f"PRAGMA journal_mode={mode}")
        except sqlite3.OperationalError as error:
            raise EnvironmentFault(
                "O banco de dados está aberto em outro programa.", "Nada foi gravado.", "Feche-o e repita."
            ) from error
