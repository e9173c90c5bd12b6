"""The two databases: opened the same way, refused for the same reasons, whole whatever happens to them."""

import multiprocessing
import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, date, datetime
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import BigInteger, event, func, inspect, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, IntegrityError, StatementError

from stipdesk.domain.clock import Clock, FixedClock, local_date
from stipdesk.domain.errors import EnvironmentFault
from stipdesk.domain.money import format_money, parse_money
from stipdesk.domain.numbers import NumberKind
from stipdesk.models import (
    Base,
    FeePayment,
    Inspection,
    JournalEntry,
    OfficeHoliday,
    PassengerAccidentPolicy,
    SignInAttempt,
)
from stipdesk.store import engine
from stipdesk.store.engine import Database, filesystem_of, open_database, ping, refuse_shared_location
from stipdesk.store.schema import prepare
from stipdesk.store.unit_of_work import unit_of_work
from tests.cases.loading import Case, cases
from tests.store.writer import write_until_killed
from tests.stored import broken_links, contents

sqlite_only = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)
postgresql_only = pytest.mark.parametrize("engine_name", ["postgresql"], indirect=True)
NOBODY = 65534


def holiday(name: str = "Aniversário") -> OfficeHoliday:
    return OfficeHoliday(day=date(2026, 5, 13), name=name, kind="municipal", working=False, extends_term=None)


def write(database: Database, clock: Clock, name: str = "Aniversário") -> None:
    with unit_of_work(database, clock, station=1, act="x", user_id=None) as work:
        work.add(holiday(name))


def names(database: Database) -> list[str]:
    with database.reading() as session:
        return sorted(session.scalars(select(OfficeHoliday.name)))


# Where a SQLite file may not be


@pytest.mark.parametrize("case", cases("sqlite_path"))
def test_a_share_is_refused_with_advice(case: Case) -> None:
    for path in (case.input["path"], case.input["path"].replace("\\", "/")):
        with pytest.raises(EnvironmentFault, match="pasta de rede") as fault:
            open_database(f"sqlite:///{path}")
        assert "PostgreSQL" in fault.value.remedy
        with pytest.raises(EnvironmentFault):
            refuse_shared_location(Path(path))


@pytest.mark.parametrize(
    "folder",
    ["OneDrive", "OneDrive - Prefeitura de Primavera do Leste", "Dropbox (CMTU)", "Google Drive", "Meu Drive",
     "iCloudDrive", "Nextcloud", "dropbox/subpasta"],
)  # fmt: skip
def test_a_synced_folder_is_refused(tmp_path: Path, folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / folder
    home.mkdir(parents=True)
    link = tmp_path / "dados"
    link.symlink_to(home)
    monkeypatch.chdir(home)
    for path in (home / "stip.db", home / "new" / "stip.db", link / "stip.db", Path("stip.db")):
        with pytest.raises(EnvironmentFault, match="pasta sincronizada"):
            open_database(f"sqlite:///{path}")
    assert list(home.iterdir()) == []


def test_a_folder_of_this_computer_is_not_refused(tmp_path: Path) -> None:
    refuse_shared_location(tmp_path / "stip.db")


MOUNTS = r"""sysfs /sys sysfs rw 0 0
/dev/sda1 / ext4 rw,relatime 0 0
servidor:/dados /srv/dados nfs4 rw 0 0
//servidor/pasta /mnt/pasta\040do\040balc\303\243o cifs rw 0 0
/dev/sdb1 /srv/dados/local ext4 rw 0 0
/dev/sdc1 /home ext4 rw 0 0
servidor:/home /home nfs rw 0 0
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/var/lib/stip.db", "ext4"),
        ("/srv/dados/stip.db", "nfs4"),
        ("/srv/dados2/stip.db", "ext4"),
        ("/srv/dados/local/stip.db", "ext4"),
        ("/mnt/pasta do balcÃ£o/stip.db", "cifs"),
        ("/home/rui/stip.db", "nfs"),
    ],
)
def test_the_file_system_is_that_of_the_nearest_mount(path: str, kind: str) -> None:
    assert filesystem_of(Path(path), MOUNTS) == kind


# What cannot be opened


@contextmanager
def unprivileged() -> Iterator[None]:
    """Permissions mean nothing to root: under it the block runs as nobody."""
    if os.geteuid() != 0:
        yield
        return
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter and leave; pytest's own are for their owner alone."""
    folder = Path(tempfile.mkdtemp(prefix="stipdesk-"))
    folder.chmod(0o777)
    yield folder
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o777)
    shutil.rmtree(folder)


