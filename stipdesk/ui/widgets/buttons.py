"""Buttons: an act, its icon and its shortcut, always written the same way."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent, QPen, QShortcut
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from stipdesk.ui.acronyms import explain
from stipdesk.ui.theme import palette_now
from stipdesk.ui.widgets.icons import icon


class ActButton(QPushButton):
    """A button on which a double click counts once: the second click of a hurried hand never repeats an act.

    While a task runs `Tasks` disables it; this covers the answer that comes back between the two clicks.
    """

    def __init__(self, text: str, kind: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setAutoDefault(False)
        if kind:
            self.setProperty("kind", kind)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            height = self.fontMetrics().height()
            self.setIconSize(QSize(height, height))

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        if not self.toolTip():
            self.setToolTip(explain(self.text()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.hasFocus() or self.property("kind") == "link":
            return
        palette = palette_now()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        primary = self.property("kind") == "primary"
        painter.setPen(QPen(QColor(palette.on_accent if primary else palette.accent), 2))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(3, 3, -3, -3), 5, 5)
        painter.end()


def button(
    text: str,
    clicked: Callable[[], object],
    *,
    kind: str = "",
    icon_name: str = "",
    shortcut: str = "",
    tip: str = "",
) -> ActButton:
    """An act. `kind` is 'primary' (one on a card), 'danger' (cannot be undone), 'link', or '' for the others.

    The shortcut is written after the text and works wherever the focus is in the same window.
    """
    shown = f"{text}   {shortcut.replace('Return', 'Enter')}" if shortcut else text
    made = ActButton(f" {shown}" if icon_name and text else shown, kind)
    made.setAccessibleName(text)
    if icon_name:
        ink = {"primary": "on_accent", "danger": "stop"}.get(kind, "accent")
        made.setIcon(icon(icon_name, ink))
    if tip:
        made.setToolTip(tip)
    if shortcut:
        keys = QShortcut(QKeySequence(shortcut), made)
        keys.activated.connect(made.click)
    made.clicked.connect(lambda _checked=False: clicked())
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    made.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    return made


def primary(text: str, clicked: Callable[[], object], *, icon_name: str = "", shortcut: str = "") -> ActButton:
    """The act one comes here to do; one on each card or dialog."""
    return button(text, clicked, kind="primary", icon_name=icon_name, shortcut=shortcut)


def link(text: str, clicked: Callable[[], object], *, icon_name: str = "") -> ActButton:
    """An act that reads like a word in the text."""
    return button(text, clicked, kind="link", icon_name=icon_name)


def because(target: QPushButton, reason: str) -> None:
    """Puts an act out of reach with the reason why, or, without a reason, back within it."""
    target.setEnabled(not reason)
    target.setToolTip(reason)
    target.setAccessibleDescription(reason)
