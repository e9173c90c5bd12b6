"""The lock: ten minutes without a key or a click, or Ctrl+L, and everything is covered until the password comes."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent, QWindow
from PySide6.QtWidgets import QApplication, QDialog, QFrame, QVBoxLayout, QWidget

from stipdesk.domain.errors import Refused
from stipdesk.services import users
from stipdesk.ui import errors
from stipdesk.ui.context import UiContext
from stipdesk.ui.palette import Tone
from stipdesk.ui.prompts import Prompt, confirm
from stipdesk.ui.widgets.basics import heading, soft
from stipdesk.ui.widgets.fields import PasswordField
from stipdesk.ui.widgets.icons import Sign, icon

IDLE_MINUTES = 10
_SIGNS_OF_LIFE = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
    }
)


class IdleWatch(QObject):
    """`idle` is told when nobody touched the program's windows for `minutes`.

    It listens to the windows as the system sees them, not to each widget: a filter in Python on every event of every
    widget would be felt.
    """

    idle = Signal()

    def __init__(self, parent: QObject, minutes: int = IDLE_MINUTES) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(minutes * 60_000)
        self._timer.timeout.connect(self.idle)
        self._timer.start()
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.focusWindowChanged.connect(self._listen_to)
        self._listen_to(QGuiApplication.focusWindow())

    def _listen_to(self, window: QWindow | None) -> None:
        if window is not None:
            window.removeEventFilter(self)
            window.installEventFilter(self)
            self._timer.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _SIGNS_OF_LIFE:
            self._timer.start()
        return super().eventFilter(watched, event)


class Cover(QFrame):
    """Hides everything a window shows, whatever its size becomes."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setProperty("role", "cover")
        self.setAutoFillBackground(True)
        column = QVBoxLayout(self)
        for widget in (Sign(icon("lock", "soft"), scale=3), heading("Sessão trancada")):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignCenter)
        column.insertStretch(0, 1)
        column.addStretch(2)
        window.installEventFilter(self)
        self._fit(window)
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent) and isinstance(watched, QWidget):
            self._fit(watched)
        return super().eventFilter(watched, event)

    def _fit(self, window: QWidget) -> None:
        self.setGeometry(window.rect())
        self.raise_()


class Lock(QObject):
    """Covers every open window and asks the same person's password. Nothing that was being typed is lost."""

    def __init__(self, context: UiContext, main: QWidget, leave: Callable[[], object]) -> None:
        """`leave` ends the session, for the next person."""
        super().__init__(main)
        self._context = context
        self._main = main
        self._leave = leave
        self._covers: list[Cover] = []
        self.prompt: Prompt | None = None

    @property
    def locked(self) -> bool:
        return self.prompt is not None

    def lock(self) -> None:
        if self.locked or not self._main.isVisible() or self._context.desk.actor is None:
            return
        windows = [
            window
            for window in QApplication.topLevelWidgets()
            if window is self._main or (window.isVisible() and isinstance(window, QDialog))
        ]
        self._covers = [Cover(window) for window in windows]
        self._ask(QApplication.activeModalWidget() or self._main)

    def _ask(self, owner: QWidget) -> None:
        actor = self._context.desk.actor
        assert actor is not None
        prompt = _LockPrompt(owner, Tone.INFORMATION, f"Sessão de {actor.full_name}")
        prompt.setWindowModality(Qt.WindowModality.ApplicationModal)
        password = PasswordField("password", "Senha", required=True)
        prompt.content.addWidget(soft("O que estava aberto continua como estava. Digite a senha para voltar."))
        prompt.content.addWidget(password)

        def unlocked(_actor: object) -> None:
            self._uncover()
            prompt.accept()

        def failed(error: Exception) -> None:
            if isinstance(error, Refused):
                password.show_problem(str(error))
            else:
                errors.show(prompt, error)
            password.line.selectAll()
            password.focus()

        def try_it() -> None:
            password.judge()
            if password.line.text():
                job = partial(users.sign_in, self._context.desk, actor.login, password.line.text())
                self._context.tasks.run(job, unlocked, failed=failed, owner=prompt, busy=enter)

        def leave() -> None:
            self._uncover()
            prompt.accept()
            self._leave()

        def ask_leave() -> None:
            confirm(
                prompt,
                "Encerrar a sessão?",
                "O que foi digitado e não salvo será perdido.",
                yes="Encerrar a sessão",
                then=leave,
                danger=True,
            )

        prompt.answer("Encerrar a sessão", ask_leave, closes=False)
        enter = prompt.answer("Destrancar", try_it, kind="primary", closes=False)
        enter.setDefault(True)
        self.prompt = prompt
        password.focus()
        prompt.open()

    def _uncover(self) -> None:
        for cover in self._covers:
            cover.hide()
            cover.deleteLater()
        self._covers = []
        self.prompt = None


class _LockPrompt(Prompt):
    """Esc and the window's own button do not open a lock."""

    def reject(self) -> None:
        return
