"""What `stipdesk check` asks of the database: every way in which what is stored can contradict itself."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, groupby, islice, pairwise
from operator import itemgetter
from uuid import UUID

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    Table,
    Uuid,
    and_,
    exists,
    func,
    select,
    text,
)
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session

from stipdesk.domain.numbers import NumberKind, PrintedNumber
from stipdesk.models import (
    Application,
    Attachment,
    Authorization,
    Base,
    InfractionNotice,
    Inspection,
    IssuedDocument,
    JournalEntry,
    Letter,
    MeasureRow,
    NumberSeries,
    Seal,
    SearchEntry,
)
from stipdesk.models.types import Moment
from stipdesk.store import guards, journal, search

_NumberedModel = (
    type[Authorization]
    | type[Inspection]
    | type[Seal]
    | type[InfractionNotice]
    | type[Application]
    | type[MeasureRow]
    | type[Letter]
)
_NUMBERED: dict[NumberKind, _NumberedModel] = {
    NumberKind.AUTHORIZATION: Authorization,
    NumberKind.INSPECTION: Inspection,
    NumberKind.SEAL: Seal,
    NumberKind.INFRACTION_NOTICE: InfractionNotice,
    NumberKind.APPLICATION: Application,
    NumberKind.MEASURE: MeasureRow,
    NumberKind.LETTER: Letter,
}
_NOT_IN_PAYLOAD = frozenset({"id", "rv", "journal_origin", "journal_seq"})
_STREAM = {"yield_per": 2000}


@dataclass(frozen=True, slots=True)
class Orphans:
    """Rows of `table` that refer by `columns` to a row of `parent` that does not exist."""

    table: str
    columns: tuple[str, ...]
    parent: str
    count: int


@dataclass(frozen=True, slots=True)
class SeriesState:
    """One number series: the counter (absent: 0) beside the papers that bear its numbers."""

    kind: NumberKind
    year: int
    station: int
    counter: int
    papers: int
    first: int
    last: int

    def number(self, sequence: int) -> str:
        return str(PrintedNumber(self.year, self.station, sequence))


def journaled_tables() -> list[Table]:
    return [table for table in Base.metadata.sorted_tables if "journal_seq" in table.columns]


def file_problems(session: Session) -> list[str]:
    """What SQLite finds wrong in its own file; a PostgreSQL server looks after its files itself."""
    if session.get_bind().dialect.name != "sqlite":
        return []
    try:
        return [line for line in session.scalars(text("PRAGMA integrity_check(20)")) if line != "ok"]
    except DatabaseError as error:  # too damaged to be read to its end
        return [str(error.orig)]


def orphans(session: Session) -> Iterator[Orphans]:
    """Every reference to a row that does not exist, among them a row whose last journal entry is another row's."""
    for table in Base.metadata.sorted_tables:
        for constraint in table.foreign_key_constraints:
            count = _orphans_of(session, table, constraint)
            if count:
                columns = tuple(column.name for column in constraint.columns)
                yield Orphans(table.name, columns, constraint.referred_table.name, count)


def _orphans_of(session: Session, table: Table, constraint: ForeignKeyConstraint) -> int:
    pairs = [(element.parent, element.column) for element in constraint.elements]
    parent = constraint.referred_table.alias("parent")
    found = exists().where(*(parent.c[column.name] == child for child, column in pairs))
    refers = and_(*(child.is_not(None) for child, _ in pairs))
    return session.scalar(select(func.count()).select_from(table).where(refers, ~found)) or 0


def missing_guards(session: Session) -> list[str]:
    """The triggers of `store.guards` that are not there any more."""
    dialect = session.get_bind().dialect.name
    known = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    if dialect != "sqlite":
        # One that is disabled guards nothing either.
        known = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')"
    present = set(session.scalars(text(known)))
    names = guards.guard_names(dialect, [table.name for table in journaled_tables()])
    return [name for name in names if name not in present]


