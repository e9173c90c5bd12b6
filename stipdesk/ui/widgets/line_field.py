"""One line of text that becomes a value: the ground of every field that is typed.

It keeps what was typed until it is understood; then it shows it in its usual form. It has no input mask: a mask eats
pasted characters and calls an empty field complete (cases Q005 to Q008).
"""

from typing import Generic, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.text import tidy
from stipdesk.ui.widgets.field import Field

T = TypeVar("T")


class LineField(Field[T], Generic[T]):
    """One line of text that becomes a value through `_parse` and text again through `_written`."""

    def __init__(
        self,
        name: str,
        caption: str,
        *,
        required: bool = False,
        hint: str = "",
        tip: str = "",
        placeholder: str = "",
    ) -> None:
        super().__init__(name, caption, required=required, hint=hint, tip=tip)
        self.line = QLineEdit()
        self.line.setPlaceholderText(placeholder)
        self.line.textChanged.connect(self._on_edit)
        self.line.returnPressed.connect(self._on_return)
        self._build()

    def _build(self) -> None:
        self._place(self.line)

    def _empty(self) -> T:
        """The value of an optional field left empty."""
        raise NotImplementedError

    def _parse(self, text: str) -> T:
        raise NotImplementedError

    def _written(self, value: T) -> str:
        raise NotImplementedError

    def value(self) -> T:
        text = self.line.text()
        if not tidy(text):
            if self.required:
                raise InvalidValue("Falta preencher.")
            return self._empty()
        return self._parse(text)

    def set_value(self, value: T) -> None:
        self.line.setText("" if value == self._empty() else self._written(value))
        self.line.setCursorPosition(0)
        self.mark_clean()

    def set_stored(self, text: str) -> None:
        self.line.setText(self.written_stored(text))
        self._leave()

    def set_read_only(self, read_only: bool) -> None:
        self.line.setReadOnly(read_only)
        self.line.setFocusPolicy(Qt.FocusPolicy.ClickFocus if read_only else Qt.FocusPolicy.StrongFocus)

    def focus(self) -> None:
        super().focus()
        self.line.selectAll()

    def _state(self) -> object:
        return self.line.text()

    def _offer(self, suggestion: str) -> None:
        self.line.setText(suggestion)

    def _leave(self) -> None:
        if self.is_dirty() and tidy(self.line.text()):
            try:
                shown = self._written(self.value())
            except InvalidValue:
                shown = self.line.text()
            if shown != self.line.text():
                self.line.setText(shown)
        super()._leave()

    def _on_return(self) -> None:
        """Enter does what Tab does, and says at once what is wrong (case Q011)."""
        self._leave()
        if not self.problem():
            self.focusNextChild()
