"""The tab of vehicles."""

from uuid import UUID

from stipdesk.domain.changes import Changes
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import vehicles
from stipdesk.services.vehicles import VehicleRow
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.parts.screen import RegisterScreen, RegisterWords
from stipdesk.ui.screens.vehicles.card import VehicleCard, VehicleView
from stipdesk.ui.screens.vehicles.columns import COLUMNS, WIDE_ONLY
from stipdesk.ui.screens.vehicles.dialogs import open_new_vehicle

_WORDS = RegisterWords(
    name="Veículos",
    noun=("veículo", "veículos"),
    new="Novo veículo",
    filter_by="Placa, marca ou modelo",
    empty="Nenhum veículo cadastrado. Ctrl+N cadastra o primeiro.",
)


class VehiclesScreen(RegisterScreen[VehicleRow, VehicleView]):
    shows = Changes.VEHICLES | Changes.DRIVERS | Changes.INSPECTIONS | Changes.INFRACTIONS | Changes.DOCUMENTS
    subjects = frozenset({SubjectKind.VEHICLE})

    def __init__(self, context: UiContext) -> None:
        super().__init__(
            context,
            SubjectKind.VEHICLE,
            _WORDS,
            COLUMNS,
            vehicles.page,
            lambda row: row.vehicle_id,
            VehicleCard(context),
            new=self.new,
            new_act=Act.REGISTER_VEHICLE,
            wide_only=WIDE_ONLY,
            list_share=36,
        )

    def new(self) -> None:
        """Opens the form of a new vehicle; its card opens when it is registered."""
        open_new_vehicle(self.context, self).saved.connect(self._registered)

    def _registered(self, vehicle_id: UUID) -> None:
        self.open_subject(SubjectKind.VEHICLE, vehicle_id)
