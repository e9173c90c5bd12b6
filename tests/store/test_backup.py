"""A copy of the database is whole and checked before it has its name (cases S013, S014, S016)."""

import shutil
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import text

from stipdesk.domain.clock import Clock
from stipdesk.domain.errors import EnvironmentFault
from stipdesk.models import OfficeHoliday
from stipdesk.store import backup
from stipdesk.store.backup import back_up_sqlite
from stipdesk.store.engine import Database, open_database
from stipdesk.store.unit_of_work import unit_of_work
from tests.cases.loading import Case, cases
from tests.stored import broken_links, contents

pytestmark = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)


def write(database: Database, clock: Clock, rows: int = 1) -> None:
    with unit_of_work(database, clock, station=1, act="x", user_id=None) as work:
        for _ in range(rows):
            work.add(
                OfficeHoliday(
                    day=date(2026, 5, 13), name="Aniversário", kind="municipal", working=False, extends_term=None
                )
            )


@pytest.mark.parametrize("case", cases("backup_rows"))
def test_a_copy_made_at_once_holds_every_row(database: Database, clock: Clock, tmp_path: Path, case: Case) -> None:
    write(database, clock, case.input["rows"])
    target = tmp_path / "cópia" / "stip.db"
    target.parent.mkdir()
    back_up_sqlite(database, target)
    assert [path.name for path in target.parent.iterdir()] == ["stip.db"], "one file holds everything"
    restored = tmp_path / "restaurado.db"
    shutil.copy(target, restored)
    with closing(open_database(f"sqlite:///{restored}")) as copy:
        assert len(contents(copy)["office_holiday"]) == case.expected["restored"]
        assert contents(copy) == contents(database)
        assert broken_links(copy) == []
        write(copy, clock)


def test_a_copy_has_no_half_of_what_others_are_writing(database: Database, clock: Clock, tmp_path: Path) -> None:
    write(database, clock)
    with unit_of_work(database, clock, station=1, act="x", user_id=None) as work:
        work.add(OfficeHoliday(day=date(2026, 9, 7), name="Pátria", kind="national", working=False, extends_term=None))
        work.session.flush()
        with closing(open_database(str(database.engine.url))) as other:
            back_up_sqlite(other, tmp_path / "copia.db")
    with closing(open_database(f"sqlite:///{tmp_path / 'copia.db'}")) as copy:
        assert len(contents(copy)["office_holiday"]) == 1
        assert broken_links(copy) == []


@pytest.mark.parametrize("case", cases("backup_verified"))
def test_a_copy_that_does_not_pass_its_check_gets_no_name(
    database: Database, clock: Clock, tmp_path: Path, case: Case
) -> None:
    assert case.expected["verified"]
    write(database, clock)
    with closing(sqlite3.connect(tmp_path / "stipdesk.db")) as foreign:  # foreign keys are off here
        foreign.execute("DROP TRIGGER tr_office_holiday_journaled")
        foreign.execute("UPDATE office_holiday SET journal_seq = 99")
        foreign.commit()
    with pytest.raises(EnvironmentFault, match="cópia de segurança"):
        back_up_sqlite(database, tmp_path / "copia.db")
    assert not [path.name for path in tmp_path.iterdir() if "copia" in path.name]


def test_a_copy_with_fewer_rows_does_not_pass(database: Database, clock: Clock, tmp_path: Path) -> None:
    write(database, clock)
    back_up_sqlite(database, tmp_path / "copia.db")
    with closing(sqlite3.connect(tmp_path / "copia.db")) as copy:
        backup._verify(copy, backup._rows(copy))
        with pytest.raises(sqlite3.DatabaseError):
            backup._verify(copy, backup._rows(copy) | {"office_holiday": 2})


def test_a_damaged_page_gives_no_copy(database: Database, clock: Clock, tmp_path: Path) -> None:
    write(database, clock, 200)
    with database.engine.connect() as connection:
        root = connection.execute(text("SELECT rootpage FROM sqlite_master WHERE name = 'journal'")).scalar_one()
    database.close()
    file = tmp_path / "stipdesk.db"
    with file.open("r+b") as stream:
        stream.seek((root - 1) * 4096)
        stream.write(b"\xff" * 4096)
    with pytest.raises(EnvironmentFault):
        back_up_sqlite(database, tmp_path / "copia.db")
    assert not [path.name for path in tmp_path.iterdir() if "copia" in path.name]


def test_what_an_interrupted_copy_left_is_no_obstacle(database: Database, clock: Clock, tmp_path: Path) -> None:
    write(database, clock)
    (tmp_path / "copia.db.part").write_bytes(b"half of something" * 1000)
    (tmp_path / "copia.db").write_bytes(b"an older copy")
    back_up_sqlite(database, tmp_path / "copia.db")
    with closing(open_database(f"sqlite:///{tmp_path / 'copia.db'}")) as copy:
        assert contents(copy) == contents(database)


def test_a_folder_that_is_not_there_is_told(database: Database, tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault, match="cópia de segurança"):
        back_up_sqlite(database, tmp_path / "pendrive" / "copia.db")
