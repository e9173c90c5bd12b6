"""What a CAA stands on: its application, its bars, its term; and the provisional one (arts. 12, 16, 17, 34 and 41)."""

from dataclasses import replace
from datetime import date, timedelta
from uuid import UUID

import pytest

from stipdesk.domain.applications import ApplicationChannel, ApplicationDecision, ApplicationKind
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.errors import Refused
from stipdesk.domain.legal import ParameterOverride
from stipdesk.domain.measures import MeasureEnding
from stipdesk.domain.standing import StandingState
from stipdesk.models import Application, Driver
from stipdesk.services import (
    applications,
    authorization_facts,
    authorizations,
    documents,
    drivers,
    holders,
    registers,
)
from stipdesk.services import office as office_service
from stipdesk.services.access import Desk
from stipdesk.services.applications import FileApplication
from stipdesk.store.queries import applications as queries
from stipdesk.store.queries import registers as register_queries
from tests import office
from tests.reports.papers import words
from tests.services.authorizing import DRIVER, accept, change, missing, pay, ready_driver, to_renewal
from tests.services.measuring import cassated, end, go_to, standing
from tests.stored import broken_links, refusal

sqlite_only = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)


def applications_of(desk: Desk, driver_id: UUID) -> list[Application]:
    with desk.reading() as session:
        found = list(queries.applications_of(session, DRIVER, driver_id))
        session.expunge_all()
        return found


def test_every_authorization_has_a_protocol(desk: Desk, clock: FixedClock) -> None:
    driver_id = ready_driver(desk)
    first = authorizations.issue(desk, DRIVER, driver_id)
    (request,) = applications_of(desk, driver_id)
    assert (request.kind, request.decision) == (ApplicationKind.FIRST_AUTHORIZATION, ApplicationDecision.GRANTED)
    assert (request.authorization_id, request.decided_on) == (first.authorization_id, desk.today)
    assert (request.filed_on, request.completed_on) == (desk.today, desk.today)
    to_renewal(desk, clock, first)
    office.ready(desk, driver_id, "BB-2")
    second = authorizations.issue(desk, DRIVER, driver_id)
    renewal = applications_of(desk, driver_id)[0]
    assert (renewal.kind, renewal.renews_id) == (ApplicationKind.RENEWAL, first.authorization_id)
    assert renewal.authorization_id == second.authorization_id
    assert broken_links(desk.database) == []


@sqlite_only
@pytest.mark.parametrize(
    ("asked_before", "valid_until"),
    [
        (30, date(2028, 12, 1)),  # Monday 1 November, the last day in time
        (29, date(2029, 1, 10)),  # one day late: the term begins with the issue
    ],
)
def test_the_day_of_the_request_decides_even_when_the_answer_comes_after_the_end(
    desk: Desk, clock: FixedClock, asked_before: int, valid_until: date
) -> None:
    driver_id = ready_driver(desk)
    first = authorizations.issue(desk, DRIVER, driver_id)
    to_renewal(desk, clock, first, asked_before)
    applications.file(desk, FileApplication(ApplicationKind.RENEWAL, DRIVER, driver_id))
    go_to(clock, date(2028, 1, 10))
    office_service.new_key(desk, office.PASSPHRASE)
    expected = StandingState.EXTENDED if asked_before == 30 else StandingState.EXPIRED
    assert standing(desk, driver_id).state is expected
    office.ready(desk, driver_id, "BB-2")
    assert authorizations.issue(desk, DRIVER, driver_id).valid_until == valid_until
    assert standing(desk, driver_id).state.may_serve
    assert standing(desk, driver_id, date(2028, 1, 9)).state is expected


@sqlite_only
@pytest.mark.parametrize(
    ("issued_on", "valid_until"), [(date(2028, 12, 1), date(2028, 12, 1)), (date(2028, 12, 2), date(2029, 12, 2))]
)
def test_a_term_that_would_already_be_over_begins_with_the_issue(
    desk: Desk, clock: FixedClock, issued_on: date, valid_until: date
) -> None:
    driver_id = ready_driver(desk)
    to_renewal(desk, clock, authorizations.issue(desk, DRIVER, driver_id))
    applications.file(desk, FileApplication(ApplicationKind.RENEWAL, DRIVER, driver_id))
    go_to(clock, issued_on)
    office_service.new_key(desk, office.PASSPHRASE)
    office.ready(desk, driver_id, "BB-2")
    assert authorizations.issue(desk, DRIVER, driver_id).valid_until == valid_until


