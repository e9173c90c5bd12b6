"""The rows a table has seen so far: it knows how many there are and brings each page when it is first looked at."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from stipdesk.ui.acronyms import explain
from stipdesk.ui.tables.column import PAGE, Column, Fetch, Wanted
from stipdesk.ui.tasks import Tasks

Row = TypeVar("Row")

TONE_ROLE = Qt.ItemDataRole.UserRole + 1
_KEPT_PAGES = 60
_NOT_YET = "…"


class LazyModel(QAbstractTableModel, Generic[Row]):
    """One page is asked for at a time; while it comes, the pages scrolled past are forgotten, not queued.

    `visible` says which lines are on the screen. `loaded` is told after each page; `owner` is the table itself.
    """

    loaded = Signal()

    def __init__(
        self, tasks: Tasks, columns: Sequence[Column[Row]], visible: Callable[[], range], owner: QWidget
    ) -> None:
        super().__init__(owner)
        self.columns = columns
        self.order = ""
        self.descending = False
        self._tasks = tasks
        self._owner = owner
        self._visible = visible
        self._fetch: Fetch[Row] | None = None
        self._pages: OrderedDict[int, Sequence[Row]] = OrderedDict()
        self._total = 0
        self._asked: int | None = None
        self._again = False
        self.failed: Callable[[Exception], None] | None = None

    def show(self, fetch: Fetch[Row]) -> None:
        """Shows what `fetch` brings, from the page now on the screen; the old rows stay until it comes."""
        self._fetch = fetch
        self._ask(self._page_on_screen(), fresh=True)

    def row(self, line: int) -> Row | None:
        """The row of a line, None while it has not come."""
        page = self._pages.get(line // PAGE)
        position = line % PAGE
        return page[position] if page is not None and position < len(page) else None

    def rows(self) -> list[tuple[int, Row]]:
        """Every row that has come, with its line."""
        return [(page * PAGE + index, row) for page, rows in self._pages.items() for index, row in enumerate(rows)]

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:
        return 0 if parent.isValid() else self._total

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        column = self.columns[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        row = self.row(index.row())
        if row is None:
            if role == Qt.ItemDataRole.DisplayRole:
                self._ask(index.row() // PAGE)
                return _NOT_YET
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return column.text(row)
        if role == TONE_ROLE:
            return column.badge(row) if column.badge is not None else None
        if role == Qt.ItemDataRole.FontRole and column.strong:
            font = QFont()
            font.setWeight(QFont.Weight.DemiBold)
            return font
        if role == Qt.ItemDataRole.ToolTipRole:
            text = column.text(row)
            return "\n".join(part for part in (text if len(text) >= column.width else "", explain(text)) if part)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.tip or explain(column.title)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def sort_by(self, section: int) -> None:
        """Orders by a column; a second time, the other way round."""
        name = self.columns[section].sort
        if not name:
            return
        self.descending = not self.descending if name == self.order else False
        self.order = name
        if self._fetch is not None:
            self._ask(0, fresh=True)

    def _page_on_screen(self) -> int:
        visible = self._visible()
        return min(visible.start, max(self._total - 1, 0)) // PAGE

    def _ask(self, page: int, *, fresh: bool = False) -> None:
        if self._fetch is None:
            return
        if self._asked is not None and not fresh:
            self._again = True
            return
        self._asked = page
        fetch, wanted = self._fetch, Wanted(page * PAGE, PAGE, self.order, self.descending)
        self._tasks.run(
            lambda: fetch(wanted),
            lambda answer: self._came(page, answer, fresh),
            failed=self._did_not_come,
            owner=self._owner,
            latest=(id(self), "page"),
        )

    def _came(self, page: int, answer: tuple[int, Sequence[Row]], fresh: bool) -> None:
        total, rows = answer
        self._asked = None
        if fresh or total != self._total:
            self.beginResetModel()
            self._pages.clear()
            self._total = total
            self._pages[page] = rows
            self.endResetModel()
        else:
            self._pages[page] = rows
            while len(self._pages) > _KEPT_PAGES:
                self._pages.popitem(last=False)
            first = page * PAGE
            if rows:
                self.dataChanged.emit(self.index(first, 0), self.index(first + len(rows) - 1, len(self.columns) - 1))
        self.loaded.emit()
        self._ask_what_is_seen()

    def _did_not_come(self, error: Exception) -> None:
        self._asked = None
        self._again = False
        if self.failed is not None:
            self.failed(error)

    def _ask_what_is_seen(self) -> None:
        if not self._again:
            return
        self._again = False
        for line in self._visible():
            if line < self._total and self.row(line) is None:
                self._ask(line // PAGE)
                return
