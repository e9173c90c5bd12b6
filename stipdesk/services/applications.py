"""The requerimento from protocol to decision: what may be asked, what is demanded, how it ends (arts. 9-20, 34, 41).

A request for a CAA is decided by issuing it (`services.authorizations`) or by a refusal that names what is missing and
takes two people; a request about a vehicle is granted by itself on the day nothing is missing, because issue is bound
(arts. 9, 14 and 19).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from uuid import UUID

from stipdesk.domain.applications import ApplicationChannel, ApplicationDecision, ApplicationKind
from stipdesk.domain.calendar import Deadline, reckon
from stipdesk.domain.decisions import DecisionKind
from stipdesk.domain.errors import FieldErrors, FieldProblem, InvalidValue, Reason, Refused
from stipdesk.domain.identifiers import Plate
from stipdesk.domain.numbers import NumberKind
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.requirements import RequirementLine
from stipdesk.domain.standing import StandingState
from stipdesk.domain.text import format_date, tidy
from stipdesk.models import Application, Proposal, Requisition, Vehicle
from stipdesk.models.base import RegisterRow
from stipdesk.services import application_letters, holders, proposals, registers
from stipdesk.services.access import Desk, Rules
from stipdesk.services.application_facts import (
    bar_of_holder,
    clock_of,
    holder_of,
    pending_requisition,
    renewable,
    requirements_of,
)
from stipdesk.services.papers import number_columns
from stipdesk.store.engine import Session
from stipdesk.store.queries import applications as queries
from stipdesk.store.queries import papers
from stipdesk.store.queries import registers as register_queries
from stipdesk.store.unit_of_work import UnitOfWork

_CLOCKS = {
    SubjectKind.OPERATOR: "operator_authorization_issue",
    SubjectKind.DRIVER: "driver_authorization_issue",
}
_CONDITIONAL = "vehicle_inspection_proof"


@dataclass(frozen=True, slots=True)
class FileApplication:
    """What is asked for, by whom and how it came; which of the rest is needed follows from `kind`.

    `sponsor_id` is the operator that sent it (arts. 15 §2 and 16 §1), `filed_by` who stands at the counter when it is
    not the holder, `notes` what is to be changed in a DATA_CHANGE.
    """

    kind: ApplicationKind
    holder_kind: SubjectKind
    holder_id: UUID
    channel: ApplicationChannel = ApplicationChannel.DESK
    sponsor_id: UUID | None = None
    vehicle_id: UUID | None = None
    replaced_vehicle_id: UUID | None = None
    new_plate: str = ""
    filed_by: str = ""
    notes: str = ""


@dataclass(frozen=True, slots=True)
class Filed:
    """`receipt_id` is the paper for the citizen; `conditional_until` the day of art. 19 §1 for a vehicle."""

    application_id: UUID
    number: str
    receipt_id: UUID
    conditional_until: date | None


@dataclass(frozen=True, slots=True)
class IssueRequisition:
    """An exigência: the codes of what is missing, and what the desk adds in its own words."""

    application_id: UUID
    requirements: tuple[str, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class ProposeRefusal:
    """The requirements, by their codes, for want of which the request is to be refused."""

    application_id: UUID
    requirements: tuple[str, ...]
    reason: str


def file(desk: Desk, command: FileApplication) -> Filed:
    """Number the request and write its receipt, with the list of what is still missing.

    Raises `Refused` when a bar holds (arts. 34 §1 and 41, with the day it ends), when the same request is already open,
    or when it is too early to renew; `FieldErrors` for what the kind of request needs and is not there.
    """
    with desk.act(Act.FILE_APPLICATION) as work:
        row = file_in(desk, work, command)
        note_completeness(desk, work, command.holder_kind, command.holder_id)
        lines = requirements_of(desk, work.session, row)
        clock = clock_of(desk, work.session, row)
        receipt = application_letters.write_receipt(desk, work, row, lines, clock)
        return Filed(row.id, str(queries.number_of(row)), receipt.id, row.conditional_until)


def file_in(desk: Desk, work: UnitOfWork, command: FileApplication) -> Application:
    """`file` inside another act, without a receipt."""
    holder = work.get(register_queries.MODELS[command.holder_kind], command.holder_id)
    registers.refuse_withdrawn(holder)
    rules = desk.rules(work.session)
    _refuse_fields(work, command)
    renews_id = None
    if command.kind.asks_for_authorization:
        refuse_barred(desk, work.session, holder)
        renews_id = renewed_by(desk, work.session, command)
    number = work.next_number(NumberKind.APPLICATION, desk.today.year)
    row = work.add(
        Application(
            **number_columns(number),
            kind=command.kind,
            channel=command.channel,
            operator_id=command.holder_id if command.holder_kind is SubjectKind.OPERATOR else None,
            driver_id=command.holder_id if command.holder_kind is SubjectKind.DRIVER else None,
            vehicle_id=command.vehicle_id,
            sponsor_id=command.sponsor_id,
            replaced_vehicle_id=command.replaced_vehicle_id,
            new_plate=str(Plate.parse(command.new_plate)) if command.new_plate else "",
            filed_on=desk.today,
            filed_by=tidy(command.filed_by) or registers.label_of(holder),
            notes=command.notes.strip(),
            renews_id=renews_id,
            decision_reason="",
            refused_requirements=[],
        )
    )
    if command.kind.asks_for_authorization:
        row.filing_deadline = _from_filing(desk, rules, command.holder_kind).as_data()
    if command.kind.registers_vehicle and command.vehicle_id is not None:
        _give_conditional_term(desk, work, rules, row, command.vehicle_id)
        settle_vehicle(desk, work, command.vehicle_id)
    return row


def issue_requisition(desk: Desk, command: IssueRequisition) -> UUID:
    """Write the exigência and return its letter; the office's clock pauses until it is answered (if so configured).

    Raises `Refused` for a decided request or while another one waits, `FieldErrors` for what is not missing.
    """
    with desk.act(Act.ISSUE_REQUISITION) as work:
        row = _open(work, command.application_id)
        if pending_requisition(work.session, row.id) is not None:
            raise Refused("Já há uma exigência aguardando resposta. Registre o cumprimento dela antes.")
        named = _named(desk, work.session, row, command.requirements)
        ordinal = len(queries.requisitions_of(work.session, [row.id])[row.id]) + 1
        requisition = work.add(
            Requisition(
                application_id=row.id,
                ordinal=ordinal,
                requirements=list(command.requirements),
                text=command.text.strip(),
                issued_on=desk.today,
            )
        )
        return application_letters.write_requisition(desk, work, row, requisition, named).id


def answer_requisition(desk: Desk, application_id: UUID) -> None:
    """The citizen brought what was asked: the clock runs again. Whether it serves is for the checks to say."""
    with desk.act(Act.ANSWER_REQUISITION) as work:
        row = _open(work, application_id)
        requisition = pending_requisition(work.session, row.id)
        if requisition is None:
            raise Refused("Não há exigência aguardando resposta neste requerimento.")
        requisition.answered_on = desk.today
        work.touch(row)


def withdraw(desk: Desk, application_id: UUID, reason: str) -> None:
    """The citizen gives the request up. Raises `Refused` without a reason or when it was decided."""
    reason = tidy(reason)
    if not reason:
        raise Refused("Escreva o motivo da desistência.")
    with desk.act(Act.WITHDRAW_APPLICATION, reason) as work:
        row = _open(work, application_id)
        decide_in(desk, row, ApplicationDecision.WITHDRAWN, reason)


def conclude(desk: Desk, application_id: UUID) -> None:
    """A change of data was made as asked."""
    with desk.act(Act.CONCLUDE_APPLICATION) as work:
        row = _open(work, application_id)
        if row.kind is not ApplicationKind.DATA_CHANGE:
            raise Refused("Só a atualização de dados se conclui assim: os demais requerimentos têm ato próprio.")
        decide_in(desk, row, ApplicationDecision.GRANTED)


def propose_refusal(desk: Desk, command: ProposeRefusal) -> UUID:
    """Propose to refuse a request for want of these requirements; another person decides (`services.decisions`).

    The act is bound (arts. 9 and 14): raises `FieldErrors` when none is named or one is not missing.
    """
    with desk.act(Act.PROPOSE_REFUSAL) as work:
        row = _open(work, command.application_id)
        _named(desk, work.session, row, command.requirements)
        content = {"requirements": list(command.requirements)}
        return proposals.propose(
            desk, work, DecisionKind.REFUSE_APPLICATION, holder_of(row), command.reason,
            content=content, application_id=row.id,
        ).id  # fmt: skip


def carry_out_refusal(desk: Desk, work: UnitOfWork, proposal: Proposal) -> UUID:
    """Refuse as proposed, with the letter. Raises when what was missing has come meanwhile."""
    assert proposal.application_id is not None
    row = _open(work, proposal.application_id)
    codes = proposal.content["requirements"]
    assert isinstance(codes, list)
    named = _named(desk, work.session, row, tuple(str(code) for code in codes))
    row.refused_requirements = [line.requirement.code for line in named]
    decide_in(desk, row, ApplicationDecision.REFUSED, proposal.reason)
    return application_letters.write_refusal(desk, work, row, named, proposal).id


def decide_in(desk: Desk, row: Application, decision: ApplicationDecision, reason: str = "") -> None:
    """Close a request inside the act that decides it."""
    assert desk.actor is not None
    row.decision, row.decided_on, row.decided_by = decision, desk.today, desk.actor.user_id
    row.decision_reason = reason


def note_completeness(desk: Desk, work: UnitOfWork, kind: SubjectKind, holder_id: UUID) -> None:
    """Start the 30 days of arts. 11 and 16 on the day nothing is missing, and stop them when something is again.

    Called by every act that may complete a request: a check, a payment, an edited field, a link, an exemption.
    """
    work.session.flush()
    row = queries.open_authorization_request(work.session, kind, holder_id)
    if row is None:
        return
    missing = [line for line in requirements_of(desk, work.session, row) if line.state.is_missing]
    if missing:
        row.completed_on, row.completeness_deadline = None, None
    elif row.completed_on is None:
        row.completed_on = desk.today
        row.completeness_deadline = desk.rules(work.session).deadline(_CLOCKS[kind], desk.today).as_data()


def settle_vehicle(desk: Desk, work: UnitOfWork, vehicle_id: UUID) -> None:
    """Grant the open requests about a vehicle once nothing is missing for it (art. 19)."""
    work.session.flush()
    waiting = [
        row
        for row in queries.applications_of(work.session, SubjectKind.VEHICLE, vehicle_id)
        if row.decision is None and row.kind.registers_vehicle
    ]
    if waiting and not any(line.state.is_missing for line in requirements_of(desk, work.session, waiting[0])):
        for row in waiting:
            decide_in(desk, row, ApplicationDecision.GRANTED)


def refuse_barred(desk: Desk, session: Session, holder: RegisterRow) -> None:
    """Raise `Refused` while a cassation or a revocation bars a new CAA, by CPF or CNPJ, with the day it ends."""
    bar = bar_of_holder(desk, session, holder)
    if bar is not None:
        text = f"Impedido desde {format_date(bar.since)} pela decisão {bar.measure.number}"
        cure = f"Novo CAA pode ser pedido a partir de {format_date(bar.free_on)}."
        raise Refused("Este requerimento não pode ser protocolado.", Reason("bar", text, bar.article, cure))


def renewed_by(desk: Desk, session: Session, command: FileApplication) -> UUID | None:
    """The CAA a renewal is about; refuses what is asked twice, too early or under the wrong name."""
    kind, holder_id = command.holder_kind, command.holder_id
    waiting = queries.open_authorization_request(session, kind, holder_id)
    if waiting is not None:
        number, filed_on = queries.number_of(waiting), format_date(waiting.filed_on)
        raise Refused(f"O requerimento {number}, de {filed_on}, ainda não foi decidido. Retome-o.")
    current = renewable(desk, session, kind, holder_id)
    if command.kind is ApplicationKind.FIRST_AUTHORIZATION:
        if current is not None:
            raise Refused(f"Há CAA em vigor até {format_date(current.valid_until)}: o pedido é de renovação.")
        return None
    if current is None:
        raise Refused("Não há CAA em vigor para renovar: o pedido é de novo CAA.")
    rules = desk.rules(session)
    opens = current.valid_until - timedelta(days=rules.parameter("renewal_opens_days", desk.today).number)
    if desk.today < opens:
        raise Refused(
            f"O CAA {papers.number_of(current)} está em vigor até {format_date(current.valid_until)}. "
            f"A renovação pode ser pedida a partir de {format_date(opens)}."
        )
    return current.id


def _open(work: UnitOfWork, application_id: UUID) -> Application:
    row = work.get(Application, application_id)
    if row.decision is not None:
        assert row.decided_on is not None
        raise Refused(f"Este requerimento já foi decidido em {format_date(row.decided_on)}.")
    return row


def _named(desk: Desk, session: Session, row: Application, codes: Sequence[str]) -> list[RequirementLine]:
    """The missing requirements of these codes, in the law's order."""
    missing = {line.requirement.code: line for line in requirements_of(desk, session, row) if line.state.is_missing}
    problems = []
    if not codes:
        problems.append(FieldProblem("requirements", "Indique o requisito que falta.", article="arts. 9º e 14"))
    for code in codes:
        if code not in missing:
            text = "Este requisito não está faltando hoje."
            problems.append(FieldProblem("requirements", text, "Abra a lista de novo e confira.", "arts. 9º e 14"))
    if problems:
        raise FieldErrors(*problems)
    return [line for code, line in missing.items() if code in codes]


