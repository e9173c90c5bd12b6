"""The tab of drivers at the real window: from registration to the certificate, and what bad input and haste get."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from uuid import UUID

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from stipdesk.domain.identifiers import Cpf
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.requirements import RequirementState
from stipdesk.domain.standing import StandingState
from stipdesk.services import authorizations, drivers, operators, registers
from stipdesk.services.drivers import ListRequest
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.merge import MergeDialog
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.screens.documents.preview import DocumentPreview
from stipdesk.ui.screens.drivers.card import DriverCard
from stipdesk.ui.screens.drivers.form import DriverForm
from stipdesk.ui.screens.drivers.screen import DriversScreen
from stipdesk.ui.screens.parts.acts import ActBar
from stipdesk.ui.screens.parts.check_dialog import CheckForm, Decision
from stipdesk.ui.screens.parts.links import EndForm, OperatorLinkForm
from stipdesk.ui.screens.parts.payment_dialog import PaymentForm
from stipdesk.ui.widgets.basics import Notice
from tests import office
from tests.cases.loading import Case, cases
from tests.ui.acting import form_opened, give_reason, open_transactions, opened, press, put, save, texts
from tests.ui.conftest import activate, windows

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def screen(context: UiContext) -> Iterator[DriversScreen]:
    """The tab at the width of the office's monitors, told of every change as the main window tells it."""
    made = DriversScreen(context)
    made.resize(1326, 640)
    made.show()
    context.bus.changed.connect(made.reload)
    made.reload(made.shows)
    assert context.tasks.wait_idle()
    yield made
    assert context.tasks.wait_idle()


def card_of(screen: DriversScreen) -> DriverCard:
    assert isinstance(screen.card, DriverCard)
    return screen.card


def show(context: UiContext, screen: DriversScreen, driver_id: UUID) -> DriverCard:
    screen.open_subject(SubjectKind.DRIVER, driver_id)
    assert context.tasks.wait_idle()
    return card_of(screen)


def new_form(context: UiContext, screen: DriversScreen) -> tuple[FormDialog, DriverForm]:
    activate(screen)
    QTest.keyClick(screen, Qt.Key.Key_N, CONTROL)
    return form_opened(context, DriverForm)


def edit_form(context: UiContext, card: DriverCard) -> tuple[FormDialog, DriverForm]:
    card.edit()
    return form_opened(context, DriverForm)


def fill(form: DriverForm) -> None:
    """Who comes to the counter, as her papers are read out."""
    put(
        form, cpf="111.444.777-35", full_name="Ana Beatriz de Souza", birth_date="17051990",
        street="Avenida São Paulo", number="100", postal_code="78850-000",
    )  # fmt: skip


def stored(context: UiContext, request: ListRequest | None = None) -> int:
    return drivers.page(context.desk, request or ListRequest())[0]


# The list


def test_an_empty_register_says_how_to_begin(screen: DriversScreen) -> None:
    assert "Nenhum prestador cadastrado. Ctrl+N cadastra o primeiro." in texts(screen.table)


def test_a_filter_that_leaves_one_opens_it(context: UiContext, screen: DriversScreen) -> None:
    drivers.register(context.desk, office.DRIVER)
    drivers.register(context.desk, office.another_driver(1, "João Conceição"))
    assert context.tasks.wait_idle()
    QTest.keyClicks(screen.filter, "conceicao")
    assert context.tasks.wait_idle()
    assert screen.table.total() == 1
    assert card_of(screen).header.name.text() == "João Conceição"
    assert screen.filter.hasFocus() or screen.focusWidget() is screen.filter
    screen.filter.setText("ninguém")
    assert context.tasks.wait_idle()
    assert "Nada encontrado para “ninguém”. Tente parte do nome ou do número." in texts(screen.table)


def test_list_and_card_take_turns_where_there_is_no_room_for_both(context: UiContext, screen: DriversScreen) -> None:
    driver_id = drivers.register(context.desk, office.DRIVER)
    screen.resize(600, 640)
    assert screen.table.isVisible()
    assert not screen.card.isVisible()
    card = show(context, screen, driver_id)
    assert card.isVisible()
    assert not screen.table.isVisible()
    activate(screen)
    QTest.keyClick(screen.focusWidget(), Qt.Key.Key_Escape)
    assert screen.table.isVisible()
    screen.resize(1326, 640)
    assert screen.card.isVisible()


# Registering


