"""Colours that can be read, and a style sheet that uses no others."""

import re

import pytest
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QApplication, QWidget

from stipdesk.settings import TEXT_SCALES, Settings, Theme
from stipdesk.ui import theme
from stipdesk.ui.appearance import Appearance
from stipdesk.ui.palette import DARK, LIGHT, SHAPES_ON_GROUNDS, WORDS_ON_GROUNDS, Palette, Tone, contrast

PALETTES = [pytest.param(LIGHT, id="light"), pytest.param(DARK, id="dark")]


def test_the_contrast_of_known_pairs() -> None:
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize(("words", "ground"), WORDS_ON_GROUNDS)
def test_words_can_be_read(palette: Palette, words: str, ground: str) -> None:
    assert contrast(getattr(palette, words), getattr(palette, ground)) >= 4.5


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize(("shape", "ground"), SHAPES_ON_GROUNDS)
def test_shapes_can_be_seen(palette: Palette, shape: str, ground: str) -> None:
    assert contrast(getattr(palette, shape), getattr(palette, ground)) >= 3


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("tone", Tone)
def test_every_tone_can_be_read(palette: Palette, tone: Tone) -> None:
    words, ground = palette.tone(tone)
    assert contrast(words, ground) >= 4.5
    assert contrast(palette.text, ground) >= 4.5


@pytest.mark.parametrize("palette", PALETTES)
def test_the_style_sheet_has_no_colour_of_its_own(palette: Palette) -> None:
    sheet = theme.style_sheet(palette, 100)
    used = set(re.findall(r"#[0-9A-Fa-f]{6}\b", sheet))
    assert used <= {value for value in (getattr(palette, name) for name in palette.__slots__) if isinstance(value, str)}
    assert not re.search(r"\b(white|black|red|gray|grey)\b", sheet)


@pytest.mark.parametrize("palette", PALETTES)
def test_every_rule_of_the_style_sheet_can_be_read(palette: Palette) -> None:
    """Where one rule sets both words and ground, they contrast; words alone must stand on card and ground."""
    for rule in re.findall(r"[^{}]+\{([^{}]+)\}", theme.style_sheet(palette, 100)):
        declared = dict(
            re.findall(r"(?:^|;)\s*(color|background|selection-color|selection-background-color): (#\w{6})", rule)
        )
        if "color" in declared:
            for ground in [declared["background"]] if "background" in declared else [palette.card, palette.ground]:
                assert contrast(declared["color"], ground) >= 4.5, rule
        if "selection-color" in declared:
            assert contrast(declared["selection-color"], declared["selection-background-color"]) >= 4.5, rule


def test_sizes_follow_the_text_size() -> None:
    def sizes(scale: int) -> list[int]:
        return [int(size) for size in re.findall(r"font-size: (\d+)px", theme.style_sheet(LIGHT, scale))]

    assert sizes(200) == [2 * size for size in sizes(100)]


def test_text_size_stays_within_its_limits() -> None:
    assert theme.larger(TEXT_SCALES[-1]) == TEXT_SCALES[-1]
    assert theme.smaller(TEXT_SCALES[0]) == TEXT_SCALES[0]
    assert theme.larger(100) == 110


def test_the_program_wears_its_own_type(qapp: QApplication, settings: Settings) -> None:
    theme.apply(qapp, settings)
    assert QFontInfo(qapp.font()).family() == theme.FAMILY


def test_theme_and_size_change_at_once_and_are_kept(
    qapp: QApplication, appearance: Appearance, stored: list[Settings]
) -> None:
    appearance.set_theme(Theme.DARK)
    assert theme.palette_now() is DARK
    appearance.larger()
    assert qapp.font().pixelSize() == 18
    appearance.usual_size()
    appearance.set_theme(Theme.LIGHT)
    assert theme.palette_now() is LIGHT
    assert [(each.theme, each.text_scale) for each in stored] == [
        (Theme.DARK, 100), (Theme.DARK, 110), (Theme.DARK, 100), (Theme.LIGHT, 100),
    ]  # fmt: skip


@pytest.mark.usefixtures("appearance")
def test_a_property_dresses_the_widget_again() -> None:
    widget = QWidget()
    theme.set_property(widget, "tone", "stop")
    assert widget.property("tone") == "stop"
