"""The signed papers about a situation, in the "Mais" menu of a card: why irregular, that it is regular, the list."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar
from uuid import UUID

from PySide6.QtGui import QAction

from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import citizen_lists, statements
from stipdesk.services.access import Desk
from stipdesk.services.statements import StatementOutlook
from stipdesk.ui.screens.documents.preview import show_document
from stipdesk.ui.screens.parts.card import SubjectCard
from stipdesk.ui.screens.parts.states import why_not

View = TypeVar("View")


class StatementActs:
    """Made by a card while it fills its menu; each act writes a paper and shows it, ready to be printed."""

    def __init__(self, card: SubjectCard[View], kind: SubjectKind) -> None:
        self._card = card
        self._kind = kind
        add = card.acts.add_more
        self._list = add("Lista de documentos para o cidadão", self.print_checklist)
        self._regular = add("Declaração de situação regular", self.state_regular)
        self._irregular = add("Por que está irregular", self.explain_irregular)
        self._extension: QAction | None = None
        if kind is not SubjectKind.VEHICLE:
            self._extension = add("Declaração de prorrogação legal", self.declare_extension)

    def allow(self, outlook: StatementOutlook, gone: str = "") -> None:
        """`gone` says that the record left the register."""
        refusal = gone or why_not(self._card.context.desk, Act.ISSUE_STATEMENT)
        self._card.acts.allow(self._list, refusal)
        self._card.acts.allow(self._regular, refusal or outlook.regular)
        self._card.acts.allow(self._irregular, refusal or outlook.irregular)
        if self._extension is not None:
            self._card.acts.allow(self._extension, refusal or outlook.extension)

    def print_checklist(self) -> None:
        self._paper(citizen_lists.print_checklist)

    def state_regular(self) -> None:
        self._paper(statements.regular_statement)

    def explain_irregular(self) -> None:
        self._paper(statements.irregular_sheet)

    def declare_extension(self) -> None:
        self._paper(statements.extension_declaration)

    def _paper(self, write: Callable[[Desk, SubjectKind, UUID], UUID]) -> None:
        card = self._card
        assert card.subject_id is not None, "a card without a record shows no acts"
        job = partial(write, card.context.desk, self._kind, card.subject_id)
        card.context.tasks.run(job, partial(show_document, card.context, card), owner=card, busy=card.acts.more)
