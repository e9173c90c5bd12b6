"""The Portuguese of the window: no value without its label, no acronym without its meaning."""

import importlib
import pkgutil
import re
from enum import StrEnum

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

import stipdesk.domain
from stipdesk.domain.permissions import Role
from stipdesk.domain.registers import AuthorizationKind, SubjectKind
from stipdesk.ui.acronyms import ACRONYMS, explain
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.setup.assistant import SetupAssistant
from stipdesk.ui.screens.sign_in.window import SignInWindow
from stipdesk.ui.strings import LABELS, count, label_of, roles_text
from stipdesk.ui.widgets.basics import label

# Capitals that are no acronyms: formats of pictures, roman numerals.
_KNOWN = {"PNG", "JPG", "II", "III", "IV", "VI", "VII", "VIII"}


def enums_of_the_domain() -> list[type[StrEnum]]:
    found: dict[type[StrEnum], None] = {}
    for module in pkgutil.iter_modules(stipdesk.domain.__path__):
        for value in vars(importlib.import_module(f"stipdesk.domain.{module.name}")).values():
            if isinstance(value, type) and issubclass(value, StrEnum) and value is not StrEnum:
                found[value] = None
    return list(found)


@pytest.mark.parametrize("kind", enums_of_the_domain())
def test_every_value_of_the_domain_has_a_label(kind: type[StrEnum]) -> None:
    assert [member for member in kind if not LABELS[kind].get(member)] == []
    assert len(LABELS[kind]) == len(kind)


def test_values_that_are_equal_as_text_keep_their_own_labels() -> None:
    assert SubjectKind.OPERATOR.value == AuthorizationKind.OPERATOR.value
    assert label_of(SubjectKind.OPERATOR) == "Operadora"
    assert label_of(AuthorizationKind.OPERATOR) == "CAA de operadora"


def test_profiles_are_listed_in_order() -> None:
    assert roles_text(frozenset({Role.AUDITOR, Role.ATTENDANT})) == "Atendimento · Auditoria"


def test_counting() -> None:
    assert count(1, "resultado", "resultados") == "1 resultado"
    assert count(0, "resultado", "resultados") == "0 resultados"
    assert count(1234567, "resultado", "resultados") == "1.234.567 resultados"


def test_acronyms_are_explained_once_each() -> None:
    assert explain("CPF e CNPJ, ou CPF") == f"CPF: {ACRONYMS['CPF']}\nCNPJ: {ACRONYMS['CNPJ']}"
    assert explain("Nome") == ""


def test_every_acronym_of_the_windows_is_known(context: UiContext, qtbot: QtBot) -> None:
    for window in foundation_windows(context):
        qtbot.addWidget(window)
        shown = [text.text() for text in window.findChildren(QLabel) if text.property("role") != "section"]
        shown += [button.text() for button in window.findChildren(QAbstractButton)]
        words = {word for text in shown for word in re.findall(r"\b[A-Z]{2,}\b", text)}
        assert words - ACRONYMS.keys() - _KNOWN == set()


def foundation_windows(context: UiContext) -> list[QWidget]:
    assistant = SetupAssistant(context)
    assistant.leave_without_asking()
    return [SignInWindow(), assistant]


def test_a_text_explains_itself_on_hover(qtbot: QtBot) -> None:
    shown = label("CAA 000184/2026-01")
    qtbot.addWidget(shown)
    hover(shown)
    assert shown.toolTip() == f"CAA: {ACRONYMS['CAA']}"
    shown.setText("Nome")
    hover(shown)
    assert shown.toolTip() == ""
    shown.setToolTip("Outra coisa")
    shown.setText("CPF")
    hover(shown)
    assert shown.toolTip() == "Outra coisa"


def hover(widget: QWidget) -> None:
    here = QPointF(1, 1)
    QApplication.sendEvent(widget, QEnterEvent(here, here, here))


def unnamed(window: QWidget) -> list[str]:
    """What a screen reader could not call by a name."""
    kinds = (QLineEdit, QPlainTextEdit, QComboBox, QAbstractButton)
    return [
        f"{type(widget).__name__} {widget.objectName()}"
        for widget in window.findChildren(QWidget)
        if isinstance(widget, kinds)
        and not widget.objectName().startswith("qt_")
        and not widget.accessibleName()
        and not (isinstance(widget, QAbstractButton) and widget.text())
        and not isinstance(widget.parentWidget(), QLineEdit)
        and not widget.isHidden()
    ]


def test_everything_that_takes_the_keyboard_has_a_name(context: UiContext, qtbot: QtBot) -> None:
    for window in foundation_windows(context):
        qtbot.addWidget(window)
        assert unnamed(window) == []


def test_texts_are_never_read_as_markup(qtbot: QtBot) -> None:
    shown = label("Tom & Jerry <ltda>")
    qtbot.addWidget(shown)
    assert shown.textFormat().name == "PlainText"
    assert isinstance(shown, QLabel)
