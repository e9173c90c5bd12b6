"""The list of autos, newest first."""

from collections.abc import Callable
from datetime import date

from stipdesk.domain.clock import local_date
from stipdesk.domain.identifiers import Plate
from stipdesk.domain.text import format_date
from stipdesk.services.infractions import InfractionRow
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.infractions.words import defense_state, group_tone
from stipdesk.ui.tables.column import Column

# Date, plate and conduct, while the list is narrow.
WIDE_ONLY = frozenset({1, 3, 4})


def columns(today: Callable[[], date]) -> tuple[Column[InfractionRow], ...]:
    """`today` is asked at each drawing: a term may end while the window is open."""

    def state(each: InfractionRow) -> tuple[str, Tone]:
        return defense_state(each.defense_due_on, each.cancelled_on, today())

    return (
        Column("Número", lambda each: each.number, width=14, strong=True),
        Column("Data", lambda each: format_date(local_date(each.occurred_at)), sort="date", width=11),
        Column("Autuado", lambda each: each.addressee_name, width=28, stretches=True),
        Column("Placa", lambda each: Plate(each.plate).shown if each.plate else "–", width=9),
        Column(
            "Conduta",
            lambda each: f"{each.conduct} · {each.group_label}",
            badge=lambda each: group_tone(each.conduct[0]),
            width=17,
            tip="Alínea do art. 59 e grupo (art. 29)",
        ),
        Column(
            "Defesa até",
            lambda each: state(each)[0],
            badge=lambda each: state(each)[1],
            width=17,
            tip="Último dia da defesa prévia (art. 44)",
        ),
    )
