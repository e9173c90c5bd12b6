"""Every case is run by some test or listed, with its reason, as not yet applying."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.cases.loading import every_case, named, not_yet

_TESTS = Path(__file__).parents[1]


def test_every_case_runs_or_says_why_not() -> None:
    run = {case.id for name in _names_in_tests() for case in named(name)}
    forgotten = [case.id for case in every_case() if case.id not in run | not_yet().keys()]
    assert not forgotten, f"run by no test and not in not_yet.toml: {', '.join(forgotten)}"


def test_what_is_not_yet_names_a_case_and_a_reason() -> None:
    assert not_yet().keys() <= {case.id for case in every_case()}
    assert all(len(reason.split()) > 3 for reason in not_yet().values())


def test_no_case_named_by_a_test_is_also_put_off() -> None:
    assert not [name for name in _names_in_tests() if name in not_yet()]


def test_ids_are_unique() -> None:
    ids = [case.id for case in every_case()]
    assert len(ids) == len(set(ids)) == 135


def _names_in_tests() -> Iterator[str]:
    """The names given to `cases(...)` in the decorators of test functions."""
    for file in sorted(_TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                for decorator in node.decorator_list:
                    yield from _names_in(decorator, file)


def _names_in(decorator: ast.expr, file: Path) -> Iterator[str]:
    for call in ast.walk(decorator):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "cases":
            for argument in call.args:
                assert isinstance(argument, ast.Constant), f"{file.name}:{call.lineno}: write the names out"
                yield str(argument.value)
