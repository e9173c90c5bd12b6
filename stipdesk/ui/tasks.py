"""The one database worker: acts and reads happen in its thread, one after the other, and are answered in the window's.

The window never waits for the database. A job that a newer one replaced, or whose owner is gone, is not answered.
"""

import gc
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition
from typing import TypeAlias, TypeVar

import shiboken6
from PySide6.QtCore import QEventLoop, QObject, Qt, QThread, QTimer, Signal
from PySide6.QtWidgets import QAbstractButton, QWidget

T = TypeVar("T")

# Takes care of an error (true) or leaves it to the usual treatment; the last argument runs the job again.
Intercept: TypeAlias = Callable[[QWidget | None, Exception, Callable[[], None]], bool]

_log = logging.getLogger(__name__)
_COLLECT_EVERY_MS = 1_000


@dataclass(eq=False)
class _Job:
    """`work` does the job and returns what to call, in the window's thread, with its result inside."""

    work: Callable[[], Callable[[], None]]
    failed: Callable[[Exception], None] | None
    owner: QWidget | None
    busy: QAbstractButton | None
    latest: object
    stale: bool = False
    answer: Callable[[], None] | None = None
    error: Exception | None = None

    def carry_out(self) -> None:
        try:
            self.answer = self.work()
        except Exception as error:
            self.error = error


class _Worker(QThread):
    answered = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("database")
        self._jobs: deque[_Job] = deque()
        self._changed = Condition()
        self._closing = False

    def put(self, job: _Job) -> None:
        with self._changed:
            self._jobs.append(job)
            self._changed.notify()

    def take_back(self, unwanted: Callable[[_Job], bool]) -> list[_Job]:
        """Removes jobs that have not begun."""
        with self._changed:
            taken = [job for job in self._jobs if unwanted(job)]
            self._jobs = deque(job for job in self._jobs if job not in taken)
            return taken

    def close_down(self) -> None:
        with self._changed:
            self._closing = True
            self._changed.notify()

    def run(self) -> None:
        while (job := self._next()) is not None:
            job.carry_out()
            self.answered.emit(job)

    def _next(self) -> _Job | None:
        with self._changed:
            while not self._jobs and not self._closing:
                self._changed.wait()
            return self._jobs.popleft() if self._jobs else None


class Tasks(QObject):
    """Runs jobs in the worker. `idle` is told in the window's thread whenever nothing is queued, running or unanswered.

    While it lives, Python's garbage collector runs in the window's thread only: Qt objects must not be destroyed by the
    worker because it happened to allocate the object that set off a collection.
    """

    idle = Signal()

    def __init__(self, show_error: Callable[[QWidget | None, Exception], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.intercept: Intercept | None = None
        self._show_error = show_error
        self._pending: list[_Job] = []
        self._stopped = False
        self._worker = _Worker()
        self._worker.answered.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._collector = QTimer(self)
        self._collector.timeout.connect(_collect_garbage)
        self._collector.start(_COLLECT_EVERY_MS)
        gc.disable()
        self._worker.start()

    def run(
        self,
        function: Callable[[], T],
        done: Callable[[T], None] | None = None,
        *,
        failed: Callable[[Exception], None] | None = None,
        owner: QWidget | None = None,
        busy: QAbstractButton | None = None,
        latest: object = None,
    ) -> None:
        """Runs `function` in the worker; then `done` with its result, or `failed` with what it raised, in this thread.

        Neither is called once `owner` was destroyed. `busy` is the button of an act: it stays disabled until the
        answer, and an act that was queued is still carried out when the window closes, while reads are dropped. With
        `latest`, a newer job of the same value takes the place of this one: search while typing asks for the last word.
        """
        if self._stopped:
            return
        if latest is not None:
            self._replace(latest)

        def work() -> Callable[[], None]:
            result = function()
            return lambda: done(result) if done is not None else None

        self._put(_Job(work, failed, owner, busy, latest))

    @property
    def is_idle(self) -> bool:
        return not self._pending

    def is_busy(self, button: QAbstractButton) -> bool:
        """Whether an act of this button has not been answered yet."""
        return any(job.busy is button for job in self._pending)

    def wait_idle(self, limit_ms: int = 30_000) -> bool:
        """Lets the window live until everything was answered; false when `limit_ms` passed first."""
        if self.is_idle:
            return True
        loop = QEventLoop()
        limit = QTimer(loop)
        limit.setSingleShot(True)
        limit.timeout.connect(loop.quit)
        limit.start(limit_ms)
        self.idle.connect(loop.quit)
        while not self.is_idle and limit.isActive():  # the last answer may have asked for more before the loop ended
            loop.exec()
        self.idle.disconnect(loop.quit)
        return self.is_idle

    def drop_reads(self) -> None:
        """Forgets the reads that have not begun, because the window is closing."""
        self._forget(self._worker.take_back(lambda job: job.busy is None))

    def stop(self) -> None:
        """Finishes what runs and the acts that are queued, drops the reads, and ends the thread."""
        if self._stopped:
            return
        self._stopped = True
        self.drop_reads()
        self._worker.close_down()
        self._worker.wait()
        self._collector.stop()
        self._pending.clear()
        gc.enable()

    def _put(self, job: _Job) -> None:
        if job.busy is not None:
            job.busy.setEnabled(False)
        self._pending.append(job)
        self._worker.put(job)

    def _replace(self, latest: object) -> None:
        # Quietly: the job that takes their place follows at once, so nobody is idle meanwhile.
        self._drop(self._worker.take_back(lambda job: job.latest == latest))
        for job in self._pending:
            if job.latest == latest:
                job.stale = True

    def _forget(self, jobs: list[_Job]) -> None:
        self._drop(jobs)
        if jobs and self.is_idle:
            self.idle.emit()

    def _drop(self, jobs: list[_Job]) -> None:
        self._pending = [job for job in self._pending if job not in jobs]
        for job in jobs:
            _release(job)

    def _deliver(self, job: _Job) -> None:
        if self._stopped:
            return
        self._pending.remove(job)
        _release(job)
        try:
            if not job.stale and (job.owner is None or shiboken6.isValid(job.owner)):
                self._answer(job)
        finally:
            if self.is_idle:
                self.idle.emit()

    def _answer(self, job: _Job) -> None:
        if job.answer is not None:
            job.answer()
        elif job.error is not None and not self._intercepted(job, job.error):
            if job.failed is not None:
                job.failed(job.error)
            else:
                self._show_error(job.owner, job.error)

    def _intercepted(self, job: _Job, error: Exception) -> bool:
        def again() -> None:
            if job.busy is None or shiboken6.isValid(job.busy):
                self._put(_Job(job.work, job.failed, job.owner, job.busy, job.latest))

        return self.intercept is not None and self.intercept(job.owner, error, again)


def _collect_garbage() -> None:
    """What Python does by itself, with its own thresholds: a whole collection is a pause that would be felt."""
    for generation, (count, threshold) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True)):
        if count > threshold:
            gc.collect(generation)


def _release(job: _Job) -> None:
    if job.busy is not None and shiboken6.isValid(job.busy):
        job.busy.setEnabled(True)
