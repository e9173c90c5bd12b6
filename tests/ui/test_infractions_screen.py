"""Drawing up an auto at the real window: the items of art. 37, the conducts of art. 59, the term of art. 44."""

from dataclasses import replace
from datetime import date, time
from uuid import UUID

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from stipdesk.domain.clock import at_office
from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.identifiers import Cnpj
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import Addressee, SubjectKind
from stipdesk.services import documents, infractions, operators, users, vehicles
from stipdesk.services.access import Desk
from stipdesk.services.drivers import ListRequest
from stipdesk.services.infractions import DrawnUp, DrawUpInfraction
from stipdesk.ui.context import UiContext
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.screens.documents.preview import DocumentPreview
from stipdesk.ui.screens.infractions.card import InfractionCardView
from stipdesk.ui.screens.infractions.conducts import ConductButton
from stipdesk.ui.screens.infractions.draw_up import DrawUpDialog
from stipdesk.ui.screens.infractions.fields import TimeField
from stipdesk.ui.screens.infractions.form import InfractionForm
from stipdesk.ui.screens.infractions.paper import read_paper
from stipdesk.ui.screens.infractions.screen import InfractionsScreen
from stipdesk.ui.screens.parts.picker import SubjectField
from stipdesk.ui.widgets.basics import Badge, Notice, Text
from stipdesk.ui.widgets.buttons import ActButton
from tests import office
from tests.ui.conftest import activate, windows


@pytest.fixture
def people(context: UiContext) -> tuple[UUID, UUID, UUID]:
    """The operator, driver and vehicle of `tests.office`, linked; the driver is the vehicle's registrant."""
    return office.walk_in(context.desk)


@pytest.fixture
def screen(context: UiContext, request: pytest.FixtureRequest) -> InfractionsScreen:
    """The tab, as wide as at the office, with people to fine, told of every change as the main window would."""
    request.getfixturevalue("people")
    made = InfractionsScreen(context)
    made.resize(1326, 640)
    made.show()
    context.bus.changed.connect(made.reload)
    context.tasks.wait_idle()
    return made


def opened(context: UiContext, screen: InfractionsScreen) -> tuple[DrawUpDialog, InfractionForm]:
    dialog = screen.draw_up()
    activate(dialog)
    context.tasks.wait_idle()
    return dialog, dialog.form


def pick(context: UiContext, field: SubjectField, text: str) -> None:
    """Types and takes the first answer with the keyboard."""
    field.line.setFocus()
    QTest.keyClicks(field.line, text)
    context.tasks.wait_idle()
    QTest.keyClick(field.line, Qt.Key.Key_Return)


def fill(context: UiContext, form: InfractionForm, conduct: str = "A-a") -> None:
    """Everything an auto against the driver of `tests.office` needs."""
    pick(context, form.vehicle, "abc1d23")
    context.tasks.wait_idle()
    pick(context, form.driver, "ana beatriz")
    form.hour.line.setText("8h12")
    form.place.line.setText("Avenida São João, 1.210")
    form.conduct.choose(conduct)
    form.facts.text.setPlainText("Fumava com passageira a bordo.")
    form.served.box.setChecked(True)
    context.tasks.wait_idle()


def card_of(screen: InfractionsScreen) -> InfractionCardView:
    assert isinstance(screen.card, InfractionCardView)
    return screen.card


def texts(widget: QWidget) -> list[str]:
    """What can be read in a part of the screen, in no order."""
    QApplication.sendPostedEvents()  # what was just put in a layout is shown with the next event
    return [each.text() for each in widget.findChildren(Text) if each.isVisibleTo(widget) and each.text()]


def messages(form: InfractionForm) -> dict[str, str]:
    """The problem shown at each field."""
    return {field.name: field.problem() for field in form.problems()}


def drawn_up(desk: Desk, people: tuple[UUID, UUID, UUID]) -> DrawnUp:
    _, driver_id, vehicle_id = people
    command = DrawUpInfraction(
        Addressee.DRIVER, "A-a", at_office(desk.today, time(8, 12)), "Centro", "Fumava.", driver_id,
        vehicle_id=vehicle_id, served=True,
    )  # fmt: skip
    return infractions.draw_up(desk, command)


