"""How a request is completed, renewed, refused by two people or given up (arts. 9-17)."""

from datetime import date
from uuid import UUID

import pytest

from stipdesk.domain.applications import ApplicationState
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.errors import FieldErrors, NotAllowed, Refused
from stipdesk.domain.standing import StandingState
from stipdesk.services import (
    application_cards,
    applications,
    authorizations,
    decisions,
    operators,
    requirements,
)
from stipdesk.services.access import Desk
from stipdesk.services.applications import IssueRequisition
from stipdesk.services.requirements import CheckRequirement
from tests import office
from tests.services.asking import (
    CERTIFICATE,
    DRIVER,
    FEE,
    FIRST,
    OPERATOR,
    RENEWAL,
    ask,
    card,
    fields,
    issued,
    refused_by,
    state,
)
from tests.services.measuring import go_to, standing
from tests.stored import refusal

sqlite_only = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)


@pytest.fixture
def people(desk: Desk) -> tuple[UUID, UUID, UUID]:
    """Operator, driver and vehicle of somebody who never asked for anything."""
    return office.walk_in(desk)


@pytest.fixture
def driver_id(people: tuple[UUID, UUID, UUID]) -> UUID:
    return people[1]


# Requisitions


def test_a_requisition_asks_only_for_what_is_missing_and_one_at_a_time(desk: Desk, driver_id: UUID) -> None:
    application_id = ask(desk, driver_id).application_id
    for codes in ((), ("driver.license_category",), (FEE, "driver.no_such")):
        with refusal(desk, FieldErrors) as raised:
            applications.issue_requisition(desk, IssueRequisition(application_id, codes))
        assert fields(raised) == ["requirements"]
    with refusal(desk, Refused) as nothing:
        applications.answer_requisition(desk, application_id)
    assert "Não há exigência aguardando resposta" in str(nothing.value)
    applications.issue_requisition(desk, IssueRequisition(application_id, (FEE,)))
    assert state(desk, application_id) is ApplicationState.REQUISITION
    with refusal(desk, Refused) as waiting:
        applications.issue_requisition(desk, IssueRequisition(application_id, (CERTIFICATE,)))
    assert "Já há uma exigência aguardando resposta" in str(waiting.value)
    applications.answer_requisition(desk, application_id)
    assert state(desk, application_id) is ApplicationState.INCOMPLETE


# Renewal (arts. 12 and 17)


@pytest.mark.parametrize(
    ("day", "timely", "after"),
    [
        (date(2027, 10, 2), True, StandingState.EXTENDED),
        (date(2027, 11, 1), True, StandingState.EXTENDED),
        (date(2027, 11, 2), False, StandingState.EXPIRED),
        (date(2027, 12, 1), False, StandingState.EXPIRED),
    ],
)
def test_a_renewal_in_time_extends_and_a_late_one_is_accepted(
    desk: Desk, driver_id: UUID, clock: FixedClock, day: date, timely: bool, after: StandingState
) -> None:
    issued(desk, driver_id)
    go_to(clock, day)
    shown = card(desk, ask(desk, driver_id, RENEWAL).application_id)
    assert (shown.line.is_timely_renewal, shown.renews) == (timely, ("000001/2026-01", date(2027, 12, 1)))
    assert standing(desk, driver_id, date(2027, 12, 1)).state.may_serve
    assert standing(desk, driver_id, date(2027, 12, 2)).state is after


def test_a_renewal_is_not_asked_more_than_sixty_days_before(desk: Desk, driver_id: UUID, clock: FixedClock) -> None:
    issued(desk, driver_id)
    go_to(clock, date(2027, 10, 1))
    with refusal(desk, Refused) as raised:
        ask(desk, driver_id, RENEWAL)
    assert "A renovação pode ser pedida a partir de 02/10/2027" in str(raised.value)
    go_to(clock, date(2027, 12, 2))
    with refusal(desk, Refused) as raised:
        ask(desk, driver_id, RENEWAL)
    assert "o pedido é de novo CAA" in str(raised.value)
    assert ask(desk, driver_id, FIRST)


