"""The journal, its head, the number counters and the search index: what the rows are kept honest and found by."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, Index, Integer, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from stipdesk.domain.numbers import NumberKind
from stipdesk.domain.registers import SubjectKind
from stipdesk.models.base import Base
from stipdesk.models.types import SortKey


class JournalEntry(Base):
    """One change of one row. Append-only; `payload` and `salt` alone may be erased, the hash stays.

    `operation` is I or U. `payload` is {"before": …, "after": …} of the changed fields as canonical JSON text;
    `payload_hash` = SHA-256(salt + payload); `hash` chains it to `previous_hash` (`store.journal.entry_hash`).
    Every journaled row refers to its own last entry by `uq_journal_row`: that of another row will not do.
    """

    __tablename__ = "journal"
    __table_args__ = (UniqueConstraint("row_id", "origin", "seq", name="uq_journal_row"),)

    origin: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seq: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    transaction_id: Mapped[UUID]
    at: Mapped[datetime]
    user_id: Mapped[UUID | None]
    act: Mapped[str]
    reason: Mapped[str]
    table_name: Mapped[str]
    row_id: Mapped[UUID]
    operation: Mapped[str]
    base_rv: Mapped[int]
    payload: Mapped[str | None]
    salt: Mapped[str | None]
    payload_hash: Mapped[str]
    schema_version: Mapped[str]
    previous_hash: Mapped[str]
    hash: Mapped[str]


class JournalHead(Base):
    """The last entry of each origin. It is locked first by every unit of work that writes."""

    __tablename__ = "journal_head"

    origin: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seq: Mapped[int] = mapped_column(BigInteger)
    hash: Mapped[str]


class NumberSeries(Base):
    """The last number given in one series. The databases let it grow only by one."""

    __tablename__ = "number_series"

    kind: Mapped[NumberKind] = mapped_column(primary_key=True)
    year: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    station: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    last: Mapped[int]


class SearchEntry(Base):
    """What a record is found by: derived, rebuilt at will, the same text and order on both engines."""

    __tablename__ = "search_entry"
    __table_args__ = (
        UniqueConstraint("subject_kind", "subject_id"),
        Index("ix_search_entry_order", "sort_key", "id", "subject_kind", "text"),
    )

    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer(), "sqlite"), primary_key=True)
    subject_kind: Mapped[SubjectKind]
    subject_id: Mapped[UUID]
    text: Mapped[str]
    sort_key: Mapped[str] = mapped_column(SortKey)
