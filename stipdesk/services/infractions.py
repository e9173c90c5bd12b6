"""Drawing up the auto de infração (arts. 36, 37 and 59) and the term for the prior defence (art. 44)."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from stipdesk.domain.calendar import Deadline
from stipdesk.domain.clock import local_date, local_time
from stipdesk.domain.documents import DocumentKind, InfractionNoticeData
from stipdesk.domain.errors import FieldErrors, FieldProblem, Refused
from stipdesk.domain.identifiers import Cnpj, Cpf, Plate
from stipdesk.domain.infraction import InfractionFacts, notice_problems
from stipdesk.domain.legal import Conduct, InfractionGroup
from stipdesk.domain.numbers import NumberKind
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import Addressee, SubjectKind
from stipdesk.domain.text import format_date, tidy
from stipdesk.models import Driver, InfractionNotice, Operator, Vehicle
from stipdesk.services import documents, office
from stipdesk.services.access import Desk, Rules
from stipdesk.services.papers import InfractionLine, infraction_lines, number_columns
from stipdesk.signing.payload import InfractionPayload
from stipdesk.store.engine import Session
from stipdesk.store.queries import lists, papers
from stipdesk.store.queries import registers as queries
from stipdesk.store.queries.lists import ListRequest
from stipdesk.store.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class DrawUpInfraction:
    """What the agent writes. For a driver: `vehicle_id` and either `driver_id` or `unidentified_reason` (art. 37 §3).

    `served` is the knowledge of the person on the spot, signed or refused (art. 42, I); then the defence term runs.
    `twin_reason` says why this conduct and not the one alike.
    """

    addressee: Addressee
    conduct: str
    occurred_at: datetime
    place: str
    facts: str
    driver_id: UUID | None = None
    operator_id: UUID | None = None
    vehicle_id: UUID | None = None
    unidentified_reason: str = ""
    twin_reason: str = ""
    served: bool = False
    signature_refused: bool = False


@dataclass(frozen=True, slots=True)
class DrawnUp:
    infraction_id: UUID
    number: str
    document_id: UUID
    defense_due_on: date | None


@dataclass(frozen=True, slots=True)
class InfractionRow:
    """One line of the list."""

    infraction_id: UUID
    number: str
    occurred_at: datetime
    addressee_name: str
    plate: str
    conduct: str
    conduct_text: str
    group_label: str
    defense_due_on: date | None
    cancelled_on: date | None


@dataclass(frozen=True, slots=True)
class InfractionCard:
    """Everything the card of one auto shows; `reckoning` is the term's, line by line, as it was counted then."""

    line: InfractionLine
    addressee: Addressee
    addressee_id: UUID
    addressee_name: str
    addressee_document: str
    driver_id: UUID | None
    vehicle_id: UUID | None
    vehicle_text: str
    place: str
    facts: str
    unidentified_reason: str
    twin_reason: str
    group: InfractionGroup
    article: str
    agent_name: str
    agent_registration: str
    served_on: date | None
    signature_refused: bool
    reckoning: tuple[str, ...]
    cancel_reason: str


@dataclass(frozen=True, slots=True)
class _Addressed:
    """To whom the auto goes, and the number of the CAA it holds, "" for none."""

    row_id: UUID | None
    name: str
    document: str
    caa: str


