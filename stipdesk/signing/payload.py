"""What a QR code says: readable fields, signed, in a web address whose fragment never reaches a server.

`https://address#S1.A1.2601002310.ABC1D23.260220.270220.0457.2601000184.<155 digits>`: layout, key, fields, signature.
Fields use A-Z 0-9 + - / and are separated by dots; `number` is the ten digits `YYEENNNNNN`. The signature is over
`STIP-PVA/1|` and the fields; its 64 bytes r‖s are written as one decimal number, which a QR code packs best.
A seal carries no name and no CPF.
"""

import re
from base64 import b32encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from hashlib import sha256
from typing import ClassVar, Self

from stipdesk.domain.errors import EnvironmentFault, InvalidValue
from stipdesk.domain.numbers import PrintedNumber
from stipdesk.domain.text import format_date, qr_name
from stipdesk.signing.keys import SigningKey

_LONGEST_NAME = 37
_LONGEST_LEGAL_NAME = 30
_LONGEST_FIELD = 40
_SIGNED = re.compile(
    r"(?P<fields>(?P<layout>[A-Z][0-9])\.(?P<kid>[A-Z][0-9])\.(?P<values>[A-Z0-9+/.-]+))\.(?P<digits>[0-9]{155})"
)


@dataclass(frozen=True, slots=True)
class SealPayload:
    """The windshield seal; `caa_number` is that of the driver, "" when the vehicle has none yet."""

    layout: ClassVar = "S1"
    title: ClassVar = "Selo de vistoria"

    number: str
    plate: str
    inspected_on: date
    valid_until: date
    inspector_registration: str
    caa_number: str

    @property
    def dated_on(self) -> date:
        return self.inspected_on

    def fields(self, kid: str) -> str:
        return _joined(
            self.layout, kid, self.number, self.plate, self.inspected_on, self.valid_until,
            self.inspector_registration, self.caa_number,
        )  # fmt: skip

    @classmethod
    def from_values(cls, values: Sequence[str]) -> Self:
        number, plate, inspected_on, valid_until, inspector, caa_number = values
        return cls(number, plate, _date(inspected_on), _date(valid_until), _text(inspector), _text(caa_number))

    @property
    def described(self) -> tuple[tuple[str, str], ...]:
        return (
            ("Placa", self.plate),
            ("Selo", _printed(self.number)),
            ("Vistoria", format_date(self.inspected_on)),
            ("Válido até", format_date(self.valid_until)),
            ("Matrícula do vistoriador", self.inspector_registration),
            ("CAA", _printed(self.caa_number)),
        )


@dataclass(frozen=True, slots=True)
class DriverCertificatePayload:
    """The driver's CAA; the name is the one already printed, without accents, and may be cut."""

    layout: ClassVar = "C1"
    title: ClassVar = "CAA de prestador"

    number: str
    provisional: bool
    name: str
    plate: str
    issued_on: date
    valid_until: date

    @property
    def dated_on(self) -> date:
        return self.issued_on

    def fields(self, kid: str) -> str:
        kind = "P" if self.provisional else "D"
        name = qr_name(self.name, _LONGEST_NAME)
        return _joined(self.layout, kid, self.number, kind, name, self.plate, self.issued_on, self.valid_until)

    @classmethod
    def from_values(cls, values: Sequence[str]) -> Self:
        number, kind, name, plate, issued_on, valid_until = values
        if kind not in "DP":
            raise ValueError(kind)
        return cls(number, kind == "P", _text(name), _text(plate), _date(issued_on), _date(valid_until))

    @property
    def described(self) -> tuple[tuple[str, str], ...]:
        return (
            ("Prestador", self.name),
            ("CAA", _printed(self.number) + (" (provisório)" if self.provisional else "")),
            ("Placa", self.plate),
            ("Emitido em", format_date(self.issued_on)),
            ("Válido até", format_date(self.valid_until)),
        )


