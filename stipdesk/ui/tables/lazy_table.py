"""The list of a tab: it knows the total, shows any page at once, and never waits for the database."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QVBoxLayout, QWidget

from stipdesk.ui import errors
from stipdesk.ui.strings import count
from stipdesk.ui.tables.column import Column, Fetch
from stipdesk.ui.tables.delegate import CellDelegate
from stipdesk.ui.tables.model import LazyModel
from stipdesk.ui.tasks import Tasks
from stipdesk.ui.widgets.basics import label

Row = TypeVar("Row")


class _View(QTableView):
    """Enter opens the line, as a double click does."""

    entered_line = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.entered_line.emit(self.currentIndex().row())
        else:
            super().keyPressEvent(event)


class LazyTable(QWidget, Generic[Row]):
    """Rows of any number, a hundred at a time. `chosen` and `opened` carry the row, None while it has not come.

    `key` identifies a row from one answer to the next, so that the choice survives a reload; when its row is gone,
    `chosen` carries None. `empty` is said when nothing answers; `noun` counts: ("prestador", "prestadores").
    """

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(
        self,
        tasks: Tasks,
        columns: Sequence[Column[Row]],
        *,
        name: str,
        key: Callable[[Row], object],
        noun: tuple[str, str],
        empty: str = "Nada encontrado.",
    ) -> None:
        super().__init__()
        self._columns = columns
        self._key = key
        self._noun = noun
        self._kept: object = None
        self.model: LazyModel[Row] = LazyModel(tasks, columns, self.visible, self)
        self.model.failed = lambda error: self._failed(error)
        self.view = _View()
        self.view.setProperty("role", "list")
        self.view.setAccessibleName(name)
        self.view.setModel(self.model)
        self.view.setItemDelegate(CellDelegate(self.view))
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.setShowGrid(False)
        self.view.setWordWrap(False)
        self.view.setTabKeyNavigation(False)
        self.view.setCornerButtonEnabled(False)
        self.view.verticalHeader().hide()
        self.view.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.view.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(False)
        header.sectionClicked.connect(self.sort_by)
        self._count = label("", "small")
        self._empty = label(empty, "soft", wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._empty.setMargin(28)
        self._empty.setParent(self.view.viewport())
        self._empty.hide()
        self.view.viewport().installEventFilter(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.view, 1)
        column.addWidget(self._count)
        self.setFocusProxy(self.view)
        self._fit()
        self.model.modelAboutToBeReset.connect(self._remember)
        self.model.loaded.connect(self._loaded)
        self.view.selectionModel().currentRowChanged.connect(self._current_changed)
        self.view.doubleClicked.connect(lambda index: self._open(index.row()))
        self.view.entered_line.connect(self._open)

    def show_rows(self, fetch: Fetch[Row]) -> None:
        """Shows what `fetch` brings (it runs in the worker), keeping the choice where its row is still there."""
        self.model.show(fetch)

    def say_when_empty(self, text: str) -> None:
        """Replaces what is said when nothing answers: a filter without answers is not an empty register."""
        self._empty.setText(text)

    def current(self) -> Row | None:
        """The row that is chosen."""
        index = self.view.currentIndex()
        return self.model.row(index.row()) if index.isValid() else None

    def total(self) -> int:
        return self.model.rowCount()

    def visible(self) -> range:
        """The lines on the screen."""
        height = self.view.viewport().height()
        first = self.view.rowAt(0)
        last = self.view.rowAt(height - 1)
        if first < 0:
            return range(0)
        return range(first, (last if last >= 0 else self.model.rowCount() - 1) + 1)

    def go_to(self, line: int) -> None:
        """Puts a line at the top of the screen, wherever it is in the list."""
        self.view.scrollTo(self.model.index(line, 0), QAbstractItemView.ScrollHint.PositionAtTop)

    def choose(self, line: int) -> None:
        self.view.selectRow(line)

    def sort_by(self, section: int) -> None:
        """Orders by a column that can be ordered; again, the other way round."""
        if not self._columns[section].sort:
            return
        self.model.sort_by(section)
        header = self.view.horizontalHeader()
        header.setSortIndicatorShown(True)
        order = Qt.SortOrder.DescendingOrder if self.model.descending else Qt.SortOrder.AscendingOrder
        header.setSortIndicator(section, order)
        self.view.scrollToTop()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._empty.setGeometry(self.view.viewport().rect())
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        """Lines and columns by the size of the type."""
        letter = self.fontMetrics().averageCharWidth()
        self.view.verticalHeader().setDefaultSectionSize(round(self.fontMetrics().height() * 1.9))
        header = self.view.horizontalHeader()
        for index, column in enumerate(self._columns):
            mode = QHeaderView.ResizeMode.Stretch if column.stretches else QHeaderView.ResizeMode.Interactive
            header.setSectionResizeMode(index, mode)
            header.resizeSection(index, letter * column.width + 24)

    def _loaded(self) -> None:
        total = self.model.rowCount()
        self._count.setText(count(total, *self._noun) if total else "")
        self._empty.setVisible(not total)
        kept, self._kept = self._kept, None
        if kept is None:
            return
        for line, row in self.model.rows():
            if self._key(row) == kept:
                self.view.selectRow(line)
                return
        self.chosen.emit(None)

    def _remember(self) -> None:
        row = self.current()
        self._kept = None if row is None else self._key(row)

    def _failed(self, error: Exception) -> None:
        self._count.setText("A lista não pôde ser lida.")
        errors.show(self, error)

    def _current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self.chosen.emit(self.model.row(current.row()))

    def _open(self, line: int) -> None:
        self.opened.emit(self.model.row(line))
