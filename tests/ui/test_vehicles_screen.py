"""The tab of vehicles at the real window: the car with its driver and policy in one form, the inspection, the seal."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from uuid import UUID

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QToolTip

from stipdesk.domain.clock import FixedClock
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import (
    Fuel,
    SealRecovery,
    ServiceCategory,
    SubjectKind,
    UseTitleFields,
    UseTitleKind,
)
from stipdesk.domain.requirements import RequirementState
from stipdesk.services import drivers, inspections, vehicles
from stipdesk.services.drivers import ListRequest
from stipdesk.services.inspections import Failure, RecordInspection
from stipdesk.settings import Settings
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.merge import MergeDialog
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.screens.documents.preview import DocumentPreview
from stipdesk.ui.screens.drivers.card import DriverCard
from stipdesk.ui.screens.drivers.screen import DriversScreen
from stipdesk.ui.screens.parts.links import EndForm, TitleRenewalForm, VehicleLinkForm
from stipdesk.ui.screens.vehicles.card import VehicleCard
from stipdesk.ui.screens.vehicles.changes import PlateForm, ReplacementForm
from stipdesk.ui.screens.vehicles.form import VehicleForm
from stipdesk.ui.screens.vehicles.inspection import InspectionForm
from stipdesk.ui.screens.vehicles.policy import PolicyForm
from stipdesk.ui.screens.vehicles.screen import VehiclesScreen
from stipdesk.ui.widgets.buttons import ActButton
from tests import office
from tests.cases.loading import Case, cases
from tests.ui.acting import act_named, form_opened, give_reason, opened, press, put, save, texts
from tests.ui.conftest import activate, windows

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def screen(context: UiContext) -> Iterator[VehiclesScreen]:
    """The tab at the width of the office's monitors, told of every change as the main window tells it."""
    made = VehiclesScreen(context)
    made.resize(1326, 640)
    made.show()
    context.bus.changed.connect(made.reload)
    made.reload(made.shows)
    assert context.tasks.wait_idle()
    yield made
    assert context.tasks.wait_idle()


def card_of(screen: VehiclesScreen) -> VehicleCard:
    assert isinstance(screen.card, VehicleCard)
    return screen.card


def show(context: UiContext, screen: VehiclesScreen, vehicle_id: UUID) -> VehicleCard:
    screen.open_subject(SubjectKind.VEHICLE, vehicle_id)
    assert context.tasks.wait_idle()
    return card_of(screen)


def new_form(context: UiContext, screen: VehiclesScreen) -> tuple[FormDialog, VehicleForm]:
    activate(screen)
    QTest.keyClick(screen, Qt.Key.Key_N, CONTROL)
    return form_opened(context, VehicleForm)


def fill(form: VehicleForm) -> None:
    """What the CRLV of `tests.office` says."""
    put(
        form, plate="abc-1d23", renavam=office.VEHICLE.renavam, chassis="9bwzzz00zzp000001", make="Chevrolet",
        model="Onix Plus", manufacture_year="2022", model_year="2023", color="Prata", registration_year="2026",
        owner_name="Ana Beatriz de Souza", owner_document="111.444.777-35",
    )  # fmt: skip
    form.fuel.combo.setCurrentText("Flex (gasolina e etanol)")
    form.air.box.setChecked(True)


def inspection(context: UiContext, screen: VehiclesScreen) -> tuple[FormDialog, InspectionForm]:
    activate(screen)
    QTest.keyClick(screen, Qt.Key.Key_I, CONTROL)
    return form_opened(context, InspectionForm)


def test_an_empty_register_says_how_to_begin(screen: VehiclesScreen) -> None:
    assert "Nenhum veículo cadastrado. Ctrl+N cadastra o primeiro." in texts(screen.table)


# The form


def test_car_driver_title_and_policy_in_one_form(context: UiContext, screen: VehiclesScreen) -> None:
    driver_id = drivers.register(context.desk, office.DRIVER)
    dialog, form = new_form(context, screen)
    fill(form)
    assert form.driver is not None
    QTest.keyClicks(form.driver.line, "souza")
    assert context.tasks.wait_idle()
    QTest.keyClick(form.driver.line, Qt.Key.Key_Return)
    put(
        form, insurer="Seguradora do Cerrado", policy_number="AP-1001", starts_on="01/03/2026",
        death_amount="10.000,00", disability_amount="10000",
    )  # fmt: skip
    start = form.field_named("starts_on")
    assert start is not None
    start.left.emit()
    save(context, dialog)
    view = card_of(screen).view
    assert view is not None
    assert view.card.fields == office.VEHICLE
    assert [(each.driver_id, each.title.kind, each.is_registrant) for each in view.card.drivers] == [
        (driver_id, UseTitleKind.OWNER, True)
    ]
    (policy,) = view.card.policies
    assert (policy.ends_on, policy.seats_covered, policy.death_amount) == (date(2027, 3, 1), 4, 10_000_00)


