"""The licence fee: what is due and when, what pays, what a waiver and a reversal do to the CAA (arts. 9, 14 and 16)."""

from datetime import date, timedelta
from uuid import UUID

import pytest

from stipdesk.domain.applications import ApplicationKind
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.errors import FieldErrors, NotAllowed, Refused
from stipdesk.domain.legal import ParameterOverride
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import StandingState
from stipdesk.models import Application
from stipdesk.services import applications, authorizations, decisions, drivers, fees, operators
from stipdesk.services import office as office_service
from stipdesk.services.access import Desk
from stipdesk.services.applications import FileApplication
from tests import office
from tests.services.authorizing import DRIVER, FEE, pay
from tests.services.measuring import cassated, go_to, standing
from tests.stored import refusal

OPERATOR = SubjectKind.OPERATOR
sqlite_only = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)


@pytest.fixture
def driver_id(desk: Desk) -> UUID:
    return drivers.register(desk, office.DRIVER)


@sqlite_only
@pytest.mark.parametrize(
    ("amount", "paid_on", "receipt", "field"),
    [
        (FEE - 1, date(2026, 12, 1), "BB-1", "amount"),
        (0, date(2026, 12, 1), "BB-1", "amount"),
        (FEE, date(2026, 12, 2), "BB-1", "paid_on"),
        (FEE, date(2026, 12, 1), " ", "receipt"),
    ],
)
def test_a_payment_that_does_not_serve(desk: Desk, amount: int, paid_on: date, receipt: str, field: str) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    with refusal(desk, FieldErrors) as raised:
        pay(desk, driver_id, amount, paid_on, receipt)
    (problem,) = raised.value.problems
    assert problem.field == field
    assert problem.article == ("art. 16, § 2º" if field == "amount" else "")


def test_a_receipt_pays_once(desk: Desk) -> None:
    first, second = drivers.register(desk, office.DRIVER), drivers.register(desk, office.another_driver(1))
    pay(desk, first, receipt="BB 1")
    with refusal(desk, FieldErrors) as raised:
        pay(desk, second, receipt="  BB  1 ")
    assert [problem.field for problem in raised.value.problems] == ["receipt"]


@sqlite_only
def test_the_operator_may_pay_for_the_driver(desk: Desk) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    pay(desk, driver_id, payer="Cerrado Mobilidade Ltda.", amount=FEE + 1)
    pay(desk, driver_id, receipt="BB-2")
    payers = {line.payer for line in drivers.card(desk, driver_id).payments}
    assert payers == {"Cerrado Mobilidade Ltda.", "Ana Beatriz de Souza"}


@sqlite_only
def test_what_is_due_is_the_fee_of_the_day_of_payment(desk: Desk, clock: FixedClock) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    paid_on = desk.today
    clock.moment += timedelta(days=31)
    office_service.set_parameter(desk, ParameterOverride("fee_driver_annual", 180_00, desk.today, "Decreto 9/2027"))
    assert fees.fee_due(desk, DRIVER, driver_id).amount == 180_00
    with refusal(desk, FieldErrors):
        pay(desk, driver_id, paid_on=desk.today)
    pay(desk, driver_id, paid_on=paid_on)


@sqlite_only
def test_before_the_office_had_a_fee_nothing_can_be_paid(desk: Desk) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    with refusal(desk, Refused) as raised:
        pay(desk, driver_id, paid_on=date(2025, 12, 31))
    assert "31/12/2025" in str(raised.value)


@sqlite_only
def test_a_renewal_has_its_own_fee_when_the_office_set_one(desk: Desk) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    office.ready(desk, driver_id)
    authorizations.issue(desk, DRIVER, driver_id)
    assert fees.fee_due(desk, DRIVER, driver_id).code == "fee_driver_annual"
    office_service.set_parameter(desk, ParameterOverride("fee_driver_renewal", 90_00, desk.today, "Decreto 2/2026"))
    due = fees.fee_due(desk, DRIVER, driver_id)
    assert (due.code, due.amount, due.legal_basis) == ("fee_driver_renewal", 90_00, "Decreto 2/2026")
    assert fees.fee_due(desk, DRIVER, drivers.register(desk, office.another_driver(1))).amount == FEE