def only_auto(desk: Desk) -> infractions.InfractionCard:
    total, rows = infractions.page(desk, ListRequest())
    assert total == 1
    return infractions.card(desk, rows[0].infraction_id)


def test_an_auto_is_drawn_up_numbered_and_shown(
    context: UiContext, screen: InfractionsScreen, people: tuple[UUID, UUID, UUID]
) -> None:
    _, driver_id, vehicle_id = people
    dialog, form = opened(context, screen)
    fill(context, form)
    assert "Defesa até 16/12/2026" in texts(form.deadline)
    expected = infractions.preview_deadline(context.desk, date(2026, 12, 1))
    assert set(expected.steps) <= set(texts(form.deadline))
    QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    context.tasks.wait_idle()
    auto = only_auto(context.desk)
    assert (auto.driver_id, auto.vehicle_id, auto.line.conduct) == (driver_id, vehicle_id, "A-a")
    assert auto.line.occurred_at == at_office(date(2026, 12, 1), time(8, 12))
    assert auto.reckoning == expected.steps
    (preview,) = windows(DocumentPreview)
    assert preview.windowTitle() == "Auto de infração 000001/2026-01"
    assert screen.card.subject_id == auto.line.infraction_id
    assert screen.table.total() == 1


def test_the_card_shows_the_items_of_the_law_and_the_reckoning(
    context: UiContext, screen: InfractionsScreen, people: tuple[UUID, UUID, UUID]
) -> None:
    drawn = drawn_up(context.desk, people)
    screen.open_subject(SubjectKind.INFRACTION, drawn.infraction_id)
    context.tasks.wait_idle()
    shown = texts(screen.card)
    assert "ITENS DO AUTO (ART. 37, § 1º)" in shown
    assert [each for each in ("I", "II", "III", "IV", "V", "VI", "VII", "VIII") if each in shown] == [
        "I", "II", "III", "IV", "V", "VI", "VII",
    ]  # fmt: skip
    assert "ABC1D23 · Chevrolet Onix Plus" in shown
    assert "DEFESA até 16/12/2026" in shown
    for number, step in enumerate(infractions.card(context.desk, drawn.infraction_id).reckoning, start=1):
        assert f"{number}. {step}" in shown


def test_the_card_shows_the_paper_and_opens_it(
    context: UiContext, screen: InfractionsScreen, people: tuple[UUID, UUID, UUID]
) -> None:
    drawn = drawn_up(context.desk, people)
    screen.open_subject(SubjectKind.INFRACTION, drawn.infraction_id)
    context.tasks.wait_idle()
    paper = card_of(screen).paper
    assert "Ainda não impresso" in texts(paper)
    size = paper.page.picture.deviceIndependentSize()
    assert size.height() / size.width() == pytest.approx(297 / 210, abs=0.02)
    QTest.keyClick(paper.page, Qt.Key.Key_Return)
    context.tasks.wait_idle()
    (preview,) = windows(DocumentPreview)
    assert preview._view.line.document_id == drawn.document_id


def test_a_paper_that_cannot_be_shown_does_not_keep_the_card_from_opening(
    context: UiContext, screen: InfractionsScreen, people: tuple[UUID, UUID, UUID]
) -> None:
    drawn = drawn_up(context.desk, people)
    auto = infractions.card(context.desk, drawn.infraction_id)
    nowhere = replace(auto, line=replace(auto.line, document_id=drawn.infraction_id))
    paper = read_paper(context.desk, nowhere)
    assert paper.why_not == "Este documento não existe neste banco de dados."
    section = card_of(screen).paper
    section.show_paper(paper)
    assert paper.why_not in texts(section)
    assert section.page.isHidden()


def test_what_is_missing_names_the_article_of_a_driver(context: UiContext, screen: InfractionsScreen) -> None:
    dialog, form = opened(context, screen)
    form.conduct.choose("A-a")
    dialog.save()
    assert context.tasks.is_idle
    found = messages(form)
    assert "art. 37, § 1º, III" in found["vehicle_id"]
    assert "art. 37, § 1º, IV" in found["driver_id"]
    assert found["occurred_time"] == "Falta a hora. (art. 37, § 1º, II)"
    assert "art. 37, § 1º, II" in found["place"]
    assert "art. 37, § 1º, V" in found["facts"]
    assert infractions.page(context.desk, ListRequest())[0] == 0


