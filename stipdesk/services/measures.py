"""Opening, instructing and proposing the five institutes of arts. 33, 34, 38-41 and 60.

Nothing here decides: what hurts is proposed, and happens when another person takes it (`services.decisions`, which
carries it out through `services.measure_decisions`).
"""

from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from stipdesk.domain.decisions import DecisionKind
from stipdesk.domain.errors import FieldErrors, FieldProblem, Reason, Refused
from stipdesk.domain.measures import (
    MeasureEnding,
    MeasureKind,
    MeasureState,
    MeasureStep,
    imposition_problems,
)
from stipdesk.domain.numbers import NumberKind
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.text import format_date, tidy
from stipdesk.models import MeasureRow
from stipdesk.models.base import RegisterRow
from stipdesk.services import measure_facts, measure_letters, proposals, registers
from stipdesk.services.access import Desk
from stipdesk.services.measure_facts import holder_of
from stipdesk.services.papers import number_columns
from stipdesk.store.queries import applications as queries
from stipdesk.store.queries import registers as register_queries
from stipdesk.store.unit_of_work import UnitOfWork

# What is decided elsewhere and comes here with its own date: the sanctions (arts. 33 and 34).
SANCTIONS = frozenset({MeasureKind.PUNITIVE_SUSPENSION, MeasureKind.CASSATION})
_DIRECT = SANCTIONS | {MeasureKind.PRECAUTIONARY_SUSPENSION, MeasureKind.DISCRETIONARY_REVOCATION}


@dataclass(frozen=True, slots=True)
class OpenSuspension:
    """The process of art. 38: the facts, the conditions lost by their codes; `notified_on` when the holder knew."""

    holder_kind: SubjectKind
    holder_id: UUID
    reason: str
    conditions: tuple[str, ...]
    notified_on: date | None = None
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Terms:
    """The dates of a decision. `effective_from` None: from the day it is taken.

    `imposed_on` and `final_on` are a sanction's own, of the decision and of the trânsito em julgado (arts. 33 and 34);
    `effective_until` is the last day of a punitive suspension.
    """

    effective_from: date | None = None
    effective_until: date | None = None
    imposed_on: date | None = None
    final_on: date | None = None


@dataclass(frozen=True, slots=True)
class ProposeMeasure:
    """A measure with no process of its own. `process_id` is the suspension process that a precautionary one follows;
    `origin` names the auto or the process elsewhere.
    """

    kind: MeasureKind
    holder_kind: SubjectKind
    holder_id: UUID
    reason: str
    terms: Terms = Terms()
    process_id: UUID | None = None
    origin: str = ""


@dataclass(frozen=True, slots=True)
class ProposeImposition:
    """The decision on what is already opened: a process of art. 38, or a measure whose proposal was returned."""

    measure_id: UUID
    reason: str
    terms: Terms = Terms()


@dataclass(frozen=True, slots=True)
class ProposeEnd:
    """LIFTED by the office, ANNULLED by a court, DISMISSED before it was imposed.

    `ended_on` is the first day on which it no longer counts, the day of the decision when not given.
    """

    measure_id: UUID
    ending: MeasureEnding
    reason: str
    ended_on: date | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """`document_id` is the opening's letter, `proposal_id` what waits for a second person."""

    measure_id: UUID
    number: str
    document_id: UUID | None = None
    proposal_id: UUID | None = None


def open_suspension(desk: Desk, command: OpenSuspension) -> Opened:
    """Open the process of art. 38, with its letter; the CAA is not touched. Raises `FieldErrors` and `Refused`."""
    with desk.act(Act.OPEN_MEASURE) as work:
        holder = _holder(work, command.holder_kind, command.holder_id)
        registers.refuse_withdrawn(holder)
        problems = [*_reason_problems(command.reason, "art. 38, caput"), *_condition_problems(desk, work, command)]
        if command.notified_on is not None and command.notified_on != desk.today:
            problems += _day_problems("notified_on", command.notified_on, desk.today, desk.today)
        if problems:
            raise FieldErrors(*problems)
        _refuse_second_process(work, desk.today, holder)
        row = _open(desk, work, MeasureKind.CONDITIONS_SUSPENSION, command.holder_kind, command.holder_id)
        row.reason, row.origin = command.reason.strip(), tidy(command.origin)
        row.conditions = list(command.conditions)
        if command.notified_on is not None:
            _note_notice(desk, work, row, command.notified_on)
        paper = measure_letters.write_opening(desk, work, row)
        return Opened(row.id, str(queries.number_of(row)), document_id=paper.id)


