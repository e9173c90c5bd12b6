"""What a court took away from one person, company or vehicle: the orders on the card, and recording one."""

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.legal import EvidenceKind, Requirement
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.text import format_date
from stipdesk.services import requirements
from stipdesk.services.requirements import ExemptionLine, ExemptRequirement
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form
from stipdesk.ui.palette import Tone
from stipdesk.ui.prompts import ask_reason
from stipdesk.ui.screens.parts.records import RecordLine, RecordSection
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.widgets.buttons import because, link
from stipdesk.ui.widgets.choices import ValueChoice
from stipdesk.ui.widgets.fields import DateField, TextField


class ExemptionsSection(RecordSection):
    """The court orders, newest first; one in force can be ended."""

    def __init__(self, context: UiContext, act: QWidget | None = None) -> None:
        super().__init__("Dispensas por ordem judicial", "Nenhum requisito dispensado por ordem judicial.", act=act)
        self._context = context

    def show_lines(self, lines: Sequence[ExemptionLine]) -> None:
        self.show_records(self._record(line) for line in lines)

    def _record(self, line: ExemptionLine) -> QWidget:
        today = self._context.desk.today
        acts = []
        if line.ended_on is None and (line.valid_until is None or line.valid_until >= today):
            end = link("Encerrar dispensa…", partial(end_exemption, self._context, self, line))
            end.setAccessibleName(f"Encerrar a dispensa de {line.text}")
            because(end, why_not(self._context.desk, Act.EXEMPT_REQUIREMENT))
            acts.append(end)
        until = f"até {format_date(line.valid_until)}" if line.valid_until is not None else "sem data de fim"
        ended = f"Encerrada em {format_date(line.ended_on)}: {line.end_reason}" if line.ended_on is not None else ""
        return RecordLine(
            line.text,
            [line.court_order, f"{line.article} · desde {format_date(line.valid_from)}, {until}", ended],
            state=_state(line, today),
            acts=acts,
        )


class ExemptionForm(Form):
    """The order as it is written in the decision."""

    def __init__(self, options: Sequence[Requirement], today: date) -> None:
        super().__init__()
        what = self.section("O que a decisão dispensa", "Só deste cadastro; para todos, use Administração, Requisitos.")
        self.requirement = self.add(
            what,
            ValueChoice(
                "requirement",
                "Requisito",
                [(each.code, f"{each.text} ({each.article})") for each in options],
                required=True,
            ),
            6,
        )
        order = self.section("A ordem")
        self.court_order = self.add(
            order,
            TextField(
                "court_order", "Ordem judicial", required=True, limit=200,
                placeholder="Processo nº …, juízo, data da decisão", hint="sai nos documentos",
            ),
            6,
        )  # fmt: skip
        self.valid_from = self.add(order, DateField("valid_from", "Vale desde", required=True), 3)
        self.valid_until = self.add(order, DateField("valid_until", "Até", hint="vazio: até ser encerrada"), 3)
        self.valid_from.set_value(today)

    def command(self, kind: SubjectKind, subject_id: UUID) -> ExemptRequirement:
        requirement, valid_from = self.requirement.value(), self.valid_from.value()
        assert requirement is not None
        assert valid_from is not None
        return ExemptRequirement(
            kind, subject_id, requirement, self.court_order.value(), valid_from, self.valid_until.value()
        )


def open_exemption(context: UiContext, owner: QWidget, kind: SubjectKind, subject_id: UUID) -> FormDialog:
    """Asks which requirement a court took away, by which order and until when."""
    demanded = context.desk.law.requirements(kind, context.desk.today)
    # A fee is not taken away here: it is waived, by two people.
    form = ExemptionForm([each for each in demanded if each.evidence is not EvidenceKind.PAYMENT], context.desk.today)

    def command(_version: int) -> Callable[[], UUID]:
        return partial(requirements.exempt, context.desk, form.command(kind, subject_id))

    dialog = FormDialog(context, owner, "Dispensar por ordem judicial", form, command, save_text="Registrar dispensa")
    dialog.open()
    return dialog


def end_exemption(context: UiContext, owner: QWidget, line: ExemptionLine) -> None:
    """Asks by which decision the exemption ends; from today on the requirement is demanded again."""

    def go(reason: str) -> None:
        context.tasks.run(partial(requirements.end_exemption, context.desk, line.exemption_id, reason), owner=owner)

    ask_reason(
        owner,
        "Encerrar a dispensa?",
        f"“{line.text}” volta a ser exigido hoje ({line.article}). A ordem continua no histórico.",
        yes="Encerrar",
        then=go,
        suggestions=("Decisão revogada", "Processo extinto", "Requisito cumprido"),
    )


def _state(line: ExemptionLine, today: date) -> tuple[str, Tone]:
    if line.holds_on(today):
        return "Em vigor", Tone.INFORMATION
    if line.ended_on is None and today < line.valid_from:
        return f"A partir de {format_date(line.valid_from)}", Tone.INFORMATION
    return "Encerrada", Tone.NEUTRAL
