"""How an infraction is called in the window: its group, its colour, its numerals."""

from stipdesk.domain.legal import InfractionGroup
from stipdesk.domain.registers import Addressee
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
