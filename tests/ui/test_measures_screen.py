"""Measures at the real window: a new one, each step with its dialog, the second person, what the operators are told."""

from datetime import date
from uuid import UUID

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from stipdesk.domain.measures import MeasureEnding, MeasureKind, MeasureState, MeasureStep
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import decisions, measure_cards, measures, users
from stipdesk.services.access import Actor
from stipdesk.services.drivers import ListRequest
from stipdesk.services.measures import OpenSuspension, ProposeImposition, ProposeMeasure, Terms
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.documents.preview import DocumentPreview
from stipdesk.ui.screens.measures.card import MeasureCardView
from stipdesk.ui.screens.measures.dialogs import HolderForm, KindPrompt, SendingForm, open_measure
from stipdesk.ui.screens.measures.forms import OpeningForm, ProposalForm, StepForm
from stipdesk.ui.screens.measures.screen import MeasuresScreen
from stipdesk.ui.screens.parts.decisions import DecisionPrompt, PendingDecisions
from stipdesk.ui.screens.parts.measures import MeasuresSection
from tests import office
from tests.ui.acting import act_named, form_opened, opened, press, put, save, texts
from tests.ui.conftest import activate, windows

TODAY = date(2026, 12, 1)
LOST = ("driver.paid_activity",)


@pytest.fixture
def driver_id(context: UiContext) -> UUID:
    return office.walk_in(context.desk)[1]


@pytest.fixture
def colleague(context: UiContext) -> Actor:
    return office.add_colleague(context.desk)


@pytest.fixture
def screen(context: UiContext, request: pytest.FixtureRequest) -> MeasuresScreen:
    """The tab, told of every change as the main window would, with somebody registered."""
    request.getfixturevalue("driver_id")
    made = MeasuresScreen(context)
    made.resize(1326, 700)
    made.show()
    context.bus.changed.connect(made.reload)
    context.bus.subject_wanted.connect(made.open_subject)
    assert context.tasks.wait_idle()
    return made


def card_of(screen: MeasuresScreen) -> MeasureCardView:
    assert isinstance(screen.card, MeasureCardView)
    return screen.card


def shown(context: UiContext, screen: MeasuresScreen, measure_id: UUID) -> MeasureCardView:
    screen.open_subject(SubjectKind.MEASURE, measure_id)
    assert context.tasks.wait_idle()
    return card_of(screen)


def only_measure(context: UiContext) -> measure_cards.MeasureCard:
    total, rows = measure_cards.page(context.desk, ListRequest())
    assert total == 1
    return measure_cards.card(context.desk, rows[0].measure_id)


def waiting(context: UiContext) -> UUID:
    """The one proposal that waits for a second person."""
    (line,) = decisions.pending(context.desk)
    return line.proposal_id


def process(context: UiContext, driver_id: UUID) -> UUID:
    command = OpenSuspension(SubjectKind.DRIVER, driver_id, "CNH sem EAR.", LOST)
    return measures.open_suspension(context.desk, command).measure_id


def approve(context: UiContext, colleague: Actor, proposal_id: UUID) -> None:
    """The colleague, at another desk, takes it."""
    me, context.desk.actor = context.desk.actor, colleague
    decisions.decide(context.desk, proposal_id, approve=True)
    context.desk.actor = me


def suspended(context: UiContext, colleague: Actor, driver_id: UUID) -> UUID:
    measure_id = process(context, driver_id)
    measures.record_defense(context.desk, measure_id, TODAY, "Nega.")
    command = ProposeImposition(measure_id, "Não comprovou.", Terms())
    approve(context, colleague, measures.propose_imposition(context.desk, command))
    return measure_id


def revocation(driver_id: UUID) -> ProposeMeasure:
    return ProposeMeasure(
        MeasureKind.DISCRETIONARY_REVOCATION, SubjectKind.DRIVER, driver_id, "Interesse público demonstrado."
    )


