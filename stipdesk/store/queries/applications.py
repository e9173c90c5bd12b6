"""Applications, requisitions, files, exemptions and measures as the services read them."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from uuid import UUID

from sqlalchemy import or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from stipdesk.domain.applications import ApplicationDecision, ApplicationKind
from stipdesk.domain.measures import Measure
from stipdesk.domain.numbers import PrintedNumber
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import ConditionalTerm, RenewalRequest
from stipdesk.models import (
    Application,
    AttachedFile,
    Authorization,
    Communication,
    Driver,
    MeasureRow,
    Operator,
    RequirementExemption,
    Requisition,
)


def number_of(row: Application | MeasureRow) -> PrintedNumber:
    return PrintedNumber(row.number_year, row.number_station, row.number_sequence)


def applications_of(session: Session, kind: SubjectKind, subject_id: UUID) -> Sequence[Application]:
    """The applications of a holder, or about a vehicle, newest first."""
    column = {
        SubjectKind.OPERATOR: Application.operator_id,
        SubjectKind.DRIVER: Application.driver_id,
        SubjectKind.VEHICLE: Application.vehicle_id,
    }[kind]
    order = (Application.filed_on.desc(), Application.number_year.desc(), Application.number_sequence.desc())
    return session.scalars(select(Application).where(column == subject_id).order_by(*order)).all()


def open_authorization_request(session: Session, kind: SubjectKind, holder_id: UUID) -> Application | None:
    """The undecided application for a CAA of this holder: there is at most one."""
    wanted = (ApplicationKind.FIRST_AUTHORIZATION, ApplicationKind.RENEWAL)
    owner = Application.operator_id if kind is SubjectKind.OPERATOR else Application.driver_id
    statement = select(Application).where(
        owner == holder_id, Application.kind.in_(wanted), Application.decision.is_(None)
    )
    return session.scalars(statement.order_by(Application.filed_on, Application.id).limit(1)).first()


def waiting_subjects(session: Session, kind: SubjectKind) -> Sequence[UUID]:
    """The operators or drivers that wait for a CAA, or the vehicles that wait for their registration."""
    wanted: tuple[ApplicationKind, ...] = (ApplicationKind.FIRST_AUTHORIZATION, ApplicationKind.RENEWAL)
    if kind is SubjectKind.VEHICLE:
        wanted = (ApplicationKind.VEHICLE_REGISTRATION, ApplicationKind.VEHICLE_REPLACEMENT)
    column = {
        SubjectKind.OPERATOR: Application.operator_id,
        SubjectKind.DRIVER: Application.driver_id,
        SubjectKind.VEHICLE: Application.vehicle_id,
    }[kind]
    statement = select(column).where(Application.decision.is_(None), Application.kind.in_(wanted)).distinct()
    return [subject for subject in session.scalars(statement.order_by(column)) if subject is not None]


def requisitions_of(session: Session, application_ids: Sequence[UUID]) -> "defaultdict[UUID, list[Requisition]]":
    found: defaultdict[UUID, list[Requisition]] = defaultdict(list)
    statement = select(Requisition).where(Requisition.application_id.in_(application_ids))
    for row in session.scalars(statement.order_by(Requisition.ordinal)):
        found[row.application_id].append(row)
    return found


def renewal_requests(
    session: Session, kind: SubjectKind, ids: Sequence[UUID]
) -> "defaultdict[UUID, list[RenewalRequest]]":
    """The renewals these holders asked for, in time or late, each with the end of the CAA it is about."""
    owner = Application.operator_id if kind is SubjectKind.OPERATOR else Application.driver_id
    columns = (
        owner, Application.number_year, Application.number_station, Application.number_sequence, Application.filed_on,
        Authorization.valid_until, Application.decided_on,
    )  # fmt: skip
    found: defaultdict[UUID, list[RenewalRequest]] = defaultdict(list)
    statement = (
        select(*columns)
        .join(Authorization, Authorization.id == Application.renews_id)
        .where(owner.in_(ids), Application.kind == ApplicationKind.RENEWAL)
    )
    for holder, year, station, sequence, filed_on, previous_until, decided_on in session.execute(statement):
        if holder is not None:
            number = str(PrintedNumber(year, station, sequence))
            found[holder].append(RenewalRequest(number, filed_on, previous_until, decided_on))
    return found


def conditional_terms(session: Session, vehicles: Sequence[UUID]) -> dict[UUID, ConditionalTerm]:
    """The first conditional registration of each vehicle: a second request does not give the 30 days again.

    One refused or given up ends on the day of the decision.
    """
    columns = (
        Application.vehicle_id, Application.filed_on, Application.conditional_until, Application.decision,
        Application.decided_on,
    )  # fmt: skip
    statement = select(*columns).where(Application.vehicle_id.in_(vehicles), Application.conditional_until.is_not(None))
    found: dict[UUID, ConditionalTerm] = {}
    for vehicle, filed_on, until, decision, decided_on in session.execute(
        statement.order_by(Application.filed_on, Application.id)
    ):
        if vehicle is None or until is None or vehicle in found:
            continue
        gone = decision in {ApplicationDecision.REFUSED, ApplicationDecision.WITHDRAWN}
        found[vehicle] = ConditionalTerm(filed_on, min(until, decided_on) if gone and decided_on else until)
    return found


def exemptions(
    session: Session, kind: SubjectKind, ids: Sequence[UUID], on: date
) -> "defaultdict[UUID, dict[str, str]]":
    """The court orders in force on `on`, by holder and requirement."""
    owner = _exempted(kind)
    statement = select(owner, RequirementExemption.requirement, RequirementExemption.court_order).where(
        owner.in_(ids),
        RequirementExemption.valid_from <= on,
        or_(RequirementExemption.valid_until.is_(None), RequirementExemption.valid_until >= on),
        or_(RequirementExemption.ended_on.is_(None), RequirementExemption.ended_on > on),
    )
    found: defaultdict[UUID, dict[str, str]] = defaultdict(dict)
    for holder, requirement, order in session.execute(statement):
        if holder is not None:
            found[holder][requirement] = order
    return found


def exemption_rows(session: Session, kind: SubjectKind, subject_id: UUID) -> Sequence[RequirementExemption]:
    statement = select(RequirementExemption).where(_exempted(kind) == subject_id)
    return session.scalars(statement.order_by(RequirementExemption.valid_from.desc(), RequirementExemption.id)).all()


def _exempted(kind: SubjectKind) -> "InstrumentedAttribute[UUID | None]":
    return {
        SubjectKind.OPERATOR: RequirementExemption.operator_id,
        SubjectKind.DRIVER: RequirementExemption.driver_id,
        SubjectKind.VEHICLE: RequirementExemption.vehicle_id,
    }[kind]


def measures_by_document(
    session: Session, kind: SubjectKind, documents: Sequence[str]
) -> "defaultdict[str, list[Measure]]":
    """The measures against whoever holds each CPF or CNPJ, by whatever record: a new one does not escape a bar."""
    found: defaultdict[str, list[Measure]] = defaultdict(list)
    for document, row in _measures(session, kind, documents):
        found[document].append(measure_of(row))
    return found


def measure_rows(session: Session, kind: SubjectKind, document: str) -> Sequence[MeasureRow]:
    """The measures against whoever holds this CPF or CNPJ, newest first."""
    rows = [row for _, row in _measures(session, kind, [document])]
    return sorted(rows, key=lambda row: (row.opened_on, row.number_year, row.number_sequence), reverse=True)


def _measures(session: Session, kind: SubjectKind, documents: Sequence[str]) -> list[tuple[str, MeasureRow]]:
    if kind is SubjectKind.OPERATOR:
        statement = (
            select(Operator.cnpj, MeasureRow)
            .join(Operator, Operator.id == MeasureRow.operator_id)
            .where(Operator.cnpj.in_(documents))
        )
    else:
        statement = (
            select(Driver.cpf, MeasureRow)
            .join(Driver, Driver.id == MeasureRow.driver_id)
            .where(Driver.cpf.in_(documents))
        )
    rows = session.execute(statement.order_by(MeasureRow.opened_on, MeasureRow.id)).all()
    return [(document, row) for document, row in rows]


def measure_of(row: MeasureRow) -> Measure:
    return Measure(
        kind=row.kind,
        number=str(number_of(row)),
        reason=row.reason,
        opened_on=row.opened_on,
        imposed_on=row.imposed_on,
        effective_from=row.effective_from,
        effective_until=row.effective_until,
        final_on=row.final_on,
        served_on=row.served_on,
        reversal_due_on=row.reversal_due_on,
        reversal_requested_on=row.reversal_requested_on,
        reversal_decided_on=row.reversal_decided_on,
        reversal_granted=row.reversal_granted,
        ended_on=row.ended_on,
        ending=row.ending,
    )


def communications_of(session: Session, measure_ids: Sequence[UUID]) -> Sequence[Communication]:
    statement = select(Communication).where(Communication.measure_id.in_(measure_ids))
    return session.scalars(statement.order_by(Communication.prepared_on, Communication.id)).all()


def files_of(
    session: Session,
    *,
    checks: Sequence[UUID] = (),
    applications: Sequence[UUID] = (),
    measures: Sequence[UUID] = (),
) -> Sequence[AttachedFile]:
    """The files brought for any of these, in the order they came."""
    statement = select(AttachedFile).where(
        or_(
            AttachedFile.check_id.in_(checks),
            AttachedFile.application_id.in_(applications),
            AttachedFile.measure_id.in_(measures),
        )
    )
    return session.scalars(statement.order_by(AttachedFile.journal_origin, AttachedFile.journal_seq)).all()
