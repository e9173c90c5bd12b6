"""`stipdesk check`: whether what is stored still holds together, and what does not, in words for the technician."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from stipdesk.domain.numbers import NumberKind
from stipdesk.services.access import Desk
from stipdesk.store import journal
from stipdesk.store.engine import Session
from stipdesk.store.queries import checking as queries
from stipdesk.store.queries.checking import SeriesState

_MOST_OF_A_KIND = 20
_PAPERS = {
    NumberKind.AUTHORIZATION: "CAA",
    NumberKind.SEAL: "selo",
    NumberKind.INSPECTION: "laudo de vistoria",
    NumberKind.INFRACTION_NOTICE: "auto de infração",
    NumberKind.APPLICATION: "requerimento",
    NumberKind.MEASURE: "decisão",
    NumberKind.LETTER: "documento",
}


class CheckArea(StrEnum):
    """In the order in which they are checked."""

    FILE = "file"
    REFERENCES = "references"
    GUARDS = "guards"
    JOURNAL = "journal"
    ROWS = "rows"
    NUMBERS = "numbers"
    DOCUMENTS = "documents"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it should be. No finding means that everything agrees."""

    area: CheckArea
    message: str


def check(desk: Desk, progress: Callable[[CheckArea], None] | None = None) -> list[Finding]:
    """Look at everything in one reading; nothing is changed. `progress` is told each area before it begins.

    Of damage of one kind the first twenty are listed.
    """
    findings: list[Finding] = []
    with desk.reading() as session:
        for area, examine in _AREAS.items():
            if progress is not None:
                progress(area)
            messages = list(_first(examine(session)))
            findings += [Finding(area, message) for message in messages]
            if area is CheckArea.FILE and messages:
                break  # a damaged file answers nothing else truly
    return findings


def _first(messages: Iterator[str]) -> Iterator[str]:
    for number, message in enumerate(messages):
        if number == _MOST_OF_A_KIND:
            yield f"… e outros: só os primeiros {_MOST_OF_A_KIND} foram listados."
            return
        yield message


def _file(session: Session) -> Iterator[str]:
    for line in queries.file_problems(session):
        yield f"O arquivo do banco de dados está danificado: {line}"


def _references(session: Session) -> Iterator[str]:
    for found in queries.orphans(session):
        columns = ", ".join(found.columns)
        yield f"{found.count} registro(s) de {found.table} ({columns}) apontam para {found.parent} que não existe."


def _guards(session: Session) -> Iterator[str]:
    for name in queries.missing_guards(session):
        yield f"A proteção {name} do diário foi retirada do banco de dados."


def _journal(session: Session) -> Iterator[str]:
    for link in journal.verify_chain(session):
        yield f"Diário da estação {link.origin:02d}, entrada {link.seq}: {link.problem}."


def _rows(session: Session) -> Iterator[str]:
    expected = queries.inserted(session)
    for table in queries.journaled_tables():
        count = queries.row_count(session, table)
        if count != expected.get(table.name, 0):
            yield f"{table.name} tem {count} registro(s), e o diário viu entrar {expected.get(table.name, 0)}."
        outdated = queries.outdated_rows(session, table)
        if outdated:
            yield f"{outdated} registro(s) de {table.name} estão em um estado anterior ao último do diário."
        for row_id in queries.altered_rows(session, table):
            yield f"O registro {row_id} de {table.name} não é o que o diário diz."


def _numbers(session: Session) -> Iterator[str]:
    for state in queries.series(session):
        name = f"{_PAPERS[state.kind]} de {state.year}-{state.station:02d}"
        for number in queries.duplicated_numbers(session, state):
            yield f"O número {state.number(number)} está em mais de um {_PAPERS[state.kind]}."
        if state.papers != state.last:
            for first, last in queries.gaps(session, state):
                yield f"Falta na série de {name}: {_numbers_text(state, first, last)}."
        if state.counter > state.last:
            missing = _numbers_text(state, state.last + 1, state.counter)
            yield f"O contador de {name} está adiantado: falta o documento de {missing}."
        elif state.counter < state.last:
            yield f"O contador de {name} está atrasado: parou em {state.counter} e há documento até {state.last}."


def _numbers_text(state: SeriesState, first: int, last: int) -> str:
    return state.number(first) if first == last else f"{state.number(first)} a {state.number(last)}"


def _documents(session: Session) -> Iterator[str]:
    for kind, number in queries.altered_documents(session):
        yield f"O arquivo do documento {number} ({kind}) foi alterado depois de emitido."
    for sha256 in queries.altered_attachments(session):
        yield f"O arquivo anexado {sha256[:16]}… foi alterado depois de guardado."


def _search(session: Session) -> Iterator[str]:
    state = queries.search_state(session)
    if state.wrong:
        yield f"{state.wrong} registro(s) não são encontrados pela busca como estão agora."
    if state.surplus:
        yield f"{state.surplus} entrada(s) da busca não pertencem a registro algum."
    if not state.index_whole:
        yield "O índice da busca não corresponde às suas entradas."


_AREAS: dict[CheckArea, Callable[[Session], Iterator[str]]] = {
    CheckArea.FILE: _file,
    CheckArea.REFERENCES: _references,
    CheckArea.GUARDS: _guards,
    CheckArea.JOURNAL: _journal,
    CheckArea.ROWS: _rows,
    CheckArea.NUMBERS: _numbers,
    CheckArea.DOCUMENTS: _documents,
    CheckArea.SEARCH: _search,
}
