"""The daily check of art. 60 on both engines: it says what the cards say, of everybody, and never writes."""

from dataclasses import replace
from datetime import date
from uuid import UUID

import pytest

from stipdesk.domain.clock import FixedClock
from stipdesk.domain.legal import ParameterOverride
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.vehicle import registration_serves
from stipdesk.models import Driver, JournalEntry, Operator, Vehicle
from stipdesk.services import authorizations, daily_check, drivers, holders, inspections, vehicles
from stipdesk.services import office as office_service
from stipdesk.services.access import Desk
from stipdesk.services.daily_check import Condition, DailyCheck, LostCondition
from stipdesk.services.inspections import RecordInspection
from stipdesk.store.queries import registers as queries
from tests import office
from tests.services.measuring import go_to, opened

TODAY = date(2026, 12, 1)


@pytest.fixture
def people(desk: Desk) -> tuple[UUID, UUID, UUID]:
    """An operator, a driver with a CAA and an inspected vehicle: only the operator's CAA is wanting."""
    operator_id, driver_id, vehicle_id = office.walk_in(desk)
    office.ready(desk, driver_id)
    authorizations.issue(desk, SubjectKind.DRIVER, driver_id)
    inspections.record(desk, RecordInspection(vehicle_id, desk.today, "CIRETRAN"))
    return operator_id, driver_id, vehicle_id


def checked(desk: Desk) -> list[LostCondition]:
    """Everything a whole check finds."""
    run = DailyCheck(desk)
    progress = run.begin()
    found: list[LostCondition] = []
    while not progress.is_over:
        progress = run.advance()
        found += progress.found
    assert progress.done == progress.total
    return found


def codes(desk: Desk) -> set[str]:
    return {lost.code for lost in checked(desk)}


def journal_length(desk: Desk) -> int:
    with desk.reading() as session:
        return session.query(JournalEntry).count()


def test_what_is_lost_is_listed_with_article_cure_and_the_holder(
    desk: Desk, people: tuple[UUID, UUID, UUID], clock: FixedClock
) -> None:
    _operator, driver_id, vehicle_id = people
    found = {lost.code: lost for lost in checked(desk)}
    assert set(found) == {"pair.operator", "vehicle.registration"}
    assert found["pair.operator"].condition is Condition.OPERATOR_CAA
    go_to(clock, date(2027, 7, 1))
    lost = {lost.code: lost for lost in checked(desk)}["vehicle.insurance"]
    assert (lost.condition, lost.holder_kind, lost.holder_id) == (Condition.INSURANCE, SubjectKind.DRIVER, driver_id)
    assert (lost.line.kind, lost.line.subject_id) == (SubjectKind.VEHICLE, vehicle_id)
    assert (lost.line.day, lost.line.days) == (date(2027, 7, 1), 0)
    assert lost.line.article
    assert lost.line.cure
    assert lost.line.group == daily_check.CONDITION_NAMES[Condition.INSURANCE]


def test_a_condition_already_in_a_process_says_so(desk: Desk, people: tuple[UUID, UUID, UUID]) -> None:
    driver_id = people[1]
    card = drivers.card(desk, driver_id)
    drivers.edit(desk, driver_id, card.version, card.fields, replace(card.fields, has_paid_activity_endorsement=False))
    number = opened(desk, driver_id).number
    (lost,) = [lost for lost in checked(desk) if lost.code == "driver.paid_activity"]
    assert lost.process == str(number)
    assert lost.process in lost.line.cure


@pytest.mark.usefixtures("people")
def test_who_has_no_caa_loses_none(desk: Desk, clock: FixedClock) -> None:
    go_to(clock, date(2027, 12, 2))
    assert checked(desk) == []


@pytest.mark.usefixtures("people")
def test_a_certificate_that_only_grew_old_is_listed_if_the_office_wants(desk: Desk, clock: FixedClock) -> None:
    go_to(clock, date(2027, 6, 1))
    assert "driver.criminal_certificate" not in codes(desk)
    wanted = ParameterOverride("daily_check_lapsed_certificates", True, date(2027, 1, 1), "Portaria 1/2027")
    office_service.set_parameter(desk, wanted)
    assert "driver.criminal_certificate" in codes(desk)


