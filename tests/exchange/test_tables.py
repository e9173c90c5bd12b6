"""Tables in files: opened back as a spreadsheet would, and what happens when they cannot be written."""

import csv
import errno
import os
from datetime import date, datetime
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.cell.cell import Cell

from stipdesk.domain.errors import EnvironmentFault, NotAllowed
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import SubjectKind
from stipdesk.exchange import lists, tables
from stipdesk.exchange.tables import Table, TableFormat, safe_text, write
from stipdesk.exchange.xlsx import sheet_name
from stipdesk.models import OFFICE_ID
from stipdesk.services.access import Desk
from stipdesk.services.work_lines import WorkLine
from tests import office

HOSTILE = ('=HYPERLINK("x";"y")', "+1", "-1", "@SUM(1)", "\t=1", " =1+1", "\uff1d1+1", "=cmd|' /C calc'!A0")
TABLE = Table(
    "Lista: CAA/2026",
    ("Nome", "CPF", "Data", "Dias"),
    [
        ("João da Conceição; e filho", "01234567890", date(2026, 12, 1), -5),
        *((text, "00123456000149", None, None) for text in HOSTILE),
        ("linha\nquebrada", "", date(1899, 12, 31), 0),
    ],
)


def rows_of_csv(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file, delimiter=";"))


def cells_of_xlsx(path: Path) -> list[list[Cell]]:
    sheet = load_workbook(path).active
    assert sheet is not None
    return [[cell for cell in row if isinstance(cell, Cell)] for row in sheet.iter_rows()]


def test_a_csv_opens_with_one_click_in_a_portuguese_spreadsheet(tmp_path: Path) -> None:
    path = write(TABLE, tmp_path / "lista", TableFormat.CSV)
    raw = path.read_bytes()
    assert path.name == "lista.csv"
    assert raw.startswith(b"\xef\xbb\xbfNome;CPF;Data;Dias\r\n")
    rows = rows_of_csv(path)
    assert rows[1] == ["João da Conceição; e filho", "01234567890", "01/12/2026", "-5"]
    assert rows[-1] == ["linha\nquebrada", "", "31/12/1899", "0"]


def test_no_text_of_a_csv_begins_a_formula(tmp_path: Path) -> None:
    rows = rows_of_csv(write(TABLE, tmp_path / "lista.csv", TableFormat.CSV))
    for text, row in zip(HOSTILE, rows[2:], strict=False):
        assert row[0] == f"'{text}"
        assert row[1] == "00123456000149"


@pytest.mark.parametrize("text", ["Ana", "'tHooft", "D’Ávila", "a=b", "", "1-2"])
def test_an_ordinary_text_stays_as_it_is(text: str) -> None:
    assert safe_text(text) == text


def test_an_xlsx_has_texts_as_texts_dates_as_dates_and_no_formula(tmp_path: Path) -> None:
    path = write(TABLE, tmp_path / "lista.xlsx", TableFormat.XLSX)
    rows = cells_of_xlsx(path)
    assert [cell.value for cell in rows[0]] == ["Nome", "CPF", "Data", "Dias"]
    assert [cell.value for cell in rows[1]] == [
        "João da Conceição; e filho", "01234567890", datetime(2026, 12, 1), -5,
    ]  # fmt: skip
    assert rows[1][2].number_format == "dd/mm/yyyy"
    assert not any(cell.data_type == "f" for row in rows for cell in row)
    for text, row in zip(HOSTILE, rows[2:], strict=False):
        assert (row[0].value, row[0].data_type, row[1].value) == (text, "s", "00123456000149")
    sheet = load_workbook(path).active
    assert sheet is not None
    assert (sheet.title, sheet.freeze_panes) == ("Lista CAA 2026", "A2")


@pytest.mark.parametrize(
    ("name", "shown"),
    [("", "Tabela"), ("[]:*?/\\", "Tabela"), ("history", "Tabela"), ("x" * 40, "x" * 31), ("'a'", "a")],
)
def test_the_name_of_a_sheet_is_one_a_spreadsheet_accepts(name: str, shown: str) -> None:
    assert sheet_name(name) == shown


def test_what_no_file_may_hold_is_left_out(tmp_path: Path) -> None:
    table = Table("t", ("a",), [("nulo\x00 e meio \ud800",), ("x" * 40_000,)])
    assert rows_of_csv(write(table, tmp_path / "a", TableFormat.CSV))[1] == ["nulo  e meio ?"]
    long = cells_of_xlsx(write(table, tmp_path / "a", TableFormat.XLSX))[2][0].value
    assert isinstance(long, str)
    assert len(long) == 32_767


@pytest.mark.parametrize("form", list(TableFormat))
@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.ENOSPC, "O disco encheu"),
        (errno.EACCES, "aberto em outro programa"),
        (errno.EROFS, "aberto em outro programa"),
        (errno.EIO, "aberto em outro programa"),
    ],
)
def test_a_file_that_cannot_be_replaced_stays_as_it_was(
    form: TableFormat, code: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"lista.{form}"
    path.write_text("antes")

    def refuse(_part: Path, _path: Path) -> Path:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(EnvironmentFault) as fault:
        write(TABLE, path, form)
    assert words in fault.value.happened
    assert path.read_text() == "antes"
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("form", list(TableFormat))
def test_a_folder_that_is_gone_or_in_the_way_is_told(form: TableFormat, tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault, match="não existe mais"):
        write(TABLE, tmp_path / "sumiu" / "lista", form)
    (tmp_path / f"lista.{form}").mkdir()
    with pytest.raises(EnvironmentFault, match="Já existe uma pasta"):
        write(TABLE, tmp_path / "lista", form)
    with pytest.raises(EnvironmentFault, match="longo demais"):
        write(TABLE, tmp_path / ("x" * 300), form)


def test_a_folder_without_permission_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_table: Table, _path: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(tables, "_write_csv", refuse)
    with pytest.raises(EnvironmentFault, match="Não há permissão"):
        write(TABLE, tmp_path / "lista", TableFormat.CSV)


def test_a_table_longer_than_a_sheet_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_MOST_ROWS", len(TABLE.rows))
    with pytest.raises(EnvironmentFault, match="cabe em uma planilha"):
        write(TABLE, tmp_path / "lista", TableFormat.XLSX)
    assert not list(tmp_path.iterdir())


def test_a_work_list_is_exported_by_whoever_may_print_it(desk: Desk, tmp_path: Path) -> None:
    line = WorkLine(
        SubjectKind.DRIVER, OFFICE_ID, "Ana", "111.444.777-35", "=1+1", "art. 17", desk.today, 0, "Renove.", "hoje"
    )
    path = lists.export_list(desk, "CAA", [line], tmp_path / "caa", TableFormat.XLSX)
    assert [cell.value for cell in cells_of_xlsx(path)[1]][:4] == ["Ana", "111.444.777-35", "hoje", "=1+1"]
    office.sign_in_as(desk, Role.JARI_MEMBER)
    with pytest.raises(NotAllowed):
        lists.export_list(desk, "CAA", [line], tmp_path / "outra", TableFormat.CSV)
    assert [each.name for each in tmp_path.iterdir() if each.suffix == ".csv"] == []
