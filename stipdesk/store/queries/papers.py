"""Authorisations, seals, payments, autos and issued papers as the services read them."""

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import Select, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session, defer

from stipdesk.domain.numbers import PrintedNumber
from stipdesk.domain.registers import AuthorizationKind, SubjectKind
from stipdesk.domain.standing import Term
from stipdesk.models import (
    Attachment,
    Authorization,
    DocumentPrint,
    FeePayment,
    InfractionNotice,
    Inspection,
    InspectionFailure,
    IssuedDocument,
    Seal,
)


def number_of(row: Authorization | Seal | Inspection | InfractionNotice) -> PrintedNumber:
    return PrintedNumber(row.number_year, row.number_station, row.number_sequence)


def authorizations(session: Session, kind: SubjectKind, ids: Sequence[UUID]) -> Sequence[Authorization]:
    """Every CAA of these holders, newest first, voided ones too."""
    owner = Authorization.operator_id if kind is SubjectKind.OPERATOR else Authorization.driver_id
    # Of two that end on one day the later number: it replaced one annulled or left unpaid on the day it was issued.
    order = (
        Authorization.valid_until.desc(), Authorization.number_year.desc(), Authorization.number_sequence.desc(),
    )  # fmt: skip
    return session.scalars(select(Authorization).where(owner.in_(ids)).order_by(*order)).all()


def authorization_terms(session: Session, kind: SubjectKind, ids: Sequence[UUID]) -> "defaultdict[UUID, list[Term]]":
    """The validity of every CAA, with the day it was voided or its payment reversed."""
    owner = Authorization.operator_id if kind is SubjectKind.OPERATOR else Authorization.driver_id
    # Columns and not whole rows, here and below: for a page of a list reading those took half the time.
    columns = (
        owner, *_number_columns(Authorization), Authorization.valid_from, Authorization.valid_until,
        Authorization.issued_on, Authorization.kind, Authorization.voided_on, FeePayment.reversed_on,
    )  # fmt: skip
    terms: defaultdict[UUID, list[Term]] = defaultdict(list)
    statement = select(*columns).join(FeePayment, FeePayment.id == Authorization.payment_id).where(owner.in_(ids))
    for holder, year, station, sequence, starts, ends, issued_on, caa, voided_on, reversed_on in session.execute(
        statement
    ):
        if holder is not None:
            number = str(PrintedNumber(year, station, sequence))
            provisional = caa is AuthorizationKind.PROVISIONAL
            terms[holder].append(Term(number, starts, ends, issued_on, provisional, voided_on, reversed_on))
    return terms


def seals(session: Session, vehicles: Sequence[UUID]) -> Sequence[Seal]:
    """Every seal of these vehicles, newest first, voided ones too."""
    order = (Seal.valid_until.desc(), Seal.number_year.desc(), Seal.number_sequence.desc())
    return session.scalars(select(Seal).where(Seal.vehicle_id.in_(vehicles)).order_by(*order)).all()


def seal_terms(session: Session, vehicles: Sequence[UUID]) -> "defaultdict[UUID, list[Term]]":
    """The validity of every seal, with the day it was voided."""
    columns = (Seal.vehicle_id, *_number_columns(Seal), Seal.inspected_on, Seal.valid_until, Seal.voided_on)
    terms: defaultdict[UUID, list[Term]] = defaultdict(list)
    for vehicle, year, station, sequence, starts, ends, voided_on in session.execute(
        select(*columns).where(Seal.vehicle_id.in_(vehicles))
    ):
        number = str(PrintedNumber(year, station, sequence))
        terms[vehicle].append(Term(number, starts, ends, starts, voided_on=voided_on))
    return terms


def _number_columns(
    model: type[Authorization] | type[Seal],
) -> "tuple[InstrumentedAttribute[int], InstrumentedAttribute[int], InstrumentedAttribute[int]]":
    return model.number_year, model.number_station, model.number_sequence


def payments(session: Session, kind: SubjectKind, holder_id: UUID) -> Sequence[FeePayment]:
    owner = FeePayment.operator_id if kind is SubjectKind.OPERATOR else FeePayment.driver_id
    return session.scalars(
        select(FeePayment).where(owner == holder_id).order_by(FeePayment.paid_on.desc(), FeePayment.id)
    ).all()


def unspent_payment(session: Session, kind: SubjectKind, holder_id: UUID) -> FeePayment | None:
    """The oldest payment in full that no CAA in force has used yet."""
    order = (FeePayment.paid_on, FeePayment.id)
    return session.scalars(_unspent(kind, [holder_id]).order_by(*order).limit(1)).first()


def holders_with_unspent_payment(session: Session, kind: SubjectKind, ids: Sequence[UUID]) -> set[UUID]:
    """Those of `ids` that have such a payment."""
    owner = FeePayment.operator_id if kind is SubjectKind.OPERATOR else FeePayment.driver_id
    return {holder for holder in session.scalars(_unspent(kind, ids).with_only_columns(owner)) if holder is not None}


