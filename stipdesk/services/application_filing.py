"""What an operator or driver may ask for today, and why not the rest: for the dialog that files a request."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from stipdesk.domain.applications import ApplicationKind
from stipdesk.domain.errors import Refused
from stipdesk.domain.identifiers import Plate
from stipdesk.domain.registers import SubjectKind
from stipdesk.models import Vehicle
from stipdesk.services import registers
from stipdesk.services.access import Desk
from stipdesk.services.applications import FileApplication, refuse_barred, renewed_by
from stipdesk.store.queries import registers as queries

# A plate or a vehicle is changed by an act of its own, which files the request it needs.
FILED_HERE = {
    SubjectKind.OPERATOR: (ApplicationKind.FIRST_AUTHORIZATION, ApplicationKind.RENEWAL, ApplicationKind.DATA_CHANGE),
    SubjectKind.DRIVER: (
        ApplicationKind.FIRST_AUTHORIZATION,
        ApplicationKind.RENEWAL,
        ApplicationKind.VEHICLE_REGISTRATION,
        ApplicationKind.DATA_CHANGE,
    ),
}


@dataclass(frozen=True, slots=True)
class FilingFacts:
    """`why_not` has every kind that can be filed here: "" when it can be filed today.

    `operators` and `vehicles` (id, name) are those the driver is linked to.
    """

    why_not: Mapping[ApplicationKind, str]
    operators: tuple[tuple[UUID, str], ...]
    vehicles: tuple[tuple[UUID, str], ...]


def filing_facts(desk: Desk, kind: SubjectKind, holder_id: UUID) -> FilingFacts:
    """What this holder may ask for today."""
    with desk.reading() as session:
        holder = queries.require(session, queries.MODELS[kind], holder_id)
        reasons = {}
        for asked in FILED_HERE[kind]:
            try:
                registers.refuse_withdrawn(holder)
                if asked.asks_for_authorization:
                    refuse_barred(desk, session, holder)
                    renewed_by(desk, session, FileApplication(asked, kind, holder_id))
                reasons[asked] = ""
            except Refused as refused:
                found = "; ".join(f"{each.text} ({each.article}). {each.cure}" for each in refused.reasons)
                reasons[asked] = found or refused.message
        operators: tuple[tuple[UUID, str], ...] = ()
        vehicles: tuple[tuple[UUID, str], ...] = ()
        if kind is SubjectKind.DRIVER:
            serving = [link.operator_id for link in queries.operator_links(session, drivers=[holder_id])]
            named = queries.rows_by_id(session, SubjectKind.OPERATOR, serving)
            operators = tuple((row_id, registers.label_of(named[row_id])) for row_id in serving)
            used = [link.vehicle_id for link in queries.vehicle_links(session, drivers=[holder_id])]
            cars = queries.rows_by_id(session, SubjectKind.VEHICLE, used)
            vehicles = tuple((row_id, _car(cars[row_id])) for row_id in used)
            if not vehicles:
                reasons[ApplicationKind.VEHICLE_REGISTRATION] = "Nenhum veículo vinculado (art. 19)."
        return FilingFacts(reasons, operators, vehicles)


def _car(row: object) -> str:
    assert isinstance(row, Vehicle)
    return f"{Plate(row.plate).shown} · {row.make} {row.model}"