def test_operators_renew_too(desk: Desk, clock: FixedClock) -> None:
    operator_id = operators.register(desk, office.OPERATOR)
    required = application_cards.card(desk, ask(desk, operator_id, FIRST, OPERATOR).application_id).requirements
    for line in required:
        if line.state.is_missing and line.requirement.code != "operator.fee":
            paper = CheckRequirement(OPERATOR, operator_id, line.requirement.code, accepted=True)
            requirements.check_requirement(desk, paper)
    office.pay(desk, OPERATOR, operator_id, "BB-9")
    authorizations.issue(desk, OPERATOR, operator_id)
    go_to(clock, date(2027, 11, 1))
    shown = card(desk, ask(desk, operator_id, RENEWAL, OPERATOR).application_id)
    assert shown.line.is_timely_renewal
    missing = {line.requirement.code for line in shown.requirements if line.state.is_missing}
    assert missing == {"operator.fee"}  # what is still valid is not asked again


# Refusal


def test_a_refusal_takes_two_people_and_names_what_is_missing(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    application_id = ask(desk, driver_id).application_id
    for codes in ((), ("driver.email",)):
        with refusal(desk, FieldErrors) as raised:
            refused_by(desk, application_id, *codes)
        assert fields(raised) == ["requirements"]
    proposal_id = refused_by(desk, application_id, FEE, CERTIFICATE)
    with refusal(desk, Refused) as twice:
        refused_by(desk, application_id, FEE)
    assert "já foi proposta" in str(twice.value)
    assert card(desk, application_id).line.waiting
    with refusal(desk, NotAllowed):
        decisions.decide(desk, proposal_id, approve=True)
    decisions.decide(other_desk, proposal_id, approve=True)
    shown = card(desk, application_id)
    assert (shown.line.state, shown.decision_reason, shown.decided_by) == (
        ApplicationState.REFUSED, "Não apresentou.", "Iara Nunes",
    )  # fmt: skip
    # In the law's order, whatever the order they were named in.
    assert ["art. 14, II" in shown.refused_requirements[0], "art. 14, IV" in shown.refused_requirements[1]] == [
        True
    ] * 2
    assert ask(desk, driver_id).application_id != application_id


def test_a_refusal_does_not_happen_when_the_paper_came_meanwhile(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    application_id = ask(desk, driver_id).application_id
    proposal_id = refused_by(desk, application_id, FEE, CERTIFICATE)
    office.pay(desk, DRIVER, driver_id, "BB-1")
    with refusal(other_desk, FieldErrors):
        decisions.decide(other_desk, proposal_id, approve=True)
    decisions.decide(other_desk, proposal_id, approve=False, note="A taxa foi paga.")
    shown = card(desk, application_id)
    assert (shown.line.state, shown.line.waiting) == (ApplicationState.INCOMPLETE, False)
    assert [each.approved for each in shown.proposals] == [False]


def test_a_refusal_proposed_is_void_once_the_request_is_over(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    application_id = ask(desk, driver_id).application_id
    proposal_id = refused_by(desk, application_id, FEE)
    applications.withdraw(desk, application_id, "Desistiu.")
    with refusal(other_desk, Refused) as raised:
        decisions.decide(other_desk, proposal_id, approve=True)
    assert "já foi decidido" in str(raised.value)


# Withdrawal


def test_a_request_given_up_says_why_and_is_over(desk: Desk, driver_id: UUID) -> None:
    application_id = ask(desk, driver_id).application_id
    with refusal(desk, Refused):
        applications.withdraw(desk, application_id, "  ")
    applications.withdraw(desk, application_id, "Desistiu  por ora.")
    shown = card(desk, application_id)
    assert (shown.line.state, shown.decision_reason) == (ApplicationState.WITHDRAWN, "Desistiu por ora.")
    for act in (
        lambda: applications.withdraw(desk, application_id, "x"),
        lambda: applications.issue_requisition(desk, IssueRequisition(application_id, (FEE,))),
        lambda: applications.answer_requisition(desk, application_id),
        lambda: refused_by(desk, application_id, FEE),
    ):
        with refusal(desk, Refused):
            act()
