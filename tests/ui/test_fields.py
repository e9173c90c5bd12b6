"""Fields: what may be typed and pasted, when it is judged, what it becomes."""

from datetime import date
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCalendarWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.identifiers import Cnpj, Cpf, Phone, Plate, PostalCode
from stipdesk.domain.registers import Address, Fuel, ServiceCategory
from stipdesk.ui.widgets.address import AddressField
from stipdesk.ui.widgets.choices import CheckField, ChoiceField, ChoicesField
from stipdesk.ui.widgets.field import Entry, Field
from stipdesk.ui.widgets.fields import (
    DateField,
    IdentifierField,
    IntegerField,
    LineField,
    MoneyField,
    NameField,
    NoteField,
    PasswordField,
    TextField,
)
from tests.ui.conftest import activate

T = TypeVar("T")


def shown(*fields: Entry) -> QWidget:
    """The fields in an open window."""
    window = QWidget()
    column = QVBoxLayout(window)
    for field in fields:
        column.addWidget(field)
    window.show()
    activate(window)
    return window


def paste(field: LineField[str], text: str, at: int = 0) -> None:
    QGuiApplication.clipboard().setText(text)
    field.line.setFocus()
    field.line.setCursorPosition(at)
    QTest.keyClick(field.line, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def message_of(field: Entry) -> str:
    return field._message.text() if field._message.isVisible() else ""


CPF = "11144477735"


@pytest.mark.parametrize(
    "text", ["111.444.777-35", CPF, " 111.444.777-35", "111\u00a0444\u2009777–35", "111.444.777-35\n"]
)
def test_whatever_is_pasted_is_understood_and_the_cursor_is_at_the_end(text: str) -> None:
    field = IdentifierField("cpf", "CPF", Cpf)
    window = shown(field)
    paste(field, text)
    assert field.line.cursorPosition() == len(field.line.text())
    assert field.value() == CPF
    QTest.keyClick(field.line, Qt.Key.Key_Return)
    assert field.line.text() == "111.444.777-35"
    window.close()


@pytest.mark.parametrize(
    ("typed", "stored", "written"),
    [("abc1234", "ABC1234", "ABC-1234"), ("abc1d23", "ABC1D23", "ABC1D23"), ("abc-1234", "ABC1234", "ABC-1234")],
)
def test_either_plate_can_be_typed(typed: str, stored: str, written: str) -> None:
    field = IdentifierField("plate", "Placa", Plate)
    window = shown(field)
    field.focus()
    QTest.keyClicks(field.line, typed)
    assert field.line.text() == typed
    assert field.value() == stored
    QTest.keyClick(field.line, Qt.Key.Key_Return)
    assert field.line.text() == written
    window.close()


def test_an_empty_field_is_not_blamed_before_the_save_and_then_it_is() -> None:
    field, other = IdentifierField("cpf", "CPF", Cpf, required=True), TextField("x", "Outro")
    window = shown(field, other)
    field.focus()
    other.focus()
    assert message_of(field) == ""
    field.judge()
    assert message_of(field) == "Falta preencher."
    assert field.line.property("state") == "stop"
    window.close()


def test_it_is_judged_after_the_first_leave_and_then_at_each_letter() -> None:
    field, other = IdentifierField("cpf", "CPF", Cpf), TextField("x", "Outro")
    window = shown(field, other)
    field.focus()
    QTest.keyClicks(field.line, "111.444.777-3")
    assert message_of(field) == ""
    QTest.keyClick(field.line, Qt.Key.Key_Tab)
    assert "incompleto" in message_of(field)
    assert field.line.text() == "111.444.777-3"
    field.line.setFocus()
    field.line.end(False)
    QTest.keyClicks(field.line, "5")
    assert message_of(field) == ""
    window.close()


def test_switching_to_another_window_is_not_a_leave() -> None:
    field = IdentifierField("cpf", "CPF", Cpf)
    window = shown(field)
    field.focus()
    QTest.keyClicks(field.line, "111")
    other = QWidget()
    other.show()
    activate(other)
    assert message_of(field) == ""
    window.close()
    other.close()


def test_one_click_mends_what_is_obvious() -> None:
    field = IdentifierField("postal_code", "CEP", PostalCode)
    window = shown(field)
    field.line.setText("1310-100")
    field.judge()
    assert field._fix.isVisible()
    assert "01310-100" in field._fix.text()
    field._fix.click()
    assert field.value() == "01310100"
    assert message_of(field) == ""
    assert not field._fix.isVisible()
    window.close()


def test_a_doubt_is_told_and_does_not_stop_the_save() -> None:
    field = IdentifierField("plate", "Placa", Plate)
    window = shown(field)
    field.line.setText("ABC12D3")
    field.judge()
    assert field.problem() == ""
    assert "quinto" in message_of(field)
    assert field.line.property("state") == "care"
    window.close()


def test_enter_goes_on_when_all_is_well_and_says_why_when_it_is_not() -> None:
    field, other = MoneyField("amount", "Valor"), TextField("x", "Outro")
    window = shown(field, other)
    field.focus()
    QTest.keyClicks(field.line, "12x")
    QTest.keyClick(field.line, Qt.Key.Key_Return)
    assert field.line.hasFocus()
    assert message_of(field) == "Valor não reconhecido. Digite só o valor, como 1.234,56."
    field.line.setText("1234.56")
    QTest.keyClick(field.line, Qt.Key.Key_Return)
    assert other.line.hasFocus()
    assert field.line.text() == "R$ 1.234,56"
    assert field.value() == 123456
    window.close()


def test_what_the_service_refused_goes_away_with_the_next_letter() -> None:
    field = TextField("legal_name", "Razão social")
    window = shown(field)
    field.show_problem("Já existe.")
    assert field.problem() == "Já existe."
    field.line.setText("Outra")
    assert field.problem() == ""
    assert message_of(field) == ""
    window.close()


def test_a_long_paste_is_kept_whole_and_told() -> None:
    field = TextField("name", "Nome", limit=10)
    field.line.setText("x" * 40)
    assert field.line.text() == "x" * 40
    assert field.problem() == "Texto com 40 letras; cabem 10. Abrevie."


def test_a_name_in_capitals_is_offered_in_its_usual_form_and_never_changed_alone() -> None:
    field = NameField("full_name", "Nome")
    window = shown(field)
    field.line.setText("JOÃO D'ÁVILA DA SILVA II")
    field.judge()
    assert field.value() == "JOÃO D'ÁVILA DA SILVA II"
    field._fix.click()
    assert field.value() == "João D'Ávila da Silva II"
    window.close()


def test_exchanged_letters_are_noticed() -> None:
    field = NameField("full_name", "Nome")
    window = shown(field)
    field.line.setText("JoÃ£o da Silva")
    field.judge()
    assert "trocadas" in message_of(field)
    field._fix.click()
    assert field.value() == "João da Silva"
    window.close()


@pytest.mark.parametrize("text", ["31/12/2026", "31122026", "31-12-26", "2026-12-31"])
def test_a_date_is_typed_in_any_usual_way(text: str) -> None:
    field = DateField("valid_until", "Validade")
    field.line.setText(text)
    assert field.value() == date(2026, 12, 31)


def test_a_date_may_be_refused_by_the_form() -> None:
    field = DateField("paid_on", "Pago em", judge=lambda day: "Data futura." if day.year > 2026 else "")
    field.line.setText("01/01/2027")
    assert field.problem() == "Data futura."
    field.line.setText("01/01/2026")
    assert field.problem() == ""


def test_the_calendar_opens_by_the_keyboard_and_fills_the_field() -> None:
    field = DateField("valid_until", "Validade")
    window = shown(field)
    field.set_value(date(2026, 12, 1))
    field.focus()
    QTest.keyClick(field.line, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    calendar = field.findChild(QCalendarWidget)
    assert isinstance(calendar, QCalendarWidget)
    assert calendar.selectedDate().toPython() == date(2026, 12, 1)
    calendar.setSelectedDate(calendar.selectedDate().addDays(13))
    calendar.activated.emit(calendar.selectedDate())
    assert field.value() == date(2026, 12, 14)
    window.close()


def test_a_choice_starts_empty_and_is_not_changed_by_the_wheel() -> None:
    field, other = ChoiceField("fuel", "Combustível", Fuel, required=True), TextField("x", "Outro")
    window = shown(field, other)
    other.focus()
    assert field.problem() == "Falta escolher."
    position = QPointF(5, 5)
    turn = QWheelEvent(
        position, position, QPoint(0, 0), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(field.combo, turn)
    assert field.combo.currentIndex() == -1
    field.set_value(Fuel.FLEX)
    assert field.value() is Fuel.FLEX
    assert field.combo.currentText() == "Flex (gasolina e etanol)"
    window.close()


def test_several_can_be_chosen() -> None:
    field = ChoicesField("categories", "Categorias", ServiceCategory, required=True)
    assert field.problem() == "Falta marcar ao menos um."
    field.boxes[ServiceCategory.PREMIUM].click()
    field.boxes[ServiceCategory.COMMON].click()
    assert field.value() == (ServiceCategory.COMMON, ServiceCategory.PREMIUM)
    assert field.is_dirty()


def test_yes_or_no() -> None:
    field = CheckField("is_hybrid", "Híbrido")
    assert not field.is_dirty()
    field.box.click()
    assert field.value()
    assert field.is_dirty()


def test_numbers_have_limits() -> None:
    field = IntegerField("doors", "Portas", minimum=2, maximum=6)
    for text, problem in (("4", ""), ("9", "Digite um número de 2 a 6."), ("quatro", "Digite só números."), ("", "")):
        field.line.setText(text)
        assert field.problem() == problem


def test_a_password_is_taken_as_typed_and_shown_on_demand() -> None:
    field = PasswordField("password", "Senha", required=True)
    field.line.setText(" balcão  das oito ")
    assert field.value() == " balcão  das oito "
    assert field.line.displayText() != field.line.text()
    field._reveal.click()
    assert field.line.displayText() == field.line.text()


def test_notes_keep_their_lines_and_let_tab_go_on() -> None:
    field, other = NoteField("notes", "Observações", limit=30), TextField("x", "Outro")
    window = shown(field, other)
    field.text.setPlainText("  uma\u200b \n\n duas  ")
    assert field.value() == "uma\n\nduas"
    field.focus()
    QTest.keyClick(field.text, Qt.Key.Key_Tab)
    assert other.line.hasFocus()
    field.text.setPlainText("x" * 31)
    assert "cabem 30" in field.problem()
    window.close()


def test_an_address_is_one_value_made_of_parts() -> None:
    field = AddressField(required=True, city="Primavera do Leste", state="MT")
    assert not field.is_dirty()
    assert field.problem() == "Falta preencher."
    field.street.line.setText("Rua Maringá")
    field.postal_code.line.setText("78850-000")
    assert field.problem() == ""
    assert field.value() == Address("Rua Maringá", "", "", "", "Primavera do Leste", "MT", "78850000")
    assert field.is_dirty()


def test_what_is_wrong_in_a_part_is_told_at_the_part() -> None:
    field = AddressField()
    window = shown(field)
    field.postal_code.line.setText("78")
    field.judge()
    assert "CEP" in message_of(field.postal_code)
    window.close()


def takes(field: Field[T], stored: str, written: str, value: T) -> None:
    assert field.written_stored(stored) == written
    field.set_stored(stored)
    assert field.value() == value


def test_stored_texts_of_another_person_can_be_taken() -> None:
    takes(IdentifierField("cpf", "CPF", Cpf), CPF, "111.444.777-35", CPF)
    takes(IdentifierField("cnpj", "CNPJ", Cnpj), "12ABC34501DE35", "12.ABC.345/01DE-35", "12ABC34501DE35")
    takes(IdentifierField("phone", "Telefone", Phone), "66999990000", "(66) 99999-0000", "66999990000")
    takes(MoneyField("amount", "Valor"), "15000", "R$ 150,00", 15000)
    takes(DateField("day", "Dia"), "17/05/1990", "17/05/1990", date(1990, 5, 17))
    takes(ChoiceField("fuel", "Combustível", Fuel), "flex", "Flex (gasolina e etanol)", Fuel.FLEX)
    categories = ChoicesField("categories", "Categorias", ServiceCategory)
    takes(categories, "common, premium", "Comum, Premium", (ServiceCategory.COMMON, ServiceCategory.PREMIUM))
    takes(CheckField("ear", "EAR"), "Sim", "Sim", True)
    takes(NoteField("notes", "Observações"), "uma nota", "uma nota", "uma nota")
    with pytest.raises(InvalidValue):
        AddressField().set_stored("Rua Maringá")


def test_every_field_says_its_name_to_a_screen_reader(qtbot: QtBot) -> None:
    field = IdentifierField("cpf", "CPF", Cpf, required=True)
    qtbot.addWidget(field)
    assert field.line.accessibleName() == "CPF"
    assert field._label.buddy() is field.line
    field.judge()
    assert field.line.accessibleDescription() == "Falta preencher."


def test_a_field_that_cannot_be_changed_still_can_be_copied() -> None:
    field = DateField("day", "Dia")
    field.set_value(date(2026, 12, 1))
    field.set_read_only(True)
    assert field.line.isReadOnly()
    field.open_calendar()
    assert field.findChild(QCalendarWidget) is None
