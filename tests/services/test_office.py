"""The first start, the office's own values, its calendar and its signing keys."""

import io
import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from PIL import Image

from stipdesk.bootstrap import open_desk
from stipdesk.domain.calendar import HolidayKind
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.errors import EnvironmentFault, FieldErrors, InvalidValue, Refused
from stipdesk.domain.legal import ParameterOverride
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import authorizations, drivers, inspections, users, vehicles
from stipdesk.services import office as office_service
from stipdesk.services.access import Desk
from stipdesk.services.inspections import RecordInspection
from stipdesk.services.office import NewHoliday, OfficeProfile, SetUpOffice
from stipdesk.services.users import NewUser
from stipdesk.signing import keys
from tests import office
from tests.cases.loading import Case, cases
from tests.stored import broken_links, contents, refusal

sqlite_only = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)
ADMINISTRATOR = NewUser("helena", "Helena Prado", "0457", office.EVERY_ROLE, office.PASSWORD)
VALUES = {"fee_driver_annual": 150_00, "fee_operator_annual": 1_500_00, "upf_value": 5_12}
FIRST = SetUpOffice(office.PROFILE, ADMINISTRATOR, office.PASSPHRASE, VALUES, "Decreto 1/2026")

Opener = Callable[..., Desk]


@pytest.fixture
def open_empty(database_url: str, clock: FixedClock, tmp_path: Path) -> Iterator[Opener]:
    """Opens a desk on the same, still empty, database each time it is called; each computer has its keys folder."""
    opened: list[Desk] = []

    def opener(computer: str = "a") -> Desk:
        opened.append(open_desk(database_url, tmp_path / computer, clock))
        return opened[-1]

    yield opener
    for desk in opened:
        desk.database.close()


def _png() -> bytes:
    image = io.BytesIO()
    Image.new("RGB", (2, 2), "teal").save(image, "PNG")
    return image.getvalue()


def key_files(desk: Desk) -> list[str]:
    return sorted(path.name for path in desk.keys_folder.glob("*")) if desk.keys_folder.exists() else []


# The first start


def test_the_first_start_makes_everything_at_once(open_empty: Opener) -> None:
    desk = open_empty()
    assert not office_service.exists(desk)
    logo = replace(office.PROFILE, logo=_png(), station=7)
    actor = office_service.set_up(desk, replace(FIRST, profile=logo))
    assert office_service.exists(desk)
    assert office_service.profile(desk) == (logo, 1)
    assert (desk.actor, desk.station, key_files(desk)) == (actor, 7, ["A1.pem"])
    values = {line.code: line.value for line in office_service.parameters(desk)}
    assert {code: values[code] for code in VALUES} == VALUES
    office.ready(desk, drivers.register(desk, office.DRIVER))
    (row,) = drivers.page(desk, drivers.ListRequest())[1]
    assert authorizations.issue(desk, SubjectKind.DRIVER, row.driver_id).number == "000001/2026-07"
    assert broken_links(desk.database) == []


def test_it_is_done_once(open_empty: Opener) -> None:
    desk, other = open_empty(), open_empty("b")
    office_service.set_up(desk, FIRST)
    for again in (desk, other):
        with refusal(again, Refused) as raised:
            office_service.set_up(again, FIRST)
        assert "já tem um órgão" in str(raised.value)
    assert key_files(other) == []


def test_a_desk_opened_before_it_takes_the_station_at_sign_in(open_empty: Opener) -> None:
    desk, other = open_empty(), open_empty("b")
    office_service.set_up(desk, replace(FIRST, profile=replace(office.PROFILE, station=7)))
    assert other.station == 1
    users.sign_in(other, "helena", office.PASSWORD)
    assert other.station == 7


