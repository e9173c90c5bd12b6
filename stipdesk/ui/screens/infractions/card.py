"""The card of one auto: where it stands, its items in the law's order, the term with its reckoning, its history."""

from dataclasses import dataclass
from functools import partial
from uuid import UUID

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout

from stipdesk.domain.clock import local_time
from stipdesk.domain.identifiers import Plate
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import Addressee, SubjectKind
from stipdesk.domain.text import format_date
from stipdesk.services import infractions, registers
from stipdesk.services.access import Desk
from stipdesk.services.infractions import InfractionCard
from stipdesk.services.registers import HistoryLine
from stipdesk.ui.context import UiContext
from stipdesk.ui.palette import Tone
from stipdesk.ui.prompts import ask_reason
from stipdesk.ui.screens.documents.preview import show_document
from stipdesk.ui.screens.infractions.paper import Paper, PaperSection, read_paper
from stipdesk.ui.screens.infractions.words import ITEMS, PARAGRAPHS, group_tone, headline, upf_range
from stipdesk.ui.screens.parts.acts import PRINT_KEYS
from stipdesk.ui.screens.parts.card import SubjectCard
from stipdesk.ui.screens.parts.history import HistorySection
from stipdesk.ui.screens.parts.layout import Columns
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.widgets.basics import Badge, Card, clear, label, section_label, title


@dataclass(frozen=True, slots=True)
class InfractionView:
    """Everything the card shows, read at once."""

    card: InfractionCard
    paper: Paper
    history: tuple[HistoryLine, ...]


class InfractionCardView(SubjectCard[InfractionView]):
    """Its acts: see and print the paper, open who was fined and the vehicle, cancel with a reason."""

    def __init__(self, context: UiContext) -> None:
        super().__init__(context, invitation="Escolha um auto na lista, ou lavre um novo com Ctrl+N.")
        self.head = _Head()
        self.items = _Items()
        self.term = _Term()
        self.history = HistorySection(context)
        self.paper = PaperSection(self.show_paper)
        self.page.addWidget(self.head)
        self.page.addWidget(self.items)
        self.page.addWidget(Columns(self.term, self.paper))
        self.page.addWidget(self.history)
        self.print_button = self.acts.add("Ver e imprimir", self.show_paper, icon_name="print", shortcut=PRINT_KEYS)
        self.addressee_button = self.acts.add("Abrir o autuado", self.open_addressee, icon_name="user")
        self.vehicle_button = self.acts.add("Abrir o veículo", self.open_vehicle, icon_name="car")
        self.acts.prefer(self.print_button)
        self.cancel_act = self.acts.add_more("Cancelar o auto…", self.cancel)

    @staticmethod
    def read(desk: Desk, subject_id: UUID) -> InfractionView:
        card = infractions.card(desk, subject_id)
        return InfractionView(card, read_paper(desk, card), tuple(registers.history(desk, [subject_id])))

    def show_view(self, view: InfractionView) -> None:
        card = view.card
        today = self.context.desk.today
        self.head.show_card(card, headline(card.line.defense_due_on, card.line.cancelled_on, today))
        self.items.show_card(card)
        self.term.show_card(card)
        self.paper.show_paper(view.paper)
        self.history.show_lines(view.history)
        self.acts.allow(self.print_button, view.paper.why_not)
        self.acts.allow(self.vehicle_button, "" if card.vehicle_id else "Auto contra operadora: não há veículo.")
        self.acts.allow(self.cancel_act, self._why_not_cancel(card))

    def show_paper(self) -> None:
        if self.view is not None and self.view.card.line.document_id is not None:
            show_document(self.context, self, self.view.card.line.document_id)

    def open_addressee(self) -> None:
        if self.view is not None:
            card = self.view.card
            kind = SubjectKind.OPERATOR if card.addressee is Addressee.OPERATOR else SubjectKind.DRIVER
            self.context.bus.subject_wanted.emit(kind, card.addressee_id)

    def open_vehicle(self) -> None:
        if self.view is not None and self.view.card.vehicle_id is not None:
            self.context.bus.subject_wanted.emit(SubjectKind.VEHICLE, self.view.card.vehicle_id)

    def cancel(self) -> None:
        """Asks why and cancels; the number stays used."""
        if self.view is None:
            return
        line = self.view.card.line

        def then(reason: str) -> None:
            job = partial(infractions.cancel, self.context.desk, line.infraction_id, reason)
            self.context.tasks.run(job, owner=self)

        ask_reason(
            self,
            f"Cancelar o auto {line.number}?",
            "Só para auto lavrado por engano. O número continua usado, com o motivo, e o documento fica anulado.",
            yes="Cancelar o auto",
            then=then,
            suggestions=("Autuado errado", "Veículo errado", "Lavrado em duplicidade"),
        )

    def _why_not_cancel(self, card: InfractionCard) -> str:
        if card.line.cancelled_on is not None:
            return f"Já cancelado em {format_date(card.line.cancelled_on)}."
        return why_not(self.context.desk, Act.CANCEL_INFRACTION)


