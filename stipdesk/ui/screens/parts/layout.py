"""Sections side by side where there is room, one under the other where there is not; and the Tab key through them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

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
            for column in self._columns:
                column.removeWidget(section)  # before counting, so that it goes above the stretch
            chosen = self._columns[index % 2 if two else 0]
            chosen.insertWidget(chosen.count() - 1, section)
        layout = self.layout()
        assert isinstance(layout, QHBoxLayout)
        layout.setStretch(1, int(two))


def tab_as_read(*parts: QWidget) -> None:
    """Makes the Tab key walk through the parts as they are read, also through what was put in them later."""
    stops = [stop for part in parts for stop in _stops(part)]
    for before, after in pairwise(stops):
        QWidget.setTabOrder(before, after)


def _stops(widget: QWidget) -> Iterator[QWidget]:
    if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None:
        yield widget
    if isinstance(widget, QScrollArea):
        inside = widget.widget()
        yield from _stops(inside) if inside is not None else ()
    elif (layout := widget.layout()) is not None:
        yield from _stops_in(layout)


def _stops_in(layout: QLayout) -> Iterator[QWidget]:
    for index in range(layout.count()):
        item = layout.itemAt(index)
        if item is None:
            continue
        inner, widget = item.layout(), item.widget()
        if inner is not None:
            yield from _stops_in(inner)
        elif widget is not None:
            yield from _stops(widget)
