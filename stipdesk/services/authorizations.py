"""The CAA of operators and drivers: issued on an application and a payment, annulled, printed (arts. 9-17)."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from stipdesk.domain.applications import ApplicationDecision, ApplicationKind
from stipdesk.domain.errors import Refused
from stipdesk.domain.numbers import NumberKind
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import AuthorizationKind, SubjectKind
from stipdesk.domain.text import format_date, tidy
from stipdesk.models import Application, Authorization, Driver, FeePayment
from stipdesk.models.base import RegisterRow
from stipdesk.services import applications, certificates, documents, holders
from stipdesk.services.access import Desk
from stipdesk.services.application_facts import renewable
from stipdesk.services.applications import FileApplication
from stipdesk.services.authorization_facts import next_term, payment_for_issue, provisional_grounds
from stipdesk.services.papers import number_columns
from stipdesk.store.queries import applications as application_queries
from stipdesk.store.queries import papers
from stipdesk.store.queries import registers as queries
from stipdesk.store.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class Issued:
    authorization_id: UUID
    number: str
    valid_until: date
    document_id: UUID


def issue(desk: Desk, kind: SubjectKind, subject_id: UUID) -> Issued:
    """Issue the annual CAA with its signed certificate, and grant the application it answers.

    Without an open application one is filed by the same act, so that every CAA has a protocol. Issue is bound (arts. 9
    and 14): `Refused` lists every requirement not met, each with article and cure, or the bar with the day it ends, and
    nothing is written. One CAA at a time: while one is in force a new one can be issued only in its last days, as a
    renewal.
    """
    with desk.act(Act.ISSUE_AUTHORIZATION) as work:
        row = work.get(queries.MODELS[kind], subject_id)
        lines = holders.situations(desk, work.session, [row])[row.id].requirements
        payment = payment_for_issue(desk, work.session, row, lines)
        request = _request(desk, work, kind, subject_id)
        valid_from, valid_until = next_term(desk, work.session, desk.rules(work.session), row, request)
        caa = AuthorizationKind.OPERATOR if kind is SubjectKind.OPERATOR else AuthorizationKind.DRIVER
        issued = _give(desk, work, row, caa, payment, request, valid_from, valid_until)
        request.authorization_id = issued.authorization_id
        applications.decide_in(desk, request, ApplicationDecision.GRANTED)
        return issued


def issue_provisional(desk: Desk, driver_id: UUID) -> Issued:
    """Issue the provisional CAA of art. 16 §1: the request stays open, and the days count from the payment of the fee.

    Raises `Refused`: see `authorization_facts.provisional_grounds`.
    """
    with desk.act(Act.ISSUE_PROVISIONAL) as work:
        row = work.get(Driver, driver_id)
        lines = holders.situations(desk, work.session, [row])[row.id].requirements
        grounds = provisional_grounds(desk, work.session, row, lines)
        caa, request = AuthorizationKind.PROVISIONAL, grounds.application
        issued = _give(desk, work, row, caa, grounds.payment, request, desk.today, grounds.valid_until)
        request.provisional_id = issued.authorization_id
        return issued


def void(desk: Desk, authorization_id: UUID, reason: str) -> None:
    """Annul a CAA issued by mistake: its number is never given again, and the payment is free for the right one.

    The application it answered stays as it was decided; the right CAA is issued on another one. A renewal asked in time
    still counts from the day it was first asked for (`authorization_facts.next_term`).
    """
    reason = tidy(reason)
    if not reason:
        raise Refused("Escreva o motivo da anulação do CAA.")
    with desk.act(Act.VOID_AUTHORIZATION, reason) as work:
        row = work.get(Authorization, authorization_id)
        if row.voided_on is not None:
            raise Refused(f"Este CAA já foi anulado em {format_date(row.voided_on)}.")
        row.voided_on, row.void_reason = desk.today, reason
        documents.void(work, row.document_id, reason)


def certificate_document(desk: Desk, kind: SubjectKind, subject_id: UUID) -> UUID:
    """The paper of the newest CAA; one recorded before papers were kept is drawn now, once, from what was signed."""
    with desk.reading() as session:
        found = papers.current_authorization(session, kind, subject_id)
        if found is None:
            raise Refused("Não há CAA emitido para este cadastro. Confira o que falta e emita-o.")
        if found.document_id is not None:
            return found.document_id
        authorization_id = found.id
    with desk.act(Act.PRINT_DOCUMENT) as work:
        row = work.get(Authorization, authorization_id)
        holder = work.get(queries.MODELS[kind], subject_id)
        payment = work.get(FeePayment, row.payment_id)
        return certificates.freeze(desk, work, desk.rules(work.session), holder, row, payment)


def _request(desk: Desk, work: UnitOfWork, kind: SubjectKind, subject_id: UUID) -> Application:
    """The open application for a CAA, or one filed now."""
    found = application_queries.open_authorization_request(work.session, kind, subject_id)
    if found is None:
        renews = renewable(desk, work.session, kind, subject_id) is not None
        asked = ApplicationKind.RENEWAL if renews else ApplicationKind.FIRST_AUTHORIZATION
        found = applications.file_in(desk, work, FileApplication(asked, kind, subject_id))
    applications.note_completeness(desk, work, kind, subject_id)
    return found


def _give(
    desk: Desk,
    work: UnitOfWork,
    row: RegisterRow,
    caa: AuthorizationKind,
    payment: FeePayment,
    request: Application,
    valid_from: date,
    valid_until: date,
) -> Issued:
    """Number, sign and draw a CAA."""
    today, provisional = desk.today, caa is AuthorizationKind.PROVISIONAL
    number = work.next_number(NumberKind.AUTHORIZATION, today.year)
    said = certificates.payload(work.session, row, number, today, valid_until, provisional=provisional)
    signed = documents.sign(desk, work.session, said)
    authorization = work.add(
        Authorization(
            **number_columns(number),
            kind=caa,
            operator_id=row.id if caa is AuthorizationKind.OPERATOR else None,
            driver_id=None if caa is AuthorizationKind.OPERATOR else row.id,
            issued_on=today,
            valid_from=valid_from,
            valid_until=valid_until,
            payment_id=payment.id,
            qr_text=signed.text,
            check_code=signed.check_code,
        )
    )
    rules = desk.rules(work.session)
    document_id = certificates.freeze(desk, work, rules, row, authorization, payment, request.id)
    return Issued(authorization.id, str(number), valid_until, document_id)
