"""What the main window knows of a tab."""

from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.changes import Changes
from stipdesk.domain.registers import SubjectKind
from stipdesk.ui.context import UiContext


class Screen(QWidget):
    """A tab's content. It is made when the tab is first opened and lives as long as the session.

    `shows` are the changes after which `reload` is called: at once when the tab is open, else when it is opened next.
    `subjects` are the kinds of record that `open_subject` shows here.
    """

    shows: Changes = Changes.NOTHING
    subjects: frozenset[SubjectKind] = frozenset()

    def __init__(self, context: UiContext) -> None:
        super().__init__()
        self.context = context
        self.setProperty("role", "ground")

    def reload(self, changes: Changes) -> None:
        """Asks again for what is shown, keeping place, choice and what is being typed."""

    def open_subject(self, kind: SubjectKind, subject_id: UUID) -> None:
        """Shows one record, wherever it is in the list."""

    def first_focus(self) -> None:
        """Puts the keyboard where work starts; called when the tab is opened."""


class SearchableScreen(Screen):
    """The tab that answers the search box of the header (F3). The box keeps the keyboard while one types."""

    def search(self, text: str) -> None:
        """Called at each letter, with what is in the box."""
        raise NotImplementedError

    def step(self, lines: int) -> None:
        """Arrow up (-1) or down (1) in the box: moves the choice among the answers."""
        raise NotImplementedError

    def accept(self) -> None:
        """Enter in the box: goes to the card of the chosen answer."""
        raise NotImplementedError
