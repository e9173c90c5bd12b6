"""Money is an integer number of centavos; it becomes text only to be shown, and text becomes money only here."""

import re
from decimal import Decimal
from fractions import Fraction

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.text import tidy

# R$ 999.999.999,99: above every fee and fine of the law, and below what any database column holds.
_GREATEST = 99_999_999_999
_REMEDY = "Digite só o valor, como 1.234,56."

_WHOLE = re.compile(r"[0-9]+|[1-9][0-9]{0,2}(?:\.[0-9]{3})+|[1-9][0-9]{0,2}(?:,[0-9]{3}){2,}")
_DECIMAL_COMMA = re.compile(r"([0-9]*|[1-9][0-9]{0,2}(?:\.[0-9]{3})+),([0-9]{1,2})")
_DECIMAL_DOT = re.compile(r"([0-9]*|[1-9][0-9]{0,2}(?:,[0-9]{3})+)\.([0-9]{1,2})")


def parse_money(text: str) -> int:
    """The centavos typed in reais, with comma or point for the cents and 'R$' or not.

    A last group of three digits after a point is thousands ('1.000'), of one or two digits is cents ('1299.9'). A
    single comma before three digits could be either and is refused, as is anything else beside the number.
    """
    typed = tidy(text)
    if re.fullmatch(r"-\s?(R\$)?\s?[0-9.,]+", typed):
        raise InvalidValue("O valor não pode ser negativo.", _REMEDY)
    typed = typed.removeprefix("R$").strip()
    if not typed:
        raise InvalidValue("Valor em branco.", _REMEDY)
    if _WHOLE.fullmatch(typed):
        reais, cents = typed, ""
    elif found := _DECIMAL_COMMA.fullmatch(typed) or _DECIMAL_DOT.fullmatch(typed):
        reais, cents = found[1], found[2]
    else:
        raise InvalidValue("Valor não reconhecido.", _REMEDY)
    centavos = int(re.sub(r"[.,]", "", reais) or "0") * 100 + int(cents.ljust(2, "0"))
    if centavos > _GREATEST:
        raise InvalidValue(f"Valor alto demais: o máximo é {format_money(_GREATEST)}.", "Confira os números.")
    return centavos


def format_money(centavos: int) -> str:
    """'R$ 1.234,56'; a negative amount is '-R$ 1.234,56'."""
    reais, cents = divmod(abs(centavos), 100)
    grouped = f"{reais:,}".replace(",", ".")
    return f"{'-' if centavos < 0 else ''}R$ {grouped},{cents:02}"


def round_half_up(amount: Fraction | Decimal) -> int:
    """The nearest integer, a half away from zero: the program's one rounding, the same both ways."""
    exact = Fraction(amount)
    nearest = int(abs(exact) + Fraction(1, 2))
    return -nearest if exact < 0 else nearest


def upf_to_centavos(quantity: int, upf_value_centavos: int) -> int:
    """What `quantity` UPFs (Unidade Padrão Fiscal) are worth on the day its value is `upf_value_centavos`."""
    if quantity < 0 or upf_value_centavos <= 0:
        raise ValueError(f"not an amount of UPF: {quantity} x {upf_value_centavos} centavos")
    return quantity * upf_value_centavos
