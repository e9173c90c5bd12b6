"""Whether a signed text is true and still holds; the same answer offline, at the desk and in the street."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from stipdesk.domain.errors import InvalidValue
from stipdesk.signing.keys import PublicKey
from stipdesk.signing.payload import LAYOUTS, Payload, parse, signed_bytes


class VerificationState(StrEnum):
    VALID = "valid"
    EXTENDED = "extended"
    EXPIRED = "expired"
    NOT_YET = "not_yet"
    SUSPENDED = "suspended"
    REVOKED = "revoked"
    REPLACED = "replaced"
    OUTDATED = "outdated"
    BAD_SIGNATURE = "bad_signature"
    UNKNOWN_KEY = "unknown_key"
    OUTSIDE_KEY_WINDOW = "outside_key_window"
    NOT_OURS = "not_ours"
    MALFORMED = "malformed"


class PaperStatus(StrEnum):
    """What happened to a paper after it was signed; the letters are those of the published status list.

    OUTDATED is a statement that says what is no longer so; statements are not in the list.
    """

    REVOKED = "R"
    SUSPENDED = "S"
    EXTENDED = "P"
    REPLACED = "X"
    OUTDATED = "D"


@dataclass(frozen=True, slots=True)
class StatusEntry:
    """`day` is the last day of a suspension (None: without end), and the day since which anything else holds.

    `note` adds what the office knows of it to the explanation.
    """

    status: PaperStatus
    day: date | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Verification:
    """The answer in Portuguese: one word for the eye, one sentence, and the fields to compare with the paper.

    `title`, `described` and `valid_until` are filled only when the signature is good.
    """

    state: VerificationState
    verdict: str
    explanation: str
    title: str = ""
    described: tuple[tuple[str, str], ...] = ()
    valid_until: date | None = None


_VERDICTS = {
    VerificationState.VALID: ("VÁLIDO", "Assinado pelo órgão e dentro da validade. Compare os dados com o documento."),
    VerificationState.EXTENDED: (
        "PRORROGADO",
        "Renovação pedida a tempo: vale até a decisão definitiva (arts. 12 §2º e 17 §2º).",
    ),
    VerificationState.EXPIRED: ("VENCIDO", "O documento é verdadeiro, mas a validade terminou."),
    VerificationState.NOT_YET: ("DATA FUTURA", "O documento tem data posterior à de hoje. Confira o relógio."),
    VerificationState.SUSPENDED: ("SUSPENSO", "O documento é verdadeiro, mas está suspenso."),
    VerificationState.REVOKED: ("REVOGADO", "O documento é verdadeiro, mas foi revogado ou anulado."),
    VerificationState.REPLACED: ("SUBSTITUÍDO", "O documento é verdadeiro, mas outro o substituiu."),
    VerificationState.OUTDATED: ("DESATUALIZADO", "O documento é verdadeiro, mas a situação mudou depois dele."),
    VerificationState.BAD_SIGNATURE: ("ASSINATURA INVÁLIDA", "Os dados não são os que o órgão assinou."),
    VerificationState.UNKNOWN_KEY: ("CHAVE DESCONHECIDA", "Nenhuma chave conhecida assinou este código."),
    VerificationState.OUTSIDE_KEY_WINDOW: (
        "CHAVE FORA DO PRAZO",
        "A data do documento não está no período de uso da chave que o assinou.",
    ),
    VerificationState.NOT_OURS: ("NÃO É DO ÓRGÃO", "O código não leva ao endereço oficial."),
    VerificationState.MALFORMED: ("ILEGÍVEL", "O código está incompleto ou foi alterado. Leia de novo, inteiro."),
}

# The states a status entry brings about: there its note says why.
_OF_ENTRIES = frozenset(
    {
        VerificationState.EXTENDED, VerificationState.SUSPENDED, VerificationState.REVOKED, VerificationState.REPLACED,
        VerificationState.OUTDATED,
    }
)  # fmt: skip


def verify(
    text: str,
    keys: Iterable[PublicKey],
    on: date,
    *,
    addresses: Collection[str],
    status: Mapping[str, StatusEntry] | None = None,
) -> Verification:
    """The state on `on` of the paper whose QR code says `text`. Never raises.

    `addresses` are all the official addresses, present and past: another one before the `#` may be a forged page.
    The fields alone, without any address, are verified too. `status` is keyed by layout and number (`S12601002310`).
    """
    address, fragment, signed = text.strip().rpartition("#")
    if (address if fragment else signed[:2]) not in (addresses if fragment else LAYOUTS):
        return _answer(VerificationState.NOT_OURS)
    try:
        parsed = parse(signed)
    except InvalidValue:
        return _answer(VerificationState.MALFORMED)
    named = [key for key in keys if key.kid == parsed.kid]
    if not named:
        return _answer(VerificationState.UNKNOWN_KEY)
    signers = [key for key in named if key.verifies(signed_bytes(parsed.fields), parsed.signature)]
    if not signers:
        return _answer(VerificationState.BAD_SIGNATURE)
    if not any(key.covers(parsed.payload.dated_on) for key in signers):
        return _answer(VerificationState.OUTSIDE_KEY_WINDOW)
    entry = (status or {}).get(reference(parsed.payload))
    state = _state(parsed.payload, entry, on)
    return _answer(state, parsed.payload, entry.note if entry and state in _OF_ENTRIES else "")


def reference(payload: Payload) -> str:
    """Layout and number: how a status list names a paper."""
    return payload.layout + payload.number


def _state(payload: Payload, entry: StatusEntry | None, on: date) -> VerificationState:
    happened = entry.status if entry else None
    if happened is PaperStatus.REVOKED:
        return VerificationState.REVOKED
    if happened is PaperStatus.REPLACED:
        return VerificationState.REPLACED
    if happened is PaperStatus.OUTDATED:
        return VerificationState.OUTDATED
    if entry and happened is PaperStatus.SUSPENDED and (entry.day is None or on <= entry.day):
        return VerificationState.SUSPENDED
    if on < payload.dated_on:
        return VerificationState.NOT_YET
    if payload.valid_until is None or on <= payload.valid_until:
        return VerificationState.VALID
    return VerificationState.EXTENDED if happened is PaperStatus.EXTENDED else VerificationState.EXPIRED


def _answer(state: VerificationState, payload: Payload | None = None, note: str = "") -> Verification:
    verdict, explanation = _VERDICTS[state]
    explanation = f"{explanation} {note}".strip()
    if payload is None:
        return Verification(state, verdict, explanation)
    return Verification(state, verdict, explanation, payload.title, payload.described, payload.valid_until)
