"""The office's days and the counting of terms."""

import json
from collections.abc import Iterable
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stipdesk.domain.calendar import (
    AnnualHoliday,
    Deadline,
    DeadlineRule,
    DeadlineUnit,
    Holiday,
    HolidayKind,
    OfficeCalendar,
    YearRule,
    add_months,
    easter,
    one_year_after,
    reckon,
    written_day,
)

LAW = date(2022, 3, 4)
MUNICIPAL = (
    AnnualHoliday("Emancipação", HolidayKind.MUNICIPAL, "Decreto", LAW, 5, 13),
    AnnualHoliday("Corpus Christi", HolidayKind.OPTIONAL, "Decreto", LAW, easter_offset=60),
    AnnualHoliday("Quarta-feira de Cinzas", HolidayKind.OPENS_LATE, "Decreto", LAW, easter_offset=-46),
)
CALENDAR = OfficeCalendar(municipal=MUNICIPAL)
# The first example of a year loads its holidays, which takes longer than the others.
unhurried = settings(deadline=None)
START = st.dates(date(2022, 3, 4), date(2060, 12, 31))


def rule(
    amount: int, unit: DeadlineUnit = DeadlineUnit.DAYS, *, roll_forward: bool = True, first_day_business: bool = False
) -> DeadlineRule:
    return DeadlineRule(
        "prazo", "art. 44", amount, unit, roll_forward, first_day_business=first_day_business, name="defesa prévia"
    )


def with_day(*holidays: Holiday, removed: Iterable[date] = ()) -> OfficeCalendar:
    return OfficeCalendar(holidays, removed, municipal=MUNICIPAL)


def test_easter_agrees_with_good_friday_of_the_holidays_library() -> None:
    for year in range(1996, 2100):
        good_friday = CALENDAR.holiday(easter(year) - timedelta(days=2))
        assert good_friday is not None
        assert "Sexta-feira Santa" in good_friday.name


@pytest.mark.parametrize(
    ("day", "kind"),
    [
        (date(2025, 5, 13), HolidayKind.MUNICIPAL),
        (date(2025, 6, 19), HolidayKind.OPTIONAL),
        (date(2023, 11, 20), HolidayKind.STATE),
        (date(2024, 11, 20), HolidayKind.NATIONAL),
        (date(2025, 12, 25), HolidayKind.NATIONAL),
    ],
)
def test_kinds_of_holiday(day: date, kind: HolidayKind) -> None:
    holiday = CALENDAR.holiday(day)
    assert holiday is not None
    assert holiday.kind is kind
    assert not CALENDAR.is_business_day(day)


def test_a_municipal_day_does_not_exist_before_it_is_in_force() -> None:
    assert CALENDAR.holiday(date(2021, 5, 13)) is None
    assert CALENDAR.holiday(date(2022, 5, 13)) is not None


def test_a_national_holiday_prevails_over_an_optional_day() -> None:
    tiradentes = AnnualHoliday("Ponto facultativo", HolidayKind.OPTIONAL, "Decreto", LAW, 4, 21)
    holiday = OfficeCalendar(municipal=[tiradentes]).holiday(date(2025, 4, 21))
    assert holiday is not None
    assert holiday.name == "Tiradentes"


def test_the_office_can_move_a_holiday_for_one_year() -> None:
    moved = Holiday(date(2025, 5, 16), "Emancipação (transferida)", HolidayKind.MUNICIPAL)
    calendar = with_day(moved, removed=[date(2025, 5, 13)])
    assert calendar.is_business_day(date(2025, 5, 13))
    assert not calendar.is_business_day(date(2025, 5, 16))
    assert not calendar.is_business_day(date(2026, 5, 13))


def test_next_and_previous_business_day_are_never_the_day_itself() -> None:
    assert CALENDAR.next_business_day(date(2025, 4, 17)) == date(2025, 4, 22)
    assert CALENDAR.previous_business_day(date(2025, 4, 22)) == date(2025, 4, 17)


def test_holidays_of_a_year_come_in_order() -> None:
    days = [holiday.day for holiday in CALENDAR.holidays(2025)]
    assert days == sorted(days)
    assert date(2025, 5, 13) in days


ASH_WEDNESDAY = date(2026, 2, 18)


def test_z022_opening_late_does_not_extend() -> None:
    assert reckon(rule(5), date(2026, 2, 13), CALENDAR).due == ASH_WEDNESDAY
    assert CALENDAR.is_business_day(ASH_WEDNESDAY)


