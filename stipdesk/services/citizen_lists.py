"""The list a citizen takes home: what is to be brought, by article, with what the desk already has in order."""

from collections.abc import Sequence
from uuid import UUID

from stipdesk.domain.clock import local_time
from stipdesk.domain.documents import DocumentKind, LetterSection, LetterTable, LetterText
from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.legal import Requirement
from stipdesk.domain.money import format_money
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.models import OFFICE_ID
from stipdesk.models.base import RegisterRow
from stipdesk.services import holders, letters, registers
from stipdesk.services.access import Desk
from stipdesk.services.application_facts import renewable
from stipdesk.services.application_letters import good_section, missing_section
from stipdesk.store.engine import Session
from stipdesk.store.queries import registers as queries
from stipdesk.store.unit_of_work import UnitOfWork

_COLUMNS = (("REQUISITO", 10.0), ("ARTIGO", 4.0), ("O QUE TRAZER", 8.0))
_BLANK_SUBJECTS = {
    SubjectKind.OPERATOR: (SubjectKind.OPERATOR,),
    SubjectKind.DRIVER: (SubjectKind.DRIVER, SubjectKind.VEHICLE),
    SubjectKind.VEHICLE: (SubjectKind.VEHICLE,),
}
_HEADINGS = {
    SubjectKind.OPERATOR: "Empresa operadora",
    SubjectKind.DRIVER: "Prestador",
    SubjectKind.VEHICLE: "Veículo",
}
_FEES = {
    SubjectKind.OPERATOR: ("fee_operator_annual", "fee_operator_renewal", "art. 10, II", "art. 12, caput"),
    SubjectKind.DRIVER: ("fee_driver_annual", "fee_driver_renewal", "art. 16, § 2º", "arts. 16, § 2º, e 17, caput"),
}


def print_checklist(desk: Desk, kind: SubjectKind, subject_id: UUID | None) -> UUID:
    """Write what is missing of a record and of the vehicles a driver uses; or, without one, what is to be brought.

    The paper of nobody in particular is kept as the office's own.
    """
    with desk.act(Act.ISSUE_STATEMENT) as work:
        if subject_id is None:
            return _write(desk, work, OFFICE_ID, (), _blank(desk, work.session, kind))
        row = work.get(queries.MODELS[kind], subject_id)
        registers.refuse_withdrawn(row)
        return _write(desk, work, subject_id, (letters.about(row),), _of_record(desk, work, row))


def _write(
    desk: Desk,
    work: UnitOfWork,
    subject_id: UUID,
    facts: tuple[tuple[tuple[str, str, float], ...], ...],
    sections: Sequence[LetterSection],
) -> UUID:
    subtitle = desk.law.text("statement_subtitle", heading=desk.law.text("law_heading"))
    letter = LetterText(desk.law.text("checklist_title"), subtitle, facts, tuple(sections))
    return letters.write(desk, work, DocumentKind.CHECKLIST, subject_id, letter).id


def _of_record(desk: Desk, work: UnitOfWork, row: RegisterRow) -> list[LetterSection]:
    session, kind = work.session, holders.kind_of(row)
    found = [(row, holders.situations(desk, session, [row])[row.id].requirements)]
    if kind is SubjectKind.DRIVER:
        used = [link.vehicle_id for link in queries.vehicle_links(session, drivers=[row.id])]
        cars = list(queries.rows_by_id(session, SubjectKind.VEHICLE, used).values())
        situations = holders.situations(desk, session, cars)
        found += [(car, situations[car.id].requirements) for car in cars]
    moment = f"{local_time(work.moment):%d/%m/%Y, às %H:%M}"
    sections = [LetterSection("", (desk.law.text("checklist_body", moment=moment),))]
    for each, lines in found:
        name = registers.label_of(each)
        sections += missing_section(f"Trazer ou resolver · {name}", lines)
    if len(sections) == 1:
        sections.append(LetterSection("", ("Nada falta.",)))
    elif kind in _FEES:
        sections += _fee(desk, session, kind, renews=renewable(desk, session, kind, row.id) is not None)
    for each, lines in found:
        sections += good_section(f"Já em ordem · {registers.label_of(each)}", lines)
    return sections


def _blank(desk: Desk, session: Session, kind: SubjectKind) -> list[LetterSection]:
    sections = [LetterSection("", (desk.law.text(f"checklist_blank_{kind}"),))]
    overrides = desk.rules(session).overrides
    for subject in _BLANK_SUBJECTS[kind]:
        required = desk.law.requirements(subject, desk.today, overrides)
        rows = tuple((each.text, each.article, _bring(each)) for each in required)
        limits = (_vehicle_limits(desk, session),) if subject is SubjectKind.VEHICLE else ()
        sections.append(LetterSection(_HEADINGS[subject], limits, LetterTable(_COLUMNS, rows)))
    if kind in _FEES:
        sections += _fee(desk, session, kind, renews=False)
    return sections


def _vehicle_limits(desk: Desk, session: Session) -> str:
    limits = desk.law.vehicle_limits(desk.today, desk.rules(session).overrides)
    return desk.law.text(
        "checklist_vehicle_limits", age=str(limits.maximum_age), hybrid=str(limits.maximum_age_hybrid),
        doors=str(limits.minimum_doors), seats=str(limits.maximum_seats),
    )  # fmt: skip


def _fee(desk: Desk, session: Session, kind: SubjectKind, *, renews: bool) -> list[LetterSection]:
    """What the fee is today; nothing while the office has set none."""
    first, renewal, article, renewal_article = _FEES[kind]
    try:
        amount = desk.rules(session).parameter(renewal if renews else first, desk.today).number
    except InvalidValue:
        return []
    words = {"what": "renovação" if renews else "autorização", "article": renewal_article if renews else article}
    return [LetterSection("", (desk.law.text("checklist_fee", amount=format_money(amount), **words),))]


def _bring(requirement: Requirement) -> str:
    if requirement.validity_days is None:
        return requirement.bring
    return f"{requirement.bring} Emitida há no máximo {requirement.validity_days} dias."
