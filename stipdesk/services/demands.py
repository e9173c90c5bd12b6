"""What the office demands: each requirement of the law, switched off and on again from a day, by an act."""

from dataclasses import dataclass
from datetime import date

from stipdesk.domain.errors import FieldErrors, FieldProblem, Refused
from stipdesk.domain.legal import EvidenceKind, ParameterOverride, Requirement
from stipdesk.domain.permissions import Act
from stipdesk.domain.text import format_date, tidy
from stipdesk.law.law import PROMULGATED_ON
from stipdesk.services import office
from stipdesk.services.access import Desk
from stipdesk.services.requirements import settle
from stipdesk.store.queries import applications as queries
from stipdesk.store.queries import office as office_queries


@dataclass(frozen=True, slots=True)
class SwitchRequirement:
    """The office stops or begins again to demand a requirement from everybody, from a day on and by an act."""

    code: str
    enabled: bool
    valid_from: date
    legal_basis: str


@dataclass(frozen=True, slots=True)
class SwitchLine:
    """A change of a requirement by the office."""

    enabled: bool
    valid_from: date
    legal_basis: str


@dataclass(frozen=True, slots=True)
class DemandLine:
    """A requirement of the law and whether the office demands it today; `changes` are the latest first.

    `demanded_from` is the law's day. `fixed` says why it cannot be switched, "" when it can.
    """

    requirement: Requirement
    demanded_from: date
    enabled: bool
    changes: tuple[SwitchLine, ...]
    fixed: str


def demands(desk: Desk) -> list[DemandLine]:
    """Every requirement of the law, in its order, with what the office changed."""
    with desk.reading() as session:
        overrides = office_queries.overrides(session)
    lines = []
    for definition in desk.law.requirement_definitions:
        requirement = definition.requirement
        own = [each for each in overrides if each.code == _switch_code(requirement.code)]
        changes = sorted([*reversed(own)], key=lambda each: each.valid_from, reverse=True)
        in_force = next((each for each in changes if each.valid_from <= desk.today), None)
        lines.append(
            DemandLine(
                requirement,
                definition.valid_from,
                in_force is None or in_force.value is not False,
                tuple(SwitchLine(each.value is not False, each.valid_from, each.legal_basis) for each in changes),
                _why_fixed(requirement),
            )
        )
    return lines


def switch(desk: Desk, command: SwitchRequirement) -> None:
    """Stop demanding a requirement from everybody, or demand it again, from a day on.

    Raises `FieldErrors` for a day before the law or an act that is not named, `Refused` for the fee: no CAA is valid
    before payment (art. 16 §2).
    """
    with desk.act(Act.SET_PARAMETER, tidy(command.legal_basis)) as work:
        definitions = {each.requirement.code: each.requirement for each in desk.law.requirement_definitions}
        requirement = definitions[command.code]
        fixed = _why_fixed(requirement)
        if fixed:
            raise Refused(fixed)
        _refuse_switch(command)
        office.add_value(
            work,
            desk,
            ParameterOverride(
                _switch_code(command.code), command.enabled, command.valid_from, tidy(command.legal_basis)
            ),
        )
        work.session.flush()
        if command.valid_from <= desk.today:
            for subject_id in queries.waiting_subjects(work.session, requirement.subject):
                settle(desk, work, requirement.subject, subject_id)


def _switch_code(code: str) -> str:
    return f"{code}.enabled"


def _why_fixed(requirement: Requirement) -> str:
    if requirement.evidence is not EvidenceKind.PAYMENT:
        return ""
    return (
        "A taxa não se desliga: nenhum CAA vale antes do pagamento (art. 16, § 2º). "
        "Altere o valor dela em Taxas, UPF e parâmetros, ou proponha a dispensa no cartão de quem pede."
    )


def _refuse_switch(command: SwitchRequirement) -> None:
    problems = []
    if not tidy(command.legal_basis):
        text = "Informe o ato que liga ou desliga o requisito."
        problems.append(FieldProblem("legal_basis", text, "Lei, decreto, portaria ou decisão judicial, com número."))
    if command.valid_from < PROMULGATED_ON:
        text = "A data é anterior à própria lei."
        problems.append(FieldProblem("valid_from", text, f"Use {format_date(PROMULGATED_ON)} ou depois."))
    if problems:
        raise FieldErrors(*problems)
