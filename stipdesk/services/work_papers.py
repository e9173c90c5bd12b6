"""A work list on paper: numbered and kept like any other, with every CPF masked."""

import re
from collections.abc import Sequence
from uuid import UUID

from stipdesk.domain.documents import DocumentKind, LetterSection, LetterTable, LetterText
from stipdesk.domain.errors import Refused
from stipdesk.domain.identifiers import Cpf
from stipdesk.domain.permissions import Act
from stipdesk.domain.text import format_date
from stipdesk.models import OFFICE_ID
from stipdesk.services import letters
from stipdesk.services.access import Desk
from stipdesk.services.work_lines import WorkLine

MOST_LINES = 1_000
_CPF = re.compile(r"\d{3}\.\d{3}\.\d{3}-\d{2}")
_COLUMNS = (("QUEM", 3.0), ("DOCUMENTO", 1.9), ("O QUE HÁ E O QUE FAZER", 5.0), ("ARTIGO", 1.5), ("DATA", 1.3))


def write_list(desk: Desk, title: str, explanation: str, lines: Sequence[WorkLine]) -> UUID:
    """Write the list as it stands today and return the paper. Raises `Refused` for an empty or a very long one."""
    if not lines:
        raise Refused("A lista está vazia: não há o que imprimir.")
    if len(lines) > MOST_LINES:
        raise Refused(
            f"A lista tem {len(lines)} linhas, e o papel leva até {MOST_LINES}. Filtre-a ou exporte para planilha."
        )
    rows = tuple(
        (line.who, _masked(line.document), _words(line), line.article, letters.day(line.day)) for line in lines
    )
    quantity = "1 linha" if len(lines) == 1 else f"{len(lines)} linhas"
    text = LetterText(
        title,
        f"Situação em {format_date(desk.today)} · {quantity}",
        sections=(LetterSection("", (explanation,) if explanation else (), LetterTable(_COLUMNS, rows)),),
    )
    with desk.act(Act.PRINT_LIST) as work:
        return letters.write(desk, work, DocumentKind.WORK_LIST, OFFICE_ID, text).id


def _words(line: WorkLine) -> str:
    return f"{line.what}. {line.cure}".strip() if line.cure else line.what


def _masked(document: str) -> str:
    """What papers show of a CPF; plates and CNPJs as they are."""
    if not _CPF.fullmatch(document):
        return document
    return Cpf("".join(character for character in document if character.isdigit())).masked
