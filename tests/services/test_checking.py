"""`check`: each kind of damage is found, and told apart, on both engines; a sound database gives no finding."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from stipdesk.domain.registers import SubjectKind
from stipdesk.services import authorizations, checking, drivers, inspections, registers
from stipdesk.services.access import Desk
from stipdesk.services.checking import CheckArea, Finding
from stipdesk.services.inspections import Failure, RecordInspection
from stipdesk.store.queries import checking as queries
from tests import office

PNG = b"\x89PNG\r\n\x1a\n" + bytes(2000)


@pytest.fixture
def busy(desk: Desk) -> Desk:
    """An office with something of everything: registers, a failed and an approved inspection, a CAA, a withdrawal."""
    _operator_id, driver_id, vehicle_id = office.walk_in(desk)
    failure = Failure("brakes", "não seguram", PNG)
    inspections.record(desk, RecordInspection(vehicle_id, desk.today, "Oficina", (failure,)))
    for _ in range(2):
        inspections.record(desk, RecordInspection(vehicle_id, desk.today, "Oficina"))
    office.ready(desk, driver_id)
    authorizations.issue(desk, SubjectKind.DRIVER, driver_id)
    other = drivers.register(desk, office.another_driver(1))
    registers.withdraw(desk, SubjectKind.DRIVER, other, "mudou-se")
    assert checking.check(desk) == []
    return desk


def damage(desk: Desk, *statements: str) -> list[Finding]:
    """What is found after somebody with the owner's rights took the guards away, did this and put them back."""
    with desk.database.engine.begin() as connection:
        put_back = _without_guards(connection)
        for statement in statements:
            connection.execute(text(statement))
        put_back()
    return checking.check(desk)


def _without_guards(connection: Connection) -> Callable[[], None]:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL session_replication_role = replica"))
        return lambda: None
    guards = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")).all()
    for name, _sql in guards:
        connection.execute(text(f"DROP TRIGGER {name}"))
    connection.exec_driver_sql("COMMIT")
    connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
    connection.exec_driver_sql("BEGIN IMMEDIATE")

    def put_back() -> None:
        for _name, sql in guards:
            connection.exec_driver_sql(sql)
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("PRAGMA foreign_keys=ON")
        connection.exec_driver_sql("BEGIN")

    return put_back


@pytest.mark.parametrize(
    ("statement", "area", "message"),
    [
        ("UPDATE driver SET phone = '66999990001'", CheckArea.ROWS, "de driver não é o que o diário diz"),
        ("UPDATE vehicle SET seats = 7", CheckArea.ROWS, "de vehicle não é o que o diário diz"),
        ("UPDATE inspection SET approved = NOT approved", CheckArea.ROWS, "de inspection não é o que o diário diz"),
        ("UPDATE driver SET withdrawn_on = NULL", CheckArea.ROWS, "de driver não é o que o diário diz"),
        ("UPDATE journal SET act = 'outro' WHERE seq = 5", CheckArea.JOURNAL, "entrada 5: a entrada foi alterada"),
        ("UPDATE journal SET payload = '{}' WHERE seq = 5", CheckArea.JOURNAL, "o conteúdo da entrada foi alterado"),
        ("UPDATE journal_head SET seq = seq - 1", CheckArea.JOURNAL, "a cabeça do diário"),
        ("DELETE FROM inspection_failure", CheckArea.ROWS, "inspection_failure tem 0 registro(s)"),
        ("DELETE FROM fee_payment", CheckArea.REFERENCES, "apontam para fee_payment que não existe"),
        (
            "UPDATE seal SET number_sequence = 9 WHERE number_sequence = 2",
            CheckArea.NUMBERS,
            "000002/2026-01 a 000008/2026-01",
        ),
        ("DELETE FROM inspection WHERE number_sequence = 1", CheckArea.NUMBERS, "laudo de vistoria de 2026-01: 000001"),
        ("UPDATE number_series SET last = 7 WHERE kind = 'seal'", CheckArea.NUMBERS, "contador de selo"),
        ("UPDATE number_series SET last = 0 WHERE kind = 'authorization'", CheckArea.NUMBERS, "está atrasado"),
        ("DELETE FROM number_series WHERE kind = 'inspection'", CheckArea.NUMBERS, "está atrasado"),
        (
            "UPDATE issued_document SET pdf = CAST('%PDF-' AS {bytes}) WHERE kind = 'seal'",
            CheckArea.DOCUMENTS,
            "000001/2026-01 (seal) foi alterado",
        ),
        ("UPDATE attachment SET content = CAST('x' AS {bytes})", CheckArea.DOCUMENTS, "O arquivo anexado"),
        ("DELETE FROM search_entry WHERE subject_kind = 'driver'", CheckArea.SEARCH, "não são encontrados"),
        ("UPDATE search_entry SET text = ' x '", CheckArea.SEARCH, "não são encontrados"),
    ],
)
def test_damage_is_found(busy: Desk, statement: str, area: CheckArea, message: str) -> None:
    kind_of_bytes = "BLOB" if busy.database.is_sqlite else "BYTEA"
    findings = damage(busy, statement.format(bytes=kind_of_bytes) if "{bytes}" in statement else statement)
    assert [finding for finding in findings if finding.area is area and message in finding.message], findings


