"""The papers of a request and the list of what to bring, read back from their PDF: words, dates, articles."""

from dataclasses import replace
from datetime import date
from uuid import UUID

import pytest

from stipdesk.domain.applications import ApplicationChannel, ApplicationKind
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.documents import DocumentKind
from stipdesk.domain.errors import NotAllowed, Refused
from stipdesk.domain.legal import ParameterOverride
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import SubjectKind
from stipdesk.models import OFFICE_ID
from stipdesk.services import (
    applications,
    citizen_lists,
    decisions,
    documents,
    drivers,
    inspections,
    registers,
    requirements,
)
from stipdesk.services import office as office_service
from stipdesk.services.access import Desk
from stipdesk.services.applications import FileApplication, IssueRequisition, ProposeRefusal
from stipdesk.services.inspections import RecordInspection
from stipdesk.services.requirements import CheckRequirement, ExemptRequirement
from tests import office
from tests.reports.papers import words
from tests.services.asking import (
    CERTIFICATE,
    DATA,
    DRIVER,
    FEE,
    FIRST,
    OPERATOR,
    PLATE,
    RENEWAL,
    TODAY,
    VEHICLE,
    ask,
    ask_vehicle,
    card,
    issued,
    refused_by,
)
from tests.services.measuring import go_to
from tests.stored import refusal

sqlite_only = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)
RUNS = ParameterOverride("issue_clock_pauses_on_requisition", False, TODAY, "Portaria 2/2026")


@pytest.fixture
def people(desk: Desk) -> tuple[UUID, UUID, UUID]:
    return office.walk_in(desk)


@pytest.fixture
def driver_id(people: tuple[UUID, UUID, UUID]) -> UUID:
    return people[1]


def paper(desk: Desk, document_id: UUID | None) -> str:
    assert document_id is not None
    return words(documents.view(desk, document_id).pdf)


def says(printed: str, *expected: str) -> None:
    assert [each for each in expected if each not in printed] == []


def says_in_cells(printed: str, *expected: str) -> None:
    """Every word of these: a cell of several lines is read back line by line, with its neighbours between them."""
    assert {word for each in expected for word in each.split()} <= set(printed.split())


# Receipt


def test_the_receipt_of_a_first_request(desk: Desk, people: tuple[UUID, UUID, UUID]) -> None:
    operator_id, driver_id, _vehicle = people
    command = FileApplication(
        FIRST, DRIVER, driver_id, ApplicationChannel.OPERATOR, operator_id, filed_by="Otávio Lemos"
    )  # fmt: skip
    filed = applications.file(desk, command)
    view = documents.view(desk, filed.receipt_id)
    assert (view.line.kind, view.line.number) == (DocumentKind.APPLICATION_RECEIPT, filed.number)
    printed = words(view.pdf)
    says(
        printed,
        "PROTOCOLO Nº", filed.number, "Comprovante de protocolo", "Ana Beatriz de Souza", "***.444.777-**",
        "Otávio Lemos", "Cerrado Mobilidade Ltda.", "01/12/2026",
        "Taxa anual de autorização paga", "art. 14, IV", "Falta",
        "CNH dentro da validade", "30/09/2029",
        "30 dias corridos", "art. 16, caput", "31/12/2026",
        "Helena Prado",
    )  # fmt: skip
    says_in_cells(printed, "Certidão do Distribuidor Criminal da Comarca.")
    assert "driver." not in printed
    assert "Indico o endereço" not in printed
    assert "111.444.777" not in printed


def test_the_receipt_of_what_is_complete_says_by_when_the_caa_is_due(desk: Desk, driver_id: UUID) -> None:
    office.ready(desk, driver_id)
    printed = paper(desk, ask(desk, driver_id).receipt_id)
    says(printed, "Nada falta", "a expedição é devida até 31/12/2026")
    # Who signs it consents to e-mail (art. 15 IV); one that somebody else signs does not say so.
    says(printed, "Indico o endereço eletrônico ana@example.com", "(art. 15, IV)")
    assert "Registre o pagamento" not in printed


@sqlite_only
def test_the_receipt_says_whether_a_requisition_stops_the_clock(desk: Desk, people: tuple[UUID, UUID, UUID]) -> None:
    pausing = paper(desk, ask(desk, people[1]).receipt_id)
    assert "não corre enquanto uma exigência não for cumprida" in pausing
    office_service.set_parameter(desk, RUNS)
    running = paper(desk, ask(desk, people[0], FIRST, OPERATOR).receipt_id)
    assert "não corre" not in running
    says(running, "art. 11", "a exigência não o interrompe")


