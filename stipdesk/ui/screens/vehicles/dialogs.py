"""Registering and editing a vehicle."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.registers import SubjectKind
from stipdesk.services import vehicles
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.screens.parts.duplicates import watch_duplicates
from stipdesk.ui.screens.parts.links import Known
from stipdesk.ui.screens.vehicles.form import VehicleForm

_TELLING = ("plate", "renavam", "chassis")


def open_new_vehicle(context: UiContext, owner: QWidget, *, driver: Known | None = None) -> FormDialog:
    """`driver` is who brought the car. `saved` carries the new vehicle's id."""
    form = VehicleForm(context, driver=driver)

    def command(_version: int) -> Callable[[], UUID]:
        driver_id, title = form.first_use()
        return partial(vehicles.register, context.desk, form.values(), driver_id, title, form.policy())

    dialog = FormDialog(context, owner, "Novo veículo", form, command, kind=SubjectKind.VEHICLE)
    watch_duplicates(context, dialog, SubjectKind.VEHICLE, _TELLING)
    dialog.open()
    return dialog


def open_vehicle_edit(context: UiContext, owner: QWidget, card: vehicles.VehicleCard, focus_on: str = "") -> FormDialog:
    """`focus_on` is the field that brought the person here."""
    form = VehicleForm(context, card.fields)

    def command(version: int) -> Callable[[], None]:
        return partial(
            vehicles.edit, context.desk, card.vehicle_id, version, card.fields, form.values(), dialog.decided
        )

    dialog = FormDialog(context, owner, "Editar veículo", form, command, version=card.version, kind=SubjectKind.VEHICLE)
    watch_duplicates(context, dialog, SubjectKind.VEHICLE, _TELLING, card.vehicle_id)
    dialog.open()
    field = form.field_named(focus_on)
    if field is not None:
        field.focus()
    return dialog
