"""A look that somebody took at a paper: what was decided, by whom, and the copies that were kept."""

from functools import partial
from uuid import UUID

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFrame, QVBoxLayout, QWidget

from stipdesk.domain.changes import Changes
from stipdesk.domain.legal import Requirement
from stipdesk.domain.text import format_date
from stipdesk.services import requirements
from stipdesk.services.attachments import FileTarget
from stipdesk.services.requirements import CheckView
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.parts.attachments import AttachmentsSection
from stipdesk.ui.screens.parts.records import FactsSection
from stipdesk.ui.widgets.basics import heading, label, row, scrolled
from stipdesk.ui.widgets.buttons import button


class SeenCheck(QDialog):
    """Only to be read, but for copies brought later."""

    def __init__(self, context: UiContext, owner: QWidget, check_id: UUID, requirement: Requirement) -> None:
        super().__init__(owner.window())
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Conferência")
        self._context = context
        self._check_id = check_id
        self.facts = FactsSection("O que foi visto")
        self.files = AttachmentsSection(context)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(14)
        column.addWidget(self.facts)
        column.addWidget(self.files)
        self.close_button = button("Fechar   Esc", self.reject)
        footer = QFrame()
        footer.setProperty("role", "footer")
        bottom = row(label("Para decidir de novo, use “Conferir…” na lista.", "small", wrap=True), self.close_button)
        bottom.setStretch(0, 1)
        bottom.setContentsMargins(20, 12, 20, 12)
        footer.setLayout(bottom)
        top = QVBoxLayout()
        top.setContentsMargins(20, 16, 20, 0)
        top.addWidget(heading("Conferência"))
        top.addWidget(label(f"{requirement.text} · {requirement.article}", "soft", wrap=True))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(10)
        outer.addLayout(top)
        outer.addWidget(scrolled(inside, (20, 4, 20, 16)), 1)
        outer.addWidget(footer)
        context.bus.changed.connect(self._changed)
        letters, lines = self.fontMetrics().averageCharWidth(), self.fontMetrics().lineSpacing()
        screen = self.screen().availableGeometry()
        self.resize(min(letters * 96, screen.width() - 40), min(lines * 28, screen.height() - 60))

    def show_view(self, view: CheckView) -> None:
        """Puts the answer in its place."""
        result = "Não é o caso" if view.not_applicable else "Aceito" if view.accepted else "Recusado"
        facts = (
            ("Resultado", result),
            ("Conferido por", f"{view.checked_by}, em {format_date(view.checked_on)}"),
            ("Emitido em", format_date(view.issued_on) if view.issued_on is not None else ""),
            ("Válido até", format_date(view.valid_until) if view.valid_until is not None else ""),
            ("Número ou código", view.reference),
            ("Observação", view.note),
        )
        self.facts.show_facts(fact for fact in facts if fact[1])
        self.files.show_files(FileTarget(check_id=view.check_id), view.files)

    def reload(self) -> None:
        """Asks again for what is shown."""
        job = partial(requirements.check, self._context.desk, self._check_id)
        self._context.tasks.run(job, self.show_view, owner=self, latest=(id(self), "check"))

    def _changed(self, changes: Changes) -> None:
        if changes & Changes.APPLICATIONS:
            self.reload()


def show_check(context: UiContext, owner: QWidget, check_id: UUID, requirement: Requirement) -> None:
    """Reads a check and opens it over the window of `owner`."""

    def show(view: CheckView) -> None:
        dialog = SeenCheck(context, owner, check_id, requirement)
        dialog.show_view(view)
        dialog.open()

    context.tasks.run(partial(requirements.check, context.desk, check_id), show, owner=owner)
