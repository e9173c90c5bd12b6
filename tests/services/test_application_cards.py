"""Requests as screens read them: the list with its order, the lines of a record, one card with its why-nots."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from uuid import UUID

import pytest
from sqlalchemy import event

from stipdesk.domain.applications import ApplicationState
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.documents import DocumentKind
from stipdesk.domain.errors import Refused
from stipdesk.models import OFFICE_ID
from stipdesk.services import application_cards, applications, decisions, drivers
from stipdesk.services.access import Desk
from stipdesk.services.application_cards import ApplicationLine
from stipdesk.services.applications import FileApplication, IssueRequisition
from stipdesk.store.engine import Database
from stipdesk.store.queries.lists import ListRequest
from tests import office
from tests.services.asking import (
    CERTIFICATE,
    DATA,
    DRIVER,
    FEE,
    FIRST,
    RENEWAL,
    TODAY,
    VEHICLE,
    ask,
    ask_vehicle,
    card,
    issued,
    refused_by,
)
from tests.services.measuring import go_to

sqlite_only = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)


@contextmanager
def counted(database: Database) -> Iterator[list[str]]:
    """The statements that the block sends."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        sent.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    yield sent
    event.remove(database.engine, "before_cursor_execute", note)


def listed(desk: Desk, text: str = "") -> list[ApplicationLine]:
    total, lines = application_cards.page(desk, ListRequest(0, 50, text))
    assert total == len(lines)
    return lines


def lines_of(desk: Desk, driver_id: UUID) -> tuple[ApplicationLine, ...]:
    with desk.reading() as session:
        return application_cards.lines_of(desk, session, DRIVER, driver_id)


def test_those_that_wait_come_first_the_oldest_at_the_top(desk: Desk, clock: FixedClock) -> None:
    _operator, ana, car = office.walk_in(desk)
    bruno = drivers.register(desk, office.another_driver(1))
    given_up = applications.file(desk, FileApplication(DATA, DRIVER, bruno, notes="Telefone."))
    about_car = ask_vehicle(desk, ana, car)
    go_to(clock, date(2026, 12, 5))
    first = ask(desk, bruno)
    applications.withdraw(desk, given_up.application_id, "Desistiu.")
    ids = [line.application_id for line in listed(desk)]
    assert ids == [about_car.application_id, first.application_id, given_up.application_id]
    (line,) = listed(desk, "ABC1D23")
    assert (line.plate, line.holder_name, line.conditional_until, line.clock) == (
        "ABC1D23", "Ana Beatriz de Souza", date(2026, 12, 31), None,
    )  # fmt: skip
    assert [each.application_id for each in listed(desk, "bruno")] == [first.application_id, given_up.application_id]
    assert [each.number for each in listed(desk, "2/2026")] == ["000002/2026-01"]
    assert [each.number for each in listed(desk, "000003/2026-01")] == ["000003/2026-01"]
    assert listed(desk, "3/2025") == []
    assert [each.application_id for each in lines_of(desk, bruno)] == [first.application_id, given_up.application_id]
    with desk.reading() as session:
        (of_car,) = application_cards.lines_of(desk, session, VEHICLE, car)
    assert of_car == line


def test_lists_take_as_many_queries_for_ten_as_for_one(desk: Desk) -> None:
    counts = []
    for number in range(10):
        ask(desk, drivers.register(desk, office.another_driver(number + 1)))
        if number in {0, 9}:
            with counted(desk.database) as sent:
                assert len(listed(desk)) == number + 1
            counts.append(len(sent))
    assert counts[0] == counts[1]


def test_a_card_says_why_each_act_is_not_possible(desk: Desk, other_desk: Desk) -> None:
    _operator, driver_id, _car = office.walk_in(desk)
    application_id = ask(desk, driver_id).application_id
    shown = card(desk, application_id)
    assert (shown.why_not_requisition, shown.why_not_refuse, shown.why_not_withdraw) == ("", "", "")
    assert "Nenhuma exigência" in shown.why_not_answer
    assert "Só a atualização de dados" in shown.why_not_conclude
    applications.issue_requisition(desk, IssueRequisition(application_id, (FEE,)))
    proposal_id = refused_by(desk, application_id, FEE)
    shown = card(desk, application_id)
    assert "Já há uma exigência" in shown.why_not_requisition
    assert "aguarda outra pessoa" in shown.why_not_refuse
    assert shown.why_not_answer == ""
    assert (shown.line.state, shown.line.waiting) == (ApplicationState.REQUISITION, True)
    decisions.decide(other_desk, proposal_id, approve=True)
    shown = card(desk, application_id)
    said = {
        shown.why_not_requisition, shown.why_not_answer, shown.why_not_refuse, shown.why_not_withdraw,
        shown.why_not_conclude,
    }  # fmt: skip
    assert said == {"Decidido em 01/12/2026."}
    assert {each.kind for each in shown.documents} == {
        DocumentKind.APPLICATION_RECEIPT, DocumentKind.REQUISITION, DocumentKind.REFUSAL,
    }  # fmt: skip
    assert shown.requirements == ()
    assert shown.history


def test_nothing_is_missing_so_nothing_is_demanded_or_refused(desk: Desk) -> None:
    _operator, driver_id, _car = office.walk_in(desk)
    application_id = ask(desk, driver_id).application_id
    office.ready(desk, driver_id)
    shown = card(desk, application_id)
    assert shown.line.state is ApplicationState.READY
    assert "não há o que exigir" in shown.why_not_requisition
    assert "(arts. 9º e 14)" in shown.why_not_refuse


def test_a_renewal_in_time_is_shown_as_such_until_it_is_decided(desk: Desk, clock: FixedClock) -> None:
    _operator, driver_id, _car = office.walk_in(desk)
    issued(desk, driver_id)
    go_to(clock, date(2027, 11, 1))
    application_id = ask(desk, driver_id, RENEWAL).application_id
    (renewal, first) = lines_of(desk, driver_id)
    assert (renewal.is_timely_renewal, first.is_timely_renewal) == (True, False)
    # A year later only what lapsed is asked again.
    missing = {line.requirement.code for line in card(desk, application_id).requirements if line.state.is_missing}
    assert missing == {FEE, CERTIFICATE}
    issued(desk, driver_id, "BB-2")
    assert not lines_of(desk, driver_id)[0].is_timely_renewal


@sqlite_only
def test_a_request_that_is_not_there_is_said(desk: Desk) -> None:
    with pytest.raises(Refused, match="não existe neste banco"):
        card(desk, OFFICE_ID)


def test_a_decided_request_keeps_the_clock_of_its_day(desk: Desk, clock: FixedClock) -> None:
    _operator, driver_id, _car = office.walk_in(desk)
    application_id = ask(desk, driver_id, FIRST).application_id
    issued(desk, driver_id)
    go_to(clock, date(2028, 1, 1))
    found = card(desk, application_id).line
    assert found.clock is not None
    assert (found.clock.due_on, found.decided_on) == (date(2026, 12, 31), TODAY)
