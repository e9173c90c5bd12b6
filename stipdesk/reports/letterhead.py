"""What every A4 paper has in common: the office's name at the head and its contacts at the foot."""

from stipdesk.domain.documents import OfficeHeader
from stipdesk.reports.guilloche import ribbon
from stipdesk.reports.page import A4, Paper
from stipdesk.reports.styles import BOLD, DEEP, FAINT, INK, LABEL, NOTE, REGULAR, SEMIBOLD, SOFT, Style

MARGIN = 20.0
WIDTH = A4[0] - 2 * MARGIN
_NUMBER_WIDTH = 52.0
_OFFICE = Style(12.5, BOLD, DEEP, smallest=8)
_UNIT = Style(10.5, REGULAR, INK, smallest=7)
_SIGNER = Style(9, REGULAR, INK, smallest=7, spacing=1.15)
_NUMBER = Style(14, SEMIBOLD, INK, smallest=9)


def letterhead(paper: Paper, office: OfficeHeader, label: str, number: str) -> float:
    """Draws the head of the first page; returns the `y` where the paper's own matter may begin."""
    left, width = MARGIN, WIDTH - _NUMBER_WIDTH - 6
    if office.logo:
        taken = paper.image(office.logo, left, 15, 26, 17) + 5
        left, width = left + taken, width - taken
    paper.line(office.municipality, left, 20.4, _OFFICE, width)
    paper.line(office.unit, left, 25.8, _UNIT, width)
    paper.line(office.address, left, 30.6, NOTE, width)
    paper.line(label, MARGIN + WIDTH - _NUMBER_WIDTH, 20.4, LABEL, _NUMBER_WIDTH, "right")
    paper.line(number, MARGIN + WIDTH - _NUMBER_WIDTH, 26.6, _NUMBER, _NUMBER_WIDTH, "right")
    paper.curves(ribbon(MARGIN, 40, WIDTH, 7), FAINT, 0.3)
    return 46.0


def contacts(paper: Paper, office: OfficeHeader) -> None:
    """Ouvidoria and CIRETRAN at the foot of the page."""
    paper.line(
        f"Ouvidoria do Município: {office.ouvidoria_contact} · CIRETRAN: {office.ciretran_contact}",
        MARGIN, A4[1] - 13, NOTE, WIDTH,
    )  # fmt: skip


def signature_line(paper: Paper, x: float, y: float, width: float, *captions: str) -> float:
    """A line to sign on, with who signs below it, up to two lines each. Returns the last baseline."""
    paper.rule(x, y, width, SOFT, 0.6)
    for number, caption in enumerate(captions):
        y = paper.block(caption, x, y + 1.9, _SIGNER if number == 0 else _SIGNER.in_colour(SOFT), width, 2)
    return y
