"""Cases Q (the window) and P (printing) that touch fields, forms, lists, themes, printers and closing."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from stipdesk.domain.identifiers import Cpf, Plate
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import authorizations, drivers
from stipdesk.services.drivers import ListRequest
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.palette import DARK, WORDS_ON_GROUNDS, contrast
from stipdesk.ui.printing import PaperSize, drawing_for, paper_problem
from stipdesk.ui.screens.documents.pdf import Pdf
from stipdesk.ui.screens.documents.print_job import make_ready, paper_of
from stipdesk.ui.tables.lazy_table import LazyTable
from stipdesk.ui.tasks import Tasks
from stipdesk.ui.widgets.buttons import primary
from stipdesk.ui.widgets.fields import DateField, IdentifierField, LineField, MoneyField
from tests import office
from tests.cases.loading import Case, cases
from tests.ui.conftest import activate
from tests.ui.sample_screen import SampleForm, SampleScreen
from tests.ui.test_printing import print_to_pdf, square_pdf
from tests.ui.test_tables import COLUMNS, Line, Source

_ROOT = Path(__file__).parents[2]

# What a field of the cases is called, and how its text is read.
_FIELDS: dict[str, Callable[[], LineField[str]]] = {
    "cpf": lambda: IdentifierField("cpf", "CPF", Cpf),
    "placa": lambda: IdentifierField("plate", "Placa", Plate),
}


@pytest.mark.parametrize("case", cases("form_empty_date"))
def test_a_date_nobody_typed_is_stored_as_none(case: Case, context: UiContext) -> None:
    driver_id = drivers.register(context.desk, office.another_driver(1))
    card = drivers.card(context.desk, driver_id)
    field = DateField("email_consent_on", "Consentimento")
    field.set_value(None)
    without = replace(card.fields, email_consent_on=field.value())
    drivers.edit(context.desk, driver_id, card.version, card.fields, without)
    reopened = DateField("email_consent_on", "Consentimento")
    reopened.set_value(drivers.card(context.desk, driver_id).fields.email_consent_on)
    assert reopened.value() == case.expected["stored"]
    assert reopened.line.text() == ""


@pytest.mark.parametrize("case", cases("form_clear_date"))
def test_a_date_that_was_cleared_stays_so(case: Case, context: UiContext) -> None:
    driver_id = drivers.register(context.desk, office.another_driver(1))
    card = drivers.card(context.desk, driver_id)
    assert card.fields.email_consent_on is not None
    field = DateField("email_consent_on", "Consentimento")
    field.set_value(card.fields.email_consent_on)
    field.line.clear()
    cleared = replace(card.fields, email_consent_on=field.value())
    drivers.edit(context.desk, driver_id, card.version, card.fields, cleared)
    for _time in range(2):
        field.set_value(drivers.card(context.desk, driver_id).fields.email_consent_on)
        assert field.value() == case.expected["stored"]


@pytest.mark.parametrize("case", cases("form_masked_empty"))
def test_an_empty_document_is_empty(case: Case, qtbot: QtBot) -> None:
    field = _FIELDS[case.input["field"]]()
    qtbot.addWidget(field)
    assert (field.value() or None) == case.expected["stored"]
    assert field.line.text() == ""
    assert field.line.inputMask() == ""


@pytest.mark.parametrize("case", cases("field_paste"))
def test_pasting(case: Case, qtbot: QtBot) -> None:
    field = _FIELDS[case.input["field"]]()
    qtbot.addWidget(field)
    field.show()
    activate(field)
    QGuiApplication.clipboard().setText(case.input["text"])
    field.line.setFocus()
    field.line.setCursorPosition(case.input["cursor"])
    QTest.keyClick(field.line, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert field.value() == case.expected["digits"]
    assert field.line.cursorPosition() == len(field.line.text())


@pytest.mark.parametrize("regional", [QLocale("pt_BR"), QLocale("en_US"), QLocale.c()], ids=QLocale.name)
@pytest.mark.parametrize("case", cases("field_number"))
def test_numbers_in_any_regional_setting(case: Case, regional: QLocale, qtbot: QtBot) -> None:
    before = QLocale()
    QLocale.setDefault(regional)
    field = MoneyField("amount", "Valor")
    qtbot.addWidget(field)
    for text in (case.input["text"], case.expected["value"]):
        field.line.setText(text)
        QTest.keyClick(field.line, Qt.Key.Key_Return)
        assert f"{(field.value() or 0) / 100:.2f}" == case.expected["value"]
        assert field.line.text() == "R$ 1.234,56"
    QLocale.setDefault(before)


@pytest.mark.parametrize("case", cases("perf_open_list"))
def test_a_long_list_opens_at_once(case: Case, tasks: Tasks, qtbot: QtBot) -> None:
    table: LazyTable[Line] = LazyTable(
        tasks, COLUMNS, name="Lista", key=lambda line: line.number, noun=("linha", "linhas")
    )
    qtbot.addWidget(table)
    table.resize(900, 600)
    started = time.perf_counter()
    table.show_rows(Source(case.input["rows"]))
    table.show()
    assert tasks.wait_idle()
    assert not table.grab().isNull()
    took = (time.perf_counter() - started) * 1000
    assert table.total() == case.input["rows"]
    assert took < case.expected["max_ms"]


_CLOSE_DURING_WORK = """
import sys
from functools import partial
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QPushButton
from stipdesk.bootstrap import open_desk
from stipdesk.services import drivers, users
from stipdesk.settings import Settings
from stipdesk.ui.app import Session, make_application
from tests import office

