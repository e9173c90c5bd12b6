"""Where people are reached: postal code, telephone and e-mail."""

import re
from typing import Self

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.identifier_base import Identifier, capitals, compact
from stipdesk.domain.text import fold, tidy

# The 67 area codes of the Plano Nacional de Numeração (Anatel).
_AREA_CODE = re.compile(r"[14689][1-9]|2[12478]|3[1-578]|5[1345]|7[134579]")


class PostalCode(Identifier):
    """CEP: eight digits. None begins with 00."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """With or without the hyphen; a lost leading zero is asked for."""
        remedy = "Digite os 8 números, como 78850-000."
        code = capitals(compact(text), "CEP", remedy)
        if code.isdigit() and len(code) == 7 and code[0] != "0":
            padded = cls("0" + code).shown
            raise InvalidValue("CEP incompleto: 7 de 8 números.", f"Falta um zero? Seria {padded}.", suggestion=padded)
        if not code.isdigit() or len(code) != 8:
            raise InvalidValue("CEP inválido: são 8 números.", remedy)
        if code.startswith("00"):
            raise InvalidValue("CEP inexistente: nenhum começa com 00.", "Confira o CEP do endereço.")
        return cls(code)

    @property
    def shown(self) -> str:
        return f"{self[:5]}-{self[5:]}"


class Phone(Identifier):
    """A Brazilian telephone, digits only: DDD and 9xxxx-xxxx, DDD and a landline of eight digits, or 0800 and seven."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """With or without mask, country code 55 and trunk zero; the DDD must exist."""
        remedy = "Digite com o DDD, como (66) 99999-0000."
        typed = compact(text, " -./()")
        if typed.startswith("+") and not typed.startswith("+55"):
            raise InvalidValue("Telefone de outro país.", "Informe um telefone brasileiro, com DDD.")
        number = capitals(typed.removeprefix("+55"), "Telefone", remedy)
        if not number.isdigit():
            raise InvalidValue("Telefone inválido: letra onde só cabem números.", remedy)
        if number.startswith("0800") and len(number) == 11:
            return cls(number)
        if number.startswith("55") and len(number) in (12, 13):
            number = number[2:]
        number = number.removeprefix("0")
        if len(number) in (8, 9):
            raise InvalidValue("Telefone sem DDD.", remedy)
        if len(number) not in (10, 11):
            raise InvalidValue("Telefone com quantidade errada de números.", remedy)
        if not _AREA_CODE.fullmatch(number[:2]):
            raise InvalidValue(f"DDD inexistente: {number[:2]}.", "Confira os dois primeiros números.")
        cls._check_subscriber(number)
        return cls(number)

    @classmethod
    def _check_subscriber(cls, number: str) -> None:
        first = number[2]
        if len(number) == 11 and first != "9":
            raise InvalidValue("Telefone inválido: celular começa com 9 depois do DDD.", "Confira o número.")
        if len(number) == 10 and first in "6789":
            mobile = cls(f"{number[:2]}9{number[2:]}").shown
            raise InvalidValue("Celular sem o nono dígito.", f"Seria {mobile}.", suggestion=mobile)
        if len(number) == 10 and first in "01":
            raise InvalidValue("Telefone inválido: fixo começa com 2, 3, 4 ou 5 depois do DDD.", "Confira o número.")

    @property
    def shown(self) -> str:
        if self.startswith("0800"):
            return f"{self[:4]} {self[4:7]} {self[7:]}"
        return f"({self[:2]}) {self[2:-4]}-{self[-4:]}"


class Email(Identifier):
    """An e-mail address, in small letters so that one mailbox is one text, whoever typed it in capitals."""

    __slots__ = ()
    _LOCAL = re.compile(r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
    _DOMAIN = re.compile(r"([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]")
    _REMEDY = "Digite como nome@exemplo.com.br."

    @classmethod
    def parse(cls, text: str) -> Self:
        """One ASCII address (RFC 5321 lengths); a comma for a dot and accents are refused with the address meant."""
        address = tidy(text or "").lower()
        if not address:
            raise InvalidValue("E-mail em branco.", cls._REMEDY)
        if not cls._is_address(address):
            meant = fold(address).replace(",", ".").replace(" ", "")
            if cls._is_address(meant):
                raise InvalidValue("E-mail com acento, espaço ou vírgula.", f"Seria {meant}?", suggestion=meant)
            raise InvalidValue("E-mail inválido.", cls._REMEDY)
        return cls(address)

    @classmethod
    def _is_address(cls, address: str) -> bool:
        local, _, domain = address.rpartition("@")
        if len(local) > 64 or len(address) > 254:
            return False
        return bool(cls._LOCAL.fullmatch(local) and cls._DOMAIN.fullmatch(domain))
