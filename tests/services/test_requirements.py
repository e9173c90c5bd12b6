"""Checks with their copies, court orders for one person, and requirements switched off for everybody."""

from dataclasses import replace
from datetime import date, timedelta
from uuid import UUID, uuid4

import pytest

from stipdesk.domain.applications import ApplicationKind
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.errors import FieldErrors, NotAllowed, Refused
from stipdesk.domain.permissions import Act, Role
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.requirements import RequirementLine, RequirementState
from stipdesk.models import Application
from stipdesk.services import applications, attachments, demands, drivers, registers, requirements, vehicles
from stipdesk.services.access import Desk
from stipdesk.services.applications import FileApplication
from stipdesk.services.attachments import FileTarget, NewFile
from stipdesk.services.demands import SwitchRequirement
from stipdesk.services.requirements import CheckRequirement, ExemptRequirement
from tests import files, office
from tests.stored import refusal

DRIVER, VEHICLE = SubjectKind.DRIVER, SubjectKind.VEHICLE
CRIMINAL = "driver.criminal_certificate"
sqlite_only = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)

PAPER = CheckRequirement(
    DRIVER, UUID(int=0), CRIMINAL, accepted=True, issued_on=date(2026, 11, 20), reference=" TJ-MT 77/2026 "
)


def line_of(desk: Desk, driver_id: UUID, code: str = CRIMINAL) -> RequirementLine:
    (line,) = [each for each in drivers.card(desk, driver_id).requirements if each.requirement.code == code]
    return line


def completed_on(desk: Desk, application_id: UUID) -> date | None:
    """Since when nothing has been missing for it."""
    with desk.reading() as session:
        row = session.get(Application, application_id)
        assert row is not None
        return row.completed_on


def test_a_check_says_who_looked_when_and_keeps_the_copies(desk: Desk, other_desk: Desk) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    brought = (NewFile("certidão.pdf", files.pdf()), NewFile("verso.jpg", files.jpeg()))
    check_id = requirements.check_requirement(other_desk, replace(PAPER, subject_id=driver_id, files=brought))
    line = line_of(desk, driver_id)
    assert line.state is RequirementState.MET
    assert line.check is not None
    assert (line.check.check_id, line.check.checked_on, line.check.checker, line.check.files) == (
        check_id, desk.today, "Iara Nunes", 2,
    )  # fmt: skip
    seen = requirements.check(desk, check_id)
    assert (seen.requirement, seen.accepted, seen.checked_by, seen.reference) == (
        CRIMINAL, True, "Iara Nunes", "TJ-MT 77/2026",
    )  # fmt: skip
    assert [file.name for file in seen.files] == ["certidão.pdf", "verso.jpg"]
    assert seen.files == attachments.files_of(desk, FileTarget(check_id=check_id))


@sqlite_only
@pytest.mark.parametrize(
    ("paper", "field", "said"),
    [
        (replace(PAPER, issued_on=date(2026, 12, 2)), "issued_on", "data futura"),
        (replace(PAPER, issued_on=None), "issued_on", "Informe a data de emissão"),
        (replace(PAPER, issued_on=date(2026, 9, 1)), "issued_on", "mais de 90 dias"),
        (replace(PAPER, issued_on=date(1990, 5, 16)), "issued_on", "anterior ao nascimento do titular, em 17/05/1990"),
        (replace(PAPER, valid_until=date(2026, 11, 19)), "valid_until", "anterior à emissão, em 20/11/2026"),
        (replace(PAPER, valid_until=date(2026, 11, 30)), "valid_until", "venceu em 30/11/2026"),
    ],
)
def test_a_paper_that_does_not_serve_is_named_with_its_article(
    desk: Desk, paper: CheckRequirement, field: str, said: str
) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    with refusal(desk, FieldErrors) as raised:
        requirements.check_requirement(desk, replace(paper, subject_id=driver_id))
    (problem,) = raised.value.problems
    assert (problem.field, problem.article) == (field, "art. 14, II")
    assert said in problem.message
    assert problem.remedy


@sqlite_only
def test_a_paper_refused_for_its_dates_is_recorded_with_them(desk: Desk) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    paper = replace(
        PAPER, subject_id=driver_id, accepted=False, valid_until=date(2026, 1, 1), note="validade antes da emissão"
    )
    requirements.check_requirement(desk, paper)
    assert line_of(desk, driver_id).state is RequirementState.REFUSED