def test_what_is_missing_names_the_article_of_an_operator(context: UiContext, screen: InfractionsScreen) -> None:
    dialog, form = opened(context, screen)
    form.addressee.choose(Addressee.OPERATOR)
    form.conduct.choose("D-b")
    dialog.save()
    found = messages(form)
    assert "art. 37, § 5º, III" in found["operator_id"]
    assert "art. 37, § 5º, IV" in found["facts"]
    assert "vehicle_id" not in found
    assert form.vehicle.isHidden()


def test_an_auto_against_an_operator(
    context: UiContext, screen: InfractionsScreen, people: tuple[UUID, UUID, UUID]
) -> None:
    dialog, form = opened(context, screen)
    form.addressee.choose(Addressee.OPERATOR)
    pick(context, form.operator, "cerrado")
    form.hour.line.setText("09:00")
    form.place.line.setText("Sede")
    form.conduct.choose("D-b")
    form.facts.text.setPlainText("Informou quilometragem que não houve.")
    dialog.save()
    context.tasks.wait_idle()
    auto = only_auto(context.desk)
    assert (auto.addressee, auto.addressee_id, auto.vehicle_id) == (Addressee.OPERATOR, people[0], None)
    assert auto.line.defense_due_on is None
    shown = texts(screen.card)
    assert "ITENS DO AUTO (ART. 37, § 5º)" in shown
    assert "VII" not in shown
    assert "A NOTIFICAR" in shown
    assert not card_of(screen).vehicle_button.isEnabled()


def test_a_driver_not_identified_needs_the_reason_and_the_auto_goes_to_the_registrant(
    context: UiContext, screen: InfractionsScreen, people: tuple[UUID, UUID, UUID]
) -> None:
    dialog, form = opened(context, screen)
    fill(context, form)
    form.unidentified.box.setChecked(True)
    assert form.addressed_to.text == (
        "O auto se dirige ao responsável pelo cadastro do veículo: Ana Beatriz de Souza (art. 37, § 4º)."
    )
    dialog.save()
    assert "art. 37, § 3º" in messages(form)["unidentified_reason"]
    form.unidentified_reason.text.setPlainText("Evadiu-se do local.")
    dialog.save()
    context.tasks.wait_idle()
    auto = only_auto(context.desk)
    assert (auto.driver_id, auto.addressee_id) == (None, people[1])
    assert auto.unidentified_reason == "Evadiu-se do local."


def test_a_vehicle_without_registrant_cannot_stand_for_its_driver(
    context: UiContext, screen: InfractionsScreen
) -> None:
    vehicles.register(context.desk, office.another_vehicle(3))
    dialog, form = opened(context, screen)
    pick(context, form.vehicle, "qbx3a03")
    context.tasks.wait_idle()
    form.unidentified.box.setChecked(True)
    assert "não tem responsável pelo cadastro" in form.addressed_to.text
    dialog.save()
    assert "art. 37, § 4º" in messages(form)["vehicle_id"]


def test_those_who_use_the_vehicle_are_one_click_away(context: UiContext, screen: InfractionsScreen) -> None:
    _dialog, form = opened(context, screen)
    pick(context, form.vehicle, "ABC-1D23")
    context.tasks.wait_idle()
    assert "Usam este veículo:" in texts(form.users)
    (offer,) = [each for each in form.users.findChildren(ActButton) if not each.isHidden()]
    assert offer.text() == "Ana Beatriz de Souza"
    offer.click()
    assert form.driver.line.text() == "Ana Beatriz de Souza"
    assert form.driver.value() is not None