folder = Path(sys.argv[1])
application = make_application([])
settings = Settings(f"sqlite:///{folder / 'stipdesk.db'}", folder / "keys")
session = Session(settings, lambda changed: None, lambda wanted: open_desk(wanted.database_url, wanted.keys_folder))
session.start()
assert session.tasks.wait_idle()
desk = session.context.desk
users.sign_in(desk, "helena", office.PASSWORD)
session._enter()
assert session.tasks.wait_idle()
button = QPushButton(session.main)

def register() -> None:
    QTimer.singleShot(0, session.main, session.main.close)
    for number in range(40):
        drivers.register(desk, office.another_driver(number))

session.tasks.run(register, busy=button)
code = application.exec()
session.stop()
sys.exit(code)
"""


@pytest.mark.parametrize("case", cases("close_during_work"))
def test_closing_during_work(case: Case, office_folder: Path, tmp_path: Path, context: UiContext) -> None:
    """All forty drivers are there, and the process ended well: the window waited for what was being written."""
    command = [sys.executable, "-c", _CLOSE_DURING_WORK, str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(_ROOT)}
    answer = subprocess.run(
        command, cwd=_ROOT, env=environment, capture_output=True, text=True, timeout=100, check=False
    )
    assert answer.returncode == case.expected["exit_code"], answer.stderr
    assert "QThread" not in answer.stderr
    assert drivers.page(context.desk, ListRequest())[0] == 40
    assert office_folder.exists()


@pytest.mark.parametrize("case", cases("dark_mode_contrast"))
def test_dark_theme_can_be_read(case: Case) -> None:
    worst = min(contrast(getattr(DARK, words), getattr(DARK, ground)) for words, ground in WORDS_ON_GROUNDS)
    assert worst >= case.expected["min_ratio"]


@pytest.mark.parametrize("case", cases("Q022"))
def test_ten_clicks_on_save_make_one_record(case: Case, context: UiContext, qtbot: QtBot) -> None:
    screen = SampleScreen(context)
    qtbot.addWidget(screen)
    screen.show()
    form = SampleForm(office.another_driver(1))
    desk = context.desk
    dialog = FormDialog(
        context, screen, "Novo prestador", form, lambda _version: partial(drivers.register, desk, form.values())
    )
    dialog.open()
    for _click in range(case.input["clicks"]):
        QTest.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
    assert context.tasks.wait_idle()
    assert drivers.page(desk, ListRequest())[0] == case.expected["records"]


@pytest.mark.parametrize("case", cases("P022"))
def test_a_double_click_issues_once(case: Case, context: UiContext, qtbot: QtBot) -> None:
    """Also when the answer came back between the two clicks."""
    desk = context.desk
    _operator, driver_id, _vehicle = office.walk_in(desk)
    office.ready(desk, driver_id)
    issued: list[authorizations.Issued] = []
    refused: list[Exception] = []

    def issue() -> None:
        context.tasks.run(
            lambda: authorizations.issue(desk, SubjectKind.DRIVER, driver_id),
            issued.append,
            failed=refused.append,
            busy=button,
        )

    button = primary("Emitir e imprimir", issue)
    qtbot.addWidget(button)
    button.show()
    inside = QPoint(5, 5)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, inside)
    assert context.tasks.wait_idle()
    QTest.mouseDClick(button, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, inside)
    assert context.tasks.wait_idle()
    assert len(issued) == case.expected["issued"]
    assert refused == []


@pytest.mark.parametrize("case", cases("print_scale"))
@pytest.mark.usefixtures("qapp")
def test_other_paper_is_never_answered_by_a_silent_scale(case: Case, tmp_path: Path) -> None:
    label, form = PaperSize(*case.input["label_mm"]), PaperSize(*case.input["form_mm"])
    assert bool(paper_problem(label, form)) is not case.expected["silent_scale"]
    printed = print_to_pdf(
        square_pdf(label), tmp_path / "out.pdf", 300, lambda printer: make_ready(printer, PaperSize(101.6, 90))
    )
    pdf = Pdf(printed)
    picture = pdf.draw(0, 300 / 72)
    row = [picture.pixelColor(x, round(50 / 25.4 * 300)).lightness() < 128 for x in range(picture.width())]
    pdf.close()
    assert sum(row) / 300 * 25.4 == pytest.approx(50, abs=0.5)


@pytest.mark.parametrize("case", cases("page_size"))
@pytest.mark.usefixtures("qapp")
def test_a_page_keeps_its_size(case: Case) -> None:
    printer = QPrinter()
    make_ready(printer, PaperSize(*case.input["mm"]))
    paper = paper_of(printer)
    assert (round(paper.width), round(paper.height)) == (case.expected["w"], case.expected["h"])


@pytest.mark.usefixtures("qapp")
def test_a_label_is_drawn_in_the_printers_dots_not_the_screens() -> None:
    """Case P014: 90 mm at 300 dots an inch are at least 1063 dots."""
    pdf = Pdf(square_pdf(PaperSize(90, 110)))
    assert pdf.draw(0, drawing_for(300).scale).width() >= 1063
    pdf.close()
