"""What every screen and dialog is given; nothing is reached through a global."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stipdesk.settings import Settings
from stipdesk.ui.bus import Bus
from stipdesk.ui.tasks import Tasks

if TYPE_CHECKING:  # the sign-in window shows before the services are imported
    from stipdesk.services.access import Desk


@dataclass
class UiContext:
    """`desk` is used inside the jobs given to `tasks`; `settings` are those in force."""

    desk: Desk
    tasks: Tasks
    bus: Bus
    settings: Settings
    store_settings: Callable[[Settings], None]

    def save_settings(self, change: Callable[[Settings], Settings]) -> None:
        """Puts the changed settings in force and stores them; raises `EnvironmentFault` when they cannot be stored."""
        self.settings = change(self.settings)
        self.store_settings(self.settings)