@sqlite_only
def test_a_renewal_annulled_as_a_mistake_was_still_asked_in_time(desk: Desk, clock: FixedClock) -> None:
    driver_id = ready_driver(desk)
    first = authorizations.issue(desk, DRIVER, driver_id)
    to_renewal(desk, clock, first, 40)
    office.ready(desk, driver_id, "BB-2")
    wrong = authorizations.issue(desk, DRIVER, driver_id)
    go_to(clock, first.valid_until - timedelta(days=10))
    authorizations.void(desk, wrong.authorization_id, "nome trocado")
    right = authorizations.issue(desk, DRIVER, driver_id)
    assert right.valid_until == wrong.valid_until == date(2028, 12, 1)
    answered = [request.authorization_id for request in applications_of(desk, driver_id)]
    assert answered == [right.authorization_id, wrong.authorization_id, first.authorization_id]


def test_a_cassation_bars_the_issue_until_its_last_day(desk: Desk, other_desk: Desk, clock: FixedClock) -> None:
    driver_id = ready_driver(desk)
    authorizations.issue(desk, DRIVER, driver_id)
    office.pay(desk, DRIVER, driver_id, "BB-2")
    cassated(desk, other_desk, driver_id)
    barred = missing(desk, DRIVER, driver_id)
    assert barred == {"bar": "art. 34, § 1º"}
    go_to(clock, date(2028, 11, 30))
    with refusal(desk, Refused) as raised:
        authorizations.issue(desk, DRIVER, driver_id)
    assert "01/12/2028" in str(raised.value)
    go_to(clock, date(2028, 12, 1))
    office_service.new_key(desk, office.PASSPHRASE)
    accept(desk, DRIVER, driver_id, "driver.criminal_certificate", desk.today)
    assert authorizations.issue(desk, DRIVER, driver_id).valid_until == date(2029, 12, 1)
    assert standing(desk, driver_id).state is StandingState.REGULAR


@sqlite_only
def test_a_request_asked_before_the_cassation_does_not_escape_it(
    desk: Desk, other_desk: Desk, clock: FixedClock
) -> None:
    driver_id = ready_driver(desk)
    first = authorizations.issue(desk, DRIVER, driver_id)
    to_renewal(desk, clock, first)
    applications.file(desk, FileApplication(ApplicationKind.RENEWAL, DRIVER, driver_id))
    office.ready(desk, driver_id, "BB-2")
    cassation = cassated(desk, other_desk, driver_id)
    assert missing(desk, DRIVER, driver_id) == {"bar": "art. 34, § 1º"}
    # The court annulled it: the CAA is there again, and the renewal asked in time follows its term.
    end(desk, other_desk, cassation.measure_id, MeasureEnding.ANNULLED)
    assert authorizations.issue(desk, DRIVER, driver_id).valid_until == date(2028, 12, 1)


@sqlite_only
def test_a_fee_a_court_took_away_is_waived_on_record_before_the_issue(desk: Desk) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    accept(desk, DRIVER, driver_id, "driver.criminal_certificate", desk.today)
    off = ParameterOverride("driver.fee.enabled", False, desk.today, "Liminar 1/2026")
    office_service.set_parameter(desk, off)
    assert missing(desk, DRIVER, driver_id) == {"fee": "art. 16, § 2º"}


# The provisional CAA (art. 16, § 1º)


def sent_by_operator(desk: Desk, channel: ApplicationChannel = ApplicationChannel.OPERATOR) -> UUID:
    """A driver whose first request came in an operator's file; neither paid nor with all papers."""
    operator_id, driver_id, _ = office.walk_in(desk)
    sponsor = operator_id if channel is ApplicationChannel.OPERATOR else None
    command = FileApplication(ApplicationKind.FIRST_AUTHORIZATION, DRIVER, driver_id, channel, sponsor)
    applications.file(desk, command)
    return driver_id


def refused_provisional(desk: Desk, driver_id: UUID) -> dict[str, str]:
    with refusal(desk, Refused) as raised:
        authorizations.issue_provisional(desk, driver_id)
    return {reason.code: reason.article for reason in raised.value.reasons}


def outlook_of(desk: Desk, driver_id: UUID) -> authorization_facts.IssueOutlook:
    with desk.reading() as session:
        row = register_queries.require(session, Driver, driver_id)
        lines = holders.situations(desk, session, [row])[driver_id].requirements
        return authorization_facts.outlook(desk, session, row, lines)


