"""The operator from registration to certificate at the real window (arts. 9º, 10 and 13); two editors of one card."""

from dataclasses import replace
from uuid import UUID

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from stipdesk.domain.identifiers import Cnpj
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import Establishment, SubjectKind
from stipdesk.domain.requirements import RequirementState, is_computed
from stipdesk.domain.standing import StandingState
from stipdesk.services import authorizations, drivers, operators, registers, requirements
from stipdesk.services.access import Desk
from stipdesk.services.drivers import ListRequest
from stipdesk.services.requirements import CheckRequirement
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.merge import MergeDialog
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.screens.documents.preview import DocumentPreview
from stipdesk.ui.screens.operators.card import OperatorCard
from stipdesk.ui.screens.operators.form import OperatorForm
from stipdesk.ui.screens.operators.screen import OperatorsScreen
from stipdesk.ui.screens.parts.check_dialog import CheckForm
from stipdesk.ui.screens.parts.payment_dialog import PaymentForm
from stipdesk.ui.widgets.basics import Text
from stipdesk.ui.widgets.buttons import ActButton
from tests import office
from tests.ui.conftest import activate, windows


@pytest.fixture
def screen(context: UiContext) -> OperatorsScreen:
    """The tab, as wide as at the office, told of every change as the main window would."""
    made = OperatorsScreen(context)
    made.resize(1326, 640)
    made.show()
    context.bus.changed.connect(made.reload)
    made.reload(made.shows)
    context.tasks.wait_idle()
    return made


def card_of(screen: OperatorsScreen) -> OperatorCard:
    assert isinstance(screen.card, OperatorCard)
    return screen.card


def texts(widget: QWidget) -> list[str]:
    """What can be read in a part of the screen, in no order."""
    QApplication.sendPostedEvents()  # what was just put in a layout is shown with the next event
    return [each.text() for each in widget.findChildren(Text) if each.isVisibleTo(widget) and each.text()]


def press(widget: QWidget, name: str) -> None:
    """Presses the first act called so, by its words or its accessible name, that can be pressed."""
    QApplication.sendPostedEvents()
    acts = [each for each in widget.findChildren(ActButton) if each.isEnabled() and each.isVisibleTo(widget)]
    found = [each for each in acts if name in (each.accessibleName(), each.text())]
    assert found, f"no act {name!r}"
    found[0].click()


def dialog_of(context: UiContext) -> FormDialog:
    """The form that is open, once what it waits for has come."""
    context.tasks.wait_idle()
    (dialog,) = windows(FormDialog)
    activate(dialog)
    return dialog


def new_form(context: UiContext, screen: OperatorsScreen) -> tuple[FormDialog, OperatorForm]:
    screen.new()
    dialog = dialog_of(context)
    assert isinstance(dialog.form, OperatorForm)
    return dialog, dialog.form


def fill(form: OperatorForm) -> None:
    """What `tests.office` says of its operator, typed."""
    form.cnpj.line.setText("12.ABC.345/01DE-35")
    form.legal_name.line.setText("Cerrado Mobilidade Ltda.")
    form.app_name.line.setText("Cerrado Vai")
    form.municipal_registration.line.setText("10203")
    form.corporate_email.line.setText("contato@cerrado.example")
    form.establishment.choose(Establishment.BRANCH)
    form.address.street.line.setText("Avenida São Paulo")


def open_card(context: UiContext, screen: OperatorsScreen, operator_id: UUID) -> OperatorCard:
    screen.open_subject(SubjectKind.OPERATOR, operator_id)
    context.tasks.wait_idle()
    return card_of(screen)


def everything_checked(desk: Desk, operator_id: UUID) -> None:
    """Every paper that somebody must look at was accepted, and the fee paid."""
    for requirement in desk.law.requirements("operator", desk.today):
        if not is_computed(requirement):
            requirements.check_requirement(
                desk, CheckRequirement(SubjectKind.OPERATOR, operator_id, requirement.code, accepted=True)
            )
    office.pay(desk, SubjectKind.OPERATOR, operator_id, "BB-7")


def test_a_new_operator_is_registered_and_its_card_opens(context: UiContext, screen: OperatorsScreen) -> None:
    dialog, form = new_form(context, screen)
    assert form.address.city.value() == "Primavera do Leste"
    fill(form)
    QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    context.tasks.wait_idle()
    (row,) = operators.page(context.desk, ListRequest())[1]
    assert row.cnpj == "12ABC34501DE35"
    assert card_of(screen).subject_id == row.operator_id
    shown = texts(screen.card)
    assert "Cerrado Mobilidade Ltda." in shown
    assert "SEM CAA" in shown
    assert any("CNPJ 12.ABC.345/01DE-35" in text for text in shown)
    assert screen.table.total() == 1


@pytest.mark.parametrize("typed", ["12345678000195", "12.345.678/0001-95", "12abc34501de35", "12.ABC.345/01DE-35"])
def test_a_cnpj_may_have_letters(typed: str) -> None:
    form = OperatorForm()
    form.cnpj.line.setText(typed)
    assert form.cnpj.problem() == ""
    form.cnpj.line.setText(typed[:-1] + ("1" if typed[-1] != "1" else "2"))
    assert form.cnpj.problem() != ""


