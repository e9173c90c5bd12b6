"""Files chosen, dropped or pasted in a form: read once, judged by their content, listed with what can be taken back."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMimeData, QStandardPaths
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImage, QImageWriter, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFileDialog, QFrame, QVBoxLayout, QWidget

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.files import shown_size
from stipdesk.services import attachments
from stipdesk.services.attachments import MOST_FILES, NewFile
from stipdesk.services.file_content import SIZE_LIMIT
from stipdesk.ui.context import UiContext
from stipdesk.ui.widgets.basics import ElidedLabel, clear, label, row
from stipdesk.ui.widgets.buttons import button, link
from stipdesk.ui.widgets.field import Field

_FILTER = "PDF e imagens (*.pdf *.jpg *.jpeg *.png);;Todos os arquivos (*)"
_PASTED = "imagem colada.png"


class FilesField(Field[tuple[NewFile, ...]]):
    """The files of one act; the user's own stay where they are, untouched. Ctrl+V pastes what was copied."""

    def __init__(
        self, context: UiContext, *, caption: str = "Cópia do documento", required: bool = False, hint: str = ""
    ) -> None:
        super().__init__("files", caption, required=required, hint=hint)
        self._context = context
        self._files: list[NewFile] = []
        self._lines = QVBoxLayout()
        self._lines.setSpacing(4)
        self.choose_button = button("Escolher arquivos…", self._ask, icon_name="paperclip")
        self.paste_button = link("Colar", self.paste)
        about = label(f"ou arraste até aqui · PDF, JPEG ou PNG de até {shown_size(SIZE_LIMIT)}", "small", wrap=True)
        inside = QFrame()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        tools = row(self.choose_button, self.paste_button, about)
        tools.setStretch(2, 1)
        column.addLayout(self._lines)
        column.addLayout(tools)
        self._place(inside, focus_on=self.choose_button)
        self.choose_button.setAccessibleName(f"Escolher arquivos: {caption}")
        self.paste_button.setAccessibleName(f"Colar arquivo: {caption}")
        self.setAcceptDrops(True)

    def value(self) -> tuple[NewFile, ...]:
        if self.required and not self._files:
            raise InvalidValue("Nenhum arquivo escolhido.", "Escolha um PDF, JPEG ou PNG.")
        return tuple(self._files)

    def set_value(self, value: tuple[NewFile, ...]) -> None:
        self._files = list(value)
        self._draw()
        self.mark_clean()

    def add_paths(self, paths: Iterable[Path]) -> None:
        """Reads these files; one that cannot be taken is told under the field and the others come in."""
        problems = []
        for path in paths:
            try:
                self._take(_read(path))
            except InvalidValue as error:
                problems.append(str(error))
        self._tell(problems)

    def paste(self) -> None:
        """Takes the files or the picture that were copied."""
        self._take_data(QGuiApplication.clipboard().mimeData())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() or event.mimeData().hasImage():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self._take_data(event.mimeData())
        event.acceptProposedAction()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste()
        else:
            super().keyPressEvent(event)

    def _take_data(self, data: QMimeData | None) -> None:
        """`data` is None while nothing was ever copied on this computer."""
        data = data or QMimeData()
        paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
        picture = data.imageData() if data.hasImage() and not paths else None
        if paths:
            self.add_paths(paths)
        elif isinstance(picture, QImage) and not picture.isNull():
            try:
                self._take(NewFile(_PASTED, _png(picture)))
            except InvalidValue as error:
                self._tell([str(error)])
        else:
            self._tell(["Não há arquivo nem imagem copiada. Copie o arquivo ou a imagem e cole de novo."])

    def _ask(self) -> None:
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        chosen, _ = QFileDialog.getOpenFileNames(self, "Escolher arquivos", folder, _FILTER)
        self.add_paths(Path(each) for each in chosen)

    def _take(self, file: NewFile) -> None:
        if any(each.content == file.content for each in self._files):
            raise InvalidValue(f"“{file.name}” já foi escolhido.")
        if len(self._files) >= MOST_FILES:
            raise InvalidValue(f"Cabem {MOST_FILES} arquivos de uma vez.", "Junte as páginas em um PDF.")
        self._files.append(file)
        self._changed()
        # Opening a large photograph takes a moment: the worker says whether it is good while the form is filled.
        self._context.tasks.run(partial(attachments.judge, file), failed=partial(self._refused, file), owner=self)

    def _refused(self, file: NewFile, error: Exception) -> None:
        if not isinstance(error, InvalidValue):
            raise error
        self._remove(file)
        self._tell([str(error)])

    def _remove(self, file: NewFile) -> None:
        if file in self._files:
            self._files.remove(file)
            self._changed()

    def _changed(self) -> None:
        self._draw()
        self._on_edit()
        self._refresh()

    def _tell(self, problems: list[str]) -> None:
        """What was not taken; it is not in the field, so it does not stop the save."""
        self._notice = "\n".join(problems)
        self._refresh()

    _notice = ""

    def _doubt(self, _value: tuple[NewFile, ...]) -> tuple[str, str]:
        return self._notice, ""

    def _on_edit(self) -> None:
        self._notice = ""
        super()._on_edit()

    def _draw(self) -> None:
        clear(self._lines)
        for file in self._files:
            self._lines.addWidget(self._line(file))

    def _line(self, file: NewFile) -> QWidget:
        remove = link("Retirar", partial(self._remove, file))
        remove.setProperty("flush", True)
        remove.setAccessibleName(f"Retirar {file.name}")
        made = QWidget()
        line = row(ElidedLabel(file.name, "strong"), label(shown_size(len(file.content)), "small"), remove, spacing=12)
        line.setStretch(0, 1)
        made.setLayout(line)
        return made

    def _state(self) -> object:
        return tuple(self._files)


def _read(path: Path) -> NewFile:
    """The file in memory. Raises `InvalidValue` for one that is too large, a folder, or that cannot be read."""
    try:
        size = path.stat().st_size
        if size > SIZE_LIMIT:  # not read at all: it may be a film
            raise InvalidValue(
                f"“{path.name}”: o arquivo tem {shown_size(size)}; cabem {shown_size(SIZE_LIMIT)}.",
                "Digitalize com menos resolução ou divida o documento.",
            )
        return NewFile(path.name, path.read_bytes())
    except OSError as error:
        raise InvalidValue(
            f"“{path.name}” não pôde ser lido ({error.strerror}).", "Confira se ele ainda existe e se não está em uso."
        ) from error


def _png(picture: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, b"png").write(picture)
    return bytes(buffer.data().data())
