"""A section of a card: its name, what can be added, and one line for each record."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from stipdesk.ui.palette import Tone
from stipdesk.ui.widgets.basics import Badge, Card, clear, label, rule, section_label
from stipdesk.ui.widgets.buttons import link
from stipdesk.ui.widgets.facts import Facts
from stipdesk.ui.widgets.flow import FlowLayout


class RecordLine(QWidget):
    """One record: what it is, its particulars in small letters, its state, and what can be done with it.

    `leading` stands over the words, beside the state: the plate of a car.
    """

    def __init__(
        self,
        name: str,
        details: Sequence[str] = (),
        *,
        state: tuple[str, Tone] | None = None,
        acts: Sequence[QWidget] = (),
        leading: QWidget | None = None,
    ) -> None:
        super().__init__()
        who = label(name, "strong", wrap=True, selectable=True)
        words = QVBoxLayout(self)
        words.setContentsMargins(0, 3, 0, 3)
        words.setSpacing(2)
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(leading if leading is not None else who, 0 if leading is not None else 1)
        if leading is not None:
            top.addStretch(1)
        if state is not None:
            top.addWidget(Badge(*state), 0, Qt.AlignmentFlag.AlignTop)
        words.addLayout(top)
        if leading is not None:
            words.addWidget(who)
        for detail in details:
            if detail:
                words.addWidget(label(detail, "small", wrap=True, selectable=True))
        if acts:
            line = FlowLayout(
                spacing=18, between_lines=2
            )  # in a narrow column they go to a second line instead of being cut
            for act in acts:
                act.setProperty("flush", True)
                line.addWidget(act)
            words.addLayout(line)


class RecordSection(Card):
    """Records of one sort, newest first; those past `shown_first` come with "Mostrar todos". `empty` says there are
    none and what to do about it. `act` is what adds one, at the right of the name.
    """

    def __init__(self, name: str, empty: str, *, act: QWidget | None = None, shown_first: int = 4) -> None:
        super().__init__()
        self._empty = empty
        self._shown_first = shown_first
        self._all = False
        self._records: list[QWidget] = []
        top = QHBoxLayout()
        top.addWidget(section_label(name))
        top.addStretch(1)
        if act is not None:
            act.setProperty("flush", True)
            top.addWidget(act)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(4)
        self._more = link("", self._show_all)
        self._more.setProperty("flush", True)
        self.body.addLayout(top)
        self.body.addLayout(self._lines)
        self.body.addWidget(self._more)
        self.body.addStretch(1)

    def show_records(self, records: Iterable[QWidget]) -> None:
        """Replaces the lines."""
        clear(self._lines)
        self._records = list(records)
        if not self._records:
            self._lines.addWidget(label(self._empty, "soft", wrap=True))
        for index, record in enumerate(self._records):
            if index:
                self._lines.addWidget(rule())
            self._lines.addWidget(record)
        self._limit()

    def _show_all(self) -> None:
        self._all = not self._all
        self._limit()

    def _limit(self) -> None:
        hidden = max(len(self._records) - self._shown_first, 0)
        visible = len(self._records) if self._all else self._shown_first
        for index in range(self._lines.count()):
            item = self._lines.itemAt(index)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.setVisible(index <= 2 * (visible - 1))
        self._more.setText("Mostrar menos" if self._all else f"Mostrar mais {hidden}")
        self._more.setVisible(hidden > 0)


class FactsSection(Card):
    """What is registered of a subject, to be read and copied."""

    def __init__(self, name: str = "Cadastro") -> None:
        super().__init__(name)
        self._holder = QVBoxLayout()
        self.body.addLayout(self._holder)

    def show_facts(self, facts: Iterable[tuple[str, str]]) -> None:
        """Captions and values, one under the other."""
        clear(self._holder)
        self._holder.addWidget(Facts(facts))
