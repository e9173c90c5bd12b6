"""The tab Requerimentos and the dialog that files a request."""

from datetime import timedelta
from uuid import UUID

import pytest
from PySide6.QtWidgets import QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from stipdesk.domain.applications import ApplicationChannel, ApplicationKind, ApplicationState
from stipdesk.domain.changes import Changes
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import application_cards, applications, authorizations, drivers, search
from stipdesk.services.applications import FileApplication
from stipdesk.ui.context import UiContext
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.screens.applications.card import ApplicationCardView
from stipdesk.ui.screens.applications.dialogs import MissingForm
from stipdesk.ui.screens.applications.screen import ApplicationsScreen, WhoAsksPrompt
from stipdesk.ui.screens.counter.screen import CounterScreen
from stipdesk.ui.screens.documents.preview import DocumentPreview
from stipdesk.ui.screens.parts.applications import FilingForm, open_filing
from stipdesk.ui.screens.parts.check_dialog import CheckForm
from stipdesk.ui.screens.parts.decisions import DecisionPrompt
from stipdesk.ui.screens.parts.payment_dialog import PaymentForm
from tests import office
from tests.ui.acting import act_named, form_opened, give_reason, opened, press, save, texts
from tests.ui.conftest import windows

FIRST = ApplicationKind.FIRST_AUTHORIZATION


@pytest.fixture
def driver_id(context: UiContext) -> UUID:
    return office.walk_in(context.desk)[1]


