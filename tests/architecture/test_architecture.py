"""The directions of the house. A failure here means: this line belongs to another room."""

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "stipdesk"
CONTRACTS = [
    contract["id"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
]

# Each line breaks the contract it is written beside; the last word is the module in which it stands.
VIOLATIONS = [
    ("one-direction", "import stipdesk.services", "store"),
    ("one-direction", "import stipdesk.store", "reports"),
    ("one-direction", "import stipdesk.paths", "domain"),
    ("one-direction", "import stipdesk.settings", "log"),
    ("domain-is-pure", "import sqlalchemy", "domain"),
    ("domain-is-pure", "import holidays", "domain"),
    ("qt-only-in-ui", "import PySide6.QtCore", "services"),
    ("qt-only-in-ui", "def later():\n    from PySide6 import QtGui", "reports"),
    ("sql-only-in-models-and-store", "import sqlalchemy.orm", "ui"),
    ("sql-only-in-models-and-store", "import psycopg", "services"),
    ("drawing-only-in-reports", "import reportlab.pdfgen", "ui"),
    ("drawing-only-in-reports", "def later():\n    import qrcode", "services"),
    ("spreadsheets-only-in-exchange", "def later():\n    import openpyxl", "ui"),
    ("one-direction", "import stipdesk.exchange", "services"),
    ("keys-only-in-signing", "from cryptography.hazmat.primitives import hashes", "services"),
    ("ui-asks-services", "import stipdesk.models", "ui"),
    ("ui-asks-services", "import stipdesk.store", "ui"),
    ("ui-asks-services", "import stipdesk.store", "exchange"),
    ("rooms-without-tables", "import stipdesk.models", "reports"),
    ("rooms-without-keys", "import stipdesk.signing", "store"),
]


def lint_imports(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    command = [sys.executable, "-c", program, "--no-logo", "--no-cache", *options]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)


def test_contracts_are_kept() -> None:
    answer = lint_imports(ROOT)
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.fixture
def empty_house(tmp_path: Path) -> Path:
    """The rooms of the real package, with nothing in them, under the real contracts."""
    house = tmp_path / "stipdesk"
    house.mkdir()
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    for room in PACKAGE.iterdir():
        if room.suffix == ".py":
            (house / room.name).write_text("")
        elif (room / "__init__.py").exists():
            (house / room.name).mkdir()
            (house / room.name / "__init__.py").write_text("")
    return tmp_path


def test_an_empty_house_breaks_no_contract(empty_house: Path) -> None:
    answer = lint_imports(empty_house)
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.parametrize(("contract", "line", "room"), VIOLATIONS)
def test_a_broken_contract_fails(empty_house: Path, contract: str, line: str, room: str) -> None:
    module = empty_house / "stipdesk" / room
    module = module / "__init__.py" if module.is_dir() else module.with_suffix(".py")
    module.write_text(line + "\n")
    answer = lint_imports(empty_house, "--contract", contract)
    assert answer.returncode != 0
    assert "0 kept, 1 broken" in answer.stdout


def test_every_contract_is_shown_to_fail() -> None:
    assert {contract for contract, _, _ in VIOLATIONS} == set(CONTRACTS)


def test_a_room_without_a_place_fails(empty_house: Path) -> None:
    (empty_house / "stipdesk" / "attic.py").write_text("")
    answer = lint_imports(empty_house, "--contract", "one-direction")
    assert answer.returncode != 0


def python_files(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def readings_of_the_clock(source: str) -> Iterator[int]:
    """Lines that ask `date` or `datetime` what time it is."""
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Attribute)
            and node.attr in ("today", "now", "utcnow")
            and ast.unparse(node.value).split(".")[-1] in ("date", "datetime")
        ):
            yield node.lineno


def test_only_the_clock_reads_the_clock() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in python_files("stipdesk", "tests")
        if path != PACKAGE / "domain" / "clock.py"
        for line in readings_of_the_clock(path.read_text("utf-8"))
    ]
    assert found == []
    assert list(readings_of_the_clock((PACKAGE / "domain" / "clock.py").read_text("utf-8")))


@pytest.mark.parametrize(
    "source",
    ["x = date.today()", "x = datetime.datetime.now(UTC)", "class Row:\n    at = column(default=datetime.utcnow)"],
)
def test_a_reading_of_the_clock_is_found(source: str) -> None:
    assert list(readings_of_the_clock(source))


def imported_packages(source: str) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module.split(".")[0])
    return names


def test_domain_imports_only_the_standard_library() -> None:
    """The contract names the packages in use; this also stops one that nobody has named yet."""
    foreign = {
        (path.name, package)
        for path in python_files("stipdesk/domain")
        for package in imported_packages(path.read_text("utf-8")) - sys.stdlib_module_names - {"stipdesk"}
    }
    assert {package for _, package in foreign} <= {"holidays", "stdnum"}
    assert {name for name, package in foreign if package == "holidays"} <= {"calendar.py"}
    assert all(name.startswith("identifier") for name, package in foreign if package == "stdnum")


def test_drawing_libraries_are_not_loaded_at_start_up() -> None:
    """reportlab and qrcode cost a third of a second that no window needs before the first paper."""
    script = """
import importlib, pkgutil, sys
import stipdesk.bootstrap, stipdesk.exchange, stipdesk.services, stipdesk.ui
for package in (stipdesk.exchange, stipdesk.services, stipdesk.ui):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if module.name != "stipdesk.exchange.xlsx":  # imported by the first export
            importlib.import_module(module.name)
print(*sorted({"openpyxl", "qrcode", "reportlab"} & sys.modules.keys()))
"""
    answer = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.strip() == ""


def test_the_top_level_is_as_the_user_asked() -> None:
    asked = {"stipdesk", "resources", "tests", "pyproject.toml", "build.spec", "README.md", "dev.py", "constraints.txt"}
    made = {"out", "build", "dist", "__pycache__"}
    assert {path.name for path in ROOT.iterdir() if not path.name.startswith(".")} - made <= asked
