"""The tab Documentos: every paper issued, newest first, as it was printed."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout

from stipdesk.domain.changes import Changes
from stipdesk.services import documents
from stipdesk.services.documents import IssuedRow
from stipdesk.ui.context import UiContext
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.base import Screen
from stipdesk.ui.screens.documents.preview import show_document
from stipdesk.ui.screens.parts.acts import PRINT_KEYS, ActBar
from stipdesk.ui.screens.parts.papers import moment
from stipdesk.ui.strings import label_of
from stipdesk.ui.tables.column import Column, Wanted
from stipdesk.ui.tables.lazy_table import LazyTable
from stipdesk.ui.widgets.basics import label

COLUMNS: tuple[Column[IssuedRow], ...] = (
    Column("Documento", lambda row: label_of(row.line.kind), width=20, strong=True),
    Column("Número", lambda row: row.line.number, width=15),
    Column("De quem", lambda row: row.about, width=28, stretches=True),
    Column("Emitido em", lambda row: moment(row.line.issued_at), width=17),
    Column(
        "Situação",
        lambda row: "Anulado" if row.line.voided_at is not None else "Emitido",
        badge=lambda row: Tone.STOP if row.line.voided_at is not None else Tone.GOOD,
        width=11,
    ),
    Column(
        "Impressão digital",
        lambda row: row.line.sha256[:16],
        width=18,
        tip="Começo do SHA-256 do arquivo guardado: outro conteúdo teria outra",
    ),
)
_FINGERPRINT = 5
_WIDE_IN_LETTERS = 120


class DocumentsScreen(Screen):
    """Enter or a double click opens the paper, ready to be printed."""

    shows = Changes.DOCUMENTS

    def __init__(self, context: UiContext) -> None:
        super().__init__(context)
        self.table: LazyTable[IssuedRow] = LazyTable(
            context.tasks,
            COLUMNS,
            name="Documentos emitidos",
            key=lambda row: row.line.document_id,
            noun=("documento emitido", "documentos emitidos"),
            empty="Nenhum documento emitido ainda. Selos saem da vistoria, certificados do CAA, autos das infrações.",
        )
        self.acts = ActBar(context.tasks)
        self.open_button = self.acts.add("Ver e imprimir", self.open_paper, icon_name="print", shortcut=PRINT_KEYS)
        self.acts.prefer(self.open_button)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(10)
        outer.addWidget(
            label(
                "Cada papel fica guardado como foi emitido. Para achar um só, busque a pessoa, a placa ou o número.",
                "soft",
                wrap=True,
            )
        )
        outer.addWidget(self.table, 1)
        outer.addWidget(self.acts)
        self.table.opened.connect(lambda _row: self.open_paper())
        self.table.chosen.connect(lambda _row: self._allow())
        self._allow()

    def reload(self, _changes: Changes) -> None:
        self.table.show_rows(partial(_page, self.context))

    def first_focus(self) -> None:
        self.table.setFocus()
        if self.table.total() and not self.table.view.currentIndex().isValid():
            self.table.choose(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = event.size().width() < self.fontMetrics().averageCharWidth() * _WIDE_IN_LETTERS
        self.table.view.setColumnHidden(_FINGERPRINT, narrow)

    def open_paper(self) -> None:
        """Shows the chosen paper."""
        row = self.table.current()
        if row is not None:
            show_document(self.context, self, row.line.document_id)

    def _allow(self) -> None:
        nothing = "" if self.table.current() is not None else "Escolha um documento na lista."
        self.acts.allow(self.open_button, nothing)


def _page(context: UiContext, wanted: Wanted) -> tuple[int, Sequence[IssuedRow]]:
    return documents.page(context.desk, wanted.offset, wanted.limit)
