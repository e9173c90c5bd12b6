"""Choosing a registered person, company or vehicle: one types part of a name, document or plate and picks the answer."""

from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, Qt
from PySide6.QtWidgets import QFrame, QLineEdit, QVBoxLayout, QWidget

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.text import tidy
from stipdesk.services import search
from stipdesk.services.search import Hit
from stipdesk.ui.context import UiContext
from stipdesk.ui.palette import Tone
from stipdesk.ui.strings import label_of, tone_of
from stipdesk.ui.tables.result_list import ResultItem, ResultList
from stipdesk.ui.widgets.basics import Badge, ElidedLabel, label, row
from stipdesk.ui.widgets.field import Field
from stipdesk.ui.widgets.icons import icon

_MOST_ANSWERS = 8
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 4, Qt.Key.Key_PageUp: -4}


class SubjectField(Field[Hit | None]):
    """One record of `kind`; None when empty. `picked` carries it, None when the choice is undone.

    The answers open under the line while it has the keyboard: arrows choose, Enter takes, Esc closes them. A text that
    was not picked from the answers is a problem, never a guess.
    """

    picked = Signal(object)

    def __init__(
        self,
        context: UiContext,
        name: str,
        caption: str,
        kind: SubjectKind,
        *,
        required: bool = False,
        hint: str = "",
        tip: str = "",
        placeholder: str = "Nome, documento ou placa",
    ) -> None:
        super().__init__(name, caption, required=required, hint=hint, tip=tip)
        self._context = context
        self._kind = kind
        self._hit: Hit | None = None
        self.line = QLineEdit()
        self.line.setPlaceholderText(placeholder)
        self.line.setClearButtonEnabled(True)
        self.line.addAction(icon("magnifying-glass", "soft"), QLineEdit.ActionPosition.LeadingPosition)
        self.line.textEdited.connect(self._typed)
        self.line.textChanged.connect(self._changed)
        self._badge = Badge()
        self._about = ElidedLabel("", "small")
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.line)
        self._under = QWidget()
        under = row(self._badge, self._about)
        under.setStretch(1, 1)
        self._under.setLayout(under)
        self._under.hide()
        column.addWidget(self._under)
        self.answers = _Answers(self)
        self._place(inside, focus_on=self.line)

    @property
    def hit(self) -> Hit | None:
        """What is chosen now."""
        return self._hit

    def pick(self, hit: Hit) -> None:
        """Chooses a record, as taking it from the answers does."""
        self._put(hit)
        self._refresh()
        self.edited.emit()
        self.picked.emit(hit)

    def value(self) -> Hit | None:
        if self._hit is None and tidy(self.line.text()):
            raise InvalidValue("Escolha um dos cadastros encontrados.", "Digite outra parte do nome, documento ou placa.")
        if self._hit is None and self.required:
            raise InvalidValue("Falta escolher.")
        return self._hit

    def set_value(self, value: Hit | None) -> None:
        self._put(value)
        self.mark_clean()
        self.picked.emit(value)

    def set_read_only(self, read_only: bool) -> None:
        self.line.setReadOnly(read_only)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.line and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(Qt.Key(event.key())) or super().eventFilter(watched, event)
        return super().eventFilter(watched, event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.answers.hide()

    def _key(self, key: Qt.Key) -> bool:
        """Whether the key was for the answers."""
        if self.answers.isHidden():
            return False
        if key in _STEPS:
            self.answers.results.step(_STEPS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.answers.take()
        elif key == Qt.Key.Key_Escape:
            self.answers.hide()
        else:
            return False
        return True

    def _leave(self) -> None:
        self.answers.hide()
        super()._leave()

    def _typed(self, text: str) -> None:
        if not tidy(text):
            self.answers.hide()
            return
        job = partial(search.find, self._context.desk, text, kind=self._kind, limit=_MOST_ANSWERS)
        self._context.tasks.run(job, self._found, owner=self, latest=(id(self), "search"))

    def _changed(self, text: str) -> None:
        if self._hit is not None and text != self._hit.title:
            self._hit = None
            self._show_under()
            self.picked.emit(None)
        self._on_edit()

    def _found(self, hits: list[Hit]) -> None:
        if self._hit is None and self.line.hasFocus():
            self.answers.show_hits(hits, self.line)

    def _put(self, hit: Hit | None) -> None:
        self._hit = hit
        self.line.setText(hit.title if hit is not None else "")
        self.line.setCursorPosition(0)
        self.answers.hide()
        self._show_under()

    def _show_under(self) -> None:
        hit = self._hit
        self._under.setVisible(hit is not None)
        if hit is None:
            return
        standing = hit.standing
        self._badge.show_state(*(label_of(standing.state), tone_of(standing.state)) if standing else ("", Tone.NEUTRAL))
        self._about.setText(hit.subtitle)

    def _state(self) -> object:
        return (self._hit.subject_id if self._hit else None, self.line.text())


class _Answers(QFrame):
    """The answers over the window, under the line; never a window of its own, so the line keeps the keyboard."""

    def __init__(self, field: SubjectField) -> None:
        super().__init__(field)
        self.setProperty("role", "popup")
        self._field = field
        self._hits: list[Hit] = []
        self.results = ResultList(f"Respostas de {field.caption}")
        self.results.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.results.clicked.connect(lambda _index: self.take())
        self._none = label("Nenhum cadastro encontrado.", "soft")
        self._none.setMargin(10)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(self._none)
        column.addWidget(self.results)
        self.hide()

    def show_hits(self, hits: list[Hit], line: QLineEdit) -> None:
        self._hits = hits
        self.results.show_items([_item(hit) for hit in hits])
        self.results.setVisible(bool(hits))
        self._none.setVisible(not hits)
        window = self._field.window()
        self.setParent(window)
        below = line.mapTo(window, QPoint(0, line.height() + 2))
        height = round(self.fontMetrics().height() * 2.9) * len(hits) + 14 if hits else self.sizeHint().height()
        room_below, room_above = window.height() - below.y() - 8, below.y() - line.height() - 12
        if height > room_below and room_above > room_below:
            height = min(height, room_above)
            below.setY(below.y() - line.height() - 4 - height)
        else:
            height = min(height, room_below)
        self.setGeometry(below.x(), below.y(), line.width(), height)
        self.show()
        self.raise_()

    def take(self) -> None:
        """The chosen answer becomes the field's value."""
        index = self.results.currentIndex().row()
        if 0 <= index < len(self._hits):
            self._field.pick(self._hits[index])


def _item(hit: Hit) -> ResultItem:
    state, tone = (label_of(hit.standing.state), tone_of(hit.standing.state)) if hit.standing else ("", Tone.NEUTRAL)
    return ResultItem(hit.title, hit.subtitle, state, tone, hit)
