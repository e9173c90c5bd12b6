"""Years around a CAA on the real window: the acts are pressed where a person presses them, the clock is moved."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, time, timedelta
from pathlib import Path
from uuid import UUID

import pypdf
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from stipdesk.domain.applications import ApplicationKind
from stipdesk.domain.clock import FixedClock, at_office
from stipdesk.domain.measures import MeasureKind
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import StandingState
from stipdesk.services import decisions, documents, drivers, measures, vehicles
from stipdesk.services import office as office_service
from stipdesk.services.access import Actor, Desk
from stipdesk.ui.appearance import Appearance
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.main_window import MainWindow
from stipdesk.ui.printing import PaperSize
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.screens.applications.card import ApplicationCardView
from stipdesk.ui.screens.applications.dialogs import MissingForm
from stipdesk.ui.screens.applications.screen import ApplicationsScreen
from stipdesk.ui.screens.counter.screen import CounterScreen
from stipdesk.ui.screens.documents.preview import DocumentPreview
from stipdesk.ui.screens.drivers.card import DriverCard
from stipdesk.ui.screens.parts.applications import FilingForm
from stipdesk.ui.screens.parts.check_dialog import CheckForm
from stipdesk.ui.screens.parts.decisions import open_decision
from stipdesk.ui.screens.parts.payment_dialog import PaymentForm
from stipdesk.ui.screens.registry import TABS
from stipdesk.ui.screens.vehicles.inspection import InspectionForm
from tests import office
from tests.ui.acting import form_opened, opened, press, save, texts
from tests.ui.conftest import activate, windows
from tests.ui.hands import Hands
from tests.ui.test_preview import pdf_printer

NAME = office.DRIVER.full_name
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def registered(window_desk: Desk) -> UUID:
    """Ana, her car and her operator are registered; nothing was checked, paid or inspected."""
    return office.walk_in(window_desk)[1]


@pytest.fixture
def counter(registered: UUID, context: UiContext, appearance: Appearance) -> CounterScreen:
    assert registered
    window = MainWindow(context, appearance, TABS, "Estação 01")
    window.resize(1366, 768)
    window.show()
    activate(window)
    screen = window.screen_of(0)
    assert isinstance(screen, CounterScreen)
    return screen


class Visit:
    """Ana at the counter, on a day."""

    def __init__(self, context: UiContext, counter: CounterScreen, clock: FixedClock, driver_id: UUID) -> None:
        self.context = context
        self.desk = context.desk
        self.counter = counter
        self.clock = clock
        self.driver_id = driver_id
        self.hands = Hands(context)

    def on(self, day: date) -> None:
        """Some years later, or some days."""
        self.clock.moment = at_office(day, time(9))
        self.come()

    def come(self) -> DriverCard:
        """The driver is found and her card is shown, as she is today."""
        self.counter.open_subject(SubjectKind.DRIVER, self.driver_id)
        assert self.context.tasks.wait_idle()
        card = self.counter.card
        assert isinstance(card, DriverCard)
        return card

    @property
    def card(self) -> DriverCard:
        assert self.context.tasks.wait_idle()
        card = self.counter.card
        assert isinstance(card, DriverCard)
        return card

    @property
    def state(self) -> StandingState:
        return drivers.card(self.desk, self.driver_id).standing.state

    def step(self) -> str:
        """Presses the next step; what it said."""
        said = self.card.life.visit._told.text()
        assert self.card.life.visit.step_button.isEnabled(), self.card.life.visit.step_button.toolTip()
        self.card.life.visit.do_next()
        assert self.context.tasks.wait_idle()
        return said

    def check_certificate(self) -> None:
        assert "Certidão" in self.step()
        dialog, form = form_opened(self.context, CheckForm)
        form.issued_on.set_value(self.desk.today)
        save(self.context, dialog)

    def pay(self, receipt: str) -> None:
        assert "pagamento" in self.step()
        dialog, form = form_opened(self.context, PaymentForm)
        form.receipt.line.setText(receipt)
        save(self.context, dialog)

    def inspect(self) -> None:
        assert "Vistoriar" in self.step()
        dialog, form = form_opened(self.context, InspectionForm)
        form.institution.line.setText("Pátio da CMTU")
        form.all_good()
        save(self.context, dialog)
        self.close_papers()

    def issue(self) -> str:
        """Issues by the next step; the text of the certificate."""
        assert "Emitir" in self.step()
        preview = windows(DocumentPreview)[0]
        paper = preview._view.pdf
        self.close_papers()
        return _text(paper)

    def close_papers(self) -> None:
        for preview in windows(DocumentPreview):
            preview.reject()
        QApplication.processEvents()
        assert self.context.tasks.wait_idle()

    def first_authorization(self) -> None:
        """From nothing to a CAA and a seal."""
        self.come()
        self.check_certificate()
        self.pay("BB-1")
        self.inspect()
        assert office.DRIVER.full_name in self.issue()


@pytest.fixture
def visit(context: UiContext, counter: CounterScreen, clock: FixedClock, registered: UUID) -> Visit:
    return Visit(context, counter, clock, registered)


def _text(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages)


def test_the_first_caa(visit: Visit) -> None:
    visit.first_authorization()
    assert visit.state is StandingState.REGULAR
    assert visit.card.header.badge.text() == "REGULAR até 01/12/2027"
    assert "Nada a fazer hoje" in visit.card.life.visit._told.text()
    papers = {each.kind.value for each in documents.unprinted(visit.desk, _subjects(visit))}
    assert papers == {"driver_certificate", "seal", "inspection_report"}
    assert visit.card.life.visit.print_button.accessibleName() == "Imprimir 3 documentos de hoje"


def _subjects(visit: Visit) -> list[UUID]:
    card = drivers.card(visit.desk, visit.driver_id)
    return [visit.driver_id, *(car.vehicle_id for car in card.vehicles)]


def test_an_exigencia_and_its_answer(visit: Visit, context: UiContext) -> None:
    visit.come()
    visit.card.life.file()
    dialog, _form = form_opened(context, FilingForm)
    save(context, dialog)
    visit.close_papers()
    window = visit.counter.window()
    assert isinstance(window, MainWindow)
    (line,) = visit.card.view.life.applications if visit.card.view else ()
    window.open_subject(SubjectKind.APPLICATION, line.application_id)
    assert context.tasks.wait_idle()
    screen = window.screen_of(window.bar.currentIndex())
    assert isinstance(screen, ApplicationsScreen)
    card = screen.card
    assert isinstance(card, ApplicationCardView)
    card.demand()
    dialog, form = form_opened(context, MissingForm)
    assert form.requirements.value() == ("driver.criminal_certificate", "driver.fee")
    save(context, dialog)
    letter = _text(windows(DocumentPreview)[0]._view.pdf)
    assert "Nada Consta" in letter
    assert "art. 14" in letter
    visit.close_papers()
    window.go_to(0)
    visit.on(visit.desk.today + timedelta(days=9))
    visit.check_certificate()
    visit.pay("BB-1")
    window.open_subject(SubjectKind.APPLICATION, line.application_id)
    assert context.tasks.wait_idle()
    card.answer()
    assert context.tasks.wait_idle()
    assert any("9 dias parados" in text for text in texts(card))
    window.go_to(0)
    visit.come()
    while "Vistoriar" in visit.card.life.visit._told.text():
        visit.inspect()
    visit.issue()
    assert visit.state is StandingState.REGULAR
    window.open_subject(SubjectKind.APPLICATION, line.application_id)
    assert context.tasks.wait_idle()
    assert card.head.badge.text() == "Deferido"


def test_a_renewal_in_time_keeps_the_caa_and_follows_the_old_term(visit: Visit, context: UiContext) -> None:
    visit.first_authorization()
    visit.on(date(2027, 11, 1))  # the last timely day: 30 days before 1 December is a Monday, the 1st
    visit.card.life.file()
    dialog, form = form_opened(context, FilingForm)
    assert form.kind.value() == "renewal"
    save(context, dialog)
    assert "art. 17, § 2º" in _text(windows(DocumentPreview)[0]._view.pdf)
    visit.close_papers()
    office_service.new_key(visit.desk, office.PASSPHRASE)
    visit.on(date(2027, 12, 15))
    assert visit.state is StandingState.EXTENDED
    assert visit.card.header.badge.text() == "EM VIGOR por prorrogação legal"
    visit.card.life.statements.declare_extension()
    assert context.tasks.wait_idle()
    assert not windows(Prompt), texts(windows(Prompt)[0])
    assert "17, § 2º" in _text(windows(DocumentPreview)[0]._view.pdf)
    visit.close_papers()
    visit.card.reload()
    visit.check_certificate()
    visit.pay("BB-2")
    while "Vistoriar" in visit.card.life.visit._told.text():
        visit.inspect()
    visit.issue()
    assert visit.state in {StandingState.REGULAR, StandingState.ATTENTION}
    newest = drivers.card(visit.desk, visit.driver_id).authorizations[0]
    assert (newest.valid_from, newest.valid_until) == (date(2027, 12, 2), date(2028, 12, 1))


def test_a_renewal_asked_late_does_not_extend(visit: Visit, context: UiContext) -> None:
    visit.first_authorization()
    visit.on(date(2027, 11, 4))
    visit.card.life.file()
    dialog, _form = form_opened(context, FilingForm)
    save(context, dialog)
    visit.close_papers()
    visit.on(date(2027, 12, 1))
    assert visit.state.may_serve
    visit.on(date(2027, 12, 2))
    assert visit.state is StandingState.EXPIRED
    assert "VENCIDO" in visit.card.header.badge.text()
    visit.check_certificate()
    visit.pay("BB-2")
    while "Vistoriar" in visit.card.life.visit._told.text():
        visit.inspect()
    visit.issue()
    newest = drivers.card(visit.desk, visit.driver_id).authorizations[0]
    assert (newest.valid_from, newest.valid_until) == (date(2027, 12, 2), date(2028, 12, 2))


def test_a_conditional_vehicle_lapses_and_is_reopened_by_the_proof(visit: Visit, context: UiContext) -> None:
    visit.come()
    visit.card.life.file()
    dialog, form = form_opened(context, FilingForm)
    form.kind.choose(ApplicationKind.VEHICLE_REGISTRATION)
    save(context, dialog)
    visit.close_papers()
    vehicle_id = drivers.card(visit.desk, visit.driver_id).vehicles[0].vehicle_id

    def standing() -> StandingState:
        return vehicles.card(visit.desk, vehicle_id).standing.state

    assert standing() is StandingState.CONDITIONAL
    visit.on(date(2026, 12, 31))
    assert standing() is StandingState.CONDITIONAL
    visit.on(date(2027, 1, 5))
    assert standing() is StandingState.BLOCKED
    assert any("Bloqueado".upper() in text for text in texts(visit.card.vehicles))
    visit.check_certificate()
    visit.pay("BB-1")
    visit.inspect()
    assert standing().may_serve


def test_a_precautionary_suspension_and_the_reversal(visit: Visit) -> None:
    """The process, the precautionary suspension beside it, the suspension it ends in, the reversal that cures it."""
    visit.first_authorization()
    desk, colleague, today = visit.desk, _colleague(visit), visit.desk.today
    condition = "driver.license_validity"
    opening = measures.OpenSuspension(SubjectKind.DRIVER, visit.driver_id, "CNH cassada.", (condition,), today)
    process = measures.open_suspension(desk, opening).measure_id
    _impose(visit, colleague, MeasureKind.PRECAUTIONARY_SUSPENSION, process)
    visit.come()
    assert visit.card.header.badge.text().startswith("CAA SUSPENSO")
    assert any("Suspenso" in text for text in texts(visit.card.authorizations))
    measures.record_defense(desk, process, today, "Pede prazo.")
    with _as(desk, colleague):
        measures.propose_imposition(
            desk, measures.ProposeImposition(process, "Não se defendeu.", measures.Terms(effective_from=today))
        )
    _take(visit)
    measures.record_service(desk, process, today)
    visit.come()
    assert visit.state is StandingState.SUSPENDED
    assert any("peça a reversão até 31/12/2026" in text for text in texts(visit.card.header))
    measures.request_reversal(desk, process, today, "CNH restabelecida, conferida no balcão.")
    with _as(desk, colleague):
        measures.propose_reversal(desk, process, grant=True, reason="Correção comprovada.")
    _take(visit)
    visit.come()
    assert "REGULAR" in visit.card.header.badge.text()


def test_a_cassation_bars_a_new_request_until_its_day(visit: Visit, context: UiContext) -> None:
    visit.first_authorization()
    _impose(visit, _colleague(visit), MeasureKind.CASSATION)
    visit.on(date(2027, 6, 1))
    assert visit.state is StandingState.CASSATED
    card = visit.card
    assert "Impedido de pedir novo CAA até 01/12/2028 (art. 34, § 1º)" in card.life.visit._told.text()
    assert not card.issue_button.isEnabled()
    assert "01/12/2028" in card.issue_button.toolTip() or "art. 34" in card.issue_button.toolTip()
    assert any("Extinto" in text for text in texts(card.authorizations))
    card.life.file()
    _dialog, form = form_opened(context, FilingForm)
    assert any("Novo CAA pode ser pedido a partir de 01/12/2028" in text for text in texts(form))
    assert form.kind.value() not in {"first_authorization", "renewal"}
    for each in windows(FormDialog):
        each._discard()
    visit.on(date(2028, 12, 1))
    visit.card.life.file()
    _dialog, form = form_opened(context, FilingForm)
    assert form.kind.value() == "first_authorization"


def test_a_counter_renewal_takes_few_strokes(visit: Visit, context: UiContext, tmp_path: Path) -> None:
    """From the search to the printed CAA, papers in order: the README's manual gives this number."""
    visit.first_authorization()
    visit.clock.moment = at_office(date(2027, 10, 20), time(9))
    window = visit.counter.window()
    assert isinstance(window, MainWindow)
    hands = visit.hands
    hands.key(Qt.Key.Key_F3, window=window)
    hands.type(window.search, NAME)
    hands.key(Qt.Key.Key_Return)
    hands.key(Qt.Key.Key_F4)
    dialog, check = form_opened(context, CheckForm)
    hands.type(check.issued_on.line, "19102027")
    hands.key(Qt.Key.Key_Return, CONTROL, dialog)
    hands.key(Qt.Key.Key_F4, window=window)
    dialog, payment = form_opened(context, PaymentForm)
    hands.type(payment.receipt.line, "BB-77")
    hands.key(Qt.Key.Key_Return, CONTROL, dialog)
    hands.key(Qt.Key.Key_F4, window=window)
    preview = opened(context, DocumentPreview)
    hands.strokes += 1  # Ctrl+P, answered here by a printer that writes a file
    preview.print_on(pdf_printer(tmp_path / "caa.pdf", PaperSize(210, 297)), "")
    hands.strokes += 1  # Enter in the system's own printer dialog
    assert context.tasks.wait_idle()
    newest = drivers.card(visit.desk, visit.driver_id).authorizations[0]
    assert newest.valid_until == date(2028, 12, 1)
    assert hands.strokes == 9
    assert hands.strokes <= 15


def _colleague(visit: Visit) -> Actor:
    return office.add_colleague(visit.desk)


@contextmanager
def _as(desk: Desk, actor: Actor) -> Iterator[None]:
    """Somebody else at the desk for a moment."""
    mine, desk.actor = desk.actor, actor
    yield
    desk.actor = mine


def _impose(visit: Visit, colleague: Actor, kind: MeasureKind, process: UUID | None = None) -> UUID:
    """The colleague proposes; whoever is at this window takes it."""
    today = visit.desk.today
    terms = measures.Terms(effective_from=today)
    if kind is MeasureKind.CASSATION:
        terms = measures.Terms(effective_from=today, imposed_on=today - timedelta(days=60), final_on=today)
    reason = "Fatos apurados em processo."
    command = measures.ProposeMeasure(kind, SubjectKind.DRIVER, visit.driver_id, reason, terms, process)
    with _as(visit.desk, colleague):
        made = measures.propose_measure(visit.desk, command)
    _take(visit)
    return made.measure_id


def _take(visit: Visit) -> None:
    (line,) = decisions.pending(visit.desk)
    press(open_decision(visit.context, visit.counter, line), "Aprovar")
    assert visit.context.tasks.wait_idle()
    visit.close_papers()
