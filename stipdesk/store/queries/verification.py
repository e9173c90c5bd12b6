"""What the database knows of a paper whose QR code is being verified."""

import json
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from stipdesk.domain.numbers import NumberKind, PrintedNumber
from stipdesk.models import Authorization, InfractionNotice, JournalEntry, Office, Seal

_MODELS = {
    NumberKind.SEAL: (Seal, Seal.voided_on),
    NumberKind.AUTHORIZATION: (Authorization, Authorization.voided_on),
    NumberKind.INFRACTION_NOTICE: (InfractionNotice, InfractionNotice.cancelled_on),
}


def voided_on(session: Session, kind: NumberKind, number: PrintedNumber) -> date | None:
    """The day the paper of that number was voided or cancelled, `None` while it stands."""
    model, column = _MODELS[kind]
    statement = select(column).where(
        model.number_year == number.year,
        model.number_station == number.station,
        model.number_sequence == number.sequence,
    )
    return session.scalars(statement).one_or_none()


def official_addresses(session: Session) -> set[str]:
    """Every verification address the office has had: papers already printed keep theirs."""
    found = set(session.scalars(select(Office.verification_url)))
    entries = session.scalars(select(JournalEntry.payload).where(JournalEntry.table_name == Office.__tablename__))
    for payload in entries:
        after = json.loads(payload)["after"] if payload else {}
        if "verification_url" in after:
            found.add(after["verification_url"])
    return found
