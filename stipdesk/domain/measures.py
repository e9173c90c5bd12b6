"""The five institutes that take the right to serve away: five different things, five state machines.

Adopted reading (arts. 33, 34, 38-41 and 60): the sanction of suspension returns alone at its end; the suspension for
lost conditions lasts until cured and, not cured in time, becomes a revocation by an act, never by itself; the
precautionary one lasts as long as its process; cassation and revocation extinguish the CAA and bar a new one, each for
its own time; the discretionary revocation of art. 60 has no bar of its own in the law.

Nothing here is stored as a state: where a measure stands is computed from its dates, so that what was decided for a
future day happens on that day without anybody at a desk.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from stipdesk.domain.calendar import DeadlineUnit, add_months
from stipdesk.domain.errors import FieldProblem


class MeasureKind(StrEnum):
    """CONDITIONS_SUSPENSION ends, when it is not cured, in a REVOCATION (art. 40): another act of the same process."""

    PUNITIVE_SUSPENSION = "punitive_suspension"
    CONDITIONS_SUSPENSION = "conditions_suspension"
    PRECAUTIONARY_SUSPENSION = "precautionary_suspension"
    CASSATION = "cassation"
    REVOCATION = "revocation"
    DISCRETIONARY_REVOCATION = "discretionary_revocation"

    @property
    def suspends(self) -> bool:
        return self in _SUSPENSIONS

    @property
    def extinguishes(self) -> bool:
        return self not in _SUSPENSIONS

    @property
    def article(self) -> str:
        return _ARTICLES[self]


_SUSPENSIONS = frozenset(
    {MeasureKind.PUNITIVE_SUSPENSION, MeasureKind.CONDITIONS_SUSPENSION, MeasureKind.PRECAUTIONARY_SUSPENSION}
)
_ARTICLES = {
    MeasureKind.PUNITIVE_SUSPENSION: "art. 33",
    MeasureKind.CONDITIONS_SUSPENSION: "art. 38",
    MeasureKind.PRECAUTIONARY_SUSPENSION: "art. 38, parágrafo único",
    MeasureKind.CASSATION: "art. 34",
    MeasureKind.REVOCATION: "art. 40",
    MeasureKind.DISCRETIONARY_REVOCATION: "art. 60, parágrafo único",
}


class MeasureEnding(StrEnum):
    """How a measure ended before its term.

    REVERSED by art. 39 and REVOKED by art. 40; DISMISSED was never imposed; LIFTED by the office, ANNULLED by a court;
    CONCLUDED is a precautionary one whose process ended.
    """

    REVERSED = "reversed"
    DISMISSED = "dismissed"
    LIFTED = "lifted"
    ANNULLED = "annulled"
    CONCLUDED = "concluded"
    REVOKED = "revoked"


class MeasureStep(StrEnum):
    """What can be done to a measure after it is opened; RECORD_NOTICE is that the holder knew of the process."""

    RECORD_NOTICE = "record_notice"
    RECORD_DEFENSE = "record_defense"
    IMPOSE = "impose"
    DISMISS = "dismiss"
    RECORD_SERVICE = "record_service"
    REQUEST_REVERSAL = "request_reversal"
    GRANT_REVERSAL = "grant_reversal"
    DENY_REVERSAL = "deny_reversal"
    REVOKE = "revoke"
    LIFT = "lift"
    ANNUL = "annul"


class MeasureState(StrEnum):
    """Where a measure stands on a day; SCHEDULED is decided for a later one, COMPLETED ended by its own date."""

    OPENED = "opened"
    SCHEDULED = "scheduled"
    IN_FORCE = "in_force"
    AWAITING_REVERSAL = "awaiting_reversal"
    REVERSAL_REQUESTED = "reversal_requested"
    TO_REVOKE = "to_revoke"
    COMPLETED = "completed"
    ENDED = "ended"


_END = {MeasureStep.LIFT, MeasureStep.ANNUL}
_CONDITIONS_END = _END | {MeasureStep.RECORD_SERVICE}
# A measure with no process of its own is opened by its proposal: one that came back is proposed again or dismissed.
_OPENED = frozenset({MeasureStep.IMPOSE, MeasureStep.DISMISS})

# What may be done, by kind and by state: a step that is not here is refused with the state, the step and the article.
STEPS: Mapping[MeasureKind, Mapping[MeasureState, frozenset[MeasureStep]]] = {
    MeasureKind.PUNITIVE_SUSPENSION: {
        MeasureState.OPENED: _OPENED,
        MeasureState.SCHEDULED: frozenset(_END),
        MeasureState.IN_FORCE: frozenset(_END),
        MeasureState.COMPLETED: frozenset({MeasureStep.ANNUL}),
    },
    MeasureKind.CONDITIONS_SUSPENSION: {
        MeasureState.OPENED: _OPENED | {MeasureStep.RECORD_NOTICE, MeasureStep.RECORD_DEFENSE},
        MeasureState.SCHEDULED: frozenset(_CONDITIONS_END),
        MeasureState.IN_FORCE: frozenset(_CONDITIONS_END | {MeasureStep.REQUEST_REVERSAL}),
        MeasureState.AWAITING_REVERSAL: frozenset(_END | {MeasureStep.REQUEST_REVERSAL}),
        MeasureState.REVERSAL_REQUESTED: frozenset(_END | {MeasureStep.GRANT_REVERSAL, MeasureStep.DENY_REVERSAL}),
        MeasureState.TO_REVOKE: frozenset(_END | {MeasureStep.REVOKE}),
    },
    MeasureKind.PRECAUTIONARY_SUSPENSION: {
        MeasureState.OPENED: _OPENED,
        MeasureState.SCHEDULED: frozenset(_END),
        MeasureState.IN_FORCE: frozenset(_END),
    },
    MeasureKind.CASSATION: {
        MeasureState.OPENED: _OPENED,
        MeasureState.SCHEDULED: frozenset(_END),
        MeasureState.IN_FORCE: frozenset({MeasureStep.ANNUL}),
    },
    MeasureKind.REVOCATION: {
        MeasureState.OPENED: _OPENED,
        MeasureState.SCHEDULED: frozenset(_END),
        MeasureState.IN_FORCE: frozenset({MeasureStep.ANNUL}),
    },
    MeasureKind.DISCRETIONARY_REVOCATION: {
        MeasureState.OPENED: _OPENED,
        MeasureState.SCHEDULED: frozenset(_END),
        MeasureState.IN_FORCE: frozenset({MeasureStep.ANNUL}),
    },
}


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure against an operator or a driver, as its dates tell it.

    `opened_on` is the day the process (or the decision) was recorded, `imposed_on` that of the decision,
    `effective_from` and `effective_until` its effect (both days included), `final_on` the trânsito em julgado that
    arts. 33 p.ú. and 34 demand. `served_on` is when the holder knew; from there runs the term to ask for the reversal
    (art. 39), whose last day is `reversal_due_on`. `reversal_granted` None: not decided yet. `ended_on` is the first
    day on which it no longer counts.
    """

    kind: MeasureKind
    number: str
    reason: str
    opened_on: date
    imposed_on: date | None = None
    effective_from: date | None = None
    effective_until: date | None = None
    final_on: date | None = None
    served_on: date | None = None
    reversal_due_on: date | None = None
    reversal_requested_on: date | None = None
    reversal_decided_on: date | None = None
    reversal_granted: bool | None = None
    ended_on: date | None = None
    ending: MeasureEnding | None = None

    def in_force(self, on: date) -> bool:
        """Whether it produces its effect on `on`."""
        if self.imposed_on is None or self.effective_from is None or on < self.effective_from:
            return False
        return not self.is_over(on)

    def is_over(self, on: date) -> bool:
        if self.ended_on is not None and on >= self.ended_on:
            return True
        return self.effective_until is not None and on > self.effective_until

    def last_day(self) -> date | None:
        """The last day of its effect as known now; None while it has no end."""
        ends = [day for day in (self.effective_until, _eve(self.ended_on)) if day is not None]
        return min(ends, default=None)


