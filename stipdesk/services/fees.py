"""The licence fee: what is due, what the bank confirmed, a waiver by two people, a reversal (arts. 9, 14, 16)."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from stipdesk.domain.applications import ApplicationKind
from stipdesk.domain.decisions import DecisionKind
from stipdesk.domain.errors import FieldProblem, InvalidValue, Refused
from stipdesk.domain.money import format_money
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.text import format_date, tidy
from stipdesk.models import FeePayment, Proposal
from stipdesk.models.base import RegisterRow
from stipdesk.services import applications, proposals, registers
from stipdesk.services.access import Desk, Rules
from stipdesk.services.application_facts import renewable
from stipdesk.services.papers import WAIVER_RECEIPT
from stipdesk.store.engine import Session
from stipdesk.store.queries import applications as application_queries
from stipdesk.store.queries import papers
from stipdesk.store.queries import registers as queries
from stipdesk.store.unit_of_work import UnitOfWork

_REVENUE_CODE = "revenue_code_licence_fees"
_ARTICLES = {SubjectKind.OPERATOR: "art. 9º, VII", SubjectKind.DRIVER: "art. 16, § 2º"}


@dataclass(frozen=True, slots=True)
class FeeDue:
    """What the holder must pay for the next CAA; `amount` in centavos, `revenue_code` "" when the office set none."""

    code: str
    name: str
    amount: int
    legal_basis: str
    revenue_code: str


@dataclass(frozen=True, slots=True)
class RecordFeePayment:
    """A payment as the bank confirmed it. `amount` in centavos."""

    kind: SubjectKind
    subject_id: UUID
    amount: int
    paid_on: date
    receipt: str
    payer: str


def fee_due(desk: Desk, kind: SubjectKind, subject_id: UUID) -> FeeDue:
    """The annual fee, or that of renewal when a renewal is what is asked or could be asked today.

    Raises `Refused` when the office set no value yet.
    """
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
        registers.refuse(_payment_problems(desk, work.session, command, due, receipt))
        payment = work.add(_payment(command.kind, row, due, command.amount, due.amount, command.paid_on, receipt))
        payment.payer = payer or payment.payer
        applications.note_completeness(desk, work, command.kind, command.subject_id)
        return payment.id


def propose_waiver(desk: Desk, kind: SubjectKind, holder_id: UUID, reason: str) -> UUID:
    """Propose to waive the next licence fee; another person decides (`services.decisions`).

    Raises `FieldErrors` without a reason, `Refused` when it is paid or proposed already.
    """
    with desk.act(Act.PROPOSE_WAIVER) as work:
        row = work.get(queries.MODELS[kind], holder_id)
        registers.refuse_withdrawn(row)
        _refuse_paid(work.session, kind, holder_id)
        _fee_due(desk, work.session, kind, holder_id, desk.today)
        return proposals.propose(desk, work, DecisionKind.WAIVE_FEE, (kind, holder_id), reason).id


def carry_out_waiver(desk: Desk, work: UnitOfWork, proposal: Proposal) -> UUID | None:
    """Record the fee as waived: a payment of nothing, on the day of the decision. Raises when it was paid meanwhile."""
    kind, holder_id = proposals.holder_of(proposal)
    row = work.get(queries.MODELS[kind], holder_id)
    registers.refuse_withdrawn(row)
    _refuse_paid(work.session, kind, holder_id)
    due = _fee_due(desk, work.session, kind, holder_id, desk.today)
    # The station in it: two computers that work apart never write the same number.
    series = f"/{desk.today.year}-{work.station:02d}"
    number = papers.count_receipts(work.session, WAIVER_RECEIPT, series) + 1
    payment = work.add(_payment(kind, row, due, 0, 0, desk.today, f"{WAIVER_RECEIPT}{number}{series}"))
    proposal.payment_id = payment.id
    applications.note_completeness(desk, work, kind, holder_id)
    return None


def reverse(desk: Desk, payment_id: UUID, reason: str) -> None:
    """Undo a payment from today on: the CAA on it is unpaid from today, and its receipt may be recorded again.

    Raises `Refused` without a reason, or when it was reversed before.
    """
    reason = tidy(reason)
    if not any(character.isalnum() for character in reason):
        raise Refused("Escreva o motivo do estorno.")
    with desk.act(Act.REVERSE_PAYMENT, reason) as work:
        payment = work.get(FeePayment, payment_id)
        if payment.reversed_on is not None:
            raise Refused(f"Este pagamento já foi estornado em {format_date(payment.reversed_on)}.")
        payment.reversed_on, payment.reversal_reason = desk.today, reason
        kind = SubjectKind.DRIVER if payment.driver_id is not None else SubjectKind.OPERATOR
        holder_id = payment.driver_id or payment.operator_id
        assert holder_id is not None, "a payment is an operator's or a driver's"
        applications.note_completeness(desk, work, kind, holder_id)


def _fee_due(desk: Desk, session: Session, kind: SubjectKind, subject_id: UUID, on: date) -> FeeDue:
    rules = desk.rules(session)
    renews = _renews(desk, session, kind, subject_id)
    for code in (f"fee_{kind}_renewal", f"fee_{kind}_annual") if renews else (f"fee_{kind}_annual",):
        try:
            parameter = rules.parameter(code, on)
        except InvalidValue:
            continue
        return FeeDue(code, parameter.name, parameter.number, parameter.legal_basis, _revenue_code(rules, on))
    raise Refused(
        f"O órgão não informou o valor da taxa em {format_date(on)}. Cadastre-o em Administração, Parâmetros."
    )


def _renews(desk: Desk, session: Session, kind: SubjectKind, subject_id: UUID) -> bool:
    waiting = application_queries.open_authorization_request(session, kind, subject_id)
    if waiting is not None:
        return waiting.kind is ApplicationKind.RENEWAL
    return renewable(desk, session, kind, subject_id) is not None


def _revenue_code(rules: Rules, on: date) -> str:
    try:
        return rules.parameter(_REVENUE_CODE, on).text
    except InvalidValue:
        return ""


def _payment_problems(
    desk: Desk, session: Session, command: RecordFeePayment, due: FeeDue, receipt: str
) -> list[FieldProblem]:
    problems = []
    if command.paid_on > desk.today:
        problems.append(FieldProblem("paid_on", "O pagamento está no futuro.", "Use a data do banco."))
    if command.amount < due.amount:
        text = f"O valor pago é menor que a taxa de {format_money(due.amount)}."
        cure = "Confira o comprovante ou peça a complementação."
        problems.append(FieldProblem("amount", text, cure, _ARTICLES[command.kind]))
    if not receipt:
        problems.append(FieldProblem("receipt", "Informe o número do comprovante."))
    elif receipt.startswith(WAIVER_RECEIPT):
        text, cure = "Este número é de dispensa de taxa, não de pagamento.", "Proponha a dispensa."
        problems.append(FieldProblem("receipt", text, cure, _ARTICLES[command.kind]))
    elif papers.receipt_holder(session, receipt):
        text = "Este comprovante já foi usado em outro pagamento."
        problems.append(FieldProblem("receipt", text, "Confira o número."))
    return problems


def _payment(
    kind: SubjectKind, row: RegisterRow, due: FeeDue, amount: int, amount_due: int, paid_on: date, receipt: str
) -> FeePayment:
    return FeePayment(
        operator_id=row.id if kind is SubjectKind.OPERATOR else None,
        driver_id=row.id if kind is SubjectKind.DRIVER else None,
        fee=due.code,
        amount=amount,
        amount_due=amount_due,
        paid_on=paid_on,
        receipt=receipt,
        payer=registers.label_of(row),
        revenue_code=due.revenue_code or None,
    )


def _refuse_paid(session: Session, kind: SubjectKind, holder_id: UUID) -> None:
    paid = papers.unspent_payment(session, kind, holder_id)
    if paid is not None:
        raise Refused(
            f"Já há taxa paga em {format_date(paid.paid_on)} (comprovante {paid.receipt}) que nenhum CAA usou. "
            "Emita o CAA com ela."
        )
