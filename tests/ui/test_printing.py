"""True size: the arithmetic, and a square of 50 mm printed by Qt and measured on the page that came out."""

import io
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageOps
from PySide6.QtCore import QEventLoop
from PySide6.QtPrintSupport import QPrinter
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from stipdesk.ui.printing import Drawing, PaperSize, dots, drawing_for, paper_problem
from stipdesk.ui.screens.documents.pdf import Pdf
from stipdesk.ui.screens.documents.print_job import PrintJob, make_ready, page_size, paper_of

A4 = PaperSize(210, 297)
MEASURING = 1200


def square_pdf(size: PaperSize, *, pages: int = 1) -> bytes:
    """A filled square of 50 mm, 20 mm from the left and 30 mm from the top of each page."""
    made = io.BytesIO()
    canvas = Canvas(made, pagesize=(size.width * mm, size.height * mm))
    for _ in range(pages):
        canvas.rect(20 * mm, (size.height - 80) * mm, 50 * mm, 50 * mm, stroke=0, fill=1)
        canvas.showPage()
    canvas.save()
    return made.getvalue()


def measure(pdf: bytes) -> tuple[float, float, float, float]:
    """Left, top, width and height, in millimetres, of what is dark on the first page."""
    document = pypdfium2.PdfDocument(pdf)
    picture = document[0].render(scale=MEASURING / 72, grayscale=True).to_pil()
    document.close()
    assert isinstance(picture, Image.Image)
    left, top, right, bottom = (
        ImageOps.invert(picture).point(lambda value: 255 if value > 127 else 0).getbbox() or (0,) * 4
    )
    millimetre = 25.4 / MEASURING
    return left * millimetre, top * millimetre, (right - left) * millimetre, (bottom - top) * millimetre


def print_to_pdf(
    content: bytes, target: Path, resolution: int, prepare: Callable[[QPrinter], None], mark: str = ""
) -> bytes:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(target))
    printer.setResolution(resolution)
    pdf = Pdf(content)
    prepare(printer)
    results: list[bool] = []
    job = PrintJob(pdf, printer, range(pdf.pages), mark)
    job.finished.connect(results.append)
    loop = QEventLoop()
    job.finished.connect(loop.quit)
    job.start()
    if not results:
        loop.exec()
    pdf.close()
    assert results == [True]
    return target.read_bytes()


@pytest.mark.parametrize("resolution", [203, 300, 600, 1200])
def test_fifty_millimetres_print_as_fifty(tmp_path: Path, resolution: int) -> None:
    printed = print_to_pdf(square_pdf(A4), tmp_path / "out.pdf", resolution, lambda printer: make_ready(printer, A4))
    left, top, width, height = measure(printed)
    assert width == pytest.approx(50, abs=0.2)
    assert height == pytest.approx(50, abs=0.2)
    assert left == pytest.approx(20, abs=0.3)
    assert top == pytest.approx(30, abs=0.3)


def test_the_size_is_true_on_a_smaller_sheet_too(tmp_path: Path) -> None:
    """What does not fit is cut, never reduced (case P011)."""
    seal = PaperSize(90, 110)
    printed = print_to_pdf(
        square_pdf(seal), tmp_path / "out.pdf", 300, lambda printer: make_ready(printer, PaperSize(101.6, 70))
    )
    _, _, width, height = measure(printed)
    assert width == pytest.approx(50, abs=0.2)
    assert height == pytest.approx(40, abs=0.3)


def test_a_wide_page_is_not_turned(tmp_path: Path) -> None:
    wide = PaperSize(297, 210)
    printed = print_to_pdf(square_pdf(wide), tmp_path / "out.pdf", 300, lambda printer: make_ready(printer, wide))
    left, top, width, height = measure(printed)
    assert (width, height) == pytest.approx((50, 50), abs=0.2)
    assert (left, top) == pytest.approx((20, 30), abs=0.3)


