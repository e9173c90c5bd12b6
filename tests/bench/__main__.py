"""`python3 dev.py bench`: the figures of the README, on both engines, as medians and p95. Nothing here is a test."""

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stipdesk.bootstrap import open_desk
from stipdesk.services import demo, office, users
from stipdesk.services.access import Desk
from tests import postgres
from tests.bench.check import check_rows
from tests.bench.desk import desk_rows
from tests.bench.measure import HEADER, Row
from tests.bench.papers import paper_rows
from tests.bench.window import window_rows
from tests.conftest import new_postgres_database


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--drivers", type=int, default=100_000)
    parser.add_argument("--engine", choices=("sqlite", "postgresql"), help="only this one")
    arguments = parser.parse_args()
    print(HEADER, flush=True)
    for line in paper_rows():
        print(line, flush=True)
    with _folder() as folder:
        if arguments.engine != "postgresql":
            url = f"sqlite:///{folder}/bench.sqlite"
            _measure(url, "SQLite", folder / "keys", arguments.drivers)
            environment = {"STIPDESK_HOME": str(folder / "home"), "STIPDESK_DATABASE_URL": url}
            for line in window_rows(environment, demo.COUNTER_LOGIN, demo.PASSWORD):
                print(line, flush=True)
        if arguments.engine != "sqlite":
            with postgres.server() as server:
                _measure(new_postgres_database(server), "PostgreSQL", folder / "keys-pg", arguments.drivers)
    return 0


def _measure(url: str, where: str, keys: Path, drivers: int) -> None:
    desk = open_desk(url, keys)
    try:
        for rows in (_rows(desk, where, drivers), check_rows(desk, where, url, keys)):
            for line in rows:
                print(line, flush=True)
    finally:
        desk.database.close()


def _rows(desk: Desk, where: str, drivers: int) -> Iterator[Row]:
    start = time.perf_counter()
    demo.load(desk, drivers)
    seconds = time.perf_counter() - start
    yield Row(f"make the office of {drivers:,} drivers", where, seconds, seconds, "s", "≤ 300 s")
    users.sign_in(desk, demo.COUNTER_LOGIN, demo.PASSWORD)
    office.unlock_key(desk, demo.PASSPHRASE)
    yield from desk_rows(desk, where)


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="stipdesk-bench-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
