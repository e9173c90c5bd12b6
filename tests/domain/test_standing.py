"""Only the paper decides the standing (arts. 12, 17, 18); a condition lost meanwhile is only told (art. 38)."""

from datetime import date

import pytest

from stipdesk.domain.standing import CAA_RULES, Condition, StandingState, Term, standing

ON = date(2026, 12, 1)
FIRST = Term("000001/2025-01", date(2025, 12, 20), date(2026, 12, 20))
RENEWAL = Term("000009/2026-01", date(2026, 12, 21), date(2027, 12, 20))
LATER = Term("000009/2026-01", date(2026, 12, 22), date(2027, 12, 21))


def condition(*, met: bool, valid_until: date | None) -> Condition:
    return Condition("driver.license_validity", "CNH em vigor", "art. 14, I", "Atualize a CNH.", met, valid_until)


@pytest.mark.parametrize(
    ("terms", "state", "until", "codes"),
    [
        ([], StandingState.NEVER_AUTHORIZED, None, ["never"]),
        ([FIRST], StandingState.ATTENTION, date(2026, 12, 20), ["expiring"]),
        ([RENEWAL, FIRST], StandingState.REGULAR, date(2027, 12, 20), []),
        ([FIRST, LATER], StandingState.ATTENTION, date(2026, 12, 20), ["expiring"]),
        ([Term("000001/2024-01", date(2024, 1, 1), date(2026, 11, 30))], StandingState.EXPIRED, None, ["expired"]),
    ],
)
def test_the_papers_decide(terms: list[Term], state: StandingState, until: date | None, codes: list[str]) -> None:
    answer = standing(terms, (), CAA_RULES, 60, ON)
    assert (answer.state, answer.until, answer.as_of) == (state, until, ON)
    assert [finding.code for finding in answer.findings] == codes
    assert all(finding.article and finding.cure for finding in answer.findings)


@pytest.mark.parametrize(
    ("lost", "text"),
    [
        (condition(met=False, valid_until=None), "Falta: CNH em vigor"),
        (condition(met=True, valid_until=date(2026, 11, 30)), "CNH em vigor: venceu em 30/11/2026"),
        (condition(met=True, valid_until=ON), "CNH em vigor: vence hoje (01/12/2026)"),
    ],
)
def test_a_condition_that_is_lost_is_told_and_does_not_block(lost: Condition, text: str) -> None:
    answer = standing([RENEWAL, FIRST], [lost], CAA_RULES, 60, ON)
    assert answer.state is StandingState.ATTENTION
    assert answer.state.may_serve
    assert [(finding.text, finding.article, finding.blocks) for finding in answer.findings] == [
        (text, "art. 14, I", False)
    ]


def test_a_condition_kept_for_long_says_nothing() -> None:
    kept = condition(met=True, valid_until=date(2029, 9, 30))
    assert standing([RENEWAL, FIRST], [kept], CAA_RULES, 60, ON).findings == ()


def test_who_was_withdrawn_may_not_serve_whatever_his_papers() -> None:
    answer = standing([FIRST, RENEWAL], (), CAA_RULES, 60, ON, ON, "Mudou de cidade")
    assert answer.state is StandingState.WITHDRAWN
    assert "Mudou de cidade" in answer.findings[0].text
    assert standing([FIRST, RENEWAL], (), CAA_RULES, 60, date(2026, 11, 30), ON, "").state.may_serve
