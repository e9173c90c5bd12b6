"""A paper as it was issued, on the screen: printed at true size, saved, or opened in the computer's own reader."""

import atexit
import shutil
import tempfile
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from uuid import UUID

from PySide6.QtCore import QStandardPaths, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QShowEvent
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import QDialog, QFileDialog, QFrame, QVBoxLayout, QWidget

from stipdesk.domain.clock import local_time
from stipdesk.domain.errors import EnvironmentFault
from stipdesk.domain.permissions import Act
from stipdesk.services import documents
from stipdesk.services.documents import DocumentView
from stipdesk.ui import errors
from stipdesk.ui.context import UiContext
from stipdesk.ui.palette import Tone
from stipdesk.ui.printing import paper_problem
from stipdesk.ui.prompts import Prompt, ask_reason, confirm, tell
from stipdesk.ui.saving import save_whole
from stipdesk.ui.screens.documents.pdf import Pdf
from stipdesk.ui.screens.documents.pdf_view import PdfView
from stipdesk.ui.screens.documents.print_job import PrintJob, has_printer, make_ready, paper_of
from stipdesk.ui.strings import count, label_of
from stipdesk.ui.widgets.basics import Badge, ElidedLabel, Notice, label, row
from stipdesk.ui.widgets.buttons import because, button, primary

_USUAL_REASONS = ("Extravio", "Dano", "Roubo ou furto", "Falha na impressão")


def show_document(context: UiContext, owner: QWidget, document_id: UUID) -> None:
    """Reads an issued document and opens it over the window of `owner`, ready to be printed."""

    def show(view: DocumentView) -> None:
        DocumentPreview(context, owner, view).open()

    context.tasks.run(partial(documents.view, context.desk, document_id), show, owner=owner)


