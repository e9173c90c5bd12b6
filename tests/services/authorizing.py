"""A CAA from the papers to the certificate, for the tests of services."""

from datetime import UTC, date, datetime, timedelta
from uuid import UUID

from stipdesk.domain.clock import FixedClock
from stipdesk.domain.errors import Refused
from stipdesk.domain.registers import DriverFields, SubjectKind
from stipdesk.services import authorizations, drivers, fees, requirements
from stipdesk.services import office as office_service
from stipdesk.services.access import Desk
from stipdesk.services.authorizations import Issued
from stipdesk.services.fees import RecordFeePayment
from stipdesk.services.requirements import CheckRequirement
from tests import office
from tests.stored import refusal

DRIVER = SubjectKind.DRIVER
FEE = 150_00


def missing(desk: Desk, kind: SubjectKind, subject_id: UUID) -> dict[str, str]:
    """The article of each requirement for which the CAA is refused, by code; nothing is written."""
    with refusal(desk, Refused) as raised:
        authorizations.issue(desk, kind, subject_id)
    assert all(reason.text and reason.cure for reason in raised.value.reasons)
    return {reason.code: reason.article for reason in raised.value.reasons}


def accept(desk: Desk, kind: SubjectKind, subject_id: UUID, code: str, issued_on: date | None = None) -> None:
    requirements.check_requirement(desk, CheckRequirement(kind, subject_id, code, accepted=True, issued_on=issued_on))


def ready_driver(desk: Desk, receipt: str = "BB-1") -> UUID:
    driver_id = drivers.register(desk, office.DRIVER)
    office.ready(desk, driver_id, receipt)
    return driver_id


def change(desk: Desk, driver_id: UUID, changed: DriverFields) -> None:
    card = drivers.card(desk, driver_id)
    drivers.edit(desk, driver_id, card.version, card.fields, changed)


def pay(
    desk: Desk, driver_id: UUID, amount: int = FEE, paid_on: date | None = None, receipt: str = "BB-1", payer: str = ""
) -> UUID:
    command = RecordFeePayment(DRIVER, driver_id, amount, paid_on or desk.today, receipt, payer)
    return fees.record_payment(desk, command)


def to_renewal(desk: Desk, clock: FixedClock, issued: Issued, days_before: int = 45) -> None:
    """Move to some days before the end, with the key of that year."""
    last = issued.valid_until - timedelta(days=days_before)
    clock.moment = datetime(last.year, last.month, last.day, 13, tzinfo=UTC)
    office_service.new_key(desk, office.PASSPHRASE)