def outdated_rows(session: Session, table: Table) -> int:
    """Rows that say an older journal entry is their last: an old state was put back."""
    later = exists().where(
        JournalEntry.row_id == table.c.id,
        JournalEntry.origin == table.c.journal_origin,
        JournalEntry.seq > table.c.journal_seq,
    )
    return session.scalar(select(func.count()).select_from(table).where(later)) or 0


def inserted(session: Session) -> dict[str, int]:
    """How many rows the journal saw come into each table."""
    counts = select(JournalEntry.table_name, func.count()).where(JournalEntry.operation == "I")
    return {row[0]: row[1] for row in session.execute(counts.group_by(JournalEntry.table_name))}


def row_count(session: Session, table: Table) -> int:
    return session.scalar(select(func.count()).select_from(table)) or 0


def altered_rows(session: Session, table: Table) -> Iterator[UUID]:
    """Rows whose columns are not what the journal says they became; those whose history was erased cannot be told."""
    doubtful = _doubtful_rows(session, table)
    while ids := list(islice(doubtful, 1000)):
        yield from _altered_among(session, table, ids)


def _doubtful_rows(session: Session, table: Table) -> Iterator[UUID]:
    """All but the rows that the database itself can tell to be as they came in, which in a large one are most."""
    columns = sorted(_told_columns(table), key=lambda column: column.key)
    written = [_written_by(session.get_bind().dialect.name, column) for column in columns]
    query = f'SELECT t.id FROM "{table.name}" t'
    if all(written):
        members = (
            f"CASE WHEN t.{column.name} IS NULL THEN '' ELSE ',\"{column.key}\":' || {sql} END"
            for column, sql in zip(columns, written, strict=True)
        )
        told = f"""'{{"after":{{' || ltrim({" || ".join(members)}, ',') || '}},"before":{{}}}}'"""
        entered = "SELECT j.payload FROM journal j WHERE j.row_id = t.id AND j.operation = 'I'"
        query += f" WHERE coalesce(({entered}), '') <> {told}"
    # Read whole before anything else is asked: the ids of the doubtful rows are few, or the table is not the largest.
    return iter(session.scalars(text(query).columns(id=Uuid())).all())


def _told_columns(table: Table) -> list[Column[object]]:
    return [column for column in table.columns if column.key not in _NOT_IN_PAYLOAD]


def _written_by(dialect: str, column: Column[object]) -> str | None:
    """The SQL that writes the column as `journal.canonical` does, where the engine can."""
    name, kind = f"t.{column.name}", column.type
    if isinstance(kind, JSON | LargeBinary | Moment):
        return None
    if dialect == "postgresql":
        return f"to_json({name})::text"
    if isinstance(kind, Uuid):
        cuts = ((1, 8), (9, 4), (13, 4), (17, 4), (21, 12))
        return "'\"' || " + " || '-' || ".join(f"substr({name}, {at}, {size})" for at, size in cuts) + " || '\"'"
    if isinstance(kind, Boolean):
        return f"CASE {name} WHEN 1 THEN 'true' ELSE 'false' END"
    return name if isinstance(kind, Integer) else f"json_quote({name})"


def _altered_among(session: Session, table: Table, ids: list[UUID]) -> Iterator[UUID]:
    columns = _told_columns(table)
    names = [column.key for column in columns]
    statement = (
        select(table.c.id, JournalEntry.payload, *columns)
        .join(JournalEntry, JournalEntry.row_id == table.c.id)
        .where(table.c.id.in_(ids))
        .order_by(table.c.id, JournalEntry.origin, JournalEntry.seq)
    )
    for row_id, entries in groupby(session.execute(statement).all(), key=itemgetter(0)):
        first, *others = entries
        stored = {name: value for name, value in zip(names, first[2:], strict=True) if value is not None}
        payloads = [first[1], *(entry[1] for entry in others)]
        if None not in payloads and not _became(payloads, stored):
            yield row_id


