"""The history of a record, read from the journal."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from stipdesk.domain.registers import SubjectKind
from stipdesk.models import (
    Authorization,
    DriverOperator,
    DriverVehicle,
    FeePayment,
    Inspection,
    JournalEntry,
    PassengerAccidentPolicy,
    PlateChange,
    PostalAddress,
    RequirementCheck,
    RequirementExemption,
    Seal,
    User,
)


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


# What is dated about each kind of record. The drivers of an operator are left out: their cards tell of the links.
_ABOUT = {
    SubjectKind.OPERATOR: (PostalAddress, RequirementCheck, RequirementExemption, FeePayment, Authorization),
    SubjectKind.DRIVER: (
        PostalAddress, RequirementCheck, RequirementExemption, FeePayment, Authorization, DriverOperator,
        DriverVehicle,
    ),
    SubjectKind.VEHICLE: (
        RequirementCheck, RequirementExemption, DriverVehicle, PassengerAccidentPolicy, Inspection, Seal, PlateChange,
    ),
}  # fmt: skip


def rows_about(session: Session, kind: SubjectKind, subject_id: UUID) -> list[UUID]:
    """The row of a record and those of what is dated about it."""
    ids = [subject_id]
    for model in _ABOUT[kind]:
        owner = getattr(model, f"{kind}_id")
        ids += session.scalars(select(model.id).where(owner == subject_id)).all()
    return ids


def last_author(session: Session, row_id: UUID) -> str:
    """Who changed the row last."""
    lines = history(session, [row_id], limit=1)
    return lines[0].author if lines else "Outra pessoa"


def first_entry_at(session: Session, row_id: UUID) -> datetime | None:
    statement = select(JournalEntry.at).where(JournalEntry.row_id == row_id).order_by(JournalEntry.seq).limit(1)
    return session.scalars(statement).first()


def first_act(session: Session) -> str | None:
    """The act with which this database began, `None` while nothing was written."""
    return session.scalars(select(JournalEntry.act).order_by(JournalEntry.origin, JournalEntry.seq).limit(1)).first()


def _line(entry: JournalEntry, author: str) -> HistoryLine:
    payload = json.loads(entry.payload) if entry.payload else {"before": {}, "after": {}}
    changes = tuple((field, payload["before"].get(field), after) for field, after in sorted(payload["after"].items()))
    return HistoryLine(entry.at, author, entry.act, entry.reason, entry.table_name, changes)