@sqlite_only
@pytest.mark.parametrize("day", [date(1990, 5, 17), date(2026, 12, 1)])
def test_the_day_of_birth_and_today_are_possible(desk: Desk, day: date) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    requirements.check_requirement(
        desk, replace(PAPER, subject_id=driver_id, issued_on=day, valid_until=date(2026, 12, 1))
    )
    assert line_of(desk, driver_id).state is RequirementState.MET


def test_the_last_paper_starts_the_offices_thirty_days(desk: Desk, clock: FixedClock) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    filed = applications.file(desk, FileApplication(ApplicationKind.FIRST_AUTHORIZATION, DRIVER, driver_id))
    office.pay(desk, DRIVER, driver_id, "BB-1")
    assert completed_on(desk, filed.application_id) is None
    clock.moment += timedelta(days=1)
    requirements.check_requirement(desk, replace(PAPER, subject_id=driver_id))
    assert completed_on(desk, filed.application_id) == desk.today
    refused = replace(PAPER, subject_id=driver_id, accepted=False, note="rasurada")
    requirements.check_requirement(desk, refused)
    assert completed_on(desk, filed.application_id) is None


ORDER = ExemptRequirement(
    DRIVER, UUID(int=0), CRIMINAL, "MS 1001234-56.2026.8.11.0037, 1ª Vara", date(2026, 12, 1), date(2026, 12, 20)
)


def test_a_court_takes_a_requirement_away_from_one_person(desk: Desk, clock: FixedClock) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    other = drivers.register(desk, office.another_driver(1))
    exemption_id = requirements.exempt(desk, replace(ORDER, subject_id=driver_id))
    line = line_of(desk, driver_id)
    assert (line.state, line.exempted_by) == (RequirementState.EXEMPT, ORDER.court_order)
    assert line_of(desk, other).state is RequirementState.MISSING
    (told,) = requirements.exemptions(desk, DRIVER, driver_id)
    assert (told.exemption_id, told.requirement, told.article) == (exemption_id, CRIMINAL, "art. 14, II")
    for days, state in ((18, RequirementState.EXEMPT), (1, RequirementState.EXEMPT), (1, RequirementState.MISSING)):
        clock.moment += timedelta(days=days)
        assert line_of(desk, driver_id).state is state
        assert told.holds_on(desk.today) is (state is RequirementState.EXEMPT)
    with refusal(desk, Refused):
        requirements.end_exemption(desk, exemption_id, "revogada")


def test_an_exemption_ends_by_an_act_and_the_clock_stops(desk: Desk, clock: FixedClock) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    filed = applications.file(desk, FileApplication(ApplicationKind.FIRST_AUTHORIZATION, DRIVER, driver_id))
    office.pay(desk, DRIVER, driver_id, "BB-1")
    exemption_id = requirements.exempt(desk, replace(ORDER, subject_id=driver_id, valid_until=None))
    assert completed_on(desk, filed.application_id) == desk.today
    clock.moment += timedelta(days=3)
    with refusal(desk, Refused):
        requirements.end_exemption(desk, exemption_id, " ")
    requirements.end_exemption(desk, exemption_id, "liminar revogada em 04/12/2026")
    assert line_of(desk, driver_id).state is RequirementState.MISSING
    assert completed_on(desk, filed.application_id) is None
    (told,) = requirements.exemptions(desk, DRIVER, driver_id)
    assert (told.ended_on, told.end_reason) == (desk.today, "liminar revogada em 04/12/2026")
    requirements.exempt(desk, replace(ORDER, subject_id=driver_id, valid_from=desk.today, valid_until=None))
    newest = registers.story(desk, DRIVER, driver_id)[0]
    assert (newest.act, newest.reason) == (Act.EXEMPT_REQUIREMENT, ORDER.court_order)


@sqlite_only
@pytest.mark.parametrize(
    ("order", "field"),
    [
        (replace(ORDER, court_order=" "), "court_order"),
        (replace(ORDER, valid_until=date(2026, 11, 30)), "valid_until"),
        (replace(ORDER, valid_from=date(2022, 3, 3)), "valid_from"),
        (replace(ORDER, requirement="driver.fee"), "requirement"),
        (replace(ORDER, requirement="vehicle.age"), "requirement"),
        (replace(ORDER, requirement="driver.nothing"), "requirement"),
    ],
)
def test_an_order_that_cannot_be(desk: Desk, order: ExemptRequirement, field: str) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    with refusal(desk, FieldErrors) as raised:
        requirements.exempt(desk, replace(order, subject_id=driver_id))
    assert [problem.field for problem in raised.value.problems] == [field]