@pytest.mark.parametrize("what", ["folder", "file", "closed folder"])
def test_what_cannot_be_written_is_told(open_folder: Path, sqlite_template: Path, what: str) -> None:
    home = open_folder / "dados"
    home.mkdir()
    file = home / "stip.db"
    shutil.copy(sqlite_template, file)
    file.chmod(0o444 if what == "file" else 0o666)
    home.chmod({"folder": 0o555, "file": 0o777, "closed folder": 0o000}[what])
    with unprivileged(), pytest.raises(EnvironmentFault, match="permissão para gravar na pasta “dados”"):
        open_database(f"sqlite:///{file}")


def test_a_file_where_a_folder_should_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "arquivo").write_text("x")
    for path in (tmp_path / "arquivo" / "stip.db", tmp_path):
        with pytest.raises(EnvironmentFault, match="permissão para gravar"):
            open_database(f"sqlite:///{path}")
    loop = tmp_path / "volta"
    loop.symlink_to(loop)
    with pytest.raises(EnvironmentFault):
        open_database(f"sqlite:///{loop / 'stip.db'}")


def test_a_disk_nearly_full_is_told_before_the_first_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_MINIMUM_FREE_BYTES", 10**18)
    with pytest.raises(EnvironmentFault, match="quase cheio"):
        open_database(f"sqlite:///{tmp_path / 'stip.db'}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "address",
    ["", "stip.db", "mysql://servidor/stip", "postgres://servidor/stip", "postgresql://servidor:porta/stip"],
)
def test_an_address_that_says_nothing_is_told(address: str) -> None:
    with pytest.raises(EnvironmentFault, match="não foi entendido"):
        open_database(address)


def test_an_unknown_option_of_the_address_is_told() -> None:
    database = open_database("postgresql://u@127.0.0.1:1/stip?nonsense=1")
    with pytest.raises(EnvironmentFault, match="não foi entendido"):
        ping(database)


def test_another_driver_in_the_address_is_read_as_ours(database_url: str) -> None:
    scheme = "sqlite+outro" if database_url.startswith("sqlite") else "postgresql+psycopg2"
    with closing(open_database(scheme + database_url[database_url.index(":") :])) as database:
        ping(database)
        assert "SQLite" in database.description or "PostgreSQL" in database.description


def test_the_description_keeps_the_password_to_itself() -> None:
    description = open_database("postgresql://rui:segredo@servidor/stip").description
    assert description == "PostgreSQL · servidor/stip"


