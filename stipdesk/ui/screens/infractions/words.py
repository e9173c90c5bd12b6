"""How an infraction is called in the window: its group, its colour, its numerals."""

from datetime import date

from stipdesk.domain.legal import InfractionGroup
from stipdesk.domain.registers import Addressee
from stipdesk.domain.text import format_date
from stipdesk.ui.palette import Tone

_TONES = {"A": Tone.NEUTRAL, "B": Tone.INFORMATION, "C": Tone.CARE, "D": Tone.STOP}

# The items of the auto as the law names them: art. 37, § 1º (prestador) and § 5º (operadora).
ITEMS: dict[Addressee, tuple[tuple[str, str], ...]] = {
    Addressee.DRIVER: (
        ("I", "Tipificação, registro do fato e enquadramento legal"),
        ("II", "Local, data e hora da prática da infração"),
        ("III", "Placa e modelo do veículo"),
        ("IV", "Identificação do prestador"),
        ("V", "Descrição da infração"),
        ("VI", "Prazo para interposição de defesa prévia"),
        ("VII", "Assinatura e identificação da autoridade competente"),
    ),
    Addressee.OPERATOR: (
        ("I", "Tipificação, registro do fato e enquadramento legal"),
        ("II", "Local, data e hora da prática da infração"),
        ("III", "Identificação da empresa operadora"),
        ("IV", "Descrição da infração"),
        ("V", "Prazo para interposição de defesa prévia"),
        ("VI", "Assinatura e identificação da autoridade competente"),
    ),
}
PARAGRAPHS = {Addressee.DRIVER: "art. 37, § 1º", Addressee.OPERATOR: "art. 37, § 5º"}


def group_tone(code: str) -> Tone:
    """The colour of a group; its word goes with it."""
    return _TONES[code]


def group_title(group: InfractionGroup) -> str:
    """ "Grupo A · leve"."""
    return f"Grupo {group.code} · {group.label}"


def upf_range(group: InfractionGroup) -> str:
    """ "50 a 100 UPF"."""
    return f"{group.upf_minimum} a {group.upf_maximum} UPF"


def defense_state(due_on: date | None, cancelled_on: date | None, today: date) -> tuple[str, Tone]:
    """Where the auto stands, in a few words for a list: cancelled, still to be notified, or until when it is answered.

    There is no last day for the defence before the person knows of the auto (art. 44).
    """
    if cancelled_on is not None:
        return "Cancelado", Tone.NEUTRAL
    if due_on is None:
        return "A notificar", Tone.CARE
    return (format_date(due_on), Tone.INFORMATION) if today <= due_on else ("Prazo encerrado", Tone.NEUTRAL)


def headline(due_on: date | None, cancelled_on: date | None, today: date) -> tuple[str, Tone]:
    """The same for the head of the card."""
    word, tone = defense_state(due_on, cancelled_on, today)
    if cancelled_on is not None:
        return f"CANCELADO em {format_date(cancelled_on)}", tone
    if due_on is None:
        return word.upper(), tone
    return (f"DEFESA até {word}" if today <= due_on else f"DEFESA encerrada em {format_date(due_on)}"), tone
