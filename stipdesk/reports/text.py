"""Measuring and breaking texts: whatever comes in, what goes out fits its column and can be drawn."""

import re
import unicodedata
from functools import cache
from importlib.resources import files
from pathlib import Path

from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from stipdesk.domain.errors import EnvironmentFault
from stipdesk.reports.styles import BOLD, REGULAR, SEMIBOLD, Style

MISSING_GLYPH = "■"
_PLAIN = re.compile(r"[ -~\n]*")
_STEP = 0.5


@cache
def load_fonts(folder: Path | None = None) -> frozenset[str]:
    """Registers the weights of Source Sans Pro and returns the characters that all of them can draw."""
    covered: list[set[str]] = []
    try:
        source = folder or Path(str(files("font_source_sans_pro"))) / "files"
        for name in (REGULAR, SEMIBOLD, BOLD):
            font = TTFont(name, str(source / f"{name}.ttf"))
            registerFont(font)
            # ReportLab numbers glyphs in 16 bits: a character beyond them would come out as another one
            covered.append({chr(code) for code in font.face.charToGlyph if code <= 0xFFFF})
    except (ModuleNotFoundError, OSError, TTFError) as error:
        raise EnvironmentFault(
            "Não encontrei os arquivos da fonte Source Sans Pro, com que os documentos são impressos.",
            "Nenhum documento foi emitido.",
            "Reinstale o programa.",
        ) from error
    return frozenset(set.intersection(*covered))


def printable(text: str) -> str:
    """The text as the typeface can draw it: composed, without control characters, what is lacking as ■."""
    if _PLAIN.fullmatch(text):
        return text
    return "".join(_drawn(character) for character in unicodedata.normalize("NFC", text))


def _drawn(character: str) -> str:
    if character == "\n":
        return character
    if character.isspace():
        return "\N{NO-BREAK SPACE}" if character in "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}" else " "
    if unicodedata.category(character) in ("Cc", "Cf"):
        return ""
    return character if character in load_fonts() else MISSING_GLYPH


def width_of(text: str, style: Style) -> float:
    """In points."""
    return float(stringWidth(text, style.font, style.size))


def fit(text: str, style: Style, width: float, most_lines: int = 1) -> tuple[list[str], Style]:
    """The lines at the largest size, down to the style's smallest, that need no more than `most_lines` of `width`
    points; at the smallest size the last line is cut with an ellipsis."""
    text = printable(text)
    if most_lines == 1:
        return _fit_one(text.replace("\n", " "), style, width)
    while True:
        lines = wrap(text, style, width)
        if len(lines) <= most_lines:
            return lines, style
        if style.size <= style.smallest:
            rest = " ".join(lines[most_lines - 1 : most_lines + 1])
            return [*lines[: most_lines - 1], _cut(rest, style, width)], style
        style = style.at(max(style.size - _STEP, style.smallest))


def _fit_one(line: str, style: Style, width: float) -> tuple[list[str], Style]:
    taken = width_of(line, style)
    if taken <= width:
        return [line], style
    style = style.at(max(style.size * width / taken * 0.999, style.smallest))
    return [line if width_of(line, style) <= width else _cut(line, style, width)], style


def wrap(text: str, style: Style, width: float) -> list[str]:
    """The printable `text` in lines of at most `width` points; a longer word is broken between characters."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        if width_of(paragraph, style) <= width:
            lines.append(paragraph)
            continue
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line and word else line or word
            if width_of(longer, style) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            *full, line = _pieces(word, style, width)
            lines += full
        lines.append(line)
    return lines


def _pieces(word: str, style: Style, width: float) -> list[str]:
    pieces = [""]
    room = width
    for character in word:
        taken = width_of(character, style)
        if taken > room and pieces[-1]:
            pieces.append("")
            room = width
        pieces[-1] += character
        room -= taken
    return pieces


def _cut(text: str, style: Style, width: float) -> str:
    return _pieces(text, style, width - width_of("…", style))[0].rstrip() + "…"
