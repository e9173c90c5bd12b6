"""Inspection report and infraction notice: what they must say, and long texts that go on over the pages."""

from dataclasses import replace
from datetime import date

import pytest

from stipdesk.domain.documents import InfractionNoticeData, InspectionLine
from stipdesk.reports import render
from stipdesk.signing.verification import VerificationState, verify
from tests.reports.papers import LONG_NAME, codes, driver_notice, operator_notice, report, sizes, words
from tests.signing.vector import ADDRESS, KEY


def test_report() -> None:
    printed = words(render(report()))
    for demanded in (
        "APROVADO",
        "ABC1D23",
        "9BWZZZ377VT004251",
        "002310/2026-01",
        "20/02/2027",
        "Inspeções Leste Ltda.",
    ):
        assert demanded in printed
    assert all(f"Item {number} da vistoria Conforme" in printed for number in range(1, 21))
    assert "Página" not in printed


def test_failed_report() -> None:
    failed = replace(report(approved=False), lines=(InspectionLine("Pneus", False, "sulco < 1,6 mm"),))
    printed = words(render(failed))
    assert "REPROVADO" in printed
    assert "não emitido" in printed
    assert "Pneus Não conforme sulco < 1,6 mm" in printed


def test_long_remarks_go_on_over_the_pages() -> None:
    remarks = " ".join(f"palavra{number}" for number in range(500))
    pdf = render(report(remarks))
    printed = words(pdf)
    assert len(remarks) > 5000
    assert len(sizes(pdf)) == 2
    assert all(f"palavra{number}" in printed for number in range(500))
    assert "Página 1 de 2" in printed
    assert "Página 2 de 2" in printed
    assert "Laudo de vistoria 000812/2026-01 (continuação)" in printed


def test_rows_taller_than_a_page() -> None:
    note = " ".join(f"nota{number}" for number in range(2000))
    pdf = render(replace(report(), lines=(InspectionLine(LONG_NAME, False, note),) * 2))
    assert len(sizes(pdf)) > 4
    assert words(pdf).count("nota1999") == 2


def test_notice_to_a_driver_has_the_seven_items_of_article_37_1() -> None:
    printed = words(render(driver_notice()))
    items = (
        "I TIPIFICAÇÃO, REGISTRO DO FATO E ENQUADRAMENTO LEGAL A-b · prestar serviço com o CAA vencido",
        "II LOCAL, DATA E HORA DA PRÁTICA DA INFRAÇÃO Avenida São João, Centro · 10/03/2026, às 14h32",
        "III PLACA E MODELO DO VEÍCULO ABC1D23 · Chevrolet Onix Plus 2023",
        "IV IDENTIFICAÇÃO DO PRESTADOR Ana Beatriz de Souza CPF ***.456.789-** · CAA 000184/2026-01",
        "V DESCRIÇÃO DA INFRAÇÃO Transportava passageiro",
        "VI PRAZO PARA INTERPOSIÇÃO DE DEFESA PRÉVIA 15 (quinze) dias",
        "VII ASSINATURA E IDENTIFICAÇÃO DA AUTORIDADE COMPETENTE Marcos Vinícius Teixeira Matrícula 1123",
    )
    places = [printed.find(item) for item in items]
    assert -1 not in places
    assert places == sorted(places)
    assert "art. 37 §1º" in printed
    assert "Memória de cálculo do prazo – Ciência em 10/03/2026" in printed


def test_notice_to_an_operator_has_the_six_items_of_article_37_5() -> None:
    printed = words(render(operator_notice()))
    items = (
        "I TIPIFICAÇÃO",
        "II LOCAL",
        "III IDENTIFICAÇÃO DA EMPRESA OPERADORA Souza Mobilidade Ltda. CNPJ 12.ABC.345/01DE-35",
        "IV DESCRIÇÃO",
        "V PRAZO",
        "VI ASSINATURA",
    )
    places = [printed.find(item) for item in items]
    assert -1 not in places
    assert places == sorted(places)
    assert "art. 37 §5º" in printed
    assert "VII" not in printed
    assert "PLACA" not in printed


def test_driver_not_identified() -> None:
    printed = words(render(replace(driver_notice(), unidentified_reason="evadiu-se do local", addressee_caa="")))
    assert "Prestador não identificado (art. 37 §3º): evadiu-se do local" in printed
    assert "responsável pelo cadastramento do veículo (art. 37 §4º)" in printed
    assert "sem CAA" in printed


@pytest.mark.parametrize(("count", "pages"), [(0, 1), (200, 2), (1000, 3)])
def test_long_facts(count: int, pages: int) -> None:
    pdf = render(driver_notice(" ".join(f"fato{number:03}" for number in range(count))))
    printed = words(pdf)
    assert all(f"fato{number:03}" in printed for number in range(count))
    assert len(sizes(pdf)) == pages


@pytest.mark.parametrize(
    ("data", "subject"),
    [(driver_notice("O passageiro confirmou o fato. " * 90), "ABC1D23"), (operator_notice(), "12ABC34501DE35")],
)
def test_the_code_of_a_notice_is_read_back_from_its_first_page_and_verifies(
    data: InfractionNoticeData, subject: str
) -> None:
    pdf = render(data)
    (text,) = codes(pdf)
    assert text == data.qr_text
    found = verify(text, [KEY.public], date(2026, 12, 1), addresses=[ADDRESS])
    assert found.state is VerificationState.VALID
    assert ("Auto de infração", data.number) in found.described
    assert ("Placa ou CNPJ", subject) in found.described
    assert f"Código de conferência {data.check_code}" in words(pdf)


def test_a_changed_code_of_a_notice_is_refused() -> None:
    forged = driver_notice().qr_text.replace("ABC1D23", "ABC1D24")
    found = verify(forged, [KEY.public], date(2026, 12, 1), addresses=[ADDRESS])
    assert found.state is VerificationState.BAD_SIGNATURE


def test_a_notice_served_on_the_spot_takes_one_page_with_both_signatures() -> None:
    """Whoever signs it in the street signs the sheet that says what for."""
    data = replace(
        driver_notice("Agente em ronda viu o condutor fumando com passageira a bordo. " * 3),
        defense_text="Prazo para a defesa prévia: 15 dias corridos, contados da ciência em 22/10/2026. " * 3,
        reckoning=tuple(f"Linha {number} da memória de cálculo, com o dia da semana e a data." for number in range(7)),
        served_text="Ciência pessoal em 22/10/2026; o autuado assinou e recebeu via do auto (art. 42, I).",
    )
    pdf = render(data)
    assert len(sizes(pdf)) == 1
    printed = words(pdf)
    assert "CIÊNCIA DO AUTUADO" in printed
    assert "Assinatura de quem recebeu" in printed
