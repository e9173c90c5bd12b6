"""The auto as it was printed, small on its card: a click opens it at its true size."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from stipdesk.domain.errors import Refused
from stipdesk.services import documents
from stipdesk.services.access import Desk
from stipdesk.services.documents import DocumentView
from stipdesk.services.infractions import InfractionCard
from stipdesk.ui.screens.documents.pdf import Pdf
from stipdesk.ui.strings import count
from stipdesk.ui.theme import palette_now
from stipdesk.ui.widgets.basics import Card, label, row

_PIXELS_A_POINT = 0.36


@dataclass(frozen=True, slots=True)
class Paper:
    """The stored document, or why it cannot be shown."""

    view: DocumentView | None
    why_not: str = ""


def read_paper(desk: Desk, card: InfractionCard) -> Paper:
    """Runs in the worker. A paper that was tampered with does not keep the card from opening: it says so."""
    if card.line.document_id is None:
        return Paper(None, "Este auto não tem documento guardado.")
    try:
        return Paper(documents.view(desk, card.line.document_id))
    except Refused as refusal:
        return Paper(None, str(refusal))


class PageButton(QAbstractButton):
    """The picture of a page that opens when it is pressed, with the mouse, the space bar or Enter."""

    def __init__(self) -> None:
        super().__init__()
        self.picture = QPixmap()
        self.setAccessibleName("Ver e imprimir o auto")
        self.setToolTip("Ver e imprimir")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_picture(self, picture: QPixmap) -> None:
        self.picture = picture
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return self.picture.deviceIndependentSize().toSize() + QSize(6, 6)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        palette = palette_now()
        painter = QPainter(self)
        painter.drawPixmap(3, 3, self.picture)
        painter.setPen(QPen(QColor(palette.accent), 3) if self.hasFocus() else QPen(QColor(palette.field_line), 1))
        painter.drawRect(self.rect().adjusted(1, 1, -2, -2))
        painter.end()


class PaperSection(Card):
    """`show` opens the paper, ready to be printed."""

    def __init__(self, show: Callable[[], object]) -> None:
        super().__init__("Documento")
        self.page = PageButton()
        self.page.clicked.connect(lambda _checked=False: show())
        self._words = label("", "small", wrap=True)
        held = row(self.page)
        held.addStretch(1)
        self.body.addLayout(held)
        self.body.addWidget(self._words)
        self.body.addStretch(1)

    def show_paper(self, paper: Paper) -> None:
        self.page.setVisible(paper.view is not None)
        if paper.view is None:
            self._words.setText(paper.why_not)
            return
        self.page.show_picture(self._first_page(paper.view.pdf))
        copies = len(paper.view.prints)
        printed = f"Impresso {count(copies, 'vez', 'vezes')}" if copies else "Ainda não impresso"
        self._words.setText(f"Anulado · {printed.lower()}" if paper.view.line.voided_at is not None else printed)

    def _first_page(self, content: bytes) -> QPixmap:
        ratio = self.devicePixelRatioF()
        pdf = Pdf(content)
        try:
            picture = QPixmap.fromImage(pdf.draw(0, _PIXELS_A_POINT * ratio), Qt.ImageConversionFlag.AutoColor)
        finally:
            pdf.close()
        picture.setDevicePixelRatio(ratio)
        return picture
