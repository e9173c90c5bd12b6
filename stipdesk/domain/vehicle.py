"""What a car must be to serve in the STIP (art. 18, I-III)."""

from dataclasses import dataclass
from datetime import date

from stipdesk.domain.errors import Reason


@dataclass(frozen=True, slots=True)
class VehicleLimits:
    """The limits in force on a date (`Law.vehicle_limits`); ages in years from the year of manufacture."""

    maximum_age: int
    maximum_age_hybrid: int
    maximum_age_electric: int
    minimum_doors: int
    maximum_seats: int
    air_conditioning_required: bool


@dataclass(frozen=True, slots=True)
class VehicleFacts:
    """What the register knows of the car; None is what nobody filled in. `seats` counts the driver's too."""

    manufacture_year: int | None
    hybrid: bool
    electric: bool
    doors: int | None
    seats: int | None
    has_air_conditioning: bool


@dataclass(frozen=True, slots=True)
class PassengerPolicy:
    """The personal accident insurance of art. 18, III."""

    starts_on: date
    ends_on: date
    seats_covered: int


def vehicle_age_limit(manufacture_year: int, hybrid: bool, limits: VehicleLimits, *, electric: bool = False) -> date:
    """The last day on which the car still has the allowed age: 31 December (art. 18, I).

    The law counts from the *year* of manufacture, so the whole last year serves. A hybrid has its own limit even when
    it also runs on electricity alone; an electric car is not mentioned by the law and follows the office's setting.
    """
    years = limits.maximum_age
    if hybrid:
        years = limits.maximum_age_hybrid
    elif electric:
        years = limits.maximum_age_electric
    return date(manufacture_year + years, 12, 31)


def registration_serves(exercise: int, grace_months: int, on: date) -> bool:
    """Whether a CRLV of that exercise still serves on `on` (art. 19, I).

    In the first `grace_months` of a year that of the year before does too: the licensing calendar goes by the plate's
    last digit.
    """
    return exercise >= (on.year - 1 if on.month <= grace_months else on.year)


def vehicle_problems(vehicle: VehicleFacts, limits: VehicleLimits, on: date) -> tuple[Reason, ...]:
    """Why the car cannot serve on `on` for its age, doors, seats or air conditioning (art. 18, I and II)."""
    return (*_age_problems(vehicle, limits, on), *_body_problems(vehicle, limits))


def _age_problems(vehicle: VehicleFacts, limits: VehicleLimits, on: date) -> tuple[Reason, ...]:
    if vehicle.manufacture_year is None:
        return (Reason("vehicle.age", "Falta o ano de fabricação", "art. 18, I", "Copie-o do CRLV."),)
    last_day = vehicle_age_limit(vehicle.manufacture_year, vehicle.hybrid, limits, electric=vehicle.electric)
    if on <= last_day:
        return ()
    return (
        Reason(
            "vehicle.age",
            f"Veículo fabricado em {vehicle.manufacture_year}: a idade permitida acabou em {last_day:%d/%m/%Y}",
            "art. 18, I",
            "Cadastre outro veículo.",
        ),
    )


def _body_problems(vehicle: VehicleFacts, limits: VehicleLimits) -> tuple[Reason, ...]:
    reasons = []
    if vehicle.doors is None or vehicle.doors < limits.minimum_doors:
        found = "número de portas não informado" if vehicle.doors is None else f"{vehicle.doors} portas"
        reasons.append(
            Reason(
                "vehicle.doors",
                f"O veículo precisa ter ao menos {limits.minimum_doors} portas ({found})",
                "art. 18, II",
                "Confira o cadastro ou cadastre outro veículo.",
            )
        )
    if limits.air_conditioning_required and not vehicle.has_air_conditioning:
        reasons.append(
            Reason(
                "vehicle.air_conditioning",
                "O veículo precisa ter ar-condicionado",
                "art. 18, II",
                "Confira o cadastro ou cadastre outro veículo.",
            )
        )
    if vehicle.seats is None or not 1 <= vehicle.seats <= limits.maximum_seats:
        found = "capacidade não informada" if vehicle.seats is None else f"{vehicle.seats} lugares"
        reasons.append(
            Reason(
                "vehicle.seats",
                f"O veículo pode ter no máximo {limits.maximum_seats} lugares ({found})",
                "art. 18, II",
                "Confira o CRLV ou cadastre outro veículo.",
            )
        )
    return tuple(reasons)


def policy_problems(policy: PassengerPolicy | None, seats: int | None, on: date) -> tuple[Reason, ...]:
    """Why the accident insurance does not serve on `on` (art. 18, III): absent, out of its dates or short of seats.

    The law asks cover for "cada passageiro": every seat but the driver's.
    """

    def reason(text: str, cure: str) -> tuple[Reason, ...]:
        return (Reason("vehicle.insurance", text, "art. 18, III", cure),)

    if policy is None:
        return reason("Falta o seguro de acidentes pessoais de passageiros", "Registre a apólice.")
    if not policy.starts_on <= on <= policy.ends_on:
        return reason(
            f"O seguro vale de {policy.starts_on:%d/%m/%Y} a {policy.ends_on:%d/%m/%Y}", "Registre a apólice em vigor."
        )
    if seats is not None and policy.seats_covered < seats - 1:
        return reason(
            f"O seguro cobre {policy.seats_covered} passageiros e o veículo leva {seats - 1}",
            "Peça a apólice com a cobertura de todos os lugares.",
        )
    return ()
