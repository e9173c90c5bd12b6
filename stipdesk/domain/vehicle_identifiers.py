"""The vehicle's own marks: plate and chassis. (RENAVAM, a number with a check digit, is in `identifiers`.)"""

import re
import string
from typing import Self

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.identifier_base import Identifier, capitals, compact

# Values and weights of the check digit of ISO 3779.
_VIN_VALUES = dict(zip("0123456789ABCDEFGHJKLMNPRSTUVWXYZ", map(int, "012345678912345678123457923456789"), strict=True))
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


class Plate(Identifier):
    """A vehicle plate, old (ABC1234) or Mercosul (ABC1D23). Letters and digits are never exchanged for one another."""

    __slots__ = ()
    _OLD = re.compile(r"[A-Z]{3}[0-9]{4}")
    _MERCOSUL = re.compile(r"[A-Z]{3}[0-9][A-Z][0-9]{2}")
    _UNCONFIRMED = re.compile(r"[A-Z]{3}[0-9]{2}[A-Z][0-9]")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Either pattern, with or without hyphen, in capitals or not."""
        remedy = "Digite como ABC-1234 ou ABC1D23."
        plate = capitals(compact(text), "Placa", remedy)
        if not any(pattern.fullmatch(plate) for pattern in (cls._OLD, cls._MERCOSUL, cls._UNCONFIRMED)):
            raise InvalidValue(f"Placa inválida: {plate}.", remedy)
        return cls(plate)

    @property
    def kind(self) -> str:
        """'antiga' or 'mercosul'."""
        return "antiga" if self._OLD.fullmatch(self) else "mercosul"

    @property
    def shown(self) -> str:
        return f"{self[:3]}-{self[3:]}" if self.kind == "antiga" else str(self)

    @property
    def mercosul(self) -> str:
        """The key of the vehicle: its Mercosul plate, the same whichever of the two forms was typed."""
        if self.kind == "mercosul":
            return str(self)
        return f"{self[:4]}{string.ascii_uppercase[int(self[4])]}{self[5:]}"

    @property
    def old_form(self) -> str | None:
        """The old plate this vehicle may have had; `None` when the fifth place, K to Z, cannot come from a digit."""
        if self.kind == "antiga":
            return str(self)
        if self[4] not in "ABCDEFGHIJ":
            return None
        return f"{self[:4]}{string.ascii_uppercase.index(self[4])}{self[5:]}"

    @property
    def forms(self) -> tuple[str, ...]:
        """Every plate under which this vehicle may be known, old form first."""
        old = self.old_form
        return (self.mercosul,) if old is None else (old, self.mercosul)

    @property
    def doubt(self) -> str | None:
        """LLLNNLN: some sources give it to motorcycles, Resolução Contran 780/2019 has LLLNLNN for all."""
        if self._UNCONFIRMED.fullmatch(self):
            return "A letra costuma ser o quinto caractere (ABC1D23). Confira a placa no CRLV."
        return None


class Chassis(Identifier):
    """The vehicle identification number: 17 characters, never I, O or Q (ISO 3779)."""

    __slots__ = ()
    _LENGTH = 17
    _RESTAMPED = ("REM", "REMARCADO")

    @classmethod
    def parse(cls, text: str) -> Self:
        """The 17 characters; the mark 'REM' of a re-stamped chassis is left out, ask `was_restamped` about it."""
        remedy = "Confira os 17 caracteres no CRLV."
        chassis = capitals(cls._split(text)[0], "Chassi", remedy)
        if len(chassis) != cls._LENGTH:
            raise InvalidValue(f"Chassi com {len(chassis)} caracteres; são {cls._LENGTH}.", remedy)
        if any(letter in chassis for letter in "IOQ"):
            meant = chassis.translate(str.maketrans("IOQ", "100"))
            raise InvalidValue("Chassi não tem as letras I, O e Q.", f"Seria {meant}?", suggestion=meant)
        if len(set(chassis)) == 1:
            raise InvalidValue("Chassi inválido: todos os caracteres são iguais.", remedy)
        return cls(chassis)

    @classmethod
    def was_restamped(cls, text: str) -> bool:
        """Whether the chassis in `text` is followed by 'REM', as the CRLV notes one that was stamped anew."""
        return cls._split(text)[1]

    @classmethod
    def _split(cls, text: str) -> tuple[str, bool]:
        chassis = compact(text, " -./()")
        for mark in cls._RESTAMPED:
            if len(chassis) == cls._LENGTH + len(mark) and chassis.upper().endswith(mark):
                return chassis[: cls._LENGTH], True
        return chassis, False

    @property
    def note(self) -> str | None:
        """What is unusual and not wrong. The ISO check digit binds North America only, whose numbers begin with 1-5."""
        if not self[13:].isdigit():
            return "Os quatro últimos caracteres costumam ser números. Confira no CRLV."
        remainder = sum(_VIN_VALUES[character] * weight for character, weight in zip(self, _VIN_WEIGHTS, strict=True))
        if self[0] in "12345" and self[8] != "0123456789X"[remainder % 11]:
            return "O dígito de controle (posição 9) não confere com a regra norte-americana. Confira no CRLV."
        return None
