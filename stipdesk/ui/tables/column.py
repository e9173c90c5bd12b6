"""What a table shows, as data: one `Column` for each column, and one `Wanted` for each page it asks for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from stipdesk.ui.palette import Tone

Row = TypeVar("Row")

PAGE = 100


@dataclass(frozen=True)  # with slots, `Column[Row](…)` could not be called
class Column(Generic[Row]):
    """`text` reads a frozen row. `sort` is the order's name in the service's request, "" for none.

    `badge` gives the tone of a state, which is then drawn as one; None draws plain text. `width` is in letters; the
    column with `stretches` takes what is left over. Numbers, dates and money go with `right`.
    """

    title: str
    text: Callable[[Row], str]
    sort: str = ""
    badge: Callable[[Row], Tone | None] | None = None
    width: int = 14
    stretches: bool = False
    right: bool = False
    strong: bool = False
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One page: rows from `offset`, at most `limit`, in the order `sort` ("" is the list's own)."""

    offset: int = 0
    limit: int = PAGE
    sort: str = ""
    descending: bool = False


# Runs in the database worker and answers how many rows there are in all, and those of the page.
Fetch: TypeAlias = Callable[[Wanted], tuple[int, Sequence[Row]]]
