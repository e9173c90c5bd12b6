"""The clock of arts. 11 and 16 and where an application stands."""

from datetime import date

import pytest

from stipdesk.domain.applications import (
    ApplicationDecision,
    ApplicationState,
    Pause,
    application_state,
    issue_clock,
)
from stipdesk.domain.calendar import reckon
from stipdesk.law.loader import load_law

LAW = load_law()
FILED = reckon(LAW.deadline_rule("driver_authorization_issue", date(2026, 12, 1)), date(2026, 12, 1), LAW.calendar())


@pytest.mark.parametrize(
    ("decision", "asked", "missing", "state"),
    [
        (None, False, ["driver.email"], ApplicationState.INCOMPLETE),
        (None, True, [], ApplicationState.REQUISITION),
        (None, False, ["driver.fee"], ApplicationState.AWAITING_PAYMENT),
        (None, False, [], ApplicationState.READY),
        (ApplicationDecision.REFUSED, True, ["driver.fee"], ApplicationState.REFUSED),
    ],
)
def test_where_it_stands(
    decision: ApplicationDecision | None, asked: bool, missing: list[str], state: ApplicationState
) -> None:
    assert application_state(decision, asked, missing, frozenset({"driver.fee"})) is state


@pytest.mark.parametrize(("counts", "due"), [(True, date(2027, 1, 10)), (False, date(2026, 12, 31))])
def test_a_requisition_pauses_the_clock_as_configured(counts: bool, due: date) -> None:
    pause = Pause(date(2026, 12, 10), date(2026, 12, 20))
    clock = issue_clock(FILED, None, [pause], pauses_count=counts, on=date(2026, 12, 22))
    assert clock.filing_due_on == due
    assert clock.due_on is None
    assert clock.days_late(date(2027, 6, 1)) == 0


def test_it_binds_from_the_last_document() -> None:
    clock = issue_clock(FILED, FILED, [], pauses_count=True, on=date(2026, 12, 31))
    assert clock.days_late(date(2026, 12, 31)) == 0
    assert clock.days_late(date(2027, 1, 1)) == 1
