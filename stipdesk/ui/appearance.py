"""Text size and theme, changed while the program runs and kept for the next time."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from stipdesk.domain.errors import EnvironmentFault
from stipdesk.settings import Settings, Theme
from stipdesk.ui import theme


class Appearance(QObject):
    """`changed` carries the settings now in force, already applied. Storing them may fail: `failed` says how."""

    changed = Signal(object)
    failed = Signal(object)

    def __init__(self, settings: Settings, store: Callable[[Settings], None]) -> None:
        super().__init__()
        self.settings = settings
        self._store = store
        theme.apply(_application(), settings)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)

    def larger(self) -> None:
        self._put(replace(self.settings, text_scale=theme.larger(self.settings.text_scale)))

    def smaller(self) -> None:
        self._put(replace(self.settings, text_scale=theme.smaller(self.settings.text_scale)))

    def usual_size(self) -> None:
        self._put(replace(self.settings, text_scale=100))

    def set_theme(self, chosen: Theme) -> None:
        self._put(replace(self.settings, theme=chosen))

    def _put(self, settings: Settings) -> None:
        if settings == self.settings:
            return
        self.settings = settings
        theme.apply(_application(), settings)
        self.changed.emit(settings)
        try:
            self._store(settings)
        except EnvironmentFault as fault:
            self.failed.emit(fault)

    def _system_changed(self) -> None:
        if self.settings.theme is Theme.SYSTEM:
            theme.apply(_application(), self.settings)


def _application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    return application
