"""Each work list on both engines: who comes in on which day, who leaves, and that counts and lines agree."""

from datetime import date, timedelta
from uuid import UUID

import pytest

from stipdesk.domain.clock import FixedClock
from stipdesk.domain.documents import DocumentKind
from stipdesk.domain.errors import NotAllowed, Refused
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import (
    applications,
    authorizations,
    documents,
    drivers,
    fees,
    inspections,
    measures,
    requirements,
    work_papers,
    worklists,
)
from stipdesk.services.access import Desk
from stipdesk.services.applications import IssueRequisition
from stipdesk.services.inspections import RecordInspection
from stipdesk.services.requirements import CheckRequirement
from stipdesk.services.worklists import WorkLine, WorkList
from tests import office
from tests.reports.papers import words
from tests.services.asking import CERTIFICATE, FEE, RENEWAL, ask, ask_vehicle
from tests.services.measuring import cassated, go_to, opened, suspended, to_revoke

TODAY = date(2026, 12, 1)


@pytest.fixture
def people(desk: Desk) -> tuple[UUID, UUID, UUID]:
    return office.walk_in(desk)


@pytest.fixture
def driver_id(people: tuple[UUID, UUID, UUID]) -> UUID:
    return people[1]


@pytest.fixture
def authorized(desk: Desk, driver_id: UUID) -> UUID:
    """The driver, with a CAA until 1 December 2027."""
    office.ready(desk, driver_id)
    authorizations.issue(desk, SubjectKind.DRIVER, driver_id)
    return driver_id


def listed(desk: Desk, which: WorkList) -> tuple[WorkLine, ...]:
    """The lines of a list, which are as many as were counted."""
    lines = worklists.lines(desk, which)
    assert worklists.counts(desk, [which]) == {which: len(lines)}
    return lines


def only(desk: Desk, which: WorkList) -> WorkLine:
    (line,) = listed(desk, which)
    assert line.who
    assert line.document
    assert line.what
    assert line.cure
    return line


@pytest.mark.parametrize(
    ("days_before", "group"),
    [
        (61, None),
        (60, "de 46 a 60 dias"),
        (46, "de 46 a 60 dias"),
        (45, "de 31 a 45 dias"),
        (30, "até 30 dias"),
        (0, "até 30 dias"),
        (-1, None),
    ],
)
def test_a_caa_about_to_end_is_listed_by_the_office_s_three_alerts(
    desk: Desk, authorized: UUID, clock: FixedClock, days_before: int, group: str | None
) -> None:
    go_to(clock, date(2027, 12, 1) - timedelta(days=days_before))
    lines = listed(desk, WorkList.DRIVER_CAA)
    if group is None:
        assert lines == ()
        return
    (line,) = lines
    assert (line.kind, line.subject_id, line.group) == (SubjectKind.DRIVER, authorized, group)
    assert (line.day, line.days, line.article) == (date(2027, 12, 1), days_before, "art. 17")
    assert line.document == "111.444.777-35"


def test_a_renewal_asked_for_is_the_office_s_turn(desk: Desk, authorized: UUID, clock: FixedClock) -> None:
    go_to(clock, date(2027, 10, 15))
    ask(desk, authorized, RENEWAL)
    line = only(desk, WorkList.DRIVER_CAA)
    assert "renovação" in line.what
    assert line.cure == "Decida o pedido de renovação."


def test_a_cassated_caa_is_not_about_to_end(desk: Desk, other_desk: Desk, authorized: UUID, clock: FixedClock) -> None:
    go_to(clock, date(2027, 11, 15))
    cassated(desk, other_desk, authorized)
    assert listed(desk, WorkList.DRIVER_CAA) == ()
    assert only(desk, WorkList.COMMUNICATIONS).kind is SubjectKind.MEASURE


def test_seals_and_conditional_vehicles(desk: Desk, people: tuple[UUID, UUID, UUID], clock: FixedClock) -> None:
    _operator, driver_id, vehicle_id = people
    ask_vehicle(desk, driver_id, vehicle_id)
    assert listed(desk, WorkList.CONDITIONAL) == ()
    go_to(clock, date(2026, 12, 21))
    line = only(desk, WorkList.CONDITIONAL)
    assert (line.subject_id, line.day, line.days) == (vehicle_id, date(2026, 12, 31), 10)
    go_to(clock, date(2027, 1, 1))
    assert listed(desk, WorkList.CONDITIONAL) == ()
    assert only(desk, WorkList.CONDITIONAL_LAPSED).day == date(2027, 1, 1)
    inspections.record(desk, RecordInspection(vehicle_id, desk.today, "CIRETRAN"))
    assert listed(desk, WorkList.CONDITIONAL_LAPSED) == ()
    go_to(clock, date(2027, 12, 2))
    line = only(desk, WorkList.SEALS)
    assert (line.day, line.document) == (date(2028, 1, 1), "ABC1D23")
    assert "Ana Beatriz de Souza" in line.who


