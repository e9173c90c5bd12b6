"""The windshield seal (art. 18 §3 I-V): one on its own sticker, or eight to an A4 sheet of labels."""

from collections.abc import Sequence

from stipdesk.domain.documents import OfficeHeader, SealData
from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.text import format_date
from stipdesk.reports.guilloche import ribbon
from stipdesk.reports.page import A4, MM, Paper
from stipdesk.reports.styles import BOLD, LABEL, NOTE, REGULAR, SEMIBOLD, SOFT, WHITE, YEAR_COLOURS, Style

SINGLE_SIZE = (90.0, 110.0)
LABEL_SIZE = (99.1, 67.7)
LABELS_A_SHEET = 8
_COLUMNS, _LEFT, _TOP, _PITCH_X, _PITCH_Y = 2, 4.65, 13.1, 101.6, 67.7  # Pimaco A4365, the same as Avery L7165
_QR_SIZE = 41.5

_LAW = "Lei Municipal 2.054/2022, art. 18 §3º"

_HEADING = Style(13, BOLD, WHITE, smallest=8)
_ON_BAND = Style(7.2, REGULAR, WHITE, smallest=4.5)
_YEAR = Style(25, BOLD, WHITE)
_PLATE = Style(44, BOLD, smallest=16)
_DATE = Style(30, BOLD, smallest=14)
_FACT = Style(9.5, SEMIBOLD, smallest=6, spacing=1.15)
_LABEL_PLATE, _LABEL_DATE, _LABEL_FACT = _PLATE.at(36), _DATE.at(25), _FACT.at(7)
_INSPECTOR = Style(7.5, SEMIBOLD, smallest=5, spacing=1.05)
_SMALL_LABEL = LABEL.at(6.5)
_SMALL_NOTE = NOTE.at(6.5)
_CONTACT = Style(7.2, SEMIBOLD, smallest=4.5, spacing=1.2)


def render_seal(data: SealData) -> bytes:
    """One page of 90 × 110 mm."""
    paper = Paper(SINGLE_SIZE, f"Selo de vistoria {data.number}", data.office.unit)
    _draw_single(paper, data)
    return paper.finish()


def render_seal_sheets(seals: Sequence[SealData], start_position: int = 1) -> bytes:
    """A4 sheets of eight labels of 99.1 × 67.7 mm, filled by rows.

    `start_position`, 1 to 8, is the first label of the first sheet that is still unused.
    """
    if not seals:
        raise InvalidValue("Nenhum selo foi escolhido para imprimir.", "Escolha ao menos um.")
    if not 1 <= start_position <= LABELS_A_SHEET:
        raise InvalidValue(
            f"A folha tem {LABELS_A_SHEET} etiquetas; a posição {start_position} não existe.", "Escolha de 1 a 8."
        )
    paper = Paper(A4, "Selos de vistoria", seals[0].office.unit)
    for place, seal in enumerate(seals, start_position - 1):
        row, column = divmod(place % LABELS_A_SHEET, _COLUMNS)
        if place and place % LABELS_A_SHEET == 0:
            paper.next_page()
        with paper.moved(_LEFT + column * _PITCH_X, _TOP + row * _PITCH_Y):
            _draw_label(paper, seal)
    return paper.finish()


def _draw_single(paper: Paper, data: SealData) -> None:
    width, height = SINGLE_SIZE
    margin, column, facts_top = 6.0, 33.5, 56.6
    across = width - 2 * margin
    _band(paper, data.office, data.valid_until.year, width, 17)
    paper.line("PLACA", margin, 25.4, LABEL, column)
    paper.line(_LAW, margin + column, 25.4, _SMALL_NOTE, across - column, "right")
    paper.line(data.plate, margin, 37.4, _PLATE, across)
    paper.line("VÁLIDO ATÉ", margin, 43.6, LABEL, column)
    paper.line(format_date(data.valid_until), margin, 52.2, _DATE, across)
    paper.qr(data.qr_text, width - 4.6, facts_top, _QR_SIZE)
    facts = (
        ("Vistoria", format_date(data.inspected_on)),
        ("Selo nº", data.number),
        ("Código de conferência", data.check_code),
    )
    for row, (label, value) in enumerate(facts):
        paper.line(label, margin, facts_top + 1.6 + row * 8.4, _SMALL_LABEL, column)
        paper.line(value, margin, facts_top + 5.4 + row * 8.4, _FACT, column)
    _inspector(paper, data, margin, 91.2, column, 9.4)
    _contacts(paper, data.office, margin, height - 6.9, across, 2)


