"""Printed numbers: `NNNNNN/YYYY-EE`, gapless per kind, year and station, never reused and never renumbered."""

import re
from dataclasses import dataclass
from enum import StrEnum

from stipdesk.domain.errors import InvalidValue

_PRINTED = re.compile(r"(\d{1,6})/(\d{4})-(\d{2})", re.ASCII)


class NumberKind(StrEnum):
    AUTHORIZATION = "authorization"
    SEAL = "seal"
    INSPECTION = "inspection"
    INFRACTION_NOTICE = "infraction_notice"


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
    def parse(cls, text: str) -> "PrintedNumber":
        found = _PRINTED.fullmatch(text.strip())
        if not found:
            raise InvalidValue(f"“{text.strip()}” não é um número de documento.", "Digite como 000184/2026-01.")
        return cls(sequence=int(found[1]), year=int(found[2]), station=int(found[3]))
