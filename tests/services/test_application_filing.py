"""What may be asked for today and why not the rest; two drivers of one car; the protocol number in the search box."""

from datetime import date
from uuid import UUID

import pytest

from stipdesk.domain.applications import ApplicationKind, ApplicationState
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import application_filing, applications, drivers, inspections, registers, requirements, search
from stipdesk.services.access import Desk
from stipdesk.services.application_filing import FilingFacts
from stipdesk.services.inspections import RecordInspection
from stipdesk.services.requirements import CheckRequirement
from tests import office
from tests.services.asking import (
    DATA,
    DRIVER,
    FIRST,
    OPERATOR,
    REGISTRATION,
    RENEWAL,
    TODAY,
    VEHICLE,
    ask,
    ask_vehicle,
    issued,
    state,
)
from tests.services.measuring import cassated, go_to
from tests.stored import broken_links


@pytest.fixture
def people(desk: Desk) -> tuple[UUID, UUID, UUID]:
    return office.walk_in(desk)


@pytest.fixture
def driver_id(people: tuple[UUID, UUID, UUID]) -> UUID:
    return people[1]


def facts(desk: Desk, holder_id: UUID, kind: SubjectKind = DRIVER) -> FilingFacts:
    return application_filing.filing_facts(desk, kind, holder_id)


def possible(found: FilingFacts) -> set[ApplicationKind]:
    return {kind for kind, why_not in found.why_not.items() if not why_not}


def test_a_newcomer_asks_for_a_caa_for_the_car_and_for_changes(desk: Desk, people: tuple[UUID, UUID, UUID]) -> None:
    operator_id, driver_id, vehicle_id = people
    found = facts(desk, driver_id)
    assert possible(found) == {FIRST, REGISTRATION, DATA}
    assert "o pedido é de novo CAA" in found.why_not[RENEWAL]
    assert found.operators == ((operator_id, "Cerrado Mobilidade Ltda."),)
    assert found.vehicles == ((vehicle_id, "ABC1D23 · Chevrolet Onix Plus"),)
    company = facts(desk, operator_id, OPERATOR)
    assert possible(company) == {FIRST, DATA}
    assert (REGISTRATION in company.why_not, company.operators, company.vehicles) == (False, (), ())


def test_without_a_car_none_is_registered(desk: Desk) -> None:
    alone = drivers.register(desk, office.another_driver(1))
    assert facts(desk, alone).why_not[REGISTRATION] == "Nenhum veículo vinculado (art. 19)."


def test_what_was_asked_already_is_to_be_resumed(desk: Desk, driver_id: UUID) -> None:
    number = ask(desk, driver_id).number
    found = facts(desk, driver_id)
    assert possible(found) == {REGISTRATION, DATA}
    for kind in (FIRST, RENEWAL):
        assert f"{number}, de 01/12/2026, ainda não foi decidido. Retome-o." in found.why_not[kind]


def test_a_bar_is_shown_with_its_article_and_its_end(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    cassated(desk, other_desk, driver_id)
    found = facts(desk, driver_id)
    assert possible(found) == {REGISTRATION, DATA}
    for kind in (FIRST, RENEWAL):
        assert "art. 34, § 1º" in found.why_not[kind]
        assert "a partir de 01/12/2028" in found.why_not[kind]


def test_a_renewal_is_offered_in_the_last_sixty_days(desk: Desk, driver_id: UUID, clock: FixedClock) -> None:
    issued(desk, driver_id)
    found = facts(desk, driver_id)
    assert "Há CAA em vigor até 01/12/2027" in found.why_not[FIRST]
    assert "A renovação pode ser pedida a partir de 02/10/2027" in found.why_not[RENEWAL]
    go_to(clock, date(2027, 10, 2))
    assert facts(desk, driver_id).why_not[RENEWAL] == ""
    go_to(clock, date(2027, 12, 2))
    assert possible(facts(desk, driver_id)) == {FIRST, REGISTRATION, DATA}


def test_a_record_that_left_asks_for_nothing(desk: Desk, driver_id: UUID) -> None:
    registers.withdraw(desk, DRIVER, driver_id, "Mudou-se.")
    assert possible(facts(desk, driver_id)) == set()


def test_two_drivers_of_one_car_may_both_ask_but_the_thirty_days_are_given_once(
    desk: Desk, people: tuple[UUID, UUID, UUID], clock: FixedClock
) -> None:
    _operator, first, vehicle_id = people
    second = drivers.register(desk, office.another_driver(1))
    drivers.link_vehicle(desk, second, vehicle_id, office.OWNED, TODAY)
    one = ask_vehicle(desk, first, vehicle_id)
    go_to(clock, date(2026, 12, 8))
    other = ask_vehicle(desk, second, vehicle_id)
    assert (one.conditional_until, other.conditional_until) == (date(2026, 12, 31), None)
    paper = CheckRequirement(VEHICLE, vehicle_id, "vehicle.registration", accepted=True)
    requirements.check_requirement(desk, paper)
    assert state(desk, one.application_id) is not ApplicationState.GRANTED
    inspections.record(desk, RecordInspection(vehicle_id, desk.today, "CIRETRAN"))
    assert {state(desk, each.application_id) for each in (one, other)} == {ApplicationState.GRANTED}
    assert not broken_links(desk.database)


def test_the_search_box_finds_a_protocol_and_not_the_names_in_it(desk: Desk, driver_id: UUID) -> None:
    filed = ask(desk, driver_id)
    (hit,) = (each for each in search.find(desk, filed.number) if each.kind is SubjectKind.APPLICATION)
    assert (hit.subject_id, hit.title, hit.standing) == (filed.application_id, f"Protocolo {filed.number}", None)
    assert hit.subtitle == "Ana Beatriz de Souza · 01/12/2026"
    assert {each.kind for each in search.find(desk, "ana beatriz")} == {DRIVER}
    applications.withdraw(desk, filed.application_id, "Desistiu.")
    assert filed.application_id in {each.subject_id for each in search.find(desk, filed.number)}
