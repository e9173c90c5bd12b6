"""The measures as screens show them: a page, the lines of a holder, and one card with everything about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from stipdesk.domain.calendar import Deadline
from stipdesk.domain.errors import Reason, Refused
from stipdesk.domain.identifiers import Cnpj, Cpf
from stipdesk.domain.measures import (
    Bar,
    MeasureEnding,
    MeasureKind,
    MeasureState,
    MeasureStep,
    bar_of,
    measure_state,
)
from stipdesk.domain.numbers import PrintedNumber
from stipdesk.domain.registers import SubjectKind
from stipdesk.models import Communication, MeasureRow
from stipdesk.models.base import RegisterRow
from stipdesk.services import attachments, holders, measure_facts, proposals, registers
from stipdesk.services.access import Desk
from stipdesk.services.attachments import FileLine, FileTarget
from stipdesk.services.measure_facts import LostCondition, holder_of
from stipdesk.services.papers import DocumentLine, document_lines
from stipdesk.services.proposals import ProposalLine
from stipdesk.store.engine import Session
from stipdesk.store.queries import applications as queries
from stipdesk.store.queries import history as history_queries
from stipdesk.store.queries import measures as measure_queries
from stipdesk.store.queries import office as office_queries
from stipdesk.store.queries import proposals as proposal_queries
from stipdesk.store.queries import registers as register_queries
from stipdesk.store.queries.history import HistoryLine
from stipdesk.store.queries.lists import ListRequest


@dataclass(frozen=True, slots=True)
class NextTerm:
    """The next day that matters to a measure; `over` when it has passed and something is to be done."""

    text: str
    day: date
    over: bool = False


@dataclass(frozen=True, slots=True)
class MeasureLine:
    """One measure of a list. `until` is the last day of its effect as known now; `waiting`: a proposal waits."""

    measure_id: UUID
    number: str
    kind: MeasureKind
    state: MeasureState
    holder_kind: SubjectKind
    holder_id: UUID
    holder_name: str
    reason: str
    opened_on: date
    effective_from: date | None
    until: date | None
    ending: MeasureEnding | None
    next_term: NextTerm | None
    waiting: bool


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step of the institute and why it cannot be taken now, "" when it can."""

    step: MeasureStep
    why_not: str


@dataclass(frozen=True, slots=True)
class CommunicationLine:
    """What one operator was told, how far it went."""

    communication_id: UUID
    title: str
    operator_id: UUID
    operator_name: str
    document_id: UUID | None
    prepared_on: date
    sent_on: date | None
    means: str
    received_on: date | None


@dataclass(frozen=True, slots=True)
class RelatedLine:
    """Another measure of the same process: the suspension, its precautionary one, the revocation it ended in."""

    measure_id: UUID
    number: str
    kind: MeasureKind
    state: MeasureState


@dataclass(frozen=True, slots=True)
class MeasureCard:
    """Everything about one measure. The reckonings are those kept when each term began."""

    line: MeasureLine
    holder_document: str
    origin: str
    opened_by: str
    conditions: tuple[LostCondition, ...]
    notified_on: date | None
    defense_due_on: date | None
    defense_reckoning: tuple[str, ...]
    defense_received_on: date | None
    defense_text: str
    imposed_on: date | None
    effective_until: date | None
    final_on: date | None
    served_on: date | None
    reversal_due_on: date | None
    reversal_reckoning: tuple[str, ...]
    reversal_requested_on: date | None
    reversal_proof: str
    reversal_decided_on: date | None
    reversal_granted: bool | None
    reversal_reason: str
    ended_on: date | None
    end_reason: str
    bar: Bar | None
    steps: tuple[StepLine, ...]
    proposals: tuple[ProposalLine, ...]
    communications: tuple[CommunicationLine, ...]
    documents: tuple[DocumentLine, ...]
    files: tuple[FileLine, ...]
    related: tuple[RelatedLine, ...]
    history: tuple[HistoryLine, ...]


@dataclass(frozen=True, slots=True)
class OpeningFacts:
    """What the dialog that opens a measure needs to know of a holder.

    `process` is the suspension process going on, which a precautionary suspension would accompany.
    """

    name: str
    conditions: tuple[LostCondition, ...]
    process: RelatedLine | None
    maximum_days: int


def page(desk: Desk, request: ListRequest) -> tuple[int, list[MeasureLine]]:
    """How many measures answer, and this page of them, newest first."""
    with desk.reading() as session:
        total, rows = measure_queries.page(session, request)
        return total, _lines(desk, session, rows)


