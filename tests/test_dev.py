"""The decisions of dev.py, and what it and the constraints file promise about installing."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import dev

ROOT = Path(dev.__file__).parent
WANTED = "a" * 64


def test_python_of_an_environment_on_each_system() -> None:
    assert dev.venv_python(Path("v"), windows=False) == Path("v/bin/python")
    assert dev.venv_python(Path("v"), windows=True) == Path("v/Scripts/python.exe")


@pytest.mark.parametrize(
    ("stamp", "version", "interrupted", "expected"),
    [
        (f"{WANTED} 3.11\n", "3.11", False, "ready"),
        ("", "3.11", False, "install"),
        (f"{'b' * 64} 3.11\n", "3.11", False, "install"),
        ("", "", False, "rebuild"),
        (f"{WANTED} 3.11\n", "", False, "rebuild"),
        (f"{WANTED} 3.11\n", "3.13", False, "rebuild"),
        ("", "3.9", False, "rebuild"),
        (f"{WANTED} 3.11\n", "3.11", True, "rebuild"),
        ("", "3.11", True, "rebuild"),
    ],
    ids=[
        "complete",
        "made by hand",
        "dependencies changed",
        "none",
        "its Python is gone",
        "its Python was upgraded",
        "its Python is too old",
        "killed while updating",
        "killed at the first installation",
    ],
)
def test_what_an_environment_needs(stamp: str, version: str, interrupted: bool, expected: str) -> None:
    assert dev.next_step(stamp, WANTED, version, interrupted) == expected


def test_fingerprint_follows_dependencies_and_folder(tmp_path: Path) -> None:
    seen = set()
    for name, project, constraints in [
        ("first", "a", "b"),
        ("first", "a", "c"),
        ("first", "b", "b"),
        ("first", "ab", ""),
        ("second", "a", "b"),
    ]:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        (folder / "pyproject.toml").write_text(project)
        (folder / "constraints.txt").write_text(constraints)
        seen.add(dev.fingerprint(folder))
        assert dev.fingerprint(folder) in seen
    assert len(seen) == 5


def test_only_the_packages_of_missing_libraries_are_asked_for() -> None:
    assert dev.missing_packages(lambda _: True) == []
    assert dev.missing_packages(lambda library: library not in ("libEGL.so.1", "libxcb-cursor.so.0")) == [
        "libegl1",
        "libxcb-cursor0",
    ]
    assert "libfontconfig1" in dev.missing_packages(lambda _: False)


def test_the_command_shown_can_be_pasted() -> None:
    command = " ".join(dev.apt_install(["libegl1"]))
    assert command == "sudo apt-get install -y -q --no-install-recommends libegl1"


def test_a_library_that_does_not_exist_does_not_load() -> None:
    assert not dev.loads_library("libnenhuma-biblioteca.so.9")


def test_version_of_a_python() -> None:
    assert dev.python_version(sys.executable) == "{}.{}".format(*sys.version_info[:2])
    assert dev.python_version("/nenhum/python") == ""


def test_one_process_at_a_time_prepares(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    script = (
        "import sys; from pathlib import Path; import dev\n"
        f"with dev.only_one(Path({str(lock)!r})): print('entered', flush=True)\n"
    )
    with dev.only_one(lock):
        other = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        with pytest.raises(subprocess.TimeoutExpired):
            other.wait(timeout=1)
    answer, _ = other.communicate(timeout=30)
    assert answer == "entered\n"


def test_emptying_an_environment_keeps_the_lock_and_the_mark(tmp_path: Path) -> None:
    kept = [tmp_path / "dev.lock", tmp_path / "dev-incomplete"]
    for path in [*kept, tmp_path / "pyvenv.cfg"]:
        path.write_text("")
    (tmp_path / "lib" / "python3.9").mkdir(parents=True)
    dev.create_environment(tmp_path, keep=kept)
    assert dev.python_version(str(dev.venv_python(tmp_path))) == "{}.{}".format(*sys.version_info[:2])
    assert all(path.exists() for path in kept)
    assert not (tmp_path / "lib" / "python3.9").exists()


@pytest.mark.parametrize(("arguments", "code"), [([], 0), (["--help"], 0), (["rnu"], 2), (["screens"], 1)])
def test_usage(arguments: list[str], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(arguments) == code
    shown = capsys.readouterr().out
    assert shown.strip()
    assert "Traceback" not in shown


def test_every_verb_is_explained() -> None:
    explained = re.findall(r"^  (\w+)", dev.USAGE, re.MULTILINE)
    assert explained == list(dev.VERBS)


def test_constraints_pin_every_dependency_exactly_and_name_no_index() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    pin = re.compile(r"([\w.-]+)==([\w.]+)( ; sys_platform == '\w+')?")
    names = set()
    for line in pins:
        found = pin.fullmatch(line)
        assert found, line
        names.add(normal(found[1]))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = project["dependencies"] + project["optional-dependencies"]["test"]
    assert {normal(re.split(r"[\[<>=!~; ]", requirement)[0]) for requirement in asked} <= names


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