def _draw_label(paper: Paper, data: SealData) -> None:
    width, height = LABEL_SIZE
    margin, column = 5.0, 43.0
    office, year = data.office, data.valid_until.year

    def draw_what_all_share() -> None:
        _band(paper, office, year, width, 11.6)
        paper.line("PLACA", margin, 18.4, _SMALL_LABEL, column)
        paper.line(_LAW, margin, 18.4, _SMALL_NOTE.at(5.5), column, "right")
        paper.line("VÁLIDO ATÉ", margin, 32.6, _SMALL_LABEL, column)
        _contacts(paper, office, margin, height - 3.6, width - 2 * margin, 1)

    paper.once((office, year), width, height, draw_what_all_share)
    paper.line(data.plate, margin, 27.6, _LABEL_PLATE, column)
    paper.line(format_date(data.valid_until), margin, 39.6, _LABEL_DATE, column)
    paper.line(f"Vistoria {format_date(data.inspected_on)} · Selo {data.number}", margin, 44.4, _LABEL_FACT, column)
    paper.line(f"Código de conferência {data.check_code}", margin, 47.6, _LABEL_FACT, column)
    _inspector(paper, data, margin, 52.8, column, 4.8)
    paper.qr(data.qr_text, width - 4.6, 16.6, _QR_SIZE)


def _inspector(paper: Paper, data: SealData, x: float, y: float, width: float, signature_height: float) -> None:
    if data.inspector_signature:
        paper.image(data.inspector_signature, x, y - signature_height, width, signature_height)
    paper.rule(x, y, width, SOFT, 0.6)
    last = paper.block(data.inspector_name, x, y + 1.3, _INSPECTOR, width, 3)
    paper.line(f"responsável · matrícula {data.inspector_registration}", x, last + 2.4, _SMALL_NOTE, width)


def _band(paper: Paper, office: OfficeHeader, year: int, width: float, height: float) -> None:
    """The head of the seal; it stops short of the edge, where a die cut or a printer may be a millimetre off."""
    colour, tint = YEAR_COLOURS[year % len(YEAR_COLOURS)]
    left, words = 5.5, width - 32
    paper.panel(2, 2, width - 4, height, fill=colour, radius=1.6)
    with paper.clipped(2, 2, width - 4, height, radius=1.6):
        paper.curves(ribbon(0, 2 + height / 2, width, height * 1.5), tint, 0.3)
    if office.logo:
        paper.panel(3.4, 3.4, height - 2.8, height - 2.8, fill=WHITE, radius=1.2)
        paper.image(office.logo, 4.2, 4, height - 4.4, height - 4, "center")
        left, words = left + height - 2, words - height + 2
    paper.line("SELO DE VISTORIA · STIP/PVA", left, 2 + height * 0.38, _HEADING, words)
    paper.line(office.municipality, left, 2 + height * 0.62, _ON_BAND, words)
    paper.line(office.unit, left, 2 + height * 0.84, _ON_BAND, words)
    paper.line(str(year), width - 25.5, 2 + height / 2 + _YEAR.cap_height / MM / 2, _YEAR, 20, "right")


def _contacts(paper: Paper, office: OfficeHeader, x: float, top: float, width: float, lines: int) -> None:
    half = width / 2 - 1.5
    paper.block(f"Ouvidoria {office.ouvidoria_contact}", x, top, _CONTACT, half, lines)
    paper.block(f"CIRETRAN {office.ciretran_contact}", x + width - half, top, _CONTACT, half, lines, "right")
