"""The card of one vehicle."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.identifiers import Plate
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.requirements import RequirementLine
from stipdesk.domain.standing import StandingState
from stipdesk.domain.text import format_date
from stipdesk.services import documents, holder_life, inspections, registers, vehicles
from stipdesk.services.access import Desk
from stipdesk.services.holder_life import VehicleLife
from stipdesk.services.papers import DocumentLine
from stipdesk.services.registers import HistoryLine
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.screens.parts.acts import EDIT_KEYS, INSPECT_KEYS, PRINT_KEYS
from stipdesk.ui.screens.parts.applications import ApplicationsSection
from stipdesk.ui.screens.parts.card import SubjectCard
from stipdesk.ui.screens.parts.check_dialog import check_acts
from stipdesk.ui.screens.parts.checklist import RequirementList
from stipdesk.ui.screens.parts.exemptions import ExemptionsSection, open_exemption
from stipdesk.ui.screens.parts.header import StandingHeader
from stipdesk.ui.screens.parts.history import HistorySection
from stipdesk.ui.screens.parts.issuing import show_made
from stipdesk.ui.screens.parts.layout import Columns
from stipdesk.ui.screens.parts.links import open_vehicle_link
from stipdesk.ui.screens.parts.papers import DocumentsSection, InfractionsSection
from stipdesk.ui.screens.parts.records import FactsSection
from stipdesk.ui.screens.parts.statement_acts import StatementActs
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.screens.parts.withdrawing import withdraw
from stipdesk.ui.screens.vehicles.changes import open_plate_change, open_replacement
from stipdesk.ui.screens.vehicles.dialogs import open_vehicle_edit
from stipdesk.ui.screens.vehicles.inspection import open_inspection
from stipdesk.ui.screens.vehicles.policy import open_policy
from stipdesk.ui.screens.vehicles.records import ClaimsSection, PlatesSection
from stipdesk.ui.screens.vehicles.sections import (
    DriversSection,
    InspectionsSection,
    PoliciesSection,
    SealsSection,
    facts,
)
from stipdesk.ui.widgets.buttons import ActButton, because, link

_KIND = SubjectKind.VEHICLE
# What is mended in the register itself, and the field where that is done.
_FIELDS = {
    "vehicle.age": "manufacture_year",
    "vehicle.doors": "doors",
    "vehicle.air_conditioning": "has_air_conditioning",
    "vehicle.seats": "seats",
}


@dataclass(frozen=True, slots=True)
class VehicleView:
    """Everything the card shows, read at once."""

    card: vehicles.VehicleCard
    life: VehicleLife
    documents: Sequence[DocumentLine]
    story: Sequence[HistoryLine]


class VehicleCard(SubjectCard[VehicleView]):
    def __init__(self, context: UiContext) -> None:
        super().__init__(
            context,
            invitation="Escolha um veículo na lista, ou busque pela placa com F3.\nCtrl+N cadastra um novo.",
        )
        self.header = StandingHeader(_KIND)
        self.claims = ClaimsSection(context)
        self.checklist = RequirementList()
        self._add_driver = link("Vincular…", self.link_driver, icon_name="plus")
        self._add_policy = link("Incluir…", self.add_policy, icon_name="plus")
        self._add_driver.setAccessibleName("Vincular prestador")
        self._add_policy.setAccessibleName("Incluir apólice")
        self.drivers = DriversSection(context, self._add_driver)
        self.policies = PoliciesSection(context, self._add_policy)
        self.seals = SealsSection(context)
        self.inspections = InspectionsSection(
            context, {item.code: item.text for item in context.desk.law.inspection_items}, self.repeat_inspection
        )
        self.plates = PlatesSection()
        self.applications = ApplicationsSection(context)
        self.exemptions = ExemptionsSection(context)
        self.documents = DocumentsSection(context)
        self.infractions = InfractionsSection(context)
        self.facts = FactsSection()
        self.history = HistorySection(context)
        self.page.addWidget(self.header)
        self.page.addWidget(self.claims)
        self.page.addWidget(self.checklist)
        self.page.addWidget(
            Columns(
                self.drivers, self.seals, self.policies, self.inspections, self.applications, self.exemptions,
                self.facts, self.documents, self.infractions, self.plates, self.history,
            )
        )  # fmt: skip
        bar = self.acts
        self.inspect_button = bar.add("Nova vistoria", self.inspect, icon_name="clipboard-check", shortcut=INSPECT_KEYS)
        self.print_button = bar.add("Imprimir selo", self.print_it, icon_name="print", shortcut=PRINT_KEYS)
        self.edit_button = bar.add("Editar", self.edit, icon_name="pen", shortcut=EDIT_KEYS)
        self._retest_action = bar.add_more("Repetir vistoria (itens reprovados)…", self.repeat_inspection)
        self._policy_action = bar.add_more("Incluir apólice…", self.add_policy)
        self._link_action = bar.add_more("Vincular prestador…", self.link_driver)
        self._plate_action = bar.add_more("Trocar placa…", self.change_plate)
        self._replace_action = bar.add_more("Trocar veículo…", self.replace)
        self.statements = StatementActs(self, _KIND)
        self._exempt_action = bar.add_more("Dispensar requisito por ordem judicial…", self.exempt)
        bar.separate()
        self._withdraw_action = bar.add_more("Dar baixa…", self.withdraw)

    @staticmethod
    def read(desk: Desk, subject_id: UUID) -> VehicleView:
        return VehicleView(
            vehicles.card(desk, subject_id),
            holder_life.read_vehicle(desk, subject_id),
            documents.of_subjects(desk, [subject_id]),
            registers.story(desk, _KIND, subject_id),
        )

    def show_view(self, view: VehicleView) -> None:
        card = view.card
        listed = {line.requirement.code for line in card.requirements}
        self.header.show_subject(Plate(card.fields.plate).shown, _about(card), card.standing, listed=listed)
        self.checklist.setVisible(card.withdrawn_on is None)
        self.checklist.show_lines(card.requirements, card.standing, self._acts_of)
        self.drivers.show_lines(card.vehicle_id, card.drivers)
        self.policies.show_lines(card.policies)
        self.seals.show_lines(card.seals)
        self.claims.show_lines(card.claims)
        self.inspections.show_lines(card.inspections, card.retest, self._no_retest(card))
        self.plates.show_lines(card.former_plates)
        self.applications.show_lines(view.life.applications)
        self.exemptions.show_lines(view.life.exemptions)
        self.exemptions.setVisible(bool(view.life.exemptions))
        self.documents.show_lines(view.documents)
        self.infractions.show_lines(card.infractions)
        self.facts.show_facts(facts(card.fields))
        self.history.show_lines(view.story)
        self._allow(card, view.life)

    def inspect(self) -> FormDialog | None:
        if self.view is None:
            return None
        return open_inspection(self.context, self, self.view.card.vehicle_id, _name(self.view.card))

    def repeat_inspection(self) -> FormDialog | None:
        """Only the items that failed in the last inspection."""
        if self.view is None or self.view.card.retest is None:
            return None
        card = self.view.card
        return open_inspection(self.context, self, card.vehicle_id, _name(card), card.retest)

    def change_plate(self) -> FormDialog | None:
        return open_plate_change(self.context, self, self.view.card) if self.view is not None else None

    def replace(self) -> FormDialog | None:
        """One of its drivers leaves this car for another."""
        if self.view is None or not self.view.card.drivers:
            return None
        card = self.view.card
        people = [(each.driver_id, each.full_name) for each in card.drivers]
        return open_replacement(self.context, self, people, [(card.vehicle_id, _name(card))])

    def exempt(self) -> None:
        if self.subject_id is not None:
            open_exemption(self.context, self, _KIND, self.subject_id)

    def print_it(self) -> None:
        """Shows the seal in force, ready to be printed."""
        if self.subject_id is not None:
            find = partial(inspections.seal_document, self.context.desk, self.subject_id)
            show_made(self.context, self, find, self.print_button)

    def edit(self, focus_on: str = "") -> FormDialog | None:
        return open_vehicle_edit(self.context, self, self.view.card, focus_on) if self.view is not None else None

    def add_policy(self) -> FormDialog | None:
        if self.view is None:
            return None
        card = self.view.card
        return open_policy(self.context, self, card.vehicle_id, card.fields.seats)

    def link_driver(self) -> FormDialog | None:
        if self.view is None:
            return None
        card = self.view.card
        return open_vehicle_link(self.context, self, vehicle=(card.vehicle_id, Plate(card.fields.plate).shown))

    def withdraw(self) -> None:
        if self.view is not None:
            card = self.view.card
            withdraw(self.context, self, _KIND, card.vehicle_id, f"{Plate(card.fields.plate).shown}")

    def _allow(self, card: vehicles.VehicleCard, life: VehicleLife) -> None:
        desk, gone, bar = self.context.desk, card.withdrawn_on, self.acts
        sealed = any(line.voided_on is None for line in card.seals)
        expiring = any(finding.code == "expiring" for finding in card.standing.findings)
        too_old = card.standing.state is StandingState.BLOCKED and card.age_limit < desk.today
        good = card.standing.state.may_serve and not expiring
        bar.prefer(self.print_button if good else None if too_old else self.inspect_button)
        bar.allow(self.inspect_button, why_not(desk, Act.RECORD_INSPECTION, gone))
        bar.allow(
            self.print_button,
            why_not(desk, Act.PRINT_DOCUMENT) or ("" if sealed else "Nenhum selo: registre a vistoria aprovada."),
        )
        bar.allow(self.edit_button, why_not(desk, Act.EDIT_VEHICLE, gone))
        bar.allow(self._policy_action, why_not(desk, Act.EDIT_VEHICLE, gone))
        bar.allow(self._link_action, why_not(desk, Act.LINK_VEHICLE, gone))
        bar.allow(self._retest_action, self._no_retest(card))
        bar.allow(self._plate_action, why_not(desk, Act.CHANGE_PLATE, gone))
        unused = "" if card.drivers else "Nenhum prestador usa este veículo."
        bar.allow(self._replace_action, why_not(desk, Act.REPLACE_VEHICLE, gone) or unused)
        self.statements.allow(life.statements, "Cadastro baixado." if gone is not None else "")
        bar.allow(self._exempt_action, why_not(desk, Act.EXEMPT_REQUIREMENT, gone))
        bar.allow(self._withdraw_action, why_not(desk, Act.WITHDRAW_VEHICLE, gone))
        because(self._add_driver, why_not(desk, Act.LINK_VEHICLE, gone))
        because(self._add_policy, why_not(desk, Act.EDIT_VEHICLE, gone))

    def _no_retest(self, card: vehicles.VehicleCard) -> str:
        refused = why_not(self.context.desk, Act.RECORD_INSPECTION, card.withdrawn_on)
        if refused:
            return refused
        if card.retest is None:
            return "Só depois de uma vistoria reprovada."
        if card.retest.due_on < self.context.desk.today:
            return f"O prazo terminou em {format_date(card.retest.due_on)}: faça a vistoria completa."
        return ""

    def _acts_of(self, line: RequirementLine) -> Sequence[QWidget]:
        if self.subject_id is None or self.view is None or self.view.card.withdrawn_on is not None:
            return []
        code, pending = line.requirement.code, line.state.is_missing
        if code in _FIELDS:
            return [self._link("Editar cadastro…", partial(self.edit, _FIELDS[code]), Act.EDIT_VEHICLE)]
        if code == "vehicle.insurance":
            return [self._link("Incluir apólice…", self.add_policy, Act.EDIT_VEHICLE)]
        if code == "vehicle.inspection":
            return [self._link("Nova vistoria…", self.inspect, Act.RECORD_INSPECTION)]
        if code == "vehicle.registrant" and pending:
            return [self._link("Vincular prestador…", self.link_driver, Act.LINK_VEHICLE)]
        return check_acts(self.context, self, _KIND, self.subject_id, line)

    def _link(self, text: str, clicked: Callable[[], object], act: Act) -> ActButton:
        made = link(text, clicked)
        because(made, why_not(self.context.desk, act))
        return made


def _name(card: vehicles.VehicleCard) -> str:
    return f"{Plate(card.fields.plate).shown} · {card.fields.make} {card.fields.model}"


def _about(card: vehicles.VehicleCard) -> str:
    fields = card.fields
    parts = (
        f"{fields.make} {fields.model}",
        f"{fields.manufacture_year}/{fields.model_year}",
        fields.color,
        f"{fields.seats} lugares",
        f"idade permitida até {format_date(card.age_limit)} (art. 18, I)",
    )
    return " · ".join(part for part in parts if part)
