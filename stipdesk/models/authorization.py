"""Fee payments, authorisations (CAA) and the papers issued."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import BigInteger, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from stipdesk.domain.documents import DocumentKind
from stipdesk.domain.registers import AuthorizationKind
from stipdesk.models.base import Base, Journaled, Numbered, numbered_once, reference

# One payment pays for one annual CAA; the provisional one of art. 16 §1 stands on the same payment before it.
_SPENT = text("voided_on IS NULL AND kind <> 'provisional'")


class FeePayment(Journaled, Base):
    """A licence fee as the bank received it, in centavos; the operator may pay for the driver (art. 16 §2).

    It pays for the one annual authorisation that names it, or for none yet. A waived fee is a payment of nothing where
    nothing was due, named by its proposal. One reversed counts until the eve of `reversed_on`.
    """

    __tablename__ = "fee_payment"
    __table_args__ = (Index("ix_fee_payment_receipt", "receipt"),)

    operator_id: Mapped[UUID | None] = reference("operator.id")
    driver_id: Mapped[UUID | None] = reference("driver.id")
    fee: Mapped[str]
    amount: Mapped[int] = mapped_column(BigInteger)
    amount_due: Mapped[int] = mapped_column(BigInteger)
    paid_on: Mapped[date]
    receipt: Mapped[str]
    payer: Mapped[str]
    revenue_code: Mapped[str | None]
    reversed_on: Mapped[date | None]
    reversal_reason: Mapped[str | None]


class Authorization(Journaled, Numbered, Base):
    """The CAA (arts. 11, 12, 16, 17): belongs to the operator or to the driver, never to the pair."""

    __tablename__ = "authorization"
    __table_args__ = (
        numbered_once("authorization"),
        Index("uq_authorization_payment", "payment_id", unique=True, sqlite_where=_SPENT, postgresql_where=_SPENT),
        Index("ix_authorization_driver_valid", "driver_id", "valid_until"),
        Index("ix_authorization_operator_valid", "operator_id", "valid_until"),
    )

    kind: Mapped[AuthorizationKind]
    operator_id: Mapped[UUID | None] = reference("operator.id", index=False)
    driver_id: Mapped[UUID | None] = reference("driver.id", index=False)
    issued_on: Mapped[date]
    valid_from: Mapped[date]
    valid_until: Mapped[date]
    payment_id: Mapped[UUID] = reference("fee_payment.id", index=False)
    qr_text: Mapped[str]
    check_code: Mapped[str]
    document_id: Mapped[UUID | None] = reference("issued_document.id", index=False)
    voided_on: Mapped[date | None]
    void_reason: Mapped[str | None]


class IssuedDocument(Journaled, Base):
    """A paper as it was printed: data, PDF and SHA-256, for ever. A correction is another one that voids it.

    `process_id` is the application or the measure it belongs to.
    """

    __tablename__ = "issued_document"
    __table_args__ = (
        Index("ix_issued_document_subject", "subject_id"),
        Index("ix_issued_document_process", "process_id"),
        Index("ix_issued_document_order", "issued_at", "id"),
    )

    kind: Mapped[DocumentKind]
    number: Mapped[str]
    subject_id: Mapped[UUID]
    process_id: Mapped[UUID | None]
    data: Mapped[dict[str, object]]
    pdf: Mapped[bytes]
    sha256: Mapped[str]
    issued_at: Mapped[datetime]
    issued_by: Mapped[UUID] = reference("app_user.id", index=False)
    voids_id: Mapped[UUID | None] = reference("issued_document.id", index=False)
    voided_at: Mapped[datetime | None]
    void_reason: Mapped[str | None]


class Letter(Journaled, Numbered, Base):
    """A numbered paper of text: receipt, requisition, decision, declaration; it proves until `valid_until`."""

    __tablename__ = "letter"
    __table_args__ = (numbered_once("letter"),)

    document_id: Mapped[UUID] = reference("issued_document.id")
    written_on: Mapped[date]
    valid_until: Mapped[date | None]
    qr_text: Mapped[str]
    check_code: Mapped[str]
    voided_on: Mapped[date | None]
    void_reason: Mapped[str | None]


class DocumentPrint(Journaled, Base):
    """One printing of an issued paper: the first, or a second copy with its reason."""

    __tablename__ = "document_print"

    document_id: Mapped[UUID] = reference("issued_document.id")
    copy: Mapped[int]
    printed_at: Mapped[datetime]
    printed_by: Mapped[UUID] = reference("app_user.id", index=False)
    reason: Mapped[str]
