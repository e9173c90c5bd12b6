"""Case T041: what is hidden in a name does not run when our export is opened."""

import csv
from pathlib import Path

import pytest
from openpyxl import load_workbook

from stipdesk.exchange.tables import Table, TableFormat, write
from tests.cases.loading import Case, cases


@pytest.mark.parametrize("case", cases("T041"))
def test_an_exported_cell_is_text(case: Case, tmp_path: Path) -> None:
    table = Table("Lista", ("Nome",), [(case.input["value"],)])
    sheet = load_workbook(write(table, tmp_path / "lista", TableFormat.XLSX)).active
    assert sheet is not None
    cell = sheet["A2"]
    assert (cell.data_type == "f") is case.expected["formula"]
    assert (cell.data_type, cell.value) == ("s", case.input["value"])
    with write(table, tmp_path / "lista", TableFormat.CSV).open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file, delimiter=";"))
    assert rows[1][0].startswith(("=", "+", "-", "@")) is case.expected["formula"]
