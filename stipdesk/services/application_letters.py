"""The papers of an application: receipt, requisition, refusal, and the list of what is to be brought.

The wording is the law data's (`resources/law/texts.toml`); here is only what goes into it and in which order.
"""

from collections.abc import Sequence

from stipdesk.domain.applications import ApplicationChannel, ApplicationKind, IssueClock
from stipdesk.domain.authorization import last_timely_renewal
from stipdesk.domain.calendar import Deadline
from stipdesk.domain.documents import DocumentKind, LetterSection, LetterTable, LetterText
from stipdesk.domain.identifiers import Plate
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.requirements import RequirementLine, RequirementState
from stipdesk.domain.standing import RenewalRequest
from stipdesk.models import (
    Application,
    Authorization,
    Driver,
    IssuedDocument,
    Operator,
    Proposal,
    Requisition,
    Vehicle,
)
from stipdesk.services import holders, letters
from stipdesk.services.access import Desk
from stipdesk.services.application_facts import bound_by, holder_of
from stipdesk.services.letters import day
from stipdesk.store.engine import Session
from stipdesk.store.queries import applications as queries
from stipdesk.store.queries import office as office_queries
from stipdesk.store.queries import papers
from stipdesk.store.queries import registers as register_queries
from stipdesk.store.unit_of_work import UnitOfWork

_MISSING = (("REQUISITO", 8.0), ("ARTIGO", 3.6), ("SITUAÇÃO", 4.2), ("O QUE TRAZER", 7.0))
_GOOD = (("REQUISITO", 12.0), ("ARTIGO", 4.6), ("SITUAÇÃO", 6.0))
# Where the renewal is asked in time, and where it then keeps the CAA in force.
_RENEWAL = {
    SubjectKind.OPERATOR: ("art. 12, § 1º", "art. 12, § 2º"),
    SubjectKind.DRIVER: ("art. 17, § 1º", "art. 17, § 2º"),
}


def write_receipt(
    desk: Desk, work: UnitOfWork, row: Application, lines: Sequence[RequirementLine], clock: IssueClock | None
) -> IssuedDocument:
    """The citizen's proof of what was asked and when, with what is missing, the terms and what a renewal is worth."""
    text, missing = desk.law.text, missing_of(lines)
    body = text("application_receipt_body", by=row.filed_by, day=day(row.filed_on), what=_what(desk, row))
    sections = [LetterSection("", (body, *_renewal(desk, work.session, row)))]
    if row.notes:
        heading = text("application_data") if row.kind is ApplicationKind.DATA_CHANGE else "Observação"
        sections.append(LetterSection(heading, tuple(row.notes.splitlines())))
    if missing:
        open_still = text("application_receipt_missing", article=bound_by(row))
        sections.append(LetterSection("O que falta", (open_still,), _missing_table(missing)))
    elif lines:
        sections.append(LetterSection("O que falta", (text("application_receipt_complete"),)))
    sections += _conditional(desk, work.session, row, missing)
    sections += _clock(desk, work.session, row, clock)
    good = [line for line in lines if line not in missing]
    if good:
        # In a few lines, not a table: what is missing is what the citizen has to see.
        sections.append(LetterSection("Em ordem nesta data", (_good_text(good),)))
    sections += _email_consent(desk, work.session, row)
    sections.append(LetterSection("", (text("application_receipt_keep"),)))
    letter = LetterText(
        text("application_receipt_title"),
        _subtitle(desk, row),
        _facts(desk, work.session, row, number=False),
        tuple(sections),
        (letters.signer(desk, work.session), ("Quem apresentou", row.filed_by)),
    )
    number = ("PROTOCOLO Nº", str(queries.number_of(row)))
    return letters.write(
        desk, work, DocumentKind.APPLICATION_RECEIPT, holder_of(row)[1], letter, process_id=row.id, number=number
    )