def test_a_process_is_opened_from_the_tab_and_its_letter_shown(context: UiContext, screen: MeasuresScreen) -> None:
    press(screen, "Abrir processo ou propor medida")
    dialog, who = form_opened(context, HolderForm)
    save(context, dialog)
    assert who.driver.problem() == "Escolha o prestador ou a operadora."
    QTest.keyClicks(who.driver.line, "ana beatriz")
    assert context.tasks.wait_idle()
    QTest.keyClick(who.driver.line, Qt.Key.Key_Return)
    save(context, dialog)
    kinds = opened(context, KindPrompt)
    assert not kinds.kinds[MeasureKind.PRECAUTIONARY_SUSPENSION].isEnabled()
    assert "art. 38, parágrafo único" in kinds.kinds[MeasureKind.PRECAUTIONARY_SUSPENSION].toolTip()
    kinds.kinds[MeasureKind.CONDITIONS_SUSPENSION].click()
    dialog, form = form_opened(context, OpeningForm)
    form.conditions.set_value(LOST)
    form.reason.text.setPlainText("CNH sem a observação EAR.")
    form.notified.box.setChecked(True)
    save(context, dialog)
    made = only_measure(context)
    assert (made.line.kind, made.defense_due_on) == (MeasureKind.CONDITIONS_SUSPENSION, date(2026, 12, 16))
    assert [each.code for each in made.conditions] == list(LOST)
    (preview,) = windows(DocumentPreview)
    assert preview.windowTitle() == f"Abertura de processo {made.line.number}"
    assert screen.card.subject_id == made.line.measure_id
    assert "Defesa: até 16/12/2026" in texts(screen.card)


def test_a_sanction_is_proposed_with_its_dates(context: UiContext, screen: MeasuresScreen, driver_id: UUID) -> None:
    open_measure(context, screen, SubjectKind.DRIVER, driver_id, "Ana Beatriz de Souza")
    opened(context, KindPrompt).kinds[MeasureKind.PUNITIVE_SUSPENSION].click()
    dialog, form = form_opened(context, ProposalForm)
    put(form, imposed_on="01/11/2026", final_on="01/12/2026", effective_from="01/12/2026", effective_until="30/01/2027")
    form.reason.text.setPlainText("Gravidade da conduta.")
    save(context, dialog)
    assert form.terms.effective_until is not None
    assert "A suspensão passa de 60 dias. (art. 33, caput) Use no máximo 29/01/2027." in (
        form.terms.effective_until.problem()
    )
    put(form, effective_until="29/01/2027")
    save(context, dialog)
    made = only_measure(context)
    assert (made.line.kind, made.line.state, made.line.waiting) == (
        MeasureKind.PUNITIVE_SUSPENSION, MeasureState.OPENED, True,
    )  # fmt: skip
    card = card_of(screen)
    assert "Decidir proposta" in card.next_button.text()
    assert "Uma decisão proposta aguarda outra pessoa." in texts(card)


def test_who_proposed_cannot_approve_and_another_can(
    context: UiContext, screen: MeasuresScreen, driver_id: UUID, colleague: Actor
) -> None:
    made = measures.propose_measure(context.desk, revocation(driver_id))
    card = shown(context, screen, made.measure_id)
    card.next_button.click()
    prompt = opened(context, DecisionPrompt)
    assert not prompt.approve_button.isEnabled()
    assert "Quem propõe não decide: a decisão cabe a outra pessoa." in texts(prompt)
    prompt.reject()
    context.desk.actor = colleague
    card.reload()
    assert context.tasks.wait_idle()
    press(card, "Decidir: Impor medida · Ana Beatriz de Souza")
    prompt = opened(context, DecisionPrompt)
    prompt.approve_button.click()
    assert context.tasks.wait_idle()
    (preview,) = windows(DocumentPreview)
    assert preview.windowTitle() == f"Decisão {made.number}"
    assert only_measure(context).line.state is MeasureState.IN_FORCE
    assert card.head.badge.text() == "EM VIGOR"
    assert "Há comunicado à operadora por enviar." in texts(card)


