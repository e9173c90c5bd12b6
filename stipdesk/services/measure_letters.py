"""What the papers of a measure say: opening, decision, reversal, end, and what the operators are told.

The wording is the law data's (`resources/law/texts.toml`); here is only what goes into it and in which order.
"""

from uuid import UUID

from stipdesk.domain.calendar import Deadline
from stipdesk.domain.documents import DocumentKind, LetterSection, LetterTable, LetterText
from stipdesk.domain.identifiers import Cnpj, Cpf
from stipdesk.domain.measures import MeasureEnding, MeasureKind, bar_of
from stipdesk.domain.registers import SubjectKind
from stipdesk.models import Driver, IssuedDocument, MeasureRow, Operator, Proposal
from stipdesk.services import holders, letters, office
from stipdesk.services.access import Desk
from stipdesk.services.letters import day
from stipdesk.services.measure_facts import conditions_of, holder_row
from stipdesk.services.registers import label_of
from stipdesk.store.engine import Session
from stipdesk.store.queries import applications as queries
from stipdesk.store.queries import registers as register_queries
from stipdesk.store.unit_of_work import UnitOfWork

_ENDS = {
    MeasureEnding.LIFTED: "measure_end_lifted",
    MeasureEnding.ANNULLED: "measure_end_annulled",
    MeasureEnding.DISMISSED: "measure_end_dismissed",
}


def write_opening(desk: Desk, work: UnitOfWork, row: MeasureRow) -> IssuedDocument:
    """The opening of art. 38: the conditions lost, the facts, the term to defend oneself."""
    text = desk.law.text
    holder = holder_row(work.session, row)
    name = label_of(holder)
    sections = (
        LetterSection("", (text("measure_opening_body", name=name),)),
        LetterSection("Condições que não se mantêm", (), _conditions(desk, row)),
        LetterSection("Fatos", tuple(row.reason.splitlines())),
        LetterSection(
            "Defesa",
            (_defense_text(desk, work.session, row), text("measure_opening_where"), text("measure_opening_keeps")),
        ),
        *_reckoning("Contagem do prazo", row.defense_deadline),
    )
    letter = LetterText(
        text("measure_opening_title"),
        text("measure_opening_subtitle"),
        (letters.about(holder), _file_line(row, ("ABERTO EM", day(row.opened_on)))),
        sections,
        (_signer(desk, work.session), ("Ciência do interessado", "Nome, data e assinatura")),
    )
    return _write(desk, work, DocumentKind.MEASURE_OPENING, row, letter, "PROCESSO Nº")


def write_decision(desk: Desk, work: UnitOfWork, row: MeasureRow, proposal: Proposal) -> IssuedDocument:
    """The decision that imposes a measure, with its reasons, its effect and what follows from it."""
    session = work.session
    holder = holder_row(session, row)
    words = _decision_words(desk, session, row, label_of(holder))
    code = f"measure_{row.kind}"
    body, after = desk.law.text(f"{code}_body", **words), desk.law.text(f"{code}_after", **words)
    reasons = proposal.reason if proposal.reason == row.reason else f"{row.reason}\n{proposal.reason}"
    sections = [LetterSection("Decisão", (body,))]
    if row.conditions:
        sections.append(LetterSection("Condições que não se mantêm", (), _conditions(desk, row)))
    sections += [LetterSection("Motivação", tuple(reasons.splitlines())), LetterSection("Efeitos", (after,))]
    if row.kind is MeasureKind.CONDITIONS_SUSPENSION:
        sections.insert(-1, LetterSection("Defesa", (_heard_text(row),)))
    if isinstance(holder, Operator):
        sections += _drivers_concerned(desk, session, holder.id)
    dates = [("DECIDIDA EM", day(row.imposed_on)), ("EFEITO DESDE", day(row.effective_from))]
    if row.effective_until is not None:
        dates.append(("ATÉ", day(row.effective_until)))
    letter = LetterText(
        desk.law.text(f"{code}_title"),
        desk.law.text("measure_decision_subtitle", article=_capital(row.kind.article)),
        (letters.about(holder), _file_line(row, *dates)),
        tuple(sections),
        (_signer(desk, session), ("Ciência do interessado", "Nome, data e assinatura")),
    )
    return _write(desk, work, DocumentKind.MEASURE_DECISION, row, letter, "DECISÃO Nº")