def _email_consent(desk: Desk, session: Session, row: Application) -> list[LetterSection]:
    """The consent of art. 15 IV, for the driver who signs the receipt: nobody gives it in his place."""
    if not row.kind.asks_for_authorization or row.driver_id is None:
        return []
    driver = register_queries.require(session, Driver, row.driver_id)
    if not driver.email or row.filed_by != driver.full_name:
        return []
    return [LetterSection("Comunicações", (desk.law.text("email_consent", email=driver.email),))]


def write_requisition(
    desk: Desk, work: UnitOfWork, row: Application, requisition: Requisition, named: Sequence[RequirementLine]
) -> IssuedDocument:
    """What the citizen must bring, and what it does to the terms of the office and to the citizen's own."""
    text = desk.law.text
    number = str(queries.number_of(row))
    body = text("requisition_body", what=_what(desk, row), number=number, day=day(row.filed_on))
    effects = [text("requisition_term", article=bound_by(row))]
    if row.filing_deadline is not None:
        code = "requisition_clock" if _pauses(desk, work.session, row) else "requisition_clock_runs"
        effects.insert(0, text(code, article=Deadline.from_data(row.filing_deadline).rule.article))
    if row.conditional_until is not None:
        effects.append(text("requisition_conditional", due=day(row.conditional_until)))
    sections = [LetterSection("O que falta", (body,), _missing_table(named))]
    if requisition.text:
        sections.append(LetterSection("Além disso", tuple(requisition.text.splitlines())))
    sections.append(LetterSection("Prazos", tuple(effects)))
    letter = LetterText(
        text("requisition_title"),
        _subtitle(desk, row),
        _facts(desk, work.session, row, ("EXIGÊNCIA", f"{requisition.ordinal}ª", 2.0)),
        tuple(sections),
        (letters.signer(desk, work.session), letters.INTERESTED),
    )
    return letters.write(desk, work, DocumentKind.REQUISITION, holder_of(row)[1], letter, process_id=row.id)


def write_refusal(
    desk: Desk, work: UnitOfWork, row: Application, named: Sequence[RequirementLine], proposal: Proposal
) -> IssuedDocument:
    """The refusal: the requirements not met, the reasons, the two people, and that asking again is always possible."""
    text = desk.law.text
    number = str(queries.number_of(row))
    body = text(
        "refusal_body", what=_what(desk, row), number=number, day=day(row.filed_on), article=bound_by(row)
    )  # fmt: skip
    sections = (
        LetterSection("Decisão", (body,), _missing_table(named)),
        LetterSection("Motivação", tuple(proposal.reason.splitlines())),
        LetterSection("Efeitos", tuple(_effects_of_refusal(desk, work.session, row))),
    )
    assert desk.actor is not None
    proposer = office_queries.user_names(work.session, [proposal.proposed_by])[proposal.proposed_by]
    people = (("PROPOSTO POR", proposer, 4.0), ("DECIDIDO POR", desk.actor.full_name, 4.0))
    letter = LetterText(
        text("refusal_title"),
        _subtitle(desk, row),
        (*_facts(desk, work.session, row), (*people, ("DECIDIDO EM", day(row.decided_on), 2.6))),
        sections,
        (letters.signer(desk, work.session), letters.INTERESTED),
    )
    return letters.write(desk, work, DocumentKind.REFUSAL, holder_of(row)[1], letter, process_id=row.id)


def missing_of(lines: Sequence[RequirementLine]) -> list[RequirementLine]:
    """Those that keep a request from being granted today."""
    return [line for line in lines if line.state.is_missing]


def missing_section(heading: str, lines: Sequence[RequirementLine]) -> list[LetterSection]:
    """What is missing of one record, with the cure of each; nothing when nothing is."""
    missing = missing_of(lines)
    return [LetterSection(heading, (), _missing_table(missing))] if missing else []