def _from_filing(desk: Desk, rules: Rules, kind: SubjectKind) -> Deadline:
    """The office's days counted from the filing: the figure the citizen can check, though the law counts from later."""
    rule = desk.law.deadline_rule(_CLOCKS[kind], desk.today, rules.overrides)
    return reckon(replace(rule, starts_from=desk.law.text("application_clock_start")), desk.today, rules.calendar)


def _give_conditional_term(desk: Desk, work: UnitOfWork, rules: Rules, row: Application, vehicle_id: UUID) -> None:
    """30 days to prove the inspection, once for each vehicle and only while it has none (art. 19 §1)."""
    if queries.conditional_terms(work.session, [vehicle_id]):
        return
    vehicle = register_queries.require(work.session, Vehicle, vehicle_id)
    standing = holders.standings(desk, work.session, [vehicle])[vehicle_id]
    if standing.state is StandingState.NEVER_AUTHORIZED:
        deadline = rules.deadline(_CONDITIONAL, desk.today)
        row.conditional_until, row.conditional_deadline = deadline.due, deadline.as_data()


def _refuse_fields(work: UnitOfWork, command: FileApplication) -> None:
    problems = []
    if command.channel is ApplicationChannel.OPERATOR:
        problems += _sponsor_problems(work.session, command)
    if command.kind.registers_vehicle or command.kind is ApplicationKind.PLATE_CHANGE:
        problems += _vehicle_problems(work.session, command)
    if command.kind is ApplicationKind.PLATE_CHANGE:
        problems += _plate_problems(command)
    if command.kind is ApplicationKind.DATA_CHANGE and not tidy(command.notes):
        problems.append(FieldProblem("notes", "Escreva o que deve ser alterado.", article="art. 20, XI"))
    if problems:
        raise FieldErrors(*problems)


