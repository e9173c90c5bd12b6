"""A small office's database as one version of the program left it: `python -m tests.migrations.storing FILE`.

Run at the last commit of a schema, before the next one changes it; the file then stays as it is for ever, and every
later program must still bring it to its own schema (`test_stored.py`). Rows are JSON, table by table.
"""

import base64
import gzip
import json
import sys
import tempfile
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from uuid import UUID

from sqlalchemy import Column, MetaData, RowMapping, Table, insert, select, text

from stipdesk.models import Base
from stipdesk.models.types import Moment
from stipdesk.store.engine import Database

Rows = Mapping[str, list[dict[str, object]]]


def dump(database: Database) -> bytes:
    """Every row of every table, as `load` reads it."""
    with database.reading() as session:
        rows = {
            table.name: [
                {name: _plain(value) for name, value in row.items()}
                for row in session.execute(select(table)).mappings()
            ]
            for table in Base.metadata.sorted_tables
        }
    written = json.dumps({name: found for name, found in rows.items() if found}, ensure_ascii=False, sort_keys=True)
    return gzip.compress(written.encode(), mtime=0)


def load(content: bytes, database: Database) -> Rows:
    """Puts the rows in a database whose schema is the one they came from; returns them."""
    stored: Rows = json.loads(gzip.decompress(content))
    with database.writing() as session:
        for table in Base.metadata.sorted_tables:
            for row in stored.get(table.name, []):
                values = {name: _typed(table.columns[name], value) for name, value in row.items()}
                session.execute(insert(_columns_of(table, list(row))).values(values))
        if database.is_sqlite:  # its full-text index is no table of ours: made of the entries, as by a rebuild
            session.execute(text("INSERT INTO search_index (search_index) VALUES ('rebuild')"))
    return stored


def _columns_of(table: Table, names: list[str]) -> Table:
    """The table as it was: with these columns only, so that no default of a later one is written."""
    return Table(table.name, MetaData(), *(Column(name, table.columns[name].type) for name in names))


def _plain_row(row: RowMapping) -> dict[str, object]:
    return {name: _plain(value) for name, value in row.items()}


def _plain(value: object) -> object:
    match value:
        case bytes():
            return base64.b64encode(value).decode()
        case datetime() | date():
            return value.isoformat()
        case UUID():
            return str(value)
        case _:
            return value


def _typed(column: "Column[object]", value: object) -> object:
    if value is None or not isinstance(value, str):
        return value
    wanted = datetime if isinstance(column.type, Moment) else column.type.python_type
    makers: Mapping[type, Callable[[str], object]] = {
        bytes: base64.b64decode,
        datetime: datetime.fromisoformat,
        date: date.fromisoformat,
        UUID: UUID,
    }
    return makers[wanted](value) if wanted in makers else value


def _make() -> bytes:
    """An office with a driver through a first CAA, a second one left half way, an auto, and what was voided."""
    from stipdesk.bootstrap import open_desk
    from stipdesk.domain.clock import FixedClock
    from stipdesk.domain.registers import SubjectKind
    from stipdesk.services import authorizations, drivers, inspections, registers
    from stipdesk.store.schema import prepare
    from tests import office

    folder = Path(tempfile.mkdtemp())
    clock = FixedClock(datetime(2026, 12, 1, 13, 0, tzinfo=UTC))
    desk = open_desk(f"sqlite:///{folder / 'office.db'}", folder / "keys", clock)
    prepare(desk.database, clock)
    office.set_up(desk)
    operator_id, driver_id, vehicle_id = office.walk_in(desk)
    office.ready(desk, driver_id)
    failure = inspections.Failure("bumpers", "Solto do lado direito")
    inspections.record(desk, inspections.RecordInspection(vehicle_id, desk.today, "Pátio da CMTU", (failure,)))
    clock.moment += timedelta(days=3)
    inspections.record(desk, inspections.RecordInspection(vehicle_id, desk.today, "Pátio da CMTU"))
    wrong = authorizations.issue(desk, SubjectKind.DRIVER, driver_id)
    authorizations.void(desk, wrong.authorization_id, "Emitido para a pessoa errada")
    authorizations.issue(desk, SubjectKind.DRIVER, driver_id)
    second = drivers.register(desk, office.another_driver(1), operator_id)
    registers.withdraw(desk, SubjectKind.DRIVER, drivers.register(desk, office.another_driver(2)), "A pedido")
    office.pay(desk, SubjectKind.DRIVER, second, "BB-2")
    content = dump(desk.database)
    desk.database.close()
    return content


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(_make())
