"""A work list as a file for a spreadsheet, for whoever may print it."""

from collections.abc import Sequence
from pathlib import Path

from stipdesk.domain.errors import NotAllowed
from stipdesk.domain.permissions import Act
from stipdesk.exchange.tables import Table, TableFormat, write
from stipdesk.services.access import Desk
from stipdesk.services.work_lines import WorkLine

HEADINGS = ("Quem", "CPF, CNPJ ou placa", "Grupo", "O que há", "Artigo", "Data", "Dias", "O que fazer")


def table_of(title: str, lines: Sequence[WorkLine]) -> Table:
    """Days are negative when the date has passed; texts are as on the screen."""
    rows = [
        (line.who, line.document, line.group, line.what, line.article, line.day, line.days, line.cure) for line in lines
    ]
    return Table(title, HEADINGS, rows)


def export_list(desk: Desk, title: str, lines: Sequence[WorkLine], path: Path, form: TableFormat) -> Path:
    """Write the file and return its path. Raises `NotAllowed`, and `EnvironmentFault` as `tables.write` does."""
    if not desk.may(Act.PRINT_LIST):
        raise NotAllowed("Seu perfil não exporta listas. Procure quem as imprime no seu setor.")
    return write(table_of(title, lines), path, form)
