"""The list of requests and what hangs on each, as the services read them."""

import re
from collections.abc import Sequence
from datetime import date
from uuid import UUID

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.orm import Session, defer

from stipdesk.domain.registers import SubjectKind
from stipdesk.models import Application, Authorization, IssuedDocument
from stipdesk.store import search
from stipdesk.store.queries.lists import FILTER_LIMIT, ListRequest

_NUMBER = re.compile(r"(\d{1,6})(?:/(\d{4})(?:-(\d\d))?)?", re.ASCII)


def page(session: Session, request: ListRequest, *, only_open: bool) -> tuple[int, Sequence[Application]]:
    """How many requests answer, and this page of them.

    Those not decided come first: the complete ones by the day the office's term began, which is the order in which it
    ends, then the oldest; after them the decided ones, newest first. A text is a number or finds holders and vehicles.
    """
    conditions = _conditions(session, request.text.strip())
    if only_open:
        conditions.append(Application.decision.is_(None))
    total = session.scalar(select(func.count()).select_from(Application).where(*conditions)) or 0
    order = (
        Application.decision.is_not(None),
        Application.decided_on.desc(),
        Application.completed_on.is_(None),
        Application.completed_on,
        Application.filed_on,
        Application.number_year,
        Application.number_sequence,
        Application.id,
    )
    statement = select(Application).where(*conditions).order_by(*order).offset(request.offset).limit(request.limit)
    return total, session.scalars(statement).all()


def by_id(session: Session, ids: Sequence[UUID]) -> Sequence[Application]:
    """These requests, in the order of their numbers."""
    order = (Application.number_year, Application.number_station, Application.number_sequence)
    return session.scalars(select(Application).where(Application.id.in_(ids)).order_by(*order)).all()


def _conditions(session: Session, text: str) -> list[ColumnElement[bool]]:
    if not text:
        return []
    about = _about(session, text)
    number = _NUMBER.fullmatch(text)
    if number is None:
        return [or_(*about)]
    sequence, year, station = (int(part) if part else None for part in number.groups())
    wanted = [Application.number_sequence == sequence]
    if year is not None:
        wanted.append(Application.number_year == year)
    if station is not None:
        wanted.append(Application.number_station == station)
    return [or_(and_(*wanted), *about)]


def _about(session: Session, text: str) -> list[ColumnElement[bool]]:
    columns = {
        SubjectKind.OPERATOR: Application.operator_id,
        SubjectKind.DRIVER: Application.driver_id,
        SubjectKind.VEHICLE: Application.vehicle_id,
    }
    found = {kind: search.find(session, text, kind=kind, limit=FILTER_LIMIT) for kind in columns}
    return [column.in_([each.subject_id for each in found[kind]]) for kind, column in columns.items()]


def documents_of(session: Session, application_id: UUID) -> Sequence[IssuedDocument]:
    """The papers of a request, newest first, without their bytes."""
    bulky = (defer(IssuedDocument.pdf), defer(IssuedDocument.data))
    statement = select(IssuedDocument).options(*bulky).where(IssuedDocument.process_id == application_id)
    return session.scalars(statement.order_by(IssuedDocument.issued_at.desc(), IssuedDocument.id)).all()


def ends_of(session: Session, authorization_ids: Sequence[UUID]) -> dict[UUID, date]:
    """The last day of each of these CAAs."""
    statement = select(Authorization.id, Authorization.valid_until).where(Authorization.id.in_(authorization_ids))
    return dict(iter(session.execute(statement)))
