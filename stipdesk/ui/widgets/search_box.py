"""The search box of the header."""

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit

from stipdesk.ui.acronyms import explain
from stipdesk.ui.widgets.icons import icon

_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}


class SearchBox(QLineEdit):
    """`searched` carries the text at each letter, `stepped` the arrows as lines down or up, `accepted` is Enter."""

    searched = Signal(str)
    stepped = Signal(int)
    accepted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "search")
        self.setPlaceholderText("Nome, CPF, CNPJ, placa ou número   (F3)")
        self.setAccessibleName("Pesquisar pessoas, empresas, placas e números")
        self.setToolTip(explain("CPF CNPJ"))
        self.setClearButtonEnabled(True)
        self.textChanged.connect(self.searched)
        self.returnPressed.connect(self.accepted)

    def take_focus(self) -> None:
        """For F3: ready for the next search, the last one a key away."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _STEPS:
            self.stepped.emit(_STEPS[Qt.Key(event.key())])
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = round(self.fontMetrics().height() * 0.8)
        painter = QPainter(self)
        icon("magnifying-glass", "soft").paint(painter, QRect(side, (self.height() - side) // 2, side, side))
        painter.end()
