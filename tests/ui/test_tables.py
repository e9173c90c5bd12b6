"""Lists of any length: only what is looked at is read, and the choice survives."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from stipdesk.domain.errors import EnvironmentFault
from stipdesk.ui.palette import Tone
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.tables.column import PAGE, Column, Wanted
from stipdesk.ui.tables.lazy_table import LazyTable
from stipdesk.ui.tables.model import TONE_ROLE
from stipdesk.ui.tables.result_list import ResultItem, ResultList
from stipdesk.ui.tasks import Tasks
from tests.ui.conftest import activate, windows


@dataclass(frozen=True)
class Line:
    number: int


COLUMNS = (
    Column[Line]("Nome", lambda line: f"Prestador {line.number}", sort="name", stretches=True),
    Column[Line]("CAA", lambda line: str(line.number), width=8, right=True),
    Column[Line]("Situação", lambda _line: "Regular", badge=lambda _line: Tone.GOOD),
)


class Source:
    """Rows by the thousand, and what was asked of it."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.asked: list[Wanted] = []
        self.threads: set[threading.Thread] = set()

    def __call__(self, wanted: Wanted) -> tuple[int, Sequence[Line]]:
        self.asked.append(wanted)
        self.threads.add(threading.current_thread())
        numbers = range(self.total)
        if wanted.descending:
            numbers = numbers[::-1]
        return self.total, [Line(number) for number in numbers[wanted.offset : wanted.offset + wanted.limit]]


@pytest.fixture
def table(tasks: Tasks) -> LazyTable[Line]:
    made: LazyTable[Line] = LazyTable(
        tasks,
        COLUMNS,
        name="Prestadores",
        key=lambda line: line.number,
        noun=("prestador", "prestadores"),
        empty="Nenhum prestador com esse nome.",
    )
    made.resize(700, 500)
    made.show()
    return made


def shown(table: LazyTable[Line], line: int, column: int = 0) -> str:
    return str(table.model.index(line, column).data())


def test_only_the_first_page_is_read_and_the_total_is_known(table: LazyTable[Line], tasks: Tasks) -> None:
    source = Source(100_000)
    table.show_rows(source)
    assert tasks.wait_idle()
    assert table.total() == 100_000
    assert shown(table, 3) == "Prestador 3"
    assert [wanted.offset for wanted in source.asked] == [0]
    assert threading.main_thread() not in source.threads
    assert table._count.text() == "100.000 prestadores"


def test_any_page_comes_when_it_is_looked_at(table: LazyTable[Line], tasks: Tasks) -> None:
    source = Source(100_000)
    table.show_rows(source)
    assert tasks.wait_idle()
    table.go_to(77_777)
    table.view.viewport().repaint()
    assert shown(table, 77_780) in ("…", "Prestador 77780")
    assert tasks.wait_idle()
    assert shown(table, 77_780) == "Prestador 77780"
    assert len(source.asked) <= 3


def test_pages_that_were_only_scrolled_past_are_not_read(table: LazyTable[Line], tasks: Tasks) -> None:
    source = Source(100_000)
    table.show_rows(source)
    assert tasks.wait_idle()
    for line in range(0, 100_000, 500):
        table.go_to(line)
        table.view.viewport().repaint()
    assert tasks.wait_idle()
    table.view.viewport().repaint()
    assert tasks.wait_idle()
    assert shown(table, 99_500) == "Prestador 99500"
    assert len(source.asked) < 8


def test_the_order_is_asked_of_the_service(table: LazyTable[Line], tasks: Tasks) -> None:
    source = Source(1_000)
    table.show_rows(source)
    assert tasks.wait_idle()
    table.sort_by(0)
    table.sort_by(0)
    table.sort_by(1)
    assert tasks.wait_idle()
    assert (source.asked[-1].sort, source.asked[-1].descending) == ("name", True)
    assert shown(table, 0) == "Prestador 999"