def good_section(heading: str, lines: Sequence[RequirementLine]) -> list[LetterSection]:
    """What is in order of one record, and until when."""
    good = [line for line in lines if not line.state.is_missing]
    return [LetterSection(heading, (), _good_table(good))] if good else []


def _missing_table(lines: Sequence[RequirementLine]) -> LetterTable:
    rows = (
        (line.requirement.text, line.requirement.article, _situation(line), line.requirement.bring) for line in lines
    )
    return LetterTable(_MISSING, tuple(rows))


def _good_table(lines: Sequence[RequirementLine]) -> LetterTable:
    rows = ((line.requirement.text, line.requirement.article, _situation(line)) for line in lines)
    return LetterTable(_GOOD, tuple(rows))


def _good_text(lines: Sequence[RequirementLine]) -> str:
    said = []
    for line in lines:
        until = f", até {day(line.valid_until)}" if line.valid_until is not None else ""
        word = "" if line.state is RequirementState.MET else f": {_situation(line)[0].lower()}{_situation(line)[1:]}"
        said.append(f"{line.requirement.text} ({line.requirement.article}){word}{until}")
    return "; ".join(said) + "."


def _situation(line: RequirementLine) -> str:
    until = day(line.valid_until)
    match line.state:
        case RequirementState.MISSING:
            return "Falta"
        case RequirementState.REFUSED:
            return f"Recusado: {line.check.note}" if line.check is not None and line.check.note else "Recusado"
        case RequirementState.LAPSED:
            return f"Venceu em {until}" if until else "Vencido"
        case RequirementState.EXEMPT:
            return f"Dispensado por ordem judicial: {line.exempted_by}"
        case RequirementState.NOT_APPLICABLE:
            return "Não é o caso"
        case RequirementState.MET:
            return f"Em ordem até {until}" if until else "Em ordem"


def _what(desk: Desk, row: Application) -> str:
    return desk.law.text(f"application_{row.kind}")


def _subtitle(desk: Desk, row: Application) -> str:
    article = bound_by(row)
    comma = "," if "," in article else ""
    return desk.law.text("application_subtitle", article=f"{article[0].upper()}{article[1:]}{comma}")


def _facts(
    desk: Desk, session: Session, row: Application, *more: tuple[str, str, float], number: bool = True
) -> tuple[tuple[tuple[str, str, float], ...], ...]:
    """Who asks, the vehicle it is about, and how the request came; `number` when the head does not say it."""
    kind, holder_id = holder_of(row)
    lines = [letters.about(register_queries.rows_by_id(session, kind, [holder_id])[holder_id])]
    if row.vehicle_id is not None:
        lines.append(letters.about(register_queries.require(session, Vehicle, row.vehicle_id)))
    came = desk.law.text("application_desk")
    if row.channel is ApplicationChannel.OPERATOR and row.sponsor_id is not None:
        sponsor = register_queries.require(session, Operator, row.sponsor_id)
        came = desk.law.text("application_operator", name=sponsor.legal_name)
    protocol = (("PROTOCOLO", str(queries.number_of(row)), 3.4),) if number else ()
    lines.append(
        (
            *protocol,
            *more,
            *_change(session, row),
            ("PROTOCOLADO EM", day(row.filed_on), 2.8),
            ("APRESENTADO", came, 5.0),
        )
    )
    return tuple(lines)


def _change(session: Session, row: Application) -> tuple[tuple[str, str, float], ...]:
    """The new plate, or the vehicle that goes away, with the plate it has today."""
    if row.new_plate:
        return (("PLACA NOVA", Plate(row.new_plate).shown, 2.6),)
    if row.replaced_vehicle_id is None:
        return ()
    return (
        ("NO LUGAR DE", Plate(register_queries.require(session, Vehicle, row.replaced_vehicle_id).plate).shown, 2.6),
    )


