"""What the office writes about a standing, and what the code on that paper says when things have changed since."""

from datetime import date, timedelta
from uuid import UUID

import pytest

from stipdesk.domain.applications import ApplicationKind
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.errors import Refused
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.models import Driver, Letter
from stipdesk.services import (
    applications,
    authorizations,
    documents,
    holders,
    inspections,
    registers,
    statements,
    verification,
)
from stipdesk.services import office as office_service
from stipdesk.services.access import Desk
from stipdesk.services.applications import FileApplication
from stipdesk.services.inspections import RecordInspection
from stipdesk.signing.verification import Verification, VerificationState
from stipdesk.store.queries import registers as queries
from tests import office
from tests.reports.papers import codes, words
from tests.services.authorizing import DRIVER, ready_driver
from tests.services.measuring import cassated, go_to, suspended
from tests.stored import broken_links, refusal

OPERATOR, VEHICLE = SubjectKind.OPERATOR, SubjectKind.VEHICLE
sqlite_only = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)


def printed(desk: Desk, document_id: UUID) -> str:
    return words(documents.view(desk, document_id).pdf)


def verified(desk: Desk, document_id: UUID) -> Verification:
    (text,) = codes(documents.view(desk, document_id).pdf)
    return verification.verify(desk, text)


def renewal(desk: Desk, clock: FixedClock, driver_id: UUID, on: date) -> UUID:
    """The renewal of a CAA issued on 1 December 2026, asked for on `on`."""
    go_to(clock, on)
    office_service.new_key(desk, office.PASSPHRASE)
    return applications.file(desk, FileApplication(ApplicationKind.RENEWAL, DRIVER, driver_id)).application_id


def outlook_of(desk: Desk, driver_id: UUID) -> statements.StatementOutlook:
    with desk.reading() as session:
        row = queries.require(session, Driver, driver_id)
        return statements.outlook(desk, session, row, holders.standings(desk, session, [row])[driver_id])


# "Situação regular"


def test_a_regular_driver_gets_it_in_writing_with_a_code(desk: Desk, clock: FixedClock) -> None:
    driver_id = ready_driver(desk)
    issued = authorizations.issue(desk, DRIVER, driver_id)
    document_id = statements.regular_statement(desk, DRIVER, driver_id)
    text = printed(desk, document_id)
    for said in ("REGULAR", issued.number, "desde 01/12/2026", "até 01/12/2027", "01/12/2026, às 09:00", "31/12/2026"):
        assert said in text
    found = verified(desk, document_id)
    assert (found.state, found.title) == (VerificationState.VALID, "Declaração de situação regular")
    assert dict(found.described)["Situação"] == "Situação regular"
    go_to(clock, date(2026, 12, 31))
    assert verified(desk, document_id).state is VerificationState.VALID
    go_to(clock, date(2027, 1, 1))
    assert verified(desk, document_id).state is VerificationState.EXPIRED
    assert broken_links(desk.database) == []


@sqlite_only
def test_it_is_never_shown_beyond_the_standing_it_tells_of(desk: Desk, clock: FixedClock) -> None:
    driver_id = ready_driver(desk)
    authorizations.issue(desk, DRIVER, driver_id)
    go_to(clock, date(2027, 11, 20))
    office_service.new_key(desk, office.PASSPHRASE)
    document_id = statements.regular_statement(desk, DRIVER, driver_id)
    assert verified(desk, document_id).valid_until == date(2027, 12, 1)


def test_what_is_irregular_is_not_declared_regular(desk: Desk, other_desk: Desk) -> None:
    driver_id = ready_driver(desk)
    with refusal(desk, Refused) as raised:
        statements.regular_statement(desk, DRIVER, driver_id)
    assert [reason.article for reason in raised.value.reasons] == ["art. 17"]
    assert outlook_of(desk, driver_id).regular
    authorizations.issue(desk, DRIVER, driver_id)
    assert outlook_of(desk, driver_id).regular == ""
    suspended(desk, other_desk, driver_id)
    with refusal(desk, Refused) as raised:
        statements.regular_statement(desk, DRIVER, driver_id)
    assert [reason.article for reason in raised.value.reasons] == ["art. 38"]