@pytest.mark.parametrize("content", [b"not a database" * 1000, b"\x00" * 5000, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_file_of_something_else_is_told_and_kept(tmp_path: Path, clock: Clock, content: bytes) -> None:
    file = tmp_path / "stip.db"
    file.write_bytes(content)
    with closing(open_database(f"sqlite:///{file}")) as database, pytest.raises(EnvironmentFault, match="danificado"):
        prepare(database, clock)
    assert file.read_bytes() == content


@sqlite_only
def test_a_database_cut_short_is_told(database_url: str, tmp_path: Path, clock: Clock) -> None:
    file = tmp_path / "stipdesk.db"
    file.write_bytes(file.read_bytes()[:8192])
    with closing(open_database(database_url)) as database, pytest.raises(EnvironmentFault, match="danificado"):
        write(database, clock)


def test_a_newer_database_is_refused_untouched(database: Database, clock: Clock) -> None:
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    before = contents(database)
    with pytest.raises(EnvironmentFault, match="versão mais nova") as fault:
        prepare(database, clock)
    assert "Instale" in fault.value.remedy
    assert contents(database) == before


@pytest.mark.parametrize("tables", [("cliente",), ("cliente", "alembic_version")])
def test_somebody_elses_tables_are_refused_untouched(
    empty_database: Database, clock: Clock, tables: tuple[str, ...]
) -> None:
    with empty_database.engine.begin() as connection:
        for table in tables:
            connection.execute(text(f"CREATE TABLE {table} (version_num text)"))
            connection.execute(text(f"INSERT INTO {table} VALUES ('0000abc')"))
    with pytest.raises(EnvironmentFault, match="outro programa"):
        prepare(empty_database, clock)
    with empty_database.engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == set(tables)


# What goes wrong meanwhile


@sqlite_only
def test_a_disk_that_fills_leaves_nothing_half_written(database: Database, clock: Clock) -> None:
    write(database, clock)
    before = contents(database)
    with database.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages + 2}")
    with pytest.raises(EnvironmentFault, match="O disco encheu"):
        write(database, clock, "x" * 100_000)
    assert contents(database) == before
    with database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count=100000000")
    write(database, clock, "depois")
    assert broken_links(database) == []


@postgresql_only
@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("53100", "O disco encheu"),
        ("XX001", "danificado"),
        ("42501", "Não há permissão"),
        ("25006", "Não há permissão"),
        ("40P01", "ocupado"),
        ("53300", "não respondeu"),
        ("57P01", "não respondeu"),
    ],
)
def test_the_servers_failures_are_told_by_their_code(database: Database, code: str, told: str) -> None:
    # The message is the server's, in whatever language it was installed.
    statement = f"DO $$ BEGIN RAISE EXCEPTION 'não foi possível' USING ERRCODE = '{code}'; END $$"
    with pytest.raises(EnvironmentFault, match=told), database.writing() as session:
        session.execute(text(statement))


def test_a_mistake_of_the_program_is_not_put_on_the_machine(database: Database) -> None:
    with pytest.raises(DBAPIError), database.reading() as session:
        session.execute(text("SELECT nonsense"))


def test_a_lock_that_lasts_is_told_and_nothing_is_written(database_url: str, database: Database, clock: Clock) -> None:
    write(database, clock)
    with database.engine.connect() as connection:  # the one connection of this pool: nobody waits ten seconds
        impatience = "PRAGMA busy_timeout=20" if database.is_sqlite else "SET lock_timeout = '20ms'"
        connection.exec_driver_sql(impatience)
        connection.commit()
    with (
        closing(open_database(database_url)) as other,
        unit_of_work(other, clock, station=1, act="x", user_id=None) as work,
    ):
        work.add(holiday("do outro"))
        with pytest.raises(EnvironmentFault, match="ocupado"):
            write(database, clock, "deste")
    assert names(database) == ["Aniversário", "do outro"]


def test_a_server_that_is_not_there_is_told() -> None:
    database = open_database("postgresql://stipdesk@127.0.0.1:1/stip")
    with pytest.raises(EnvironmentFault, match="não respondeu"):
        ping(database)


@postgresql_only
def test_a_connection_that_dies_in_an_act_loses_the_act_and_nothing_else(database: Database, clock: Clock) -> None:
    write(database, clock)
    before = contents(database)

    def lose_the_server() -> None:
        with unit_of_work(database, clock, station=1, act="x", user_id=None) as work:
            work.add(holiday("perdido"))
            work.session.flush()
            pid = work.session.execute(text("SELECT pg_backend_pid()")).scalar_one()
            with database.engine.connect() as connection:
                connection.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": pid})

    with pytest.raises(EnvironmentFault, match="não respondeu"):
        lose_the_server()
    assert contents(database) == before
    write(database, clock, "depois")
    assert names(database) == ["Aniversário", "depois"]


def test_a_database_that_is_not_there_is_told(postgres_server: URL) -> None:
    absent = postgres_server.set(database="nobody_made_it").render_as_string(hide_password=False)
    with closing(open_database(absent)) as database, pytest.raises(EnvironmentFault) as fault:
        ping(database)
    assert "nome do banco" in fault.value.remedy


# What both engines keep


