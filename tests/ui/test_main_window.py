"""The main window: tabs made when opened, told what changed, reached by the keyboard, closed without harm."""

import threading
from collections.abc import Iterator
from uuid import UUID

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from stipdesk.domain.changes import Changes
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import drivers
from stipdesk.settings import Settings, Theme
from stipdesk.ui.appearance import Appearance
from stipdesk.ui.context import UiContext
from stipdesk.ui.main_window import MainWindow
from stipdesk.ui.screens.base import Screen, SearchableScreen
from stipdesk.ui.screens.registry import TABS, Tab
from tests import office
from tests.ui.conftest import activate
from tests.ui.sample_screen import SampleScreen


class Counter(SearchableScreen):
    """Notes what the window asks of it."""

    def __init__(self, context: UiContext) -> None:
        super().__init__(context)
        self.asked: list[object] = []

    def reload(self, changes: Changes) -> None:
        self.asked.append(changes)

    def search(self, text: str) -> None:
        self.asked.append(text)

    def step(self, lines: int) -> None:
        self.asked.append(lines)

    def accept(self) -> None:
        self.asked.append("enter")


class Vehicles(Screen):
    shows = Changes.VEHICLES

    def __init__(self, context: UiContext) -> None:
        super().__init__(context)
        self.asked: list[object] = []

    def reload(self, changes: Changes) -> None:
        self.asked.append(changes)

    def open_subject(self, kind: SubjectKind, subject_id: UUID) -> None:
        self.asked.append((kind, subject_id))

    def first_focus(self) -> None:
        self.asked.append("focus")


OF_TEST = (
    Tab("Balcão", Counter),
    Tab("Prestadores", SampleScreen, frozenset({SubjectKind.DRIVER})),
    Tab("Veículos", Vehicles, frozenset({SubjectKind.VEHICLE})),
)


@pytest.fixture
def window(context: UiContext, appearance: Appearance) -> Iterator[MainWindow]:
    made = MainWindow(context, appearance, OF_TEST, "Estação 01 · CMTU")
    made.show()
    activate(made)
    yield made
    made._leaving = True
    made.close()


def counter(window: MainWindow) -> list[object]:
    screen = window.screen_of(0)
    assert isinstance(screen, Counter)
    return screen.asked


def vehicles(window: MainWindow) -> list[object]:
    screen = window.screen_of(2)
    assert isinstance(screen, Vehicles)
    return screen.asked


def test_a_screen_is_made_when_its_tab_is_first_opened(window: MainWindow) -> None:
    assert list(window._screens) == [0]
    window.bar.setCurrentIndex(2)
    assert list(window._screens) == [0, 2]
    assert window.stack.currentIndex() == 2
    assert vehicles(window) == [Changes.NOTHING]


def test_an_open_tab_is_told_at_once_and_a_hidden_one_when_it_is_opened(window: MainWindow, context: UiContext) -> None:
    window.bar.setCurrentIndex(2)
    context.bus.changed.emit(Changes.VEHICLES | Changes.DOCUMENTS)
    context.bus.changed.emit(Changes.USERS)
    assert vehicles(window) == [Changes.NOTHING, Changes.VEHICLES]
    window.bar.setCurrentIndex(0)
    context.bus.changed.emit(Changes.VEHICLES)
    context.bus.changed.emit(Changes.VEHICLES)
    assert vehicles(window) == [Changes.NOTHING, Changes.VEHICLES]
    window.bar.setCurrentIndex(2)
    assert vehicles(window) == [Changes.NOTHING, Changes.VEHICLES, Changes.VEHICLES]
    window.bar.setCurrentIndex(0)
    window.bar.setCurrentIndex(2)
    assert len(vehicles(window)) == 3


def test_an_act_of_the_service_reaches_the_list(window: MainWindow, context: UiContext) -> None:
    window.go_to(1)
    screen = window.screen_of(1)
    assert isinstance(screen, SampleScreen)
    assert context.tasks.wait_idle()
    assert screen.table.total() == 0
    desk = context.desk
    context.tasks.run(lambda: drivers.register(desk, office.another_driver(1)))
    assert context.tasks.wait_idle()
    assert screen.table.total() == 1


