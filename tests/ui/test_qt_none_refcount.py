"""Case Q001: PySide6 6.12.0 loses a reference to None at each call that returns nothing, and Python 3.11 aborts."""

import os
import subprocess
import sys

import pytest

from tests.cases.loading import Case, cases

SCRIPT = """
import sys
from PySide6.QtWidgets import QApplication, QLabel

application = QApplication([])
label = QLabel()
for _ in range(int(sys.argv[1])):
    label.setText("CAA")
print("alive")
"""


@pytest.mark.parametrize("case", cases("Q001"))
def test_calls_that_return_nothing_do_not_abort(case: Case) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", SCRIPT, str(case.input["calls"])]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (answer.returncode != 0) is case.expected["aborts"], answer.stderr
    assert answer.stdout == "alive\n"
