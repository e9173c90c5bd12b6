"""Requests as screens show them: a page, the lines of a holder or vehicle, and one card with everything about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from stipdesk.domain.applications import ApplicationChannel, ApplicationKind, ApplicationState, IssueClock
from stipdesk.domain.calendar import Deadline
from stipdesk.domain.errors import Refused
from stipdesk.domain.identifiers import Cnpj, Cpf, Plate
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.requirements import RequirementLine
from stipdesk.domain.standing import RenewalRequest
from stipdesk.domain.text import format_date
from stipdesk.models import Application, Authorization, Requisition
from stipdesk.services import application_facts as facts
from stipdesk.services import attachments, holders, proposals, registers
from stipdesk.services.access import Desk, Rules
from stipdesk.services.attachments import FileLine, FileTarget
from stipdesk.services.papers import DocumentLine, document_lines
from stipdesk.services.proposals import ProposalLine
from stipdesk.store.engine import Session
from stipdesk.store.queries import application_lists, papers
from stipdesk.store.queries import applications as queries
from stipdesk.store.queries import history as history_queries
from stipdesk.store.queries import office as office_queries
from stipdesk.store.queries import proposals as proposal_queries
from stipdesk.store.queries import registers as register_queries
from stipdesk.store.queries.history import HistoryLine
from stipdesk.store.queries.lists import ListRequest


@dataclass(frozen=True, slots=True)
class ApplicationLine:
    """One request of a list. `plate` is that of the vehicle it is about, "" for none.

    `clock` is absent where the law sets no term to answer; `is_timely_renewal` says that the CAA in force goes on until
    the decision (arts. 12 §2 and 17 §2), `waiting` that a refusal waits for a second person.
    """

    application_id: UUID
    number: str
    kind: ApplicationKind
    channel: ApplicationChannel
    state: ApplicationState
    holder_kind: SubjectKind
    holder_id: UUID
    holder_name: str
    plate: str
    filed_on: date
    clock: IssueClock | None
    conditional_until: date | None
    is_timely_renewal: bool
    waiting: bool
    decided_on: date | None


@dataclass(frozen=True, slots=True)
class RequisitionLine:
    """An exigência: what was asked, in the law's words, and when it was answered."""

    ordinal: int
    requirements: tuple[str, ...]
    text: str
    issued_on: date
    answered_on: date | None


@dataclass(frozen=True, slots=True)
class ApplicationCard:
    """Everything about one request. The reckonings are those kept when each term began.

    `renews` is the number and the end of the CAA a renewal is about.
    """

    line: ApplicationLine
    holder_document: str
    vehicle_id: UUID | None
    vehicle: str
    sponsor: str
    filed_by: str
    notes: str
    new_plate: str
    renews: tuple[str, date] | None
    requirements: tuple[RequirementLine, ...]
    filing_reckoning: tuple[str, ...]
    completeness_reckoning: tuple[str, ...]
    conditional_reckoning: tuple[str, ...]
    requisitions: tuple[RequisitionLine, ...]
    decided_by: str
    decision_reason: str
    refused_requirements: tuple[str, ...]
    proposals: tuple[ProposalLine, ...]
    documents: tuple[DocumentLine, ...]
    files: tuple[FileLine, ...]
    history: tuple[HistoryLine, ...]
    why_not_requisition: str
    why_not_answer: str
    why_not_refuse: str
    why_not_withdraw: str
    why_not_conclude: str


def page(desk: Desk, request: ListRequest, *, only_open: bool = False) -> tuple[int, list[ApplicationLine]]:
    """How many requests answer, and this page of them: those not decided first, by when the office must answer."""
    with desk.reading() as session:
        total, rows = application_lists.page(session, request, only_open=only_open)
        return total, list(_lines(desk, session, rows))


def lines_of(desk: Desk, session: Session, kind: SubjectKind, subject_id: UUID) -> tuple[ApplicationLine, ...]:
    """The requests of a holder, or about a vehicle, newest first."""
    return _lines(desk, session, queries.applications_of(session, kind, subject_id))


