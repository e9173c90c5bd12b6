"""Colours, typefaces and sizes of every paper; colours are those of the screens, sizes are points."""

from dataclasses import dataclass, replace
from typing import Self

REGULAR = "SourceSansPro-Regular"
SEMIBOLD = "SourceSansPro-Semibold"
BOLD = "SourceSansPro-Bold"

INK = "#17212B"
SOFT = "#52606D"
LINE = "#C9D2DB"
FAINT = "#B9D0E6"
ACCENT = "#0B5FA5"
DEEP = "#0C3C6B"
WASH = "#E8F0F8"
GOOD = "#17703F"
GOOD_WASH = "#E3F4EA"
CARE = "#9A5B00"
CARE_WASH = "#FFF1D6"
STOP = "#B3261E"
STOP_WASH = "#FCE8E6"
WHITE = "#FFFFFF"

# The seal's band changes with the year of expiry, so that an old one is noticed from the sidewalk; each colour comes
# with the tint of its pattern.
YEAR_COLOURS = (
    ("#0E5763", "#1D6875"),
    ("#5B2A62", "#6E3A76"),
    ("#0C3C6B", "#1C4F82"),
    ("#17603A", "#26724A"),
    ("#7A3B12", "#8D4C20"),
)


@dataclass(frozen=True, slots=True)
class Style:
    """How a text looks; it may shrink to `smallest` before it is cut. Sizes and `leading` are points."""

    size: float
    font: str = REGULAR
    colour: str = INK
    smallest: float = 6.0
    spacing: float = 1.3

    @property
    def leading(self) -> float:
        return self.size * self.spacing

    @property
    def cap_height(self) -> float:
        return self.size * 0.66

    def at(self, size: float) -> Self:
        return replace(self, size=size, smallest=min(self.smallest, size))

    def in_colour(self, colour: str) -> Self:
        return replace(self, colour=colour)


LABEL = Style(7.5, SEMIBOLD, SOFT, smallest=6)
VALUE = Style(12, SEMIBOLD, smallest=8)
BODY = Style(10, smallest=7)
STRONG = Style(10, SEMIBOLD, smallest=7)
NOTE = Style(8, REGULAR, SOFT, smallest=6)
TITLE = Style(27, BOLD, smallest=18)
SUBTITLE = Style(12.5, REGULAR, SOFT, smallest=9)
