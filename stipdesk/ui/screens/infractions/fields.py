"""What only an auto asks for: the hour, and how the term of the defence will be counted."""

import re
from collections.abc import Sequence
from datetime import time

from PySide6.QtWidgets import QWidget

from stipdesk.domain.calendar import Deadline
from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.text import format_date, tidy
from stipdesk.ui.palette import Tone
from stipdesk.ui.widgets.basics import Badge, clear, column, label, row
from stipdesk.ui.widgets.fields import LineField

_TIME = re.compile(r"(\d{1,2})(?:[:hH.]?(\d{2}))?\s*(?:h|hs|min)?", re.ASCII)


class TimeField(LineField[time | None]):
    """The hour of the office's wall clock, typed as 18:32, 18h32 or 1832; None when empty."""

    def _empty(self) -> time | None:
        return None

    def _parse(self, text: str) -> time | None:
        found = _TIME.fullmatch(tidy(text))
        hour, minute = (int(found[1]), int(found[2] or 0)) if found else (99, 99)
        if hour > 23 or minute > 59:
            raise InvalidValue("Hora que não existe.", "Digite como 18:32.")
        return time(hour, minute)

    def _written(self, value: time | None) -> str:
        return f"{value:%H:%M}" if value is not None else ""


class DeadlinePanel(QWidget):
    """Until when the defence may come, and under it the reckoning line by line, as it will be kept and printed."""

    def __init__(self) -> None:
        super().__init__()
        self._until = Badge(big=True)
        self._words = label("", wrap=True)
        self._steps = column(spacing=3)
        head = row(label("Prazo da defesa prévia", "label"), label("art. 44", "small"))
        head.addStretch(1)
        until = row(self._until)
        until.addStretch(1)
        self.setLayout(column(head, until, self._words, self._steps, spacing=6))

    def show_text(self, text: str) -> None:
        """There is no term yet: why, and when it begins."""
        self._until.show_state("", Tone.NEUTRAL)
        self._put(text, ())

    def show_deadline(self, deadline: Deadline) -> None:
        self._until.show_state(f"Defesa até {format_date(deadline.due)}", Tone.INFORMATION)
        self._put("", deadline.steps)

    def _put(self, text: str, steps: Sequence[str]) -> None:
        self._words.setText(text)
        self._words.setVisible(bool(text))
        clear(self._steps)
        for step in steps:
            self._steps.addWidget(label(step, "small", wrap=True, selectable=True))