def test_of_a_policy_that_was_begun_everything_is_asked(context: UiContext, screen: VehiclesScreen) -> None:
    dialog, form = new_form(context, screen)
    fill(form)
    put(form, insurer="Seguradora do Cerrado")
    save(context, dialog)
    missing = [field.name for field in form.problems()]
    assert missing == ["policy_number", "starts_on", "ends_on", "death_amount", "disability_amount"]
    assert vehicles.page(context.desk, ListRequest())[0] == 0
    put(form, insurer="")
    save(context, dialog)
    view = card_of(screen).view
    assert view is not None
    assert view.card.policies == ()


def test_what_one_field_says_of_another(context: UiContext, screen: VehiclesScreen) -> None:
    _dialog, form = new_form(context, screen)
    put(form, chassis="9BWZZZ00ZZP000001 REM")
    assert form.restamped.value()
    form.fuel.combo.setCurrentText("Híbrido")
    assert form.hybrid.value()
    put(form, seats="7")
    covered = form.field_named("seats_covered")
    assert covered is not None
    assert covered.editor.property("text") == "6"
    put(form, owner_document="12.ABC.345/01DE-35")
    assert form.owner_document.value() == "12ABC34501DE35"
    put(form, owner_document="111.444.777-36")
    assert form.owner_document.problem()


def test_both_forms_of_one_plate_are_the_same_car(context: UiContext, screen: VehiclesScreen) -> None:
    vehicles.register(context.desk, office.VEHICLE)
    dialog, form = new_form(context, screen)
    fill(form)
    put(form, plate="ABC-1323", renavam=office.another_vehicle(1).renavam, chassis="9BWZZZ00ZZP000002")
    assert context.tasks.wait_idle()
    assert any("mesma placa" in text for text in texts(form))
    save(context, dialog)
    assert dialog.isVisible()
    assert form.plate.problem() == "Placa já cadastrada: ABC1D23 · Chevrolet Onix Plus."
    assert vehicles.page(context.desk, ListRequest())[0] == 1


def test_the_drivers_card_registers_his_car(context: UiContext) -> None:
    driver_id = drivers.register(context.desk, office.DRIVER)
    screen = DriversScreen(context)
    screen.show()
    screen.open_subject(SubjectKind.DRIVER, driver_id)
    assert context.tasks.wait_idle()
    assert isinstance(screen.card, DriverCard)
    screen.card.new_vehicle()
    dialog, form = form_opened(context, VehicleForm)
    fill(form)
    save(context, dialog)
    (car,) = drivers.card(context.desk, driver_id).vehicles
    assert (car.plate, car.is_registrant) == ("ABC1D23", True)


# The inspection


def test_everything_in_order_in_one_key_and_the_seal_is_ready(
    context: UiContext, screen: VehiclesScreen, stored: list[Settings]
) -> None:
    vehicle_id = vehicles.register(context.desk, office.VEHICLE)
    card = show(context, screen, vehicle_id)
    dialog, form = inspection(context, screen)
    save(context, dialog)
    assert len(form.problems()) == 1 + len(form.items)
    put(form, institution="CIRETRAN de Primavera do Leste")
    QTest.keyClick(dialog, Qt.Key.Key_F9)
    assert "Aprovado: sai com selo" in texts(form)
    save(context, dialog)
    preview = opened(context, DocumentPreview)
    assert preview.windowTitle() == "Selo de vistoria 000001/2026-01"
    assert preview.print_button.isEnabled()
    preview.close()
    assert card.header.badge.text() == "REGULAR até 01/12/2027"
    assert [each.institution for each in stored] == ["CIRETRAN de Primavera do Leste"]
    _dialog, again = inspection(context, screen)
    assert again.institution.value() == "CIRETRAN de Primavera do Leste"


