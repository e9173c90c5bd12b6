"""The certificate of a CAA: what is signed and what is printed (arts. 9-12, 14-17 and 62)."""

from datetime import date
from uuid import UUID

from stipdesk.domain.authorization import last_timely_renewal
from stipdesk.domain.documents import (
    CertificateVehicle,
    DocumentKind,
    DriverCertificateData,
    OperatorCertificateData,
)
from stipdesk.domain.identifiers import Cnpj, Cpf, Plate
from stipdesk.domain.numbers import PrintedNumber
from stipdesk.domain.registers import Address, AuthorizationKind, SubjectKind
from stipdesk.models import Authorization, Driver, FeePayment, Operator, Vehicle
from stipdesk.models.base import RegisterRow
from stipdesk.services import documents, office, registers
from stipdesk.services.access import Desk, Rules
from stipdesk.signing.payload import DriverCertificatePayload, OperatorCertificatePayload, Payload
from stipdesk.store.engine import Session
from stipdesk.store.queries import papers
from stipdesk.store.queries import registers as queries
from stipdesk.store.unit_of_work import UnitOfWork


def payload(
    session: Session,
    row: RegisterRow,
    number: PrintedNumber,
    issued_on: date,
    valid_until: date,
    *,
    provisional: bool = False,
) -> Payload:
    """What the QR code of the certificate says."""
    if isinstance(row, Operator):
        return OperatorCertificatePayload(number.digits, row.cnpj, row.legal_name, issued_on, valid_until)
    assert isinstance(row, Driver)
    vehicles = _vehicles(session, row.id)
    plate = vehicles[0].plate if vehicles else ""
    return DriverCertificatePayload(number.digits, provisional, row.full_name, plate, issued_on, valid_until)


def freeze(
    desk: Desk,
    work: UnitOfWork,
    rules: Rules,
    row: RegisterRow,
    authorization: Authorization,
    payment: FeePayment,
    process_id: UUID | None = None,
) -> UUID:
    """Draw the certificate and keep it; `process_id` is the application it answers."""
    days = rules.parameter("renewal_antecedence_days", authorization.issued_on).number
    rolls = rules.parameter("renewal_rolls_forward", authorization.issued_on).flag
    last_day = last_timely_renewal(authorization.valid_until, days, rules.calendar if rolls else None)
    kind, data = (
        (DocumentKind.OPERATOR_CERTIFICATE, _operator_data(work.session, row, authorization, payment, last_day))
        if isinstance(row, Operator)
        else (DocumentKind.DRIVER_CERTIFICATE, _driver_data(work.session, row, authorization, payment, last_day))
    )
    paper = documents.freeze(desk, work, kind, str(papers.number_of(authorization)), row.id, data, process_id)
    authorization.document_id = paper.id
    return paper.id


def _operator_data(
    session: Session, row: Operator, authorization: Authorization, payment: FeePayment, last_day: date
) -> OperatorCertificateData:
    address = queries.addresses(session, SubjectKind.OPERATOR, [row.id]).get(row.id, Address())
    return OperatorCertificateData(
        office=office.header(session),
        number=str(papers.number_of(authorization)),
        legal_name=row.legal_name,
        cnpj=Cnpj(row.cnpj).shown,
        app_name=row.app_name,
        municipal_registration=row.municipal_registration,
        address=str(address),
        issued_on=authorization.issued_on,
        valid_until=authorization.valid_until,
        last_timely_renewal=last_day,
        fee_paid_on=payment.paid_on,
        qr_text=authorization.qr_text,
        check_code=authorization.check_code,
    )


def _driver_data(
    session: Session, row: RegisterRow, authorization: Authorization, payment: FeePayment, last_day: date
) -> DriverCertificateData:
    assert isinstance(row, Driver)
    links = queries.operator_links(session, drivers=[row.id])
    operators = queries.rows_by_id(session, SubjectKind.OPERATOR, [link.operator_id for link in links])
    return DriverCertificateData(
        office=office.header(session),
        number=str(papers.number_of(authorization)),
        name=row.full_name,
        cpf_masked=Cpf(row.cpf).masked,
        license_category=row.license_category,
        license_valid_until=row.license_valid_until,
        issued_on=authorization.issued_on,
        valid_until=authorization.valid_until,
        last_timely_renewal=last_day,
        fee_paid_on=payment.paid_on,
        vehicles=tuple(
            CertificateVehicle(Plate(vehicle.plate).shown, f"{vehicle.make} {vehicle.model} {vehicle.model_year}")
            for vehicle in _vehicles(session, row.id)
        ),
        operators=tuple(registers.label_of(operators[link.operator_id]) for link in links),
        qr_text=authorization.qr_text,
        check_code=authorization.check_code,
        provisional=authorization.kind is AuthorizationKind.PROVISIONAL,
    )


def _vehicles(session: Session, driver_id: UUID) -> list[Vehicle]:
    links = queries.vehicle_links(session, drivers=[driver_id])
    found = queries.rows_by_id(session, SubjectKind.VEHICLE, [link.vehicle_id for link in links])
    return [row for link in links if isinstance(row := found[link.vehicle_id], Vehicle)]
