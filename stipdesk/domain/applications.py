"""The requerimento: what is asked for, until when the office must answer, and where it stands (arts. 9-20, 34, 41)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from stipdesk.domain.calendar import Deadline


class ApplicationKind(StrEnum):
    FIRST_AUTHORIZATION = "first_authorization"
    RENEWAL = "renewal"
    VEHICLE_REGISTRATION = "vehicle_registration"
    VEHICLE_REPLACEMENT = "vehicle_replacement"
    PLATE_CHANGE = "plate_change"
    DATA_CHANGE = "data_change"

    @property
    def asks_for_authorization(self) -> bool:
        """Whether the answer is a CAA: these are barred by arts. 34 §1 and 41, and run the clock of arts. 11 and 16."""
        return self in {ApplicationKind.FIRST_AUTHORIZATION, ApplicationKind.RENEWAL}

    @property
    def registers_vehicle(self) -> bool:
        """Whether a vehicle comes in by it, conditionally for 30 days without the inspection (art. 19 §1)."""
        return self in {ApplicationKind.VEHICLE_REGISTRATION, ApplicationKind.VEHICLE_REPLACEMENT}


class ApplicationChannel(StrEnum):
    """DESK: brought to the counter. OPERATOR: sent by an operator on the driver's behalf (arts. 15 §2 and 16 §1)."""

    DESK = "desk"
    OPERATOR = "operator"


class ApplicationDecision(StrEnum):
    GRANTED = "granted"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


class ApplicationState(StrEnum):
    INCOMPLETE = "incomplete"
    REQUISITION = "requisition"
    AWAITING_PAYMENT = "awaiting_payment"
    READY = "ready"
    GRANTED = "granted"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"

    @property
    def is_open(self) -> bool:
        return self not in {ApplicationState.GRANTED, ApplicationState.REFUSED, ApplicationState.WITHDRAWN}


def application_state(
    decision: ApplicationDecision | None, requisition_pending: bool, missing: Sequence[str], fees: frozenset[str]
) -> ApplicationState:
    """Where it stands: the decision if there is one, else what it waits for.

    `missing` are the codes of the requirements not met today; `fees` those that are a payment.
    """
    if decision is not None:
        return ApplicationState(decision.value)
    if requisition_pending:
        return ApplicationState.REQUISITION
    if not missing:
        return ApplicationState.READY
    return ApplicationState.AWAITING_PAYMENT if set(missing) <= fees else ApplicationState.INCOMPLETE


@dataclass(frozen=True, slots=True)
class Pause:
    """A requisition that the citizen has not answered yet, or answered on `until`."""

    since: date
    until: date | None


@dataclass(frozen=True, slots=True)
class IssueClock:
    """The office's 30 days as two figures: what the citizen sees from the filing, and what binds.

    `from_filing` moves by `paused_days`; `from_completeness` is absent while something is missing, because the law
    counts from the requirements met ("Atendidos os requisitos", arts. 11 and 16). `due_on` is the one that binds.
    """

    filed_on: date
    filing_due_on: date
    paused_days: int
    is_paused: bool
    completed_on: date | None
    completeness_due_on: date | None

    @property
    def due_on(self) -> date | None:
        return self.completeness_due_on

    def days_late(self, on: date) -> int:
        """How many days the office is late on `on`; 0 while it is not, or while the citizen is the one who owes."""
        return max((on - self.completeness_due_on).days, 0) if self.completeness_due_on else 0


def issue_clock(
    from_filing: Deadline, from_completeness: Deadline | None, pauses: Sequence[Pause], *, pauses_count: bool, on: date
) -> IssueClock:
    """The clock of arts. 11 and 16 on `on`. `pauses_count` is the parameter `issue_clock_pauses_on_requisition`."""
    paused = {
        pause.since + timedelta(days=offset)
        for pause in pauses
        if pauses_count
        for offset in range(((pause.until or on) - pause.since).days)
    }
    due, paused_days = from_filing.due, 0
    for day in sorted(paused):
        # A requisition written when the term was already over does not bring it back.
        if day <= due:
            due, paused_days = due + timedelta(days=1), paused_days + 1
    return IssueClock(
        filed_on=from_filing.start,
        filing_due_on=due,
        paused_days=paused_days,
        is_paused=pauses_count and any(pause.until is None for pause in pauses),
        completed_on=from_completeness.start if from_completeness else None,
        completeness_due_on=from_completeness.due if from_completeness else None,
    )
