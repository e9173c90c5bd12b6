"""A short list of records, two lines each and their state at the right: the answers of the search box."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontInfo, QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from stipdesk.ui.palette import Tone
from stipdesk.ui.tables.delegate import draw_badge
from stipdesk.ui.theme import palette_now

_ITEM_ROLE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class ResultItem:
    """`payload` is the row the screen gets back when it is chosen."""

    title: str
    subtitle: str
    state: str
    tone: Tone
    payload: object


class _Model(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self.items: Sequence[ResultItem] = ()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        item = self.items[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return f"{item.title} · {item.state}\n{item.subtitle}"
        return item if role == _ITEM_ROLE else None

    def replace(self, items: Sequence[ResultItem]) -> None:
        self.beginResetModel()
        self.items = items
        self.endResetModel()


class _Delegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(100, round(option.fontMetrics.height() * 2.9))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        item = index.data(_ITEM_ROLE)
        assert isinstance(item, ResultItem)
        palette = palette_now()
        box = option.rect.adjusted(4, 2, -4, -2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected or option.state & QStyle.StateFlag.State_MouseOver:
            chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(palette.selection if chosen else palette.hover))
            painter.drawRoundedRect(box, 5, 5)
        painter.setFont(option.font)
        inner = box.adjusted(11, 6, -11, -6)
        height = option.fontMetrics.height()
        bold = QFont(option.font)
        bold.setWeight(QFont.Weight.DemiBold)
        badge_width = 0
        if item.state:
            painter.setFont(bold)
            wanted = painter.fontMetrics().horizontalAdvance(item.state) + 2 * painter.fontMetrics().averageCharWidth()
            badge_width = min(wanted + 6, inner.width() * 3 // 5)
            corner = QRect(inner.right() + 1 - badge_width, inner.top() - 2, badge_width, height + 6)
            painter.setFont(option.font)
            draw_badge(painter, palette, corner, item.state, item.tone, right=True)
        painter.setFont(bold)
        painter.setPen(QColor(palette.text))
        room = inner.width() - badge_width - 8
        shown = painter.fontMetrics().elidedText(item.title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(inner.left(), inner.top(), room, height), Qt.AlignmentFlag.AlignVCenter, shown)
        small = QFont(option.font)
        small.setPixelSize(round(QFontInfo(option.font).pixelSize() * 0.88))
        painter.setFont(small)
        painter.setPen(QColor(palette.soft))
        under = QRect(inner.left(), inner.bottom() - height + 1, inner.width(), height)
        shown = painter.fontMetrics().elidedText(item.subtitle, Qt.TextElideMode.ElideRight, under.width())
        painter.drawText(under, Qt.AlignmentFlag.AlignVCenter, shown)
        painter.restore()


class ResultList(QListView):
    """`chosen` carries the payload of the line under the keyboard or the pointer; `opened` that of Enter."""

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._model = _Model()
        self.setModel(self._model)
        self.setItemDelegate(_Delegate(self))
        self.setProperty("role", "list")
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setAccessibleName(name)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.selectionModel().currentChanged.connect(self._current_changed)

    def show_items(self, items: Sequence[ResultItem]) -> None:
        """Replaces the list and chooses its first line."""
        self._model.replace(items)
        if items:
            self.setCurrentIndex(self._model.index(0))
            self.scrollToTop()

    def items(self) -> Sequence[ResultItem]:
        return self._model.items

    def step(self, lines: int) -> None:
        """Moves the choice up or down without taking the keyboard from the search box."""
        if self._model.items:
            line = min(max(self.currentIndex().row() + lines, 0), len(self._model.items) - 1)
            self.setCurrentIndex(self._model.index(line))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid():
            self.opened.emit(self._model.items[index.row()].payload)
        else:
            super().keyPressEvent(event)

    def _current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self.chosen.emit(self._model.items[current.row()].payload)
