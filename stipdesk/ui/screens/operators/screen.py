"""The tab of operators."""

from functools import partial
from uuid import UUID

from stipdesk.domain.changes import Changes
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import office, operators
from stipdesk.services.office import OfficeProfile
from stipdesk.services.operators import OperatorRow
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.operators.card import OperatorCard, OperatorView
from stipdesk.ui.screens.operators.columns import COLUMNS, WIDE_ONLY
from stipdesk.ui.screens.operators.dialogs import open_new_operator
from stipdesk.ui.screens.parts.screen import RegisterScreen, RegisterWords

_WORDS = RegisterWords(
    name="Operadoras",
    noun=("operadora", "operadoras"),
    new="Nova operadora",
    filter_by="Filtrar por nome ou CNPJ",
    empty="Nenhuma operadora cadastrada. Ctrl+N cadastra a primeira.",
)


class OperatorsScreen(RegisterScreen[OperatorRow, OperatorView]):
    shows = (
        Changes.OPERATORS | Changes.AUTHORIZATIONS | Changes.PAYMENTS | Changes.INFRACTIONS | Changes.DOCUMENTS
    )  # fmt: skip
    subjects = frozenset({SubjectKind.OPERATOR})

    def __init__(self, context: UiContext) -> None:
        super().__init__(
            context,
            SubjectKind.OPERATOR,
            _WORDS,
            COLUMNS,
            operators.page,
            lambda row: row.operator_id,
            OperatorCard(context),
            new=self.new,
            new_act=Act.REGISTER_OPERATOR,
            wide_only=WIDE_ONLY,
        )

    def new(self) -> None:
        """Opens the form of a new operator; its card opens when it is registered."""
        job = partial(office.profile, self.context.desk)
        self.context.tasks.run(job, self._open_form, owner=self, busy=self.new_button)

    def _open_form(self, answer: tuple[OfficeProfile, int]) -> None:
        dialog = open_new_operator(self.context, self, answer[0].municipality)
        dialog.saved.connect(self._registered)

    def _registered(self, operator_id: UUID) -> None:
        self.open_subject(SubjectKind.OPERATOR, operator_id)
