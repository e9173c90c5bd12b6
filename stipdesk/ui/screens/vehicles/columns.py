"""The list of vehicles."""

from stipdesk.domain.identifiers import Plate
from stipdesk.services.vehicles import VehicleRow
from stipdesk.ui.strings import label_of, tone_of
from stipdesk.ui.tables.column import Column

COLUMNS: tuple[Column[VehicleRow], ...] = (
    Column("Placa", lambda row: Plate(row.plate).shown, sort="plate", width=9, strong=True),
    Column("Veículo", lambda row: row.description, width=20, stretches=True),
    Column("Fabricação", lambda row: str(row.manufacture_year), width=10, right=True),
    Column(
        "Situação", lambda row: label_of(row.standing.state), width=17, badge=lambda row: tone_of(row.standing.state)
    ),
)
WIDE_ONLY = frozenset({2})
