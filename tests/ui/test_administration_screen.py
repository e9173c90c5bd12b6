"""Who works here, the dated values, the calendar, the office and its keys, at the real window; the papers issued."""

from dataclasses import replace
from datetime import date, timedelta
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from stipdesk.domain.calendar import HolidayKind
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.legal import ParameterOverride, Unit
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import authorizations, fees, infractions, inspections, users
from stipdesk.services import office as office_service
from stipdesk.services.inspections import RecordInspection
from stipdesk.services.office import NewHoliday
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.screens.administration.calendar import CalendarPage, DayForm, RemovalForm
from stipdesk.ui.screens.administration.keys import KeysPage
from stipdesk.ui.screens.administration.office import OfficePage
from stipdesk.ui.screens.administration.page import Page
from stipdesk.ui.screens.administration.parameters import ParametersPage, ValueForm
from stipdesk.ui.screens.administration.requirements import RequirementsPage, SwitchForm
from stipdesk.ui.screens.administration.screen import AdministrationScreen
from stipdesk.ui.screens.administration.users import EditUserForm, NewUserForm, UsersPage
from stipdesk.ui.screens.administration.values import value_field, written
from stipdesk.ui.screens.documents.preview import DocumentPreview
from stipdesk.ui.screens.documents_list.screen import DocumentsScreen
from stipdesk.ui.screens.setup.forms import ContactForm, KeyForm, UnitForm
from stipdesk.ui.widgets.basics import Notice, Text
from stipdesk.ui.widgets.fields import IntegerField, MoneyField, PasswordField
from tests import office
from tests.ui.conftest import activate, windows

P = TypeVar("P", bound=Page)


@pytest.fixture
def screen(context: UiContext) -> AdministrationScreen:
    """The tab, told of every change as the main window would."""
    made = AdministrationScreen(context)
    made.resize(1326, 640)
    made.show()
    context.bus.changed.connect(made.reload)
    context.tasks.wait_idle()
    return made


def page(context: UiContext, screen: AdministrationScreen, kind: type[P]) -> P:
    """Opens the page of that kind as the arrow keys in the list of parts do."""
    for index in range(screen.navigation.count()):
        screen.navigation.setCurrentRow(index)
        opened = screen.page(index)
        if isinstance(opened, kind):
            context.tasks.wait_idle()
            return opened
    raise AssertionError(f"no page of {kind}")


def texts(widget: QWidget) -> list[str]:
    """What can be read in a part of the screen, in no order."""
    QApplication.sendPostedEvents()  # what was just put in a layout is shown with the next event
    return [each.text() for each in widget.findChildren(Text) if each.isVisibleTo(widget) and each.text()]


def settle(context: UiContext) -> None:
    """Lets the window hear of what a service did here, and read it again."""
    QApplication.sendPostedEvents()
    context.tasks.wait_idle()


def save(context: UiContext, dialog: FormDialog) -> None:
    activate(dialog)
    QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    context.tasks.wait_idle()


def choose_user(opened: UsersPage, login: str) -> None:
    opened.table.choose(next(line for line, row in opened.table.model.rows() if row.login == login))


def choose_parameter(opened: ParametersPage, code: str) -> None:
    opened.table.choose(next(line for line, row in opened.table.model.rows() if row.code == code))


def test_a_user_is_created_signs_in_and_must_change_the_password(
    context: UiContext, screen: AdministrationScreen
) -> None:
    opened = page(context, screen, UsersPage)
    dialog = opened.new()
    form = dialog.form
    assert isinstance(form, NewUserForm)
    form.full_name.line.setText("Marta Lima")
    form.registration.line.setText("1123")
    form.login.line.setText("marta")
    form.roles.boxes[Role.AGENT].setChecked(True)
    assert "Pode: Lavratura de auto de infração, Impressão de documento." in texts(form)
    form.password.line.setText(office.PASSWORD)
    form.again.line.setText(office.PASSWORD)
    save(context, dialog)
    assert opened.table.total() == 2
    actor = users.sign_in(context.desk, "marta", office.PASSWORD)
    assert (actor.roles, actor.registration, actor.must_change_password) == (frozenset({Role.AGENT}), "1123", True)


