"""One act of the desk: one transaction in which rows, journal, numbers and search index change together."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from sqlalchemy import event, insert, inspect, select
from sqlalchemy.orm import Session

from stipdesk.domain.clock import Clock
from stipdesk.domain.errors import Refused
from stipdesk.domain.ids import new_id
from stipdesk.domain.numbers import NumberKind, PrintedNumber
from stipdesk.models import Base, Journaled, JournalEntry
from stipdesk.store import journal, search
from stipdesk.store.engine import Database
from stipdesk.store.numbering import next_number

_Row = TypeVar("_Row", bound=Base)
_HOUSEKEEPING = frozenset({"id", "rv", "journal_origin", "journal_seq"})


class UnitOfWork:
    """What a service writes with. Rows added or changed through `session` are journaled when it flushes."""

    def __init__(
        self, session: Session, clock: Clock, *, station: int, act: str, user_id: UUID | None, reason: str
    ) -> None:
        self.session = session
        self.clock = clock
        self.station = station
        self.act = act
        self.user_id = user_id
        self.reason = reason
        self.moment = clock.now()
        self.changed_tables: set[str] = set()
        self._transaction_id = self.new_id()
        self._head = journal.lock_head(session, station)
        self._seq, self._hash = self._head.seq, self._head.hash
        self._touched: set[search.Subject] = set()
        event.listen(session, "before_flush", self._before_flush)

    def new_id(self) -> UUID:
        return new_id(int(self.moment.timestamp() * 1000))

    def add(self, row: _Row) -> _Row:
        """Give the row its identity and store it at the next flush."""
        if isinstance(row, Journaled) and row.id is None:
            row.id = self.new_id()
        self.session.add(row)
        return row

    def get(self, model: type[_Row], row_id: UUID) -> _Row:
        """The row, which must exist: a form never names one that does not."""
        if self.session.new:
            self.session.flush()
        row = self.session.get(model, row_id)
        if row is None:
            raise Refused("O cadastro indicado não existe mais neste banco de dados.")
        return row

    def touch(self, row: Journaled) -> None:
        """Give the row a new version because what hangs on it changed: who has it open must be told."""
        if not _changed(row)[1]:
            self.session.execute(insert(JournalEntry), [self._entry(row, "U", {}, {})])

    def next_number(self, kind: NumberKind, year: int) -> PrintedNumber:
        return next_number(self.session, kind, year, self.station)

    def last_recorded_at(self) -> datetime | None:
        """When this station last wrote, by its own journal: a clock that is behind it is wrong."""
        statement = select(JournalEntry.at).where(
            JournalEntry.origin == self.station, JournalEntry.seq == self._head.seq
        )
        return self.session.execute(statement).scalar_one_or_none()

    def finish(self) -> None:
        """Flush, bring the search index up to date and move the journal's head; the caller commits."""
        self.session.flush()
        search.refresh(self.session, self._touched)
        if self._seq != self._head.seq:
            journal.move_head(self.session, self.station, self._seq, self._hash)

    def _before_flush(self, session: Session, _context: object, _instances: object) -> None:
        if session.deleted:
            raise RuntimeError("rows are never deleted: withdraw, void or cancel them by an act")
        entries = [self._entry(row, "I", {}, _stored(row)) for row in session.new if isinstance(row, Journaled)]
        for row in session.dirty:
            if not isinstance(row, Journaled):
                continue
            before, after = _changed(row)
            if after:
                entries.append(self._entry(row, "U", before, after))
        if entries:
            session.execute(insert(JournalEntry), entries)

    def _entry(
        self, row: Journaled, operation: str, before: dict[str, object], after: dict[str, object]
    ) -> dict[str, object]:
        self._seq += 1
        row.journal_origin, row.journal_seq = self.station, self._seq
        table = inspect(row).mapper.local_table.name
        self.changed_tables.add(table)
        self._touched |= search.subjects_of(row)
        payload = journal.canonical({"before": before, "after": after})
        salt = journal.new_salt()
        entry = journal.chained(
            journal.Entry(
                origin=self.station,
                seq=self._seq,
                transaction_id=self._transaction_id,
                at=self.moment,
                user_id=self.user_id,
                act=self.act,
                reason=self.reason,
                table_name=table,
                row_id=row.id,
                operation=operation,
                base_rv=row.rv or 0,
                payload=payload,
                salt=salt,
                payload_hash=journal.payload_hash(salt, payload),
            ),
            self._hash,
        )
        self._hash = entry.hash
        return {field: getattr(entry, field) for field in entry.__slots__}


@contextmanager
def unit_of_work(
    database: Database, clock: Clock, *, station: int, act: str, user_id: UUID | None, reason: str = ""
) -> Iterator[UnitOfWork]:
    """Hand out the unit of work and commit when the block ends well; anything raised undoes it all."""
    with database.writing() as session:
        work = UnitOfWork(session, clock, station=station, act=act, user_id=user_id, reason=reason)
        yield work
        work.finish()


def _stored(row: Journaled) -> dict[str, object]:
    return {
        attribute.key: value
        for attribute in inspect(row).mapper.column_attrs
        if attribute.key not in _HOUSEKEEPING and (value := getattr(row, attribute.key)) is not None
    }


def _changed(row: Journaled) -> tuple[dict[str, object], dict[str, object]]:
    before: dict[str, object] = {}
    after: dict[str, object] = {}
    state = inspect(row)
    for attribute in state.mapper.column_attrs:
        history = state.attrs[attribute.key].history
        if attribute.key not in _HOUSEKEEPING and history.has_changes():
            before[attribute.key] = history.deleted[0] if history.deleted else None
            after[attribute.key] = history.added[0] if history.added else None
    return before, after
