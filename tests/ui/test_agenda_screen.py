"""The tab Pendências at the real window: lists with their counts, the daily check, paper and file."""

import csv
from pathlib import Path
from uuid import UUID

import pytest
from openpyxl import load_workbook
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from stipdesk.domain.clock import FixedClock
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import SubjectKind
from stipdesk.exchange.tables import TableFormat
from stipdesk.services import authorizations, daily_check, drivers
from stipdesk.services.worklists import WorkList
from stipdesk.ui.context import UiContext
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.screens.agenda.columns import Sieve, in_order, term_text
from stipdesk.ui.screens.agenda.screen import AgendaScreen
from stipdesk.ui.screens.documents.preview import DocumentPreview
from tests import office
from tests.services.measuring import go_to
from tests.ui.acting import opened, press, texts


@pytest.fixture
def people(context: UiContext, clock: FixedClock) -> tuple[UUID, UUID, UUID]:
    """A driver whose CAA ends in a few days."""
    made = office.walk_in(context.desk)
    office.ready(context.desk, made[1])
    authorizations.issue(context.desk, SubjectKind.DRIVER, made[1])
    ends = drivers.card(context.desk, made[1]).authorizations[0].valid_until
    go_to(clock, ends.replace(day=1).replace(month=ends.month - 1))
    return made


@pytest.fixture
def screen(context: UiContext, people: tuple[UUID, UUID, UUID]) -> AgendaScreen:
    assert people
    made = AgendaScreen(context)
    made.resize(1326, 640)
    made.show()
    made.reload(made.shows)
    assert context.tasks.wait_idle()
    return made


def show(context: UiContext, screen: AgendaScreen, which: WorkList | None) -> None:
    screen.show_list(which)
    assert context.tasks.wait_idle()


def cells(screen: AgendaScreen, line: int) -> list[str]:
    model = screen.table.model
    return [str(model.index(line, column).data()) for column in range(model.columnCount())]


def test_every_list_has_its_count_and_enter_opens_the_card(
    context: UiContext, screen: AgendaScreen, people: tuple[UUID, UUID, UUID]
) -> None:
    wanted: list[tuple[SubjectKind, UUID]] = []
    context.bus.subject_wanted.connect(lambda kind, subject: wanted.append((kind, subject)))
    counts = [screen.navigation.count_of(line) for line in range(len(WorkList))]
    assert None not in counts
    assert screen.navigation.count_of(list(WorkList).index(WorkList.DRIVER_CAA)) == 1
    show(context, screen, WorkList.DRIVER_CAA)
    assert cells(screen, 0)[:2] == ["Ana Beatriz de Souza", "111.444.777-35"]
    screen.navigation.setFocus()
    QTest.keyClick(screen.navigation, Qt.Key.Key_Return)
    QTest.keyClick(screen.table.view, Qt.Key.Key_Return)
    assert wanted == [(SubjectKind.DRIVER, people[1])]
    assert any("Renove o CAA" in text for text in texts(screen))


def test_a_list_is_filtered_by_words_and_by_group(context: UiContext, screen: AgendaScreen) -> None:
    show(context, screen, WorkList.DRIVER_CAA)
    screen.filter.setText("beatriz souza art. 17")
    assert context.tasks.wait_idle()
    assert screen.table.total() == 1
    screen.filter.setText("bruno")
    assert context.tasks.wait_idle()
    assert screen.table.total() == 0
    assert "Nada encontrado com este filtro." in texts(screen)


def test_the_daily_check_lists_lost_conditions_and_leaves_the_act_to_a_person(
    context: UiContext, screen: AgendaScreen, people: tuple[UUID, UUID, UUID]
) -> None:
    show(context, screen, None)
    assert screen.table.total() == 0
    assert not screen.process_button.isEnabled()
    screen.check.start.click()
    assert context.tasks.wait_idle()
    assert "2 titulares conferidos" in screen.check.text
    found = {lost.condition for lost in screen.runner.found}
    assert daily_check.Condition.INSURANCE in found
    assert daily_check.Condition.OPERATOR_CAA in found
    assert screen.groups.count() == len(found) + 1
    screen.groups.setCurrentIndex(screen.groups.findData(daily_check.CONDITION_NAMES[daily_check.Condition.INSURANCE]))
    assert context.tasks.wait_idle()
    assert screen.table.total() == 1
    screen.table.choose(0)
    assert screen.process_button.isEnabled()
    press(screen, "Abrir processo (art. 38)")
    prompt = opened(context, Prompt)
    assert any("Ana Beatriz" in text for text in texts(prompt))
    assert drivers.card(context.desk, people[1]).standing.state.may_serve