def _eve(day: date | None) -> date | None:
    return day - timedelta(days=1) if day is not None else None


def measure_state(measure: Measure, on: date) -> MeasureState:
    """Where it stands on `on`."""
    if measure.ended_on is not None and on >= measure.ended_on:
        return MeasureState.ENDED
    if measure.imposed_on is None or measure.effective_from is None:
        return MeasureState.OPENED
    if measure.effective_until is not None and on > measure.effective_until:
        return MeasureState.COMPLETED
    if on < measure.effective_from:
        return MeasureState.SCHEDULED
    if measure.kind is not MeasureKind.CONDITIONS_SUSPENSION:
        return MeasureState.IN_FORCE
    return _reversal_state(measure, on)


def _reversal_state(measure: Measure, on: date) -> MeasureState:
    if measure.reversal_requested_on is not None and on >= measure.reversal_requested_on:
        decided = measure.reversal_decided_on
        if decided is None or on < decided or measure.reversal_granted:
            return MeasureState.REVERSAL_REQUESTED
        return MeasureState.TO_REVOKE
    if measure.served_on is None or measure.reversal_due_on is None:
        return MeasureState.IN_FORCE
    return MeasureState.AWAITING_REVERSAL if on <= measure.reversal_due_on else MeasureState.TO_REVOKE


def possible_steps(measure: Measure, on: date) -> frozenset[MeasureStep]:
    """What may be done to it on `on`; empty when nothing may."""
    return STEPS[measure.kind].get(measure_state(measure, on), frozenset())


@dataclass(frozen=True, slots=True)
class BarTerms:
    """How long each extinction bars a new request: arts. 34 §1 and 41; for art. 60 the law states none (a setting)."""

    cassation_years: int
    revocation_days: int
    discretionary_days: int