def test_the_receipt_of_a_vehicle_shows_the_conditional_day_and_its_reckoning(
    desk: Desk, people: tuple[UUID, UUID, UUID], clock: FixedClock
) -> None:
    _operator, driver_id, vehicle_id = people
    filed = ask_vehicle(desk, driver_id, vehicle_id)
    says(
        paper(desk, filed.receipt_id),
        "ABC1D23", "Chevrolet Onix Plus", "condicionalmente, até 31/12/2026", "art. 19, § 1º",
        "Prazo: comprovação da vistoria do veículo, 30 dias corridos", "Vencimento: quinta-feira, 31/12/2026",
        "cadastro de veículo",
    )  # fmt: skip
    applications.withdraw(desk, filed.application_id, "Desistiu.")
    go_to(clock, date(2026, 12, 10))
    again = paper(desk, ask_vehicle(desk, driver_id, vehicle_id).receipt_id)
    assert "só se dá uma vez" in again
    assert "Vencimento:" not in again


def test_the_receipt_of_a_vehicle_already_inspected_has_no_conditional_day(
    desk: Desk, people: tuple[UUID, UUID, UUID]
) -> None:
    inspections.record(desk, RecordInspection(people[2], TODAY, "CIRETRAN"))
    assert "condicional" not in paper(desk, ask_vehicle(desk, people[1], people[2]).receipt_id).casefold()


@pytest.mark.parametrize(("day", "timely"), [(date(2027, 11, 1), True), (date(2027, 11, 2), False)])
def test_the_receipt_of_a_renewal_says_what_it_is_worth(
    desk: Desk, driver_id: UUID, clock: FixedClock, day: date, timely: bool
) -> None:
    issued(desk, driver_id)
    go_to(clock, day)
    printed = paper(desk, ask(desk, driver_id, RENEWAL).receipt_id)
    says(printed, "renovação do CAA", "000001/2026-01", "01/12/2027", "01/11/2027", "art. 17, § 1º")
    if timely:
        says(printed, "permanece válido até a manifestação definitiva", "art. 17, § 2º")
    else:
        says(printed, "não prorroga", "termina em 01/12/2027")


def test_the_receipts_of_changes_say_what_is_to_change(desk: Desk, people: tuple[UUID, UUID, UUID]) -> None:
    _operator, driver_id, vehicle_id = people
    data = applications.file(
        desk, FileApplication(DATA, DRIVER, driver_id, notes="Telefone: (66) 9999-1234.\nEndereço: Rua B. ")
    )
    says(
        paper(desk, data.receipt_id),
        "atualização de dados",
        "Telefone: (66) 9999-1234.",
        "Endereço: Rua B.",
        "Art. 20, XI, da",
    )
    command = FileApplication(PLATE, DRIVER, driver_id, vehicle_id=vehicle_id, new_plate="XYZ9K88")
    says(paper(desk, applications.file(desk, command).receipt_id), "troca de placa", "ABC1D23", "XYZ9K88")


@sqlite_only
def test_what_was_refused_or_taken_away_by_a_court_is_said_on_the_receipt(desk: Desk, driver_id: UUID) -> None:
    fields = replace(office.DRIVER, has_paid_activity_endorsement=False)
    shown = drivers.card(desk, driver_id)
    drivers.edit(desk, driver_id, shown.version, shown.fields, fields)
    requirements.exempt(desk, ExemptRequirement(DRIVER, driver_id, "driver.paid_activity", "MS 1/2026", TODAY))
    refuse = CheckRequirement(DRIVER, driver_id, CERTIFICATE, accepted=False, note="Rasurada no nome.")
    requirements.check_requirement(desk, refuse)
    printed = paper(desk, ask(desk, driver_id).receipt_id)
    says_in_cells(printed, "Recusado: Rasurada no nome.")
    assert "dispensado por ordem judicial: ms 1/2026" in printed.casefold()


# Requisition


def test_the_requisition_names_what_is_missing_and_that_the_clock_waits(
    desk: Desk, driver_id: UUID, clock: FixedClock
) -> None:
    filed = ask(desk, driver_id)
    go_to(clock, date(2026, 12, 4))
    command = IssueRequisition(filed.application_id, (CERTIFICATE,), "Traga frente e verso.\nLegíveis.")
    printed = paper(desk, applications.issue_requisition(desk, command))
    says(
        printed,
        "Exigência", filed.number, "1ª", "art. 14, II",
        "Traga frente e verso.", "Legíveis.", "art. 16, caput", "volta a correr", "Helena Prado",
        "4 de dezembro de 2026",
    )  # fmt: skip
    says_in_cells(printed, "Certidão do Distribuidor Criminal da Comarca.")
    assert "Taxa anual" not in printed


@sqlite_only
def test_a_requisition_does_not_promise_a_pause_that_the_office_does_not_give(desk: Desk, driver_id: UUID) -> None:
    office_service.set_parameter(desk, RUNS)
    command = IssueRequisition(ask(desk, driver_id).application_id, (FEE,))
    assert "volta a correr" not in paper(desk, applications.issue_requisition(desk, command))