def test_a_failure_needs_a_note_and_may_have_a_photograph(
    context: UiContext, screen: VehiclesScreen, tmp_path: Path
) -> None:
    vehicle_id = vehicles.register(context.desk, office.VEHICLE)
    card = show(context, screen, vehicle_id)
    dialog, form = inspection(context, screen)
    put(form, institution="CIRETRAN")
    tyres = next(item for item in form.items if item.name == "failures.tyres")
    tyres.fail()
    QTest.keyClick(dialog, Qt.Key.Key_F9)
    assert tyres.has_failed()
    assert "Reprovado: 1 item" in texts(form)
    save(context, dialog)
    assert tyres.note.problem() == "Falta preencher."
    QTest.keyClicks(tyres.note.line, "Sulco abaixo de 1,6 mm")
    picture = QImage(3000, 2000, QImage.Format.Format_RGB32)
    picture.fill(QColor("grey"))
    assert picture.save(str(tmp_path / "pneu.png"))
    tyres.photo.load(tmp_path / "pneu.png")
    failure = tyres.value()
    assert failure is not None
    assert failure.photo is not None
    assert QImage.fromData(failure.photo).width() == 1600
    save(context, dialog)
    assert opened(context, DocumentPreview).windowTitle() == "Laudo de vistoria 000001/2026-01"
    assert card.header.badge.text() == "SEM SELO"
    said = texts(card.inspections)
    assert "Reprovado" in said
    assert any(text.endswith(": Sulco abaixo de 1,6 mm") for text in said)
    assert inspections.photo(
        context.desk, vehicles.card(context.desk, vehicle_id).inspections[0].failures[0].photo
    ) == (failure.photo)
    see = next(each for each in card.inspections.findChildren(ActButton) if each.text() == "Ver foto")
    see.click()
    assert context.tasks.wait_idle()
    assert any(window.windowTitle().startswith("Foto · ") for window in windows(QDialog))


def test_an_inspector_without_registration_is_told_above_the_form(context: UiContext, screen: VehiclesScreen) -> None:
    vehicle_id = vehicles.register(context.desk, office.VEHICLE)
    assert context.desk.actor is not None
    context.desk.actor = replace(context.desk.actor, registration="")
    show(context, screen, vehicle_id)
    dialog, form = inspection(context, screen)
    put(form, institution="CIRETRAN")
    form.all_good()
    save(context, dialog)
    assert any("não tem matrícula" in text for text in texts(form))
    assert all(item.is_decided() for item in form.items)


def test_only_an_inspector_inspects(context: UiContext, screen: VehiclesScreen) -> None:
    vehicle_id = vehicles.register(context.desk, office.VEHICLE)
    office.sign_in_as(context.desk, Role.ATTENDANT)
    card = show(context, screen, vehicle_id)
    assert (card.inspect_button.isEnabled(), card.inspect_button.toolTip()) == (False, "Ato de: Vistoria.")
    activate(screen)
    QTest.keyClick(screen, Qt.Key.Key_I, CONTROL)
    assert windows(FormDialog) == []
    assert QToolTip.text() == "Ato de: Vistoria."


# The card


def test_the_checklist_is_cured_from_its_lines(context: UiContext, screen: VehiclesScreen) -> None:
    vehicle_id = vehicles.register(context.desk, replace(office.VEHICLE, has_air_conditioning=False))
    card = show(context, screen, vehicle_id)
    press(card.checklist, "Editar cadastro…")
    dialog, form = form_opened(context, VehicleForm)
    form.air.box.setChecked(True)
    save(context, dialog)
    press(card.checklist, "Incluir apólice…")
    dialog, policy = form_opened(context, PolicyForm)
    put(
        policy, insurer="Seguradora", policy_number="1", starts_on="01/03/2026", ends_on="01/03/2027",
        seats_covered="3", death_amount="10000", disability_amount="10000",
    )  # fmt: skip
    save(context, dialog)
    covered = policy.field_named("seats_covered")
    assert covered is not None
    assert "o veículo leva 4" in covered.problem()
    put(policy, seats_covered="4")
    save(context, dialog)
    states = {line.requirement.code: line.state for line in vehicles.card(context.desk, vehicle_id).requirements}
    assert states["vehicle.air_conditioning"] is RequirementState.MET
    assert states["vehicle.insurance"] is RequirementState.MET
    assert "Seguradora · 1" in texts(card.policies)


