"""The steps of a measure as two people take them, for the tests of services and screens."""

from datetime import date, timedelta
from uuid import UUID

from stipdesk.domain.clock import FixedClock
from stipdesk.domain.measures import MeasureEnding, MeasureKind
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import Standing
from stipdesk.models import Driver
from stipdesk.services import decisions, holders, measure_cards, measures
from stipdesk.services.access import Desk
from stipdesk.services.decisions import Decided
from stipdesk.services.measures import (
    Opened,
    OpenSuspension,
    ProposeEnd,
    ProposeImposition,
    ProposeMeasure,
    Terms,
)
from stipdesk.store.queries import registers as queries

LOST = ("driver.paid_activity",)


def standing(desk: Desk, driver_id: UUID, on: date | None = None) -> Standing:
    """The standing of a driver, as every screen has it."""
    with desk.reading() as session:
        row = queries.require(session, Driver, driver_id)
        return holders.standings(desk, session, [row], on)[driver_id]


def approve(desk: Desk, proposal_id: UUID | None) -> Decided:
    """The second person takes it."""
    assert proposal_id is not None
    return decisions.decide(desk, proposal_id, approve=True)


def opened(desk: Desk, driver_id: UUID, conditions: tuple[str, ...] = LOST) -> Opened:
    """A process of art. 38 of which the driver knows since today."""
    command = OpenSuspension(SubjectKind.DRIVER, driver_id, "CNH sem EAR desde 01/12/2026.", conditions, desk.today)
    return measures.open_suspension(desk, command)


def suspended(
    desk: Desk, other: Desk, driver_id: UUID, effective_from: date | None = None, conditions: tuple[str, ...] = LOST
) -> UUID:
    """A suspension for lost conditions, defended and decided today."""
    measure_id = opened(desk, driver_id, conditions).measure_id
    measures.record_defense(desk, measure_id, desk.today, "Diz que vai renovar a CNH.")
    command = ProposeImposition(measure_id, "A condição não foi comprovada.", Terms(effective_from))
    approve(other, measures.propose_imposition(desk, command))
    return measure_id


def cassated(desk: Desk, other: Desk, driver_id: UUID) -> Opened:
    """A cassation that became final today."""
    command = ProposeMeasure(
        MeasureKind.CASSATION, SubjectKind.DRIVER, driver_id, "Transporte clandestino reiterado.",
        Terms(imposed_on=desk.today - timedelta(days=40), final_on=desk.today),
    )  # fmt: skip
    made = measures.propose_measure(desk, command)
    approve(other, made.proposal_id)
    return made


def to_revoke(desk: Desk, other: Desk, clock: FixedClock, driver_id: UUID) -> UUID:
    """A suspension whose term to ask for the reversal has passed."""
    measure_id = suspended(desk, other, driver_id)
    due = measures.record_service(desk, measure_id, desk.today)
    go_to(clock, due + timedelta(days=1))
    return measure_id


def end(desk: Desk, other: Desk, measure_id: UUID, ending: MeasureEnding, ended_on: date | None = None) -> Decided:
    proposal = measures.propose_end(desk, ProposeEnd(measure_id, ending, "Razões do encerramento.", ended_on))
    return approve(other, proposal)


def go_to(clock: FixedClock, day: date) -> None:
    """Nothing but the clock moves."""
    clock.moment += timedelta(days=(day - clock.today()).days)


def card(desk: Desk, measure_id: UUID) -> measure_cards.MeasureCard:
    return measure_cards.card(desk, measure_id)
