"""From what is registered to what is proved: the evidence for each requirement of arts. 9, 10, 13-15, 18 and 19."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from uuid import UUID

from stipdesk.domain.authorization import (
    Evidence,
    accepts_license_category,
    evidence_valid_until,
    requirement_problem,
)
from stipdesk.domain.legal import EvidenceKind, Requirement
from stipdesk.domain.registers import (
    DriverFields,
    OperatorFields,
    PolicyFields,
    UseTitleFields,
    UseTitleKind,
    VehicleFields,
)
from stipdesk.domain.text import fold
from stipdesk.domain.vehicle import (
    PassengerPolicy,
    VehicleFacts,
    VehicleLimits,
    policy_problems,
    vehicle_age_limit,
    vehicle_problems,
)


@dataclass(frozen=True, slots=True)
class Check:
    """The newest look somebody took at the paper of one requirement; `files` copies of it were kept."""

    requirement: str
    accepted: bool
    not_applicable: bool
    issued_on: date | None
    valid_until: date | None
    note: str = ""
    check_id: UUID | None = None
    checked_on: date | None = None
    checked_by: UUID | None = None
    checker: str = ""
    files: int = 0

    @property
    def refused(self) -> bool:
        return not self.accepted and not self.not_applicable


_NOTHING = Evidence()


class RequirementState(StrEnum):
    MET = "met"
    MISSING = "missing"
    REFUSED = "refused"
    LAPSED = "lapsed"
    NOT_APPLICABLE = "not_applicable"
    EXEMPT = "exempt"

    @property
    def is_missing(self) -> bool:
        return self in _MISSING


_MISSING = frozenset({RequirementState.MISSING, RequirementState.REFUSED, RequirementState.LAPSED})


@dataclass(frozen=True, slots=True)
class RequirementLine:
    """One line of the checklist as it stands on a date.

    `check` is the newest look at its paper, if there was one; `exempted_by` names the court order.
    """

    requirement: Requirement
    state: RequirementState
    valid_until: date | None
    problem: str = ""
    check: Check | None = None
    exempted_by: str = ""


def checklist(
    requirements: Iterable[Requirement],
    evidence: Mapping[str, Evidence],
    on: date,
    checks: Iterable[Check] = (),
    exemptions: Mapping[str, str] | None = None,
) -> tuple[RequirementLine, ...]:
    """Every requirement with its state on `on`, in the law's order.

    `exemptions` are the court orders in force that day, by the code of the requirement they take away.
    """
    looked = {check.requirement: check for check in checks}
    orders = exemptions or {}
    return tuple(
        _line(
            requirement,
            evidence.get(requirement.code, _NOTHING),
            on,
            looked.get(requirement.code),
            orders.get(requirement.code, ""),
        )
        for requirement in requirements
    )


def _line(requirement: Requirement, evidence: Evidence, on: date, check: Check | None, order: str) -> RequirementLine:
    valid_until = evidence_valid_until(requirement, evidence)
    problem = requirement_problem(requirement, evidence, on)
    if problem and order:
        return RequirementLine(requirement, RequirementState.EXEMPT, valid_until, "", check, order)
    if problem and check is not None and check.refused:
        text = f"{requirement.text}: recusado – {check.note}"
        return RequirementLine(requirement, RequirementState.REFUSED, valid_until, text, check)
    if problem:
        state = RequirementState.LAPSED if evidence.met else RequirementState.MISSING
        return RequirementLine(requirement, state, valid_until, problem, check)
    absent = evidence.not_applicable and not evidence.met
    state = RequirementState.NOT_APPLICABLE if absent else RequirementState.MET
    return RequirementLine(requirement, state, valid_until, "", check)


def operator_evidence(
    operator: OperatorFields, municipality: str, checks: Sequence[Check], fee_paid: bool
) -> dict[str, Evidence]:
    """Evidence for arts. 9, 10 and 13; `fee_paid` is a payment that no authorisation has used yet."""
    city = fold(municipality.split("/")[0])
    return _checked("operator", checks) | {
        "operator.local_establishment": Evidence(met=fold(operator.address.city) == city),
        "operator.cnpj": Evidence(met=bool(operator.cnpj)),
        "operator.municipal_registration": Evidence(met=bool(operator.municipal_registration)),
        "operator.app": Evidence(met=bool(operator.app_name)),
        "operator.corporate_email": Evidence(met=bool(operator.corporate_email)),
        "operator.fee": Evidence(met=fee_paid),
    }


def driver_evidence(
    driver: DriverFields,
    accepted_categories: str,
    checks: Sequence[Check],
    titles: Sequence[UseTitleFields],
    fee_paid: bool,
) -> dict[str, Evidence]:
    """Evidence for arts. 14 and 15; `titles` are those of the vehicles the driver now uses."""
    licensed = bool(driver.license_number) and accepts_license_category(driver.license_category, accepted_categories)
    evidence = _checked("driver", checks) | {
        "driver.license_category": Evidence(met=licensed),
        "driver.license_validity": Evidence(
            met=driver.license_valid_until is not None, valid_until=driver.license_valid_until
        ),
        "driver.paid_activity": Evidence(met=driver.has_paid_activity_endorsement),
        "driver.social_security": Evidence(met=bool(driver.nit)),
        "driver.email": Evidence(met=bool(driver.email) and driver.email_consent_on is not None),
        "driver.fee": Evidence(met=fee_paid),
        "driver.use_title": _title_evidence(titles),
    }
    if driver.birth_state in {"", "MT"} and driver.address.state == "MT":
        # Born and living in the State: the certificate of the Comarca is the only one (art. 14 II, "se for o caso").
        evidence.setdefault("driver.criminal_certificate_other_state", Evidence(not_applicable=True))
    return evidence


def vehicle_evidence(
    vehicle: VehicleFields,
    limits: VehicleLimits,
    checks: Sequence[Check],
    policies: Sequence[PolicyFields],
    titles: Sequence[UseTitleFields],
    seal_valid_until: date | None,
    has_registrant: bool,
    on: date,
) -> dict[str, Evidence]:
    """Evidence for arts. 18 and 19; `seal_valid_until` is that of the approved inspection now in force."""
    facts = VehicleFacts(
        vehicle.manufacture_year, vehicle.is_hybrid, vehicle.is_electric,
        vehicle.doors, vehicle.seats, vehicle.has_air_conditioning,
    )  # fmt: skip
    problems = {reason.code for reason in vehicle_problems(facts, limits, on)}
    last_day = vehicle_age_limit(vehicle.manufacture_year, vehicle.is_hybrid, limits, electric=vehicle.is_electric)
    return _checked("vehicle", checks) | {
        "vehicle.age": Evidence(met=True, valid_until=last_day),
        **{code: Evidence(met=code not in problems) for code in _BODY},
        "vehicle.insurance": _insurance_evidence(policies, vehicle.seats, on),
        "vehicle.inspection": Evidence(met=seal_valid_until is not None, valid_until=seal_valid_until),
        "vehicle.use_title": _title_evidence(titles),
        "vehicle.registrant": Evidence(met=has_registrant),
    }


_BODY = ("vehicle.doors", "vehicle.air_conditioning", "vehicle.seats")


def _checked(subject: str, checks: Sequence[Check]) -> dict[str, Evidence]:
    # "Outros documentos" are demanded only when some specific legislation does: silence means there are none.
    evidence = {f"{subject}.other_documents": Evidence(not_applicable=True)}
    for check in checks:
        evidence[check.requirement] = Evidence(
            met=check.accepted,
            issued_on=check.issued_on,
            valid_until=check.valid_until,
            not_applicable=check.not_applicable,
        )
    return evidence


def _title_evidence(titles: Sequence[UseTitleFields]) -> Evidence:
    lent = [title for title in titles if title.kind is not UseTitleKind.OWNER]
    if not lent:
        return Evidence(not_applicable=True)
    ends = [title.valid_until for title in lent if title.valid_until is not None]
    return Evidence(met=all(title.reference for title in lent), valid_until=min(ends, default=None))


def _insurance_evidence(policies: Sequence[PolicyFields], seats: int, on: date) -> Evidence:
    for policy in sorted(policies, key=lambda policy: policy.ends_on, reverse=True):
        offered = PassengerPolicy(policy.starts_on, policy.ends_on, policy.seats_covered)
        if not policy_problems(offered, seats, on):
            return Evidence(met=True, valid_until=policy.ends_on)
    # One that has not begun proves nothing yet; the one that lapsed last says since when there is none.
    begun = [policy for policy in policies if policy.starts_on <= on]
    newest = max(begun, key=lambda policy: policy.ends_on, default=None)
    covers = newest is not None and newest.seats_covered >= seats - 1
    return Evidence(met=covers, valid_until=newest.ends_on if newest else None)


def is_computed(requirement: Requirement) -> bool:
    """Whether the program sees it in the registers by itself, so that nobody has to check a paper."""
    return requirement.evidence is not EvidenceKind.DOCUMENT or requirement.code.endswith(".use_title")