def test_a_statement_read_after_a_suspension_says_so(desk: Desk, other_desk: Desk) -> None:
    driver_id = ready_driver(desk)
    authorizations.issue(desk, DRIVER, driver_id)
    document_id = statements.regular_statement(desk, DRIVER, driver_id)
    suspended(desk, other_desk, driver_id)
    found = verified(desk, document_id)
    assert (found.state, found.verdict) == (VerificationState.OUTDATED, "DESATUALIZADO")
    assert "Suspenso desde 01/12/2026 (art. 38)." in found.explanation
    assert "CNH sem EAR" not in found.explanation, "what the decision says is not for whoever reads a code"


@sqlite_only
def test_a_vehicle_and_an_operator_have_theirs(desk: Desk) -> None:
    operator_id, _, vehicle_id = office.walk_in(desk)
    inspections.record(desk, RecordInspection(vehicle_id, desk.today, "Oficina"))
    document_id = statements.regular_statement(desk, VEHICLE, vehicle_id)
    assert "selo de vistoria" in printed(desk, document_id)
    assert dict(verified(desk, document_id).described)["De quem"] == "ABC1D23"
    with refusal(desk, Refused):
        statements.extension_declaration(desk, VEHICLE, vehicle_id)
    assert "SEM AUTORIZAÇÃO" in printed(desk, statements.irregular_sheet(desk, OPERATOR, operator_id))
    registers.withdraw(desk, VEHICLE, vehicle_id, "vendido")
    found = verified(desk, document_id)
    assert (found.state, "Cadastro baixado" in found.explanation) == (VerificationState.OUTDATED, True)


@sqlite_only
def test_a_conditional_vehicle_is_declared_for_its_thirty_days(desk: Desk) -> None:
    _, driver_id, vehicle_id = office.walk_in(desk)
    command = FileApplication(ApplicationKind.VEHICLE_REGISTRATION, DRIVER, driver_id, vehicle_id=vehicle_id)
    applications.file(desk, command)
    document_id = statements.regular_statement(desk, VEHICLE, vehicle_id)
    text = printed(desk, document_id)
    assert "CADASTRO CONDICIONAL" in text
    assert "sem vistoria, e pode servir até 31/12/2026" in text


# "Por que está irregular"


def test_the_sheet_says_why_by_which_article_and_how_to_cure_it(desk: Desk, other_desk: Desk) -> None:
    driver_id = ready_driver(desk)
    sheet = printed(desk, statements.irregular_sheet(desk, DRIVER, driver_id))
    assert "Sem CAA emitido" in sheet
    authorizations.issue(desk, DRIVER, driver_id)
    with refusal(desk, Refused):
        statements.irregular_sheet(desk, DRIVER, driver_id)
    assert outlook_of(desk, driver_id).irregular
    cassated(desk, other_desk, driver_id)
    document_id = statements.irregular_sheet(desk, DRIVER, driver_id)
    text = printed(desk, document_id)
    for said in ("Por que está irregular", "CASSADO", "art. 34", "01/12/2026", "01/12/2028"):
        assert said in text
    found = verified(desk, document_id)
    assert (found.title, dict(found.described)["Situação"]) == ("Por que está irregular", "Situação irregular")


@sqlite_only
def test_the_sheet_lists_what_a_first_authorization_still_needs(desk: Desk) -> None:
    _, driver_id, _ = office.walk_in(desk)
    document_id = statements.irregular_sheet(desk, DRIVER, driver_id)
    text = printed(desk, document_id)
    assert "Certidão de Nada Consta Criminal" in text
    assert "Taxa anual" in text
    office.ready(desk, driver_id)
    authorizations.issue(desk, DRIVER, driver_id)
    assert verified(desk, document_id).state is VerificationState.OUTDATED


# Arts. 12, § 2º, and 17, § 2º


