"""Only the paper decides the standing (arts. 12, 17, 18); a condition lost meanwhile is only told (art. 38)."""

from datetime import date

import pytest

from stipdesk.domain.measures import BarTerms, Measure, MeasureKind
from stipdesk.domain.pair import PairLink, pair_standing
from stipdesk.domain.standing import (
    CAA_RULES,
    SEAL_RULES,
    Condition,
    ConditionalTerm,
    HolderFacts,
    RenewalRequest,
    Standing,
    StandingState,
    Term,
    VehicleStandingFacts,
    holder_standing,
    vehicle_standing,
)

ON = date(2026, 12, 1)
FIRST = Term("000001/2025-01", date(2025, 12, 20), date(2026, 12, 20))
RENEWAL = Term("000009/2026-01", date(2026, 12, 21), date(2027, 12, 20))
LATER = Term("000009/2026-01", date(2026, 12, 22), date(2027, 12, 21))


BARS = BarTerms(cassation_years=2, revocation_days=180, discretionary_days=0)


def standing(facts: HolderFacts, on: date = ON) -> Standing:
    return holder_standing(facts, CAA_RULES, BARS, 60, on)


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
    answer = standing(HolderFacts(terms))
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
    answer = standing(HolderFacts([RENEWAL, FIRST], [lost]))
    assert answer.state is StandingState.ATTENTION
    assert answer.state.may_serve
    assert [(finding.text, finding.article, finding.blocks) for finding in answer.findings] == [
        (text, "art. 14, I", False)
    ]


def test_a_condition_kept_for_long_says_nothing() -> None:
    kept = condition(met=True, valid_until=date(2029, 9, 30))
    assert standing(HolderFacts([RENEWAL, FIRST], [kept])).findings == ()


def test_who_was_withdrawn_may_not_serve_whatever_his_papers() -> None:
    gone = HolderFacts([FIRST, RENEWAL], withdrawn_on=ON, withdrawal_reason="Mudou de cidade")
    answer = standing(gone)
    assert answer.state is StandingState.WITHDRAWN
    assert "Mudou de cidade" in answer.findings[0].text
    assert standing(gone, date(2026, 11, 30)).state.may_serve


@pytest.mark.parametrize(
    ("on", "state"),
    [
        (date(2026, 12, 20), StandingState.ATTENTION),
        (date(2026, 12, 21), StandingState.EXTENDED),
        (date(2027, 2, 10), StandingState.EXTENDED),
        (date(2027, 2, 11), StandingState.EXPIRED),
    ],
)
def test_a_renewal_asked_in_time_holds_until_the_decision(on: date, state: StandingState) -> None:
    asked = RenewalRequest("000001/2026-01", date(2026, 11, 15), FIRST.valid_until, date(2027, 2, 10))
    assert standing(HolderFacts([FIRST], renewals=[asked]), on).state is state


def measure(kind: MeasureKind, since: date, until: date | None = None) -> Measure:
    return Measure(kind, "000001/2026-01", "Motivo", since, since, since, until)


@pytest.mark.parametrize(
    ("kind", "on", "state"),
    [
        (MeasureKind.PUNITIVE_SUSPENSION, date(2026, 12, 1), StandingState.ATTENTION),
        (MeasureKind.PUNITIVE_SUSPENSION, date(2026, 12, 2), StandingState.SUSPENDED),
        (MeasureKind.PUNITIVE_SUSPENSION, date(2026, 12, 9), StandingState.SUSPENDED),
        (MeasureKind.PUNITIVE_SUSPENSION, date(2026, 12, 10), StandingState.ATTENTION),
        (MeasureKind.PRECAUTIONARY_SUSPENSION, date(2026, 12, 2), StandingState.SUSPENDED),
        (MeasureKind.CASSATION, date(2026, 12, 1), StandingState.ATTENTION),
        (MeasureKind.CASSATION, date(2026, 12, 2), StandingState.CASSATED),
        (MeasureKind.REVOCATION, date(2026, 12, 2), StandingState.REVOKED),
        (MeasureKind.DISCRETIONARY_REVOCATION, date(2026, 12, 2), StandingState.REVOKED),
    ],
)
def test_what_was_decided_for_a_day_happens_on_that_day(kind: MeasureKind, on: date, state: StandingState) -> None:
    until = date(2026, 12, 9) if kind is MeasureKind.PUNITIVE_SUSPENSION else None
    answer = standing(HolderFacts([FIRST], measures=[measure(kind, date(2026, 12, 2), until)]), on)
    assert answer.state is state
    assert all(finding.article for finding in answer.findings)
    assert answer.state.may_serve or any(finding.blocks for finding in answer.findings)


def test_a_caa_issued_after_the_bar_is_not_touched_by_the_old_revocation() -> None:
    revoked = measure(MeasureKind.REVOCATION, date(2025, 3, 10))
    again = Term("000002/2025-01", date(2025, 9, 6), date(2026, 9, 6), date(2025, 9, 6))
    facts = HolderFacts([Term("000001/2025-01", date(2025, 1, 2), date(2026, 1, 2)), again], measures=[revoked])
    assert standing(facts, date(2025, 9, 5)).state is StandingState.REVOKED
    assert standing(facts, date(2025, 9, 6)).state is StandingState.REGULAR


def test_a_payment_reversed_takes_the_caa_away_from_that_day() -> None:
    bounced = Term("000001/2026-01", date(2026, 6, 1), date(2027, 6, 1), unpaid_since=ON)
    assert standing(HolderFacts([bounced]), date(2026, 11, 30)).state is StandingState.REGULAR
    assert standing(HolderFacts([bounced])).state is StandingState.UNPAID


@pytest.mark.parametrize(
    ("on", "state"),
    [
        (date(2026, 12, 1), StandingState.CONDITIONAL),
        (date(2026, 12, 31), StandingState.CONDITIONAL),
        (date(2027, 1, 1), StandingState.BLOCKED),
    ],
)
def test_a_vehicle_without_inspection_serves_for_its_term(on: date, state: StandingState) -> None:
    facts = VehicleStandingFacts(conditional=ConditionalTerm(ON, date(2026, 12, 31)))
    assert vehicle_standing(facts, SEAL_RULES, 30, on).state is state


def test_proof_of_the_inspection_reopens_it_and_its_age_closes_it() -> None:
    seal = Term("000001/2027-01", date(2027, 1, 5), date(2028, 1, 5))
    facts = VehicleStandingFacts([seal], (), ConditionalTerm(ON, date(2026, 12, 31)), date(2027, 12, 31))
    assert vehicle_standing(facts, SEAL_RULES, 30, date(2027, 1, 5)).state is StandingState.REGULAR
    assert vehicle_standing(facts, SEAL_RULES, 30, date(2028, 1, 1)).state is StandingState.BLOCKED


def test_the_pair_needs_the_link_of_that_day() -> None:
    driver = standing(HolderFacts([RENEWAL, FIRST]))
    vehicle = vehicle_standing(
        VehicleStandingFacts([Term("000001/2026-01", date(2026, 6, 1), date(2027, 6, 1))]), SEAL_RULES, 30, ON
    )
    link = PairLink(date(2026, 6, 1), None, date(2026, 11, 30))
    answer = pair_standing(driver, vehicle, [link], [driver], ON)
    assert answer.may_serve
    assert [finding.code for finding in answer.findings] == ["pair.title"]
    alone = pair_standing(driver, vehicle, [], [], ON)
    assert not alone.may_serve
    assert [finding.code for finding in alone.findings] == ["pair.link", "pair.operator"]
