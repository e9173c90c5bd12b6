"""What proves each requirement: the papers that somebody checked, and what a court took away (arts. 9-19)."""

from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID

from stipdesk.domain.errors import FieldProblem, Refused
from stipdesk.domain.legal import EvidenceKind, Requirement
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.requirements import is_computed
from stipdesk.domain.text import format_date, tidy
from stipdesk.law.law import PROMULGATED_ON
from stipdesk.models import Driver, RequirementCheck, RequirementExemption
from stipdesk.models.base import RegisterRow
from stipdesk.services import applications, attachments, registers
from stipdesk.services.access import Desk
from stipdesk.services.attachments import FileLine, FileTarget, NewFile
from stipdesk.store.queries import applications as queries
from stipdesk.store.queries import office as office_queries
from stipdesk.store.queries import registers as register_queries
from stipdesk.store.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class CheckRequirement:
    """Somebody looked at a paper: accepted, refused with a note, or not needed in this case ("se for o caso").

    `files` are its copies, kept with the check or not at all.
    """

    kind: SubjectKind
    subject_id: UUID
    requirement: str
    accepted: bool
    not_applicable: bool = False
    issued_on: date | None = None
    valid_until: date | None = None
    reference: str = ""
    note: str = ""
    files: tuple[NewFile, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckView:
    """One look at a paper, with who looked and the copies that were kept."""

    check_id: UUID
    requirement: str
    accepted: bool
    not_applicable: bool
    issued_on: date | None
    valid_until: date | None
    reference: str
    note: str
    checked_on: date
    checked_by: str
    files: tuple[FileLine, ...]


@dataclass(frozen=True, slots=True)
class ExemptRequirement:
    """A court took a requirement away from one person, company or vehicle; without an end it holds until ended."""

    kind: SubjectKind
    subject_id: UUID
    requirement: str
    court_order: str
    valid_from: date
    valid_until: date | None = None


@dataclass(frozen=True, slots=True)
class ExemptionLine:
    """An exemption as a card lists it. `text` and `article` are the requirement's."""

    exemption_id: UUID
    requirement: str
    text: str
    article: str
    court_order: str
    valid_from: date
    valid_until: date | None
    ended_on: date | None
    end_reason: str

    def holds_on(self, day: date) -> bool:
        lasts = self.valid_until is None or day <= self.valid_until
        return self.valid_from <= day and lasts and (self.ended_on is None or day < self.ended_on)


def check_requirement(desk: Desk, command: CheckRequirement) -> UUID:
    """Note that the paper of a requirement was seen, and keep its copies.

    Raises `FieldErrors` for an impossible, inconsistent or lapsed date, a refusal without its reason, or a file that is
    not accepted; `Refused` for what is not demanded or not shown by a paper. Nothing is kept then.
    """
    with desk.act(Act.CHECK_REQUIREMENT) as work:
        assert desk.actor is not None
        row = work.get(register_queries.MODELS[command.kind], command.subject_id)
        registers.refuse_withdrawn(row)
        registers.refuse(_check_problems(desk, command, _demanded(desk, work, command), row))
        check = work.add(
            RequirementCheck(
                **_owner(command.kind, command.subject_id),
                requirement=command.requirement,
                accepted=command.accepted,
                not_applicable=command.not_applicable,
                issued_on=command.issued_on,
                valid_until=command.valid_until,
                document_reference=tidy(command.reference),
                note=tidy(command.note),
                checked_on=desk.today,
                checked_by=desk.actor.user_id,
            )
        )
        attachments.attach_in(desk, work, FileTarget(check_id=check.id), command.files)
        settle(desk, work, command.kind, command.subject_id)
        return check.id


def check(desk: Desk, check_id: UUID) -> CheckView:
    """One look at a paper, whoever's it was."""
    with desk.reading() as session:
        row = session.get(RequirementCheck, check_id)
        if row is None:
            raise Refused("Esta conferência não existe neste banco de dados.")
        return CheckView(
            row.id, row.requirement, row.accepted, row.not_applicable, row.issued_on, row.valid_until,
            row.document_reference, row.note, row.checked_on,
            office_queries.user_names(session, [row.checked_by])[row.checked_by],
            attachments.lines(session, [FileTarget(check_id=row.id)]),
        )  # fmt: skip


def exempt(desk: Desk, command: ExemptRequirement) -> UUID:
    """Record the court order that takes a requirement away from one holder or vehicle.

    Raises `FieldErrors` for an order without its number, an impossible date, the fee (which is waived, art. 16 §2) or a
    requirement already taken away in those days.
    """
    with desk.act(Act.EXEMPT_REQUIREMENT, tidy(command.court_order)) as work:
        row = work.get(register_queries.MODELS[command.kind], command.subject_id)
        registers.refuse_withdrawn(row)
        registers.refuse(_exemption_problems(desk, work, command))
        made = work.add(
            RequirementExemption(
                **_owner(command.kind, command.subject_id),
                requirement=command.requirement,
                court_order=tidy(command.court_order),
                valid_from=command.valid_from,
                valid_until=command.valid_until,
            )
        )
        settle(desk, work, command.kind, command.subject_id)
        return made.id


def end_exemption(desk: Desk, exemption_id: UUID, reason: str) -> None:
    """The order was revoked or fulfilled: from today on the requirement is demanded again."""
    reason = tidy(reason)
    if not reason:
        raise Refused("Escreva por que a dispensa termina: a decisão que a revogou, ou o seu cumprimento.")
    with desk.act(Act.EXEMPT_REQUIREMENT, reason) as work:
        row = work.get(RequirementExemption, exemption_id)
        ended = row.ended_on
        if ended is None and row.valid_until is not None and row.valid_until < desk.today:
            ended = row.valid_until
        if ended is not None:
            raise Refused(f"Esta dispensa já terminou em {format_date(ended)}.")
        row.ended_on, row.end_reason = desk.today, reason
        settle(desk, work, *_owner_of(row))


def exemptions(desk: Desk, kind: SubjectKind, subject_id: UUID) -> tuple[ExemptionLine, ...]:
    """The court orders about a holder or vehicle, newest first, those that ended too."""
    texts = {each.requirement.code: each.requirement for each in desk.law.requirement_definitions}
    with desk.reading() as session:
        return tuple(
            ExemptionLine(
                row.id, row.requirement, texts[row.requirement].text, texts[row.requirement].article, row.court_order,
                row.valid_from, row.valid_until, row.ended_on, row.end_reason or "",
            )
            for row in queries.exemption_rows(session, kind, subject_id)
        )  # fmt: skip


def settle(desk: Desk, work: UnitOfWork, kind: SubjectKind, subject_id: UUID) -> None:
    """What was just proved or taken away may complete a request, or leave it incomplete again."""
    if kind is SubjectKind.VEHICLE:
        applications.settle_vehicle(desk, work, subject_id)
    else:
        applications.note_completeness(desk, work, kind, subject_id)


def _owner(kind: SubjectKind, subject_id: UUID) -> dict[str, UUID]:
    return {f"{kind}_id": subject_id}


def _owner_of(row: RequirementExemption) -> tuple[SubjectKind, UUID]:
    if row.operator_id is not None:
        return SubjectKind.OPERATOR, row.operator_id
    if row.driver_id is not None:
        return SubjectKind.DRIVER, row.driver_id
    assert row.vehicle_id is not None, "an exemption is somebody's"
    return SubjectKind.VEHICLE, row.vehicle_id


def _demanded(desk: Desk, work: UnitOfWork, command: CheckRequirement) -> Requirement:
    rules = desk.rules(work.session)
    required = desk.law.requirements(command.kind, desk.today, rules.overrides)
    requirement = next((each for each in required if each.code == command.requirement), None)
    if requirement is None:
        raise Refused("Este requisito não é exigido hoje. Abra a lista de novo.")
    if is_computed(requirement):
        raise Refused(f"“{requirement.text}”: o programa confere pelos registros, não por um papel. {requirement.cure}")
    return requirement


def _check_problems(
    desk: Desk, command: CheckRequirement, requirement: Requirement, row: RegisterRow
) -> list[FieldProblem]:
    article = requirement.article
    problems = []
    if command.accepted:
        problems += _issue_problems(desk.today, command, requirement, row)
        problems += _validity_problems(desk.today, command, requirement)
    if command.not_applicable and not requirement.may_be_absent:
        text = "Este requisito é sempre exigido."
        problems.append(FieldProblem("not_applicable", text, requirement.cure, article))
    if not command.accepted and not command.not_applicable and not tidy(command.note):
        text = "Escreva por que o documento foi recusado."
        problems.append(FieldProblem("note", text, "O motivo vai na exigência.", article))
    return problems


def _issue_problems(
    today: date, command: CheckRequirement, requirement: Requirement, row: RegisterRow
) -> list[FieldProblem]:
    """What is wrong with the day an accepted paper was issued: one problem at most, the gravest."""
    issued_on, article = command.issued_on, requirement.article
    if issued_on is None:
        needed = requirement.validity_days is not None and command.valid_until is None
        text = "Informe a data de emissão."
        return [FieldProblem("issued_on", text, "É dela que se conta a validade.", article)] if needed else []
    if issued_on > today:
        return [FieldProblem("issued_on", "O documento tem data futura.", "Confira a data de emissão.", article)]
    born = row.birth_date if isinstance(row, Driver) else None
    if born is not None and issued_on < born:
        text = f"O documento é anterior ao nascimento do titular, em {format_date(born)}."
        return [FieldProblem("issued_on", text, "Confira a data de emissão e de quem é o documento.", article)]
    days = requirement.validity_days
    if days is not None and command.valid_until is None and issued_on + timedelta(days=days) < today:
        text = f"O documento tem mais de {days} dias."
        return [FieldProblem("issued_on", text, "Peça um documento recente.", article)]
    return []


def _validity_problems(today: date, command: CheckRequirement, requirement: Requirement) -> list[FieldProblem]:
    issued_on, valid_until, article = command.issued_on, command.valid_until, requirement.article
    if valid_until is None:
        return []
    if issued_on is not None and valid_until < issued_on:
        text = f"A validade é anterior à emissão, em {format_date(issued_on)}."
        return [FieldProblem("valid_until", text, "Confira as duas datas no documento.", article)]
    if valid_until < today:
        text = f"Este documento venceu em {format_date(valid_until)}."
        return [FieldProblem("valid_until", text, "Peça um documento em vigor.", article)]
    return []


def _exemption_problems(desk: Desk, work: UnitOfWork, command: ExemptRequirement) -> list[FieldProblem]:
    known = {each.requirement.code: each.requirement for each in desk.law.requirement_definitions}
    requirement = known.get(command.requirement)
    if requirement is None or requirement.subject is not command.kind:
        return [FieldProblem("requirement", "Escolha o requisito que a ordem dispensa.", "Confira a decisão.")]
    article, problems = requirement.article, []
    if requirement.evidence is EvidenceKind.PAYMENT:
        text = "A taxa não se dispensa aqui."
        problems.append(FieldProblem("requirement", text, "Proponha a dispensa da taxa e cite a ordem.", article))
    if not tidy(command.court_order):
        text = "Informe a ordem judicial."
        problems.append(FieldProblem("court_order", text, "Processo, juízo e data da decisão.", article))
    if command.valid_from < PROMULGATED_ON:
        text = "A data é anterior à própria lei."
        problems.append(FieldProblem("valid_from", text, f"Use {format_date(PROMULGATED_ON)} ou depois."))
    if command.valid_until is not None and command.valid_until < command.valid_from:
        text = "A dispensa termina antes de começar."
        problems.append(FieldProblem("valid_until", text, "Confira as duas datas na decisão.", article))
    other = _overlapping(work, command)
    if other is not None:
        text = f"Já há dispensa deste requisito desde {format_date(other.valid_from)}: {other.court_order}."
        problems.append(FieldProblem("requirement", text, "Encerre-a antes, se esta a substitui.", article))
    return problems


def _overlapping(work: UnitOfWork, command: ExemptRequirement) -> RequirementExemption | None:
    """An order about the same requirement that holds on some of the days of this one."""
    for row in queries.exemption_rows(work.session, command.kind, command.subject_id):
        ends = [day for day in (row.valid_until, row.ended_on and row.ended_on - timedelta(days=1)) if day is not None]
        before = bool(ends) and min(ends) < command.valid_from
        after = command.valid_until is not None and command.valid_until < row.valid_from
        if row.requirement == command.requirement and not before and not after:
            return row
    return None
