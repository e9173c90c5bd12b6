"""The law on a date: looks up the dated values, with the office's own where it has them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from stipdesk.domain.calendar import AnnualHoliday, DeadlineRule, DeadlineUnit, Holiday, OfficeCalendar
from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.legal import (
    Conduct,
    DatedValue,
    DeadlineDefinition,
    InfractionGroup,
    InspectionItem,
    Parameter,
    ParameterDefinition,
    ParameterOverride,
    Requirement,
    RequirementDefinition,
    Slip,
    Unit,
    override_in_force,
)
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.vehicle import VehicleLimits

PROMULGATED_ON = date(2022, 3, 4)
DEADLINE_FLAGS = ("roll_forward", "first_day_business")
DAY_UNITS = (DeadlineUnit.DAYS, DeadlineUnit.BUSINESS_DAYS)


@dataclass(frozen=True)
class Law:
    """Everything `resources/law` says, already checked; codes are the keys."""

    parameters: Mapping[str, ParameterDefinition]
    deadlines: Mapping[str, DeadlineDefinition]
    requirement_definitions: tuple[RequirementDefinition, ...]
    groups: Mapping[str, InfractionGroup]
    conducts: tuple[Conduct, ...]
    inspection_items: tuple[InspectionItem, ...]
    texts: Mapping[str, str]
    slips: tuple[Slip, ...]
    municipal_holidays: tuple[AnnualHoliday, ...]

    def parameter(self, code: str, on: date, overrides: Sequence[ParameterOverride] = ()) -> Parameter:
        """The value in force on `on`: the latest of the law's and the office's, the office's when of the same day.

        Raises `InvalidValue` when neither has a value on that date, KeyError for a code the law data does not have.
        """
        definition = self.parameters[code]
        override = override_in_force(code, on, overrides)
        values = [value for value in definition.values if value.valid_from <= on]
        if override is not None:
            values.append(DatedValue(override.value, override.valid_from, override.legal_basis))
        if not values:
            raise InvalidValue(
                f"“{definition.name}” não tem valor em {on:%d/%m/%Y}.",
                "Cadastre o valor nos parâmetros da lei, com a data em que começa a valer e o fundamento.",
            )
        value = max(reversed(values), key=lambda dated: dated.valid_from)
        if not definition.unit.admits(value.value):
            raise InvalidValue(
                f"“{definition.name}” tem um valor de outro tipo: {value.value}.", "Corrija o parâmetro."
            )
        return Parameter(
            code,
            value.value,
            definition.unit,
            definition.article,
            value.valid_from,
            value.legal_basis,
            definition.name,
            definition.setting,
        )

    def deadline_rule(self, code: str, on: date, overrides: Sequence[ParameterOverride] = ()) -> DeadlineRule:
        """The rule of a term that starts on `on`. Raises like `parameter`."""
        definition = self.deadlines[code]
        amount = self.parameter(definition.amount, on, overrides)
        unit = override_in_force(f"{code}.unit", on, overrides)
        roll_forward = override_in_force(f"{code}.roll_forward", on, overrides)
        first_day = override_in_force(f"{code}.first_day_business", on, overrides)
        return DeadlineRule(
            code,
            definition.article,
            amount.number,
            DeadlineUnit(amount.unit if unit is None else str(unit.value)),
            definition.roll_forward if roll_forward is None else roll_forward.value is True,
            definition.year_rule,
            first_day is not None and first_day.value is True,
            definition.name,
            definition.starts_from,
            definition.counting_basis,
        )

    def requirements(
        self, subject: str, on: date, overrides: Sequence[ParameterOverride] = ()
    ) -> tuple[Requirement, ...]:
        """What an operator, driver or vehicle must meet on `on`, in the law's order.

        One switched off (`<code>.enabled` = False) is left out. For one person under a court order, pass that person's
        overrides together with the office's.
        """
        kind = SubjectKind(subject)
        return tuple(
            self._dated(definition, on, overrides)
            for definition in self.requirement_definitions
            if definition.requirement.subject is kind
            and definition.valid_from <= on
            and self._enabled(definition.requirement.code, on, overrides)
        )

    def conduct(self, code: str) -> Conduct:
        for conduct in self.conducts:
            if conduct.code == code:
                return conduct
        raise KeyError(code)

    def group(self, code: str) -> InfractionGroup:
        return self.groups[code]

    def text(self, code: str, **fields: str) -> str:
        """A text for the papers, with its `{fields}` filled in."""
        return self.texts[code].format_map(fields)

    def calendar(self, extra: Iterable[Holiday] = (), removed: Iterable[date] = ()) -> OfficeCalendar:
        """The office's calendar with the municipal days and the office's own changes."""
        return OfficeCalendar(extra, removed, municipal=self.municipal_holidays)

    def vehicle_limits(self, on: date, overrides: Sequence[ParameterOverride] = ()) -> VehicleLimits:
        """The limits of art. 18, I and II, in force on `on`."""

        def number(code: str) -> int:
            return self.parameter(code, on, overrides).number

        return VehicleLimits(
            maximum_age=number("vehicle_maximum_age_years"),
            maximum_age_hybrid=number("vehicle_maximum_age_hybrid_years"),
            maximum_age_electric=number("vehicle_maximum_age_electric_years"),
            minimum_doors=number("vehicle_minimum_doors"),
            maximum_seats=number("vehicle_maximum_seats"),
            air_conditioning_required=self.parameter("vehicle_air_conditioning_required", on, overrides).flag,
        )

    def check_override(self, override: ParameterOverride) -> None:
        """Raises `InvalidValue` for an override the office must not save: unknown code, wrong type, date or basis."""
        if not override.legal_basis.strip():
            raise InvalidValue("Falta o fundamento legal do valor.", "Informe o decreto, a portaria ou a decisão.")
        if override.valid_from < PROMULGATED_ON:
            raise InvalidValue("A data é anterior à própria lei.", f"Use {PROMULGATED_ON:%d/%m/%Y} ou depois.")
        if not self._admits(override):
            raise InvalidValue(
                f"“{override.value}” não serve para o parâmetro {override.code}.", "Confira o código e o tipo do valor."
            )

    def _admits(self, override: ParameterOverride) -> bool:
        if (definition := self.parameters.get(override.code)) is not None:
            # A term of zero days is no term: the parameter that feeds one starts at 1.
            is_term = any(deadline.amount == override.code for deadline in self.deadlines.values())
            return definition.unit.admits(override.value) and not (is_term and override.value == 0)
        base, _, attribute = override.code.rpartition(".")
        if (deadline := self.deadlines.get(base)) is not None:
            if attribute == "unit":
                in_days = self.parameters[deadline.amount].unit is Unit.DAYS
                return in_days and override.value in DAY_UNITS
            return attribute in DEADLINE_FLAGS and isinstance(override.value, bool)
        codes = {definition.requirement.code for definition in self.requirement_definitions}
        return base in codes and attribute == "enabled" and isinstance(override.value, bool)

    def _enabled(self, code: str, on: date, overrides: Sequence[ParameterOverride]) -> bool:
        override = override_in_force(f"{code}.enabled", on, overrides)
        return override is None or override.value is not False

    def _dated(
        self, definition: RequirementDefinition, on: date, overrides: Sequence[ParameterOverride]
    ) -> Requirement:
        if not definition.validity:
            return definition.requirement
        days = self.parameter(definition.validity, on, overrides).number
        return replace(definition.requirement, validity_days=days)