def test_a_request_waits_for_its_papers_its_fee_and_then_the_office(
    desk: Desk, driver_id: UUID, clock: FixedClock
) -> None:
    application_id = ask(desk, driver_id).application_id
    applications.issue_requisition(desk, IssueRequisition(application_id, (FEE,)))
    assert only(desk, WorkList.REQUISITIONS).subject_id == application_id
    assert listed(desk, WorkList.PAYMENT) == ()
    applications.answer_requisition(desk, application_id)
    certificate = CheckRequirement(SubjectKind.DRIVER, driver_id, CERTIFICATE, accepted=True, issued_on=desk.today)
    requirements.check_requirement(desk, certificate)
    line = only(desk, WorkList.PAYMENT)
    assert (line.kind, line.subject_id, line.group) == (SubjectKind.APPLICATION, application_id, "Requerimento")
    office.pay(desk, SubjectKind.DRIVER, driver_id, "BB-9")
    assert listed(desk, WorkList.PAYMENT) == listed(desk, WorkList.ISSUE_SOON) == ()
    go_to(clock, date(2026, 12, 21))
    assert only(desk, WorkList.ISSUE_SOON).days == 10
    go_to(clock, date(2027, 1, 1))
    line = only(desk, WorkList.ISSUE_LATE)
    assert (line.day, line.days, line.article) == (date(2026, 12, 31), -1, "art. 16, caput")
    assert listed(desk, WorkList.ISSUE_SOON) == ()
    authorizations.issue(desk, SubjectKind.DRIVER, driver_id)
    assert listed(desk, WorkList.ISSUE_LATE) == ()


def test_a_reversed_payment_waits_for_another(desk: Desk, authorized: UUID) -> None:
    (payment,) = drivers.card(desk, authorized).payments
    fees.reverse(desk, payment.payment_id, "Cheque sem fundos.")
    line = only(desk, WorkList.PAYMENT)
    assert (line.group, line.article, line.day) == ("Pagamento estornado", "art. 16, § 2º", TODAY)


def test_measures_that_wait(desk: Desk, other_desk: Desk, authorized: UUID, clock: FixedClock) -> None:
    measure_id = suspended(desk, other_desk, authorized)
    due = measures.record_service(desk, measure_id, desk.today)
    assert listed(desk, WorkList.REVERSALS) == ()
    go_to(clock, due)
    line = only(desk, WorkList.REVERSALS)
    assert (line.subject_id, line.days, line.group) == (measure_id, 0, "Prazo a terminar")
    measures.request_reversal(desk, measure_id, desk.today, "CNH com EAR.")
    assert only(desk, WorkList.REVERSALS).group == "Pedida, a decidir"
    assert listed(desk, WorkList.TO_REVOKE) == ()


def test_a_suspension_to_revoke_leaves_when_the_revocation_is_proposed(
    desk: Desk, other_desk: Desk, authorized: UUID, clock: FixedClock
) -> None:
    measure_id = to_revoke(desk, other_desk, clock, authorized)
    line = only(desk, WorkList.TO_REVOKE)
    assert (line.subject_id, line.article) == (measure_id, "art. 40")
    measures.propose_revocation(desk, measures.ProposeImposition(measure_id, "Não houve reversão.", measures.Terms()))
    assert listed(desk, WorkList.TO_REVOKE) == ()
    decision = only(desk, WorkList.DECISIONS)
    assert decision.kind is SubjectKind.MEASURE
    assert decision.cure == "Outra pessoa decide."
    (other,) = worklists.lines(other_desk, WorkList.DECISIONS)
    assert other.cure == "Decida ou devolva."


def test_a_process_that_only_began_is_on_no_list(desk: Desk, authorized: UUID) -> None:
    opened(desk, authorized)
    lists = (WorkList.DECISIONS, WorkList.TO_REVOKE, WorkList.REVERSALS)
    assert worklists.counts(desk, lists) == dict.fromkeys(lists, 0)


def test_every_list_of_an_empty_office_is_empty_and_has_a_name(desk: Desk) -> None:
    assert worklists.counts(desk) == dict.fromkeys(WorkList, 0)
    assert set(worklists.TITLES) == set(worklists.EXPLANATIONS) == set(WorkList)


@pytest.mark.usefixtures("authorized")
def test_a_list_is_printed_with_every_cpf_masked(desk: Desk, clock: FixedClock) -> None:
    go_to(clock, date(2027, 11, 15))
    lines = worklists.lines(desk, WorkList.DRIVER_CAA)
    document_id = work_papers.write_list(desk, "CAA a vencer", "Peça a renovação.", lines)
    view = documents.view(desk, document_id)
    text = words(view.pdf)
    assert view.line.kind is DocumentKind.WORK_LIST
    assert "***.444.777-**" in text
    assert "111.444.777-35" not in text
    assert "01/12/2027" in text
    with pytest.raises(Refused, match="vazia"):
        work_papers.write_list(desk, "CAA a vencer", "", ())
    with pytest.raises(Refused, match="Filtre-a"):
        work_papers.write_list(desk, "CAA a vencer", "", lines * (work_papers.MOST_LINES + 1))
    office.sign_in_as(desk, Role.AGENT)
    with pytest.raises(NotAllowed):
        work_papers.write_list(desk, "CAA a vencer", "", lines)
