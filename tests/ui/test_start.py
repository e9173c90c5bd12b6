"""The first window comes quickly because it needs little; the whole program starts and ends well."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

# What costs a noticeable part of the start and no sign-in needs before the person has typed.
HEAVY = {"sqlalchemy", "alembic", "reportlab", "pypdfium2", "qtawesome", "argon2", "cryptography", "stdnum", "holidays"}

FIRST_WINDOW = """
import sys
from pathlib import Path
from stipdesk.settings import Settings
from stipdesk.ui.app import Session, make_application

application = make_application([])
session = Session(Settings("sqlite:///none.db", Path("keys")), lambda changed: None, lambda wanted: None)
session.sign_in.show()
application.processEvents()
print(*sorted({name.partition(".")[0] for name in sys.modules}))
session.stop()
"""

WHOLE_RUN = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from stipdesk.bootstrap import open_desk
from stipdesk.settings import Settings
from stipdesk.ui import app

folder = Path(sys.argv[1])
opened = []

def make_desk(settings):
    opened.append(open_desk(settings.database_url, settings.keys_folder))
    QTimer.singleShot(0, application, QApplication.closeAllWindows)
    return opened[0]

application = app.make_application(["stipdesk"])
application.setQuitOnLastWindowClosed(True)
settings = Settings(f"sqlite:///{folder / 'new.db'}", folder / "keys")
sys.exit(app.run(["stipdesk"], settings, lambda changed: None, make_desk))
"""


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "error", "-c", script, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)


def test_the_first_window_loads_nothing_heavy() -> None:
    answer = run(FIRST_WINDOW)
    assert answer.returncode == 0, answer.stderr
    assert HEAVY.isdisjoint(answer.stdout.split())


def test_it_runs_and_ends(tmp_path: Path) -> None:
    answer = run(WHOLE_RUN, str(tmp_path))
    assert answer.returncode == 0, answer.stderr
    assert "QThread" not in answer.stderr
    assert (tmp_path / "new.db").exists()