def test_z022_closing_early_extends() -> None:
    calendar = with_day(Holiday(ASH_WEDNESDAY, "Cinzas", HolidayKind.CLOSES_EARLY))
    assert reckon(rule(5), date(2026, 2, 13), calendar).due == date(2026, 2, 19)
    assert calendar.is_business_day(ASH_WEDNESDAY)


@pytest.mark.parametrize(
    ("kind", "flag", "due"),
    [
        (HolidayKind.OPENS_LATE, True, date(2026, 2, 19)),
        (HolidayKind.CLOSES_EARLY, False, ASH_WEDNESDAY),
        (HolidayKind.OPTIONAL, False, date(2026, 2, 19)),
    ],
)
def test_z022_the_flag_of_the_entry_decides_only_for_shorter_hours(kind: HolidayKind, flag: bool, due: date) -> None:
    calendar = with_day(Holiday(ASH_WEDNESDAY, "Cinzas", kind, flag))
    assert reckon(rule(5), date(2026, 2, 13), calendar).due == due


def test_reckoning_of_the_defence_of_the_adopted_reading() -> None:
    deadline = reckon(rule(15), date(2025, 4, 11), CALENDAR)
    assert deadline.steps == (
        "Prazo: defesa prévia, 15 dias corridos (art. 44).",
        "Início: sexta-feira, 11/04/2025. O dia do início não se conta.",
        "1º dia: sábado, 12/04/2025. 15º dia: sábado, 26/04/2025.",
        "Feriados no meio do prazo, que se contam: 18/04/2025 (Sexta-feira Santa, feriado nacional); "
        "21/04/2025 (Tiradentes, feriado nacional).",
        "26/04/2025 (sábado); 27/04/2025 (domingo): o prazo se prorroga até o primeiro dia útil seguinte.",
        "Vencimento: segunda-feira, 28/04/2025.",
    )


def test_reckoning_of_an_office_term_says_the_last_working_day() -> None:
    deadline = reckon(rule(30, roll_forward=False), date(2025, 5, 20), CALENDAR)
    assert deadline.due == date(2025, 6, 19)
    assert deadline.steps[-2] == (
        "19/06/2025 (Corpus Christi, ponto facultativo): este prazo não se prorroga; "
        "último dia útil: quarta-feira, 18/06/2025."
    )


def test_reckoning_of_business_days_lists_what_it_skipped() -> None:
    deadline = reckon(rule(2, DeadlineUnit.BUSINESS_DAYS), date(2026, 5, 12), CALENDAR)
    assert deadline.due == date(2026, 5, 15)
    assert "Dias não contados: 13/05/2026 (Emancipação, feriado municipal)." in deadline.steps


def test_first_day_counted_can_be_required_to_be_a_business_day() -> None:
    friday = date(2025, 4, 11)
    assert reckon(rule(10), friday, CALENDAR).due == date(2025, 4, 22)
    deadline = reckon(rule(10, first_day_business=True), friday, CALENDAR)
    assert deadline.due == date(2025, 4, 23)
    assert "12/04/2025 (sábado): a contagem começa no dia útil seguinte." in deadline.steps


@pytest.mark.parametrize(
    ("year_rule", "due"), [(YearRule.CODIGO_CIVIL, date(2026, 10, 1)), (YearRule.LEI_9784, date(2026, 9, 30))]
)
def test_z017_a_month_without_the_day(year_rule: YearRule, due: date) -> None:
    assert add_months(date(2026, 8, 31), 1, year_rule) == due
    deadline = reckon(
        DeadlineRule("m", "", 1, DeadlineUnit.MONTHS, roll_forward=False, year_rule=year_rule),
        date(2026, 8, 31),
        CALENDAR,
    )
    assert deadline.due == due
    assert any("não tem dia 31" in step for step in deadline.steps)


@pytest.mark.parametrize(
    ("issued", "last_day"),
    [
        (date(2027, 3, 1), date(2028, 3, 1)),
        (date(2026, 6, 15), date(2027, 6, 15)),
        (date(2028, 2, 29), date(2029, 3, 1)),
        (date(2026, 12, 31), date(2027, 12, 31)),
    ],
)
def test_z019_a_year_ends_on_the_day_of_equal_number(issued: date, last_day: date) -> None:
    assert one_year_after(issued) == last_day