@pytest.mark.parametrize("on", [date(2027, 11, 1), date(2027, 11, 2)])
def test_only_a_renewal_asked_in_time_is_declared(desk: Desk, clock: FixedClock, on: date) -> None:
    driver_id = ready_driver(desk)
    authorizations.issue(desk, DRIVER, driver_id)
    with refusal(desk, Refused) as nothing:
        statements.extension_declaration(desk, DRIVER, driver_id)
    assert [reason.article for reason in nothing.value.reasons] == ["art. 17, § 2º"]
    renewal(desk, clock, driver_id, on)
    if on == date(2027, 11, 2):
        with refusal(desk, Refused) as late:
            statements.extension_declaration(desk, DRIVER, driver_id)
        assert "01/11/2027" in str(late.value)
        assert outlook_of(desk, driver_id).extension
        return
    assert outlook_of(desk, driver_id).extension == ""
    document_id = statements.extension_declaration(desk, DRIVER, driver_id)
    text = printed(desk, document_id)
    for said in ("000001/2027-01", "000001/2026-01", "art. 17, § 2º", "01/12/2027"):
        assert said in text
    assert verified(desk, document_id).valid_until == date(2027, 12, 1)


@sqlite_only
def test_the_declaration_holds_until_the_decision_and_not_after(desk: Desk, clock: FixedClock) -> None:
    driver_id = ready_driver(desk)
    authorizations.issue(desk, DRIVER, driver_id)
    application_id = renewal(desk, clock, driver_id, date(2027, 11, 1))
    go_to(clock, date(2027, 12, 20))
    document_id = statements.extension_declaration(desk, DRIVER, driver_id)
    assert "EM VIGOR ATÉ A DECISÃO" in printed(desk, document_id)
    assert verified(desk, document_id).state is VerificationState.VALID
    assert "prorrogação" in printed(desk, statements.regular_statement(desk, DRIVER, driver_id)).lower()
    applications.withdraw(desk, application_id, "desistiu")
    assert verified(desk, document_id).state is VerificationState.VALID
    go_to(clock, desk.today + timedelta(days=1))
    assert verified(desk, document_id).state is VerificationState.OUTDATED


@sqlite_only
def test_after_the_renewal_is_granted_the_declaration_is_outdated(desk: Desk, clock: FixedClock) -> None:
    driver_id = ready_driver(desk)
    authorizations.issue(desk, DRIVER, driver_id)
    renewal(desk, clock, driver_id, date(2027, 11, 1))
    document_id = statements.extension_declaration(desk, DRIVER, driver_id)
    office.ready(desk, driver_id, "BB-2")
    authorizations.issue(desk, DRIVER, driver_id)
    go_to(clock, date(2027, 11, 2))
    found = verified(desk, document_id)
    assert (found.state, "01/11/2027" in found.explanation) == (VerificationState.OUTDATED, True)


@sqlite_only
def test_a_voided_statement_is_revoked(desk: Desk) -> None:
    driver_id = ready_driver(desk)
    authorizations.issue(desk, DRIVER, driver_id)
    document_id = statements.regular_statement(desk, DRIVER, driver_id)
    with desk.act(Act.ISSUE_STATEMENT) as work:
        documents.void(work, document_id, "nome trocado")
    assert verified(desk, document_id).state is VerificationState.REVOKED


@sqlite_only
def test_an_unsigned_letter_proves_nothing_and_its_number_breaks_nothing(desk: Desk) -> None:
    driver_id = ready_driver(desk)
    applications.file(desk, FileApplication(ApplicationKind.FIRST_AUTHORIZATION, DRIVER, driver_id))
    with desk.reading() as session:
        (unsigned,) = [row for row in session.query(Letter) if not row.qr_text]
        number = f"{unsigned.number_year % 100:02d}{unsigned.number_station:02d}{unsigned.number_sequence:06d}"
    forged = f"{office.PROFILE.verification_url}#D1.A1.{number}.SITUACAO+REGULAR.X.261201.261231.{'1' * 155}"
    assert verification.verify(desk, forged).state is VerificationState.BAD_SIGNATURE
