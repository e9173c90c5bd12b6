"""What is done about a request: the exigência, the proposal to refuse it."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.services import applications
from stipdesk.services.application_cards import ApplicationCard
from stipdesk.services.applications import IssueRequisition, ProposeRefusal
from stipdesk.services.measure_facts import LostCondition
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form
from stipdesk.ui.prompts import tell
from stipdesk.ui.screens.documents.preview import show_document
from stipdesk.ui.screens.measures.fields import ConditionsField
from stipdesk.ui.widgets.fields import NoteField


class MissingForm(Form):
    """What is missing, ticked from the list; all of it at first, because all of it is what the law demands."""

    def __init__(self, card: ApplicationCard, caption: str, hint: str, note: NoteField) -> None:
        super().__init__()
        missing = [line.requirement for line in card.requirements if line.state.is_missing]
        section = self.section("O que falta")
        lines = [LostCondition(each.code, each.text, each.article, each.cure, True) for each in missing]
        self.requirements = self.add(section, ConditionsField(lines, "requirements", caption, hint), 6)
        self.note = self.add(section, note, 6)
        self.requirements.set_value([each.code for each in missing])

    def first_focus(self) -> None:
        self.note.focus()


def open_requisition(context: UiContext, owner: QWidget, card: ApplicationCard) -> FormDialog:
    """The exigência; its letter is shown ready to be printed."""
    note = NoteField("text", "Mais alguma coisa", hint="opcional: sai na exigência como escrito", lines=3)
    form = MissingForm(card, "Exigir do interessado", "o prazo da CMTU para enquanto não for cumprida", note)

    def command(_version: int) -> Callable[[], UUID]:
        asked = IssueRequisition(card.line.application_id, form.requirements.value(), form.note.value())
        return partial(applications.issue_requisition, context.desk, asked)

    title = f"Exigência · {card.line.number}"
    dialog = FormDialog(context, owner, title, form, command, save_text="Fazer exigência")
    dialog.saved.connect(partial(show_document, context, owner))
    dialog.open()
    return dialog


def open_refusal(context: UiContext, owner: QWidget, card: ApplicationCard) -> FormDialog:
    """The proposal to refuse; it happens when another person takes it."""
    note = NoteField("reason", "Motivação", required=True, hint="os fatos e as razões", lines=4)
    form = MissingForm(card, "Requisitos não atendidos", "só se indefere apontando o que falta (arts. 9º e 14)", note)

    def command(_version: int) -> Callable[[], UUID]:
        asked = ProposeRefusal(card.line.application_id, form.requirements.value(), form.note.value())
        return partial(applications.propose_refusal, context.desk, asked)

    title = f"Propor indeferimento · {card.line.number}"
    dialog = FormDialog(context, owner, title, form, command, save_text="Propor")

    def saved(_proposal: object) -> None:
        text = "O indeferimento só acontece quando outra pessoa o aprovar, em Pendências ou neste requerimento."
        tell(owner, "Indeferimento proposto", text)

    dialog.saved.connect(saved)
    dialog.open()
    return dialog