def test_a_new_user_lacks_nothing(context: UiContext, screen: AdministrationScreen) -> None:
    dialog = page(context, screen, UsersPage).new()
    form = dialog.form
    assert isinstance(form, NewUserForm)
    form.password.line.setText(office.PASSWORD)
    form.again.line.setText("outra coisa")
    dialog.save()
    assert {field.name for field in form.problems()} == {"full_name", "login", "roles", "again"}
    assert len(users.rows(context.desk)) == 1


def test_a_taken_name_and_a_weak_password_are_told_at_their_fields(
    context: UiContext, screen: AdministrationScreen
) -> None:
    dialog = page(context, screen, UsersPage).new()
    form = dialog.form
    assert isinstance(form, NewUserForm)
    form.full_name.line.setText("Outra Helena")
    form.login.line.setText("helena")
    form.roles.boxes[Role.ATTENDANT].setChecked(True)
    form.password.line.setText("12345678")
    form.again.line.setText("12345678")
    save(context, dialog)
    assert dialog.isVisible()
    assert "Já existe o usuário “helena”." in form.login.problem()
    assert "fácil de adivinhar" in form.password.problem()


def test_a_user_who_leaves_is_deactivated_and_the_last_administrator_cannot(
    context: UiContext, screen: AdministrationScreen
) -> None:
    users.create(
        context.desk, users.NewUser("marta", "Marta Lima", "1123", frozenset({Role.ATTENDANT}), office.PASSWORD)
    )
    settle(context)
    opened = page(context, screen, UsersPage)
    choose_user(opened, "marta")
    dialog = opened.edit()
    assert dialog is not None
    assert isinstance(dialog.form, EditUserForm)
    dialog.form.active.box.setChecked(False)
    save(context, dialog)
    assert {row.login: row.active for row in users.rows(context.desk)} == {"helena": True, "marta": False}
    choose_user(opened, "helena")
    dialog = opened.edit()
    assert dialog is not None
    assert isinstance(dialog.form, EditUserForm)
    dialog.form.active.box.setChecked(False)
    save(context, dialog)
    assert dialog.isVisible()
    (prompt,) = windows(Prompt)
    assert "ao menos um administrador ativo" in prompt.windowTitle() + " ".join(texts(prompt))
    assert all(row.active for row in users.rows(context.desk) if row.login == "helena")


def test_a_forgotten_password_is_replaced_and_an_empty_one_kept(
    context: UiContext, screen: AdministrationScreen
) -> None:
    users.create(
        context.desk, users.NewUser("marta", "Marta Lima", "1123", frozenset({Role.ATTENDANT}), office.PASSWORD)
    )
    settle(context)
    opened = page(context, screen, UsersPage)
    for typed, password in (("", office.PASSWORD), ("ipê amarelo na praça", "ipê amarelo na praça")):
        choose_user(opened, "marta")
        dialog = opened.edit()
        assert dialog is not None
        assert isinstance(dialog.form, EditUserForm)
        dialog.form.registration.line.setText("2000")
        dialog.form.password.line.setText(typed)
        dialog.form.again.line.setText(typed)
        save(context, dialog)
        actor = context.desk.actor
        assert users.sign_in(context.desk, "marta", password).registration == "2000"
        context.desk.actor = actor


