"""The acts of a card: the same place, the same keys, and the reason when one is not possible."""

from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolTip, QWidget

from stipdesk.ui.tasks import Tasks
from stipdesk.ui.theme import set_property
from stipdesk.ui.widgets.buttons import ActButton, because, button
from stipdesk.ui.widgets.flow import FlowLayout
from stipdesk.ui.widgets.icons import icon

ISSUE_KEYS = "Ctrl+R"
INSPECT_KEYS = "Ctrl+I"
PRINT_KEYS = "Ctrl+P"
EDIT_KEYS = "Ctrl+E"
NEW_KEYS = "Ctrl+N"
MORE_KEYS = "Ctrl+M"


class ActBar(QWidget):
    """Buttons in the order they are added and a "Mais" menu for the rarer acts.

    `allow` says why an act is not possible now. While its task runs a button stays as `Tasks` put it, and learns the
    reason afterwards: a card that reloads in between must not make a second click possible.
    """

    def __init__(self, tasks: Tasks) -> None:
        super().__init__()
        self._tasks = tasks
        self._reasons: dict[ActButton, str] = {}
        self._icons: dict[ActButton, str] = {}
        self._why: dict[ActButton, QShortcut] = {}
        self._flow = FlowLayout(self, spacing=10)
        self._menu = QMenu(self)
        self.more = button("Mais", self.open_menu, icon_name="ellipsis", shortcut=MORE_KEYS)
        self._flow.addWidget(self.more)
        self.more.hide()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        tasks.idle.connect(self._apply)

    def add(self, text: str, clicked: Callable[[], object], *, icon_name: str, shortcut: str = "") -> ActButton:
        """An act at the end of the bar, before "Mais"."""
        made = button(text, clicked, icon_name=icon_name, shortcut=shortcut)
        self._icons[made] = icon_name
        if shortcut:
            # A key that does nothing looks broken: while the act is out of reach its key says why.
            why = QShortcut(QKeySequence(shortcut), self)
            why.setEnabled(False)
            why.activated.connect(lambda: self._tell(made))
            self._why[made] = why
        self._flow.removeWidget(self.more)
        self._flow.addWidget(made)
        self._flow.addWidget(self.more)
        return made

    def add_more(self, text: str, clicked: Callable[[], object]) -> QAction:
        """An act in the menu, which appears with the first of them."""
        action = self._menu.addAction(text)
        action.setData(text)
        action.triggered.connect(lambda _checked=False: clicked())
        self.more.show()
        return action

    def separate(self) -> None:
        """A line in the menu, before what cannot be undone."""
        self._menu.addSeparator()

    def allow(self, act: ActButton | QAction, why_not: str) -> None:
        """Puts the act within reach, or out of it with the reason."""
        if isinstance(act, QAction):
            act.setEnabled(not why_not)
            act.setText(f"{act.data()}\t{why_not}" if why_not else str(act.data()))
            return
        self._reasons[act] = why_not
        self._apply()

    def prefer(self, primary: ActButton | None) -> None:
        """Makes this act the primary one, what this record needs now; None when that stands elsewhere on the card."""
        for act, name in self._icons.items():
            set_property(act, "kind", "primary" if act is primary else "")
            act.setIcon(icon(name, "on_accent" if act is primary else "accent"))

    def rename(self, act: ActButton, text: str) -> None:
        """Calls an act by another name, with its shortcut as before."""
        act.setText(act.text().replace(act.accessibleName(), text))
        act.setAccessibleName(text)

    def open_menu(self) -> None:
        self._menu.popup(self.more.mapToGlobal(QPoint(0, -self._menu.sizeHint().height() - 4)))

    def take_focus(self) -> None:
        """The keyboard goes to the first act that is possible."""
        buttons = (self._flow.itemAt(index) for index in range(self._flow.count()))
        widgets = (item.widget() for item in buttons if item is not None)
        for widget in widgets:
            if widget is not None and widget.isEnabled():
                widget.setFocus()
                return

    def _apply(self) -> None:
        for act, reason in self._reasons.items():
            if not self._tasks.is_busy(act):
                because(act, reason)
                if act in self._why:
                    self._why[act].setEnabled(bool(reason))

    def _tell(self, act: ActButton) -> None:
        QToolTip.showText(act.mapToGlobal(QPoint(0, -act.height())), self._reasons[act], act)
