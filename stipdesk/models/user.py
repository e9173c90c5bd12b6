"""The people who sign in at the desk."""

from datetime import datetime

from sqlalchemy.orm import Mapped, mapped_column

from stipdesk.models.base import Base, Journaled


class User(Journaled, Base):
    """`roles` holds `domain.permissions.Role` values; `registration` is the matrícula printed on papers."""

    __tablename__ = "app_user"

    login: Mapped[str] = mapped_column(unique=True)
    full_name: Mapped[str]
    registration: Mapped[str]
    roles: Mapped[list[str]]
    password_hash: Mapped[str]
    must_change_password: Mapped[bool]
    active: Mapped[bool]
    signature: Mapped[bytes | None]


class SignInAttempt(Base):
    """Failed attempts of one login: they slow the next one down and are forgotten at success. Not journaled."""

    __tablename__ = "sign_in_attempt"

    login: Mapped[str] = mapped_column(primary_key=True)
    failures: Mapped[int]
    last_at: Mapped[datetime]
