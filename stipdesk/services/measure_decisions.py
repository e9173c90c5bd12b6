"""Carrying out what was proposed about a measure and taken by another person (arts. 33, 34, 38-41 and 60).

Each runs in the unit of work of the decision and asks again whether the step is still possible; each returns its paper.
"""

from datetime import date
from uuid import UUID

from stipdesk.domain.errors import FieldErrors, FieldProblem, Reason, Refused
from stipdesk.domain.measures import MeasureEnding, MeasureKind, MeasureState, MeasureStep
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.text import format_date, tidy
from stipdesk.models import Communication, Driver, MeasureRow, Operator, Proposal
from stipdesk.services import measure_facts, measure_letters
from stipdesk.services.access import Desk
from stipdesk.services.measures import decided_terms, read_day, refuse_terms, refuse_uncured, terms_of
from stipdesk.store.queries import applications as queries
from stipdesk.store.queries import measures as measure_queries
from stipdesk.store.queries import registers as register_queries
from stipdesk.store.unit_of_work import UnitOfWork


def carry_out_imposition(desk: Desk, work: UnitOfWork, proposal: Proposal) -> UUID:
    """Impose the measure from the day proposed, with its decision; the operators concerned are written to."""
    row = _measure(work, proposal)
    measure_facts.refuse_impossible(desk, work.session, row, MeasureStep.IMPOSE)
    terms = terms_of(proposal.content)
    _refuse_stale(desk, work, row, proposal)
    decided = decided_terms(row.kind, terms, desk.today)
    row.imposed_on, row.final_on = decided.imposed_on, decided.final_on
    row.effective_from, row.effective_until = decided.effective_from, decided.effective_until
    if row.kind is not MeasureKind.CONDITIONS_SUSPENSION:
        row.reason = proposal.reason
    assert row.effective_from is not None
    if row.kind is MeasureKind.CONDITIONS_SUSPENSION:
        _conclude_precautionary(desk, work, row, row.effective_from, told=False)
    if row.kind is MeasureKind.REVOCATION:
        _end_revoked(work, row, row.effective_from)
    paper = measure_letters.write_decision(desk, work, row, proposal)
    _write_to_operators(desk, work, row)
    return paper.id


def carry_out_reversal(desk: Desk, work: UnitOfWork, proposal: Proposal) -> UUID:
    """Grant the reversal: the suspension no longer counts from today on (art. 39)."""
    row = _measure(work, proposal)
    measure_facts.refuse_impossible(desk, work.session, row, MeasureStep.GRANT_REVERSAL)
    refuse_uncured(desk, work, row)
    _note_reversal(desk, row, proposal, granted=True)
    _end(row, MeasureEnding.REVERSED, desk.today, proposal.reason)
    paper = measure_letters.write_reversal(desk, work, row, proposal)
    _write_to_operators(desk, work, row)
    return paper.id


def carry_out_denial(desk: Desk, work: UnitOfWork, proposal: Proposal) -> UUID:
    """Deny the reversal: the suspension goes on, and the revocation of art. 40 may be proposed."""
    row = _measure(work, proposal)
    measure_facts.refuse_impossible(desk, work.session, row, MeasureStep.DENY_REVERSAL)
    _note_reversal(desk, row, proposal, granted=False)
    return measure_letters.write_reversal(desk, work, row, proposal).id


def carry_out_end(desk: Desk, work: UnitOfWork, proposal: Proposal) -> UUID:
    """Lift, annul or dismiss. What hung on it follows: the precautionary one, or the suspension it had ended."""
    row = _measure(work, proposal)
    ending = MeasureEnding(str(proposal.content["ending"]))
    measure_facts.refuse_impossible(desk, work.session, row, measure_facts.ENDINGS[ending])
    state = measure_facts.state_of(row, desk.today)
    ended_on = read_day(proposal.content["ended_on"])
    if ending is not MeasureEnding.ANNULLED and ended_on is not None:
        ended_on = max(ended_on, desk.today)
    _end(row, ending, ended_on or desk.today, proposal.reason)
    if row.kind is MeasureKind.CONDITIONS_SUSPENSION:
        assert row.ended_on is not None
        _conclude_precautionary(desk, work, row, row.ended_on, told=True)
    if row.kind is MeasureKind.REVOCATION and state is MeasureState.SCHEDULED:
        _reopen_suspension(work, row)
    paper = measure_letters.write_end(desk, work, row, proposal)
    if row.imposed_on is not None:
        _write_to_operators(desk, work, row)
    return paper.id


def record_sending(desk: Desk, communication_id: UUID, sent_on: date, means: str) -> None:
    """Note when and how a communication went to the operator (arts. 33 p.ú. and 34 §2). Raises `FieldErrors`."""
    with desk.act(Act.RECORD_COMMUNICATION) as work:
        row = work.get(Communication, communication_id)
        problems = _sending_problems(row, sent_on, tidy(means), desk.today)
        if problems:
            raise FieldErrors(*problems)
        row.sent_on, row.means = sent_on, tidy(means)


