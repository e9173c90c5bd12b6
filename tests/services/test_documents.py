"""Issued papers are what was printed that day, for ever."""

from dataclasses import replace
from datetime import timedelta
from typing import get_args
from uuid import UUID

import pytest
from sqlalchemy import text

from stipdesk.bootstrap import render
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.documents import DocumentData
from stipdesk.domain.errors import Refused
from stipdesk.domain.registers import Addressee, SubjectKind
from stipdesk.services import (
    authorizations,
    documents,
    drivers,
    infractions,
    inspections,
    operators,
    requirements,
    statements,
    vehicles,
)
from stipdesk.services.access import Desk
from stipdesk.services.infractions import DrawUpInfraction
from stipdesk.services.inspections import RecordInspection
from tests import office
from tests.stored import broken_links, contents, refusal, without_guards

sqlite_only = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)


def certificate(desk: Desk) -> tuple[UUID, UUID]:
    """A driver and the paper of the CAA."""
    _, driver_id, _ = office.walk_in(desk)
    office.ready(desk, driver_id)
    return driver_id, authorizations.issue(desk, SubjectKind.DRIVER, driver_id).document_id


def test_a_paper_stays_as_it_was_printed(desk: Desk) -> None:
    driver_id, document_id = certificate(desk)
    printed = documents.view(desk, document_id)
    card = drivers.card(desk, driver_id)
    drivers.edit(desk, driver_id, card.version, card.fields, replace(card.fields, full_name="Outro Nome"))
    again = documents.view(desk, document_id)
    assert again == printed
    assert len(printed.line.sha256) == 64
    assert authorizations.certificate_document(desk, SubjectKind.DRIVER, driver_id) == document_id


@sqlite_only
def test_every_kind_of_paper_drawn_twice_is_the_same_bytes(desk: Desk) -> None:
    # Case P025: a time stamp or a random identifier inside the PDF would break the archive.
    drawn: list[tuple[DocumentData, bytes]] = []

    def remember(data: DocumentData) -> bytes:
        drawn.append((data, render(data)))
        return drawn[-1][1]

    desk.render = remember
    certificate(desk)
    (driver,) = drivers.page(desk, drivers.ListRequest())[1]
    (vehicle,) = drivers.card(desk, driver.driver_id).vehicles
    inspections.record(desk, RecordInspection(vehicle.vehicle_id, desk.today, "CIRETRAN"))
    (operator,) = drivers.card(desk, driver.driver_id).operators
    command = DrawUpInfraction(
        Addressee.OPERATOR, "C-a", desk.clock.now(), "Sede", "Não entregou os dados.", operator_id=operator.operator_id
    )
    infractions.draw_up(desk, command)
    for requirement in desk.law.requirements("operator", desk.today):
        if requirement.evidence == "document":
            check = requirements.CheckRequirement(
                SubjectKind.OPERATOR, operator.operator_id, requirement.code, accepted=True
            )
            requirements.check_requirement(desk, check)
    office.pay(desk, SubjectKind.OPERATOR, operator.operator_id, "BB-9")
    authorizations.issue(desk, SubjectKind.OPERATOR, operator.operator_id)
    assert operators.card(desk, operator.operator_id).authorizations
    statements.regular_statement(desk, SubjectKind.DRIVER, driver.driver_id)  # every letter is drawn the same way
    total, rows = documents.page(desk, 0, 100)
    lines = [row.line for row in rows]
    assert total == len(drawn) == 6
    assert {type(data) for data, _ in drawn} == set(get_args(DocumentData))
    for data, pdf in drawn:
        assert render(data) == pdf
    assert {documents.view(desk, line.document_id).pdf for line in lines} == {pdf for _, pdf in drawn}


def test_bytes_changed_in_the_database_are_refused(desk: Desk) -> None:
    _, document_id = certificate(desk)
    damaged = documents.view(desk, document_id).pdf.replace(b"%PDF-1.", b"%PDF-9.", 1)
    with desk.database.engine.begin() as connection:
        without_guards(connection, desk.database)
        connection.execute(text("UPDATE issued_document SET pdf = :pdf"), {"pdf": damaged})
    with pytest.raises(Refused, match="alterado no banco de dados"):
        documents.view(desk, document_id)


