"""The Certificado Anual de Autorização of a driver (arts. 14-17) and of an operator (arts. 9-12): one A4 page each."""

from collections.abc import Sequence

from stipdesk.domain.documents import CertificateVehicle, DriverCertificateData, OfficeHeader, OperatorCertificateData
from stipdesk.domain.text import format_date, format_date_long
from stipdesk.reports.letterhead import MARGIN, WIDTH, contacts, letterhead, signature_line
from stipdesk.reports.page import A4, MM, Paper
from stipdesk.reports.styles import (
    BOLD,
    CARE,
    CARE_WASH,
    DEEP,
    INK,
    LABEL,
    NOTE,
    SEMIBOLD,
    SUBTITLE,
    TITLE,
    VALUE,
    WASH,
    Style,
)

_NAME = Style(25, BOLD, smallest=10.5, spacing=1.15)
_ITEM = Style(11.5, SEMIBOLD, smallest=8.5, spacing=1.15)
_GAP = 3.4
_UNTIL = Style(24, BOLD, DEEP, smallest=14)
_RENEWAL = Style(16, SEMIBOLD, DEEP, smallest=8)
_TAG = Style(10, BOLD, CARE, smallest=7)
_QR_SIZE = 41.5
_LIST_WIDTH = WIDTH - _QR_SIZE - 14
_SIGNATURE = 246.0

Fact = tuple[str, str]


def render_driver_certificate(data: DriverCertificateData) -> bytes:
    """The driver's CAA; provisional: thirty days from the payment of the fee (art. 16 §1)."""
    paper = Paper(A4, f"CAA {data.number}", data.office.unit)
    y = _head(
        paper, data.office, data.number, data.provisional,
        "Prestador do serviço de transporte individual privado de passageiros, STIP/PVA",
        "NOME", data.name,
    )  # fmt: skip
    y = _facts(
        paper, y,
        ("CPF", data.cpf_masked),
        ("CNH COM EAR", _license(data)),
        ("EMITIDO EM", format_date(data.issued_on)),
    )  # fmt: skip
    renewal = "" if data.provisional else format_date(data.last_timely_renewal)
    y = _validity(paper, y, format_date_long(data.valid_until), renewal)
    _qr(paper, y, data.qr_text, data.check_code)
    lowest = _SIGNATURE - 12
    y = _list(paper, y, (y + lowest) / 2 - 5, "VEÍCULOS", [_vehicle(vehicle) for vehicle in data.vehicles])
    _list(paper, y, lowest, "EMPRESAS OPERADORAS", data.operators)
    days = (data.valid_until - data.fee_paid_on).days
    validity = (
        f"CAA provisório, válido até {format_date(data.valid_until)}: {days} dias a contar do pagamento da taxa "
        "(art. 16 §1º)."
        if data.provisional
        else f"Renovação requerida até {renewal} mantém este certificado válido até a decisão definitiva "
        "(art. 17 §§1º e 2º)."
    )
    _foot(
        paper, data.office,
        f"Expedido conforme os arts. 14 a 17 da Lei Municipal nº 2.054, de 4 de março de 2022. "
        f"Taxa paga em {format_date(data.fee_paid_on)} (art. 16 §2º). Porte obrigatório (art. 20, IX). {validity}",
    )  # fmt: skip
    return paper.finish()


def render_operator_certificate(data: OperatorCertificateData) -> bytes:
    paper = Paper(A4, f"CAA {data.number}", data.office.unit)
    y = _head(
        paper, data.office, data.number, False,
        "Empresa operadora do serviço de transporte individual privado de passageiros, STIP/PVA",
        "RAZÃO SOCIAL", data.legal_name,
    )  # fmt: skip
    y = _facts(
        paper, y,
        ("CNPJ", data.cnpj),
        ("INSCRIÇÃO MUNICIPAL", data.municipal_registration),
        ("EMITIDO EM", format_date(data.issued_on)),
    )  # fmt: skip
    renewal = format_date(data.last_timely_renewal)
    y = _validity(paper, y, format_date_long(data.valid_until), renewal)
    _qr(paper, y, data.qr_text, data.check_code)
    y = _list(paper, y, y + 20, "APLICATIVO", [data.app_name])
    _list(paper, y, y + 20, "ENDEREÇO NO MUNICÍPIO", [data.address])
    _foot(
        paper, data.office,
        f"Expedido conforme os arts. 9º a 12 da Lei Municipal nº 2.054, de 4 de março de 2022. "
        f"Taxa paga em {format_date(data.fee_paid_on)}. Renovação requerida até {renewal} mantém este certificado "
        "válido até a decisão definitiva (art. 12 §§1º e 2º). Os dados e informações relacionados ao STIP/PVA "
        "permanecem armazenados, a cargo da empresa operadora, por no mínimo 5 (cinco) anos (art. 62).",
    )  # fmt: skip
    return paper.finish()


