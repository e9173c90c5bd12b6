"""Standing and checklists of many holders at once, on any day, in a handful of queries whatever their number."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from stipdesk.domain.authorization import is_timely
from stipdesk.domain.measures import BarTerms
from stipdesk.domain.pair import PairLink, PairStanding, pair_standing
from stipdesk.domain.registers import Address, Fuel, SubjectKind, UseTitleFields
from stipdesk.domain.requirements import (
    Check,
    RequirementLine,
    RequirementState,
    checklist,
    driver_evidence,
    operator_evidence,
    vehicle_evidence,
)
from stipdesk.domain.standing import (
    CAA_RULES,
    OPERATOR_CAA_RULES,
    SEAL_RULES,
    Condition,
    HolderFacts,
    RenewalRequest,
    Standing,
    StandingRules,
    Term,
    VehicleStandingFacts,
    holder_standing,
    vehicle_standing,
)
from stipdesk.domain.vehicle import vehicle_age_limit
from stipdesk.models import Driver, Operator, Vehicle
from stipdesk.models.base import RegisterRow
from stipdesk.services.access import Desk, Rules
from stipdesk.services.office import require
from stipdesk.store.engine import Session
from stipdesk.store.queries import applications, papers
from stipdesk.store.queries import registers as queries

# Conditions that are papers of the issue itself, not of the road: they are asked again at the renewal, not every day.
ONLY_AT_ISSUE = frozenset(
    {
        "operator.fee", "driver.fee", "vehicle.inspection", "driver.criminal_certificate",
        "driver.criminal_certificate_other_state",
    }
)  # fmt: skip

_Lists = dict[UUID, tuple[RequirementLine, ...]]
_Checks = Mapping[UUID, list[Check]]


@dataclass(frozen=True, slots=True)
class Situation:
    """A holder on a day: the standing, and each requirement as it stands."""

    standing: Standing
    requirements: tuple[RequirementLine, ...]


def situations(
    desk: Desk, session: Session, rows: Sequence[RegisterRow], on: date | None = None
) -> dict[UUID, Situation]:
    """The situation of each of these records, all of one register, on `on` (today when not given).

    What has a date is taken as it was that day: papers, measures, checks, links, the law's values. What has none (a CNH
    category, a phone) is what the register says now.
    """
    if not rows:
        return {}
    gathering = _Gathering(desk, session, kind_of(rows[0]), rows, on or desk.today)
    return gathering.vehicles() if gathering.kind is SubjectKind.VEHICLE else gathering.holders()


def paper_standings(
    desk: Desk, session: Session, rows: Sequence[RegisterRow], *, rules: Rules | None = None
) -> dict[UUID, Standing]:
    """The standing of operators or drivers today by their papers and measures alone, for lists of what is about to end.

    No condition of art. 60 decides any of that, and reading them is most of the work.
    """
    return _Papers(desk, session, rows, desk.today, rules).standings() if rows else {}


def standing_by_paper(desk: Desk, session: Session, row: RegisterRow, number: str) -> Standing:
    """The standing today as if the CAA or seal of this number were the only one: what that paper is still worth."""
    if isinstance(row, Vehicle):
        return _Gathering(desk, session, SubjectKind.VEHICLE, [row], desk.today).vehicles(only=number)[row.id].standing
    return _Papers(desk, session, [row], desk.today).standing(row, (), only=number)


def standings(
    desk: Desk, session: Session, rows: Sequence[RegisterRow], on: date | None = None
) -> dict[UUID, Standing]:
    """The standing alone, for lists."""
    return {row_id: situation.standing for row_id, situation in situations(desk, session, rows, on).items()}


def pair(desk: Desk, session: Session, driver: Driver, vehicle: Vehicle, on: date | None = None) -> PairStanding:
    """This driver in this vehicle on the road on `on` (today when not given)."""
    day = on or desk.today
    links = [
        PairLink(link.since, link.until, link.title.valid_until)
        for link in queries.vehicle_links(session, drivers=[driver.id], current_only=False)
        if link.vehicle_id == vehicle.id
    ]
    serving = [link.operator_id for link in queries.operator_links(session, drivers=[driver.id], on=day)]
    operators = list(queries.rows_by_id(session, SubjectKind.OPERATOR, serving).values())
    return pair_standing(
        standings(desk, session, [driver], day)[driver.id],
        standings(desk, session, [vehicle], day)[vehicle.id],
        links,
        list(standings(desk, session, operators, day).values()),
        day,
    )


def bar_terms(rules: Rules, on: date) -> BarTerms:
    return BarTerms(
        rules.parameter("bar_after_cassation_years", on).number,
        rules.parameter("bar_after_revocation_days", on).number,
        rules.parameter("bar_after_discretionary_revocation_days", on).number,
    )


def is_timely_renewal(rules: Rules, request: RenewalRequest) -> bool:
    """Whether it was asked in time by the rules of the day it was filed (art. 12 §1, art. 17 §1)."""
    days = rules.parameter("renewal_antecedence_days", request.filed_on).number
    rolls = rules.parameter("renewal_rolls_forward", request.filed_on).flag
    return is_timely(request.filed_on, request.previous_until, days, rules.calendar if rolls else None)


_RULES: dict[SubjectKind, StandingRules] = {
    SubjectKind.OPERATOR: OPERATOR_CAA_RULES,
    SubjectKind.DRIVER: CAA_RULES,
    SubjectKind.VEHICLE: SEAL_RULES,
}


def kind_of(row: RegisterRow) -> SubjectKind:
    return next(kind for kind, model in queries.MODELS.items() if isinstance(row, model))


def document_of(row: RegisterRow) -> str:
    """The CPF or CNPJ by which measures and bars follow a holder from one record to the next."""
    if isinstance(row, Operator):
        return row.cnpj
    assert isinstance(row, Driver)
    return row.cpf


class _Papers:
    """The CAAs, renewals and measures of a batch of operators or drivers, read once for all of them."""

    def __init__(
        self, desk: Desk, session: Session, rows: Sequence[RegisterRow], on: date, rules: Rules | None = None
    ) -> None:
        kind, ids = kind_of(rows[0]), [row.id for row in rows]
        self._rows, self._on = rows, on
        self._rules = rules or desk.rules(session)
        self._words = _RULES[kind]
        self._alert_days = self._rules.parameter(self._words.alert, on).number
        self._bars = bar_terms(self._rules, on)
        self._terms = papers.authorization_terms(session, kind, ids)
        self._renewals = applications.renewal_requests(session, kind, ids)
        documents = [document_of(row) for row in rows]
        self._measures = applications.measures_by_document(session, kind, documents)

    def standings(self) -> dict[UUID, Standing]:
        return {row.id: self.standing(row, ()) for row in self._rows}

    def standing(self, row: RegisterRow, conditions: Sequence[Condition], only: str = "") -> Standing:
        """The standing of one of the rows, with these conditions; by the CAA of one number when `only` names it."""
        facts = HolderFacts(
            [term for term in self._terms.get(row.id, ()) if only in {"", term.number}],
            conditions,
            [request for request in self._renewals.get(row.id, ()) if is_timely_renewal(self._rules, request)],
            self._measures.get(document_of(row), ()),
            row.withdrawn_on,
            row.withdrawal_reason or "",
        )
        return holder_standing(facts, self._words, self._bars, self._alert_days, self._on)


class _Gathering:
    """Everything read once for a batch of records of one register on one day."""

    def __init__(self, desk: Desk, session: Session, kind: SubjectKind, rows: Sequence[RegisterRow], on: date) -> None:
        self.desk, self.session, self.kind, self.rows, self.on = desk, session, kind, rows, on
        self.ids = [row.id for row in rows]
        self.rules = desk.rules(session)
        self.required = desk.law.requirements(kind, on, self.rules.overrides)
        self.limits = desk.law.vehicle_limits(on, self.rules.overrides)
        self.checks = queries.checks(session, kind, self.ids, on)
        self.exemptions = applications.exemptions(session, kind, self.ids, on)
        self.words = _RULES[kind]
        self.alert_days = self.rules.parameter(self.words.alert, on).number

    def holders(self) -> dict[UUID, Situation]:
        read = _Papers(self.desk, self.session, self.rows, self.on, self.rules)
        lists = self._operator_lists() if self.kind is SubjectKind.OPERATOR else self._driver_lists()
        return {row.id: Situation(read.standing(row, _conditions(lists[row.id])), lists[row.id]) for row in self.rows}

    def vehicles(self, only: str = "") -> dict[UUID, Situation]:
        """By the seal of one number, without any conditional registration, when `only` names it."""
        seals = papers.seal_terms(self.session, self.ids)
        conditional = applications.conditional_terms(self.session, self.ids)
        lists = self._vehicle_lists(seals)
        cuts = self.rules.parameter("vehicle_age_cuts_registration", self.on).flag
        enabled = any(requirement.code == "vehicle.age" for requirement in self.required)
        found = {}
        for row in self.rows:
            assert isinstance(row, Vehicle)
            exempt = "vehicle.age" in self.exemptions.get(row.id, {})
            facts = VehicleStandingFacts(
                [seal for seal in seals.get(row.id, ()) if only in {"", seal.number}],
                _conditions(lists[row.id]),
                conditional.get(row.id) if not only else None,
                self._age_limit(row) if cuts and enabled and not exempt else None,
                row.withdrawn_on,
                row.withdrawal_reason or "",
            )
            answer = vehicle_standing(facts, self.words, self.alert_days, self.on)
            found[row.id] = Situation(answer, lists[row.id])
        return found

    def _age_limit(self, row: Vehicle) -> date:
        electric = row.fuel is Fuel.ELECTRIC
        return vehicle_age_limit(row.manufacture_year, row.is_hybrid, self.limits, electric=electric)

    def _operator_lists(self) -> _Lists:
        municipality = require(self.session).municipality
        addresses = queries.addresses(self.session, SubjectKind.OPERATOR, self.ids)
        paid = papers.holders_with_unspent_payment(self.session, SubjectKind.OPERATOR, self.ids)
        lists: _Lists = {}
        for row in self.rows:
            assert isinstance(row, Operator)
            fields = queries.operator_fields(row, addresses.get(row.id, Address()))
            checks = self.checks.get(row.id, [])
            evidence = operator_evidence(fields, municipality, checks, row.id in paid)
            lists[row.id] = checklist(self.required, evidence, self.on, checks, self.exemptions.get(row.id))
        return lists

    def _driver_lists(self) -> _Lists:
        addresses = queries.addresses(self.session, SubjectKind.DRIVER, self.ids)
        categories = self.rules.parameter("driver_license_categories", self.on).text
        titles: dict[UUID, list[UseTitleFields]] = {}
        for link in queries.vehicle_links(self.session, drivers=self.ids, on=self.on):
            titles.setdefault(link.driver_id, []).append(link.title)
        paid = papers.holders_with_unspent_payment(self.session, SubjectKind.DRIVER, self.ids)
        lists: _Lists = {}
        for row in self.rows:
            assert isinstance(row, Driver)
            fields = queries.driver_fields(row, addresses.get(row.id, Address()))
            checks = self.checks.get(row.id, [])
            evidence = driver_evidence(fields, categories, checks, titles.get(row.id, []), row.id in paid)
            lists[row.id] = checklist(self.required, evidence, self.on, checks, self.exemptions.get(row.id))
        return lists

    def _vehicle_lists(self, seals: Mapping[UUID, Sequence[Term]]) -> _Lists:
        policies = queries.policies(self.session, self.ids)
        titles: dict[UUID, list[UseTitleFields]] = {}
        for link in queries.vehicle_links(self.session, vehicles=self.ids, on=self.on):
            titles.setdefault(link.vehicle_id, []).append(link.title)
        lists: _Lists = {}
        for row in self.rows:
            assert isinstance(row, Vehicle)
            checks = self.checks.get(row.id, [])
            sealed = [seal.valid_until for seal in seals.get(row.id, ()) if seal.counts(self.on)]
            evidence = vehicle_evidence(
                queries.vehicle_fields(row),
                self.limits,
                checks,
                policies.get(row.id, []),
                titles.get(row.id, []),
                max(sealed, default=None),
                row.registrant_id is not None,
                self.on,
            )
            lists[row.id] = checklist(self.required, evidence, self.on, checks, self.exemptions.get(row.id))
        return lists


def _conditions(lines: Sequence[RequirementLine]) -> list[Condition]:
    """Those that may warn: what is met and does not lapse never does."""
    return [
        _condition(line)
        for line in lines
        if line.requirement.code not in ONLY_AT_ISSUE and not (line.valid_until is None and not line.state.is_missing)
    ]


def _condition(line: RequirementLine) -> Condition:
    requirement = line.requirement
    if line.exempted_by:
        return Condition(requirement.code, requirement.text, requirement.article, requirement.cure, True)
    met = line.state is not RequirementState.MISSING and line.state is not RequirementState.REFUSED
    return Condition(requirement.code, requirement.text, requirement.article, requirement.cure, met, line.valid_until)
