"""Amounts: the rules beside the cases that run by their id in tests/cases."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.money import format_money, parse_money, round_half_up, upf_to_centavos

_amounts = st.integers(0, 99_999_999_999)


@given(_amounts)
def test_what_is_shown_can_be_typed_back(centavos: int) -> None:
    shown = format_money(centavos)
    assert parse_money(shown) == centavos
    assert parse_money(shown.replace("R$ ", "\u00a0")) == centavos
    assert parse_money(shown.replace(".", "")) == centavos


@given(_amounts)
def test_the_point_serves_as_decimal_mark(centavos: int) -> None:
    assert parse_money(f"{Decimal(centavos) / 100:.2f}") == centavos
    assert parse_money(f"{Decimal(centavos) / 100:,.2f}") == centavos


@pytest.mark.parametrize(
    ("typed", "centavos"),
    [
        ("1234,56", 123456),
        ("1234.56", 123456),
        ("1299,9", 129990),
        ("17091.2", 1709120),
        ("1.000", 100000),
        ("1.234.567", 123456700),
        ("1,234,567", 123456700),
        ("R$1.300,00", 130000),
        ("150", 15000),
        (",50", 50),
        ("0,05", 5),
        ("0", 0),
    ],
)
def test_amounts(typed: str, centavos: int) -> None:
    assert parse_money(typed) == centavos


@pytest.mark.parametrize(
    "typed",
    [
        "R$ 5.499,00 (promo até 10)",
        "de 89,90 por 49,90",
        "1,300",
        "0.500",
        "1.0000",
        "12.34.56",
        "1.23,45",
        "1 000",
        "1,",
        ",",
        "1e3",
        "dez",
        "\uff11\uff10",
        "",
        "R$",
    ],
)
def test_what_is_no_amount_or_could_be_two_is_refused(typed: str) -> None:
    with pytest.raises(InvalidValue, match=r"1\.234,56"):
        parse_money(typed)


@pytest.mark.parametrize(("typed", "words"), [("-5,00", "negativo"), ("-R$ 5,00", "negativo"), ("1" * 40, "máximo")])
def test_amounts_out_of_range(typed: str, words: str) -> None:
    with pytest.raises(InvalidValue, match=words):
        parse_money(typed)


@pytest.mark.parametrize(
    ("centavos", "shown"),
    [(0, "R$ 0,00"), (5, "R$ 0,05"), (123456, "R$ 1.234,56"), (100000000, "R$ 1.000.000,00"), (-150, "-R$ 1,50")],
)
def test_format(centavos: int, shown: str) -> None:
    assert format_money(centavos) == shown


@pytest.mark.parametrize(
    ("amount", "rounded"),
    [
        (Fraction(1, 2), 1),
        (Fraction(3, 2), 2),
        (Fraction(5, 2), 3),
        (Fraction(49, 100), 0),
        (Fraction(-1, 2), -1),
        (Decimal("2.5"), 3),
        (Decimal("2.4999999999999999999999999999"), 2),
        (Decimal("-2.5"), -3),
    ],
)
def test_half_rounds_away_from_zero(amount: Fraction | Decimal, rounded: int) -> None:
    assert round_half_up(amount) == rounded


@given(st.fractions())
def test_rounding_never_strays_more_than_a_half(amount: Fraction) -> None:
    assert abs(round_half_up(amount) - amount) <= Fraction(1, 2)
    assert round_half_up(-amount) == -round_half_up(amount)


def test_upf() -> None:
    assert upf_to_centavos(10, 24123) == 241230
    assert upf_to_centavos(0, 24123) == 0
    with pytest.raises(ValueError, match="UPF"):
        upf_to_centavos(-1, 24123)
    with pytest.raises(ValueError, match="UPF"):
        upf_to_centavos(1, 0)
