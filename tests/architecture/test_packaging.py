"""Cases K: what the packaged program must carry. A real build takes most of a minute: dev.py build makes and opens it.

Here the recipe itself runs, with PyInstaller's own collectors, up to the point where it would begin to build; and the
program runs from source where a packaged one is known to fail.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from stipdesk.domain.clock import FixedClock
from stipdesk.settings import load_settings
from stipdesk.store.backup import back_up_sqlite
from stipdesk.store.engine import open_database
from stipdesk.store.schema import prepare
from tests.cases.loading import Case, cases

ROOT = Path(__file__).resolve().parents[2]

RECIPE = """
import json, sys
from pathlib import Path

class Recorded:
    pure = scripts = binaries = datas = None

    def __init__(self, *arguments, **options):
        pass

def record(scripts, *, datas, hiddenimports, **options):
    print(json.dumps({
        "files": [[source, target] for source, target in datas],
        "modules": hiddenimports,
        "entry": scripts,
    }))
    return Recorded()

names = {"SPECPATH": sys.argv[1], "Analysis": record, "PYZ": Recorded, "EXE": Recorded, "COLLECT": Recorded}
exec(compile(Path(sys.argv[1], "build.spec").read_text("utf-8"), "build.spec", "exec"), names)
"""


@dataclass(frozen=True)
class Recipe:
    files: frozenset[str]
    modules: frozenset[str]
    entry: tuple[str, ...]

    def carries(self, path: str) -> bool:
        return path in self.files


@pytest.fixture(scope="module")
def recipe() -> Recipe:
    command = [sys.executable, "-c", RECIPE, str(ROOT)]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    found = json.loads(answer.stdout.splitlines()[-1])
    files = set()
    for source, target in found["files"]:
        path = Path(source)
        inside = [path] if path.is_file() else [entry for entry in path.rglob("*") if entry.is_file()]
        base = path.parent if path.is_file() else path
        files |= {(Path(target) / entry.relative_to(base)).as_posix() for entry in inside}
    return Recipe(frozenset(files), frozenset(found["modules"]), tuple(found["entry"]))


@pytest.mark.parametrize("case", cases("K001"))
def test_barcode_modules_are_carried(case: Case, recipe: Recipe) -> None:
    wanted = {f"reportlab.graphics.barcode.{name}" for name in ("qr", "code39", "code93", "code128", "eanbc")}
    assert (wanted <= recipe.modules) is case.expected["ok"]


@pytest.mark.parametrize("case", cases("K002"))
def test_the_time_zone_is_carried_and_found_without_a_system_database(case: Case, recipe: Recipe) -> None:
    key = case.input["key"]
    assert recipe.carries(f"tzdata/zoneinfo/{key}") is case.expected["ok"]
    assert "tzdata.zoneinfo.America" in recipe.modules
    script = "import sys, zoneinfo; assert not zoneinfo.TZPATH; zoneinfo.ZoneInfo(sys.argv[1])"
    subprocess.run([sys.executable, "-c", script, key], env={**os.environ, "PYTHONTZPATH": ""}, check=True)


@pytest.mark.parametrize("case", cases("K005"))
def test_names_of_holidays_are_carried(case: Case, recipe: Recipe) -> None:
    assert recipe.carries("holidays/locale/pt_BR/LC_MESSAGES/BR.mo") is case.expected["ok"]
    assert "holidays.countries.brazil" in recipe.modules


def test_what_is_read_as_a_file_or_loaded_by_name_is_carried(recipe: Recipe) -> None:
    assert recipe.carries("resources/law/parameters.toml")
    assert recipe.carries("stipdesk/store/migrations/env.py")
    migrations = {path.name for path in (ROOT / "stipdesk/store/migrations/versions").glob("*.py")}
    assert all(recipe.carries(f"stipdesk/store/migrations/versions/{name}") for name in migrations)
    assert recipe.carries("font_source_sans_pro/files/SourceSansPro-Regular.ttf")
    assert any(path.startswith("stipdesk-") and path.endswith(".dist-info/METADATA") for path in recipe.files)
    assert {"psycopg_binary", "sqlalchemy.dialects.postgresql.psycopg"} <= recipe.modules
    assert recipe.entry == (str(ROOT / "stipdesk" / "__main__.py"),)


@pytest.mark.parametrize("case", cases("K004", "K007"))
def test_a_first_start_in_a_folder_with_accents(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: FixedClock
) -> None:
    home = tmp_path / case.input.get("path", "first start")
    home.mkdir(parents=True)
    monkeypatch.setenv("STIPDESK_HOME", str(home))
    database = open_database(load_settings().database_url)
    prepare(database, clock)
    back_up_sqlite(database, home / "cópia.sqlite")
    database.close()
    assert {path.name for path in home.iterdir()} >= {"stipdesk.sqlite", "cópia.sqlite"}