def test_a_check_is_given_up_at_any_moment(context: UiContext, screen: AgendaScreen) -> None:
    show(context, screen, None)
    screen.check.start.click()
    assert screen.check.cancel.isVisible()
    screen.check.cancel.click()
    assert context.tasks.wait_idle()
    assert not screen.runner.is_running
    assert "cancelada" in screen.check.text
    assert screen.check.start.isVisible()
    screen.check.start.click()
    assert context.tasks.wait_idle()
    assert "2 titulares conferidos" in screen.check.text


def test_whoever_else_waits_is_served_between_two_batches(
    context: UiContext, screen: AgendaScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily_check, "BATCH", 1)
    order: list[str] = []
    screen.runner.advanced.connect(lambda: order.append("batch"))
    screen.runner.ended.connect(lambda: order.append("end"))
    screen.runner.start()
    context.tasks.run(lambda: None, lambda _nothing: order.append("other"), owner=screen)
    assert context.tasks.wait_idle()
    assert order.index("other") < order.index("end")
    assert order[-1] == "end"


def test_a_list_goes_to_paper_and_to_a_file_as_it_is_shown(
    context: UiContext, screen: AgendaScreen, tmp_path: Path
) -> None:
    show(context, screen, WorkList.DRIVER_CAA)
    screen.print_list()
    preview = opened(context, DocumentPreview)
    assert "Lista de trabalho" in preview.windowTitle()
    preview.close()
    for form in TableFormat:
        screen.export_as(tmp_path / "caa", form)
        opened(context, Prompt).close()
    sheet = load_workbook(tmp_path / "caa.xlsx").active
    assert sheet is not None
    assert sheet["B2"].value == "111.444.777-35"
    with (tmp_path / "caa.csv").open(encoding="utf-8-sig", newline="") as file:
        assert [row[0] for row in csv.reader(file, delimiter=";")] == ["Quem", "Ana Beatriz de Souza"]


def test_a_file_that_cannot_be_written_is_told_and_the_list_stays(
    context: UiContext, screen: AgendaScreen, tmp_path: Path
) -> None:
    show(context, screen, WorkList.DRIVER_CAA)
    screen.export_as(tmp_path / "sumiu" / "caa", TableFormat.XLSX)
    prompt = opened(context, Prompt)
    assert any("não existe mais" in text for text in texts(prompt))
    assert screen.table.total() == 1


def test_an_act_that_cannot_be_done_says_why(context: UiContext, screen: AgendaScreen) -> None:
    show(context, screen, WorkList.SEALS)
    assert screen.print_button.toolTip() == "A lista está vazia."
    office.sign_in_as(context.desk, Role.AGENT)
    show(context, screen, WorkList.DRIVER_CAA)
    assert "perfil" in screen.print_button.toolTip().lower() or "Atendimento" in screen.print_button.toolTip()
    assert not screen.export_button.isEnabled()


def test_decisions_are_shown_with_their_own_acts(context: UiContext, screen: AgendaScreen) -> None:
    show(context, screen, WorkList.DECISIONS)
    assert screen.decisions.isVisible()
    assert not screen.open_button.isEnabled()
    assert "Nenhuma decisão aguardando." in texts(screen)


def test_order_and_words_of_a_term(context: UiContext, screen: AgendaScreen) -> None:
    show(context, screen, None)
    screen.check.start.click()
    assert context.tasks.wait_idle()
    lines = [lost.line for lost in screen.runner.found]
    assert in_order(lines, "group", descending=True) == in_order(lines, "group", descending=False)[::-1]
    assert in_order(lines, "", descending=False) == lines
    assert Sieve().through(lines) == lines
    assert {term_text(line) for line in lines} >= {""}
