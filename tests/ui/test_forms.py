"""Forms: saved once, never closed on what was typed, merged when two people saved."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from uuid import UUID

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from stipdesk.domain.changes import Changes
from stipdesk.domain.errors import Conflict, FieldConflict, FieldErrors, FieldProblem, Refused
from stipdesk.domain.registers import DriverFields, Similar, SubjectKind
from stipdesk.services import drivers, registers
from stipdesk.services.access import Desk
from stipdesk.services.drivers import ListRequest
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.merge import MergeDialog
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.widgets.basics import Notice
from stipdesk.ui.widgets.buttons import ActButton
from tests import office
from tests.ui.conftest import activate, windows
from tests.ui.sample_screen import SampleForm, SampleScreen


def press(window: QWidget, text: str) -> None:
    """Presses the button whose name begins with `text`."""
    found = [
        button
        for button in window.findChildren(ActButton)
        if button.accessibleName().startswith(text) and not button.isHidden() and button.isEnabled()
    ]
    assert found, f"no button {text!r}"
    found[0].click()


@pytest.fixture
def owner(context: UiContext) -> SampleScreen:
    screen = SampleScreen(context)
    screen.show()
    return screen


def new_driver(context: UiContext, owner: QWidget) -> tuple[FormDialog, SampleForm]:
    """The form of a driver who is not registered yet."""
    empty = replace(office.another_driver(7), cpf="", full_name="", birth_date=None)
    form = SampleForm(empty)
    desk = context.desk

    def command(_version: int) -> Callable[[], object]:
        return partial(drivers.register, desk, form.values())

    dialog = FormDialog(context, owner, "Novo prestador", form, command, kind=SubjectKind.DRIVER)
    dialog.open()
    return dialog, form


def fill(form: SampleForm, fields: DriverFields) -> None:
    form.full_name.line.setText(fields.full_name)
    form.cpf.line.setText(fields.cpf)
    assert fields.birth_date is not None
    form.birth.line.setText(f"{fields.birth_date:%d/%m/%Y}")


def registered(desk: Desk) -> int:
    return drivers.page(desk, ListRequest())[0]


def test_a_problem_stops_the_save_and_takes_the_keyboard(context: UiContext, owner: SampleScreen) -> None:
    dialog, form = new_driver(context, owner)
    form.full_name.line.setText("Bruno Teixeira")
    dialog.save()
    assert context.tasks.is_idle
    assert dialog._told.text() == "2 campos para corrigir antes de salvar."
    assert form.cpf.line.hasFocus() or form.cpf.line is dialog.focusWidget()
    assert registered(context.desk) == 0


def test_it_saves_closes_and_says_what_it_made(context: UiContext, owner: SampleScreen) -> None:
    dialog, form = new_driver(context, owner)
    results: list[object] = []
    dialog.saved.connect(results.append)
    fill(form, office.another_driver(1))
    activate(dialog)
    QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert context.tasks.wait_idle()
    assert registered(context.desk) == 1
    assert len(results) == 1
    assert not windows(FormDialog)


def test_ten_clicks_save_once(context: UiContext, owner: SampleScreen) -> None:
    dialog, form = new_driver(context, owner)
    fill(form, office.another_driver(1))
    for _ in range(10):
        QTest.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
    assert context.tasks.wait_idle()
    assert registered(context.desk) == 1


def test_plain_enter_never_saves(context: UiContext, owner: SampleScreen) -> None:
    dialog, form = new_driver(context, owner)
    fill(form, office.another_driver(1))
    for field in (form.full_name.line, form.birth.line):
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert context.tasks.is_idle
    assert dialog.isVisible()


def test_what_the_service_refuses_is_told_at_its_field_and_the_form_stays(
    context: UiContext, owner: SampleScreen
) -> None:
    dialog, form = new_driver(context, owner)
    fill(form, replace(office.another_driver(1), full_name="Ana"))
    form.birth.line.setText("01/01/2020")
    dialog.save()
    assert context.tasks.wait_idle()
    assert dialog.isVisible()
    assert form.birth.problem()
    assert form.full_name.line.text() == "Ana"
    assert dialog.save_button.isEnabled()


def test_what_belongs_to_no_field_is_told_above_them(context: UiContext, owner: SampleScreen) -> None:
    dialog, form = new_driver(context, owner)
    dialog._failed(FieldErrors(FieldProblem("elsewhere", "Falta um papel.", "Peça-o.", "art. 14")))
    assert form._notice.text == "Falta um papel. (art. 14) Peça-o."


def test_a_duplicate_offers_the_record_that_exists(context: UiContext, owner: SampleScreen) -> None:
    existing = drivers.register(context.desk, office.another_driver(1))
    dialog, form = new_driver(context, owner)
    wanted: list[tuple[object, object]] = []
    context.bus.subject_wanted.connect(lambda kind, subject_id: wanted.append((kind, subject_id)))
    fill(form, office.another_driver(1, "Outro Nome"))
    dialog.save()
    assert context.tasks.wait_idle()
    assert "já cadastrado" in form.cpf.problem()
    press(dialog, "Abrir cadastro")
    assert windows(Prompt)[-1].windowTitle() == "Abrir o outro cadastro?"
    press(windows(Prompt)[-1], "Descartar e abrir")
    assert wanted == [(SubjectKind.DRIVER, existing)]
    assert not windows(FormDialog)


def test_similar_records_are_told_while_one_types(context: UiContext, owner: SampleScreen) -> None:
    drivers.register(context.desk, office.another_driver(1))
    dialog, form = new_driver(context, owner)
    desk = context.desk

    def find() -> Callable[[], list[Similar]] | None:
        if form.cpf.problem():
            return None
        typed: dict[str, object] = {"cpf": form.cpf.value()}
        return partial(registers.similar, desk, SubjectKind.DRIVER, typed)

    dialog.watch_similar(find)
    form.cpf.line.setText(office.another_driver(1).cpf)
    assert context.tasks.wait_idle()
    assert [notice.text for notice in form.findChildren(Notice) if "mesmo CPF" in notice.text]
    form.cpf.line.setText("1")
    assert context.tasks.wait_idle()
    assert not form._similar_notices


def test_an_unexpected_error_keeps_everything(context: UiContext, owner: SampleScreen) -> None:
    dialog, form = new_driver(context, owner)
    fill(form, office.another_driver(1))
    dialog._failed(Refused("O relógio deste computador está atrasado."))
    assert windows(Prompt)[-1].windowTitle() == "O relógio deste computador está atrasado."
    assert form.full_name.line.text() == "Bruno Teixeira"
    assert "continua aqui" in dialog._told.text()


def test_leaving_asks_only_when_something_was_typed(context: UiContext, owner: SampleScreen) -> None:
    dialog, _ = new_driver(context, owner)
    dialog.reject()
    assert not windows(FormDialog)
    dialog, form = new_driver(context, owner)
    form.full_name.line.setText("Ana")
    dialog.close()
    assert dialog.isVisible()
    press(windows(Prompt)[-1], "Continuar editando")
    assert dialog.isVisible()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    press(windows(Prompt)[-1], "Descartar")
    assert not windows(FormDialog)


def test_the_tab_key_walks_the_fields_in_reading_order(context: UiContext, owner: SampleScreen) -> None:
    dialog, form = new_driver(context, owner)
    activate(dialog)
    form.full_name.line.setFocus()
    walked = []
    for _ in range(9):
        focused = QApplication.focusWidget()
        assert focused is not None
        walked.append(focused.accessibleName())
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert walked == [
        "Nome completo", "CPF", "Nascimento", "CEP", "Rua ou avenida", "Número", "Complemento", "Bairro", "Cidade",
    ]  # fmt: skip


def edited(context: UiContext, screen: SampleScreen) -> tuple[FormDialog, SampleForm]:
    """The form of the first driver of the list."""
    screen.reload(Changes.NOTHING)
    assert context.tasks.wait_idle()
    screen.table.choose(0)
    assert context.tasks.wait_idle()
    dialog = screen.edit()
    assert dialog is not None
    assert isinstance(dialog.form, SampleForm)
    return dialog, dialog.form


def test_the_second_to_save_sees_both_values_and_decides(context: UiContext, owner: SampleScreen) -> None:
    desk = context.desk
    driver_id = drivers.register(desk, office.another_driver(1))
    before = drivers.card(desk, driver_id)
    dialog, form = edited(context, owner)
    form.full_name.line.setText("Bruno T. Prado")
    form.birth.line.setText("02/02/1986")
    theirs = replace(before.fields, full_name="Bruno Teixeira Prado", phone="6630000000")
    drivers.edit(desk, driver_id, before.version, before.fields, theirs)
    dialog.save()
    assert context.tasks.wait_idle()
    merge = windows(MergeDialog)[-1]
    assert not merge._save.isEnabled()
    merge.choose("full_name", mine=False)
    assert merge._save.isEnabled()
    press(merge, "Gravar com estas escolhas")
    assert context.tasks.wait_idle()
    stored = drivers.card(desk, driver_id).fields
    assert stored.full_name == "Bruno Teixeira Prado"
    assert f"{stored.birth_date:%d/%m/%Y}" == "02/02/1986"
    assert stored.phone == "6630000000"
    assert not windows(FormDialog)


def test_ones_own_value_can_win(context: UiContext, owner: SampleScreen) -> None:
    desk = context.desk
    driver_id = drivers.register(desk, office.another_driver(1))
    before = drivers.card(desk, driver_id)
    dialog, form = edited(context, owner)
    form.full_name.line.setText("Bruno T. Prado")
    drivers.edit(desk, driver_id, before.version, before.fields, replace(before.fields, full_name="Outro"))
    dialog.save()
    assert context.tasks.wait_idle()
    press(windows(MergeDialog)[-1], "Ficar com tudo o que digitei")
    press(windows(MergeDialog)[-1], "Gravar com estas escolhas")
    assert context.tasks.wait_idle()
    assert drivers.card(desk, driver_id).fields.full_name == "Bruno T. Prado"


def test_a_field_one_did_not_touch_takes_the_others_value(context: UiContext, owner: SampleScreen) -> None:
    dialog, _ = new_driver(context, owner)
    conflict = Conflict(
        UUID(int=1),
        4,
        "Rui",
        (FieldConflict("full_name", "Ana", "Ana Souza", "Ana"), FieldConflict("cpf", "—", "—", "11144477735")),
    )
    merge = MergeDialog(dialog, conflict, dialog._entries(conflict), lambda _taken: None)
    assert [group.checkedId() for group in merge._groups] == [0, 1]
    assert merge._save.isEnabled()
    merge.close()