@dataclass(frozen=True, slots=True)
class Bar:
    """The impediment to ask for a new CAA: from `since` until the eve of `free_on`."""

    measure: Measure
    since: date
    free_on: date
    article: str

    def holds(self, on: date) -> bool:
        return self.since <= on < self.free_on


def bar_until(start: date, amount: int, unit: DeadlineUnit) -> date:
    """The first day on which a new authorisation may be asked for again.

    Art. 34 §1: 2 years from the final decision. Art. 41: 180 days from the revocation; of 10 March 2025, free on
    6 September 2025. The day of the act is the first of the bar: the reading more favourable to the person.
    """
    if unit is DeadlineUnit.DAYS:
        return start + timedelta(days=amount)
    if unit is DeadlineUnit.BUSINESS_DAYS:
        raise ValueError("a bar is counted in days, months or years")
    return add_months(start, amount * (12 if unit is DeadlineUnit.YEARS else 1))


def bar_of(measure: Measure, terms: BarTerms) -> Bar | None:
    """The bar a measure brings with it; None for a suspension and for what is not decided.

    It begins with the effect and ends with it when a court annuls the measure. Never shorter than the day itself: the
    CAA extinguished on a day is not issued again on that day.
    """
    start = measure.effective_from
    if measure.imposed_on is None or start is None or not measure.kind.extinguishes:
        return None
    if measure.kind is MeasureKind.CASSATION:
        free_on, article = bar_until(start, terms.cassation_years, DeadlineUnit.YEARS), "art. 34, § 1º"
    elif measure.kind is MeasureKind.REVOCATION:
        free_on, article = bar_until(start, terms.revocation_days, DeadlineUnit.DAYS), "art. 41"
    else:
        free_on, article = bar_until(start, terms.discretionary_days, DeadlineUnit.DAYS), measure.kind.article
    free_on = max(free_on, start + timedelta(days=1))
    if measure.ended_on is not None:
        free_on = max(min(free_on, measure.ended_on), start)
    return Bar(measure, start, free_on, article)


def bar_on(measures: Iterable[Measure], terms: BarTerms, on: date) -> Bar | None:
    """The bar in force on `on` that lasts longest; None when a new CAA may be asked for."""
    bars = (bar_of(measure, terms) for measure in measures)
    return max((bar for bar in bars if bar and bar.holds(on)), key=lambda bar: bar.free_on, default=None)


def imposition_problems(measure: Measure, maximum_days: int) -> tuple[FieldProblem, ...]:
    """What is wrong with the dates and reasons of a decision about to be taken; `maximum_days` is that of art. 33."""
    article = measure.kind.article
    problems = []
    if not any(char.isalnum() for char in measure.reason):
        problems.append(FieldProblem("reason", "Falta a motivação.", "Escreva os fatos e as razões.", article))
    if measure.imposed_on is None or measure.effective_from is None:
        return (*problems, FieldProblem("effective_from", "Falta a data em que produz efeito.", article=article))
    if measure.effective_from < measure.imposed_on:
        problems.append(
            FieldProblem("effective_from", "O efeito é anterior à decisão.", "Use a mesma data ou depois.", article)
        )
    if measure.kind is MeasureKind.PUNITIVE_SUSPENSION:
        problems.extend(_punitive_problems(measure, measure.effective_from, maximum_days))
    elif measure.effective_until is not None:
        problems.append(FieldProblem("effective_until", "Esta medida não tem prazo próprio.", "Apague o fim.", article))
    if measure.kind is MeasureKind.CASSATION:
        if measure.final_on is None:
            problems.append(
                FieldProblem(
                    "final_on", "Falta a data do trânsito em julgado.", "Copie-a da certidão.", "art. 34, § 2º"
                )
            )
        elif measure.effective_from != measure.final_on:
            problems.append(
                FieldProblem(
                    "effective_from", "A cassação produz efeito no trânsito em julgado.",
                    "Use a mesma data.", "art. 34, § 1º",
                )
            )  # fmt: skip
    return tuple(problems)


def _punitive_problems(measure: Measure, start: date, maximum_days: int) -> list[FieldProblem]:
    problems = []
    if measure.final_on is None:
        text = "Falta a data do trânsito em julgado."
        problems.append(FieldProblem("final_on", text, "Copie-a da certidão.", "art. 33, parágrafo único"))
    elif start < measure.final_on:
        text = "A suspensão começa antes do trânsito em julgado."
        problems.append(FieldProblem("effective_from", text, "Use uma data posterior.", "art. 33, parágrafo único"))
    if measure.effective_until is None:
        problems.append(FieldProblem("effective_until", "Falta o último dia da suspensão.", article="art. 33, caput"))
    elif measure.effective_until < start:
        problems.append(FieldProblem("effective_until", "O fim é anterior ao começo.", article="art. 33, caput"))
    elif (measure.effective_until - start).days + 1 > maximum_days:
        text = f"A suspensão passa de {maximum_days} dias."
        last = start + timedelta(days=maximum_days - 1)
        problems.append(FieldProblem("effective_until", text, f"Use no máximo {last:%d/%m/%Y}.", "art. 33, caput"))
    return problems
