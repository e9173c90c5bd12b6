"""Standing: whether a holder may serve on a date, and why; always computed, never stored.

A regular driver must never show as irregular: what takes the right away is a paper that ended (arts. 12, 16, 17), a
measure in force (arts. 33, 34, 38-40, 60) or, for a vehicle, its seal, its lapsed conditional registration and its age
(arts. 18, 19). A condition lost during the term (art. 60) is a warning with its article, because only a process may
suspend for it (art. 38).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from stipdesk.domain.findings import Finding as Finding
from stipdesk.domain.findings import Standing as Standing
from stipdesk.domain.findings import StandingState as StandingState
from stipdesk.domain.measures import Bar, BarTerms, Measure, MeasureKind, bar_of


@dataclass(frozen=True, slots=True)
class Term:
    """A paper's validity: an authorisation's or a seal's.

    `voided_on` is the first day it no longer counts; `unpaid_since` the day its payment was reversed. Before
    `issued_on` there was no paper, even when its term follows an older one's; it also decides what a cassation or a
    revocation extinguishes. Without it the first day of validity does.
    """

    number: str
    valid_from: date
    valid_until: date
    issued_on: date | None = None
    provisional: bool = False
    voided_on: date | None = None
    unpaid_since: date | None = None

    def counts(self, on: date) -> bool:
        """Whether it was issued and nobody had voided it by `on`."""
        if self.issued_on is not None and on < self.issued_on:
            return False
        return self.voided_on is None or on < self.voided_on

    def is_paid(self, on: date) -> bool:
        return self.unpaid_since is None or on < self.unpaid_since

    def covers(self, on: date) -> bool:
        return self.valid_from <= on <= self.valid_until


@dataclass(frozen=True, slots=True)
class RenewalRequest:
    """A renewal asked for in time of the CAA that ended on `previous_until`; one asked late is not given here.

    `decided_on` is the day of the decision, the last on which the extension holds ("até a manifestação definitiva").
    """

    number: str
    filed_on: date
    previous_until: date
    decided_on: date | None = None


@dataclass(frozen=True, slots=True)
class ConditionalTerm:
    """A vehicle registered without inspection: it may serve from `filed_on` to `due_on` (art. 19 §1)."""

    filed_on: date
    due_on: date


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
    """What differs between a CAA and a seal: the words, and the parameter that says how early to warn.

    `extension_article` and `fee_article` are those of a CAA only.
    """

    paper: str
    article: str
    renew_cure: str
    first_cure: str
    alert: str
    extension_article: str = ""
    fee_article: str = ""


CAA_RULES = StandingRules(
    "CAA",
    "art. 17",
    "Renove o CAA: requerimento, documentos do art. 14 e taxa.",
    "Emita o CAA: documentos do art. 14 e taxa.",
    "expiry_first_alert_days",
    "art. 17, § 2º",
    "art. 16, § 2º",
)
OPERATOR_CAA_RULES = StandingRules(
    "CAA",
    "art. 12",
    "Renove o CAA: requerimento, documentos dos arts. 9º e 10 e taxa.",
    "Emita o CAA: documentos dos arts. 9º e 10 e taxa.",
    "expiry_first_alert_days",
    "art. 12, § 2º",
    "art. 9º, VII",
)
SEAL_RULES = StandingRules(
    "Selo de vistoria", "art. 18, § 3º", "Faça nova vistoria.", "Faça a vistoria do veículo.", "seal_alert_days"
)


@dataclass(frozen=True, slots=True)
class HolderFacts:
    """Everything that decides the standing of an operator or driver, on whatever day."""

    terms: Sequence[Term] = ()
    conditions: Sequence[Condition] = ()
    renewals: Sequence[RenewalRequest] = ()
    measures: Sequence[Measure] = ()
    withdrawn_on: date | None = None
    withdrawal_reason: str = ""


@dataclass(frozen=True, slots=True)
class VehicleStandingFacts:
    """Everything that decides the standing of a vehicle; `age_limit` is the last day of the allowed age, if it cuts."""

    seals: Sequence[Term] = ()
    conditions: Sequence[Condition] = ()
    conditional: ConditionalTerm | None = None
    age_limit: date | None = None
    withdrawn_on: date | None = None
    withdrawal_reason: str = ""


def holder_standing(facts: HolderFacts, rules: StandingRules, bars: BarTerms, alert_days: int, on: date) -> Standing:
    """The standing of an operator or driver on `on`.

    Order: withdrawn, then what extinguished the CAA, then what suspends it, then the papers. What ends within
    `alert_days` (the value of the parameter `rules.alert`) is warned of.
    """
    if facts.withdrawn_on is not None and facts.withdrawn_on <= on:
        return _withdrawn(facts.withdrawn_on, facts.withdrawal_reason, on)
    warnings = tuple(_warnings(facts.conditions, on, alert_days))
    ended = [m for m in facts.measures if m.kind.extinguishes and m.in_force(on)]
    terms = [term for term in facts.terms if term.counts(on) and not _extinguished(term, ended, bars)]
    papers = _papers(terms, facts.renewals, rules, alert_days, on)
    if ended and papers.state is StandingState.NEVER_AUTHORIZED:
        return _extinct(ended, bars, warnings, on)
    suspensions = [m for m in facts.measures if m.kind.suspends and m.in_force(on)]
    if suspensions:
        return _suspended(suspensions, papers, warnings, on)
    state = papers.state
    announced = tuple(_announced(facts.measures, on))
    if state is StandingState.REGULAR and (papers.findings or announced or warnings):
        state = StandingState.ATTENTION
    until = _earliest(papers.until, *(finding.until for finding in announced)) if state.may_serve else papers.until
    return Standing(state, (*papers.findings, *announced, *warnings), until, on)


def vehicle_standing(facts: VehicleStandingFacts, rules: StandingRules, alert_days: int, on: date) -> Standing:
    """The standing of a vehicle on `on`: its age, its seal, else its conditional registration (arts. 18 and 19)."""
    if facts.withdrawn_on is not None and facts.withdrawn_on <= on:
        return _withdrawn(facts.withdrawn_on, facts.withdrawal_reason, on)
    warnings = tuple(_warnings(facts.conditions, on, alert_days))
    if facts.age_limit is not None and on > facts.age_limit:
        since = facts.age_limit + timedelta(days=1)
        text = f"Veículo acima da idade permitida desde {since:%d/%m/%Y}"
        others = tuple(warning for warning in warnings if warning.code != "vehicle.age")
        too_old = Finding("vehicle.age", text, "art. 18, I", "Cadastre outro veículo.", since=since, blocks=True)
        return Standing(StandingState.BLOCKED, (too_old, *others), None, on)
    papers = _papers([seal for seal in facts.seals if seal.counts(on)], (), rules, alert_days, on)
    conditional = facts.conditional
    if papers.state is StandingState.NEVER_AUTHORIZED and conditional is not None and conditional.filed_on <= on:
        return _conditional(conditional, facts.age_limit, warnings, on)
    state = papers.state
    if state is StandingState.REGULAR and (papers.findings or warnings):
        state = StandingState.ATTENTION
    until = _earliest(papers.until, facts.age_limit) if state.may_serve else papers.until
    return Standing(state, (*papers.findings, *warnings), until, on)


def _withdrawn(since: date, reason: str, on: date) -> Standing:
    gone = Finding("withdrawn", f"Cadastro baixado: {reason}", "art. 5º, II", since=since, blocks=True)
    return Standing(StandingState.WITHDRAWN, (gone,), None, on)


def _extinguished(term: Term, ended: Iterable[Measure], bars: BarTerms) -> bool:
    """Whether it is what was extinguished, or was issued under the bar before anybody here knew of the decision."""
    issued_on = term.issued_on or term.valid_from
    imposed = (bar_of(measure, bars) for measure in ended)
    return any(bar is not None and issued_on < bar.free_on for bar in imposed)


_DEFINITIVE_CURE = "Apresente os documentos que faltam para o CAA definitivo."


@dataclass(frozen=True, slots=True)
class _Papers:
    state: StandingState
    findings: tuple[Finding, ...]
    until: date | None


def _papers(
    terms: Sequence[Term], renewals: Sequence[RenewalRequest], rules: StandingRules, alert_days: int, on: date
) -> _Papers:
    """What the papers alone say, before any measure and any condition."""
    paid = [term for term in terms if term.is_paid(on)]
    current = max((term for term in paid if term.covers(on)), key=_longest, default=None)
    if current is not None:
        return _current(current, paid, rules, alert_days, on)
    last = max((term for term in paid if term.valid_until < on), key=_end, default=None)
    unpaid = max((term for term in terms if term.valid_from <= on and not term.is_paid(on)), key=_end, default=None)
    if unpaid is not None and (last is None or unpaid.valid_until > last.valid_until):
        text = f"{rules.paper} {unpaid.number} sem pagamento: o recolhimento foi estornado"
        finding = Finding(
            "unpaid", text, rules.fee_article, "Registre o pagamento da taxa e emita novo CAA.",
            since=unpaid.unpaid_since, blocks=True,
        )  # fmt: skip
        return _Papers(StandingState.UNPAID, (finding,), None)
    begins = min((term.valid_from for term in paid if term.valid_from > on), default=None)
    return _never(begins, rules) if last is None else _ended(last, renewals, rules, begins, on)


def _never(begins: date | None, rules: StandingRules) -> _Papers:
    text = f"Sem {rules.paper} emitido" if begins is None else f"{rules.paper} ainda não começou: {begins:%d/%m/%Y}"
    finding = Finding("never", text, rules.article, "" if begins else rules.first_cure, until=_eve(begins), blocks=True)
    return _Papers(StandingState.NEVER_AUTHORIZED, (finding,), _eve(begins))


def _current(term: Term, terms: Sequence[Term], rules: StandingRules, alert_days: int, on: date) -> _Papers:
    last = _followed(term, terms)
    if last.provisional:
        text = f"{rules.paper} provisório {last.number} {_ends(last.valid_until, on)}"
        finding = Finding("provisional", text, "art. 16, § 1º", _DEFINITIVE_CURE, until=last.valid_until)
        return _Papers(StandingState.PROVISIONAL, (finding,), last.valid_until)
    if last.valid_until - on > timedelta(days=alert_days):
        return _Papers(StandingState.REGULAR, (), last.valid_until)
    text = f"{rules.paper} {last.number} {_ends(last.valid_until, on)}"
    expiring = Finding("expiring", text, rules.article, rules.renew_cure, until=last.valid_until)
    return _Papers(StandingState.REGULAR, (expiring,), last.valid_until)


def _ended(
    last: Term, renewals: Sequence[RenewalRequest], rules: StandingRules, begins: date | None, on: date
) -> _Papers:
    asked = [r for r in renewals if r.previous_until == last.valid_until and r.filed_on <= on and not last.provisional]
    pending = next((r for r in asked if r.decided_on is None or on <= r.decided_on), None)
    if pending is not None:
        text = f"{rules.paper} {last.number} em vigor por prorrogação legal: renovação {pending.number} em análise"
        since = last.valid_until + timedelta(days=1)
        finding = Finding("extended", text, rules.extension_article, since=since, until=pending.decided_on)
        return _Papers(StandingState.EXTENDED, (finding,), pending.decided_on)
    decided = [request.decided_on for request in asked if request.decided_on is not None]
    since = max([last.valid_until, *decided]) + timedelta(days=1)
    name, article, cure = rules.paper, rules.article, rules.renew_cure
    if last.provisional:
        name, article, cure = f"{rules.paper} provisório", "art. 16, § 1º", _DEFINITIVE_CURE
    text = f"{name} {last.number} vencido desde {since:%d/%m/%Y}"
    until = _eve(begins)
    finding = Finding("expired", text, article, cure, since=since, until=until, blocks=True)
    return _Papers(StandingState.EXPIRED, (finding,), until)


def _extinct(ended: Sequence[Measure], bars: BarTerms, warnings: tuple[Finding, ...], on: date) -> Standing:
    """Nothing was issued since, or it has not begun. The last one speaks first; of one day, the cassation."""
    newest = sorted(ended, key=_newest, reverse=True)
    state = StandingState.CASSATED if newest[0].kind is MeasureKind.CASSATION else StandingState.REVOKED
    findings = tuple(_extinction(measure, bar_of(measure, bars), on) for measure in newest)
    return Standing(state, (*findings, *warnings), None, on)


def _newest(measure: Measure) -> tuple[date, bool]:
    return measure.effective_from or date.min, measure.kind is MeasureKind.CASSATION


def _extinction(measure: Measure, bar: Bar | None, on: date) -> Finding:
    word = "cassado" if measure.kind is MeasureKind.CASSATION else "revogado"
    since = measure.effective_from
    text = f"CAA {word} pela decisão {measure.number}: {measure.reason}"
    if bar is not None and bar.holds(on):
        cure = f"Novo CAA só pode ser pedido a partir de {bar.free_on:%d/%m/%Y} ({bar.article})."
    else:
        cure = "O impedimento terminou: peça novo CAA, com todos os documentos e a taxa."
    return Finding(measure.kind.value, text, measure.kind.article, cure, since=since, blocks=True)


_SUSPENSION_CURES = {
    MeasureKind.PUNITIVE_SUSPENSION: "A suspensão termina sozinha na data final.",
    MeasureKind.CONDITIONS_SUSPENSION: "Comprove a correção das falhas e peça a reversão (art. 39).",
    MeasureKind.PRECAUTIONARY_SUSPENSION: "Vale até a conclusão do processo de suspensão.",
}


def _suspended(suspensions: Sequence[Measure], papers: _Papers, warnings: tuple[Finding, ...], on: date) -> Standing:
    findings = []
    for measure in suspensions:
        text = f"CAA suspenso pela decisão {measure.number}: {measure.reason}"
        cure = _SUSPENSION_CURES[measure.kind]
        if measure.kind is MeasureKind.CONDITIONS_SUSPENSION and measure.reversal_due_on is not None:
            cure = f"Comprove a correção das falhas e peça a reversão até {measure.reversal_due_on:%d/%m/%Y} (art. 39)."
        findings.append(
            Finding(
                measure.kind.value, text, measure.kind.article, cure, measure.effective_from, measure.last_day(), True
            )
        )
    ends = [measure.last_day() for measure in suspensions]
    until = max(end for end in ends if end is not None) if all(ends) else None
    return Standing(StandingState.SUSPENDED, (*findings, *papers.findings, *warnings), until, on)


def _announced(measures: Iterable[Measure], on: date) -> Iterable[Finding]:
    """What is decided and begins later: it does not count yet, and nobody should be surprised by it."""
    for measure in measures:
        begins = measure.effective_from
        decided = measure.imposed_on is not None and measure.imposed_on <= on
        if decided and begins is not None and on < begins and not measure.is_over(begins):
            verb = "suspenso" if measure.kind.suspends else "extinto"
            text = f"CAA será {verb} em {begins:%d/%m/%Y} pela decisão {measure.number}"
            yield Finding(f"announced.{measure.kind.value}", text, measure.kind.article, until=_eve(begins))


def _conditional(term: ConditionalTerm, age_limit: date | None, warnings: tuple[Finding, ...], on: date) -> Standing:
    article, cure = "art. 19, § 1º", "Faça a vistoria e registre-a aprovada: o cadastro reabre na hora."
    others = tuple(warning for warning in warnings if warning.code != "vehicle.inspection")
    if on <= term.due_on:
        text = f"Cadastro condicional sem vistoria: {_ends(term.due_on, on)}"
        finding = Finding("conditional", text, article, cure, until=term.due_on)
        return Standing(StandingState.CONDITIONAL, (finding, *others), _earliest(term.due_on, age_limit), on)
    since = term.due_on + timedelta(days=1)
    text = f"Cadastro condicional bloqueado desde {since:%d/%m/%Y}: a vistoria não foi comprovada"
    finding = Finding("conditional_lapsed", text, article, cure, since=since, blocks=True)
    return Standing(StandingState.BLOCKED, (finding, *others), None, on)


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
            text = f"{condition.text}: {_ends(until, on)}"
            findings.append(Finding(condition.code, text, condition.article, condition.cure, until=until))
        elif condition.met and until is not None:
            since = until + timedelta(days=1)
            text = f"{condition.text}: venceu em {until:%d/%m/%Y}"
            findings.append(Finding(condition.code, text, condition.article, condition.cure, since=since))
        else:
            findings.append(Finding(condition.code, f"Falta: {condition.text}", condition.article, condition.cure))
    return findings


def _ends(until: date, on: date) -> str:
    days = (until - on).days
    if days == 0:
        return f"vence hoje ({until:%d/%m/%Y})"
    return f"vence em {days} dia{'s' if days != 1 else ''} ({until:%d/%m/%Y})"


def _eve(day: date | None) -> date | None:
    return day - timedelta(days=1) if day is not None else None


def _earliest(*days: date | None) -> date | None:
    return min((day for day in days if day is not None), default=None)


def _longest(term: Term) -> tuple[bool, date]:
    """The definitive one before the provisional, then the one that ends last."""
    return not term.provisional, term.valid_until


def _end(term: Term) -> date:
    return term.valid_until
