"""Choosing another record inside a form: a few letters, the arrow keys, Enter."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import StandingState
from stipdesk.services import operators, search
from stipdesk.services.access import Desk
from stipdesk.services.drivers import ListRequest
from stipdesk.services.search import Hit
from stipdesk.ui.context import UiContext
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.parts.states import state_word
from stipdesk.ui.strings import tone_of
from stipdesk.ui.tables.result_list import ResultItem, ResultList
from stipdesk.ui.widgets.basics import row
from stipdesk.ui.widgets.buttons import link
from stipdesk.ui.widgets.field import Field

_ANSWERS = 20
_LINES_SHOWN = 3
_PLACEHOLDERS = {
    SubjectKind.OPERATOR: "Nome ou CNPJ da operadora",
    SubjectKind.DRIVER: "Nome ou CPF do prestador",
    SubjectKind.VEHICLE: "Placa do veículo",
}
_NOTHING = ResultItem("Nada encontrado", "Confira o que foi digitado ou cadastre antes.", "", Tone.NEUTRAL, None)


class SubjectField(Field[UUID | None]):
    """A record of one kind, None when none was chosen. Answers come while one types, as in the search box (F3).

    Operators are few: their list opens at once. What was chosen is written in the box, and is let go by typing again.
    """

    def __init__(
        self, context: UiContext, name: str, caption: str, kind: SubjectKind, *, required: bool = False, hint: str = ""
    ) -> None:
        super().__init__(name, caption, required=required, hint=hint)
        self._context = context
        self._kind = kind
        self._chosen: UUID | None = None
        self.line = QLineEdit()
        self.line.setPlaceholderText(_PLACEHOLDERS[kind])
        self.answers = ResultList(f"Respostas: {caption}")
        self.answers.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.answers.hide()
        self._let_go = link("Trocar", self._again)
        self._let_go.hide()
        inside = QWidget()
        outer = QVBoxLayout(inside)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(4)
        top = row(self.line, self._let_go)
        top.setStretch(0, 1)
        outer.addLayout(top)
        outer.addWidget(self.answers)
        self._place(inside, focus_on=self.line)
        self.line.textEdited.connect(self._typed)
        self.answers.clicked.connect(lambda index: self._take(index.row()))

    def value(self) -> UUID | None:
        if self._chosen is None and self.line.text().strip():
            raise InvalidValue("Escolha uma das respostas.", "Use as setas e Enter, ou apague o texto.")
        if self._chosen is None and self.required:
            raise InvalidValue("Falta escolher.")
        return self._chosen

    def put(self, subject_id: UUID, name: str) -> None:
        """Proposes a record that the form was opened for."""
        self._choose(subject_id, name)
        self.mark_clean()

    def set_value(self, value: UUID | None) -> None:
        self._choose(value, "" if value is None else self.line.text())
        self.mark_clean()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.line:
            if event.type() == QEvent.Type.FocusIn and self._kind is SubjectKind.OPERATOR and self._chosen is None:
                self._ask(self.line.text())
            if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self._key(event.key()):
                return True
        return super().eventFilter(watched, event)

    def _key(self, key: int) -> bool:
        """Whether the list of answers took the key."""
        if self.answers.isHidden():
            return False
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.answers.step(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take(self.answers.currentIndex().row())
        elif key == Qt.Key.Key_Escape:
            self.answers.hide()
        else:
            return False
        return True

    def _typed(self, text: str) -> None:
        self._chosen = None
        self._let_go.hide()
        self._on_edit()
        if text.strip() or self._kind is SubjectKind.OPERATOR:
            self._ask(text)
        else:
            self.answers.hide()

    def _ask(self, text: str) -> None:
        job: Callable[[], list[ResultItem]] = partial(_find, self._context.desk, self._kind, text)
        self._context.tasks.run(job, self._came, owner=self, latest=(id(self), "answers"))

    def _came(self, items: list[ResultItem]) -> None:
        if self._chosen is not None:
            return
        self.answers.show_items(items or [_NOTHING])
        lines = min(max(len(items), 1), _LINES_SHOWN)
        self.answers.setFixedHeight(round(self.fontMetrics().height() * 2.9) * lines + 6)
        self.answers.show()

    def _take(self, line: int) -> None:
        items = self.answers.items()
        if 0 <= line < len(items) and isinstance(hit := items[line].payload, Hit):
            self._choose(hit.subject_id, hit.title)
            self._on_edit()
            self.judge()
            self.focusNextChild()

    def _choose(self, subject_id: UUID | None, name: str) -> None:
        self._chosen = subject_id
        self.line.setText(name)
        self.line.setCursorPosition(0)
        self.answers.hide()
        self.line.setReadOnly(subject_id is not None)
        self._let_go.setVisible(subject_id is not None)

    def _again(self) -> None:
        self._choose(None, "")
        self._on_edit()
        self.line.setFocus()

    def _state(self) -> object:
        return (self._chosen, self.line.text())


def _find(desk: Desk, kind: SubjectKind, text: str) -> list[ResultItem]:
    """Records in activity only: a withdrawn one cannot be linked."""
    if kind is SubjectKind.OPERATOR and not text.strip():
        _, rows = operators.page(desk, ListRequest(limit=_ANSWERS))
        hits = [Hit(kind, each.operator_id, each.legal_name, each.app_name, each.standing) for each in rows]
    else:
        hits = search.find(desk, text, kind=kind, limit=_ANSWERS)
    return [
        ResultItem(hit.title, hit.subtitle, state_word(kind, hit.standing), tone_of(hit.standing.state), hit)
        for hit in hits
        if hit.standing is not None and hit.standing.state is not StandingState.WITHDRAWN
    ]
