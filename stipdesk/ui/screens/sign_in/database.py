"""Choosing another database: a file of this computer, or a server that several desks share."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QDialog, QFileDialog, QLineEdit, QRadioButton, QWidget

from stipdesk.ui.widgets.basics import Card, column, heading, label, row
from stipdesk.ui.widgets.buttons import button, primary

_SQLITE = "sqlite:///"


class DatabaseDialog(QDialog):
    """`chosen` carries the address of the database, as `settings.database_url` keeps it."""

    chosen = Signal(str)

    def __init__(self, owner: QWidget, database_url: str) -> None:
        super().__init__(owner.window())
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Banco de dados")
        local = database_url.startswith(_SQLITE)
        self.in_file = QRadioButton("Neste computador (SQLite)")
        self.in_server = QRadioButton("Num servidor, para vários balcões (PostgreSQL)")
        kinds = QButtonGroup(self)
        kinds.addButton(self.in_file)
        kinds.addButton(self.in_server)
        self.file = QLineEdit(database_url.removeprefix(_SQLITE) if local else "")
        self.file.setAccessibleName("Arquivo do banco de dados")
        self.file.setPlaceholderText("Arquivo numa pasta deste computador")
        self.address = QLineEdit("" if local else database_url)
        self.address.setAccessibleName("Endereço do servidor")
        self.address.setPlaceholderText("postgresql://usuario@servidor/stipdesk")
        self._browse = button("Procurar…", self._ask_file)
        (self.in_file if local else self.in_server).setChecked(True)
        self.in_file.toggled.connect(self._refresh)
        self.use = primary("Usar este banco", self._use)
        card = Card()
        card.body.addWidget(self.in_file)
        file_line = row(self.file, self._browse)
        file_line.setContentsMargins(28, 0, 0, 8)
        card.body.addLayout(file_line)
        card.body.addWidget(self.in_server)
        server_line = column(self.address, label("O técnico do órgão informa este endereço.", "small"), spacing=3)
        server_line.setContentsMargins(28, 0, 0, 0)
        card.body.addLayout(server_line)
        buttons = row(button("Cancelar", self.reject), self.use)
        buttons.insertStretch(0, 1)
        outer = column(heading("Banco de dados deste computador"), card, buttons, spacing=14)
        outer.setContentsMargins(22, 18, 22, 18)
        self.setLayout(outer)
        self.resize(self.fontMetrics().averageCharWidth() * 80, self.sizeHint().height())
        for field in (self.file, self.address):
            field.textChanged.connect(self._refresh)
        self._refresh()

    def _refresh(self) -> None:
        in_file = self.in_file.isChecked()
        self.file.setEnabled(in_file)
        self._browse.setEnabled(in_file)
        self.address.setEnabled(not in_file)
        self.use.setEnabled(bool((self.file if in_file else self.address).text().strip()))

    def _ask_file(self) -> None:
        start = self.file.text() or "stipdesk.sqlite"
        chosen, _ = QFileDialog.getSaveFileName(
            self,
            "Escolher ou criar o arquivo do banco de dados",
            start,
            "Banco de dados (*.sqlite *.db)",
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        if chosen:
            self.file.setText(chosen)

    def _use(self) -> None:
        if self.in_file.isChecked():
            url = _SQLITE + Path(self.file.text().strip()).as_posix()
        else:
            url = self.address.text().strip()
        self.accept()
        self.chosen.emit(url)
