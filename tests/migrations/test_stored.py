"""What an office stored with an earlier version of the program is whole after the upgrade, on both engines."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from stipdesk.bootstrap import open_desk
from stipdesk.domain.clock import FixedClock
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import StandingState
from stipdesk.services import checking, drivers, registers, users, vehicles
from stipdesk.services.drivers import ListRequest
from stipdesk.store.engine import Database
from stipdesk.store.migrations import HEAD
from stipdesk.store.schema import prepare, upgrade_to
from tests import office
from tests.migrations.storing import load
from tests.migrations.test_migrations import version
from tests.stored import broken_links, contents

STORED = sorted((Path(__file__).parent / "stored").glob("*.json.gz"))
SAVED = datetime(2026, 12, 4, 13, 0, tzinfo=UTC)


@pytest.mark.parametrize("file", STORED, ids=lambda file: file.name.partition(".")[0])
def test_an_office_of_an_earlier_version_goes_on(file: Path, empty_database: Database, tmp_path: Path) -> None:
    clock = FixedClock(SAVED)
    with empty_database.writing() as session:
        upgrade_to(session.connection(), file.name.partition(".")[0])
    stored = load(file.read_bytes(), empty_database)
    prepare(empty_database, clock)
    assert version(empty_database) == HEAD
    kept = contents(empty_database)
    assert {name: len(rows) for name, rows in stored.items()} == {name: len(kept[name]) for name in stored}
    assert broken_links(empty_database) == []

    desk = open_desk(empty_database.engine.url.render_as_string(hide_password=False), tmp_path / "keys", clock)
    users.sign_in(desk, "helena", office.PASSWORD)
    assert checking.check(desk) == []
    _, rows = drivers.page(desk, ListRequest(0, 10, include_withdrawn=True))
    states = sorted(row.standing.state for row in rows)
    assert states == [StandingState.NEVER_AUTHORIZED, StandingState.REGULAR, StandingState.WITHDRAWN]
    first = next(row for row in rows if row.full_name == office.DRIVER.full_name)
    card = drivers.card(desk, first.driver_id)
    assert [line.voided_on is not None for line in card.authorizations].count(True) == 1
    car = vehicles.card(desk, card.vehicles[0].vehicle_id)
    assert [line.approved for line in car.inspections] == [True, False]

    clock.moment += timedelta(days=1)
    registers.withdraw(desk, SubjectKind.DRIVER, first.driver_id, "A pedido")
    assert drivers.card(desk, first.driver_id).standing.state is StandingState.WITHDRAWN
    assert broken_links(empty_database) == []
    desk.database.close()
