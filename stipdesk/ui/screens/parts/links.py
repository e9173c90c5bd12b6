"""Links between records: who drives which car by what title, who serves which operator, and the end of each."""

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.registers import SubjectKind, UseTitleFields, UseTitleKind
from stipdesk.domain.text import format_date
from stipdesk.services import drivers, vehicle_changes
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form, Section
from stipdesk.ui.screens.parts.picker import SubjectField
from stipdesk.ui.strings import label_of
from stipdesk.ui.widgets.basics import label
from stipdesk.ui.widgets.choices import ChoiceField
from stipdesk.ui.widgets.fields import DateField, TextField

Known = tuple[UUID, str]


class TitleFields:
    """The three fields of a title of use, added to a section of any form (arts. 15 III, 15 §1, 19 II)."""

    def __init__(self, form: Form, section: Section) -> None:
        self.kind: ChoiceField[UseTitleKind] = form.add(
            section, ChoiceField("kind", "Título de uso", UseTitleKind, required=True), 6
        )
        self.reference = form.add(
            section, TextField("reference", "Documento", hint="cartório, livro e folha, ou nº do contrato"), 4
        )
        self.valid_until = form.add(section, DateField("valid_until", "Válido até", hint="se constar"), 2)
        self.kind.set_value(UseTitleKind.OWNER)

    def value(self) -> UseTitleFields:
        kind = self.kind.value()
        assert kind is not None
        return UseTitleFields(kind, self.reference.value(), self.valid_until.value())


class VehicleLinkForm(Form):
    """One side is known, the card it was opened from; the other is searched."""

    def __init__(self, context: UiContext, driver: Known | None, vehicle: Known | None) -> None:
        super().__init__()
        who = self.section("Quem usa qual veículo")
        self.driver = SubjectField(context, "driver_id", "Prestador", SubjectKind.DRIVER, required=True)
        self.vehicle = SubjectField(context, "vehicle_id", "Veículo", SubjectKind.VEHICLE, required=True)
        # What is missing comes first: it is what the person came to fill.
        for field in (self.driver, self.vehicle) if vehicle is not None else (self.vehicle, self.driver):
            self.add(who, field, 6)
        if driver is not None:
            self.driver.put(*driver)
        if vehicle is not None:
            self.vehicle.put(*vehicle)
        self.title = TitleFields(self, self.section("Com que direito", "Arts. 15, III e § 1º, e 19, II."))
        self.since = self.add(self.section("Início"), DateField("since", "Desde", required=True), 2)
        self.since.set_value(context.desk.today)


def open_vehicle_link(
    context: UiContext, owner: QWidget, *, driver: Known | None = None, vehicle: Known | None = None
) -> FormDialog:
    """Links a driver and a vehicle that are both registered."""
    form = VehicleLinkForm(context, driver, vehicle)

    def command(_version: int) -> Callable[[], None]:
        driver_id, vehicle_id, since = form.driver.value(), form.vehicle.value(), form.since.value()
        assert driver_id is not None
        assert vehicle_id is not None
        assert since is not None
        return partial(drivers.link_vehicle, context.desk, driver_id, vehicle_id, form.title.value(), since)

    dialog = FormDialog(context, owner, "Vincular prestador e veículo", form, command, save_text="Vincular")
    dialog.open()
    return dialog


class OperatorLinkForm(Form):
    def __init__(self, context: UiContext) -> None:
        super().__init__()
        section = self.section("Operadora", "O prestador pode servir a mais de uma (art. 3º, V).")
        self.operator = self.add(
            section, SubjectField(context, "operator_id", "Operadora", SubjectKind.OPERATOR, required=True), 6
        )
        self.since = self.add(section, DateField("since", "Desde", required=True), 2)
        self.since.set_value(context.desk.today)


def open_operator_link(context: UiContext, owner: QWidget, driver_id: UUID) -> FormDialog:
    """Links the driver to an operator."""
    form = OperatorLinkForm(context)

    def command(_version: int) -> Callable[[], None]:
        operator_id, since = form.operator.value(), form.since.value()
        assert operator_id is not None
        assert since is not None
        return partial(drivers.link_operator, context.desk, driver_id, operator_id, since)

    dialog = FormDialog(context, owner, "Vincular operadora", form, command, save_text="Vincular")
    # Its list of operators opens at once: there is room for it from the start.
    dialog.resize(dialog.width(), dialog.height() + dialog.fontMetrics().height() * 8)
    dialog.open()
    return dialog


class EndForm(Form):
    def __init__(self, what: str, today: date) -> None:
        super().__init__()
        section = self.section("Fim do vínculo")
        section.place(label(what, wrap=True), 6)
        self.until = self.add(section, DateField("until", "Até", required=True, hint="último dia do vínculo"), 3)
        self.until.set_value(today)


def open_end(context: UiContext, owner: QWidget, what: str, end: Callable[[date], Callable[[], None]]) -> FormDialog:
    """Asks the last day of a link; `end` makes the job from it."""
    form = EndForm(what, context.desk.today)

    def command(_version: int) -> Callable[[], None]:
        until = form.until.value()
        assert until is not None
        return end(until)

    dialog = FormDialog(context, owner, "Encerrar vínculo", form, command, save_text="Encerrar")
    dialog.open()
    return dialog


class TitleRenewalForm(Form):
    """The title in force is proposed: most often only its paper and its end are others."""

    def __init__(self, context: UiContext, who: str, title: UseTitleFields) -> None:
        super().__init__()
        hint = f"{who} continua usando o veículo. O título anterior termina quando este começa (art. 19, II)."
        section = self.section("Título novo", hint)
        self.title = TitleFields(self, section)
        self.title.kind.set_value(title.kind)
        self.since = self.add(section, DateField("since", "Desde", required=True), 2)
        today = context.desk.today
        after = title.valid_until + timedelta(days=1) if title.valid_until is not None else today
        self.since.set_value(min(after, today))

    def first_focus(self) -> None:
        self.title.reference.focus()


def open_title_renewal(
    context: UiContext, owner: QWidget, link_id: UUID, who: str, title: UseTitleFields
) -> FormDialog:
    """Gives the use of a vehicle a new title; `who` is the driver and `title` the one there is."""
    form = TitleRenewalForm(context, who, title)

    def command(_version: int) -> Callable[[], None]:
        since = form.since.value()
        assert since is not None
        return partial(vehicle_changes.renew_title, context.desk, link_id, form.title.value(), since)

    dialog = FormDialog(context, owner, "Renovar título de uso", form, command, save_text="Renovar")
    dialog.open()
    return dialog


def title_text(title: UseTitleFields, since: date) -> str:
    """A title of use in one line."""
    parts = [label_of(title.kind), title.reference, f"desde {format_date(since)}"]
    if title.valid_until is not None:
        parts.append(f"até {format_date(title.valid_until)}")
    return " · ".join(part for part in parts if part)
