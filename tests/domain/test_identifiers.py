"""Documents, plates, chassis, addresses, telephones: the rules beside the cases that run by their id in tests/cases."""

import string

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from stdnum.br import cnpj as oracle_cnpj
from stdnum.br import cpf as oracle_cpf

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.identifiers import (
    Chassis,
    CheckedNumber,
    Cnpj,
    Cpf,
    DriverLicenseNumber,
    Email,
    Identifier,
    Nit,
    Phone,
    Plate,
    PostalCode,
    Renavam,
)

_VIN_LETTERS = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ"


def _digits(length: int) -> st.SearchStrategy[str]:
    return st.text(string.digits, min_size=length, max_size=length)


def _numbers(kind: type[CheckedNumber], base: st.SearchStrategy[str]) -> st.SearchStrategy[CheckedNumber]:
    return base.map(kind.with_check_digits).filter(kind.accepts)


_cpfs = _numbers(Cpf, _digits(9))
_cnpjs = _numbers(Cnpj, st.text(string.digits + string.ascii_uppercase, min_size=12, max_size=12))
_plates = st.from_regex(r"[A-Z]{3}([0-9]{4}|[0-9][A-Z][0-9]{2})", fullmatch=True).map(Plate)
_area_codes = st.sampled_from(["11", "21", "55", "65", "66", "99"])
_identifiers = st.one_of(
    _cpfs,
    _cnpjs,
    _numbers(Nit, _digits(10)),
    _numbers(Renavam, _digits(10)),
    _numbers(DriverLicenseNumber, _digits(9)),
    _plates,
    st.text(_VIN_LETTERS, min_size=17, max_size=17).filter(lambda text: len(set(text)) > 1).map(Chassis),
    _digits(8).filter(lambda text: not text.startswith("00")).map(PostalCode),
    st.builds("{}9{}".format, _area_codes, _digits(8)).map(Phone),
    st.builds("{}{}{}".format, _area_codes, st.sampled_from("2345"), _digits(7)).map(Phone),
    _digits(7).map("0800{}".format).map(Phone),
    st.from_regex(r"[a-z][a-z0-9]{0,9}(\.[a-z0-9]{1,9})?@[a-z0-9]{1,9}\.(com|mt\.gov)\.br", fullmatch=True).map(Email),
)


def _refusal(kind: type[Identifier], typed: str) -> InvalidValue:
    with pytest.raises(InvalidValue) as refused:
        kind.parse(typed)
    return refused.value


@given(_identifiers)
def test_what_is_shown_can_be_typed_back(identifier: Identifier) -> None:
    assert type(identifier).parse(identifier.shown) == identifier
    assert type(identifier).parse(f"\ufeff \u00a0{identifier}\n") == identifier


_kinds = [Cpf, Cnpj, Nit, Renavam, DriverLicenseNumber, Plate, Chassis, PostalCode, Phone, Email]


@given(st.sampled_from(_kinds), st.text())
def test_any_text_is_accepted_or_refused_with_words(kind: type[Identifier], typed: str) -> None:
    try:
        accepted = kind.parse(typed)
    except InvalidValue as refusal:
        told = refusal.message and refusal.remedy
    else:
        told = accepted.shown
    assert told


@given(_identifiers, st.sampled_from("=;#§"))
def test_unknown_separators_are_not_swallowed(identifier: Identifier, separator: str) -> None:
    assume(not isinstance(identifier, Email))
    middle = len(identifier) // 2
    refusal = _refusal(type(identifier), f"{identifier[:middle]}{separator}{identifier[middle:]}")
    assert separator in refusal.message


@given(_identifiers)
def test_accepted_numbers_are_accepted_by_others_too(identifier: Identifier) -> None:
    if isinstance(identifier, Cpf):
        assert oracle_cpf.is_valid(identifier)
    if isinstance(identifier, Cnpj):
        assert oracle_cnpj.is_valid(identifier)


@given(_cpfs, st.integers(0, 10), st.sampled_from(string.digits))
def test_one_changed_digit_of_a_cpf_is_refused(cpf: Cpf, position: int, digit: str) -> None:
    # A first check digit 0 stands for two remainders and can hide a change of the first digit by one.
    assume(cpf[9] != "0" and cpf[position] != digit)
    _refusal(Cpf, cpf[:position] + digit + cpf[position + 1 :])


