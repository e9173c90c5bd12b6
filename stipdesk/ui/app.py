"""The life of the window: opening the database, the first start, signing in, the main window, and a clean end."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from stipdesk.domain.errors import EnvironmentFault
from stipdesk.log import log_uncaught
from stipdesk.settings import Settings
from stipdesk.ui.appearance import Appearance
from stipdesk.ui.bus import Bus
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.sign_in.window import SignInWindow
from stipdesk.ui.tasks import Tasks

if TYPE_CHECKING:  # imported while the sign-in window is already on the screen
    from stipdesk.services.access import Actor, Desk
    from stipdesk.ui.main_window import MainWindow

MakeDesk = Callable[[Settings], "Desk"]


def run(
    argv: Sequence[str],
    settings: Settings,
    save_settings: Callable[[Settings], None],
    make_desk: MakeDesk,
) -> int:
    """Runs the window until it is closed; returns the exit code.

    `make_desk` is called in the database worker, while the sign-in window is already shown, with the settings in force:
    it imports what it needs, opens and prepares the database and returns the desk, or raises `EnvironmentFault`, which
    is shown with a way out (again, or another database, whose address then goes through `save_settings`).
    """
    application = make_application(argv)
    session = Session(settings, save_settings, make_desk)
    log_uncaught(lambda error: _show_error(None, error) if isinstance(error, Exception) else None)
    session.start()
    try:
        return application.exec()
    finally:
        session.stop()


def show_fault(argv: Sequence[str], fault: EnvironmentFault, settings: Settings) -> int:
    """For a fault that comes before there are settings to run with: says it, and returns 1."""
    application = make_application(argv)
    Appearance(settings, lambda _settings: None)
    window = SignInWindow()
    window.failed(fault)
    window.retry.connect(window.close)
    window.show()
    application.exec()
    return 1


def make_application(argv: Sequence[str]) -> QApplication:
    """The one QApplication of the process, with its name."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    application = QApplication(list(argv))
    application.setApplicationName("stipdesk")
    application.setDesktopFileName("stipdesk")
    return application


def _show_error(owner: QWidget | None, error: Exception) -> None:
    from stipdesk.ui import errors

    errors.show(owner, error)


