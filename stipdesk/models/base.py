"""The base of every table and what every journaled row carries."""

from datetime import date, datetime
from enum import Enum, StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, Date, ForeignKey, LargeBinary, MetaData, Text, UniqueConstraint
from sqlalchemy import Enum as EnumColumn
from sqlalchemy.orm import DeclarativeBase, Mapped, MappedColumn, declared_attr, mapped_column

from stipdesk.models.types import Id, Json, Moment


def _values(enum: type[Enum]) -> list[str]:
    return [str(member.value) for member in enum]


class Base(DeclarativeBase):
    # Every constraint has a name: SQLite's batch migrations cannot drop an unnamed one.
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012 - SQLAlchemy's own declarative hook, read once at class creation
        UUID: Id(),
        date: Date(),
        datetime: Moment(),
        str: Text(),
        bytes: LargeBinary(),
        StrEnum: EnumColumn(StrEnum, native_enum=False, values_callable=_values, length=40, create_constraint=False),
        dict[str, object]: Json,
        list[str]: Json,
    }


def reference(column: str, *, index: bool = True) -> MappedColumn[Any]:
    """A foreign key checked at commit, so that the order of inserts inside one act does not matter."""
    return mapped_column(ForeignKey(column, deferrable=True, initially="DEFERRED"), index=index)


class Journaled:
    """A row whose every change is in the journal. Both databases refuse one that is not (`store.guards`).

    `rv` is the version two editors are told apart by; (`journal_origin`, `journal_seq`) is the last entry about it.
    """

    id: Mapped[UUID] = mapped_column(primary_key=True)
    rv: Mapped[int]
    journal_origin: Mapped[int]
    journal_seq: Mapped[int] = mapped_column(BigInteger)

    @declared_attr.directive
    @classmethod
    def __mapper_args__(cls) -> dict[str, object]:
        return {"version_id_col": cls.rv}


class RegisterRow(Journaled, Base):
    """A row of a register: it leaves the desk by an act with a reason; nothing is deleted."""

    __abstract__ = True

    withdrawn_on: Mapped[date | None]
    withdrawal_reason: Mapped[str | None]


class Numbered:
    """The printed number of a paper: see `domain.numbers`."""

    number_year: Mapped[int]
    number_station: Mapped[int]
    number_sequence: Mapped[int]


def numbered_once(table: str) -> UniqueConstraint:
    return UniqueConstraint("number_year", "number_station", "number_sequence", name=f"uq_{table}_number")
