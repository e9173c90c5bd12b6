"""The keys that sign the QR codes: which there are, which is open, and the one of a new year."""

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QGuiApplication

from stipdesk.domain.permissions import Act
from stipdesk.domain.text import format_date
from stipdesk.services import office
from stipdesk.services.office import KeyLine
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.administration.page import Page
from stipdesk.ui.screens.parts.records import FactsSection, RecordLine, RecordSection
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.screens.setup.forms import KeyForm
from stipdesk.ui.screens.sign_in.passphrase import ask_passphrase
from stipdesk.ui.widgets.buttons import link


class KeysPage(Page):
    def __init__(self, context: UiContext) -> None:
        super().__init__(
            context,
            "Chaves de assinatura",
            "Selos, certificados e autos saem com uma assinatura que qualquer pessoa confere pelo código QR. Cada "
            "chave assina por 14 meses; as anteriores continuam conferindo o que assinaram.",
        )
        self.section = RecordSection("Chaves do órgão", "Nenhuma chave: sem ela nenhum documento é emitido.")
        self.place = FactsSection("Onde ficam")
        self.body.addWidget(self.section)
        self.body.addWidget(self.place)
        self.body.addStretch(1)
        self.new_button = self.bar.add("Gerar a chave do ano", self.new, icon_name="key")
        self.open_button = self.bar.add("Abrir a chave", self.open_key, icon_name="lock-open")
        self.bar.allow(self.new_button, why_not(context.desk, Act.EDIT_OFFICE))
        self.place.show_facts(
            [
                ("Pasta", str(context.desk.keys_folder)),
                ("Cópia", "Guarde, lacrada e fora deste computador, uma cópia da pasta e a frase-senha de cada chave."),
                ("Diário Oficial", "Publique a impressão digital de cada chave: é com ela que terceiros a conferem."),
            ]
        )

    def reload(self) -> None:
        self.context.tasks.run(partial(office.signing_keys, self.context.desk), self._show, owner=self)

    def new(self) -> FormDialog:
        """A key for this year with a passphrase of its own; the present one goes on verifying."""
        form = KeyForm()

        def command(_version: int) -> Callable[[], object]:
            return partial(office.new_key, self.context.desk, form.passphrase.value())

        dialog = FormDialog(self.context, self, "Gerar a chave do ano", form, command, save_text="Gerar")
        dialog.open()
        return dialog

    def open_key(self) -> None:
        ask_passphrase(self.context, self, self.reload)

    def _show(self, lines: list[KeyLine]) -> None:
        self.section.show_records(self._record(line) for line in lines)
        opened = any(line.opened for line in lines)
        usable = any(line.here and self._covers(line) for line in lines)
        self.bar.allow(
            self.open_button,
            "A chave já está aberta até o programa ser fechado." if opened
            else "" if usable else "Não há neste computador uma chave para a data de hoje.",
        )  # fmt: skip
        self.bar.prefer(self.new_button if not usable or opened else self.open_button)

    def _record(self, line: KeyLine) -> RecordLine:
        copy = link("Copiar impressão digital", partial(QGuiApplication.clipboard().setText, line.fingerprint))
        copy.setAccessibleName(f"Copiar a impressão digital da chave {line.kid}")
        return RecordLine(
            f"Chave {line.kid}",
            [
                f"Assina documentos de {format_date(line.valid_from)} a {format_date(line.valid_to)}",
                f"Impressão digital (SHA-256): {_grouped(line.fingerprint)}",
            ],
            state=self._state(line),
            acts=[copy],
        )

    def _covers(self, line: KeyLine) -> bool:
        return line.valid_from <= self.context.desk.today <= line.valid_to

    def _state(self, line: KeyLine) -> tuple[str, Tone]:
        if not self._covers(line):
            return "Só confere", Tone.NEUTRAL
        if line.opened:
            return "Aberta nesta sessão", Tone.GOOD
        return ("Trancada", Tone.CARE) if line.here else ("Em outro computador", Tone.INFORMATION)


def _grouped(fingerprint: str) -> str:
    """In groups of eight, as it is read aloud."""
    return " ".join(fingerprint[start : start + 8] for start in range(0, len(fingerprint), 8))
