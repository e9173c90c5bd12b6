"""A form: sections of fields, in the order in which they are filled and the Tab key walks them."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from typing import TypeVar
from uuid import UUID

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from stipdesk.domain.errors import FieldProblem
from stipdesk.domain.registers import Similar, SubjectKind
from stipdesk.ui.palette import Tone
from stipdesk.ui.strings import label_of
from stipdesk.ui.widgets.address import AddressField
from stipdesk.ui.widgets.basics import Card, Notice, label
from stipdesk.ui.widgets.buttons import link
from stipdesk.ui.widgets.field import Entry

F = TypeVar("F", bound=Entry)

COLUMNS = 6
# Below this many letters across, a field takes the whole line: large text on a small screen.
_NARROW_IN_LETTERS = 62


class Section(Card):
    """A named group of fields on a grid of six columns, filled line by line."""

    def __init__(self, name: str, hint: str = "") -> None:
        super().__init__(name)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(12)
        self._items: list[tuple[QWidget, int]] = []
        self._narrow = False
        for index in range(COLUMNS):
            self._grid.setColumnStretch(index, 1)
        if hint:
            self.body.addWidget(label(hint, "small", wrap=True))
        self.body.addLayout(self._grid)

    def place(self, widget: QWidget, width: int) -> None:
        """Puts a widget after the last one, `width` columns wide; it goes to the next line when it does not fit."""
        policy = widget.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)  # equal columns, whatever their fields would like
        widget.setSizePolicy(policy)
        self._items.append((widget, width))
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = event.size().width() < self.fontMetrics().averageCharWidth() * _NARROW_IN_LETTERS
        if narrow != self._narrow:
            self._narrow = narrow
            self._arrange()

    def _arrange(self) -> None:
        line = column = 0
        for widget, width in self._items:
            span = COLUMNS if self._narrow else width
            if column + span > COLUMNS:
                line, column = line + 1, 0
            self._grid.addWidget(widget, line, column, 1, span, alignment=Qt.AlignmentFlag.AlignTop)
            column += span


class Form(QWidget):
    """Fields only: what happens with their values is the dialog's and the service's.

    Subclasses create their sections and fields in `__init__`, keep each field in an attribute and offer a method that
    builds the command's dataclass from their values.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.fields: list[Entry] = []
        self._notice = Notice(Tone.CARE)
        self._similar = QVBoxLayout()
        self._body = QVBoxLayout(self)
        self._body.setContentsMargins(0, 0, 0, 0)
        self._body.setSpacing(14)
        self._body.addWidget(self._notice)
        self._body.addLayout(self._similar)
        self._similar_notices: list[Notice] = []
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def section(self, name: str, hint: str = "") -> Section:
        """Begins a section under those there are."""
        made = Section(name, hint)
        self._body.addWidget(made)
        return made

    def add(self, section: Section, field: F, width: int = 3) -> F:
        """Puts the field at the end of `section`, `width` of six columns wide, and returns it."""
        section.place(field, width)
        self.fields.append(field)
        field.edited.connect(self.changed)
        return field

    def field_named(self, name: str) -> Entry | None:
        """The field of that name, also a part of an address ('street', 'address.street')."""
        last = name.rpartition(".")[2]
        for field in self.fields:
            if field.name in (name, last):
                return field
        addresses = (field for field in self.fields if isinstance(field, AddressField))
        return next((part for address in addresses for part in address.parts if part.name == last), None)

    def problems(self) -> list[Entry]:
        """The fields that cannot be saved as they are; an empty list lets the values be read."""
        return [field for field in self.fields if field.problem()]

    def judge(self) -> bool:
        """Shows every problem and puts the focus on the first; true when there is none."""
        for field in self.fields:
            field.judge()
        wrong = self.problems()
        if wrong:
            wrong[0].focus()
        return not wrong

    def show_problems(self, problems: Iterable[FieldProblem]) -> None:
        """Shows what the service refused, each at its field; what belongs to no field goes above them all."""
        homeless: list[str] = []
        first: Entry | None = None
        for problem in problems:
            field = self.field_named(problem.field)
            if field is None:
                homeless.append(str(problem))
            else:
                field.show_problem(str(problem))
                first = first or field
        self._notice.say(Tone.STOP, "\n".join(homeless))
        if first is not None:
            first.focus()

    def show_similar(self, similar: Sequence[Similar], open_subject: Callable[[SubjectKind, UUID], object]) -> None:
        """Warns that what is being typed may already be registered; each can be opened. An empty list takes it away."""
        for notice in self._similar_notices:
            notice.hide()
            notice.deleteLater()
        self._similar_notices = [self._notice_of(each, open_subject) for each in similar]
        for notice in self._similar_notices:
            self._similar.addWidget(notice)

    def is_dirty(self) -> bool:
        """Whether the person changed anything."""
        return any(field.is_dirty() for field in self.fields)

    def mark_clean(self) -> None:
        for field in self.fields:
            field.mark_clean()

    def set_read_only(self, read_only: bool) -> None:
        for field in self.fields:
            field.set_read_only(read_only)

    def first_focus(self) -> None:
        if self.fields:
            self.fields[0].focus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # Reading order, also for fields that a subclass created before the sections they went to.
        stops = [stop for field in self.fields for stop in field.stops()]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _notice_of(self, similar: Similar, open_subject: Callable[[SubjectKind, UUID], object]) -> Notice:
        kind = label_of(similar.kind)
        text = f"{kind}, já existe" if similar.certain else f"{kind}, parecido com"
        see = link("Abrir cadastro", partial(open_subject, similar.kind, similar.subject_id))
        see.setAccessibleName(f"Abrir cadastro de {similar.label}")
        tone = Tone.STOP if similar.certain else Tone.CARE
        return Notice(tone, f"{text}: {similar.label} · {similar.why}".removesuffix(" · "), [see])
