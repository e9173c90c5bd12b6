"""Changing one's own password: asked by the person, or demanded at the first sign-in."""

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QWidget

from stipdesk.domain.errors import InvalidValue
from stipdesk.services import users
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form
from stipdesk.ui.widgets.fields import PasswordField


class RepeatedField(PasswordField):
    """The same secret once more; different from `first`, it is a problem."""

    def __init__(self, name: str, caption: str, first: PasswordField) -> None:
        self._first = first
        super().__init__(name, caption, required=True)

    def value(self) -> str:
        if super().value() != self._first.line.text():
            raise InvalidValue("Diferente da primeira vez.", "Digite de novo.")
        return self.line.text()


class PasswordForm(Form):
    def __init__(self, demanded: bool) -> None:
        super().__init__()
        hint = (
            "Sua senha foi criada por outra pessoa. Escolha agora uma que só você conheça."
            if demanded
            else "Uma frase curta que só você conheça é melhor que uma palavra com números."
        )
        section = self.section("Sua senha", hint)
        self.current = self.add(section, PasswordField("current", "Senha atual", required=True), width=6)
        self.new = self.add(
            section,
            PasswordField("new", "Senha nova", required=True, hint=f"ao menos {users.MINIMUM_PASSWORD} caracteres"),
            width=6,
        )
        self.again = self.add(section, RepeatedField("again", "Senha nova, de novo", self.new), width=6)


def change_password(context: UiContext, owner: QWidget, *, demanded: bool = False, current: str = "") -> FormDialog:
    """Opens the dialog; `saved` tells that the password was changed. `current` is known right after the sign-in."""
    form = PasswordForm(demanded)
    form.current.set_value(current)

    def command(_version: int) -> Callable[[], None]:
        return partial(users.change_password, context.desk, form.current.value(), form.new.value())

    dialog = FormDialog(context, owner, "Trocar a senha", form, command, save_text="Trocar a senha")
    dialog.resize(dialog.fontMetrics().averageCharWidth() * 64, dialog.sizeHint().height())
    if current:
        form.new.focus()
    dialog.open()
    return dialog
