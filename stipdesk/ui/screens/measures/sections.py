"""The sections of a measure's card: head, facts, terms as they were counted, what the operators were told."""

from collections.abc import Sequence
from functools import partial
from uuid import UUID

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.text import format_date
from stipdesk.services.measure_cards import CommunicationLine, MeasureCard, RelatedLine
from stipdesk.ui.context import UiContext
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.measures.dialogs import open_receipt, open_sending
from stipdesk.ui.screens.measures.words import headline
from stipdesk.ui.screens.parts.papers import document_acts
from stipdesk.ui.screens.parts.records import RecordLine, RecordSection
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.strings import label_of
from stipdesk.ui.widgets.basics import Badge, Card, Line, clear, label, show_if, title
from stipdesk.ui.widgets.buttons import because, link


class MeasureHead(Card):
    """Which measure, against whom, where it stands, what comes next."""

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

    def show_card(self, card: MeasureCard) -> None:
        self.badge.show_state(*headline(card.line))
        self._name.setText(f"{label_of(card.line.kind)} {card.line.number}")
        self._who.setText(card.line.holder_name)
        self._about.setText(f"{card.holder_document} · {card.line.kind.article}")
        clear(self._notes)
        for line in _notes(card):
            self._notes.addWidget(line)


def _notes(card: MeasureCard) -> list[QWidget]:
    """What is to be done or known now, one line each."""
    notes: list[QWidget] = []
    if card.line.waiting:
        notes.append(
            Line(Tone.CARE, "Uma decisão proposta aguarda outra pessoa.", cure="Decida-a ou devolva-a abaixo.")
        )
    term = card.line.next_term
    if term is not None:
        verb = "terminou em" if term.over else "até"
        text = f"{term.text}: {verb} {format_date(term.day)}"
        if term.text in {"Começa", "Termina"}:
            text = f"{term.text} em {format_date(term.day)}, sem ato nenhum"
        notes.append(Line(Tone.STOP if term.over else Tone.CARE, text))
    if card.bar is not None and card.ended_on is None:
        text = f"Novo CAA só pode ser pedido a partir de {format_date(card.bar.free_on)}"
        notes.append(Line(Tone.STOP, text, card.bar.article))
    unsent = sum(1 for each in card.communications if each.sent_on is None)
    if unsent:
        text = "Há comunicado à operadora por enviar." if unsent == 1 else f"Há {unsent} comunicados por enviar."
        notes.append(Line(Tone.CARE, text, "arts. 33 e 34"))
    return notes


def facts_of(card: MeasureCard) -> list[tuple[str, str]]:
    """What is recorded of the measure, in the order in which it happens; what did not happen is left out."""
    dated = [
        ("Aberta em", card.line.opened_on), ("Ciência da abertura", card.notified_on),
        ("Defesa até", card.defense_due_on), ("Defesa recebida", card.defense_received_on),
        ("Decidida em", card.imposed_on), ("Trânsito em julgado", card.final_on),
        ("Efeito desde", card.line.effective_from), ("Último dia", card.effective_until),
        ("Ciência da suspensão", card.served_on), ("Reversão até", card.reversal_due_on),
        ("Reversão pedida", card.reversal_requested_on), ("Reversão decidida", card.reversal_decided_on),
        ("Encerrada em", card.ended_on),
    ]  # fmt: skip
    facts = [(caption, format_date(day)) for caption, day in dated if day is not None]
    texts = [
        ("Motivação", card.line.reason), ("Origem", card.origin), ("Defesa", card.defense_text),
        ("Prova da correção", card.reversal_proof), ("Sobre a reversão", card.reversal_reason),
        ("Motivo do fim", card.end_reason), ("Aberta por", card.opened_by),
    ]  # fmt: skip
    return [*facts, *((caption, text) for caption, text in texts if text)]


