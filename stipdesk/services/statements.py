"""What the office puts in writing about a standing: that it is regular, why it is not, that the law extended it.

Each is true when it is written and says when that was; its QR code, read later, says whether it still is
(`services.verification`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID

from stipdesk.domain.applications import ApplicationKind
from stipdesk.domain.authorization import last_timely_renewal
from stipdesk.domain.clock import local_time
from stipdesk.domain.documents import DocumentKind, LetterSection, LetterTable, LetterText, Verdict
from stipdesk.domain.errors import Reason, Refused
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import Finding, RenewalRequest, Standing, StandingState, Term
from stipdesk.domain.text import format_date
from stipdesk.models import Application, Authorization, Vehicle
from stipdesk.models.base import RegisterRow
from stipdesk.services import holders, letters, office
from stipdesk.services.access import Desk
from stipdesk.services.holders import Situation
from stipdesk.services.letters import Proof, day
from stipdesk.services.registers import label_of
from stipdesk.signing.payload import StatementAbout
from stipdesk.store.engine import Session
from stipdesk.store.queries import applications, papers
from stipdesk.store.queries import registers as queries
from stipdesk.store.unit_of_work import UnitOfWork

_VERDICTS = {
    StandingState.REGULAR: ("REGULAR", Verdict.GOOD),
    StandingState.ATTENTION: ("REGULAR", Verdict.GOOD),
    StandingState.EXTENDED: ("EM VIGOR POR PRORROGAÇÃO LEGAL", Verdict.GOOD),
    StandingState.PROVISIONAL: ("AUTORIZAÇÃO PROVISÓRIA", Verdict.CARE),
    StandingState.CONDITIONAL: ("CADASTRO CONDICIONAL", Verdict.CARE),
    StandingState.SUSPENDED: ("SUSPENSO", Verdict.STOP),
    StandingState.CASSATED: ("CASSADO", Verdict.STOP),
    StandingState.REVOKED: ("REVOGADO", Verdict.STOP),
    StandingState.UNPAID: ("SEM PAGAMENTO", Verdict.STOP),
    StandingState.EXPIRED: ("VENCIDO", Verdict.STOP),
    StandingState.BLOCKED: ("BLOQUEADO", Verdict.STOP),
    StandingState.NEVER_AUTHORIZED: ("SEM AUTORIZAÇÃO", Verdict.STOP),
    StandingState.WITHDRAWN: ("CADASTRO BAIXADO", Verdict.STOP),
}
_WARNED = ("REGULAR, COM AVISOS", Verdict.CARE)
_WAITING = ("EM VIGOR ATÉ A DECISÃO DA RENOVAÇÃO", Verdict.GOOD)
# Cured by a new paper: then the sheet says what that one still lacks.
_TO_ISSUE = frozenset(
    {StandingState.NEVER_AUTHORIZED, StandingState.EXPIRED, StandingState.UNPAID, StandingState.BLOCKED}
)
_COLUMNS = (("O QUE", 8.0), ("ARTIGO", 4.0), ("DESDE", 2.9), ("ATÉ", 2.9), ("COMO RESOLVER", 8.0))
# Where the renewal is asked in time, and where it then keeps the CAA in force.
_EXTENSION = {
    SubjectKind.OPERATOR: ("art. 12, § 1º", "art. 12, § 2º"),
    SubjectKind.DRIVER: ("art. 17, § 1º", "art. 17, § 2º"),
}

Facts = tuple[tuple[str, str, float], ...]


@dataclass(frozen=True, slots=True)
class StatementOutlook:
    """Which of the three papers can be written of this standing, for the buttons: why not, "" when it can."""

    regular: str
    irregular: str
    extension: str


def outlook(desk: Desk, session: Session, row: RegisterRow, standing: Standing) -> StatementOutlook:
    """What the card says on its buttons; `standing` is the one it already read."""
    serves = standing.state.may_serve
    articles = "arts. 12, § 2º, e 17, § 2º"
    extension = f"Só o CAA é prorrogado; o selo não ({articles})."
    if holders.kind_of(row) is not SubjectKind.VEHICLE:
        waiting = serves and _timely_renewal(desk, session, row) is not None
        extension = "" if waiting else f"Não há renovação pedida a tempo aguardando decisão ({articles})."
    return StatementOutlook(
        "" if serves else "A situação de hoje não é regular: imprima por que está irregular.",
        "" if standing.findings else "Está regular e sem avisos: não há o que explicar.",
        extension,
    )


def regular_statement(desk: Desk, kind: SubjectKind, subject_id: UUID) -> UUID:
    """Write that an operator, driver or vehicle may serve today, by which paper, since and until when.

    Raises `Refused` with every finding when it may not.
    """
    with desk.act(Act.ISSUE_STATEMENT) as work:
        row = work.get(queries.MODELS[kind], subject_id)
        standing = holders.standings(desk, work.session, [row])[subject_id]
        _refuse_irregular("Não há situação regular a declarar hoje.", standing)
        until = _shown_until(desk, work.session, standing)
        text = desk.law.text
        sections = [LetterSection("", (_regular_body(desk, work.session, row, standing),))]
        sections += _found("Avisos", [each for each in standing.findings if each.code != "extended"])
        closing = (text("statement_moment", moment=_moment(work)), text("statement_validity", day=format_date(until)))
        sections.append(LetterSection("", closing))
        facts = _paper_facts(work.session, row, standing, desk.today)
        facts += _dates(("ATÉ", day(standing.until)))
        verdict = _VERDICTS[standing.state]
        letter = _letter(desk, work, row, text("regular_statement_title"), verdict, sections, facts, signs=True)
        proof = Proof(StatementAbout.REGULAR, _subject(row), until)
        return letters.write(desk, work, DocumentKind.REGULAR_STATEMENT, subject_id, letter, proof=proof).id


def irregular_sheet(desk: Desk, kind: SubjectKind, subject_id: UUID) -> UUID:
    """Write why an operator, driver or vehicle is irregular, or what it should see to: each with article and cure.

    Raises `Refused` when it is regular and there is nothing to say.
    """
    with desk.act(Act.ISSUE_STATEMENT) as work:
        row = work.get(queries.MODELS[kind], subject_id)
        situation = holders.situations(desk, work.session, [row])[subject_id]
        standing = situation.standing
        if not standing.findings:
            raise Refused("Está regular e sem avisos: não há o que explicar. Imprima a declaração de situação regular.")
        serves, text = standing.state.may_serve, desk.law.text
        code = "irregular_sheet_warnings" if serves else "irregular_sheet"
        sections = [
            LetterSection("", (text(f"{code}_body"),)),
            *_found("O que impede de servir", [each for each in standing.findings if each.blocks]),
            *_found("O que pede providência", [each for each in standing.findings if not each.blocks]),
            *_lacking(situation),
            LetterSection("", (text("statement_moment", moment=_moment(work)),)),
        ]
        verdict = _WARNED if standing.state is StandingState.ATTENTION else _VERDICTS[standing.state]
        facts = _dates(("DESDE", _since(standing)), ("ATÉ", day(standing.until)))
        letter = _letter(desk, work, row, text(f"{code}_title"), verdict, sections, facts)
        about = StatementAbout.WARNINGS if serves else StatementAbout.IRREGULAR
        proof = Proof(about, _subject(row), _shown_until(desk, work.session, standing))
        return letters.write(desk, work, DocumentKind.IRREGULAR_SHEET, subject_id, letter, proof=proof).id


def extension_declaration(desk: Desk, kind: SubjectKind, subject_id: UUID) -> UUID:
    """Write that the CAA stays in force until the renewal asked in time is decided (art. 12 §2, art. 17 §2).

    Raises `Refused` for a vehicle, while it may not serve, and without a timely renewal waiting for the decision.
    """
    with desk.act(Act.ISSUE_STATEMENT) as work:
        row = work.get(queries.MODELS[kind], subject_id)
        if kind not in _EXTENSION:
            raise Refused("A lei só prorroga o CAA (arts. 12, § 2º, e 17, § 2º): faça nova vistoria do veículo.")
        standing = holders.standings(desk, work.session, [row])[subject_id]
        _refuse_irregular("Não há prorrogação a declarar hoje.", standing)
        request = _timely_renewal(desk, work.session, row)
        if request is None:
            raise _no_extension(desk, work.session, row)
        caa = work.session.get_one(Authorization, request.renews_id)
        asked, article = _EXTENSION[kind]
        until, text = _shown_until(desk, work.session, standing, extended=True), desk.law.text
        protocol = str(applications.number_of(request))
        body = text(
            "extension_declaration_body", number=str(papers.number_of(caa)), until=format_date(caa.valid_until),
            filed=format_date(request.filed_on), request=protocol, asked=asked, article=article,
        )  # fmt: skip
        carry = text("extension_declaration_carry", day=format_date(until))
        sections = [
            LetterSection("", (body, carry)),
            LetterSection("", (text("statement_moment", moment=_moment(work)),)),
        ]
        asked_on = ("REQUERIDA EM", format_date(request.filed_on), 3.0)
        facts = ("PROTOCOLO", protocol, 3.0), asked_on, ("CAA", str(papers.number_of(caa)), 3.0)
        title = text("extension_declaration_title")
        letter = _letter(desk, work, row, title, _WAITING, sections, facts, signs=True)
        proof = Proof(StatementAbout.EXTENDED, _subject(row), until)
        return letters.write(
            desk, work, DocumentKind.EXTENSION_DECLARATION, subject_id, letter, process_id=request.id, proof=proof
        ).id


def _letter(
    desk: Desk,
    work: UnitOfWork,
    row: RegisterRow,
    title: str,
    verdict: tuple[str, Verdict],
    sections: Sequence[LetterSection],
    facts: Facts,
    *,
    signs: bool = False,
) -> LetterText:
    profile = office.require(work.session)
    return LetterText(
        title,
        desk.law.text("statement_subtitle", heading=desk.law.text("law_heading")),
        (letters.about(row), *((facts,) if facts else ())),
        tuple(sections),
        ((profile.coordinator_title, profile.management_unit_name),) if signs else (),
        verdict,
    )


def _dates(*dates: tuple[str, str]) -> Facts:
    return tuple((label, value, 3.0) for label, value in dates if value)


def _regular_body(desk: Desk, session: Session, row: RegisterRow, standing: Standing) -> str:
    kind = holders.kind_of(row)
    if standing.state is StandingState.CONDITIONAL:
        term = applications.conditional_terms(session, [row.id])[row.id]
        until = standing.until or term.due_on
        return desk.law.text(
            "regular_statement_conditional", since=format_date(term.filed_on), until=format_date(until)
        )
    paper = _paper(session, row, desk.today)
    code = f"regular_statement_{kind}"
    if standing.state is StandingState.EXTENDED:
        code = "regular_statement_extended"
    elif paper.provisional:
        code = "regular_statement_provisional"
    return desk.law.text(
        code,
        name=label_of(row),
        number=paper.number,
        since=format_date(_began(paper)),
        until=format_date(paper.valid_until),
        article=_EXTENSION[kind][1] if kind in _EXTENSION else "",
    )


def _paper_facts(session: Session, row: RegisterRow, standing: Standing, on: date) -> Facts:
    if standing.state is StandingState.CONDITIONAL:
        return ()
    paper = _paper(session, row, on)
    label = "SELO" if isinstance(row, Vehicle) else "CAA PROVISÓRIO" if paper.provisional else "CAA"
    return (label, paper.number, 3.0), ("DESDE", day(_began(paper)), 3.0)


def _began(paper: Term) -> date:
    return max(paper.valid_from, paper.issued_on or paper.valid_from)


def _paper(session: Session, row: RegisterRow, on: date) -> Term:
    """The CAA or seal on which it serves: the one in force, the annual before the provisional, or the one extended."""
    kind = holders.kind_of(row)
    terms = (
        papers.seal_terms(session, [row.id])
        if isinstance(row, Vehicle)
        else papers.authorization_terms(session, kind, [row.id])
    )
    good = [term for term in terms[row.id] if term.counts(on) and term.is_paid(on) and term.valid_from <= on]
    return max(good, key=lambda term: (term.covers(on), not term.provisional, term.valid_until))


def _timely_renewal(desk: Desk, session: Session, row: RegisterRow) -> Application | None:
    request = _open_renewal(session, row)
    if request is None:
        return None
    caa = session.get_one(Authorization, request.renews_id)
    asked = RenewalRequest(str(applications.number_of(request)), request.filed_on, caa.valid_until)
    return request if holders.is_timely_renewal(desk.rules(session), asked) else None


def _open_renewal(session: Session, row: RegisterRow) -> Application | None:
    request = applications.open_authorization_request(session, holders.kind_of(row), row.id)
    return request if request is not None and request.kind is ApplicationKind.RENEWAL else None


def _no_extension(desk: Desk, session: Session, row: RegisterRow) -> Refused:
    asked, article = _EXTENSION[holders.kind_of(row)]
    text, cure = "Não há renovação aguardando decisão", "Protocole a renovação, com a antecedência exigida."
    request = _open_renewal(session, row)
    if request is not None:
        caa, rules = session.get_one(Authorization, request.renews_id), desk.rules(session)
        days = rules.parameter("renewal_antecedence_days", request.filed_on).number
        rolls = rules.parameter("renewal_rolls_forward", request.filed_on).flag
        last = last_timely_renewal(caa.valid_until, days, rules.calendar if rolls else None)
        text = f"A renovação foi pedida em {format_date(request.filed_on)}, e o prazo terminou em {format_date(last)}"
        article, cure = asked, f"O CAA vale até {format_date(caa.valid_until)}: decida o requerimento antes."
    return Refused("Não há prorrogação a declarar hoje.", Reason("extension", text, article, cure))


def _refuse_irregular(message: str, standing: Standing) -> None:
    if not standing.state.may_serve:
        blocking = [each for each in standing.findings if each.blocks]
        raise Refused(message, *(Reason(each.code, each.text, each.article, each.cure) for each in blocking))


def _shown_until(desk: Desk, session: Session, standing: Standing, *, extended: bool = False) -> date:
    """The last day the paper may be shown: a setting, and never beyond the standing it tells of.

    What the law extends does not end with the date printed on the CAA, only with a measure that is already decided.
    """
    last = desk.today + timedelta(days=desk.rules(session).parameter("statement_validity_days", desk.today).number)
    announced = [each.until for each in standing.findings if each.code.startswith("announced.")]
    ends = announced if extended else [standing.until]
    return min([last, *(end for end in ends if end is not None)])


def _found(heading: str, findings: Sequence[Finding]) -> list[LetterSection]:
    return [LetterSection(heading, (), _table(findings))] if findings else []


def _lacking(situation: Situation) -> list[LetterSection]:
    """What is still missing for a new CAA or seal, beyond what the findings already say."""
    if situation.standing.state not in _TO_ISSUE:
        return []
    said = {finding.code for finding in situation.standing.findings}
    missing = [line for line in situation.requirements if line.state.is_missing and line.requirement.code not in said]
    rows = tuple((line.problem, line.requirement.article, line.requirement.cure) for line in missing)
    columns = (("O QUE", 8.0), ("ARTIGO", 4.0), ("COMO RESOLVER", 14.6))
    return [LetterSection("O que ainda falta apresentar", (), LetterTable(columns, rows))] if rows else []


def _table(findings: Sequence[Finding]) -> LetterTable:
    rows = (
        (each.text, each.article, day(each.since) or "—", day(each.until) or "—", each.cure or "—") for each in findings
    )
    return LetterTable(_COLUMNS, tuple(rows))


def _since(standing: Standing) -> str:
    """Since when it is irregular: the oldest of what blocks it. A regular one names its paper instead."""
    days = [each.since for each in standing.findings if each.blocks and each.since is not None]
    return day(min(days, default=None))


def _subject(row: RegisterRow) -> str:
    return row.plate if isinstance(row, Vehicle) else label_of(row)


def _moment(work: UnitOfWork) -> str:
    return f"{local_time(work.moment):%d/%m/%Y, às %H:%M}"
