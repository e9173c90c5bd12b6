"""Sections side by side where there is room, one under the other where there is not."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

# Below this many letters across, two columns would be too narrow to read.
_TWO_COLUMNS_IN_LETTERS = 84


class Columns(QWidget):
    """The sections in two columns, filled left, right, left…; in one, in the same order, on a narrow window."""

    def __init__(self, *sections: QWidget) -> None:
        super().__init__()
        self._sections: Sequence[QWidget] = sections
        self._two: bool | None = None
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(14)
        self._columns = [QVBoxLayout(), QVBoxLayout()]
        for each in self._columns:
            each.setSpacing(14)
            each.addStretch(1)
            outer.addLayout(each, 1)
        for section in sections:
            policy = section.sizePolicy()
            policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)  # columns of one width, whatever they hold
            section.setSizePolicy(policy)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._arrange()

    def _arrange(self) -> None:
        two = self.width() >= self.fontMetrics().averageCharWidth() * _TWO_COLUMNS_IN_LETTERS
        if two == self._two:
            return
        self._two = two
        for index, section in enumerate(self._sections):
            chosen = self._columns[index % 2 if two else 0]
            chosen.insertWidget(chosen.count() - 1, section)
        layout = self.layout()
        assert isinstance(layout, QHBoxLayout)
        layout.setStretch(1, int(two))
