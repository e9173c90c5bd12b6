"""The card of one driver."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QMenu, QWidget

from stipdesk.domain.clock import local_date
from stipdesk.domain.identifiers import Cpf, Plate
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import DriverFields, SubjectKind
from stipdesk.domain.requirements import RequirementLine
from stipdesk.domain.standing import StandingState
from stipdesk.domain.text import format_date
from stipdesk.services import documents, drivers, holder_life, registers
from stipdesk.services.access import Desk
from stipdesk.services.drivers import VehicleOfDriver
from stipdesk.services.holder_life import HolderLife
from stipdesk.services.papers import DocumentLine
from stipdesk.services.registers import HistoryLine
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.screens.drivers.dialogs import open_driver_edit
from stipdesk.ui.screens.drivers.sections import OperatorsSection, VehiclesSection, facts
from stipdesk.ui.screens.parts.acts import EDIT_KEYS, INSPECT_KEYS, ISSUE_KEYS, PRINT_KEYS
from stipdesk.ui.screens.parts.card import SubjectCard
from stipdesk.ui.screens.parts.checklist import RequirementList
from stipdesk.ui.screens.parts.cures import Cures, why_not_print
from stipdesk.ui.screens.parts.header import StandingHeader
from stipdesk.ui.screens.parts.history import HistorySection
from stipdesk.ui.screens.parts.holder import HolderPart
from stipdesk.ui.screens.parts.issuing import issue_caa, print_caa
from stipdesk.ui.screens.parts.layout import Columns
from stipdesk.ui.screens.parts.links import open_operator_link, open_vehicle_link
from stipdesk.ui.screens.parts.papers import (
    AuthorizationsSection,
    DocumentsSection,
    InfractionsSection,
    PaymentsSection,
)
from stipdesk.ui.screens.parts.payment_dialog import open_payment
from stipdesk.ui.screens.parts.records import FactsSection
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.screens.parts.visit import Step
from stipdesk.ui.screens.parts.withdrawing import withdraw
from stipdesk.ui.screens.vehicles.changes import open_replacement
from stipdesk.ui.screens.vehicles.dialogs import open_new_vehicle
from stipdesk.ui.screens.vehicles.inspection import open_inspection
from stipdesk.ui.widgets.buttons import because, link

_KIND = SubjectKind.DRIVER
# What is mended in the register itself, and the field where that is done.
_FIELDS = {
    "driver.license_category": "license_number",
    "driver.license_validity": "license_valid_until",
    "driver.paid_activity": "has_paid_activity_endorsement",
    "driver.social_security": "nit",
    "driver.email": "email",
}


@dataclass(frozen=True, slots=True)
class DriverView:
    """Everything the card shows, read at once."""

    card: drivers.DriverCard
    life: HolderLife
    unprinted: Sequence[DocumentLine]
    documents: Sequence[DocumentLine]
    story: Sequence[HistoryLine]


class DriverCard(SubjectCard[DriverView]):
    def __init__(self, context: UiContext) -> None:
        super().__init__(
            context,
            invitation="Escolha um prestador na lista, ou busque por nome, CPF ou placa com F3.\n"
            "Ctrl+N cadastra um novo.",
        )
        self.header = StandingHeader(_KIND)
        self.checklist = RequirementList()
        self._add_vehicle = link("Vincular…", self.link_vehicle, icon_name="plus")
        self._add_operator = link("Vincular…", self.link_operator, icon_name="plus")
        self._add_payment = link("Registrar…", self.pay, icon_name="plus")
        self._add_vehicle.setAccessibleName("Vincular veículo")
        self._add_operator.setAccessibleName("Vincular operadora")
        self._add_payment.setAccessibleName("Registrar pagamento")
        cures = Cures(context, self, _KIND, _FIELDS, self.edit, self.pay)
        self._cures = cures
        self.life = HolderPart(self, _KIND, cures)
        self.vehicles = VehiclesSection(context, self._add_vehicle, self.inspect_vehicle)
        self.operators = OperatorsSection(context, self._add_operator)
        self.authorizations = AuthorizationsSection(context)
        self.payments = PaymentsSection(context, self._add_payment)
        self.documents = DocumentsSection(context)
        self.infractions = InfractionsSection(context)
        self.facts = FactsSection()
        self.history = HistorySection(context)
        self.page.addWidget(self.header)
        self.page.addWidget(self.life.visit)
        self.page.addWidget(self.checklist)
        self.page.addWidget(
            Columns(
                self.vehicles, self.authorizations, self.life.applications, self.life.measures, self.operators,
                self.payments, self.life.exemptions, self.infractions, self.facts, self.documents, self.history,
            )
        )  # fmt: skip
        bar = self.acts
        self.issue_button = bar.add("Emitir CAA", self.issue, icon_name="certificate", shortcut=ISSUE_KEYS)
        self.inspect_button = bar.add("Vistoria", self.inspect, icon_name="clipboard-check", shortcut=INSPECT_KEYS)
        self.print_button = bar.add("Imprimir CAA", self.print_it, icon_name="print", shortcut=PRINT_KEYS)
        self.edit_button = bar.add("Editar", self.edit, icon_name="pen", shortcut=EDIT_KEYS)
        self._pay_action = bar.add_more("Registrar pagamento…", self.pay)
        self.life.fill_menu()
        bar.separate()
        self._new_vehicle_action = bar.add_more("Cadastrar veículo novo…", self.new_vehicle)
        self._link_vehicle_action = bar.add_more("Vincular veículo já cadastrado…", self.link_vehicle)
        self._replace_action = bar.add_more("Trocar de veículo…", self.replace_vehicle)
        self._link_operator_action = bar.add_more("Vincular operadora…", self.link_operator)
        bar.separate()
        self._withdraw_action = bar.add_more("Dar baixa…", self.withdraw)

    def take_focus(self) -> None:
        if not self.life.visit.take_focus():
            super().take_focus()

    @staticmethod
    def read(desk: Desk, subject_id: UUID) -> DriverView:
        card = drivers.card(desk, subject_id)
        about = [subject_id, *(car.vehicle_id for car in card.vehicles)]
        return DriverView(
            card,
            holder_life.read(desk, _KIND, subject_id),
            documents.unprinted(desk, about),
            documents.of_subjects(desk, [subject_id]),
            registers.story(desk, _KIND, subject_id),
        )

    def show_view(self, view: DriverView) -> None:
        card = view.card
        listed = {line.requirement.code for line in card.requirements}
        self.header.show_subject(card.fields.full_name, _about(card), card.standing, listed=listed)
        self.checklist.setVisible(card.withdrawn_on is None)
        self.checklist.show_lines(card.requirements, card.standing, self._acts_of)
        name, life = card.fields.full_name, view.life
        self.life.show(name, card.standing, card.requirements, life, view.unprinted, self._vehicle_steps(card))
        self.vehicles.show_lines(card.vehicles)
        self.operators.show_lines(card.operators)
        self.authorizations.show_lines(card.authorizations, card.standing, life.extinguished_on)
        self.payments.show_lines(card.payments)
        self.documents.show_lines(view.documents)
        self.infractions.show_lines(card.infractions)
        self.facts.show_facts(facts(card.fields))
        self.history.show_lines(view.story)
        self._allow(card, life)

    def issue(self) -> None:
        """Issues the CAA, or lists what is missing."""
        if self.subject_id is not None:
            issue_caa(self.context, self, _KIND, self.subject_id, self.issue_button)

    def print_it(self) -> None:
        if self.subject_id is not None:
            print_caa(self.context, self, _KIND, self.subject_id, self.print_button)

    def edit(self, focus_on: str = "") -> FormDialog | None:
        return open_driver_edit(self.context, self, self.view.card, focus_on) if self.view is not None else None

    def pay(self) -> None:
        if self.view is not None:
            card = self.view.card
            open_payment(self.context, self, _KIND, card.driver_id, card.fields.full_name)

    def inspect(self) -> None:
        """Inspects the driver's car; of several, asks which."""
        cars = self.view.card.vehicles if self.view is not None else ()
        if len(cars) == 1:
            self.inspect_vehicle(cars[0])
            return
        menu = QMenu(self)
        for car in cars:
            menu.addAction(f"{Plate(car.plate).shown}   {car.description}", partial(self.inspect_vehicle, car))
        menu.popup(self.inspect_button.mapToGlobal(self.inspect_button.rect().topLeft()))

    def inspect_vehicle(self, car: VehicleOfDriver) -> None:
        open_inspection(self.context, self, car.vehicle_id, f"{Plate(car.plate).shown} · {car.description}")

    def new_vehicle(self) -> FormDialog | None:
        """Registers a car that this driver uses, all in one form."""
        if self.view is None:
            return None
        card = self.view.card
        return open_new_vehicle(self.context, self, driver=(card.driver_id, card.fields.full_name))

    def link_vehicle(self) -> FormDialog | None:
        if self.view is None:
            return None
        card = self.view.card
        return open_vehicle_link(self.context, self, driver=(card.driver_id, card.fields.full_name))

    def replace_vehicle(self) -> None:
        """Another car takes the place of one of this driver's."""
        if self.view is not None:
            card = self.view.card
            cars = [(car.vehicle_id, f"{Plate(car.plate).shown} · {car.description}") for car in card.vehicles]
            open_replacement(self.context, self, [(card.driver_id, card.fields.full_name)], cars)

    def link_operator(self) -> FormDialog | None:
        return open_operator_link(self.context, self, self.subject_id) if self.subject_id is not None else None

    def withdraw(self) -> None:
        if self.view is not None:
            card = self.view.card
            withdraw(self.context, self, _KIND, card.driver_id, card.fields.full_name)

    def _allow(self, card: drivers.DriverCard, life: HolderLife) -> None:
        desk, gone, bar = self.context.desk, card.withdrawn_on, self.acts
        issued = any(line.voided_on is None for line in card.authorizations)
        bar.rename(self.issue_button, "Renovar CAA" if life.renews else "Emitir CAA")
        bar.prefer(None if self.life.visit.has_steps else self.print_button)
        bar.allow(self.issue_button, why_not(desk, Act.ISSUE_AUTHORIZATION, gone) or life.outlook.annual)
        bar.allow(
            self.inspect_button,
            why_not(desk, Act.RECORD_INSPECTION, gone) or ("" if card.vehicles else "Nenhum veículo vinculado."),
        )
        bar.allow(self.print_button, why_not_print(desk, issued=issued))
        bar.allow(self.edit_button, why_not(desk, Act.EDIT_DRIVER, gone))
        bar.allow(self._pay_action, why_not(desk, Act.RECORD_FEE_PAYMENT, gone))
        bar.allow(self._new_vehicle_action, why_not(desk, Act.REGISTER_VEHICLE, gone))
        bar.allow(self._link_vehicle_action, why_not(desk, Act.LINK_VEHICLE, gone))
        bar.allow(
            self._replace_action,
            why_not(desk, Act.REPLACE_VEHICLE, gone) or ("" if card.vehicles else "Nenhum veículo vinculado."),
        )
        bar.allow(self._link_operator_action, why_not(desk, Act.LINK_OPERATOR, gone))
        bar.allow(self._withdraw_action, why_not(desk, Act.WITHDRAW_DRIVER, gone))
        because(self._add_vehicle, why_not(desk, Act.LINK_VEHICLE, gone))
        because(self._add_operator, why_not(desk, Act.LINK_OPERATOR, gone))
        because(self._add_payment, why_not(desk, Act.RECORD_FEE_PAYMENT, gone))

    def _acts_of(self, line: RequirementLine) -> Sequence[QWidget]:
        if self.subject_id is None or self.view is None or self.view.card.withdrawn_on is not None:
            return []
        return self._cures.acts(self.subject_id, line)

    def _vehicle_steps(self, card: drivers.DriverCard) -> list[Step]:
        """The cars that cannot serve today for want of an inspection."""
        reason = why_not(self.context.desk, Act.RECORD_INSPECTION)
        wanting = {
            StandingState.NEVER_AUTHORIZED, StandingState.EXPIRED, StandingState.CONDITIONAL, StandingState.BLOCKED,
        }  # fmt: skip
        return [
            Step(f"Vistoriar o veículo {Plate(car.plate).shown}", partial(self.inspect_vehicle, car), reason)
            for car in card.vehicles
            if car.standing.state in wanting and not any(each.code == "vehicle.age" for each in car.standing.findings)
        ]


def _about(card: drivers.DriverCard) -> str:
    fields: DriverFields = card.fields
    since = f"desde {format_date(local_date(card.registered_at))}" if card.registered_at is not None else ""
    licence = f"CNH {fields.license_category}" if fields.license_category else "CNH não cadastrada"
    if fields.has_paid_activity_endorsement:
        licence += " com EAR"
    if fields.license_valid_until is not None:
        licence += f" até {format_date(fields.license_valid_until)}"
    return " · ".join(part for part in (f"Prestador {since}".strip(), f"CPF {Cpf(fields.cpf).masked}", licence) if part)