@pytest.mark.parametrize("case", cases("fk_enforced"))
def test_an_orphan_is_refused_on_every_connection_of_the_pool(database: Database, clock: Clock, case: Case) -> None:
    assert case.expected["orphan_refused"]
    opened = [database.engine.connect() for _ in range(6)]
    if database.is_sqlite:
        wanted = {"foreign_keys": 1, "recursive_triggers": 1, "synchronous": 2, "journal_mode": "wal"}
        for connection in opened:
            assert {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in wanted} == wanted
    for connection in opened:
        connection.close()
    for _ in range(6):
        orphan = Inspection(
            number_year=2026, number_station=1, number_sequence=1, vehicle_id=uuid4(), inspected_on=date(2026, 12, 1),
            approved=True, valid_until=None, institution="", inspector_id=uuid4(), inspector_name="",
            inspector_registration="", remarks="",
        )  # fmt: skip
        with (
            pytest.raises(IntegrityError),
            unit_of_work(database, clock, station=1, act="x", user_id=None) as work,
        ):
            work.add(orphan)


@pytest.mark.parametrize("case", cases("all_constraints_named"))
def test_every_constraint_has_a_name(database: Database, case: Case) -> None:
    tables = Base.metadata.sorted_tables
    unnamed = [f"{table.name}: {each!r}" for table in tables for each in table.constraints if not each.name]
    with database.engine.connect() as connection:
        inspector = inspect(connection)
        for table in Base.metadata.tables:
            found = [
                inspector.get_pk_constraint(table),
                *inspector.get_foreign_keys(table),
                *inspector.get_unique_constraints(table),
                *inspector.get_check_constraints(table),
            ]
            unnamed += [f"{table}: {constraint}" for constraint in found if not constraint["name"]]
    assert len(unnamed) == case.expected["unnamed"], unnamed


@pytest.mark.parametrize("case", cases("sum_money"))
def test_money_sums_exactly(database: Database, clock: Clock, case: Case) -> None:
    with unit_of_work(database, clock, station=1, act="x", user_id=None) as work:
        for value in case.input["values"]:
            amount = parse_money(value)
            work.add(
                FeePayment(
                    operator_id=None, driver_id=None, fee="x", amount=amount, amount_due=amount,
                    paid_on=date(2026, 12, 1), receipt=value, payer="",
                )
            )  # fmt: skip
    right = parse_money(case.expected["result"])
    with database.reading() as session:
        total = session.scalar(select(func.sum(FeePayment.amount)))
        assert total == right
        assert session.scalar(select(func.sum(FeePayment.amount) == right))
        assert format_money(int(total)) == "R$ 0,30"


def test_the_greatest_amount_that_can_be_typed_is_stored(database: Database, clock: Clock) -> None:
    greatest = parse_money("999.999.999,99")
    with unit_of_work(database, clock, station=1, act="x", user_id=None) as work:
        paid = work.add(
            FeePayment(
                operator_id=None, driver_id=None, fee="x", amount=greatest, amount_due=greatest,
                paid_on=date(2026, 12, 1), receipt="1", payer="",
            )
        )  # fmt: skip
        policy = PassengerAccidentPolicy.__table__.columns
        assert isinstance(policy.death_amount.type, BigInteger)
        assert isinstance(policy.disability_amount.type, BigInteger)
    with database.reading() as session:
        assert session.get_one(FeePayment, paid.id).amount == greatest


@sqlite_only
def test_a_file_moved_away_while_open_is_told_and_no_empty_one_takes_its_place(
    database: Database, database_url: str, clock: Clock
) -> None:
    write(database, clock)
    file = Path(database_url.removeprefix("sqlite:///"))
    file.rename(file.with_suffix(".away"))
    for _ in range(2):
        with pytest.raises(EnvironmentFault, match="não está mais em"):
            write(database, clock, "Perdido")
        with pytest.raises(EnvironmentFault, match="não está mais em"):
            names(database)
        database.close()  # the second time there is no connection to the file that went away
    assert not file.exists()
    file.with_suffix(".away").rename(file)
    assert names(database) == ["Aniversário"]


