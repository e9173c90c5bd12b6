"""The daily check in the window: batch after batch in the worker, with progress, and given up at any moment."""

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from stipdesk.domain.text import format_date
from stipdesk.services.daily_check import DailyCheck, LostCondition, Progress
from stipdesk.ui.context import UiContext
from stipdesk.ui.strings import count
from stipdesk.ui.widgets.basics import label
from stipdesk.ui.widgets.buttons import button


class CheckRunner(QObject):
    """Asks for the next batch only after the last one was answered, so that whoever else waits is served in between.

    `advanced` is told after each batch, `ended` when there is no more; `found` is what came so far.
    """

    advanced = Signal()
    ended = Signal()

    def __init__(self, context: UiContext, owner: QWidget) -> None:
        super().__init__(owner)
        self._context = context
        self._owner = owner
        self._run: DailyCheck | None = None
        self.found: list[LostCondition] = []
        self.done = 0
        self.total = 0
        self.outcome = ""

    @property
    def is_running(self) -> bool:
        return self._run is not None

    def start(self) -> None:
        """Begin anew; what an earlier check found is forgotten."""
        self.found, self.done, self.total, self.outcome = [], 0, 0, ""
        run = self._run = DailyCheck(self._context.desk)
        self._context.tasks.run(run.begin, partial(self._came, run), failed=self._failed, owner=self._owner)
        self.advanced.emit()

    def cancel(self) -> None:
        """Give up: the batch that is being read is not answered any more."""
        if self._run is not None:
            self._run = None
            looked = f"{self.done} de {count(self.total, 'titular', 'titulares')}"
            self.outcome = f"Verificação cancelada: {looked} conferidos. A lista está incompleta."
            self.ended.emit()

    def _came(self, run: DailyCheck, progress: Progress) -> None:
        if run is not self._run:
            return
        self.found += progress.found
        self.done, self.total = progress.done, progress.total
        if progress.is_over:
            self._run = None
            looked = count(self.total, "titular conferido", "titulares conferidos")
            self.outcome = f"Verificação de {format_date(run.on)}: {looked}."
            self.ended.emit()
            return
        self._context.tasks.run(run.advance, partial(self._came, run), failed=self._failed, owner=self._owner)
        self.advanced.emit()

    def _failed(self, error: Exception) -> None:
        self.cancel()
        raise error


class CheckBar(QWidget):
    """What the check has to say: begin it, how far it is, give it up."""

    def __init__(self, runner: CheckRunner) -> None:
        super().__init__()
        self._runner = runner
        self.start = button("Verificar agora", runner.start, icon_name="magnifying-glass", shortcut="Ctrl+D")
        self.cancel = button("Cancelar", runner.cancel, icon_name="xmark")
        self.bar = QProgressBar()
        self.bar.setAccessibleName("Andamento da verificação")
        self._words = label("", "soft", wrap=True)
        inside = QHBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(10)
        inside.addWidget(self.start)
        inside.addWidget(self.bar, 1)
        inside.addWidget(self.cancel)
        inside.addWidget(self._words, 1)
        runner.advanced.connect(self._show)
        runner.ended.connect(self._show)
        self._show()

    @property
    def text(self) -> str:
        return self._words.text()

    def _show(self) -> None:
        running = self._runner.is_running
        # The keyboard must not fall out of the window with the button that had it.
        moves = self.start.hasFocus() or self.cancel.hasFocus()
        for widget, wanted in ((self.start, not running), (self.bar, running), (self.cancel, running)):
            widget.setVisible(wanted)
        self._words.setVisible(not running)
        if moves:
            (self.cancel if running else self.start).setFocus()
        self.bar.setMaximum(self._runner.total)
        self.bar.setValue(self._runner.done)
        self.bar.setFormat(f"%v de %m · {len(self._runner.found)} condições perdidas")
        self._words.setText(self._runner.outcome or "Ainda não verificado nesta sessão.")
