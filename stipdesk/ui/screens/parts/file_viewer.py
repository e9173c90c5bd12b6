"""A file that was brought, seen inside the window: nothing of it runs, and a copy leaves only when it is asked for."""

from functools import partial
from pathlib import Path
from uuid import UUID

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, QStandardPaths, Qt
from PySide6.QtGui import QImage, QImageReader, QKeyEvent, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QFileDialog, QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from stipdesk.domain.files import MediaType, shown_size
from stipdesk.domain.text import format_date
from stipdesk.services import attachments
from stipdesk.services.attachments import FileLine, FileView
from stipdesk.ui.context import UiContext
from stipdesk.ui.palette import Tone
from stipdesk.ui.prompts import confirm
from stipdesk.ui.saving import save_whole
from stipdesk.ui.screens.documents.pdf import Pdf
from stipdesk.ui.screens.documents.pdf_view import PdfView
from stipdesk.ui.widgets.basics import ElidedLabel, Notice, label, row
from stipdesk.ui.widgets.buttons import ActButton, button

_ZOOM_STEP = 1.25
_SMALLEST, _LARGEST = 0.05, 6.0
_ACTIVE = "Este PDF traz comandos ou outros arquivos dentro dele. Aqui eles não funcionam"


def show_file(context: UiContext, owner: QWidget, file_id: UUID) -> None:
    """Reads a file, proves that it is what was brought, and opens it over the window of `owner`."""

    def show(view: FileView) -> None:
        FileViewer(owner, view).open()

    context.tasks.run(partial(attachments.view, context.desk, file_id), show, owner=owner)


def about(line: FileLine) -> str:
    """Who brought it in, when, and how large it is."""
    return f"Anexado por {line.attached_by} em {format_date(line.attached_on)} · {shown_size(line.size)}"


class PictureView(QScrollArea):
    """A picture, upright, as large as the window until it is enlarged; the keys + and - enlarge and reduce."""

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self._image = _image(content)
        self._fits = True
        self._zoom = 1.0
        self._shown = QLabel()
        self._shown.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._shown.setAccessibleName("Imagem anexada")
        if self._image.isNull():
            self._shown.setText("Esta imagem não pode ser mostrada aqui. Salve uma cópia para vê-la.")
        self.setWidget(self._shown)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Imagem anexada")

    def zoom_in(self) -> None:
        self._put_zoom(self._zoom * _ZOOM_STEP)

    def zoom_out(self) -> None:
        self._put_zoom(self._zoom / _ZOOM_STEP)

    def fit_page(self) -> None:
        """The whole picture on the screen, also when the window changes; a small one stays as it is."""
        self._fits = True
        size = self._image.size()
        if not size.isEmpty():
            room = self.viewport().size()
            self._zoom = min(room.width() / size.width(), room.height() / size.height(), 1.0)
            self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fits:
            self.fit_page()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.zoom_in()
            case Qt.Key.Key_Minus:
                self.zoom_out()
            case _:
                super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(720, 640)

    def _put_zoom(self, zoom: float) -> None:
        self._fits = False
        longest = max(self._image.width(), self._image.height(), 1)
        self._zoom = min(max(zoom, _SMALLEST), _LARGEST, max(12_000 / longest, 1.0))
        self._draw()

    def _draw(self) -> None:
        if self._image.isNull():
            return
        ratio = self.devicePixelRatioF()
        wanted = self._image.size() * (self._zoom * ratio)
        scaled = self._image.scaled(
            wanted.expandedTo(QSize(1, 1)),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        scaled.setDevicePixelRatio(ratio)
        self._shown.setPixmap(QPixmap.fromImage(scaled))


class FileViewer(QDialog):
    """One file and no other: what is shown and saved is what was proved when it was read."""

    def __init__(self, owner: QWidget, view: FileView) -> None:
        super().__init__(owner.window())
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._view = view
        line = view.line
        self.setWindowTitle(line.name)
        self._pdf = Pdf(view.content) if line.media_type is MediaType.PDF else None
        self.pages = PdfView(self._pdf) if self._pdf is not None else PictureView(view.content)
        self._where = label("", "small")
        tools = row(ElidedLabel(line.name, "heading"), self._where, *self._zoom_tools(), spacing=10)
        tools.setStretch(0, 1)
        tools.setContentsMargins(20, 14, 20, 4)
        self.save_button = button("Salvar cópia…", self.save, icon_name="floppy-disk", shortcut="Ctrl+S")
        footer = QFrame()
        footer.setProperty("role", "footer")
        bottom = row(ElidedLabel(about(line), "small"), self.save_button, button("Fechar   Esc", self.reject))
        bottom.setStretch(0, 1)
        bottom.setContentsMargins(20, 12, 20, 12)
        footer.setLayout(bottom)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(8)
        outer.addLayout(tools)
        if view.active:
            notice = row(Notice(Tone.CARE, f"{_ACTIVE}; em outro programa, podem funcionar."))
            notice.setContentsMargins(20, 0, 20, 0)
            outer.addLayout(notice)
        outer.addWidget(self.pages, 1)
        outer.addWidget(footer)
        if isinstance(self.pages, PdfView):
            self.pages.page_shown.connect(lambda _page: self._tell_page())
            self._tell_page()
        screen = self.screen().availableGeometry()
        self.resize(min(1100, screen.width() - 60), min(860, screen.height() - 60))

    def save(self) -> None:
        """Asks where; first, when another program might run what is inside, whether to."""
        if self._view.active:
            confirm(
                self,
                "Salvar uma cópia deste PDF?",
                f"{_ACTIVE}, mas no programa que abrir a cópia podem funcionar. Salve-a só se confia em quem a trouxe.",
                yes="Salvar assim mesmo",
                then=self._ask_where,
            )
        else:
            self._ask_where()

    def save_as(self, path: Path) -> None:
        """Writes the file as it came, under a name that ends as its content asks."""
        suffix = self._view.line.media_type.suffix
        endings = (suffix, ".jpeg") if self._view.line.media_type is MediaType.JPEG else (suffix,)
        named = path if path.suffix.lower() in endings else path.with_name(f"{path.name}{suffix}")
        save_whole(self, named, self._view.content, "O arquivo")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.pages.setFocus()

    def done(self, result: int) -> None:
        super().done(result)
        if self._pdf is not None:
            self._pdf.close()

    def _ask_where(self) -> None:
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        chosen, _ = QFileDialog.getSaveFileName(self, "Salvar cópia", str(Path(folder) / self._view.line.name))
        if chosen:
            self.save_as(Path(chosen))

    def _zoom_tools(self) -> list[ActButton]:
        named = (
            ("Diminuir", "Diminuir (tecla -)", "magnifying-glass-minus", self.pages.zoom_out),
            ("Aumentar", "Aumentar (tecla +)", "magnifying-glass-plus", self.pages.zoom_in),
            ("Página inteira", "Ver a página inteira", "maximize", self.pages.fit_page),
        )
        made = []
        for name, tip, icon_name, act in named:
            tool = button("", act, icon_name=icon_name, tip=tip)
            tool.setAccessibleName(name)
            made.append(tool)
        return made

    def _tell_page(self) -> None:
        assert isinstance(self.pages, PdfView)
        assert self._pdf is not None
        total = self._pdf.pages
        self._where.setText(f"Página {self.pages.page + 1} de {total}" if total > 1 else "")


def _image(content: bytes) -> QImage:
    """The picture, turned as the camera says; a null one when it cannot be opened."""
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    return reader.read()
