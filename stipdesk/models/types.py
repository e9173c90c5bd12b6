"""Column types that mean the same on SQLite and PostgreSQL."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import UUID, SafeUUID

from sqlalchemy import JSON, DateTime, Dialect, String, Text, TypeDecorator, Uuid
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.types import TypeEngine

if TYPE_CHECKING:
    _IdBase = Uuid[UUID]
    _MomentBase = TypeDecorator[datetime]
else:
    _IdBase = Uuid
    _MomentBase = TypeDecorator

Json = JSON().with_variant(JSONB(), "postgresql")

# Compared byte by byte on every server, whatever its locale: the order is in the key itself (`domain.text.sort_key`).
SortKey = Text().with_variant(Text(collation="C"), "postgresql")


class Id(_IdBase):
    """A UUID; SQLite keeps its 32 digits, and they are read back without what `UUID()` does for any text of a person.

    A list or the daily check reads hundreds of thousands of them.
    """

    def result_processor(self, dialect: Dialect, _coltype: object) -> Callable[[str | None], UUID | None] | None:
        # PostgreSQL's driver brings UUIDs as they are.
        return _id_of if dialect.name == "sqlite" else None


def _id_of(digits: str | None) -> UUID | None:
    if digits is None:
        return None
    made = object.__new__(UUID)
    object.__setattr__(made, "int", int(digits, 16))
    object.__setattr__(made, "is_safe", SafeUUID.unknown)
    return made


class Moment(_MomentBase):
    """An aware UTC moment. SQLite keeps no zone, so there it is ISO text that sorts by time and ends in Z."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[datetime] | TypeEngine[str]:
        if dialect.name == "sqlite":
            return dialect.type_descriptor(String(27))
        return dialect.type_descriptor(DateTime(timezone=True))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | str | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment without a time zone cannot be stored")
        moment = value.astimezone(UTC)
        return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ") if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | str | None, _dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return (datetime.fromisoformat(value) if isinstance(value, str) else value).astimezone(UTC)
