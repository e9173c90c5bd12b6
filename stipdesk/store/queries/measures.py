"""The list of measures and what hangs on each, as the services read them."""

import re
from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.orm import Session, defer

from stipdesk.domain.registers import SubjectKind
from stipdesk.models import IssuedDocument, MeasureRow
from stipdesk.store import search
from stipdesk.store.queries.lists import FILTER_LIMIT, ListRequest

_NUMBER = re.compile(r"(\d{1,6})(?:/(\d{4})(?:-(\d\d))?)?", re.ASCII)


def page(session: Session, request: ListRequest) -> tuple[int, Sequence[MeasureRow]]:
    """How many measures answer, and this page of them, newest first; a text is a number or finds their holders."""
    conditions = _conditions(session, request.text.strip())
    total = session.scalar(select(func.count()).select_from(MeasureRow).where(*conditions)) or 0
    keys = (MeasureRow.opened_on, MeasureRow.number_year, MeasureRow.number_sequence, MeasureRow.id)
    order = keys if request.descending else tuple(key.desc() for key in keys)
    statement = select(MeasureRow).where(*conditions).order_by(*order).offset(request.offset).limit(request.limit)
    return total, session.scalars(statement).all()


def _conditions(session: Session, text: str) -> list[ColumnElement[bool]]:
    if not text:
        return []
    number = _NUMBER.fullmatch(text)
    if number is not None:
        sequence, year, station = (int(part) if part else None for part in number.groups())
        wanted = [MeasureRow.number_sequence == sequence]
        if year is not None:
            wanted.append(MeasureRow.number_year == year)
        if station is not None:
            wanted.append(MeasureRow.number_station == station)
        return [or_(and_(*wanted), *_about(session, text))]
    return [or_(*_about(session, text))]


def _about(session: Session, text: str) -> list[ColumnElement[bool]]:
    columns = {SubjectKind.OPERATOR: MeasureRow.operator_id, SubjectKind.DRIVER: MeasureRow.driver_id}
    found = {kind: search.find(session, text, kind=kind, limit=FILTER_LIMIT) for kind in columns}
    return [column.in_([each.subject_id for each in found[kind]]) for kind, column in columns.items()]


def of_process(session: Session, process_id: UUID) -> Sequence[MeasureRow]:
    """What accompanies or follows a suspension: its precautionary one, the revocation it ended in."""
    statement = select(MeasureRow).where(MeasureRow.process_id == process_id)
    return session.scalars(statement.order_by(MeasureRow.opened_on, MeasureRow.id)).all()


def documents_of(session: Session, measure_id: UUID) -> Sequence[IssuedDocument]:
    """The papers of a measure, newest first, without their bytes."""
    bulky = (defer(IssuedDocument.pdf), defer(IssuedDocument.data))
    statement = select(IssuedDocument).options(*bulky).where(IssuedDocument.process_id == measure_id)
    return session.scalars(statement.order_by(IssuedDocument.issued_at.desc(), IssuedDocument.id)).all()


def titles_of(session: Session, document_ids: Sequence[UUID]) -> dict[UUID, str]:
    """What each of these letters is called on paper."""
    statement = select(IssuedDocument.id, IssuedDocument.data).where(IssuedDocument.id.in_(document_ids))
    titles = {}
    for document_id, data in session.execute(statement):
        text = data.get("text")
        titles[document_id] = str(text["title"]) if isinstance(text, dict) else ""
    return titles