def propose_measure(desk: Desk, command: ProposeMeasure) -> Opened:
    """Number a measure with no process of its own and propose it; nothing happens until another person decides.

    Raises `FieldErrors` for dates that contradict the law, `Refused` for a precautionary one without its process.
    """
    if command.kind not in _DIRECT:
        raise Refused("Esta medida tem processo próprio: abra-o antes (arts. 38 a 40).")
    with desk.act(Act.PROPOSE_MEASURE) as work:
        holder = _holder(work, command.holder_kind, command.holder_id)
        if command.kind.suspends:
            registers.refuse_withdrawn(holder)
        if command.kind is MeasureKind.PRECAUTIONARY_SUSPENSION:
            _refuse_without_process(desk, work, holder, command.process_id)
        row = _open(desk, work, command.kind, command.holder_kind, command.holder_id)
        row.reason, row.origin, row.process_id = command.reason.strip(), tidy(command.origin), command.process_id
        refuse_terms(desk, work, row, command.reason, command.terms)
        proposal_id = _propose_imposition(desk, work, row, command.reason, command.terms)
        return Opened(row.id, str(queries.number_of(row)), proposal_id=proposal_id)


def propose_imposition(desk: Desk, command: ProposeImposition) -> UUID:
    """Propose the decision on what is opened. In a process of art. 38, only after the defence or its term."""
    with desk.act(Act.PROPOSE_MEASURE) as work:
        row = work.get(MeasureRow, command.measure_id)
        measure_facts.refuse(desk, work.session, row, MeasureStep.IMPOSE)
        refuse_terms(desk, work, row, command.reason, command.terms)
        return _propose_imposition(desk, work, row, command.reason, command.terms)


def record_notice(desk: Desk, measure_id: UUID, notified_on: date) -> date:
    """The holder knew of the process; the answer is the last day for the defence, counted once and kept."""
    with desk.act(Act.RECORD_MEASURE_STEP) as work:
        row = work.get(MeasureRow, measure_id)
        measure_facts.refuse(desk, work.session, row, MeasureStep.RECORD_NOTICE)
        _refuse_day("notified_on", notified_on, row.opened_on, desk.today, "art. 38, caput")
        return _note_notice(desk, work, row, notified_on)


def record_defense(desk: Desk, measure_id: UUID, received_on: date, text: str) -> None:
    """A defence came. One that comes late is received too: the law fixes no term, and whoever decides weighs it."""
    with desk.act(Act.RECORD_MEASURE_STEP) as work:
        row = work.get(MeasureRow, measure_id)
        measure_facts.refuse(desk, work.session, row, MeasureStep.RECORD_DEFENSE)
        _refuse_day("received_on", received_on, row.opened_on, desk.today, "art. 38, caput")
        if not text.strip():
            raise FieldErrors(FieldProblem("text", "Resuma a defesa.", article="art. 38, caput"))
        row.defense_received_on = row.defense_received_on or received_on
        row.defense_text = "\n".join(filter(None, (row.defense_text, f"{format_date(received_on)}: {text.strip()}")))


