"""The card of one measure: where it stands, the next step, its facts, its terms, what the operators were told."""

from functools import partial
from uuid import UUID

from stipdesk.domain.measures import MeasureStep
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import measure_cards
from stipdesk.services.access import Desk
from stipdesk.services.attachments import FileTarget
from stipdesk.services.measure_cards import MeasureCard
from stipdesk.services.proposals import ProposalLine
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.documents.preview import show_document
from stipdesk.ui.screens.measures.dialogs import open_step
from stipdesk.ui.screens.measures.sections import (
    CommunicationsSection,
    ConditionsSection,
    MeasureHead,
    ReckoningSection,
    RelatedSection,
    facts_of,
)
from stipdesk.ui.screens.parts.acts import ISSUE_KEYS, PRINT_KEYS
from stipdesk.ui.screens.parts.attachments import AttachmentsSection
from stipdesk.ui.screens.parts.card import SubjectCard
from stipdesk.ui.screens.parts.decisions import ProposalsSection, open_decision
from stipdesk.ui.screens.parts.history import HistorySection
from stipdesk.ui.screens.parts.layout import Columns
from stipdesk.ui.screens.parts.papers import DocumentsSection
from stipdesk.ui.screens.parts.records import FactsSection
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.strings import label_of
from stipdesk.ui.widgets.basics import show_if

_RECORDED = frozenset(
    {
        MeasureStep.RECORD_NOTICE, MeasureStep.RECORD_DEFENSE, MeasureStep.RECORD_SERVICE,
        MeasureStep.REQUEST_REVERSAL,
    }
)  # fmt: skip
# What usually comes next, the first possible one; the rest, and every way to end a measure, is in "Mais".
_NEXT = (
    MeasureStep.RECORD_NOTICE, MeasureStep.IMPOSE, MeasureStep.RECORD_DEFENSE, MeasureStep.RECORD_SERVICE,
    MeasureStep.REQUEST_REVERSAL, MeasureStep.GRANT_REVERSAL, MeasureStep.DENY_REVERSAL, MeasureStep.REVOKE,
)  # fmt: skip


class MeasureCardView(SubjectCard[MeasureCard]):
    """Its acts: the next step, the newest paper, the holder; every other step is in the menu with why not."""

    def __init__(self, context: UiContext) -> None:
        super().__init__(context, invitation="Escolha uma medida na lista, ou comece outra com Ctrl+N.")
        self.head = MeasureHead()
        self.facts = FactsSection("Andamento")
        self.conditions = ConditionsSection()
        self.proposals = ProposalsSection(context, opens=False)
        self.communications = CommunicationsSection(context)
        self.reckoning = ReckoningSection()
        self.related = RelatedSection(context)
        self.documents = DocumentsSection(context)
        self.files = AttachmentsSection(context)
        self.history = HistorySection(context)
        self.page.addWidget(self.head)
        self.page.addWidget(
            Columns(self.facts, self.proposals, self.conditions, self.communications, self.reckoning, self.documents)
        )
        self.page.addWidget(self.related)
        self.page.addWidget(self.history)
        self.next_button = self.acts.add(
            "Próximo passo", self.take_next, icon_name="file-circle-check", shortcut=ISSUE_KEYS
        )
        self.print_button = self.acts.add("Ver e imprimir", self.show_paper, icon_name="print", shortcut=PRINT_KEYS)
        self.holder_button = self.acts.add("Abrir o cadastro", self.open_holder, icon_name="user")
        self.acts.prefer(self.next_button)
        self.step_acts = {
            step: self.acts.add_more(f"{label_of(step)}…", partial(self.take, step)) for step in MeasureStep
        }

    @staticmethod
    def read(desk: Desk, subject_id: UUID) -> MeasureCard:
        return measure_cards.card(desk, subject_id)

    def show_view(self, view: MeasureCard) -> None:
        self.head.show_card(view)
        self.facts.show_facts(facts_of(view))
        self.conditions.show_card(view)
        self.proposals.show_lines(view.proposals)
        self.communications.show_lines(view.communications)
        show_if(self.communications, view.line.holder_kind is SubjectKind.DRIVER)
        self.reckoning.show_card(view)
        self.related.show_lines(view.related)
        self.documents.show_lines(view.documents)
        self.files.show_files(FileTarget(measure_id=view.line.measure_id), view.files)
        self.history.show_lines(view.history)
        self._allow_steps(view)
        self.acts.allow(self.print_button, "" if view.documents else "Nenhum documento emitido ainda.")

    def take_next(self) -> None:
        """The pending decision, or the step that usually comes now."""
        if self.view is None:
            return
        waiting = _waiting(self.view)
        if waiting is not None:
            open_decision(self.context, self, waiting)
        elif (step := _next_step(self.view)) is not None:
            self.take(step)

    def take(self, step: MeasureStep) -> None:
        if self.view is not None:
            open_step(self.context, self, self.view, step)

    def show_paper(self) -> None:
        if self.view is not None and self.view.documents:
            show_document(self.context, self, self.view.documents[0].document_id)

    def open_holder(self) -> None:
        if self.view is not None:
            self.context.bus.subject_wanted.emit(self.view.line.holder_kind, self.view.line.holder_id)

    def _allow_steps(self, view: MeasureCard) -> None:
        reasons = {line.step: line.why_not for line in view.steps}
        for step, action in self.step_acts.items():
            action.setVisible(step in reasons)
            self.acts.allow(action, reasons.get(step, "") or self._refusal(step))
        following = _next_step(view)
        if _waiting(view) is not None:
            self.acts.rename(self.next_button, "Decidir proposta")
            self.acts.allow(self.next_button, "")
        elif following is not None:
            self.acts.rename(self.next_button, label_of(following))
            self.acts.allow(self.next_button, self._refusal(following))
        else:
            self.acts.rename(self.next_button, "Próximo passo")
            self.acts.allow(self.next_button, "Nada mais a fazer nesta medida hoje.")

    def _refusal(self, step: MeasureStep) -> str:
        return why_not(self.context.desk, Act.RECORD_MEASURE_STEP if step in _RECORDED else Act.PROPOSE_MEASURE)


def _waiting(view: MeasureCard) -> ProposalLine | None:
    return next((each for each in view.proposals if each.decided_at is None), None)


def _next_step(view: MeasureCard) -> MeasureStep | None:
    possible = {line.step for line in view.steps if not line.why_not}
    if view.notified_on is not None:
        possible.discard(MeasureStep.RECORD_NOTICE)
    return next((step for step in _NEXT if step in possible), None)