def test_a_provisional_authorization_counts_from_the_payment(desk: Desk, clock: FixedClock) -> None:
    driver_id = sent_by_operator(desk)
    assert refused_provisional(desk, driver_id) == {"driver.fee": "art. 14, IV; art. 15, II; art. 16, § 2º"}
    go_to(clock, date(2026, 12, 11))
    pay(desk, driver_id, paid_on=date(2026, 12, 3))
    assert outlook_of(desk, driver_id).provisional == ""
    assert "Certidão" in outlook_of(desk, driver_id).annual
    issued = authorizations.issue_provisional(desk, driver_id)
    assert issued.valid_until == date(2027, 1, 2)
    assert refused_provisional(desk, driver_id) == {"provisional": "art. 16, § 1º"}
    (request,) = applications_of(desk, driver_id)
    assert (request.provisional_id, request.decision) == (issued.authorization_id, None)
    assert "válido até 02/01/2027: 30 dias" in words(documents.view(desk, issued.document_id).pdf)
    for on, state in (
        (date(2026, 12, 10), StandingState.NEVER_AUTHORIZED),
        (date(2026, 12, 11), StandingState.PROVISIONAL),
        (date(2027, 1, 2), StandingState.PROVISIONAL),
        (date(2027, 1, 3), StandingState.EXPIRED),
    ):
        assert standing(desk, driver_id, on).state is state
    # The annual one stands on the same payment.
    accept(desk, DRIVER, driver_id, "driver.criminal_certificate", desk.today)
    annual = authorizations.issue(desk, DRIVER, driver_id)
    assert annual.valid_until == date(2027, 12, 11)
    assert standing(desk, driver_id).state is StandingState.REGULAR
    assert refused_provisional(desk, driver_id) == {"provisional": "art. 16, § 1º"}
    assert broken_links(desk.database) == []


@sqlite_only
@pytest.mark.parametrize("days", [30, 31])
def test_a_payment_too_old_gives_no_provisional_authorization(desk: Desk, clock: FixedClock, days: int) -> None:
    driver_id = sent_by_operator(desk)
    paid_on = desk.today
    pay(desk, driver_id, paid_on=paid_on)
    go_to(clock, paid_on + timedelta(days=days))
    if days == 30:
        assert authorizations.issue_provisional(desk, driver_id).valid_until == desk.today
    else:
        assert refused_provisional(desk, driver_id) == {"provisional": "art. 16, § 1º"}


@sqlite_only
def test_a_provisional_authorization_is_only_of_who_comes_through_an_operator(desk: Desk) -> None:
    driver_id = sent_by_operator(desk, ApplicationChannel.DESK)
    pay(desk, driver_id)
    assert refused_provisional(desk, driver_id) == {"provisional": "art. 16, § 1º"}
    assert "veio ao balcão" in outlook_of(desk, driver_id).provisional
    without = drivers.register(desk, office.another_driver(1))
    assert refused_provisional(desk, without) == {"provisional": "art. 16, § 1º"}


@sqlite_only
def test_what_the_operators_file_brings_must_be_there(desk: Desk) -> None:
    driver_id = sent_by_operator(desk)
    pay(desk, driver_id)
    change(desk, driver_id, replace(office.DRIVER, has_paid_activity_endorsement=False))
    assert refused_provisional(desk, driver_id) == {"driver.paid_activity": "art. 14, I"}


@sqlite_only
def test_a_provisional_authorization_annulled_may_be_issued_again(desk: Desk) -> None:
    driver_id = sent_by_operator(desk)
    pay(desk, driver_id)
    wrong = authorizations.issue_provisional(desk, driver_id)
    authorizations.void(desk, wrong.authorization_id, "placa errada")
    assert authorizations.issue_provisional(desk, driver_id).valid_until == wrong.valid_until


@sqlite_only
def test_the_buttons_say_why_not(desk: Desk) -> None:
    driver_id = ready_driver(desk)
    assert outlook_of(desk, driver_id).annual == ""
    authorizations.issue(desk, DRIVER, driver_id)
    assert "a partir de 02/10/2027" in outlook_of(desk, driver_id).annual
    registers.withdraw(desk, DRIVER, driver_id, "pediu")
    assert "baixado" in outlook_of(desk, driver_id).annual