def record_service(desk: Desk, measure_id: UUID, served_on: date) -> date:
    """The holder knew of the suspension; the answer is the last day to ask for the reversal (art. 39).

    The term runs from that day, or from the first day of the suspension when it begins later: a term to undo what
    does not count yet would be none.
    """
    with desk.act(Act.RECORD_MEASURE_STEP) as work:
        row = work.get(MeasureRow, measure_id)
        measure_facts.refuse(desk, work.session, row, MeasureStep.RECORD_SERVICE)
        assert row.imposed_on is not None
        assert row.effective_from is not None
        _refuse_day("served_on", served_on, row.imposed_on, desk.today, "art. 39")
        deadline = desk.rules(work.session).deadline("reversal_request", max(served_on, row.effective_from))
        if served_on < row.effective_from:
            known = f"Ciência em {format_date(served_on)}; a suspensão só começa em {format_date(row.effective_from)}."
            deadline = replace(deadline, steps=(known, *deadline.steps))
        row.served_on, row.reversal_due_on, row.reversal_deadline = served_on, deadline.due, deadline.as_data()
        return deadline.due


def request_reversal(desk: Desk, measure_id: UUID, requested_on: date, proof: str) -> None:
    """Record the request of art. 39 as of the day it came. Raises `Refused` for one made after the term, naming it."""
    with desk.act(Act.RECORD_MEASURE_STEP) as work:
        row = work.get(MeasureRow, measure_id)
        measure_facts.refuse(desk, work.session, row, MeasureStep.REQUEST_REVERSAL, min(requested_on, desk.today))
        if row.ended_on is not None:
            raise Refused(
                "Não é possível pedir a reversão agora.",
                Reason("ended", f"A medida termina em {format_date(row.ended_on)}", "art. 40"),
            )
        assert row.effective_from is not None
        _refuse_day("requested_on", requested_on, row.effective_from, desk.today, "art. 39")
        if not proof.strip():
            problem = FieldProblem("proof", "Falta a prova da correção das falhas.", "Descreva o que veio.", "art. 39")
            raise FieldErrors(problem)
        row.reversal_requested_on, row.reversal_proof = requested_on, proof.strip()


def propose_reversal(desk: Desk, measure_id: UUID, *, grant: bool, reason: str) -> UUID:
    """Propose to grant or to deny the reversal. Raises `Refused` to grant while a lost condition is still missing."""
    step = MeasureStep.GRANT_REVERSAL if grant else MeasureStep.DENY_REVERSAL
    with desk.act(Act.PROPOSE_MEASURE) as work:
        row = work.get(MeasureRow, measure_id)
        measure_facts.refuse(desk, work.session, row, step)
        if grant:
            refuse_uncured(desk, work, row)
        kind = DecisionKind.GRANT_REVERSAL if grant else DecisionKind.DENY_REVERSAL
        return proposals.propose(desk, work, kind, holder_of(row), reason, measure_id=row.id).id


def propose_revocation(desk: Desk, command: ProposeImposition) -> Opened:
    """Propose the revocation in which a suspension not cured ends (art. 40): `measure_id` is the suspension.

    Never by itself: it is another act, with a number of its own, and another person decides.
    """
    with desk.act(Act.PROPOSE_MEASURE) as work:
        process = work.get(MeasureRow, command.measure_id)
        measure_facts.refuse(desk, work.session, process, MeasureStep.REVOKE)
        row = _open(desk, work, MeasureKind.REVOCATION, *holder_of(process))
        row.reason, row.process_id, row.conditions = command.reason.strip(), process.id, list(process.conditions)
        row.origin = f"Suspensão {queries.number_of(process)}"
        refuse_terms(desk, work, row, command.reason, command.terms)
        proposal_id = _propose_imposition(desk, work, row, command.reason, command.terms)
        return Opened(row.id, str(queries.number_of(row)), proposal_id=proposal_id)


