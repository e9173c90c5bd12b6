"""Every paper made of text: receipt, requisition, decision, declaration, list; it takes as many pages as it needs.

A letter that proves something carries its signed QR code at the head of the first page, as the infraction notice does.
"""

import re
from dataclasses import dataclass

from stipdesk.domain.documents import LetterData, LetterSection, LetterTable, Verdict
from stipdesk.reports.flow import Flow, paginated
from stipdesk.reports.letterhead import MARGIN, WIDTH, signature_line
from stipdesk.reports.styles import (
    BODY,
    BOLD,
    CARE,
    CARE_WASH,
    GOOD,
    GOOD_WASH,
    INK,
    LABEL,
    NOTE,
    STOP,
    STOP_WASH,
    STRONG,
    Style,
)

_QR_SIZE = 27.0
# What a line should not end on: "art." without its number, "art. 18," without its inciso.
_BOUND = re.compile(r"(?:arts?\.|§§?|nº) (?=\d)|(?<=\d,|º,) (?=[IVX]+\b)")
_VERDICT = Style(13, BOLD, smallest=8)
_VERDICT_WIDTH = 48.0
_COLOURS = {
    Verdict.GOOD: (GOOD, GOOD_WASH),
    Verdict.CARE: (CARE, CARE_WASH),
    Verdict.STOP: (STOP, STOP_WASH),
}
_GAP = 4.0
_SIGNER_WIDTH = 82.0
_SIGNED = 14.0
# A row or a last paragraph taller than this is broken where the page ends, rather than leave the page half empty.
_TALLEST_WHOLE = 60.0


@dataclass(frozen=True, slots=True)
class _Layout:
    """Sizes in points, the rest in millimetres: between paragraphs, before a section, and to sign."""

    body: float
    cell: float
    between: float
    before: float
    to_sign: float


_ROOMY = _Layout(10, 9, 1.6, 2, 13)
_TIGHT = _Layout(9.5, 8.5, 1, 1.2, 11)


def render_letter(data: LetterData) -> bytes:
    """Drawn a little tighter when that saves a page: nobody should sign a sheet that says nothing."""
    first = _draw(data, 0, _ROOMY)
    if first.paper.page == 1:
        return first.finish()
    tight = _draw(data, 0, _TIGHT)
    layout = _TIGHT if tight.paper.page < first.paper.page else _ROOMY
    return paginated(lambda pages: _draw(data, pages, layout))


def _draw(data: LetterData, pages: int, layout: _Layout) -> Flow:
    text = data.text
    beside = _QR_SIZE + 6 if data.qr_text else _VERDICT_WIDTH + 4 if text.verdict else 0.0
    flow = Flow(data.office, data.number_label, data.number, text.title, text.subtitle, pages, beside=beside)
    if data.qr_text:
        _qr(flow, data)
    if text.verdict is not None:
        _verdict(flow, *text.verdict, beside=bool(data.qr_text))
    for line in text.facts:
        flow.facts(*line)
    for section in text.sections:
        # What comes last goes to the next page with the signatures, not without them.
        keep = _closing_height(data, layout) if section is text.sections[-1] else 0.0
        _section(flow, section, layout, keep)
    _closing(flow, data, layout)
    return flow


def _qr(flow: Flow, data: LetterData) -> None:
    top = flow.title_baseline - 8
    real = flow.paper.qr(data.qr_text, MARGIN + WIDTH, top, _QR_SIZE)
    width = WIDTH - _QR_SIZE - 6
    flow.text(f"Código de conferência {data.check_code}", NOTE.in_colour(INK), width=width)
    flow.text("Autêntico se a página oficial disser VÁLIDO", NOTE, width=width)
    flow.y = max(top + real, flow.y) + 3


def _verdict(flow: Flow, word: str, verdict: Verdict, *, beside: bool) -> None:
    """At the right of the title, or across the page where the QR code took that place."""
    colour, wash = _COLOURS[verdict]
    left, top, width = MARGIN + WIDTH - _VERDICT_WIDTH, flow.title_baseline - 8.4, _VERDICT_WIDTH
    if beside:
        left, top, width = MARGIN, flow.y, WIDTH
        flow.y += 15
    flow.paper.panel(left, top, width, 11, fill=wash, radius=2)
    flow.paper.line(word, left + 2, top + 7.2, _VERDICT.in_colour(colour), width - 4, "center")


def _section(flow: Flow, section: LetterSection, layout: _Layout, keep: float) -> None:
    """`keep` is what must stay on the page of its last line."""
    body, table = BODY.at(layout.body), section.table
    paragraphs = [_bound(paragraph) for paragraph in section.paragraphs]
    flow.y += layout.before
    last = paragraphs[-1] if paragraphs and table is None else None
    if section.heading:
        alone = last is not None and len(paragraphs) == 1
        flow.room(5 + _whole(flow.height_of((last or "", body, WIDTH)), keep) if alone else 14)
        flow.text(section.heading.upper(), LABEL)
        flow.y += 1
    for paragraph in paragraphs:
        if paragraph is last and keep:
            flow.room(_whole(flow.height_of((paragraph, body, WIDTH)), layout.between + keep))
        flow.text(paragraph, body)
        flow.y += layout.between
    if table is not None:
        _table(flow, table, layout, keep)


def _bound(text: str) -> str:
    return _BOUND.sub(lambda found: found[0].replace(" ", "\N{NO-BREAK SPACE}"), text)


def _whole(height: float, more: float) -> float:
    """The room to ask for what should not be broken, with what must follow it."""
    return height + more if height < _TALLEST_WHOLE else 8.0


def _table(flow: Flow, table: LetterTable, layout: _Layout, keep: float) -> None:
    """A row stays on one page if it can, and the captions come again on each page."""
    shares = sum(share for _, share in table.columns)
    room = WIDTH - _GAP * (len(table.columns) - 1)
    widths = [room * share / shares for _, share in table.columns]
    flow.room(14)
    _captions(flow, table, widths)
    for row in table.rows:
        cells = [
            (_bound(cell), (STRONG if not at else BODY).at(layout.cell), width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        page = flow.paper.page
        flow.room(_whole(flow.height_of(*cells), 1.8 + (keep if row is table.rows[-1] else 0)))
        if flow.paper.page != page:
            _captions(flow, table, widths)
        flow.rule()
        flow.y += 1.2
        flow.row(*cells, gap=_GAP)
        flow.y += 0.6
    flow.rule()
    flow.y += 2


def _captions(flow: Flow, table: LetterTable, widths: list[float]) -> None:
    captions = [caption for caption, _ in table.columns]
    if any(captions):
        flow.row(*((caption, LABEL, width) for caption, width in zip(captions, widths, strict=True)), gap=_GAP)
        flow.y += 0.6


def _closing_height(data: LetterData, layout: _Layout) -> float:
    """The place and date, and the first pair of signatures."""
    return 12 + (layout.to_sign + _SIGNED if data.text.signers else 0)


def _closing(flow: Flow, data: LetterData, layout: _Layout) -> None:
    flow.y += 4
    flow.room(_closing_height(data, layout) - 4)
    flow.text(data.closing, BODY.at(layout.body))
    for pair in (data.text.signers[at : at + 2] for at in range(0, len(data.text.signers), 2)):
        flow.room(layout.to_sign + _SIGNED)
        flow.y += layout.to_sign
        for place, captions in enumerate(pair):
            signature_line(flow.paper, MARGIN + place * (WIDTH - _SIGNER_WIDTH), flow.y, _SIGNER_WIDTH, *captions)
        flow.y += _SIGNED
