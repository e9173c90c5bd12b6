"""The lists by name, each with how many wait in it."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem

from stipdesk.ui.palette import Tone
from stipdesk.ui.tables.delegate import draw_badge
from stipdesk.ui.theme import palette_now

_COUNT_ROLE = Qt.ItemDataRole.UserRole


class _Model(QAbstractListModel):
    def __init__(self, titles: Sequence[str]) -> None:
        super().__init__()
        self._titles = titles
        self.counts: dict[int, int] = {}

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self._titles)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        title, waiting = self._titles[index.row()], self.counts.get(index.row())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return title if waiting is None else f"{title}: {waiting}"
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return title
        return waiting if role == _COUNT_ROLE else None

    def put_count(self, line: int, waiting: int) -> None:
        self.counts[line] = waiting
        self.dataChanged.emit(self.index(line), self.index(line))


class _Delegate(QStyledItemDelegate):
    """The name as the style draws it, the count as a badge at the right; an empty list has none."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        waiting = index.data(_COUNT_ROLE)
        words = QStyleOptionViewItem(option)
        badge = option.fontMetrics.horizontalAdvance("00.000") + 10 if waiting else 0
        super().paint(painter, words, index)
        if waiting:
            text = f"{waiting:,}".replace(",", ".")
            corner = QRect(option.rect.right() - badge - 6, option.rect.top(), badge, option.rect.height())
            painter.setFont(option.font)
            draw_badge(painter, palette_now(), corner, text, Tone.INFORMATION, right=True)

    def sizeHint(self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(100, round(option.fontMetrics.height() * 1.9))


class ListNavigation(QListView):
    """`chosen` carries the line; `entered` is Enter, which goes to the list itself."""

    chosen = Signal(int)
    entered = Signal()

    def __init__(self, titles: Sequence[str]) -> None:
        super().__init__()
        self._model = _Model(titles)
        self.setModel(self._model)
        self.setItemDelegate(_Delegate(self))
        self.setProperty("role", "navigation")
        self.setUniformItemSizes(True)
        self.setAccessibleName("Listas de pendências")
        self.selectionModel().currentChanged.connect(self._changed)

    def choose(self, line: int) -> None:
        self.setCurrentIndex(self._model.index(line))

    def line(self) -> int:
        """The list that is chosen, -1 for none."""
        return self.currentIndex().row()

    def show_count(self, line: int, waiting: int) -> None:
        self._model.put_count(line, waiting)

    def count_of(self, line: int) -> int | None:
        """What the badge says; None while nobody counted."""
        return self._model.counts.get(line)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)

    def _changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self.chosen.emit(current.row())