@dataclass(frozen=True, slots=True)
class OperatorCertificatePayload:
    """The operator's CAA; `cnpj` is the stored form, fourteen characters that may be letters."""

    layout: ClassVar = "E1"
    title: ClassVar = "CAA de empresa operadora"

    number: str
    cnpj: str
    legal_name: str
    issued_on: date
    valid_until: date

    @property
    def dated_on(self) -> date:
        return self.issued_on

    def fields(self, kid: str) -> str:
        name = qr_name(self.legal_name, _LONGEST_LEGAL_NAME)
        return _joined(self.layout, kid, self.number, self.cnpj, name, self.issued_on, self.valid_until)

    @classmethod
    def from_values(cls, values: Sequence[str]) -> Self:
        number, cnpj, legal_name, issued_on, valid_until = values
        return cls(number, cnpj, _text(legal_name), _date(issued_on), _date(valid_until))

    @property
    def described(self) -> tuple[tuple[str, str], ...]:
        return (
            ("Empresa operadora", self.legal_name),
            ("CNPJ", self.cnpj),
            ("CAA", _printed(self.number)),
            ("Emitido em", format_date(self.issued_on)),
            ("Válido até", format_date(self.valid_until)),
        )


@dataclass(frozen=True, slots=True)
class InfractionPayload:
    """The infraction notice; `subject` is the plate, the operator's CNPJ or "" when there is neither.

    It is dated by the day it was drawn up: one on paper may be typed in long after the fact.
    """

    layout: ClassVar = "A1"
    title: ClassVar = "Auto de infração"
    valid_until: ClassVar[date | None] = None

    number: str
    conduct_code: str
    subject: str
    occurred_on: date
    drawn_on: date
    agent_registration: str

    @property
    def dated_on(self) -> date:
        return self.drawn_on

    def fields(self, kid: str) -> str:
        return _joined(
            self.layout, kid, self.number, self.conduct_code, self.subject, self.occurred_on, self.drawn_on,
            self.agent_registration,
        )  # fmt: skip

    @classmethod
    def from_values(cls, values: Sequence[str]) -> Self:
        number, conduct, subject, occurred_on, drawn_on, agent = values
        group, _, letter = conduct.partition("-")
        code = f"{group}-{letter.lower()}"
        return cls(number, code, _text(subject), _date(occurred_on), _date(drawn_on), _text(agent))

    @property
    def described(self) -> tuple[tuple[str, str], ...]:
        return (
            ("Auto de infração", _printed(self.number)),
            ("Conduta (art. 59)", self.conduct_code),
            ("Placa ou CNPJ", self.subject),
            ("Data da infração", format_date(self.occurred_on)),
            ("Lavrado em", format_date(self.drawn_on)),
            ("Matrícula do agente", self.agent_registration),
        )


class StatementAbout(StrEnum):
    """What a statement says of its subject, as its QR code carries it."""

    REGULAR = "SITUACAO REGULAR"
    WARNINGS = "SITUACAO COM AVISOS"
    IRREGULAR = "SITUACAO IRREGULAR"
    EXTENDED = "PRORROGACAO LEGAL"


# The title of the paper, and what it says in its own spelling.
_STATEMENTS: dict[str, tuple[str, str]] = {
    StatementAbout.REGULAR: ("Declaração de situação regular", "Situação regular"),
    StatementAbout.WARNINGS: ("Situação e pendências", "Regular, com avisos"),
    StatementAbout.IRREGULAR: ("Por que está irregular", "Situação irregular"),
    StatementAbout.EXTENDED: ("Declaração de prorrogação legal", "Em vigor por prorrogação legal"),
}


@dataclass(frozen=True, slots=True)
class LetterPayload:
    """A declaration or statement; `subject` is a name without accents or a plate, `about` what it says in a word.

    It proves what was true on the day it was written, until `valid_until`.
    """

    layout: ClassVar = "D1"

    number: str
    about: str
    subject: str
    issued_on: date
    valid_until: date

    @property
    def title(self) -> str:
        return _STATEMENTS.get(self.about, ("Declaração", ""))[0]

    @property
    def dated_on(self) -> date:
        return self.issued_on

    def fields(self, kid: str) -> str:
        subject = qr_name(self.subject, _LONGEST_NAME)
        return _joined(self.layout, kid, self.number, self.about, subject, self.issued_on, self.valid_until)

    @classmethod
    def from_values(cls, values: Sequence[str]) -> Self:
        number, about, subject, issued_on, valid_until = values
        return cls(number, _text(about), _text(subject), _date(issued_on), _date(valid_until))

    @property
    def described(self) -> tuple[tuple[str, str], ...]:
        return (
            ("Documento", _printed(self.number)),
            ("Situação", _STATEMENTS.get(self.about, ("", self.about))[1]),
            ("De quem", self.subject),
            ("Emitida em", format_date(self.issued_on)),
            ("Vale até", format_date(self.valid_until)),
        )


