"""Drawing up an auto: the form, what it reads while it is filled, and the numbered paper ready to be printed."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.services import infractions, vehicles
from stipdesk.services.infractions import DrawnUp
from stipdesk.services.vehicles import VehicleCard
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.screens.documents.preview import show_document
from stipdesk.ui.screens.infractions.form import InfractionForm

_NOT_SERVED = (
    "Sem entrega na hora, a notificação segue por correio, e-mail ou outro meio (art. 42, II), e o prazo começa na "
    "ciência ou na publicação do edital (art. 44)."
)
_NO_DAY = "Informe a data da infração para ver até quando vai a defesa."


class DrawUpDialog(FormDialog):
    """Opened with `open()`; `saved` carries the `DrawnUp`, whose document is then on the screen."""

    form: InfractionForm

    def __init__(self, context: UiContext, owner: QWidget) -> None:
        actor = context.desk.actor
        assert actor is not None, "who draws up is signed in"
        form = InfractionForm(context, actor)

        def command(_version: int) -> Callable[[], DrawnUp]:
            return partial(infractions.draw_up, context.desk, form.command())

        super().__init__(context, owner, "Novo auto de infração", form, command, save_text="Lavrar e numerar")
        self._owner = owner
        self._vehicle_id: UUID | None = None
        form.vehicle.edited.connect(self._vehicle_edited)
        form.served.edited.connect(self._ask_deadline)
        form.day.edited.connect(self._ask_deadline)
        self.saved.connect(self._show_paper)
        self._ask_deadline()
        form.vehicle.focus()

    def _vehicle_edited(self) -> None:
        chosen = self.form.chosen_vehicle()
        if chosen == self._vehicle_id:
            return
        self._vehicle_id = chosen
        self.form.show_vehicle(())
        if chosen is not None:
            job = partial(vehicles.card, self._context.desk, chosen)
            self._context.tasks.run(job, self._vehicle_read, owner=self, latest=(id(self), "vehicle"))

    def _vehicle_read(self, card: VehicleCard) -> None:
        if card.vehicle_id == self._vehicle_id:
            self.form.show_vehicle(card.drivers)

    def _ask_deadline(self) -> None:
        panel = self.form.deadline
        if not self.form.served.value():
            panel.show_text(_NOT_SERVED)
            return
        day = self.form.served_on()
        if day is None:
            panel.show_text(_NO_DAY)
            return
        job = partial(infractions.preview_deadline, self._context.desk, day)
        self._context.tasks.run(job, panel.show_deadline, owner=self, latest=(id(self), "deadline"))

    def _show_paper(self, drawn: DrawnUp) -> None:
        show_document(self._context, self._owner, drawn.document_id)