def test_registering_opens_the_card(context: UiContext, screen: DriversScreen) -> None:
    operator_id = operators.register(context.desk, office.OPERATOR)
    dialog, form = new_form(context, screen)
    fill(form)
    assert form.operator is not None
    QTest.keyClicks(form.operator.line, "cerrado")
    assert context.tasks.wait_idle()
    QTest.keyClick(form.operator.line, Qt.Key.Key_Return)
    save(context, dialog)
    card = card_of(screen)
    assert card.header.name.text() == "Ana Beatriz de Souza"
    assert card.header.badge.text() == "SEM CAA"
    assert card.view is not None
    fields = card.view.card.fields
    assert (fields.cpf, fields.birth_date) == ("11144477735", date(1990, 5, 17))
    assert fields.address == replace(office.ADDRESS, district="")
    assert [link.operator_id for link in card.view.card.operators] == [operator_id]
    assert screen.table.total() == 1


def test_the_office_proposes_its_own_city(context: UiContext, screen: DriversScreen) -> None:
    _dialog, form = new_form(context, screen)
    assert (form.address.city.value(), form.address.state.value()) == ("Primavera do Leste", "MT")


def test_a_name_all_in_capitals_is_offered_in_its_usual_form(context: UiContext, screen: DriversScreen) -> None:
    _dialog, form = new_form(context, screen)
    put(form, full_name="JOSÉ D'ÁVILA DOS SANTOS")
    press(form.full_name, "Usar José D'Ávila dos Santos em Nome completo")
    assert form.full_name.value() == "José D'Ávila dos Santos"


def test_a_double_is_told_while_one_types(context: UiContext, screen: DriversScreen) -> None:
    driver_id = drivers.register(context.desk, office.DRIVER)
    wanted: list[UUID] = []
    context.bus.subject_wanted.connect(lambda _kind, subject_id: wanted.append(subject_id))
    _dialog, form = new_form(context, screen)
    QTest.keyClicks(form.cpf.line, "111.444.777-35")
    assert context.tasks.wait_idle()
    assert any("Ana Beatriz de Souza · mesmo CPF" in notice.text for notice in form.findChildren(Notice))
    press(form, "Abrir cadastro de Ana Beatriz de Souza")
    press(opened(context, Prompt), "Descartar e abrir")
    assert wanted == [driver_id]


def test_a_refused_save_keeps_what_was_typed(context: UiContext, screen: DriversScreen) -> None:
    drivers.register(context.desk, office.DRIVER)
    dialog, form = new_form(context, screen)
    fill(form)
    put(form, full_name="Ana B. Souza", email="ana@example.com")
    save(context, dialog)
    assert dialog.isVisible()
    assert form.cpf.problem()
    assert (form.full_name.line.text(), form.email.line.text()) == ("Ana B. Souza", "ana@example.com")
    put(form, cpf=Cpf.with_check_digits("222333444"), birth_date="01/12/2020")
    save(context, dialog)
    assert "maior de 18 anos" in form.birth_date.problem()
    assert stored(context) == 1
    put(form, birth_date="01/12/1990")
    save(context, dialog)
    assert stored(context) == 2


def test_esc_asks_before_what_was_typed_is_lost(context: UiContext, screen: DriversScreen) -> None:
    dialog, form = new_form(context, screen)
    put(form, full_name="Ana Beatriz")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    press(opened(context, Prompt), "Continuar editando")
    assert dialog.isVisible()
    assert form.full_name.line.text() == "Ana Beatriz"


@pytest.mark.parametrize("case", cases("form_empty_date"))
def test_a_date_left_empty_is_stored_as_nothing(case: Case, context: UiContext, screen: DriversScreen) -> None:
    dialog, form = new_form(context, screen)
    fill(form)
    save(context, dialog)
    view = card_of(screen).view
    assert view is not None
    fields = view.card.fields
    assert (fields.license_valid_until, fields.email_consent_on) == (case.expected["stored"],) * 2
    _dialog, again = edit_form(context, card_of(screen))
    assert (again.license_valid_until.line.text(), again.email_consent_on.line.text()) == ("", "")
    assert not again.is_dirty()


@pytest.mark.parametrize("case", cases("form_clear_date"))
def test_a_date_that_was_cleared_stays_so(case: Case, context: UiContext, screen: DriversScreen) -> None:
    driver_id = drivers.register(context.desk, office.DRIVER)
    card = show(context, screen, driver_id)
    dialog, form = edit_form(context, card)
    assert form.license_valid_until.line.text() == "30/09/2029"
    form.license_valid_until.line.clear()
    save(context, dialog)
    for _time in range(2):
        assert drivers.card(context.desk, driver_id).fields.license_valid_until == case.expected["stored"]
        dialog, form = edit_form(context, card)
        assert form.license_valid_until.line.text() == ""
        save(context, dialog)


