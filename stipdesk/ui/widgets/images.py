"""A picture chosen from a file: the office's logo, a signature, the photo of a failure."""

from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QImageWriter, QPixmap
from PySide6.QtWidgets import QDialog, QFileDialog, QLabel, QVBoxLayout, QWidget

from stipdesk.domain.errors import InvalidValue
from stipdesk.ui.widgets.basics import column, label, row
from stipdesk.ui.widgets.buttons import button, link
from stipdesk.ui.widgets.field import Field

_FILTER = "Imagens (*.png *.jpg *.jpeg *.webp *.bmp)"
_LARGEST_FILE = 30_000_000


def read_picture(path: Path, longest_side: int) -> bytes:
    """The picture as PNG (with transparency) or JPEG, upright and at most `longest_side` pixels long.

    Raises `InvalidValue` for a file that is too large, unreadable or not a picture.
    """
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    reader.setDecideFormatFromContent(True)
    if path.exists() and path.stat().st_size > _LARGEST_FILE:
        raise InvalidValue("Arquivo grande demais para uma imagem.", "Escolha um de até 30 MB.")
    picture = reader.read()
    if picture.isNull():
        raise InvalidValue(f"“{path.name}” não é uma imagem que se possa ler.", "Escolha um arquivo PNG ou JPG.")
    if max(picture.width(), picture.height()) > longest_side:
        picture = picture.scaled(
            QSize(longest_side, longest_side),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    return _encoded(picture)


def _encoded(picture: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, b"png" if picture.hasAlphaChannel() else b"jpeg")
    writer.setQuality(85)
    writer.write(picture)
    return bytes(buffer.data().data())


class ImageField(Field[bytes | None]):
    """PNG or JPEG bytes, None when there is no picture. Larger pictures are reduced to `longest_side` pixels."""

    def __init__(
        self,
        name: str,
        caption: str,
        *,
        hint: str = "",
        tip: str = "",
        longest_side: int = 1_200,
        height: int = 96,
    ) -> None:
        super().__init__(name, caption, hint=hint, tip=tip)
        self._bytes: bytes | None = None
        self._longest_side = longest_side
        self._shown = QLabel()
        self._shown.setFixedHeight(height)
        self._none = label("Nenhuma imagem escolhida", "small")
        self._choose = button("Escolher imagem…", self._ask, icon_name="image")
        self._remove = link("Retirar", lambda: self._put(None))
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._shown)
        column.addWidget(self._none)
        buttons = row(self._choose, self._remove)
        buttons.addStretch(1)
        column.addLayout(buttons)
        self._place(inside, focus_on=self._choose)
        self._choose.setAccessibleName(f"Escolher imagem: {caption}")
        self._draw()

    def value(self) -> bytes | None:
        return self._bytes

    def set_value(self, value: bytes | None) -> None:
        self._bytes = value
        self._draw()
        self.mark_clean()

    def load(self, path: Path) -> None:
        """Takes the picture of a file; what cannot be read is told under the field and changes nothing."""
        try:
            self._put(read_picture(path, self._longest_side))
        except InvalidValue as error:
            self.show_problem(str(error))

    def _ask(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(self, "Escolher imagem", "", _FILTER)
        if chosen:
            self.load(Path(chosen))

    def _put(self, content: bytes | None) -> None:
        self._bytes = content
        self._draw()
        self._on_edit()
        self._refresh()

    def _draw(self) -> None:
        picture = QPixmap()
        if self._bytes is not None:
            picture.loadFromData(self._bytes)
        if not picture.isNull():
            ratio = self.devicePixelRatioF()
            picture = picture.scaledToHeight(
                round(self._shown.height() * ratio), Qt.TransformationMode.SmoothTransformation
            )
            picture.setDevicePixelRatio(ratio)
        self._shown.setPixmap(picture)
        self._shown.setVisible(self._bytes is not None)
        self._none.setVisible(self._bytes is None)
        self._remove.setVisible(self._bytes is not None)

    def _state(self) -> object:
        return self._bytes


def show_picture(owner: QWidget, title: str, content: bytes) -> QDialog:
    """A kept picture in a window of its own, reduced to fit the screen."""
    dialog = QDialog(owner.window())
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    picture = QPixmap()
    picture.loadFromData(content)
    room = dialog.screen().availableGeometry().size() * 0.8
    if picture.width() > room.width() or picture.height() > room.height():
        picture = picture.scaled(room, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
    shown = QLabel()
    shown.setPixmap(picture)
    shown.setAccessibleName(title)
    close = button("Fechar   Esc", dialog.reject)
    dialog.setLayout(column(shown, row(close), spacing=12, margins=16))
    dialog.open()
    return dialog
