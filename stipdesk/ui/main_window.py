"""The main window: who is here and where, one search box over everything, the tabs, and what the desk runs on."""

from collections.abc import Callable, Sequence
from functools import partial
from uuid import UUID

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from stipdesk.domain.changes import Changes
from stipdesk.domain.clock import local_time
from stipdesk.domain.registers import SubjectKind
from stipdesk.settings import Theme
from stipdesk.ui.acronyms import ACRONYMS, explain
from stipdesk.ui.appearance import Appearance
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.base import Screen, SearchableScreen
from stipdesk.ui.screens.registry import Tab
from stipdesk.ui.screens.sign_in.lock import IdleWatch, Lock
from stipdesk.ui.screens.sign_in.password import change_password
from stipdesk.ui.strings import label_of, roles_text
from stipdesk.ui.widgets.basics import ElidedLabel, label, row
from stipdesk.ui.widgets.search_box import SearchBox

_WEEKDAYS = ("segunda", "terça", "quarta", "quinta", "sexta", "sábado", "domingo")
_CLOCK_EVERY_MS = 5_000


class MainWindow(QMainWindow):
    """Screens are made when their tab is first opened. `signed_out` asks for the next person."""

    signed_out = Signal()

    def __init__(self, context: UiContext, appearance: Appearance, tabs: Sequence[Tab], station: str) -> None:
        super().__init__()
        self._context = context
        self._appearance = appearance
        self._tabs = tabs
        self._screens: dict[int, Screen] = {}
        self._holders: list[QVBoxLayout] = []
        self._stale: dict[int, Changes] = {}
        self._leaving = False
        self.setWindowTitle("CMTU · Transporte por aplicativo")
        self.resize(1366, 768)
        self.search = SearchBox()
        self.bar = QTabBar()
        self.stack = QStackedWidget()
        self._station = label(station)
        self._clock = label()
        self.user_button = QToolButton()
        self._build()
        self.lock = Lock(context, self, self.sign_out)
        IdleWatch(self).idle.connect(self.lock.lock)
        context.bus.changed.connect(self._changed)
        context.bus.subject_wanted.connect(self.open_subject)
        timer = QTimer(self)
        timer.timeout.connect(self._tell_time)
        timer.start(_CLOCK_EVERY_MS)
        self._tell_time()
        self._shortcuts()
        self._open_tab(0)

    def screen_of(self, index: int) -> Screen:
        """The screen of a tab, made now if it was never opened."""
        if index not in self._screens:
            made = self._tabs[index].factory(self._context)
            self._screens[index] = made
            self._holders[index].addWidget(made)
            made.reload(Changes.NOTHING)
        return self._screens[index]

    def go_to(self, index: int) -> None:
        """Opens a tab and puts the keyboard in it."""
        if 0 <= index < len(self._tabs):
            self.bar.setCurrentIndex(index)
            self.screen_of(index).first_focus()

    def open_subject(self, kind: SubjectKind, subject_id: UUID) -> None:
        """Shows a record in the tab of its kind."""
        for index, tab in enumerate(self._tabs):
            if kind in tab.subjects:
                self.bar.setCurrentIndex(index)
                self.screen_of(index).open_subject(kind, subject_id)
                return

    def sign_out(self) -> None:
        self._leave(self.signed_out.emit)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Waits for the act that is being written; what is only being read is given up."""
        self._context.tasks.drop_reads()
        if self._leaving or self._context.tasks.is_idle:
            super().closeEvent(event)
            return
        event.ignore()
        self._leave(self.close)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.search.setFocus()

    def _leave(self, then: Callable[[], object]) -> None:
        if self._leaving:
            return
        self._leaving = True
        self.setEnabled(False)
        self.statusBar().showMessage("Concluindo o que está sendo gravado…")
        if self._context.tasks.is_idle:
            then()
        else:
            self._context.tasks.idle.connect(then, Qt.ConnectionType.SingleShotConnection)

    def _build(self) -> None:
        header = QFrame()
        header.setProperty("role", "header")
        mark = label("CMTU", "mark")
        mark.setToolTip(ACRONYMS["CMTU"])
        self.search.searched.connect(self._searched)
        self.search.stepped.connect(self._search_stepped)
        self.search.accepted.connect(self._search_accepted)
        name = ElidedLabel("Transporte por aplicativo · Primavera do Leste", "soft")
        self._user()
        top = row(mark, name, self.search, self.user_button, spacing=10)
        top.setContentsMargins(20, 10, 14, 10)
        top.setStretch(1, 5)
        top.setStretch(2, 11)
        header.setLayout(top)
        self.bar.setDrawBase(False)
        self.bar.setExpanding(False)
        self.bar.setElideMode(Qt.TextElideMode.ElideNone)
        self.bar.setUsesScrollButtons(True)
        self.bar.setAccessibleName("Abas")
        for index, tab in enumerate(self._tabs):
            self.bar.addTab(tab.title)
            meaning = explain(tab.title)
            self.bar.setTabToolTip(index, f"Ctrl+{index + 1}" + (f"\n{meaning}" if meaning else ""))
            holder = QWidget()
            inside = QVBoxLayout(holder)
            inside.setContentsMargins(20, 12, 20, 14)
            self._holders.append(inside)
            self.stack.addWidget(holder)
        self.bar.currentChanged.connect(self._open_tab)
        body = QWidget()
        body.setProperty("role", "ground")
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(self.bar)
        column.addWidget(self.stack, 1)
        self.setCentralWidget(body)
        status = self.statusBar()
        status.setSizeGripEnabled(False)
        database = label(self._context.desk.database.description)
        database.setToolTip("Onde os dados deste balcão são gravados")
        status.addWidget(self._station)
        status.addWidget(database)
        status.addPermanentWidget(self._clock)

    def _user(self) -> None:
        actor = self._context.desk.actor
        name, roles = (actor.full_name, roles_text(actor.roles)) if actor is not None else ("", "")
        self.user_button.setText(f"{name} ▾")
        self.user_button.setToolTip(roles)
        self.user_button.setAccessibleName(f"Usuário {name}: senha, tela e saída")
        self.user_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.user_button)
        if roles:
            menu.addAction(roles).setEnabled(False)
            menu.addSeparator()
        menu.addAction("Trocar a senha…", lambda: change_password(self._context, self))
        menu.addAction("Trancar a tela", QKeySequence("Ctrl+L"), lambda: self.lock.lock())
        menu.addSeparator()
        group = QActionGroup(menu)
        for each in Theme:
            action = QAction(f"Aparência: {label_of(each).lower()}", group)
            action.setCheckable(True)
            action.setChecked(self._context.settings.theme is each)
            action.triggered.connect(partial(self._appearance.set_theme, each))
            menu.addAction(action)
        menu.addSeparator()
        menu.addAction("Letras maiores", QKeySequence("Ctrl+="), self._appearance.larger)
        menu.addAction("Letras menores", QKeySequence("Ctrl+-"), self._appearance.smaller)
        menu.addAction("Letras no tamanho normal", QKeySequence("Ctrl+0"), self._appearance.usual_size)
        menu.addSeparator()
        menu.addAction("Sair", self.sign_out)
        for action in menu.actions():
            action.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
            self.addAction(action)
        self.user_button.setMenu(menu)

    def _shortcuts(self) -> None:
        QShortcut(QKeySequence("F3"), self, self.search.take_focus)
        QShortcut(QKeySequence("Ctrl++"), self, self._appearance.larger)
        for index in range(min(len(self._tabs), 9)):
            QShortcut(QKeySequence(f"Ctrl+{index + 1}"), self, partial(self.go_to, index))

    def _open_tab(self, index: int) -> None:
        if index < 0 or not self._tabs:
            return
        made_before = index in self._screens
        screen = self.screen_of(index)
        self.stack.setCurrentIndex(index)
        changes = self._stale.pop(index, Changes.NOTHING)
        if made_before and changes:
            screen.reload(changes)

    def _changed(self, changes: Changes) -> None:
        for index, screen in self._screens.items():
            seen = changes & screen.shows
            if not seen:
                continue
            if index == self.bar.currentIndex():
                screen.reload(seen)
            else:
                self._stale[index] = self._stale.get(index, Changes.NOTHING) | seen

    def _searched(self, text: str) -> None:
        screen = self.screen_of(0)
        if isinstance(screen, SearchableScreen):
            self.bar.setCurrentIndex(0)
            screen.search(text)

    def _search_stepped(self, lines: int) -> None:
        screen = self.screen_of(0)
        if isinstance(screen, SearchableScreen):
            screen.step(lines)

    def _search_accepted(self) -> None:
        screen = self.screen_of(0)
        if isinstance(screen, SearchableScreen):
            self.bar.setCurrentIndex(0)
            screen.accept()

    def _tell_time(self) -> None:
        now = local_time(self._context.desk.clock.now())
        self._clock.setText(f"{_WEEKDAYS[now.weekday()]}, {now:%d/%m/%Y %H:%M}")
        self._clock.setToolTip("Hora oficial do órgão (Mato Grosso), pelo relógio deste computador")