def write_reversal(desk: Desk, work: UnitOfWork, row: MeasureRow, proposal: Proposal) -> IssuedDocument:
    """The decision on the reversal that was asked for (arts. 39 and 40), granted or not."""
    holder = holder_row(work.session, row)
    name, requested = label_of(holder), day(row.reversal_requested_on)
    if row.reversal_granted:
        kind, code = DocumentKind.MEASURE_END, "measure_reversal_granted"
        paragraphs = (desk.law.text(f"{code}_body", name=name, requested=requested, day=day(row.ended_on)),)
        after = desk.law.text("measure_end_after")
    else:
        kind, code = DocumentKind.MEASURE_DECISION, "measure_reversal_denied"
        paragraphs = (desk.law.text(f"{code}_body", name=name, requested=requested),)
        after = desk.law.text(f"{code}_after")
    sections = (
        LetterSection("Decisão", paragraphs),
        LetterSection("Prova apresentada", tuple(row.reversal_proof.splitlines())),
        LetterSection("Motivação", tuple(proposal.reason.splitlines())),
        LetterSection("Efeitos", (after,)),
    )
    dates = (("PEDIDA EM", requested), ("DECIDIDA EM", day(row.reversal_decided_on)))
    article = "Art. 39" if row.reversal_granted else "Arts. 39 e 40"
    letter = LetterText(
        desk.law.text(f"{code}_title"),
        desk.law.text("measure_decision_subtitle", article=article),
        (letters.about(holder), _file_line(row, *dates)),
        sections,
        (_signer(desk, work.session), ("Ciência do interessado", "Nome, data e assinatura")),
    )
    return _write(desk, work, kind, row, letter, "DECISÃO Nº")


def write_end(desk: Desk, work: UnitOfWork, row: MeasureRow, proposal: Proposal) -> IssuedDocument:
    """The paper of a measure lifted by the office, annulled by a court, or of a process dismissed."""
    assert row.ending is not None
    holder = holder_row(work.session, row)
    number = str(queries.number_of(row))
    body = desk.law.text(_ENDS[row.ending], name=label_of(holder), number=number, day=day(row.ended_on))
    sections = [LetterSection("Decisão", (body,)), LetterSection("Motivação", tuple(proposal.reason.splitlines()))]
    if row.ending is not MeasureEnding.DISMISSED:
        sections.append(LetterSection("Efeitos", (desk.law.text("measure_end_after"),)))
    letter = LetterText(
        desk.law.text("measure_end_title"),
        desk.law.text("measure_decision_subtitle", article=_capital(row.kind.article)),
        (letters.about(holder), _file_line(row, ("ENCERRADA EM", day(row.ended_on)))),
        tuple(sections),
        (_signer(desk, work.session), ("Ciência do interessado", "Nome, data e assinatura")),
    )
    return _write(desk, work, DocumentKind.MEASURE_END, row, letter, "DECISÃO Nº")


def write_communication(desk: Desk, work: UnitOfWork, row: MeasureRow, operator: Operator) -> IssuedDocument:
    """What an operator is told of a measure against a driver linked to it, or of its end (arts. 33 p.ú. and 34 §2)."""
    driver = holder_row(work.session, row)
    assert isinstance(driver, Driver)
    words = {"driver": driver.full_name, "document": Cpf(driver.cpf).shown, "number": str(queries.number_of(row))}
    if row.ended_on is not None:
        title = "communication_end_title"
        body = desk.law.text("communication_ended", day=day(row.ended_on), **words)
    elif row.kind.suspends:
        title = "communication_title"
        body = desk.law.text("communication_suspended", period=_period(row), article=row.kind.article, **words)
    else:
        title = "communication_title"
        body = desk.law.text(
            "communication_extinguished", start=day(row.effective_from), article=row.kind.article, **words
        )
    to = desk.law.text("communication_to", name=operator.legal_name, document=Cnpj(operator.cnpj).shown)
    letter = LetterText(
        desk.law.text(title),
        desk.law.text("measure_decision_subtitle", article=_communication_article(row)),
        (letters.about(operator), letters.about(driver)),
        (LetterSection("", (to, body)), LetterSection("", (desk.law.text("communication_duty"),))),
        (_signer(desk, work.session), ("Recebido pela empresa operadora", "Nome, data e assinatura")),
    )
    return letters.write(desk, work, DocumentKind.COMMUNICATION, operator.id, letter, process_id=row.id)


def _write(
    desk: Desk, work: UnitOfWork, kind: DocumentKind, row: MeasureRow, letter: LetterText, label: str
) -> IssuedDocument:
    number = (label, str(queries.number_of(row)))
    holder_id = row.operator_id or row.driver_id
    assert holder_id is not None
    return letters.write(desk, work, kind, holder_id, letter, process_id=row.id, number=number)


