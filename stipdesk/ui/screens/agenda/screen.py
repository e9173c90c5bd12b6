"""The tab Pendências: the lists of what waits, one of them open, and the daily check of art. 60."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFileDialog, QLineEdit, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from stipdesk.domain.changes import Changes
from stipdesk.domain.permissions import Act
from stipdesk.exchange import lists as exchange
from stipdesk.exchange.tables import TableFormat
from stipdesk.services import daily_check, work_papers, worklists
from stipdesk.services.daily_check import LostCondition
from stipdesk.services.worklists import WorkLine, WorkList
from stipdesk.ui.context import UiContext
from stipdesk.ui.palette import Tone
from stipdesk.ui.prompts import tell
from stipdesk.ui.screens.agenda.columns import (
    ARTICLE_COLUMN,
    COLUMNS,
    DAY_COLUMN,
    GROUP_COLUMN,
    Sieve,
    in_order,
    page_of,
)
from stipdesk.ui.screens.agenda.daily import CheckBar, CheckRunner
from stipdesk.ui.screens.agenda.navigation import ListNavigation
from stipdesk.ui.screens.base import Screen
from stipdesk.ui.screens.documents.preview import show_document
from stipdesk.ui.screens.measures.dialogs import open_measure
from stipdesk.ui.screens.parts.acts import PRINT_KEYS, ActBar
from stipdesk.ui.screens.parts.decisions import PendingDecisions
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.tables.lazy_table import LazyTable
from stipdesk.ui.widgets.basics import column, heading, label, row, scrolled
from stipdesk.ui.widgets.choices import Combo

# The daily check is the list after the others.
_LISTS = tuple(WorkList)
_CHECK = len(_LISTS)
_TITLES = (*(worklists.TITLES[each] for each in _LISTS), "Verificação diária (art. 60)")
_DECISIONS = _LISTS.index(WorkList.DECISIONS)
_EVERYTHING = "Tudo"
_WITH_ARTICLE_IN_LETTERS = 190
_WITH_DAY_IN_LETTERS = 150
_FORMS = {
    "Planilha do Excel (*.xlsx)": TableFormat.XLSX,
    "CSV, para qualquer planilha (*.csv)": TableFormat.CSV,
}


class AgendaScreen(Screen):
    """Enter or a double click opens the card behind a line. Nothing here acts by itself."""

    shows = ~Changes.NOTHING

    def __init__(self, context: UiContext) -> None:
        super().__init__(context)
        self._lines: Sequence[WorkLine] = ()
        self._found: dict[int, LostCondition] = {}
        self.navigation = ListNavigation(_TITLES)
        self._title = heading()
        self._explanation = label("", "soft", wrap=True)
        self.runner = CheckRunner(context, self)
        self.check = CheckBar(self.runner)
        self.groups = Combo()
        self.groups.setAccessibleName("Grupo")
        self.groups.setMinimumContentsLength(22)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Filtrar a lista")
        self.filter.setAccessibleName("Filtrar a lista")
        self.filter.setClearButtonEnabled(True)
        self.table: LazyTable[WorkLine] = LazyTable(
            context.tasks,
            COLUMNS,
            name="Pendências",
            key=lambda line: (line.kind, line.subject_id, line.what),
            noun=("pendência", "pendências"),
            empty="Nada pendente nesta lista.",
        )
        self._detail = label("", "small", wrap=True, selectable=True)
        self.decisions = PendingDecisions(context)
        self.acts = ActBar(context.tasks)
        self.open_button = self.acts.add("Abrir", self.open_line, icon_name="arrow-right")
        self.process_button = self.acts.add("Abrir processo (art. 38)", self.open_process, icon_name="gavel")
        self.print_button = self.acts.add("Imprimir lista", self.print_list, icon_name="print", shortcut=PRINT_KEYS)
        self.export_button = self.acts.add("Exportar…", self.export, icon_name="file-export", shortcut="Ctrl+Shift+E")
        self.acts.prefer(self.open_button)
        self._arrange()
        self.navigation.chosen.connect(self._chosen)
        self.navigation.entered.connect(self._enter)
        self.groups.currentIndexChanged.connect(lambda _index: self._sift())
        self.filter.textChanged.connect(lambda _text: self._sift())
        self.table.opened.connect(lambda _line: self.open_line())
        self.table.chosen.connect(lambda _line: self._allow())
        self.table.model.loaded.connect(self._allow)
        self.runner.advanced.connect(self._check_advanced)
        self.runner.ended.connect(self._check_ended)
        self.navigation.choose(0)

    def reload(self, _changes: Changes) -> None:
        for line, which in enumerate(_LISTS):
            job = partial(worklists.counts, self.context.desk, [which])
            self.context.tasks.run(job, partial(self._counted, line), owner=self, latest=(id(self), which))
        self._read()

    def first_focus(self) -> None:
        self.navigation.setFocus()

    def show_list(self, which: WorkList | None) -> None:
        """Opens a list; None is the daily check."""
        self.navigation.choose(_CHECK if which is None else _LISTS.index(which))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def open_line(self) -> None:
        """Opens the card, request or measure behind the chosen line."""
        line = self.table.current()
        if line is not None:
            self.context.bus.subject_wanted.emit(line.kind, line.subject_id)

    def open_process(self) -> None:
        """Asks which measure to open against the holder of the chosen line; a person decides (art. 38)."""
        lost = self._lost()
        if lost is not None:
            open_measure(self.context, self, lost.holder_kind, lost.holder_id, lost.line.who)

    def print_list(self) -> None:
        """The list as it is shown, on paper."""
        job = partial(work_papers.write_list, self.context.desk, self._name(), self._explanation.text(), self._shown())
        show = partial(show_document, self.context, self)
        self.context.tasks.run(job, show, owner=self, busy=self.print_button)

    def export(self) -> None:
        """Asks where to, and in which form."""
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        day = self.context.desk.today
        suggested = Path(folder) / f"{self._name().replace('/', '-')} {day:%Y-%m-%d}.xlsx"
        chosen, form = QFileDialog.getSaveFileName(self, "Exportar lista", str(suggested), ";;".join(_FORMS))
        if chosen:
            typed = Path(chosen).suffix.lower().removeprefix(".")
            self.export_as(Path(chosen), TableFormat(typed) if typed in list(TableFormat) else _FORMS[form])

    def export_as(self, path: Path, form: TableFormat) -> None:
        """The list as it is shown, in a file."""
        job = partial(exchange.export_list, self.context.desk, self._name(), self._shown(), path, form)
        self.context.tasks.run(job, self._exported, owner=self, busy=self.export_button)

    def _exported(self, path: Path) -> None:
        tell(self, "Lista exportada", f"Gravada em {path}.", tone=Tone.GOOD)

    def _arrange(self) -> None:
        tools = row(self.groups, self.filter, spacing=10)
        tools.setStretch(1, 1)
        self._tools = QWidget()
        tools.setContentsMargins(0, 0, 0, 0)
        self._tools.setLayout(tools)
        self._pages = QStackedWidget()
        listed = QWidget()
        listed.setLayout(column(self.table, self._detail, spacing=6))
        self._pages.addWidget(listed)
        self._pages.addWidget(scrolled(self.decisions))
        right = QWidget()
        inside = column(self._title, self._explanation, self.check, self._tools, self._pages, self.acts, spacing=10)
        inside.setStretch(4, 1)
        right.setLayout(inside)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(16)
        split.addWidget(self.navigation)
        split.addWidget(right)
        split.setStretchFactor(1, 1)
        split.setSizes([300, 1010])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(split)

    def _fit(self) -> None:
        letters = self.width() / max(self.fontMetrics().averageCharWidth(), 1)
        self.table.view.setColumnHidden(ARTICLE_COLUMN, letters < _WITH_ARTICLE_IN_LETTERS)
        self.table.view.setColumnHidden(DAY_COLUMN, letters < _WITH_DAY_IN_LETTERS)
        self.table.view.setColumnHidden(GROUP_COLUMN, self.groups.count() <= 1)

    @property
    def _is_check(self) -> bool:
        return self.navigation.line() == _CHECK

    def _chosen(self, line: int) -> None:
        self._title.setText(_TITLES[line])
        explained = daily_check.EXPLANATION if line == _CHECK else worklists.EXPLANATIONS[_LISTS[line]]
        self._explanation.setText(explained)
        self.check.setVisible(line == _CHECK)
        self.process_button.setVisible(line == _CHECK)
        decides = line == _DECISIONS
        self._pages.setCurrentIndex(1 if decides else 0)
        self._tools.setVisible(not decides)
        self.filter.clear()
        self._show_lines(())
        self._read()

    def _read(self) -> None:
        line = self.navigation.line()
        if line == _CHECK:
            self._show_lines([lost.line for lost in self.runner.found])
            return
        if line == _DECISIONS:
            self.decisions.reload()
        job = partial(worklists.lines, self.context.desk, _LISTS[line])
        self.context.tasks.run(job, partial(self._came, line), owner=self, latest=(id(self), "lines"))

    def _came(self, line: int, lines: Sequence[WorkLine]) -> None:
        self.navigation.show_count(line, len(lines))
        if line == self.navigation.line():
            self._show_lines(lines)

    def _counted(self, line: int, counted: dict[WorkList, int]) -> None:
        self.navigation.show_count(line, counted[_LISTS[line]])

    def _show_lines(self, lines: Sequence[WorkLine]) -> None:
        self._lines = lines
        self._found = {id(lost.line): lost for lost in self.runner.found} if self._is_check else {}
        chosen = self.groups.currentData()
        self.groups.blockSignals(True)
        self.groups.clear()
        waiting: dict[str, int] = {}
        for line in lines:
            waiting[line.group] = waiting.get(line.group, 0) + 1
        self.groups.addItem(f"{_EVERYTHING} ({len(lines)})", "")
        for name in sorted(name for name in waiting if name):
            self.groups.addItem(f"{name} ({waiting[name]})", name)
        self.groups.setCurrentIndex(max(self.groups.findData(chosen), 0))
        self.groups.blockSignals(False)
        self.groups.setVisible(self.groups.count() > 1)
        self._fit()
        self._sift()

    def _sift(self) -> None:
        lines = Sieve(str(self.groups.currentData() or ""), self.filter.text()).through(self._lines)
        self.table.say_when_empty(self._when_empty())
        self.table.show_rows(partial(page_of, lines))
        self._allow()

    def _when_empty(self) -> str:
        if self._lines:
            return "Nada encontrado com este filtro."
        if self._is_check and not self.runner.outcome:
            return "Conferindo…" if self.runner.is_running else "Aperte “Verificar agora” para conferir todos."
        return "Nada pendente nesta lista."

    def _shown(self) -> list[WorkLine]:
        """Every line that passes the filter, in the order of the table."""
        lines = Sieve(str(self.groups.currentData() or ""), self.filter.text()).through(self._lines)
        return in_order(lines, self.table.model.order, self.table.model.descending)

    def _name(self) -> str:
        name = daily_check.TITLE if self._is_check else _TITLES[self.navigation.line()]
        group = str(self.groups.currentData() or "")
        return f"{name}: {group}" if group else name

    def _lost(self) -> LostCondition | None:
        line = self.table.current()
        return self._found.get(id(line)) if line is not None else None

    def _enter(self) -> None:
        if self._pages.currentIndex() == 0:
            self.table.setFocus()
            if self.table.total() and not self.table.view.currentIndex().isValid():
                self.table.choose(0)

    def _check_advanced(self) -> None:
        self.navigation.show_count(_CHECK, len(self.runner.found))
        # Ever more rarely as the list grows: the window has other things to draw.
        if self._is_check and (not self.runner.found or len(self.runner.found) > 2 * len(self._lines)):
            self._show_lines([lost.line for lost in self.runner.found])

    def _check_ended(self) -> None:
        self.navigation.show_count(_CHECK, len(self.runner.found))
        if self._is_check:
            self._show_lines([lost.line for lost in self.runner.found])

    def _allow(self) -> None:
        line = self.table.current()
        self._detail.setText(_whole(line) if line is not None else "")
        nothing = "" if line is not None else "Escolha uma linha da lista."
        decides = self.navigation.line() == _DECISIONS
        self.acts.allow(self.open_button, "Cada decisão tem o seu próprio “Abrir”." if decides else nothing)
        lost = self._lost()
        process = f"Já há o processo {lost.process} sobre esta condição." if lost and lost.process else nothing
        self.acts.allow(self.process_button, why_not(self.context.desk, Act.OPEN_MEASURE) or process)
        empty = "" if self._lines else "A lista está vazia."
        refused = why_not(self.context.desk, Act.PRINT_LIST) or empty
        self.acts.allow(self.print_button, refused)
        self.acts.allow(self.export_button, refused)


def _whole(line: WorkLine) -> str:
    """All a line says, which its columns may cut: what, by which article, what to do."""
    article = f" ({line.article})" if line.article else ""
    return f"{line.who}: {line.what}{article}. {line.cure}".strip()
