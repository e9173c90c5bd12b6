"""The acts that change a vehicle's life: another plate, another car for its driver (arts. 18 § 3º and 19)."""

from collections.abc import Callable, Sequence
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.identifiers import Plate
from stipdesk.domain.registers import SealRecovery, SubjectKind
from stipdesk.services import vehicle_changes, vehicles
from stipdesk.services.vehicle_changes import ChangePlate, ReplaceVehicle, VehicleReplaced
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form, Section
from stipdesk.ui.palette import Tone
from stipdesk.ui.prompts import tell
from stipdesk.ui.screens.documents.preview import show_document
from stipdesk.ui.screens.parts.links import Known, TitleFields
from stipdesk.ui.screens.parts.picker import SubjectField
from stipdesk.ui.screens.parts.radio import RadioField
from stipdesk.ui.strings import label_of
from stipdesk.ui.widgets.basics import Notice
from stipdesk.ui.widgets.fields import IdentifierField, TextField

_RECOVERIES = [(each, label_of(each)) for each in SealRecovery]
_TYPED_WRONG = "Ninguém: a placa foi digitada errada"


class PlateForm(Form):
    """`seal` is the number of the seal in force, "" without one."""

    def __init__(self, plate: str, seal: str, drivers: Sequence[Known], registrant: UUID | None) -> None:
        super().__init__()
        self._old, self._seal = Plate(plate), seal
        hint = f"A placa de hoje é {self._old.shown}. Ela continua achando o veículo na busca."
        section = self.section("Placa nova", hint)
        self.new_plate = self.add(section, IdentifierField("new_plate", "Placa no CRLV novo", Plate, required=True), 2)
        self.reason = self.add(
            section,
            TextField("reason", "Motivo", required=True, limit=200, placeholder="Padrão Mercosul, clonagem…"),
            4,
        )
        self._told = Notice()
        section.place(self._told, 6)
        self.recovery: RadioField[SealRecovery] | None = None
        if seal:
            self.recovery = _add_recovery(self, section, f"Adesivo do selo {seal}")
        self.asked_by: RadioField[UUID | None] | None = None
        if drivers:
            options: list[tuple[UUID | None, str]] = [*drivers, (None, _TYPED_WRONG)]
            who = self.section("Quem pede", "O requerimento de troca de placa sai com o ato, já deferido (art. 19).")
            self.asked_by = self.add(who, RadioField("driver_id", "Prestador", options, required=False), 6)
            self.asked_by.set_value(registrant if registrant is not None else drivers[0][0])
        self.new_plate.edited.connect(self._tell)
        self._tell()

    def command(self, vehicle_id: UUID) -> ChangePlate:
        return ChangePlate(
            vehicle_id,
            str(self._old),
            self.new_plate.value(),
            self.reason.value(),
            self.recovery.value() if self.recovery is not None else None,
            self.asked_by.value() if self.asked_by is not None else None,
        )

    def _tell(self) -> None:
        try:
            typed = self.new_plate.value()
        except InvalidValue:
            typed = ""
        same_car = bool(typed) and Plate(typed).mercosul == self._old.mercosul
        if self.recovery is not None:
            self.recovery.setVisible(not same_car)
        if not typed or typed == self._old:
            self._told.say(Tone.INFORMATION, "")
        elif same_car:
            self._told.say(Tone.GOOD, "É a outra forma da mesma placa: o selo continua valendo.")
        elif self._seal:
            text = f"O selo {self._seal} será anulado: faça nova vistoria para o veículo voltar a servir."
            self._told.say(Tone.CARE, text)
        else:
            self._told.say(Tone.INFORMATION, "")


def open_plate_change(context: UiContext, owner: QWidget, card: vehicles.VehicleCard) -> FormDialog:
    """Gives the vehicle of this card another plate."""
    today = context.desk.today
    seal = next((each.number for each in card.seals if each.voided_on is None and each.valid_until >= today), "")
    people = [(each.driver_id, each.full_name) for each in card.drivers]
    registrant = next((each.driver_id for each in card.drivers if each.is_registrant), None)
    form = PlateForm(card.fields.plate, seal, people, registrant)

    def command(_version: int) -> Callable[[], object]:
        return partial(vehicle_changes.change_plate, context.desk, form.command(card.vehicle_id))

    dialog = FormDialog(
        context, owner, f"Trocar placa · {Plate(card.fields.plate).shown}", form, command,
        kind=SubjectKind.VEHICLE, save_text="Trocar placa",
    )  # fmt: skip
    dialog.open()
    return dialog


class ReplacementForm(Form):
    """What is known from the card it was opened from is chosen already; of several, one is asked."""

    def __init__(self, context: UiContext, drivers: Sequence[Known], cars: Sequence[Known]) -> None:
        super().__init__()
        leaving = self.section("Veículo que sai", "O vínculo com ele termina hoje.")
        self.driver = self.add(leaving, RadioField("driver_id", "Prestador", drivers), 3)
        self.old = self.add(leaving, RadioField("old_vehicle_id", "Veículo", cars), 3)
        self.reason = self.add(leaving, TextField("reason", "Motivo da troca", required=True), 6)
        hint = "se o veículo tiver selo em vigor e ninguém mais o usar"
        self.recovery = _add_recovery(self, leaving, "Adesivo do selo", hint)
        entering = self.section(
            "Veículo que entra",
            "Já cadastrado. Sem vistoria, pode servir durante o prazo do art. 19, § 1º, contado de hoje.",
        )
        self.new = self.add(
            entering, SubjectField(context, "new_vehicle_id", "Veículo", SubjectKind.VEHICLE, required=True), 6
        )
        self.title = TitleFields(self, entering)
        for field, known in ((self.driver, drivers), (self.old, cars)):
            if len(known) == 1:
                field.set_value(known[0][0])

    def first_focus(self) -> None:
        for field in (self.driver, self.old):
            if field.group.checkedId() < 0:
                field.focus()
                return
        self.reason.focus()

    def command(self) -> ReplaceVehicle:
        driver_id, old_id, new_id = self.driver.value(), self.old.value(), self.new.value()
        assert driver_id is not None
        assert old_id is not None
        assert new_id is not None
        return ReplaceVehicle(driver_id, old_id, new_id, self.title.value(), self.reason.value(), self.recovery.value())


def open_replacement(context: UiContext, owner: QWidget, drivers: Sequence[Known], cars: Sequence[Known]) -> FormDialog:
    """A driver leaves one car for another; the receipt of the request is shown ready to be printed.

    `drivers` and `cars` (id, name) are those of the card it is opened from: one driver and his cars, or one car and its
    drivers; neither may be empty.
    """
    form = ReplacementForm(context, drivers, cars)

    def command(_version: int) -> Callable[[], VehicleReplaced]:
        return partial(vehicle_changes.replace_vehicle, context.desk, form.command())

    dialog = FormDialog(context, owner, "Trocar veículo", form, command, save_text="Trocar veículo")

    def saved(done: VehicleReplaced) -> None:
        show_document(context, owner, done.receipt_id)
        if done.left_without_registrant:
            text = "Outros prestadores ainda o usam: indique um deles no cadastro do veículo (art. 19, § 2º)."
            tell(owner, "O veículo que saiu ficou sem responsável", text, tone=Tone.CARE)

    dialog.saved.connect(saved)
    dialog.open()
    return dialog


def _add_recovery(form: Form, section: Section, caption: str, hint: str = "") -> RadioField[SealRecovery]:
    field: RadioField[SealRecovery] = RadioField("recovery", caption, _RECOVERIES, required=False, hint=hint)
    return form.add(section, field, 6)
