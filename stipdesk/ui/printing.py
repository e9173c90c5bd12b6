"""True size on paper: the arithmetic between millimetres and a printer's dots. No Qt here.

A page is drawn dot for dot at the printer's own resolution, from the corner of the sheet, never scaled to what the
printer calls its printable area: that scaling is why labels come out at 95 % (cases P011, P013, P014).
"""

from dataclasses import dataclass

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72
# At 600 dots an A4 page takes 100 MB while it is drawn; finer printers get whole multiples of it.
FINEST_DRAWING = 600
_TOLERANCE_MM = 0.6


@dataclass(frozen=True, slots=True)
class PaperSize:
    """Width and height in millimetres, as the page stands."""

    width: float
    height: float

    @classmethod
    def from_points(cls, width: float, height: float) -> "PaperSize":
        """To the tenth of a millimetre: the size that was meant, not the one that was rounded to points."""
        scale = MM_PER_INCH / POINTS_PER_INCH
        return cls(round(width * scale, 1), round(height * scale, 1))

    @property
    def is_landscape(self) -> bool:
        return self.width > self.height

    @property
    def upright(self) -> "PaperSize":
        """The sheet as it lies in the tray, narrow side across."""
        return PaperSize(min(self.width, self.height), max(self.width, self.height))

    def is_same_as(self, other: "PaperSize") -> bool:
        mine, theirs = self.upright, other.upright
        return abs(mine.width - theirs.width) <= _TOLERANCE_MM and abs(mine.height - theirs.height) <= _TOLERANCE_MM

    def fits_in(self, other: "PaperSize") -> bool:
        """Whether a page of this size, as it stands, lies whole on the other sheet."""
        return self.width <= other.width + _TOLERANCE_MM and self.height <= other.height + _TOLERANCE_MM

    def __str__(self) -> str:
        return f"{_millimetres(self.width)} × {_millimetres(self.height)} mm"


def _millimetres(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0").replace(".", ",")


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a page is turned into dots: drawn at `scale` dots a point, each then `enlargement` printer dots wide."""

    scale: float
    enlargement: int


def drawing_for(resolution: int) -> Drawing:
    """The finest drawing, up to `FINEST_DRAWING`, of which the printer's `resolution` (dots an inch) is a multiple."""
    enlargement = -(-resolution // FINEST_DRAWING)
    return Drawing(resolution / enlargement / POINTS_PER_INCH, enlargement)


def dots(millimetres: float, resolution: int) -> int:
    """A length in the printer's dots."""
    return round(millimetres / MM_PER_INCH * resolution)


def paper_problem(page: PaperSize, paper: PaperSize) -> str:
    """What to tell before printing `page` on a sheet of another size; '' when it is the same one.

    The page is never reduced: on a smaller sheet it is cut, on a larger one it leaves a margin.
    """
    if page.is_same_as(paper):
        return ""
    difference = f"O documento tem {page} e o papel escolhido na impressora tem {paper}."
    if page.fits_in(paper):
        return f"{difference} Ele sairá em tamanho real, no canto superior esquerdo da folha."
    return f"{difference} Ele não será reduzido: o que passar da borda do papel não sairá."
