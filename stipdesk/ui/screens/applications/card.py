"""The card of one request: where it stands, what it waits for, until when the office must answer, what was decided."""

from datetime import date
from functools import partial
from uuid import UUID

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from stipdesk.domain.documents import DocumentKind
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.text import format_date
from stipdesk.services import application_cards, applications
from stipdesk.services.access import Desk
from stipdesk.services.application_cards import ApplicationCard
from stipdesk.services.attachments import FileTarget
from stipdesk.ui.context import UiContext
from stipdesk.ui.palette import Tone
from stipdesk.ui.prompts import ask_reason
from stipdesk.ui.screens.applications.dialogs import open_refusal, open_requisition
from stipdesk.ui.screens.applications.sections import ClockSection, RequirementsSection, RequisitionsSection
from stipdesk.ui.screens.documents.preview import show_document
from stipdesk.ui.screens.parts.acts import PRINT_KEYS
from stipdesk.ui.screens.parts.applications import state_badge
from stipdesk.ui.screens.parts.attachments import AttachmentsSection
from stipdesk.ui.screens.parts.card import SubjectCard
from stipdesk.ui.screens.parts.decisions import ProposalsSection, open_decision
from stipdesk.ui.screens.parts.history import HistorySection
from stipdesk.ui.screens.parts.layout import Columns
from stipdesk.ui.screens.parts.papers import DocumentsSection
from stipdesk.ui.screens.parts.records import FactsSection
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.strings import count, label_of
from stipdesk.ui.widgets.basics import Badge, Card, Line, clear, label, title


class ApplicationCardView(SubjectCard[ApplicationCard]):
    """Its acts: demand what is missing, note the answer, propose the refusal, print, open who asks."""

    def __init__(self, context: UiContext) -> None:
        super().__init__(
            context, invitation="Escolha um requerimento na lista, ou protocole um no cartão de quem pede."
        )
        self.head = _Head()
        self.requirements = RequirementsSection(context)
        self.clock = ClockSection()
        self.requisitions = RequisitionsSection()
        self.proposals = ProposalsSection(context, empty="Nenhum indeferimento proposto.")
        self.facts = FactsSection("O pedido")
        self.documents = DocumentsSection(context)
        self.files = AttachmentsSection(context)
        self.history = HistorySection(context)
        self.page.addWidget(self.head)
        self.page.addWidget(self.requirements)
        self.page.addWidget(
            Columns(
                self.clock, self.facts, self.requisitions, self.proposals, self.documents, self.files, self.history
            )
        )  # fmt: skip
        bar = self.acts
        self.holder_button = bar.add("Abrir o cadastro", self.open_holder, icon_name="user")
        self.requisition_button = bar.add("Fazer exigência", self.demand, icon_name="clipboard-check")
        self.answer_button = bar.add("Exigência cumprida", self.answer, icon_name="file-circle-check")
        self.print_button = bar.add("Ver protocolo", self.show_receipt, icon_name="print", shortcut=PRINT_KEYS)
        self._refuse_action = bar.add_more("Propor indeferimento…", self.refuse)
        self._conclude_action = bar.add_more("Concluir atualização de dados", self.conclude)
        self._vehicle_action = bar.add_more("Abrir o veículo", self.open_vehicle)
        bar.separate()
        self._withdraw_action = bar.add_more("Registrar desistência…", self.withdraw)

    @staticmethod
    def read(desk: Desk, subject_id: UUID) -> ApplicationCard:
        return application_cards.card(desk, subject_id)

    def show_view(self, view: ApplicationCard) -> None:
        today = self.context.desk.today
        self.head.show_card(view, today)
        self.requirements.show_card(view, today)
        self.clock.show_card(view, today)
        self.requisitions.show_lines(view.requisitions)
        self.proposals.show_lines(view.proposals)
        self.facts.show_facts(_facts(view))
        self.documents.show_lines(view.documents)
        self.files.show_files(FileTarget(application_id=view.line.application_id), view.files)
        self.history.show_lines(view.history)
        self._allow(view)

    def demand(self) -> None:
        if self.view is not None:
            open_requisition(self.context, self, self.view)

    def answer(self) -> None:
        if self.view is not None:
            job = partial(applications.answer_requisition, self.context.desk, self.view.line.application_id)
            self.context.tasks.run(job, owner=self, busy=self.answer_button)

    def refuse(self) -> None:
        """Proposes it, or decides what was proposed."""
        if self.view is None:
            return
        waiting = next((each for each in self.view.proposals if each.decided_at is None), None)
        if waiting is not None:
            open_decision(self.context, self, waiting)
        else:
            open_refusal(self.context, self, self.view)

    def conclude(self) -> None:
        if self.view is not None:
            job = partial(applications.conclude, self.context.desk, self.view.line.application_id)
            self.context.tasks.run(job, owner=self, busy=self.acts.more)

    def withdraw(self) -> None:
        if self.view is None:
            return
        line = self.view.line

        def then(reason: str) -> None:
            job = partial(applications.withdraw, self.context.desk, line.application_id, reason)
            self.context.tasks.run(job, owner=self, busy=self.acts.more)

        ask_reason(
            self,
            f"Registrar a desistência do requerimento {line.number}?",
            "O pedido termina hoje. Se era renovação pedida a tempo, o CAA deixa de estar prorrogado.",
            yes="Registrar desistência",
            then=then,
            suggestions=("A pedido do interessado", "Protocolado por engano"),
        )

    def show_receipt(self) -> None:
        if self.view is not None and (receipt := _receipt(self.view)) is not None:
            show_document(self.context, self, receipt)

    def open_holder(self) -> None:
        if self.view is not None:
            self.context.bus.subject_wanted.emit(self.view.line.holder_kind, self.view.line.holder_id)

    def open_vehicle(self) -> None:
        if self.view is not None and self.view.vehicle_id is not None:
            self.context.bus.subject_wanted.emit(SubjectKind.VEHICLE, self.view.vehicle_id)

    def _allow(self, view: ApplicationCard) -> None:
        desk, bar = self.context.desk, self.acts
        bar.prefer(self.answer_button if not view.why_not_answer else self.holder_button)
        # One waits for the other: showing both would push the rest to a second line.
        self.answer_button.setVisible(not view.why_not_answer)
        self.requisition_button.setVisible(bool(view.why_not_answer))
        bar.allow(self.requisition_button, view.why_not_requisition or why_not(desk, Act.ISSUE_REQUISITION))
        bar.allow(self.answer_button, view.why_not_answer or why_not(desk, Act.ANSWER_REQUISITION))
        bar.allow(
            self.print_button,
            "" if _receipt(view) is not None else "O protocolo foi aberto com outro ato, sem comprovante.",
        )
        waiting = view.line.waiting
        bar.allow(self._refuse_action, "" if waiting else view.why_not_refuse or why_not(desk, Act.PROPOSE_REFUSAL))
        bar.allow(self._conclude_action, view.why_not_conclude or why_not(desk, Act.CONCLUDE_APPLICATION))
        bar.allow(self._withdraw_action, view.why_not_withdraw or why_not(desk, Act.WITHDRAW_APPLICATION))
        bar.allow(self._vehicle_action, "" if view.vehicle_id is not None else "Este pedido não é sobre um veículo.")


