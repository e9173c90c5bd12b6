"""The tab Administração: who works here, the values and days the law leaves to the office, its data and its keys."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListWidget, QScrollArea, QSizePolicy, QStackedWidget, QWidget

from stipdesk.domain.changes import Changes
from stipdesk.domain.permissions import Act
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.administration.calendar import CalendarPage
from stipdesk.ui.screens.administration.keys import KeysPage
from stipdesk.ui.screens.administration.office import OfficePage
from stipdesk.ui.screens.administration.page import Page, refusal
from stipdesk.ui.screens.administration.parameters import ParametersPage
from stipdesk.ui.screens.administration.requirements import RequirementsPage
from stipdesk.ui.screens.administration.users import UsersPage
from stipdesk.ui.screens.base import Screen

_PAGES: tuple[tuple[str, Callable[[UiContext], Page], frozenset[Act]], ...] = (
    ("Usuários", UsersPage, frozenset({Act.CREATE_USER, Act.EDIT_USER})),
    ("Taxas, UPF e parâmetros", ParametersPage, frozenset({Act.SET_PARAMETER})),
    ("Requisitos", RequirementsPage, frozenset({Act.SET_PARAMETER})),
    ("Calendário", CalendarPage, frozenset({Act.EDIT_CALENDAR})),
    ("Dados do órgão", OfficePage, frozenset({Act.EDIT_OFFICE})),
    ("Chaves de assinatura", KeysPage, frozenset({Act.EDIT_OFFICE})),
)


class AdministrationScreen(Screen):
    """A page is made when it is first opened; one that is not for this person says whose it is."""

    shows = Changes.OFFICE | Changes.USERS

    def __init__(self, context: UiContext) -> None:
        super().__init__(context)
        self.navigation = QListWidget()
        self.navigation.setProperty("role", "navigation")
        self.navigation.setAccessibleName("Partes da administração")
        self.navigation.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.navigation.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.navigation.setSizeAdjustPolicy(QListWidget.SizeAdjustPolicy.AdjustToContents)
        self.navigation.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.navigation.setSpacing(1)
        self.navigation.ensurePolished()  # the lines are measured as they are added
        self.stack = QStackedWidget()
        self.pages: dict[int, QWidget] = {}
        for name, _factory, _acts in _PAGES:
            self.navigation.addItem(name)
            holder = QScrollArea()
            holder.setWidgetResizable(True)
            holder.setFrameShape(QFrame.Shape.NoFrame)
            holder.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.stack.addWidget(holder)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(20)
        outer.addWidget(self.navigation)
        outer.addWidget(self.stack, 1)
        self.navigation.currentRowChanged.connect(self.open_page)
        self.navigation.setCurrentRow(self._first_permitted())

    def page(self, index: int) -> QWidget:
        """A page, made now if it was never opened."""
        if index not in self.pages:
            name, factory, acts = _PAGES[index]
            permitted = any(self.context.desk.may(act) for act in acts)
            made: QWidget = factory(self.context) if permitted else refusal(name, acts)
            self.pages[index] = made
            holder = self.stack.widget(index)
            assert isinstance(holder, QScrollArea)
            holder.setWidget(made)
        return self.pages[index]

    def open_page(self, index: int) -> None:
        """Shows a page with what is true now."""
        opened = self.page(index)
        self.stack.setCurrentIndex(index)
        if isinstance(opened, Page):
            opened.reload()

    def reload(self, _changes: Changes) -> None:
        opened = self.pages.get(self.stack.currentIndex())
        if isinstance(opened, Page):
            opened.reload()

    def first_focus(self) -> None:
        self.navigation.setFocus()

    def _first_permitted(self) -> int:
        may = self.context.desk.may
        return next((index for index, (_, _, acts) in enumerate(_PAGES) if any(may(act) for act in acts)), 0)