Payload = SealPayload | DriverCertificatePayload | OperatorCertificatePayload | InfractionPayload | LetterPayload
LAYOUTS: dict[str, type[Payload]] = {
    "S1": SealPayload,
    "C1": DriverCertificatePayload,
    "E1": OperatorCertificatePayload,
    "A1": InfractionPayload,
    "D1": LetterPayload,
}


@dataclass(frozen=True, slots=True)
class Signed:
    """What was signed: `text` goes into the QR code, `check_code` is printed beside it."""

    fields: str
    text: str
    check_code: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a text says, before anyone knows whether it is true."""

    kid: str
    payload: Payload
    fields: str
    signature: bytes


def sign_payload(payload: Payload, key: SigningKey, address: str) -> Signed:
    """Raises `EnvironmentFault` when the paper is dated outside the key's window."""
    if not key.public.covers(payload.dated_on):
        raise EnvironmentFault(
            f"A chave de assinatura {key.kid} vale de {format_date(key.valid_from)} a {format_date(key.valid_to)} "
            f"e o documento é de {format_date(payload.dated_on)}.",
            "Nada foi assinado nem gravado.",
            "Gere a chave do ano em Administração ou confira a data do computador.",
        )
    text = payload.fields(key.kid)
    return Signed(text, signed_text(address, text, key.sign(signed_bytes(text))), check_code(text))


def signed_bytes(fields: str) -> bytes:
    """What the signature covers: the prefix keeps these signatures apart from any other use of the key."""
    return f"STIP-PVA/1|{fields}".encode("ascii")


def signed_text(address: str, fields: str, signature: bytes) -> str:
    """The whole content of the QR code; `signature` is 64 bytes r‖s."""
    return f"{address}#{fields}.{int.from_bytes(signature):0155d}"


def check_code(fields: str) -> str:
    """Eight characters that the office confirms by telephone when no camera is at hand."""
    return b32encode(sha256(signed_bytes(fields)).digest())[:8].decode()


def parse(text: str) -> Parsed:
    """Reads `fields.digits`, without the address; raises `InvalidValue` when it is not whole."""
    found = _SIGNED.fullmatch(text)
    kind = LAYOUTS.get(found["layout"]) if found else None
    if found is None or kind is None:
        raise InvalidValue("O código está incompleto ou foi alterado.", "Leia o código de novo, inteiro.")
    try:
        payload = kind.from_values(found["values"].split("."))
        signature = int(found["digits"]).to_bytes(64)
    except (ValueError, OverflowError) as error:
        raise InvalidValue("O código tem campos que não fazem sentido.", "Leia o código de novo, inteiro.") from error
    return Parsed(found["kid"], payload, found["fields"], signature)


def _joined(*values: str | date) -> str:
    return ".".join(_field(value) for value in values)


def _field(value: str | date) -> str:
    if isinstance(value, date):
        if value.year // 100 != 20:
            raise ValueError(f"a signed date has a year of two digits: {value}")
        return value.strftime("%y%m%d")
    return qr_name(value, _LONGEST_FIELD) or "-"


def _date(field: str) -> date:
    if len(field) != 6:
        raise ValueError(field)
    return datetime.strptime(f"20{field}", "%Y%m%d").date()


def _text(field: str) -> str:
    return "" if field == "-" else field.replace("+", " ")


def _printed(number: str) -> str:
    """`2601002310` as the paper shows it: 002310/2026-01."""
    try:
        return str(PrintedNumber.from_digits(number))
    except InvalidValue:  # "" when there is no CAA yet
        return number
