"""The evidence that is computed from what is registered."""

from dataclasses import replace
from datetime import date

import pytest

from stipdesk.domain.authorization import Evidence
from stipdesk.domain.registers import PolicyFields
from stipdesk.domain.requirements import vehicle_evidence
from stipdesk.domain.vehicle import VehicleLimits
from tests import office

ON = date(2026, 12, 1)
LIMITS = VehicleLimits(6, 8, 6, 4, 7, True)
IN_FORCE = office.POLICY
TO_COME = replace(IN_FORCE, starts_on=date(2027, 1, 1), ends_on=date(2027, 12, 31))
LAPSED = replace(IN_FORCE, starts_on=date(2025, 1, 1), ends_on=date(2025, 12, 31))
SHORT = replace(IN_FORCE, seats_covered=3)


@pytest.mark.parametrize(
    ("policies", "proved"),
    [
        ([], Evidence()),
        ([IN_FORCE], Evidence(met=True, valid_until=IN_FORCE.ends_on)),
        ([IN_FORCE, TO_COME], Evidence(met=True, valid_until=IN_FORCE.ends_on)),
        ([TO_COME], Evidence()),
        ([LAPSED, TO_COME], Evidence(met=True, valid_until=LAPSED.ends_on)),
        ([SHORT], Evidence(valid_until=SHORT.ends_on)),
    ],
)
def test_only_a_policy_that_has_begun_proves_the_insurance(policies: list[PolicyFields], proved: Evidence) -> None:
    evidence = vehicle_evidence(office.VEHICLE, LIMITS, (), policies, (), None, False, ON)
    assert evidence["vehicle.insurance"] == proved
