"""One of a few values, all of them in sight: one key or one click chooses."""

from collections.abc import Iterable
from typing import Generic, TypeVar

from PySide6.QtWidgets import QButtonGroup, QRadioButton, QWidget

from stipdesk.domain.errors import InvalidValue
from stipdesk.ui.widgets.field import Field
from stipdesk.ui.widgets.flow import FlowLayout

V = TypeVar("V")


class RadioField(Field[V | None], Generic[V]):
    """`options` are (value, text); None while nothing is chosen. Arrow keys move among them."""

    def __init__(
        self, name: str, caption: str, options: Iterable[tuple[V, str]], *, required: bool = True, hint: str = ""
    ) -> None:
        super().__init__(name, caption, required=required, hint=hint)
        self._values: list[V] = []
        self.group = QButtonGroup(self)
        inside = QWidget()
        flow = FlowLayout(inside, spacing=14)
        for index, (value, text) in enumerate(options):
            made = QRadioButton(text.replace("&", "&&"))
            made.setAccessibleName(f"{caption}: {text}")
            self._values.append(value)
            self.group.addButton(made, index)
            flow.addWidget(made)
        self.group.idToggled.connect(self._toggled)
        self._place(inside, focus_on=self.group.button(0))

    def value(self) -> V | None:
        index = self.group.checkedId()
        if index < 0:
            if self.required:
                raise InvalidValue("Falta escolher.")
            return None
        return self._values[index]

    def set_value(self, value: V | None) -> None:
        self.choose(value)
        self.mark_clean()

    def choose(self, value: V | None) -> None:
        """Chooses as a click would."""
        if value in self._values:
            self.group.button(self._values.index(value)).setChecked(True)

    def focus(self) -> None:
        (self.group.checkedButton() or self.group.button(0)).setFocus()

    def set_read_only(self, read_only: bool) -> None:
        for made in self.group.buttons():
            made.setEnabled(not read_only)

    def _toggled(self, _index: int, checked: bool) -> None:
        if checked:
            self._on_edit()

    def _state(self) -> object:
        return self.group.checkedId()