@pytest.mark.parametrize("case", cases("offline_numbers"))
def test_two_offices_without_a_line_between_them_print_different_numbers(
    clock: FixedClock, tmp_path: Path, case: Case
) -> None:
    printed: list[str] = []
    kept: list[str] = []
    for station in range(1, case.input["desks"] + 1):
        desk = open_desk(f"sqlite:///{tmp_path / f'{station}.db'}", tmp_path / f"keys{station}", clock)
        office_service.set_up(desk, replace(FIRST, profile=replace(office.PROFILE, station=station)))
        vehicle_id = vehicles.register(desk, office.VEHICLE)
        for _ in range(case.input["each"]):
            number = inspections.record(desk, RecordInspection(vehicle_id, desk.today, "CIRETRAN")).seal_number
            assert number is not None
            printed.append(number)
        kept += [line.number for line in reversed(vehicles.card(desk, vehicle_id).seals)]
        desk.database.close()
    assert len(set(printed)) == case.expected["distinct"]
    assert len(set(printed) ^ set(kept)) == case.expected["changed_after_print"]


def test_two_computers_at_their_first_start_make_one_office(open_empty: Opener) -> None:
    desks = [open_empty(computer) for computer in ("a", "b")]
    answers: list[object] = []
    together = threading.Barrier(2)

    def start(desk: Desk) -> None:
        together.wait(timeout=30)
        try:
            answers.append(office_service.set_up(desk, FIRST))
        except Refused as refused:
            answers.append(refused)

    computers = [threading.Thread(target=start, args=(desk,)) for desk in desks]
    for computer in computers:
        computer.start()
    for computer in computers:
        computer.join()
    assert sorted(isinstance(answer, Refused) for answer in answers) == [False, True]
    assert len(contents(desks[0].database)["office"]) == 1
    assert len(contents(desks[0].database)["app_user"]) == 1


@sqlite_only
@pytest.mark.parametrize(
    ("command", "field"),
    [
        (replace(FIRST, profile=replace(office.PROFILE, municipality=" ")), "municipality"),
        (replace(FIRST, profile=replace(office.PROFILE, unit_name="")), "unit_name"),
        (replace(FIRST, profile=replace(office.PROFILE, ouvidoria_contact="")), "ouvidoria_contact"),
        (replace(FIRST, profile=replace(office.PROFILE, ciretran_contact="")), "ciretran_contact"),
        (replace(FIRST, profile=replace(office.PROFILE, coordinator_title="")), "coordinator_title"),
        (replace(FIRST, profile=replace(office.PROFILE, verification_url="")), "verification_url"),
        (replace(FIRST, profile=replace(office.PROFILE, verification_url="stip.mt.gov.br")), "verification_url"),
        (replace(FIRST, profile=replace(office.PROFILE, verification_url="https://a.br/#x")), "verification_url"),
        (replace(FIRST, profile=replace(office.PROFILE, verification_url="https://São.br/")), "verification_url"),
        (replace(FIRST, profile=replace(office.PROFILE, station=0)), "station"),
        (replace(FIRST, profile=replace(office.PROFILE, station=100)), "station"),
        (replace(FIRST, administrator=replace(ADMINISTRATOR, password="curta")), "password"),
        (replace(FIRST, administrator=replace(ADMINISTRATOR, full_name="")), "full_name"),
        (replace(FIRST, administrator=replace(ADMINISTRATOR, login="")), "login"),
        (replace(FIRST, administrator=replace(ADMINISTRATOR, roles=frozenset({Role.MANAGER}))), "roles"),
        (replace(FIRST, values=VALUES | {"upf_value": 0}), "upf_value"),
        (replace(FIRST, values={}), "fee_driver_annual"),
        (replace(FIRST, legal_basis=" "), "legal_basis"),
    ],
)
def test_what_is_wrong_is_told_before_a_key_is_made(open_empty: Opener, command: SetUpOffice, field: str) -> None:
    desk = open_empty()
    with refusal(desk, FieldErrors) as raised:
        office_service.set_up(desk, command)
    assert field in {problem.field for problem in raised.value.problems}
    assert (key_files(desk), desk.actor, desk.station) == ([], None, 1)


