"""Papers that may need more than one A4 page: matter flows from top to bottom and on to the next page, line by line."""

from collections.abc import Callable

from stipdesk.domain.documents import OfficeHeader
from stipdesk.reports.letterhead import MARGIN, WIDTH, contacts, letterhead
from stipdesk.reports.page import A4, MM, Paper
from stipdesk.reports.styles import BODY, LABEL, LINE, NOTE, SUBTITLE, TITLE, VALUE, Style
from stipdesk.reports.text import printable, wrap

_BOTTOM = A4[1] - 22.0
_TOP_OF_NEXT = 30.0

Cell = tuple[str, Style, float]


class Flow:
    """The first page has the letterhead, the others a running head; every page says which of how many it is.

    `y` is where the next matter begins. `pages` is how many there are, known from a first drawing. `beside` is what the
    title and the subtitle leave free at their right, in millimetres; not given, only the title leaves some.
    """

    def __init__(
        self,
        office: OfficeHeader,
        label: str,
        number: str,
        title: str,
        subtitle: str,
        pages: int,
        *,
        beside: float | None = None,
    ) -> None:
        self.paper = Paper(A4, f"{title} {number}", office.unit)
        self._office, self._running, self._pages = office, f"{title} {number}", pages
        top = letterhead(self.paper, office, label, number)
        self.paper.line(title, MARGIN, top + 12, TITLE, WIDTH - (50 if beside is None else beside))
        self.paper.line(subtitle, MARGIN, top + 19.4, SUBTITLE.at(11), WIDTH - (beside or 0))
        self.title_baseline = top + 12
        self.y = top + 29

    def room(self, height: float) -> None:
        """Goes on to the next page when `height` is not left on this one."""
        if self.y + height > _BOTTOM:
            self._foot()
            self.paper.next_page()
            self.paper.line(f"{self._running} (continuação)", MARGIN, 20, LABEL.at(8.5), WIDTH)
            self.paper.rule(MARGIN, 23, WIDTH)
            self.y = _TOP_OF_NEXT

    def text(self, text: str, style: Style = BODY, x: float = MARGIN, width: float = WIDTH) -> None:
        self.row((text, style, width), x=x)

    def row(self, *cells: Cell, x: float = MARGIN, gap: float = 4.0) -> None:
        """Cells side by side, each wrapped in its own width; a row taller than the page goes on over the next ones."""
        columns = [wrap(printable(text), style, width * MM) for text, style, width in cells]
        leading = max(style.leading for _, style, _ in cells) / MM
        for number in range(max(len(lines) for lines in columns)):
            self.room(leading)
            at = x
            for lines, (_, style, width) in zip(columns, cells, strict=True):
                if number < len(lines):
                    self.paper.line(lines[number], at, self.y + style.cap_height / MM, style, width)
                at += width + gap
            self.y += leading

    def height_of(self, *cells: Cell) -> float:
        """What `row` would take on one page."""
        lines = max(len(wrap(printable(text), style, width * MM)) for text, style, width in cells)
        return lines * max(style.leading for _, style, _ in cells) / MM

    def facts(self, *facts: tuple[str, str, float]) -> None:
        """Labels over values, in columns whose widths are shares of the line."""
        self.room(13)
        shares, x = sum(share for _, _, share in facts), MARGIN
        for label, value, share in facts:
            width = WIDTH * share / shares
            self.paper.line(label, x, self.y + 2, LABEL, width - 4)
            self.paper.line(value or "—", x, self.y + 7.4, VALUE.at(11), width - 4)
            x += width
        self.y += 13

    def rule(self) -> None:
        self.paper.rule(MARGIN, self.y, WIDTH, LINE, 0.5)

    def finish(self) -> bytes:
        self._foot()
        return self.paper.finish()

    def _foot(self) -> None:
        contacts(self.paper, self._office)
        if self._pages > 1:
            page = f"Página {self.paper.page} de {self._pages}"
            self.paper.line(page, MARGIN + WIDTH - 40, A4[1] - 13, NOTE, 40, "right")


def paginated(draw: Callable[[int], Flow]) -> bytes:
    """Draws what takes several pages twice, because a page can say "1 de 3" only when the third is known."""
    first = draw(0)
    return first.finish() if first.paper.page == 1 else draw(first.paper.page).finish()
