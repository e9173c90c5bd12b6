"""Documents to draw, realistic and horrible, and the eyes that read the PDFs back."""

import io
import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import cache

import pypdfium2
import zxingcpp
from PIL import Image, ImageDraw, ImageOps
from pypdf import PdfReader

from stipdesk.domain.documents import (
    CertificateVehicle,
    DocumentData,
    DriverCertificateData,
    InfractionNoticeData,
    InspectionLine,
    InspectionReportData,
    OfficeHeader,
    OperatorCertificateData,
    SealData,
)
from stipdesk.domain.numbers import PrintedNumber
from stipdesk.domain.registers import Addressee
from stipdesk.signing.payload import (
    DriverCertificatePayload,
    InfractionPayload,
    OperatorCertificatePayload,
    Payload,
    SealPayload,
    Signed,
    sign_payload,
)
from tests.signing.vector import ADDRESS, KEY

MM = 72 / 25.4
LONG_NAME = "Maria Aparecida Conceição d'Ávila Gonçalves & Albuquerque <de> Vasconcellos-Łukaszewicz Ştefănescu"
LONG_TEXT = "Pneu < 1,6 mm & outros <i>sinais</i> de desgaste; o eixo traseiro apresenta folga acentuada. " * 54
UNBROKEN = "W" * 300

OFFICE = OfficeHeader(
    municipality="Prefeitura de Primavera do Leste · Mato Grosso",
    unit="Coordenadoria Municipal de Trânsito Urbano (CMTU)",
    address="Rua Fictícia, 100, Centro · CEP 78850-000",
    ouvidoria_contact="(66) 3498-0001",
    ciretran_contact="(66) 3498-0002",
    coordinator_title="Coordenador Municipal de Trânsito Urbano",
)


@cache
def picture(width: int = 400, height: int = 300) -> bytes:
    """A PNG with transparency, for a logo or a signature."""
    image = Image.new("RGBA", (width, height))
    ImageDraw.Draw(image).ellipse((10, 10, width - 10, height - 10), fill=(12, 60, 107, 255))
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def _signed(payload: Payload) -> Signed:
    return sign_payload(payload, KEY, ADDRESS)


def seal(sequence: int = 2310, plate: str = "ABC1D23", inspector: str = "Rodrigo Almeida Prado") -> SealData:
    number = PrintedNumber(2026, 1, sequence)
    inspected_on, valid_until = date(2026, 2, 20), date(2027, 2, 20)
    signed = _signed(SealPayload(number.digits, plate, inspected_on, valid_until, "0457", "2601000184"))
    return SealData(
        office=OFFICE,
        number=str(number),
        plate=plate,
        inspected_on=inspected_on,
        valid_until=valid_until,
        inspector_name=inspector,
        inspector_registration="0457",
        qr_text=signed.text,
        check_code=signed.check_code,
    )


def driver(
    name: str = "Ana Beatriz de Souza",
    vehicles: Sequence[CertificateVehicle] = (CertificateVehicle("ABC1D23", "Chevrolet Onix Plus 2023"),),
    operators: Sequence[str] = ("Souza Mobilidade Ltda.",),
    provisional: bool = False,
) -> DriverCertificateData:
    number = PrintedNumber(2026, 1, 184)
    issued_on, valid_until = date(2026, 3, 14), date(2026, 4, 12) if provisional else date(2027, 3, 14)
    plate = vehicles[0].plate if vehicles else ""
    signed = _signed(DriverCertificatePayload(number.digits, provisional, name, plate, issued_on, valid_until))
    return DriverCertificateData(
        office=OFFICE,
        number=str(number),
        name=name,
        cpf_masked="***.456.789-**",
        license_category="AB",
        license_valid_until=date(2028, 9, 20),
        issued_on=issued_on,
        valid_until=valid_until,
        last_timely_renewal=date(2027, 2, 12),
        fee_paid_on=date(2026, 3, 13),
        vehicles=tuple(vehicles),
        operators=tuple(operators),
        qr_text=signed.text,
        check_code=signed.check_code,
        provisional=provisional,
    )


def operator(name: str = "Souza Mobilidade Ltda.") -> OperatorCertificateData:
    number = PrintedNumber(2026, 1, 185)
    issued_on, valid_until = date(2026, 3, 14), date(2027, 3, 14)
    signed = _signed(OperatorCertificatePayload(number.digits, "12ABC34501DE35", name, issued_on, valid_until))
    return OperatorCertificateData(
        office=OFFICE,
        number=str(number),
        legal_name=name,
        cnpj="12.ABC.345/01DE-35",
        app_name="Vai Primavera",
        municipal_registration="45.871-2",
        address="Avenida Fictícia, 1210, sala 3, Centro · Primavera do Leste/MT · CEP 78850-000",
        issued_on=issued_on,
        valid_until=valid_until,
        last_timely_renewal=date(2027, 2, 12),
        fee_paid_on=date(2026, 3, 13),
        qr_text=signed.text,
        check_code=signed.check_code,
    )