def test_the_tabs_are_a_key_away(window: MainWindow) -> None:
    QTest.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert window.bar.currentIndex() == 2
    assert vehicles(window)[-1] == "focus"
    QTest.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert window.bar.currentIndex() == 0


def test_a_record_opens_in_the_tab_of_its_kind(window: MainWindow, context: UiContext) -> None:
    context.bus.subject_wanted.emit(SubjectKind.VEHICLE, UUID(int=7))
    assert window.bar.currentIndex() == 2
    assert vehicles(window)[-1] == (SubjectKind.VEHICLE, UUID(int=7))
    context.bus.subject_wanted.emit(SubjectKind.INFRACTION, UUID(int=8))
    assert window.bar.currentIndex() == 2


def test_f3_searches_from_anywhere(window: MainWindow) -> None:
    window.go_to(2)
    QTest.keyClick(window, Qt.Key.Key_F3)
    assert window.search.hasFocus()
    QTest.keyClicks(window.search, "so")
    assert window.bar.currentIndex() == 0
    assert counter(window)[-2:] == ["s", "so"]
    QTest.keyClick(window.search, Qt.Key.Key_Down)
    QTest.keyClick(window.search, Qt.Key.Key_PageUp)
    QTest.keyClick(window.search, Qt.Key.Key_Return)
    assert counter(window)[-3:] == [1, -8, "enter"]
    assert window.search.hasFocus()
    QTest.keyClick(window.search, Qt.Key.Key_Escape)
    assert (window.search.text(), counter(window)[-1]) == ("", "")


def test_text_grows_and_shrinks(window: MainWindow, stored: list[Settings], appearance: Appearance) -> None:
    for key, scale in ((Qt.Key.Key_Equal, 110), (Qt.Key.Key_Equal, 120), (Qt.Key.Key_Minus, 110), (Qt.Key.Key_0, 100)):
        QTest.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
        assert appearance.settings.text_scale == scale
    assert [each.text_scale for each in stored] == [110, 120, 110, 100]


def test_the_user_chooses_the_theme(window: MainWindow, appearance: Appearance) -> None:
    menu = window.user_button.menu()
    assert menu is not None
    dark = next(action for action in menu.actions() if action.text() == "Aparência: escuro")
    dark.trigger()
    assert appearance.settings.theme is Theme.DARK
    appearance.set_theme(Theme.LIGHT)


def test_it_says_where_and_when_it_is(window: MainWindow) -> None:
    assert window._station.text() == "Estação 01 · CMTU"
    assert window._clock.text() == "terça, 01/12/2026 09:00"
    assert "Helena Prado" in window.user_button.text()
    assert "Administração do sistema" in window.user_button.toolTip()


def test_closing_waits_for_the_act_that_is_being_written(window: MainWindow, context: UiContext) -> None:
    began, go = threading.Event(), threading.Event()
    button = QPushButton(window)
    written: list[int] = []

    def write() -> None:
        began.set()
        assert go.wait(10)
        written.append(1)

    context.tasks.run(write, busy=button)
    assert began.wait(10)
    window.close()
    assert window.isVisible()
    assert not window.isEnabled()
    go.set()
    assert context.tasks.wait_idle()
    assert written == [1]
    assert not window.isVisible()


def test_closing_does_not_wait_for_reads(window: MainWindow, context: UiContext) -> None:
    began, go = threading.Event(), threading.Event()
    read: list[int] = []

    def hold() -> None:
        began.set()
        assert go.wait(10)

    context.tasks.run(hold)
    assert began.wait(10)
    context.tasks.run(lambda: read.append(1))
    window.close()
    go.set()
    assert context.tasks.wait_idle()
    assert read == []
    assert not window.isVisible()


def test_every_kind_of_record_has_one_tab() -> None:
    claimed = [kind for tab in TABS for kind in tab.subjects]
    assert len(claimed) == len(set(claimed))
    assert len({tab.title for tab in TABS}) == len(TABS)
