"""What the law asks of a person, company or car, line by line: what is missing first, with its article and its act."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from stipdesk.domain.requirements import Check, RequirementLine, RequirementState
from stipdesk.domain.standing import Standing
from stipdesk.domain.text import format_date
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.parts.states import requirement_state
from stipdesk.ui.strings import count
from stipdesk.ui.widgets.basics import Card, clear, label, section_label
from stipdesk.ui.widgets.buttons import link
from stipdesk.ui.widgets.icons import Sign, tone_icon

ActsOf = Callable[[RequirementLine], Sequence[QWidget]]


class RequirementList(Card):
    """Lines that ask for something come first; those in order are one line that opens.

    While a paper is in force, what is asked only at its issue (the fee, the criminal certificate) is not missing today:
    it waits for the renewal, and a regular driver never looks irregular because of it.
    """

    def __init__(self, name: str = "O que a lei pede") -> None:
        super().__init__()
        self._open = False
        self._toggle = link("", self._show_all)
        self._toggle.setProperty("flush", True)
        top = QHBoxLayout()
        top.addWidget(section_label(name))
        top.addStretch(1)
        top.addWidget(self._toggle)
        self._pending = QVBoxLayout()
        self._good = QWidget()
        self._good_lines = QVBoxLayout(self._good)
        self._summary = label("", wrap=True)
        for layout in (self._pending, self._good_lines):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(6)
        self._summary_line = QWidget()
        summary = QHBoxLayout(self._summary_line)
        summary.setContentsMargins(0, 2, 0, 2)
        summary.setSpacing(10)
        summary.addWidget(Sign(tone_icon(Tone.GOOD)), 0, Qt.AlignmentFlag.AlignTop)
        summary.addWidget(self._summary, 1)
        self.body.addLayout(top)
        self.body.addLayout(self._pending)
        self.body.addWidget(self._summary_line)
        self.body.addWidget(self._good)

    def show_lines(self, lines: Sequence[RequirementLine], standing: Standing, acts_of: ActsOf) -> None:
        """`acts_of` makes the links of a line; a line in order keeps them for whoever opens the list."""
        clear(self._pending)
        clear(self._good_lines)
        asked = {finding.code for finding in standing.findings}
        only_at_renewal = standing.state.may_serve and "expiring" not in asked
        good = 0
        for line in lines:
            word, tone = requirement_state(line, standing.as_of)
            if line.state.is_missing and only_at_renewal and line.requirement.code not in asked:
                word, tone = "Só na renovação", Tone.NEUTRAL
            pending = line.state.is_missing or tone is Tone.CARE
            good += not pending
            made = _CheckLine(line, word, tone, acts_of(line))
            (self._pending if pending else self._good_lines).addWidget(made)
        self._tell(good, len(lines))

    def _tell(self, good: int, total: int) -> None:
        text = "Tudo em ordem" if good == total else f"{count(good, 'requisito', 'requisitos')} em ordem"
        self._summary.setText(text)
        self._summary_line.setVisible(good > 0 and not self._open)
        self._good.setVisible(good > 0 and self._open)
        self._toggle.setVisible(good > 0)
        self._toggle.setText("Ocultar os que estão em ordem" if self._open else f"Mostrar todos ({total})")

    def _show_all(self) -> None:
        self._open = not self._open
        self._tell(self._good_lines.count(), self._good_lines.count() + self._pending.count())


class _CheckLine(QWidget):
    """Sign, what is asked and its state; below, the article, how to cure it, and the acts."""

    def __init__(self, line: RequirementLine, word: str, tone: Tone, acts: Sequence[QWidget]) -> None:
        super().__init__()
        requirement = line.requirement
        state = label(word, "strong")
        state.setProperty("tone", tone.value)
        above = QHBoxLayout()
        above.setSpacing(12)
        above.addWidget(label(requirement.text, wrap=True), 1)
        above.addWidget(state, 0, Qt.AlignmentFlag.AlignTop)
        below = QHBoxLayout()
        below.setSpacing(18)
        refused = line.check.note if line.state is RequirementState.REFUSED and line.check else ""
        cure = requirement.cure if line.state.is_missing else ""
        seen = "" if line.check is None else _seen(line.check)
        note = " · ".join(part for part in (refused, requirement.article, cure, line.exempted_by, seen) if part)
        below.addWidget(label(note, "small", wrap=True), 1)
        for act in acts:
            act.setProperty("flush", True)
            below.addWidget(act, 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addLayout(above)
        words.addLayout(below)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 2, 0, 2)
        outer.setSpacing(10)
        outer.addWidget(Sign(tone_icon(tone)), 0, Qt.AlignmentFlag.AlignTop)
        outer.addLayout(words, 1)


def _seen(check: Check) -> str:
    """Who looked at the paper, and when."""
    if check.checked_on is None:
        return ""
    who = f" por {check.checker}" if check.checker else ""
    return f"conferido em {format_date(check.checked_on)}{who}"
