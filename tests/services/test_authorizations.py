"""The CAA: what is missing is named, the fee comes first, the term follows the law, the number belongs to its year."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from uuid import UUID

import pytest

from stipdesk.domain.calendar import HolidayKind
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.errors import FieldErrors, Refused
from stipdesk.domain.legal import EvidenceKind, ParameterOverride
from stipdesk.domain.registers import DriverFields, SubjectKind, UseTitleFields, UseTitleKind
from stipdesk.domain.requirements import RequirementState
from stipdesk.domain.standing import StandingState
from stipdesk.law.loader import load_law
from stipdesk.models import Authorization, Seal
from stipdesk.services import (
    authorizations,
    documents,
    drivers,
    inspections,
    operators,
    registers,
    requirements,
    vehicles,
)
from stipdesk.services import office as office_service
from stipdesk.services.access import CLOCK_TOLERANCE, Desk, SigningLocked
from stipdesk.services.inspections import RecordInspection
from stipdesk.services.office import NewHoliday
from stipdesk.services.requirements import CheckRequirement
from stipdesk.store.unit_of_work import unit_of_work
from tests import office
from tests.cases.loading import Case, cases
from tests.services.authorizing import DRIVER, accept, change, missing, pay, ready_driver, to_renewal
from tests.stored import broken_links, refusal

OPERATOR = SubjectKind.OPERATOR
sqlite_only = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)


# What is missing


@sqlite_only
@pytest.mark.parametrize(
    ("without", "code", "article"),
    [
        (replace(office.DRIVER, license_number=""), "driver.license_category", "art. 14, I"),
        (replace(office.DRIVER, license_category="A"), "driver.license_category", "art. 14, I"),
        (replace(office.DRIVER, license_valid_until=None), "driver.license_validity", "art. 14, I"),
        (replace(office.DRIVER, license_valid_until=date(2026, 11, 30)), "driver.license_validity", "art. 14, I"),
        (replace(office.DRIVER, has_paid_activity_endorsement=False), "driver.paid_activity", "art. 14, I"),
        (replace(office.DRIVER, nit=""), "driver.social_security", "art. 14, III"),
        (replace(office.DRIVER, email="", email_consent_on=None), "driver.email", "art. 15, IV"),
        (replace(office.DRIVER, email_consent_on=None), "driver.email", "art. 15, IV"),
        (replace(office.DRIVER, birth_state="GO"), "driver.criminal_certificate_other_state", "art. 14, II"),
    ],
)
def test_a_driver_lacks_one_requirement(desk: Desk, without: DriverFields, code: str, article: str) -> None:
    driver_id = ready_driver(desk)
    change(desk, driver_id, without)
    assert missing(desk, DRIVER, driver_id) == {code: article}
    change(desk, driver_id, office.DRIVER)
    authorizations.issue(desk, DRIVER, driver_id)


def test_a_new_driver_lacks_the_certificate_and_the_fee(desk: Desk) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    assert missing(desk, DRIVER, driver_id) == {
        "driver.criminal_certificate": "art. 14, II",
        "driver.fee": "art. 14, IV; art. 15, II; art. 16, § 2º",
    }


@sqlite_only
def test_the_licence_serves_to_its_last_day(desk: Desk) -> None:
    driver_id = ready_driver(desk)
    change(desk, driver_id, replace(office.DRIVER, license_valid_until=desk.today))
    authorizations.issue(desk, DRIVER, driver_id)


@sqlite_only
def test_a_certificate_lapses_after_ninety_days(desk: Desk, clock: FixedClock) -> None:
    driver_id = ready_driver(desk)
    clock.moment += timedelta(days=91)
    assert missing(desk, DRIVER, driver_id) == {"driver.criminal_certificate": "art. 14, II"}
    clock.moment -= timedelta(days=1)
    office_service.new_key(desk, office.PASSPHRASE)
    authorizations.issue(desk, DRIVER, driver_id)


@sqlite_only
def test_a_lent_car_whose_paper_ended_holds_the_renewal_back(desk: Desk, clock: FixedClock) -> None:
    driver_id = ready_driver(desk)
    vehicle_id = vehicles.register(desk, office.VEHICLE)
    title = UseTitleFields(UseTitleKind.POWER_OF_ATTORNEY, "2º Ofício, livro 8, folha 31", desk.today)
    drivers.link_vehicle(desk, driver_id, vehicle_id, title, desk.today)
    clock.moment += timedelta(days=1)
    assert missing(desk, DRIVER, driver_id) == {"driver.use_title": "art. 15, III; art. 15, § 1º"}


@sqlite_only
def test_another_document_once_refused_is_demanded(desk: Desk) -> None:
    driver_id = ready_driver(desk)
    command = CheckRequirement(DRIVER, driver_id, "driver.other_documents", accepted=False, note="falta a apostila")
    requirements.check_requirement(desk, command)
    assert missing(desk, DRIVER, driver_id) == {"driver.other_documents": "art. 15, I"}
    requirements.check_requirement(desk, replace(command, not_applicable=True, note=""))
    authorizations.issue(desk, DRIVER, driver_id)


_DOCUMENTS = [
    requirement
    for requirement in load_law().requirements("operator", date(2026, 12, 1))
    if requirement.evidence is EvidenceKind.DOCUMENT
]


def ready_operator(desk: Desk) -> UUID:
    operator_id = operators.register(desk, office.OPERATOR)
    for requirement in _DOCUMENTS:
        accept(desk, OPERATOR, operator_id, requirement.code)
    office.pay(desk, OPERATOR, operator_id, "BB-9")
    return operator_id


@sqlite_only
def test_an_operator_lacks_each_document_in_turn(desk: Desk) -> None:
    operator_id = ready_operator(desk)
    assert len(_DOCUMENTS) == 15
    for requirement in _DOCUMENTS:
        refused = CheckRequirement(OPERATOR, operator_id, requirement.code, accepted=False, note="ilegível")
        requirements.check_requirement(desk, refused)
        assert missing(desk, OPERATOR, operator_id) == {requirement.code: requirement.article}
        accept(desk, OPERATOR, operator_id, requirement.code)
    authorizations.issue(desk, OPERATOR, operator_id)


@sqlite_only
@pytest.mark.parametrize(
    ("without", "code", "article"),
    [
        (replace(office.OPERATOR, municipal_registration=""), "operator.municipal_registration", "art. 9º, V"),
        (
            replace(office.OPERATOR, address=replace(office.ADDRESS, city="Rondonópolis")),
            "operator.local_establishment",
            "art. 9º, III",
        ),
    ],
)
def test_an_operator_lacks_one_requirement(desk: Desk, without: object, code: str, article: str) -> None:
    operator_id = ready_operator(desk)
    assert isinstance(without, type(office.OPERATOR))
    operators.edit(desk, operator_id, 1, office.OPERATOR, without)
    assert missing(desk, OPERATOR, operator_id) == {code: article}


def test_an_operator_gets_its_certificate(desk: Desk) -> None:
    operator_id = operators.register(desk, office.OPERATOR)
    codes = missing(desk, OPERATOR, operator_id)
    assert codes.keys() == {item.code for item in _DOCUMENTS if not item.may_be_absent} | {"operator.fee"}
    for requirement in _DOCUMENTS:
        accept(desk, OPERATOR, operator_id, requirement.code)
    office.pay(desk, OPERATOR, operator_id, "BB-9")
    issued = authorizations.issue(desk, OPERATOR, operator_id)
    card = operators.card(desk, operator_id)
    assert card.standing.state is StandingState.REGULAR
    assert [line.number for line in card.authorizations] == [issued.number] == ["000001/2026-01"]
    assert documents.view(desk, issued.document_id).pdf.startswith(b"%PDF")


_PAPER = CheckRequirement(
    DRIVER, UUID(int=0), "driver.criminal_certificate", accepted=True, issued_on=date(2026, 12, 1)
)


@sqlite_only
def test_a_requirement_switched_off_is_not_demanded(desk: Desk) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    office.pay(desk, DRIVER, driver_id, "BB-1")
    code = "driver.criminal_certificate"
    tomorrow = desk.today + timedelta(days=1)
    office_service.set_parameter(desk, ParameterOverride(f"{code}.enabled", False, tomorrow, "Liminar 1/2026"))
    assert missing(desk, DRIVER, driver_id).keys() == {code}
    office_service.set_parameter(desk, ParameterOverride(f"{code}.enabled", False, desk.today, "Liminar 2/2026"))
    with refusal(desk, Refused):
        accept(desk, DRIVER, driver_id, code, desk.today)
    authorizations.issue(desk, DRIVER, driver_id)


@sqlite_only
@pytest.mark.parametrize(
    ("paper", "field"),
    [
        (replace(_PAPER, issued_on=date(2026, 12, 2)), "issued_on"),
        (replace(_PAPER, issued_on=None), "issued_on"),
        (replace(_PAPER, issued_on=date(2026, 9, 1)), "issued_on"),
        (replace(_PAPER, valid_until=date(2026, 11, 30)), "valid_until"),
        (replace(_PAPER, accepted=False, not_applicable=True), "not_applicable"),
        (replace(_PAPER, accepted=False), "note"),
        (replace(_PAPER, accepted=False, note=" "), "note"),
    ],
)
def test_a_paper_that_does_not_serve_is_told_at_the_counter(desk: Desk, paper: CheckRequirement, field: str) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    with refusal(desk, FieldErrors) as raised:
        requirements.check_requirement(desk, replace(paper, subject_id=driver_id))
    assert [problem.field for problem in raised.value.problems] == [field]


@sqlite_only
def test_the_boundary_of_a_papers_age(desk: Desk) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    accept(desk, DRIVER, driver_id, "driver.criminal_certificate", desk.today - timedelta(days=90))
    (line,) = [
        line for line in drivers.card(desk, driver_id).requirements
        if line.requirement.code == "driver.criminal_certificate"
    ]  # fmt: skip
    assert (line.state, line.valid_until) == (RequirementState.MET, desk.today)


@sqlite_only
@pytest.mark.parametrize("code", ["driver.fee", "driver.license_validity", "driver.use_title", "driver.nonsense"])
def test_nobody_ticks_by_hand_what_the_records_show(desk: Desk, code: str) -> None:
    driver_id = drivers.register(desk, office.DRIVER)
    with refusal(desk, Refused):
        accept(desk, DRIVER, driver_id, code)


# The payment


def test_one_payment_gives_one_authorization(desk: Desk, clock: FixedClock) -> None:
    driver_id = ready_driver(desk)
    issued = authorizations.issue(desk, DRIVER, driver_id)
    to_renewal(desk, clock, issued)
    accept(desk, DRIVER, driver_id, "driver.criminal_certificate", desk.today)
    assert missing(desk, DRIVER, driver_id).keys() == {"driver.fee"}


def test_voiding_frees_the_payment_and_keeps_the_number(desk: Desk) -> None:
    driver_id = ready_driver(desk)
    first = authorizations.issue(desk, DRIVER, driver_id)
    with refusal(desk, Refused):
        authorizations.void(desk, first.authorization_id, " ")
    authorizations.void(desk, first.authorization_id, "nome trocado")
    with refusal(desk, Refused):
        authorizations.void(desk, first.authorization_id, "de novo")
    assert drivers.card(desk, driver_id).standing.state is StandingState.NEVER_AUTHORIZED
    assert documents.view(desk, first.document_id).void_reason == "nome trocado"
    second = authorizations.issue(desk, DRIVER, driver_id)
    assert (first.number, second.number) == ("000001/2026-01", "000002/2026-01")
    with refusal(desk, Refused):
        documents.record_print(desk, first.document_id)
    assert broken_links(desk.database) == []


# The term


@sqlite_only
@pytest.mark.parametrize(
    ("issued_on", "valid_until"),
    [
        (date(2027, 3, 1), date(2028, 3, 1)),  # case Z019: not 365 days later
        (date(2028, 2, 29), date(2029, 3, 1)),
        (date(2026, 12, 31), date(2027, 12, 31)),
    ],
)
def test_a_year_ends_on_the_day_of_equal_number(
    desk: Desk, clock: FixedClock, issued_on: date, valid_until: date
) -> None:
    clock.moment = datetime(issued_on.year, issued_on.month, issued_on.day, 13, tzinfo=UTC)
    office_service.new_key(desk, office.PASSPHRASE)
    issued = authorizations.issue(desk, DRIVER, ready_driver(desk))
    assert issued.valid_until == valid_until


@sqlite_only
@pytest.mark.parametrize(
    ("days_before", "valid_from", "valid_until"),
    [
        # Valid until Wednesday 1 December 2027. The window opens 60 days before; it is in time until 30 days before,
        # Monday 1 November.
        (60, date(2027, 12, 2), date(2028, 12, 1)),
        (30, date(2027, 12, 2), date(2028, 12, 1)),
        (29, date(2027, 11, 2), date(2028, 11, 2)),
        (0, date(2027, 12, 1), date(2028, 12, 1)),
        (-1, date(2027, 12, 2), date(2028, 12, 2)),
    ],
)
def test_renewal_in_time_follows_the_old_term(
    desk: Desk, clock: FixedClock, days_before: int, valid_from: date, valid_until: date
) -> None:
    driver_id = ready_driver(desk)
    first = authorizations.issue(desk, DRIVER, driver_id)
    assert first.valid_until == date(2027, 12, 1)
    to_renewal(desk, clock, first, days_before)
    office.ready(desk, driver_id, "BB-2")
    second = authorizations.issue(desk, DRIVER, driver_id)
    newest, oldest = drivers.card(desk, driver_id).authorizations
    assert (newest.valid_from, newest.valid_until) == (valid_from, valid_until)
    assert (newest.number, oldest.number) == (second.number, first.number)
    assert second.number.endswith("/2027-01")


@sqlite_only
@pytest.mark.parametrize(
    ("moment", "state"),
    [
        (datetime(2027, 12, 2, 3, 59, tzinfo=UTC), StandingState.ATTENTION),  # one minute before midnight at the office
        (datetime(2027, 12, 2, 4, 0, tzinfo=UTC), StandingState.EXPIRED),
    ],
)
def test_the_last_day_serves_until_midnight(
    desk: Desk, clock: FixedClock, moment: datetime, state: StandingState
) -> None:
    driver_id = ready_driver(desk)
    vehicle_id = vehicles.register(desk, office.VEHICLE, driver_id, office.OWNED, office.POLICY)
    inspections.record(desk, RecordInspection(vehicle_id, desk.today, "CIRETRAN"))
    assert authorizations.issue(desk, DRIVER, driver_id).valid_until == date(2027, 12, 1)
    clock.moment = moment
    assert drivers.card(desk, driver_id).standing.state is state
    assert vehicles.card(desk, vehicle_id).standing.state is state


@sqlite_only
def test_there_is_one_authorization_at_a_time(desk: Desk, clock: FixedClock) -> None:
    driver_id = ready_driver(desk)
    first = authorizations.issue(desk, DRIVER, driver_id)
    to_renewal(desk, clock, first, 61)
    office.ready(desk, driver_id, "BB-2")
    with refusal(desk, Refused) as raised:
        authorizations.issue(desk, DRIVER, driver_id)
    assert "02/10/2027" in str(raised.value)
    clock.moment += timedelta(days=1)
    authorizations.issue(desk, DRIVER, driver_id)
    office.pay(desk, DRIVER, driver_id, "BB-3")
    with refusal(desk, Refused):
        authorizations.issue(desk, DRIVER, driver_id)


@sqlite_only
def test_the_office_may_count_every_renewal_from_its_issue(desk: Desk, clock: FixedClock) -> None:
    driver_id = ready_driver(desk)
    first = authorizations.issue(desk, DRIVER, driver_id)
    to_renewal(desk, clock, first, 45)
    override = ParameterOverride("renewal_term_follows_previous", False, desk.today, "Portaria 3/2027")
    office_service.set_parameter(desk, override)
    office.ready(desk, driver_id, "BB-2")
    assert authorizations.issue(desk, DRIVER, driver_id).valid_until == date(2028, 10, 17)


# Numbers and the clock


@pytest.mark.parametrize("case", cases("today"))
def test_the_number_belongs_to_the_year_of_the_office(desk: Desk, clock: FixedClock, case: Case) -> None:
    clock.moment = datetime.fromisoformat(case.input["utc"])
    issued = authorizations.issue(desk, DRIVER, ready_driver(desk))
    (line,) = drivers.card(desk, next(iter(_ids(desk)))).authorizations
    assert line.issued_on == date.fromisoformat(case.expected["local"])
    assert issued.number == f"000001/{line.issued_on.year}-01"


def _ids(desk: Desk) -> list[UUID]:
    return [row.driver_id for row in drivers.page(desk, drivers.ListRequest())[1]]


def test_the_new_year_begins_a_new_series(desk: Desk, clock: FixedClock) -> None:
    clock.moment = datetime(2027, 1, 1, 3, 59, tzinfo=UTC)
    first = authorizations.issue(desk, DRIVER, ready_driver(desk))
    clock.moment += timedelta(minutes=1)
    second_driver = drivers.register(desk, office.another_driver(1))
    office.ready(desk, second_driver, "BB-2")
    second = authorizations.issue(desk, DRIVER, second_driver)
    assert (first.number, second.number) == ("000001/2026-01", "000001/2027-01")


@pytest.mark.parametrize("case", cases("clock_back"))
def test_nothing_is_dated_before_what_was_written(desk: Desk, clock: FixedClock, case: Case) -> None:
    assert case.expected["warn"]
    driver_id = ready_driver(desk)
    vehicle_id = vehicles.register(desk, office.VEHICLE)
    clock.moment = datetime.fromisoformat(case.input["last"])
    with pytest.raises(Refused):
        drivers.register(desk, office.another_driver(1))  # three hours before the office was set up
    clock.moment = datetime.fromisoformat(case.input["now"])
    for act in (
        lambda: authorizations.issue(desk, DRIVER, driver_id),
        lambda: pay(desk, driver_id, paid_on=date(2014, 12, 31), receipt="x"),
        lambda: inspections.record(desk, RecordInspection(vehicle_id, desk.today, "CIRETRAN")),
        # An act that dates no paper must not bring the journal back, or the next one would pass.
        lambda: drivers.register(desk, office.another_driver(1)),
        lambda: registers.withdraw(desk, DRIVER, driver_id, "x"),
    ):
        with refusal(desk, Refused) as raised:
            act()
        assert "31/12/2014" in str(raised.value)
        assert "relógio" in str(raised.value)


def test_a_clock_set_right_goes_on_and_so_does_one_that_was_ahead(desk: Desk, clock: FixedClock) -> None:
    driver_id = ready_driver(desk)
    clock.moment -= CLOCK_TOLERANCE
    pay(desk, driver_id, receipt="BB-2")
    right = clock.moment
    clock.moment = right + timedelta(days=3650)
    drivers.register(desk, office.another_driver(1))  # somebody's computer is ten years ahead
    clock.moment = right
    with refusal(desk, Refused):
        authorizations.issue(desk, DRIVER, driver_id)
    holiday = NewHoliday(desk.today, "x", HolidayKind.OPTIONAL, False, "acerto do relógio")
    office_service.change_calendar(desk, holiday)
    authorizations.issue(desk, DRIVER, driver_id)
    assert broken_links(desk.database) == []


def test_without_the_open_key_nothing_is_issued(desk: Desk) -> None:
    driver_id = ready_driver(desk)
    vehicle_id = vehicles.register(desk, office.VEHICLE)
    desk.signing_key = None
    with refusal(desk, SigningLocked):
        authorizations.issue(desk, DRIVER, driver_id)
    with refusal(desk, SigningLocked):
        inspections.record(desk, RecordInspection(vehicle_id, desk.today, "CIRETRAN"))
    office_service.unlock_key(desk, office.PASSPHRASE)
    assert authorizations.issue(desk, DRIVER, driver_id).number == "000001/2026-01"


@sqlite_only
def test_an_inspection_too_old_for_a_seal_gives_none(desk: Desk) -> None:
    vehicle_id = vehicles.register(desk, office.VEHICLE)
    with refusal(desk, FieldErrors) as raised:
        inspections.record(desk, RecordInspection(vehicle_id, date(2025, 11, 30), "CIRETRAN"))
    assert [problem.field for problem in raised.value.problems] == ["inspected_on"]
    with refusal(desk, FieldErrors):
        inspections.record(desk, RecordInspection(vehicle_id, desk.today + timedelta(days=1), "CIRETRAN"))
    failed = (inspections.Failure(desk.law.inspection_items[0].code, "trincado"),)
    inspections.record(desk, RecordInspection(vehicle_id, date(2025, 11, 30), "CIRETRAN", failed))
    # The last day on which last year's inspection still earns one; its key is that of its own year.
    with pytest.raises(Exception, match="chave de assinatura A1"):
        inspections.record(desk, RecordInspection(vehicle_id, date(2025, 12, 1), "CIRETRAN"))


def test_papers_recorded_without_their_pdf_are_drawn_once(desk: Desk) -> None:
    driver_id = ready_driver(desk)
    vehicle_id = vehicles.register(desk, office.VEHICLE)
    issued = authorizations.issue(desk, DRIVER, driver_id)
    inspections.record(desk, RecordInspection(vehicle_id, desk.today, "CIRETRAN"))
    with unit_of_work(desk.database, desk.clock, station=1, act="x", user_id=None) as work:
        (seal,) = [line.seal_id for line in vehicles.card(desk, vehicle_id).seals]
        work.get(Seal, seal).document_id = None
        work.get(Authorization, issued.authorization_id).document_id = None
    seal_paper = inspections.seal_document(desk, vehicle_id)
    certificate = authorizations.certificate_document(desk, DRIVER, driver_id)
    assert inspections.seal_document(desk, vehicle_id) == seal_paper
    assert authorizations.certificate_document(desk, DRIVER, driver_id) == certificate
    assert documents.view(desk, certificate).line.number == issued.number
    without_caa = drivers.register(desk, office.another_driver(1))
    with refusal(desk, Refused):
        authorizations.certificate_document(desk, DRIVER, without_caa)