@sqlite_only
def test_whoever_lost_the_authorization_pays_as_if_for_the_first(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    office_service.set_parameter(desk, ParameterOverride("fee_driver_renewal", 90_00, desk.today, "Decreto 2/2026"))
    office.ready(desk, driver_id)
    authorizations.issue(desk, DRIVER, driver_id)
    assert fees.fee_due(desk, DRIVER, driver_id).code == "fee_driver_renewal"
    cassated(desk, other_desk, driver_id)
    assert fees.fee_due(desk, DRIVER, driver_id).code == "fee_driver_annual"


@sqlite_only
def test_the_revenue_code_goes_with_the_payment_when_the_office_has_one(desk: Desk, driver_id: UUID) -> None:
    pay(desk, driver_id)
    code = ParameterOverride("revenue_code_licence_fees", "1121.01", desk.today, "Decreto 3/2026")
    office_service.set_parameter(desk, code)
    assert fees.fee_due(desk, DRIVER, driver_id).revenue_code == "1121.01"
    pay(desk, driver_id, receipt="BB-2")
    codes = {line.receipt: line.revenue_code for line in drivers.card(desk, driver_id).payments}
    assert codes == {"BB-1": "", "BB-2": "1121.01"}


# The waiver


def test_a_waiver_takes_two_people_and_pays_nothing(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    office.ready(desk, driver_id)
    (paid,) = drivers.card(desk, driver_id).payments
    with refusal(desk, Refused):
        fees.propose_waiver(desk, DRIVER, driver_id, "isento")
    fees.reverse(desk, paid.payment_id, "cheque devolvido")
    with refusal(desk, FieldErrors):
        fees.propose_waiver(desk, DRIVER, driver_id, " . ")
    proposal = fees.propose_waiver(desk, DRIVER, driver_id, "Isenção da Lei 1.000/2020.")
    with refusal(desk, Refused):
        fees.propose_waiver(desk, DRIVER, driver_id, "de novo")
    with refusal(desk, NotAllowed):
        decisions.decide(desk, proposal, approve=True)
    with refusal(desk, Refused):
        authorizations.issue(desk, DRIVER, driver_id)
    decided = decisions.decide(other_desk, proposal, approve=True)
    assert decided.document_id is None
    waived = next(line for line in drivers.card(desk, driver_id).payments if line.is_waiver)
    assert (waived.receipt, waived.amount, waived.paid_on) == ("DISPENSA 1/2026-01", 0, desk.today)
    authorizations.issue(desk, DRIVER, driver_id)
    assert standing(desk, driver_id).state.may_serve


@sqlite_only
def test_waivers_are_numbered_and_nobody_types_one(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    with refusal(desk, FieldErrors) as raised:
        pay(desk, driver_id, receipt="dispensa 1/2026-01")
    assert [problem.field for problem in raised.value.problems] == ["receipt"]
    for holder in (driver_id, drivers.register(desk, office.another_driver(1))):
        proposal = fees.propose_waiver(desk, DRIVER, holder, "Programa municipal.")
        decisions.decide(other_desk, proposal, approve=True)
    (second,) = drivers.card(desk, holder).payments
    assert second.receipt == "DISPENSA 2/2026-01"


@sqlite_only
def test_a_fee_paid_while_its_waiver_waited_is_not_waived(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    proposal = fees.propose_waiver(desk, DRIVER, driver_id, "Programa municipal.")
    pay(desk, driver_id)
    with refusal(other_desk, Refused):
        decisions.decide(other_desk, proposal, approve=True)
    decisions.decide(other_desk, proposal, approve=False, note="A taxa foi paga.")
    assert [line.is_waiver for line in drivers.card(desk, driver_id).payments] == [False]


# The reversal


def test_a_reversed_payment_leaves_the_authorization_unpaid_from_that_day(
    desk: Desk, driver_id: UUID, clock: FixedClock
) -> None:
    office.ready(desk, driver_id)
    first = authorizations.issue(desk, DRIVER, driver_id)
    go_to(clock, date(2026, 12, 10))
    (paid,) = drivers.card(desk, driver_id).payments
    with refusal(desk, Refused):
        fees.reverse(desk, paid.payment_id, " ")
    fees.reverse(desk, paid.payment_id, "Pagamento contestado no banco.")
    with refusal(desk, Refused) as raised:
        fees.reverse(desk, paid.payment_id, "de novo")
    assert "10/12/2026" in str(raised.value)
    assert standing(desk, driver_id, date(2026, 12, 9)).state is StandingState.REGULAR
    unpaid = standing(desk, driver_id)
    assert (unpaid.state, unpaid.findings[0].article) == (StandingState.UNPAID, "art. 16, § 2º")
    (line,) = drivers.card(desk, driver_id).payments
    assert (line.reversed_on, line.reversal_reason) == (desk.today, "Pagamento contestado no banco.")
    with refusal(desk, Refused) as missing:
        authorizations.issue(desk, DRIVER, driver_id)
    assert [reason.code for reason in missing.value.reasons] == ["driver.fee"]
    pay(desk, driver_id, receipt="BB-2")
    second = authorizations.issue(desk, DRIVER, driver_id)
    assert (second.valid_until, second.number != first.number) == (date(2027, 12, 10), True)
    assert standing(desk, driver_id).state is StandingState.REGULAR


@sqlite_only
def test_a_payment_recorded_for_the_wrong_person_is_reversed_and_recorded_again(desk: Desk, driver_id: UUID) -> None:
    wrong = drivers.register(desk, office.another_driver(1))
    payment_id = pay(desk, wrong)
    with refusal(desk, FieldErrors):
        pay(desk, driver_id)
    fees.reverse(desk, payment_id, "Registrado para a pessoa errada.")
    pay(desk, driver_id)


def test_the_clock_of_the_office_starts_with_the_payment_and_stops_with_its_reversal(
    desk: Desk, driver_id: UUID, clock: FixedClock
) -> None:
    filed = applications.file(desk, FileApplication(ApplicationKind.FIRST_AUTHORIZATION, DRIVER, driver_id))
    go_to(clock, date(2026, 12, 3))
    office.ready(desk, driver_id)
    assert _completed_on(desk, filed.application_id) == date(2026, 12, 3)
    (paid,) = drivers.card(desk, driver_id).payments
    fees.reverse(desk, paid.payment_id, "Pagamento contestado.")
    assert _completed_on(desk, filed.application_id) is None


@sqlite_only
def test_a_reversal_for_an_operator(desk: Desk) -> None:
    operator_id = operators.register(desk, office.OPERATOR)
    office.pay(desk, OPERATOR, operator_id, "BB-9")
    (paid,) = operators.card(desk, operator_id).payments
    fees.reverse(desk, paid.payment_id, "Valor de outra guia.")
    (line,) = operators.card(desk, operator_id).payments
    assert line.reversed_on == desk.today


def _completed_on(desk: Desk, application_id: UUID) -> date | None:
    with desk.reading() as session:
        return session.get_one(Application, application_id).completed_on
