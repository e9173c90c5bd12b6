"""The list of vehicles."""

from stipdesk.domain.identifiers import Plate
from stipdesk.domain.registers import SubjectKind
from stipdesk.services.vehicles import VehicleRow
from stipdesk.ui.screens.parts.states import state_word
from stipdesk.ui.strings import tone_of
from stipdesk.ui.tables.column import Column

COLUMNS: tuple[Column[VehicleRow], ...] = (
    Column("Placa", lambda row: Plate(row.plate).shown, sort="plate", width=9, strong=True),
    Column("Veículo", lambda row: row.description, width=20, stretches=True),
    Column("Fabricação", lambda row: str(row.manufacture_year), width=10, right=True),
    Column(
        "Situação",
        lambda row: state_word(SubjectKind.VEHICLE, row.standing),
        width=17,
        badge=lambda row: tone_of(row.standing.state),
    ),
)
WIDE_ONLY = frozenset({2})