def test_a_second_driver_is_linked_made_responsible_and_leaves(context: UiContext, screen: VehiclesScreen) -> None:
    _operator, _driver, vehicle_id = office.walk_in(context.desk)
    drivers.register(context.desk, office.another_driver(1, "Bruno Teixeira"))
    card = show(context, screen, vehicle_id)
    press(card, "Vincular prestador")
    dialog, form = form_opened(context, VehicleLinkForm)
    QTest.keyClicks(form.driver.line, "bruno")
    assert context.tasks.wait_idle()
    QTest.keyClick(form.driver.line, Qt.Key.Key_Return)
    form.title.kind.combo.setCurrentText("Contrato de locadora")
    save(context, dialog)
    assert "documento que dá o uso" in form.title.reference.problem()
    put(form, reference="Contrato 12/2026")
    save(context, dialog)
    press(card, "Tornar Bruno Teixeira responsável pelo cadastro do veículo")
    assert context.tasks.wait_idle()
    responsible = [each.full_name for each in vehicles.card(context.desk, vehicle_id).drivers if each.is_registrant]
    assert responsible == ["Bruno Teixeira"]
    press(card, "Encerrar o vínculo de Bruno Teixeira")
    dialog, _end = form_opened(context, EndForm)
    save(context, dialog)
    assert "Bruno Teixeira" not in texts(card.drivers)
    assert "Vincular prestador…" in [act.text() for act in card.checklist.findChildren(type(card.edit_button))]


def test_a_voided_seal_is_not_printed_again(context: UiContext, screen: VehiclesScreen) -> None:
    vehicle_id = vehicles.register(context.desk, office.VEHICLE)
    inspections.record(context.desk, RecordInspection(vehicle_id, context.desk.today, "CIRETRAN"))
    card = show(context, screen, vehicle_id)
    assert card.print_button.isEnabled()
    press(card, "Anular o selo 000001/2026-01")
    give_reason(context, "Extravio", "Anular")
    assert card.header.badge.text() == "SEM SELO"
    assert not card.print_button.isEnabled()
    assert "Nenhum selo" in card.print_button.toolTip()
    assert "Anulado" in texts(card.seals)


def test_withdrawn_with_a_reason(context: UiContext, screen: VehiclesScreen) -> None:
    vehicle_id = vehicles.register(context.desk, office.VEHICLE)
    card = show(context, screen, vehicle_id)
    card.withdraw()
    give_reason(context, "Vendido", "Dar baixa")
    assert card.header.badge.text() == "BAIXADO"
    assert not card.checklist.isVisible()
    assert act_named(card, "Nova vistoria").toolTip() == "Cadastro baixado em 01/12/2026."


@pytest.mark.parametrize("case", cases("two_editors"))
def test_the_second_editor_sees_both_and_decides(case: Case, context: UiContext, screen: VehiclesScreen) -> None:
    desk = context.desk
    vehicle_id = vehicles.register(desk, office.VEHICLE)
    card = show(context, screen, vehicle_id)
    card.edit()
    dialog, form = form_opened(context, VehicleForm)
    theirs = replace(office.VEHICLE, color="Branca", fuel=Fuel.ETHANOL, categories=(ServiceCategory.PREMIUM,))
    vehicles.edit(desk, vehicle_id, 1, office.VEHICLE, theirs)
    put(form, color="Preta", seats="7")
    form.categories.boxes[ServiceCategory.COMFORT].setChecked(True)
    save(context, dialog)
    merge = opened(context, MergeDialog)
    assert case.expected["second_save"] == "conflict"
    said = texts(merge)
    assert {"Cor", "Combustível", "Categorias do serviço"} <= set(said)
    merge.choose("color", mine=True)
    merge.choose("categories", mine=False)
    press(merge, "Gravar com estas escolhas")
    assert context.tasks.wait_idle()
    assert vehicles.card(desk, vehicle_id).fields == replace(theirs, color="Preta", seats=7)
    assert case.expected["lost"] == 0


# The vehicle's life


def failed(context: UiContext, vehicle_id: UUID, *codes: str) -> str:
    failures = tuple(Failure(code, "Fora do padrão") for code in codes)
    today = context.desk.today
    return inspections.record(context.desk, RecordInspection(vehicle_id, today, "CIRETRAN", failures)).number