@pytest.mark.parametrize("case", cases("form_masked_empty"))
def test_an_empty_document_is_missing_and_never_its_mask(case: Case, context: UiContext, screen: DriversScreen) -> None:
    dialog, form = new_form(context, screen)
    fill(form)
    field = form.field_named(case.input["field"])
    assert field is form.cpf
    form.cpf.line.clear()
    save(context, dialog)
    assert form.cpf.problem() == "Falta preencher."
    assert stored(context) == 0
    put(form, cpf="11144477735")
    save(context, dialog)
    view = card_of(screen).view
    assert view is not None
    assert (view.card.fields.nit or case.expected["stored"], view.card.fields.license_number) == (None, "")


@pytest.mark.parametrize("case", cases("Q022"))
def test_ten_clicks_on_save_make_one_driver(case: Case, context: UiContext, screen: DriversScreen) -> None:
    dialog, form = new_form(context, screen)
    fill(form)
    for _click in range(case.input["clicks"]):
        QTest.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
    assert context.tasks.wait_idle()
    assert stored(context) == case.expected["records"]


# The card


@pytest.mark.parametrize("case", cases("P022"))
def test_a_hurried_hand_issues_one_caa(case: Case, context: UiContext, screen: DriversScreen) -> None:
    _operator, driver_id, _vehicle = office.walk_in(context.desk)
    office.ready(context.desk, driver_id)
    card = show(context, screen, driver_id)
    inside = QPoint(9, 9)
    QTest.mouseClick(card.issue_button, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, inside)
    QTest.mouseDClick(card.issue_button, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, inside)
    QTest.mouseClick(card.issue_button, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, inside)
    preview = opened(context, DocumentPreview)
    assert preview.windowTitle() == "CAA de prestador 000001/2026-01"
    assert windows(Prompt) == []
    assert len(drivers.card(context.desk, driver_id).authorizations) == case.expected["issued"]


def test_from_what_is_missing_to_the_certificate(context: UiContext, screen: DriversScreen) -> None:
    """Each line of the checklist is cured from the line itself; then one key issues."""
    desk = context.desk
    driver_id = drivers.register(desk, replace(office.DRIVER, birth_state="SP", has_paid_activity_endorsement=False))
    card = show(context, screen, driver_id)
    assert not card.inspect_button.isEnabled()
    assert card.inspect_button.toolTip() == "Nenhum veículo vinculado."
    press(card, "Conferir… Certidão de Nada Consta Criminal da Comarca de Primavera do Leste")
    dialog, check = form_opened(context, CheckForm)
    save(context, dialog)
    assert "data de emissão" in check.issued_on.problem()
    put(check, issued_on="01/12/2026")
    save(context, dialog)
    other = "Certidão de Nada Consta Criminal do Estado de que é natural, residente ou domiciliado"
    press(card, f"Não é o caso: {other}")
    dialog, check = form_opened(context, CheckForm)
    assert check.decision.value() is Decision.ABSENT
    save(context, dialog)
    press(card, "Editar cadastro: Registro de exercício de atividade remunerada (EAR) na CNH")
    dialog, form = form_opened(context, DriverForm)
    assert form.has_endorsement.box.hasFocus() or dialog.focusWidget() is form.has_endorsement.box
    form.has_endorsement.box.setChecked(True)
    save(context, dialog)
    press(card.checklist, "Registrar pagamento…")
    dialog, payment = form_opened(context, PaymentForm)
    assert (payment.amount.line.text(), payment.paid_on.line.text()) == ("R$ 150,00", "01/12/2026")
    put(payment, receipt="BB-77", amount="149,99")
    save(context, dialog)
    assert "menor que a taxa" in payment.amount.problem()
    put(payment, amount="150.00")
    save(context, dialog)
    assert "Falta" not in texts(card.checklist)
    activate(screen)
    QTest.keyClick(screen, Qt.Key.Key_R, CONTROL)
    opened(context, DocumentPreview).close()
    assert card.header.badge.text() == "REGULAR até 01/12/2027"
    assert card.print_button.property("kind") == "primary"
    activate(screen)
    QTest.keyClick(screen, Qt.Key.Key_P, CONTROL)
    assert opened(context, DocumentPreview).windowTitle() == "CAA de prestador 000001/2026-01"