def record_receipt(desk: Desk, communication_id: UUID, received_on: date) -> None:
    """Note when the operator received it. Raises `Refused` for one not sent, `FieldErrors` for an impossible date."""
    with desk.act(Act.RECORD_COMMUNICATION) as work:
        row = work.get(Communication, communication_id)
        if row.sent_on is None:
            raise Refused("Registre antes o envio deste comunicado.")
        if not row.sent_on <= received_on <= desk.today:
            text = f"O recebimento fica entre o envio, {format_date(row.sent_on)}, e hoje."
            raise FieldErrors(FieldProblem("received_on", text, "Confira a data."))
        row.received_on = received_on


def _measure(work: UnitOfWork, proposal: Proposal) -> MeasureRow:
    assert proposal.measure_id is not None
    return work.get(MeasureRow, proposal.measure_id)


def _refuse_stale(desk: Desk, work: UnitOfWork, row: MeasureRow, proposal: Proposal) -> None:
    """The dates were right when proposed; a beginning that passed while it waited is no decision of today."""
    try:
        refuse_terms(desk, work, row, proposal.reason, terms_of(proposal.content))
    except FieldErrors as error:
        reasons = (
            Reason(problem.field, problem.message.rstrip("."), problem.article or row.kind.article, problem.remedy)
            for problem in error.problems
        )
        raise Refused("As datas propostas não servem mais. Devolva a proposta, para ser refeita.", *reasons) from error


def _note_reversal(desk: Desk, row: MeasureRow, proposal: Proposal, *, granted: bool) -> None:
    row.reversal_decided_on, row.reversal_granted = desk.today, granted
    row.reversal_reason = proposal.reason


def _end(row: MeasureRow, ending: MeasureEnding, day: date, reason: str) -> None:
    row.ended_on, row.ending, row.end_reason = day, ending, reason


def _conclude_precautionary(desk: Desk, work: UnitOfWork, process: MeasureRow, day: date, *, told: bool) -> None:
    """The precautionary suspension ends with its process (art. 38 p.ú.): without a gap when this one is imposed.

    `told`: the operators are written to, because nothing takes its place.
    """
    for row in measure_queries.of_process(work.session, process.id):
        if row.kind is MeasureKind.PRECAUTIONARY_SUSPENSION and row.ended_on is None:
            reason = f"Concluído o processo de suspensão {queries.number_of(process)}."
            _end(row, MeasureEnding.CONCLUDED, day, reason)
            if told and row.imposed_on is not None:
                _write_to_operators(desk, work, row)


def _end_revoked(work: UnitOfWork, revocation: MeasureRow, day: date) -> None:
    assert revocation.process_id is not None
    suspension = work.get(MeasureRow, revocation.process_id)
    _end(suspension, MeasureEnding.REVOKED, day, f"Revogado o CAA pela decisão {queries.number_of(revocation)}.")


def _reopen_suspension(work: UnitOfWork, revocation: MeasureRow) -> None:
    """A revocation undone before its first day leaves the suspension as it was."""
    assert revocation.process_id is not None
    suspension = work.get(MeasureRow, revocation.process_id)
    if suspension.ending is MeasureEnding.REVOKED:
        suspension.ended_on, suspension.ending, suspension.end_reason = None, None, ""


def _write_to_operators(desk: Desk, work: UnitOfWork, row: MeasureRow) -> None:
    """A letter to each operator that the driver now serves; an operator's own measure tells nobody else."""
    if row.driver_id is None:
        return
    driver = measure_facts.holder_row(work.session, row)
    assert isinstance(driver, Driver)
    serving = {link.operator_id for link in register_queries.operator_links(work.session, drivers=[driver.id])}
    told = {each.operator_id for each in queries.communications_of(work.session, [row.id])}
    found = register_queries.rows_by_id(work.session, SubjectKind.OPERATOR, sorted(serving | told))
    for operator in sorted(
        (each for each in found.values() if isinstance(each, Operator)), key=lambda each: each.sort_key
    ):
        paper = measure_letters.write_communication(desk, work, row, operator)
        work.add(
            Communication(
                measure_id=row.id,
                operator_id=operator.id,
                document_id=paper.id,
                prepared_on=desk.today,
                means="",
            )
        )


def _sending_problems(row: Communication, sent_on: date, means: str, today: date) -> list[FieldProblem]:
    problems = []
    if not row.prepared_on <= sent_on <= today:
        text = f"O envio fica entre a emissão, {format_date(row.prepared_on)}, e hoje."
        problems.append(FieldProblem("sent_on", text, "Confira a data."))
    if not means:
        problems.append(FieldProblem("means", "Diga como foi enviado: e-mail, em mãos, correio com AR."))
    return problems
