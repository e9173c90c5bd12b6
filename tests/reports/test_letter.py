"""Papers made of text: what they say, tables over the pages, the QR code, the verdict, and where one signs."""

import io
from dataclasses import replace
from datetime import date
from itertools import pairwise

import pytest
from pypdf import PdfReader

from stipdesk.domain.documents import LetterData, LetterSection, LetterTable, LetterText, Verdict
from stipdesk.domain.numbers import PrintedNumber
from stipdesk.reports import render
from stipdesk.signing.payload import LetterPayload, StatementAbout, sign_payload
from stipdesk.signing.verification import VerificationState, verify
from tests.reports.papers import LONG_NAME, OFFICE, blank_margin, codes, images, sizes, words
from tests.signing.vector import ADDRESS, KEY

CAPTIONS = (("REQUISITO", 8.0), ("ARTIGO", 3.6), ("SITUAÇÃO", 4.2), ("O QUE TRAZER", 7.0))
SIGNERS = (("Rodrigo Almeida Prado", "Matrícula 0457"), ("Ciência do interessado", "Nome, data e assinatura"))


def letter(*sections: LetterSection, **changes: object) -> LetterData:
    text = LetterText(
        "Comprovante de protocolo",
        "Art. 14 da Lei Municipal nº 2.054/2022",
        ((("PRESTADOR", "Ana Beatriz de Souza", 6.0), ("CPF", "***.456.789-**", 3.0)), (("PROTOCOLADO EM", "", 1.0),)),
        sections,
        SIGNERS,
    )
    data = LetterData(OFFICE, "PROTOCOLO Nº", "000012/2026-01", text, "Primavera do Leste/MT, 1º de dezembro de 2026.")
    return replace(data, text=replace(text, **changes))  # type: ignore[arg-type]


def signed() -> LetterData:
    number = PrintedNumber(2026, 1, 12)
    payload = LetterPayload(
        number.digits, StatementAbout.REGULAR, "Ana Beatriz de Souza", date(2026, 12, 1), date(2026, 12, 31)
    )  # fmt: skip
    made = sign_payload(payload, KEY, ADDRESS)
    data = letter(LetterSection("", ("Declara-se que está autorizado.",)), verdict=("REGULAR", Verdict.GOOD))
    return replace(data, number=str(number), qr_text=made.text, check_code=made.check_code)


def table(rows: int, cell: str = "Certidão de Nada Consta Criminal da Comarca") -> LetterSection:
    lines = tuple((f"{cell} R{number:03}", "art. 14, II", "Falta", "Certidão.") for number in range(rows))
    return LetterSection("O que falta", (), LetterTable(CAPTIONS, lines))


def paragraphs(count: int) -> LetterSection:
    return LetterSection(
        "Efeitos", tuple(f"Parágrafo {number:03} do que segue desta decisão." for number in range(count))
    )


def pages(data: LetterData) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(render(data))).pages]


def test_a_short_letter_says_everything_on_one_page() -> None:
    section = LetterSection("O que falta", ("Traga o que está abaixo.",), table(2).table)
    pdf = render(letter(section, LetterSection("", ("Guarde este comprovante.",))))
    printed = words(pdf)
    places = [
        printed.find(each)
        for each in (
            "PROTOCOLO Nº", "000012/2026-01", "Comprovante de protocolo", "Art. 14 da Lei", "PRESTADOR",
            "Ana Beatriz de Souza", "O QUE FALTA", "Traga o que", "REQUISITO ARTIGO SITUAÇÃO O QUE TRAZER",
            "Comarca R001", "Guarde este", "1º de dezembro de 2026.", "Rodrigo Almeida Prado",
            "Matrícula 0457", "Ciência do interessado",
        )
    ]  # fmt: skip
    assert -1 not in places
    assert places == sorted(places)
    assert "Página" not in printed
    assert "—" in printed  # a fact that nobody filled in
    assert sizes(pdf) == [pytest.approx((210, 297))]


def test_a_long_table_repeats_its_captions_and_breaks_no_row() -> None:
    data = letter(table(60))
    found = pages(data)
    assert len(found) > 2
    for number, page in enumerate(found, 1):
        assert f"Página {number} de {len(found)}" in page
        assert ("REQUISITO ARTIGO" in page) is any(f"R{row:03}" in page for row in range(60))
    for page in found[1:]:
        assert "Comprovante de protocolo 000012/2026-01 (continuação)" in page
    # Both lines of a cell are on the page where its row begins.
    for row in range(60):
        (page,) = (page for page in found if f"R{row:03}" in page)
        assert page.count("Certidão de Nada Consta Criminal") == page.count("art. 14, II")