def test_a_hole_in_the_chain_is_found(busy: Desk) -> None:
    findings = damage(busy, "DELETE FROM journal WHERE seq = 4")
    assert Finding(CheckArea.JOURNAL, "Diário da estação 01, entrada 5: faltam as entradas 4 a 4.") in findings


def test_an_old_state_put_back_is_found(busy: Desk) -> None:
    findings = damage(
        busy,
        "UPDATE driver SET withdrawn_on = NULL, withdrawal_reason = NULL, rv = 1, journal_seq ="
        " (SELECT min(seq) FROM journal WHERE row_id = driver.id) WHERE withdrawn_on IS NOT NULL",
    )
    assert "1 registro(s) de driver estão em um estado anterior" in " ".join(each.message for each in findings)


def test_an_entry_borrowed_from_another_row_is_found(busy: Desk) -> None:
    findings = damage(busy, "UPDATE driver SET journal_seq = 1 WHERE withdrawn_on IS NULL")
    assert (
        Finding(
            CheckArea.REFERENCES,
            "1 registro(s) de driver (id, journal_origin, journal_seq) apontam para journal que não existe.",
        )
        in findings
    )


def test_a_number_borne_twice_is_found(busy: Desk) -> None:
    rebuilt: tuple[str, ...] = ("ALTER TABLE seal DROP CONSTRAINT uq_seal_number",)
    if busy.database.is_sqlite:
        # The unique index would have to go too; SQLite keeps it in the table itself.
        rebuilt = ("CREATE TABLE copy AS SELECT * FROM seal", "DROP TABLE seal", "ALTER TABLE copy RENAME TO seal")
    with busy.database.engine.begin() as connection:
        put_back = _without_guards(connection)
        for statement in (*rebuilt, "UPDATE seal SET number_sequence = 1"):
            connection.execute(text(statement))
        put_back()
    messages = [finding.message for finding in checking.check(busy) if finding.area is CheckArea.NUMBERS]
    assert "O número 000001/2026-01 está em mais de um selo." in messages


def test_guards_that_were_taken_away_are_found(busy: Desk) -> None:
    table = "" if busy.database.is_sqlite else " ON driver"
    with busy.database.engine.begin() as connection:
        connection.execute(text(f"DROP TRIGGER tr_driver_journaled{table}"))
    assert checking.check(busy) == [
        Finding(CheckArea.GUARDS, "A proteção tr_driver_journaled do diário foi retirada do banco de dados.")
    ]


def test_a_disabled_guard_counts_as_taken_away(busy: Desk) -> None:
    if busy.database.is_sqlite:
        return  # SQLite can only drop them
    with busy.database.engine.begin() as connection:
        connection.execute(text("ALTER TABLE driver DISABLE TRIGGER USER"))
    assert {finding.area for finding in checking.check(busy)} == {CheckArea.GUARDS}


def test_a_search_entry_of_nobody_is_found(busy: Desk) -> None:
    findings = damage(
        busy,
        "INSERT INTO search_entry (id, subject_kind, subject_id, text, sort_key)"
        " SELECT 1000, 'driver', row_id, ' x ', 'x' FROM journal WHERE table_name = 'office'",
    )
    assert "1 entrada(s) da busca não pertencem a registro algum." in [finding.message for finding in findings]


def test_a_full_text_index_out_of_step_is_found(busy: Desk) -> None:
    if not busy.database.is_sqlite:
        return  # PostgreSQL keeps its index in step by itself
    findings = damage(busy, "INSERT INTO search_index (search_index) VALUES ('delete-all')")
    assert findings == [Finding(CheckArea.SEARCH, "O índice da busca não corresponde às suas entradas.")]


def test_a_damaged_file_is_found(busy: Desk, tmp_path: Path) -> None:
    if not busy.database.is_sqlite:
        return  # the server looks after its files
    with busy.database.engine.connect() as connection:
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        page = connection.exec_driver_sql("SELECT rootpage FROM sqlite_master WHERE name = 'ix_driver_order'").scalar()
    busy.database.engine.dispose()
    assert isinstance(page, int)
    with (tmp_path / "stipdesk.db").open("r+b") as file:
        file.seek((page - 1) * 4096 + 2000)
        file.write(b"\xff" * 2000)
    findings = checking.check(busy)
    assert {finding.area for finding in findings} == {CheckArea.FILE}


def test_erased_histories_are_no_damage(busy: Desk) -> None:
    """Anonymising erases payload and salt together; the chain still verifies and the row cannot be compared."""
    with busy.database.engine.begin() as connection:
        connection.execute(text("UPDATE journal SET payload = NULL, salt = NULL WHERE table_name = 'driver'"))
    assert checking.check(busy) == []


def test_every_area_is_told_in_order(busy: Desk) -> None:
    told: list[CheckArea] = []
    checking.check(busy, told.append)
    assert told == list(CheckArea)


def test_many_of_one_kind_are_cut_short(busy: Desk) -> None:
    findings = damage(busy, "UPDATE journal SET reason = 'x'")
    chain = [finding.message for finding in findings if finding.area is CheckArea.JOURNAL]
    assert len(chain) == 21
    assert chain[-1].startswith("… e outros")


def test_every_journaled_table_is_looked_at(busy: Desk) -> None:
    with busy.reading() as session:
        seen = queries.inserted(session)
    assert seen.keys() <= {table.name for table in queries.journaled_tables()}