def lines_of(desk: Desk, session: Session, holder: RegisterRow) -> tuple[MeasureLine, ...]:
    """The measures against whoever holds this CPF or CNPJ, by whatever record, newest first."""
    return tuple(_lines(desk, session, measure_facts.against_same(session, holder)))


def of_holder(desk: Desk, kind: SubjectKind, holder_id: UUID) -> tuple[MeasureLine, ...]:
    """The same, for the card of a holder."""
    with desk.reading() as session:
        return lines_of(desk, session, register_queries.require(session, register_queries.MODELS[kind], holder_id))


def opening_facts(desk: Desk, kind: SubjectKind, holder_id: UUID) -> OpeningFacts:
    """The conditions that can be lost, those missing today first."""
    with desk.reading() as session:
        holder = register_queries.require(session, register_queries.MODELS[kind], holder_id)
        requirements = holders.situations(desk, session, [holder])[holder_id].requirements
        missing = {line.requirement.code for line in requirements if line.state.is_missing}
        conditions = (
            LostCondition(each.code, each.text, each.article, each.cure, each.code in missing)
            for each in measure_facts.losable(desk, session, kind)
        )
        own = measure_facts.against_same(session, holder)
        going = (
            _related(row, desk.today)
            for row in own
            if row.kind is MeasureKind.CONDITIONS_SUSPENSION
            and measure_facts.state_of(row, desk.today) is MeasureState.OPENED
        )
        maximum = desk.rules(session).parameter("suspension_maximum_days", desk.today).number
        ordered = tuple(sorted(conditions, key=lambda each: not each.lost))
        return OpeningFacts(registers.label_of(holder), ordered, next(going, None), maximum)


def card(desk: Desk, measure_id: UUID) -> MeasureCard:
    """Everything about one measure. Raises `Refused` when there is none."""
    with desk.reading() as session:
        row = session.get(MeasureRow, measure_id)
        if row is None:
            raise Refused("Esta medida não existe neste banco de dados.")
        holder = measure_facts.holder_row(session, row)
        proposed = proposal_queries.about_process(session, measure_id=measure_id)
        told = queries.communications_of(session, [measure_id])
        ids = [measure_id, *(each.id for each in proposed), *(each.id for each in told)]
        return MeasureCard(
            line=_lines(desk, session, [row])[0],
            holder_document=_document(row, holder),
            origin=row.origin,
            opened_by=office_queries.user_names(session, [row.opened_by])[row.opened_by],
            conditions=measure_facts.conditions_of(desk, row),
            notified_on=row.notified_on,
            defense_due_on=row.defense_due_on,
            defense_reckoning=_reckoning(row.defense_deadline),
            defense_received_on=row.defense_received_on,
            defense_text=row.defense_text,
            imposed_on=row.imposed_on,
            effective_until=row.effective_until,
            final_on=row.final_on,
            served_on=row.served_on,
            reversal_due_on=row.reversal_due_on,
            reversal_reckoning=_reckoning(row.reversal_deadline),
            reversal_requested_on=row.reversal_requested_on,
            reversal_proof=row.reversal_proof,
            reversal_decided_on=row.reversal_decided_on,
            reversal_granted=row.reversal_granted,
            reversal_reason=row.reversal_reason,
            ended_on=row.ended_on,
            end_reason=row.end_reason,
            bar=bar_of(queries.measure_of(row), holders.bar_terms(desk.rules(session), desk.today)),
            steps=_steps(desk, session, row),
            proposals=proposals.lines(desk, session, proposed),
            communications=_communications(session, told),
            documents=document_lines(measure_queries.documents_of(session, measure_id)),
            files=attachments.lines(session, [FileTarget(measure_id=measure_id)]),
            related=_relatives(session, row, desk.today),
            history=tuple(history_queries.history(session, ids)),
        )


def _lines(desk: Desk, session: Session, rows: Sequence[MeasureRow]) -> list[MeasureLine]:
    names = _names(session, rows)
    waiting = proposal_queries.measures_waiting(session, [row.id for row in rows])
    return [_line(row, names[holder_of(row)[1]], row.id in waiting, desk.today) for row in rows]


