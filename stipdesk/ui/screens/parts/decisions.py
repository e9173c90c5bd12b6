"""Decisions that wait for a second person: the list of them, and the dialog in which one is taken or returned."""

from collections.abc import Sequence
from datetime import date
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.clock import local_time
from stipdesk.domain.errors import FieldErrors
from stipdesk.domain.measures import MeasureEnding, MeasureKind
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.text import format_date
from stipdesk.services import decisions
from stipdesk.services.decisions import Decided
from stipdesk.services.proposals import ProposalLine
from stipdesk.ui import errors
from stipdesk.ui.context import UiContext
from stipdesk.ui.palette import Tone
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.screens.documents.preview import show_document
from stipdesk.ui.screens.parts.records import RecordLine, RecordSection
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.strings import label_of
from stipdesk.ui.widgets.basics import label
from stipdesk.ui.widgets.buttons import ActButton, because, link
from stipdesk.ui.widgets.facts import Facts
from stipdesk.ui.widgets.fields import NoteField

_MINE = "Quem propõe não decide: a decisão cabe a outra pessoa."
# The dates a proposal carries, in the order in which they are read.
_DATES = {
    "imposed_on": "decisão de",
    "final_on": "trânsito em julgado em",
    "effective_from": "efeito desde",
    "effective_until": "até",
    "ended_on": "deixa de valer em",
}


def what_is_proposed(context: UiContext, line: ProposalLine) -> str:
    """What would happen, in one line: the measure and its dates, the ending, the requirements named."""
    content = line.content
    parts = []
    if (kind := content.get("measure")) is not None:
        parts.append(label_of(MeasureKind(str(kind))))
    if (ending := content.get("ending")) is not None:
        parts.append(label_of(MeasureEnding(str(ending))))
    for name, caption in _DATES.items():
        value = content.get(name)
        if isinstance(value, str):
            parts.append(f"{caption} {format_date(date.fromisoformat(value))}")
    codes = content.get("requirements")
    if isinstance(codes, list):
        texts = {each.requirement.code: each.requirement.text for each in context.desk.law.requirement_definitions}
        parts += [texts.get(str(code), str(code)) for code in codes]
    return " · ".join(parts)


def decision_state(line: ProposalLine) -> tuple[str, Tone]:
    """The word and colour of a proposal."""
    if line.approved is None:
        return ("Aguarda outra pessoa" if line.mine else "Aguarda decisão"), Tone.CARE
    return ("Aprovada", Tone.GOOD) if line.approved else ("Devolvida", Tone.NEUTRAL)


class ProposalsSection(RecordSection):
    """Proposals, pending or decided; a pending one is taken or returned from here.

    `opens`: each leads to the record it is about; not wanted on the card of that record.
    """

    def __init__(
        self,
        context: UiContext,
        name: str = "Decisões",
        empty: str = "Nenhuma decisão proposta.",
        *,
        shown_first: int = 4,
        opens: bool = True,
    ) -> None:
        super().__init__(name, empty, shown_first=shown_first)
        self._context = context
        self._opens = opens

    def show_lines(self, lines: Sequence[ProposalLine]) -> None:
        self.show_records(self._record(line) for line in lines)

    def _record(self, line: ProposalLine) -> QWidget:
        name = f"{label_of(line.kind)} · {line.about}"
        details = [
            what_is_proposed(self._context, line),
            line.reason,
            f"Proposta por {line.proposed_by} em {_at(line)}",
        ]
        if line.decided_at is not None:
            verb = "Aprovada" if line.approved else "Devolvida"
            details.append(f"{verb} por {line.decided_by} em {format_date(local_time(line.decided_at).date())}")
            details.append(f"Nota: {line.note}" if line.note else "")
        acts = self._acts(line, name) if line.decided_at is None else []
        return RecordLine(name, details, state=decision_state(line), acts=acts)

    def _acts(self, line: ProposalLine, name: str) -> list[ActButton]:
        decide = link("Decidir…", partial(open_decision, self._context, self, line))
        decide.setAccessibleName(f"Decidir: {name}")
        if not self._opens:
            return [decide]
        see = link("Abrir", partial(self._open, line))
        see.setAccessibleName(f"Abrir: {name}")
        return [decide, see]

    def _open(self, line: ProposalLine) -> None:
        self._context.bus.subject_wanted.emit(*subject_of(line))