def propose_end(desk: Desk, command: ProposeEnd) -> UUID:
    """Propose to lift, to annul by court order, or to dismiss what was never imposed."""
    step = measure_facts.ENDINGS.get(command.ending)
    if step is None:
        raise Refused("Este fim acontece por outra decisão, não por proposta de encerramento.")
    with desk.act(Act.PROPOSE_MEASURE) as work:
        row = work.get(MeasureRow, command.measure_id)
        measure_facts.refuse(desk, work.session, row, step)
        if command.ended_on is not None:
            earliest = row.imposed_on if command.ending is MeasureEnding.ANNULLED else desk.today
            if command.ended_on < (earliest or desk.today):
                text = f"O dia é anterior a {format_date(earliest or desk.today)}."
                raise FieldErrors(FieldProblem("ended_on", text, article=row.kind.article))
        content = {"ending": command.ending.value, "ended_on": _written(command.ended_on)}
        return proposals.propose(
            desk, work, DecisionKind.LIFT_MEASURE, holder_of(row), command.reason, content=content, measure_id=row.id
        ).id


def refuse_terms(desk: Desk, work: UnitOfWork, row: MeasureRow, reason: str, terms: Terms) -> None:
    """Raise `FieldErrors` for the dates of a decision that the law or the calendar does not allow today."""
    decided = decided_terms(row.kind, terms, desk.today)
    maximum = desk.rules(work.session).parameter("suspension_maximum_days", decided.imposed_on or desk.today).number
    measure = replace(
        queries.measure_of(row), reason=reason, imposed_on=decided.imposed_on, final_on=decided.final_on,
        effective_from=decided.effective_from, effective_until=decided.effective_until,
    )  # fmt: skip
    problems = [*imposition_problems(measure, maximum), *_sanction_problems(row.kind, terms, desk.today)]
    if problems:
        raise FieldErrors(*problems)


def decided_terms(kind: MeasureKind, terms: Terms, today: date) -> Terms:
    """The dates of a decision taken on `today`; a cassation counts from the trânsito em julgado (art. 34 §1)."""
    if kind is MeasureKind.CASSATION:
        return replace(terms, effective_from=terms.effective_from or terms.final_on or terms.imposed_on)
    if kind is MeasureKind.PUNITIVE_SUSPENSION:
        return terms
    return replace(terms, imposed_on=today, final_on=None, effective_from=terms.effective_from or today)


def refuse_uncured(desk: Desk, work: UnitOfWork, row: MeasureRow) -> None:
    """Raise `Refused` naming what is still missing by the record itself: it is registered before it is granted."""
    lost = measure_facts.still_lost(desk, work.session, row)
    if lost:
        reasons = (Reason(each.code, f"Continua faltando: {each.text}", each.article, each.cure) for each in lost)
        raise Refused("A reversão não pode ser deferida ainda (art. 39).", *reasons)


def terms_of(content: "dict[str, object]") -> Terms:
    """The dates of a proposal, as `propose_measure` kept them."""
    return Terms(**{name: read_day(content.get(name)) for name in Terms.__slots__})


def read_day(value: object) -> date | None:
    return date.fromisoformat(value) if isinstance(value, str) else None


def _propose_imposition(desk: Desk, work: UnitOfWork, row: MeasureRow, reason: str, terms: Terms) -> UUID:
    content = {"measure": row.kind.value, **{name: _written(getattr(terms, name)) for name in Terms.__slots__}}
    return proposals.propose(
        desk, work, DecisionKind.IMPOSE_MEASURE, holder_of(row), reason, content=content, measure_id=row.id
    ).id


def _written(day: date | None) -> str | None:
    return day.isoformat() if day is not None else None


def _holder(work: UnitOfWork, kind: SubjectKind, holder_id: UUID) -> RegisterRow:
    if kind not in {SubjectKind.OPERATOR, SubjectKind.DRIVER}:
        raise Refused("A medida recai sobre o CAA de uma operadora ou de um prestador, não sobre um veículo.")
    return work.get(register_queries.MODELS[kind], holder_id)


def _open(desk: Desk, work: UnitOfWork, kind: MeasureKind, holder_kind: SubjectKind, holder_id: UUID) -> MeasureRow:
    assert desk.actor is not None
    return work.add(
        MeasureRow(
            **number_columns(work.next_number(NumberKind.MEASURE, desk.today.year)),
            kind=kind,
            operator_id=holder_id if holder_kind is SubjectKind.OPERATOR else None,
            driver_id=holder_id if holder_kind is SubjectKind.DRIVER else None,
            reason="",
            conditions=[],
            origin="",
            opened_on=desk.today,
            opened_by=desk.actor.user_id,
            defense_text="",
            reversal_proof="",
            reversal_reason="",
            end_reason="",
        )
    )


