"""A table as a file for a spreadsheet: CSV or XLSX, whole or not at all, in which no text becomes a formula.

Both are made for a computer in Portuguese: the CSV has its mark of UTF-8, `;` between cells and dates as dd/mm/aaaa, so
that Excel and LibreOffice open it with one click; in the XLSX a text is a text (a CPF keeps its zeros) and a date is a
date.
"""

import csv
import errno
import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

from stipdesk.domain.errors import EnvironmentFault
from stipdesk.domain.text import format_date

Cell: TypeAlias = str | int | date | None

# What a spreadsheet takes for the beginning of a formula, also in the wide forms of an East Asian keyboard (case T041).
_FORMULA_STARTS = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
_MOST_ROWS = 1_048_576


class TableFormat(StrEnum):
    """The value is the end of the file's name."""

    CSV = "csv"
    XLSX = "xlsx"


@dataclass(frozen=True, slots=True)
class Table:
    """`name` is that of the sheet; every row has as many cells as there are headings."""

    name: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]


def write(table: Table, path: Path, form: TableFormat) -> Path:
    """Write the file and return its path, with the ending of its form added when it was not typed.

    What was there before stays until the new file is whole. Raises `EnvironmentFault` for a full disk, a folder that
    cannot be written, a file open in another program or a table longer than a sheet.
    """
    path = path if path.suffix.lower() == f".{form}" else path.with_name(f"{path.name}.{form}")
    writers: dict[TableFormat, Callable[[Table, Path], None]] = {
        TableFormat.CSV: _write_csv,
        TableFormat.XLSX: _write_xlsx,
    }
    if form is TableFormat.XLSX and len(table.rows) >= _MOST_ROWS:
        raise _too_long(len(table.rows))
    part = path.with_name(f".{path.name}.{os.getpid()}.parte")
    try:
        writers[form](table, part)
        part.replace(path)
    except OSError as error:
        raise _fault(path, error) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return path


def safe_text(text: str) -> str:
    """The text as a cell of a CSV file: one that would be a formula gets an apostrophe before it, as when typed."""
    cleaned = clean(text)
    looks = cleaned.lstrip()
    return f"'{cleaned}" if looks.startswith(_FORMULA_STARTS) or cleaned[:1] in {"\t", "\r", "\n"} else cleaned


def _write_csv(table: Table, path: Path) -> None:
    with path.open("w", encoding="utf-8-sig", errors="replace", newline="") as file:
        writer = csv.writer(file, delimiter=";", lineterminator="\r\n", quoting=csv.QUOTE_MINIMAL)
        writer.writerow([safe_text(heading) for heading in table.headings])
        for row in table.rows:
            writer.writerow([_csv_cell(cell) for cell in row])
        file.flush()
        os.fsync(file.fileno())


def _csv_cell(cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case date():
            return format_date(cell)
        case int():
            return str(cell)
        case str():
            return safe_text(cell)


def _write_xlsx(table: Table, path: Path) -> None:
    from stipdesk.exchange.xlsx import write_sheet  # openpyxl costs a fifth of a second that no window needs before

    write_sheet(table, path)


def clean(text: str) -> str:
    """Without what no file may hold: control characters and half characters."""
    return _CONTROL.sub(" ", text).encode("utf-8", "replace").decode("utf-8")


def _too_long(rows: int) -> EnvironmentFault:
    return EnvironmentFault(
        f"A tabela tem {rows} linhas, mais do que cabe em uma planilha.",
        "Nada foi gravado.",
        "Filtre a lista ou exporte em CSV.",
    )


def _fault(path: Path, error: OSError) -> EnvironmentFault:
    kept = "Nada foi gravado; o arquivo que já estava lá não mudou."
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return EnvironmentFault(
            f"O disco encheu durante a gravação de {path.name}.", kept, "Libere espaço ou escolha outro disco."
        )
    if error.errno in {errno.ENOENT, errno.ENOTDIR}:
        return EnvironmentFault(
            f"A pasta {path.parent} não existe mais.", kept, "Escolha outra pasta e exporte de novo."
        )
    if error.errno == errno.ENAMETOOLONG:
        return EnvironmentFault("O nome do arquivo é longo demais.", kept, "Escolha um nome mais curto.")
    if path.is_dir():
        return EnvironmentFault(f"Já existe uma pasta chamada {path.name}.", kept, "Escolha outro nome.")
    if path.exists() and os.access(path.parent, os.W_OK):
        return EnvironmentFault(
            f"O arquivo {path.name} está aberto em outro programa ou é protegido contra gravação.",
            kept,
            "Feche-o na planilha ou escolha outro nome e exporte de novo.",
        )
    if error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return EnvironmentFault(
            f"Não há permissão para gravar na pasta {path.parent}.", kept, "Escolha outra pasta e exporte de novo."
        )
    return EnvironmentFault(
        f"O arquivo {path.name} não pôde ser gravado ({error.strerror}).", kept, "Escolha outra pasta e tente de novo."
    )
