"""What an attendant waits for, on the office of 100,000 drivers: searching, listing, saving an inspection."""

from collections.abc import Callable, Iterator
from random import Random

from stipdesk.domain.registers import SubjectKind
from stipdesk.services import documents, drivers, infractions, inspections, operators, search, vehicles
from stipdesk.services.access import Desk
from stipdesk.services.drivers import ListRequest
from stipdesk.services.inspections import RecordInspection
from tests.bench.measure import Row, row, sample

_TYPED = (
    "joão da silva",
    "maria souza",
    "conceicao",
    "d'avila",
    "souza abc1",
    "123456",
    "zzz",
    "ana",
    "łukasz",
    "000123/2026",
)
_SAVES = 60
_JUMPS = 60


def desk_rows(desk: Desk, where: str) -> Iterator[Row]:
    yield _searching(desk, where)
    yield from _lists(desk, where)
    yield _saving(desk, where)


def _searching(desk: Desk, where: str) -> Row:
    plates = [
        drivers_row.plates[0] for drivers_row in drivers.page(desk, ListRequest(offset=500))[1] if drivers_row.plates
    ]
    typed = [*_TYPED, *plates[:5]]
    prefixes = [text[:length] for text in typed for length in range(1, len(text) + 1)]
    return row(
        "search while typing, every letter",
        where,
        sample(lambda text: search.find(desk, text), prefixes),
        "p95 ≤ 50 ms",
    )


def _lists(desk: Desk, where: str) -> Iterator[Row]:
    pages: dict[str, Callable[[ListRequest], tuple[int, object]]] = {
        "operators": lambda request: operators.page(desk, request),
        "drivers": lambda request: drivers.page(desk, request),
        "vehicles": lambda request: vehicles.page(desk, request),
        "infractions": lambda request: infractions.page(desk, request),
        "documents": lambda request: documents.page(desk, request.offset, request.limit),
    }
    random = Random(1)
    for name, page in pages.items():
        total, _ = page(ListRequest())
        jumps = [ListRequest(offset=random.randrange(max(total - 100, 1))) for _ in range(_JUMPS)]
        yield row(
            f"tab {name}: open, and jump to any page", where, sample(page, [ListRequest(), *jumps]), "p95 ≤ 100 ms"
        )


def _saving(desk: Desk, where: str) -> Row:
    total, _ = vehicles.page(desk, ListRequest())
    chosen = vehicles.page(desk, ListRequest(offset=total // 2, limit=_SAVES))[1]
    hits = search.find(desk, chosen[0].plate, kind=SubjectKind.VEHICLE)
    assert hits, "the office of the bench can be searched"
    times = sample(
        lambda vehicle: inspections.record(desk, RecordInspection(vehicle.vehicle_id, desk.today, "CIRETRAN")), chosen
    )
    return row("save an inspection: seal, journal, signature", where, times, "p95 ≤ 80 ms")
