"""An opened PDF: its pages' sizes and their pictures."""

from collections import OrderedDict

import pypdfium2
from PySide6.QtGui import QImage

from stipdesk.services.file_content import PDFIUM
from stipdesk.ui.printing import PaperSize

_KEPT_PICTURES = 8
# A page of metres, enlarged, would take more memory than there is: it is drawn coarser and stretched.
_MOST_DOTS = 40_000_000


class Pdf:
    """The bytes of one document, opened, in the window's thread. PDFium is not made for several at a time: `PDFIUM`."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        with PDFIUM:
            self._document = pypdfium2.PdfDocument(content)
            self._document.init_forms()  # visible signatures are form fields
        self._pictures: OrderedDict[tuple[int, float], QImage] = OrderedDict()

    @property
    def pages(self) -> int:
        with PDFIUM:
            return len(self._document)

    def size(self, page: int) -> PaperSize:
        with PDFIUM:
            width, height = self._document.get_page_size(page)
        return PaperSize.from_points(width, height)

    def picture(self, page: int, scale: float) -> QImage:
        """The page at `scale` dots a point, on white; pictures on the screen are kept for the next paint."""
        key = (page, scale)
        found = self._pictures.get(key)
        if found is None:
            found = self.draw(page, min(scale, self._finest(page)))
            self._pictures[key] = found
            while len(self._pictures) > _KEPT_PICTURES:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        return found

    def draw(self, page: int, scale: float) -> QImage:
        """The page at `scale` dots a point, on white, for one use."""
        with PDFIUM:
            bitmap = self._document[page].render(scale=scale)
            picture = QImage(bitmap.buffer, bitmap.width, bitmap.height, bitmap.stride, QImage.Format.Format_BGR888)
            return picture.copy()  # the bitmap's memory goes with it

    def close(self) -> None:
        self._pictures.clear()
        with PDFIUM:
            self._document.close()

    def _finest(self, page: int) -> float:
        with PDFIUM:
            width, height = self._document.get_page_size(page)
        return float((_MOST_DOTS / (width * height)) ** 0.5)
