"""The one place where an error becomes words on the screen.

The user's errors say what is wrong and how to cure it; the environment's say what happened, what was kept and what to
do; any other is ours: it goes to the log and is shown with a report that can be copied and names nobody.
"""

import logging
import platform
import traceback
from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QScrollArea, QWidget

from stipdesk.domain.errors import (
    Conflict,
    DeskError,
    Duplicate,
    EnvironmentFault,
    FieldErrors,
    InvalidValue,
    NotAllowed,
    Refused,
)
from stipdesk.log import mask
from stipdesk.ui.palette import Tone
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.widgets.basics import Line, column, label

_log = logging.getLogger(__name__)
_LONG_LIST = 6


def show(owner: QWidget | None, error: BaseException) -> Prompt:
    """Tells the person about `error`, whatever it is; a bug of ours is also logged. Returns the open dialog."""
    match error:
        case Refused():
            prompt = _refused(owner, error)
        case EnvironmentFault():
            prompt = Prompt(owner, Tone.STOP, error.happened)
            prompt.content.addWidget(Line(Tone.GOOD, error.kept))
            prompt.content.addWidget(Line(Tone.INFORMATION, error.remedy))
        case InvalidValue():
            prompt = Prompt(owner, Tone.CARE, error.message, error.remedy)
        case FieldErrors():
            prompt = Prompt(owner, Tone.CARE, "Falta corrigir")
            for problem in error.problems:
                prompt.content.addWidget(Line(Tone.CARE, problem.message, problem.article, problem.remedy))
        case NotAllowed():
            prompt = Prompt(owner, Tone.STOP, "Este ato não é do seu perfil", str(error))
        case Conflict():
            prompt = Prompt(owner, Tone.CARE, "Outra pessoa alterou este cadastro", str(error))
        case Duplicate():
            prompt = Prompt(owner, Tone.CARE, "Já cadastrado", str(error))
        case DeskError():
            prompt = Prompt(owner, Tone.CARE, "Não foi possível", str(error))
        case _:
            prompt = _ours(owner, error)
    prompt.answer("Entendi", kind="primary", default=True)
    prompt.open()
    return prompt


def _refused(owner: QWidget | None, error: Refused) -> Prompt:
    prompt = Prompt(owner, Tone.STOP, error.message)
    lines = [Line(Tone.STOP, reason.text, reason.article, reason.cure) for reason in error.reasons]
    if len(lines) <= _LONG_LIST:
        for line in lines:
            prompt.content.addWidget(line)
        return prompt
    inside = QWidget()
    inside.setLayout(column(*lines, spacing=4))
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setWidget(inside)
    area.setMinimumHeight(prompt.fontMetrics().height() * 14)
    prompt.content.addWidget(area)
    return prompt


def _ours(owner: QWidget | None, error: BaseException) -> Prompt:
    _log.error("unexpected error shown to the user", exc_info=error)
    prompt = Prompt(
        owner,
        Tone.STOP,
        "O programa encontrou um erro",
        "O que já foi gravado está intacto e o que você digitou continua na tela. Tente de novo; se repetir, copie o "
        "relatório abaixo e envie ao suporte. Ele não contém dados de pessoas.",
    )
    text = report(error)
    shown = QPlainTextEdit(text)
    shown.setReadOnly(True)
    shown.setTabChangesFocus(True)
    shown.setAccessibleName("Relatório do erro")
    shown.setFixedHeight(prompt.fontMetrics().height() * 9)
    prompt.content.addWidget(shown)
    prompt.content.addWidget(label("O mesmo relatório está no arquivo de registro do dia.", "small"))
    prompt.answer("Copiar relatório", lambda: QGuiApplication.clipboard().setText(text), closes=False)
    return prompt


def report(error: BaseException) -> str:
    """What the support needs: versions and the way to the error, without documents, plates, e-mails or passwords.

    The error's own words are left out too, since they may quote what somebody typed.
    """
    frames = traceback.extract_tb(error.__traceback__)
    lines = [
        f"stipdesk {_version()} · Python {platform.python_version()} · Qt {qVersion()}",
        f"{platform.system()} {platform.release()}",
        f"{type(error).__module__}.{type(error).__qualname__}",
        *(f"  {_from_package(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames),
    ]
    return mask("\n".join(lines))


def _version() -> str:
    try:
        return version("stipdesk")
    except PackageNotFoundError:  # run from a folder that was never installed
        return "sem instalação"


def _from_package(filename: str) -> str:
    """The file's path from its package on: what stands before names the computer's user."""
    parts = filename.replace("\\", "/").split("/")
    for root in ("site-packages", "stipdesk"):
        if root in parts:
            start = parts.index(root)
            return "/".join(parts[start + (root == "site-packages") :])
    return parts[-1]