def test_a_term_is_over_only_after_its_last_day() -> None:
    deadline = reckon(rule(10), date(2026, 3, 2), CALENDAR)
    assert not deadline.is_over(deadline.due)
    assert deadline.is_over(deadline.due + timedelta(days=1))


def test_singular_and_plural_of_the_term() -> None:
    assert rule(1).length == "1 dia corrido"
    assert rule(2, DeadlineUnit.BUSINESS_DAYS).length == "2 dias úteis"
    assert rule(1, DeadlineUnit.MONTHS).length == "1 mês"
    assert rule(2, DeadlineUnit.YEARS).length == "2 anos"


def test_a_term_of_no_days_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        rule(0)


def test_a_stored_deadline_is_not_counted_again() -> None:
    deadline = reckon(rule(15), date(2025, 4, 28), CALENDAR)
    stored = json.loads(json.dumps(deadline.as_data()))
    stored["due"] = "2025-05-20"
    assert Deadline.from_data(stored).due == date(2025, 5, 20)
    assert Deadline.from_data(stored).steps == deadline.steps


@pytest.mark.parametrize("damage", [{"rule": "x"}, {"steps": "x"}])
def test_a_damaged_stored_deadline_is_refused(damage: dict[str, object]) -> None:
    data = reckon(rule(15), date(2025, 4, 28), CALENDAR).as_data() | damage
    with pytest.raises(TypeError):
        Deadline.from_data(data)


@unhurried
@given(START, st.integers(1, 400), st.booleans())
def test_days_are_never_fewer_than_given(start: date, amount: int, roll_forward: bool) -> None:
    deadline = reckon(rule(amount, roll_forward=roll_forward), start, CALENDAR)
    last = start + timedelta(days=amount)
    assert deadline.due >= last
    if not roll_forward:
        assert deadline.due == last


@unhurried
@given(START, st.integers(1, 120), st.sampled_from(DeadlineUnit))
def test_a_rolled_term_ends_on_the_first_business_day(start: date, amount: int, unit: DeadlineUnit) -> None:
    exact = reckon(rule(amount, unit, roll_forward=False), start, CALENDAR).due
    rolled = reckon(rule(amount, unit), start, CALENDAR).due
    assert CALENDAR.is_business_day(rolled)
    between = (exact + timedelta(days=number) for number in range((rolled - exact).days))
    assert not any(CALENDAR.is_business_day(day) for day in between)


@unhurried
@given(START, st.integers(1, 60))
def test_business_days_counted_are_exactly_the_amount(start: date, amount: int) -> None:
    due = reckon(rule(amount, DeadlineUnit.BUSINESS_DAYS), start, CALENDAR).due
    passed = (start + timedelta(days=number) for number in range(1, (due - start).days + 1))
    assert sum(CALENDAR.is_business_day(day) for day in passed) == amount


@unhurried
@given(START, st.integers(1, 120), st.sampled_from(DeadlineUnit), st.booleans())
def test_steps_agree_with_the_result(start: date, amount: int, unit: DeadlineUnit, roll_forward: bool) -> None:
    deadline = reckon(rule(amount, unit, roll_forward=roll_forward), start, CALENDAR)
    assert written_day(start) in deadline.steps[1]
    assert deadline.steps[-1] == f"Vencimento: {written_day(deadline.due)}."
    was_rolled = any("se prorroga até" in step for step in deadline.steps)
    exact = reckon(rule(amount, unit, roll_forward=False), start, CALENDAR).due
    assert was_rolled == (deadline.due != exact)
    assert Deadline.from_data(json.loads(json.dumps(deadline.as_data()))) == deadline


@unhurried
@given(START, START, st.integers(1, 400))
def test_a_later_start_never_ends_earlier(one: date, other: date, amount: int) -> None:
    earlier, later = sorted((one, other))
    assert reckon(rule(amount), earlier, CALENDAR).due <= reckon(rule(amount), later, CALENDAR).due


@unhurried
@given(st.dates(date(1900, 1, 1), date(2090, 12, 31)), st.integers(0, 240))
def test_the_two_rules_of_months_differ_by_one_day_at_most(day: date, months: int) -> None:
    civil, administrative = add_months(day, months), add_months(day, months, YearRule.LEI_9784)
    assert civil - administrative in {timedelta(0), timedelta(days=1)}
    assert (civil == administrative) == (civil.day == day.day)
