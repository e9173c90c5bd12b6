"""What the database knows of a paper whose QR code is being verified."""

import json
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session, defer

from stipdesk.domain.numbers import NumberKind, PrintedNumber
from stipdesk.models import (
    OFFICE_ID,
    Application,
    Authorization,
    InfractionNotice,
    IssuedDocument,
    JournalEntry,
    Letter,
    Office,
    Seal,
)
from stipdesk.models.base import RegisterRow
from stipdesk.store.queries import registers

SignedPaper = Seal | Authorization | InfractionNotice | Letter
_MODELS: dict[NumberKind, type[Seal] | type[Authorization] | type[InfractionNotice] | type[Letter]] = {
    NumberKind.SEAL: Seal,
    NumberKind.AUTHORIZATION: Authorization,
    NumberKind.INFRACTION_NOTICE: InfractionNotice,
    NumberKind.LETTER: Letter,
}


def signed_paper(session: Session, kind: NumberKind, number: PrintedNumber) -> SignedPaper | None:
    """The paper of this number; None when this database does not have it."""
    model = _MODELS[kind]
    statement = select(model).where(
        model.number_year == number.year,
        model.number_station == number.station,
        model.number_sequence == number.sequence,
    )
    match session.scalars(statement).one_or_none():
        case Seal() | Authorization() | InfractionNotice() | Letter() as paper:
            return paper
        case _:
            return None


def document(session: Session, document_id: UUID) -> IssuedDocument:
    """What a letter was issued as, without its bytes."""
    bulky = (defer(IssuedDocument.pdf), defer(IssuedDocument.data))
    return session.scalars(select(IssuedDocument).options(*bulky).where(IssuedDocument.id == document_id)).one()


def holder(session: Session, holder_id: UUID) -> RegisterRow | None:
    """The operator, driver or vehicle a paper is about."""
    for model in registers.MODELS.values():
        row = session.get(model, holder_id)
        if row is not None:
            return row
    return None


def application(session: Session, application_id: UUID | None) -> Application | None:
    """The application a letter belongs to, if it belongs to one."""
    return session.get(Application, application_id) if application_id is not None else None


def official_addresses(session: Session) -> set[str]:
    """Every verification address the office has had: papers already printed keep theirs."""
    found = set(session.scalars(select(Office.verification_url)))
    entries = session.scalars(select(JournalEntry.payload).where(JournalEntry.row_id == OFFICE_ID))
    for payload in entries:
        after = json.loads(payload)["after"] if payload else {}
        if "verification_url" in after:
            found.add(after["verification_url"])
    return found