@pytest.mark.parametrize("case", cases("ts_roundtrip"))
def test_a_moment_comes_back_the_same(database: Database, case: Case) -> None:
    moment = datetime.fromisoformat(case.input["value"])
    write(database, FixedClock(moment))
    with database.reading() as session:
        stored = session.scalars(select(JournalEntry.at)).one()
        earlier = session.scalars(select(JournalEntry.at).where(JournalEntry.at < moment)).all()
    assert stored == moment
    assert stored.tzinfo is not None
    assert stored.astimezone(UTC) == datetime.fromisoformat(case.expected["instant"])
    assert local_date(stored).year == case.expected["year"]
    assert earlier == []


def test_a_moment_without_a_zone_is_refused(database: Database) -> None:
    with pytest.raises((StatementError, ValueError), match="time zone"), database.writing() as session:
        session.add(SignInAttempt(login="rui", failures=1, last_at=datetime(2026, 12, 1, 10)))
    with database.reading() as session:
        assert session.scalars(select(SignInAttempt)).all() == []


def test_moments_sort_by_time_whatever_their_zone(database: Database) -> None:
    # Case B008: nothing naive is ever read back, so nothing fails to compare.
    zones = ("2026-12-01T10:00:00+00:00", "2026-12-01T05:30:00-04:00", "2026-12-01T11:00:00.000001+02:00")
    for zone in zones:
        write(database, FixedClock(datetime.fromisoformat(zone)))
    with database.reading() as session:
        stored = session.scalars(select(JournalEntry.at).order_by(JournalEntry.at)).all()
    assert stored == sorted(datetime.fromisoformat(zone) for zone in zones)


@pytest.mark.parametrize("case", cases("sqlite_two_writers"))
def test_the_second_writer_waits(database_url: str, database: Database, clock: Clock, case: Case) -> None:
    errors: list[BaseException] = []
    waiting = threading.Event()

    def second() -> None:
        with closing(open_database(database_url)) as other:
            event.listen(other.engine, "engine_connect", lambda _connection: waiting.set())
            try:
                write(other, clock, "segundo")
            except BaseException as error:
                errors.append(error)

    with unit_of_work(database, clock, station=1, act="x", user_id=None) as work:
        writer = threading.Thread(target=second)
        writer.start()
        assert waiting.wait(timeout=30)
        assert work.session.scalars(select(OfficeHoliday)).all() == []
        work.add(holiday("primeiro"))
    writer.join(timeout=30)
    assert len(errors) == case.expected["errors"], errors
    assert names(database) == ["primeiro", "segundo"]


def test_a_reader_neither_waits_nor_sees_half_an_act(database_url: str, database: Database, clock: Clock) -> None:
    with unit_of_work(database, clock, station=1, act="x", user_id=None) as work:
        work.add(holiday())
        work.session.flush()
        with closing(open_database(database_url)) as reader:
            assert names(reader) == []


def test_a_reading_block_never_writes(database: Database, clock: Clock) -> None:
    write(database, clock)
    with database.reading() as session:
        session.add(SignInAttempt(login="rui", failures=1, last_at=clock.now()))
        session.flush()
    with database.reading() as session:
        assert session.scalars(select(SignInAttempt)).all() == []


@sqlite_only
def test_no_kill_loses_what_was_acknowledged(database_url: str, clock: Clock) -> None:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.store.writer"])
    acknowledged: list[int] = []
    for kill in range(10):
        receiving, sending = context.Pipe(duplex=False)
        writer = context.Process(target=write_until_killed, args=(database_url, sending))
        writer.start()
        sending.close()
        for _ in range(1 + kill % 4):
            assert receiving.poll(60)
            acknowledged.append(receiving.recv())
        writer.kill()
        writer.join()
        with suppress(EOFError):
            while True:
                acknowledged.append(receiving.recv())
        receiving.close()
    with closing(open_database(database_url)) as database:
        stored = [int(name) for name in names(database)]
        assert set(acknowledged) <= set(stored)
        assert sorted(stored) == list(range(1, len(stored) + 1))
        assert broken_links(database) == []
        with database.reading() as session:
            assert session.scalar(text("PRAGMA integrity_check")) == "ok"
            last = session.scalar(text("SELECT last FROM number_series"))
        assert last == len(stored)
        with unit_of_work(database, clock, station=1, act="x", user_id=None) as work:
            assert work.next_number(NumberKind.SEAL, 2026).sequence == len(stored) + 1
