"""A thousand seals in one PDF, beside the same sheet drawn with qrcode's own image."""

import io
import time
from collections.abc import Iterator

from stipdesk.reports.seal import render_seal_sheets
from tests.bench.measure import Row
from tests.reports.papers import seal

SEALS = 1000


def paper_rows() -> Iterator[Row]:
    seals = [seal(number) for number in range(1, SEALS + 1)]
    start = time.perf_counter()
    pdf = render_seal_sheets(seals)
    ours = time.perf_counter() - start
    start = time.perf_counter()
    _with_images([each.qr_text for each in seals])
    theirs = time.perf_counter() - start
    yield Row("1,000 seals in one PDF", "reports", ours, ours, "s", "≤ 8 s, ≤ 0.20× of qrcode's image", theirs)
    size = len(pdf) / 1e6
    yield Row("1,000 seals in one PDF", "size", size, size, "MB", "≤ 2 MB")


def _with_images(texts: list[str]) -> bytes:
    """The usual way: qrcode's image, handed to reportlab."""
    import qrcode
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.units import mm
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=A4)
    for index, text in enumerate(texts):
        code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M)
        code.add_data(text)
        image = code.make_image().get_image()
        column, line = index % 2, index // 2 % 4
        canvas.drawImage(ImageReader(image), (50 + column * 101.6) * mm, (20 + line * 67.7) * mm, 41.5 * mm, 41.5 * mm)
        if index % 8 == 7:
            canvas.showPage()
    canvas.save()
    return stream.getvalue()
