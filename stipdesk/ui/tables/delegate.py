"""How a cell is drawn: plain text, or a state as a badge of words on their colour."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from stipdesk.ui.palette import Palette, Tone
from stipdesk.ui.tables.model import TONE_ROLE
from stipdesk.ui.theme import palette_now


def draw_badge(painter: QPainter, palette: Palette, area: QRect, text: str, tone: Tone, *, right: bool = False) -> None:
    """Draws a badge inside `area`, centred in its height, at its left or right; longer text ends in "…"."""
    font = QFont(painter.font())
    font.setWeight(QFont.Weight.DemiBold)
    painter.save()
    painter.setFont(font)
    metrics = painter.fontMetrics()
    padding = metrics.averageCharWidth()
    width = min(metrics.horizontalAdvance(text) + 2 * padding + 4, area.width())
    height = min(metrics.height() + 4, area.height())
    left = area.right() + 1 - width if right else area.left()
    box = QRect(left, area.top() + (area.height() - height) // 2, width, height)
    words, ground = palette.tone(tone)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(box, 7, 7)
    painter.setPen(QColor(words))
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width - 2 * padding + 2)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)
    painter.restore()


class CellDelegate(QStyledItemDelegate):
    """Draws badges where the model gives a tone; everything else as the style does."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        tone = index.data(TONE_ROLE)
        if tone is None:
            super().paint(painter, option, index)
            return
        text = str(index.data() or "")
        emptied = QStyleOptionViewItem(option)
        self.initStyleOption(emptied, index)
        emptied.text = ""
        emptied.widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, emptied, painter, emptied.widget)
        painter.setFont(option.font)
        draw_badge(painter, palette_now(), option.rect.adjusted(8, 0, -4, 0), text, Tone(tone))

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(super().sizeHint(option, index).width(), round(option.fontMetrics.height() * 1.9))
