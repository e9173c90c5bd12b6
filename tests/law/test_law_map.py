"""The law map of the README is true: what it names exists, and every article in scope has its case."""

import importlib
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CASES = Path(__file__).parent / "cases"
# The life of an authorisation.
IN_SCOPE = {*range(9, 21), *range(32, 35), *range(38, 42), 60}


def _rows() -> list[tuple[set[int], list[str], list[str]]]:
    """The articles, the functions and the tests of each row of the map."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.split("## Law map")[1].split("\n## ")[0]
    lines = [line.strip("| ").split(" | ") for line in section.splitlines() if re.match(r"\| \d", line)]
    return [
        (_articles(articles), re.findall(r"`([^`]+)`", functions), re.findall(r"`([^`]+)`", tests))
        for articles, _, functions, tests in lines
    ]


def _articles(text: str) -> set[int]:
    found: set[int] = set()
    for part in text.split(", "):
        match = re.match(r"(\d+)(?:-(\d+))?", part)
        assert match is not None, text
        found.update(range(int(match[1]), int(match[2] or match[1]) + 1))
    return found


def _articles_with_a_case(path: Path) -> set[int]:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    cited = [each["artigo"] for each in (*data.get("caso", ()), *data.get("historia", ()))]
    return {int(found) for text in cited for found in re.findall(r"art\. (\d+)", text)}


def _exists(name: str) -> bool:
    if (ROOT / name).is_file():
        return True
    module, _, member = name.rpartition(".")
    return hasattr(importlib.import_module("stipdesk." + module.replace("/", ".")), member)


def test_the_map_has_rows() -> None:
    assert len(_rows()) > 15


@pytest.mark.parametrize("name", sorted({name for _, functions, tests in _rows() for name in (*functions, *tests)}))
def test_what_it_names_exists(name: str) -> None:
    assert _exists(name)


@pytest.mark.parametrize("article", sorted(IN_SCOPE))
def test_an_article_in_scope_has_a_function_and_a_case(article: int) -> None:
    rows = [(functions, tests) for articles, functions, tests in _rows() if article in articles]
    assert any(functions for functions, _ in rows)
    files = {ROOT / name for _, tests in rows for name in tests if name.endswith(".toml")}
    assert any(article in _articles_with_a_case(path) for path in files)


def test_every_file_of_cases_is_on_the_map() -> None:
    named = {name for _, _, tests in _rows() for name in tests if name.endswith(".toml")}
    assert named == {str(path.relative_to(ROOT)) for path in CASES.glob("*.toml")}
