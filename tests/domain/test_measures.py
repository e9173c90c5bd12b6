"""The five institutes: what may be done when, the bars, and what a decision must say (arts. 33, 34, 38-41, 60)."""

from dataclasses import replace
from datetime import date

import pytest

from stipdesk.domain.measures import (
    BarTerms,
    Measure,
    MeasureEnding,
    MeasureKind,
    MeasureState,
    MeasureStep,
    bar_on,
    imposition_problems,
    measure_state,
    possible_steps,
)

BARS = BarTerms(cassation_years=2, revocation_days=180, discretionary_days=0)
DAY = date(2025, 3, 10)
LOST = Measure(MeasureKind.CONDITIONS_SUSPENSION, "000001/2025-01", "CNH vencida", DAY, DAY, DAY)
SERVED = replace(LOST, served_on=DAY, reversal_due_on=date(2025, 4, 9))


@pytest.mark.parametrize(
    ("measure", "on", "state"),
    [
        (replace(LOST, imposed_on=None, effective_from=None), DAY, MeasureState.OPENED),
        (LOST, date(2025, 3, 9), MeasureState.SCHEDULED),
        (LOST, DAY, MeasureState.IN_FORCE),
        (SERVED, date(2025, 4, 9), MeasureState.AWAITING_REVERSAL),
        (SERVED, date(2025, 4, 10), MeasureState.TO_REVOKE),
        (replace(SERVED, reversal_requested_on=date(2025, 4, 9)), date(2025, 5, 1), MeasureState.REVERSAL_REQUESTED),
        (
            replace(SERVED, ended_on=date(2025, 5, 1), ending=MeasureEnding.REVERSED),
            date(2025, 5, 1),
            MeasureState.ENDED,
        ),
    ],
)
def test_where_a_suspension_for_lost_conditions_stands(measure: Measure, on: date, state: MeasureState) -> None:
    assert measure_state(measure, on) is state


def test_it_is_never_revoked_by_itself_and_a_punitive_one_never_at_all() -> None:
    assert MeasureStep.REVOKE in possible_steps(SERVED, date(2025, 4, 10))
    assert SERVED.in_force(date(2026, 1, 1))
    punitive = replace(LOST, kind=MeasureKind.PUNITIVE_SUSPENSION, effective_until=date(2025, 4, 8))
    assert all(MeasureStep.REVOKE not in possible_steps(punitive, day) for day in (DAY, date(2025, 12, 1)))
    assert not punitive.in_force(date(2025, 4, 9))


@pytest.mark.parametrize(
    ("kind", "last_day", "free_on"),
    [
        (MeasureKind.REVOCATION, date(2025, 9, 5), date(2025, 9, 6)),
        (MeasureKind.CASSATION, date(2027, 3, 9), date(2027, 3, 10)),
        (MeasureKind.DISCRETIONARY_REVOCATION, DAY, date(2025, 3, 11)),
    ],
)
def test_the_bar_of_each_extinction_on_both_sides(kind: MeasureKind, last_day: date, free_on: date) -> None:
    ended = replace(LOST, kind=kind)
    bar = bar_on([ended], BARS, last_day)
    assert bar is not None
    assert bar.free_on == free_on
    assert bar_on([ended], BARS, free_on) is None
    assert bar_on([replace(ended, ended_on=last_day)], BARS, last_day) is None
    assert bar_on([LOST], BARS, DAY) is None


@pytest.mark.parametrize(
    ("last_day", "fields"),
    [(date(2025, 5, 8), []), (date(2025, 5, 9), ["effective_until"]), (None, ["effective_until"])],
)
def test_a_suspension_of_art_33_has_at_most_sixty_days(last_day: date | None, fields: list[str]) -> None:
    punitive = replace(LOST, kind=MeasureKind.PUNITIVE_SUSPENSION, final_on=DAY, effective_until=last_day)
    assert [problem.field for problem in imposition_problems(punitive, 60)] == fields


def test_a_decision_says_its_reasons_and_waits_for_the_final_judgment() -> None:
    empty = replace(LOST, kind=MeasureKind.CASSATION, reason=" - ")
    assert [problem.field for problem in imposition_problems(empty, 60)] == ["reason", "final_on"]
    early = replace(LOST, kind=MeasureKind.CASSATION, final_on=date(2025, 3, 12))
    assert [problem.field for problem in imposition_problems(early, 60)] == ["effective_from"]
