"""Opening the signing key: asked when an act needs it, and then the act goes on by itself."""

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QWidget

from stipdesk.domain.errors import EnvironmentFault
from stipdesk.services import office
from stipdesk.services.access import SigningLocked
from stipdesk.ui import errors
from stipdesk.ui.context import UiContext
from stipdesk.ui.palette import Tone
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.widgets.fields import PasswordField


def ask_passphrase(context: UiContext, owner: QWidget | None, then: Callable[[], None]) -> Prompt:
    """Asks for the passphrase until it opens the key or the person gives up; then calls `then`."""
    prompt = Prompt(
        owner,
        Tone.INFORMATION,
        "Abrir a chave de assinatura",
        "Os documentos saem assinados. Digite a frase-senha da chave; ela vale até o programa ser fechado.",
    )
    passphrase = PasswordField("passphrase", "Frase-senha", required=True)
    prompt.content.addWidget(passphrase)

    def opened(_result: None) -> None:
        prompt.accept()
        then()

    def failed(error: Exception) -> None:
        if isinstance(error, EnvironmentFault):
            passphrase.show_problem(f"{error.happened} {error.remedy}")
            passphrase.line.selectAll()
            passphrase.focus()
        else:
            errors.show(prompt, error)

    def try_it() -> None:
        passphrase.judge()
        if passphrase.problem() and not passphrase.line.text():
            return
        job = partial(office.unlock_key, context.desk, passphrase.line.text())
        context.tasks.run(job, opened, failed=failed, owner=prompt, busy=unlock)

    prompt.answer("Cancelar", prompt.reject, closes=False)
    unlock = prompt.answer("Abrir a chave", try_it, kind="primary", closes=False)
    unlock.setDefault(True)
    passphrase.focus()
    prompt.open()
    return prompt


def intercept(context: UiContext, owner: QWidget | None, error: Exception, again: Callable[[], None]) -> bool:
    """For `Tasks.intercept`: an act refused because the key is closed asks for the passphrase and is repeated."""
    if not isinstance(error, SigningLocked):
        return False
    ask_passphrase(context, owner, again)
    return True
