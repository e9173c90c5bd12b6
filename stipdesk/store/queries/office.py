"""The office's own rows: profile, dated values, calendar, published keys, people."""

import json
from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from stipdesk.domain.calendar import Holiday
from stipdesk.domain.legal import ParameterOverride
from stipdesk.domain.permissions import Role
from stipdesk.domain.text import sort_key
from stipdesk.models import Office, OfficeHoliday, ParameterValue, PublishedKey, SignInAttempt, User


def office(session: Session) -> Office | None:
    return session.scalars(select(Office)).one_or_none()


def overrides(session: Session) -> tuple[ParameterOverride, ...]:
    """In the order they were entered, which decides between two of the same day."""
    rows = session.scalars(select(ParameterValue).order_by(ParameterValue.journal_origin, ParameterValue.journal_seq))
    return tuple(ParameterOverride(row.code, json.loads(row.value), row.valid_from, row.legal_basis) for row in rows)


def calendar_changes(session: Session) -> tuple[tuple[Holiday, ...], tuple[OfficeHoliday, ...]]:
    """The days the office added, and the rows of those it took out. Of two changes of one day the later one counts."""
    order = (OfficeHoliday.journal_origin, OfficeHoliday.journal_seq)
    latest = {row.day: row for row in session.scalars(select(OfficeHoliday).order_by(*order))}
    rows = [latest[day] for day in sorted(latest)]
    added = tuple(Holiday(row.day, row.name, row.kind, row.extends_term) for row in rows if not row.working)
    return added, tuple(row for row in rows if row.working)


def published_keys(session: Session) -> Sequence[PublishedKey]:
    return session.scalars(select(PublishedKey).order_by(PublishedKey.kid)).all()


def user_by_login(session: Session, login: str) -> User | None:
    return session.scalars(select(User).where(User.login == login)).one_or_none()


def users(session: Session) -> Sequence[User]:
    """Everybody, by name as Portuguese orders it."""
    return sorted(session.scalars(select(User)), key=lambda user: (sort_key(user.full_name), user.login))


def has_active_administrator(session: Session) -> bool:
    return any(user.active and Role.ADMINISTRATOR in user.roles for user in users(session))


def user_names(session: Session, ids: Sequence[UUID]) -> dict[UUID, str]:
    return {user.id: user.full_name for user in session.scalars(select(User).where(User.id.in_(ids)))}


def sign_in_attempt(session: Session, login: str) -> SignInAttempt | None:
    return session.get(SignInAttempt, login)