def test_a_save_with_problems_writes_nothing_and_keeps_what_was_typed(
    context: UiContext, screen: OperatorsScreen
) -> None:
    dialog, form = new_form(context, screen)
    fill(form)
    form.app_name.line.setText("")
    form.corporate_email.line.setText("contato@")
    dialog.save()
    assert {field.name for field in form.problems()} == {"app_name", "corporate_email"}
    assert form.legal_name.value() == "Cerrado Mobilidade Ltda."
    assert operators.page(context.desk, ListRequest())[0] == 0


def test_a_double_is_told_while_it_is_typed_and_refused_when_saved(context: UiContext, screen: OperatorsScreen) -> None:
    operator_id = operators.register(context.desk, office.OPERATOR)
    dialog, form = new_form(context, screen)
    form.legal_name.line.setText("CERRADO MOBILIDADE LTDA.")
    context.tasks.wait_idle()
    assert any("mesma razão social" in text for text in texts(form))
    fill(form)
    form.cnpj.line.setText(office.OPERATOR.cnpj)
    context.tasks.wait_idle()
    assert any("mesmo CNPJ" in text for text in texts(form))
    dialog.save()
    context.tasks.wait_idle()
    assert "CNPJ já cadastrado" in form.cnpj.problem()
    wanted: list[UUID] = []
    context.bus.subject_wanted.connect(lambda _kind, subject_id: wanted.append(subject_id))
    press(form, "Abrir cadastro")
    (prompt,) = windows(Prompt)
    press(prompt, "Descartar e abrir")
    assert wanted == [operator_id]


def test_each_requirement_is_checked_the_fee_paid_and_the_caa_issued(
    context: UiContext, screen: OperatorsScreen
) -> None:
    operator_id = operators.register(context.desk, office.OPERATOR)
    card = open_card(context, screen, operator_id)
    everything = context.desk.law.requirements("operator", context.desk.today)
    asked = [
        requirement for requirement in everything if not is_computed(requirement) and not requirement.may_be_absent
    ]
    assert {requirement.article.split(",")[0] for requirement in asked} == {"art. 9º", "art. 10", "art. 13"}
    for requirement in asked:
        press(card.checklist, f"Conferir… {requirement.text}")
        dialog = dialog_of(context)
        assert isinstance(dialog.form, CheckForm)
        assert requirement.article in " ".join(texts(dialog.form))
        dialog.save()
        context.tasks.wait_idle()
    press(card.checklist, "Registrar pagamento…")
    payment = dialog_of(context)
    assert isinstance(payment.form, PaymentForm)
    assert payment.form.amount.value() == 1_500_00
    payment.form.receipt.line.setText("BB-2026-77")
    payment.save()
    context.tasks.wait_idle()
    lines = operators.card(context.desk, operator_id).requirements
    assert {line.state for line in lines} <= {RequirementState.MET, RequirementState.NOT_APPLICABLE}
    card.issue_button.click()
    context.tasks.wait_idle()
    (preview,) = windows(DocumentPreview)
    assert preview.windowTitle() == "CAA de operadora 000001/2026-01"
    assert operators.card(context.desk, operator_id).standing.state is StandingState.REGULAR
    assert "REGULAR até 01/12/2027" in texts(card)


def test_what_is_missing_is_listed_with_its_articles_and_nothing_is_issued(
    context: UiContext, screen: OperatorsScreen
) -> None:
    operator_id = operators.register(context.desk, office.OPERATOR)
    card = open_card(context, screen, operator_id)
    assert not card.issue_button.isEnabled()
    shown = card.issue_button.toolTip()
    for article in ("art. 9º, I", "art. 10, III", "art. 13, XI", "art. 9º, VII; art. 10, II"):
        assert f"({article})" in shown
    assert operators.card(context.desk, operator_id).authorizations == ()


def test_the_certificate_in_force_is_printed_again(context: UiContext, screen: OperatorsScreen) -> None:
    operator_id = operators.register(context.desk, office.OPERATOR)
    everything_checked(context.desk, operator_id)
    issued = authorizations.issue(context.desk, SubjectKind.OPERATOR, operator_id)
    card = open_card(context, screen, operator_id)
    assert card.print_button.isEnabled()
    assert card.print_button.property("kind") == "primary"
    card.print_button.click()
    context.tasks.wait_idle()
    (preview,) = windows(DocumentPreview)
    assert preview._view.line.document_id == issued.document_id