def _unspent(kind: SubjectKind, ids: Sequence[UUID]) -> Select[FeePayment]:
    owner = FeePayment.operator_id if kind is SubjectKind.OPERATOR else FeePayment.driver_id
    used = select(Authorization.id).where(
        Authorization.payment_id == FeePayment.id,
        Authorization.voided_on.is_(None),
        Authorization.kind != AuthorizationKind.PROVISIONAL,
    )
    paid = (FeePayment.amount >= FeePayment.amount_due, FeePayment.reversed_on.is_(None))
    return select(FeePayment).where(owner.in_(ids), *paid, ~used.exists())


def receipt_holder(session: Session, receipt: str) -> FeePayment | None:
    """The payment that stands with this bank receipt; one recorded for the wrong holder and reversed frees it."""
    wanted = (FeePayment.receipt == receipt, FeePayment.reversed_on.is_(None))
    return session.scalars(select(FeePayment).where(*wanted).limit(1)).first()


def count_receipts(session: Session, start: str, end: str) -> int:
    """How many receipts begin and end so."""
    wanted = (FeePayment.receipt.startswith(start, autoescape=True), FeePayment.receipt.endswith(end, autoescape=True))
    return session.scalar(select(func.count()).select_from(FeePayment).where(*wanted)) or 0


def inspections(session: Session, vehicle_id: UUID) -> Sequence[Inspection]:
    order = (Inspection.inspected_on.desc(), Inspection.number_year.desc(), Inspection.number_sequence.desc())
    return session.scalars(select(Inspection).where(Inspection.vehicle_id == vehicle_id).order_by(*order)).all()


def failures(session: Session, inspection_ids: Sequence[UUID]) -> "defaultdict[UUID, list[InspectionFailure]]":
    found: defaultdict[UUID, list[InspectionFailure]] = defaultdict(list)
    statement = select(InspectionFailure).where(InspectionFailure.inspection_id.in_(inspection_ids))
    for row in session.scalars(statement.order_by(InspectionFailure.item)):
        found[row.inspection_id].append(row)
    return found


def attachment(session: Session, sha256: str) -> bytes:
    """The bytes kept under that SHA-256, empty when there are none."""
    statement = select(Attachment.content).where(Attachment.sha256 == sha256).order_by(Attachment.chunk)
    return b"".join(session.scalars(statement))


def infractions_of(session: Session, kind: SubjectKind, subject_id: UUID) -> Sequence[InfractionNotice]:
    """The autos directed to an operator or driver, or drawn up on a vehicle, newest first."""
    column = {
        SubjectKind.OPERATOR: InfractionNotice.operator_id,
        SubjectKind.DRIVER: InfractionNotice.addressee_driver_id,
        SubjectKind.VEHICLE: InfractionNotice.vehicle_id,
    }[kind]
    order = (InfractionNotice.occurred_at.desc(), InfractionNotice.id)
    return session.scalars(select(InfractionNotice).where(column == subject_id).order_by(*order).limit(50)).all()


def documents_of(session: Session, subject_ids: Sequence[UUID]) -> Sequence[IssuedDocument]:
    """The papers issued about these subjects, newest first, without their bytes."""
    return session.scalars(_documents().where(IssuedDocument.subject_id.in_(subject_ids))).all()


def unprinted_documents(session: Session, subject_ids: Sequence[UUID]) -> Sequence[IssuedDocument]:
    """The papers about these subjects that stand and were never printed, without their bytes."""
    printed = select(DocumentPrint.id).where(DocumentPrint.document_id == IssuedDocument.id)
    wanted = (IssuedDocument.subject_id.in_(subject_ids), IssuedDocument.voided_at.is_(None), ~printed.exists())
    return session.scalars(_documents().where(*wanted)).all()


def documents_page(session: Session, offset: int, limit: int) -> Sequence[IssuedDocument]:
    return session.scalars(_documents().offset(offset).limit(limit)).all()


def documents_count(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(IssuedDocument)) or 0


def _documents() -> Select[IssuedDocument]:
    bulky = (defer(IssuedDocument.pdf), defer(IssuedDocument.data))
    return select(IssuedDocument).options(*bulky).order_by(IssuedDocument.issued_at.desc(), IssuedDocument.id)


def prints_of(session: Session, document_id: UUID) -> Sequence[DocumentPrint]:
    return session.scalars(
        select(DocumentPrint).where(DocumentPrint.document_id == document_id).order_by(DocumentPrint.copy)
    ).all()


def current_authorization(session: Session, kind: SubjectKind, holder_id: UUID) -> Authorization | None:
    """The annual CAA not voided that lasts longest."""
    rows = authorizations(session, kind, [holder_id])
    wanted = (row for row in rows if row.voided_on is None and row.kind is not AuthorizationKind.PROVISIONAL)
    return next(wanted, None)
