"""Cases Z (terms, validity and holidays) and B010 (which day is today)."""

from datetime import UTC, date, datetime

import pytest

from stipdesk.domain.authorization import is_valid_on, validity_end
from stipdesk.domain.calendar import DeadlineRule, DeadlineUnit, Holiday, HolidayKind, YearRule, reckon
from stipdesk.domain.clock import FixedClock, local_date
from stipdesk.law.loader import load_law
from tests.cases.loading import Case, cases

_UNITS = {
    "days": DeadlineUnit.DAYS,
    "business_days": DeadlineUnit.BUSINESS_DAYS,
    "months": DeadlineUnit.MONTHS,
    "years": DeadlineUnit.YEARS,
}


def _day(text: object) -> date:
    return date.fromisoformat(str(text))


def _moment(text: object) -> datetime:
    return datetime.fromisoformat(str(text)).astimezone(UTC)


@pytest.mark.parametrize("case", cases("deadline"))
def test_deadlines(case: Case) -> None:
    (key,) = _UNITS.keys() & case.input.keys()
    rule = DeadlineRule(
        case.id,
        "",
        case.input[key],
        _UNITS[key],
        roll_forward=True,
        year_rule=YearRule(case.input.get("rule", YearRule.CODIGO_CIVIL)),
    )
    calendar = load_law().calendar(
        extra=[
            Holiday(_day(day), "Data mudada", HolidayKind.MUNICIPAL) for day in case.input.get("holidays_added", ())
        ],
        removed=[_day(day) for day in case.input.get("holidays_removed", ())],
    )
    assert reckon(rule, _day(case.input["start"]), calendar).due == _day(case.expected["due"])


@pytest.mark.parametrize("case", cases("validity"))
def test_validity(case: Case) -> None:
    assert validity_end(_day(case.input["issued"]), case.input["years"]) == _day(case.expected["valid_until"])


@pytest.mark.parametrize("case", cases("validity_at"))
def test_validity_at_a_moment(case: Case) -> None:
    day = local_date(_moment(case.input["at"]))
    assert is_valid_on(_day(case.input["valid_until"]), day) is case.expected["valid"]


@pytest.mark.parametrize("case", cases("holiday_name"))
def test_holiday_names_are_portuguese(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "C")
    holiday = load_law().calendar().holiday(_day(case.input["date"]))
    assert holiday is not None
    assert holiday.name == case.expected["name"]


@pytest.mark.parametrize("case", cases("today"))
def test_today_is_the_day_at_the_office(case: Case) -> None:
    assert FixedClock(_moment(case.input["utc"])).today() == _day(case.expected["local"])
