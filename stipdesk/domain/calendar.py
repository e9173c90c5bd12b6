"""The office's calendar and the counting of terms, each with its reckoning ("memória de cálculo").

The law says "dias" and nothing else. Adopted reading: continuous days, the first excluded and the last included
(Código Civil art. 132; Lei 9.784/1999 art. 66); a term of the citizen that ends without office hours goes to the next
business day, a term of the CMTU does not. Which is which is data (`resources/law/deadlines.toml`).
"""

from calendar import monthrange
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from enum import StrEnum
from functools import cache
from typing import Self

SATURDAY = 5
WEEKDAY_NAMES = ("segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado", "domingo")


class HolidayKind(StrEnum):
    """What a marked day does to the office: the last two only shorten its hours."""

    NATIONAL = "national"
    STATE = "state"
    MUNICIPAL = "municipal"
    OPTIONAL = "optional"
    OPENS_LATE = "opens_late"
    CLOSES_EARLY = "closes_early"


KIND_LABELS = {
    HolidayKind.NATIONAL: "feriado nacional",
    HolidayKind.STATE: "feriado estadual",
    HolidayKind.MUNICIPAL: "feriado municipal",
    HolidayKind.OPTIONAL: "ponto facultativo",
    HolidayKind.OPENS_LATE: "expediente que começa mais tarde",
    HolidayKind.CLOSES_EARLY: "expediente encerrado mais cedo",
}


@dataclass(frozen=True, slots=True)
class Holiday:
    """One marked day. `extends_term` is the office's own flag for a day of shorter hours; None follows the kind."""

    day: date
    name: str
    kind: HolidayKind
    extends_term: bool | None = None

    @property
    def closes_office(self) -> bool:
        return self.kind not in {HolidayKind.OPENS_LATE, HolidayKind.CLOSES_EARLY}

    @property
    def extends(self) -> bool:
        """Whether a term that ends on this day is extended.

        Lei 9.784 art. 66 §1: yes without office hours or when they end early; opening late does not extend.
        """
        if self.closes_office:
            return True
        return self.kind is HolidayKind.CLOSES_EARLY if self.extends_term is None else self.extends_term

    def __str__(self) -> str:
        return f"{self.name}, {KIND_LABELS[self.kind]}"


@dataclass(frozen=True, slots=True)
class AnnualHoliday:
    """A municipal day that returns every year: a fixed `month` and `day`, or `easter_offset` days from Easter."""

    name: str
    kind: HolidayKind
    legal_basis: str
    valid_from: date
    month: int = 0
    day: int = 0
    easter_offset: int | None = None
    extends_term: bool | None = None

    def in_year(self, year: int) -> Holiday | None:
        """The day it falls on in `year`; None before it was in force."""
        if self.easter_offset is None:
            day = date(year, self.month, self.day)
        else:
            day = easter(year) + timedelta(days=self.easter_offset)
        return Holiday(day, self.name, self.kind, self.extends_term) if day >= self.valid_from else None


class OfficeCalendar:
    """The days the office works: national and state holidays, the municipal ones, and the office's own changes.

    `municipal` comes from the law data (`Law.calendar` passes it). A mayor's decree that moves a holiday is one day in
    `removed` and one in `extra`; a day in `extra` prevails over everything else on that date.
    """

    def __init__(
        self,
        extra: Iterable[Holiday] = (),
        removed: Iterable[date] = (),
        *,
        municipal: Iterable[AnnualHoliday],
    ) -> None:
        self._extra = {holiday.day: holiday for holiday in extra}
        self._removed = frozenset(removed)
        self._municipal = tuple(municipal)
        self._years: dict[int, dict[date, Holiday]] = {}

    def holiday(self, day: date) -> Holiday | None:
        """The holiday, optional day or day of shorter hours marked on `day`."""
        if day.year not in self._years:
            self._years[day.year] = self._marked(day.year)
        return self._years[day.year].get(day)

    def holidays(self, year: int) -> tuple[Holiday, ...]:
        """Every marked day of the year, in order."""
        self.holiday(date(year, 1, 1))
        return tuple(holiday for _, holiday in sorted(self._years[year].items()))

    def is_business_day(self, day: date) -> bool:
        """Whether the office opens on `day`; a day of shorter hours is a business day."""
        holiday = self.holiday(day)
        return day.weekday() < SATURDAY and (holiday is None or not holiday.closes_office)

    def next_business_day(self, day: date) -> date:
        """The first business day after `day`, never `day` itself."""
        day += timedelta(days=1)
        while not self.is_business_day(day):
            day += timedelta(days=1)
        return day

    def previous_business_day(self, day: date) -> date:
        """The last business day before `day`, never `day` itself."""
        day -= timedelta(days=1)
        while not self.is_business_day(day):
            day -= timedelta(days=1)
        return day

    def extends_term(self, day: date) -> bool:
        """Whether a term that rolls forward cannot end on `day`."""
        holiday = self.holiday(day)
        return day.weekday() >= SATURDAY or (holiday is not None and holiday.extends)

    def why_closed(self, day: date) -> str:
        """In Portuguese, why `day` is not counted or extends a term: the holiday's name, else the day of the week."""
        holiday = self.holiday(day)
        return str(holiday) if holiday is not None else WEEKDAY_NAMES[day.weekday()]

    def _marked(self, year: int) -> dict[date, Holiday]:
        municipal = [holiday for annual in self._municipal if (holiday := annual.in_year(year)) is not None]
        # Later entries prevail: a national holiday hides an optional day that falls on it.
        marked = {holiday.day: holiday for holiday in (*reversed(municipal), *_national_and_state(year))}
        marked = {day: holiday for day, holiday in marked.items() if day not in self._removed}
        return marked | {day: holiday for day, holiday in self._extra.items() if day.year == year}