def card(desk: Desk, application_id: UUID) -> ApplicationCard:
    """Everything about one request. Raises `Refused` when there is none."""
    with desk.reading() as session:
        row = session.get(Application, application_id)
        if row is None:
            raise Refused("Este requerimento não existe neste banco de dados.")
        line = _lines(desk, session, [row])[0]
        kind, holder_id = facts.holder_of(row)
        holder = register_queries.rows_by_id(session, kind, [holder_id])[holder_id]
        asked = queries.requisitions_of(session, [application_id])[application_id]
        proposed = proposal_queries.about_process(session, application_id=application_id)
        requirements = facts.requirements_of(desk, session, row) if row.decision is None else ()
        decider = office_queries.user_names(session, [row.decided_by] if row.decided_by is not None else [])
        ids = [application_id, *(each.id for each in asked), *(each.id for each in proposed)]
        decided = f"Decidido em {format_date(row.decided_on)}." if row.decided_on is not None else ""
        pending = next((each for each in asked if each.answered_on is None), None)
        missing = any(each.state.is_missing for each in requirements)
        return ApplicationCard(
            line=line,
            holder_document=_document(kind, holders.document_of(holder)),
            vehicle_id=row.vehicle_id,
            vehicle=_label(session, SubjectKind.VEHICLE, row.vehicle_id),
            sponsor=_label(session, SubjectKind.OPERATOR, row.sponsor_id),
            filed_by=row.filed_by,
            notes=row.notes,
            new_plate=row.new_plate,
            renews=_renewed(session, row),
            requirements=requirements,
            filing_reckoning=_reckoning(row.filing_deadline),
            completeness_reckoning=_reckoning(row.completeness_deadline),
            conditional_reckoning=_reckoning(row.conditional_deadline),
            requisitions=tuple(_requisition(desk, each) for each in asked),
            decided_by=decider.get(row.decided_by, "") if row.decided_by is not None else "",
            decision_reason=row.decision_reason,
            refused_requirements=tuple(_texts(desk, row.refused_requirements)),
            proposals=proposals.lines(desk, session, proposed),
            documents=document_lines(application_lists.documents_of(session, application_id)),
            files=attachments.lines(session, [FileTarget(application_id=application_id)]),
            history=tuple(history_queries.history(session, ids)),
            why_not_requisition=decided or _why_not_requisition(pending, missing=missing),
            why_not_answer=decided or ("" if pending is not None else "Nenhuma exigência aguarda resposta."),
            why_not_refuse=decided or _why_not_refuse(line, missing=missing),
            why_not_withdraw=decided,
            why_not_conclude=decided
            or ("" if row.kind is ApplicationKind.DATA_CHANGE else "Só a atualização de dados se conclui assim."),
        )


def _lines(desk: Desk, session: Session, rows: Sequence[Application]) -> tuple[ApplicationLine, ...]:
    """What is missing is looked at only for the requests still open, all holders of a kind at once."""
    rules = desk.rules(session)
    names = names_of(session, rows)
    plates = _plates(session, rows)
    asked = queries.requisitions_of(session, [row.id for row in rows])
    missing = _requirements(desk, session, [row for row in rows if row.decision is None])
    renewed = _renewed_until(session, rows)
    waiting = proposal_queries.applications_waiting(session, [row.id for row in rows])
    lines = []
    for row in rows:
        kind, holder_id = facts.holder_of(row)
        pending = next((each for each in asked[row.id] if each.answered_on is None), None)
        lines.append(
            ApplicationLine(
                application_id=row.id,
                number=str(queries.number_of(row)),
                kind=row.kind,
                channel=row.channel,
                state=facts.state_of(row, pending, missing.get(row.id, ())),
                holder_kind=kind,
                holder_id=holder_id,
                holder_name=names[holder_id],
                plate=plates.get(row.vehicle_id, "") if row.vehicle_id is not None else "",
                filed_on=row.filed_on,
                clock=facts.clock_from(rules, row, asked[row.id], row.decided_on or desk.today),
                conditional_until=row.conditional_until,
                is_timely_renewal=row.decision is None and _is_timely(rules, row, renewed),
                waiting=row.id in waiting,
                decided_on=row.decided_on,
            )
        )
    return tuple(lines)


