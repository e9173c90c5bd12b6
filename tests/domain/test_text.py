"""Names, search, order and dates: the rules beside the cases that run by their id in tests/cases."""

import unicodedata
from datetime import date

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.text import (
    fold,
    format_date,
    format_date_long,
    looks_garbled,
    name_case,
    parse_date,
    qr_name,
    search_terms,
    search_text,
    sort_key,
    tidy,
)

_PORTUGUESE = "abcdefghijklmnopqrstuvwxyzáàâãéêíóôõúüç"
_words = st.text(_PORTUGUESE + _PORTUGUESE.upper(), min_size=1, max_size=12)
_names = st.lists(_words, min_size=1, max_size=5).map(" ".join)


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(_names)
def test_case_and_accents_do_not_matter(name: str) -> None:
    bare = "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))
    assert fold(name.upper()) == fold(name.lower()) == fold(unicodedata.normalize("NFD", name)) == bare.lower()


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("D’Ávila", "davila"),
        ("D\u00b4Avila", "davila"),
        ("Łukasz Øster Đurić", "lukasz oster duric"),
        ("Weiß Æsir Œuvre Þór", "weiss aesir oeuvre thor"),
        ("İbrahim Y\u0131ld\u0131z", "ibrahim yildiz"),
        ("João\u00a0 \u200bda\tSilva\n", "joao da silva"),
    ],
)
def test_fold(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(st.text())
def test_tidied_text_is_composed_visible_and_single_spaced(text: str) -> None:
    tidied = tidy(text)
    assert tidy(tidied) == tidied
    assert unicodedata.is_normalized("NFC", tidied)
    assert " ".join(tidied.split(" ")) == tidied.strip()
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs") for c in tidied)


def test_tidy() -> None:
    assert tidy(" Joa\u0303o\u00a0\u00a0da \u200bSilva\x00\r\n") == "João da Silva"


@given(st.lists(st.text()))
def test_every_word_of_a_text_finds_it(parts: list[str]) -> None:
    stored = search_text(*parts)
    for part in parts:
        assert all(f" {term} " in stored for term in search_terms(part))


@given(st.lists(st.text()))
def test_search_text_is_words_between_single_spaces(parts: list[str]) -> None:
    stored = search_text(*parts)
    assert stored == (f" {' '.join(stored.split())} " if stored else "")
    assert all(character == " " or character.isalnum() for character in stored)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("000184/2026-01", " 000184202601 "),
        ("12.ABC.345/01DE-35", " 12abc34501de35 "),
        ("111.444.777–35", " 11144477735 "),
        ("ABC-1234", " abc1234 "),
        ("P&D Guarda-Chuva S/A", " p d guarda chuva s a "),
        ("Ana (D’Ávila)", " ana davila "),
        ("", ""),
    ],
)
def test_search_text(text: str, stored: str) -> None:
    assert search_text(text) == stored


@pytest.mark.parametrize("query", ["", " ", "%", "_", "\uff05", "*", "-", "\u200b", "'"])
def test_a_query_without_words_finds_nothing(query: str) -> None:
    assert search_terms(query) == ()


_ORDERED = [
    "ana",
    "Ana",
    "aná",
    "Aná",
    "Ana Zélia",
    "Anabela",
    "caca",
    "caça",
    "Caça",
    "çaçá",
    "D’Ávila",
    "davilla",
    "Éder",
    "Zélia",
]


@given(st.permutations(_ORDERED))
def test_order_is_letters_then_accents_then_case(names: list[str]) -> None:
    assert sorted(names, key=lambda name: sort_key(name).encode()) == _ORDERED


@given(st.text(), st.text())
def test_order_follows_the_folded_text_first(one: str, other: str) -> None:
    assume(fold(one).encode() < fold(other).encode())
    assert sort_key(one).encode() < sort_key(other).encode()


