"""Papers as the cards list them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from stipdesk.domain.documents import DocumentKind
from stipdesk.domain.numbers import PrintedNumber
from stipdesk.domain.registers import AuthorizationKind
from stipdesk.models import Authorization, FeePayment, InfractionNotice, IssuedDocument, Seal
from stipdesk.services.access import Desk
from stipdesk.store.queries.papers import number_of


@dataclass(frozen=True, slots=True)
class AuthorizationLine:
    authorization_id: UUID
    number: str
    kind: AuthorizationKind
    issued_on: date
    valid_from: date
    valid_until: date
    document_id: UUID | None
    voided_on: date | None


@dataclass(frozen=True, slots=True)
class SealLine:
    seal_id: UUID
    number: str
    inspected_on: date
    valid_until: date
    document_id: UUID | None
    voided_on: date | None


@dataclass(frozen=True, slots=True)
class PaymentLine:
    """Amounts in centavos."""

    payment_id: UUID
    fee: str
    amount: int
    paid_on: date
    receipt: str
    payer: str


@dataclass(frozen=True, slots=True)
class InfractionLine:
    """One auto. `conduct_text` is the law's wording; `defense_due_on` is absent until it is served."""

    infraction_id: UUID
    number: str
    conduct: str
    conduct_text: str
    occurred_at: datetime
    plate: str
    defense_due_on: date | None
    document_id: UUID | None
    cancelled_on: date | None


@dataclass(frozen=True, slots=True)
class DocumentLine:
    document_id: UUID
    kind: DocumentKind
    number: str
    issued_at: datetime
    sha256: str
    subject_id: UUID
    voided_at: datetime | None


def number_columns(number: PrintedNumber) -> dict[str, int]:
    """How a printed number is stored; `number_of` reads it back."""
    return {"number_year": number.year, "number_station": number.station, "number_sequence": number.sequence}


def authorization_lines(rows: Iterable[Authorization]) -> tuple[AuthorizationLine, ...]:
    return tuple(
        AuthorizationLine(
            row.id, str(number_of(row)), row.kind, row.issued_on, row.valid_from, row.valid_until,
            row.document_id, row.voided_on,
        )
        for row in rows
    )  # fmt: skip


def seal_lines(rows: Iterable[Seal]) -> tuple[SealLine, ...]:
    return tuple(
        SealLine(row.id, str(number_of(row)), row.inspected_on, row.valid_until, row.document_id, row.voided_on)
        for row in rows
    )


def payment_lines(rows: Iterable[FeePayment]) -> tuple[PaymentLine, ...]:
    return tuple(PaymentLine(row.id, row.fee, row.amount, row.paid_on, row.receipt, row.payer) for row in rows)


def infraction_lines(desk: Desk, rows: Iterable[InfractionNotice]) -> tuple[InfractionLine, ...]:
    return tuple(
        InfractionLine(
            row.id, str(number_of(row)), row.conduct, desk.law.conduct(row.conduct).text, row.occurred_at,
            row.plate, row.defense_due_on, row.document_id, row.cancelled_on,
        )
        for row in rows
    )  # fmt: skip


def document_lines(rows: Iterable[IssuedDocument]) -> tuple[DocumentLine, ...]:
    return tuple(
        DocumentLine(row.id, row.kind, row.number, row.issued_at, row.sha256, row.subject_id, row.voided_at)
        for row in rows
    )
