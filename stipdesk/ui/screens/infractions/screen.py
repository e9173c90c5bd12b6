"""The tab Infrações: the autos drawn up, newest first, and drawing up a new one."""

from stipdesk.domain.changes import Changes
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import infractions
from stipdesk.services.infractions import DrawnUp, InfractionRow
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.infractions.card import InfractionCardView, InfractionView
from stipdesk.ui.screens.infractions.columns import WIDE_ONLY, columns
from stipdesk.ui.screens.infractions.draw_up import DrawUpDialog
from stipdesk.ui.screens.parts.screen import RegisterScreen, RegisterWords
from stipdesk.ui.widgets.buttons import because

_WORDS = RegisterWords(
    name="Infrações",
    noun=("auto de infração", "autos de infração"),
    new="Lavrar auto de infração",
    filter_by="Número, nome, placa ou documento",
    empty="Nenhum auto lavrado ainda. Ctrl+N lavra o primeiro (art. 37).",
)


class InfractionsScreen(RegisterScreen[InfractionRow, InfractionView]):
    """Cancelled autos stay in the list, with their word: their numbers were used."""

    shows = Changes.INFRACTIONS | Changes.DOCUMENTS
    subjects = frozenset({SubjectKind.INFRACTION})

    def __init__(self, context: UiContext) -> None:
        super().__init__(
            context,
            SubjectKind.INFRACTION,
            _WORDS,
            columns(lambda: context.desk.today),
            infractions.page,
            lambda each: each.infraction_id,
            InfractionCardView(context),
            new=self.draw_up,
            new_act=Act.DRAW_UP_INFRACTION,
            wide_only=WIDE_ONLY,
            list_share=38,
        )
        self.withdrawn.hide()
        actor = context.desk.actor
        if self.new_button.isEnabled() and actor is not None and not actor.registration:
            because(
                self.new_button,
                "O auto leva a matrícula de quem o lavra (art. 37). Peça ao administrador que a cadastre.",
            )

    def draw_up(self) -> DrawUpDialog:
        """Opens the form; the auto it numbers is then chosen in the list, with its paper on the screen."""
        dialog = DrawUpDialog(self.context, self)
        dialog.saved.connect(self._drawn_up)
        dialog.open()
        return dialog

    def _drawn_up(self, drawn: DrawnUp) -> None:
        self.open_subject(SubjectKind.INFRACTION, drawn.infraction_id)