@cache
def _national_and_state(year: int) -> tuple[Holiday, ...]:
    # Imported when first used: loading the library takes longer than opening the sign-in window should.
    from holidays import country_holidays

    # Without the language the names come out in that of the computer's locale, or in English.
    national = country_holidays("BR", years=year, language="pt_BR")
    with_state = country_holidays("BR", subdiv="MT", years=year, language="pt_BR")
    return tuple(
        Holiday(day, name, HolidayKind.NATIONAL if day in national else HolidayKind.STATE)
        for day, name in sorted(with_state.items())
    )


def easter(year: int) -> date:
    """Easter Sunday in the Gregorian calendar (Gauss's method as completed by Meeus)."""
    golden = year % 19
    century, rest = divmod(year, 100)
    epact = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    correction = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * correction + 114, 31)
    return date(year, month, day + 1)


class YearRule(StrEnum):
    """What a term of months or years does when the last month lacks the day it started on.

    Código Civil art. 132 §3: it ends on the following day. Lei 9.784 art. 66 §3: on the month's last day.
    """

    CODIGO_CIVIL = "codigo_civil"
    LEI_9784 = "lei_9784"


def add_months(day: date, months: int, year_rule: YearRule = YearRule.CODIGO_CIVIL) -> date:
    """The day of equal number `months` later; see `YearRule` for a month that lacks it."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    last = monthrange(year, month + 1)[1]
    if day.day <= last:
        return date(year, month + 1, day.day)
    end_of_month = date(year, month + 1, last)
    return end_of_month + timedelta(days=1) if year_rule is YearRule.CODIGO_CIVIL else end_of_month


def one_year_after(day: date) -> date:
    """The last day of a one-year term that starts on `day` (Código Civil art. 132 §3): not 365 days later."""
    return add_months(day, 12)


class DeadlineUnit(StrEnum):
    DAYS = "days"
    BUSINESS_DAYS = "business_days"
    MONTHS = "months"
    YEARS = "years"


UNIT_LABELS = {
    DeadlineUnit.DAYS: ("dia corrido", "dias corridos"),
    DeadlineUnit.BUSINESS_DAYS: ("dia útil", "dias úteis"),
    DeadlineUnit.MONTHS: ("mês", "meses"),
    DeadlineUnit.YEARS: ("ano", "anos"),
}


@dataclass(frozen=True, slots=True)
class DeadlineRule:
    """How one term is counted, as it was in force when the term started.

    `roll_forward`: a last day without office hours goes to the next business day. `first_day_business`: the first day
    counted must be a business day. `name`, `starts_from` and `counting_basis` are the reckoning's Portuguese words.
    """

    code: str
    article: str
    amount: int
    unit: DeadlineUnit
    roll_forward: bool
    year_rule: YearRule = YearRule.CODIGO_CIVIL
    first_day_business: bool = False
    name: str = ""
    starts_from: str = ""
    counting_basis: str = ""

    def __post_init__(self) -> None:
        if self.amount < 1:
            raise ValueError(f"deadline {self.code}: amount must be at least 1, not {self.amount}")

    @property
    def length(self) -> str:
        """The term in words: "15 dias corridos"."""
        return f"{self.amount} {UNIT_LABELS[self.unit][self.amount != 1]}"


@dataclass(frozen=True, slots=True)
class Deadline:
    """A term that started. `due` is its last day, still in time; `steps` its reckoning, line by line, in Portuguese."""

    rule: DeadlineRule
    start: date
    due: date
    steps: tuple[str, ...]

    def is_over(self, on: date) -> bool:
        return on > self.due

    def as_data(self) -> dict[str, object]:
        """Plain JSON values, from which `from_data` makes an equal deadline without counting anything again."""
        return {
            "rule": asdict(self.rule),
            "start": self.start.isoformat(),
            "due": self.due.isoformat(),
            "steps": list(self.steps),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, object]) -> Self:
        """The deadline as it was stored. A missing or foreign key raises KeyError or TypeError."""
        rule, steps = data["rule"], data["steps"]
        if not isinstance(rule, Mapping) or not isinstance(steps, (list, tuple)):
            raise TypeError("a stored deadline needs a rule and its steps")
        units = {"unit": DeadlineUnit(rule["unit"]), "year_rule": YearRule(rule["year_rule"])}
        return cls(
            DeadlineRule(**{**rule, **units}),
            date.fromisoformat(str(data["start"])),
            date.fromisoformat(str(data["due"])),
            tuple(str(step) for step in steps),
        )


def reckon(rule: DeadlineRule, start: date, calendar: OfficeCalendar) -> Deadline:
    """Counts the term from `start`, which is excluded, to its last day, which is included, and keeps the reckoning."""
    basis = f" ({rule.article})" if rule.article else ""
    event = f", {rule.starts_from}" if rule.starts_from else ""
    steps = [
        f"Prazo: {rule.name or rule.code}, {rule.length}{basis}.",
        f"Início: {written_day(start)}{event}. O dia do início não se conta.",
    ]
    if rule.unit is DeadlineUnit.DAYS:
        last = _count_days(rule, start, calendar, steps)
    elif rule.unit is DeadlineUnit.BUSINESS_DAYS:
        last = _count_business_days(rule, start, calendar, steps)
    else:
        last = _count_months(rule, start, steps)
    due = _roll(rule, last, calendar, steps)
    steps.append(f"Vencimento: {written_day(due)}.")
    if rule.counting_basis:
        steps.append(f"Base da contagem: {rule.counting_basis}.")
    return Deadline(rule, start, due, tuple(steps))


def _count_days(rule: DeadlineRule, start: date, calendar: OfficeCalendar, steps: list[str]) -> date:
    first = start + timedelta(days=1)
    if rule.first_day_business and not calendar.is_business_day(first):
        steps.append(f"{_day_and_reason(first, calendar)}: a contagem começa no dia útil seguinte.")
        first = calendar.next_business_day(first)
    last = first + timedelta(days=rule.amount - 1)
    steps.append(f"1º dia: {written_day(first)}. {rule.amount}º dia: {written_day(last)}.")
    before_last = _days(first, last - timedelta(days=1))
    inside = [day for day in before_last if day.weekday() < SATURDAY and not calendar.is_business_day(day)]
    if inside:
        listed = "; ".join(_day_and_reason(day, calendar) for day in inside)
        steps.append(f"Feriados no meio do prazo, que se contam: {listed}.")
    return last


def _count_business_days(rule: DeadlineRule, start: date, calendar: OfficeCalendar, steps: list[str]) -> date:
    last = first = calendar.next_business_day(start)
    for _ in range(rule.amount - 1):
        last = calendar.next_business_day(last)
    steps.append(f"1º dia útil: {written_day(first)}. {rule.amount}º dia útil: {written_day(last)}.")
    skipped = [day for day in _days(start + timedelta(days=1), last) if not calendar.is_business_day(day)]
    if skipped:
        steps.append(f"Dias não contados: {'; '.join(_day_and_reason(day, calendar) for day in skipped)}.")
    return last


def _count_months(rule: DeadlineRule, start: date, steps: list[str]) -> date:
    last = add_months(start, rule.amount * (12 if rule.unit is DeadlineUnit.YEARS else 1), rule.year_rule)
    if last.day == start.day:
        steps.append(f"Dia de igual número ao do início: {written_day(last)}.")
    elif rule.year_rule is YearRule.CODIGO_CIVIL:
        steps.append(f"O mês do fim não tem dia {start.day}: vale o dia seguinte, {written_day(last)}.")
    else:
        steps.append(f"O mês do fim não tem dia {start.day}: vale o último dia do mês, {written_day(last)}.")
    return last


def _roll(rule: DeadlineRule, last: date, calendar: OfficeCalendar, steps: list[str]) -> date:
    if not calendar.extends_term(last):
        return last
    if not rule.roll_forward:
        act_by = calendar.previous_business_day(last)
        steps.append(
            f"{_day_and_reason(last, calendar)}: este prazo não se prorroga; último dia útil: {written_day(act_by)}."
        )
        return last
    due = last
    while calendar.extends_term(due):
        due += timedelta(days=1)
    listed = "; ".join(_day_and_reason(day, calendar) for day in _days(last, due - timedelta(days=1)))
    steps.append(f"{listed}: o prazo se prorroga até o primeiro dia útil seguinte.")
    return due


def _days(first: date, last: date) -> list[date]:
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


def _day_and_reason(day: date, calendar: OfficeCalendar) -> str:
    return f"{day:%d/%m/%Y} ({calendar.why_closed(day)})"


def written_day(day: date) -> str:
    """ "sexta-feira, 11/04/2025"."""
    return f"{WEEKDAY_NAMES[day.weekday()]}, {day:%d/%m/%Y}"
