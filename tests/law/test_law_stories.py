"""The stories of `cases/*.toml`: facts, and what the law says on each day, on both sides of every boundary.

A lawyer reads them and adds to them. Each day says everything: the situation, whether one may serve, the article of
the first reason, since when, the last day it holds and, under a bar, from when a new CAA may be asked for.
"""

import tomllib
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from stipdesk.domain.legal import is_article
from stipdesk.domain.measures import bar_on
from stipdesk.domain.standing import StandingState
from tests.law import facts
from tests.law.facts import Data

FOLDER = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Story:
    file: str
    artigo: str
    situacao: str
    quem: str
    dias: list[dict[str, Any]]
    fatos: Data = field(default_factory=dict)

    @property
    def __name__(self) -> str:
        """pytest names a parameter by its `__name__`, when it has one."""
        return f"{self.file}: {self.artigo}: {self.situacao}"


def _stories() -> list[Story]:
    return [
        Story(path.stem, **story)
        for path in sorted(FOLDER.glob("*.toml"))
        for story in tomllib.loads(path.read_text(encoding="utf-8")).get("historia", ())
    ]


def _told(story: Story, on: date) -> Data:
    answer = facts.standing(story.quem, story.fatos, on)
    first = answer.findings[0] if answer.findings else None
    bar = bar_on(facts.measures(story.fatos), facts.bars(on), on)
    told = {
        "em": on,
        "espera": facts.SITUATIONS[answer.state],
        "serve": answer.state.may_serve,
        "artigo": first.article if first else None,
        "desde": first.since if first else None,
        "ate": answer.until,
        "novo_pedido_em": bar.free_on if bar else None,
    }
    return {name: value for name, value in told.items() if value is not None}


@pytest.mark.parametrize("story", _stories())
def test_story(story: Story) -> None:
    assert is_article(story.artigo)
    assert len(story.dias) > 1, "a boundary has two sides"
    assert [_told(story, day["em"]) for day in story.dias] == story.dias


@pytest.mark.parametrize("story", _stories())
def test_whoever_is_irregular_is_told_why_by_which_article_and_how_to_cure_it(story: Story) -> None:
    for day in story.dias:
        answer = facts.standing(story.quem, story.fatos, day["em"])
        reasons = [finding for finding in answer.findings if finding.blocks]
        assert bool(reasons) is not answer.state.may_serve
        for finding in answer.findings:
            assert is_article(finding.article)
        if answer.state is not StandingState.WITHDRAWN:
            assert all(finding.cure for finding in reasons)


def test_the_words_are_enough() -> None:
    """Every situation happens in some story, and every kind of measure."""
    told = {day["espera"] for story in _stories() for day in story.dias}
    assert told == set(facts.SITUATIONS.values())
    kinds = {measure["tipo"] for story in _stories() for measure in story.fatos.get("medidas", ())}
    assert kinds == facts.MEASURES.keys()
