"""The preview of an issued document: what it shows, saves, prints and refuses."""

from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import authorizations, documents, inspections
from stipdesk.ui.context import UiContext
from stipdesk.ui.printing import PaperSize
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.screens.documents.preview import DocumentPreview, show_document
from stipdesk.ui.screens.documents.print_job import make_ready
from stipdesk.ui.widgets.basics import Badge, Notice
from tests import office
from tests.ui.conftest import activate, windows
from tests.ui.test_forms import press


@pytest.fixture
def owner(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    return widget


@pytest.fixture
def seal(context: UiContext) -> UUID:
    """A seal that was just issued."""
    _operator, _driver, vehicle_id = office.walk_in(context.desk)
    command = inspections.RecordInspection(vehicle_id, context.desk.today, "CIRETRAN")
    outcome = inspections.record(context.desk, command)
    assert outcome.seal_document_id is not None
    return outcome.seal_document_id


def opened(context: UiContext, owner: QWidget, document_id: UUID) -> DocumentPreview:
    before = windows(DocumentPreview)
    show_document(context, owner, document_id)
    assert context.tasks.wait_idle()
    (preview,) = (window for window in windows(DocumentPreview) if window not in before)
    return preview


def pdf_printer(target: Path, paper: PaperSize) -> QPrinter:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(target))
    printer.setResolution(300)
    make_ready(printer, paper)
    return printer


SEAL = PaperSize(90, 110)


def test_it_opens_ready_to_print(context: UiContext, owner: QWidget, seal: UUID) -> None:
    preview = opened(context, owner, seal)
    activate(preview)
    assert preview.print_button.hasFocus()
    assert preview.windowTitle().startswith("Selo de vistoria 000001/2026-01")
    assert [badge.text() for badge in preview.findChildren(Badge)] == ["Ainda não impresso"]
    assert not preview.grab().isNull()


def test_the_keyboard_moves_the_view(context: UiContext, owner: QWidget, seal: UUID) -> None:
    preview = opened(context, owner, seal)
    whole = preview.pages.zoom
    QTest.keyClick(preview.pages, Qt.Key.Key_Plus)
    assert preview.pages.zoom > whole
    QTest.keyClick(preview.pages, Qt.Key.Key_Minus)
    assert preview.pages.zoom == pytest.approx(whole)
    preview.pages.set_zoom(100)
    assert preview.pages.zoom == 6
    preview.pages.fit_width()
    assert preview.pages.horizontalScrollBar().maximum() == 0
    assert preview._zoom.text().endswith(" %")


def test_printing_is_recorded_and_closes(context: UiContext, owner: QWidget, seal: UUID, tmp_path: Path) -> None:
    preview = opened(context, owner, seal)
    copies: list[int] = []
    preview.printed.connect(copies.append)
    preview.print_on(pdf_printer(tmp_path / "seal.pdf", SEAL), "")
    assert context.tasks.wait_idle()
    assert copies == [1]
    assert (tmp_path / "seal.pdf").stat().st_size > 1000
    assert [line.copy for line in documents.view(context.desk, seal).prints] == [1]
    assert not windows(DocumentPreview)


def test_other_paper_is_told_before_anything_is_printed(
    context: UiContext, owner: QWidget, seal: UUID, tmp_path: Path
) -> None:
    preview = opened(context, owner, seal)
    target = tmp_path / "seal.pdf"
    preview.print_on(pdf_printer(target, PaperSize(101.6, 50.8)), "")
    assert context.tasks.wait_idle()
    assert windows(Prompt)[-1].windowTitle() == "O papel da impressora é outro"
    assert not documents.view(context.desk, seal).prints
    press(windows(Prompt)[-1], "Voltar")
    assert context.tasks.is_idle
    assert preview.isVisible()
    preview.print_on(pdf_printer(target, PaperSize(101.6, 50.8)), "")
    press(windows(Prompt)[-1], "Imprimir em tamanho real")
    assert context.tasks.wait_idle()
    assert target.exists()


def test_without_a_printer_it_says_so_and_offers_the_pdf(context: UiContext, owner: QWidget, seal: UUID) -> None:
    preview = opened(context, owner, seal)
    preview.print_button.click()
    prompt = windows(Prompt)[-1]
    assert prompt.windowTitle() == "Nenhuma impressora neste computador"
    press(prompt, "Voltar")
    assert not documents.view(context.desk, seal).prints