def draw_up(desk: Desk, command: DrawUpInfraction) -> DrawnUp:
    """Number, freeze and sign the auto. Raises `FieldErrors` naming each item of art. 37 that is missing."""
    with desk.act(Act.DRAW_UP_INFRACTION) as work:
        assert desk.actor is not None
        conduct = _conduct(desk, command)
        rules = desk.rules(work.session)
        vehicle = work.get(Vehicle, command.vehicle_id) if command.vehicle_id else None
        addressed = _addressed(work, command, vehicle)
        served_on = local_date(command.occurred_at) if command.served else None
        deadline = rules.deadline("prior_defense", served_on) if served_on else None
        defense_text = _defense_text(desk, rules, deadline)
        plate = Plate(vehicle.plate).shown if vehicle and command.addressee is Addressee.DRIVER else ""
        vehicle_text = f"{vehicle.make} {vehicle.model}" if vehicle and command.addressee is Addressee.DRIVER else ""
        facts = InfractionFacts(
            addressee=command.addressee,
            conduct_code=conduct.code,
            conduct_text=conduct.text,
            legal_basis=conduct.article,
            occurred_at=command.occurred_at,
            place=tidy(command.place),
            plate=plate,
            vehicle=vehicle_text,
            addressed_to=addressed.name,
            addressee_document=addressed.document,
            driver_identified=command.addressee is Addressee.OPERATOR or command.driver_id is not None,
            unidentified_reason=tidy(command.unidentified_reason),
            facts=command.facts.strip(),
            defense_text=defense_text,
            agent_name=desk.actor.full_name,
            agent_registration=desk.actor.registration,
        )
        problems = [*notice_problems(facts, work.moment), *_choice_problems(command, conduct)]
        if problems:
            raise FieldErrors(*problems)
        number = work.next_number(NumberKind.INFRACTION_NOTICE, local_date(command.occurred_at).year)
        subject = command.operator_id if command.addressee is Addressee.OPERATOR else command.vehicle_id
        signed = documents.sign(
            desk,
            work.session,
            InfractionPayload(
                number.digits,
                conduct.code,
                vehicle.plate if plate and vehicle else _plain_document(work.session, command.operator_id),
                local_date(command.occurred_at),
                desk.today,
                desk.actor.registration,
            ),
        )
        notice = work.add(
            InfractionNotice(
                **number_columns(number),
                addressee=command.addressee,
                operator_id=command.operator_id if command.addressee is Addressee.OPERATOR else None,
                driver_id=command.driver_id,
                addressee_driver_id=addressed.row_id if command.addressee is Addressee.DRIVER else None,
                vehicle_id=command.vehicle_id,
                conduct=conduct.code,
                occurred_at=command.occurred_at,
                place=facts.place,
                plate=vehicle.plate if plate and vehicle else "",
                vehicle_text=vehicle_text,
                facts=facts.facts,
                unidentified_reason=facts.unidentified_reason,
                twin_reason=tidy(command.twin_reason),
                agent_id=desk.actor.user_id,
                agent_name=facts.agent_name,
                agent_registration=facts.agent_registration,
                served_on=served_on,
                signature_refused=command.signature_refused,
                defense_due_on=deadline.due if deadline else None,
                defense_deadline=deadline.as_data() if deadline else None,
            )
        )
        group = desk.law.group(conduct.group)
        data = InfractionNoticeData(
            office=office.header(work.session),
            number=str(number),
            addressee=command.addressee,
            addressed_to=facts.addressed_to,
            addressee_document=facts.addressee_document,
            addressee_caa=addressed.caa,
            conduct_code=conduct.code,
            conduct_text=conduct.text,
            legal_basis=conduct.article,
            group_label=group.label,
            upf_range=f"{group.upf_minimum} a {group.upf_maximum} UPF",
            occurred_at=local_time(command.occurred_at),
            place=facts.place,
            plate=plate,
            vehicle=vehicle_text,
            facts=facts.facts,
            unidentified_reason=facts.unidentified_reason,
            defense_text=defense_text,
            reckoning=deadline.steps if deadline else (),
            agent_name=facts.agent_name,
            agent_registration=facts.agent_registration,
            served_text=_served_text(served_on, command.signature_refused),
            qr_text=signed.text,
            check_code=signed.check_code,
        )
        assert subject is not None
        paper = documents.freeze(desk, work, DocumentKind.INFRACTION_NOTICE, str(number), subject, data)
        notice.document_id = paper.id
        return DrawnUp(notice.id, str(number), paper.id, notice.defense_due_on)


def cancel(desk: Desk, infraction_id: UUID, reason: str) -> None:
    """Cancel an auto drawn up by mistake, before any defence: the number stays used, with the reason."""
    reason = tidy(reason)
    if not reason:
        raise Refused("Escreva o motivo do cancelamento do auto.")
    with desk.act(Act.CANCEL_INFRACTION, reason) as work:
        row = work.get(InfractionNotice, infraction_id)
        if row.cancelled_on is not None:
            raise Refused(f"Este auto já foi cancelado em {format_date(row.cancelled_on)}.")
        row.cancelled_on, row.cancel_reason = desk.today, reason
        documents.void(work, row.document_id, reason)


def page(desk: Desk, request: ListRequest) -> tuple[int, list[InfractionRow]]:
    """How many autos answer, and this page of them, newest first."""
    with desk.reading() as session:
        total, ids = lists.page(session, SubjectKind.INFRACTION, request)
        found = lists.infractions(session, ids)
        notices = [found[row_id] for row_id in ids]
        names = _names(session, notices)
        return total, [_row(desk, notice, names) for notice in notices]


def card(desk: Desk, infraction_id: UUID) -> InfractionCard:
    with desk.reading() as session:
        row = session.get(InfractionNotice, infraction_id)
        if row is None:
            raise Refused("Este auto não existe neste banco de dados.")
        conduct = desk.law.conduct(row.conduct)
        addressee_id = row.operator_id or row.addressee_driver_id
        assert addressee_id is not None
        name, document = _name_and_document(session, row)
        deadline = Deadline.from_data(row.defense_deadline) if row.defense_deadline else None
        return InfractionCard(
            line=infraction_lines(desk, [row])[0],
            addressee=row.addressee,
            addressee_id=addressee_id,
            addressee_name=name,
            addressee_document=document,
            driver_id=row.driver_id,
            vehicle_id=row.vehicle_id,
            vehicle_text=row.vehicle_text,
            place=row.place,
            facts=row.facts,
            unidentified_reason=row.unidentified_reason,
            twin_reason=row.twin_reason,
            group=desk.law.group(conduct.group),
            article=conduct.article,
            agent_name=row.agent_name,
            agent_registration=row.agent_registration,
            served_on=row.served_on,
            signature_refused=row.signature_refused,
            reckoning=deadline.steps if deadline else (),
            cancel_reason=row.cancel_reason or "",
        )


