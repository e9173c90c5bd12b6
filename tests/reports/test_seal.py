"""The windshield seal: what art. 18 §3 demands, true sizes, and QR codes that verify."""

import io
from dataclasses import replace
from datetime import date

import pytest
import zxingcpp
from PIL import Image, ImageOps
from pypdf import PdfReader

from stipdesk.domain.errors import InvalidValue
from stipdesk.reports import render, render_seal_sheets
from stipdesk.reports.qr import QrCode
from stipdesk.signing.verification import VerificationState, verify
from tests.reports.papers import LONG_NAME, blank_margin, codes, images, seal, sizes, words
from tests.signing.vector import ADDRESS, KEY, TEXT


def _state(text: str) -> VerificationState:
    return verify(text, [KEY.public], date(2026, 12, 1), addresses=[ADDRESS]).state


def test_what_the_law_demands_is_printed() -> None:
    printed = words(render(seal()))
    for demanded in (
        "ABC1D23",
        "Vistoria 20/02/2026",
        "VÁLIDO ATÉ 20/02/2027",
        "Rodrigo Almeida Prado",
        "matrícula 0457",
        "Ouvidoria (66) 3498-0001",
        "CIRETRAN (66) 3498-0002",
        "002310/2026-01",
        seal().check_code,
    ):
        assert demanded in printed


def test_the_code_is_read_back_and_verifies() -> None:
    (text,) = codes(render(seal()))
    assert text == seal().qr_text
    assert _state(text) is VerificationState.VALID


def test_the_code_is_vector_and_of_true_size() -> None:
    pdf = render(seal())
    assert not PdfReader(io.BytesIO(pdf)).pages[0].images
    dpi = 600
    (found,) = zxingcpp.read_barcodes(images(pdf, dpi)[0])
    corners = found.position
    width = (corners.top_right.x - corners.top_left.x) / dpi * 25.4
    assert width == pytest.approx(41.5, abs=0.2)


def test_modules_are_whole_dots_at_300_dpi() -> None:
    code = QrCode.of(TEXT)
    assert code.modules == 49
    assert code.size_within(41.5) / code.modules * 300 / 25.4 == pytest.approx(10)


def test_quiet_zone_of_four_modules() -> None:
    dpi = 300
    image = images(render(seal()), dpi)[0]
    (found,) = zxingcpp.read_barcodes(image)
    quiet = round(4 * 41.5 / 49 / 25.4 * dpi) - 2
    corners = found.position
    left, top, right, bottom = corners.top_left.x, corners.top_left.y, corners.bottom_right.x, corners.bottom_right.y
    around = image.crop((left - quiet, top - quiet, right + quiet, bottom + quiet))
    around.paste(255, (quiet - 1, quiet - 1, around.width - quiet + 2, around.height - quiet + 2))
    assert ImageOps.invert(around).getbbox() is None


@pytest.mark.parametrize("text", ["x", "João", "A" * 300, "https://a#B.1", TEXT])
def test_any_text_becomes_a_code(text: str) -> None:
    code = QrCode.of(text)
    image = Image.new("L", (code.modules + 8, code.modules + 8), 255)
    for run in code.path.splitlines():
        x, y, width, _, _ = run.split()
        image.paste(0, (int(x) + 4, int(y) + 4, int(x) + 4 + int(width), int(y) + 5))
    (found,) = zxingcpp.read_barcodes(image.resize((image.width * 4, image.height * 4), Image.Resampling.NEAREST))
    assert found.text == text


def test_a_sheet_holds_eight_labels_where_the_paper_has_them() -> None:
    seals = [seal(number) for number in range(1, 10)]
    pdf = render_seal_sheets(seals)
    assert sizes(pdf) == [pytest.approx((210, 297), abs=0.1)] * 2
    dpi = 200
    image = images(pdf, dpi)[0]
    found = zxingcpp.read_barcodes(image)
    by_place = sorted(found, key=lambda code: (round(code.position.top_left.y, -2), code.position.top_left.x))
    assert [code.text for code in by_place] == [data.qr_text for data in seals[:8]]
    for place, code in enumerate(by_place):
        row, column = divmod(place, 2)
        right, top = code.position.top_right.x / dpi * 25.4, code.position.top_right.y / dpi * 25.4
        assert right == pytest.approx(4.65 + column * 101.6 + 99.1 - 4.6, abs=0.3)
        assert top == pytest.approx(13.1 + row * 67.7 + 16.6, abs=0.3)
    assert blank_margin(image, dpi) >= 6
    assert words(pdf).count("SELO DE VISTORIA") == 9


def test_a_used_sheet_is_continued() -> None:
    pdf = render_seal_sheets([seal(1), seal(2)], start_position=8)
    assert len(sizes(pdf)) == 2
    image = images(pdf, 50)[0]
    left, top, _, _ = ImageOps.invert(image).getbbox() or (0, 0, 0, 0)
    assert left > image.width / 2
    assert top > image.height * 0.7


def test_the_same_seal_again_and_again() -> None:
    assert len(sizes(render_seal_sheets([seal()] * 17))) == 3


def test_long_names_do_not_touch_the_neighbour() -> None:
    crowded = replace(seal(), inspector_name=LONG_NAME, plate=LONG_NAME, office=replace(seal().office, unit=LONG_NAME))
    image = images(render_seal_sheets([crowded]), 100)[0]
    left, top, right, bottom = (round(x / 25.4 * 100) for x in (4.65, 13.1, 4.65 + 99.1, 13.1 + 67.7))
    image.paste(255, (left, top, right, bottom))
    assert ImageOps.invert(image).getbbox() is None


@pytest.mark.parametrize("position", [0, 9, -1])
def test_a_position_that_the_sheet_lacks(position: int) -> None:
    with pytest.raises(InvalidValue, match="8 etiquetas"):
        render_seal_sheets([seal()], position)


def test_nothing_to_print() -> None:
    with pytest.raises(InvalidValue, match="Nenhum selo"):
        render_seal_sheets([])
