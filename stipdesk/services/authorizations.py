"""The CAA of operators and drivers: the checked papers, the fee, the certificate (arts. 9-12 and 14-17)."""

from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID

from stipdesk.domain.authorization import is_timely, last_timely_renewal, renewed_from, validity_end
from stipdesk.domain.documents import (
    CertificateVehicle,
    DocumentKind,
    DriverCertificateData,
    OperatorCertificateData,
)
from stipdesk.domain.errors import FieldErrors, FieldProblem, InvalidValue, Reason, Refused
from stipdesk.domain.identifiers import Cnpj, Cpf, Plate
from stipdesk.domain.money import format_money
from stipdesk.domain.numbers import NumberKind, PrintedNumber
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import Address, AuthorizationKind, SubjectKind
from stipdesk.domain.requirements import is_computed
from stipdesk.domain.text import format_date, tidy
from stipdesk.models import Authorization, Driver, FeePayment, Operator, RequirementCheck, Vehicle
from stipdesk.models.base import RegisterRow
from stipdesk.services import documents, holders, office, registers
from stipdesk.services.access import Desk, Rules
from stipdesk.services.papers import number_columns
from stipdesk.signing.payload import DriverCertificatePayload, OperatorCertificatePayload, Payload
from stipdesk.store.engine import Session
from stipdesk.store.queries import papers
from stipdesk.store.queries import registers as queries
from stipdesk.store.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class CheckRequirement:
    """Somebody looked at a paper: accepted, refused with a note, or not needed in this case ("se for o caso")."""

    kind: SubjectKind
    subject_id: UUID
    requirement: str
    accepted: bool
    not_applicable: bool = False
    issued_on: date | None = None
    valid_until: date | None = None
    reference: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class FeeDue:
    """What the holder must pay for the next CAA; `amount` in centavos."""

    code: str
    name: str
    amount: int
    legal_basis: str


@dataclass(frozen=True, slots=True)
class RecordFeePayment:
    """A payment as the bank confirmed it. `amount` in centavos."""

    kind: SubjectKind
    subject_id: UUID
    amount: int
    paid_on: date
    receipt: str
    payer: str


@dataclass(frozen=True, slots=True)
class Issued:
    authorization_id: UUID
    number: str
    valid_until: date
    document_id: UUID


def check_requirement(desk: Desk, command: CheckRequirement) -> None:
    """Note that the paper of a requirement was seen. Raises `FieldErrors` for impossible or lapsed dates."""
    with desk.act(Act.CHECK_REQUIREMENT) as work:
        assert desk.actor is not None
        row = work.get(queries.MODELS[command.kind], command.subject_id)
        registers.refuse_withdrawn(row)
        _refuse_check(desk, work, command)
        owner = {f"{command.kind}_id": command.subject_id}
        work.add(
            RequirementCheck(
                **owner,
                requirement=command.requirement,
                accepted=command.accepted,
                not_applicable=command.not_applicable,
                issued_on=command.issued_on,
                valid_until=command.valid_until,
                document_reference=tidy(command.reference),
                note=tidy(command.note),
                checked_on=desk.today,
                checked_by=desk.actor.user_id,
            )
        )


def fee_due(desk: Desk, kind: SubjectKind, subject_id: UUID) -> FeeDue:
    """The annual fee, or that of renewal once there was a CAA. Raises `Refused` when the office set no value yet."""
    with desk.reading() as session:
        return _fee_due(desk, session, kind, subject_id, desk.today)