class _Head(Card):
    """Which request, whose, where it stands, what happens next."""

    def __init__(self) -> None:
        super().__init__()
        self._name = title()
        self.badge = Badge(big=True)
        self._who = label("", "strong", wrap=True, selectable=True)
        self._about = label("", "soft", wrap=True, selectable=True)
        self._notes = QVBoxLayout()
        self._notes.setSpacing(2)
        words = QVBoxLayout()
        words.setSpacing(4)
        for each in (self._name, self._who, self._about):
            words.addWidget(each)
        top = QHBoxLayout()
        top.setSpacing(16)
        top.addLayout(words, 1)
        top.addWidget(self.badge, 0, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(top)
        self.body.addLayout(self._notes)

    def show_card(self, card: ApplicationCard, today: date) -> None:
        line = card.line
        self.badge.show_state(*state_badge(line))
        self._name.setText(f"{label_of(line.kind)} {line.number}")
        self._who.setText(line.holder_name)
        about = (card.holder_document, card.vehicle, f"protocolado em {format_date(line.filed_on)}")
        self._about.setText(" · ".join(part for part in about if part))
        clear(self._notes)
        for note in _notes(card, today):
            self._notes.addWidget(note)


def _notes(card: ApplicationCard, today: date) -> list[QWidget]:
    line = card.line
    notes: list[QWidget] = []
    if line.waiting:
        notes.append(Line(Tone.CARE, "O indeferimento foi proposto e aguarda outra pessoa."))
    late = line.clock.days_late(today) if line.clock is not None and line.state.is_open else 0
    if late:
        article = "art. 11" if line.holder_kind is SubjectKind.OPERATOR else "art. 16, caput"
        notes.append(Line(Tone.STOP, f"A CMTU está em atraso há {count(late, 'dia', 'dias')}", article))
    renewal = "art. 12" if line.holder_kind is SubjectKind.OPERATOR else "art. 17"
    if line.is_timely_renewal:
        text = "Renovação pedida a tempo: o CAA vale até a decisão"
        notes.append(Line(Tone.GOOD, text, f"{renewal}, § 2º"))
    elif card.renews is not None and line.state.is_open:
        text = f"Renovação pedida fora do prazo: o CAA termina em {format_date(card.renews[1])}, sem prorrogação"
        notes.append(Line(Tone.CARE, text, f"{renewal}, § 1º"))
    if line.conditional_until is not None and line.state.is_open:
        text = f"Cadastro condicional: comprovar a vistoria até {format_date(line.conditional_until)}"
        notes.append(Line(Tone.CARE if today <= line.conditional_until else Tone.STOP, text, "art. 19, § 1º"))
    if card.decision_reason:
        notes.append(Line(Tone.INFORMATION, card.decision_reason))
    notes += [Line(Tone.STOP, f"Não atendido: {text}") for text in card.refused_requirements]
    return notes


def _facts(card: ApplicationCard) -> list[tuple[str, str]]:
    line = card.line
    renews = f"{card.renews[0]}, até {format_date(card.renews[1])}" if card.renews is not None else ""
    facts = [
        ("Pedido", label_of(line.kind)),
        ("Apresentado", label_of(line.channel) + (f" ({card.sponsor})" if card.sponsor else "")),
        ("Por", card.filed_by),
        ("Veículo", card.vehicle),
        ("Placa nova", card.new_plate),
        ("CAA a renovar", renews),
        ("Observação", card.notes),
        ("Decidido por", card.decided_by),
    ]
    return [(caption, text) for caption, text in facts if text]


def _receipt(card: ApplicationCard) -> UUID | None:
    wanted = (each for each in card.documents if each.kind is DocumentKind.APPLICATION_RECEIPT)
    return next((each.document_id for each in wanted), None)