def _renewal(desk: Desk, session: Session, row: Application) -> tuple[str, ...]:
    """Whether a renewal was asked in time, and what that means for the CAA in force (arts. 12 and 17)."""
    if row.renews_id is None:
        return ()
    caa, rules = session.get_one(Authorization, row.renews_id), desk.rules(session)
    days = rules.parameter("renewal_antecedence_days", row.filed_on).number
    rolls = rules.parameter("renewal_rolls_forward", row.filed_on).flag
    last = last_timely_renewal(caa.valid_until, days, rules.calendar if rolls else None)
    asked, article = _RENEWAL[holder_of(row)[0]]
    timely = _is_timely(desk, session, row, caa)
    return (
        desk.law.text(
            "application_renewal_timely" if timely else "application_renewal_late",
            number=str(papers.number_of(caa)), until=day(caa.valid_until), last=day(last), asked=asked, article=article,
        ),
    )  # fmt: skip


def _is_timely(desk: Desk, session: Session, row: Application, caa: Authorization) -> bool:
    request = RenewalRequest(str(queries.number_of(row)), row.filed_on, caa.valid_until)
    return holders.is_timely_renewal(desk.rules(session), request)


def _pauses(desk: Desk, session: Session, row: Application) -> bool:
    return desk.rules(session).parameter("issue_clock_pauses_on_requisition", row.filed_on).flag


def _clock(desk: Desk, session: Session, row: Application, clock: IssueClock | None) -> list[LetterSection]:
    """The office's 30 days in plain words: the figure from the filing and the one that binds."""
    if clock is None or row.filing_deadline is None:
        return []
    text, rule = desk.law.text, Deadline.from_data(row.filing_deadline).rule
    words = [text("application_clock", length=rule.length, article=rule.article)]
    if clock.completed_on is not None:
        due = day(clock.completeness_due_on)
        words.append(text("application_clock_complete", completed=day(clock.completed_on), due=due))
    else:
        today = desk.rules(session).deadline(rule.code, desk.today)
        words.append(text("application_clock_incomplete", due=day(today.due)))
    code = "application_clock_pauses" if _pauses(desk, session, row) else "application_clock_runs"
    words.append(text(code, due=day(clock.filing_due_on)))
    return [LetterSection("Prazo da CMTU", tuple(words))]


def _conditional(
    desk: Desk, session: Session, row: Application, missing: Sequence[RequirementLine]
) -> list[LetterSection]:
    """The 30 days of art. 19 §1 with their reckoning, or why there are none."""
    if row.conditional_deadline is not None:
        deadline = Deadline.from_data(row.conditional_deadline)
        said = desk.law.text("application_conditional", due=day(deadline.due))
        return [
            LetterSection("Cadastro condicional", (said,)),
            LetterSection("Contagem do prazo", (" ".join(deadline.steps),)),
        ]
    without = any(line.requirement.code == "vehicle.inspection" for line in missing)
    if without and row.vehicle_id is not None and queries.conditional_terms(session, [row.vehicle_id]):
        return [LetterSection("Cadastro condicional", (desk.law.text("application_conditional_spent"),))]
    return []


def _effects_of_refusal(desk: Desk, session: Session, row: Application) -> list[str]:
    text = desk.law.text
    said = []
    if row.renews_id is not None:
        caa = session.get_one(Authorization, row.renews_id)
        if _is_timely(desk, session, row, caa):
            number, article = str(papers.number_of(caa)), _RENEWAL[holder_of(row)[0]][1]
            code = "refusal_timely" if caa.valid_until < desk.today else "refusal_before_the_end"
            said.append(text(code, number=number, until=day(caa.valid_until), article=article))
    if row.conditional_until is not None and row.conditional_until >= desk.today:
        said.append(text("refusal_conditional"))
    said.append(text("refusal_again"))
    if row.kind.asks_for_authorization and papers.unspent_payment(session, *holder_of(row)) is not None:
        said.append(text("refusal_paid"))
    return said
