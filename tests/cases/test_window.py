"""Cases Q (the window) and P (printing) that touch fields, forms, lists, themes, printers and closing."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from stipdesk.domain.identifiers import Cpf, Plate
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import authorizations, drivers
from stipdesk.services.drivers import ListRequest
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.palette import DARK, WORDS_ON_GROUNDS, contrast
from stipdesk.ui.printing import PaperSize, drawing_for, paper_problem
from stipdesk.ui.screens.documents.pdf import Pdf
from stipdesk.ui.screens.documents.print_job import make_ready, paper_of
from stipdesk.ui.tables.lazy_table import LazyTable
from stipdesk.ui.tasks import Tasks
from stipdesk.ui.widgets.buttons import primary
from stipdesk.ui.widgets.fields import DateField, IdentifierField, LineField, MoneyField
from tests import office
from tests.cases.loading import Case, cases
from tests.ui.conftest import activate
from tests.ui.sample_screen import SampleForm, SampleScreen
from tests.ui.test_printing import print_to_pdf, square_pdf
from tests.ui.test_tables import COLUMNS, Line, Source

pytest_plugins = ["tests.ui.conftest"]
_ROOT = Path(__file__).parents[2]
