"""The card of one operator."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.clock import local_date
from stipdesk.domain.identifiers import Cnpj, Cpf, Phone
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import OperatorFields, SubjectKind
from stipdesk.domain.requirements import RequirementLine
from stipdesk.domain.text import format_date
from stipdesk.services import documents, holder_life, operators, registers
from stipdesk.services.access import Desk
from stipdesk.services.holder_life import HolderLife
from stipdesk.services.operators import DriverOfOperator
from stipdesk.services.papers import DocumentLine
from stipdesk.services.registers import HistoryLine
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.screens.operators.dialogs import open_operator_edit
from stipdesk.ui.screens.parts.acts import EDIT_KEYS, ISSUE_KEYS, PRINT_KEYS
from stipdesk.ui.screens.parts.card import SubjectCard
from stipdesk.ui.screens.parts.checklist import RequirementList
from stipdesk.ui.screens.parts.cures import Cures, why_not_print
from stipdesk.ui.screens.parts.header import StandingHeader
from stipdesk.ui.screens.parts.history import HistorySection
from stipdesk.ui.screens.parts.holder import HolderPart
from stipdesk.ui.screens.parts.issuing import issue_caa, print_caa
from stipdesk.ui.screens.parts.layout import Columns
from stipdesk.ui.screens.parts.papers import (
    AuthorizationsSection,
    DocumentsSection,
    InfractionsSection,
    PaymentsSection,
)
from stipdesk.ui.screens.parts.payment_dialog import open_payment
from stipdesk.ui.screens.parts.records import FactsSection, RecordLine, RecordSection
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.screens.parts.withdrawing import withdraw
from stipdesk.ui.strings import count, label_of
from stipdesk.ui.widgets.basics import label
from stipdesk.ui.widgets.buttons import because, link

_KIND = SubjectKind.OPERATOR
# What is mended in the register itself, and the field where that is done.
_FIELDS = {
    "operator.local_establishment": "address",
    "operator.cnpj": "cnpj",
    "operator.municipal_registration": "municipal_registration",
    "operator.app": "app_name",
    "operator.corporate_email": "corporate_email",
}


@dataclass(frozen=True, slots=True)
class OperatorView:
    """Everything the card shows, read at once."""

    card: operators.OperatorCard
    life: HolderLife
    unprinted: Sequence[DocumentLine]
    documents: Sequence[DocumentLine]
    story: Sequence[HistoryLine]


class OperatorCard(SubjectCard[OperatorView]):
    def __init__(self, context: UiContext) -> None:
        super().__init__(
            context,
            invitation="Escolha uma operadora na lista, ou busque por nome ou CNPJ com F3.\nCtrl+N cadastra uma nova.",
        )
        self.header = StandingHeader(_KIND)
        self.checklist = RequirementList()
        self._add_payment = link("Registrar…", self.pay, icon_name="plus")
        self._add_payment.setAccessibleName("Registrar pagamento")
        self._cures = Cures(context, self, _KIND, _FIELDS, self.edit, self.pay)
        self.life = HolderPart(self, _KIND, self._cures)
        self.authorizations = AuthorizationsSection(context)
        self.payments = PaymentsSection(context, self._add_payment)
        self.drivers = DriversSection(context)
        self.documents = DocumentsSection(context)
        self.infractions = InfractionsSection(context)
        self.facts = FactsSection()
        self.history = HistorySection(context)
        self.page.addWidget(self.header)
        self.page.addWidget(self.life.visit)
        self.page.addWidget(self.checklist)
        self.page.addWidget(
            Columns(
                self.facts, self.authorizations, self.life.applications, self.life.measures, self.drivers,
                self.payments, self.life.exemptions, self.infractions, self.documents, self.history,
            )
        )  # fmt: skip
        bar = self.acts
        self.issue_button = bar.add("Emitir CAA", self.issue, icon_name="certificate", shortcut=ISSUE_KEYS)
        self.print_button = bar.add("Imprimir CAA", self.print_it, icon_name="print", shortcut=PRINT_KEYS)
        self.edit_button = bar.add("Editar", self.edit, icon_name="pen", shortcut=EDIT_KEYS)
        self._pay_action = bar.add_more("Registrar pagamento…", self.pay)
        self.life.fill_menu()
        bar.separate()
        self._withdraw_action = bar.add_more("Dar baixa…", self.withdraw)

    def take_focus(self) -> None:
        if not self.life.visit.take_focus():
            super().take_focus()

    @staticmethod
    def read(desk: Desk, subject_id: UUID) -> OperatorView:
        return OperatorView(
            operators.card(desk, subject_id),
            holder_life.read(desk, _KIND, subject_id),
            documents.unprinted(desk, [subject_id]),
            documents.of_subjects(desk, [subject_id]),
            registers.story(desk, _KIND, subject_id),
        )

    def show_view(self, view: OperatorView) -> None:
        card = view.card
        listed = {line.requirement.code for line in card.requirements}
        self.header.show_subject(card.fields.legal_name, _about(card), card.standing, listed=listed)
        self.checklist.show_lines(card.requirements, card.standing, self._acts_of)
        name, life = card.fields.legal_name, view.life
        self.life.show(name, card.standing, card.requirements, life, view.unprinted, [])
        self.authorizations.show_lines(card.authorizations, card.standing, life.extinguished_on)
        self.payments.show_lines(card.payments)
        self.drivers.show_lines(card.drivers, card.driver_count)
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
        return open_operator_edit(self.context, self, self.view.card, focus_on) if self.view is not None else None

    def pay(self) -> None:
        if self.view is not None:
            card = self.view.card
            open_payment(self.context, self, _KIND, card.operator_id, card.fields.legal_name)

    def withdraw(self) -> None:
        if self.view is not None:
            card = self.view.card
            withdraw(self.context, self, _KIND, card.operator_id, card.fields.legal_name)

    def _allow(self, card: operators.OperatorCard, life: HolderLife) -> None:
        desk, gone, bar = self.context.desk, card.withdrawn_on, self.acts
        issued = any(line.voided_on is None for line in card.authorizations)
        bar.rename(self.issue_button, "Renovar CAA" if life.renews else "Emitir CAA")
        bar.prefer(None if self.life.visit.has_steps else self.print_button)
        bar.allow(self.issue_button, why_not(desk, Act.ISSUE_AUTHORIZATION, gone) or life.outlook.annual)
        bar.allow(self.print_button, why_not_print(desk, issued=issued))
        bar.allow(self.edit_button, why_not(desk, Act.EDIT_OPERATOR, gone))
        bar.allow(self._pay_action, why_not(desk, Act.RECORD_FEE_PAYMENT, gone))
        bar.allow(self._withdraw_action, why_not(desk, Act.WITHDRAW_OPERATOR, gone))
        because(self._add_payment, why_not(desk, Act.RECORD_FEE_PAYMENT, gone))

    def _acts_of(self, line: RequirementLine) -> Sequence[QWidget]:
        if self.subject_id is None or self.view is None or self.view.card.withdrawn_on is not None:
            return []
        return self._cures.acts(self.subject_id, line)


class DriversSection(RecordSection):
    """Who serves the operator now, the newest first; each opens in its own tab."""

    def __init__(self, context: UiContext) -> None:
        super().__init__(
            "Prestadores vinculados", "Nenhum prestador vinculado: o vínculo se faz no cartão do prestador."
        )
        self._context = context

    def show_lines(self, newest: Sequence[DriverOfOperator], driver_count: int) -> None:
        records: list[QWidget] = [self._record(line) for line in newest]
        if driver_count > len(newest):
            total = count(driver_count, "prestador", "prestadores")
            records.append(label(f"São {total} ao todo. Busque qualquer um com F3.", "soft", wrap=True))
        self.show_records(records)

    def _record(self, line: DriverOfOperator) -> QWidget:
        see = link("Abrir", partial(self._open, line.driver_id))
        see.setAccessibleName(f"Abrir o prestador {line.full_name}")
        return RecordLine(line.full_name, [f"desde {format_date(line.since)}"], acts=[see])

    def _open(self, driver_id: UUID) -> None:
        self._context.bus.subject_wanted.emit(SubjectKind.DRIVER, driver_id)


def facts(fields: OperatorFields) -> list[tuple[str, str]]:
    """What is registered, as the card's facts."""
    representative = fields.representative_name
    if fields.representative_cpf:
        representative += f" · CPF {Cpf(fields.representative_cpf).masked}"
    return [
        ("Nome fantasia", fields.trade_name),
        ("Aplicativo", fields.app_name),
        ("Junta Comercial", fields.commercial_registry),
        ("Inscrição municipal", fields.municipal_registration),
        ("E-mail corporativo", fields.corporate_email),
        ("Telefone", Phone(fields.phone).shown if fields.phone else ""),
        ("Representante", representative.removeprefix(" · ")),
        (label_of(fields.establishment), str(fields.address)),
        ("Observações", fields.notes),
    ]


def _about(card: operators.OperatorCard) -> str:
    since = f"desde {format_date(local_date(card.registered_at))}" if card.registered_at is not None else ""
    parts = (f"Operadora {since}".strip(), f"CNPJ {Cnpj(card.fields.cnpj).shown}", card.fields.app_name)
    return " · ".join(part for part in parts if part)