def record_payment(desk: Desk, command: RecordFeePayment) -> UUID:
    """Record the licence fee; the operator may pay for the driver (art. 16 §2). Raises `FieldErrors`."""
    with desk.act(Act.RECORD_FEE_PAYMENT) as work:
        row = work.get(queries.MODELS[command.kind], command.subject_id)
        registers.refuse_withdrawn(row)
        # What was due is what was in force on the day of the bank: a fee that rose since then is not owed.
        due = _fee_due(desk, work.session, command.kind, command.subject_id, min(command.paid_on, desk.today))
        receipt, payer = tidy(command.receipt).upper(), tidy(command.payer)
        problems = []
        if command.paid_on > desk.today:
            problems.append(FieldProblem("paid_on", "O pagamento está no futuro.", "Use a data do banco."))
        if command.amount < due.amount:
            problems.append(
                FieldProblem(
                    "amount",
                    f"O valor pago é menor que a taxa de {format_money(due.amount)}.",
                    "Confira o comprovante ou peça a complementação.",
                    "art. 16, § 2º" if command.kind is SubjectKind.DRIVER else "art. 9º, VII",
                )
            )
        if not receipt:
            problems.append(FieldProblem("receipt", "Informe o número do comprovante."))
        elif papers.receipt_holder(work.session, receipt):
            problems.append(
                FieldProblem("receipt", "Este comprovante já foi usado em outro pagamento.", "Confira o número.")
            )
        if problems:
            raise FieldErrors(*problems)
        owner = {f"{command.kind}_id": command.subject_id}
        payment = work.add(
            FeePayment(
                **owner,
                fee=due.code,
                amount=command.amount,
                amount_due=due.amount,
                paid_on=command.paid_on,
                receipt=receipt,
                payer=payer or registers.label_of(row),
            )
        )
        return payment.id


def issue(desk: Desk, kind: SubjectKind, subject_id: UUID) -> Issued:
    """Issue the annual CAA with its signed certificate.

    Issue is bound (arts. 9 and 14): `Refused` lists every requirement not met, each with article and cure, and nothing
    is written. One CAA at a time: while one is in force a new one can be issued only in its last days, as a renewal.
    """
    with desk.act(Act.ISSUE_AUTHORIZATION) as work:
        row = work.get(queries.MODELS[kind], subject_id)
        registers.refuse_withdrawn(row)
        rules = desk.rules(work.session)
        _refuse_missing(desk, work.session, row)
        payment = papers.unspent_payment(work.session, kind, subject_id)
        assert payment is not None, "the fee is a requirement"
        today = desk.today
        valid_from, valid_until = _term(work.session, rules, kind, subject_id, today)
        number = work.next_number(NumberKind.AUTHORIZATION, today.year)
        signed = documents.sign(desk, work.session, _payload(work.session, row, number, today, valid_until))
        authorization = work.add(
            Authorization(
                **number_columns(number),
                kind=AuthorizationKind.OPERATOR if kind is SubjectKind.OPERATOR else AuthorizationKind.DRIVER,
                operator_id=subject_id if kind is SubjectKind.OPERATOR else None,
                driver_id=subject_id if kind is SubjectKind.DRIVER else None,
                issued_on=today,
                valid_from=valid_from,
                valid_until=valid_until,
                payment_id=payment.id,
                qr_text=signed.text,
                check_code=signed.check_code,
            )
        )
        document_id = _freeze(desk, work, rules, row, authorization, payment)
        return Issued(authorization.id, str(number), valid_until, document_id)


def void(desk: Desk, authorization_id: UUID, reason: str) -> None:
    """Annul a CAA issued by mistake: its number is never given again, and the payment is free for the right one."""
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
        return _freeze(desk, work, desk.rules(work.session), holder, row, work.get(FeePayment, row.payment_id))


def _refuse_check(desk: Desk, work: UnitOfWork, command: CheckRequirement) -> None:
    rules = desk.rules(work.session)
    required = {item.code: item for item in desk.law.requirements(command.kind, desk.today, rules.overrides)}
    requirement = required.get(command.requirement)
    if requirement is None:
        raise Refused("Este requisito não é exigido hoje. Abra a lista de novo.")
    if is_computed(requirement):
        raise Refused(f"“{requirement.text}”: o programa confere pelos registros, não por um papel. {requirement.cure}")
    problems = []
    if command.issued_on is not None and command.issued_on > desk.today:
        problems.append(FieldProblem("issued_on", "O documento tem data futura.", "Confira a data de emissão."))
    if command.accepted and command.valid_until is not None and command.valid_until < desk.today:
        problems.append(
            FieldProblem("valid_until", "Este documento já venceu.", "Peça um documento em vigor.", requirement.article)
        )
    if command.accepted and requirement.validity_days is not None and command.valid_until is None:
        if command.issued_on is None:
            problems.append(FieldProblem("issued_on", "Informe a data de emissão.", article=requirement.article))
        elif command.issued_on + timedelta(days=requirement.validity_days) < desk.today:
            problems.append(
                FieldProblem(
                    "issued_on",
                    f"O documento tem mais de {requirement.validity_days} dias.",
                    "Peça um documento recente.",
                    requirement.article,
                )
            )
    if command.not_applicable and not requirement.may_be_absent:
        problems.append(FieldProblem("not_applicable", "Este requisito é sempre exigido.", article=requirement.article))
    if not command.accepted and not command.not_applicable and not tidy(command.note):
        problems.append(FieldProblem("note", "Escreva por que o documento foi recusado.", article=requirement.article))
    if problems:
        raise FieldErrors(*problems)


