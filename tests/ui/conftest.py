"""A desk that is set up, with its helpers for the window: real services, real widgets, a SQLite file of its own."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from stipdesk.bootstrap import open_desk
from stipdesk.domain.clock import FixedClock
from stipdesk.services import office as office_service
from stipdesk.services import users
from stipdesk.services.access import Desk
from stipdesk.settings import Settings
from stipdesk.ui import errors
from stipdesk.ui.appearance import Appearance
from stipdesk.ui.bus import Bus
from stipdesk.ui.context import UiContext
from stipdesk.ui.tasks import Tasks
from tests import office
from tests.conftest import TODAY

W = TypeVar("W", bound=QWidget)


@pytest.fixture(autouse=True)
def _application(request: pytest.FixtureRequest) -> Iterator[None]:
    """The QApplication, and no window left for the next test."""
    request.getfixturevalue("qapp")
    yield
    close_windows()


@pytest.fixture(scope="session")
def office_folder(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database that is set up and its signing key; copied, it spares every test the first start."""
    folder = tmp_path_factory.mktemp("office")
    shutil.copy(sqlite_template, folder / "stipdesk.db")
    desk = open_desk(f"sqlite:///{folder / 'stipdesk.db'}", folder / "keys", FixedClock(TODAY))
    office.set_up(desk)
    with desk.database.engine.connect() as connection:
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
    desk.database.close()
    return folder


@pytest.fixture
def settings(office_folder: Path, tmp_path: Path) -> Settings:
    """Settings of a computer whose office exists."""
    shutil.copy(office_folder / "stipdesk.db", tmp_path / "stipdesk.db")
    shutil.copytree(office_folder / "keys", tmp_path / "keys")
    return Settings(database_url=f"sqlite:///{tmp_path / 'stipdesk.db'}", keys_folder=tmp_path / "keys")


@pytest.fixture
def make_desk(clock: FixedClock) -> Callable[[Settings], Desk]:
    """What the bootstrap gives to `ui.app`, with the tests' clock."""
    return lambda settings: open_desk(settings.database_url, settings.keys_folder, clock)


@pytest.fixture
def window_desk(settings: Settings, make_desk: Callable[[Settings], Desk]) -> Iterator[Desk]:
    """An office whose administrator, who holds every role, is signed in with the key open."""
    made = make_desk(settings)
    users.sign_in(made, "helena", office.PASSWORD)
    office_service.unlock_key(made, office.PASSPHRASE)
    yield made
    made.database.close()


@pytest.fixture
def tasks() -> Iterator[Tasks]:
    made = Tasks(_show_error)
    yield made
    made.stop()


@pytest.fixture
def stored() -> list[Settings]:
    """The settings that were saved, in order."""
    return []


@pytest.fixture
def context(window_desk: Desk, tasks: Tasks, settings: Settings, stored: list[Settings]) -> Iterator[UiContext]:
    bus = Bus()
    window_desk.committed = bus.committed
    yield UiContext(window_desk, tasks, bus, settings, stored.append)
    close_windows()


@pytest.fixture
def appearance(settings: Settings, stored: list[Settings]) -> Appearance:
    return Appearance(settings, stored.append)


def _show_error(owner: QWidget | None, error: Exception) -> None:
    errors.show(owner, error)


def windows(kind: type[W]) -> list[W]:
    """The open windows of a kind, in no order."""
    return [window for window in QApplication.topLevelWidgets() if isinstance(window, kind) and window.isVisible()]


def activate(window: QWidget) -> None:
    """Gives the keyboard to a window, as a click on it would."""
    assert QTest.qWaitForWindowExposed(window)
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)


def close_windows() -> None:
    """Destroys every window, so that the next test starts without them."""
    for window in QApplication.topLevelWidgets():
        window.hide()
        window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
