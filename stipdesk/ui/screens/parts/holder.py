"""What the cards of operators and drivers share: the visit, the sections of a CAA's life, their acts in the menu."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar
from uuid import UUID

from PySide6.QtGui import QAction

from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.requirements import RequirementLine
from stipdesk.domain.standing import Standing, StandingState
from stipdesk.domain.text import format_date
from stipdesk.services import authorizations, fees
from stipdesk.services.authorizations import Issued
from stipdesk.services.holder_life import HolderLife
from stipdesk.services.papers import DocumentLine
from stipdesk.ui.prompts import ask_reason
from stipdesk.ui.screens.documents.preview import show_document
from stipdesk.ui.screens.measures.dialogs import open_measure
from stipdesk.ui.screens.parts.applications import ApplicationsSection, open_filing
from stipdesk.ui.screens.parts.card import SubjectCard
from stipdesk.ui.screens.parts.cures import Cures, lost_conditions, needs_authorization
from stipdesk.ui.screens.parts.exemptions import ExemptionsSection, open_exemption
from stipdesk.ui.screens.parts.issuing import issue_caa
from stipdesk.ui.screens.parts.measures import MeasuresSection
from stipdesk.ui.screens.parts.statement_acts import StatementActs
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.screens.parts.visit import Step, VisitPanel
from stipdesk.ui.widgets.buttons import because, link

View = TypeVar("View")


class HolderPart:
    """Made by the card after its act bar; `show` is told what was read, at each answer."""

    def __init__(self, card: SubjectCard[View], kind: SubjectKind, cures: Cures) -> None:
        self._card = card
        self._context = card.context
        self._kind = kind
        self._cures = cures
        self._name = ""
        self.visit = VisitPanel(card.context)
        self.visit.printed.connect(card.reload)
        self._file = link("Protocolar…", self.file, icon_name="plus")
        self._open = link("Abrir processo…", self.open_measure, icon_name="plus")
        self.applications = ApplicationsSection(card.context, self._file)
        self.measures = MeasuresSection(card.context, self._open)
        self.exemptions = ExemptionsSection(card.context)
        self._actions: dict[QAction, Callable[[Standing, HolderLife], str]] = {}

    def fill_menu(self) -> None:
        """The acts that are not of every day."""
        desk = self._context.desk
        self._add("Protocolar requerimento…", self.file, lambda _s, _l: why_not(desk, Act.FILE_APPLICATION))
        if self._kind is SubjectKind.DRIVER:
            self._add(
                "Emitir CAA provisório",
                self.issue_provisional,
                lambda _s, life: why_not(desk, Act.ISSUE_PROVISIONAL) or life.outlook.provisional,
            )
        self._add("Propor dispensa da taxa…", self.propose_waiver, lambda _s, _l: why_not(desk, Act.PROPOSE_WAIVER))
        self.statements = StatementActs(self._card, self._kind)
        self._add(
            "Dispensar requisito por ordem judicial…",
            self.exempt,
            lambda _s, _l: why_not(desk, Act.EXEMPT_REQUIREMENT),
        )
        self._add("Abrir processo ou propor medida…", self.open_measure, lambda _s, _l: why_not(desk, Act.OPEN_MEASURE))

    def show(
        self,
        name: str,
        standing: Standing,
        lines: Sequence[RequirementLine],
        life: HolderLife,
        papers: Sequence[DocumentLine],
        others: Sequence[Step],
    ) -> None:
        """`papers` are those of today that wait for the printer, `others` the steps about what the holder uses."""
        self._name = name
        self.applications.show_lines(life.applications)
        self.measures.show_lines(life.measures)
        self.exemptions.show_lines(life.exemptions)
        self.exemptions.setVisible(bool(life.exemptions))
        gone = standing.state is StandingState.WITHDRAWN
        for action, reason in self._actions.items():
            self._card.acts.allow(action, "Cadastro baixado." if gone else reason(standing, life))
        self.statements.allow(life.statements, "Cadastro baixado." if gone else "")
        because(self._file, "Cadastro baixado." if gone else why_not(self._context.desk, Act.FILE_APPLICATION))
        because(self._open, "Cadastro baixado." if gone else why_not(self._context.desk, Act.OPEN_MEASURE))
        self.visit.setVisible(not gone)
        steps = [] if gone else self._steps(standing, lines, life, others)
        self.visit.show_visit(steps, papers, _nothing(standing, life))

    def file(self) -> None:
        open_filing(self._context, self._card, self._kind, self._id, self._name)

    def open_measure(self) -> None:
        open_measure(self._context, self._card, self._kind, self._id, self._name)

    def exempt(self) -> None:
        open_exemption(self._context, self._card, self._kind, self._id)

    def issue_provisional(self) -> None:
        def issued(paper: Issued) -> None:
            show_document(self._context, self._card, paper.document_id)

        job = partial(authorizations.issue_provisional, self._context.desk, self._id)
        self._context.tasks.run(job, issued, owner=self._card, busy=self._card.acts.more)

    def propose_waiver(self) -> None:
        def propose(reason: str) -> None:
            job = partial(fees.propose_waiver, self._context.desk, self._kind, self._id, reason)
            self._context.tasks.run(job, owner=self._card, busy=self._card.acts.more)

        ask_reason(
            self._card,
            f"Dispensar a taxa de {self._name}?",
            "A dispensa é proposta agora e só vale depois que outra pessoa a aprovar, em Pendências.",
            yes="Propor a dispensa",
            then=propose,
            danger=False,
        )

    @property
    def _id(self) -> UUID:
        assert self._card.subject_id is not None, "a card without a record shows no acts"
        return self._card.subject_id

    def _add(self, text: str, act: Callable[[], object], why: Callable[[Standing, HolderLife], str]) -> None:
        self._actions[self._card.acts.add_more(text, act)] = why

    def _steps(
        self, standing: Standing, lines: Sequence[RequirementLine], life: HolderLife, others: Sequence[Step]
    ) -> list[Step]:
        """Data, papers, fee, then the CAA; between terms, only what the standing warns of."""
        if life.bar is not None:
            return list(others)
        if not (needs_authorization(standing) or life.outlook.annual == ""):
            return [*self._cures.steps(self._id, lost_conditions(standing, lines)), *others]
        steps = [*self._cures.steps(self._id, lines), *others]
        if life.outlook.annual == "":
            steps.append(Step(_issue_word(life), self._issue, why_not(self._context.desk, Act.ISSUE_AUTHORIZATION)))
        return steps

    def _issue(self) -> None:
        issue_caa(self._context, self._card, self._kind, self._id, self.visit.step_button)


def _issue_word(life: HolderLife) -> str:
    return "Emitir a renovação do CAA" if life.renews else "Emitir o CAA"


def _nothing(standing: Standing, life: HolderLife) -> str:
    if life.bar is not None:
        return f"Impedido de pedir novo CAA até {format_date(life.bar.free_on)} ({life.bar.article})."
    if standing.state.may_serve and standing.until is not None:
        return f"Nada a fazer hoje: regular até {format_date(standing.until)}."
    return "Nada que este balcão possa fazer hoje: veja os motivos acima."
