"""What is missing to issue a CAA, and when its renewal is in time."""

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stipdesk.domain.authorization import (
    Evidence,
    accepts_license_category,
    evidence_valid_until,
    is_timely,
    last_timely_renewal,
    missing_requirements,
    renewed_from,
    validity_end,
)
from stipdesk.domain.calendar import OfficeCalendar
from stipdesk.domain.legal import EvidenceKind, Requirement
from stipdesk.domain.registers import SubjectKind

ON = date(2025, 4, 10)
CALENDAR = OfficeCalendar(municipal=())
# The first example of a year loads its holidays, which takes longer than the others.
unhurried = settings(deadline=None)
EMAIL = Requirement(
    "driver.email", SubjectKind.DRIVER, "E-mail", "art. 15, IV", EvidenceKind.DATA, "Cadastre o e-mail."
)
CERTIFICATE = Requirement(
    "driver.certificate", SubjectKind.DRIVER, "Certidão", "art. 14, II", EvidenceKind.DOCUMENT, "Traga.", 90
)
OTHER_STATE = Requirement(
    "driver.other_state", SubjectKind.DRIVER, "Outra", "art. 14, II", EvidenceKind.DOCUMENT, "Traga.", 90, True
)


def test_what_is_missing_comes_with_its_article_and_cure() -> None:
    (reason,) = missing_requirements([EMAIL], {}, ON)
    assert (reason.code, reason.text, reason.article, reason.cure) == (
        "driver.email",
        "E-mail",
        "art. 15, IV",
        "Cadastre o e-mail.",
    )


def test_everything_met_leaves_nothing_missing() -> None:
    evidence = {
        "driver.email": Evidence(met=True),
        "driver.certificate": Evidence(met=True, issued_on=date(2025, 3, 1)),
        "driver.other_state": Evidence(not_applicable=True),
    }
    assert missing_requirements([EMAIL, CERTIFICATE, OTHER_STATE], evidence, ON) == ()


def test_what_is_missing_keeps_the_order_of_the_law() -> None:
    missing = missing_requirements([CERTIFICATE, EMAIL, OTHER_STATE], {}, ON)
    assert [reason.code for reason in missing] == ["driver.certificate", "driver.email", "driver.other_state"]


@pytest.mark.parametrize(("on", "missing"), [(date(2025, 4, 10), 0), (date(2025, 4, 11), 1)])
def test_a_paper_serves_its_last_day(on: date, missing: int) -> None:
    evidence = {CERTIFICATE.code: Evidence(met=True, issued_on=date(2025, 1, 10))}
    assert len(missing_requirements([CERTIFICATE], evidence, on)) == missing


def test_the_date_printed_on_the_paper_prevails_over_the_general_validity() -> None:
    evidence = Evidence(met=True, issued_on=date(2025, 1, 10), valid_until=date(2025, 2, 1))
    assert evidence_valid_until(CERTIFICATE, evidence) == date(2025, 2, 1)
    (reason,) = missing_requirements([CERTIFICATE], {CERTIFICATE.code: evidence}, ON)
    assert "venceu em 01/02/2025" in reason.text


def test_a_paper_without_validity_does_not_lapse() -> None:
    assert evidence_valid_until(EMAIL, Evidence(met=True, issued_on=date(1990, 1, 1))) is None


def test_not_applicable_counts_only_where_the_law_says_so() -> None:
    evidence = {code: Evidence(not_applicable=True) for code in (CERTIFICATE.code, OTHER_STATE.code)}
    missing = missing_requirements([CERTIFICATE, OTHER_STATE], evidence, ON)
    assert [reason.code for reason in missing] == [CERTIFICATE.code]


def test_a_court_order_exempts_one_person() -> None:
    order = Evidence(exempted_by="Processo 1000001-11.2025.8.11.0037")
    assert missing_requirements([CERTIFICATE], {CERTIFICATE.code: order}, ON) == ()
    assert missing_requirements([CERTIFICATE], {CERTIFICATE.code: Evidence(exempted_by=" ")}, ON)


def test_last_timely_renewal_of_the_adopted_reading() -> None:
    assert last_timely_renewal(date(2025, 6, 30), 30) == date(2025, 5, 31)
    assert last_timely_renewal(date(2025, 6, 30), 30, CALENDAR) == date(2025, 6, 2)


def test_the_last_day_to_renew_never_passes_the_expiry() -> None:
    saturday = date(2025, 5, 31)
    assert last_timely_renewal(saturday, 0, CALENDAR) == saturday


@unhurried
@given(st.dates(date(2022, 3, 4), date(2060, 1, 1)), st.integers(0, 60))
def test_the_generous_reading_never_takes_days_away(expiry: date, days: int) -> None:
    strict, generous = last_timely_renewal(expiry, days), last_timely_renewal(expiry, days, CALENDAR)
    assert strict <= generous <= expiry
    assert is_timely(generous, expiry, days, CALENDAR)
    assert not is_timely(generous + timedelta(days=1), expiry, days, CALENDAR)


def test_a_timely_renewal_loses_no_day_of_the_old_term() -> None:
    old, decided = date(2025, 6, 30), date(2025, 6, 10)
    assert validity_end(renewed_from(old, decided, timely=True), 1) == date(2026, 6, 30)
    assert renewed_from(old, decided, timely=False) == decided
    assert renewed_from(old, decided, timely=True, follows_previous=False) == decided


@pytest.mark.parametrize(
    ("category", "accepted"), [("B", True), (" ab ", True), ("E", True), ("A", False), ("ACC", False), ("", False)]
)
def test_license_categories(category: str, accepted: bool) -> None:
    assert accepts_license_category(category, "B, C, D, E, AB, AC, AD, AE") is accepted
