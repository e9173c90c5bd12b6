"""Acting at a window as a person does: reading what is on it, pressing what can be pressed, typing in what is open."""

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPlainTextEdit, QWidget

from stipdesk.services.access import Desk
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.widgets.basics import Text
from stipdesk.ui.widgets.buttons import ActButton
from stipdesk.ui.widgets.fields import LineField
from tests.ui.conftest import activate, windows

F = TypeVar("F", bound=Form)
D = TypeVar("D", bound=QDialog)


def texts(widget: QWidget) -> list[str]:
    """What can be read in a part of the window."""
    QApplication.sendPostedEvents()  # what was just put in a layout is shown with the next event
    return [each.text() for each in widget.findChildren(Text) if each.isVisibleTo(widget) and each.text()]


def act_named(widget: QWidget, name: str) -> ActButton:
    """The first act called so, by its words or its accessible name."""
    QApplication.sendPostedEvents()
    acts = (each for each in widget.findChildren(ActButton) if each.isVisibleTo(widget))
    found = next((each for each in acts if name in (each.accessibleName(), each.text())), None)
    assert found is not None, f"no act {name!r}"
    return found


def press(widget: QWidget, name: str) -> None:
    """Presses an act that can be pressed."""
    found = act_named(widget, name)
    assert found.isEnabled(), f"{name!r} cannot be pressed: {found.toolTip()}"
    found.click()


def opened(context: UiContext, kind: type[D]) -> D:
    """The one dialog of this kind that is open, once what it waits for has come."""
    assert context.tasks.wait_idle()
    (dialog,) = windows(kind)
    return dialog


def form_opened(context: UiContext, kind: type[F]) -> tuple[FormDialog, F]:
    """The one form that is open."""
    dialog = opened(context, FormDialog)
    activate(dialog)
    assert isinstance(dialog.form, kind)
    return dialog, dialog.form


def put(form: Form, **typed: str) -> None:
    """Types in the fields of these names and leaves each."""
    for name, text in typed.items():
        field = form.field_named(name)
        assert isinstance(field, LineField), name
        field.line.setText(text)
        field.judge()


def save(context: UiContext, dialog: FormDialog) -> None:
    """Ctrl+Enter, and waits for the answer."""
    activate(dialog)
    QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert context.tasks.wait_idle()


def give_reason(context: UiContext, reason: str, yes: str) -> None:
    """Answers the question for a reason."""
    prompt = opened(context, Prompt)
    (box,) = prompt.findChildren(QPlainTextEdit)
    box.setPlainText(reason)
    press(prompt, yes)
    assert context.tasks.wait_idle()


def open_transactions(desk: Desk) -> int:
    """How many connections of the desk are out of the pool: each would hold a transaction."""
    pool = desk.database.engine.pool
    checked_out = getattr(pool, "checkedout", None)
    assert callable(checked_out)
    return int(checked_out())
