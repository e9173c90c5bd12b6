"""Column types that mean the same on SQLite and PostgreSQL."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import JSON, DateTime, Dialect, String, Text, TypeDecorator
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.types import TypeEngine

if TYPE_CHECKING:
    _MomentBase = TypeDecorator[datetime]
else:
    _MomentBase = TypeDecorator

Json = JSON().with_variant(JSONB(), "postgresql")

# Compared byte by byte on every server, whatever its locale: the order is in the key itself (`domain.text.sort_key`).
SortKey = Text().with_variant(Text(collation="C"), "postgresql")


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
