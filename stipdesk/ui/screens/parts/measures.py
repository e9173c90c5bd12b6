"""The measures against a holder, on the card of the holder."""

from collections.abc import Sequence
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.registers import SubjectKind
from stipdesk.services.measure_cards import MeasureLine
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.measures.words import dates_text, state_badge, term_badge
from stipdesk.ui.screens.parts.records import RecordLine, RecordSection
from stipdesk.ui.strings import label_of
from stipdesk.ui.widgets.buttons import link


class MeasuresSection(RecordSection):
    """Suspensions, cassation and revocation by this CPF or CNPJ; each opens in its own tab.

    `act` is what opens or proposes one (`ui.screens.measures.dialogs.open_measure`).
    """

    def __init__(self, context: UiContext, act: QWidget | None = None) -> None:
        super().__init__("Medidas", "Nenhuma suspensão, cassação ou revogação.", act=act)
        self._context = context

    def show_lines(self, lines: Sequence[MeasureLine]) -> None:
        self.show_records(self._record(line) for line in lines)

    def _record(self, line: MeasureLine) -> QWidget:
        see = link("Abrir", partial(self._open, line.measure_id))
        see.setAccessibleName(f"Abrir a medida {line.number}")
        term = f"Próximo prazo: {term_badge(line)[0]}" if line.next_term is not None else ""
        details = [f"{dates_text(line)} · {line.kind.article}", term, line.reason]
        return RecordLine(f"{label_of(line.kind)} {line.number}", details, state=state_badge(line), acts=[see])

    def _open(self, measure_id: UUID) -> None:
        self._context.bus.subject_wanted.emit(SubjectKind.MEASURE, measure_id)
