"""The walk-in session: what is missing today for whoever is at the counter, step by step, then print all."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout

from stipdesk.services.papers import DocumentLine
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.documents.batch import PrintBatch
from stipdesk.ui.strings import count, label_of
from stipdesk.ui.theme import set_property
from stipdesk.ui.widgets.basics import Card, label
from stipdesk.ui.widgets.buttons import ActButton, because, button

STEP_KEYS = "F4"
PRINT_ALL_KEYS = "Ctrl+Shift+P"


@dataclass(frozen=True, slots=True)
class Step:
    """Something to do today. `why_not` says why whoever is signed in cannot do it."""

    text: str
    act: Callable[[], object]
    why_not: str = ""


class VisitPanel(Card):
    """The steps in order, the first one on the button. `printed` is told when the papers of the visit were printed."""

    printed = Signal()

    def __init__(self, context: UiContext) -> None:
        super().__init__("Hoje")
        self._context = context
        self._steps: Sequence[Step] = ()
        self._papers: Sequence[UUID] = ()
        self._told = label("", wrap=True)
        self._later = label("", "small", wrap=True)
        self.step_button = button("Próximo passo", self.do_next, kind="primary", shortcut=STEP_KEYS)
        self.print_button = button("Imprimir tudo", self.print_all, icon_name="print", shortcut=PRINT_ALL_KEYS)
        buttons = QHBoxLayout()
        buttons.setSpacing(10)
        buttons.addWidget(self.step_button)
        buttons.addWidget(self.print_button)
        buttons.addStretch(1)
        self.body.addWidget(self._told)
        self.body.addWidget(self._later)
        self.body.addLayout(buttons)

    @property
    def has_steps(self) -> bool:
        return bool(self._steps)

    def show_visit(self, steps: Sequence[Step], papers: Sequence[DocumentLine], nothing: str) -> None:
        """`papers` are those of today that nobody printed; `nothing` is said when no step is left."""
        self._steps = steps
        self._papers = [paper.document_id for paper in papers]
        self._told.setText(steps[0].text if steps else nothing)
        set_property(self._told, "role", "strong" if steps else "soft")
        later = [step.text for step in steps[1:]]
        self._later.setText("Depois: " + " · ".join(later) if later else "")
        self._later.setVisible(bool(later))
        self.step_button.setVisible(bool(steps))
        if steps and not self._context.tasks.is_busy(self.step_button):
            because(self.step_button, steps[0].why_not)
        self.print_button.setVisible(bool(papers))
        self.print_button.setToolTip("\n".join(f"{label_of(paper.kind)} {paper.number}" for paper in papers))
        _rename(self.print_button, f"Imprimir {count(len(papers), 'documento', 'documentos')} de hoje")

    def do_next(self) -> None:
        """Does, or opens, the first step."""
        if self._steps:
            self._steps[0].act()

    def print_all(self) -> PrintBatch | None:
        """Prints the first copy of everything issued today that nobody printed."""
        if not self._papers:
            return None
        batch = PrintBatch(self._context, self, self._papers)
        batch.finished.connect(lambda _printed: self.printed.emit())
        batch.start()
        return batch

    def take_focus(self) -> bool:
        """Gives the keyboard to the next step, or to the printing; false when there is neither."""
        for each in (self.step_button, self.print_button):
            if each.isVisibleTo(self) and each.isEnabled():
                each.setFocus()
                return True
        return False


def _rename(target: ActButton, text: str) -> None:
    target.setText(target.text().replace(target.accessibleName(), text))
    target.setAccessibleName(text)
