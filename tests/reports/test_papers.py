"""What holds for every paper: texts, pages, margins, typeface, reproducible bytes."""

import io
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from stipdesk.domain.documents import DocumentData, SealData
from stipdesk.domain.errors import EnvironmentFault, InvalidValue
from stipdesk.reports import render
from stipdesk.reports.text import MISSING_GLYPH, load_fonts
from tests.reports.papers import (
    LONG_NAME,
    LONG_TEXT,
    OFFICE,
    REALISTIC,
    UNBROKEN,
    blank_margin,
    driver,
    horrible,
    images,
    picture,
    seal,
    sizes,
    words,
)

_DPI = 50
_MARGIN_OF_SEAL, _MARGIN_OF_A4 = 1.0, 10.0


def _assert_inside(data: DocumentData) -> None:
    margin = _MARGIN_OF_SEAL if isinstance(data, SealData) else _MARGIN_OF_A4
    assert min(blank_margin(image, _DPI) for image in images(render(data), _DPI)) >= margin


@pytest.mark.parametrize("data", REALISTIC)
def test_realistic_papers_take_one_page(data: DocumentData) -> None:
    pdf = render(data)
    expected = (90, 110) if isinstance(data, SealData) else (210, 297)
    assert sizes(pdf) == [pytest.approx(expected, abs=0.1)]
    assert data.number in words(pdf)
    _assert_inside(data)


@pytest.mark.parametrize("text", [LONG_NAME, LONG_TEXT, UNBROKEN, "", "\n\n\t", "&<>\"'", "عربى 漢字 😀", "\ud800x"])
@pytest.mark.parametrize("kind", range(5))
def test_horrible_texts_stay_inside(kind: int, text: str) -> None:
    _assert_inside(horrible(text)[kind])


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=120), st.integers(0, 4))
def test_any_text_stays_inside(text: str, kind: int) -> None:
    _assert_inside(horrible(text)[kind])


@pytest.mark.parametrize("data", REALISTIC)
def test_the_same_data_give_the_same_bytes(data: DocumentData) -> None:
    first = render(data)
    render(driver("Outra pessoa"))
    assert render(data) == first
    assert b"Outra" not in first
    assert "Outra pessoa" not in words(first)


@pytest.mark.parametrize("data", [*REALISTIC, *horrible(LONG_NAME)])
def test_the_typeface_is_embedded_and_nothing_is_scaled_when_printed(data: DocumentData) -> None:
    reader = PdfReader(io.BytesIO(render(data)))
    preferences = _entry(_entry(reader.trailer, "/Root"), "/ViewerPreferences")
    assert str(preferences["/PrintScaling"]) == "/None"
    assert reader.metadata is not None
    assert reader.metadata.title
    for page in reader.pages:
        fonts = _entry(_entry(page, "/Resources"), "/Font")
        assert fonts
        for name in fonts:
            assert "SourceSansPro" in str(_entry(fonts, name)["/BaseFont"])
            assert "/FontFile2" in _entry(_entry(fonts, name), "/FontDescriptor")


def _entry(of: DictionaryObject, name: str) -> DictionaryObject:
    value = of[name].get_object()
    assert isinstance(value, DictionaryObject)
    return value


@pytest.mark.parametrize("name", [LONG_NAME[:98], "Łukasz Şahin", "P&D Transportes", "Tom & Jerry <ltda>", "x</para>"])
def test_names_are_printed_whole_and_exactly(name: str) -> None:
    assert name in words(render(driver(name, operators=[name])))


def test_what_the_typeface_lacks_is_shown() -> None:
    assert f"João {MISSING_GLYPH}" in words(render(driver("João 😀")))


def test_decomposed_letters_are_composed() -> None:
    assert "João" in words(render(driver("Joa\N{COMBINING TILDE}o")))


def test_logo_and_signature_are_drawn() -> None:
    plain = seal()
    drawn = replace(plain, office=replace(OFFICE, logo=picture()), inspector_signature=picture(600, 200))
    assert len(PdfReader(io.BytesIO(render(drawn))).pages[0].images) > 0
    assert len(PdfReader(io.BytesIO(render(plain))).pages[0].images) == 0


@pytest.mark.parametrize("data", [b"GIF89a", b"%PDF-1.7", picture()[:200]])
def test_what_is_no_image_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidValue, match="imagem"):
        render(replace(seal(), inspector_signature=data))


def test_a_missing_typeface_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault, match="Source Sans Pro") as raised:
        load_fonts(tmp_path)
    assert "Reinstale" in raised.value.remedy


def test_importing_reports_does_not_import_what_draws() -> None:
    program = "import sys, stipdesk.reports; sys.exit(bool({'reportlab', 'qrcode', 'PIL'} & set(sys.modules)))"
    subprocess.run([sys.executable, "-c", program], check=True)
