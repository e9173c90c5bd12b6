"""How long the window takes to come up, beside a bare one, and how much memory it holds after every tab was opened."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator

from tests.bench.measure import Row, row

_RUNS = 7
_BARE = """
from PySide6.QtWidgets import QApplication, QWidget
from PySide6.QtCore import QTimer
app = QApplication([])
window = QWidget()
window.show()
QTimer.singleShot(0, app.quit)
app.exec()
"""
_SIGN_IN = """
import sys
from PySide6.QtCore import QTimer
from stipdesk import __main__ as program
from stipdesk.log import start_log
from stipdesk.domain.clock import SystemClock
from stipdesk.settings import load_settings
from stipdesk.ui.app import Session, make_application
start_log(SystemClock())
app = make_application(["stipdesk"])
session = Session(load_settings(), lambda settings: None, program.make_desk)
session.start()
QTimer.singleShot(0, app.quit)
app.exec()
import os
os._exit(0)
"""
_READY = _SIGN_IN.replace("QTimer.singleShot(0, app.quit)", "session.tasks.idle.connect(app.quit)")
_BROWSE = """
import gc
from stipdesk import __main__ as program
from stipdesk.services import users
from stipdesk.settings import load_settings
from stipdesk.ui.app import Session, make_application
app = make_application(["stipdesk"])
session = Session(load_settings(), lambda settings: None, program.make_desk)
session.start()
session.tasks.wait_idle()
session.sign_in.login.setText(LOGIN)
session.sign_in.password.setText(PASSWORD)
session.sign_in.enter.click()
session.tasks.wait_idle()
for index in range(session.main.bar.count()):
    session.main.go_to(index)
    session.tasks.wait_idle()
session.main.search.setText("souza")
session.tasks.wait_idle()
gc.collect()
status = open("/proc/self/status").read()
print(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")), flush=True)
import os
os._exit(0)
"""


def window_rows(environment: dict[str, str], login: str, password: str) -> Iterator[Row]:
    """`environment` points the program at the large database."""
    bare, sign_in, ready = [], [], []
    for _ in range(_RUNS):  # in turn, so that a busy moment of the machine falls on all of them
        bare.append(_seconds(_BARE, environment))
        sign_in.append(_seconds(_SIGN_IN, environment))
        ready.append(_seconds(_READY, environment))
    yield row("cold start to a bare window", "PySide6", bare, "the peer", unit="s")
    yield row(
        "cold start to the sign-in window", "stipdesk", sign_in, "≤ 2.50× of the bare window", unit="s", peer=bare
    )
    yield row("cold start until one can sign in", "stipdesk", ready, "", unit="s", peer=bare)
    script = f"LOGIN, PASSWORD = {login!r}, {password!r}\n{_BROWSE}"
    output = _run(script, environment)
    megabytes = int(output.split()[-1]) / 1024
    yield Row("memory after browsing every tab", "stipdesk", megabytes, megabytes, "MB", "≤ 250 MB")


def _seconds(script: str, environment: dict[str, str]) -> float:
    start = time.perf_counter()
    _run(script, environment)
    return time.perf_counter() - start


def _run(script: str, environment: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"} | environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return done.stdout