@sqlite_only
def test_a_requisition_about_a_vehicle_leaves_its_own_term_alone(desk: Desk, people: tuple[UUID, UUID, UUID]) -> None:
    filed = ask_vehicle(desk, people[1], people[2])
    command = IssueRequisition(filed.application_id, ("vehicle.registration",))
    printed = paper(desk, applications.issue_requisition(desk, command))
    says(printed, "CRLV", "art. 19, I", "até 31/12/2026, não para com esta exigência")
    assert "expedir o CAA" not in printed


# Refusal


def test_the_refusal_names_requirements_reason_and_both_people(desk: Desk, other_desk: Desk, driver_id: UUID) -> None:
    filed = ask(desk, driver_id)
    command = ProposeRefusal(filed.application_id, (FEE,), "Não pagou a taxa, embora avisado.")
    proposal_id = applications.propose_refusal(desk, command)
    printed = paper(desk, decisions.decide(other_desk, proposal_id, approve=True).document_id)
    says(
        printed,
        "Indeferimento", filed.number, "art. 14", "Taxa anual de autorização paga", "Não pagou a taxa, embora avisado.",
        "Helena Prado", "Iara Nunes", "Novo requerimento pode ser feito a qualquer tempo",
    )  # fmt: skip
    assert "Certidão" not in printed


@pytest.mark.parametrize(
    ("day", "said"),
    [
        (date(2027, 12, 1), "continua válido até 01/12/2027, e não se prorroga"),
        (date(2027, 12, 2), "permanecia válido à espera desta decisão, deixa de ser prorrogado"),
    ],
)
def test_the_refusal_of_a_renewal_in_time_says_until_when_the_caa_holds(
    desk: Desk, other_desk: Desk, driver_id: UUID, clock: FixedClock, day: date, said: str
) -> None:
    issued(desk, driver_id)
    go_to(clock, date(2027, 11, 1))
    filed = ask(desk, driver_id, RENEWAL)
    office.pay(desk, DRIVER, driver_id, "BB-2")
    go_to(clock, day)
    proposal_id = refused_by(desk, filed.application_id, CERTIFICATE)
    printed = paper(desk, decisions.decide(other_desk, proposal_id, approve=True).document_id)
    says(printed, "000001/2026-01", said, "art. 17, § 2º", "A taxa paga e ainda não usada serve")


@sqlite_only
def test_the_refusal_about_a_vehicle_ends_its_conditional_registration(
    desk: Desk, other_desk: Desk, people: tuple[UUID, UUID, UUID]
) -> None:
    filed = ask_vehicle(desk, people[1], people[2])
    proposal_id = refused_by(desk, filed.application_id, "vehicle.registration")
    printed = paper(desk, decisions.decide(other_desk, proposal_id, approve=True).document_id)
    says(printed, "arts. 18 e 19", "O cadastro condicional do veículo termina com esta decisão")
    assert card(desk, filed.application_id).line.kind is ApplicationKind.VEHICLE_REGISTRATION


# What to bring


def test_the_list_of_a_driver_has_his_vehicles_and_what_is_in_order(desk: Desk, driver_id: UUID) -> None:
    printed = paper(desk, citizen_lists.print_checklist(desk, DRIVER, driver_id))
    says(
        printed,
        "Ana Beatriz de Souza", "art. 14, II",
        "ABC1D23", "CRLV do exercício.", "art. 19, I", "CNH dentro da validade", "30/09/2029", "R$ 150,00",
    )  # fmt: skip
    says_in_cells(printed, "Certidão do Distribuidor Criminal da Comarca.")


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (DRIVER, ("art. 14, I", "art. 15, IV", "art. 18, IV", "art. 19, § 2º", "90 dias", "R$ 150,00", "EAR")),
        (OPERATOR, ("art. 9º, I", "art. 10, IV", "art. 13, XI", "R$ 1.500,00", "Junta Comercial")),
        (VEHICLE, ("art. 18, I", "art. 19, IV", "Apólice em vigor", "até 6 anos", "8 se for híbrido", "7 lugares")),
    ],
)
@sqlite_only
def test_the_list_of_nobody_in_particular_says_what_the_law_asks(
    desk: Desk, kind: SubjectKind, expected: tuple[str, ...]
) -> None:
    document_id = citizen_lists.print_checklist(desk, kind, None)
    view = documents.view(desk, document_id)
    assert (view.line.kind, view.line.subject_id) == (DocumentKind.CHECKLIST, OFFICE_ID)
    printed = words(view.pdf)
    says(printed, *expected)
    assert ("art. 14" in printed) is (kind is DRIVER)


@sqlite_only
def test_a_list_is_not_printed_for_a_record_that_left_nor_by_an_agent(desk: Desk, driver_id: UUID) -> None:
    registers.withdraw(desk, DRIVER, driver_id, "Mudou-se.")
    with refusal(desk, Refused):
        citizen_lists.print_checklist(desk, DRIVER, driver_id)
    office.sign_in_as(desk, Role.AGENT)
    with refusal(desk, NotAllowed):
        citizen_lists.print_checklist(desk, DRIVER, None)
