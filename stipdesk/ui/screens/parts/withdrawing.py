"""Taking a record out of activity, with its reason."""

from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.registers import SubjectKind
from stipdesk.services import registers
from stipdesk.ui.context import UiContext
from stipdesk.ui.prompts import ask_reason


def withdraw(context: UiContext, owner: QWidget, kind: SubjectKind, subject_id: UUID, name: str) -> None:
    """Asks why and withdraws; papers and history stay, and links end today."""

    def go(reason: str) -> None:
        context.tasks.run(partial(registers.withdraw, context.desk, kind, subject_id, reason), owner=owner)

    ask_reason(
        owner,
        f"Dar baixa em {name}?",
        "O cadastro sai de atividade e seus vínculos terminam hoje. Documentos e histórico continuam guardados.",
        yes="Dar baixa",
        then=go,
        suggestions=("A pedido", "Encerramento da atividade", "Cadastro em duplicidade"),
    )
