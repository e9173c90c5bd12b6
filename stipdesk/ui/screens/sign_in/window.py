"""The first window: it shows at once, while the database opens behind it, and asks who is there.

It imports nothing that the opening itself does not need: the services, the fields and the icons come later.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QPushButton, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from stipdesk.domain.errors import EnvironmentFault
from stipdesk.ui.acronyms import ACRONYMS
from stipdesk.ui.palette import Tone
from stipdesk.ui.theme import set_property
from stipdesk.ui.widgets.basics import Line, acts, clear, column, heading, label, row
from stipdesk.ui.widgets.buttons import ActButton, button, link, primary

_WIDTH_IN_LETTERS = 52


class SignInWindow(QWidget):
    """`asked` carries login and password. What goes on is said by the methods: opening, ready, refused, failed."""

    asked = Signal(str, str)
    retry = Signal()
    other_database = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle("CMTU · Transporte por aplicativo")
        self._is_ready = False
        self.login = QLineEdit()
        self.password = QLineEdit()
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.message = label("", "message", wrap=True)
        self.message.setProperty("tone", "stop")
        self.message.hide()
        self.enter = primary("Entrar", self._ask)
        self.enter.setSizePolicy(self.login.sizePolicy())
        self.enter.setEnabled(False)
        self.state = label("Abrindo o banco de dados…", "small", wrap=True)
        self._other = link("Usar outro banco de dados…", self.other_database.emit)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._form())
        self._fault_card = QFrame()
        self._fault_card.setProperty("role", "card")
        self._fault = QVBoxLayout(self._fault_card)
        self._fault.setContentsMargins(24, 22, 24, 22)
        self._fault.setSpacing(10)
        self._pages.addWidget(self._fault_card)
        mark = label("CMTU", "mark")
        mark.setToolTip(ACRONYMS["CMTU"])
        name = row(mark, label("Transporte por aplicativo · Primavera do Leste", "soft"))
        name.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(28, 22, 28, 22)
        outer.setSpacing(16)
        outer.addLayout(name)
        outer.addWidget(self._pages, 1)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * _WIDTH_IN_LETTERS)
        self.login.setFocus()

    def opening(self) -> None:
        """The database is being opened; name and password may already be typed."""
        self._is_ready = False
        self.enter.setEnabled(False)
        self.state.setText("Abrindo o banco de dados…")
        self._pages.setCurrentIndex(0)

    def ready(self, database: str) -> None:
        """The database is open and waits for somebody."""
        self._is_ready = True
        self.enter.setEnabled(True)
        self.state.setText(f"Banco de dados: {database}")
        self._pages.setCurrentIndex(0)

    def refused(self, reason: str) -> None:
        """The name and password were not accepted: why, and the password again."""
        self.message.setText(reason)
        self.message.show()
        set_property(self.password, "state", "stop")
        self.password.setFocus()
        self.password.selectAll()

    def failed(self, fault: EnvironmentFault) -> None:
        """The database cannot be used: what happened, what was kept, and what can be done now."""
        clear(self._fault)
        self._fault.addWidget(heading(fault.happened))
        self._fault.addWidget(Line(Tone.GOOD, fault.kept))
        self._fault.addWidget(Line(Tone.INFORMATION, fault.remedy))
        self._fault.addStretch(1)
        again = primary("Tentar de novo", self.retry.emit)
        self._fault.addLayout(acts(again, button("Sair", self.close)))
        self._fault.addWidget(link("Usar outro banco de dados…", self.other_database.emit))
        self._pages.setCurrentIndex(1)
        again.setFocus()

    def forget_password(self) -> None:
        self.password.clear()
        self.message.hide()
        set_property(self.password, "state", "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focused = self.focusWidget()
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or self._pages.currentIndex() != 0:
            super().keyPressEvent(event)
        elif focused is self.login and not self.password.text():
            self.password.setFocus()
        elif isinstance(focused, QPushButton):
            focused.click()
        else:
            self._ask()

    def _form(self) -> QWidget:
        reveal = QToolButton()
        reveal.setText("Mostrar")
        reveal.setAccessibleName("Mostrar a senha")
        reveal.setCheckable(True)
        modes = QLineEdit.EchoMode
        reveal.toggled.connect(lambda on: self.password.setEchoMode(modes.Normal if on else modes.Password))
        reveal.toggled.connect(lambda on: reveal.setText("Ocultar" if on else "Mostrar"))
        card = QFrame()
        card.setProperty("role", "card")
        secret = row(self.password, reveal)
        body = column(
            heading("Entrar"),
            column(_caption("Usuário", self.login), self.login, spacing=3),
            column(_caption("Senha", self.password), secret, spacing=3),
            self.message,
            self.enter,
            spacing=14,
        )
        body.setContentsMargins(24, 22, 24, 22)
        body.addLayout(column(self.state, self._other, spacing=2))
        body.addStretch(1)
        card.setLayout(body)
        return card

    def _ask(self) -> None:
        if not self._is_ready or not self.enter.isEnabled():
            return
        if not self.login.text().strip() or not self.password.text():
            self.refused("Digite seu usuário e sua senha.")
            (self.password if self.login.text().strip() else self.login).setFocus()
            return
        self.message.hide()
        set_property(self.password, "state", "")
        self.asked.emit(self.login.text(), self.password.text())

    @property
    def busy_button(self) -> ActButton:
        return self.enter


def _caption(text: str, editor: QLineEdit) -> QLabel:
    made = label(text, "label")
    made.setBuddy(editor)
    editor.setAccessibleName(text)
    return made
