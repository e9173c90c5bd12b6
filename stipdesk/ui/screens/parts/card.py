"""The card of one record: its sections scroll, its acts stay at the lower edge. It stands alone or beside a list."""

from functools import partial
from typing import Generic, TypeVar
from uuid import UUID

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from stipdesk.services.access import Desk
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.parts.acts import ActBar
from stipdesk.ui.screens.parts.layout import tab_as_read
from stipdesk.ui.widgets.basics import label

View = TypeVar("View")


class SubjectCard(QWidget, Generic[View]):
    """Subclasses put their sections in `page` and their acts in `acts`, and implement `read` and `show_view`.

    `shown` is told after each answer. The sections are made once and told what to show, so that reloading keeps the
    place, the keyboard and what is open.
    """

    shown = Signal()

    def __init__(self, context: UiContext, *, invitation: str) -> None:
        """`invitation` is said while no record is chosen."""
        super().__init__()
        self.context = context
        self.subject_id: UUID | None = None
        self.view: View | None = None
        self.acts = ActBar(context.tasks)
        inside = QWidget()
        self.page = QVBoxLayout(inside)
        self.page.setContentsMargins(0, 0, 4, 8)
        self.page.setSpacing(14)
        self.page.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(inside)
        full = QWidget()
        column = QVBoxLayout(full)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(self._area, 1)
        column.addWidget(self.acts)
        self._invitation = label(invitation, "soft", wrap=True)
        self._invitation.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._invitation)
        self._stack.addWidget(full)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._stack)

    @staticmethod
    def read(desk: Desk, subject_id: UUID) -> View:
        """Everything the card shows; runs in the worker."""
        raise NotImplementedError

    def show_view(self, view: View) -> None:
        """Puts the answer in the sections and says which acts are possible."""
        raise NotImplementedError

    def take_focus(self) -> None:
        """The keyboard goes to where work on this record begins."""
        self.acts.take_focus()

    def open(self, subject_id: UUID) -> None:
        """Shows another record."""
        if subject_id != self.subject_id:
            self.subject_id = subject_id
            self._area.verticalScrollBar().setValue(0)
        self.reload()

    def reload(self) -> None:
        """Asks again for the record shown."""
        if self.subject_id is not None:
            job = partial(self.read, self.context.desk, self.subject_id)
            self.context.tasks.run(job, partial(self._came, self.subject_id), owner=self, latest=(id(self), "card"))

    def _came(self, subject_id: UUID, view: View) -> None:
        if subject_id != self.subject_id:
            return
        focused = self.focusWidget()
        had_focus = focused is not None and self.isAncestorOf(focused) and focused.hasFocus()
        self.view = view
        self.show_view(view)
        self._stack.setCurrentIndex(1)
        tab_as_read(self._area, self.acts)
        if had_focus and not (focused is not None and focused.isVisibleTo(self)):
            self.take_focus()
        self.shown.emit()