def test_a_second_copy_needs_a_reason_and_is_counted(desk: Desk, other_desk: Desk, clock: FixedClock) -> None:
    _, document_id = certificate(desk)
    assert documents.record_print(desk, document_id) == 1
    for reason in ("", "  "):
        with refusal(desk, Refused) as raised:
            documents.record_print(desk, document_id, reason)
        assert "segunda via" in str(raised.value)
    clock.moment += timedelta(hours=1)
    assert documents.record_print(other_desk, document_id, "molhou") == 2
    prints = documents.view(desk, document_id).prints
    assert [(line.copy, line.printed_by, line.reason) for line in prints] == [
        (1, "Helena Prado", ""), (2, "Iara Nunes", "molhou"),
    ]  # fmt: skip
    assert prints[1].printed_at - prints[0].printed_at == timedelta(hours=1)
    assert broken_links(desk.database) == []


def test_a_voided_paper_is_shown_and_never_printed_again(desk: Desk) -> None:
    driver_id, document_id = certificate(desk)
    documents.record_print(desk, document_id)
    (line,) = drivers.card(desk, driver_id).authorizations
    pdf = documents.view(desk, document_id).pdf
    authorizations.void(desk, line.authorization_id, "categoria errada")
    with refusal(desk, Refused) as raised:
        documents.record_print(desk, document_id, "perdeu")
    assert "categoria errada" in str(raised.value)
    view = documents.view(desk, document_id)
    assert (view.pdf, view.void_reason, view.line.voided_at) == (pdf, "categoria errada", desk.clock.now())


def test_a_voided_seal_keeps_its_number_and_the_next_gets_another(desk: Desk) -> None:
    _, _, vehicle_id = office.walk_in(desk)
    first = inspections.record(desk, RecordInspection(vehicle_id, desk.today, "CIRETRAN"))
    (seal,) = _seals(desk, vehicle_id)
    with refusal(desk, Refused):
        inspections.void_seal(desk, seal, " ")
    inspections.void_seal(desk, seal, "rasgou")
    with refusal(desk, Refused):
        inspections.void_seal(desk, seal, "de novo")
    with refusal(desk, Refused):
        inspections.seal_document(desk, vehicle_id)
    second = inspections.record(desk, RecordInspection(vehicle_id, desk.today, "CIRETRAN"))
    assert (first.seal_number, second.seal_number) == ("000001/2026-01", "000002/2026-01")
    assert inspections.seal_document(desk, vehicle_id) == second.seal_document_id


def _seals(desk: Desk, vehicle_id: UUID) -> list[UUID]:
    return [line.seal_id for line in vehicles.card(desk, vehicle_id).seals if line.voided_on is None]


@sqlite_only
def test_papers_are_listed_newest_first_and_by_subject(desk: Desk, clock: FixedClock) -> None:
    driver_id, first = certificate(desk)
    clock.moment += timedelta(minutes=1)
    (vehicle,) = drivers.card(desk, driver_id).vehicles
    outcome = inspections.record(desk, RecordInspection(vehicle.vehicle_id, desk.today, "CIRETRAN"))
    total, page = documents.page(desk, 0, 2)
    assert (total, len(page)) == (3, 2)
    assert [row.line.document_id for row in documents.page(desk, 2, 2)[1]] == [first]
    assert [line.document_id for line in documents.of_subjects(desk, [driver_id])] == [first]
    about_the_car = {line.document_id for line in documents.of_subjects(desk, [vehicle.vehicle_id])}
    assert about_the_car == {outcome.report_id, outcome.seal_document_id}


@sqlite_only
def test_a_paper_that_does_not_exist_is_told(desk: Desk) -> None:
    before = contents(desk.database)
    with pytest.raises(Refused):
        documents.view(desk, UUID(int=1))
    with pytest.raises(Refused):
        documents.record_print(desk, UUID(int=1))
    assert contents(desk.database) == before
