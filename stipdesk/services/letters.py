"""Numbered papers of text: written once, kept as issued documents, signed when they prove something by themselves."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from stipdesk.domain.documents import DocumentKind, LetterData, LetterText
from stipdesk.domain.identifiers import Cnpj, Cpf, Plate
from stipdesk.domain.numbers import NumberKind
from stipdesk.domain.text import format_date
from stipdesk.models import Driver, IssuedDocument, Letter, Operator, Vehicle
from stipdesk.models.base import RegisterRow
from stipdesk.services import documents, office
from stipdesk.services.access import Desk
from stipdesk.services.papers import number_columns
from stipdesk.signing.payload import LetterPayload
from stipdesk.store.engine import Session
from stipdesk.store.unit_of_work import UnitOfWork

_MONTHS = (
    "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro",
    "dezembro",
)  # fmt: skip
# Whoever the letter is for, to sign on.
INTERESTED = ("Ciência do interessado", "Nome, data e assinatura")


@dataclass(frozen=True, slots=True)
class Proof:
    """What the signed QR code of a letter says: `about` in one or two words, true until `valid_until`."""

    about: str
    subject: str
    valid_until: date


def write(
    desk: Desk,
    work: UnitOfWork,
    kind: DocumentKind,
    subject_id: UUID,
    text: LetterText,
    *,
    process_id: UUID | None = None,
    number: tuple[str, str] | None = None,
    proof: Proof | None = None,
) -> IssuedDocument:
    """Number the letter, sign it when it carries a `proof`, draw it and keep it; all in the act's unit of work.

    `number` is (label, number) for a paper that goes by another series, such as the receipt of an application; the
    letter still has its own number in the register. Raises `SigningLocked` for a proof while the key is not open.
    """
    own = work.next_number(NumberKind.LETTER, desk.today.year)
    signed = None
    if proof is not None:
        payload = LetterPayload(own.digits, proof.about, proof.subject, desk.today, proof.valid_until)
        signed = documents.sign(desk, work.session, payload)
    header = office.header(work.session)
    label, shown = number or ("DOCUMENTO Nº", str(own))
    data = LetterData(
        office=header,
        number_label=label,
        number=shown,
        text=text,
        closing=closing(header.municipality, desk.today),
        qr_text=signed.text if signed else "",
        check_code=signed.check_code if signed else "",
    )
    paper = documents.freeze(desk, work, kind, shown, subject_id, data, process_id)
    work.add(
        Letter(
            **number_columns(own),
            document_id=paper.id,
            written_on=desk.today,
            valid_until=proof.valid_until if proof else None,
            qr_text=data.qr_text,
            check_code=data.check_code,
        )
    )
    return paper


def closing(municipality: str, day: date) -> str:
    """The place and the day in words: "Primavera do Leste/MT, 3 de dezembro de 2026."."""
    ordinal = "1º" if day.day == 1 else str(day.day)
    return f"{municipality}, {ordinal} de {_MONTHS[day.month - 1]} de {day.year}."


def about(row: RegisterRow) -> tuple[tuple[str, str, float], ...]:
    """Who or what a letter is about, as its first line of facts; a CPF is masked."""
    match row:
        case Operator():
            return ("EMPRESA OPERADORA", row.legal_name, 6), ("CNPJ", Cnpj(row.cnpj).shown, 3)
        case Driver():
            return ("PRESTADOR", row.full_name, 6), ("CPF", Cpf(row.cpf).masked, 3)
        case Vehicle():
            car = f"{row.make} {row.model} {row.model_year}"
            return ("PLACA", Plate(row.plate).shown, 2), ("VEÍCULO", car, 5), ("RENAVAM", row.renavam, 2)
        case _:
            raise TypeError(row)


def signer(desk: Desk, session: Session) -> tuple[str, ...]:
    """Whoever is at the desk, to sign on: the act is his, by what his profile allows."""
    assert desk.actor is not None
    unit = office.require(session).management_unit_name
    registration = f"Matrícula {desk.actor.registration} · " if desk.actor.registration else ""
    return desk.actor.full_name, f"{registration}{unit}"


def day(value: date | None) -> str:
    """A date on paper, "" for none."""
    return format_date(value) if value is not None else ""
