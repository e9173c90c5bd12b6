"""Several papers of one visit printed together: the printer is asked once, and works once, for each size of sheet."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias
from uuid import UUID

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import QDialog, QWidget

from stipdesk.domain.errors import EnvironmentFault
from stipdesk.services import documents
from stipdesk.services.access import Desk
from stipdesk.services.documents import DocumentView
from stipdesk.ui import errors
from stipdesk.ui.context import UiContext
from stipdesk.ui.palette import Tone
from stipdesk.ui.printing import PaperSize, paper_problem
from stipdesk.ui.prompts import confirm, tell
from stipdesk.ui.screens.documents.pdf import Pdf
from stipdesk.ui.screens.documents.print_job import PrintJob, has_printer, make_ready, paper_of
from stipdesk.ui.strings import count

_A4 = PaperSize(210, 297)
Choose: TypeAlias = Callable[[PaperSize, int], QPrinter | None]


class Bundle:
    """The pages of several PDFs, one after the other, as `PrintJob` draws those of one."""

    def __init__(self, papers: Sequence[Pdf]) -> None:
        self._pages = [(pdf, page) for pdf in papers for page in range(pdf.pages)]

    @property
    def pages(self) -> int:
        return len(self._pages)

    def size(self, page: int) -> PaperSize:
        pdf, number = self._pages[page]
        return pdf.size(number)

    def draw(self, page: int, scale: float) -> QImage:
        pdf, number = self._pages[page]
        return pdf.draw(number, scale)


class PrintBatch(QObject):
    """Prints the first copy of each paper; each is recorded before it goes to the printer.

    `finished` carries how many were printed. It lives as long as `owner`.
    """

    finished = Signal(int)

    def __init__(
        self, context: UiContext, owner: QWidget, document_ids: Sequence[UUID], choose: Choose | None = None
    ) -> None:
        """`choose` gives the printer for so many papers of a size, or None to give up; usually by asking the person."""
        super().__init__(owner)
        self._choose = choose or self._ask
        self._context = context
        self._owner = owner
        self._ids = document_ids
        self._groups: list[tuple[PaperSize, list[tuple[DocumentView, Pdf]]]] = []
        self._job: PrintJob | None = None
        self._printed = 0

    def start(self) -> None:
        """Reads the papers, then asks for the printer of the first size."""
        job = partial(_views, self._context.desk, self._ids)
        self._context.tasks.run(job, self._read, owner=self._owner)

    def _read(self, views: Sequence[DocumentView]) -> None:
        for view in views:
            pdf = Pdf(view.pdf)
            size = pdf.size(0)
            group = next((papers for known, papers in self._groups if known == size), None)
            if group is None:
                self._groups.append((size, [(view, pdf)]))
            else:
                group.append((view, pdf))
        self._choose_printer()

    def _choose_printer(self) -> None:
        if not self._groups:
            self._close()
            return
        size, papers = self._groups[0]
        printer = self._choose(size, len(papers))
        if printer is None:
            self._close()
            return
        problem = paper_problem(size, paper_of(printer))
        if problem:
            confirm(
                self._owner,
                "O papel da impressora é outro",
                f"{problem} Se puder, escolha na impressora o papel dos documentos.",
                yes="Imprimir em tamanho real assim mesmo",
                then=lambda: self._record(printer),
                otherwise=self._close,
            )
        else:
            self._record(printer)

    def _ask(self, size: PaperSize, papers: int) -> QPrinter | None:
        if not has_printer():
            tell(
                self._owner,
                "Nenhuma impressora neste computador",
                "Instale uma impressora nas configurações do sistema, ou abra cada documento e salve o PDF.",
                tone=Tone.CARE,
            )
            return None
        printer = QPrinter(QPrinterInfo.defaultPrinter(), QPrinter.PrinterMode.HighResolution)
        printer.setDocName(count(papers, "documento do balcão", "documentos do balcão"))
        make_ready(printer, size)
        if self._context.settings.print_directly and not QPrinterInfo.defaultPrinter().isNull():
            return printer
        dialog = QPrintDialog(printer, self._owner)
        dialog.setWindowTitle(f"Imprimir {count(papers, 'documento', 'documentos')} em {_named(size)}")
        return printer if dialog.exec() == QDialog.DialogCode.Accepted else None

    def _record(self, printer: QPrinter) -> None:
        """The printings go into the journal first: a copy that nobody recorded must not exist."""
        ids = [view.line.document_id for view, _ in self._groups[0][1]]

        def recorded(_copies: list[int]) -> None:
            pages = Bundle([pdf for _, pdf in self._groups[0][1]])
            self._job = PrintJob(pages, printer, range(pages.pages))
            self._job.finished.connect(self._done)
            self._job.start()

        job = partial(_record_all, self._context.desk, ids)
        self._context.tasks.run(job, recorded, failed=self._failed, owner=self._owner)

    def _done(self, good: bool) -> None:
        self._job = None
        if good:
            _, papers = self._groups.pop(0)
            self._printed += len(papers)
            for _, pdf in papers:
                pdf.close()
            self._choose_printer()
            return
        self._failed(
            EnvironmentFault(
                "A impressora não aceitou os documentos.",
                "Todos continuam guardados, e a tentativa ficou registrada.",
                "Verifique a impressora e o papel e imprima cada um de novo, com o motivo “Falha na impressão”.",
            )
        )

    def _failed(self, error: Exception) -> None:
        errors.show(self._owner, error)
        self._close()

    def _close(self) -> None:
        for _, papers in self._groups:
            for _, pdf in papers:
                pdf.close()
        self._groups = []
        self.finished.emit(self._printed)


def _named(size: PaperSize) -> str:
    return "A4" if size.is_same_as(_A4) else f"{size.width:g} × {size.height:g} mm"


def _record_all(desk: Desk, document_ids: Sequence[UUID]) -> list[int]:
    return [documents.record_print(desk, document_id) for document_id in document_ids]


def _views(desk: Desk, document_ids: Sequence[UUID]) -> list[DocumentView]:
    return [documents.view(desk, document_id) for document_id in document_ids]