def test_a_proposal_is_returned_only_with_why(
    context: UiContext, screen: MeasuresScreen, driver_id: UUID, colleague: Actor
) -> None:
    made = measures.propose_measure(context.desk, revocation(driver_id))
    context.desk.actor = colleague
    card = shown(context, screen, made.measure_id)
    card.next_button.click()
    prompt = opened(context, DecisionPrompt)
    prompt.return_button.click()
    assert context.tasks.wait_idle()
    assert prompt.note.problem() == "Escreva por que a proposta foi devolvida."
    prompt.note.text.setPlainText("Falta a prova.")
    prompt.return_button.click()
    assert context.tasks.wait_idle()
    assert not windows(DecisionPrompt)
    assert "Nota: Falta a prova." in texts(card.proposals)
    assert "Impor" in card.next_button.text()


def test_what_waits_is_listed_for_everybody(context: UiContext, driver_id: UUID) -> None:
    wanted: list[tuple[object, object]] = []
    context.bus.subject_wanted.connect(lambda kind, subject_id: wanted.append((kind, subject_id)))
    pending = PendingDecisions(context)
    pending.resize(700, 300)
    pending.show()
    pending.reload()
    assert context.tasks.wait_idle()
    assert "Nenhuma decisão aguardando." in texts(pending)
    made = measures.propose_measure(context.desk, revocation(driver_id))
    pending.reload()
    assert context.tasks.wait_idle()
    assert {"Impor medida · Ana Beatriz de Souza", "Interesse público demonstrado."} <= set(texts(pending))
    press(pending, "Abrir: Impor medida · Ana Beatriz de Souza")
    assert wanted == [(SubjectKind.MEASURE, made.measure_id)]
    office_user(context, Role.ATTENDANT)
    pending.reload()
    assert context.tasks.wait_idle()
    press(pending, "Decidir: Impor medida · Ana Beatriz de Souza")
    prompt = opened(context, DecisionPrompt)
    assert not prompt.approve_button.isEnabled()
    assert prompt.approve_button.toolTip() == "Ato de: Unidade Gestora · Coordenação."


def office_user(context: UiContext, role: Role) -> None:
    """Another user sits down at the desk."""
    users.sign_in(context.desk, "helena", office.PASSWORD)
    office.sign_in_as(context.desk, role)


def test_a_suspension_walks_through_its_steps_to_the_revocation(
    context: UiContext, screen: MeasuresScreen, driver_id: UUID, colleague: Actor
) -> None:
    measure_id = process(context, driver_id)
    card = shown(context, screen, measure_id)
    assert "Registrar ciência da abertura" in card.next_button.text()
    card.next_button.click()
    dialog, form = form_opened(context, StepForm)
    save(context, dialog)
    card.step_acts[MeasureStep.RECORD_DEFENSE].trigger()
    dialog, form = form_opened(context, StepForm)
    assert form.text is not None
    form.text.text.setPlainText("Vai renovar.")
    save(context, dialog)
    assert "Impor" in card.next_button.text()
    card.next_button.click()
    dialog, imposing = form_opened(context, ProposalForm)
    imposing.reason.text.setPlainText("Não comprovou.")
    save(context, dialog)
    approve(context, colleague, waiting(context))
    card = shown(context, screen, measure_id)
    card.next_button.click()
    dialog, form = form_opened(context, StepForm)
    save(context, dialog)
    assert "Reversão: até 31/12/2026" in texts(card)
    card.next_button.click()
    dialog, form = form_opened(context, StepForm)
    assert form.text is not None
    form.text.text.setPlainText("Uma foto.")
    save(context, dialog)
    assert card.head.badge.text() == "REVERSÃO PEDIDA"
    card.step_acts[MeasureStep.DENY_REVERSAL].trigger()
    dialog, form = form_opened(context, StepForm)
    assert form.text is not None
    form.text.text.setPlainText("Não prova nada.")
    save(context, dialog)
    approve(context, colleague, waiting(context))
    card = shown(context, screen, measure_id)
    assert card.head.badge.text() == "A REVOGAR"
    card.next_button.click()
    dialog, imposing = form_opened(context, ProposalForm)
    imposing.reason.text.setPlainText("Não foi comprovada a correção.")
    save(context, dialog)
    assert screen.card.subject_id != measure_id
    assert "Suspensão por perda de condições 000001/2026-01" in texts(card.related)


