"""The list of measures, newest first."""

from stipdesk.domain.text import format_date
from stipdesk.services.measure_cards import MeasureLine
from stipdesk.ui.screens.measures.words import state_badge, term_badge
from stipdesk.ui.strings import label_of
from stipdesk.ui.tables.column import Column

# Number, holder and state, while the list is narrow.
WIDE_ONLY = frozenset({1, 3, 5})


def columns() -> tuple[Column[MeasureLine], ...]:
    return (
        Column("Número", lambda each: each.number, width=14, strong=True),
        Column("Aberta em", lambda each: format_date(each.opened_on), sort="date", width=11),
        Column("De quem", lambda each: each.holder_name, width=26, stretches=True),
        Column("Medida", lambda each: label_of(each.kind), width=24, tip="Arts. 33, 34, 38 a 40 e 60"),
        Column(
            "Situação",
            lambda each: state_badge(each)[0],
            badge=lambda each: state_badge(each)[1],
            width=20,
        ),
        Column(
            "Próximo prazo",
            lambda each: term_badge(each)[0],
            badge=lambda each: term_badge(each)[1],
            width=19,
        ),
    )