def test_the_choice_survives_a_reload(table: LazyTable[Line], tasks: Tasks) -> None:
    table.show_rows(Source(300))
    assert tasks.wait_idle()
    table.choose(40)
    chosen: list[Line | None] = []
    table.chosen.connect(chosen.append)
    table.show_rows(Source(200))
    assert tasks.wait_idle()
    assert table.current() == Line(40)
    assert chosen == [Line(40)]


def test_a_choice_that_is_gone_is_told(table: LazyTable[Line], tasks: Tasks) -> None:
    table.show_rows(Source(50))
    assert tasks.wait_idle()
    table.choose(40)
    chosen: list[Line | None] = []
    table.chosen.connect(chosen.append)
    table.show_rows(Source(10))
    assert tasks.wait_idle()
    assert chosen == [None]


def test_nothing_found_is_said(table: LazyTable[Line], tasks: Tasks) -> None:
    table.show_rows(Source(0))
    assert tasks.wait_idle()
    assert table._empty.isVisible()
    assert table._empty.text() == "Nenhum prestador com esse nome."
    table.show_rows(Source(1))
    assert tasks.wait_idle()
    assert not table._empty.isVisible()
    assert table._count.text() == "1 prestador"


def test_a_list_that_cannot_be_read_says_why(table: LazyTable[Line], tasks: Tasks) -> None:
    def fail(_wanted: Wanted) -> tuple[int, Sequence[Line]]:
        raise EnvironmentFault("O banco de dados não respondeu.", "Nada mudou.", "Confira a rede.")

    table.show_rows(fail)
    assert tasks.wait_idle()
    assert windows(Prompt)[-1].windowTitle() == "O banco de dados não respondeu."
    table.show_rows(Source(2))
    assert tasks.wait_idle()
    assert table.total() == 2


def test_the_keyboard_walks_and_opens(table: LazyTable[Line], tasks: Tasks) -> None:
    table.show_rows(Source(30))
    assert tasks.wait_idle()
    activate(table)
    table.setFocus()
    opened: list[Line | None] = []
    table.opened.connect(opened.append)
    table.choose(0)
    QTest.keyClick(table.view, Qt.Key.Key_Down)
    QTest.keyClick(table.view, Qt.Key.Key_Return)
    assert opened == [Line(1)]
    table.view.doubleClicked.emit(table.model.index(5, 0))
    assert opened[-1] == Line(5)


def test_lines_have_one_height_and_states_their_words(table: LazyTable[Line], tasks: Tasks) -> None:
    table.show_rows(Source(3))
    assert tasks.wait_idle()
    assert len({table.view.rowHeight(line) for line in range(3)}) == 1
    index = table.model.index(0, 2)
    assert (index.data(), index.data(TONE_ROLE)) == ("Regular", Tone.GOOD)
    assert not table.grab().isNull()


def test_acronyms_are_explained(table: LazyTable[Line]) -> None:
    tip = table.model.headerData(1, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert "Certificado Anual de Autorização" in str(tip)


def test_a_page_is_a_hundred_rows(table: LazyTable[Line], tasks: Tasks) -> None:
    source = Source(PAGE + 1)
    table.show_rows(source)
    assert tasks.wait_idle()
    assert source.asked[0].limit == PAGE == 100


def test_results_are_walked_from_the_search_box() -> None:
    results = ResultList("Resultados")
    results.resize(330, 300)
    results.show()
    chosen: list[object] = []
    opened: list[object] = []
    results.chosen.connect(chosen.append)
    results.opened.connect(opened.append)
    results.show_items(
        [ResultItem(f"Pessoa {number} " + "x" * 80, "Prestador", "Regular", Tone.GOOD, number) for number in range(5)]
    )
    results.step(1)
    results.step(9)
    results.step(-1)
    assert chosen == [0, 1, 4, 3]
    QTest.keyClick(results, Qt.Key.Key_Return)
    assert opened == [3]
    assert not results.grab().isNull()
    results.show_items([])
    results.step(1)
    assert chosen == [0, 1, 4, 3]