@pytest.mark.parametrize(
    ("exercise", "grace", "on", "serves"),
    [
        (2026, 12, date(2026, 12, 31), True),
        (2026, 12, date(2027, 12, 31), True),
        (2026, 12, date(2028, 1, 1), False),
        (2026, 3, date(2027, 3, 31), True),
        (2026, 3, date(2027, 4, 1), False),
        (2026, 0, date(2027, 1, 1), False),
    ],
)
def test_a_crlv_of_the_year_before_serves_for_the_office_s_months(
    exercise: int, grace: int, on: date, serves: bool
) -> None:
    assert registration_serves(exercise, grace, on) is serves


def test_it_agrees_with_the_cards_for_every_holder_whatever_the_batch(
    desk: Desk, people: tuple[UUID, UUID, UUID], clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    operator_id, _, vehicle_id = people
    for number in range(5):
        fields = replace(
            office.another_driver(number),
            has_paid_activity_endorsement=number != 1,
            license_valid_until=date(2027, 1, 1 + number),
        )
        driver_id = drivers.register(desk, fields, operator_id if number % 2 else None)
        if number < 4 and number != 1:
            office.ready(desk, driver_id, f"BB-{number}")
            authorizations.issue(desk, SubjectKind.DRIVER, driver_id)
        if number == 3:
            drivers.link_vehicle(desk, driver_id, vehicle_id, office.OWNED, desk.today)
        vehicles.register(desk, office.another_vehicle(number), driver_id, office.OWNED, office.POLICY)
    go_to(clock, date(2027, 7, 3))
    before = journal_length(desk)
    whole = checked(desk)
    for size in (1, 2, 3):
        monkeypatch.setattr(daily_check, "BATCH", size)
        assert _essence(checked(desk)) == _essence(whole)
    assert _by_the_cards(desk) == {(lost.holder_id, lost.line.subject_id, lost.code) for lost in whole}
    assert journal_length(desk) == before


def _essence(found: list[LostCondition]) -> list[tuple[str, str, str]]:
    return sorted((str(lost.line.subject_id), lost.code, lost.line.what) for lost in found)


def _by_the_cards(desk: Desk) -> set[tuple[UUID, UUID, str]]:
    """The same, asked of one record at a time."""
    expected = set()
    seen: set[UUID] = set()
    with desk.reading() as session:
        for driver in session.query(Driver).order_by(Driver.id):
            situation = holders.situations(desk, session, [driver])[driver.id]
            if not situation.standing.state.may_serve:
                continue
            lost = {line.requirement.code for line in situation.requirements if line.state.is_missing}
            left_out = {"driver.fee", "driver.criminal_certificate"}
            expected |= {(driver.id, driver.id, code) for code in lost - left_out}
            links = queries.operator_links(session, drivers=[driver.id])
            companies = [session.get_one(Operator, link.operator_id) for link in links]
            standings = [holders.standings(desk, session, [company])[company.id] for company in companies]
            if not any(standing.state.may_serve for standing in standings):
                expected.add((driver.id, driver.id, "pair.operator"))
            for link in queries.vehicle_links(session, drivers=[driver.id]):
                if link.vehicle_id in seen:
                    continue
                seen.add(link.vehicle_id)
                car = session.get_one(Vehicle, link.vehicle_id)
                found = holders.situations(desk, session, [car])[car.id].requirements
                expected |= {(driver.id, car.id, line.requirement.code) for line in found if line.state.is_missing}
    return expected


@pytest.mark.usefixtures("people")
def test_a_check_given_up_changes_nothing_and_holds_nothing(desk: Desk) -> None:
    before = journal_length(desk)
    run = DailyCheck(desk)
    assert (run.begin().total, run.advance().done) == (2, 1)
    del run
    assert journal_length(desk) == before
    assert len(checked(desk)) == 2


def test_an_empty_office_is_checked_at_once(desk: Desk) -> None:
    assert checked(desk) == []
