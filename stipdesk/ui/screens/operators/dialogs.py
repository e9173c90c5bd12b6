"""Registering and editing an operator."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.registers import Similar, SubjectKind
from stipdesk.services import operators, registers
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.screens.operators.form import OperatorForm


def open_new_operator(context: UiContext, owner: QWidget, municipality: str = "") -> FormDialog:
    """`municipality` ("Cidade/UF") is proposed for the address. `saved` carries the new operator's id."""
    city, _, state = municipality.partition("/")
    form = OperatorForm(city=city, state=state)

    def command(_version: int) -> Callable[[], UUID]:
        return partial(operators.register, context.desk, form.values())

    dialog = FormDialog(context, owner, "Nova operadora", form, command, kind=SubjectKind.OPERATOR)
    _watch(context, dialog, form, None)
    dialog.open()
    return dialog


def open_operator_edit(
    context: UiContext, owner: QWidget, card: operators.OperatorCard, focus_on: str = ""
) -> FormDialog:
    """`focus_on` is the field that brought the person here."""
    form = OperatorForm(card.fields)

    def command(version: int) -> Callable[[], None]:
        return partial(
            operators.edit, context.desk, card.operator_id, version, card.fields, form.values(), dialog.decided
        )

    dialog = FormDialog(
        context, owner, "Editar operadora", form, command, version=card.version, kind=SubjectKind.OPERATOR
    )
    _watch(context, dialog, form, card.operator_id)
    dialog.open()
    field = form.field_named(focus_on)
    if field is not None:
        field.focus()
    return dialog


def _watch(context: UiContext, dialog: FormDialog, form: OperatorForm, operator_id: UUID | None) -> None:
    def find() -> Callable[[], list[Similar]] | None:
        typed = form.searched()
        return partial(registers.similar, context.desk, SubjectKind.OPERATOR, typed, operator_id) if typed else None

    dialog.watch_similar(find)
