"""The cases of `cases.jsonl`: what went wrong at desks like this one, each with an id and the right result.

A test takes the cases it runs by the kind of their check, or by their id, and gets one parameter for each:

    @pytest.mark.parametrize("case", cases("deadline", "validity"))
    def test_deadlines(case: Case) -> None:
        assert due(case.input["start"], ...) == date.fromisoformat(case.expected["due"])

The test's id ends in the case's, so `pytest -k Z004` runs that case. `test_every_case_is_accounted_for.py` reads these
decorators: the names must be written in them as they stand. Cases listed in `not_yet.toml` are left out.
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Case:
    """One case. `input` and `expected` are as JSON gives them; each test knows what its own check holds."""

    id: str
    area: str
    input: Mapping[str, Any]
    expected: Mapping[str, Any]

    @property
    def check(self) -> str:
        """The kind of the case: what is done with its input."""
        return str(self.input["check"])

    @property
    def __name__(self) -> str:
        """pytest names a parameter by its `__name__`, when it has one."""
        return self.id


@cache
def every_case() -> tuple[Case, ...]:
    lines = (_FOLDER / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(Case(**json.loads(line)) for line in lines if line.strip())


@cache
def not_yet() -> Mapping[str, str]:
    """The cases about what is not built, by id, each with its reason."""
    return tomllib.loads((_FOLDER / "not_yet.toml").read_text(encoding="utf-8"))


def named(name: str) -> tuple[Case, ...]:
    """The cases whose id or kind of check is `name`; an unknown name is a mistake in the test."""
    found = tuple(case for case in every_case() if name in (case.id, case.check))
    if not found:
        raise LookupError(f"no case has the id or the check {name!r}")
    return found


def cases(*names: str) -> list[Case]:
    """The cases with these ids or kinds of check that apply now; at least one for each name."""
    chosen: dict[str, Case] = {}
    for name in names:
        applying = [case for case in named(name) if case.id not in not_yet()]
        if not applying:
            raise LookupError(f"every case named {name!r} is listed in not_yet.toml")
        chosen.update((case.id, case) for case in applying)
    return list(chosen.values())
