"""The tab Medidas: suspensions, cassation and revocation, newest first."""

from stipdesk.domain.changes import Changes
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import measure_cards
from stipdesk.services.measure_cards import MeasureCard, MeasureLine
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.screens.measures.card import MeasureCardView
from stipdesk.ui.screens.measures.columns import WIDE_ONLY, columns
from stipdesk.ui.screens.measures.dialogs import open_new_measure
from stipdesk.ui.screens.parts.screen import RegisterScreen, RegisterWords

_WORDS = RegisterWords(
    name="Medidas",
    noun=("medida", "medidas"),
    new="Abrir processo ou propor medida",
    filter_by="Número, nome, CPF ou CNPJ",
    empty="Nenhuma medida ainda. Ctrl+N abre um processo ou propõe uma (arts. 33, 34, 38 e 60).",
)


class MeasuresScreen(RegisterScreen[MeasureLine, MeasureCard]):
    """What ended stays in the list, with its word."""

    shows = Changes.MEASURES | Changes.DECISIONS | Changes.DOCUMENTS
    subjects = frozenset({SubjectKind.MEASURE})

    def __init__(self, context: UiContext) -> None:
        super().__init__(
            context,
            SubjectKind.MEASURE,
            _WORDS,
            columns(),
            measure_cards.page,
            lambda each: each.measure_id,
            MeasureCardView(context),
            new=self.open_new,
            new_act=Act.PROPOSE_MEASURE,
            wide_only=WIDE_ONLY,
            list_share=40,
        )
        self.withdrawn.hide()

    def open_new(self) -> FormDialog:
        """Asks who and which institute."""
        return open_new_measure(self.context, self)