def menu(card: VehicleCard, name: str) -> QAction:
    """The act of the "Mais" menu that is called so."""
    return next(each for each in card.acts.findChildren(QAction) if each.data() == name)


def test_only_what_failed_is_repeated(context: UiContext, screen: VehiclesScreen) -> None:
    vehicle_id = vehicles.register(context.desk, office.VEHICLE)
    card = show(context, screen, vehicle_id)
    repeat = menu(card, "Repetir vistoria (itens reprovados)…")
    assert (repeat.isEnabled(), "vistoria reprovada" in repeat.text()) == (False, True)
    number = failed(context, vehicle_id, "tyres", "horn")
    show(context, screen, vehicle_id)
    assert repeat.isEnabled()
    press(card.inspections, "Repetir itens reprovados…")
    dialog, form = form_opened(context, InspectionForm)
    assert {item.name for item in form.items} == {"failures.tyres", "failures.horn"}
    assert any(number in text and "31/12/2026" in text for text in texts(form))
    put(form, institution="CIRETRAN")
    QTest.keyClick(dialog, Qt.Key.Key_F9)
    save(context, dialog)
    opened(context, DocumentPreview).close()
    assert card.header.badge.text() == "REGULAR até 01/12/2027"
    assert f"Repetição dos itens reprovados no laudo {number}" in texts(card.inspections)
    assert not repeat.isEnabled()


def test_after_the_term_the_button_says_to_inspect_it_all(context: UiContext, screen: VehiclesScreen) -> None:
    vehicle_id = vehicles.register(context.desk, office.VEHICLE)
    failed(context, vehicle_id, "tyres")
    assert isinstance(context.desk.clock, FixedClock)
    context.desk.clock.moment += timedelta(days=31)
    card = show(context, screen, vehicle_id)
    again = act_named(card.inspections, "Repetir itens reprovados…")
    assert not again.isEnabled()
    assert again.toolTip() == "O prazo terminou em 31/12/2026: faça a vistoria completa."


def test_another_plate_asks_for_the_sticker_and_keeps_the_old_plate(context: UiContext, screen: VehiclesScreen) -> None:
    _operator, driver_id, vehicle_id = office.walk_in(context.desk)
    inspections.record(context.desk, RecordInspection(vehicle_id, context.desk.today, "CIRETRAN"))
    card = show(context, screen, vehicle_id)
    menu(card, "Trocar placa…").trigger()
    dialog, form = form_opened(context, PlateForm)
    assert form.asked_by is not None
    assert form.recovery is not None
    assert form.asked_by.value() == driver_id
    put(form, new_plate="abc-1323", reason="Clonagem")
    assert any("o selo continua valendo" in text for text in texts(form))
    assert not form.recovery.isVisible()
    put(form, new_plate="xyz9k88")
    assert any("será anulado" in text for text in texts(form))
    save(context, dialog)
    assert "Informe o que foi feito do selo 000001/2026-01." in form.recovery.problem()
    form.recovery.choose(SealRecovery.COLLECTED)
    save(context, dialog)
    assert card.header.name.text() == "XYZ9K88"
    assert card.header.badge.text() == "SEM SELO"
    assert "ABC1D23 → XYZ9K88" in texts(card.plates)
    assert any("adesivo: recolhido" in text for text in texts(card.seals))
    assert any("Placa anterior: ABC1D23" in text for text in texts(card.history))


def test_an_edit_says_where_another_plate_is_given(context: UiContext, screen: VehiclesScreen) -> None:
    vehicle_id = vehicles.register(context.desk, office.VEHICLE)
    card = show(context, screen, vehicle_id)
    card.edit()
    dialog, form = form_opened(context, VehicleForm)
    put(form, plate="XYZ9K88")
    save(context, dialog)
    assert "Trocar placa…" in form.plate.problem()