@given(_cnpjs, st.integers(0, 13), st.sampled_from(string.digits))
def test_one_changed_digit_of_a_cnpj_is_refused(cnpj: Cnpj, position: int, digit: str) -> None:
    assume("0" not in cnpj[12:] and cnpj[position] != digit)
    # A letter and a digit that differ by 11 or 22 in value weigh the same.
    assume((ord(cnpj[position]) - ord(digit)) % 11 != 0)
    _refusal(Cnpj, cnpj[:position] + digit + cnpj[position + 1 :])


@given(_digits(9))
def test_made_up_licence_numbers_are_eleven_digits(base: str) -> None:
    number = DriverLicenseNumber.with_check_digits(base)
    assert len(number) == 11
    assert number.isascii()
    assert number.isdigit()


@pytest.mark.parametrize("kind", [Cpf, Cnpj, Nit, Renavam, DriverLicenseNumber])
@pytest.mark.parametrize("digit", string.digits)
def test_one_repeated_digit_is_refused(kind: type[CheckedNumber], digit: str) -> None:
    assert "iguais" in _refusal(kind, digit * kind.length).message


@pytest.mark.parametrize(
    ("kind", "typed", "suggestion"),
    [
        (Cpf, "12.345.678-90", "012.345.678-90"),
        (Cpf, "191", None),
        (Cnpj, "123456000149", "00.123.456/0001-49"),
        (DriverLicenseNumber, "1234567807", "01234567807"),
        (Renavam, "01234567890", "00123456789"),
        (Chassis, "9BWZZZOOZZP00000I", "9BWZZZ00ZZP000001"),
        (PostalCode, "1310-100", "01310-100"),
        (Phone, "(66) 9999-0000", "(66) 99999-0000"),
        (Phone, "(66) 6999-0000", "(66) 96999-0000"),
        (Email, "João.Silva@exemplo,com", "joao.silva@exemplo.com"),
    ],
)
def test_an_obvious_mistake_is_offered_mended(kind: type[Identifier], typed: str, suggestion: str | None) -> None:
    refusal = _refusal(kind, typed)
    assert refusal.suggestion == suggestion
    if suggestion:
        assert suggestion in refusal.remedy
        assert kind.parse(suggestion).shown == suggestion


@pytest.mark.parametrize(
    ("kind", "typed", "words"),
    [
        (Cpf, "12345678000195", "é um CNPJ"),
        (Cnpj, "111.444.777-35", "é um CPF"),
        (Nit, "123.456.789-09", "é um CPF"),
        (Renavam, "111.444.777-35", "é um CPF"),
        (Cpf, "011144477735", "a mais"),
        (Cpf, "111444777", "incompleto"),
        (Cpf, "1114447773A", "letra"),
        (Cpf, "²1144477735", "²"),
        (Cpf, "111.444.777-36", "verificadores"),
        (DriverLicenseNumber, "123456789", "espelho"),
        (Renavam, "01234567890", "zeros à esquerda"),
        (Plate, "AB-1234", "ABC-1234"),
        (Plate, "ABC-12345", "ABC-1234"),
        (Chassis, "9BWZZZ00ZZP00001 REM", "17"),
        (Chassis, "0" * 17, "iguais"),
        (PostalCode, "7885000", "8 números"),
        (PostalCode, "00999-999", "00"),
        (Phone, "(20) 99999-0000", "DDD inexistente"),
        (Phone, "99999-0000", "sem DDD"),
        (Phone, "(66) 89999-0000", "começa com 9"),
        (Phone, "(66) 1400-0000", "fixo"),
        (Phone, "+1 212 555 1234", "outro país"),
        (Phone, "0800 123", "quantidade"),
        (Phone, "(66) 9999-OOOO", "letra"),
        (Email, "joao@exemplo", "nome@exemplo.com.br"),
        (Email, "joao@@exemplo.com", "nome@exemplo.com.br"),
        (Email, f"{'j' * 65}@exemplo.com", "nome@exemplo.com.br"),
    ],
)
def test_the_message_says_what_is_wrong(kind: type[Identifier], typed: str, words: str) -> None:
    assert words in str(_refusal(kind, typed))


