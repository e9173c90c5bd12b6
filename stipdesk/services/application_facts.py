"""Where an application stands, read from what is stored: what it asks for, its clocks, its bar (arts. 9-20, 34, 41)."""

from collections.abc import Sequence
from datetime import date
from uuid import UUID

from stipdesk.domain.applications import ApplicationState, IssueClock, Pause, application_state, issue_clock
from stipdesk.domain.calendar import Deadline
from stipdesk.domain.measures import Bar, bar_on
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.requirements import RequirementLine
from stipdesk.domain.standing import StandingState
from stipdesk.models import Application, Authorization, FeePayment, Requisition, Vehicle
from stipdesk.models.base import RegisterRow
from stipdesk.services import holders
from stipdesk.services.access import Desk, Rules
from stipdesk.store.engine import Session
from stipdesk.store.queries import applications as queries
from stipdesk.store.queries import papers
from stipdesk.store.queries import registers as register_queries

FEES = frozenset({"operator.fee", "driver.fee"})
_LOST = frozenset({StandingState.CASSATED, StandingState.REVOKED, StandingState.UNPAID, StandingState.WITHDRAWN})


def bar_of_holder(desk: Desk, session: Session, holder: RegisterRow) -> Bar | None:
    """The bar in force today against whoever holds this CPF or CNPJ, the one that ends last."""
    kind = holders.kind_of(holder)
    document = holders.document_of(holder)
    measures = queries.measures_by_document(session, kind, [document])[document]
    return bar_on(measures, holders.bar_terms(desk.rules(session), desk.today), desk.today)


def renewable(desk: Desk, session: Session, kind: SubjectKind, holder_id: UUID) -> Authorization | None:
    """The CAA in force today that a renewal would be about; one extinguished or unpaid is asked for anew."""
    current = papers.current_authorization(session, kind, holder_id)
    if current is None or current.valid_until < desk.today:
        return None
    payment = session.get(FeePayment, current.payment_id)
    if payment is None or payment.reversed_on is not None:  # a suspension would hide it from the standing
        return None
    holder = register_queries.rows_by_id(session, kind, [holder_id])[holder_id]
    return None if holders.standings(desk, session, [holder])[holder_id].state in _LOST else current


def requirements_of(desk: Desk, session: Session, row: Application) -> tuple[RequirementLine, ...]:
    """What this request asks for, as it stands today; nothing for a plate or data change."""
    if row.kind.asks_for_authorization:
        kind, holder_id = holder_of(row)
        holder = register_queries.rows_by_id(session, kind, [holder_id])[holder_id]
        return holders.situations(desk, session, [holder])[holder_id].requirements
    if row.kind.registers_vehicle and row.vehicle_id is not None:
        vehicle = register_queries.require(session, Vehicle, row.vehicle_id)
        return holders.situations(desk, session, [vehicle])[vehicle.id].requirements
    return ()


def state_of(row: Application, pending: Requisition | None, lines: Sequence[RequirementLine]) -> ApplicationState:
    """Where a request stands today."""
    missing = [line.requirement.code for line in lines if line.state.is_missing]
    return application_state(row.decision, pending is not None, missing, FEES)


def clock_of(desk: Desk, session: Session, row: Application) -> IssueClock | None:
    """`clock_from` for one request, today or on the day it was decided."""
    requisitions = queries.requisitions_of(session, [row.id])[row.id]
    return clock_from(desk.rules(session), row, requisitions, row.decided_on or desk.today)


def clock_from(rules: Rules, row: Application, requisitions: Sequence[Requisition], on: date) -> IssueClock | None:
    """The office's two clocks on a request for a CAA, as reckoned when they began; None for any other request."""
    if row.filing_deadline is None:
        return None
    return issue_clock(
        Deadline.from_data(row.filing_deadline),
        Deadline.from_data(row.completeness_deadline) if row.completeness_deadline is not None else None,
        [Pause(each.issued_on, each.answered_on) for each in requisitions],
        pauses_count=rules.parameter("issue_clock_pauses_on_requisition", row.filed_on).flag,
        on=on,
    )


def pending_requisition(session: Session, application_id: UUID) -> Requisition | None:
    """The requisition that the citizen has not answered."""
    found = queries.requisitions_of(session, [application_id])[application_id]
    return next((each for each in found if each.answered_on is None), None)


def bound_by(row: Application) -> str:
    """The articles that bind the answer to the request: what it may be refused by."""
    if row.kind.registers_vehicle:
        return "arts. 18 e 19"
    if not row.kind.asks_for_authorization:
        return "art. 20, XI" if row.driver_id is not None else "art. 21, VII"
    return "art. 9º" if row.operator_id is not None else "art. 14"


def holder_of(row: Application) -> tuple[SubjectKind, UUID]:
    """Who asks: the operator, or the driver."""
    if row.operator_id is not None:
        return SubjectKind.OPERATOR, row.operator_id
    assert row.driver_id is not None, "an application is an operator's or a driver's"
    return SubjectKind.DRIVER, row.driver_id
