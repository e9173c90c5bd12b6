"""The pages of the tabs: sorted and cut in SQL, the ids first from a narrow index, then only the rows shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from stipdesk.domain.registers import SubjectKind
from stipdesk.models import Driver, InfractionNotice, Operator, Vehicle
from stipdesk.models.base import RegisterRow
from stipdesk.store import search

# A filter text shows at most this many records: a list that long is narrowed, not read.
FILTER_LIMIT = 500


@dataclass(frozen=True, slots=True)
class ListRequest:
    """What a tab asks for. `text` filters as the search box does; `sort` is a name of `SORTS`."""

    offset: int = 0
    limit: int = 100
    text: str = ""
    sort: str = ""
    descending: bool = False
    include_withdrawn: bool = False


_MODELS: dict[SubjectKind, type[RegisterRow] | type[InfractionNotice]] = {
    SubjectKind.OPERATOR: Operator,
    SubjectKind.DRIVER: Driver,
    SubjectKind.VEHICLE: Vehicle,
    SubjectKind.INFRACTION: InfractionNotice,
}
# The first sort of each kind is the one a tab opens with.
SORTS: dict[SubjectKind, dict[str, tuple[str, bool]]] = {
    SubjectKind.OPERATOR: {"name": ("sort_key", False)},
    SubjectKind.DRIVER: {"name": ("sort_key", False)},
    SubjectKind.VEHICLE: {"plate": ("plate", False)},
    SubjectKind.INFRACTION: {"date": ("occurred_at", True)},
}


def page(session: Session, kind: SubjectKind, request: ListRequest) -> tuple[int, Sequence[UUID]]:
    """How many records answer in all, and the ids of this page in order."""
    if request.text.strip():
        found = search.find(session, request.text, kind=kind, limit=FILTER_LIMIT)
        ids = [subject.subject_id for subject in found]
        if not request.include_withdrawn:
            ids = _in_activity(session, kind, ids)
        return len(ids), ids[request.offset : request.offset + request.limit]
    model = _MODELS[kind]
    name, reverse = SORTS[kind].get(request.sort) or next(iter(SORTS[kind].values()))
    column: ColumnElement[object] = getattr(model, name)
    conditions = _conditions(kind, request.include_withdrawn)
    total = session.scalar(select(func.count()).select_from(model).where(*conditions)) or 0
    downwards = reverse is not request.descending
    order = (column.desc(), model.id.desc()) if downwards else (column, model.id)
    statement = select(model.id).where(*conditions).order_by(*order).offset(request.offset).limit(request.limit)
    return total, session.scalars(statement).all()


def _conditions(kind: SubjectKind, include_withdrawn: bool) -> list[ColumnElement[bool]]:
    model = _MODELS[kind]
    if include_withdrawn or not issubclass(model, RegisterRow):
        return []
    return [model.withdrawn_on.is_(None)]


def _in_activity(session: Session, kind: SubjectKind, ids: list[UUID]) -> list[UUID]:
    model = _MODELS[kind]
    kept = set(session.scalars(select(model.id).where(model.id.in_(ids), *_conditions(kind, False))))
    return [row_id for row_id in ids if row_id in kept]


def infractions(session: Session, ids: Sequence[UUID]) -> dict[UUID, InfractionNotice]:
    return {row.id: row for row in session.scalars(select(InfractionNotice).where(InfractionNotice.id.in_(ids)))}