def test_a_row_taller_than_a_page_goes_on_over_the_next_ones() -> None:
    text = " ".join(f"palavra{number}" for number in range(3000))
    row = ("Observação", "art. 14", text, "Nada.")
    data = letter(LetterSection("O que falta", (), LetterTable(CAPTIONS, (row, ("Depois", "art. 15", "", "")))))
    found = pages(data)
    assert len(found) > 3
    assert all(page.strip() for page in found)
    joined = " ".join(found)
    assert "palavra0" in joined
    assert "palavra2999" in joined
    assert "Depois" in joined


@pytest.mark.parametrize("count", range(24, 46, 3))
def test_nobody_signs_a_sheet_that_says_nothing(count: int) -> None:
    for data in (letter(paragraphs(count)), letter(table(count, "Documento"))):
        last = pages(data)[-1]
        assert "Ciência do interessado" in last
        assert "Parágrafo" in last or "Documento" in last


def test_a_letter_that_would_only_just_need_another_page_is_drawn_tighter() -> None:
    counts = [len(pages(letter(paragraphs(count)))) for count in range(18, 40)]
    assert all(after >= before for before, after in pairwise(counts))
    (last_of_one,) = (count for count, (one, two) in enumerate(pairwise(counts), 18) if (one, two) == (1, 2))
    roomy = letter(paragraphs(last_of_one - 6))
    assert len(pages(roomy)) == 1


@pytest.mark.parametrize("filler", range(60, 110, 5))
def test_no_line_ends_before_the_number_of_an_article(filler: int) -> None:
    said = f"{'x' * filler} (art. 18, IV; arts. 19, § 2º, e 20, XI; nº 12)."
    text = "\n".join(
        page.extract_text() for page in PdfReader(io.BytesIO(render(letter(LetterSection("", (said,)))))).pages
    )
    assert all(not line.rstrip().endswith(("art.", "arts.", "§", "nº", "18,", "20,")) for line in text.splitlines())
    assert "art. 18, IV" in text


def test_the_code_of_a_letter_is_read_back_and_verifies() -> None:
    data = signed()
    pdf = render(data)
    (text,) = codes(pdf)
    assert text == data.qr_text
    found = verify(text, [KEY.public], date(2026, 12, 1), addresses=[ADDRESS])
    assert found.state is VerificationState.VALID
    assert "ANA BEATRIZ DE SOUZA" in [value for _, value in found.described]
    printed = words(pdf)
    assert f"Código de conferência {data.check_code}" in printed
    assert "REGULAR" in printed


@pytest.mark.parametrize("verdict", list(Verdict))
def test_the_verdict_stands_beside_the_title_or_under_the_code(verdict: Verdict) -> None:
    plain = letter(LetterSection("", ("Corpo.",)), verdict=("INDEFERIDO", verdict))
    assert "INDEFERIDO" in words(render(plain))
    assert blank_margin(images(render(plain))[0], 150) > 10
    coded = replace(signed(), text=replace(plain.text))
    assert "INDEFERIDO" in words(render(coded))
    assert codes(render(coded)) == [coded.qr_text]


def test_four_people_sign_in_pairs() -> None:
    people = tuple((f"Pessoa {number}", "Unidade Gestora do STIP") for number in range(4))
    found = pages(letter(LetterSection("", ("Corpo.",)), signers=people))
    assert len(found) == 1
    assert all(f"Pessoa {number}" in found[0] for number in range(4))


def test_a_letter_of_nothing_but_its_head() -> None:
    bare = letter(facts=(), signers=())
    (page,) = pages(bare)
    assert "Comprovante de protocolo" in page
    assert "Ciência" not in page


@pytest.mark.parametrize("text", ["W" * 900, LONG_NAME * 9, "a\nb\t\x00c", "שלום 你好 \U0001f697", ""])
def test_whatever_is_typed_stays_inside_the_margins(text: str) -> None:
    row = (text, text, text, text)
    sections = (
        LetterSection(text, (text, text), LetterTable(CAPTIONS, (row, row))),
        LetterSection("", (text,)),
    )
    data = letter(
        *sections, title=text, subtitle=text, facts=(((text, text, 1.0), (text, text, 2.0)),),
        signers=((text, text), (text,)), verdict=(text, Verdict.STOP),
    )  # fmt: skip
    data = replace(data, number=text, number_label=text, closing=text)
    pdf = render(data)
    assert all(blank_margin(image, 100) > 8 for image in images(pdf, 100))
    assert all(size == pytest.approx((210, 297)) for size in sizes(pdf))
