"""A request from protocol to decision: every kind, bars, clocks, renewal, requisition, refusal (arts. 9-20, 34, 41)."""

from dataclasses import replace
from datetime import date, timedelta
from uuid import UUID

import pytest

from stipdesk.domain.applications import ApplicationChannel, ApplicationKind, ApplicationState
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.errors import FieldErrors, NotAllowed, Refused
from stipdesk.domain.identifiers import Cnpj, Cpf
from stipdesk.domain.legal import ParameterOverride
from stipdesk.domain.measures import MeasureEnding
from stipdesk.domain.permissions import Role
from stipdesk.domain.standing import StandingState
from stipdesk.services import (
    applications,
    authorizations,
    drivers,
    inspections,
    measures,
    registers,
    requirements,
    vehicle_changes,
    vehicles,
)
from stipdesk.services import office as office_service
from stipdesk.services.access import Desk
from stipdesk.services.applications import FileApplication, IssueRequisition
from stipdesk.services.inspections import RecordInspection
from stipdesk.services.measures import ProposeImposition, Terms
from stipdesk.services.requirements import CheckRequirement
from stipdesk.services.vehicle_changes import ChangePlate
from tests import office
from tests.services.asking import (
    CERTIFICATE,
    DATA,
    DRIVER,
    FEE,
    FIRST,
    OPERATOR,
    PLATE,
    REGISTRATION,
    RENEWAL,
    REPLACEMENT,
    TODAY,
    ask,
    ask_vehicle,
    card,
    clock_of,
    fields,
    issued,
    state,
)
from tests.services.measuring import approve, cassated, end, go_to, to_revoke
from tests.stored import broken_links, refusal

sqlite_only = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)


@pytest.fixture
def people(desk: Desk) -> tuple[UUID, UUID, UUID]:
    """Operator, driver and vehicle of somebody who never asked for anything."""
    return office.walk_in(desk)


@pytest.fixture
def driver_id(people: tuple[UUID, UUID, UUID]) -> UUID:
    return people[1]


# Every kind


def test_a_driver_asks_for_a_caa_and_gets_it(desk: Desk, driver_id: UUID) -> None:
    filed = ask(desk, driver_id)
    assert (filed.number, filed.conditional_until) == ("000001/2026-01", None)
    shown = card(desk, filed.application_id)
    assert (shown.line.state, shown.line.kind, shown.line.channel) == (
        ApplicationState.INCOMPLETE, FIRST, ApplicationChannel.DESK,
    )  # fmt: skip
    assert (shown.filed_by, shown.renews, shown.holder_document) == (
        "Ana Beatriz de Souza", None, f"CPF {Cpf(office.DRIVER.cpf).shown}",
    )  # fmt: skip
    certificate = CheckRequirement(DRIVER, driver_id, CERTIFICATE, accepted=True, issued_on=TODAY)
    requirements.check_requirement(desk, certificate)
    assert state(desk, filed.application_id) is ApplicationState.AWAITING_PAYMENT
    office.pay(desk, DRIVER, driver_id, "BB-1")
    assert state(desk, filed.application_id) is ApplicationState.READY
    authorizations.issue(desk, DRIVER, driver_id)
    shown = card(desk, filed.application_id)
    assert (shown.line.state, shown.line.decided_on, shown.decided_by) == (
        ApplicationState.GRANTED, TODAY, "Helena Prado",
    )  # fmt: skip
    assert not broken_links(desk.database)


def test_an_operator_asks_for_its_own(desk: Desk, people: tuple[UUID, UUID, UUID]) -> None:
    filed = ask(desk, people[0], FIRST, OPERATOR)
    shown = card(desk, filed.application_id)
    assert (shown.line.holder_kind, shown.line.holder_name) == (OPERATOR, "Cerrado Mobilidade Ltda.")
    assert shown.holder_document == f"CNPJ {Cnpj(office.OPERATOR.cnpj).shown}"
    assert "art. 11" in shown.filing_reckoning[0]
    assert any(line.requirement.code == "operator.fee" for line in shown.requirements)


