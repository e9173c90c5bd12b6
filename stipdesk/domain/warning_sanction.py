"""The sanction of warning in the place of a fine (art. 32): who may ask for it, and why not."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from stipdesk.domain.calendar import add_months
from stipdesk.domain.errors import Reason

LIGHT = "A"


@dataclass(frozen=True, slots=True)
class Penalty:
    """A sanction already applied: the group of its conduct and the day its decision became final."""

    group: str
    final_on: date


@dataclass(frozen=True, slots=True)
class WarningTerms:
    """The months of art. 32: without a penalty of the same nature, and between two requests."""

    clean_months: int
    interval_months: int


def warning_problems(
    group: str,
    requested_on: date,
    defense_due: date,
    penalties: Sequence[Penalty],
    earlier_requests: Sequence[date],
    terms: WarningTerms,
) -> tuple[Reason, ...]:
    """Why the warning cannot be asked for on `requested_on` in the place of the fine for a conduct of `group`.

    Twelve months have passed on the day of equal number. The law gives no term to ask: adopted reading, until the
    defence's last day (art. 44).
    """
    problems = []
    if group != LIGHT:
        problems.append(("nature", "Só a infração leve admite advertência", "art. 32, caput"))
    if requested_on > defense_due:
        text = f"O prazo para pedir terminou em {defense_due:%d/%m/%Y}, com o da defesa"
        problems.append(("late", text, "art. 32, caput; art. 44"))
    recent = [each.final_on for each in penalties if each.group == group and each.final_on <= requested_on]
    if recent and requested_on < (free_on := add_months(max(recent), terms.clean_months)):
        text = f"Penalizado em {max(recent):%d/%m/%Y} pela mesma natureza: cabe a partir de {free_on:%d/%m/%Y}"
        problems.append(("penalized", text, "art. 32, caput"))
    asked = [day for day in earlier_requests if day <= requested_on]
    if asked and requested_on < (again_on := add_months(max(asked), terms.interval_months)):
        text = f"Advertência já pedida em {max(asked):%d/%m/%Y}: novo pedido a partir de {again_on:%d/%m/%Y}"
        problems.append(("requested", text, "art. 32, parágrafo único"))
    return tuple(Reason(code, text, article) for code, text, article in problems)
