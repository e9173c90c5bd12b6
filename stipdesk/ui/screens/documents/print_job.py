"""Sending a PDF to a printer at true size, a page at a time, so that the window goes on living."""

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QMarginsF, QObject, QPointF, QRect, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QImage, QPageLayout, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo

from stipdesk.ui.printing import PaperSize, dots, drawing_for
from stipdesk.ui.theme import FAMILY

_NO_MARGINS = QMarginsF(0, 0, 0, 0)
_MARK_HEIGHT_MM = 1.9
_MARK_FROM_EDGE_MM = 2.0


class Pages(Protocol):
    """What is printed: a `Pdf`, or several as one."""

    def size(self, page: int) -> PaperSize: ...

    def draw(self, page: int, scale: float) -> QImage: ...


def has_printer() -> bool:
    return bool(QPrinterInfo.availablePrinterNames())


def page_size(size: PaperSize) -> QPageSize:
    """Exactly this size: the usual fuzzy match turns 104 × 148 mm into A6 (case P013)."""
    upright = size.upright
    return QPageSize(
        QSizeF(upright.width, upright.height), QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.ExactMatch
    )


def make_ready(printer: QPrinter, size: PaperSize) -> None:
    """Asks the printer for this paper, whole, without margins; what it really has is then read by `paper_of`."""
    orientation = QPageLayout.Orientation.Landscape if size.is_landscape else QPageLayout.Orientation.Portrait
    printer.setFullPage(True)
    printer.setPageSize(page_size(size))
    printer.setPageOrientation(orientation)
    printer.setPageMargins(_NO_MARGINS, QPageLayout.Unit.Millimeter)


def paper_of(printer: QPrinter) -> PaperSize:
    """The sheet the printer is set to, as it stands."""
    size = printer.pageLayout().fullRect(QPageLayout.Unit.Millimeter)
    return PaperSize(round(size.width(), 1), round(size.height(), 1))


class PrintJob(QObject):
    """Prints the pages one after the other; `finished` carries whether the printer took them all.

    `mark` is written small along the lower edge of each page ("2ª via · …"); the document itself is not touched.
    """

    page_done = Signal(int)
    finished = Signal(bool)

    def __init__(self, pdf: Pages, printer: QPrinter, pages: Sequence[int], mark: str = "") -> None:
        super().__init__()
        self._pdf = pdf
        self._printer = printer
        self._pages = list(pages)
        self._mark = mark
        self._done = 0
        self._painter = QPainter()

    def start(self) -> None:
        self._printer.setFullPage(True)
        if not self._painter.begin(self._printer):
            self.finished.emit(False)
            return
        self._next()

    def cancel(self) -> None:
        """Gives up what was not sent yet."""
        if self._painter.isActive():
            self._printer.abort()
            self._painter.end()
            self.finished.emit(False)

    def _next(self) -> None:
        if not self._painter.isActive():
            return
        if self._done and not self._printer.newPage():
            self._painter.end()
            self.finished.emit(False)
            return
        self._draw(self._pages[self._done])
        self._done += 1
        self.page_done.emit(self._done)
        if self._done == len(self._pages):
            self.finished.emit(self._painter.end())
        else:
            QTimer.singleShot(0, self, self._next)

    def _draw(self, page: int) -> None:
        resolution = self._printer.resolution()
        drawing = drawing_for(resolution)
        picture = self._pdf.draw(page, drawing.scale)
        self._painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        width, height = picture.width() * drawing.enlargement, picture.height() * drawing.enlargement
        self._painter.drawImage(QRect(0, 0, width, height), picture)
        if self._mark:
            self._write_mark(self._pdf.size(page), resolution)

    def _write_mark(self, size: PaperSize, resolution: int) -> None:
        font = QFont(FAMILY)
        font.setPixelSize(dots(_MARK_HEIGHT_MM, resolution))
        self._painter.setFont(font)
        self._painter.setPen(QColor(Qt.GlobalColor.black))
        room = dots(size.width - 2 * _MARK_FROM_EDGE_MM, resolution)
        text = self._painter.fontMetrics().elidedText(self._mark, Qt.TextElideMode.ElideRight, room)
        baseline = dots(size.height - _MARK_FROM_EDGE_MM, resolution)
        self._painter.drawText(QPointF(dots(_MARK_FROM_EDGE_MM, resolution), baseline), text)