def test_a_driver_changes_cars_and_gets_his_receipt(context: UiContext, screen: VehiclesScreen) -> None:
    _operator, driver_id, old_id = office.walk_in(context.desk)
    inspections.record(context.desk, RecordInspection(old_id, context.desk.today, "CIRETRAN"))
    new_id = vehicles.register(context.desk, office.another_vehicle(1))
    card = show(context, screen, old_id)
    menu(card, "Trocar veículo…").trigger()
    dialog, form = form_opened(context, ReplacementForm)
    assert (form.driver.value(), form.old.value()) == (driver_id, old_id)
    QTest.keyClicks(form.new.line, "QBX1A01")
    assert context.tasks.wait_idle()
    QTest.keyClick(form.new.line, Qt.Key.Key_Return)
    put(form, reason="Vendeu o carro")
    save(context, dialog)
    assert "Informe o que foi feito do selo" in form.recovery.problem()
    form.recovery.choose(SealRecovery.DECLARED_LOST)
    save(context, dialog)
    opened(context, DocumentPreview).close()
    assert [each.vehicle_id for each in drivers.card(context.desk, driver_id).vehicles] == [new_id]
    assert any("adesivo: declarado perdido" in text for text in texts(card.seals))
    card = show(context, screen, new_id)
    assert card.header.badge.text() == "CONDICIONAL até 31/12/2026"


def test_who_is_left_without_a_registrant_is_told(context: UiContext, screen: VehiclesScreen) -> None:
    _operator, driver_id, old_id = office.walk_in(context.desk)
    other_id = drivers.register(context.desk, office.another_driver(1))
    rented = UseTitleFields(UseTitleKind.RENTAL, "Contrato 12/2026", date(2026, 12, 31))
    drivers.link_vehicle(context.desk, other_id, old_id, rented, context.desk.today)
    new_id = vehicles.register(context.desk, office.another_vehicle(1))
    card = show(context, screen, old_id)
    menu(card, "Trocar veículo…").trigger()
    dialog, form = form_opened(context, ReplacementForm)
    assert form.driver.group.checkedId() < 0
    form.driver.choose(driver_id)
    form.new.put(new_id, "QBX1A01")
    put(form, reason="Vendeu o carro")
    save(context, dialog)
    assert "ficou sem responsável" in opened(context, Prompt).windowTitle()


def test_a_car_nobody_uses_is_not_replaced(context: UiContext, screen: VehiclesScreen) -> None:
    card = show(context, screen, vehicles.register(context.desk, office.VEHICLE))
    replace_act = menu(card, "Trocar veículo…")
    assert (replace_act.isEnabled(), "Nenhum prestador usa" in replace_act.text()) == (False, True)


def test_a_title_that_ended_is_renewed_from_its_line(context: UiContext, screen: VehiclesScreen) -> None:
    driver_id = drivers.register(context.desk, office.DRIVER)
    rented = UseTitleFields(UseTitleKind.RENTAL, "Contrato 12/2026", date(2026, 12, 31))
    vehicle_id = vehicles.register(context.desk, office.VEHICLE, driver_id, rented)
    assert isinstance(context.desk.clock, FixedClock)
    context.desk.clock.moment += timedelta(days=40)
    card = show(context, screen, vehicle_id)
    assert "Título de uso vencido: renove-o (art. 19, II)." in texts(card.drivers)
    press(card, "Renovar o título de uso de Ana Beatriz de Souza")
    dialog, form = form_opened(context, TitleRenewalForm)
    assert (form.title.kind.value(), form.since.value()) == (UseTitleKind.RENTAL, date(2027, 1, 1))
    put(form, reference="Contrato 1/2027", valid_until="31/12/2026")
    save(context, dialog)
    assert "já terminou" in form.title.valid_until.problem()
    put(form, valid_until="31/12/2027")
    save(context, dialog)
    (line,) = vehicles.card(context.desk, vehicle_id).drivers
    assert (line.title.reference, line.since, line.is_registrant) == ("Contrato 1/2027", date(2027, 1, 1), True)
    assert "Título de uso vencido: renove-o (art. 19, II)." not in texts(card.drivers)


def test_a_car_claimed_twice_is_told_on_its_card(context: UiContext, screen: VehiclesScreen) -> None:
    _operator, _driver, first = office.walk_in(context.desk)
    card = show(context, screen, first)
    assert not card.claims.isVisible()
    twin = replace(office.another_vehicle(1), chassis=office.VEHICLE.chassis)
    second = vehicles.register(context.desk, twin)
    card = show(context, screen, second)
    assert any("mesmo chassi" in text and "Ana Beatriz de Souza" in text for text in texts(card.claims))
    assert any(text.startswith("art. 19, I e § 2º · Confira os dois CRLV") for text in texts(card.claims))
    asked: list[UUID] = []
    context.bus.subject_wanted.connect(lambda _kind, subject_id: asked.append(subject_id))
    press(card.claims, "Abrir o outro cadastro")
    assert asked == [first]
