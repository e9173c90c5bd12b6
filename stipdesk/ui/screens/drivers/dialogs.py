"""Registering and editing a driver."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.registers import SubjectKind
from stipdesk.services import drivers
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.screens.drivers.form import DriverForm
from stipdesk.ui.screens.parts.duplicates import watch_duplicates

_TELLING = ("cpf", "full_name", "birth_date", "license_number", "nit")


def open_new_driver(context: UiContext, owner: QWidget, municipality: str = "") -> FormDialog:
    """`municipality` ("Cidade/UF") is proposed for the address. `saved` carries the new driver's id."""
    city, _, state = municipality.partition("/")
    form = DriverForm(context, city=city, state=state)

    def command(_version: int) -> Callable[[], UUID]:
        return partial(drivers.register, context.desk, form.values(), form.operator_id())

    dialog = FormDialog(context, owner, "Novo prestador", form, command, kind=SubjectKind.DRIVER)
    watch_duplicates(context, dialog, SubjectKind.DRIVER, _TELLING)
    dialog.open()
    return dialog


def open_driver_edit(context: UiContext, owner: QWidget, card: drivers.DriverCard, focus_on: str = "") -> FormDialog:
    """`focus_on` is the field that brought the person here."""
    form = DriverForm(context, card.fields)

    def command(version: int) -> Callable[[], None]:
        return partial(drivers.edit, context.desk, card.driver_id, version, card.fields, form.values(), dialog.decided)

    dialog = FormDialog(
        context, owner, "Editar prestador", form, command, version=card.version, kind=SubjectKind.DRIVER
    )
    watch_duplicates(context, dialog, SubjectKind.DRIVER, _TELLING, card.driver_id)
    dialog.open()
    field = form.field_named(focus_on)
    if field is not None:
        field.focus()
    return dialog