def test_a_refused_paper_says_why_and_stays_missing(context: UiContext, screen: DriversScreen) -> None:
    driver_id = drivers.register(context.desk, office.DRIVER)
    card = show(context, screen, driver_id)
    press(card, "Conferir… Certidão de Nada Consta Criminal da Comarca de Primavera do Leste")
    dialog, check = form_opened(context, CheckForm)
    check.decision.choose(Decision.REFUSED)
    save(context, dialog)
    assert "por que o documento foi recusado" in check.note.problem()
    check.note.text.setPlainText("Ilegível")
    save(context, dialog)
    states = {line.requirement.code: line.state for line in drivers.card(context.desk, driver_id).requirements}
    assert states["driver.criminal_certificate"] is RequirementState.REFUSED
    assert any("Ilegível" in text for text in texts(card.checklist))
    assert any("recusado" in text for text in texts(card.history))


def test_what_is_missing_is_listed_and_nothing_is_issued(context: UiContext, screen: DriversScreen) -> None:
    _operator, driver_id, _vehicle = office.walk_in(context.desk)
    card = show(context, screen, driver_id)
    assert not card.issue_button.isEnabled()
    said = card.issue_button.toolTip()
    assert said.startswith("O CAA não pode ser emitido ainda. Falta:")
    assert "Taxa anual de autorização paga" in said
    assert "art. 14, II" in said
    assert card.life.visit._told.text().startswith("Conferir: Certidão de Nada Consta Criminal")
    assert drivers.card(context.desk, driver_id).authorizations == ()


def test_a_regular_driver_never_looks_irregular(context: UiContext, screen: DriversScreen) -> None:
    """The fee of the next CAA is not missing today."""
    _operator, driver_id, _vehicle = office.walk_in(context.desk)
    office.ready(context.desk, driver_id)
    authorizations.issue(context.desk, SubjectKind.DRIVER, driver_id)
    card = show(context, screen, driver_id)
    assert drivers.card(context.desk, driver_id).standing.state is StandingState.REGULAR
    said = texts(card.checklist)
    assert "Só na renovação" in said
    assert "Falta" not in said
    told = texts(card.history)
    assert "Vínculo com operadora desde 01/12/2026" in told
    assert "Valor: R$ 150,00 · Pago em: 01/12/2026 · Comprovante: BB-1" in told


def test_an_act_of_another_profile_says_whose_it_is(context: UiContext, screen: DriversScreen) -> None:
    _operator, driver_id, _vehicle = office.walk_in(context.desk)
    office.sign_in_as(context.desk, Role.ATTENDANT)
    card = show(context, screen, driver_id)
    assert (card.issue_button.isEnabled(), card.inspect_button.isEnabled()) == (False, False)
    assert card.inspect_button.toolTip() == "Ato de: Vistoria."
    assert "Unidade Gestora" in card.issue_button.toolTip()
    assert card.edit_button.isEnabled()


def test_withdrawn_with_a_reason_and_found_again(context: UiContext, screen: DriversScreen) -> None:
    driver_id = drivers.register(context.desk, office.DRIVER)
    card = show(context, screen, driver_id)
    card.withdraw()
    give_reason(context, "A pedido do prestador", "Dar baixa")
    assert card.header.badge.text() == "BAIXADO"
    assert not card.edit_button.isEnabled()
    assert any("A pedido do prestador" in text for text in texts(card.header))
    assert screen.table.total() == 0
    screen.withdrawn.setChecked(True)
    assert context.tasks.wait_idle()
    assert screen.table.total() == 1


def test_links_with_an_operator_begin_and_end(context: UiContext, screen: DriversScreen) -> None:
    operators.register(context.desk, office.OPERATOR)
    driver_id = drivers.register(context.desk, office.DRIVER)
    card = show(context, screen, driver_id)
    press(card, "Vincular operadora")
    dialog, form = form_opened(context, OperatorLinkForm)
    assert context.tasks.wait_idle()  # operators are few: the list is open already
    QTest.keyClick(form.operator.line, Qt.Key.Key_Return)
    save(context, dialog)
    assert "Cerrado Mobilidade Ltda." in texts(card.operators)
    press(card, "Encerrar o vínculo com Cerrado Mobilidade Ltda.")
    dialog, end = form_opened(context, EndForm)
    put(end, until="30/11/2026")
    save(context, dialog)
    assert "anterior ao seu início" in end.until.problem()
    put(end, until="01/12/2026")
    save(context, dialog)
    assert "Nenhuma operadora vinculada." in texts(card.operators)


