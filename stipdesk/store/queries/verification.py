"""What the database knows of a paper whose QR code is being verified."""

import json
from datetime import date
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from stipdesk.domain.numbers import NumberKind, PrintedNumber
from stipdesk.models import (
    OFFICE_ID,
    Authorization,
    Driver,
    InfractionNotice,
    JournalEntry,
    Office,
    Operator,
    Seal,
    Vehicle,
)
from stipdesk.models.base import RegisterRow

_MODELS: dict[NumberKind, type[Seal] | type[Authorization] | type[InfractionNotice]] = {
    NumberKind.SEAL: Seal,
    NumberKind.AUTHORIZATION: Authorization,
    NumberKind.INFRACTION_NOTICE: InfractionNotice,
}


def ended_on(session: Session, kind: NumberKind, number: PrintedNumber) -> date | None:
    """The day the paper was voided or cancelled, or its holder left the register; `None` while it stands."""
    model = _MODELS[kind]
    statement = select(model).where(
        model.number_year == number.year,
        model.number_station == number.station,
        model.number_sequence == number.sequence,
    )
    match session.scalars(statement).one_or_none():
        case InfractionNotice() as notice:
            return notice.cancelled_on
        case Seal() as seal:
            return seal.voided_on or _withdrawn_on(session, Vehicle, seal.vehicle_id)
        case Authorization(operator_id=UUID() as holder_id) as caa:
            return caa.voided_on or _withdrawn_on(session, Operator, holder_id)
        case Authorization(driver_id=UUID() as holder_id) as caa:
            return caa.voided_on or _withdrawn_on(session, Driver, holder_id)
        case _:
            return None


def _withdrawn_on(session: Session, model: type[RegisterRow], holder_id: UUID) -> date | None:
    return session.scalars(select(model.withdrawn_on).where(model.id == holder_id)).one()


def official_addresses(session: Session) -> set[str]:
    """Every verification address the office has had: papers already printed keep theirs."""
    found = set(session.scalars(select(Office.verification_url)))
    entries = session.scalars(select(JournalEntry.payload).where(JournalEntry.row_id == OFFICE_ID))
    for payload in entries:
        after = json.loads(payload)["after"] if payload else {}
        if "verification_url" in after:
            found.add(after["verification_url"])
    return found
