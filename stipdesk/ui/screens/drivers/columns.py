"""The list of drivers."""

from stipdesk.domain.identifiers import Cpf, Plate
from stipdesk.domain.registers import SubjectKind
from stipdesk.services.drivers import DriverRow
from stipdesk.ui.screens.parts.states import state_word
from stipdesk.ui.strings import tone_of
from stipdesk.ui.tables.column import Column

COLUMNS: tuple[Column[DriverRow], ...] = (
    Column("Nome", lambda row: row.full_name, sort="name", width=30, stretches=True, strong=True),
    Column("CPF", lambda row: Cpf(row.cpf).masked, width=14),
    Column("Placas", lambda row: ", ".join(Plate(plate).shown for plate in row.plates), width=18),
    Column(
        "Situação",
        lambda row: state_word(SubjectKind.DRIVER, row.standing),
        width=17,
        badge=lambda row: tone_of(row.standing.state),
    ),
)
# CPF and plates: of one list beside its card there is room for who and how it stands.
WIDE_ONLY = frozenset({1, 2})