def _line(row: MeasureRow, name: str, waiting: bool, today: date) -> MeasureLine:
    measure = queries.measure_of(row)
    kind, holder_id = holder_of(row)
    state = measure_state(measure, today)
    return MeasureLine(
        measure_id=row.id,
        number=measure.number,
        kind=row.kind,
        state=state,
        holder_kind=kind,
        holder_id=holder_id,
        holder_name=name,
        reason=row.reason,
        opened_on=row.opened_on,
        effective_from=row.effective_from,
        until=measure.last_day() if row.effective_from is not None else None,
        ending=row.ending,
        next_term=_next_term(row, state, today),
        waiting=waiting,
    )


def _next_term(row: MeasureRow, state: MeasureState, today: date) -> NextTerm | None:
    """The one day to watch in each state."""
    match state:
        case MeasureState.OPENED if row.defense_due_on is not None and row.defense_received_on is None:
            return NextTerm("Defesa", row.defense_due_on, today > row.defense_due_on)
        case MeasureState.SCHEDULED if row.effective_from is not None:
            return NextTerm("Começa", row.effective_from)
        case MeasureState.IN_FORCE if row.effective_until is not None:
            return NextTerm("Termina", row.effective_until)
        case MeasureState.AWAITING_REVERSAL if row.reversal_due_on is not None:
            return NextTerm("Reversão", row.reversal_due_on)
        case MeasureState.TO_REVOKE if row.reversal_due_on is not None:
            return NextTerm("Reversão", row.reversal_due_on, over=True)
        case _:
            return None


def _names(session: Session, rows: Sequence[MeasureRow]) -> Mapping[UUID, str]:
    names: dict[UUID, str] = {}
    for kind in (SubjectKind.OPERATOR, SubjectKind.DRIVER):
        ids = [holder_of(row)[1] for row in rows if holder_of(row)[0] is kind]
        found = register_queries.rows_by_id(session, kind, ids)
        names.update({row_id: registers.label_of(row) for row_id, row in found.items()})
    return names


def _document(row: MeasureRow, holder: RegisterRow) -> str:
    document = holders.document_of(holder)
    return f"CNPJ {Cnpj(document).shown}" if row.operator_id is not None else f"CPF {Cpf(document).shown}"


def _reckoning(stored: dict[str, object] | None) -> tuple[str, ...]:
    return Deadline.from_data(stored).steps if stored is not None else ()


def _steps(desk: Desk, session: Session, row: MeasureRow) -> tuple[StepLine, ...]:
    lines = []
    for step in measure_facts.steps_of(row.kind):
        reason = measure_facts.why_not(desk, session, row, step)
        if reason is None and step is MeasureStep.GRANT_REVERSAL:
            lost = measure_facts.still_lost(desk, session, row)
            text = f"Continua faltando: {lost[0].text} ({lost[0].article})." if lost else ""
        else:
            text = _briefly(reason, queries.number_of(row)) if reason is not None else ""
        lines.append(StepLine(step, text))
    return tuple(lines)


def _briefly(reason: Reason, number: PrintedNumber) -> str:
    """What is to be done first, or the state that forbids it: on its own card a measure goes without its number."""
    text = reason.cure or reason.text.replace(f"A medida {number} está", "Está")
    return f"{text.rstrip('.')} ({reason.article})."


def _communications(session: Session, rows: Sequence[Communication]) -> tuple[CommunicationLine, ...]:
    """In the order they were written: of one day, that of the end comes after that of the measure."""
    operators = register_queries.rows_by_id(session, SubjectKind.OPERATOR, [row.operator_id for row in rows])
    titles = measure_queries.titles_of(session, [row.document_id for row in rows if row.document_id is not None])
    lines = [
        CommunicationLine(
            communication_id=row.id,
            title=titles.get(row.document_id, "") if row.document_id is not None else "",
            operator_id=row.operator_id,
            operator_name=registers.label_of(operators[row.operator_id]),
            document_id=row.document_id,
            prepared_on=row.prepared_on,
            sent_on=row.sent_on,
            means=row.means,
            received_on=row.received_on,
        )
        for row in rows
    ]
    return tuple(sorted(lines, key=lambda line: (line.prepared_on, line.title, line.operator_name)))


def _relatives(session: Session, row: MeasureRow, today: date) -> tuple[RelatedLine, ...]:
    rows = [session.get(MeasureRow, row.process_id)] if row.process_id is not None else []
    rows += measure_queries.of_process(session, row.id)
    return tuple(_related(each, today) for each in rows if each is not None)


def _related(row: MeasureRow, today: date) -> RelatedLine:
    return RelatedLine(row.id, str(queries.number_of(row)), row.kind, measure_facts.state_of(row, today))
