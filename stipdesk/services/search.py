"""The one search box of the window (F3)."""

from dataclasses import dataclass
from uuid import UUID

from stipdesk.domain.clock import local_date
from stipdesk.domain.identifiers import Cnpj, Plate
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import Standing
from stipdesk.domain.text import format_date
from stipdesk.models import Operator
from stipdesk.services import application_cards, drivers, holders, vehicles
from stipdesk.services.access import Desk
from stipdesk.services.application_facts import holder_of
from stipdesk.store import search
from stipdesk.store.engine import Session
from stipdesk.store.queries import application_lists, applications, lists, papers
from stipdesk.store.queries import registers as queries


@dataclass(frozen=True, slots=True)
class Hit:
    """One answer. `standing` is absent for an auto and for a request."""

    kind: SubjectKind
    subject_id: UUID
    title: str
    subtitle: str
    standing: Standing | None


def find(desk: Desk, query: str, *, kind: SubjectKind | None = None, limit: int = 50) -> list[Hit]:
    """Records that hold every word of the query: names in any case and without accents, documents, plates in both
    forms, numbers of CAA, seal, auto and protocol. Nothing for a query of which nothing is left."""
    with desk.reading() as session:
        subjects = search.find(session, query, kind=kind, limit=limit)
        hits: dict[UUID, Hit] = {}
        for wanted, gather in _GATHER.items():
            ids = [subject.subject_id for subject in subjects if subject.kind is wanted]
            if ids:
                hits |= {hit.subject_id: hit for hit in gather(desk, session, ids)}
        return [hits[subject.subject_id] for subject in subjects if subject.subject_id in hits]


def _operators(desk: Desk, session: Session, ids: list[UUID]) -> list[Hit]:
    rows = queries.rows_by_id(session, SubjectKind.OPERATOR, ids)
    standings = holders.standings(desk, session, list(rows.values()))
    return [
        Hit(SubjectKind.OPERATOR, row.id, row.legal_name, f"Operadora · {Cnpj(row.cnpj).shown}", standings[row.id])
        for row in rows.values()
        if isinstance(row, Operator)
    ]


def _drivers(desk: Desk, session: Session, ids: list[UUID]) -> list[Hit]:
    return [
        Hit(
            SubjectKind.DRIVER,
            row.driver_id,
            row.full_name,
            " · ".join(("Prestador", *(Plate(plate).shown for plate in row.plates))),
            row.standing,
        )
        for row in drivers.rows(desk, session, ids)
    ]


def _vehicles(desk: Desk, session: Session, ids: list[UUID]) -> list[Hit]:
    return [
        Hit(SubjectKind.VEHICLE, row.vehicle_id, Plate(row.plate).shown, f"Veículo · {row.description}", row.standing)
        for row in vehicles.rows(desk, session, ids)
    ]


def _infractions(_desk: Desk, session: Session, ids: list[UUID]) -> list[Hit]:
    return [
        Hit(
            SubjectKind.INFRACTION,
            row.id,
            f"Auto {papers.number_of(row)}",
            f"Infração {row.conduct} · {format_date(local_date(row.occurred_at))}",
            None,
        )
        for row in lists.infractions(session, ids).values()
    ]


def _applications(_desk: Desk, session: Session, ids: list[UUID]) -> list[Hit]:
    rows = application_lists.by_id(session, ids)
    names = application_cards.names_of(session, rows)
    return [
        Hit(
            SubjectKind.APPLICATION,
            row.id,
            f"Protocolo {applications.number_of(row)}",
            f"{names[holder_of(row)[1]]} · {format_date(row.filed_on)}",
            None,
        )
        for row in rows
    ]


_GATHER = {
    SubjectKind.OPERATOR: _operators,
    SubjectKind.DRIVER: _drivers,
    SubjectKind.VEHICLE: _vehicles,
    SubjectKind.INFRACTION: _infractions,
    SubjectKind.APPLICATION: _applications,
}
