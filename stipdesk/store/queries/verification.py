"""What the database knows of a paper whose QR code is being verified."""

import json
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from stipdesk.domain.numbers import NumberKind, PrintedNumber
from stipdesk.models import OFFICE_ID, Authorization, InfractionNotice, JournalEntry, Office, Seal

_MODELS: dict[NumberKind, type[Seal] | type[Authorization] | type[InfractionNotice]] = {
    NumberKind.SEAL: Seal,
    NumberKind.AUTHORIZATION: Authorization,
    NumberKind.INFRACTION_NOTICE: InfractionNotice,
}


def voided_on(session: Session, kind: NumberKind, number: PrintedNumber) -> date | None:
    """The day the paper of that number was voided or cancelled, `None` while it stands."""
    model = _MODELS[kind]
    ended = model.cancelled_on if issubclass(model, InfractionNotice) else model.voided_on
    statement = select(ended).where(
        model.number_year == number.year,
        model.number_station == number.station,
        model.number_sequence == number.sequence,
    )
    return session.scalars(statement).one_or_none()


def official_addresses(session: Session) -> set[str]:
    """Every verification address the office has had: papers already printed keep theirs."""
    found = set(session.scalars(select(Office.verification_url)))
    entries = session.scalars(select(JournalEntry.payload).where(JournalEntry.row_id == OFFICE_ID))
    for payload in entries:
        after = json.loads(payload)["after"] if payload else {}
        if "verification_url" in after:
            found.add(after["verification_url"])
    return found
