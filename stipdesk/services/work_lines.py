"""What the work lists are made of: one line for everything that waits, and one look at what they read in common."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import TypeVar
from uuid import UUID

from stipdesk.domain.identifiers import Cnpj, Cpf, Plate
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import Finding, Standing
from stipdesk.models import Application, Driver, MeasureRow, Operator, Vehicle
from stipdesk.models.base import RegisterRow
from stipdesk.services import application_facts, holders, measure_facts, registers
from stipdesk.services.access import Desk, Rules
from stipdesk.store.engine import Session
from stipdesk.store.queries import registers as register_queries
from stipdesk.store.queries import worklists as queries

_T = TypeVar("_T")
_CHUNK = 500


@dataclass(frozen=True, slots=True)
class WorkLine:
    """One thing to do. `kind` and `subject_id` open it; `document` is the CPF, CNPJ or plate as it is shown.

    `day` is the last day of a term, or the day since when; `days` counts to it from today, negative when it has passed.
    `group` is the part of the list it belongs to, "" in a list without parts.
    """

    kind: SubjectKind
    subject_id: UUID
    who: str
    document: str
    what: str
    article: str
    day: date | None
    days: int | None
    cure: str
    group: str = ""


def document_shown(row: RegisterRow) -> str:
    """The CPF, CNPJ or plate by which people know a record."""
    match row:
        case Operator():
            return Cnpj(row.cnpj).shown
        case Driver():
            return Cpf(row.cpf).shown
        case Vehicle():
            return Plate(row.plate).shown
        case _:
            raise TypeError(row)


class Reading:
    """One look at the lists: the law's values and the people are read once for all of them."""

    def __init__(self, desk: Desk, session: Session) -> None:
        self.desk, self.session, self.today = desk, session, desk.today

    @cached_property
    def rules(self) -> Rules:
        return self.desk.rules(self.session)

    def days(self, code: str) -> int:
        return self.rules.parameter(code, self.today).number

    def in_days(self, code: str) -> date:
        return self.today + timedelta(days=self.days(code))

    def line(
        self,
        opens: tuple[SubjectKind, UUID],
        row: RegisterRow,
        what: str,
        article: str,
        day: date | None,
        cure: str,
        group: str = "",
    ) -> WorkLine:
        days = (day - self.today).days if day is not None else None
        who, document = registers.label_of(row), document_shown(row)
        return WorkLine(*opens, who, document, what, article, day, days, cure, group)

    def paper_standings(self, rows: Sequence[RegisterRow]) -> Iterator[tuple[RegisterRow, Standing]]:
        """By papers and measures alone: no condition changes when a CAA ends."""
        for chunk in chunks(rows):
            found = holders.paper_standings(self.desk, self.session, chunk, rules=self.rules)
            yield from ((row, found[row.id]) for row in chunk)

    @cached_property
    def conditional_vehicles(self) -> list[tuple[Vehicle, Standing]]:
        """Those without inspection whose 30 days are about to end, or ended (art. 19 §1)."""
        rows = queries.conditional_vehicles(self.session, self.in_days("conditional_alert_days"), self.today)
        found: dict[UUID, Standing] = {}
        for chunk in chunks(rows):
            found |= holders.standings(self.desk, self.session, chunk)
        return [(row, found[row.id]) for row in rows]

    def asking(self, rows: Sequence[Application]) -> dict[UUID, RegisterRow]:
        """Who asks in each of these applications, by the application's id."""
        found = self.holders(application_facts.holder_of(row) for row in rows)
        return {row.id: found[application_facts.holder_of(row)[1]] for row in rows}

    def against(self, rows: Sequence[MeasureRow]) -> dict[UUID, RegisterRow]:
        """Against whom each of these measures is, by the measure's id."""
        found = self.holders(measure_facts.holder_of(row) for row in rows)
        return {row.id: found[measure_facts.holder_of(row)[1]] for row in rows}

    def holders(self, wanted: Iterable[tuple[SubjectKind, UUID]]) -> dict[UUID, RegisterRow]:
        by_kind: dict[SubjectKind, set[UUID]] = {}
        for kind, holder_id in wanted:
            by_kind.setdefault(kind, set()).add(holder_id)
        found: dict[UUID, RegisterRow] = {}
        for kind, ids in by_kind.items():
            for chunk in chunks(list(ids)):
                found |= register_queries.rows_by_id(self.session, kind, chunk)
        return found


def finding_of(standing: Standing, code: str) -> Finding | None:
    return next((finding for finding in standing.findings if finding.code == code), None)


def chunks(rows: Sequence[_T]) -> Iterator[Sequence[_T]]:
    for start in range(0, len(rows), _CHUNK):
        yield rows[start : start + _CHUNK]
