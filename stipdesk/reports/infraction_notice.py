"""The infraction notice: the seven items of art. 37 §1 for a driver, the six of §5 for an operator.

The signed QR code is at the head of the first page, where whoever checks a notice of several pages looks first.
"""

from collections.abc import Callable

from stipdesk.domain.clock import local_time
from stipdesk.domain.documents import InfractionNoticeData
from stipdesk.domain.registers import Addressee
from stipdesk.domain.text import format_date
from stipdesk.reports.flow import Flow, paginated
from stipdesk.reports.letterhead import MARGIN, WIDTH, signature_line
from stipdesk.reports.styles import ACCENT, BODY, BOLD, INK, LABEL, NOTE, STRONG, Style

_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII")
_GUTTER = 13.0
_LEFT, _WIDTH = MARGIN + _GUTTER, WIDTH - _GUTTER
_NUMERAL = Style(11, BOLD, ACCENT)
_QR_SIZE = 27.0
_ROOM_TO_SIGN = 11.0

Item = tuple[str, Callable[[Flow, InfractionNoticeData], None]]


def render_infraction_notice(data: InfractionNoticeData) -> bytes:
    return paginated(lambda pages: _draw(data, pages))


def _draw(data: InfractionNoticeData, pages: int) -> Flow:
    to_operator = data.addressee is Addressee.OPERATOR
    subject, article = ("à empresa operadora", "art. 37 §5º") if to_operator else ("ao prestador", "art. 37 §1º")
    flow = Flow(
        data.office, "AUTO Nº", data.number, "Auto de infração",
        f"Direcionado {subject}, Lei Municipal nº 2.054/2022, {article}", pages,
    )  # fmt: skip
    _qr(flow, data.qr_text, data.check_code)
    for numeral, (label, content) in zip(_ROMAN, _OPERATOR_ITEMS if to_operator else _DRIVER_ITEMS, strict=False):
        flow.room(17)
        flow.rule()
        flow.y += 2.6
        flow.paper.line(numeral, MARGIN, flow.y + 2.6, _NUMERAL, _GUTTER)
        _text(flow, label, LABEL)
        flow.y += 0.6
        content(flow, data)
        flow.y += 1.1
    flow.rule()
    _acknowledgement(flow, data)
    return flow


def _qr(flow: Flow, text: str, check_code: str) -> None:
    """The code at the right of the title, what to do with it at the left; the items begin below both."""
    top = flow.title_baseline - 8
    real = flow.paper.qr(text, MARGIN + WIDTH, top, _QR_SIZE)
    width = WIDTH - _QR_SIZE - 6
    flow.paper.line(f"Código de conferência {check_code}", MARGIN, flow.title_baseline + 15, NOTE.in_colour(INK), width)
    flow.paper.line("Autêntico se a página oficial disser VÁLIDO", MARGIN, flow.title_baseline + 19, NOTE, width)
    flow.y = max(top + real, flow.title_baseline + 19) + 3


def _text(flow: Flow, text: str, style: Style = BODY) -> None:
    flow.text(text, style, _LEFT, _WIDTH)


def _typification(flow: Flow, data: InfractionNoticeData) -> None:
    _text(flow, f"{data.conduct_code} · {data.conduct_text}", STRONG)
    _text(flow, f"{data.legal_basis} · infração {data.group_label}, multa de {data.upf_range}")


def _place_and_time(flow: Flow, data: InfractionNoticeData) -> None:
    at = local_time(data.occurred_at)
    _text(flow, f"{data.place} · {format_date(at.date())}, às {at:%Hh%M}")


def _vehicle(flow: Flow, data: InfractionNoticeData) -> None:
    _text(flow, " · ".join(part for part in (data.plate, data.vehicle) if part), STRONG)


def _addressee(flow: Flow, data: InfractionNoticeData) -> None:
    _text(flow, data.addressed_to, STRONG)
    caa = f"CAA {data.addressee_caa}" if data.addressee_caa else "sem CAA"
    _text(flow, " · ".join(part for part in (data.addressee_document, caa) if part))
    if data.unidentified_reason:
        _text(flow, f"Prestador não identificado (art. 37 §3º): {data.unidentified_reason}")
        _text(flow, "Auto direcionado ao responsável pelo cadastramento do veículo (art. 37 §4º).")


def _facts(flow: Flow, data: InfractionNoticeData) -> None:
    _text(flow, data.facts)


def _defense(flow: Flow, data: InfractionNoticeData) -> None:
    _text(flow, data.defense_text, STRONG)
    if data.reckoning:
        flow.y += 0.8
        _text(flow, "Memória de cálculo do prazo", NOTE)
        for step in data.reckoning:
            _text(flow, f"– {step}", NOTE)


def _authority(flow: Flow, data: InfractionNoticeData) -> None:
    flow.room(_ROOM_TO_SIGN + 11)
    flow.y += _ROOM_TO_SIGN
    signature_line(flow.paper, _LEFT, flow.y, 90, data.agent_name, f"Matrícula {data.agent_registration}")
    flow.y += 11


def _acknowledgement(flow: Flow, data: InfractionNoticeData) -> None:
    flow.room(_ROOM_TO_SIGN + 22)
    flow.y += 3
    flow.text("CIÊNCIA DO AUTUADO (ART. 42, I)", LABEL)
    flow.y += 0.6
    flow.text(data.served_text or "Recebi uma via deste auto de infração.", BODY)
    flow.room(_ROOM_TO_SIGN + 11)
    flow.y += _ROOM_TO_SIGN
    signature_line(flow.paper, MARGIN, flow.y, 90, "Assinatura de quem recebeu", "Nome e documento:")
    signature_line(flow.paper, MARGIN + 105, flow.y, WIDTH - 105, "Data e hora")
    flow.y += 11


_FIRST: tuple[Item, Item] = (
    ("TIPIFICAÇÃO, REGISTRO DO FATO E ENQUADRAMENTO LEGAL", _typification),
    ("LOCAL, DATA E HORA DA PRÁTICA DA INFRAÇÃO", _place_and_time),
)
_LAST: tuple[Item, Item, Item] = (
    ("DESCRIÇÃO DA INFRAÇÃO", _facts),
    ("PRAZO PARA INTERPOSIÇÃO DE DEFESA PRÉVIA", _defense),
    ("ASSINATURA E IDENTIFICAÇÃO DA AUTORIDADE COMPETENTE", _authority),
)
_DRIVER_ITEMS: tuple[Item, ...] = (
    *_FIRST,
    ("PLACA E MODELO DO VEÍCULO", _vehicle),
    ("IDENTIFICAÇÃO DO PRESTADOR", _addressee),
    *_LAST,
)
_OPERATOR_ITEMS: tuple[Item, ...] = (*_FIRST, ("IDENTIFICAÇÃO DA EMPRESA OPERADORA", _addressee), *_LAST)
