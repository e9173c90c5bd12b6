"""The numbers by which people, companies, vehicles and addresses are known, each checked by its own rule.

Every class is a `str` in the stored form (no mask, capitals). `parse` is the door for whatever a person types or
pastes and raises `InvalidValue`, in Portuguese, naming the remedy; calling the class itself trusts a text that is
already in the stored form, as the database holds it. What is unusual without being wrong is accepted and told by
`doubt` or `note`: a clerk who has the document in hand decides, not the program.

The numbers with check digits are here; `contacts` and `vehicle_identifiers` hold the others, all offered from here.
"""

from typing import ClassVar, Self

from stdnum.br import cnpj

from stipdesk.domain.contacts import Email, Phone, PostalCode
from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.identifier_base import Identifier, capitals, compact
from stipdesk.domain.vehicle_identifiers import Chassis, Plate

__all__ = [
    "Chassis",
    "CheckedNumber",
    "Cnpj",
    "Cpf",
    "DriverLicenseNumber",
    "Email",
    "Identifier",
    "Nit",
    "Phone",
    "Plate",
    "PostalCode",
    "Renavam",
]


def _modulo_11(digits: str, weights: tuple[int, ...]) -> str:
    """The check digit that CPF, NIT and RENAVAM share: 11 minus the remainder, and 0 for 10 or 11."""
    total = sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=True))
    return str((11 - total) % 11 % 10)


class CheckedNumber(Identifier):
    """A number of fixed length that ends in digits computed from the others."""

    __slots__ = ()
    noun: ClassVar[str]
    length: ClassVar[int] = 11
    check_length: ClassVar[int]
    where: ClassVar[str] = "Confira no documento."

    @classmethod
    def check_digits(cls, base: str) -> str:
        """The digits that end the number which begins with `base`."""
        raise NotImplementedError

    @classmethod
    def with_check_digits(cls, base: str) -> Self:
        """The whole number that begins with `base` (right length, stored form); for made-up data."""
        return cls(base + cls.check_digits(base))

    @classmethod
    def accepts(cls, number: str) -> bool:
        """Whether `number`, already without mask, is right. One repeated digit never is, though its sums may agree."""
        if len(number) != cls.length or not cls._well_formed(number) or len(set(number)) == 1:
            return False
        return number == cls.with_check_digits(number[: -cls.check_length])

    @classmethod
    def parse(cls, text: str) -> Self:
        """Masks, stray spaces and pasted dashes are accepted; missing leading zeros are asked for, never assumed."""
        number = cls._complete(capitals(compact(text), cls.noun, f"Digite os {cls.length} números."))
        if not cls.accepts(number):
            raise cls._refusal(number)
        return cls(number)

    @classmethod
    def _complete(cls, number: str) -> str:
        return number

    @classmethod
    def _well_formed(cls, number: str) -> bool:
        return number.isascii() and number.isdigit()

    @classmethod
    def _refusal(cls, number: str) -> InvalidValue:
        """Why `number` is not accepted, from the mistake easiest to mend to the hardest."""
        kinds: tuple[type[CheckedNumber], ...] = (Cpf, Cnpj)
        for other in kinds:
            if other.accepts(number):
                return InvalidValue(f"Este número é um {other.noun}.", f"Aqui vai o {cls.noun}: confira o campo.")
        if not cls._well_formed(number):
            return InvalidValue(f"{cls.noun} inválido: letra onde só cabem números.", cls.where)
        if len(number) > cls.length:
            return InvalidValue(f"{cls.noun} com números a mais: {len(number)}, e são {cls.length}.", cls.where)
        if len(number) < cls.length:
            return cls._incomplete(number)
        if len(set(number)) == 1:
            return InvalidValue(f"{cls.noun} inválido: todos os números são iguais.", cls.where)
        return InvalidValue(f"{cls.noun} inválido: os dígitos verificadores não conferem.", cls.where)

    @classmethod
    def _incomplete(cls, number: str) -> InvalidValue:
        # Spreadsheets and habit drop up to three zeros; beyond that a padded number that passes is more likely chance.
        message = f"{cls.noun} incompleto: {len(number)} de {cls.length} números."
        padded = cls(number.zfill(cls.length))
        if cls.length - len(number) <= 3 and cls.accepts(padded):
            return InvalidValue(message, f"Faltam zeros? Seria {padded.shown}.", suggestion=padded.shown)
        return InvalidValue(message, "Digite todos, também os zeros do começo.")


class Cpf(CheckedNumber):
    """CPF: nine digits and two check digits. A check digit 0 stands for two remainders, so it proves a little less."""

    __slots__ = ()
    noun = "CPF"
    check_length = 2

    @classmethod
    def check_digits(cls, base: str) -> str:
        first = _modulo_11(base, (10, 9, 8, 7, 6, 5, 4, 3, 2))
        return first + _modulo_11(base + first, (11, 10, 9, 8, 7, 6, 5, 4, 3, 2))

    @property
    def shown(self) -> str:
        return f"{self[:3]}.{self[3:6]}.{self[6:9]}-{self[9:]}"

    @property
    def masked(self) -> str:
        """What may be printed for the public: the first three and the last two digits hidden (LGPD)."""
        return f"***.{self[3:6]}.{self[6:9]}-**"