def _note_notice(desk: Desk, work: UnitOfWork, row: MeasureRow, notified_on: date) -> date:
    deadline = desk.rules(work.session).deadline("suspension_defense", notified_on)
    row.notified_on, row.defense_due_on, row.defense_deadline = notified_on, deadline.due, deadline.as_data()
    return deadline.due


def _refuse_second_process(work: UnitOfWork, today: date, holder: RegisterRow) -> None:
    for row in measure_facts.against_same(work.session, holder):
        if (
            row.kind is MeasureKind.CONDITIONS_SUSPENSION
            and measure_facts.state_of(row, today) is not MeasureState.ENDED
        ):
            text = f"O processo {queries.number_of(row)}, de {format_date(row.opened_on)}, ainda não terminou"
            raise Refused("Já há processo de suspensão.", Reason("process", text, "art. 38, caput", "Continue-o."))


def _refuse_without_process(desk: Desk, work: UnitOfWork, holder: RegisterRow, process_id: UUID | None) -> None:
    own = {row.id for row in measure_facts.against_same(work.session, holder)}
    reason = measure_facts.why_no_process(work.session, process_id if process_id in own else None, desk.today)
    if reason is not None:
        raise Refused("A suspensão cautelar não pode ser proposta.", reason)


def _condition_problems(desk: Desk, work: UnitOfWork, command: OpenSuspension) -> list[FieldProblem]:
    known = {each.code for each in measure_facts.losable(desk, work.session, command.holder_kind)}
    if not command.conditions:
        return [FieldProblem("conditions", "Marque a condição que não se mantém.", article="art. 38, caput")]
    if not known.issuperset(command.conditions):
        return [FieldProblem("conditions", "Esta condição não é exigida hoje.", "Abra a lista de novo.", "art. 60")]
    return []


def _sanction_problems(kind: MeasureKind, terms: Terms, today: date) -> list[FieldProblem]:
    """A sanction comes from another process, with dates of the past: what its certificate does not say yet waits."""
    if kind not in SANCTIONS:
        return []
    article = "art. 33, parágrafo único" if kind is MeasureKind.PUNITIVE_SUSPENSION else "art. 34, § 2º"
    if terms.imposed_on is None:
        return [FieldProblem("imposed_on", "Falta a data da decisão que aplicou a sanção.", article=article)]
    problems = []
    if terms.imposed_on > today:
        problems.append(FieldProblem("imposed_on", "A decisão está no futuro.", "Confira a data.", article))
    if terms.final_on is not None and terms.final_on < terms.imposed_on:
        text = "O trânsito em julgado é anterior à decisão."
        problems.append(FieldProblem("final_on", text, "Confira as duas datas.", article))
    if terms.final_on is not None and terms.final_on > today:
        text = "O trânsito em julgado está no futuro."
        problems.append(FieldProblem("final_on", text, "Registre a sanção depois da certidão.", article))
    return problems


def _reason_problems(reason: str, article: str) -> list[FieldProblem]:
    if any(character.isalnum() for character in reason):
        return []
    return [FieldProblem("reason", "Falta a motivação.", "Escreva os fatos e as razões.", article)]


def _day_problems(field: str, day: date, earliest: date, today: date, article: str = "") -> list[FieldProblem]:
    if day > today:
        return [FieldProblem(field, "A data está no futuro.", "Registre quando acontecer.", article)]
    if day < earliest:
        return [FieldProblem(field, f"A data é anterior a {format_date(earliest)}.", "Confira a data.", article)]
    return []


def _refuse_day(field: str, day: date, earliest: date, today: date, article: str) -> None:
    problems = _day_problems(field, day, earliest, today, article)
    if problems:
        raise FieldErrors(*problems)
