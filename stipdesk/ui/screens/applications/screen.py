"""The tab Requerimentos: what was asked for; what waits for the office comes first."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QWidget

from stipdesk.domain.changes import Changes
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import application_cards, citizen_lists
from stipdesk.services.access import Desk
from stipdesk.services.application_cards import ApplicationCard, ApplicationLine
from stipdesk.services.drivers import ListRequest
from stipdesk.ui.context import UiContext
from stipdesk.ui.palette import Tone
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.screens.applications.card import ApplicationCardView
from stipdesk.ui.screens.applications.columns import WIDE_ONLY, columns
from stipdesk.ui.screens.documents.preview import show_document
from stipdesk.ui.screens.parts.screen import RegisterScreen, RegisterWords
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.widgets.buttons import because, button
from stipdesk.ui.widgets.flow import FlowLayout

_BLANK_LISTS = (
    (SubjectKind.DRIVER, "Prestador"),
    (SubjectKind.VEHICLE, "Veículo"),
    (SubjectKind.OPERATOR, "Operadora"),
)
_WORDS = RegisterWords(
    name="Requerimentos",
    noun=("requerimento", "requerimentos"),
    new="Protocolar requerimento",
    filter_by="Protocolo, nome, placa ou documento",
    empty="Nenhum requerimento protocolado ainda. Abra o cartão de quem pede e escolha “Protocolar”.",
)


class ApplicationsScreen(RegisterScreen[ApplicationLine, ApplicationCard]):
    """A request begins on the card of whoever asks; here it is followed to its decision."""

    shows = (
        Changes.APPLICATIONS | Changes.DECISIONS | Changes.DOCUMENTS | Changes.DRIVERS | Changes.OPERATORS
        | Changes.VEHICLES
    )  # fmt: skip
    subjects = frozenset({SubjectKind.APPLICATION})

    def __init__(self, context: UiContext) -> None:
        super().__init__(
            context,
            SubjectKind.APPLICATION,
            _WORDS,
            columns(lambda: context.desk.today),
            _page,
            lambda each: each.application_id,
            ApplicationCardView(context),
            new=self._where,
            new_act=Act.FILE_APPLICATION,
            wide_only=WIDE_ONLY,
            list_share=42,
        )
        self.withdrawn.setText("Só os que aguardam decisão")

    def _where(self) -> None:
        WhoAsksPrompt(self.context, self).open()


class WhoAsksPrompt(Prompt):
    """A request begins on a card; whoever has none yet takes the list of what to bring."""

    def __init__(self, context: UiContext, owner: QWidget) -> None:
        super().__init__(
            owner,
            Tone.INFORMATION,
            "Quem pede?",
            "Busque a pessoa ou a empresa com F3 e use “Protocolar…” no cartão dela: assim o que já está conferido "
            "é aproveitado. Para quem só veio perguntar, imprima a lista do que trazer:",
        )
        self._context, self._owner = context, owner
        lists = FlowLayout(spacing=10)
        for kind, text in _BLANK_LISTS:
            made = button(text, partial(self._print, kind), icon_name="print")
            made.setAccessibleName(f"Lista do que trazer: {text}")
            because(made, why_not(context.desk, Act.ISSUE_STATEMENT))
            lists.addWidget(made)
        self.content.addLayout(lists)
        self.answer("Entendi", kind="primary", default=True)

    def _print(self, kind: SubjectKind) -> None:
        self.accept()
        job = partial(citizen_lists.print_checklist, self._context.desk, kind, None)
        shown = partial(show_document, self._context, self._owner)
        self._context.tasks.run(job, shown, owner=self._owner)


def _page(desk: Desk, request: ListRequest) -> tuple[int, Sequence[ApplicationLine]]:
    # Nothing leaves this list by withdrawal: the box of the other tabs says here that only the open ones are wanted.
    return application_cards.page(desk, request, only_open=request.include_withdrawn)