def _decision_words(desk: Desk, session: Session, row: MeasureRow, name: str) -> dict[str, str]:
    """Everything the wording of a decision may ask for; each kind takes what it needs."""
    rules = desk.rules(session)
    measure = queries.measure_of(row)
    bar = bar_of(measure, holders.bar_terms(rules, desk.today))
    length = ""
    if row.effective_from is not None and row.effective_until is not None:
        days = (row.effective_until - row.effective_from).days + 1
        length = f"{days} {'dia' if days == 1 else 'dias'}"
    elif row.kind is MeasureKind.CONDITIONS_SUSPENSION:
        length = desk.law.deadline_rule("reversal_request", desk.today, rules.overrides).length
    process = session.get(MeasureRow, row.process_id) if row.process_id is not None else None
    return {
        "name": name,
        "start": day(row.effective_from),
        "end": day(row.effective_until),
        "imposed": day(row.imposed_on),
        "final": day(row.final_on),
        "length": length,
        "process": str(queries.number_of(process)) if process is not None else "",
        "free": day(bar.free_on) if bar is not None else "",
    }


def _conditions(desk: Desk, row: MeasureRow) -> LetterTable:
    lines = conditions_of(desk, row)
    return LetterTable((("CONDIÇÃO", 7), ("DISPOSITIVO", 3)), tuple((each.text, each.article) for each in lines))


def _defense_text(desk: Desk, session: Session, row: MeasureRow) -> str:
    if row.defense_deadline is None:
        rule = desk.law.deadline_rule("suspension_defense", desk.today, desk.rules(session).overrides)
        return desk.law.text("measure_opening_defense", length=rule.length)
    deadline = Deadline.from_data(row.defense_deadline)
    return desk.law.text(
        "measure_opening_defense_served",
        length=deadline.rule.length,
        start=day(deadline.start),
        due=day(deadline.due),
    )


def _heard_text(row: MeasureRow) -> str:
    if row.defense_received_on is not None:
        return f"Apresentada em {day(row.defense_received_on)} e examinada."
    return f"Não apresentada até {day(row.defense_due_on)}; ciência da abertura em {day(row.notified_on)}."


def _reckoning(heading: str, stored: dict[str, object] | None) -> tuple[LetterSection, ...]:
    return (LetterSection(heading, Deadline.from_data(stored).steps),) if stored is not None else ()


def _drivers_concerned(desk: Desk, session: Session, operator_id: UUID) -> list[LetterSection]:
    """The drivers of an operator's own measure: nobody else is told, so the decision names them."""
    links = register_queries.operator_links(session, operators=[operator_id])
    found = register_queries.rows_by_id(session, SubjectKind.DRIVER, [link.driver_id for link in links])
    drivers = sorted((row for row in found.values() if isinstance(row, Driver)), key=lambda row: row.sort_key)
    if not drivers:
        return []
    rows = tuple((driver.full_name, Cpf(driver.cpf).masked) for driver in drivers)
    table = LetterTable((("PRESTADOR", 7), ("CPF", 3)), rows)
    return [LetterSection("Prestadores", (desk.law.text("measure_drivers_concerned"),), table)]


def _file_line(row: MeasureRow, *dates: tuple[str, str]) -> tuple[tuple[str, str, float], ...]:
    return ("NÚMERO", str(queries.number_of(row)), 3.0), *((caption, value, 3.0) for caption, value in dates)


def _signer(desk: Desk, session: Session) -> tuple[str, ...]:
    """Whoever is at the desk signs: the act is his, by what the profile allows (art. 5 and art. 38 p.ú.)."""
    assert desk.actor is not None
    unit = office.require(session).management_unit_name
    registration = f"Matrícula {desk.actor.registration} · " if desk.actor.registration else ""
    return desk.actor.full_name, f"{registration}{unit}"


def _period(row: MeasureRow) -> str:
    start = day(row.effective_from)
    return f"de {start} a {day(row.effective_until)}" if row.effective_until is not None else f"a partir de {start}"


def _communication_article(row: MeasureRow) -> str:
    """The provision that orders the communication of a sanction; for the rest, that of the measure itself."""
    match row.kind:
        case MeasureKind.PUNITIVE_SUSPENSION:
            return "Art. 33, parágrafo único,"
        case MeasureKind.CASSATION:
            return "Art. 34, § 2º,"
        case kind:
            return _capital(kind.article)


def _capital(article: str) -> str:
    comma = "," if "," in article else ""
    return f"{article[0].upper()}{article[1:]}{comma}"
