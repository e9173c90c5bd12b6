"""The CAA: how long it lasts, when its renewal is in time, and what is missing to issue it (arts. 9-17)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from stipdesk.domain.calendar import OfficeCalendar, add_months
from stipdesk.domain.errors import Reason
from stipdesk.domain.legal import Requirement


def validity_end(issued_on: date, years: int) -> date:
    """The last day of validity, still valid until midnight at the office (arts. 12 and 17; Código Civil art. 132 §3).

    For a renewal asked in time, `issued_on` is the last day of the old term: the new one starts the day after it.
    """
    return add_months(issued_on, 12 * years)


def is_valid_on(last_day: date, day: date) -> bool:
    """Whether a paper valid until `last_day` is valid on `day`, the date at the office (`clock.local_date`)."""
    return day <= last_day


def last_timely_renewal(valid_until: date, days: int, calendar: OfficeCalendar | None = None) -> date:
    """The last day to ask for the renewal `days` before the CAA expires (art. 12 §1, art. 17 §1).

    With a calendar, a last day without office hours goes to the next business day: the generous reading, which is the
    default of the parameter `renewal_rolls_forward`. It never passes the expiry itself.
    """
    last = valid_until - timedelta(days=days)
    if calendar is None or not calendar.extends_term(last):
        return last
    while calendar.extends_term(last):
        last += timedelta(days=1)
    return min(last, valid_until)


def is_timely(requested_on: date, valid_until: date, days: int, calendar: OfficeCalendar | None = None) -> bool:
    """Whether the renewal was asked in time: then the CAA holds until the final decision (art. 12 §2, art. 17 §2)."""
    return requested_on <= last_timely_renewal(valid_until, days, calendar)


def renewed_from(old_valid_until: date, decided_on: date, *, timely: bool, follows_previous: bool = True) -> date:
    """The day from which the renewed term counts: the old last day if asked in time, else the day of issue.

    `follows_previous` is the parameter `renewal_term_follows_previous`.
    """
    return old_valid_until if timely and follows_previous else decided_on


def accepts_license_category(category: str, accepted: str) -> bool:
    """Whether the CNH category is one of the `accepted` list "B, C, D, E, AB…" (art. 14, I: B or higher)."""
    return category.strip().upper() in {item.strip().upper() for item in accepted.split(",")}


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known about one requirement of one person, company or car.

    `valid_until` is printed on the paper; without it the requirement's own validity counts from `issued_on`.
    `not_applicable` says the case does not arise; `exempted_by` names the court order or act that waives it.
    """

    met: bool = False
    issued_on: date | None = None
    valid_until: date | None = None
    not_applicable: bool = False
    exempted_by: str = ""


_NOTHING = Evidence()


def missing_requirements(
    requirements: Iterable[Requirement], evidence: Mapping[str, Evidence], on: date
) -> tuple[Reason, ...]:
    """Every requirement not met on `on`, each with its article and its cure; empty when the CAA must be issued.

    Issue is bound (arts. 9 and 14): nothing outside the list can be demanded, and nothing in it waived by the desk.
    """
    reasons = []
    for requirement in requirements:
        problem = requirement_problem(requirement, evidence.get(requirement.code, _NOTHING), on)
        if problem:
            reasons.append(Reason(requirement.code, problem, requirement.article, requirement.cure))
    return tuple(reasons)


def requirement_problem(requirement: Requirement, evidence: Evidence, on: date) -> str:
    """Why one requirement is not met on `on`, "" when it is."""
    if evidence.exempted_by.strip() or (evidence.not_applicable and requirement.may_be_absent):
        return ""
    if not evidence.met:
        return requirement.text
    last_day = evidence_valid_until(requirement, evidence)
    if last_day is not None and on > last_day:
        return f"{requirement.text}: venceu em {last_day:%d/%m/%Y}"
    return ""


def evidence_valid_until(requirement: Requirement, evidence: Evidence) -> date | None:
    """The last day the evidence serves; None when it does not lapse or its date is unknown."""
    if evidence.valid_until is not None:
        return evidence.valid_until
    if requirement.validity_days is None or evidence.issued_on is None:
        return None
    return evidence.issued_on + timedelta(days=requirement.validity_days)
