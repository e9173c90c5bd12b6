"""Where a measure stands, and why a step is not possible now (arts. 33, 34, 38-41 and 60).

Acts ask here before they write and again when a decision is carried out; cards ask for the text of every button.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from stipdesk.domain.clock import local_date
from stipdesk.domain.errors import Reason, Refused
from stipdesk.domain.legal import EvidenceKind, Requirement
from stipdesk.domain.measures import (
    STEPS,
    MeasureEnding,
    MeasureKind,
    MeasureState,
    MeasureStep,
    measure_state,
    possible_steps,
)
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.text import format_date
from stipdesk.models import MeasureRow
from stipdesk.models.base import RegisterRow
from stipdesk.services import holders
from stipdesk.services.access import Desk
from stipdesk.store.engine import Session
from stipdesk.store.queries import applications as queries
from stipdesk.store.queries import measures as measure_queries
from stipdesk.store.queries import proposals as proposal_queries
from stipdesk.store.queries import registers as register_queries

STATE_WORDS = {
    MeasureState.OPENED: "em processo, ainda sem decisão",
    MeasureState.SCHEDULED: "decidida, e o efeito ainda não começou",
    MeasureState.IN_FORCE: "em vigor",
    MeasureState.AWAITING_REVERSAL: "em vigor, no prazo para pedir a reversão",
    MeasureState.REVERSAL_REQUESTED: "com a reversão pedida, aguardando decisão",
    MeasureState.TO_REVOKE: "sem reversão pedida a tempo ou comprovada",
    MeasureState.COMPLETED: "cumprida",
    MeasureState.ENDED: "encerrada",
}
STEP_WORDS = {
    MeasureStep.RECORD_NOTICE: "registrar a ciência da abertura",
    MeasureStep.RECORD_DEFENSE: "receber a defesa",
    MeasureStep.IMPOSE: "impor a medida",
    MeasureStep.DISMISS: "arquivar o processo",
    MeasureStep.RECORD_SERVICE: "registrar a ciência da suspensão",
    MeasureStep.REQUEST_REVERSAL: "pedir a reversão",
    MeasureStep.GRANT_REVERSAL: "deferir a reversão",
    MeasureStep.DENY_REVERSAL: "indeferir a reversão",
    MeasureStep.REVOKE: "revogar o CAA",
    MeasureStep.LIFT: "encerrar a medida",
    MeasureStep.ANNUL: "anular a medida por ordem judicial",
}
_STEP_ARTICLES = {
    MeasureStep.RECORD_NOTICE: "art. 38, caput",
    MeasureStep.RECORD_DEFENSE: "art. 38, caput",
    MeasureStep.RECORD_SERVICE: "art. 39",
    MeasureStep.REQUEST_REVERSAL: "art. 39",
    MeasureStep.GRANT_REVERSAL: "art. 39",
    MeasureStep.DENY_REVERSAL: "art. 40",
    MeasureStep.REVOKE: "art. 40",
}
_PROPOSED = frozenset(
    {
        MeasureStep.IMPOSE, MeasureStep.DISMISS, MeasureStep.GRANT_REVERSAL, MeasureStep.DENY_REVERSAL,
        MeasureStep.REVOKE, MeasureStep.LIFT, MeasureStep.ANNUL,
    }
)  # fmt: skip


def holder_of(row: MeasureRow) -> tuple[SubjectKind, UUID]:
    """Whose CAA it is about."""
    if row.operator_id is not None:
        return SubjectKind.OPERATOR, row.operator_id
    assert row.driver_id is not None, "a measure is against an operator or a driver"
    return SubjectKind.DRIVER, row.driver_id


def holder_row(session: Session, row: MeasureRow) -> RegisterRow:
    kind, holder_id = holder_of(row)
    return register_queries.require(session, register_queries.MODELS[kind], holder_id)


@dataclass(frozen=True, slots=True)
class LostCondition:
    """A condition of art. 60 that a suspension is about. `lost`: missing today, by what is registered."""

    code: str
    text: str
    article: str
    cure: str
    lost: bool = False


def losable(desk: Desk, session: Session, kind: SubjectKind) -> tuple[Requirement, ...]:
    """What can be lost during the term (art. 60): any condition but the fee; of a driver, those of the vehicle too."""
    overrides = desk.rules(session).overrides
    kinds = (SubjectKind.DRIVER, SubjectKind.VEHICLE) if kind is SubjectKind.DRIVER else (kind,)
    found = (each for subject in kinds for each in desk.law.requirements(subject, desk.today, overrides))
    return tuple(each for each in found if each.evidence is not EvidenceKind.PAYMENT)


def conditions_of(desk: Desk, row: MeasureRow) -> tuple[LostCondition, ...]:
    """The conditions a suspension names, in the law's order, also one switched off since."""
    known = (definition.requirement for definition in desk.law.requirement_definitions)
    return tuple(
        LostCondition(each.code, each.text, each.article, each.cure) for each in known if each.code in row.conditions
    )


