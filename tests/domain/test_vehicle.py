"""The car's age, body and insurance, beyond the cases of tests/law/cases/veiculo.toml."""

from dataclasses import replace
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from stipdesk.domain.vehicle import (
    PassengerPolicy,
    VehicleFacts,
    VehicleLimits,
    policy_problems,
    vehicle_age_limit,
    vehicle_problems,
)

LIMITS = VehicleLimits(
    maximum_age=6,
    maximum_age_hybrid=8,
    maximum_age_electric=7,
    minimum_doors=4,
    maximum_seats=7,
    air_conditioning_required=True,
)
GOOD = VehicleFacts(manufacture_year=2024, hybrid=False, electric=False, doors=4, seats=5, has_air_conditioning=True)
ON = date(2025, 6, 1)


def test_each_propulsion_has_its_limit() -> None:
    assert vehicle_age_limit(2019, False, LIMITS) == date(2025, 12, 31)
    assert vehicle_age_limit(2019, True, LIMITS) == date(2027, 12, 31)
    assert vehicle_age_limit(2019, False, LIMITS, electric=True) == date(2026, 12, 31)
    assert vehicle_age_limit(2019, True, LIMITS, electric=True) == date(2027, 12, 31)


@given(st.integers(1990, 2060), st.booleans())
def test_the_limit_is_the_years_difference(year: int, hybrid: bool) -> None:
    limit = vehicle_age_limit(year, hybrid, LIMITS)
    assert limit.year - year == (8 if hybrid else 6)
    assert (limit.month, limit.day) == (12, 31)


def test_every_problem_is_listed_with_its_article_and_cure() -> None:
    nothing = VehicleFacts(None, False, False, None, None, False)
    reasons = vehicle_problems(nothing, LIMITS, ON)
    assert [reason.code for reason in reasons] == [
        "vehicle.age",
        "vehicle.doors",
        "vehicle.air_conditioning",
        "vehicle.seats",
    ]
    assert [reason.article for reason in reasons] == ["art. 18, I", *["art. 18, II"] * 3]
    assert all(reason.cure for reason in reasons)


def test_the_expired_age_says_until_when_it_served() -> None:
    (reason,) = vehicle_problems(replace(GOOD, manufacture_year=2018), LIMITS, ON)
    assert "31/12/2024" in reason.text


def test_a_car_without_seats_is_no_car() -> None:
    assert [reason.code for reason in vehicle_problems(replace(GOOD, seats=0), LIMITS, ON)] == ["vehicle.seats"]


def test_air_conditioning_is_asked_only_while_required() -> None:
    assert vehicle_problems(replace(GOOD, has_air_conditioning=False), LIMITS, ON)
    assert not vehicle_problems(
        replace(GOOD, has_air_conditioning=False), replace(LIMITS, air_conditioning_required=False), ON
    )


def test_insurance() -> None:
    policy = PassengerPolicy(date(2025, 1, 1), date(2025, 12, 31), 4)
    assert policy_problems(policy, 5, ON) == ()
    assert policy_problems(policy, None, ON) == ()
    (missing,) = policy_problems(None, 5, ON)
    assert (missing.code, missing.article) == ("vehicle.insurance", "art. 18, III")
    (short,) = policy_problems(policy, 7, ON)
    assert "cobre 4 passageiros e o veículo leva 6" in short.text
