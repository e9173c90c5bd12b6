"""The walk-in screen: search while typing, choose, act; the keyboard stays where work goes on."""

from collections.abc import Callable

import pytest
from PySide6.QtTest import QTest

from stipdesk.domain.changes import Changes
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import authorizations, drivers
from stipdesk.services.access import Desk
from stipdesk.ui.appearance import Appearance
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.main_window import MainWindow
from stipdesk.ui.screens.counter.screen import CounterScreen
from stipdesk.ui.screens.drivers.card import DriverCard
from stipdesk.ui.screens.registry import TABS
from stipdesk.ui.screens.vehicles.card import VehicleCard
from stipdesk.ui.tasks import Tasks
from tests import office
from tests.ui.conftest import activate, windows


@pytest.fixture
def walked_in(window_desk: Desk) -> Desk:
    office.walk_in(window_desk)
    drivers.register(window_desk, office.another_driver(1, "Bruno d'Ávila Souza"))
    return window_desk


@pytest.fixture
def window(walked_in: Desk, context: UiContext, appearance: Appearance) -> MainWindow:
    assert context.desk is walked_in
    made = MainWindow(context, appearance, TABS, "Estação 01")
    made.show()
    activate(made)
    return made


@pytest.fixture
def screen(window: MainWindow) -> CounterScreen:
    made = window.screen_of(0)
    assert isinstance(made, CounterScreen)
    return made


@pytest.fixture
def search(window: MainWindow, tasks: Tasks) -> Callable[[str], None]:
    def typed(text: str) -> None:
        window.search.clear()
        QTest.keyClicks(window.search, text)
        assert tasks.wait_idle()

    return typed


def _titles(screen: CounterScreen) -> list[str]:
    return [item.title for item in screen.results.items()]


def test_answers_come_while_typing_and_the_keyboard_stays(
    screen: CounterScreen, window: MainWindow, search: Callable[[str], None]
) -> None:
    search("souza")
    assert _titles(screen) == ["Ana Beatriz de Souza", "Bruno d'Ávila Souza"]
    assert window.search.hasFocus()
    assert isinstance(screen.card, DriverCard)
    search("abc-1d23")
    assert _titles(screen) == ["ABC1D23", "Ana Beatriz de Souza"]
    assert isinstance(screen.card, VehicleCard)


def test_nothing_found_says_so_and_shows_no_card(screen: CounterScreen, search: Callable[[str], None]) -> None:
    search("souza")
    search("xyzw")
    assert _titles(screen) == []
    assert screen.card is None
    assert "Nada encontrado para “xyzw”" in screen._summary.text()


@pytest.mark.parametrize("text", ["%", "_", "  "])
def test_a_search_of_which_nothing_is_left_finds_nobody(
    screen: CounterScreen, search: Callable[[str], None], text: str
) -> None:
    search(text)
    assert _titles(screen) == []


def test_the_state_at_the_left_follows_an_act(
    screen: CounterScreen, walked_in: Desk, tasks: Tasks, search: Callable[[str], None]
) -> None:
    search("ana beatriz")
    assert [item.state for item in screen.results.items()] == ["Sem CAA"]
    card = screen.card
    assert isinstance(card, DriverCard)
    assert card.subject_id is not None
    office.ready(walked_in, card.subject_id)
    authorizations.issue(walked_in, SubjectKind.DRIVER, card.subject_id)
    screen.reload(Changes.AUTHORIZATIONS)
    assert tasks.wait_idle()
    assert [item.state for item in screen.results.items()] == ["Regular"]
    assert screen.card is card


def test_the_new_driver_form_opens(tasks: Tasks, screen: CounterScreen) -> None:
    screen.new_driver.click()
    assert tasks.wait_idle()
    assert [dialog.windowTitle() for dialog in windows(FormDialog)] == ["Novo prestador"]


def test_who_may_not_register_is_told_who_may(walked_in: Desk, context: UiContext) -> None:
    office.sign_in_as(walked_in, Role.AUDITOR)
    screen = CounterScreen(context)
    assert not screen.new_driver.isEnabled()
    assert screen.new_driver.toolTip().startswith("Ato de: Atendimento")
