"""The walk-in from nothing to both papers, through the services, on both engines."""

import io

import pypdf
import pytest

from stipdesk.domain.errors import NotAllowed, Refused
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import StandingState
from stipdesk.services import authorizations, documents, drivers, inspections, search
from stipdesk.services.access import Desk
from stipdesk.services.inspections import Failure, RecordInspection
from stipdesk.store.journal import verify_chain
from tests import office


def _text(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages)


def test_from_registration_to_both_papers(desk: Desk) -> None:
    _, driver_id, vehicle_id = office.walk_in(desk)
    outcome = inspections.record(desk, RecordInspection(vehicle_id, desk.today, "CIRETRAN"))
    assert outcome.seal_number == "000001/2026-01"
    office.ready(desk, driver_id)
    issued = authorizations.issue(desk, SubjectKind.DRIVER, driver_id)
    certificate = _text(documents.view(desk, issued.document_id).pdf)
    assert "Ana Beatriz de Souza" in certificate
    assert "000001/2026-01" in certificate
    assert outcome.seal_document_id is not None
    assert "ABC1D23" in _text(documents.view(desk, outcome.seal_document_id).pdf)
    assert drivers.card(desk, driver_id).standing.state is StandingState.REGULAR
    assert [hit.title for hit in search.find(desk, "souza abc1")] == ["Ana Beatriz de Souza"]
    numbered = [hit.title for hit in search.find(desk, "000001/2026-01")]
    assert numbered == ["ABC1D23", "Ana Beatriz de Souza", "Protocolo 000001/2026-01"]
    with desk.reading() as session:
        assert list(verify_chain(session)) == []


def test_what_is_missing_is_listed_and_nothing_is_issued(desk: Desk) -> None:
    _, driver_id, _ = office.walk_in(desk)
    with pytest.raises(Refused) as refused:
        authorizations.issue(desk, SubjectKind.DRIVER, driver_id)
    assert [reason.code for reason in refused.value.reasons] == ["driver.criminal_certificate", "driver.fee"]
    assert drivers.card(desk, driver_id).authorizations == ()


def test_a_failed_item_gives_a_report_and_no_seal(desk: Desk) -> None:
    _, _, vehicle_id = office.walk_in(desk)
    item = desk.law.inspection_items[0].code
    outcome = inspections.record(
        desk, RecordInspection(vehicle_id, desk.today, "CIRETRAN", (Failure(item, "amassado"),))
    )
    assert outcome.seal_document_id is None
    assert "amassado" in _text(documents.view(desk, outcome.report_id).pdf)


def test_an_act_of_another_role_is_refused(desk: Desk) -> None:
    _, _, vehicle_id = office.walk_in(desk)
    office.sign_in_as(desk, Role.ATTENDANT)
    with pytest.raises(NotAllowed):
        inspections.record(desk, RecordInspection(vehicle_id, desk.today, "CIRETRAN"))
