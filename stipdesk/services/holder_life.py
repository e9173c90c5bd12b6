"""What the cards show of the years around a CAA, or around a vehicle, read at once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from stipdesk.domain.applications import ApplicationKind
from stipdesk.domain.measures import Bar
from stipdesk.domain.registers import SubjectKind
from stipdesk.models import Vehicle
from stipdesk.services import (
    application_cards,
    authorization_facts,
    holders,
    measure_cards,
    proposals,
    requirements,
    statements,
)
from stipdesk.services.access import Desk
from stipdesk.services.application_cards import ApplicationLine
from stipdesk.services.application_facts import bar_of_holder, renewable
from stipdesk.services.authorization_facts import IssueOutlook
from stipdesk.services.measure_cards import MeasureLine
from stipdesk.services.proposals import ProposalLine
from stipdesk.services.requirements import ExemptionLine
from stipdesk.services.statements import StatementOutlook
from stipdesk.store.engine import Session
from stipdesk.store.queries import applications as queries
from stipdesk.store.queries import proposals as proposal_queries
from stipdesk.store.queries import registers as register_queries


@dataclass(frozen=True, slots=True)
class HolderLife:
    """`outlook` says why each CAA cannot be issued today, `renews` whether the next one is a renewal.

    `extinguished_on` is the day on which the CAAs issued until then ended by a cassation or a revocation.
    """

    outlook: IssueOutlook
    statements: StatementOutlook
    renews: bool
    bar: Bar | None
    extinguished_on: date | None
    applications: Sequence[ApplicationLine]
    measures: Sequence[MeasureLine]
    exemptions: Sequence[ExemptionLine]
    proposals: Sequence[ProposalLine]


def read(desk: Desk, kind: SubjectKind, holder_id: UUID) -> HolderLife:
    """The life of one holder, as of today."""
    with desk.reading() as session:
        row = register_queries.require(session, register_queries.MODELS[kind], holder_id)
        situation = holders.situations(desk, session, [row])[holder_id]
        measures = measure_cards.lines_of(desk, session, row)
        ended = (
            line.effective_from
            for line in measures
            if line.kind.extinguishes and line.effective_from is not None and line.ending is None
        )
        life = HolderLife(
            outlook=authorization_facts.outlook(desk, session, row, situation.requirements),
            statements=statements.outlook(desk, session, row, situation.standing),
            renews=_renews(desk, session, kind, holder_id),
            bar=bar_of_holder(desk, session, row),
            extinguished_on=max((day for day in ended if day <= desk.today), default=None),
            applications=application_cards.lines_of(desk, session, kind, holder_id),
            measures=measures,
            exemptions=(),
            proposals=proposals.lines(desk, session, proposal_queries.pending_of(session, kind, holder_id)),
        )
    return replace(life, exemptions=requirements.exemptions(desk, kind, holder_id))


def _renews(desk: Desk, session: Session, kind: SubjectKind, holder_id: UUID) -> bool:
    request = queries.open_authorization_request(session, kind, holder_id)
    if request is not None:
        return request.kind is ApplicationKind.RENEWAL
    return renewable(desk, session, kind, holder_id) is not None


@dataclass(frozen=True, slots=True)
class VehicleLife:
    """The same of a vehicle: the requests about it, the court orders, the papers that can be written of it."""

    applications: Sequence[ApplicationLine]
    exemptions: Sequence[ExemptionLine]
    statements: StatementOutlook


def read_vehicle(desk: Desk, vehicle_id: UUID) -> VehicleLife:
    with desk.reading() as session:
        row = register_queries.require(session, Vehicle, vehicle_id)
        standing = holders.standings(desk, session, [row])[vehicle_id]
        applications = application_cards.lines_of(desk, session, SubjectKind.VEHICLE, vehicle_id)
        outlook = statements.outlook(desk, session, row, standing)
    return VehicleLife(applications, requirements.exemptions(desk, SubjectKind.VEHICLE, vehicle_id), outlook)
