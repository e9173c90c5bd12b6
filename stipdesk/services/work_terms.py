"""The work lists of what is about to end: CAAs, seals, conditional registrations (arts. 12, 16, 17, 18, 19)."""

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

from stipdesk.domain.identifiers import Plate
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import StandingState
from stipdesk.services.work_lines import Reading, WorkLine, finding_of
from stipdesk.store.queries import vehicles as vehicle_queries
from stipdesk.store.queries import worklists as queries


def expiring(kind: SubjectKind) -> Callable[[Reading], Iterator[WorkLine]]:
    def read(reading: Reading) -> Iterator[WorkLine]:
        """CAAs that end within the first alert and that no later one follows; one asked to be renewed says so."""
        alerts = sorted(reading.days(f"expiry_{which}_alert_days") for which in ("first", "second", "last"))
        rows = queries.ending_holders(reading.session, kind, reading.today, reading.today + timedelta(days=alerts[-1]))
        asked = queries.open_renewals(reading.session, kind)
        for row, standing in reading.paper_standings(rows):
            finding = finding_of(standing, "expiring")
            if finding is not None and finding.until is not None:
                days = (finding.until - reading.today).days
                renewal = asked.get(row.id)
                text = f"{finding.text}; renovação {renewal} em análise" if renewal else finding.text
                cure = "Decida o pedido de renovação." if renewal else finding.cure
                yield reading.line((kind, row.id), row, text, finding.article, finding.until, cure, band(days, alerts))

    return read


def band(days: int, alerts: Sequence[int]) -> str:
    """The alert a term is within: "até 30 dias", "de 31 a 45 dias"."""
    before = 0
    for alert in alerts:
        if days <= alert:
            return f"de {before + 1} a {alert} dias" if before else f"até {alert} dias"
        before = alert
    return f"mais de {before} dias"


def provisional(reading: Reading) -> Iterator[WorkLine]:
    last = reading.in_days("provisional_alert_days")
    rows = queries.ending_holders(reading.session, SubjectKind.DRIVER, reading.today, last, provisional=True)
    for row, standing in reading.paper_standings(rows):
        finding = finding_of(standing, "provisional")
        if standing.state is StandingState.PROVISIONAL and finding is not None:
            cure = "Expeça o CAA definitivo ou decida o requerimento antes desse dia."
            opens = (SubjectKind.DRIVER, row.id)
            yield reading.line(opens, row, finding.text, finding.article, finding.until, cure)


def seals(reading: Reading) -> Iterator[WorkLine]:
    last = reading.in_days("seal_alert_days")
    for seal in vehicle_queries.seal_ends(reading.session, reading.today, last):
        contact = " · ".join(part for part in (seal.registrant_name, seal.registrant_phone) if part)
        yield WorkLine(
            SubjectKind.VEHICLE, seal.vehicle_id, contact or "Sem responsável pelo cadastro", Plate(seal.plate).shown,
            f"Selo {seal.seal} do {seal.description}", "art. 18, § 3º, III", seal.valid_until,
            (seal.valid_until - reading.today).days, "Faça nova vistoria.",
        )  # fmt: skip


def conditional(code: str) -> Callable[[Reading], Iterator[WorkLine]]:
    def read(reading: Reading) -> Iterator[WorkLine]:
        last = reading.in_days("conditional_alert_days")
        for row, standing in reading.conditional_vehicles:
            finding = finding_of(standing, code)
            if finding is not None and (finding.until is None or finding.until <= last):
                day = finding.until or finding.since
                yield reading.line((SubjectKind.VEHICLE, row.id), row, finding.text, finding.article, day, finding.cure)

    return read