@sqlite_only
@pytest.mark.parametrize(
    ("first", "last", "overlaps"),
    [
        (date(2026, 11, 1), date(2026, 11, 30), False),
        (date(2026, 11, 1), date(2026, 12, 1), True),
        (date(2026, 12, 20), None, True),
        (date(2026, 12, 21), None, False),
        (date(2022, 3, 4), None, True),
    ],
)
def test_two_orders_of_the_same_days(desk: Desk, first: date, last: date | None, overlaps: bool) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    requirements.exempt(desk, replace(ORDER, subject_id=driver_id))
    again = replace(ORDER, subject_id=driver_id, valid_from=first, valid_until=last)
    if overlaps:
        with refusal(desk, FieldErrors):
            requirements.exempt(desk, again)
    else:
        requirements.exempt(desk, again)
    requirements.exempt(desk, replace(again, requirement="driver.other_documents"))


@sqlite_only
def test_a_court_takes_the_age_limit_away_from_one_vehicle(desk: Desk) -> None:
    vehicle_id = vehicles.register(desk, replace(office.VEHICLE, manufacture_year=2019, model_year=2020))
    order = replace(ORDER, kind=VEHICLE, subject_id=vehicle_id, requirement="vehicle.age")
    requirements.exempt(desk, order)
    (line,) = [each for each in vehicles.card(desk, vehicle_id).requirements if each.requirement.code == "vehicle.age"]
    assert line.state is RequirementState.EXEMPT


@sqlite_only
def test_only_the_coordination_obeys_a_court_order(desk: Desk) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    office.sign_in_as(desk, Role.MANAGER)
    with refusal(desk, NotAllowed):
        requirements.exempt(desk, replace(ORDER, subject_id=driver_id))


SWITCH = SwitchRequirement(CRIMINAL, False, date(2026, 12, 1), "Portaria 9/2026")


def demand(desk: Desk, code: str) -> demands.DemandLine:
    (line,) = [each for each in demands.demands(desk) if each.requirement.code == code]
    return line


def test_a_requirement_switched_off_and_on_again(desk: Desk, clock: FixedClock) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    filed = applications.file(desk, FileApplication(ApplicationKind.FIRST_AUTHORIZATION, DRIVER, driver_id))
    office.pay(desk, DRIVER, driver_id, "BB-1")
    later = date(2026, 12, 10)
    demands.switch(desk, SWITCH)
    demands.switch(desk, replace(SWITCH, enabled=True, valid_from=later, legal_basis="Portaria 10/2026"))
    line = demand(desk, CRIMINAL)
    assert not line.enabled
    assert [(change.enabled, change.valid_from) for change in line.changes] == [(True, later), (False, desk.today)]
    assert completed_on(desk, filed.application_id) == desk.today
    with refusal(desk, Refused):
        requirements.check_requirement(desk, replace(PAPER, subject_id=driver_id))
    clock.moment += timedelta(days=9)
    assert demand(desk, CRIMINAL).enabled
    assert line_of(desk, driver_id).state is RequirementState.MISSING


@sqlite_only
def test_of_two_switches_of_one_day_the_later_counts(desk: Desk) -> None:
    demands.switch(desk, SWITCH)
    demands.switch(desk, replace(SWITCH, enabled=True, legal_basis="Portaria 9-A/2026"))
    line = demand(desk, CRIMINAL)
    assert line.enabled
    assert [change.legal_basis for change in line.changes] == ["Portaria 9-A/2026", "Portaria 9/2026"]


@sqlite_only
def test_what_cannot_be_switched(desk: Desk) -> None:
    for code in ("driver.fee", "operator.fee"):
        assert "art. 16, § 2º" in demand(desk, code).fixed
        with refusal(desk, Refused):
            demands.switch(desk, replace(SWITCH, code=code))
    assert demand(desk, CRIMINAL).fixed == ""
    for switch, field in (
        (replace(SWITCH, legal_basis=" "), "legal_basis"), (replace(SWITCH, valid_from=date(2022, 3, 3)), "valid_from"),
    ):  # fmt: skip
        with refusal(desk, FieldErrors) as raised:
            demands.switch(desk, switch)
        assert [problem.field for problem in raised.value.problems] == [field]


@sqlite_only
def test_what_is_not_there(desk: Desk) -> None:
    for call in (
        lambda: requirements.check(desk, uuid4()),
        lambda: requirements.end_exemption(desk, uuid4(), "x"),
        lambda: requirements.exempt(desk, replace(ORDER, subject_id=uuid4())),
    ):
        with refusal(desk, Refused):
            call()
