"""The work lists of what waits for the office: requests, requisitions, payments, decisions, measures, disputes."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from uuid import UUID

from stipdesk.domain.applications import ApplicationState
from stipdesk.domain.calendar import Deadline
from stipdesk.domain.clock import local_date
from stipdesk.domain.decisions import DecisionKind
from stipdesk.domain.measures import MeasureKind, MeasureState
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import StandingState
from stipdesk.models import Application, Requisition
from stipdesk.models.base import RegisterRow
from stipdesk.services import application_facts, holders, measure_facts, proposals, vehicle_facts
from stipdesk.services.work_lines import Reading, WorkLine, chunks, finding_of
from stipdesk.store.queries import applications as application_queries
from stipdesk.store.queries import proposals as proposal_queries
from stipdesk.store.queries import registers as register_queries
from stipdesk.store.queries import worklists as queries

_COMMUNICATED = {
    MeasureKind.PUNITIVE_SUSPENSION: "art. 33, parágrafo único",
    MeasureKind.CASSATION: "art. 34, § 2º",
}
_DECISIONS = {
    DecisionKind.REFUSE_APPLICATION: "Indeferir o requerimento",
    DecisionKind.WAIVE_FEE: "Dispensar a taxa",
    DecisionKind.IMPOSE_MEASURE: "Impor a medida",
    DecisionKind.GRANT_REVERSAL: "Deferir a reversão",
    DecisionKind.DENY_REVERSAL: "Indeferir a reversão",
    DecisionKind.LIFT_MEASURE: "Encerrar a medida",
}


def _issue(reading: Reading, first: date, last: date) -> Iterator[WorkLine]:
    """Requests with everything met whose 30 days of arts. 11 and 16 end between these days."""
    due = {}
    for row in queries.open_authorization_requests(reading.session, complete=True):
        ends = Deadline.from_data(row.completeness_deadline).due if row.completeness_deadline is not None else None
        if ends is not None and first <= ends <= last:
            due[row] = ends
    asking = reading.asking(list(due))
    for row, ends in due.items():
        article = "art. 11" if row.operator_id is not None else "art. 16, caput"
        what = f"Requerimento {application_queries.number_of(row)} completo desde {row.completed_on:%d/%m/%Y}"
        cure = "Expeça o CAA ou proponha o indeferimento."
        yield reading.line((SubjectKind.APPLICATION, row.id), asking[row.id], what, article, ends, cure)


def issue_late(reading: Reading) -> Iterator[WorkLine]:
    return _issue(reading, date.min, reading.today - timedelta(days=1))


def issue_soon(reading: Reading) -> Iterator[WorkLine]:
    return _issue(reading, reading.today, reading.in_days("issue_alert_days"))


def payment(reading: Reading) -> Iterator[WorkLine]:
    """Requests that only lack the fee, and CAAs whose payment was reversed."""
    cure = "Registre o pagamento da taxa."
    requests = queries.open_authorization_requests(reading.session, complete=False)
    asking = reading.asking(requests)
    waiting = application_queries.requisitions_of(reading.session, [row.id for row in requests])
    for chunk in chunks(requests):
        for row, state in _states(reading, chunk, asking, waiting):
            if state is ApplicationState.AWAITING_PAYMENT:
                article = "art. 9º, VII" if row.operator_id is not None else "art. 14, IV; art. 16, § 2º"
                what = f"Requerimento {application_queries.number_of(row)} só espera a taxa"
                opens = (SubjectKind.APPLICATION, row.id)
                yield reading.line(opens, asking[row.id], what, article, row.filed_on, cure, "Requerimento")
    for kind in (SubjectKind.OPERATOR, SubjectKind.DRIVER):
        rows = queries.reversed_holders(reading.session, kind, reading.today)
        for holder, standing in reading.paper_standings(rows):
            finding = finding_of(standing, "unpaid")
            if standing.state is StandingState.UNPAID and finding is not None:
                opens = (kind, holder.id)
                yield reading.line(
                    opens, holder, finding.text, finding.article, finding.since, finding.cure, "Pagamento estornado"
                )


def requisitions(reading: Reading) -> Iterator[WorkLine]:
    found = queries.unanswered_requisitions(reading.session)
    asking = reading.asking([row for _, row in found])
    for requisition, row in found:
        article = "art. 11" if row.operator_id is not None else "art. 16, caput"
        what = f"Exigência de {requisition.issued_on:%d/%m/%Y} no requerimento {application_queries.number_of(row)}"
        cure = "Receba os documentos ou proponha o indeferimento."
        opens = (SubjectKind.APPLICATION, row.id)
        yield reading.line(opens, asking[row.id], what, article, requisition.issued_on, cure)


def decisions(reading: Reading) -> Iterator[WorkLine]:
    found = proposals.lines(reading.desk, reading.session, proposal_queries.pending(reading.session))
    people = reading.holders((each.holder_kind, each.holder_id) for each in found)
    for each in found:
        opens = (each.holder_kind, each.holder_id)
        if each.application_id is not None:
            opens = (SubjectKind.APPLICATION, each.application_id)
        elif each.measure_id is not None:
            opens = (SubjectKind.MEASURE, each.measure_id)
        what = f"{_DECISIONS[each.kind]}, por {each.proposed_by}: {each.reason}"
        cure = "Outra pessoa decide." if each.mine else "Decida ou devolva."
        day = local_date(each.proposed_at)
        yield reading.line(opens, people[each.holder_id], what, "", day, cure)


def reversals(reading: Reading) -> Iterator[WorkLine]:
    """Suspensions whose reversal was asked for and waits, or may be asked for only a few days more (art. 39)."""
    last = reading.in_days("reversal_alert_days")
    rows = queries.suspensions(reading.session)
    people = reading.against(rows)
    for row in rows:
        state, number = measure_facts.state_of(row, reading.today), application_queries.number_of(row)
        opens = (SubjectKind.MEASURE, row.id)
        if state is MeasureState.REVERSAL_REQUESTED and row.reversal_decided_on is None:
            what = f"Reversão da suspensão {number} pedida em {row.reversal_requested_on:%d/%m/%Y}"
            cure = "Decida o pedido de reversão."
            day = row.reversal_requested_on
            yield reading.line(opens, people[row.id], what, "art. 39", day, cure, "Pedida, a decidir")
        elif state is MeasureState.AWAITING_REVERSAL and (row.reversal_due_on or date.max) <= last:
            what = f"Prazo para pedir a reversão da suspensão {number}"
            cure = "Sem pedido até esse dia, a suspensão passa à lista das que pedem revogação (art. 40)."
            yield reading.line(opens, people[row.id], what, "art. 39", row.reversal_due_on, cure, "Prazo a terminar")


def to_revoke(reading: Reading) -> Iterator[WorkLine]:
    """Suspensions not cured in time that nobody has begun to turn into a revocation (art. 40)."""
    rows = [
        row
        for row in queries.suspensions(reading.session)
        if measure_facts.state_of(row, reading.today) is MeasureState.TO_REVOKE
    ]
    begun = queries.followed_by_revocation(reading.session, [row.id for row in rows])
    people = reading.against(rows)
    for row in rows:
        if row.id not in begun:
            denied = row.reversal_decided_on is not None
            why = "reversão indeferida" if denied else "reversão não pedida no prazo"
            what = f"Suspensão {application_queries.number_of(row)}: {why}"
            day = row.reversal_decided_on or row.reversal_due_on
            opens = (SubjectKind.MEASURE, row.id)
            yield reading.line(opens, people[row.id], what, "art. 40", day, "Proponha a revogação do CAA.")


def communications(reading: Reading) -> Iterator[WorkLine]:
    found = queries.unsent_communications(reading.session)
    people = reading.against([measure for _, measure, _ in found])
    for communication, measure, operator in found:
        what = f"Comunicado da decisão {application_queries.number_of(measure)} a {operator}"
        article = _COMMUNICATED.get(measure.kind, measure.kind.article)
        opens = (SubjectKind.MEASURE, measure.id)
        cure = "Envie o comunicado e registre o envio."
        yield reading.line(opens, people[measure.id], what, article, communication.prepared_on, cure)


def disputed(reading: Reading) -> Iterator[WorkLine]:
    claims = vehicle_facts.claims_in(reading.session, None)
    cars = register_queries.rows_by_id(reading.session, SubjectKind.VEHICLE, [each.vehicle_id for each in claims])
    for each in claims:
        opens = (SubjectKind.VEHICLE, each.vehicle_id)
        yield reading.line(opens, cars[each.vehicle_id], each.text, each.article, None, each.cure)


def _states(
    reading: Reading,
    rows: Sequence[Application],
    asking: Mapping[UUID, RegisterRow],
    requisitions: Mapping[UUID, Sequence[Requisition]],
) -> Iterator[tuple[Application, ApplicationState]]:
    """Where each of these requests for a CAA stands, the requirements of all read together."""
    by_kind: dict[SubjectKind, dict[UUID, RegisterRow]] = {}
    for row in rows:
        by_kind.setdefault(application_facts.holder_of(row)[0], {})[asking[row.id].id] = asking[row.id]
    found = {
        holder_id: situation
        for people in by_kind.values()
        for holder_id, situation in holders.situations(reading.desk, reading.session, list(people.values())).items()
    }
    for row in rows:
        pending = next((each for each in requisitions.get(row.id, ()) if each.answered_on is None), None)
        yield row, application_facts.state_of(row, pending, found[asking[row.id].id].requirements)