def test_a_second_copy_needs_a_reason_and_is_told_apart(
    context: UiContext, owner: QWidget, seal: UUID, tmp_path: Path
) -> None:
    documents.record_print(context.desk, seal)
    preview = opened(context, owner, seal)
    assert [badge.text() for badge in preview.findChildren(Badge)] == ["Impresso 1 vez"]
    preview._ask_reason()
    prompt = windows(Prompt)[-1]
    reason = prompt.findChild(QPlainTextEdit)
    assert isinstance(reason, QPlainTextEdit)
    assert "já foi impresso 1 vez" in "".join(label.text() for label in prompt.findChildren(type(preview._zoom)))
    prompt.reject()
    preview.print_on(pdf_printer(tmp_path / "seal.pdf", SEAL), "Extravio")
    assert context.tasks.wait_idle()
    assert [(line.copy, line.reason) for line in documents.view(context.desk, seal).prints] == [
        (1, ""),
        (2, "Extravio"),
    ]


def test_a_voided_document_is_shown_and_not_printed(context: UiContext, owner: QWidget) -> None:
    desk = context.desk
    _operator, driver_id, _vehicle = office.walk_in(desk)
    office.ready(desk, driver_id)
    issued = authorizations.issue(desk, SubjectKind.DRIVER, driver_id)
    authorizations.void(desk, issued.authorization_id, "Nome errado")
    preview = opened(context, owner, issued.document_id)
    assert not preview.print_button.isEnabled()
    assert "anulado" in preview.print_button.toolTip()
    assert any("Nome errado" in notice.text for notice in preview.findChildren(Notice))
    preview.print_button.click()
    assert not windows(Prompt)


def test_who_may_not_print_is_told_why(context: UiContext, owner: QWidget, seal: UUID) -> None:
    assert context.desk.actor is not None
    context.desk.actor = replace(context.desk.actor, roles=frozenset({Role.JARI_MEMBER}))
    preview = opened(context, owner, seal)
    assert not preview.print_button.isEnabled()
    assert "perfil" in preview.print_button.toolTip()


def test_what_is_saved_is_what_was_issued(context: UiContext, owner: QWidget, seal: UUID, tmp_path: Path) -> None:
    preview = opened(context, owner, seal)
    preview.save_as(tmp_path / "meu selo")
    assert (tmp_path / "meu selo.pdf").read_bytes() == documents.view(context.desk, seal).pdf
    assert preview.file_name == "Selo de vistoria 000001-2026-01.pdf"


class Reader(QObject):
    """Stands for the computer's own reader."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[bytes] = []

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        self.read.append(Path(url.toLocalFile()).read_bytes())


def test_the_computers_reader_gets_a_copy(context: UiContext, owner: QWidget, seal: UUID) -> None:
    preview = opened(context, owner, seal)
    reader = Reader()
    QDesktopServices.setUrlHandler("file", reader, "open")  # type: ignore[arg-type]  # the stub asks for bytes, the call for str
    preview.open_button.click()
    QDesktopServices.unsetUrlHandler("file")
    assert reader.read == [documents.view(context.desk, seal).pdf]


def test_a_folder_that_refuses_is_told_and_leaves_nothing(
    context: UiContext, owner: QWidget, seal: UUID, tmp_path: Path
) -> None:
    preview = opened(context, owner, seal)
    preview.save_as(tmp_path / "nowhere" / "selo.pdf")
    assert "não pôde ser gravado" in windows(Prompt)[-1].windowTitle()
    assert list(tmp_path.glob("**/*.parte")) == []


def test_each_preview_prints_its_own_document(context: UiContext, owner: QWidget, tmp_path: Path) -> None:
    """Case P023: the second person's paper never carries the first one's data."""
    desk = context.desk
    _operator, driver_id, vehicle_id = office.walk_in(desk)
    office.ready(desk, driver_id)
    first = authorizations.issue(desk, SubjectKind.DRIVER, driver_id).document_id
    outcome = inspections.record(desk, inspections.RecordInspection(vehicle_id, desk.today, "CIRETRAN"))
    assert outcome.seal_document_id is not None
    one = opened(context, owner, first)
    other = opened(context, owner, outcome.seal_document_id)
    other.save_as(tmp_path / "other.pdf")
    one.save_as(tmp_path / "one.pdf")
    assert (tmp_path / "one.pdf").read_bytes() == documents.view(desk, first).pdf
    assert (tmp_path / "other.pdf").read_bytes() == documents.view(desk, outcome.seal_document_id).pdf
