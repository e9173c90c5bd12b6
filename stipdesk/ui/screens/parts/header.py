"""The head of a card: who, whether regular, and why, with the articles and the date of the answer."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import Finding, Standing, StandingState
from stipdesk.domain.text import format_date
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.parts.states import finding_tone, headline
from stipdesk.ui.strings import count
from stipdesk.ui.widgets.basics import Badge, Card, Line, clear, label, title


class StandingHeader(Card):
    """The one big thing of a card. Each reason says its article, since or until when, and how to cure it."""

    def __init__(self, kind: SubjectKind) -> None:
        super().__init__()
        self._kind = kind
        self.name = title()
        self.badge = Badge(big=True)
        self._warnings = Badge()
        self._about = label("", "soft", wrap=True, selectable=True)
        self._dated = label("", "small", wrap=True)
        self._reasons = QVBoxLayout()
        self._reasons.setSpacing(2)
        states = QVBoxLayout()
        states.setSpacing(6)
        states.addWidget(self.badge, 0, Qt.AlignmentFlag.AlignRight)
        states.addWidget(self._warnings, 0, Qt.AlignmentFlag.AlignRight)
        states.addStretch(1)
        who = QVBoxLayout()
        who.setSpacing(4)
        who.addWidget(self.name)
        who.addWidget(self._about)
        top = QHBoxLayout()
        top.setSpacing(16)
        top.addLayout(who, 1)
        top.addLayout(states)
        self.body.addLayout(top)
        self.body.addLayout(self._reasons)
        self.body.addWidget(self._dated)

    def show_subject(self, name: str, about: str, standing: Standing) -> None:
        """`about` is one line under the name: what tells this person, company or car from another."""
        self.name.setText(name)
        self.name.setToolTip("")
        self._about.setText(about)
        self.badge.show_state(*headline(self._kind, standing))
        warnings = len(standing.findings) if standing.state is StandingState.ATTENTION else 0
        self._warnings.show_state(count(warnings, "aviso", "avisos") if warnings else "", Tone.CARE)
        clear(self._reasons)
        for finding in standing.findings:
            self._reasons.addWidget(Line(finding_tone(finding), _text(finding), finding.article, finding.cure))
        self._dated.setText(f"Situação em {format_date(standing.as_of)}, pelos dados deste banco.")


def _text(finding: Finding) -> str:
    if finding.since is None or format_date(finding.since) in finding.text:
        return finding.text
    return f"{finding.text} (desde {format_date(finding.since)})"
