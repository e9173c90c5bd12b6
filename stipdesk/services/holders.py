"""Standing and checklists of many holders at once, gathered in a handful of queries whatever their number."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from stipdesk.domain.legal import Requirement
from stipdesk.domain.registers import Address, SubjectKind, UseTitleFields
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
    Standing,
    StandingRules,
    Term,
    standing,
)
from stipdesk.models import Driver, Operator, Vehicle
from stipdesk.models.base import RegisterRow
from stipdesk.services.access import Desk, Rules
from stipdesk.services.office import require
from stipdesk.store.engine import Session
from stipdesk.store.queries import papers
from stipdesk.store.queries import registers as queries

# Conditions that are papers of the issue itself, not of the road: they are asked again at the renewal, not every day.
_ONLY_AT_ISSUE = frozenset(
    {
        "operator.fee", "driver.fee", "vehicle.inspection", "driver.criminal_certificate",
        "driver.criminal_certificate_other_state",
    }
)  # fmt: skip

_Lists = dict[UUID, tuple[RequirementLine, ...]]
_Checks = Mapping[UUID, list[Check]]


def checklists(desk: Desk, session: Session, rows: Sequence[RegisterRow]) -> _Lists:
    """The requirements of each of these records, all of one register, as they stand today."""
    if not rows:
        return {}
    kind = _kind(rows[0])
    seals = papers.seal_terms(session, [row.id for row in rows]) if kind is SubjectKind.VEHICLE else {}
    return _checklists(desk, session, desk.rules(session), kind, rows, seals)


def standings(desk: Desk, session: Session, rows: Sequence[RegisterRow]) -> dict[UUID, Standing]:
    """The standing of each of these records today."""
    if not rows:
        return {}
    kind, rules = _kind(rows[0]), desk.rules(session)
    ids = [row.id for row in rows]
    terms: Mapping[UUID, list[Term]] = (
        papers.seal_terms(session, ids)
        if kind is SubjectKind.VEHICLE
        else papers.authorization_terms(session, kind, ids)
    )
    lists = _checklists(desk, session, rules, kind, rows, terms)
    words = _RULES[kind]
    alert_days = rules.parameter(words.alert, desk.today).number
    return {
        row.id: standing(
            terms.get(row.id, []),
            [_condition(line) for line in lists[row.id] if line.requirement.code not in _ONLY_AT_ISSUE],
            words,
            alert_days,
            desk.today,
            row.withdrawn_on,
            row.withdrawal_reason or "",
        )
        for row in rows
    }


def _checklists(
    desk: Desk,
    session: Session,
    rules: Rules,
    kind: SubjectKind,
    rows: Sequence[RegisterRow],
    seals: Mapping[UUID, list[Term]],
) -> _Lists:
    """`seals` are those of the vehicles, which both callers have."""
    required = desk.law.requirements(kind, desk.today, rules.overrides)
    checks = queries.checks(session, kind, [row.id for row in rows])
    if kind is SubjectKind.OPERATOR:
        return _operator_lists(desk, session, rows, required, checks)
    if kind is SubjectKind.DRIVER:
        return _driver_lists(desk, session, rules, rows, required, checks)
    return _vehicle_lists(desk, session, rules, rows, required, checks, seals)


_RULES: dict[SubjectKind, StandingRules] = {
    SubjectKind.OPERATOR: OPERATOR_CAA_RULES,
    SubjectKind.DRIVER: CAA_RULES,
    SubjectKind.VEHICLE: SEAL_RULES,
}


def _kind(row: RegisterRow) -> SubjectKind:
    return next(kind for kind, model in queries.MODELS.items() if isinstance(row, model))


def _condition(line: RequirementLine) -> Condition:
    requirement = line.requirement
    met = line.state is not RequirementState.MISSING
    return Condition(requirement.code, requirement.text, requirement.article, requirement.cure, met, line.valid_until)


def _operator_lists(
    desk: Desk, session: Session, rows: Sequence[RegisterRow], required: tuple[Requirement, ...], checks: _Checks
) -> _Lists:
    municipality = require(session).municipality
    addresses = queries.addresses(session, SubjectKind.OPERATOR, [row.id for row in rows])
    paid = papers.holders_with_unspent_payment(session, SubjectKind.OPERATOR, [row.id for row in rows])
    lists: _Lists = {}
    for row in rows:
        assert isinstance(row, Operator)
        fields = queries.operator_fields(row, addresses.get(row.id, Address()))
        evidence = operator_evidence(fields, municipality, checks.get(row.id, []), row.id in paid)
        lists[row.id] = checklist(required, evidence, desk.today)
    return lists


def _driver_lists(
    desk: Desk,
    session: Session,
    rules: Rules,
    rows: Sequence[RegisterRow],
    required: tuple[Requirement, ...],
    checks: _Checks,
) -> _Lists:
    ids = [row.id for row in rows]
    addresses = queries.addresses(session, SubjectKind.DRIVER, ids)
    categories = rules.parameter("driver_license_categories", desk.today).text
    titles: dict[UUID, list[UseTitleFields]] = {}
    for link in queries.vehicle_links(session, drivers=ids):
        titles.setdefault(link.driver_id, []).append(link.title)
    paid = papers.holders_with_unspent_payment(session, SubjectKind.DRIVER, ids)
    lists: _Lists = {}
    for row in rows:
        assert isinstance(row, Driver)
        fields = queries.driver_fields(row, addresses.get(row.id, Address()))
        evidence = driver_evidence(fields, categories, checks.get(row.id, []), titles.get(row.id, []), row.id in paid)
        lists[row.id] = checklist(required, evidence, desk.today)
    return lists


def _vehicle_lists(
    desk: Desk,
    session: Session,
    rules: Rules,
    rows: Sequence[RegisterRow],
    required: tuple[Requirement, ...],
    checks: _Checks,
    seals: Mapping[UUID, list[Term]],
) -> _Lists:
    ids = [row.id for row in rows]
    limits = desk.law.vehicle_limits(desk.today, rules.overrides)
    policies = queries.policies(session, ids)
    titles: dict[UUID, list[UseTitleFields]] = {}
    for link in queries.vehicle_links(session, vehicles=ids):
        titles.setdefault(link.vehicle_id, []).append(link.title)
    lists: _Lists = {}
    for row in rows:
        assert isinstance(row, Vehicle)
        evidence = vehicle_evidence(
            queries.vehicle_fields(row),
            limits,
            checks.get(row.id, []),
            policies.get(row.id, []),
            titles.get(row.id, []),
            max((term.valid_until for term in seals.get(row.id, [])), default=None),
            row.registrant_id is not None,
            desk.today,
        )
        lists[row.id] = checklist(required, evidence, desk.today)
    return lists
