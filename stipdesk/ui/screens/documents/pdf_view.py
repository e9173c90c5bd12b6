"""The pages of a PDF one under the other, drawn only where one looks."""

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea

from stipdesk.ui.printing import MM_PER_INCH, POINTS_PER_INCH
from stipdesk.ui.screens.documents.pdf import Pdf
from stipdesk.ui.theme import palette_now

_GAP = 16
_ZOOM_STEP = 1.25
_SMALLEST, _LARGEST = 0.2, 6.0
# Pixels of the screen for a point of the page at 100 %: as large as it will be on paper, on a screen of 96 dots.
_SCREEN_SCALE = 96 / POINTS_PER_INCH


class PdfView(QAbstractScrollArea):
    """`zoomed` is told when the zoom changes, `page_shown` when another page is the first on the screen."""

    zoomed = Signal()
    page_shown = Signal(int)

    def __init__(self, pdf: Pdf) -> None:
        super().__init__()
        self._pdf = pdf
        self._zoom = 1.0
        self._whole_page = True
        self._page = 0
        self.setAccessibleName("Páginas do documento")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.horizontalScrollBar().valueChanged.connect(lambda: self.viewport().update())

    @property
    def zoom(self) -> float:
        """1.0 is the size on paper."""
        return self._zoom

    def set_zoom(self, zoom: float) -> None:
        self._whole_page = False
        self._put_zoom(zoom)

    def zoom_in(self) -> None:
        self.set_zoom(self._zoom * _ZOOM_STEP)

    def zoom_out(self) -> None:
        self.set_zoom(self._zoom / _ZOOM_STEP)

    def fit_page(self) -> None:
        """The whole page on the screen, also when the window changes."""
        self._whole_page = True
        size = self._page_pixels(self._page, zoom=1.0)
        area = self.viewport().size()
        wanted = min((area.width() - 2 * _GAP) / size.width(), (area.height() - 2 * _GAP) / size.height())
        self._put_zoom(wanted)

    def fit_width(self) -> None:
        size = self._page_pixels(self._page, zoom=1.0)
        bar = 0 if self.verticalScrollBar().isVisible() else self.verticalScrollBar().sizeHint().width()
        self.set_zoom((self.viewport().width() - bar - 2 * _GAP) / size.width())

    def go_to_page(self, page: int) -> None:
        if 0 <= page < self._pdf.pages:
            self.verticalScrollBar().setValue(self._tops()[page] - _GAP)

    @property
    def page(self) -> int:
        """The first page on the screen, from 0."""
        return self._page

    def sizeHint(self) -> QSize:
        return QSize(720, 640)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._whole_page:
            self.fit_page()
        else:
            self._measure()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            (self.zoom_in if event.angleDelta().y() > 0 else self.zoom_out)()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.zoom_in()
            case Qt.Key.Key_Minus:
                self.zoom_out()
            case Qt.Key.Key_PageDown:
                self.go_to_page(self._page + 1)
            case Qt.Key.Key_PageUp:
                self.go_to_page(self._page - 1)
            case Qt.Key.Key_Home:
                self.go_to_page(0)
            case Qt.Key.Key_End:
                self.go_to_page(self._pdf.pages - 1)
            case _:
                super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        palette = palette_now()
        ratio = self.devicePixelRatioF()
        left = -self.horizontalScrollBar().value()
        top = -self.verticalScrollBar().value()
        width = max(self.viewport().width(), self._widest() + 2 * _GAP)
        for page, y in enumerate(self._tops()):
            size = self._page_pixels(page)
            place = QRect(QPoint(left + (width - size.width()) // 2, top + y), size)
            if not place.intersects(event.rect()):
                continue
            picture = self._pdf.picture(page, round(self._zoom * _SCREEN_SCALE * ratio, 4))
            painter.drawImage(QRectF(place), picture)
            painter.setPen(QPen(QColor(palette.field_line), 1))
            painter.drawRect(place)
        painter.end()

    def _page_pixels(self, page: int, zoom: float | None = None) -> QSize:
        size = self._pdf.size(page)
        scale = (self._zoom if zoom is None else zoom) * _SCREEN_SCALE * POINTS_PER_INCH / MM_PER_INCH
        return QSize(max(round(size.width * scale), 1), max(round(size.height * scale), 1))

    def _tops(self) -> list[int]:
        tops, y = [], _GAP
        for page in range(self._pdf.pages):
            tops.append(y)
            y += self._page_pixels(page).height() + _GAP
        return tops

    def _widest(self) -> int:
        return max(self._page_pixels(page).width() for page in range(self._pdf.pages))

    def _put_zoom(self, zoom: float) -> None:
        self._zoom = min(max(zoom, _SMALLEST), _LARGEST)
        page = self._page
        self._measure()
        self.go_to_page(page)
        self.zoomed.emit()

    def _measure(self) -> None:
        last = self._pdf.pages - 1
        height = self._tops()[last] + self._page_pixels(last).height() + _GAP
        width = self._widest() + 2 * _GAP
        vertical, horizontal = self.verticalScrollBar(), self.horizontalScrollBar()
        vertical.setPageStep(self.viewport().height())
        vertical.setSingleStep(40)
        vertical.setRange(0, max(height - self.viewport().height(), 0))
        horizontal.setPageStep(self.viewport().width())
        horizontal.setRange(0, max(width - self.viewport().width(), 0))
        self.viewport().update()

    def _scrolled(self, value: int) -> None:
        middle = value + self.viewport().height() // 3
        page = max((page for page, top in enumerate(self._tops()) if top <= middle), default=0)
        if page != self._page:
            self._page = page
            self.page_shown.emit(page)
        self.viewport().update()
