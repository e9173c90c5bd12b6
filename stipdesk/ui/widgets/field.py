"""What every field of a form shares: its label, its editor, and the message that says what is wrong and mends it."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from stipdesk.domain.errors import InvalidValue
from stipdesk.ui.palette import Tone
from stipdesk.ui.theme import set_property
from stipdesk.ui.widgets.basics import label
from stipdesk.ui.widgets.buttons import link

T = TypeVar("T")

_PASSING_FOCUS = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is thought of the text: a problem stops the save, a doubt does not; `suggestion` would mend either."""

    problem: str = ""
    doubt: str = ""
    suggestion: str = ""


class Entry(QWidget):
    """A value being typed, whatever its type. It accepts what is typed or pasted and judges after the first leave.

    `name` is that of the field in the command's dataclass, by which the services report problems. `hint` stands beside
    the label (an article, "opcional"); `tip` explains more on hover.
    """

    edited = Signal()
    left = Signal()

    def __init__(self, name: str, caption: str, *, required: bool = False, hint: str = "", tip: str = "") -> None:
        super().__init__()
        self.name = name
        self.caption = caption
        self.required = required
        self.editor: QWidget
        self._judged = False
        self._from_service = ""
        self._baseline: object = None
        self._label = label(caption, "label")
        self._hint = label(hint, "small")
        self._message = label("", "message", wrap=True)
        self._message.hide()
        self._fix = link("", self._apply_fix)
        self._fix.setProperty("small", True)
        self._fix.hide()
        self._suggestion = ""
        if tip:
            self._label.setToolTip(tip)

    def set_stored(self, text: str) -> None:
        """Puts in the editor, as if typed, a value written as text: what another person saved (`FieldConflict`).

        Raises `InvalidValue` when this field has no written form.
        """
        raise InvalidValue(f"{self.caption}: “{text}” não pode ser posto no campo.", "Copie-o à mão.")

    def written_stored(self, text: str) -> str:
        """A value written as text by a service, as this field shows it: the label of a code, a CPF with its mask."""
        return text

    def problem(self) -> str:
        """Why the value cannot be saved as it is, or ''."""
        return self._from_service or self._verdict().problem

    def is_dirty(self) -> bool:
        """Whether the person changed it since the last `set_value` or `mark_clean`."""
        return self._state() != self._baseline

    def mark_clean(self) -> None:
        self._baseline = self._state()
        self._judged = False
        self._from_service = ""
        self._show("", Tone.NEUTRAL, "")

    def show_problem(self, message: str) -> None:
        """Shows what the service refused; it goes away when the field is edited."""
        self._from_service = message
        self._judged = True
        self._refresh()

    def judge(self) -> None:
        """Shows what is wrong or doubtful, now and while it is typed from now on."""
        self._judged = True
        self._refresh()

    def focus(self) -> None:
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def stops(self) -> list[QWidget]:
        """Where the Tab key stops inside this field, in order."""
        return [
            widget
            for widget in self.findChildren(QWidget)
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            and widget.focusProxy() is None
            and widget.window() is self.window()  # the list of a combo box is a window of its own
        ]

    def set_read_only(self, read_only: bool) -> None:
        self.editor.setEnabled(not read_only)

    def _verdict(self) -> Verdict:
        raise NotImplementedError

    def _state(self) -> object:
        """What the editor holds, to tell whether it was changed."""
        raise NotImplementedError

    def _offer(self, suggestion: str) -> None:
        """Puts the suggestion in the editor, as if typed."""

    def _place(self, editor: QWidget, *beside: QWidget, focus_on: QWidget | None = None) -> None:
        """Lays the field out around its editor; `beside` stand at its right, `focus_on` is what takes the keyboard."""
        self.editor = focus_on or editor
        self.editor.setAccessibleName(self.caption)
        self._label.setBuddy(self.editor)
        self.editor.installEventFilter(self)
        self.setFocusProxy(self.editor)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self._label)
        top.addWidget(self._hint)
        top.addStretch(1)
        middle = QHBoxLayout()
        middle.setSpacing(6)
        middle.addWidget(editor, 1)
        for widget in beside:
            middle.addWidget(widget)
        bottom = QHBoxLayout()
        bottom.setSpacing(6)
        bottom.addWidget(self._message, 1)
        bottom.addWidget(self._fix, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addLayout(top)
        column.addLayout(middle)
        column.addLayout(bottom)
        column.addStretch(1)
        self._baseline = self._state()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFocusEvent) and event.lostFocus() and event.reason() not in _PASSING_FOCUS:
            self._leave()
        return super().eventFilter(watched, event)

    def _leave(self) -> None:
        """Judges what was typed. A field passed over empty is not blamed before the save."""
        if self.is_dirty():
            self.judge()
        self.left.emit()

    def _on_edit(self) -> None:
        self._from_service = ""
        if self._judged:
            self._refresh()
        self.edited.emit()

    def _refresh(self) -> None:
        verdict = Verdict(self._from_service) if self._from_service else self._verdict()
        tone = Tone.STOP if verdict.problem else Tone.CARE
        self._show(verdict.problem or verdict.doubt, tone, verdict.suggestion)

    def _show(self, message: str, tone: Tone, suggestion: str) -> None:
        self._suggestion = suggestion
        set_property(self.editor, "state", tone.value if message else "")
        set_property(self._message, "tone", tone.value)
        self._message.setText(message)
        self._message.setVisible(bool(message))
        self._fix.setText(f"Usar {suggestion}")
        self._fix.setAccessibleName(f"Usar {suggestion} em {self.caption}")
        self._fix.setVisible(bool(suggestion))
        self.editor.setAccessibleDescription(message)

    def _apply_fix(self) -> None:
        suggestion = self._suggestion
        self.focus()
        self._offer(suggestion)
        self.judge()


class Field(Entry, Generic[T]):
    """An `Entry` with its type. Subclasses build an editor, give it to `_place`, and implement `value`, `set_value`,
    `_state` and, where a domain type suggests what was meant, `_offer`.
    """

    def value(self) -> T:
        """What the editor holds, parsed; raises `InvalidValue`. An empty optional field has its type's empty value."""
        raise NotImplementedError

    def set_value(self, value: T) -> None:
        """Shows a stored value, from which what the person changes is then counted."""
        raise NotImplementedError

    def _doubt(self, _value: T, /) -> tuple[str, str]:
        """A warning that does not stop the save, and a text that would mend it."""
        return "", ""

    def _verdict(self) -> Verdict:
        try:
            value = self.value()
        except InvalidValue as error:
            return Verdict(problem=f"{error.message} {error.remedy}".strip(), suggestion=error.suggestion or "")
        doubt, suggestion = self._doubt(value)
        return Verdict(doubt=doubt, suggestion=suggestion)
