"""A vehicle's life: conditional registration, age, plates, replacement, titles, and records that dispute one car."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from uuid import UUID

import pytest

from stipdesk.domain.applications import ApplicationDecision, ApplicationKind
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.errors import Duplicate, FieldErrors, NotAllowed, Refused
from stipdesk.domain.identifiers import Cpf, Plate
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import Fuel, SealRecovery, SubjectKind, UseTitleFields, UseTitleKind
from stipdesk.domain.standing import StandingState
from stipdesk.models import Application
from stipdesk.services import (
    applications,
    drivers,
    inspections,
    requirements,
    search,
    vehicle_changes,
    vehicle_facts,
    vehicles,
)
from stipdesk.services.access import Desk
from stipdesk.services.applications import FileApplication
from stipdesk.services.inspections import RecordInspection
from stipdesk.services.vehicle_changes import ChangePlate, ReplaceVehicle
from stipdesk.services.vehicle_facts import ClaimKind
from stipdesk.store.queries import registers as queries
from stipdesk.store.queries.applications import applications_of
from tests import office

OLD_FORM, NEW_FORM, OTHER = Plate("ABC1323"), Plate("ABC1D23"), Plate("XYZ9K88")
RENTED = UseTitleFields(UseTitleKind.RENTAL, "Contrato 12/2026", date(2027, 1, 31))


def go_to(clock: FixedClock, day: date) -> None:
    clock.moment = datetime.combine(day, clock.moment.timetz())


def inspect(desk: Desk, vehicle_id: UUID) -> str:
    outcome = inspections.record(desk, RecordInspection(vehicle_id, desk.today, "CIRETRAN"))
    assert outcome.seal_number is not None
    return outcome.seal_number


def requests(desk: Desk, vehicle_id: UUID) -> list[tuple[ApplicationKind, ApplicationDecision | None]]:
    with desk.reading() as session:
        rows: list[Application] = list(applications_of(session, SubjectKind.VEHICLE, vehicle_id))
        return [(row.kind, row.decision) for row in rows]


def state(desk: Desk, vehicle_id: UUID) -> StandingState:
    return vehicles.card(desk, vehicle_id).standing.state


def ask_registration(desk: Desk, driver_id: UUID, vehicle_id: UUID) -> date | None:
    filed = applications.file(
        desk,
        FileApplication(ApplicationKind.VEHICLE_REGISTRATION, SubjectKind.DRIVER, driver_id, vehicle_id=vehicle_id),
    )
    return filed.conditional_until


def check(desk: Desk, vehicle_id: UUID, code: str) -> None:
    requirements.check_requirement(
        desk, requirements.CheckRequirement(SubjectKind.VEHICLE, vehicle_id, code, accepted=True)
    )


# Conditional registration and age


def test_the_thirty_days_lapse_on_the_day_after_and_the_proof_reopens(desk: Desk, clock: FixedClock) -> None:
    _operator, driver_id, vehicle_id = office.walk_in(desk)
    assert state(desk, vehicle_id) is StandingState.NEVER_AUTHORIZED
    due = ask_registration(desk, driver_id, vehicle_id)
    assert due == date(2026, 12, 31)
    go_to(clock, due)
    assert state(desk, vehicle_id) is StandingState.CONDITIONAL
    go_to(clock, due + timedelta(days=1))
    standing = vehicles.card(desk, vehicle_id).standing
    lapsed = next(finding for finding in standing.findings if finding.code == "conditional_lapsed")
    assert (standing.state, lapsed.article, lapsed.since) == (
        StandingState.BLOCKED, "art. 19, § 1º", date(2027, 1, 1),
    )  # fmt: skip
    inspect(desk, vehicle_id)
    assert state(desk, vehicle_id).may_serve


def test_a_request_about_a_vehicle_is_granted_when_nothing_is_missing(desk: Desk) -> None:
    _operator, driver_id, vehicle_id = office.walk_in(desk)
    ask_registration(desk, driver_id, vehicle_id)
    missing = [
        line.requirement.code
        for line in vehicles.card(desk, vehicle_id).requirements
        if line.state.is_missing and line.requirement.code != "vehicle.inspection"
    ]
    for code in missing:
        check(desk, vehicle_id, code)
    assert requests(desk, vehicle_id) == [(ApplicationKind.VEHICLE_REGISTRATION, None)]
    inspect(desk, vehicle_id)
    assert requests(desk, vehicle_id) == [(ApplicationKind.VEHICLE_REGISTRATION, ApplicationDecision.GRANTED)]


@pytest.mark.parametrize(
    ("made", "hybrid", "last"),
    [(2020, False, date(2026, 12, 31)), (2021, False, date(2027, 12, 31)), (2018, True, date(2026, 12, 31))],
)
def test_the_age_ends_on_the_first_of_january_during_the_term(
    desk: Desk, clock: FixedClock, made: int, hybrid: bool, last: date
) -> None:
    fuel = Fuel.HYBRID if hybrid else Fuel.FLEX
    fields = replace(office.VEHICLE, manufacture_year=made, model_year=made, is_hybrid=hybrid, fuel=fuel)
    vehicle_id = vehicles.register(desk, fields)
    inspect(desk, vehicle_id)
    card = vehicles.card(desk, vehicle_id)
    assert card.age_limit == last
    assert card.standing.until == min(last, date(2027, 12, 1))
    if last > date(2027, 12, 1):
        inspect_again = date(2027, 11, 30)
        go_to(clock, inspect_again)
        inspect(desk, vehicle_id)
    go_to(clock, last)
    assert state(desk, vehicle_id).may_serve
    go_to(clock, last + timedelta(days=1))
    standing = vehicles.card(desk, vehicle_id).standing
    assert standing.state is StandingState.BLOCKED
    assert standing.findings[0].article == "art. 18, I"
    assert standing.findings[0].cure


# Plates


def test_the_other_form_of_one_plate_voids_nothing_and_asks_for_nothing(desk: Desk) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    vehicle_id = vehicles.register(desk, replace(office.VEHICLE, plate=OLD_FORM), driver_id, office.OWNED)
    inspect(desk, vehicle_id)
    changed = vehicle_changes.change_plate(
        desk, ChangePlate(vehicle_id, OLD_FORM, NEW_FORM, "Padrão Mercosul", driver_id=driver_id)
    )
    assert changed.voided_seals == ()
    card = vehicles.card(desk, vehicle_id)
    assert (card.fields.plate, card.seals[0].voided_on) == (NEW_FORM, None)
    assert [(each.old_plate, each.new_plate, each.application) for each in card.former_plates] == [
        (OLD_FORM, NEW_FORM, changed.application)
    ]
    assert requests(desk, vehicle_id) == [(ApplicationKind.PLATE_CHANGE, ApplicationDecision.GRANTED)]


@pytest.mark.parametrize("recovery", SealRecovery)
def test_another_plate_voids_the_seal_and_says_what_became_of_it(desk: Desk, recovery: SealRecovery) -> None:
    _operator, driver_id, vehicle_id = office.walk_in(desk)
    number = inspect(desk, vehicle_id)
    command = ChangePlate(vehicle_id, NEW_FORM, OTHER, "Clonagem", driver_id=driver_id)
    with pytest.raises(FieldErrors) as raised:
        vehicle_changes.change_plate(desk, command)
    (problem,) = raised.value.problems
    assert (problem.field, problem.article, number in problem.message) == ("recovery", "art. 18, § 3º", True)
    assert vehicles.card(desk, vehicle_id).fields.plate == NEW_FORM
    changed = vehicle_changes.change_plate(desk, replace(command, recovery=recovery))
    assert changed.voided_seals == (number,)
    card = vehicles.card(desk, vehicle_id)
    (seal,) = card.seals
    assert (seal.voided_on, seal.recovery) == (desk.today, recovery)
    assert "ABC1D23" in seal.void_reason
    assert card.standing.state is StandingState.NEVER_AUTHORIZED
    assert [(each.reason, each.changed_on) for each in card.former_plates] == [("Clonagem", desk.today)]
    inspect(desk, vehicle_id)
    assert state(desk, vehicle_id).may_serve


def test_a_plate_typed_wrong_is_corrected_without_a_request(desk: Desk) -> None:
    vehicle_id = vehicles.register(desk, office.VEHICLE)
    changed = vehicle_changes.change_plate(desk, ChangePlate(vehicle_id, NEW_FORM, OTHER, "Digitação"))
    assert (changed.application, changed.voided_seals, requests(desk, vehicle_id)) == ("", (), [])


def test_a_plate_request_that_waits_is_granted_by_the_change(desk: Desk) -> None:
    _operator, driver_id, vehicle_id = office.walk_in(desk)
    filed = applications.file(
        desk,
        FileApplication(
            ApplicationKind.PLATE_CHANGE, SubjectKind.DRIVER, driver_id, vehicle_id=vehicle_id, new_plate=OTHER
        ),
    )
    changed = vehicle_changes.change_plate(
        desk, ChangePlate(vehicle_id, NEW_FORM, OTHER, "Nova placa", driver_id=driver_id)
    )
    assert changed.application == filed.number
    assert requests(desk, vehicle_id) == [(ApplicationKind.PLATE_CHANGE, ApplicationDecision.GRANTED)]


def test_the_old_plate_still_finds_the_vehicle(desk: Desk) -> None:
    vehicle_id = vehicles.register(desk, office.VEHICLE)
    vehicle_changes.change_plate(desk, ChangePlate(vehicle_id, NEW_FORM, OTHER, "Nova placa"))
    for typed in ("ABC1D23", "abc-1323", "XYZ9K88"):
        assert [hit.subject_id for hit in search.find(desk, typed)] == [vehicle_id]


def test_what_a_plate_change_refuses(desk: Desk) -> None:
    vehicle_id = vehicles.register(desk, office.VEHICLE)
    other_id = vehicles.register(desk, replace(office.another_vehicle(1), plate=Plate("XYZ9A88")))
    with pytest.raises(Duplicate) as taken:
        vehicle_changes.change_plate(desk, ChangePlate(vehicle_id, NEW_FORM, Plate("XYZ9088"), "Troca"))
    assert (taken.value.field, taken.value.subject_id) == ("new_plate", other_id)
    with pytest.raises(FieldErrors) as same:
        vehicle_changes.change_plate(desk, ChangePlate(vehicle_id, NEW_FORM, NEW_FORM, " "))
    assert [problem.field for problem in same.value.problems] == ["new_plate", "reason"]
    with pytest.raises(Refused, match="já é ABC1D23"):
        vehicle_changes.change_plate(desk, ChangePlate(vehicle_id, OLD_FORM, OTHER, "Troca"))


def test_an_edit_takes_no_other_plate(desk: Desk) -> None:
    vehicle_id = vehicles.register(desk, office.VEHICLE)
    with pytest.raises(FieldErrors) as raised:
        vehicles.edit(desk, vehicle_id, 1, office.VEHICLE, replace(office.VEHICLE, plate=OTHER))
    (problem,) = raised.value.problems
    assert (problem.field, "Trocar placa" in problem.remedy) == ("plate", True)
    vehicles.edit(desk, vehicle_id, 1, office.VEHICLE, replace(office.VEHICLE, plate=OLD_FORM))
    assert vehicles.card(desk, vehicle_id).fields.plate == OLD_FORM


# Replacement


def test_a_driver_changes_cars(desk: Desk, clock: FixedClock) -> None:
    _operator, driver_id, old_id = office.walk_in(desk)
    number = inspect(desk, old_id)
    new_id = vehicles.register(desk, office.another_vehicle(1))
    command = ReplaceVehicle(driver_id, old_id, new_id, RENTED, "Vendeu o carro")
    with pytest.raises(FieldErrors) as raised:
        vehicle_changes.replace_vehicle(desk, command)
    assert [problem.field for problem in raised.value.problems] == ["recovery"]
    done = vehicle_changes.replace_vehicle(desk, replace(command, recovery=SealRecovery.COLLECTED))
    assert (done.voided_seals, done.left_without_registrant) == ((number,), False)
    assert done.conditional_until == date(2026, 12, 31)
    assert [car.vehicle_id for car in drivers.card(desk, driver_id).vehicles] == [new_id]
    card = vehicles.card(desk, new_id)
    assert [(each.driver_id, each.title, each.is_registrant) for each in card.drivers] == [(driver_id, RENTED, True)]
    assert card.standing.state is StandingState.CONDITIONAL
    old = vehicles.card(desk, old_id)
    assert (old.drivers, old.seals[0].recovery) == ((), SealRecovery.COLLECTED)
    assert requests(desk, new_id) == [(ApplicationKind.VEHICLE_REPLACEMENT, None)]
    go_to(clock, date(2027, 1, 1))
    assert state(desk, new_id) is StandingState.BLOCKED


def test_a_car_others_go_on_using_keeps_its_seal(desk: Desk) -> None:
    _operator, driver_id, old_id = office.walk_in(desk)
    inspect(desk, old_id)
    other_id = drivers.register(desk, office.another_driver(1))
    drivers.link_vehicle(desk, other_id, old_id, RENTED, desk.today)
    new_id = vehicles.register(desk, office.another_vehicle(1))
    done = vehicle_changes.replace_vehicle(desk, ReplaceVehicle(driver_id, old_id, new_id, office.OWNED, "Outro carro"))
    assert (done.voided_seals, done.left_without_registrant) == ((), True)
    old = vehicles.card(desk, old_id)
    assert (old.seals[0].voided_on, [each.driver_id for each in old.drivers]) == (None, [other_id])
    missing = {line.requirement.code for line in old.requirements if line.state.is_missing}
    assert "vehicle.registrant" in missing


def test_an_inspected_car_needs_no_thirty_days(desk: Desk) -> None:
    _operator, driver_id, old_id = office.walk_in(desk)
    new_id = vehicles.register(desk, office.another_vehicle(1), policy=office.POLICY)
    inspect(desk, new_id)
    done = vehicle_changes.replace_vehicle(desk, ReplaceVehicle(driver_id, old_id, new_id, RENTED, "Outro carro"))
    assert done.conditional_until is None


def test_what_a_replacement_refuses(desk: Desk) -> None:
    _operator, driver_id, old_id = office.walk_in(desk)
    new_id = vehicles.register(desk, office.another_vehicle(1))
    base = ReplaceVehicle(driver_id, old_id, new_id, RENTED, "Outro carro")
    refused = {
        "reason": replace(base, reason=" "),
        "new_vehicle_id": replace(base, new_vehicle_id=old_id),
        "reference": replace(base, title=replace(RENTED, reference="")),
        "valid_until": replace(base, title=replace(RENTED, valid_until=date(2026, 11, 30))),
    }
    for field, command in refused.items():
        with pytest.raises(FieldErrors) as raised:
            vehicle_changes.replace_vehicle(desk, command)
        assert [problem.field for problem in raised.value.problems] == [field]
        assert all(problem.article for problem in raised.value.problems)
    stranger = drivers.register(desk, office.another_driver(1))
    with pytest.raises(Refused, match="não usa o veículo que sai"):
        vehicle_changes.replace_vehicle(desk, replace(base, driver_id=stranger))
    assert [each.vehicle_id for each in drivers.card(desk, driver_id).vehicles] == [old_id]


# Titles of use


def test_a_title_that_ended_is_renewed_and_each_day_keeps_its_own(desk: Desk, clock: FixedClock) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    vehicle_id = vehicles.register(desk, office.VEHICLE, driver_id, RENTED)
    (link,) = vehicles.card(desk, vehicle_id).drivers
    assert RENTED.valid_until is not None
    ended = RENTED.valid_until + timedelta(days=1)
    go_to(clock, ended + timedelta(days=9))
    line = next(
        each for each in vehicles.card(desk, vehicle_id).requirements if each.requirement.code == "vehicle.use_title"
    )
    assert line.state.is_missing
    new = replace(RENTED, reference="Contrato 3/2027", valid_until=date(2028, 1, 31))
    vehicle_changes.renew_title(desk, link.link_id, new, ended)
    (renewed,) = vehicles.card(desk, vehicle_id).drivers
    assert (renewed.title, renewed.since, renewed.is_registrant) == (new, ended, True)
    with desk.reading() as session:
        for day, title in ((RENTED.valid_until, RENTED), (ended, new)):
            assert [each.title for each in queries.vehicle_links(session, vehicles=[vehicle_id], on=day)] == [title]


@pytest.mark.parametrize("since", [date(2026, 11, 30), date(2026, 12, 2)])
def test_a_title_begins_within_what_it_renews(desk: Desk, since: date) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    vehicle_id = vehicles.register(desk, office.VEHICLE, driver_id, RENTED)
    (link,) = vehicles.card(desk, vehicle_id).drivers
    with pytest.raises(FieldErrors) as raised:
        vehicle_changes.renew_title(desk, link.link_id, RENTED, since)
    assert [problem.field for problem in raised.value.problems] == ["since"]
    assert [each.title for each in vehicles.card(desk, vehicle_id).drivers] == [RENTED]


def test_a_policy_that_does_not_cover_the_seats_is_named(desk: Desk) -> None:
    vehicle_id = vehicles.register(desk, office.VEHICLE)
    with pytest.raises(FieldErrors) as raised:
        vehicles.add_policy(desk, vehicle_id, replace(office.POLICY, seats_covered=3))
    (problem,) = raised.value.problems
    assert (problem.field, problem.article) == ("seats_covered", "art. 18, III")
    assert problem.remedy


# Records that dispute one car


def test_nothing_is_disputed_of_an_owner_on_his_crlv(desk: Desk) -> None:
    _operator, _driver, vehicle_id = office.walk_in(desk)
    assert vehicle_facts.claims(desk, vehicle_id) == ()
    assert vehicle_facts.all_claims(desk) == ()


def test_one_chassis_and_one_renavam_in_two_records_are_told(desk: Desk) -> None:
    _operator, _driver, first = office.walk_in(desk)
    twin = replace(
        office.another_vehicle(1), chassis=office.VEHICLE.chassis, renavam=office.VEHICLE.renavam, owner_document=""
    )
    second = vehicles.register(desk, twin)
    found = vehicles.card(desk, second).claims
    assert [(each.kind, each.other_id) for each in found] == [
        (ClaimKind.SAME_CHASSIS, first), (ClaimKind.SAME_RENAVAM, first),
    ]  # fmt: skip
    assert "sob responsabilidade de Ana Beatriz de Souza" in found[0].text
    assert all(each.article.startswith("art. 19") and each.cure for each in found)
    assert {(each.kind, each.vehicle_id) for each in vehicle_facts.all_claims(desk)} == {
        (kind, vehicle) for kind in (ClaimKind.SAME_CHASSIS, ClaimKind.SAME_RENAVAM) for vehicle in (first, second)
    }


def test_a_second_owner_and_a_stranger_to_the_crlv_are_told(desk: Desk) -> None:
    _operator, _driver, first = office.walk_in(desk)
    other_id = drivers.register(desk, office.another_driver(1))
    drivers.link_vehicle(desk, other_id, first, office.OWNED, desk.today)
    (two,) = vehicle_facts.claims(desk, first)
    assert (two.kind, two.other_id, two.article) == (ClaimKind.TWO_OWNERS, other_id, "art. 19, § 2º")
    borrowed = replace(office.another_vehicle(2), owner_document=Cpf.with_check_digits("999888777"), owner_name="Zélia")
    second = vehicles.register(desk, borrowed, other_id, office.OWNED)
    (one,) = vehicle_facts.claims(desk, second)
    assert (one.kind, one.other_id, "em nome de Zélia" in one.text) == (ClaimKind.OTHER_OWNER, other_id, True)
    assert {each.vehicle_id for each in vehicle_facts.all_claims(desk)} == {first, second}
    (link,) = vehicles.card(desk, second).drivers
    vehicle_changes.renew_title(desk, link.link_id, RENTED, desk.today)
    assert vehicle_facts.claims(desk, second) == ()


# The calendar


def test_the_calendar_tells_whose_seal_ends_and_when(desk: Desk, clock: FixedClock) -> None:
    _operator, _driver, first = office.walk_in(desk)
    number = inspect(desk, first)
    second = vehicles.register(desk, office.another_vehicle(1))
    go_to(clock, date(2026, 12, 10))
    inspect(desk, second)
    month = (date(2027, 12, 1), date(2027, 12, 31))
    lines = inspections.calendar(desk, *month)
    assert [(line.vehicle_id, line.valid_until) for line in lines] == [
        (first, date(2027, 12, 1)), (second, date(2027, 12, 10)),
    ]  # fmt: skip
    assert (lines[0].seal, lines[0].registrant_name, lines[1].registrant_name) == (number, "Ana Beatriz de Souza", "")
    inspect(desk, first)
    assert [line.valid_until for line in inspections.calendar(desk, *month)] == [date(2027, 12, 10)] * 2
    assert inspections.calendar(desk, date(2027, 12, 1), date(2027, 12, 9)) == []


def test_these_acts_are_the_desks(desk: Desk) -> None:
    vehicle_id = vehicles.register(desk, office.VEHICLE)
    office.sign_in_as(desk, Role.AGENT)
    with pytest.raises(NotAllowed):
        vehicle_changes.change_plate(desk, ChangePlate(vehicle_id, NEW_FORM, OTHER, "Troca"))
