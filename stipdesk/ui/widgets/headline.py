"""The top of a card: who, and in what state. The state goes under the name when both do not fit side by side."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from stipdesk.ui.palette import Tone
from stipdesk.ui.widgets.basics import Badge, label, show_if, title


class Headline(QWidget):
    """`detail` is the soft line under the name: kind, document, since when."""

    def __init__(self, name: str = "", state: str = "", tone: Tone = Tone.NEUTRAL, detail: str = "") -> None:
        super().__init__()
        self._name = title()
        self._detail = label("", "soft", wrap=True)
        self._badge = Badge(big=True)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(4)
        self._grid.setHorizontalSpacing(16)
        self._grid.setColumnStretch(0, 1)
        self._narrow: bool | None = None
        self.say(name, state, tone, detail)

    def say(self, name: str, state: str, tone: Tone, detail: str = "") -> None:
        """Replaces what it shows."""
        self._name.setText(name)
        self._detail.setText(detail)
        show_if(self._detail, bool(detail))
        self._badge.show_state(state, tone)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        wanted = self._name.fontMetrics().horizontalAdvance(self._name.text()) + self._badge.sizeHint().width() + 16
        narrow = self.width() < wanted
        if narrow == self._narrow:
            return
        self._narrow = narrow
        for widget in (self._name, self._detail, self._badge):
            self._grid.removeWidget(widget)
        self._grid.addWidget(self._name, 0, 0, 1, 2 if narrow else 1)
        self._grid.addWidget(self._detail, 1, 0, 1, 2)
        corner = Qt.AlignmentFlag.AlignLeft if narrow else Qt.AlignmentFlag.AlignRight
        self._grid.addWidget(self._badge, 2 if narrow else 0, 0 if narrow else 1, alignment=corner)
