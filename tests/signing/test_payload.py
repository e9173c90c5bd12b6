"""The layouts of the QR codes and the worked vector of the format."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stipdesk.domain.errors import EnvironmentFault, InvalidValue
from stipdesk.signing.keys import SigningKey
from stipdesk.signing.payload import (
    DriverCertificatePayload,
    InfractionPayload,
    OperatorCertificatePayload,
    Payload,
    SealPayload,
    check_code,
    parse,
    sign_payload,
    signed_bytes,
    signed_text,
)
from tests.signing.vector import ADDRESS, DIGITS, FIELDS, KEY, SEAL, SIGNATURE, TEXT

_DAYS = st.dates(date(2000, 1, 1), date(2099, 12, 31))
_NUMBERS = st.from_regex(r"[0-9]{10}", fullmatch=True)
_PAYLOADS = st.one_of(
    st.builds(SealPayload, _NUMBERS, st.text(), _DAYS, _DAYS, st.text(), st.text()),
    st.builds(DriverCertificatePayload, _NUMBERS, st.booleans(), st.text(), st.text(), _DAYS, _DAYS),
    st.builds(OperatorCertificatePayload, _NUMBERS, st.text(), st.text(), _DAYS, _DAYS),
    st.builds(InfractionPayload, _NUMBERS, st.sampled_from(["A-a", "D-c"]), st.text(), _DAYS, _DAYS, st.text()),
)


def test_vector_byte_for_byte() -> None:
    assert KEY.public.x == "x2DkJ6idat0J6yKGCgKd5rSsK0VZ9eMJbMpZf_X6Br0"
    assert KEY.public.y == "SmMlBFG-Vi19tLdi_mjriywkioUyUVajdMFTTN-djCY"
    assert SEAL.fields("A1") == FIELDS
    assert signed_bytes(FIELDS) == b"STIP-PVA/1|" + FIELDS.encode()
    assert KEY.sign(signed_bytes(FIELDS)) == SIGNATURE
    assert signed_text(ADDRESS, FIELDS, SIGNATURE) == TEXT
    assert len(DIGITS) == 155
    assert len(TEXT) == 243
    assert sign_payload(SEAL, KEY, ADDRESS).text == TEXT


def test_layouts() -> None:
    issued, until = date(2026, 3, 14), date(2027, 3, 14)
    driver = DriverCertificatePayload("2601000184", True, "João d'Ávila Łukasz", "ABC1D23", issued, until)
    operator = OperatorCertificatePayload("2601000185", "12ABC34501DE35", "P&D Transportes Ltda.", issued, until)
    notice = InfractionPayload("2601000057", "A-b", "", date(2026, 3, 10), date(2026, 3, 11), "1123")
    assert driver.fields("A2") == "C1.A2.2601000184.P.JOAO+DAVILA+LUKASZ.ABC1D23.260314.270314"
    assert operator.fields("A2") == "E1.A2.2601000185.12ABC34501DE35.P+D+TRANSPORTES+LTDA.260314.270314"
    assert notice.fields("A2") == "A1.A2.2601000057.A-B.-.260310.260311.1123"


@pytest.mark.parametrize(
    ("payload", "place", "limit"),
    [
        (DriverCertificatePayload("2601000184", False, "Ana " * 30, "", SEAL.inspected_on, SEAL.valid_until), 4, 37),
        (OperatorCertificatePayload("2601000185", "", "Ana " * 30, SEAL.inspected_on, SEAL.valid_until), 4, 30),
    ],
)
def test_names_are_cut_between_words(payload: Payload, place: int, limit: int) -> None:
    name = payload.fields("A1").split(".")[place]
    assert limit - 4 <= len(name) <= limit
    assert name.endswith("ANA")


@given(_PAYLOADS)
def test_what_is_signed_is_plain_and_read_back(payload: Payload) -> None:
    signed = sign_payload(payload, _key_for(payload), ADDRESS)
    assert signed.text.isascii()
    parsed = parse(signed.text.partition("#")[2])
    assert (parsed.kid, parsed.fields) == ("A1", signed.fields)
    assert parsed.payload.fields("A1") == signed.fields
    assert parsed.payload.dated_on == payload.dated_on
    assert parsed.payload.valid_until == payload.valid_until


def _key_for(payload: Payload) -> SigningKey:
    return replace(KEY, valid_from=payload.dated_on, valid_to=payload.dated_on)


def test_a_key_does_not_sign_outside_its_window() -> None:
    late = SealPayload("2701000001", "ABC1D23", date(2027, 3, 1), date(2028, 3, 1), "0457", "")
    with pytest.raises(EnvironmentFault, match="A1 vale de 01/01/2026 a 28/02/2027"):
        sign_payload(late, KEY, ADDRESS)


def test_a_year_that_two_digits_cannot_say_is_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="two digits"):
        SealPayload("2601000001", "ABC1D23", date(2026, 3, 1), date(2126, 3, 1), "0457", "").fields("A1")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "S1",
        FIELDS,
        f"{FIELDS}.{DIGITS[1:]}",
        f"{FIELDS}.{'9' * 155}",
        f"Z9{FIELDS[2:]}.{DIGITS}",
        f"{FIELDS}.EXTRA.{DIGITS}",
        f"{FIELDS.replace('260315', '260231')}.{DIGITS}",
        f"{FIELDS.replace('260315', '26 315')}.{DIGITS}",
        f"C1.A1.1.X.ANA.-.260101.270101.{DIGITS}",
    ],
)
def test_what_is_not_whole_is_refused(text: str) -> None:
    with pytest.raises(InvalidValue):
        parse(text)


def test_check_code_confirms_the_fields() -> None:
    assert check_code(FIELDS) == "POT3XWMZ"
    assert check_code(FIELDS.replace("ABC1D23", "ABC1D24")) != check_code(FIELDS)
