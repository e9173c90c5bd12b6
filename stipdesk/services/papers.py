"""Papers as the cards list them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from stipdesk.domain.documents import DocumentKind
from stipdesk.domain.numbers import PrintedNumber
from stipdesk.domain.registers import AuthorizationKind, SealRecovery
from stipdesk.models import Authorization, FeePayment, InfractionNotice, IssuedDocument, Seal
from stipdesk.services.access import Desk
from stipdesk.store.queries.papers import number_of

# How the receipt of a waived fee begins: no bank's does, and nobody can type one that does.
WAIVER_RECEIPT = "DISPENSA "


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
    """`recovery` is what became of the sticker of a seal that another plate or vehicle replaced."""

    seal_id: UUID
    number: str
    inspected_on: date
    valid_until: date
    document_id: UUID | None
    voided_on: date | None
    void_reason: str
    recovery: SealRecovery | None


@dataclass(frozen=True, slots=True)
class PaymentLine:
    """Amounts in centavos. A waived fee is a line of nothing paid; one reversed counts until the eve of that day."""

    payment_id: UUID
    fee: str
    amount: int
    paid_on: date
    receipt: str
    payer: str
    revenue_code: str
    is_waiver: bool
    reversed_on: date | None
    reversal_reason: str


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
        SealLine(
            row.id, str(number_of(row)), row.inspected_on, row.valid_until, row.document_id, row.voided_on,
            row.void_reason or "", row.recovery,
        )
        for row in rows
    )  # fmt: skip


def payment_lines(rows: Iterable[FeePayment]) -> tuple[PaymentLine, ...]:
    return tuple(
        PaymentLine(
            row.id, row.fee, row.amount, row.paid_on, row.receipt, row.payer, row.revenue_code or "",
            row.receipt.startswith(WAIVER_RECEIPT), row.reversed_on, row.reversal_reason or "",
        )
        for row in rows
    )  # fmt: skip


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
