"""The CAA from the card: issue and show it, print the one in force, annul one issued by mistake."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QAbstractButton, QWidget

from stipdesk.domain.registers import SubjectKind
from stipdesk.services import authorizations
from stipdesk.services.authorizations import Issued
from stipdesk.ui.context import UiContext
from stipdesk.ui.prompts import ask_reason
from stipdesk.ui.screens.documents.preview import show_document


def issue_caa(context: UiContext, owner: QWidget, kind: SubjectKind, subject_id: UUID, busy: QAbstractButton) -> None:
    """Issues the CAA and shows its certificate, ready to be printed; what is missing is listed instead."""

    def issued(paper: Issued) -> None:
        show_document(context, owner, paper.document_id)

    context.tasks.run(partial(authorizations.issue, context.desk, kind, subject_id), issued, owner=owner, busy=busy)


def print_caa(context: UiContext, owner: QWidget, kind: SubjectKind, subject_id: UUID, busy: QAbstractButton) -> None:
    """Shows the certificate of the newest CAA, ready to be printed."""
    show_made(context, owner, partial(authorizations.certificate_document, context.desk, kind, subject_id), busy)


def void_caa(context: UiContext, owner: QWidget, authorization_id: UUID, number: str) -> None:
    """Asks why and annuls; the number is never given again."""

    def void(reason: str) -> None:
        context.tasks.run(partial(authorizations.void, context.desk, authorization_id, reason), owner=owner)

    ask_reason(
        owner,
        f"Anular o CAA {number}?",
        "O certificado deixa de valer e o número não é usado de novo. O pagamento fica livre para o CAA certo.",
        yes="Anular",
        then=void,
        suggestions=("Emitido para a pessoa errada", "Dados errados no certificado"),
    )


def show_made(context: UiContext, owner: QWidget, find: Callable[[], UUID], busy: QAbstractButton) -> None:
    """Shows the document that `find`, run in the worker, names."""
    context.tasks.run(find, partial(show_document, context, owner), owner=owner, busy=busy)