def test_a_change_of_data_says_what_and_is_concluded(desk: Desk, driver_id: UUID) -> None:
    with refusal(desk, FieldErrors) as raised:
        ask(desk, driver_id, DATA)
    assert fields(raised) == ["notes"]
    filed = applications.file(desk, FileApplication(DATA, DRIVER, driver_id, notes="Novo endereço."))
    shown = card(desk, filed.application_id)
    assert (shown.line.clock, shown.requirements, shown.why_not_conclude) == (None, (), "")
    applications.conclude(desk, filed.application_id)
    assert state(desk, filed.application_id) is ApplicationState.GRANTED
    with refusal(desk, Refused) as again:
        applications.conclude(desk, filed.application_id)
    assert "já foi decidido em 01/12/2026" in str(again.value)


def test_only_a_change_of_data_is_concluded(desk: Desk, driver_id: UUID) -> None:
    filed = ask(desk, driver_id)
    with refusal(desk, Refused) as raised:
        applications.conclude(desk, filed.application_id)
    assert "têm ato próprio" in str(raised.value)


def test_a_change_of_plate_names_the_new_one_and_is_granted_by_the_act(
    desk: Desk, people: tuple[UUID, UUID, UUID]
) -> None:
    _operator, driver_id, vehicle_id = people
    with refusal(desk, FieldErrors) as raised:
        ask(desk, driver_id, PLATE)
    assert set(fields(raised)) == {"vehicle_id", "new_plate"}
    with refusal(desk, FieldErrors) as raised:
        applications.file(desk, FileApplication(PLATE, DRIVER, driver_id, vehicle_id=vehicle_id, new_plate="XYZ"))
    assert fields(raised) == ["new_plate"]
    command = FileApplication(PLATE, DRIVER, driver_id, vehicle_id=vehicle_id, new_plate="xyz-9k88")
    filed = applications.file(desk, command)
    with refusal(desk, FieldErrors) as twice:
        applications.file(desk, replace(command, new_plate="XYZ9K88"))
    assert "ainda não foi decidido" in str(twice.value)
    assert card(desk, filed.application_id).new_plate == "XYZ9K88"
    change = ChangePlate(vehicle_id, str(office.VEHICLE.plate), "XYZ9K88", "Placa furtada.", driver_id=driver_id)
    vehicle_changes.change_plate(desk, change)
    assert state(desk, filed.application_id) is ApplicationState.GRANTED


@pytest.mark.parametrize("kind", [REGISTRATION, REPLACEMENT])
def test_a_vehicle_comes_in_by_the_driver_who_uses_it(
    desk: Desk, people: tuple[UUID, UUID, UUID], kind: ApplicationKind
) -> None:
    operator_id, driver_id, _vehicle = people
    other = vehicles.register(desk, office.another_vehicle(3))
    for command in (
        FileApplication(kind, DRIVER, driver_id),
        FileApplication(kind, DRIVER, driver_id, vehicle_id=other),
        FileApplication(kind, OPERATOR, operator_id, vehicle_id=other),
    ):
        with refusal(desk, FieldErrors) as raised:
            applications.file(desk, command)
        assert fields(raised) == ["vehicle_id"]
    drivers.link_vehicle(desk, driver_id, other, office.OWNED, TODAY)
    filed = applications.file(desk, FileApplication(kind, DRIVER, driver_id, vehicle_id=other))
    assert filed.conditional_until == date(2026, 12, 31)
    assert card(desk, filed.application_id).conditional_reckoning[-1].startswith("Base da contagem")


# Sponsors (arts. 15 §2 and 16 §1)


def test_an_operator_sends_the_request_of_its_own_driver_only(desk: Desk, people: tuple[UUID, UUID, UUID]) -> None:
    operator_id, driver_id, _vehicle = people
    sent = ApplicationChannel.OPERATOR
    alone = drivers.register(desk, office.another_driver(1))
    for command, field in (
        (FileApplication(FIRST, DRIVER, driver_id, sent), "sponsor_id"),
        (FileApplication(FIRST, DRIVER, alone, sent, operator_id), "sponsor_id"),
        (FileApplication(FIRST, OPERATOR, operator_id, sent, operator_id), "channel"),
    ):
        with refusal(desk, FieldErrors) as raised:
            applications.file(desk, command)
        assert fields(raised) == [field]
    filed = applications.file(desk, FileApplication(FIRST, DRIVER, driver_id, sent, operator_id, filed_by="Otávio"))
    shown = card(desk, filed.application_id)
    assert (shown.line.channel, shown.sponsor, shown.filed_by) == (sent, "Cerrado Mobilidade Ltda.", "Otávio")