def _head(
    paper: Paper, office: OfficeHeader, number: str, provisional: bool, subtitle: str, label: str, name: str
) -> float:
    top = letterhead(paper, office, "CERTIFICADO Nº", number)
    paper.line("Certificado Anual de Autorização", MARGIN, top + 14, TITLE, WIDTH)
    if provisional:
        paper.panel(MARGIN + WIDTH - 28, top + 6.4, 28, 8, fill=CARE_WASH, radius=2)
        paper.line("PROVISÓRIO", MARGIN + WIDTH - 28, top + 11.6, _TAG, 28, "center")
    paper.line(subtitle, MARGIN, top + 22, SUBTITLE, WIDTH)
    paper.line(label, MARGIN, top + 38, LABEL, WIDTH)
    return paper.block(name, MARGIN, top + 41.4, _NAME, WIDTH, 2) + 14


def _facts(paper: Paper, y: float, *facts: Fact) -> float:
    column = WIDTH / len(facts)
    for number, (label, value) in enumerate(facts):
        paper.line(label, MARGIN + number * column, y, LABEL, column - 5)
        paper.line(value or "—", MARGIN + number * column, y + 6, VALUE.at(13), column - 5)
    return y + 15


def _validity(paper: Paper, y: float, until: str, renewal: str) -> float:
    paper.panel(MARGIN, y, WIDTH, 25, fill=WASH, radius=2.5)
    paper.line("VÁLIDO ATÉ", MARGIN + 7, y + 7.6, LABEL, 60)
    paper.line(until, MARGIN + 7, y + 18.4, _UNTIL, 100)
    if renewal:
        paper.line("REQUERER A RENOVAÇÃO ATÉ", MARGIN + WIDTH - 52, y + 7.6, LABEL, 45)
        paper.line(renewal, MARGIN + WIDTH - 52, y + 18.4, _RENEWAL, 45)
    return y + 38


def _license(data: DriverCertificateData) -> str:
    until = f"até {format_date(data.license_valid_until)}" if data.license_valid_until is not None else ""
    return " · ".join(part for part in (data.license_category, until) if part)


def _vehicle(vehicle: CertificateVehicle) -> str:
    return " · ".join(part for part in (vehicle.plate, vehicle.description) if part)


def _list(paper: Paper, y: float, bottom: float, label: str, items: Sequence[str]) -> float:
    """As many items as end above `bottom`; when some do not, the last line says how many. Returns the next `y`."""
    paper.line(label, MARGIN, y, LABEL, _LIST_WIDTH)
    y += 3.6
    for number, item in enumerate(items or ["—"]):
        height = paper.height_of(item, _ITEM, _LIST_WIDTH, 2)
        room = bottom - y - (0 if number == len(items) - 1 else _GAP + _ITEM.cap_height / MM)
        if height > room:
            return paper.block(f"e mais {len(items) - number}", MARGIN, y, _ITEM, _LIST_WIDTH, 1) + 11
        y = paper.block(item, MARGIN, y, _ITEM, _LIST_WIDTH, 2) + _GAP
    return y - _GAP + 11


def _qr(paper: Paper, y: float, text: str, check_code: str) -> None:
    right, width = MARGIN + WIDTH, _QR_SIZE + 12
    below = y - 2 + paper.qr(text, right, y - 2, _QR_SIZE)
    paper.line(f"Código de conferência {check_code}", right - width, below + 6, NOTE.in_colour(INK), width, "right")
    paper.line("Autêntico se a página oficial disser VÁLIDO", right - width, below + 10, NOTE, width, "right")


def _foot(paper: Paper, office: OfficeHeader, text: str) -> None:
    signature_line(paper, MARGIN, _SIGNATURE, 80, office.coordinator_title)
    paper.block(text, MARGIN, 278 - paper.height_of(text, NOTE, WIDTH, 4), NOTE, WIDTH, 4)
    contacts(paper, office)