class _Head(Card):
    """Number, to whom, and where it stands."""

    def __init__(self) -> None:
        super().__init__()
        self._number = title()
        self.badge = Badge(big=True)
        self._who = label("", "strong", wrap=True, selectable=True)
        self._about = label("", "soft", wrap=True, selectable=True)
        self._cancelled = label("", wrap=True, selectable=True)
        words = QVBoxLayout()
        words.setSpacing(4)
        for each in (self._number, self._who, self._about, self._cancelled):
            words.addWidget(each)
        top = QHBoxLayout()
        top.setSpacing(16)
        top.addLayout(words, 1)
        top.addWidget(self.badge, 0, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(top)

    def show_card(self, card: InfractionCard, state: tuple[str, Tone]) -> None:
        word, tone = state
        self.badge.show_state(word, tone)
        self._number.setText(f"Auto {card.line.number}")
        self._who.setText(card.addressee_name)
        self._about.setText(_addressee(card))
        self._cancelled.setText(f"Motivo do cancelamento: {card.cancel_reason}" if card.cancel_reason else "")
        self._cancelled.setVisible(bool(card.cancel_reason))


class _Items(Card):
    """The items of art. 37, § 1º or § 5º, each with its numeral."""

    def __init__(self) -> None:
        super().__init__()
        self._name = section_label("Itens do auto")
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(12)
        self._grid.setColumnStretch(1, 1)
        self.body.addWidget(self._name)
        self.body.addLayout(self._grid)

    def show_card(self, card: InfractionCard) -> None:
        clear(self._grid)
        self._name.setText(f"ITENS DO AUTO ({PARAGRAPHS[card.addressee].upper()})")
        for line, ((numeral, name), content) in enumerate(zip(ITEMS[card.addressee], _contents(card), strict=True)):
            self._grid.addWidget(label(numeral, "strong"), line, 0, alignment=Qt.AlignmentFlag.AlignTop)
            self._grid.addLayout(self._item(card, numeral, name, content), line, 1)

    def _item(self, card: InfractionCard, numeral: str, name: str, content: list[str]) -> QVBoxLayout:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(name, "small", wrap=True))
        if numeral == "I":
            head = QHBoxLayout()
            head.setSpacing(10)
            head.addWidget(label(card.line.conduct, "heading"))
            head.addWidget(Badge(f"{card.group.label} · {upf_range(card.group)}", group_tone(card.group.code)))
            head.addStretch(1)
            words.addLayout(head)
        for text in content:
            words.addWidget(label(text, wrap=True, selectable=True))
        return words


def _addressee(card: InfractionCard) -> str:
    if card.addressee is Addressee.OPERATOR:
        return f"Empresa operadora · CNPJ {card.addressee_document}"
    who = "Responsável pelo cadastro do veículo (prestador não identificado)" if card.driver_id is None else "Prestador"
    return f"{who} · CPF {card.addressee_document}"


def _contents(card: InfractionCard) -> list[list[str]]:
    """What each item says, in the order of `ITEMS`."""
    at = local_time(card.line.occurred_at)
    due = card.line.defense_due_on
    what = [card.line.conduct_text, card.article]
    if card.twin_reason:
        what.append(f"Por que esta conduta: {card.twin_reason}")
    where = [f"{card.place} · {format_date(at.date())}, às {at:%Hh%M}"]
    who = [f"{card.addressee_name} · {card.addressee_document}"]
    term = [f"Até {format_date(due)} (art. 44)" if due else "Conta da ciência ou da publicação do edital (art. 44)"]
    agent = [f"{card.agent_name} · matrícula {card.agent_registration}"]
    if card.addressee is Addressee.OPERATOR:
        return [what, where, who, [card.facts], term, agent]
    if card.unidentified_reason:
        who.insert(0, f"Não identificado: {card.unidentified_reason} (art. 37, § 3º)")
        who.append("Dirigido ao responsável pelo cadastro do veículo (art. 37, § 4º)")
    return [what, where, [f"{Plate(card.line.plate).shown} · {card.vehicle_text}"], who, [card.facts], term, agent]


class _Term(Card):
    """The term for the defence, and how it was counted when it began."""

    def __init__(self) -> None:
        super().__init__("Defesa prévia: memória de cálculo")
        self._known = label("", wrap=True, selectable=True)
        self._steps = QVBoxLayout()
        self._steps.setSpacing(3)
        self.body.addWidget(self._known)
        self.body.addLayout(self._steps)
        self.body.addStretch(1)

    def show_card(self, card: InfractionCard) -> None:
        clear(self._steps)
        if card.served_on is None:
            self._known.setText(
                "O autuado ainda não teve ciência: a notificação segue por correio, e-mail ou outro meio (art. 42, II)."
            )
        else:
            how = "recusou-se a assinar" if card.signature_refused else "assinou"
            self._known.setText(f"Ciência na hora, em {format_date(card.served_on)}: {how} (art. 42, I).")
        for number, step in enumerate(card.reckoning, start=1):
            self._steps.addWidget(label(f"{number}. {step}", "small", wrap=True, selectable=True))