class DocumentPreview(QDialog):
    """One document and no other: what is printed is what was read for this dialog (case P023).

    `printed` carries which copy it was, after the printer took it.
    """

    printed = Signal(int)

    def __init__(self, context: UiContext, owner: QWidget, view: DocumentView) -> None:
        super().__init__(owner.window())
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._context = context
        self._view = view
        self._pdf = Pdf(view.pdf)
        self._job: PrintJob | None = None
        title = f"{label_of(view.line.kind)} {view.line.number}"
        self.setWindowTitle(title)
        self.pages = PdfView(self._pdf)
        self._zoom = label("", "small")
        self._where = label("", "small")
        self.print_button = primary("Imprimir…", self.print_it, icon_name="print", shortcut="Ctrl+P")
        self.save_button = button("Salvar PDF…", self.save, icon_name="floppy-disk", shortcut="Ctrl+S")
        self.open_button = button("Abrir no leitor", self.open_outside, icon_name="arrow-up-right-from-square")
        tools = row(ElidedLabel(title, "heading"), self._badge(), spacing=10)
        tools.setStretch(0, 1)
        tools.addWidget(self._where)
        smaller = button("", self.pages.zoom_out, icon_name="magnifying-glass-minus", tip="Diminuir (tecla -)")
        larger = button("", self.pages.zoom_in, icon_name="magnifying-glass-plus", tip="Aumentar (tecla +)")
        smaller.setAccessibleName("Diminuir")
        larger.setAccessibleName("Aumentar")
        whole = button("", self.pages.fit_page, icon_name="maximize", tip="Ver a página inteira")
        across = button("", self.pages.fit_width, icon_name="left-right", tip="Ver na largura da janela")
        whole.setAccessibleName("Página inteira")
        across.setAccessibleName("Largura da janela")
        for tool in (smaller, self._zoom, larger, whole, across):
            tools.addWidget(tool)
        tools.setContentsMargins(20, 14, 20, 4)
        footer = QFrame()
        footer.setProperty("role", "footer")
        bottom = row(ElidedLabel(self._story(), "small"), self.open_button, self.save_button, self.print_button)
        bottom.setStretch(0, 1)
        bottom.setContentsMargins(20, 12, 20, 12)
        footer.setLayout(bottom)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(8)
        outer.addLayout(tools)
        if view.line.voided_at is not None:
            notice = row(Notice(Tone.STOP, f"Documento anulado em {_moment(view.line.voided_at)}: {view.void_reason}."))
            notice.setContentsMargins(20, 0, 20, 0)
            outer.addLayout(notice)
        outer.addWidget(self.pages, 1)
        outer.addWidget(footer)
        because(self.print_button, self._why_not_print())
        self.pages.zoomed.connect(self._tell_zoom)
        self.pages.page_shown.connect(lambda _page: self._tell_page())
        self._tell_page()
        screen = self.screen().availableGeometry()
        self.resize(min(1100, screen.width() - 60), min(860, screen.height() - 60))

    def print_it(self) -> None:
        """Asks the reason of a second copy, then the printer, and prints."""
        if not has_printer():
            self._no_printer()
        elif self._view.prints:
            self._ask_reason()
        else:
            self._choose_printer("")

    def print_on(self, printer: QPrinter, reason: str) -> None:
        """Prints on a printer that was chosen; first says what is wrong with its paper."""
        problem = paper_problem(self._pdf.size(0), paper_of(printer))
        if problem:
            confirm(
                self,
                "O papel da impressora é outro",
                f"{problem} Se puder, escolha na impressora o papel do documento.",
                yes="Imprimir em tamanho real assim mesmo",
                then=lambda: self._record(printer, reason),
            )
        else:
            self._record(printer, reason)

    def save(self) -> None:
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        chosen, _ = QFileDialog.getSaveFileName(
            self, "Salvar PDF", str(Path(folder) / self.file_name), "Documento PDF (*.pdf)"
        )
        if chosen:
            self.save_as(Path(chosen))

    def save_as(self, path: Path) -> None:
        """Writes the document as it was issued, whole or not at all."""
        path = path if path.suffix.lower() == ".pdf" else path.with_name(f"{path.name}.pdf")
        save_whole(self, path, self._view.pdf, "O PDF")

    def open_outside(self) -> None:
        """Opens a copy in the computer's own reader; the copy is deleted when the program ends."""
        folder = Path(tempfile.mkdtemp(prefix="stipdesk-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        path = folder / self.file_name
        path.write_bytes(self._view.pdf)
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            tell(
                self,
                "Nenhum leitor de PDF",
                "Este computador não tem um programa que abra PDF. Use “Salvar PDF…” e abra-o em outro.",
                tone=Tone.CARE,
            )

    @property
    def file_name(self) -> str:
        """A name by which the file is found again: what it is and its number."""
        number = self._view.line.number.replace("/", "-")
        return f"{label_of(self._view.line.kind)} {number}.pdf"

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        (self.print_button if self.print_button.isEnabled() else self.pages).setFocus()

    def done(self, result: int) -> None:
        if self._job is not None:
            self._job.cancel()
        super().done(result)
        self._pdf.close()

    def _badge(self) -> Badge:
        if self._view.line.voided_at is not None:
            return Badge("Anulado", Tone.STOP)
        copies = len(self._view.prints)
        if copies:
            return Badge(f"Impresso {count(copies, 'vez', 'vezes')}", Tone.NEUTRAL)
        return Badge("Ainda não impresso", Tone.INFORMATION)

    def _story(self) -> str:
        story = f"Emitido em {_moment(self._view.line.issued_at)}"
        if self._view.prints:
            last = self._view.prints[-1]
            story += f" · última impressão em {_moment(last.printed_at)} por {last.printed_by}"
        return story

    def _why_not_print(self) -> str:
        if self._view.line.voided_at is not None:
            return "Documento anulado: imprima o que o substitui."
        if not self._context.desk.may(Act.PRINT_DOCUMENT):
            return "Seu perfil não imprime documentos."
        return ""

    def _no_printer(self) -> Prompt:
        prompt = Prompt(
            self,
            Tone.CARE,
            "Nenhuma impressora neste computador",
            "Instale uma impressora nas configurações do sistema e tente de novo, ou salve o PDF e imprima-o em outro "
            "computador, em tamanho real (escala de 100 %).",
        )
        prompt.answer("Voltar")
        prompt.answer("Salvar PDF…", self.save, kind="primary", default=True)
        prompt.open()
        return prompt

    def _ask_reason(self) -> None:
        ask_reason(
            self,
            "Segunda via",
            f"Este documento já foi impresso {count(len(self._view.prints), 'vez', 'vezes')}. "
            "A nova via sai marcada, com quem a imprimiu, quando e por quê.",
            yes="Continuar",
            then=self._choose_printer,
            suggestions=_USUAL_REASONS,
            danger=False,
        )

    def _choose_printer(self, reason: str) -> None:
        printer = QPrinter(QPrinterInfo.defaultPrinter(), QPrinter.PrinterMode.HighResolution)
        printer.setDocName(self.file_name)
        make_ready(printer, self._pdf.size(0))
        if self._context.settings.print_directly and not QPrinterInfo.defaultPrinter().isNull():
            self.print_on(printer, reason)
            return
        dialog = QPrintDialog(printer, self)
        dialog.setWindowTitle("Imprimir")
        dialog.setMinMax(1, self._pdf.pages)
        dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.print_on(printer, reason)

    def _record(self, printer: QPrinter, reason: str) -> None:
        """The printing goes into the journal first: a copy that nobody recorded must not exist."""
        job = partial(documents.record_print, self._context.desk, self._view.line.document_id, reason)

        def recorded(copy: int) -> None:
            self._print(printer, copy, reason)

        self._context.tasks.run(job, recorded, owner=self, busy=self.print_button)

    def _print(self, printer: QPrinter, copy: int, reason: str) -> None:
        actor = self._context.desk.actor
        who = actor.full_name if actor is not None else ""
        mark = f"{copy}ª via · {_moment(self._context.desk.clock.now())} · {who} · {reason}" if copy > 1 else ""
        self._job = PrintJob(self._pdf, printer, _chosen_pages(printer, self._pdf.pages), mark)
        self._job.finished.connect(partial(self._printed, copy))
        self.print_button.setEnabled(False)
        self._job.start()

    def _printed(self, copy: int, good: bool) -> None:
        self._job = None
        self.print_button.setEnabled(True)
        if not good:
            errors.show(
                self,
                EnvironmentFault(
                    "A impressora não aceitou o documento.",
                    "Ele continua guardado, e a tentativa ficou registrada.",
                    "Verifique a impressora e o papel e imprima de novo, com o motivo “Falha na impressão”.",
                ),
            )
            return
        self.printed.emit(copy)
        self.accept()

    def _tell_zoom(self) -> None:
        self._zoom.setText(f"{self.pages.zoom:.0%}".replace("%", " %"))

    def _tell_page(self) -> None:
        total = self._pdf.pages
        self._where.setText(f"Página {self.pages.page + 1} de {total}" if total > 1 else "")


def _chosen_pages(printer: QPrinter, total: int) -> Sequence[int]:
    first, last = printer.fromPage() or 1, printer.toPage() or total
    return range(first - 1, min(last, total))


def _moment(at: datetime) -> str:
    return f"{local_time(at):%d/%m/%Y %H:%M}"
