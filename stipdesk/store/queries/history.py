"""The history of a record, read from the journal."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from stipdesk.models import JournalEntry, User


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One act on a record. `changes` are (field, before, after); both are `None` after an erasure."""

    at: datetime
    author: str
    act: str
    reason: str
    table: str
    changes: tuple[tuple[str, object, object], ...]


def history(session: Session, row_ids: Sequence[UUID], limit: int = 200) -> list[HistoryLine]:
    """What happened to these rows, newest first."""
    statement = (
        select(JournalEntry, User.full_name)
        .outerjoin(User, User.id == JournalEntry.user_id)
        .where(JournalEntry.row_id.in_(row_ids))
        .order_by(JournalEntry.at.desc(), JournalEntry.seq.desc())
        .limit(limit)
    )
    return [_line(entry, author or "Sistema") for entry, author in session.execute(statement)]


def last_author(session: Session, row_id: UUID) -> str:
    """Who changed the row last."""
    lines = history(session, [row_id], limit=1)
    return lines[0].author if lines else "Outra pessoa"


def first_entry_at(session: Session, row_id: UUID) -> datetime | None:
    statement = select(JournalEntry.at).where(JournalEntry.row_id == row_id).order_by(JournalEntry.seq).limit(1)
    return session.scalars(statement).first()


def _line(entry: JournalEntry, author: str) -> HistoryLine:
    payload = json.loads(entry.payload) if entry.payload else {"before": {}, "after": {}}
    changes = tuple((field, payload["before"].get(field), after) for field, after in sorted(payload["after"].items()))
    return HistoryLine(entry.at, author, entry.act, entry.reason, entry.table_name, changes)
