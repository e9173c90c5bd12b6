"""The retest of the items that failed, and of nothing else (art. 18, IV)."""

from dataclasses import replace
from datetime import date, timedelta
from uuid import UUID

import pytest

from stipdesk.domain.clock import FixedClock
from stipdesk.domain.errors import FieldErrors, Refused
from stipdesk.models import IssuedDocument
from stipdesk.services import inspections, vehicles
from stipdesk.services.access import Desk
from stipdesk.services.inspections import Failure, InspectionOutcome, RecordInspection
from tests import office

TYRES, HORN = Failure("tyres", "Sulco abaixo de 1,6 mm"), Failure("horn", "Não soa")


@pytest.fixture
def vehicle_id(desk: Desk) -> UUID:
    return vehicles.register(desk, office.VEHICLE)


def failed(desk: Desk, vehicle_id: UUID, *failures: Failure) -> InspectionOutcome:
    return inspections.record(desk, RecordInspection(vehicle_id, desk.today, "CIRETRAN", failures))


def again(
    desk: Desk, vehicle_id: UUID, follows: InspectionOutcome, *failures: Failure, on: date | None = None
) -> InspectionOutcome:
    command = RecordInspection(vehicle_id, on or desk.today, "CIRETRAN", failures, follows_id=follows.inspection_id)
    return inspections.record(desk, command)


def report(desk: Desk, document_id: UUID) -> dict[str, object]:
    with desk.reading() as session:
        row = session.get(IssuedDocument, document_id)
        assert row is not None
        return dict(row.data)


def test_only_what_failed_is_seen_again_and_the_seal_counts_from_that_day(
    desk: Desk, clock: FixedClock, vehicle_id: UUID
) -> None:
    first = failed(desk, vehicle_id, TYRES, HORN)
    retest = vehicles.card(desk, vehicle_id).retest
    assert retest is not None
    assert (retest.inspection_id, set(retest.items)) == (first.inspection_id, {"tyres", "horn"})
    assert retest.due_on == date(2026, 12, 31)
    clock.moment += timedelta(days=10)
    done = again(desk, vehicle_id, first)
    (seal,) = vehicles.card(desk, vehicle_id).seals
    assert (seal.number, seal.inspected_on, seal.valid_until) == (
        done.seal_number, date(2026, 12, 11), date(2027, 12, 11),
    )  # fmt: skip
    newest, oldest = vehicles.card(desk, vehicle_id).inspections
    assert (newest.follows, newest.approved, oldest.follows, oldest.approved) == (first.number, True, "", False)
    assert vehicles.card(desk, vehicle_id).retest is None
    paper = report(desk, done.report_id)
    assert paper["retest_of"] == f"{first.number}, de 01/12/2026"
    assert isinstance(paper["lines"], list)
    assert len(paper["lines"]) == 2


def test_failing_again_may_be_repeated_again(desk: Desk, clock: FixedClock, vehicle_id: UUID) -> None:
    first = failed(desk, vehicle_id, TYRES, HORN)
    clock.moment += timedelta(days=5)
    second = again(desk, vehicle_id, first, replace(TYRES, note="Ainda gastos"))
    assert second.seal_number is None
    retest = vehicles.card(desk, vehicle_id).retest
    assert retest is not None
    # The term is still that of the complete inspection.
    assert (retest.inspection_id, retest.items, retest.due_on) == (
        second.inspection_id, ("tyres",), date(2026, 12, 31),
    )  # fmt: skip
    with pytest.raises(Refused, match="não é o último"):
        again(desk, vehicle_id, first)
    assert again(desk, vehicle_id, second).seal_number is not None


def test_both_sides_of_the_term(desk: Desk, clock: FixedClock, vehicle_id: UUID) -> None:
    first = failed(desk, vehicle_id, TYRES)
    clock.moment += timedelta(days=31)
    with pytest.raises(FieldErrors) as late:
        again(desk, vehicle_id, first)
    (problem,) = late.value.problems
    assert (problem.field, problem.article, problem.remedy) == (
        "inspected_on", "art. 18, IV", "Faça a vistoria completa.",
    )  # fmt: skip
    # Recorded a day later, done on the last day.
    assert again(desk, vehicle_id, first, on=date(2026, 12, 31)).seal_number is not None


def test_what_was_in_order_cannot_fail_in_a_retest(desk: Desk, vehicle_id: UUID) -> None:
    first = failed(desk, vehicle_id, TYRES)
    with pytest.raises(FieldErrors) as raised:
        again(desk, vehicle_id, first, HORN)
    assert [problem.field for problem in raised.value.problems] == ["failures.horn"]
    with pytest.raises(FieldErrors, match="anterior ao laudo"):
        again(desk, vehicle_id, first, on=date(2026, 11, 30))


def test_an_approved_one_and_that_of_another_car_are_not_repeated(desk: Desk, vehicle_id: UUID) -> None:
    approved = failed(desk, vehicle_id)
    with pytest.raises(Refused):
        again(desk, vehicle_id, approved)
    other = vehicles.register(desk, office.another_vehicle(1))
    first = failed(desk, other, TYRES)
    with pytest.raises(Refused):
        again(desk, vehicle_id, first)