def _requirements(desk: Desk, session: Session, rows: Sequence[Application]) -> dict[UUID, tuple[RequirementLine, ...]]:
    """What each open request asks for, with the situations of each register gathered once."""
    wanted: dict[SubjectKind, dict[UUID, UUID]] = {kind: {} for kind in register_queries.MODELS}
    for row in rows:
        if row.kind.asks_for_authorization:
            kind, holder_id = facts.holder_of(row)
            wanted[kind][row.id] = holder_id
        elif row.kind.registers_vehicle and row.vehicle_id is not None:
            wanted[SubjectKind.VEHICLE][row.id] = row.vehicle_id
    found: dict[UUID, tuple[RequirementLine, ...]] = {}
    for kind, subjects in wanted.items():
        records = register_queries.rows_by_id(session, kind, list(set(subjects.values())))
        situations = holders.situations(desk, session, list(records.values()))
        found |= {row_id: situations[subject_id].requirements for row_id, subject_id in subjects.items()}
    return found


def names_of(session: Session, rows: Sequence[Application]) -> dict[UUID, str]:
    """The names of whoever asks, by their ids."""
    names: dict[UUID, str] = {}
    for kind in (SubjectKind.OPERATOR, SubjectKind.DRIVER):
        ids = {facts.holder_of(row)[1] for row in rows if facts.holder_of(row)[0] is kind}
        found = register_queries.rows_by_id(session, kind, list(ids))
        names |= {row_id: registers.label_of(row) for row_id, row in found.items()}
    return names


def _plates(session: Session, rows: Sequence[Application]) -> dict[UUID, str]:
    ids = {row.vehicle_id for row in rows if row.vehicle_id is not None}
    found = register_queries.rows_by_id(session, SubjectKind.VEHICLE, list(ids))
    return {row_id: Plate(getattr(row, "plate", "")).shown for row_id, row in found.items()}


def _renewed_until(session: Session, rows: Sequence[Application]) -> dict[UUID, date]:
    return application_lists.ends_of(session, [row.renews_id for row in rows if row.renews_id is not None])


def _is_timely(rules: Rules, row: Application, renewed: dict[UUID, date]) -> bool:
    if row.renews_id is None:
        return False
    request = RenewalRequest(str(queries.number_of(row)), row.filed_on, renewed[row.renews_id])
    return holders.is_timely_renewal(rules, request)


def _renewed(session: Session, row: Application) -> tuple[str, date] | None:
    caa = session.get(Authorization, row.renews_id) if row.renews_id is not None else None
    return (str(papers.number_of(caa)), caa.valid_until) if caa is not None else None


def _document(kind: SubjectKind, document: str) -> str:
    return f"CNPJ {Cnpj(document).shown}" if kind is SubjectKind.OPERATOR else f"CPF {Cpf(document).shown}"


def _label(session: Session, kind: SubjectKind, row_id: UUID | None) -> str:
    if row_id is None:
        return ""
    return registers.label_of(register_queries.rows_by_id(session, kind, [row_id])[row_id])


def _reckoning(stored: dict[str, object] | None) -> tuple[str, ...]:
    return Deadline.from_data(stored).steps if stored is not None else ()


def _requisition(desk: Desk, row: Requisition) -> RequisitionLine:
    texts = tuple(_texts(desk, row.requirements))
    return RequisitionLine(row.ordinal, texts, row.text, row.issued_on, row.answered_on)


def _texts(desk: Desk, codes: Sequence[str]) -> list[str]:
    """The law's words for each requirement, also of one no longer demanded."""
    known = {each.requirement.code: each.requirement for each in desk.law.requirement_definitions}
    return [f"{known[code].text} ({known[code].article})" if code in known else code for code in codes]


def _why_not_requisition(pending: Requisition | None, *, missing: bool) -> str:
    if pending is not None:
        return "Já há uma exigência aguardando resposta."
    return "" if missing else "Nada falta hoje: não há o que exigir."


def _why_not_refuse(line: ApplicationLine, *, missing: bool) -> str:
    if line.waiting:
        return "O indeferimento já foi proposto e aguarda outra pessoa."
    return "" if missing else "Nada falta hoje: o pedido não pode ser indeferido (arts. 9º e 14)."