def test_the_history_reads_in_portuguese(context: UiContext, screen: DriversScreen) -> None:
    driver_id = drivers.register(context.desk, office.DRIVER)
    edited = replace(
        office.DRIVER, phone="66988887777", address=replace(office.ADDRESS, street="Rua Maringá"), notes="mudou"
    )
    drivers.edit(context.desk, driver_id, 1, office.DRIVER, edited)
    said = texts(show(context, screen, driver_id).history)
    assert "Alteração de prestador" in said
    assert "01/12/2026 09:00 · Helena Prado" in said
    assert "Telefone: (66) 99999-0000 → (66) 98888-7777" in said
    assert "Observações: vazio → mudou" in said
    assert any(text.startswith("Endereço: Rua Maringá, 100") and "CEP 78850-000" in text for text in said)


def test_a_reload_does_not_put_a_running_act_within_reach(context: UiContext) -> None:
    go = threading.Event()
    bar = ActBar(context.tasks)
    act = bar.add("Emitir", lambda: None, icon_name="certificate")
    context.tasks.run(lambda: go.wait(30), busy=act)
    bar.allow(act, "")
    assert not act.isEnabled()
    bar.allow(act, "Já emitido.")
    go.set()
    assert context.tasks.wait_idle()
    assert (act.isEnabled(), act.toolTip()) == (False, "Já emitido.")
    bar.allow(act, "")
    assert act.isEnabled()


# Two editors


@pytest.mark.parametrize("case", cases("two_editors"))
def test_the_second_editor_sees_both_and_decides(case: Case, context: UiContext, screen: DriversScreen) -> None:
    desk = context.desk
    driver_id = drivers.register(desk, office.DRIVER)
    card = show(context, screen, driver_id)
    dialog, form = edit_form(context, card)
    theirs = replace(office.DRIVER, phone="6634001111", notes="deles", address=replace(office.ADDRESS, number="222"))
    drivers.edit(desk, driver_id, 1, office.DRIVER, theirs)
    assert context.tasks.wait_idle()
    put(form, phone="66988887777", email="nova@example.com", number="333")
    save(context, dialog)
    merge = opened(context, MergeDialog)
    assert case.expected["second_save"] == "conflict"
    said = texts(merge)
    assert {"Telefone", "Número", "Observações"} <= set(said)
    merge.choose("phone", mine=True)
    merge.choose("address.number", mine=False)
    press(merge, "Gravar com estas escolhas")
    assert context.tasks.wait_idle()
    assert windows(FormDialog) == []
    now = drivers.card(desk, driver_id).fields
    decided = replace(theirs, phone="66988887777", email="nova@example.com")
    assert [name for name in decided.__slots__ if getattr(now, name) != getattr(decided, name)] == []
    assert case.expected["lost"] == 0


def test_an_old_form_does_not_restore_what_it_did_not_touch(context: UiContext, screen: DriversScreen) -> None:
    desk = context.desk
    driver_id = drivers.register(desk, office.DRIVER)
    dialog, form = edit_form(context, show(context, screen, driver_id))
    drivers.edit(desk, driver_id, 1, office.DRIVER, replace(office.DRIVER, license_category="D"))
    put(form, phone="66988887777")
    save(context, dialog)
    press(opened(context, MergeDialog), "Gravar com estas escolhas")
    assert context.tasks.wait_idle()
    now = drivers.card(desk, driver_id).fields
    assert (now.license_category, now.phone) == ("D", "66988887777")
    assert len(registers.story(desk, SubjectKind.DRIVER, driver_id)) == 4


@pytest.mark.parametrize("case", cases("no_open_tx_while_editing"))
def test_a_form_that_waits_holds_nothing(case: Case, context: UiContext, screen: DriversScreen) -> None:
    desk = context.desk
    driver_id = drivers.register(desk, office.DRIVER)
    dialog, form = edit_form(context, show(context, screen, driver_id))
    put(form, phone="66988887777")
    assert context.tasks.wait_idle()
    assert open_transactions(desk) == case.expected["open_tx"]
    drivers.register(desk, office.another_driver(1))
    save(context, dialog)
    assert drivers.card(desk, driver_id).fields.phone == "66988887777"
