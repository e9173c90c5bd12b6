"""The walk-in session: the next step on one key, and everything of today printed together."""

from pathlib import Path

import pypdf
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from stipdesk.domain.registers import SubjectKind
from stipdesk.services import authorizations, documents, inspections
from stipdesk.ui.context import UiContext
from stipdesk.ui.printing import PaperSize
from stipdesk.ui.screens.documents.batch import PrintBatch
from tests import office
from tests.ui.test_preview import pdf_printer


def test_everything_of_today_is_printed_in_one_job_for_each_size(
    context: UiContext, qtbot: QtBot, tmp_path: Path
) -> None:
    desk = context.desk
    _operator_id, driver_id, vehicle_id = office.walk_in(desk)
    inspections.record(desk, inspections.RecordInspection(vehicle_id, desk.today, "Pátio"))
    office.ready(desk, driver_id)
    authorizations.issue(desk, SubjectKind.DRIVER, driver_id)
    papers = documents.unprinted(desk, [driver_id, vehicle_id])
    owner = QWidget()
    qtbot.addWidget(owner)
    asked: list[tuple[PaperSize, int]] = []

    def choose(size: PaperSize, count: int) -> QPrinter:
        asked.append((size, count))
        return pdf_printer(tmp_path / f"{len(asked)}.pdf", size)

    batch = PrintBatch(context, owner, [paper.document_id for paper in papers], choose)
    with qtbot.waitSignal(batch.finished) as finished:
        batch.start()
    assert finished.args == [len(papers)]
    assert sum(count for _, count in asked) == len(papers)
    assert sorted(size.width for size, _ in asked) == [90, 210]
    pages = sum(len(pypdf.PdfReader(path).pages) for path in tmp_path.glob("*.pdf"))
    assert pages == len(papers)
    assert not documents.unprinted(desk, [driver_id, vehicle_id])


def test_a_printing_that_nobody_wants_records_nothing(context: UiContext, qtbot: QtBot) -> None:
    desk = context.desk
    _operator_id, _driver_id, vehicle_id = office.walk_in(desk)
    inspections.record(desk, inspections.RecordInspection(vehicle_id, desk.today, "Pátio"))
    papers = documents.unprinted(desk, [vehicle_id])
    owner = QWidget()
    qtbot.addWidget(owner)
    batch = PrintBatch(context, owner, [paper.document_id for paper in papers], lambda _size, _count: None)
    with qtbot.waitSignal(batch.finished) as finished:
        batch.start()
    assert finished.args == [0]
    assert documents.unprinted(desk, [vehicle_id]) == papers
