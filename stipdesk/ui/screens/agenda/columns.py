"""The columns of a work list, how it is ordered and filtered."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from stipdesk.domain.text import fold, format_date, sort_key
from stipdesk.services.worklists import WorkLine
from stipdesk.ui.palette import Tone
from stipdesk.ui.strings import count
from stipdesk.ui.tables.column import Column, Wanted

_CLOSE = 10


def term_text(line: WorkLine) -> str:
    """How far the date is: "hoje", "em 5 dias", "há 12 dias"; "" without one."""
    if line.days is None:
        return ""
    if line.days == 0:
        return "hoje"
    days = count(abs(line.days), "dia", "dias")
    return f"em {days}" if line.days > 0 else f"há {days}"


def term_tone(line: WorkLine) -> Tone | None:
    """Past is red, close is amber."""
    if line.days is None:
        return None
    if line.days < 0:
        return Tone.STOP
    return Tone.CARE if line.days <= _CLOSE else Tone.NEUTRAL


COLUMNS: tuple[Column[WorkLine], ...] = (
    Column("Quem", lambda line: line.who, sort="who", width=22, strong=True),
    Column("Documento", lambda line: line.document, sort="document", width=14),
    Column("O que há", lambda line: line.what, sort="what", width=40, stretches=True),
    Column("Grupo", lambda line: line.group, sort="group", width=13),
    Column("Artigo", lambda line: line.article, sort="article", width=12),
    Column("Data", lambda line: format_date(line.day) if line.day else "", sort="day", width=10),
    Column("Prazo", term_text, sort="day", badge=term_tone, width=12),
)
GROUP_COLUMN = 3
ARTICLE_COLUMN = 4
DAY_COLUMN = 5

_KEYS: dict[str, Callable[[WorkLine], tuple[object, ...]]] = {
    "who": lambda line: (sort_key(line.who),),
    "document": lambda line: (line.document,),
    "what": lambda line: (line.what,),
    "group": lambda line: (line.group, line.day or date.max),
    "article": lambda line: (line.article,),
    "day": lambda line: (line.day or date.max,),
}


@dataclass(frozen=True, slots=True)
class Sieve:
    """What is shown of a list: one group of it, "" for all, and the lines that hold every word of `text`."""

    group: str = ""
    text: str = ""

    def through(self, lines: Sequence[WorkLine]) -> list[WorkLine]:
        words = fold(self.text).split()
        return [line for line in lines if self.group in ("", line.group) and self._holds(line, words)]

    def _holds(self, line: WorkLine, words: Sequence[str]) -> bool:
        if not words:
            return True
        held = fold(f"{line.who} {line.document} {line.what} {line.article} {line.cure}")
        return all(word in held for word in words)


def in_order(lines: Sequence[WorkLine], sort: str, descending: bool) -> list[WorkLine]:
    """The lines ordered by a column; "" is the order of the list, the most urgent first."""
    key = _KEYS.get(sort)
    ordered = list(lines) if key is None else sorted(lines, key=key)
    return ordered[::-1] if descending else ordered


def page_of(lines: Sequence[WorkLine], wanted: Wanted) -> tuple[int, Sequence[WorkLine]]:
    """One page of lines that are already in memory."""
    ordered = in_order(lines, wanted.sort, wanted.descending)
    return len(ordered), ordered[wanted.offset : wanted.offset + wanted.limit]
