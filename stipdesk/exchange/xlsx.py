"""The XLSX file: texts are texts, dates are dates, nothing is a formula; the line of headings stays in sight."""

import re
from contextlib import suppress
from datetime import date
from pathlib import Path

from openpyxl import Workbook
from openpyxl.cell import Cell as SheetCell
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet
from openpyxl.worksheet.dimensions import ColumnDimension, DimensionHolder

from stipdesk.domain.text import format_date
from stipdesk.exchange.tables import Cell, Table, clean

_FORBIDDEN_IN_NAME = re.compile(r"[\[\]:*?/\\]")
_LONGEST_NAME = 31
_LONGEST_CELL = 32_767
_FIRST_DAY = date(1900, 3, 1)  # before it Excel's calendar has a day that never was
_WIDEST_COLUMN = 60
_SAMPLE = 500


def write_sheet(table: Table, path: Path) -> None:
    """One sheet, row by row into the file: a long table never stands whole in memory."""
    with path.open("wb") as file:  # first of all: a place that cannot be written is known before the rows are
        book = Workbook(write_only=True)
        book.properties.creator = "stipdesk"
        sheet = book.create_sheet(sheet_name(table.name))
        assert isinstance(sheet, WriteOnlyWorksheet)
        try:
            _fill(sheet, table)
            book.save(file)
        except BaseException:
            # openpyxl keeps the rows in a file of its own, open until the sheet is closed.
            with suppress(Exception):
                sheet.close()
            raise


def _fill(sheet: WriteOnlyWorksheet, table: Table) -> None:
    sheet.freeze_panes = "A2"
    dimensions: DimensionHolder[str, ColumnDimension] = sheet.column_dimensions  # type: ignore[attr-defined]
    for number, width in enumerate(_widths(table), 1):
        dimensions[get_column_letter(number)].width = width
    headings = [_text(sheet, heading) for heading in table.headings]
    for heading in headings:
        heading.font = Font(bold=True)
    sheet.append(headings)
    for row in table.rows:
        sheet.append([_made(sheet, cell) for cell in row])


def sheet_name(name: str) -> str:
    """A name Excel accepts for a sheet: without `[]:*?/\\`, at most 31 letters, never empty."""
    wanted = " ".join(_FORBIDDEN_IN_NAME.sub(" ", clean(name)).split())[:_LONGEST_NAME].strip("' ")
    return wanted if wanted and wanted.casefold() != "history" else "Tabela"


def _made(sheet: WriteOnlyWorksheet, value: Cell) -> SheetCell | int | None:
    match value:
        case date() if value >= _FIRST_DAY:
            cell: SheetCell = WriteOnlyCell(sheet)
            cell.value = value
            cell.number_format = "dd/mm/yyyy"
            return cell
        case date():
            return _text(sheet, format_date(value))
        case str():
            return _text(sheet, value) if value else None
        case _:
            return value


def _text(sheet: WriteOnlyWorksheet, value: str) -> SheetCell:
    """A cell that is text whatever it begins with: openpyxl takes "=…" for a formula."""
    cell: SheetCell = WriteOnlyCell(sheet, _cut(value))
    cell.data_type = "s"
    cell.quotePrefix = True  # and stays text when somebody edits it
    return cell


def _cut(text: str) -> str:
    cleaned = clean(text)
    return cleaned if len(cleaned) <= _LONGEST_CELL else f"{cleaned[: _LONGEST_CELL - 1]}…"


def _widths(table: Table) -> list[int]:
    """By the headings and the first rows: wide enough to be read, and no wider than the screen."""
    rows = table.rows[:_SAMPLE]
    return [
        min(max(len(heading), *(_length(row[at]) for row in rows), 0), _WIDEST_COLUMN) + 2
        for at, heading in enumerate(table.headings)
    ]


def _length(cell: Cell) -> int:
    match cell:
        case None:
            return 0
        case date():
            return 10
        case _:
            return len(str(cell))