def still_lost(desk: Desk, session: Session, row: MeasureRow) -> tuple[LostCondition, ...]:
    """Those of the holder's own conditions that are still missing today, by what is registered (art. 39)."""
    holder = holder_row(session, row)
    lines = holders.situations(desk, session, [holder])[holder.id].requirements
    missing = {line.requirement.code for line in lines if line.state.is_missing}
    return tuple(each for each in conditions_of(desk, row) if each.code in missing)


def state_of(row: MeasureRow, on: date) -> MeasureState:
    return measure_state(queries.measure_of(row), on)


def against_same(session: Session, row: RegisterRow) -> Sequence[MeasureRow]:
    """Every measure against whoever holds this CPF or CNPJ, newest first."""
    return queries.measure_rows(session, holders.kind_of(row), holders.document_of(row))


def live_revocation(session: Session, suspension: MeasureRow) -> MeasureRow | None:
    """The revocation that follows a suspension, proposed or decided, that has not ended (art. 40)."""
    following = measure_queries.of_process(session, suspension.id)
    return next((row for row in following if row.kind is MeasureKind.REVOCATION and row.ended_on is None), None)


def steps_of(kind: MeasureKind) -> tuple[MeasureStep, ...]:
    """Every step an institute knows, in the order of its life."""
    known = {step for steps in STEPS[kind].values() for step in steps}
    return tuple(step for step in MeasureStep if step in known)


def article_of(row: MeasureRow, step: MeasureStep) -> str:
    return _STEP_ARTICLES.get(step, row.kind.article)


def why_not(desk: Desk, session: Session, row: MeasureRow, step: MeasureStep, on: date | None = None) -> Reason | None:
    """Why this step cannot be taken on `on` (today when not given), or None.

    For what was proposed and is being decided ask `refuse_impossible`: a proposal does not stand in its own way.
    """
    impossible = _impossible(desk, session, row, step, on or desk.today)
    if impossible is None and step in _PROPOSED:
        return _already_proposed(session, row, step)
    return impossible


def refuse(desk: Desk, session: Session, row: MeasureRow, step: MeasureStep, on: date | None = None) -> None:
    """Raise `Refused` with the state, the step and the article when it is not possible, or already proposed."""
    reason = why_not(desk, session, row, step, on)
    if reason is not None:
        raise Refused(f"Não é possível {STEP_WORDS[step]} agora.", reason)


def refuse_impossible(desk: Desk, session: Session, row: MeasureRow, step: MeasureStep) -> None:
    """The same, for a decision that was proposed earlier and is being carried out now."""
    reason = _impossible(desk, session, row, step, desk.today)
    if reason is not None:
        raise Refused("O que foi proposto não é mais possível. Devolva a proposta.", reason)


def _impossible(desk: Desk, session: Session, row: MeasureRow, step: MeasureStep, on: date) -> Reason | None:
    article = article_of(row, step)
    if step not in possible_steps(queries.measure_of(row), on):
        return Reason(step, _state_text(row, on), article, _cure(row, step, on))
    known = {MeasureStep.RECORD_NOTICE: row.notified_on, MeasureStep.RECORD_SERVICE: row.served_on}.get(step)
    if known is not None:  # the term that ran from it is counted once and kept
        return Reason(step, f"A ciência já foi registrada, em {format_date(known)}", article)
    if step is MeasureStep.IMPOSE:
        return _why_not_impose(desk, session, row, article)
    if step is MeasureStep.REVOKE and (other := live_revocation(session, row)) is not None:
        text = f"A revogação {queries.number_of(other)} deste processo já foi aberta"
        return Reason(step, text, article, "Abra-a e decida-a lá.")
    if step is MeasureStep.LIFT and (other := live_revocation(session, row)) is not None and other.imposed_on:
        text = f"A revogação {queries.number_of(other)} já foi decidida"
        return Reason(step, text, article, "Encerre antes a revogação.")
    return None


