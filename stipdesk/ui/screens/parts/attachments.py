"""The files brought for a check, an application or a measure: listed, seen, and others added."""

from collections.abc import Callable, Sequence
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.permissions import Act
from stipdesk.services import attachments
from stipdesk.services.attachments import FileLine, FileTarget
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form
from stipdesk.ui.screens.parts.file_field import FilesField
from stipdesk.ui.screens.parts.file_viewer import about, show_file
from stipdesk.ui.screens.parts.records import RecordLine, RecordSection
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.widgets.buttons import because, link


class AttachmentsSection(RecordSection):
    """The files in the order they came, each with who brought it in and when. "Anexar…" adds to what is shown."""

    def __init__(self, context: UiContext, name: str = "Anexos") -> None:
        self._context = context
        self._target: FileTarget | None = None
        self.attach_button = link("Anexar…", self.attach, icon_name="paperclip")
        self.attach_button.setAccessibleName("Anexar arquivo")
        super().__init__(name, "Nenhum arquivo anexado.", act=self.attach_button)

    def show_files(self, target: FileTarget, lines: Sequence[FileLine], why: str = "") -> None:
        """`why` says why nothing more can be attached now."""
        self._target = target
        because(self.attach_button, why or why_not(self._context.desk, Act.ATTACH_FILE))
        self.show_records(self._record(line) for line in lines)

    def attach(self) -> FormDialog | None:
        """Asks for files and adds them."""
        return open_attach(self._context, self, self._target) if self._target is not None else None

    def _record(self, line: FileLine) -> QWidget:
        see = link("Ver", partial(show_file, self._context, self, line.file_id))
        see.setAccessibleName(f"Ver {line.name}")
        return RecordLine(line.name, [about(line)], acts=[see])


class AttachForm(Form):
    def __init__(self, context: UiContext) -> None:
        super().__init__()
        section = self.section("Arquivos")
        self.files = self.add(section, FilesField(context, caption="O que se anexa", required=True), 6)


def open_attach(context: UiContext, owner: QWidget, target: FileTarget) -> FormDialog:
    """Asks for files; Ctrl+Enter keeps them."""
    form = AttachForm(context)

    def command(_version: int) -> Callable[[], tuple[UUID, ...]]:
        return partial(attachments.attach, context.desk, target, form.files.value())

    dialog = FormDialog(context, owner, "Anexar arquivos", form, command, save_text="Anexar")
    dialog.open()
    return dialog
