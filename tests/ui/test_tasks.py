"""The database worker: who is answered, when, and how it ends."""

import gc
import subprocess
import sys
import threading
from functools import partial

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from stipdesk.domain.changes import Changes
from stipdesk.domain.errors import Refused
from stipdesk.ui.bus import Bus
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.tasks import Tasks
from tests.ui.conftest import windows


def test_work_is_done_elsewhere_and_answered_here(tasks: Tasks) -> None:
    threads: list[threading.Thread] = []
    answers: list[threading.Thread] = []

    def work() -> int:
        threads.append(threading.current_thread())
        return 7

    def done(result: int) -> None:
        assert result == 7
        answers.append(threading.current_thread())

    tasks.run(work, done)
    assert tasks.wait_idle()
    assert threads[0] is not threading.main_thread()
    assert answers == [threading.main_thread()]


def test_jobs_are_done_in_order(tasks: Tasks) -> None:
    order: list[int] = []
    for number in range(20):
        tasks.run(partial(abs, number), order.append)
    assert tasks.wait_idle()
    assert order == list(range(20))


def test_an_error_goes_to_whoever_asked_for_it(tasks: Tasks) -> None:
    found: list[Exception] = []
    tasks.run(_refuse, failed=found.append)
    assert tasks.wait_idle()
    assert isinstance(found[0], Refused)
    assert not windows(Prompt)


def test_an_error_nobody_waits_for_is_shown(tasks: Tasks) -> None:
    tasks.run(_refuse)
    assert tasks.wait_idle()
    assert windows(Prompt)[0].windowTitle() == "Não pode."


def test_an_intercepted_error_can_run_the_job_again(tasks: Tasks) -> None:
    tries: list[int] = []
    answers: list[str] = []

    def work() -> str:
        tries.append(1)
        if len(tries) == 1:
            raise Refused("trancada")
        return "emitido"

    def intercept(_owner: QWidget | None, error: Exception, again: object) -> bool:
        assert callable(again)
        again()
        return isinstance(error, Refused)

    tasks.intercept = intercept
    tasks.run(work, answers.append, failed=lambda _error: answers.append("falhou"))
    assert tasks.wait_idle()
    assert answers == ["emitido"]


def test_a_destroyed_owner_is_not_answered(tasks: Tasks) -> None:
    owner = QWidget()
    began, go = threading.Event(), threading.Event()
    answers: list[int] = []

    def work() -> int:
        began.set()
        assert go.wait(10)
        return 1

    tasks.run(work, answers.append, owner=owner)
    assert began.wait(10)
    owner.deleteLater()
    QApplication.sendPostedEvents(owner, QEvent.Type.DeferredDelete)
    go.set()
    assert tasks.wait_idle()
    assert answers == []


def test_only_the_latest_of_its_kind_is_answered(tasks: Tasks) -> None:
    began, go = threading.Event(), threading.Event()
    asked: list[str] = []
    answers: list[str] = []

    def search(text: str) -> str:
        asked.append(text)
        if text == "a":
            began.set()
            assert go.wait(10)
        return text

    tasks.run(lambda: search("a"), answers.append, latest="search")
    assert began.wait(10)
    for text in ("an", "ana"):
        tasks.run(partial(search, text), answers.append, latest="search")
    go.set()
    assert tasks.wait_idle()
    assert answers == ["ana"]
    assert asked == ["a", "ana"]


def test_idle_is_not_told_between_a_read_and_the_one_that_takes_its_place(tasks: Tasks) -> None:
    told: list[bool] = []
    tasks.idle.connect(lambda: told.append(tasks.is_idle))
    with tasks._worker._changed:  # the worker cannot begin meanwhile
        tasks.run(partial(abs, 1), latest="search")
        tasks.run(partial(abs, 2), latest="search")
        assert not told
    assert tasks.wait_idle()
    assert told == [True]


def test_the_button_of_an_act_is_disabled_until_the_answer(tasks: Tasks, qtbot: QtBot) -> None:
    button = QPushButton()
    qtbot.addWidget(button)
    tasks.run(lambda: 1, busy=button)
    assert not button.isEnabled()
    assert tasks.wait_idle()
    assert button.isEnabled()


def test_the_button_comes_back_after_an_error_too(tasks: Tasks, qtbot: QtBot) -> None:
    button = QPushButton()
    qtbot.addWidget(button)
    tasks.run(_refuse, failed=lambda _error: None, busy=button)
    assert tasks.wait_idle()
    assert button.isEnabled()


def test_stopping_finishes_the_acts_and_drops_the_reads(qtbot: QtBot) -> None:
    made = Tasks(lambda _owner, _error: None)
    button = QPushButton()
    qtbot.addWidget(button)
    began, go = threading.Event(), threading.Event()
    done: list[str] = []

    def running() -> None:
        began.set()
        assert go.wait(10)
        done.append("running")

    made.run(running)
    assert began.wait(10)
    made.run(lambda: done.append("read"))
    made.run(lambda: done.append("act"), busy=button)
    go.set()
    made.stop()
    assert done == ["running", "act"]
    made.run(lambda: done.append("late"))
    made.stop()
    assert done == ["running", "act"]


def test_waiting_gives_up_after_its_limit(tasks: Tasks) -> None:
    go = threading.Event()
    tasks.run(lambda: go.wait(10))
    assert not tasks.wait_idle(20)
    go.set()
    assert tasks.wait_idle()


def test_garbage_is_collected_in_the_window_thread_only() -> None:
    made = Tasks(lambda _owner, _error: None)
    assert not gc.isenabled()
    made.stop()
    assert gc.isenabled()


def test_changes_are_told_before_the_answer_and_in_the_window_thread(tasks: Tasks) -> None:
    bus = Bus()
    heard: list[object] = []
    bus.changed.connect(lambda changes: heard.append((changes, threading.current_thread() is threading.main_thread())))

    def act() -> str:
        bus.committed(Changes.DRIVERS)
        bus.committed(Changes.NOTHING)
        return "feito"

    tasks.run(act, heard.append)
    assert tasks.wait_idle()
    assert heard == [(Changes.DRIVERS, True), "feito"]


CLOSE_WHILE_WORKING = """
import sys, threading
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow, QPushButton
from stipdesk.ui.tasks import Tasks

application = QApplication([])
tasks = Tasks(lambda owner, error: None)
window, button = QMainWindow(), QPushButton()
window.show()
written, began, closing = [], threading.Event(), threading.Event()

def write():
    began.set()
    assert closing.wait(10)
    written.extend(range(5000))

tasks.run(write, busy=button)
assert began.wait(10)
QTimer.singleShot(0, lambda: (window.close(), closing.set()))
code = application.exec()
tasks.stop()
print(len(written))
sys.exit(code)
"""


def test_q014_closing_while_it_works_ends_well() -> None:
    command = [sys.executable, "-c", CLOSE_WHILE_WORKING]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (answer.returncode, answer.stdout) == (0, "5000\n"), answer.stderr
    assert "QThread" not in answer.stderr


def _refuse() -> None:
    raise Refused("Não pode.")