def test_a_step_out_of_reach_says_why_in_the_menu(context: UiContext, screen: MeasuresScreen, driver_id: UUID) -> None:
    card = shown(context, screen, process(context, driver_id))
    impose = card.step_acts[MeasureStep.IMPOSE]
    assert not impose.isEnabled()
    assert impose.text() == "Impor…\tRegistre a ciência: o prazo de defesa conta dela (art. 38, caput)."
    assert card.step_acts[MeasureStep.REVOKE].text().endswith("(art. 40).")
    office_user(context, Role.ATTENDANT)
    card.reload()
    assert context.tasks.wait_idle()
    assert not card.next_button.isEnabled()
    assert card.next_button.toolTip() == "Ato de: Unidade Gestora · Coordenação."


def test_what_an_operator_was_told_is_recorded(
    context: UiContext, screen: MeasuresScreen, driver_id: UUID, colleague: Actor
) -> None:
    card = shown(context, screen, suspended(context, colleague, driver_id))
    press(card.communications, "Registrar envio a Cerrado Mobilidade Ltda.")
    dialog, form = form_opened(context, SendingForm)
    save(context, dialog)
    assert form.means.problem()
    put(form, means="E-mail")
    save(context, dialog)
    assert "Enviado em 01/12/2026 · E-mail" in texts(card.communications)
    press(card.communications, "Registrar recebimento de Cerrado Mobilidade Ltda.")
    dialog, _ = form_opened(context, StepForm)
    save(context, dialog)
    assert "Recebido" in texts(card.communications)


@pytest.mark.parametrize(
    ("step", "ending"), [(MeasureStep.LIFT, MeasureEnding.LIFTED), (MeasureStep.ANNUL, MeasureEnding.ANNULLED)]
)
def test_a_measure_ends_by_a_decision(
    context: UiContext,
    screen: MeasuresScreen,
    driver_id: UUID,
    colleague: Actor,
    step: MeasureStep,
    ending: MeasureEnding,
) -> None:
    card = shown(context, screen, suspended(context, colleague, driver_id))
    card.step_acts[step].trigger()
    dialog, form = form_opened(context, StepForm)
    assert form.text is not None
    form.text.text.setPlainText("Razões do fim.")
    save(context, dialog)
    approve(context, colleague, waiting(context))
    assert only_measure(context).line.ending is ending
    card = shown(context, screen, only_measure(context).line.measure_id)
    assert not card.next_button.isEnabled()


def test_the_list_filters_and_its_row_opens_the_card(
    context: UiContext, screen: MeasuresScreen, driver_id: UUID
) -> None:
    measure_id = process(context, driver_id)
    assert context.tasks.wait_idle()
    activate(screen)
    screen.filter.setText("bruno")
    assert context.tasks.wait_idle()
    assert screen.table.total() == 0
    screen.filter.setText("000001/2026")
    assert context.tasks.wait_idle()
    assert screen.card.subject_id == measure_id


def test_the_holder_s_card_lists_its_measures(context: UiContext, driver_id: UUID) -> None:
    wanted: list[object] = []
    context.bus.subject_wanted.connect(lambda _kind, subject_id: wanted.append(subject_id))
    section = MeasuresSection(context)
    section.show()
    section.show_lines(())
    assert "Nenhuma suspensão, cassação ou revogação." in texts(section)
    measure_id = process(context, driver_id)
    section.show_lines(measure_cards.of_holder(context.desk, SubjectKind.DRIVER, driver_id))
    assert "Suspensão por perda de condições 000001/2026-01" in texts(section)
    act_named(section, "Abrir a medida 000001/2026-01").click()
    assert wanted == [measure_id]