class Session(QObject):
    """One run of the program, from the opening of the database to the end. Tests drive it without `run`."""

    def __init__(self, settings: Settings, save_settings: Callable[[Settings], None], make_desk: MakeDesk) -> None:
        super().__init__()
        self.appearance = Appearance(settings, save_settings)
        self.tasks = Tasks(_show_error, self)
        self.bus = Bus(self)
        self.sign_in = SignInWindow()
        self.main: MainWindow | None = None
        self.setup: QWidget | None = None
        self.context: UiContext | None = None
        self._save_settings = save_settings
        self._make_desk = make_desk
        self._station = ""
        self.appearance.failed.connect(lambda fault: _show_error(self.main, fault))
        self.appearance.changed.connect(self._appearance_changed)
        self.sign_in.asked.connect(self._sign_in)
        self.sign_in.retry.connect(self.open_database)
        self.sign_in.other_database.connect(self._choose_database)

    def start(self) -> None:
        """Shows the sign-in window and opens the database behind it."""
        self.sign_in.show()
        self.open_database()

    def stop(self) -> None:
        """Ends the worker; what it is writing is finished first."""
        self.tasks.stop()
        gc.unfreeze()
        if self.context is not None:
            self.context.desk.database.close()

    def open_database(self) -> None:
        """Opens the database of the settings; without an office in it, the first-start assistant comes up."""
        settings = self.appearance.settings
        self.sign_in.opening()

        def job() -> tuple[Desk, bool]:
            desk = self._make_desk(settings)
            # What the next windows need is imported here too, while the person types: it takes a third of a second.
            import_module("stipdesk.ui.main_window")
            from stipdesk.services import office

            return desk, office.exists(desk)

        self.tasks.run(job, self._opened, failed=self._not_opened, owner=self.sign_in)

    def _opened(self, answer: tuple[Desk, bool]) -> None:
        desk, has_office = answer
        desk.committed = self.bus.committed
        self.context = UiContext(desk, self.tasks, self.bus, self.appearance.settings, self._store_settings)
        from stipdesk.ui.screens.sign_in.passphrase import intercept

        self.tasks.intercept = partial(intercept, self.context)
        if has_office:
            self.sign_in.ready(desk.database.description)
        else:
            self._first_start(self.context)

    def _not_opened(self, error: Exception) -> None:
        if isinstance(error, EnvironmentFault):
            self.sign_in.failed(error)
        else:
            _show_error(self.sign_in, error)

    def _first_start(self, context: UiContext) -> None:
        from stipdesk.ui.screens.setup.assistant import SetupAssistant

        assistant = SetupAssistant(context)
        assistant.finished_setup.connect(self._enter)
        self.setup = assistant
        assistant.show()
        self.sign_in.hide()

    def _sign_in(self, login: str, password: str) -> None:
        context = self._ready_context()
        from stipdesk.services import users

        self.tasks.run(
            partial(users.sign_in, context.desk, login, password),
            partial(self._signed_in, password),
            failed=self._not_signed_in,
            owner=self.sign_in,
            busy=self.sign_in.busy_button,
        )

    def _not_signed_in(self, error: Exception) -> None:
        from stipdesk.domain.errors import Refused

        if isinstance(error, Refused):
            self.sign_in.refused(str(error))
        else:
            _show_error(self.sign_in, error)

    def _signed_in(self, password: str, actor: Actor) -> None:
        if not actor.must_change_password:
            self._enter()
            return
        from stipdesk.ui.screens.sign_in.password import change_password

        dialog = change_password(self._ready_context(), self.sign_in, demanded=True, current=password)
        dialog.saved.connect(self._enter)

    def _enter(self) -> None:
        context = self._ready_context()
        self.tasks.run(partial(_station_name, context.desk), self._show_main, owner=self.sign_in)

    def _show_main(self, station: str) -> None:
        from stipdesk.ui.main_window import MainWindow
        from stipdesk.ui.screens.registry import TABS

        self.main = MainWindow(self._ready_context(), self.appearance, TABS, station)
        self.main.signed_out.connect(self._signed_out)
        self.main.showMaximized()
        gc.collect()
        gc.freeze()  # the modules are here to stay: later collections need not walk them again
        self.sign_in.forget_password()
        self.sign_in.hide()
        if self.setup is not None:
            self.setup.close()
            self.setup.deleteLater()
            self.setup = None

    def _signed_out(self) -> None:
        context = self._ready_context()
        context.desk.actor = None
        context.desk.signing_key = None
        self.sign_in.forget_password()
        self.sign_in.ready(context.desk.database.description)
        self.sign_in.show()
        self.sign_in.password.setFocus()
        if self.main is not None:
            self.main.hide()
            self.main.deleteLater()
            self.main = None
            gc.unfreeze()

    def _choose_database(self) -> None:
        from dataclasses import replace

        from stipdesk.ui.screens.sign_in.database import DatabaseDialog

        def use(url: str) -> None:
            changed = replace(self.appearance.settings, database_url=url)
            try:
                self._save_settings(changed)
            except EnvironmentFault as fault:
                _show_error(self.sign_in, fault)
                return
            self.appearance.settings = changed
            if self.context is not None:
                self.context.desk.database.close()
                self.context = None
            self.open_database()

        dialog = DatabaseDialog(self.sign_in, self.appearance.settings.database_url)
        dialog.chosen.connect(use)
        dialog.open()

    def _store_settings(self, settings: Settings) -> None:
        """What a screen changed is in force for the appearance too, whose next change stores all of them again."""
        self.appearance.settings = settings
        self._save_settings(settings)

    def _appearance_changed(self, settings: Settings) -> None:
        if self.context is not None:
            self.context.settings = settings

    def _ready_context(self) -> UiContext:
        if self.context is None:
            raise RuntimeError("nobody can sign in before the database is open")
        return self.context


def _station_name(desk: Desk) -> str:
    """How the status bar calls this desk; read in the worker."""
    from stipdesk.services import office

    profile, _version = office.profile(desk)
    return f"Estação {profile.station:02d} · {profile.station_name}"