def test_a_new_value_of_the_upf_comes_after_the_present_one(context: UiContext, screen: AdministrationScreen) -> None:
    opened = page(context, screen, ParametersPage)
    choose_parameter(opened, "upf_value")
    context.tasks.wait_idle()
    dialog = opened.new()
    assert dialog is not None
    form = dialog.form
    assert isinstance(form, ValueForm)
    assert isinstance(form.value, MoneyField)
    form.value.line.setText("5,40")
    form.valid_from.line.setText("01/01/2027")
    form.legal_basis.line.setText("Decreto 77/2026")
    save(context, dialog)
    values = office_service.parameter_values(context.desk, "upf_value")
    assert [(each.value, each.valid_from) for each in values] == [
        (540, date(2027, 1, 1)), (512, date(2026, 1, 1)),
    ]  # fmt: skip
    shown = texts(opened.values)
    assert "A partir de 01/01/2027" in shown
    assert "Desde 01/01/2027 · Ato do órgão: Decreto 77/2026" in shown
    assert "Em vigor" in shown
    line = next(each for each in office_service.parameters(context.desk) if each.code == "upf_value")
    assert line.value == 512


def test_a_new_fee_is_what_the_next_driver_pays(context: UiContext, screen: AdministrationScreen) -> None:
    _, driver_id, _ = office.walk_in(context.desk)
    context.tasks.wait_idle()
    opened = page(context, screen, ParametersPage)
    choose_parameter(opened, "fee_driver_annual")
    dialog = opened.new()
    assert dialog is not None
    assert isinstance(dialog.form, ValueForm)
    assert isinstance(dialog.form.value, MoneyField)
    dialog.form.value.line.setText("163,50")
    dialog.form.legal_basis.line.setText("Decreto 78/2026")
    save(context, dialog)
    due = fees.fee_due(context.desk, SubjectKind.DRIVER, driver_id)
    assert (due.amount, due.legal_basis) == (163_50, "Decreto 78/2026")


def test_a_requirement_is_switched_off_from_a_day_by_an_act(context: UiContext, screen: AdministrationScreen) -> None:
    opened = page(context, screen, RequirementsPage)
    assert not opened.switch_button.isEnabled()
    choose_requirement(opened, "driver.criminal_certificate")
    assert opened.switch_button.accessibleName() == "Desligar"
    assert any("Nenhuma mudança" in text for text in texts(opened.changes))
    dialog = opened.switch()
    assert dialog is not None
    assert isinstance(dialog.form, SwitchForm)
    save(context, dialog)
    assert "1 campo para corrigir antes de salvar." in texts(dialog)
    dialog.form.legal_basis.line.setText("Portaria 9/2026")
    save(context, dialog)
    settle(context)
    choose_requirement(opened, "driver.criminal_certificate")
    assert opened.switch_button.accessibleName() == "Ligar de novo"
    assert {"Desligado", "Em vigor", "Desde 01/12/2026 · Portaria 9/2026"} <= set(texts(opened.changes))
    codes = {each.code for each in context.desk.law.requirements("driver", date(2026, 12, 1), in_force(context))}
    assert "driver.criminal_certificate" not in codes


def test_the_fee_cannot_be_switched_off_and_says_why(context: UiContext, screen: AdministrationScreen) -> None:
    opened = page(context, screen, RequirementsPage)
    choose_requirement(opened, "driver.fee")
    assert opened.switch() is None
    assert "art. 16, § 2º" in opened.switch_button.toolTip()
    opened.filter.setText("certidão")
    context.tasks.wait_idle()
    assert opened.table.total() < len(context.desk.law.requirement_definitions)


def in_force(context: UiContext) -> tuple[ParameterOverride, ...]:
    with context.desk.reading() as session:
        return context.desk.rules(session).overrides


def choose_requirement(opened: RequirementsPage, code: str) -> None:
    opened.table.choose(next(line for line, row in opened.table.model.rows() if row.requirement.code == code))


