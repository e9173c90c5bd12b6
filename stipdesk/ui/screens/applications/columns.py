"""The list of requests: those that wait for the office first, the oldest at the top."""

from collections.abc import Callable
from datetime import date

from stipdesk.domain.text import format_date
from stipdesk.services.application_cards import ApplicationLine
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.parts.applications import state_badge
from stipdesk.ui.strings import count, label_of
from stipdesk.ui.tables.column import Column

# Number, who and state, while the list is narrow.
WIDE_ONLY = frozenset({1, 3, 5})


def columns(today: Callable[[], date]) -> tuple[Column[ApplicationLine], ...]:
    return (
        Column("Protocolo", lambda each: each.number, width=14, strong=True),
        Column("Pedido em", lambda each: format_date(each.filed_on), width=11),
        Column("De quem", lambda each: each.holder_name, width=26, stretches=True),
        Column("Pedido", lambda each: label_of(each.kind), width=20),
        Column(
            "Situação", lambda each: _state(each, today())[0], badge=lambda each: _state(each, today())[1], width=20
        ),
        Column(
            "Prazo da CMTU",
            lambda each: term_badge(each, today())[0],
            badge=lambda each: term_badge(each, today())[1],
            width=19,
            tip="30 dias para expedir o CAA, contados de atendidos os requisitos (arts. 11 e 16)",
        ),
    )


def _state(line: ApplicationLine, today: date) -> tuple[str, Tone]:
    """Where it stands; one ready for decision turns red once the office is late, also where no term is shown."""
    word, tone = state_badge(line)
    late = line.clock is not None and line.state.is_open and line.clock.days_late(today) > 0
    return word, Tone.STOP if late else tone


def term_badge(line: ApplicationLine, today: date) -> tuple[str, Tone]:
    """How many days the office has, or how late it is; nothing while the citizen is the one who owes."""
    clock = line.clock
    if clock is None or clock.due_on is None or not line.state.is_open:
        return "", Tone.NEUTRAL
    late = clock.days_late(today)
    if late:
        return f"{count(late, 'dia', 'dias')} em atraso", Tone.STOP
    left = (clock.due_on - today).days
    if left == 0:
        return "Vence hoje", Tone.CARE
    return f"Faltam {count(left, 'dia', 'dias')}", Tone.CARE if left <= 10 else Tone.GOOD
