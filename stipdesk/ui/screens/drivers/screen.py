"""The tab of drivers."""

from functools import partial
from uuid import UUID

from stipdesk.domain.changes import Changes
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import drivers, office
from stipdesk.services.drivers import DriverRow
from stipdesk.services.office import OfficeProfile
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.drivers.card import DriverCard, DriverView
from stipdesk.ui.screens.drivers.columns import COLUMNS, WIDE_ONLY
from stipdesk.ui.screens.drivers.dialogs import open_new_driver
from stipdesk.ui.screens.parts.screen import RegisterScreen, RegisterWords

_WORDS = RegisterWords(
    name="Prestadores",
    noun=("prestador", "prestadores"),
    new="Novo prestador",
    filter_by="Nome, CPF ou placa",
    empty="Nenhum prestador cadastrado. Ctrl+N cadastra o primeiro.",
)


class DriversScreen(RegisterScreen[DriverRow, DriverView]):
    shows = (
        Changes.DRIVERS | Changes.VEHICLES | Changes.OPERATORS | Changes.AUTHORIZATIONS | Changes.PAYMENTS
        | Changes.INSPECTIONS | Changes.INFRACTIONS | Changes.DOCUMENTS
    )  # fmt: skip
    subjects = frozenset({SubjectKind.DRIVER})

    def __init__(self, context: UiContext) -> None:
        super().__init__(
            context,
            SubjectKind.DRIVER,
            _WORDS,
            COLUMNS,
            drivers.page,
            lambda row: row.driver_id,
            DriverCard(context),
            new=self.new,
            new_act=Act.REGISTER_DRIVER,
            wide_only=WIDE_ONLY,
        )

    def new(self) -> None:
        """Opens the form of a new driver; his card opens when he is registered."""
        job = partial(office.profile, self.context.desk)
        self.context.tasks.run(job, self._open_form, owner=self, busy=self.new_button)

    def _open_form(self, answer: tuple[OfficeProfile, int]) -> None:
        dialog = open_new_driver(self.context, self, answer[0].municipality)
        dialog.saved.connect(self._registered)

    def _registered(self, driver_id: UUID) -> None:
        self.open_subject(SubjectKind.DRIVER, driver_id)