def test_the_catalogue_has_the_twenty_conducts_by_group(context: UiContext, screen: InfractionsScreen) -> None:
    _dialog, form = opened(context, screen)
    buttons = form.conduct.catalogue.findChildren(ConductButton)
    assert [each.conduct.code for each in form.conduct.catalogue.buttons()] == [
        conduct.code for conduct in context.desk.law.conducts
    ]
    assert len(buttons) == 20
    badges = [each.text() for each in form.conduct.catalogue.findChildren(Badge)]
    assert badges == ["Grupo A · leve", "Grupo B · média", "Grupo C · grave", "Grupo D · gravíssima"]
    assert {"multa de 50 a 100 UPF", "multa de 150 a 200 UPF"} <= set(texts(form.conduct.catalogue))
    assert buttons[6].text() == context.desk.law.conducts[6].text


def test_a_conduct_is_found_by_a_word_and_taken_with_enter(context: UiContext, screen: InfractionsScreen) -> None:
    _dialog, form = opened(context, screen)
    QTest.keyClicks(form.conduct._filter, "cao-guia")
    assert [each.conduct.code for each in form.conduct.catalogue.buttons()] == ["B-a"]
    QTest.keyClick(form.conduct._filter, Qt.Key.Key_Return)
    assert form.conduct.value() == "B-a"
    assert form.conduct.catalogue.isHidden()
    form.conduct.choose_again()
    QTest.keyClick(form.conduct._filter, Qt.Key.Key_Down)
    QTest.keyClick(form.conduct.catalogue.buttons()[0], Qt.Key.Key_Down)
    QTest.keyClick(form.conduct.catalogue.buttons()[1], Qt.Key.Key_Return)
    assert form.conduct.value() == "A-b"


def test_twins_stand_side_by_side_with_the_advice_and_the_choice_is_reasoned(
    context: UiContext, screen: InfractionsScreen
) -> None:
    dialog, form = opened(context, screen)
    fill(context, form, "C-c")
    conduct = context.desk.law.conduct("C-c")
    shown = texts(form.conduct)
    for twin in conduct.twins:
        assert context.desk.law.conduct(twin.code).text in shown
        assert f"Como escolher: {twin.advice}" in shown
    assert form.twin_reason.text.hasFocus()
    dialog.save()
    assert list(messages(form)) == ["twin_reason"]
    (use,) = [each for each in form.conduct.findChildren(ActButton) if each.text() == "Usar B-c"]
    use.click()
    assert form.conduct.value() == "B-c"
    form.twin_reason.text.setPlainText("A ordem era mostrar os documentos.")
    dialog.save()
    context.tasks.wait_idle()
    assert only_auto(context.desk).twin_reason == "A ordem era mostrar os documentos."


def test_a_wording_of_the_driver_is_told_when_the_auto_goes_to_an_operator(
    context: UiContext, screen: InfractionsScreen
) -> None:
    _dialog, form = opened(context, screen)
    form.conduct.choose("A-a")
    assert not form.conduct.findChildren(Notice)
    form.addressee.choose(Addressee.OPERATOR)
    assert "A redação da conduta A-a é do prestador. Confira a quem o auto se dirige." in texts(form.conduct)


def test_the_term_is_shown_only_from_the_knowledge_on(context: UiContext, screen: InfractionsScreen) -> None:
    _dialog, form = opened(context, screen)
    assert any("o prazo começa na ciência" in text for text in texts(form.deadline))
    form.day.line.setText("")
    form.served.box.setChecked(True)
    assert any("Informe a data da infração" in text for text in texts(form.deadline))
    form.day.line.setText("11/11/2026")
    context.tasks.wait_idle()
    assert "Defesa até 26/11/2026" in texts(form.deadline)


def test_an_infraction_of_tomorrow_is_refused(context: UiContext, screen: InfractionsScreen) -> None:
    dialog, form = opened(context, screen)
    fill(context, form)
    form.day.line.setText("02/12/2026")
    dialog.save()
    assert messages(form) == {"occurred_at": "A infração está no futuro. Confira a data."}
    form.day.line.setText("01/12/2026")
    form.hour.line.setText("23:59")
    dialog.save()
    assert "A infração está no futuro." in messages(form)["occurred_at"]
    context.tasks.wait_idle()
    assert infractions.page(context.desk, ListRequest())[0] == 0


