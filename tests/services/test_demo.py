"""The fictitious office: the same for the same seed on either engine, sound, and usable at the counter."""

import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from stipdesk.bootstrap import open_desk
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.errors import EnvironmentFault, InvalidValue, Refused
from stipdesk.domain.identifiers import Chassis, Cnpj, Cpf, DriverLicenseNumber, Nit, Plate, Renavam
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import StandingState
from stipdesk.models import Base, Driver, Operator, Seal, Vehicle
from stipdesk.services import (
    authorizations,
    checking,
    demo,
    documents,
    drivers,
    inspections,
    office,
    users,
    vehicles,
    verification,
)
from stipdesk.services.access import Desk
from stipdesk.services.drivers import ListRequest
from stipdesk.signing.verification import VerificationState
from stipdesk.store.engine import Session

DRIVERS = 40


def content(desk: Desk) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, in the order of the keys."""
    with desk.reading() as session:
        return {
            table.name: [tuple(row) for row in session.execute(select(table).order_by(*table.primary_key.columns))]
            for table in Base.metadata.sorted_tables
        }


@pytest.fixture
def fictitious(database_url: str, tmp_path: Path, clock: FixedClock) -> Iterator[Desk]:
    opened = open_desk(database_url, tmp_path / "keys", clock)
    demo.load(opened, DRIVERS)
    yield opened
    opened.database.close()


@pytest.fixture
def another(tmp_path: Path, clock: FixedClock) -> Iterator[Desk]:
    """A second empty database, on SQLite, with keys of its own."""
    opened = open_desk(f"sqlite:///{tmp_path / 'another.db'}", tmp_path / "other-keys", clock)
    yield opened
    opened.database.close()


def test_the_same_seed_gives_the_same_rows_on_either_engine(fictitious: Desk, another: Desk) -> None:
    demo.load(another, DRIVERS)
    assert content(another) == content(fictitious)


def test_another_seed_gives_other_people_and_other_keys(fictitious: Desk, another: Desk) -> None:
    demo.load(another, DRIVERS, seed=1)
    ours, theirs = content(fictitious), content(another)
    assert not {row[0] for row in ours["driver"]} & {row[0] for row in theirs["driver"]}
    assert ours["published_key"] != theirs["published_key"]


def test_everything_in_it_agrees(fictitious: Desk) -> None:
    assert checking.check(fictitious) == []


def test_it_is_as_large_as_asked(another: Desk) -> None:
    loaded = demo.load(another, 100)
    assert (loaded.drivers, loaded.vehicles, loaded.infractions) == (100, 120, 50)
    assert 180 <= loaded.inspections <= 220


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_very_small_one_is_sound_too(another: Desk, count: int) -> None:
    assert demo.load(another, count).drivers == count
    assert checking.check(another) == []


def test_documents_pass_their_own_check(fictitious: Desk) -> None:
    def accepted(session: Session) -> Iterator[bool]:
        for operator in session.scalars(select(Operator)):
            yield Cnpj.parse(operator.cnpj) == operator.cnpj
        for driver in session.scalars(select(Driver)):
            yield Cpf.parse(driver.cpf) == driver.cpf
            yield DriverLicenseNumber.parse(driver.license_number) == driver.license_number
            yield not driver.nit or Nit.parse(driver.nit) == driver.nit
        for vehicle in session.scalars(select(Vehicle)):
            yield Plate.parse(vehicle.plate) == vehicle.plate
            yield Renavam.parse(vehicle.renavam) == vehicle.renavam
            yield Chassis.parse(vehicle.chassis) == vehicle.chassis

    with fictitious.reading() as session:
        try:
            assert all(accepted(session))
        except InvalidValue as refusal:
            pytest.fail(str(refusal))


def test_the_papers_verify(fictitious: Desk) -> None:
    with fictitious.reading() as session:
        texts = session.scalars(select(Seal.qr_text)).all()
    states = {verification.verify(fictitious, text).state for text in texts}
    assert VerificationState.VALID in states
    assert states <= {VerificationState.VALID, VerificationState.EXPIRED, VerificationState.REVOKED}


def test_it_shows_every_standing(another: Desk) -> None:
    demo.load(another, 300)
    _total, rows = drivers.page(another, ListRequest(limit=300, include_withdrawn=True))
    shown = {row.standing.state for row in rows}
    assert shown >= {
        StandingState.REGULAR, StandingState.ATTENTION, StandingState.EXTENDED, StandingState.PROVISIONAL,
        StandingState.SUSPENDED, StandingState.CASSATED, StandingState.UNPAID, StandingState.EXPIRED,
        StandingState.NEVER_AUTHORIZED, StandingState.WITHDRAWN,
    }  # fmt: skip
    _total, cars = vehicles.page(another, ListRequest(limit=400, include_withdrawn=True))
    assert {row.standing.state for row in cars} >= {
        StandingState.REGULAR, StandingState.CONDITIONAL, StandingState.BLOCKED, StandingState.EXPIRED,
    }  # fmt: skip


def test_the_counter_user_can_do_the_whole_visit(fictitious: Desk) -> None:
    users.sign_in(fictitious, demo.COUNTER_LOGIN, demo.PASSWORD)
    office.unlock_key(fictitious, demo.PASSPHRASE)
    with fictitious.reading() as session:
        vehicle_id = session.scalars(select(Vehicle.id).where(Vehicle.withdrawn_on.is_(None)).limit(1)).one()
    outcome = inspections.record(
        fictitious, inspections.RecordInspection(vehicle_id, fictitious.today, "Oficina credenciada")
    )
    assert outcome.seal_document_id is not None
    assert documents.view(fictitious, outcome.seal_document_id).pdf.startswith(b"%PDF-")
    assert checking.check(fictitious) == []


def test_a_paper_that_was_only_signed_is_drawn_when_asked_for(fictitious: Desk) -> None:
    users.sign_in(fictitious, demo.COUNTER_LOGIN, demo.PASSWORD)
    _total, rows = drivers.page(fictitious, ListRequest())
    holder = next(row for row in rows if row.standing.state.may_serve)
    first = authorizations.certificate_document(fictitious, SubjectKind.DRIVER, holder.driver_id)
    assert authorizations.certificate_document(fictitious, SubjectKind.DRIVER, holder.driver_id) == first


def test_every_role_has_a_user_who_can_sign_in(fictitious: Desk) -> None:
    signed_in = [users.sign_in(fictitious, login, demo.PASSWORD) for login, *_ in demo.USERS]
    assert {role for actor in signed_in for role in actor.roles} == set(Role)


def test_a_database_with_records_is_refused_and_untouched(desk: Desk) -> None:
    before = content(desk)
    with pytest.raises(Refused, match="banco vazio"):
        demo.load(desk, 5)
    assert content(desk) == before
    assert not demo.is_demo(desk)


def test_the_first_act_tells_a_fictitious_office(fictitious: Desk) -> None:
    assert demo.is_demo(fictitious)


def test_a_load_that_fails_leaves_nothing(database_url: str, tmp_path: Path, clock: FixedClock) -> None:
    opened = open_desk(database_url, tmp_path / "keys", clock)

    def stop(done: int, _total: int) -> None:
        if done == 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        demo.load(opened, DRIVERS, progress=stop)
    assert not any(content(opened).values())
    demo.load(opened, 3)
    assert checking.check(opened) == []
    opened.database.close()


def test_a_file_that_another_program_has_open_is_refused(another: Desk, tmp_path: Path) -> None:
    reader = sqlite3.connect(tmp_path / "another.db")
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM office").fetchall()
    with pytest.raises(EnvironmentFault, match="aberto em outro programa"):
        demo.load(another, 3)
    reader.close()
    assert demo.load(another, 3).drivers == 3


def test_the_keys_of_an_earlier_year_are_not_taken_for_this_one(
    fictitious: Desk, tmp_path: Path, clock: FixedClock
) -> None:
    later = FixedClock(clock.moment + timedelta(days=400))
    opened = open_desk(f"sqlite:///{tmp_path / 'later.db'}", fictitious.keys_folder, later)
    with pytest.raises(EnvironmentFault, match="outra repartição"):
        demo.load(opened, 3)
    opened.database.close()


def test_an_office_without_drivers_is_refused(another: Desk) -> None:
    with pytest.raises(Refused, match="ao menos um"):
        demo.load(another, 0)
