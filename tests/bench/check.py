"""The daily check of everybody, in a process whose memory is its own, and the standing of one person."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from stipdesk.domain.registers import SubjectKind
from stipdesk.models import Driver
from stipdesk.services import holders
from stipdesk.services.access import Desk
from stipdesk.services.drivers import ListRequest
from stipdesk.store.queries import lists
from stipdesk.store.queries import registers as queries
from tests.bench.measure import Row, row, sample

_PEOPLE = 200
_CHECK = """
import gc, resource, sys, time
from pathlib import Path
from stipdesk.bootstrap import open_desk
from stipdesk.services.daily_check import DailyCheck
desk = open_desk(sys.argv[1], Path(sys.argv[2]))
gc.disable()  # as in the window, which collects between its tasks
start, worst, found = time.perf_counter(), 0.0, []
run = DailyCheck(desk)
progress = run.begin()
while not progress.is_over:
    batch = time.perf_counter()
    progress = run.advance()
    worst = max(worst, time.perf_counter() - batch)
    gc.collect(1)
    found += progress.found
seconds = time.perf_counter() - start
print(seconds, time.process_time(), worst, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, len(found))
"""


def check_rows(desk: Desk, where: str, url: str, keys: Path) -> Iterator[Row]:
    """`url` and `keys` are those of `desk`, which another process opens for itself."""
    yield _standing(desk, where)
    command = [sys.executable, "-c", _CHECK, url, str(keys)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=900)
    seconds, processor, worst, megabytes, found = (float(part) for part in answer.stdout.split())
    yield Row("daily check of everybody", where, seconds, seconds, "s", f"≤ 60 s; {found:,.0f} conditions lost")
    yield Row("daily check: processor", where, processor, processor, "s", "")
    yield Row("daily check: the longest batch", where, worst * 1000, worst * 1000, "ms", "what the window may wait")
    yield Row("daily check: peak memory", where, megabytes, megabytes, "MB", "≤ 300 MB")


def _standing(desk: Desk, where: str) -> Row:
    """A driver and the vehicles in use, as the card asks for them."""
    random = Random(1)
    with desk.reading() as session:
        total, _ = lists.page(session, SubjectKind.DRIVER, ListRequest(limit=1))
        places = [random.randrange(total) for _ in range(_PEOPLE)]
        ids = [lists.page(session, SubjectKind.DRIVER, ListRequest(offset=place, limit=1))[1][0] for place in places]

    def standing(driver_id: object) -> None:
        with desk.reading() as session:
            driver = session.get_one(Driver, driver_id)
            links = queries.vehicle_links(session, drivers=[driver.id])
            cars = queries.rows_by_id(session, SubjectKind.VEHICLE, [link.vehicle_id for link in links])
            holders.standings(desk, session, [driver])
            holders.standings(desk, session, list(cars.values()))

    standing(ids[0])  # the calendar of the year is made once
    return row("standing of one person with vehicles", where, sample(standing, ids), "≤ 20 ms")