# Asked twice, withdrawn records, roles


def test_the_same_request_is_not_filed_twice(desk: Desk, people: tuple[UUID, UUID, UUID]) -> None:
    _operator, driver_id, vehicle_id = people
    number = ask(desk, driver_id).number
    with refusal(desk, Refused) as raised:
        ask(desk, driver_id)
    assert f"{number}, de 01/12/2026, ainda não foi decidido. Retome-o." in str(raised.value)
    ask_vehicle(desk, driver_id, vehicle_id)
    with refusal(desk, FieldErrors) as about:
        ask_vehicle(desk, driver_id, vehicle_id)
    assert fields(about) == ["vehicle_id"]


def test_a_first_request_is_not_for_whoever_has_a_caa_nor_a_renewal_for_who_has_none(
    desk: Desk, driver_id: UUID
) -> None:
    with refusal(desk, Refused) as raised:
        ask(desk, driver_id, RENEWAL)
    assert "o pedido é de novo CAA" in str(raised.value)
    issued(desk, driver_id)
    with refusal(desk, Refused) as raised:
        ask(desk, driver_id)
    assert "Há CAA em vigor até 01/12/2027: o pedido é de renovação" in str(raised.value)


def test_a_record_that_left_asks_for_nothing(desk: Desk, driver_id: UUID) -> None:
    registers.withdraw(desk, DRIVER, driver_id, "Mudou-se.")
    for kind in (FIRST, DATA):
        with refusal(desk, Refused):
            applications.file(desk, FileApplication(kind, DRIVER, driver_id, notes="x"))


@sqlite_only
def test_an_agent_files_nothing(desk: Desk, driver_id: UUID) -> None:
    office.sign_in_as(desk, Role.AGENT)
    with refusal(desk, NotAllowed):
        ask(desk, driver_id)


# Bars (arts. 34 §1 and 41)


def test_a_cassation_bars_by_cpf_even_under_another_record(
    desk: Desk, other_desk: Desk, driver_id: UUID, clock: FixedClock
) -> None:
    issued(desk, driver_id)
    cassated(desk, other_desk, driver_id)
    registers.withdraw(desk, DRIVER, driver_id, "Baixa a pedido.")
    again = drivers.register(desk, office.DRIVER)
    for day in (TODAY, date(2028, 11, 30)):
        go_to(clock, day)
        with refusal(desk, Refused) as raised:
            ask(desk, again)
        (reason,) = raised.value.reasons
        assert (reason.article, reason.cure) == ("art. 34, § 1º", "Novo CAA pode ser pedido a partir de 01/12/2028.")
    # What is not a CAA may still be asked.
    assert applications.file(desk, FileApplication(DATA, DRIVER, again, notes="Telefone novo."))
    go_to(clock, date(2028, 12, 1))
    assert ask(desk, again)