def _fee_due(desk: Desk, session: Session, kind: SubjectKind, subject_id: UUID, on: date) -> FeeDue:
    rules = desk.rules(session)
    renews = papers.current_authorization(session, kind, subject_id) is not None
    for code in (f"fee_{kind}_renewal", f"fee_{kind}_annual") if renews else (f"fee_{kind}_annual",):
        try:
            parameter = rules.parameter(code, on)
        except InvalidValue:
            continue
        return FeeDue(code, parameter.name, parameter.number, parameter.legal_basis)
    raise Refused(
        f"O órgão não informou o valor da taxa em {format_date(on)}. Cadastre-o em Administração, Parâmetros."
    )


def _refuse_missing(desk: Desk, session: Session, row: RegisterRow) -> None:
    lines = holders.situations(desk, session, [row])[row.id].requirements
    missing = [line for line in lines if line.state.is_missing]
    if missing:
        reasons = (
            Reason(line.requirement.code, line.problem, line.requirement.article, line.requirement.cure)
            for line in missing
        )
        raise Refused("O CAA não pode ser emitido ainda. Falta:", *reasons)


def _term(session: Session, rules: Rules, kind: SubjectKind, subject_id: UUID, today: date) -> tuple[date, date]:
    years = rules.parameter("authorization_validity_years", today).number
    current = papers.current_authorization(session, kind, subject_id)
    if current is None or current.valid_until < today:
        return today, validity_end(today, years)
    opens = current.valid_until - timedelta(days=rules.parameter("renewal_opens_days", today).number)
    if today < opens:
        raise Refused(
            f"O CAA {papers.number_of(current)} está em vigor até {format_date(current.valid_until)}. "
            f"A renovação pode ser emitida a partir de {format_date(opens)}."
        )
    days = rules.parameter("renewal_antecedence_days", today).number
    rolls = rules.parameter("renewal_rolls_forward", today).flag
    timely = is_timely(today, current.valid_until, days, rules.calendar if rolls else None)
    follows = rules.parameter("renewal_term_follows_previous", today).flag
    start = renewed_from(current.valid_until, today, timely=timely, follows_previous=follows)
    return (start + timedelta(days=1) if start == current.valid_until else start), validity_end(start, years)


def _payload(session: Session, row: RegisterRow, number: PrintedNumber, issued_on: date, valid_until: date) -> Payload:
    if isinstance(row, Operator):
        return OperatorCertificatePayload(number.digits, row.cnpj, row.legal_name, issued_on, valid_until)
    assert isinstance(row, Driver)
    vehicles = _vehicles(session, row.id)
    plate = vehicles[0].plate if vehicles else ""
    return DriverCertificatePayload(number.digits, False, row.full_name, plate, issued_on, valid_until)


def _freeze(
    desk: Desk, work: UnitOfWork, rules: Rules, row: RegisterRow, authorization: Authorization, payment: FeePayment
) -> UUID:
    days = rules.parameter("renewal_antecedence_days", authorization.issued_on).number
    rolls = rules.parameter("renewal_rolls_forward", authorization.issued_on).flag
    last_day = last_timely_renewal(authorization.valid_until, days, rules.calendar if rolls else None)
    kind, data = (
        (DocumentKind.OPERATOR_CERTIFICATE, _operator_data(work.session, row, authorization, payment, last_day))
        if isinstance(row, Operator)
        else (DocumentKind.DRIVER_CERTIFICATE, _driver_data(work.session, row, authorization, payment, last_day))
    )
    paper = documents.freeze(desk, work, kind, str(papers.number_of(authorization)), row.id, data)
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
    assert row.license_valid_until is not None, "the licence's validity is a requirement"
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
    )


def _vehicles(session: Session, driver_id: UUID) -> list[Vehicle]:
    links = queries.vehicle_links(session, drivers=[driver_id])
    found = queries.rows_by_id(session, SubjectKind.VEHICLE, [link.vehicle_id for link in links])
    return [row for link in links if isinstance(row := found[link.vehicle_id], Vehicle)]
