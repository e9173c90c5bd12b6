"""What the suite's own settings promise: a slot that fails and a dialog nobody answers fail their test."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases.loading import Case, cases

ROOT = Path(__file__).resolve().parents[2]

SLOT_ERROR = """
from PySide6.QtWidgets import QPushButton

def test_slot(qtbot):
    button = QPushButton()
    qtbot.addWidget(button)
    button.clicked.connect(lambda: 1 / 0)
    button.click()
"""

UNANSWERED_DIALOG = """
from PySide6.QtWidgets import QDialog

def test_dialog(qtbot):
    dialog = QDialog()
    qtbot.addWidget(dialog)
    dialog.exec()
"""

QT_WARNING = """
from PySide6.QtCore import qWarning

def test_warning(qtbot):
    qWarning("QPainter::begin: Paint device returned engine == 0")
"""

PYTHON_WARNING = """
import warnings

def test_warning():
    warnings.warn("a resource was left open", ResourceWarning)
"""


def run_pytest(folder: Path, source: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs one throw-away test file with the settings of this project."""
    (folder / "test_throw_away.py").write_text(source, "utf-8")
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "--rootdir", str(folder), *options]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run(
        [*command, str(folder)], cwd=folder, env=environment, capture_output=True, text=True, timeout=100, check=False
    )


@pytest.mark.parametrize("case", cases("Q016"))
def test_a_slot_that_raises_fails_its_test(case: Case, tmp_path: Path) -> None:
    answer = run_pytest(tmp_path, SLOT_ERROR)
    assert ("1 failed" in answer.stdout) is case.expected["test_fails"]
    assert "ZeroDivisionError" in answer.stdout


def test_q017_a_dialog_nobody_answers_ends_within_the_limit(tmp_path: Path) -> None:
    answer = run_pytest(tmp_path, UNANSWERED_DIALOG, "-o", "timeout=2")
    assert answer.returncode == 1
    assert "Timeout" in answer.stdout + answer.stderr


def test_a_warning_of_qt_fails_its_test(tmp_path: Path) -> None:
    answer = run_pytest(tmp_path, QT_WARNING)
    assert answer.returncode == 1, answer.stdout
    assert "1 failed" in answer.stdout


def test_a_warning_of_python_fails_its_test(tmp_path: Path) -> None:
    answer = run_pytest(tmp_path, PYTHON_WARNING)
    assert answer.returncode == 1, answer.stdout
    assert "1 failed" in answer.stdout