def test_a_bar_goes_when_a_court_annuls_the_cassation(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    made = cassated(desk, other_desk, driver_id)
    with refusal(desk, Refused):
        ask(desk, driver_id)
    end(desk, other_desk, made.measure_id, MeasureEnding.ANNULLED)
    assert ask(desk, driver_id)


def test_a_revocation_bars_for_180_days(desk: Desk, other_desk: Desk, driver_id: UUID, clock: FixedClock) -> None:
    issued(desk, driver_id)
    measure_id = to_revoke(desk, other_desk, clock, driver_id)
    command = ProposeImposition(measure_id, "Não pediu a reversão.", Terms())
    approve(other_desk, measures.propose_revocation(desk, command).proposal_id)
    revoked = desk.today
    go_to(clock, revoked + timedelta(days=179))
    with refusal(desk, Refused) as raised:
        ask(desk, driver_id)
    assert raised.value.reasons[0].article == "art. 41"
    go_to(clock, revoked + timedelta(days=180))
    assert ask(desk, driver_id)


# The clocks of arts. 11 and 16


def test_the_thirty_days_bind_from_the_day_nothing_is_missing(desk: Desk, driver_id: UUID, clock: FixedClock) -> None:
    filed = ask(desk, driver_id)
    found = clock_of(desk, filed.application_id)
    assert (found.filing_due_on, found.due_on, found.days_late(date(2030, 1, 1))) == (date(2026, 12, 31), None, 0)
    go_to(clock, date(2026, 12, 10))
    office.ready(desk, driver_id)
    found = clock_of(desk, filed.application_id)
    # A Saturday: the office's own term does not roll.
    assert (found.completed_on, found.due_on) == (date(2026, 12, 10), date(2027, 1, 9))
    assert (found.days_late(date(2027, 1, 9)), found.days_late(date(2027, 1, 10))) == (0, 1)
    assert any("09/01/2027" in step for step in card(desk, filed.application_id).completeness_reckoning)
    refuse = CheckRequirement(DRIVER, driver_id, CERTIFICATE, accepted=False, note="Rasurada.")
    requirements.check_requirement(desk, refuse)
    assert clock_of(desk, filed.application_id).due_on is None


def test_a_requisition_pauses_the_figure_from_the_filing(desk: Desk, driver_id: UUID, clock: FixedClock) -> None:
    application_id = ask(desk, driver_id).application_id
    go_to(clock, date(2026, 12, 5))
    applications.issue_requisition(desk, IssueRequisition(application_id, (CERTIFICATE,), " Frente e verso. "))
    go_to(clock, date(2026, 12, 12))
    found = clock_of(desk, application_id)
    assert (found.is_paused, found.paused_days, found.filing_due_on) == (True, 7, date(2027, 1, 7))
    applications.answer_requisition(desk, application_id)
    go_to(clock, date(2026, 12, 20))
    found = clock_of(desk, application_id)
    assert (found.is_paused, found.paused_days, found.filing_due_on) == (False, 7, date(2027, 1, 7))
    applications.issue_requisition(desk, IssueRequisition(application_id, (CERTIFICATE, FEE)))
    asked = card(desk, application_id).requisitions
    assert [(each.ordinal, each.text, each.issued_on, each.answered_on) for each in asked] == [
        (1, "Frente e verso.", date(2026, 12, 5), date(2026, 12, 12)),
        (2, "", date(2026, 12, 20), None),
    ]
    assert "(art. 14, II)" in asked[0].requirements[0]


def test_the_office_may_let_the_clock_run_during_a_requisition(desk: Desk, driver_id: UUID, clock: FixedClock) -> None:
    runs = ParameterOverride("issue_clock_pauses_on_requisition", False, TODAY, "Portaria 2/2026")
    office_service.set_parameter(desk, runs)
    application_id = ask(desk, driver_id).application_id
    applications.issue_requisition(desk, IssueRequisition(application_id, (FEE,)))
    go_to(clock, date(2026, 12, 11))
    found = clock_of(desk, application_id)
    assert (found.is_paused, found.paused_days, found.filing_due_on) == (False, 0, date(2026, 12, 31))


# The conditional 30 days (art. 19 §1)


def test_the_conditional_term_is_given_once(desk: Desk, people: tuple[UUID, UUID, UUID], clock: FixedClock) -> None:
    _operator, driver_id, vehicle_id = people
    filed = ask_vehicle(desk, driver_id, vehicle_id)
    assert filed.conditional_until == date(2026, 12, 31)
    applications.withdraw(desk, filed.application_id, "Vendeu o carro.")
    assert vehicles.card(desk, vehicle_id).standing.state is StandingState.CONDITIONAL
    go_to(clock, date(2026, 12, 2))
    assert vehicles.card(desk, vehicle_id).standing.state is StandingState.BLOCKED
    assert ask_vehicle(desk, driver_id, vehicle_id).conditional_until is None
    assert vehicles.card(desk, vehicle_id).standing.state is StandingState.BLOCKED


def test_a_vehicle_inspected_before_needs_no_conditional_term(desk: Desk, people: tuple[UUID, UUID, UUID]) -> None:
    _operator, driver_id, vehicle_id = people
    inspections.record(desk, RecordInspection(vehicle_id, TODAY, "CIRETRAN"))
    assert ask_vehicle(desk, driver_id, vehicle_id).conditional_until is None
