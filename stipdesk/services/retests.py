"""The second look at what failed: a failed inspection is repeated in its failed items only (art. 18, IV).

The law speaks of one procedure and sets no term; the parameter `retest_days` counts from the complete inspection, so
that what was in order on that day is never vouched for much later.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID

from stipdesk.domain.errors import FieldErrors, FieldProblem, Reason, Refused
from stipdesk.domain.text import format_date
from stipdesk.models import Inspection
from stipdesk.services.access import Rules
from stipdesk.store.engine import Session
from stipdesk.store.queries import papers as queries

_ARTICLE = "art. 18, IV"
_COMPLETE = "Faça a vistoria completa."


@dataclass(frozen=True, slots=True)
class Retest:
    """The failed inspection that may be repeated in `items` (their codes) until `due_on`, that day included."""

    inspection_id: UUID
    number: str
    inspected_on: date
    items: tuple[str, ...]
    due_on: date

    @property
    def title(self) -> str:
        """How a report and a form call it."""
        return f"{self.number}, de {format_date(self.inspected_on)}"


def newest_failed(session: Session, rules: Rules, vehicle_id: UUID) -> Retest | None:
    """The last inspection of the vehicle as a retest would find it; None when there is none or it was approved."""
    rows = queries.inspections(session, vehicle_id)
    if not rows or rows[0].approved:
        return None
    last = rows[0]
    failures = queries.failures(session, [last.id])[last.id]
    days = rules.parameter("retest_days", last.inspected_on).number
    due_on = _complete(last, rows).inspected_on + timedelta(days=days)
    items = tuple(failure.item for failure in failures)
    return Retest(last.id, str(queries.number_of(last)), last.inspected_on, items, due_on)


def require_open(
    session: Session, rules: Rules, vehicle_id: UUID, follows_id: UUID, inspected_on: date, failed: Sequence[str]
) -> Retest:
    """The retest that an inspection of that day asks to be.

    Raises `Refused` when another inspection came after the one it follows, or that one was approved; `FieldErrors` for
    a day outside the term and for a failure in an item that was in order.
    """
    retest = newest_failed(session, rules, vehicle_id)
    if retest is None or retest.inspection_id != follows_id:
        text = "O laudo indicado não é o último deste veículo, ou foi aprovado"
        raise Refused("Esta vistoria não pode ser repetida em parte.", Reason("retest", text, _ARTICLE, _COMPLETE))
    problems = []
    if inspected_on < retest.inspected_on:
        text = f"A repetição é anterior ao laudo {retest.title}."
        problems.append(FieldProblem("inspected_on", text, "Confira a data.", _ARTICLE))
    if inspected_on > retest.due_on:
        text = f"Os itens reprovados podiam ser repetidos até {format_date(retest.due_on)}."
        problems.append(FieldProblem("inspected_on", text, _COMPLETE, _ARTICLE))
    for item in failed:
        if item not in retest.items:
            text = f"Este item estava conforme no laudo {retest.number}."
            problems.append(FieldProblem(f"failures.{item}", text, _COMPLETE, _ARTICLE))
    if problems:
        raise FieldErrors(*problems)
    return retest


def _complete(last: Inspection, rows: Sequence[Inspection]) -> Inspection:
    """The complete inspection at the beginning of a chain of retests."""
    by_id = {row.id: row for row in rows}
    while last.follows_id is not None:
        last = by_id[last.follows_id]
    return last
