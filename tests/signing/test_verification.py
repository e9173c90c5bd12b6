"""Nothing but what the office signed is ever called valid, and no text whatever makes the verifier fail."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stipdesk.signing.keys import SigningKey
from stipdesk.signing.payload import InfractionPayload, sign_payload
from stipdesk.signing.verification import (
    PaperStatus,
    StatusEntry,
    Verification,
    VerificationState,
    reference,
    verify,
)
from tests.signing.vector import ADDRESS, DIGITS, FIELDS, KEY, SEAL, TEXT

_TODAY = date(2026, 12, 1)
_TRUE = {VerificationState.VALID, VerificationState.EXTENDED, VerificationState.EXPIRED}


def _verify(text: str, on: date = _TODAY, key: SigningKey = KEY, entry: StatusEntry | None = None) -> Verification:
    status = {reference(SEAL): entry} if entry else None
    return verify(text, [key.public], on, addresses=[ADDRESS], status=status)


def test_a_true_seal_says_its_fields() -> None:
    found = _verify(TEXT)
    assert (found.state, found.verdict, found.title) == (VerificationState.VALID, "VÁLIDO", "Selo de vistoria")
    assert found.valid_until == SEAL.valid_until
    assert dict(found.described) == {
        "Placa": "ABC1D23",
        "Selo": "0001234",
        "Vistoria": "15/03/2026",
        "Válido até": "14/03/2027",
        "Matrícula do vistoriador": "0457",
        "CAA": "C00321",
    }


def test_numbers_are_described_as_the_paper_prints_them() -> None:
    signed = sign_payload(replace(SEAL, number="2601002310"), KEY, ADDRESS)
    assert ("Selo", "002310/2026-01") in _verify(signed.text).described


def test_the_fields_alone_are_enough() -> None:
    assert _verify(f"  {FIELDS}.{DIGITS}\n").state is VerificationState.VALID


@pytest.mark.parametrize(
    ("on", "state"),
    [
        (date(2026, 3, 14), VerificationState.NOT_YET),
        (date(2026, 3, 15), VerificationState.VALID),
        (date(2027, 3, 14), VerificationState.VALID),
        (date(2027, 3, 15), VerificationState.EXPIRED),
    ],
)
def test_the_last_day_still_counts(on: date, state: VerificationState) -> None:
    assert _verify(TEXT, on).state is state


@pytest.mark.parametrize(
    ("status", "day", "on", "state"),
    [
        (PaperStatus.REVOKED, _TODAY, _TODAY, VerificationState.REVOKED),
        (PaperStatus.REPLACED, _TODAY, _TODAY, VerificationState.REPLACED),
        (PaperStatus.SUSPENDED, _TODAY, _TODAY, VerificationState.SUSPENDED),
        (PaperStatus.SUSPENDED, date(2026, 11, 30), _TODAY, VerificationState.VALID),
        (PaperStatus.EXTENDED, _TODAY, _TODAY, VerificationState.VALID),
        (PaperStatus.EXTENDED, _TODAY, date(2027, 3, 15), VerificationState.EXTENDED),
    ],
)
def test_what_happened_after_signing(status: PaperStatus, day: date, on: date, state: VerificationState) -> None:
    assert _verify(TEXT, on, entry=StatusEntry(status, day)).state is state


def test_a_notice_does_not_expire() -> None:
    signed = sign_payload(
        InfractionPayload("2601000057", "A-b", "ABC1D23", date(2026, 3, 10), date(2026, 3, 11), "1123"), KEY, ADDRESS
    )
    found = _verify(signed.text, date(2040, 1, 1))
    assert (found.state, found.valid_until) == (VerificationState.VALID, None)
    assert ("Conduta (art. 59)", "A-b") in found.described


@pytest.mark.parametrize(
    ("text", "state"),
    [
        (TEXT.replace("ABC1D23", "ABC1D24"), VerificationState.BAD_SIGNATURE),
        (TEXT.replace(".A1.", ".A2."), VerificationState.UNKNOWN_KEY),
        (TEXT.replace("primaveradoleste.mt.gov.br", "primaveradoleste-mt.gov.br.example"), VerificationState.NOT_OURS),
        ("https://www.google.com/", VerificationState.NOT_OURS),
        ("", VerificationState.NOT_OURS),
        (TEXT[:-1], VerificationState.MALFORMED),
        (f"{ADDRESS}#", VerificationState.MALFORMED),
    ],
)
def test_what_is_not_true_says_why(text: str, state: VerificationState) -> None:
    found = _verify(text)
    assert (found.state, found.described, found.valid_until) == (state, (), None)
    assert found.verdict == found.verdict.upper()


def test_a_paper_dated_outside_the_key_s_window_is_refused() -> None:
    later = replace(KEY, valid_from=date(2026, 3, 16))
    assert _verify(TEXT, key=later).state is VerificationState.OUTSIDE_KEY_WINDOW


def test_every_single_character_change_is_refused() -> None:
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcxyz0123456789+-/.#%: "
    accepted = [
        (place, character)
        for place in range(len(TEXT))
        for character in alphabet
        if character != TEXT[place] and _verify(TEXT[:place] + character + TEXT[place + 1 :]).state in _TRUE
    ]
    assert not accepted


def test_every_missing_character_is_refused() -> None:
    assert not [place for place in range(len(TEXT)) if _verify(TEXT[:place] + TEXT[place + 1 :]).state in _TRUE]


@given(st.text() | st.from_regex(r"(https://[a-z./]+#)?[SCEA]1\.[A-Z0-9+./-]*[0-9]{150,160}"))
def test_no_text_makes_it_fail_or_is_believed(text: str) -> None:
    assert _verify(text).state not in _TRUE


@given(st.integers(0, len(TEXT)), st.integers(0, len(TEXT)), st.text(max_size=6))
def test_no_mutation_is_believed(start: int, end: int, inserted: str) -> None:
    mutated = TEXT[:start] + inserted + TEXT[end:]
    believed = _verify(mutated).state in _TRUE
    assert not believed or mutated.strip() in (TEXT, f"{FIELDS}.{DIGITS}")
