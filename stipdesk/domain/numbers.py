"""Printed numbers: `NNNNNN/YYYY-EE`, gapless per kind, year and station, never reused and never renumbered."""

import re
from dataclasses import dataclass
from enum import StrEnum

from stipdesk.domain.errors import InvalidValue

_DIGITS = re.compile(r"(\d\d)(\d\d)(\d{6})", re.ASCII)


class NumberKind(StrEnum):
    AUTHORIZATION = "authorization"
    SEAL = "seal"
    INSPECTION = "inspection"
    INFRACTION_NOTICE = "infraction_notice"
    APPLICATION = "application"
    MEASURE = "measure"
    LETTER = "letter"


@dataclass(frozen=True, slots=True, order=True)
class PrintedNumber:
    """A number on paper. `station` is 01 for the CMTU's database, 02 for CIRETRAN, and so on."""

    year: int
    station: int
    sequence: int

    def __str__(self) -> str:
        return f"{self.sequence:06d}/{self.year}-{self.station:02d}"

    @property
    def digits(self) -> str:
        """`YYEENNNNNN`, the ten digits that identify the paper for ever inside its QR code."""
        return f"{self.year % 100:02d}{self.station:02d}{self.sequence:06d}"

    @classmethod
    def from_digits(cls, digits: str) -> "PrintedNumber":
        """The number whose `digits` these are; raises `InvalidValue` for anything else."""
        found = _DIGITS.fullmatch(digits)
        if not found:
            raise InvalidValue(f"“{digits}” não é o número de um documento.", "Leia o código de novo, inteiro.")
        return cls(year=2000 + int(found[1]), station=int(found[2]), sequence=int(found[3]))
