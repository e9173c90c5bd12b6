"""Rows, journal and numbers change together or not at all, and the databases themselves refuse anything else."""

import threading
from datetime import date
from uuid import UUID

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from stipdesk.domain.clock import Clock
from stipdesk.domain.numbers import NumberKind
from stipdesk.models import OfficeHoliday, User
from stipdesk.store.engine import Database, open_database
from stipdesk.store.journal import verify_chain
from stipdesk.store.unit_of_work import unit_of_work
from tests.cases.loading import Case, cases
from tests.stored import broken_links, contents, without_guards


def _holiday(name: str = "Aniversário") -> OfficeHoliday:
    return OfficeHoliday(day=date(2026, 5, 13), name=name, kind="municipal", working=False, extends_term=None)


def _stored(database: Database, clock: Clock, name: str = "Aniversário") -> UUID:
    with unit_of_work(database, clock, station=1, act="edit_calendar", user_id=None) as work:
        return work.add(_holiday(name)).id


def test_a_change_is_journaled_with_before_and_after(database: Database, clock: Clock) -> None:
    row_id = _stored(database, clock)
    with unit_of_work(database, clock, station=1, act="edit_calendar", user_id=None, reason="decreto") as work:
        work.get(OfficeHoliday, row_id).name = "Padroeiro"
    with database.reading() as session:
        entries = session.execute(text("SELECT seq, operation, payload, reason FROM journal ORDER BY seq")).all()
        assert [(entry.seq, entry.operation) for entry in entries] == [(1, "I"), (2, "U")]
        assert entries[1].payload == '{"after":{"name":"Padroeiro"},"before":{"name":"Aniversário"}}'
        assert entries[1].reason == "decreto"
        assert list(verify_chain(session)) == []


_COPIED = (
    "INSERT INTO office_holiday (id, rv, journal_origin, journal_seq, day, name, kind, working, extends_term)"
    " SELECT '00000000000000000000000000000001', 1, 1, {seq}, day, name, kind, working, extends_term"
    " FROM office_holiday"
)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE office_holiday SET name = 'x'",
        "UPDATE office_holiday SET name = 'x', journal_seq = journal_seq + 7",
        "DELETE FROM office_holiday",
        "UPDATE journal SET act = 'x'",
        "UPDATE journal SET payload = 'x'",
        "DELETE FROM journal",
        "UPDATE journal_head SET seq = 0",
        "DELETE FROM journal_head",
        _COPIED.format(seq=99),
        # Entries that exist, but tell of another row.
        "UPDATE office_holiday SET name = 'x', journal_seq = 2",
        _COPIED.format(seq=1),
        "UPDATE number_series SET year = year + 1, last = last + 1",
        "DELETE FROM number_series",
    ],
)
def test_a_change_that_bypasses_the_journal_is_refused(database: Database, clock: Clock, statement: str) -> None:
    _stored(database, clock)
    with unit_of_work(database, clock, station=1, act="x", user_id=None) as work:
        work.add(User(login="x", full_name="X", registration="", roles=[], password_hash="", must_change_password=False,
                      active=True, signature=None))  # fmt: skip
        work.next_number(NumberKind.SEAL, 2026)
    before = contents(database)
    with pytest.raises(DBAPIError), database.engine.begin() as connection:
        connection.execute(text(statement))
    assert contents(database) == before
    assert broken_links(database) == []


def test_replacing_a_row_is_refused_too(database: Database, clock: Clock) -> None:
    if not database.is_sqlite:
        return
    row_id = _stored(database, clock)
    with pytest.raises(DBAPIError), database.engine.begin() as connection:
        connection.execute(
            text("INSERT OR REPLACE INTO office_holiday SELECT * FROM office_holiday WHERE id = :id"),
            {"id": row_id.hex},
        )


def test_an_erased_payload_leaves_the_chain_whole(database: Database, clock: Clock) -> None:
    _stored(database, clock)
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE journal SET payload = NULL, salt = NULL WHERE seq = 1"))
    with database.reading() as session:
        assert list(verify_chain(session)) == []


@pytest.mark.parametrize("damage", ["act = 'outro'", "payload = '{}'", "user_id = NULL, at = at, reason = 'x'"])
def test_a_broken_chain_is_found(database: Database, clock: Clock, damage: str) -> None:
    for name in ("a", "b", "c"):
        _stored(database, clock, name)
    with database.engine.begin() as connection:
        without_guards(connection, database)
        connection.execute(text(f"UPDATE journal SET {damage} WHERE seq = 2"))
    with database.reading() as session:
        broken = list(verify_chain(session))
    assert [link.seq for link in broken][:1] == [2]


def test_a_missing_entry_is_found(database: Database, clock: Clock) -> None:
    for name in ("a", "b"):
        _stored(database, clock, name)
    with database.engine.begin() as connection:
        without_guards(connection, database)
        connection.execute(text("DELETE FROM office_holiday WHERE journal_seq = 2"))
        connection.execute(text("DELETE FROM journal WHERE seq = 2"))
    with database.reading() as session:
        assert [link.problem for link in verify_chain(session)] == [
            "a cabeça do diário não corresponde à última entrada"
        ]


@pytest.mark.parametrize("case", cases("gapless_after_rollback"))
def test_a_rollback_leaves_neither_row_nor_entry_nor_hole(database: Database, clock: Clock, case: Case) -> None:
    numbers = []
    for fails in (False, True, False):
        try:
            with unit_of_work(database, clock, station=1, act="x", user_id=None) as work:
                work.add(_holiday())
                number = work.next_number(NumberKind.SEAL, 2026)
                if fails:
                    raise ZeroDivisionError
                numbers.append(str(number))
        except ZeroDivisionError:
            pass
    assert numbers == [f"{number:06d}/2026-01" for number in case.expected["numbers"]]
    with database.reading() as session:
        assert session.execute(text("SELECT seq FROM journal ORDER BY seq")).scalars().all() == [1, 2]


def test_a_series_grows_only_by_one(database: Database, clock: Clock) -> None:
    with unit_of_work(database, clock, station=1, act="x", user_id=None) as work:
        work.next_number(NumberKind.SEAL, 2026)
    with pytest.raises(DBAPIError), database.engine.begin() as connection:
        connection.execute(text("UPDATE number_series SET last = last + 2"))


def test_two_writers_share_one_series_without_gap_or_duplicate(database_url: str, clock: Clock) -> None:
    numbers: list[int] = []
    failures: list[BaseException] = []

    def issue() -> None:
        mine = open_database(database_url)
        try:
            for _ in range(25):
                with unit_of_work(mine, clock, station=1, act="x", user_id=None) as work:
                    work.add(_holiday())
                    numbers.append(work.next_number(NumberKind.SEAL, 2026).sequence)
        except BaseException as failure:
            failures.append(failure)
        finally:
            mine.close()

    writers = [threading.Thread(target=issue) for _ in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert failures == []
    assert sorted(numbers) == list(range(1, 101))
    database = open_database(database_url)
    with database.reading() as session:
        assert session.execute(text("SELECT count(*), max(seq) FROM journal")).one() == (100, 100)
        assert list(verify_chain(session)) == []
    database.close()
