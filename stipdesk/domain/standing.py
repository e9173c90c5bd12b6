"""Standing: whether a holder may serve on a date, and why; always computed, never stored.

A regular driver must never show as irregular: what decides is the authorisation alone (arts. 16-17) and, for a vehicle,
its seal (art. 18). A condition lost during the term (art. 60) is shown as a warning with its article, because only a
process may suspend for it (art. 38).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum


class StandingState(StrEnum):
    """REGULAR; ATTENTION: regular, with something to cure or about to expire; the rest may not serve."""

    REGULAR = "regular"
    ATTENTION = "attention"
    EXPIRED = "expired"
    NEVER_AUTHORIZED = "never_authorized"
    WITHDRAWN = "withdrawn"

    @property
    def may_serve(self) -> bool:
        return self in {StandingState.REGULAR, StandingState.ATTENTION}


@dataclass(frozen=True, slots=True)
class Finding:
    """One reason behind a standing: article, since, until, how to cure it. `blocks`: it makes it irregular."""

    code: str
    text: str
    article: str
    cure: str = ""
    since: date | None = None
    until: date | None = None
    blocks: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """The answer on the date `as_of`. `until` is the last day it holds if nothing else happens."""

    state: StandingState
    findings: tuple[Finding, ...]
    until: date | None
    as_of: date


@dataclass(frozen=True, slots=True)
class Term:
    """A paper's validity: an authorisation's or a seal's. Voided ones are left out by whoever gathers them."""

    number: str
    valid_from: date
    valid_until: date


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of art. 60 with the last day it is met; `valid_until` None and `met` False is one that is missing."""

    code: str
    text: str
    article: str
    cure: str
    met: bool
    valid_until: date | None = None


@dataclass(frozen=True, slots=True)
class StandingRules:
    """What differs between a CAA and a seal: the words, and the parameter that says how early to warn."""

    paper: str
    article: str
    renew_cure: str
    first_cure: str
    alert: str


CAA_RULES = StandingRules(
    "CAA",
    "art. 17",
    "Renove o CAA: requerimento, documentos do art. 14 e taxa.",
    "Emita o CAA: documentos do art. 14 e taxa.",
    "expiry_first_alert_days",
)
OPERATOR_CAA_RULES = StandingRules(
    "CAA",
    "art. 12",
    "Renove o CAA: requerimento, documentos dos arts. 9º e 10 e taxa.",
    "Emita o CAA: documentos dos arts. 9º e 10 e taxa.",
    "expiry_first_alert_days",
)
SEAL_RULES = StandingRules(
    "Selo de vistoria", "art. 18, § 3º", "Faça nova vistoria.", "Faça a vistoria do veículo.", "seal_alert_days"
)


def standing(
    terms: Sequence[Term],
    conditions: Sequence[Condition],
    rules: StandingRules,
    alert_days: int,
    on: date,
    withdrawn_on: date | None = None,
    withdrawal_reason: str = "",
) -> Standing:
    """The standing on `on` of one holder from its papers and the conditions it must keep.

    What ends within `alert_days` (the value of the parameter `rules.alert`) is warned of.
    """
    if withdrawn_on is not None and withdrawn_on <= on:
        gone = Finding(
            "withdrawn", f"Cadastro baixado: {withdrawal_reason}", "art. 5º, II", since=withdrawn_on, blocks=True
        )
        return Standing(StandingState.WITHDRAWN, (gone,), None, on)
    warnings = tuple(_warnings(conditions, on, alert_days))
    current = _in_force(terms, on)
    if current is not None:
        current = _followed(current, terms)
        if current.valid_until - on <= timedelta(days=alert_days):
            text = f"{rules.paper} {current.number} vence {_days_left(current.valid_until, on)}"
            warnings = (
                Finding("expiring", text, rules.article, rules.renew_cure, until=current.valid_until), *warnings,
            )  # fmt: skip
        state = StandingState.ATTENTION if warnings else StandingState.REGULAR
        return Standing(state, warnings, current.valid_until, on)
    last = max((term for term in terms if term.valid_until < on), key=_end, default=None)
    if last is None:
        never = Finding("never", f"Sem {rules.paper} emitido", rules.article, rules.first_cure, blocks=True)
        return Standing(StandingState.NEVER_AUTHORIZED, (never, *warnings), None, on)
    since = last.valid_until + timedelta(days=1)
    text = f"{rules.paper} {last.number} vencido desde {since:%d/%m/%Y}"
    expired = Finding("expired", text, rules.article, rules.renew_cure, since=since, blocks=True)
    return Standing(StandingState.EXPIRED, (expired, *warnings), None, on)


def _followed(term: Term, terms: Sequence[Term]) -> Term:
    """The last of the terms that follow `term` without a day between: one already renewed is not about to expire."""
    for later in sorted(terms, key=_end):
        if later.valid_until > term.valid_until and later.valid_from <= term.valid_until + timedelta(days=1):
            term = later
    return term


def _warnings(conditions: Sequence[Condition], on: date, alert_days: int) -> list[Finding]:
    findings = []
    for condition in conditions:
        until = condition.valid_until
        if condition.met and (until is None or until - on > timedelta(days=alert_days)):
            continue
        if condition.met and until is not None and on <= until:
            text = f"{condition.text}: vence {_days_left(until, on)}"
            findings.append(Finding(condition.code, text, condition.article, condition.cure, until=until))
        elif condition.met and until is not None:
            since = until + timedelta(days=1)
            text = f"{condition.text}: venceu em {until:%d/%m/%Y}"
            findings.append(Finding(condition.code, text, condition.article, condition.cure, since=since))
        else:
            findings.append(Finding(condition.code, f"Falta: {condition.text}", condition.article, condition.cure))
    return findings


def _days_left(until: date, on: date) -> str:
    days = (until - on).days
    if days == 0:
        return f"hoje ({until:%d/%m/%Y})"
    return f"em {days} dia{'s' if days != 1 else ''} ({until:%d/%m/%Y})"


def _in_force(terms: Sequence[Term], on: date) -> Term | None:
    """The term of that day, or the renewal that goes on from it without a day between (arts. 12 and 17)."""
    current = max((term for term in terms if term.valid_from <= on <= term.valid_until), key=_end, default=None)
    if current is None:
        return None
    for term in sorted(terms, key=_end):
        if term.valid_from <= current.valid_until + timedelta(days=1) and term.valid_until > current.valid_until:
            current = term
    return current


def _end(term: Term) -> date:
    return term.valid_until