@pytest.fixture
def owner(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def filed(context: UiContext, driver_id: UUID) -> UUID:
    return applications.file(context.desk, FileApplication(FIRST, SubjectKind.DRIVER, driver_id)).application_id


@pytest.fixture
def screen(context: UiContext, filed: UUID, qtbot: QtBot) -> ApplicationsScreen:
    made = ApplicationsScreen(context)
    qtbot.addWidget(made)
    made.resize(1366, 700)
    made.show()
    made.reload(Changes.NOTHING)
    made.open_subject(SubjectKind.APPLICATION, filed)
    assert context.tasks.wait_idle()
    return made


def card(screen: ApplicationsScreen) -> ApplicationCardView:
    assert isinstance(screen.card, ApplicationCardView)
    return screen.card


def refreshed(context: UiContext, screen: ApplicationsScreen) -> ApplicationCardView:
    screen.reload(Changes.APPLICATIONS)
    assert context.tasks.wait_idle()
    return card(screen)


def state(context: UiContext, application_id: UUID) -> ApplicationState:
    return application_cards.card(context.desk, application_id).line.state


def test_a_first_request_is_filed_with_one_key_and_its_receipt_opens(
    context: UiContext, driver_id: UUID, owner: QWidget
) -> None:
    open_filing(context, owner, SubjectKind.DRIVER, driver_id, "Ana Beatriz de Souza")
    dialog, form = form_opened(context, FilingForm)
    assert form.kind.value() is FIRST
    assert any("Renovação do CAA: Não há CAA em vigor para renovar" in text for text in texts(form))
    save(context, dialog)
    preview = opened(context, DocumentPreview)
    assert preview.windowTitle().startswith("Comprovante de protocolo 000001/2026-01")


def test_a_request_sent_by_an_operator_names_it(context: UiContext, driver_id: UUID, owner: QWidget) -> None:
    open_filing(context, owner, SubjectKind.DRIVER, driver_id, "Ana Beatriz de Souza")
    dialog, form = form_opened(context, FilingForm)
    form.channel.choose(ApplicationChannel.OPERATOR)
    save(context, dialog)
    with context.desk.reading() as session:
        (line,) = application_cards.lines_of(context.desk, session, SubjectKind.DRIVER, driver_id)
    assert line.channel is ApplicationChannel.OPERATOR
    assert application_cards.card(context.desk, line.application_id).sponsor == office.OPERATOR.legal_name


def test_a_request_already_open_is_said_and_not_offered(
    context: UiContext, filed: UUID, driver_id: UUID, owner: QWidget
) -> None:
    assert filed
    open_filing(context, owner, SubjectKind.DRIVER, driver_id, "Ana Beatriz de Souza")
    _dialog, form = form_opened(context, FilingForm)
    assert any("ainda não foi decidido. Retome-o." in text for text in texts(form))
    assert form.kind.value() is not FIRST


def test_the_list_and_the_card_say_where_it_stands(screen: ApplicationsScreen) -> None:
    assert screen.table.total() == 1
    view = card(screen)
    assert view.head.badge.text() == "Faltam documentos"
    shown = " ".join(texts(view))
    assert "Taxa anual de autorização paga" in shown
    assert "Desde o protocolo" in shown
    assert "ainda não começou" in shown


def test_an_exigencia_pauses_the_clock_and_is_answered(
    context: UiContext, screen: ApplicationsScreen, filed: UUID
) -> None:
    view = card(screen)
    assert "Nenhuma exigência aguarda resposta" in view.answer_button.toolTip()
    press(view, "Fazer exigência")
    dialog, form = form_opened(context, MissingForm)
    assert len(form.requirements.value()) == 2
    save(context, dialog)
    assert opened(context, DocumentPreview).windowTitle().startswith("Exigência")
    view = refreshed(context, screen)
    assert state(context, filed) is ApplicationState.REQUISITION
    assert "Já há uma exigência" in view.requisition_button.toolTip()
    press(view, "Exigência cumprida")
    assert context.tasks.wait_idle()
    assert state(context, filed) is ApplicationState.INCOMPLETE


def test_a_refusal_waits_for_another_person(context: UiContext, screen: ApplicationsScreen, filed: UUID) -> None:
    view = card(screen)
    view.refuse()
    dialog, form = form_opened(context, MissingForm)
    note = form.note.findChild(QPlainTextEdit)
    assert note is not None
    note.setPlainText("Não apresentou a certidão no prazo dado.")
    save(context, dialog)
    press(opened(context, Prompt), "Entendi")
    view = refreshed(context, screen)
    view.refuse()
    prompt = opened(context, DecisionPrompt)
    assert not prompt.approve_button.isEnabled()
    prompt.reject()

    mine = context.desk.actor
    context.desk.actor = office.add_colleague(context.desk)
    view = refreshed(context, screen)
    view.refuse()
    prompt = next(each for each in windows(DecisionPrompt) if each.approve_button.isEnabled())
    press(prompt, "Aprovar")
    assert context.tasks.wait_idle()
    assert opened(context, DocumentPreview).windowTitle().startswith("Indeferimento")
    assert state(context, filed) is ApplicationState.REFUSED
    context.desk.actor = mine
    view = refreshed(context, screen)
    assert view.head.badge.text() == "Indeferido"
    assert not view.requisition_button.isEnabled()
    assert "Decidido em" in view.requisition_button.toolTip()


def test_what_is_complete_cannot_be_refused(context: UiContext, screen: ApplicationsScreen, driver_id: UUID) -> None:
    office.ready(context.desk, driver_id)
    view = refreshed(context, screen)
    assert view.head.badge.text() == "Pronto para decidir"
    assert "não pode ser indeferido (arts. 9º e 14)" in view._refuse_action.text()
    assert "o que obriga" in " ".join(texts(view))


def test_a_withdrawal_has_its_reason(context: UiContext, screen: ApplicationsScreen, filed: UUID) -> None:
    card(screen).withdraw()
    give_reason(context, "A pedido do interessado", "Registrar desistência")
    assert state(context, filed) is ApplicationState.WITHDRAWN


def test_the_desk_that_is_late_sees_it(
    context: UiContext, screen: ApplicationsScreen, driver_id: UUID, clock: FixedClock
) -> None:
    office.ready(context.desk, driver_id)
    clock.moment += timedelta(days=33)
    view = refreshed(context, screen)
    assert any("em atraso há 3 dias" in text for text in texts(view))


def test_a_renewal_in_time_says_what_it_is_worth(
    context: UiContext, driver_id: UUID, clock: FixedClock, qtbot: QtBot
) -> None:
    desk = context.desk
    office.ready(desk, driver_id)
    authorizations.issue(desk, SubjectKind.DRIVER, driver_id)
    clock.moment += timedelta(days=320)
    renewal = applications.file(desk, FileApplication(ApplicationKind.RENEWAL, SubjectKind.DRIVER, driver_id))
    screen = ApplicationsScreen(context)
    qtbot.addWidget(screen)
    screen.show()
    screen.open_subject(SubjectKind.APPLICATION, renewal.application_id)
    assert context.tasks.wait_idle()
    assert any("o CAA vale até a decisão" in text for text in texts(card(screen)))
    assert act_named(card(screen), "Abrir o cadastro").isEnabled()


def test_a_missing_paper_is_checked_and_the_fee_paid_without_leaving_the_request(
    context: UiContext, screen: ApplicationsScreen, filed: UUID
) -> None:
    press(card(screen).requirements, "Registrar pagamento…")
    dialog, form = form_opened(context, PaymentForm)
    form.receipt.line.setText("BB-7")
    save(context, dialog)
    view = refreshed(context, screen)
    assert "Taxa anual de autorização paga" not in " ".join(texts(view.requirements))
    act_named(view.requirements, "Conferir… Certidão de Nada Consta Criminal da Comarca de Primavera do Leste").click()
    _dialog, check = form_opened(context, CheckForm)
    assert check is not None
    assert state(context, filed) is ApplicationState.INCOMPLETE


def test_the_list_can_be_narrowed_to_what_waits(context: UiContext, screen: ApplicationsScreen, filed: UUID) -> None:
    applications.withdraw(context.desk, filed, "Desistiu.")
    refreshed(context, screen)
    assert screen.table.total() == 1
    screen.withdrawn.setChecked(True)
    assert context.tasks.wait_idle()
    assert screen.table.total() == 0


def test_who_only_asks_takes_the_list_of_what_to_bring(context: UiContext, screen: ApplicationsScreen) -> None:
    screen.new_button.click()
    prompt = opened(context, WhoAsksPrompt)
    act_named(prompt, "Lista do que trazer: Operadora").click()
    assert context.tasks.wait_idle()
    assert opened(context, DocumentPreview).windowTitle().startswith("Lista de documentos")


def test_only_what_the_request_needs_is_asked_for(context: UiContext, driver_id: UUID, owner: QWidget) -> None:
    open_filing(context, owner, SubjectKind.DRIVER, driver_id, "Ana Beatriz de Souza")
    _dialog, form = form_opened(context, FilingForm)
    assert form.vehicle is not None
    assert form.sponsor is not None
    assert (form.vehicle.isVisible(), form.sponsor.isVisible()) == (False, False)
    form.kind.choose(ApplicationKind.VEHICLE_REGISTRATION)
    form.channel.choose(ApplicationChannel.OPERATOR)
    assert (form.vehicle.isVisible(), form.sponsor.isVisible()) == (True, True)


def test_the_vehicle_of_a_request_is_opened_from_it(
    context: UiContext, driver_id: UUID, screen: ApplicationsScreen
) -> None:
    vehicle_id = drivers.card(context.desk, driver_id).vehicles[0].vehicle_id
    command = FileApplication(
        ApplicationKind.VEHICLE_REGISTRATION, SubjectKind.DRIVER, driver_id, vehicle_id=vehicle_id
    )
    about = applications.file(context.desk, command)
    screen.open_subject(SubjectKind.APPLICATION, about.application_id)
    assert context.tasks.wait_idle()
    view = card(screen)
    shown = " ".join(texts(view))
    assert "Cadastro condicional: comprovar a vistoria até 31/12/2026" in shown
    assert "Comprovação da vistoria" in shown
    wanted: list[tuple[object, object]] = []
    context.bus.subject_wanted.connect(lambda kind, subject: wanted.append((kind, subject)))
    view.open_vehicle()
    view.open_holder()
    assert wanted == [(SubjectKind.VEHICLE, vehicle_id), (SubjectKind.DRIVER, driver_id)]


def test_a_change_of_data_is_concluded_from_its_card(
    context: UiContext, driver_id: UUID, screen: ApplicationsScreen
) -> None:
    command = FileApplication(ApplicationKind.DATA_CHANGE, SubjectKind.DRIVER, driver_id, notes="Telefone novo.")
    change = applications.file(context.desk, command)
    screen.open_subject(SubjectKind.APPLICATION, change.application_id)
    assert context.tasks.wait_idle()
    card(screen).conclude()
    assert context.tasks.wait_idle()
    assert state(context, change.application_id) is ApplicationState.GRANTED


def test_a_protocol_number_in_the_search_box_brings_the_request(context: UiContext, filed: UUID) -> None:
    hits = [hit for hit in search.find(context.desk, "000001/2026-01") if hit.kind is SubjectKind.APPLICATION]
    assert [(hit.subject_id, hit.title, hit.standing) for hit in hits] == [(filed, "Protocolo 000001/2026-01", None)]
    assert hits[0].subtitle == "Ana Beatriz de Souza · 01/12/2026"


def test_the_counter_shows_a_request_found_by_its_number(context: UiContext, filed: UUID, qtbot: QtBot) -> None:
    counter = CounterScreen(context)
    qtbot.addWidget(counter)
    counter.show()
    counter.search("000001/2026-01")
    assert context.tasks.wait_idle()
    counter.open_subject(SubjectKind.APPLICATION, filed)
    assert context.tasks.wait_idle()
    assert isinstance(counter.card, ApplicationCardView)
    assert counter.card.head.badge.text() == "Faltam documentos"