def _state_text(row: MeasureRow, on: date) -> str:
    state = state_of(row, on)
    if state is MeasureState.ENDED:
        assert row.ended_on is not None
        return f"A medida {queries.number_of(row)} está encerrada desde {format_date(row.ended_on)}"
    return f"A medida {queries.number_of(row)} está {STATE_WORDS[state]}"


def _cure(row: MeasureRow, step: MeasureStep, on: date) -> str:
    """What would make the step possible, where something would."""
    if step is MeasureStep.REQUEST_REVERSAL and row.reversal_due_on is not None and on > row.reversal_due_on:
        return f"O prazo para pedir a reversão terminou em {format_date(row.reversal_due_on)}."
    if step is MeasureStep.REVOKE and row.kind is MeasureKind.CONDITIONS_SUSPENSION:
        if row.reversal_requested_on is not None and row.reversal_decided_on is None:
            return "Decida antes o pedido de reversão."
        if row.reversal_due_on is not None:
            return f"O prazo para pedir a reversão vai até {format_date(row.reversal_due_on)}."
        return "Registre antes a ciência da suspensão: o prazo para pedir a reversão conta dela."
    if step in {MeasureStep.GRANT_REVERSAL, MeasureStep.DENY_REVERSAL} and row.reversal_requested_on is None:
        return "Registre antes o pedido de reversão."
    if step is MeasureStep.RECORD_SERVICE and row.served_on is not None:
        return f"A ciência já foi registrada, em {format_date(row.served_on)}."
    return ""


def _why_not_impose(desk: Desk, session: Session, row: MeasureRow, article: str) -> Reason | None:
    if row.kind is MeasureKind.CONDITIONS_SUSPENSION:
        return _why_not_heard(row, desk.today)
    if row.kind is MeasureKind.PRECAUTIONARY_SUSPENSION:
        return why_no_process(session, row.process_id, desk.today)
    if row.kind is MeasureKind.REVOCATION:
        process = session.get(MeasureRow, row.process_id)
        assert process is not None, "a revocation follows a suspension"
        if MeasureStep.REVOKE not in possible_steps(queries.measure_of(process), desk.today):
            cure = _cure(process, MeasureStep.REVOKE, desk.today)
            return Reason("process", _state_text(process, desk.today), article, cure)
    return None


def _why_not_heard(row: MeasureRow, on: date) -> Reason | None:
    """Ample defence comes before the decision: a defence received, or its term run from the notice."""
    if row.defense_received_on is not None:
        return None
    if row.defense_due_on is None:
        text = "O interessado ainda não teve ciência da abertura do processo"
        return Reason("notice", text, "art. 38, caput", "Registre a ciência: o prazo de defesa conta dela.")
    if on <= row.defense_due_on:
        text = f"O prazo de defesa vai até {format_date(row.defense_due_on)}"
        return Reason("defense", text, "art. 38, caput", "Espere o fim do prazo ou registre a defesa.")
    return None


def why_no_process(session: Session, process_id: UUID | None, on: date) -> Reason | None:
    """A precautionary suspension lasts as long as a process of art. 38 that is going on; without one there is none."""
    cure = "Abra antes o processo de suspensão por perda de condições."
    article = MeasureKind.PRECAUTIONARY_SUSPENSION.article
    process = session.get(MeasureRow, process_id) if process_id is not None else None
    if process is None or process.kind is not MeasureKind.CONDITIONS_SUSPENSION:
        return Reason("process_id", "A suspensão cautelar acompanha um processo de suspensão", article, cure)
    if state_of(process, on) is not MeasureState.OPENED:
        text = f"O processo {queries.number_of(process)} já foi decidido"
        return Reason("process_id", text, article, "A cautelar só vale até a conclusão dele.")
    return None


def _already_proposed(session: Session, row: MeasureRow, step: MeasureStep) -> Reason | None:
    waiting = [each for each in proposal_queries.about_process(session, measure_id=row.id) if each.decided_at is None]
    if not waiting:
        return None
    text = f"Outra decisão sobre esta medida foi proposta em {format_date(local_date(waiting[0].proposed_at))}"
    return Reason(step, text, article_of(row, step), "Decida-a ou devolva-a antes.")


ENDINGS = {
    MeasureEnding.LIFTED: MeasureStep.LIFT,
    MeasureEnding.ANNULLED: MeasureStep.ANNUL,
    MeasureEnding.DISMISSED: MeasureStep.DISMISS,
}
