"""The two certificates: one page whatever is in them, what the law demands, and QR codes that verify."""

from dataclasses import replace
from datetime import date

import pytest

from stipdesk.domain.documents import CertificateVehicle, DriverCertificateData, OperatorCertificateData
from stipdesk.reports import render
from stipdesk.signing.verification import VerificationState, verify
from tests.reports.papers import LONG_NAME, LONG_TEXT, codes, driver, operator, sizes, words
from tests.signing.vector import ADDRESS, KEY


@pytest.mark.parametrize(
    "data", [driver(), driver(LONG_NAME), driver(provisional=True), operator(), operator("W" * 98)]
)
def test_the_code_is_read_back_and_verifies(data: DriverCertificateData | OperatorCertificateData) -> None:
    (text,) = codes(render(data))
    assert text == data.qr_text
    found = verify(text, [KEY.public], date(2026, 4, 12), addresses=[ADDRESS])
    assert found.state is VerificationState.VALID


def test_driver() -> None:
    printed = words(render(driver()))
    for demanded in (
        "Certificado Anual de Autorização",
        "Ana Beatriz de Souza",
        "***.456.789-**",
        "AB · até 20/09/2028",
        "000184/2026-01",
        "14/03/2026",
        "14 de março de 2027",
        "ABC1D23 · Chevrolet Onix Plus 2023",
        "Souza Mobilidade Ltda.",
        "Taxa paga em 13/03/2026 (art. 16 §2º)",
        "Renovação requerida até 12/02/2027 mantém este certificado válido até a decisão definitiva (art. 17 §§1º",
        "Coordenador Municipal de Trânsito Urbano",
        driver().check_code,
    ):
        assert demanded in printed
    assert "PROVISÓRIO" not in printed


def test_provisional_driver() -> None:
    printed = words(render(driver(provisional=True)))
    assert "PROVISÓRIO" in printed
    assert "válido até 12/04/2026: 30 dias a contar do pagamento da taxa (art. 16 §1º)" in printed
    assert "RENOVAÇÃO" not in printed


def test_operator() -> None:
    printed = words(render(operator()))
    for demanded in (
        "Souza Mobilidade Ltda.",
        "12.ABC.345/01DE-35",
        "45.871-2",
        "Vai Primavera",
        "Avenida Fictícia, 1210",
        "14 de março de 2027",
        "até a decisão definitiva (art. 12 §§1º e 2º)",
        "5 (cinco) anos (art. 62)",
    ):
        assert demanded in printed


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 6, 30])
def test_lists_say_how_many_are_not_shown(count: int) -> None:
    vehicles = [CertificateVehicle(f"ABC1D{number}", "Fiat Cronos") for number in range(10, 10 + count)]
    pdf = render(driver(vehicles=vehicles, operators=[f"Operadora {number} Ltda." for number in range(count)]))
    printed = words(pdf)
    assert len(sizes(pdf)) == 1
    for name in ("Fiat Cronos", "Operadora "):
        shown = printed.count(name)
        assert shown >= min(count, 3)
        assert (f"e mais {count - shown}" in printed) == (shown < count)


def test_everything_at_its_longest_is_one_page() -> None:
    vehicles = [CertificateVehicle(LONG_NAME, LONG_TEXT)] * 40
    assert len(sizes(render(driver(LONG_NAME, vehicles, [LONG_TEXT] * 40, True)))) == 1
    assert len(sizes(render(replace(operator(LONG_TEXT), address=LONG_TEXT, app_name=LONG_TEXT)))) == 1
