"""What the pages of Administração share: their name, what they are for, their list, and the acts at the lower edge."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTableView, QVBoxLayout, QWidget

from stipdesk.domain.permissions import PERMISSIONS, Act
from stipdesk.ui.context import UiContext
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.parts.acts import ActBar
from stipdesk.ui.strings import roles_text
from stipdesk.ui.tables.column import Fetch, Wanted
from stipdesk.ui.tables.lazy_table import LazyTable
from stipdesk.ui.widgets.basics import Notice, heading, label

Row = TypeVar("Row")


class Page(QWidget):
    """Subclasses put their content in `body` and their acts in `bar`, and implement `reload`.

    Who may do none of its acts sees `refusal` in its place.
    """

    def __init__(self, context: UiContext, name: str, intro: str) -> None:
        super().__init__()
        self.context = context
        self._narrowed: list[tuple[QTableView, frozenset[int], int]] = []
        self.body = QVBoxLayout()
        self.body.setSpacing(10)
        self.bar = ActBar(context.tasks)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(10)
        outer.addWidget(heading(name))
        outer.addWidget(label(intro, "soft", wrap=True))
        outer.addLayout(self.body, 1)
        outer.addWidget(self.bar)

    def hide_when_narrow(self, table: LazyTable[Row], columns: frozenset[int], letters: int) -> None:
        """These columns are shown only while the page is at least so many letters wide."""
        self._narrowed.append((table.view, columns, letters))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        for view, columns, letters in self._narrowed:
            narrow = self.width() < self.fontMetrics().averageCharWidth() * letters
            for index in columns:
                view.setColumnHidden(index, narrow)

    def reload(self) -> None:
        """Asks again for what is shown."""
        raise NotImplementedError

    def first_focus(self) -> None:
        """Puts the keyboard where work starts."""


def refusal(name: str, acts: frozenset[Act]) -> QWidget:
    """In the place of a page: whose acts these are, since they are not of whoever is signed in."""
    roles = frozenset(role for act in acts for role in PERMISSIONS[act])
    made = QWidget()
    outer = QVBoxLayout(made)
    outer.setContentsMargins(0, 0, 0, 0)
    outer.setSpacing(10)
    outer.addWidget(heading(name))
    outer.addWidget(
        Notice(
            Tone.INFORMATION,
            f"Esta parte é de quem tem o perfil {roles_text(roles)}. Peça a alteração a essa pessoa, "
            "ou ao administrador que inclua o perfil no seu usuário.",
        )
    )
    outer.addStretch(1)
    return made


def whole(read: Callable[[], Sequence[Row]]) -> Fetch[Row]:
    """For a short list, which the service gives whole."""

    def fetch(wanted: Wanted) -> tuple[int, Sequence[Row]]:
        rows = read()
        return len(rows), rows[wanted.offset : wanted.offset + wanted.limit]

    return fetch
