"""The tab of a register: the list with its filter, and the card of the chosen record beside it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from uuid import UUID

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QCheckBox, QLineEdit, QSplitter, QVBoxLayout, QWidget

from stipdesk.domain.changes import Changes
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.services.access import Desk
from stipdesk.services.drivers import ListRequest
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.base import Screen
from stipdesk.ui.screens.parts.acts import NEW_KEYS
from stipdesk.ui.screens.parts.card import SubjectCard
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.tables.column import Column, Wanted
from stipdesk.ui.tables.lazy_table import LazyTable
from stipdesk.ui.widgets.basics import column, row
from stipdesk.ui.widgets.buttons import because, button, link

Row = TypeVar("Row")
View = TypeVar("View")

# Below this many letters across, the list and the card take turns.
_BOTH_IN_LETTERS = 118
# Below this many letters, the list keeps only its columns that are not `wide_only`.
_WIDE_LIST_IN_LETTERS = 66


@dataclass(frozen=True, slots=True)
class RegisterWords:
    """How a register speaks. `empty` says how the first record is made, `filter_by` what the filter looks into."""

    name: str
    noun: tuple[str, str]
    new: str
    filter_by: str
    empty: str


class RegisterScreen(Screen, Generic[Row, View]):
    """`page` brings the list and runs in the worker; `subject_of` names the record of a row; `new` opens the form.

    `wide_only` are the columns that are shown only while the list is wide enough for them; `list_share` is the list's
    part of the width, in per cent.
    """

    def __init__(
        self,
        context: UiContext,
        kind: SubjectKind,
        words: RegisterWords,
        columns: Sequence[Column[Row]],
        page: Callable[[Desk, ListRequest], tuple[int, Sequence[Row]]],
        subject_of: Callable[[Row], UUID],
        card: SubjectCard[View],
        *,
        new: Callable[[], object],
        new_act: Act,
        wide_only: frozenset[int] = frozenset(),
        list_share: int = 31,
    ) -> None:
        super().__init__(context)
        self.card = card
        self._kind = kind
        self._words = words
        self._page = page
        self._subject_of = subject_of
        self._wide_only = wide_only
        self._together = True
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(words.filter_by)
        self.filter.setAccessibleName(f"Filtrar {words.name.lower()}")
        self.filter.setClearButtonEnabled(True)
        self.filter.installEventFilter(self)
        self.new_button = button("Novo", new, icon_name="plus", shortcut=NEW_KEYS, tip=words.new)
        self.new_button.setAccessibleName(words.new)
        refusal = why_not(context.desk, new_act)
        if refusal:
            because(self.new_button, refusal)
        self.withdrawn = QCheckBox("Mostrar baixados")
        self.table: LazyTable[Row] = LazyTable(
            context.tasks, columns, name=words.name, key=subject_of, noun=words.noun, empty=words.empty
        )
        top = row(self.filter, self.new_button, spacing=10)
        top.setStretch(0, 1)
        self._list = QWidget()
        self._list.setLayout(column(top, self.withdrawn, self.table, spacing=10))
        self._back = link("Voltar à lista   Esc", self.show_list, icon_name="arrow-left")
        self._right = QWidget()
        self._right.setLayout(column(self._back, card, spacing=6))
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(16)
        self._split.addWidget(self._list)
        self._split.addWidget(self._right)
        for index, share in enumerate((list_share, 100 - list_share)):
            self._split.setStretchFactor(index, share)
        self._split.setSizes([list_share * 10, (100 - list_share) * 10])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._split)
        self._split.splitterMoved.connect(self._fit_columns)
        self.filter.textChanged.connect(self._filtered)
        self.filter.returnPressed.connect(self._open_first)
        self.withdrawn.toggled.connect(self._ask)
        self.table.chosen.connect(self._chosen)
        self.table.opened.connect(self._opened)
        self.table.model.loaded.connect(self._loaded)
        back = QShortcut(QKeySequence(Qt.Key.Key_Escape), self._right)
        back.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        back.activated.connect(self.show_list)
        self._take_turns(False)

    def reload(self, _changes: Changes) -> None:
        self._ask()
        self.card.reload()

    def open_subject(self, kind: SubjectKind, subject_id: UUID) -> None:
        if kind is not self._kind:
            return
        self.table.view.setCurrentIndex(self.table.view.rootIndex())
        self.table.view.clearSelection()
        self.card.open(subject_id)
        self.show_card()
        if not self._together:
            self.card.take_focus()
        for line, each in self.table.model.rows():
            if self._subject_of(each) == subject_id:
                self.table.choose(line)

    def first_focus(self) -> None:
        self.filter.setFocus()
        self.filter.selectAll()

    def show_list(self) -> None:
        """Where the two take turns, shows the list; the keyboard goes to it."""
        self._list.show()
        self._right.setVisible(self._together)
        self.table.view.setFocus()

    def show_card(self) -> None:
        """Where the two take turns, shows the card."""
        self._right.show()
        self._list.setVisible(self._together)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.filter and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Down:
                self.table.view.setFocus()
                if not self.table.view.currentIndex().isValid():
                    self.table.choose(0)
                return True
            if event.key() == Qt.Key.Key_Escape and self.filter.text():
                self.filter.clear()
                return True
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        together = self.width() >= self.fontMetrics().averageCharWidth() * _BOTH_IN_LETTERS
        if together == self._together:
            self._fit_columns()
        else:
            self._take_turns(not together)

    def _take_turns(self, turns: bool) -> None:
        self._together = not turns
        self._back.setVisible(turns)
        if turns and self.card.subject_id is not None:
            self.show_card()
        else:
            self._list.show()
            self._right.setVisible(not turns)
        self._fit_columns()

    def _fit_columns(self) -> None:
        narrow = self._list.width() < self.fontMetrics().averageCharWidth() * _WIDE_LIST_IN_LETTERS
        for index in self._wide_only:
            self.table.view.setColumnHidden(index, narrow)

    def _ask(self) -> None:
        text, include_withdrawn = self.filter.text(), self.withdrawn.isChecked()
        desk, page = self.context.desk, self._page

        def fetch(wanted: Wanted) -> tuple[int, Sequence[Row]]:
            request = ListRequest(wanted.offset, wanted.limit, text, wanted.sort, wanted.descending, include_withdrawn)
            return page(desk, request)

        self.table.say_when_empty(
            f"Nada encontrado para “{text.strip()}”. Tente parte do nome ou do número."
            if text.strip()
            else self._words.empty
        )
        self.table.show_rows(fetch)

    def _filtered(self) -> None:
        self.table.view.scrollToTop()
        self._ask()

    def _loaded(self) -> None:
        """A filter that leaves one record has found it: its card opens while the keyboard stays in the filter."""
        if self._together and self.filter.text().strip() and self.table.total() == 1:
            only = self.table.model.row(0)
            if only is not None and self._subject_of(only) != self.card.subject_id:
                self.table.choose(0)

    def _open_first(self) -> None:
        if self.table.total():
            line = max(self.table.view.currentIndex().row(), 0)
            self.table.choose(line)
            self._opened(self.table.model.row(line))

    def _chosen(self, chosen: Row | None) -> None:
        if chosen is not None:
            self.card.open(self._subject_of(chosen))

    def _opened(self, opened: Row | None) -> None:
        if opened is None:
            return
        self.card.open(self._subject_of(opened))
        self.show_card()
        self.card.take_focus()