class PendingDecisions(ProposalsSection):
    """Everything that waits for a second person, oldest first; `reload` asks again (`Changes.DECISIONS`)."""

    def __init__(self, context: UiContext) -> None:
        super().__init__(context, "Decisões que aguardam outra pessoa", "Nenhuma decisão aguardando.", shown_first=50)

    def reload(self) -> None:
        job = partial(decisions.pending, self._context.desk)
        self._context.tasks.run(job, self.show_lines, owner=self, latest=(id(self), "pending"))


class DecisionPrompt(Prompt):
    """Taking needs nothing else; returning needs why. It stays open with what was typed while it cannot be done."""

    def __init__(self, context: UiContext, owner: QWidget, line: ProposalLine) -> None:
        super().__init__(owner, Tone.CARE, f"{label_of(line.kind)}: {line.about}")
        self._context = context
        self._owner = owner
        self._line = line
        facts = [
            ("O que se propõe", what_is_proposed(context, line) or label_of(line.kind)),
            ("Motivação", line.reason),
            ("Proposta por", f"{line.proposed_by}, em {_at(line)}"),
        ]
        self.content.addWidget(Facts(facts))
        self.note = NoteField("note", "Nota", hint="obrigatória para devolver", lines=3)
        self.content.addWidget(self.note)
        self.answer("Voltar   Esc", answers_escape=False)
        back = "Retirar proposta" if line.mine else "Devolver"
        self.return_button = self.answer(back, partial(self._decide, False), closes=False)
        self.approve_button = self.answer("Aprovar", partial(self._decide, True), kind="primary", closes=False)
        refusal = why_not(context.desk, decisions.act_of(line.kind))
        told = refusal or (_MINE if line.mine else "")
        if told:
            self.content.addWidget(label(told, "small", wrap=True))
        because(self.return_button, refusal)
        because(self.approve_button, told)
        self.note.focus()

    def _decide(self, approve: bool) -> None:
        job = partial(
            decisions.decide, self._context.desk, self._line.proposal_id, approve=approve, note=self.note.value()
        )
        busy = self.approve_button if approve else self.return_button
        self._context.tasks.run(job, self._done, failed=self._failed, owner=self, busy=busy)

    def _done(self, decided: Decided) -> None:
        self.accept()
        if decided.document_id is not None:
            show_document(self._context, self._owner, decided.document_id)

    def _failed(self, error: Exception) -> None:
        if isinstance(error, FieldErrors) and all(problem.field == "note" for problem in error.problems):
            self.note.show_problem(str(error.problems[0]))
            self.note.focus()
        else:
            errors.show(self, error)


def open_decision(context: UiContext, owner: QWidget, line: ProposalLine) -> DecisionPrompt:
    """Opens the dialog in which a proposal of any kind is taken or returned; its paper is then shown."""
    prompt = DecisionPrompt(context, owner, line)
    prompt.open()
    return prompt


def subject_of(line: ProposalLine) -> tuple[SubjectKind, UUID]:
    """The record a proposal is about, as it opens in its tab."""
    if line.measure_id is not None:
        return SubjectKind.MEASURE, line.measure_id
    if line.application_id is not None:
        return SubjectKind.APPLICATION, line.application_id
    return line.holder_kind, line.holder_id


def _at(line: ProposalLine) -> str:
    at = local_time(line.proposed_at)
    return f"{format_date(at.date())}, às {at:%Hh%M}"