def test_masked_cpf_hides_the_ends() -> None:
    assert Cpf("12345678909").masked == "***.456.789-**"


@given(_numbers(Renavam, _digits(8).map("00{}".format)))
def test_old_renavam_gains_two_zeros(renavam: Renavam) -> None:
    assert Renavam.parse(renavam[2:]) == Renavam.parse(renavam[1:]) == renavam


def test_renavam_that_may_be_another_document() -> None:
    assert "NIT/PIS" in str(Renavam.parse("12345678919").doubt)
    assert Renavam.parse("01234567897").doubt is None


def test_only_disputed_licences_raise_a_doubt() -> None:
    assert DriverLicenseNumber.parse("08008008008").doubt
    assert DriverLicenseNumber.parse("08008008000").doubt
    assert DriverLicenseNumber.parse("01234567807").doubt is None
    _refusal(DriverLicenseNumber, "08008008001")


@given(_plates)
def test_both_forms_of_a_plate_are_one_vehicle(plate: Plate) -> None:
    assert plate in plate.forms
    assert {Plate(form).mercosul for form in plate.forms} == {plate.mercosul}
    assert {Plate(form).forms for form in plate.forms} == {plate.forms}
    assert len(plate.forms) == (2 if plate.kind == "antiga" or plate[4] <= "J" else 1)


def test_plate_forms() -> None:
    assert Plate.parse("abc-1234").forms == ("ABC1234", "ABC1C34")
    assert Plate.parse("ABC1C34").forms == ("ABC1234", "ABC1C34")
    assert Plate.parse("ABC1K34").forms == ("ABC1K34",)
    assert Plate.parse("abc 1d23").shown == "ABC1D23"


def test_disputed_motorcycle_plate_is_accepted_with_a_doubt() -> None:
    plate = Plate.parse("ABC12D3")
    assert "CRLV" in str(plate.doubt)
    assert plate.forms == ("ABC12D3",)
    assert Plate.parse("ABC1D23").doubt is None


@pytest.mark.parametrize("mark", [" REM", "REM", " (rem)", " - REM.", " REMARCADO"])
def test_restamped_chassis(mark: str) -> None:
    assert Chassis.parse("9BWZZZ00ZZP000001" + mark) == "9BWZZZ00ZZP000001"
    assert Chassis.was_restamped("9BWZZZ00ZZP000001" + mark)


@pytest.mark.parametrize("text", ["9BWZZZ00ZZP000001", "", "REM", "???"])
def test_not_restamped(text: str) -> None:
    assert not Chassis.was_restamped(text)


@pytest.mark.parametrize(
    ("chassis", "noted"),
    [
        ("9BWZZZ00ZZP000001", False),
        ("1M8GDM9AXKP042788", False),
        ("1M8GDM9A1KP042788", True),
        ("9BWZZZ00ZZP00000A", True),
    ],
)
def test_unusual_chassis_is_noted_and_accepted(chassis: str, noted: bool) -> None:
    assert bool(Chassis.parse(chassis).note) is noted


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("066 99999-0000", "66999990000"),
        ("+55 66 99999-0000", "66999990000"),
        ("55 55 99999-0000", "55999990000"),
        ("(55) 99999-0000", "55999990000"),
        ("0800 123 4567", "08001234567"),
    ],
)
def test_phones(typed: str, stored: str) -> None:
    assert Phone.parse(typed) == stored


def test_all_67_area_codes() -> None:
    def exists(code: str) -> bool:
        try:
            return bool(Phone.parse(f"({code}) 99999-0000"))
        except InvalidValue:
            return False

    missing = [code for code in map(str, range(11, 100)) if code[1] != "0" and not exists(code)]
    assert missing == ["23", "25", "26", "29", "36", "39", "52", "56", "57", "58", "59", "72", "76", "78"]
    assert not any(exists(code) for code in ("10", "20", "90"))


def test_one_mailbox_is_one_text() -> None:
    assert Email.parse(" Joao.Silva@Exemplo.COM.BR\u200b") == "joao.silva@exemplo.com.br"
