"""Checking the paper of one requirement at the counter: seen and accepted, refused and why, or not the case."""

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.legal import Requirement
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.requirements import RequirementLine, RequirementState, is_computed
from stipdesk.domain.text import format_date
from stipdesk.services import requirements
from stipdesk.services.requirements import CheckRequirement
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form
from stipdesk.ui.screens.parts.file_field import FilesField
from stipdesk.ui.screens.parts.radio import RadioField
from stipdesk.ui.screens.parts.seen_check import show_check
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.strings import count
from stipdesk.ui.widgets.basics import label
from stipdesk.ui.widgets.buttons import ActButton, because, link
from stipdesk.ui.widgets.fields import DateField, NoteField, TextField


class Decision(StrEnum):
    ACCEPTED = "accepted"
    REFUSED = "refused"
    ABSENT = "absent"


_WORDS = {Decision.ACCEPTED: "Aceito", Decision.REFUSED: "Recusado", Decision.ABSENT: "Não é o caso"}


class CheckForm(Form):
    """The dates and the number are those printed on the paper."""

    def __init__(self, context: UiContext, requirement: Requirement, decision: Decision) -> None:
        super().__init__()
        asked = self.section("O que se pede")
        asked.place(label(requirement.text, "strong", wrap=True), 6)
        asked.place(label(f"{requirement.article}. {requirement.cure}", "small", wrap=True), 6)
        paper = self.section("Documento apresentado")
        choices = [each for each in Decision if each is not Decision.ABSENT or requirement.may_be_absent]
        self.decision = self.add(
            paper, RadioField("not_applicable", "Resultado", [(each, _WORDS[each]) for each in choices]), 6
        )
        days = requirement.validity_days
        self.issued_on = self.add(
            paper, DateField("issued_on", "Emitido em", hint=f"serve por {days} dias" if days is not None else ""), 2
        )
        self.valid_until = self.add(paper, DateField("valid_until", "Válido até", hint="se constar"), 2)
        self.reference = self.add(paper, TextField("reference", "Número ou código", hint="opcional", limit=80), 2)
        self.note = self.add(paper, NoteField("note", "Observação", hint="por que, se recusado", lines=2), 6)
        self.files = self.add(paper, FilesField(context, hint="opcional"), 6)
        self.decision.set_value(decision)
        self._requirement = requirement

    def first_focus(self) -> None:
        (self.note if self.decision.value() is Decision.ABSENT else self.issued_on).focus()

    def command(self, kind: SubjectKind, subject_id: UUID) -> CheckRequirement:
        decision = self.decision.value()
        seen = decision is not Decision.ABSENT
        return CheckRequirement(
            kind,
            subject_id,
            self._requirement.code,
            accepted=decision is Decision.ACCEPTED,
            not_applicable=not seen,
            issued_on=self.issued_on.value() if seen else None,
            valid_until=self.valid_until.value() if seen else None,
            reference=self.reference.value(),
            note=self.note.value(),
            files=self.files.value(),
        )


def open_check(
    context: UiContext,
    owner: QWidget,
    kind: SubjectKind,
    subject_id: UUID,
    requirement: Requirement,
    decision: Decision = Decision.ACCEPTED,
) -> FormDialog:
    """Opens the dialog with `decision` already chosen; Ctrl+Enter records it."""
    form = CheckForm(context, requirement, decision)

    def command(_version: int) -> Callable[[], UUID]:
        return partial(requirements.check_requirement, context.desk, form.command(kind, subject_id))

    dialog = FormDialog(context, owner, "Conferir documento", form, command, save_text="Registrar")
    dialog.open()
    return dialog


def check_acts(
    context: UiContext, owner: QWidget, kind: SubjectKind, subject_id: UUID, line: RequirementLine
) -> list[ActButton]:
    """The links of a line whose paper somebody looks at; none for what the program sees in the registers by itself."""
    requirement = line.requirement
    if is_computed(requirement):
        return []
    seen = _seen(context, owner, line)
    again = line.state is RequirementState.MET
    text = "Conferir de novo…" if again else "Conferir…"
    acts = [link(text, partial(open_check, context, owner, kind, subject_id, requirement))]
    acts[0].setAccessibleName(f"{text} {requirement.text}")
    if requirement.may_be_absent and line.state is not RequirementState.NOT_APPLICABLE:
        absent = link(
            "Não é o caso", partial(open_check, context, owner, kind, subject_id, requirement, Decision.ABSENT)
        )
        absent.setAccessibleName(f"Não é o caso: {requirement.text}")
        acts.append(absent)
    for act in acts:
        because(act, why_not(context.desk, Act.CHECK_REQUIREMENT))
    if again and line.valid_until is not None:
        acts[0].setToolTip(f"O que foi conferido serve até {format_date(line.valid_until)}.")
    return [*seen, *acts]


def _seen(context: UiContext, owner: QWidget, line: RequirementLine) -> list[ActButton]:
    """The link to the look somebody took before, with the copies kept."""
    if line.check is None or line.check.check_id is None:
        return []
    files = line.check.files
    text = f"Ver {count(files, 'arquivo', 'arquivos')}" if files else "Ver conferência"
    made = link(text, partial(show_check, context, owner, line.check.check_id, line.requirement))
    made.setAccessibleName(f"{text}: {line.requirement.text}")
    return [made]