def test_every_page_is_printed(tmp_path: Path) -> None:
    printed = print_to_pdf(square_pdf(A4, pages=3), tmp_path / "out.pdf", 150, lambda printer: make_ready(printer, A4))
    document = pypdfium2.PdfDocument(printed)
    assert len(document) == 3
    document.close()


def test_a_second_copy_is_marked_and_the_document_is_where_it_was(tmp_path: Path) -> None:
    mark = "2ª via · 01/12/2026 09:00 · Helena Prado · Extravio " + "x" * 300
    marked = print_to_pdf(square_pdf(A4), tmp_path / "out.pdf", 300, lambda printer: make_ready(printer, A4), mark=mark)
    document = pypdfium2.PdfDocument(marked)
    picture = document[0].render(scale=2, grayscale=True).to_pil()
    document.close()
    lower_edge = picture.crop((0, picture.height - 20, picture.width, picture.height))
    assert lower_edge.getextrema()[0] < 128
    left_margin = picture.crop((0, 0, 4, picture.height))
    right_margin = picture.crop((picture.width - 4, 0, picture.width, picture.height))
    assert left_margin.getextrema()[0] == right_margin.getextrema()[0] == 255


@pytest.mark.qt_log_ignore(r"QPainter::begin\(\): Returned false", extend=True)
def test_a_printer_that_refuses_is_noticed(tmp_path: Path) -> None:
    printer = QPrinter()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "nowhere" / "out.pdf"))
    pdf = Pdf(square_pdf(A4))
    results: list[bool] = []
    job = PrintJob(pdf, printer, range(1))
    job.finished.connect(results.append)
    job.start()
    pdf.close()
    assert results == [False]


@pytest.mark.parametrize(
    "size", [PaperSize(104, 148), PaperSize(105, 149), PaperSize(90, 110), PaperSize(99.1, 67.7), A4]
)
def test_the_printer_is_asked_for_exactly_the_page(size: PaperSize) -> None:
    printer = QPrinter()
    make_ready(printer, size)
    paper = paper_of(printer)
    assert (paper.width, paper.height) == pytest.approx((size.width, size.height), abs=0.2)
    assert page_size(size).size(page_size(size).Unit.Millimeter).width() == pytest.approx(size.upright.width, abs=0.2)


def test_the_page_is_drawn_at_the_printers_own_resolution() -> None:
    assert drawing_for(300) == Drawing(300 / 72, 1)
    assert drawing_for(600) == Drawing(600 / 72, 1)
    assert drawing_for(1200) == Drawing(600 / 72, 2)
    assert drawing_for(203) == Drawing(203 / 72, 1)
    for resolution in (203, 300, 360, 600, 720, 1200, 1440, 2400):
        drawing = drawing_for(resolution)
        assert drawing.scale * 72 <= 600
        assert drawing.scale * 72 * drawing.enlargement == pytest.approx(resolution)


def test_lengths_in_dots() -> None:
    assert dots(25.4, 300) == 300
    assert dots(90, 300) == 1063


def test_paper_that_is_the_documents_is_not_mentioned() -> None:
    assert paper_problem(A4, PaperSize(210, 297)) == ""
    assert paper_problem(A4, PaperSize(297, 210)) == ""
    assert paper_problem(PaperSize.from_points(595.28, 841.89), A4) == ""


def test_other_paper_is_told_with_both_sizes() -> None:
    small = paper_problem(PaperSize(90, 110), PaperSize(101.6, 50.8))
    assert "90 × 110 mm" in small
    assert "101,6 × 50,8 mm" in small
    assert "não será reduzido" in small
    large = paper_problem(PaperSize(90, 110), A4)
    assert "tamanho real" in large
    assert "não será reduzido" not in large


def test_pictures_on_the_screen_are_kept_only_a_few() -> None:
    pdf = Pdf(square_pdf(A4, pages=20))
    for page in range(20):
        assert not pdf.picture(page, 0.5).isNull()
    assert len(pdf._pictures) <= 8
    assert pdf.picture(19, 0.5) is pdf.picture(19, 0.5)
    pdf.close()
