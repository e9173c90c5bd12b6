"""A sheet of paper measured in millimetres from its top left corner, on which no text can leave its column.

Everything is vector or embedded TrueType: the same bytes for the same data, texts that can be copied out exactly,
and characters that the typeface lacks shown as ■ instead of vanishing.
"""

import io
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Literal

from PIL import Image
from reportlab import rl_config
from reportlab.lib.colors import toColor
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from stipdesk.domain.errors import InvalidValue
from stipdesk.reports.qr import QrCode
from stipdesk.reports.styles import LINE, REGULAR, Style
from stipdesk.reports.text import fit, load_fonts, printable

MM = 72 / 25.4
A4 = (210.0, 297.0)
_SHARPEST_IMAGE = 900
Align = Literal["left", "center", "right"]
Curves = tuple[tuple[tuple[float, float], ...], ...]

_colour = cache(toColor)
rl_config.useA85 = 0  # ASCII85 only makes the files a quarter larger


class Paper:
    """A PDF in the making. Positions and widths are millimetres, `y` downwards; every text stays inside `width`."""

    def __init__(self, size: tuple[float, float], title: str, author: str) -> None:
        load_fonts()
        self.width, self.height = size
        self._buffer = io.BytesIO()
        self._canvas = Canvas(
            self._buffer,
            pagesize=(self.width * MM, self.height * MM),
            pageCompression=1,
            invariant=1,
            initialFontName=REGULAR,
        )
        self._canvas.setTitle(printable(title))
        self._canvas.setAuthor(printable(author))
        self._canvas.setCreator("stipdesk")
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._forms: dict[Hashable, str] = {}
        self.page = 1
        self._canvas.translate(0, self.height * MM)

    def line(self, text: str, x: float, baseline: float, style: Style, width: float, align: Align = "left") -> None:
        """One line; shrinks to the style's smallest size, then is cut with an ellipsis."""
        (shown,), style = fit(text, style, width * MM)
        self._string(shown, x, baseline, style, width, align)

    def block(
        self, text: str, x: float, top: float, style: Style, width: float, lines: int, align: Align = "left"
    ) -> float:
        """Up to `lines` lines, the first one's capitals touching `top`. Returns the last baseline."""
        shown, style = fit(text, style, width * MM, lines)
        baseline = top + style.cap_height / MM
        for number, line in enumerate(shown):
            self._string(line, x, baseline + number * style.leading / MM, style, width, align)
        return baseline + (len(shown) - 1) * style.leading / MM

    def height_of(self, text: str, style: Style, width: float, lines: int) -> float:
        """What `block` would take, from the top of the capitals to the last baseline."""
        shown, style = fit(text, style, width * MM, lines)
        return (style.cap_height + (len(shown) - 1) * style.leading) / MM

    def _string(self, text: str, x: float, baseline: float, style: Style, width: float, align: Align) -> None:
        canvas, text = self._canvas, text.replace("\N{NO-BREAK SPACE}", " ")
        canvas.setFont(style.font, style.size)
        canvas.setFillColor(_colour(style.colour))
        if align == "left":
            canvas.drawString(x * MM, -baseline * MM, text)
        elif align == "right":
            canvas.drawRightString((x + width) * MM, -baseline * MM, text)
        else:
            canvas.drawCentredString((x + width / 2) * MM, -baseline * MM, text)

    def rule(self, x: float, y: float, width: float, colour: str = LINE, points: float = 0.75) -> None:
        self._canvas.setStrokeColor(_colour(colour))
        self._canvas.setLineWidth(points)
        self._canvas.line(x * MM, -y * MM, (x + width) * MM, -y * MM)

    def panel(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str | None = None,
        stroke: str | None = None,
        radius: float = 0,
    ) -> None:
        if fill:
            self._canvas.setFillColor(_colour(fill))
        if stroke:
            self._canvas.setStrokeColor(_colour(stroke))
            self._canvas.setLineWidth(0.75)
        self._canvas.roundRect(
            x * MM, -(y + height) * MM, width * MM, height * MM, radius * MM, int(bool(stroke)), int(bool(fill))
        )

    def curves(self, curves: Curves, colour: str, points: float) -> None:
        """Polylines in millimetres, as fine as a printer can draw them."""
        self._canvas.setStrokeColor(_colour(colour))
        self._canvas.setLineWidth(points)
        self._canvas.addLiteral(_strokes(curves))

    def qr(self, text: str, right: float, top: float, size: float) -> float:
        """The largest symbol within `size` from its top right corner, quiet zone outside. Returns its real size."""
        code = QrCode.of(text)
        real = code.size_within(size)
        module = real * MM / code.modules
        self._canvas.saveState()
        self._canvas.setFillColor(_colour("#000000"))
        self._canvas.addLiteral(
            f"{module:.5f} 0 0 {-module:.5f} {(right - real) * MM:.4f} {-top * MM:.4f} cm\n{code.path}f"
        )
        self._canvas.restoreState()
        return real

    def image(self, data: bytes, x: float, y: float, width: float, height: float, align: Align = "left") -> float:
        """A PNG or JPEG inside the box, its proportion kept and centred in height. Returns its width."""
        picture, columns, rows = _picture(data)
        scale = min(width / columns, height / rows)
        drawn, top = columns * scale, y + (height - rows * scale) / 2
        x += {"left": 0.0, "center": (width - drawn) / 2, "right": width - drawn}[align]
        self._canvas.drawImage(picture, x * MM, -(top + rows * scale) * MM, drawn * MM, rows * scale * MM, mask="auto")
        return drawn

    def once(self, key: Hashable, width: float, height: float, draw: Callable[[], None]) -> None:
        """Draws what many places of this PDF share: stored once, then only referred to."""
        name = self._forms.get(key)
        if name is None:
            name = self._forms[key] = f"shared{len(self._forms)}"
            self._canvas.beginForm(name, 0, -height * MM, width * MM, 0)
            draw()
            self._canvas.endForm()
        self._canvas.doForm(name)

    @contextmanager
    def moved(self, x: float, y: float) -> Iterator[None]:
        """Inside, positions count from (x, y)."""
        self._canvas.saveState()
        self._canvas.translate(x * MM, -y * MM)
        yield
        self._canvas.restoreState()

    @contextmanager
    def clipped(self, x: float, y: float, width: float, height: float, radius: float = 0) -> Iterator[None]:
        """Inside, nothing is drawn beyond the box."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.roundRect(x * MM, -(y + height) * MM, width * MM, height * MM, radius * MM)
        self._canvas.clipPath(path, stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    def next_page(self) -> None:
        self._canvas.showPage()
        self._canvas.translate(0, self.height * MM)
        self.page += 1

    def finish(self) -> bytes:
        self._canvas.save()
        return self._buffer.getvalue()


@lru_cache(maxsize=16)
def _strokes(curves: Curves) -> str:
    """The drawing operators: every paper of one kind has the same waves, and writing them took half of its time."""
    strokes = (
        " l ".join(f"{x * MM:.2f} {-y * MM:.2f}" for x, y in curve).replace(" l ", " m ", 1) + " l" for curve in curves
    )
    return "\n".join((*strokes, "S"))


@lru_cache(maxsize=16)
def _picture(data: bytes) -> tuple[ImageReader, int, int]:
    """The image ready to be drawn, no sharper than paper needs, and its columns and rows."""
    try:
        image = Image.open(io.BytesIO(data))
        image.thumbnail((_SHARPEST_IMAGE, _SHARPEST_IMAGE))
        return ImageReader(image.convert("RGBA")), image.width, image.height
    except (OSError, ValueError, Image.DecompressionBombError) as error:
        raise InvalidValue(
            "A imagem do logotipo ou da assinatura não pode ser lida.", "Escolha outra vez um arquivo PNG ou JPEG."
        ) from error