def preview_deadline(desk: Desk, served_on: date) -> Deadline:
    """The defence term as it would be counted from that knowledge date."""
    with desk.reading() as session:
        return desk.rules(session).deadline("prior_defense", served_on)


def _conduct(desk: Desk, command: DrawUpInfraction) -> Conduct:
    try:
        return desk.law.conduct(command.conduct)
    except KeyError as error:
        problem = FieldProblem("conduct", "Escolha uma conduta do art. 59.", article="art. 37, § 1º, I")
        raise FieldErrors(problem) from error


def _choice_problems(command: DrawUpInfraction, conduct: Conduct) -> list[FieldProblem]:
    if not conduct.twins or tidy(command.twin_reason):
        return []
    alike = ", ".join(twin.code for twin in conduct.twins)
    return [
        FieldProblem(
            "twin_reason",
            f"A conduta {conduct.code} é parecida com {alike}.",
            "Escreva por que escolheu esta.",
            "art. 59",
        )
    ]


def _addressed(work: UnitOfWork, command: DrawUpInfraction, vehicle: Vehicle | None) -> _Addressed:
    """Raises nothing: what is missing stays empty and `notice_problems` names it."""
    if command.addressee is Addressee.OPERATOR:
        if command.operator_id is None:
            return _Addressed(None, "", "", "")
        operator = work.get(Operator, command.operator_id)
        caa = _caa(work.session, SubjectKind.OPERATOR, operator.id)
        return _Addressed(operator.id, operator.legal_name, f"CNPJ {Cnpj(operator.cnpj).shown}", caa)
    driver_id = command.driver_id or (vehicle.registrant_id if vehicle else None)
    if driver_id is None:
        return _Addressed(None, "", "", "")
    driver = work.get(Driver, driver_id)
    return _Addressed(
        driver.id, driver.full_name, f"CPF {Cpf(driver.cpf).shown}", _caa(work.session, SubjectKind.DRIVER, driver.id)
    )


def _caa(session: Session, kind: SubjectKind, holder_id: UUID) -> str:
    found = papers.current_authorization(session, kind, holder_id)
    return str(papers.number_of(found)) if found else ""


def _plain_document(session: Session, operator_id: UUID | None) -> str:
    return queries.require(session, Operator, operator_id).cnpj if operator_id else ""


def _defense_text(desk: Desk, rules: Rules, deadline: Deadline | None) -> str:
    where = desk.law.text("infraction_notice_defense_where")
    if deadline is None:
        length = desk.law.deadline_rule("prior_defense", desk.today, rules.overrides).length
        return f"{desk.law.text('infraction_notice_defense', length=length)} {where}"
    served = desk.law.text(
        "infraction_notice_defense_served",
        length=deadline.rule.length,
        start=format_date(deadline.start),
        due=format_date(deadline.due),
    )
    return f"{served} {where}"


def _served_text(served_on: date | None, refused: bool) -> str:
    if served_on is None:
        return "Notificação a expedir (art. 42, II)."
    how = "recusou-se a assinar" if refused else "assinou"
    return f"Ciência pessoal em {format_date(served_on)}; o autuado {how} e recebeu via do auto (art. 42, I)."


def _names(session: Session, notices: list[InfractionNotice]) -> dict[UUID, str]:
    operators = [notice.operator_id for notice in notices if notice.operator_id]
    drivers = [notice.addressee_driver_id for notice in notices if notice.addressee_driver_id]
    found = {
        **queries.rows_by_id(session, SubjectKind.OPERATOR, operators),
        **queries.rows_by_id(session, SubjectKind.DRIVER, drivers),
    }
    return {row_id: row.legal_name if isinstance(row, Operator) else row.full_name
            for row_id, row in found.items() if isinstance(row, Operator | Driver)}  # fmt: skip


def _row(desk: Desk, notice: InfractionNotice, names: dict[UUID, str]) -> InfractionRow:
    conduct = desk.law.conduct(notice.conduct)
    addressee = notice.operator_id or notice.addressee_driver_id
    return InfractionRow(
        infraction_id=notice.id,
        number=str(papers.number_of(notice)),
        occurred_at=notice.occurred_at,
        addressee_name=names[addressee] if addressee else "",
        plate=notice.plate,
        conduct=notice.conduct,
        conduct_text=conduct.text,
        group_label=desk.law.group(conduct.group).label,
        defense_due_on=notice.defense_due_on,
        cancelled_on=notice.cancelled_on,
    )


def _name_and_document(session: Session, row: InfractionNotice) -> tuple[str, str]:
    if row.operator_id is not None:
        operator = queries.require(session, Operator, row.operator_id)
        return operator.legal_name, Cnpj(operator.cnpj).shown
    assert row.addressee_driver_id is not None
    driver = queries.require(session, Driver, row.addressee_driver_id)
    return driver.full_name, Cpf(driver.cpf).shown