def _became(payloads: list[str], stored: dict[str, object]) -> bool:
    if len(payloads) == 1:
        return payloads[0] == journal.canonical({"before": {}, "after": stored})
    state: dict[str, object] = {}
    for payload in payloads:
        state |= json.loads(payload)["after"]
    return journal.canonical({name: value for name, value in state.items() if value is not None}) == (
        journal.canonical(stored)
    )


def series(session: Session) -> Iterator[SeriesState]:
    """Every series that has a counter or papers."""
    counters = {(row.kind, row.year, row.station): row.last for row in session.scalars(select(NumberSeries))}
    for kind, model in _NUMBERED.items():
        statement = select(
            model.number_year, model.number_station, func.count(func.distinct(model.number_sequence)),
            func.min(model.number_sequence), func.max(model.number_sequence),
        ).group_by(model.number_year, model.number_station)  # fmt: skip
        for year, station, papers, first, last in session.execute(statement):
            yield SeriesState(kind, year, station, counters.pop((kind, year, station), 0), papers, first, last)
    for (kind, year, station), counter in counters.items():
        yield SeriesState(kind, year, station, counter, 0, 0, 0)


def gaps(session: Session, state: SeriesState) -> Iterator[tuple[int, int]]:
    """The missing numbers below the last one, as (first, last) of each hole."""
    model = _NUMBERED[state.kind]
    statement = select(model.number_sequence).where(
        model.number_year == state.year, model.number_station == state.station
    )
    with session.scalars(statement.order_by(model.number_sequence), execution_options=_STREAM) as used:
        for before, after in pairwise(chain((0,), used)):
            if after - before > 1:
                yield before + 1, after - 1


def duplicated_numbers(session: Session, state: SeriesState) -> list[int]:
    """Numbers that two papers bear."""
    model = _NUMBERED[state.kind]
    number = model.number_sequence
    statement = select(number).where(model.number_year == state.year, model.number_station == state.station)
    return list(session.scalars(statement.group_by(number).having(func.count() > 1).order_by(number)))


def altered_documents(session: Session) -> Iterator[tuple[str, str]]:
    """Kind and number of the papers whose bytes are not those that were issued."""
    statement = select(IssuedDocument.kind, IssuedDocument.number, IssuedDocument.sha256, IssuedDocument.pdf)
    with session.execute(statement, execution_options={"yield_per": 50}) as papers:
        for kind, number, sha256, pdf in papers:
            if hashlib.sha256(pdf).hexdigest() != sha256:
                yield kind, number


def altered_attachments(session: Session) -> Iterator[str]:
    """The names (SHA-256) of photographs whose bytes are not those that were kept."""
    statement = select(Attachment.sha256, Attachment.content).order_by(Attachment.sha256, Attachment.chunk)
    with session.execute(statement, execution_options={"yield_per": 8}) as rows:
        for sha256, chunks in groupby(rows, key=itemgetter(0)):
            digest = hashlib.sha256()
            for _, content in chunks:
                digest.update(content)
            if digest.hexdigest() != sha256:
                yield sha256


@dataclass(frozen=True, slots=True)
class SearchState:
    """`wrong`: records not found, or found as they were; `surplus`: entries of no record."""

    wrong: int
    surplus: int
    index_whole: bool


def search_state(session: Session) -> SearchState:
    """Whether the search finds every record by what it holds now."""
    wrong = known = 0
    for kind in search.KINDS:
        for entries in search.batched_entries(session, kind):
            columns = (SearchEntry.subject_id, SearchEntry.text, SearchEntry.sort_key)
            of_these = SearchEntry.subject_id.in_([entry.subject_id for entry in entries])
            found = {
                row.subject_id: (row.text, row.sort_key)
                for row in session.execute(select(*columns).where(SearchEntry.subject_kind == kind, of_these))
            }
            wrong += sum(found.get(entry.subject_id) != (entry.text, entry.sort_key) for entry in entries)
            known += len(found)
    total = session.scalar(select(func.count()).select_from(SearchEntry)) or 0
    return SearchState(wrong, total - known, search.index_is_whole(session))
