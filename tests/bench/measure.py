"""Samples and the table they are printed in. Times are wall-clock milliseconds of one operation."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median, quantiles
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Row:
    """One line of the table. `peer` is the median of what ran beside it, 0 without one."""

    what: str
    where: str
    median: float
    p95: float
    unit: str
    target: str
    peer: float = 0.0

    def __str__(self) -> str:
        ratio = f"{self.median / self.peer:6.2f}×" if self.peer else " " * 7
        figures = f"{self.median:>9.2f} {self.p95:>9.2f} {self.unit:<3} {ratio}"
        return f"{self.what:<44} {self.where:<11} {figures}  {self.target}"


HEADER = f"{'':<44} {'':<11} {'median':>9} {'p95':>9} {'':<3} {'peer':>7}  target"


def sample(operation: Callable[[T], object], items: Iterable[T]) -> list[float]:
    """How long the operation took with each item."""
    times = []
    for item in items:
        start = time.perf_counter()
        operation(item)
        times.append((time.perf_counter() - start) * 1000)
    return times


def row(
    what: str, where: str, times: list[float], target: str, *, unit: str = "ms", peer: list[float] | None = None
) -> Row:
    """The line of a sample, with the ratio of its median to the peer's."""
    p95 = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
    return Row(what, where, median(times), p95, unit, target, median(peer) if peer else 0.0)
