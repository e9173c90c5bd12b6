"""Icons from the Font Awesome type that QtAwesome brings, painted in the colour of the palette of the moment."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from stipdesk.ui.palette import Tone
from stipdesk.ui.theme import palette_now

_FONT = "fa6s"


class _Engine(QIconEngine):
    """Draws the glyph anew at each paint, so that a change of theme needs no new icons."""

    def __init__(self, name: str, ink: str) -> None:
        super().__init__()
        self._name = name
        self._ink = ink

    def clone(self) -> QIconEngine:
        return _Engine(self._name, self._ink)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, _state: QIcon.State) -> None:
        # Imported here: it brings six icon fonts that the sign-in window does not need.
        import qtawesome

        painter.save()
        painter.setFont(qtawesome.font(_FONT, round(rect.height() * 0.86)))
        painter.setPen(self._colour(mode))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, qtawesome.charmap(f"{_FONT}.{self._name}"))
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        drawn = QPixmap(size)
        drawn.fill(Qt.GlobalColor.transparent)
        painter = QPainter(drawn)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return drawn

    def _colour(self, mode: QIcon.Mode) -> QColor:
        palette = palette_now()
        return QColor(palette.soft if mode == QIcon.Mode.Disabled else getattr(palette, self._ink))


def icon(name: str, ink: str = "accent") -> QIcon:
    """The icon with a Font Awesome 6 solid `name` ("print"); `ink` is a colour's name in the palette."""
    return QIcon(_Engine(name, ink))


_TONE_ICONS = {
    Tone.NEUTRAL: ("circle", "soft"),
    Tone.INFORMATION: ("circle-info", "accent"),
    Tone.GOOD: ("circle-check", "good"),
    Tone.CARE: ("triangle-exclamation", "care"),
    Tone.STOP: ("circle-xmark", "stop"),
}


def tone_icon(tone: Tone) -> QIcon:
    """The sign that goes before a line of this tone: its shape tells it apart without the colour."""
    return icon(*_TONE_ICONS[tone])


class Sign(QWidget):
    """An icon as tall as a line of text, `scale` times, in the theme and text size of the moment."""

    def __init__(self, drawn: QIcon, *, scale: float = 1.0) -> None:
        super().__init__()
        self._icon = drawn
        self._scale = scale
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_icon(self, drawn: QIcon) -> None:
        self._icon = drawn
        self.update()

    def sizeHint(self) -> QSize:
        side = round(self.fontMetrics().height() * self._scale)
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._icon.paint(painter, self.rect())
        painter.end()