@pytest.mark.parametrize(
    ("value", "day", "basis", "wrong"),
    [
        ("", "01/01/2027", "Decreto 1", {"value"}),
        ("dez", "01/01/2027", "Decreto 1", {"value"}),
        ("10", "31/02/2027", "Decreto 1", {"valid_from"}),
        ("10", "01/01/2027", "  ", {"legal_basis"}),
    ],
)
def test_a_value_needs_its_date_and_its_act(
    context: UiContext, screen: AdministrationScreen, value: str, day: str, basis: str, wrong: set[str]
) -> None:
    opened = page(context, screen, ParametersPage)
    choose_parameter(opened, "prior_defense_days")
    dialog = opened.new()
    assert dialog is not None
    form = dialog.form
    assert isinstance(form, ValueForm)
    assert isinstance(form.value, IntegerField)
    form.value.line.setText(value)
    form.valid_from.line.setText(day)
    form.legal_basis.line.setText(basis)
    dialog.save()
    assert {field.name for field in form.problems()} == wrong
    assert len(office_service.parameter_values(context.desk, "prior_defense_days")) == 1


def test_a_term_of_no_days_is_refused_at_its_field(context: UiContext, screen: AdministrationScreen) -> None:
    opened = page(context, screen, ParametersPage)
    choose_parameter(opened, "prior_defense_days")
    dialog = opened.new()
    assert dialog is not None
    form = dialog.form
    assert isinstance(form, ValueForm)
    assert isinstance(form.value, IntegerField)
    form.value.line.setText("0")
    form.legal_basis.line.setText("Decreto 1")
    save(context, dialog)
    assert dialog.isVisible()
    assert form.value.problem()


def test_parameters_are_found_by_name_and_article(context: UiContext, screen: AdministrationScreen) -> None:
    opened = page(context, screen, ParametersPage)
    assert opened.table.total() == len(context.desk.law.parameters)
    first = opened.table.model.row(0)
    assert first is not None
    assert first.code == "fee_driver_annual"
    opened.filter.setText("defesa previa")
    context.tasks.wait_idle()
    assert [row.code for _, row in opened.table.model.rows()] == ["prior_defense_days"]
    opened.filter.setText("art. 18")
    context.tasks.wait_idle()
    assert all("art. 18" in row.article for _, row in opened.table.model.rows())


@pytest.mark.parametrize(
    ("unit", "value", "words"),
    [
        (Unit.CENTAVOS, 150_00, "R$ 150,00"),
        (Unit.DAYS, 30, "30 dias"),
        (Unit.YEARS, 1, "1 ano"),
        (Unit.MONTHS, 12, "12 meses"),
        (Unit.COUNT, 7, "7"),
        (Unit.FLAG, True, "Sim"),
        (Unit.FLAG, False, "Não"),
        (Unit.TEXT, "guia", "guia"),
    ],
)
def test_values_in_words_and_the_field_that_takes_them(unit: Unit, value: int | str | bool, words: str) -> None:
    assert written(unit, value).replace("\N{NO-BREAK SPACE}", " ") == words
    field = value_field(unit)
    field.set_value(value)  # type: ignore[arg-type]  # which type the field takes is what is tested
    assert field.value() == value


def test_a_day_added_by_decree_moves_a_term_and_one_taken_out_moves_it_back(
    context: UiContext, screen: AdministrationScreen
) -> None:
    start = date(2026, 12, 1)
    assert infractions.preview_deadline(context.desk, start).due == date(2026, 12, 16)
    opened = page(context, screen, CalendarPage)
    dialog = opened.new()
    form = dialog.form
    assert isinstance(form, DayForm)
    form.day.line.setText("16/12/2026")
    form.day_name.line.setText("Luto oficial")
    form.kind.set_value(HolidayKind.OPTIONAL)
    form.reason.line.setText("Decreto 9/2026")
    save(context, dialog)
    assert infractions.preview_deadline(context.desk, start).due == date(2026, 12, 17)
    lines = [row for _, row in opened.table.model.rows() if row.holiday.day == date(2026, 12, 16)]
    assert [(row.holiday.name, row.by_office) for row in lines] == [("Luto oficial", True)]
    opened.table.choose(next(line for line, row in opened.table.model.rows() if row.holiday.day == date(2026, 12, 16)))
    removal = opened.remove()
    assert removal is not None
    assert isinstance(removal.form, RemovalForm)
    removal.form.reason.line.setText("Decreto 10/2026")
    save(context, removal)
    assert infractions.preview_deadline(context.desk, start).due == date(2026, 12, 16)
    assert all(row.holiday.day != date(2026, 12, 16) for _, row in opened.table.model.rows())