def test_two_editors_of_one_operator_are_told_and_merge(context: UiContext, screen: OperatorsScreen) -> None:
    operator_id = operators.register(context.desk, office.OPERATOR)
    card = open_card(context, screen, operator_id)
    dialog = card.edit()
    assert dialog is not None
    form = dialog.form
    assert isinstance(form, OperatorForm)
    before = operators.card(context.desk, operator_id)
    theirs = replace(before.fields, trade_name="Cerrado Já", phone="6634991234")
    operators.edit(context.desk, operator_id, before.version, before.fields, theirs)
    form.trade_name.line.setText("Cerrado Rápido")
    form.municipal_registration.line.setText("99999")
    dialog.save()
    context.tasks.wait_idle()
    (merge,) = windows(MergeDialog)
    shown = texts(merge)
    assert "Helena Prado alterou este cadastro depois que você o abriu" in shown
    assert {"Nome fantasia", "Telefone"} <= set(shown)
    merge.choose("trade_name", mine=True)
    merge.choose("phone", mine=False)
    press(merge, "Gravar com estas escolhas")
    context.tasks.wait_idle()
    fields = operators.card(context.desk, operator_id).fields
    assert (fields.trade_name, fields.phone, fields.municipal_registration) == ("Cerrado Rápido", "6634991234", "99999")


def test_the_drivers_linked_open_in_their_tab(context: UiContext, screen: OperatorsScreen) -> None:
    operator_id, driver_id, _ = office.walk_in(context.desk)
    card = open_card(context, screen, operator_id)
    wanted: list[tuple[SubjectKind, UUID]] = []
    context.bus.subject_wanted.connect(lambda kind, subject_id: wanted.append((kind, subject_id)))
    assert "Ana Beatriz de Souza" in texts(card.drivers)
    press(card.drivers, "Abrir o prestador Ana Beatriz de Souza")
    assert wanted == [(SubjectKind.DRIVER, driver_id)]


def test_a_large_operator_shows_its_newest_drivers_and_says_how_many(
    context: UiContext, screen: OperatorsScreen
) -> None:
    operator_id = operators.register(context.desk, office.OPERATOR)
    for number in range(43):
        drivers.register(context.desk, office.another_driver(number, f"Bruno Teixeira {number:02d}"), operator_id)
    card = open_card(context, screen, operator_id)
    press(card.drivers, "Mostrar mais 37")
    shown = texts(card.drivers)
    assert len([text for text in shown if text.startswith("Bruno")]) == 40
    assert "São 43 prestadores ao todo. Busque qualquer um com F3." in shown


def test_an_operator_leaves_with_a_reason(context: UiContext, screen: OperatorsScreen) -> None:
    operator_id, driver_id, _ = office.walk_in(context.desk)
    card = open_card(context, screen, operator_id)
    card.withdraw()
    (prompt,) = windows(Prompt)
    prompt.findChildren(QPlainTextEdit)[0].setPlainText("Encerrou as atividades")
    press(prompt, "Dar baixa")
    context.tasks.wait_idle()
    assert operators.card(context.desk, operator_id).withdrawn_on == context.desk.today
    assert drivers.card(context.desk, driver_id).operators == ()
    shown = texts(card)
    assert "BAIXADA" in shown
    assert any("Encerrou as atividades" in text for text in shown)
    assert not card.edit_button.isEnabled()
    assert screen.table.total() == 0
    screen.withdrawn.setChecked(True)
    context.tasks.wait_idle()
    assert screen.table.total() == 1


def test_history_tells_who_did_what(context: UiContext, screen: OperatorsScreen) -> None:
    operator_id = operators.register(context.desk, office.OPERATOR)
    before = operators.card(context.desk, operator_id)
    operators.edit(
        context.desk, operator_id, before.version, before.fields, replace(before.fields, trade_name="Cerrado Já")
    )
    card = open_card(context, screen, operator_id)
    shown = texts(card.history)
    assert "Alteração de operadora" in shown
    assert "Nome fantasia: Cerrado → Cerrado Já" in shown
    assert registers.history(context.desk, [operator_id])[0].author == "Helena Prado"


def test_acts_that_are_not_of_the_attendant_say_whose_they_are(context: UiContext, screen: OperatorsScreen) -> None:
    operator_id = operators.register(context.desk, office.OPERATOR)
    office.sign_in_as(context.desk, Role.ATTENDANT)
    card = open_card(context, screen, operator_id)
    assert not card.issue_button.isEnabled()
    assert card.issue_button.toolTip() == "Ato de: Unidade Gestora · Coordenação."
    assert card.edit_button.isEnabled()


def test_an_operator_is_found_by_part_of_its_name_or_cnpj(context: UiContext, screen: OperatorsScreen) -> None:
    operators.register(context.desk, office.OPERATOR)
    other = replace(office.OPERATOR, cnpj=Cnpj.with_check_digits("987654320001"), legal_name="Boa Viagem S.A.")
    operators.register(context.desk, other)
    QApplication.sendPostedEvents()  # the window hears of what the service did here
    context.tasks.wait_idle()
    for typed in ("boa", "BOA VIAGEM", "98.765.432"):
        screen.filter.setText(typed)
        context.tasks.wait_idle()
        assert screen.table.total() == 1
    assert "Boa Viagem S.A." in texts(screen.card)
    screen.filter.setText("nada parecido")
    context.tasks.wait_idle()
    assert screen.table.total() == 0
