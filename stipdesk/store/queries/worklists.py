"""What the work lists narrow by dates, and the pages of the daily check: ids and columns, never a rule."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from uuid import UUID

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from stipdesk.domain.applications import ApplicationKind
from stipdesk.domain.measures import MeasureKind
from stipdesk.domain.numbers import PrintedNumber
from stipdesk.domain.registers import AuthorizationKind, SubjectKind
from stipdesk.models import (
    Application,
    Authorization,
    Communication,
    Driver,
    DriverOperator,
    FeePayment,
    MeasureRow,
    Operator,
    Requisition,
    Seal,
    Vehicle,
)
from stipdesk.models.base import RegisterRow

_MODELS: dict[SubjectKind, type[RegisterRow]] = {SubjectKind.OPERATOR: Operator, SubjectKind.DRIVER: Driver}


def active_count(session: Session, kind: SubjectKind) -> int:
    model = _MODELS[kind]
    return session.scalar(select(func.count()).select_from(model).where(model.withdrawn_on.is_(None))) or 0


def active_after(session: Session, kind: SubjectKind, after: UUID | None, limit: int) -> Sequence[RegisterRow]:
    """The next records in activity in the order of their ids, which is no order at all and never changes."""
    model = _MODELS[kind]
    statement = select(model).where(model.withdrawn_on.is_(None)).order_by(model.id).limit(limit)
    if after is not None:
        statement = statement.where(model.id > after)
    return session.scalars(statement).all()


def active_vehicles(session: Session, ids: Sequence[UUID]) -> Sequence[Vehicle]:
    """Those of `ids` that are in activity."""
    return session.scalars(select(Vehicle).where(Vehicle.id.in_(ids), Vehicle.withdrawn_on.is_(None))).all()


def serving(session: Session, drivers: Sequence[UUID], on: date) -> "defaultdict[UUID, list[UUID]]":
    """The operators each driver serves on `on`."""
    found: defaultdict[UUID, list[UUID]] = defaultdict(list)
    open_on = or_(DriverOperator.until.is_(None), DriverOperator.until > on)
    statement = select(DriverOperator.driver_id, DriverOperator.operator_id).where(
        DriverOperator.driver_id.in_(drivers), DriverOperator.since <= on, open_on
    )
    for driver_id, operator_id in session.execute(statement):
        found[driver_id].append(operator_id)
    return found


def open_processes(session: Session, kind: SubjectKind, holders: Sequence[UUID]) -> dict[tuple[UUID, str], str]:
    """The number of the process of art. 38 that goes on about each condition of each holder."""
    owner = MeasureRow.operator_id if kind is SubjectKind.OPERATOR else MeasureRow.driver_id
    columns = (
        owner, MeasureRow.conditions, MeasureRow.number_year, MeasureRow.number_station, MeasureRow.number_sequence,
    )  # fmt: skip
    statement = select(*columns).where(
        owner.in_(holders), MeasureRow.kind == MeasureKind.CONDITIONS_SUSPENSION, MeasureRow.ended_on.is_(None)
    )
    found: dict[tuple[UUID, str], str] = {}
    for holder, conditions, *number in session.execute(statement):
        if holder is not None:
            found |= {(holder, code): str(PrintedNumber(*number)) for code in conditions}
    return found


def ending_holders(
    session: Session, kind: SubjectKind, first: date, last: date, *, provisional: bool = False
) -> Sequence[RegisterRow]:
    """The holders in activity with a CAA that ends between these days, both included."""
    owner = Authorization.operator_id if kind is SubjectKind.OPERATOR else Authorization.driver_id
    same = Authorization.kind == AuthorizationKind.PROVISIONAL
    ending = (
        select(owner)
        .where(
            owner.is_not(None),
            Authorization.voided_on.is_(None),
            Authorization.valid_until.between(first, last),
            same if provisional else ~same,
        )
        .distinct()
    )
    model = _MODELS[kind]
    return session.scalars(select(model).where(model.id.in_(ending), model.withdrawn_on.is_(None))).all()


def reversed_holders(session: Session, kind: SubjectKind, on: date) -> Sequence[RegisterRow]:
    """The holders in activity whose CAA would be in force on `on` had its payment not been reversed."""
    owner = Authorization.operator_id if kind is SubjectKind.OPERATOR else Authorization.driver_id
    reversed_ = (
        select(owner)
        .join(FeePayment, FeePayment.id == Authorization.payment_id)
        .where(
            owner.is_not(None),
            Authorization.voided_on.is_(None),
            Authorization.valid_until >= on,
            FeePayment.reversed_on.is_not(None),
        )
    )
    model = _MODELS[kind]
    return session.scalars(select(model).where(model.id.in_(reversed_), model.withdrawn_on.is_(None))).all()


def open_authorization_requests(session: Session, *, complete: bool | None = None) -> Sequence[Application]:
    """The undecided requests for a CAA, oldest first; those complete, those not, or all."""
    wanted = (ApplicationKind.FIRST_AUTHORIZATION, ApplicationKind.RENEWAL)
    statement = select(Application).where(Application.decision.is_(None), Application.kind.in_(wanted))
    if complete is not None:
        done = Application.completed_on.is_not(None)
        statement = statement.where(done if complete else ~done)
    return session.scalars(statement.order_by(Application.filed_on, Application.id)).all()


def open_renewals(session: Session, kind: SubjectKind) -> dict[UUID, str]:
    """The protocol of the undecided renewal of each holder that asked for one."""
    owner = Application.operator_id if kind is SubjectKind.OPERATOR else Application.driver_id
    columns = (owner, Application.number_year, Application.number_station, Application.number_sequence)
    # Not `owner IS NOT NULL`: SQLite would then walk every application by its holder.
    wanted = (Application.kind == ApplicationKind.RENEWAL, Application.decision.is_(None))
    return {
        holder: str(PrintedNumber(*number))
        for holder, *number in session.execute(select(*columns).where(*wanted))
        if holder is not None
    }


def unanswered_requisitions(session: Session) -> list[tuple[Requisition, Application]]:
    """The requisitions of undecided applications that the citizen has not answered, oldest first."""
    statement = (
        select(Requisition, Application)
        .join(Application, Application.id == Requisition.application_id)
        .where(Requisition.answered_on.is_(None), Application.decision.is_(None))
        .order_by(Requisition.issued_on, Requisition.id)
    )
    return [(requisition, application) for requisition, application in session.execute(statement)]


def conditional_vehicles(session: Session, last: date, on: date) -> Sequence[Vehicle]:
    """The vehicles in activity registered without inspection, until `last` at most, that have no seal on `on`."""
    conditional = select(Application.vehicle_id).where(
        Application.conditional_until.is_not(None), Application.conditional_until <= last
    )
    sealed = select(Seal.id).where(
        Seal.vehicle_id == Vehicle.id, or_(Seal.voided_on.is_(None), Seal.voided_on > on), Seal.inspected_on <= on
    )
    statement = select(Vehicle).where(Vehicle.id.in_(conditional), Vehicle.withdrawn_on.is_(None), ~sealed.exists())
    return session.scalars(statement.order_by(Vehicle.plate, Vehicle.id)).all()


def suspensions(session: Session) -> Sequence[MeasureRow]:
    """The suspensions for lost conditions that were imposed and have not ended."""
    wanted = and_(
        MeasureRow.kind == MeasureKind.CONDITIONS_SUSPENSION,
        MeasureRow.imposed_on.is_not(None),
        MeasureRow.ended_on.is_(None),
    )
    return session.scalars(select(MeasureRow).where(wanted).order_by(MeasureRow.opened_on, MeasureRow.id)).all()


def followed_by_revocation(session: Session, measure_ids: Sequence[UUID]) -> set[UUID]:
    """Those of these suspensions that already have a revocation of their own going on (art. 40)."""
    statement = select(MeasureRow.process_id).where(
        MeasureRow.process_id.in_(measure_ids),
        MeasureRow.kind == MeasureKind.REVOCATION,
        MeasureRow.ended_on.is_(None),
    )
    return {process for process in session.scalars(statement) if process is not None}


def unsent_communications(session: Session) -> list[tuple[Communication, MeasureRow, str]]:
    """What was prepared for an operator and not sent yet, with the measure and the operator's name; oldest first."""
    statement = (
        select(Communication, MeasureRow, Operator.legal_name)
        .join(MeasureRow, MeasureRow.id == Communication.measure_id)
        .join(Operator, Operator.id == Communication.operator_id)
        .where(Communication.sent_on.is_(None))
        .order_by(Communication.prepared_on, Communication.id)
    )
    return [(communication, measure, name) for communication, measure, name in session.execute(statement)]