def test_what_was_typed_survives_a_refusal_of_the_service(context: UiContext, screen: InfractionsScreen) -> None:
    dialog, form = opened(context, screen)
    fill(context, form)
    office.sign_in_as(context.desk, Role.ATTENDANT)
    dialog.save()
    context.tasks.wait_idle()
    assert dialog.isVisible()
    assert form.facts.value() == "Fumava com passageira a bordo."
    assert [each.windowTitle() for each in windows(Prompt)] == ["Este ato não é do seu perfil"]


def test_an_auto_is_cancelled_with_its_reason(
    context: UiContext, screen: InfractionsScreen, people: tuple[UUID, UUID, UUID]
) -> None:
    drawn = drawn_up(context.desk, people)
    screen.open_subject(SubjectKind.INFRACTION, drawn.infraction_id)
    context.tasks.wait_idle()
    card_of(screen).cancel()
    (prompt,) = windows(Prompt)
    (act,) = [each for each in prompt.findChildren(ActButton) if each.text() == "Cancelar o auto"]
    assert not act.isEnabled()
    prompt.findChildren(QPlainTextEdit)[0].setPlainText("Veículo errado")
    act.click()
    context.tasks.wait_idle()
    auto = infractions.card(context.desk, drawn.infraction_id)
    assert (auto.line.cancelled_on, auto.cancel_reason) == (context.desk.today, "Veículo errado")
    assert documents.view(context.desk, drawn.document_id).void_reason == "Veículo errado"
    shown = texts(screen.card)
    assert "CANCELADO em 01/12/2026" in shown
    assert "Motivo do cancelamento: Veículo errado" in shown
    assert not card_of(screen).cancel_act.isEnabled()


def test_who_may_not_draw_up_is_told_who_may(context: UiContext) -> None:
    office.sign_in_as(context.desk, Role.ATTENDANT)
    screen = InfractionsScreen(context)
    assert not screen.new_button.isEnabled()
    assert screen.new_button.toolTip() == "Ato de: Agente de trânsito (Unidade Fiscalizadora)."


def test_an_agent_without_registration_is_told_before_writing(context: UiContext) -> None:
    agent = users.NewUser("beto", "Beto Prado", "", frozenset({Role.AGENT}), office.PASSWORD)
    users.create(context.desk, agent)
    users.sign_in(context.desk, "beto", office.PASSWORD)
    screen = InfractionsScreen(context)
    assert not screen.new_button.isEnabled()
    assert "matrícula" in screen.new_button.toolTip()


def test_an_empty_list_says_how_the_first_is_made(context: UiContext, screen: InfractionsScreen) -> None:
    screen.reload(screen.shows)
    context.tasks.wait_idle()
    assert any("Ctrl+N lavra o primeiro" in text for text in texts(screen.table))


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("18:32", time(18, 32)), ("18h32", time(18, 32)), ("1832", time(18, 32)), ("8:05", time(8, 5)), ("9h", time(9))],
)
def test_the_hour_as_people_write_it(typed: str, expected: time) -> None:
    field = TimeField("occurred_time", "Hora")
    field.line.setText(typed)
    assert field.value() == expected


@pytest.mark.parametrize("typed", ["24:00", "18:60", "meio-dia", "12345"])
def test_an_hour_that_does_not_exist(typed: str) -> None:
    field = TimeField("occurred_time", "Hora")
    field.line.setText(typed)
    with pytest.raises(InvalidValue, match="Hora"):
        field.value()


def test_the_long_name_of_an_operator_is_whole_on_the_card(context: UiContext, screen: InfractionsScreen) -> None:
    name = "Transportadora Intermunicipal Conceição & Vasconcellos-Łukaszewicz do Vale do Rio das Mortes <Ltda.>"
    operator_id = operators.register(
        context.desk, replace(office.OPERATOR, cnpj=Cnpj.with_check_digits("12ABC34501DE"), legal_name=name)
    )
    moment = at_office(context.desk.today, time(8))
    command = DrawUpInfraction(Addressee.OPERATOR, "D-b", moment, "Sede", "Fraude.", operator_id=operator_id)
    drawn = infractions.draw_up(context.desk, command)
    screen.open_subject(SubjectKind.INFRACTION, drawn.infraction_id)
    context.tasks.wait_idle()
    assert name in texts(screen.card)
