"""Cases P: what printed papers got wrong elsewhere."""

from collections.abc import Callable

import pytest

from stipdesk.domain.documents import DocumentData
from stipdesk.reports import render
from stipdesk.reports.qr import QrCode
from tests.cases.loading import Case, cases
from tests.reports.papers import codes, driver, driver_notice, operator, report, seal, sizes, words

_WITH_TEXT: tuple[Callable[[str], DocumentData], ...] = (driver, operator, report, driver_notice)


@pytest.mark.parametrize("draw", _WITH_TEXT)
@pytest.mark.parametrize("case", cases("pdf_text"))
def test_texts_come_out_of_the_pdf_as_they_went_in(case: Case, draw: Callable[[str], DocumentData]) -> None:
    assert case.expected["contains"] in words(render(draw(case.input["value"])))


@pytest.mark.parametrize("case", cases("pdf_long_remark"))
def test_long_remarks(case: Case) -> None:
    remarks = ("observação " * case.input["length"])[: case.input["length"]]
    assert len(sizes(render(report(remarks)))) > 1


@pytest.mark.parametrize("case", cases("pdf_page_mm"))
def test_page_box(case: Case) -> None:
    assert sizes(render(seal())) == [pytest.approx((case.expected["w"], case.expected["h"]), abs=case.expected["tol"])]


@pytest.mark.parametrize("case", cases("qr_dots"))
def test_dots_of_a_module(case: Case) -> None:
    dots = case.input["mm"] / 25.4 * case.input["dpi"]
    assert dots // QrCode.of("x" * case.input["payload_len"]).modules >= case.expected["min_dots"]


@pytest.mark.parametrize("case", cases("qr_payload_ascii"))
def test_the_code_is_plain_ascii(case: Case) -> None:
    (text,) = codes(render(driver(case.input["name"])))
    assert text.isascii() is case.expected["ascii"]
