"""What only an auto asks for: the hour, to whom it goes, and how the term of the defence will be counted."""

import re
from collections.abc import Sequence
from datetime import time

from PySide6.QtWidgets import QButtonGroup, QRadioButton, QWidget

from stipdesk.domain.calendar import Deadline
from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.registers import Addressee
from stipdesk.domain.text import format_date, tidy
from stipdesk.ui.palette import Tone
from stipdesk.ui.widgets.basics import Badge, Card, clear, column, label, row
from stipdesk.ui.widgets.field import Field
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


class AddresseeField(Field[Addressee]):
    """Driver or operator, both in sight: the rest of the form depends on it."""

    _TEXTS = {Addressee.DRIVER: "Prestador (art. 37, § 1º)", Addressee.OPERATOR: "Empresa operadora (art. 37, § 5º)"}

    def __init__(self) -> None:
        super().__init__("addressee", "O auto se dirige a")
        inside = QWidget()
        line = row(spacing=18)
        self.buttons = {each: QRadioButton(text) for each, text in self._TEXTS.items()}
        group = QButtonGroup(self)
        for each in self.buttons.values():
            group.addButton(each)
            line.addWidget(each)
        line.addStretch(1)
        inside.setLayout(line)
        self.buttons[Addressee.DRIVER].setChecked(True)
        self.buttons[Addressee.OPERATOR].toggled.connect(self._on_edit)
        self._place(inside, focus_on=self.buttons[Addressee.DRIVER])
        self.editor.setAccessibleName(f"{self.caption}: {self._TEXTS[Addressee.DRIVER]}")

    def value(self) -> Addressee:
        return Addressee.OPERATOR if self.buttons[Addressee.OPERATOR].isChecked() else Addressee.DRIVER

    def set_value(self, value: Addressee) -> None:
        self.buttons[value].setChecked(True)
        self.mark_clean()

    def _state(self) -> object:
        return self.value()


class DeadlinePanel(Card):
    """Until when the defence may come, large, and under it the reckoning line by line, as it will be kept and printed."""

    def __init__(self) -> None:
        super().__init__("Prazo da defesa prévia")
        self._until = Badge(big=True)
        self._words = label("", wrap=True)
        self._steps = column(spacing=3)
        top = row(self._until)
        top.addStretch(1)
        self.body.addLayout(top)
        self.body.addWidget(self._words)
        self.body.addLayout(self._steps)

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