@sqlite_only
def test_a_short_passphrase_makes_no_key(open_empty: Opener) -> None:
    desk = open_empty()
    with refusal(desk, InvalidValue):
        office_service.set_up(desk, replace(FIRST, passphrase="curta"))
    assert key_files(desk) == []


@sqlite_only
def test_a_database_that_fails_after_the_key_is_no_end(open_empty: Opener, tmp_path: Path) -> None:
    desk = open_empty()
    with desk.database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout=20")  # of the one connection in this pool
    profile = replace(office.PROFILE, station=7)
    holder = sqlite3.connect(tmp_path / "stipdesk.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with refusal(desk, EnvironmentFault) as raised:
        office_service.set_up(desk, replace(FIRST, profile=profile))
    holder.execute("ROLLBACK")
    holder.close()
    assert "ocupado" in str(raised.value)
    assert (key_files(desk), desk.actor, desk.station) == (["A1.pem"], None, 1)
    with refusal(desk, EnvironmentFault):
        office_service.set_up(desk, replace(FIRST, passphrase="outra frase qualquer"))
    office_service.set_up(desk, replace(FIRST, profile=profile))
    assert (key_files(desk), desk.station) == (["A1.pem"], 7)
    desk.signing_key = None
    office_service.unlock_key(desk, office.PASSPHRASE)


# The profile


def test_the_profile_is_edited_and_the_station_stays(desk: Desk, other_desk: Desk) -> None:
    before, version = office_service.profile(desk)
    changed = replace(before, ouvidoria_contact="(66) 3400-9999", logo=b"\xff\xd8\xff")
    office_service.edit_profile(desk, changed, version)
    assert office_service.profile(desk) == (changed, version + 1)
    with refusal(other_desk, Refused) as raised:
        office_service.edit_profile(other_desk, before, version)
    assert "Outra pessoa alterou" in str(raised.value)
    for field, wrong in (
        ("station", replace(changed, station=2)),
        ("ouvidoria_contact", replace(changed, ouvidoria_contact=" ")),
    ):
        with refusal(desk, FieldErrors) as problems:
            office_service.edit_profile(desk, wrong, version + 1)
        assert [problem.field for problem in problems.value.problems] == [field]


# Values


def parameter(desk: Desk, code: str) -> object:
    (line,) = (line for line in office_service.parameters(desk) if line.code == code)
    return line.value


def test_a_value_begins_on_its_day_and_the_last_entered_prevails(desk: Desk, clock: FixedClock) -> None:
    tomorrow = desk.today + timedelta(days=1)
    office_service.set_parameter(desk, ParameterOverride("upf_value", 6_00, tomorrow, "Decreto 8/2026"))
    assert parameter(desk, "upf_value") == 5_12
    clock.moment += timedelta(days=1)
    assert parameter(desk, "upf_value") == 6_00
    office_service.set_parameter(desk, ParameterOverride("upf_value", 6_01, tomorrow, "Decreto 8/2026, retificado"))
    assert parameter(desk, "upf_value") == 6_01


@sqlite_only
@pytest.mark.parametrize(
    "override",
    [
        ParameterOverride("nonsense", 1, date(2026, 1, 1), "Decreto"),
        ParameterOverride("upf_value", -1, date(2026, 1, 1), "Decreto"),
        ParameterOverride("upf_value", "5,12", date(2026, 1, 1), "Decreto"),
        ParameterOverride("upf_value", True, date(2026, 1, 1), "Decreto"),
        ParameterOverride("upf_value", 5_12, date(2026, 1, 1), " "),
        ParameterOverride("upf_value", 5_12, date(2022, 3, 3), "Decreto"),
        ParameterOverride("prior_defense_days", 0, date(2026, 1, 1), "Decreto"),
        ParameterOverride("prior_defense.unit", "weeks", date(2026, 1, 1), "Decreto"),
        ParameterOverride("driver.fee.enabled", 1, date(2026, 1, 1), "Decreto"),
    ],
)
def test_a_value_that_does_not_fit_is_refused(desk: Desk, override: ParameterOverride) -> None:
    with refusal(desk, FieldErrors):
        office_service.set_parameter(desk, override)


# The calendar

_DAY = NewHoliday(date(2027, 5, 14), "Ponto facultativo", HolidayKind.OPTIONAL, False, "Decreto 5/2027")


def marked(desk: Desk, day: date) -> list[tuple[str, bool]]:
    lines = office_service.calendar(desk, day.year)
    return [(line.holiday.name, line.by_office) for line in lines if line.holiday.day == day]


def test_a_day_comes_and_goes_and_the_last_change_counts(desk: Desk) -> None:
    assert marked(desk, _DAY.day) == []
    office_service.change_calendar(desk, _DAY)
    assert marked(desk, _DAY.day) == [("Ponto facultativo", True)]
    office_service.change_calendar(desk, replace(_DAY, working=True, reason="Decreto 6/2027"))
    assert marked(desk, _DAY.day) == []
    office_service.change_calendar(desk, replace(_DAY, name="Luto oficial", reason="Decreto 7/2027"))
    assert marked(desk, _DAY.day) == [("Luto oficial", True)]
    holiday = replace(_DAY, day=date(2027, 9, 7), name="Independência", working=True)
    office_service.change_calendar(desk, holiday)
    assert marked(desk, holiday.day) == []


@sqlite_only
@pytest.mark.parametrize(
    ("command", "field"), [(replace(_DAY, name=" "), "name"), (replace(_DAY, reason=""), "reason")]
)
def test_a_day_has_a_name_and_an_act(desk: Desk, command: NewHoliday, field: str) -> None:
    with refusal(desk, FieldErrors) as raised:
        office_service.change_calendar(desk, command)
    assert [problem.field for problem in raised.value.problems] == [field]


# Keys


@sqlite_only
def test_only_the_right_passphrase_opens_the_key(desk: Desk) -> None:
    desk.signing_key = None
    with refusal(desk, EnvironmentFault) as raised:
        office_service.unlock_key(desk, "outra frase qualquer")
    assert "A frase-senha não abre a chave A1" in str(raised.value)
    assert desk.signing_key is None
    office_service.unlock_key(desk, office.PASSPHRASE)


@sqlite_only
def test_a_key_the_office_never_published_signs_nothing(desk: Desk, tmp_path: Path) -> None:
    keys.generate(desk.keys_folder, "A2", office.PASSPHRASE, date(2026, 1, 1))
    desk.signing_key = None
    office_service.unlock_key(desk, office.PASSPHRASE)
    assert desk.key().kid == "A1"
    desk.keys_folder, desk.signing_key = tmp_path / "foreign", None
    keys.generate(desk.keys_folder, "A1", office.PASSPHRASE, date(2026, 1, 1))
    with refusal(desk, EnvironmentFault):
        office_service.unlock_key(desk, office.PASSPHRASE)


@sqlite_only
def test_each_year_has_its_key_and_the_old_ones_still_verify(desk: Desk, clock: FixedClock) -> None:
    clock.moment = datetime(2028, 2, 1, 13, tzinfo=UTC)
    desk.signing_key = None
    with refusal(desk, EnvironmentFault):
        office_service.unlock_key(desk, office.PASSPHRASE)
    made = office_service.new_key(desk, "outra frase qualquer")
    assert (made.kid, desk.key().kid) == ("A2", "A2")
    desk.signing_key = None
    office_service.unlock_key(desk, "outra frase qualquer")
    with desk.reading() as session:
        assert office_service.public_keys(session).keys() == {"A1", "A2"}


def test_before_the_first_start_there_is_no_office(open_empty: Opener) -> None:
    with pytest.raises(Refused, match="não foi configurado"):
        office_service.profile(open_empty())


def test_every_field_of_the_profile_is_stored() -> None:
    assert {name for name in OfficeProfile.__slots__ if not getattr(office.PROFILE, name)} == {"logo"}