def report(remarks: str = "Veículo em bom estado geral.", approved: bool = True) -> InspectionReportData:
    return InspectionReportData(
        office=OFFICE,
        number="000812/2026-01",
        plate="ABC1D23",
        vehicle="Chevrolet Onix Plus 2023/2024 · Prata",
        renavam="00639884962",
        chassis="9BWZZZ377VT004251",
        inspected_on=date(2026, 2, 20),
        approved=approved,
        valid_until=date(2027, 2, 20) if approved else None,
        institution="Inspeções Leste Ltda.",
        inspector_name="Rodrigo Almeida Prado",
        inspector_registration="0457",
        lines=tuple(InspectionLine(f"Item {number} da vistoria", True) for number in range(1, 21)),
        remarks=remarks,
        seal_number="002310/2026-01" if approved else None,
    )


def _signed_notice(subject: str) -> Signed:
    return _signed(InfractionPayload("2601000057", "A-b", subject, date(2026, 3, 10), date(2026, 3, 11), "1123"))


def driver_notice(facts: str = "Transportava passageiro com certificado vencido.") -> InfractionNoticeData:
    signed = _signed_notice("ABC1D23")
    return InfractionNoticeData(
        office=OFFICE,
        number="000057/2026-01",
        addressee=Addressee.DRIVER,
        addressed_to="Ana Beatriz de Souza",
        addressee_document="CPF ***.456.789-**",
        addressee_caa="000184/2026-01",
        conduct_code="A-b",
        conduct_text="prestar serviço com o CAA vencido",
        legal_basis="Lei Municipal nº 2.054/2022, art. 59, I, b",
        group_label="leve",
        upf_range="50 a 100 UPF",
        occurred_at=datetime(2026, 3, 10, 18, 32, tzinfo=UTC),
        place="Avenida São João, Centro",
        plate="ABC1D23",
        vehicle="Chevrolet Onix Plus 2023",
        facts=facts,
        unidentified_reason="",
        defense_text="15 (quinze) dias contados da ciência (art. 44): até 25/03/2026.",
        reckoning=("Ciência em 10/03/2026; o dia do início não se conta.", "Décimo quinto dia: 25/03/2026."),
        agent_name="Marcos Vinícius Teixeira",
        agent_registration="1123",
        served_text="",
        qr_text=signed.text,
        check_code=signed.check_code,
    )


def operator_notice() -> InfractionNoticeData:
    signed = _signed_notice("12ABC34501DE35")
    return replace(
        driver_notice(),
        addressee=Addressee.OPERATOR,
        addressed_to="Souza Mobilidade Ltda.",
        addressee_document="CNPJ 12.ABC.345/01DE-35",
        plate="",
        vehicle="",
        qr_text=signed.text,
        check_code=signed.check_code,
    )


REALISTIC: tuple[DocumentData, ...] = (
    seal(), driver(), driver(provisional=True), operator(), report(), report(approved=False),
    driver_notice(), operator_notice(),
)  # fmt: skip


def horrible(text: str) -> tuple[DocumentData, ...]:
    """Every kind of document with `text` wherever somebody types."""
    office = replace(
        OFFICE,
        municipality=text,
        unit=text,
        address=text,
        ouvidoria_contact=text,
        ciretran_contact=text,
        coordinator_title=text,
        logo=picture(900, 200),
    )
    lines = tuple(InspectionLine(text, not text, text) for _ in range(25))
    vehicles = [CertificateVehicle(f"ABC1D{number}", text) for number in range(10, 40)]
    return (
        replace(seal(), office=office, plate=text, number=text, inspector_name=text, inspector_registration=text,
                check_code=text, inspector_signature=picture(300, 900)),
        replace(driver(text, vehicles, [text] * 30, True), office=office, number=text, cpf_masked=text,
                license_category=text, check_code=text),
        replace(operator(text), office=office, number=text, cnpj=text, app_name=text, municipal_registration=text,
                address=text, check_code=text),
        replace(report(text), office=office, number=text, plate=text, vehicle=text, renavam=text, chassis=text,
                institution=text, inspector_name=text, inspector_registration=text, lines=lines, seal_number=text),
        replace(driver_notice(text), office=office, number=text, addressed_to=text, addressee_document=text,
                addressee_caa=text, conduct_code=text, conduct_text=text, legal_basis=text, group_label=text,
                upf_range=text, place=text, plate=text, vehicle=text, unidentified_reason=text,
                defense_text=text, reckoning=(text, text), agent_name=text, agent_registration=text, served_text=text,
                check_code=text),
    )  # fmt: skip


def words(pdf: bytes) -> str:
    """All the text of all pages, with single spaces."""
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).split())


def sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Width and height of every page in millimetres."""
    return [
        (float(page.mediabox.width) / MM, float(page.mediabox.height) / MM) for page in PdfReader(io.BytesIO(pdf)).pages
    ]


def images(pdf: bytes, dpi: int = 150) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page.render(scale=dpi / 72).to_pil().convert("L") for page in document]
    finally:
        document.close()


def codes(pdf: bytes, dpi: int = 150) -> list[str]:
    """What the QR codes of the first page say."""
    return [found.text for found in zxingcpp.read_barcodes(images(pdf, dpi)[0])]


def blank_margin(image: Image.Image, dpi: int) -> float:
    """The narrowest unprinted margin in millimetres; infinite on a blank page."""
    ink = ImageOps.invert(image).getbbox()
    if ink is None:
        return math.inf
    left, top, right, bottom = ink
    return min(left, top, image.width - right, image.height - bottom) / dpi * 25.4
