"""Fields chosen instead of typed: one of a list, several of a list, yes or no."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Generic, TypeVar

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from stipdesk.domain.errors import InvalidValue
from stipdesk.ui.strings import label_of
from stipdesk.ui.widgets.field import Field
from stipdesk.ui.widgets.flow import FlowLayout
from stipdesk.ui.widgets.icons import icon

E = TypeVar("E", bound=StrEnum)
V = TypeVar("V")


class Combo(QComboBox):
    """A list that opens with an arrow, and that the wheel changes only when it has the keyboard focus.

    Otherwise scrolling a form would silently change what the pointer passes over.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = round(self.fontMetrics().height() * 0.7)
        corner = QPoint(self.width() - side - 10, (self.height() - side) // 2)
        painter = QPainter(self)
        icon("chevron-down", "soft").paint(painter, QRect(corner, QSize(side, side)))
        painter.end()


class ValueChoice(Field[V | None], Generic[V]):
    """One of `options` (value, text); None while nothing is chosen. Typing the first letters chooses."""

    def __init__(
        self,
        name: str,
        caption: str,
        options: Iterable[tuple[V, str]],
        *,
        required: bool = False,
        hint: str = "",
        tip: str = "",
    ) -> None:
        super().__init__(name, caption, required=required, hint=hint, tip=tip)
        self.combo = Combo()
        self.combo.setPlaceholderText("Escolha…")
        self._values: list[V] = []
        self.set_options(options)
        self.combo.currentIndexChanged.connect(self._on_edit)
        self.combo.activated.connect(self.judge)
        self._place(self.combo)

    def set_options(self, options: Iterable[tuple[V, str]]) -> None:
        """Replaces the options, with nothing chosen."""
        self.combo.clear()
        self._values = []
        for value, text in options:
            self._values.append(value)
            self.combo.addItem(text)
        self.combo.setCurrentIndex(-1)

    def value(self) -> V | None:
        index = self.combo.currentIndex()
        if index < 0 and self.required:
            raise InvalidValue("Falta escolher.")
        return self._values[index] if index >= 0 else None

    def set_value(self, value: V | None) -> None:
        self.combo.setCurrentIndex(self._values.index(value) if value in self._values else -1)
        self.mark_clean()

    def set_stored(self, text: str) -> None:
        found = [index for index, value in enumerate(self._values) if text in (str(value), self.combo.itemText(index))]
        self.combo.setCurrentIndex(found[0] if found else -1)

    def written_stored(self, text: str) -> str:
        shown = (self.combo.itemText(index) for index, value in enumerate(self._values) if str(value) == text)
        return next(shown, text)

    def _state(self) -> object:
        return self.combo.currentIndex()


class ChoiceField(ValueChoice[E], Generic[E]):
    """One member of an enum of the domain, by its label in `ui.strings`."""

    def __init__(
        self,
        name: str,
        caption: str,
        kind: type[E],
        *,
        required: bool = False,
        hint: str = "",
        tip: str = "",
        members: Sequence[E] | None = None,
    ) -> None:
        options = [(member, label_of(member)) for member in (kind if members is None else members)]
        super().__init__(name, caption, options, required=required, hint=hint, tip=tip)


class ChoicesField(Field[tuple[E, ...]], Generic[E]):
    """Any number of members of an enum, each with its box, in the enum's order."""

    def __init__(
        self,
        name: str,
        caption: str,
        kind: type[E],
        *,
        required: bool = False,
        hint: str = "",
        tip: str = "",
    ) -> None:
        super().__init__(name, caption, required=required, hint=hint, tip=tip)
        self.boxes = {member: QCheckBox(label_of(member)) for member in kind}
        inside = QWidget()
        flow = FlowLayout(inside)
        for box in self.boxes.values():
            box.setAccessibleName(f"{caption}: {box.text()}")
            box.toggled.connect(self._on_edit)
            box.installEventFilter(self)
            flow.addWidget(box)
        self._place(inside, focus_on=next(iter(self.boxes.values())))
        self.editor.setAccessibleName(f"{caption}: {next(iter(self.boxes.values())).text()}")

    def value(self) -> tuple[E, ...]:
        chosen = tuple(member for member, box in self.boxes.items() if box.isChecked())
        if self.required and not chosen:
            raise InvalidValue("Falta marcar ao menos um.")
        return chosen

    def set_value(self, value: Iterable[E]) -> None:
        chosen = set(value)
        for member, box in self.boxes.items():
            box.setChecked(member in chosen)
        self.mark_clean()

    def set_stored(self, text: str) -> None:
        stored = {part.strip() for part in text.split(",")}
        for member, box in self.boxes.items():
            box.setChecked(bool({member.value, label_of(member)} & stored))

    def written_stored(self, text: str) -> str:
        labels = {member.value: label_of(member) for member in self.boxes}
        return ", ".join(labels.get(part.strip(), part.strip()) for part in text.split(","))

    def set_read_only(self, read_only: bool) -> None:
        for box in self.boxes.values():
            box.setEnabled(not read_only)

    def _state(self) -> object:
        return tuple(box.isChecked() for box in self.boxes.values())


class CheckField(Field[bool]):
    """Yes or no, written beside its box."""

    _TRUE = frozenset({"true", "1", "sim"})

    def __init__(self, name: str, caption: str, *, text: str = "Sim", hint: str = "", tip: str = "") -> None:
        super().__init__(name, caption, hint=hint, tip=tip)
        self.box = QCheckBox(text)
        self.box.toggled.connect(self._on_edit)
        self._place(self.box)

    def value(self) -> bool:
        return self.box.isChecked()

    def set_value(self, value: bool) -> None:
        self.box.setChecked(value)
        self.mark_clean()

    def set_stored(self, text: str) -> None:
        self.box.setChecked(text.casefold() in self._TRUE)

    def _state(self) -> object:
        return self.box.isChecked()
