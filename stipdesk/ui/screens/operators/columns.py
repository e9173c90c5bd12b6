"""The list of operators."""

from stipdesk.domain.identifiers import Cnpj
from stipdesk.domain.registers import SubjectKind
from stipdesk.services.operators import OperatorRow
from stipdesk.ui.screens.parts.states import state_word
from stipdesk.ui.strings import tone_of
from stipdesk.ui.tables.column import Column

COLUMNS: tuple[Column[OperatorRow], ...] = (
    Column("Razão social", lambda row: row.legal_name, sort="name", width=30, stretches=True, strong=True),
    Column("CNPJ", lambda row: Cnpj(row.cnpj).shown, width=19),
    Column("Aplicativo", lambda row: row.app_name, width=20),
    Column(
        "Situação",
        lambda row: state_word(SubjectKind.OPERATOR, row.standing),
        width=17,
        badge=lambda row: tone_of(row.standing.state),
    ),
)
# CNPJ and app: of one list beside its card there is room for who and how it stands.
WIDE_ONLY = frozenset({1, 2})
