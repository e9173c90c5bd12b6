"""The names of files that citizens bring, and what their first bytes say."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stipdesk.domain.files import MediaType, safe_name, shown_size
from tests import files


@pytest.mark.parametrize(
    ("name", "media_type", "safe"),
    [
        ("certidão.pdf", MediaType.PDF, "certidão.pdf"),
        ("FOTO.JPEG", MediaType.JPEG, "FOTO.jpeg"),
        ("foto.pdf", MediaType.PNG, "foto.png"),
        ("..\\..\\Windows\\system32\\drivers.pdf", MediaType.PDF, "drivers.pdf"),
        ("/etc/passwd", MediaType.JPEG, "passwd.jpg"),
        ("conta\u202efdp.exe", MediaType.PDF, "contafdp.exe.pdf"),
        ("linha 1\nlinha 2\t.png", MediaType.PNG, "linha 1 linha 2.png"),
        ('a<b>:"c|d?*.pdf', MediaType.PDF, "a b c d.pdf"),
        ("con.pdf", MediaType.PDF, "_con.pdf"),
        ("LPT1.laudo.pdf", MediaType.PDF, "_LPT1.laudo.pdf"),
        (".pdf", MediaType.PDF, "pdf.pdf"),
        ("...", MediaType.PNG, "arquivo.png"),
        ("", MediaType.PDF, "arquivo.pdf"),
        ("e\u0301.pdf", MediaType.PDF, "é.pdf"),
    ],
)
def test_a_name_is_made_safe_and_ends_as_its_content(name: str, media_type: MediaType, safe: str) -> None:
    assert safe_name(name, media_type) == safe


@given(st.text(max_size=300), st.sampled_from(MediaType))
def test_any_name_can_be_saved_anywhere(name: str, media_type: MediaType) -> None:
    safe = safe_name(name, media_type)
    assert re.search(r'[/\\<>:"|?*]', safe) is None
    assert all(unicodedata.category(character) not in {"Cc", "Cf", "Cs"} for character in safe)
    assert safe == safe.strip(". ")
    assert len(safe) <= 101
    assert MediaType.of(files.pdf()) is MediaType.PDF
    assert safe_name(safe, media_type) == safe


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (files.pdf(), MediaType.PDF),
        (b"\xef\xbb\xbf\r\n" + files.pdf(), MediaType.PDF),
        (files.jpeg(), MediaType.JPEG),
        (files.png(), MediaType.PNG),
        (files.EXECUTABLE, None),
        (files.EXECUTABLE + files.pdf(), None),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", None),
        (b"GIF89a", None),
        (b"", None),
    ],
)
def test_a_type_is_told_by_the_first_bytes(content: bytes, media_type: MediaType | None) -> None:
    assert MediaType.of(content) is media_type


@pytest.mark.parametrize(
    ("size", "shown"), [(1, "1 KB"), (840 * 1024, "840 KB"), (1_258_291, "1,2 MB"), (10 * 1024 * 1024, "10 MB")]
)
def test_a_size_is_read_at_a_glance(size: int, shown: str) -> None:
    assert shown_size(size) == shown