@given(st.text())
def test_databases_can_store_the_keys(text: str) -> None:
    assert "\x00" not in sort_key(text) + search_text(text)
    assert (sort_key(text) + search_text(text) + tidy(text)).encode()


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("joão da silva e souza dos santos", "João da Silva e Souza dos Santos"),
        ("MARIA E. DAS DORES", "Maria E. das Dores"),
        ("SANT’ANNA", "Sant’Anna"),
        ("JOE'S BAR", "Joe's Bar"),
        ("ANA-MARIA JOÃO XXIII", "Ana-Maria João XXIII"),
        ("DA SILVA", "Da Silva"),
        ("j.p. d", "J.P. D"),
        ("XI IVO VIVI", "Xi Ivo Vivi"),
        ("McArthur DA Silva", "McArthur DA Silva"),
        ("  ANA  ", "Ana"),
        ("", ""),
    ],
)
def test_name_case(typed: str, written: str) -> None:
    assert name_case(typed) == written


@given(_names)
def test_name_case_settles_and_keeps_the_letters(name: str) -> None:
    written = name_case(name)
    assert name_case(written) == written
    assert written.lower() == name.lower()


@given(_names)
def test_exchanged_accents_are_repaired(name: str) -> None:
    assume(not name.isascii())
    assert looks_garbled(name.encode("utf-8").decode("latin-1")) == name
    assert looks_garbled(name.encode("utf-8").decode("latin-1").encode("utf-8").decode("latin-1")) == name


@given(_names)
def test_right_accents_are_left_alone(name: str) -> None:
    assert looks_garbled(name) is None


def test_right_punctuation_is_left_alone() -> None:
    assert looks_garbled("ATÉ…") is None
    assert looks_garbled("“AVÓ”") is None
    assert looks_garbled("Łukasz 😀") is None


@given(st.dates(date(1900, 1, 1), date(2199, 12, 31)))
def test_dates_are_read_as_they_are_written(day: date) -> None:
    assert parse_date(format_date(day)) == day
    assert parse_date(format_date(day).replace("/", "")) == day
    assert parse_date(format_date(day).replace("/", ".")) == day
    assert parse_date(f" {day.isoformat()} ") == day


@given(st.dates(date(2000, 1, 1), date(2099, 12, 31)))
def test_two_digits_are_a_year_of_this_century(day: date) -> None:
    assert parse_date(f"{day.day}/{day.month}/{day.year % 100:02}") == day


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("01/13/2026", "mês 13"),
        ("00/01/2026", "31 dias"),
        ("31/04/2026", "abril de 2026 tem 30 dias"),
        ("29/02/2025", "fevereiro de 2025 tem 28 dias"),
        ("2026-02-30", "28 dias"),
        ("01/01/0026", "4 números"),
        ("011226", "31/12/2026"),
        ("1/12", "31/12/2026"),
        ("1/12-2026", "31/12/2026"),
        ("46357", "31/12/2026"),
        ("2026-11-06T00:00", "31/12/2026"),
        ("", "31/12/2026"),
        ("\uff11/\uff11/2026", "31/12/2026"),
    ],
)
def test_what_is_no_date_is_refused_with_words(typed: str, words: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        parse_date(typed)
    assert words in str(refused.value)


@given(st.text())
def test_any_text_is_a_date_or_refused(typed: str) -> None:
    try:
        told = str(parse_date(typed))
    except InvalidValue as refusal:
        told = refusal.remedy
    assert told


def test_dates_in_words() -> None:
    assert format_date_long(date(2027, 3, 14)) == "14 de março de 2027"
    assert format_date_long(date(2027, 12, 1)) == "1º de dezembro de 2027"


@given(st.text(), st.integers(1, 60))
def test_qr_name_fits_and_is_alphanumeric(name: str, limit: int) -> None:
    written = qr_name(name, limit)
    assert len(written) <= limit
    assert set(written) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-/")
    assert written == written.strip("+")


@pytest.mark.parametrize(
    ("name", "limit", "written"),
    [
        ("João D’Ávila & Cia. Ltda", 37, "JOAO+DAVILA+CIA+LTDA"),
        ("Maria da Conceição", 13, "MARIA+DA"),
        ("Maria da Conceição", 8, "MARIA+DA"),
        ("Conceição", 5, "CONCE"),
        ("Ana-Łucja S/A", 37, "ANA-LUCJA+S/A"),
        ("😀", 37, ""),
    ],
)
def test_qr_name(name: str, limit: int, written: str) -> None:
    assert qr_name(name, limit) == written