class Cnpj(CheckedNumber):
    """CNPJ with digits only, or with letters in the first twelve places (IN RFB 2.229/2024).

    No letter is forbidden, and places 9 to 12 no longer tell a head office from a branch.
    """

    __slots__ = ()
    noun = "CNPJ"
    length = 14
    check_length = 2

    @classmethod
    def check_digits(cls, base: str) -> str:
        return cnpj.calc_check_digits(base)

    @classmethod
    def _well_formed(cls, number: str) -> bool:
        # The last two places stay digits. A number of another length has a plainer fault to be told first.
        return len(number) != cls.length or number[12:].isdigit()

    @property
    def shown(self) -> str:
        return f"{self[:2]}.{self[2:5]}.{self[5:8]}/{self[8:12]}-{self[12:]}"


class Nit(CheckedNumber):
    """NIT, the same number as PIS, PASEP and NIS: ten digits and one check digit."""

    __slots__ = ()
    noun = "NIT/PIS"
    check_length = 1

    @classmethod
    def check_digits(cls, base: str) -> str:
        return _modulo_11(base, (3, 2, 9, 8, 7, 6, 5, 4, 3, 2))

    @property
    def shown(self) -> str:
        return f"{self[:3]}.{self[3:8]}.{self[8:10]}-{self[10:]}"


class Renavam(CheckedNumber):
    """RENAVAM: eleven digits since April 2013; the older ones, of nine, are the same number with two zeros in front."""

    __slots__ = ()
    noun = "RENAVAM"
    check_length = 1
    where = "Confira no CRLV. Se lá tem 9 dígitos, digite só os 9: completamos os zeros à esquerda."

    @classmethod
    def check_digits(cls, base: str) -> str:
        return _modulo_11(base, (3, 2, 9, 8, 7, 6, 5, 4, 3, 2))

    @classmethod
    def _complete(cls, number: str) -> str:
        return number.zfill(cls.length) if len(number) in (9, 10) else number

    @classmethod
    def _refusal(cls, number: str) -> InvalidValue:
        # Forms that refused nine digits taught people to put one zero before and one after them.
        meant = "00" + number[1:-1]
        if number.startswith("0") and number.endswith("0") and cls.accepts(meant):
            remedy = f"9 dígitos? Digite só os 9: completamos os zeros à esquerda. Seria {meant}."
            return InvalidValue("RENAVAM inválido: há um zero no fim.", remedy, suggestion=meant)
        return super()._refusal(number)

    @property
    def doubt(self) -> str | None:
        """The check digit does not tell a RENAVAM from a NIT, which has the very same weights; its first digit may."""
        # The series passed nine digits in 2013 and has not yet filled ten.
        if not self.startswith("0"):
            return "Os RENAVAM de hoje começam com 0; este pode ser um NIT/PIS ou um CPF. Confira no CRLV."
        return None


class DriverLicenseNumber(CheckedNumber):
    """The "registro nacional" of the CNH: nine digits and two check digits (Resolução Contran 192/2006)."""

    __slots__ = ()
    noun = "Registro da CNH"
    check_length = 2
    where = "Confira o “Nº Registro” na carteira."

    @classmethod
    def _remainders(cls, base: str) -> tuple[int, int]:
        falling = sum(int(digit) * weight for digit, weight in zip(base, range(9, 0, -1), strict=True))
        rising = sum(int(digit) * weight for digit, weight in zip(base, range(1, 10), strict=True))
        return falling % 11, rising % 11

    @classmethod
    def check_digits(cls, base: str) -> str:
        """A first remainder of 10 is written 0 and takes 2 from the second, modulo 11; a second of 10 is written 0."""
        first, second = cls._remainders(base)
        if first == 10:
            second = (second - 2) % 11
        return f"{first % 10}{second % 10}"

    @classmethod
    def accepts(cls, number: str) -> bool:
        if super().accepts(number):
            return True
        # Published routines disagree (8 or 0) when both remainders are 10, and no official text settles it.
        return len(number) == 11 and number.isdigit() and number[9:] == "00" and cls._both_ten(number)

    @classmethod
    def _both_ten(cls, number: str) -> bool:
        return cls._remainders(number[:9]) == (10, 10)

    @classmethod
    def _incomplete(cls, number: str) -> InvalidValue:
        if len(number) == 9:
            return InvalidValue(
                "Registro da CNH tem 11 números; com 9 é o número do espelho.", "Digite o “Nº Registro” da carteira."
            )
        return super()._incomplete(number)

    @property
    def doubt(self) -> str | None:
        """The numbers whose second check digit the published routines compute differently."""
        if self._both_ten(self):
            return "Para este registro as rotinas conhecidas dão finais diferentes. Confira na carteira."
        return None