def _sponsor_problems(session: Session, command: FileApplication) -> list[FieldProblem]:
    if command.holder_kind is not SubjectKind.DRIVER:
        return [FieldProblem("channel", "Só o pedido do prestador vem por uma operadora.", article="art. 15, § 2º")]
    if command.sponsor_id is None:
        return [FieldProblem("sponsor_id", "Informe a operadora que enviou o pedido.", article="art. 15, § 2º")]
    links = register_queries.operator_links(session, drivers=[command.holder_id])
    if command.sponsor_id not in {link.operator_id for link in links}:
        text = "O prestador não está vinculado a esta operadora."
        return [FieldProblem("sponsor_id", text, "Vincule-o antes.", "art. 15, § 2º")]
    return []


def _vehicle_problems(session: Session, command: FileApplication) -> list[FieldProblem]:
    if command.holder_kind is not SubjectKind.DRIVER or command.vehicle_id is None:
        return [FieldProblem("vehicle_id", "Informe o veículo e o prestador que o usa.", article="art. 19, caput")]
    used = {link.vehicle_id for link in register_queries.vehicle_links(session, drivers=[command.holder_id])}
    if command.vehicle_id not in used:
        text = "O prestador não usa este veículo."
        return [FieldProblem("vehicle_id", text, "Vincule-o antes, com o título de uso.", "art. 19, II")]
    asked = queries.applications_of(session, SubjectKind.VEHICLE, command.vehicle_id)
    for other in asked:
        same = other.driver_id == command.holder_id and other.kind is command.kind
        if same and other.decision is None and _plate_key(other.new_plate) == _plate_key(command.new_plate):
            text = f"O requerimento {queries.number_of(other)} sobre este veículo ainda não foi decidido."
            return [FieldProblem("vehicle_id", text, "Retome-o.", "art. 19, caput")]
    return []


def _plate_problems(command: FileApplication) -> list[FieldProblem]:
    try:
        Plate.parse(command.new_plate)
    except InvalidValue as error:
        text = error.message if command.new_plate else "Informe a placa nova."
        return [FieldProblem("new_plate", text, "Copie-a do CRLV.", "art. 19, I")]
    return []


def _plate_key(text: str) -> str:
    """By which two requests ask for the same plate, in whichever form; "" when they ask for none."""
    try:
        return Plate.parse(text).mercosul
    except InvalidValue:
        return ""
