"""The law as data: what `resources/law/*.toml` says, checked and frozen. Numbers and texts live there, not here."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TypeAlias

from stipdesk.domain.calendar import YearRule
from stipdesk.domain.registers import Addressee, SubjectKind

ParameterValue: TypeAlias = int | str | bool

ARTICLES = 63
_PROVISION = re.compile(r"art\. ([1-9]º|[1-9]\d)(, (caput|parágrafo único|§ [1-9]º))?(, [IVX]+(, [a-z])?)?", re.ASCII)
_ROMAN = re.compile(r"X{0,3}(IX|IV|V?I{0,3})")


def is_article(text: str) -> bool:
    """Whether `text` cites provisions of the law as the product writes them: "art. 12, § 1º; art. 59, I, a"."""
    return all(_is_provision(provision) for provision in text.split("; "))


def _is_provision(text: str) -> bool:
    found = _PROVISION.fullmatch(text)
    if found is None or int(found[1].rstrip("º")) > ARTICLES:
        return False
    return all(_ROMAN.fullmatch(part) for part in text.split(", ") if part.isupper())


class Unit(StrEnum):
    """What a parameter's value is; COUNT is a bare number, FLAG a yes or no."""

    DAYS = "days"
    MONTHS = "months"
    YEARS = "years"
    COUNT = "count"
    CENTAVOS = "centavos"
    FLAG = "flag"
    TEXT = "text"

    def admits(self, value: object) -> bool:
        """Whether `value` has this unit's type; a number is never negative nor beyond reason, a text never blank."""
        if self is Unit.FLAG:
            return type(value) is bool
        if self is Unit.TEXT:
            return isinstance(value, str) and bool(value.strip())
        return type(value) is int and 0 <= value <= _GREATEST.get(self, 999_999)


# A typing error beyond these would count to dates that do not exist, or that a signed paper cannot say (after 2099).
_GREATEST = {Unit.DAYS: 9_999, Unit.MONTHS: 600, Unit.YEARS: 50, Unit.CENTAVOS: 99_999_999_999}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value of the law on a date. `setting`: general practice the law does not state, `legal_basis` says which."""

    code: str
    value: ParameterValue
    unit: Unit
    article: str
    valid_from: date
    legal_basis: str
    name: str
    setting: bool

    @property
    def number(self) -> int:
        if type(self.value) is not int:
            raise TypeError(f"{self.code} is not a number")
        return self.value

    @property
    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise TypeError(f"{self.code} is not a flag")
        return self.value

    @property
    def text(self) -> str:
        if not isinstance(self.value, str):
            raise TypeError(f"{self.code} is not a text")
        return self.value


@dataclass(frozen=True, slots=True)
class DatedValue:
    value: ParameterValue
    valid_from: date
    legal_basis: str


@dataclass(frozen=True, slots=True)
class ParameterDefinition:
    """A parameter with every value it had. Without values the law gives none and the office must enter its own."""

    code: str
    name: str
    article: str
    unit: Unit
    setting: bool
    values: tuple[DatedValue, ...]


@dataclass(frozen=True, slots=True)
class ParameterOverride:
    """The office's own dated value, with its legal basis.

    `code` is that of a parameter, or of a deadline or requirement followed by what changes: `prior_defense.unit`,
    `prior_defense.roll_forward`, `prior_defense.first_day_business`, `driver.fee.enabled`.
    """

    code: str
    value: ParameterValue
    valid_from: date
    legal_basis: str


class Party(StrEnum):
    """Whose term it is: the citizen's is read generously, the office's (CMTU) strictly."""

    CITIZEN = "citizen"
    OFFICE = "office"


@dataclass(frozen=True, slots=True)
class DeadlineDefinition:
    """A term before its amount is looked up: `amount` is the code of the parameter that holds it."""

    code: str
    name: str
    article: str
    amount: str
    party: Party
    starts_from: str
    roll_forward: bool
    year_rule: YearRule
    counting_basis: str


class EvidenceKind(StrEnum):
    """How a requirement is shown to be met.

    DATA is computed from registered fields; DOCUMENT means someone checked a paper; PAYMENT a recorded payment;
    INSPECTION an approved inspection.
    """

    DATA = "data"
    DOCUMENT = "document"
    PAYMENT = "payment"
    INSPECTION = "inspection"


@dataclass(frozen=True, slots=True)
class Requirement:
    """One condition for an authorisation or registration. `may_be_absent`: "se for o caso", or art. 19 §1.

    `cure` tells the desk what to do when it is missing, `bring` tells the citizen, on paper. `validity_days` is how
    long the paper serves, from its issue; None when it does not lapse by age.
    """

    code: str
    subject: SubjectKind
    text: str
    article: str
    evidence: EvidenceKind
    cure: str
    validity_days: int | None = None
    may_be_absent: bool = False
    bring: str = ""


@dataclass(frozen=True, slots=True)
class RequirementDefinition:
    """A requirement with its dates; `validity` is the code of the parameter that holds the paper's validity, or ""."""

    requirement: Requirement
    validity: str
    valid_from: date


@dataclass(frozen=True, slots=True)
class InfractionGroup:
    """Arts. 29-31: the same range for a driver and for an operator."""

    code: str
    label: str
    article: str
    upf_minimum: int
    upf_maximum: int


@dataclass(frozen=True, slots=True)
class Twin:
    """Another conduct that the same fact may look like, and how to choose."""

    code: str
    advice: str


@dataclass(frozen=True, slots=True)
class Conduct:
    """One alínea of art. 59, in the law's own words. `duties` are the provisions it breaks.

    `addressees` says to whom the wording can apply; the law does not divide them, so it informs and never blocks.
    """

    code: str
    group: str
    text: str
    article: str
    duties: tuple[str, ...]
    addressees: tuple[Addressee, ...]
    twins: tuple[Twin, ...]


@dataclass(frozen=True, slots=True)
class InspectionItem:
    code: str
    text: str
    section: str


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip of the promulgated text: what is written and the reading adopted."""

    article: str
    written: str
    adopted: str


def override_in_force(code: str, on: date, overrides: Sequence[ParameterOverride]) -> ParameterOverride | None:
    """The latest override of `code` in force on `on`; of two from the same day, the one entered last."""
    applicable = [override for override in overrides if override.code == code and override.valid_from <= on]
    return max(reversed(applicable), key=lambda override: override.valid_from, default=None)
