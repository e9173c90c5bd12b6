"""Issued papers: frozen once, shown and printed as they are, voided with a reason, never drawn again."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from uuid import UUID

from stipdesk.domain.clock import local_date
from stipdesk.domain.documents import DocumentData, DocumentKind
from stipdesk.domain.errors import Refused
from stipdesk.domain.permissions import Act
from stipdesk.domain.text import tidy
from stipdesk.models import DocumentPrint, IssuedDocument
from stipdesk.services import registers
from stipdesk.services.access import Desk
from stipdesk.services.papers import DocumentLine, document_lines
from stipdesk.signing import payload as signing
from stipdesk.signing.payload import Payload, Signed
from stipdesk.store import journal
from stipdesk.store.engine import Session
from stipdesk.store.queries import office as office_queries
from stipdesk.store.queries import papers as queries
from stipdesk.store.queries import registers as register_queries
from stipdesk.store.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class PrintLine:
    copy: int
    printed_at: datetime
    printed_by: str
    reason: str


@dataclass(frozen=True, slots=True)
class DocumentView:
    """A paper as it was issued: its bytes and what happened to it."""

    line: DocumentLine
    pdf: bytes
    void_reason: str
    prints: tuple[PrintLine, ...]


@dataclass(frozen=True, slots=True)
class IssuedRow:
    """One line of the list of papers; `about` names the person, company or vehicle."""

    line: DocumentLine
    about: str


def sign(desk: Desk, session: Session, payload: Payload) -> Signed:
    """Sign what the QR code says; raises `SigningLocked` while the key is not open."""
    office = office_queries.office(session)
    assert office is not None
    return signing.sign_payload(payload, desk.key(), office.verification_url)


def freeze(
    desk: Desk,
    work: UnitOfWork,
    kind: DocumentKind,
    number: str,
    subject_id: UUID,
    data: DocumentData,
    process_id: UUID | None = None,
) -> IssuedDocument:
    """Draw the paper once and keep its data, its bytes and their SHA-256 in the unit of work of the act.

    `process_id` is the application or measure it belongs to.
    """
    assert desk.actor is not None
    pdf = desk.render(data)
    return work.add(
        IssuedDocument(
            kind=kind,
            number=number,
            subject_id=subject_id,
            process_id=process_id,
            data=json.loads(journal.canonical(asdict(data))),
            pdf=pdf,
            sha256=hashlib.sha256(pdf).hexdigest(),
            issued_at=work.moment,
            issued_by=desk.actor.user_id,
        )
    )


def view(desk: Desk, document_id: UUID) -> DocumentView:
    """Raises `Refused` when the stored bytes are not the ones that were issued."""
    with desk.reading() as session:
        row = session.get(IssuedDocument, document_id)
        if row is None:
            raise Refused("Este documento não existe neste banco de dados.")
        if hashlib.sha256(row.pdf).hexdigest() != row.sha256:
            raise Refused("O arquivo deste documento foi alterado no banco de dados. Avise o administrador.")
        prints = queries.prints_of(session, document_id)
        names = office_queries.user_names(session, [item.printed_by for item in prints])
        return DocumentView(
            document_lines([row])[0],
            row.pdf,
            row.void_reason or "",
            tuple(PrintLine(item.copy, item.printed_at, names[item.printed_by], item.reason) for item in prints),
        )


def record_print(desk: Desk, document_id: UUID, reason: str = "") -> int:
    """Note a printing and return which copy it is; from the second on a reason is needed ("2ª via")."""
    reason = tidy(reason)
    with desk.act(Act.PRINT_DOCUMENT, reason) as work:
        assert desk.actor is not None
        row = work.get(IssuedDocument, document_id)
        if row.voided_at is not None:
            raise Refused(f"Este documento foi anulado: {row.void_reason}. Imprima o que o substitui.")
        copy = len(queries.prints_of(work.session, document_id)) + 1
        if copy > 1 and not reason:
            raise Refused("Este documento já foi impresso. Escreva o motivo da segunda via.")
        work.add(
            DocumentPrint(
                document_id=document_id, copy=copy, printed_at=work.moment, printed_by=desk.actor.user_id, reason=reason
            )
        )
        return copy


def void(work: UnitOfWork, document_id: UUID | None, reason: str) -> None:
    """Mark the paper of a voided seal, CAA or auto; the bytes stay as they were printed."""
    if document_id is not None:
        row = work.get(IssuedDocument, document_id)
        row.voided_at, row.void_reason = work.moment, reason


def page(desk: Desk, offset: int, limit: int) -> tuple[int, list[IssuedRow]]:
    """How many papers were issued, and this page of them, newest first."""
    with desk.reading() as session:
        lines = document_lines(queries.documents_page(session, offset, limit))
        wanted = {line.subject_id for line in lines}
        about = {
            row.id: registers.label_of(row)
            for kind in register_queries.MODELS
            for row in register_queries.rows_by_id(session, kind, list(wanted)).values()
        }
        return queries.documents_count(session), [IssuedRow(line, about.get(line.subject_id, "")) for line in lines]


def unprinted(desk: Desk, subject_ids: Sequence[UUID]) -> Sequence[DocumentLine]:
    """What was issued today about these subjects and nobody has printed yet, in the order it was issued."""
    with desk.reading() as session:
        rows = queries.unprinted_documents(session, subject_ids)
        wanted = [row for row in rows if local_date(row.issued_at) == desk.today]
        return document_lines(sorted(wanted, key=lambda row: (row.issued_at, str(row.id))))


def of_subjects(desk: Desk, subject_ids: Sequence[UUID]) -> Sequence[DocumentLine]:
    """The papers issued about these subjects, newest first."""
    with desk.reading() as session:
        return document_lines(queries.documents_of(session, subject_ids))
