"""The parts of a request's card: what it asks for and how to complete it, its terms, the requisitions."""

from collections.abc import Sequence
from datetime import date
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from stipdesk.domain.applications import IssueClock
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.requirements import RequirementLine
from stipdesk.domain.text import format_date
from stipdesk.services.application_cards import ApplicationCard, RequisitionLine
from stipdesk.ui.context import UiContext
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.parts.check_dialog import check_acts
from stipdesk.ui.screens.parts.payment_dialog import open_payment
from stipdesk.ui.screens.parts.records import RecordLine, RecordSection
from stipdesk.ui.screens.parts.states import requirement_state, why_not
from stipdesk.ui.strings import count
from stipdesk.ui.widgets.basics import Card, Line, clear, label, show_if
from stipdesk.ui.widgets.buttons import because, link
from stipdesk.ui.widgets.facts import Facts


class RequirementsSection(Card):
    """What the request asks for, as it stands today: what is missing, with its cure and what cures it from here.

    A paper is checked and a fee paid without leaving the request; what is data is edited on the card of whoever asks.
    """

    def __init__(self, context: UiContext) -> None:
        super().__init__("O que o pedido exige")
        self._context = context
        self._lines = QVBoxLayout()
        self._lines.setSpacing(4)
        self._rest = label("", "soft", wrap=True)
        self.body.addLayout(self._lines)
        self.body.addWidget(self._rest)

    def show_card(self, card: ApplicationCard, today: date) -> None:
        clear(self._lines)
        missing = [line for line in card.requirements if line.state.is_missing]
        for line in missing:
            self._lines.addWidget(self._line(card, line, today))
        good = len(card.requirements) - len(missing)
        self._rest.setText(f"{count(good, 'requisito', 'requisitos')} em ordem." if good else "")
        show_if(self, bool(card.requirements))

    def _line(self, card: ApplicationCard, line: RequirementLine, today: date) -> QWidget:
        word, tone = requirement_state(line, today)
        requirement = line.requirement
        shown = Line(tone, f"{requirement.text} · {word}", requirement.article, requirement.cure)
        acts = self._acts(card, line)
        if not acts:
            return shown
        made = QWidget()
        inside = QVBoxLayout(made)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(shown)
        links = QHBoxLayout()
        links.setSpacing(18)
        # Under the words, not under the sign.
        links.addSpacing(self.fontMetrics().height() + 8)
        for act in acts:
            act.setProperty("flush", True)
            links.addWidget(act)
        links.addStretch(1)
        inside.addLayout(links)
        return made

    def _acts(self, card: ApplicationCard, line: RequirementLine) -> Sequence[QWidget]:
        asked = card.line
        if line.requirement.code == f"{asked.holder_kind}.fee":
            paying = link(
                "Registrar pagamento…",
                partial(open_payment, self._context, self, asked.holder_kind, asked.holder_id, asked.holder_name),
            )
            because(paying, why_not(self._context.desk, Act.RECORD_FEE_PAYMENT))
            return [paying]
        kind, subject_id = _subject(card)
        return check_acts(self._context, self, kind, subject_id, line)


class ClockSection(Card):
    """The office's 30 days as two figures and the citizen's own term, each with how it was counted."""

    def __init__(self) -> None:
        super().__init__("Prazos: memória de cálculo")
        self._figures = QVBoxLayout()
        self._steps = QVBoxLayout()
        self._steps.setSpacing(3)
        self.body.addLayout(self._figures)
        self.body.addLayout(self._steps)
        self.body.addStretch(1)

    def show_card(self, card: ApplicationCard, today: date) -> None:
        clear(self._figures)
        clear(self._steps)
        clock, conditional = card.line.clock, card.line.conditional_until
        if clock is not None:
            self._figures.addWidget(Facts(_figures(clock, today, is_open=card.line.state.is_open)))
        if conditional is not None:
            self._figures.addWidget(
                Facts([("Comprovar a vistoria", f"até {format_date(conditional)} (art. 19, § 1º)")])
            )
        self._reckon("Desde o protocolo", card.filing_reckoning)
        self._reckon("Desde o último requisito", card.completeness_reckoning)
        self._reckon("Comprovação da vistoria", card.conditional_reckoning)
        show_if(self, clock is not None or bool(card.conditional_reckoning))

    def _reckon(self, name: str, steps: Sequence[str]) -> None:
        if steps:
            self._steps.addWidget(label(name, "label"))
        for number, step in enumerate(steps, start=1):
            self._steps.addWidget(label(f"{number}. {step}", "small", wrap=True, selectable=True))


class RequisitionsSection(RecordSection):
    """The exigências, the newest first."""

    def __init__(self) -> None:
        super().__init__("Exigências", "Nenhuma exigência.")

    def show_lines(self, lines: tuple[RequisitionLine, ...]) -> None:
        self.show_records(self._record(line) for line in reversed(lines))

    def _record(self, line: RequisitionLine) -> QWidget:
        answered = line.answered_on
        details = [*line.requirements, line.text, f"Feita em {format_date(line.issued_on)}"]
        details.append(f"Cumprida em {format_date(answered)}" if answered is not None else "")
        state = ("Cumprida", Tone.GOOD) if answered is not None else ("Aguarda o interessado", Tone.CARE)
        return RecordLine(f"{line.ordinal}ª exigência", details, state=state)


def _subject(card: ApplicationCard) -> tuple[SubjectKind, UUID]:
    """The record whose requirements the request lists: the vehicle it registers, or whoever asks."""
    asked = card.line
    if asked.kind.registers_vehicle and card.vehicle_id is not None:
        return SubjectKind.VEHICLE, card.vehicle_id
    return asked.holder_kind, asked.holder_id


def _figures(clock: IssueClock, today: date, *, is_open: bool) -> list[tuple[str, str]]:
    pause = f", com {count(clock.paused_days, 'dia parado', 'dias parados')} por exigência" if clock.paused_days else ""
    figures = [("Desde o protocolo", f"até {format_date(clock.filing_due_on)}{pause}")]
    if clock.completeness_due_on is None or clock.completed_on is None:
        return [*figures, ("Desde o último requisito", "ainda não começou: falta documento ou pagamento")]
    due = f"até {format_date(clock.completeness_due_on)}: é o que obriga"
    figures.append(("Completo em", format_date(clock.completed_on)))
    late = clock.days_late(today) if is_open else 0
    return [*figures, ("Desde o último requisito", due), *([("Atraso", count(late, "dia", "dias"))] if late else [])]