class ConditionsSection(Card):
    """The conditions lost, each with its article and how it is cured."""

    def __init__(self) -> None:
        super().__init__("Condições que não se mantêm")
        self._lines = QVBoxLayout()
        self._lines.setSpacing(2)
        self.body.addLayout(self._lines)
        self.body.addStretch(1)

    def show_card(self, card: MeasureCard) -> None:
        clear(self._lines)
        for each in card.conditions:
            self._lines.addWidget(Line(Tone.STOP, each.text, each.article, each.cure))
        show_if(self, bool(card.conditions))


class ReckoningSection(Card):
    """How each term was counted when it began."""

    def __init__(self) -> None:
        super().__init__("Prazos: memória de cálculo")
        self._steps = QVBoxLayout()
        self._steps.setSpacing(3)
        self.body.addLayout(self._steps)
        self.body.addStretch(1)

    def show_card(self, card: MeasureCard) -> None:
        clear(self._steps)
        for name, steps in (("Defesa", card.defense_reckoning), ("Reversão", card.reversal_reckoning)):
            if steps:
                self._steps.addWidget(label(name, "strong"))
            for number, step in enumerate(steps, start=1):
                self._steps.addWidget(label(f"{number}. {step}", "small", wrap=True, selectable=True))
        show_if(self, bool(card.defense_reckoning or card.reversal_reckoning))


class CommunicationsSection(RecordSection):
    """What each operator was told, and how far it went (arts. 33 p.ú. and 34 §2)."""

    def __init__(self, context: UiContext) -> None:
        super().__init__("Comunicados às operadoras", "Nenhum comunicado: sai com a decisão contra um prestador.")
        self._context = context

    def show_lines(self, lines: Sequence[CommunicationLine]) -> None:
        self.show_records(self._record(line) for line in lines)

    def _record(self, line: CommunicationLine) -> QWidget:
        acts = document_acts(self._context, self, line.document_id, f"comunicado a {line.operator_name}")
        refusal = why_not(self._context.desk, Act.RECORD_COMMUNICATION)
        if line.sent_on is None:
            send = link("Registrar envio…", partial(open_sending, self._context, self, line))
            send.setAccessibleName(f"Registrar envio a {line.operator_name}")
            because(send, refusal)
            acts.append(send)
        elif line.received_on is None:
            receive = link("Registrar recebimento…", partial(open_receipt, self._context, self, line))
            receive.setAccessibleName(f"Registrar recebimento de {line.operator_name}")
            because(receive, refusal)
            acts.append(receive)
        sent = f"Enviado em {format_date(line.sent_on)} · {line.means}" if line.sent_on is not None else ""
        received = f"Recebido em {format_date(line.received_on)}" if line.received_on is not None else ""
        details = [line.title, f"Emitido em {format_date(line.prepared_on)}", sent, received]
        return RecordLine(line.operator_name, details, state=_sending_state(line), acts=acts)


def _sending_state(line: CommunicationLine) -> tuple[str, Tone]:
    if line.received_on is not None:
        return "Recebido", Tone.GOOD
    return ("Enviado", Tone.INFORMATION) if line.sent_on is not None else ("A enviar", Tone.CARE)


class RelatedSection(RecordSection):
    """The other measures of the same process."""

    def __init__(self, context: UiContext) -> None:
        super().__init__("No mesmo processo", "Nenhuma outra medida neste processo.")
        self._context = context

    def show_lines(self, lines: Sequence[RelatedLine]) -> None:
        self.show_records(self._record(line) for line in lines)
        show_if(self, bool(lines))

    def _record(self, line: RelatedLine) -> QWidget:
        see = link("Abrir", partial(self._open, line.measure_id))
        see.setAccessibleName(f"Abrir a medida {line.number}")
        return RecordLine(f"{label_of(line.kind)} {line.number}", [label_of(line.state)], acts=[see])

    def _open(self, measure_id: UUID) -> None:
        self._context.bus.subject_wanted.emit(SubjectKind.MEASURE, measure_id)
