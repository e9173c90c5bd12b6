"""The head of a card: who, whether regular, and why, with the articles and the date of the answer."""

from collections.abc import Set

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout

from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import Finding, Standing, StandingState
from stipdesk.domain.text import format_date
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.parts.states import finding_tone, headline
from stipdesk.ui.strings import count
from stipdesk.ui.widgets.basics import Badge, Card, Line, clear, label, title

_LEFT, _RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
# Beside the state a name has at least this many letters, or the state goes under it.
_NAME_IN_LETTERS = 26


class StandingHeader(Card):
    """The one big thing of a card. Each reason says its article, since or until when, and how to cure it.

    The state stands beside the name, and under it when both do not fit side by side.
    """

    def __init__(self, kind: SubjectKind) -> None:
        super().__init__()
        self._kind = kind
        self._plate = kind is SubjectKind.VEHICLE
        self.name = label("", "plate") if self._plate else title()
        self.badge = Badge(big=True)
        self._warnings = Badge()
        self._about = label("", "soft", wrap=True, selectable=True)
        self._dated = label("", "small", wrap=True)
        self._reasons = QVBoxLayout()
        self._reasons.setSpacing(2)
        self._top = QGridLayout()
        self._top.setHorizontalSpacing(10)
        self._top.setVerticalSpacing(6)
        self._top.setColumnStretch(0, 1)
        self._narrow: bool | None = None
        self.body.addLayout(self._top)
        self.body.addLayout(self._reasons)
        self.body.addWidget(self._dated)
        self._arrange()

    def show_subject(self, name: str, about: str, standing: Standing, *, listed: Set[str] = frozenset()) -> None:
        """`about` is one line under the name: what tells this person, company or car from another.

        `listed` are the codes of the reasons that a checklist under the head already tells.
        """
        self.name.setText(name)
        self._about.setText(about)
        self.badge.show_state(*headline(self._kind, standing))
        warnings = len(standing.findings) if standing.state is StandingState.ATTENTION else 0
        self._warnings.show_state(count(warnings, "aviso", "avisos") if warnings else "", Tone.CARE)
        clear(self._reasons)
        for finding in standing.findings:
            if finding.code not in listed:
                self._reasons.addWidget(Line(finding_tone(finding), _text(finding), finding.article, finding.cure))
        self._dated.setText(f"Situação em {format_date(standing.as_of)}, pelos dados deste banco.")
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        badges = self.badge.sizeHint().width() + self._warnings.sizeHint().width() + 20
        room = self.width() - self.body.contentsMargins().left() - self.body.contentsMargins().right()
        narrow = room < self.fontMetrics().averageCharWidth() * _NAME_IN_LETTERS + badges
        if narrow == self._narrow:
            return
        self._narrow = narrow
        for widget in (self.name, self.badge, self._warnings, self._about):
            self._top.removeWidget(widget)
        if self._plate:
            self._top.addWidget(self.name, 0, 0, alignment=_LEFT)
        else:
            self._top.addWidget(self.name, 0, 0, 1, 3 if narrow else 1)
        line, top = int(narrow), Qt.AlignmentFlag.AlignTop
        self._top.addWidget(self.badge, line, 0 if narrow else 2, alignment=(_LEFT if narrow else _RIGHT) | top)
        self._top.addWidget(self._warnings, line, 2 if narrow else 1, alignment=_RIGHT | top)
        self._top.addWidget(self._about, 2, 0, 1, 3)


def _text(finding: Finding) -> str:
    if finding.since is None or format_date(finding.since) in finding.text:
        return finding.text
    return f"{finding.text} (desde {format_date(finding.since)})"