def test_of_one_day_what_was_entered_last_holds(context: UiContext) -> None:
    day = date(2026, 12, 16)
    for working in (False, True, False):
        command = NewHoliday(day, "Luto oficial", HolidayKind.OPTIONAL, working, "Decreto")
        office_service.change_calendar(context.desk, command)
    marked = [line.holiday.day for line in office_service.calendar(context.desk, 2026)]
    assert marked.count(day) == 1


def test_the_calendar_of_another_year(context: UiContext, screen: AdministrationScreen) -> None:
    opened = page(context, screen, CalendarPage)
    activate(screen)
    QTest.keyClick(screen, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    context.tasks.wait_idle()
    assert "2027" in texts(opened)
    assert {row.holiday.day.year for _, row in opened.table.model.rows()} == {2027}


def test_the_office_is_edited_in_parts_and_its_station_stays(context: UiContext, screen: AdministrationScreen) -> None:
    opened = page(context, screen, OfficePage)
    assert "(66) 3400-0001" in texts(opened)
    names = opened.edit_names()
    assert names is not None
    assert isinstance(names.form, UnitForm)
    names.form.coordinator.line.setText("Otávio Lemos")
    save(context, names)
    contacts = opened.edit_contacts()
    assert contacts is not None
    assert isinstance(contacts.form, ContactForm)
    assert contacts.form.station.line.isReadOnly()
    contacts.form.ouvidoria.line.setText("0800 066 0000")
    save(context, contacts)
    profile, _ = office_service.profile(context.desk)
    assert (profile.coordinator_name, profile.ouvidoria_contact, profile.station) == (
        "Otávio Lemos", "0800 066 0000", 1,
    )  # fmt: skip
    assert profile.unit_name == office.PROFILE.unit_name
    assert "0800 066 0000" in texts(opened)


def test_the_seal_cannot_lose_its_contacts(context: UiContext, screen: AdministrationScreen) -> None:
    contacts = page(context, screen, OfficePage).edit_contacts()
    assert contacts is not None
    assert isinstance(contacts.form, ContactForm)
    contacts.form.ouvidoria.line.setText("")
    contacts.save()
    assert [field.name for field in contacts.form.problems()] == ["ouvidoria_contact"]


def test_the_second_editor_of_the_office_is_told(context: UiContext, screen: AdministrationScreen) -> None:
    opened = page(context, screen, OfficePage)
    names = opened.edit_names()
    assert names is not None
    assert isinstance(names.form, UnitForm)
    profile, version = office_service.profile(context.desk)
    office_service.edit_profile(context.desk, replace(profile, address="Rua Nova, 1"), version)
    names.form.coordinator.line.setText("Otávio Lemos")
    save(context, names)
    assert names.isVisible()
    assert names.form.coordinator.value() == "Otávio Lemos"
    (prompt,) = windows(Prompt)
    assert any("Outra pessoa alterou os dados do órgão" in text for text in [prompt.windowTitle(), *texts(prompt)])
    assert office_service.profile(context.desk)[0].coordinator_name == "Helena Prado"


def test_a_new_key_is_made_and_the_old_one_goes_on_verifying(context: UiContext, screen: AdministrationScreen) -> None:
    opened = page(context, screen, KeysPage)
    assert "Aberta nesta sessão" in texts(opened.section)
    dialog = opened.new()
    form = dialog.form
    assert isinstance(form, KeyForm)
    form.passphrase.line.setText("curta")
    form.again.line.setText("curta")
    dialog.save()
    assert form.passphrase.problem()
    form.passphrase.line.setText("quatro palavras bem longas")
    form.again.line.setText("quatro palavras bem longas")
    save(context, dialog)
    lines = office_service.signing_keys(context.desk)
    assert [(line.kid, line.here, line.opened) for line in lines] == [("A2", True, True), ("A1", True, False)]
    shown = texts(opened.section)
    assert {"Chave A2", "Chave A1"} <= set(shown)


def test_the_key_is_opened_with_its_passphrase(context: UiContext, screen: AdministrationScreen) -> None:
    context.desk.signing_key = None
    opened = page(context, screen, KeysPage)
    assert "Trancada" in texts(opened.section)
    opened.open_button.click()
    (prompt,) = windows(Prompt)
    prompt.findChildren(PasswordField)[0].line.setText(office.PASSPHRASE)
    next(each for each in prompt.findChildren(type(opened.open_button)) if each.text() == "Abrir a chave").click()
    context.tasks.wait_idle()
    assert "Aberta nesta sessão" in texts(opened.section)
    assert not opened.open_button.isEnabled()


def test_the_coordinator_has_every_part_but_the_users(context: UiContext) -> None:
    office.sign_in_as(context.desk, Role.COORDINATOR)
    screen = AdministrationScreen(context)
    screen.show()
    context.tasks.wait_idle()
    kinds = [isinstance(screen.page(index), Page) for index in range(screen.navigation.count())]
    assert kinds == [False, True, True, True, True, True]
    assert screen.navigation.currentRow() == 1


def test_who_administers_nothing_is_told_whose_each_part_is(context: UiContext) -> None:
    office.sign_in_as(context.desk, Role.ATTENDANT)
    screen = AdministrationScreen(context)
    screen.show()
    context.tasks.wait_idle()
    for index in range(screen.navigation.count()):
        shown = screen.page(index)
        assert not isinstance(shown, Page)
        (notice,) = shown.findChildren(Notice)
        assert "Administração do sistema" in notice.text
    assert screen.pages.keys() == set(range(6))


def test_papers_are_listed_newest_first_and_shown(context: UiContext) -> None:
    screen = DocumentsScreen(context)
    screen.resize(1326, 640)
    screen.show()
    context.bus.changed.connect(screen.reload)
    screen.reload(screen.shows)
    context.tasks.wait_idle()
    assert any("Nenhum documento emitido ainda" in text for text in texts(screen.table))
    assert not screen.open_button.isEnabled()
    _, driver_id, vehicle_id = office.walk_in(context.desk)
    inspections.record(context.desk, RecordInspection(vehicle_id, context.desk.today, "CIRETRAN"))
    assert isinstance(context.desk.clock, FixedClock)
    context.desk.clock.moment += timedelta(minutes=5)
    office.ready(context.desk, driver_id)
    issued = authorizations.issue(context.desk, SubjectKind.DRIVER, driver_id)
    settle(context)
    rows = [row for _, row in screen.table.model.rows()]
    assert rows[0].line.document_id == issued.document_id
    assert {(row.line.kind.value, row.about) for row in rows} == {
        ("driver_certificate", "Ana Beatriz de Souza"),
        ("seal", "ABC1D23 · Chevrolet Onix Plus"),
        ("inspection_report", "ABC1D23 · Chevrolet Onix Plus"),
    }
    screen.table.choose(0)
    assert screen.open_button.isEnabled()
    QTest.keyClick(screen.table.view, Qt.Key.Key_Return)
    context.tasks.wait_idle()
    (preview,) = windows(DocumentPreview)
    assert preview._view.line.document_id == issued.document_id


def test_an_override_of_another_parameter_is_not_listed(context: UiContext) -> None:
    office_service.set_parameter(context.desk, ParameterOverride("prior_defense_days", 20, date(2027, 1, 1), "Decreto"))
    values = office_service.parameter_values(context.desk, "appeal_days")
    assert [(each.value, each.by_office) for each in values] == [(15, False)]
