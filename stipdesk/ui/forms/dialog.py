"""The window of a form: it saves, stays open with everything typed while it cannot, and asks before losing work."""

from collections.abc import Callable
from uuid import UUID

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QDialog, QFrame, QVBoxLayout, QWidget

from stipdesk.domain.errors import (
    Conflict,
    Duplicate,
    FieldConflict,
    FieldErrors,
    FieldProblem,
    InvalidValue,
)
from stipdesk.domain.registers import Similar, SubjectKind
from stipdesk.ui import errors
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.form import Form
from stipdesk.ui.forms.merge import MergeDialog
from stipdesk.ui.palette import Tone
from stipdesk.ui.prompts import confirm
from stipdesk.ui.strings import count
from stipdesk.ui.theme import set_property
from stipdesk.ui.widgets.basics import heading, label, row, scrolled
from stipdesk.ui.widgets.buttons import button, primary
from stipdesk.ui.widgets.field import Entry


class FormDialog(QDialog):
    """A form over the window that opened it, shown with `open()`.

    `command` is called in the window's thread, with the version of the record being edited, only when no field has a
    problem; it reads the form and returns the job for the worker: `lambda version: partial(drivers.edit, desk, ...)`.
    `saved` carries what the job returned, after the dialog closed. `kind` is what a duplicate opens.
    """

    saved = Signal(object)

    def __init__(
        self,
        context: UiContext,
        owner: QWidget,
        title: str,
        form: Form,
        command: Callable[[int], Callable[[], object]],
        *,
        version: int = 0,
        kind: SubjectKind | None = None,
        save_text: str = "Salvar",
    ) -> None:
        super().__init__(owner.window())
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.form = form
        self._context = context
        self._command = command
        self._version = version
        self._kind = kind
        self._discarding = False
        self.decided: frozenset[str] = frozenset()
        self._told = label("", "message", wrap=True)
        self.save_button = primary(save_text, self.save, shortcut="Ctrl+Return")
        footer = QFrame()
        footer.setProperty("role", "footer")
        bottom = row(self._told, button("Cancelar   Esc", self.reject), self.save_button, margins=12)
        bottom.setStretch(0, 1)
        bottom.setContentsMargins(20, 12, 20, 12)
        footer.setLayout(bottom)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(10)
        top = row(heading(title))
        top.setContentsMargins(20, 16, 20, 0)
        outer.addLayout(top)
        self._area = scrolled(form, (20, 4, 20, 16))
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer.addWidget(self._area, 1)
        outer.addWidget(footer)
        self.form.changed.connect(lambda: self._told.clear())
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow_focus)
        self._fit()
        form.first_focus()

    def save(self) -> None:
        """Sends the command to the worker, once; with problems, shows them instead."""
        if not self.save_button.isEnabled():
            return
        if not self.form.judge():
            wrong = len(self.form.problems())
            self._tell(f"{count(wrong, 'campo', 'campos')} para corrigir antes de salvar.")
            self._reveal_problems()
            return
        self._context.tasks.run(
            self._command(self._version), self._saved, failed=self._failed, owner=self, busy=self.save_button
        )

    def watch_similar(self, find: Callable[[], Callable[[], list[Similar]] | None]) -> None:
        """Looks for records like the one being typed, at each edit; `find` returns the job, or None to ask nothing."""

        def look() -> None:
            job = find()
            if job is None:
                self.form.show_similar([], self._open_other)
            else:
                self._context.tasks.run(job, self._show_similar, owner=self, latest=(id(self), "similar"))

        self.form.changed.connect(look)

    def reject(self) -> None:
        """Esc, Cancelar and the window's own button: asks first when something was typed."""
        if self._discarding or not self.form.is_dirty():
            super().reject()
            return
        confirm(
            self,
            "Descartar o que foi digitado?",
            "As alterações deste formulário ainda não foram salvas.",
            yes="Descartar",
            no="Continuar editando",
            danger=True,
            then=self._discard,
        )

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._discarding or not self.form.is_dirty():
            super().closeEvent(event)
        else:
            event.ignore()
            self.reject()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Enter belongs to the fields: it goes to the next one and never presses a button by surprise.
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            event.accept()
            return
        super().keyPressEvent(event)

    def _fit(self) -> None:
        letters, lines = self.fontMetrics().averageCharWidth(), self.fontMetrics().lineSpacing()
        screen = self.screen().availableGeometry()
        wanted = self.form.sizeHint().height() + lines * 8
        self.resize(min(letters * 118, screen.width() - 40), min(wanted, screen.height() - 60))

    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """What has the keyboard is in sight, with its label and message, also when a problem put it there."""
        if now is not None and self.form.isAncestorOf(now):
            self._area.ensureWidgetVisible(now, 0, self.fontMetrics().lineSpacing() * 3)

    def _reveal_problems(self) -> None:
        """What the focus was on already is brought into sight too; a problem of no field is told at the top."""
        if self.form.problems():
            self._follow_focus(None, self.focusWidget())
        else:
            self._area.ensureVisible(0, 0)

    def _discard(self) -> None:
        self._discarding = True
        self.reject()

    def _saved(self, result: object) -> None:
        self._discarding = True
        self.accept()
        self.saved.emit(result)

    def _failed(self, error: Exception) -> None:
        match error:
            case FieldErrors():
                self.form.show_problems(error.problems)
                self._tell("Nada foi salvo: veja os campos marcados.")
                self._reveal_problems()
            case Duplicate():
                self._duplicate(error)
            case Conflict():
                self._tell("Nada foi salvo ainda: outra pessoa alterou este cadastro.")
                MergeDialog(self, error, self._entries(error), lambda taken: self._merged(error, taken)).open()
            case _:
                self._tell("Nada foi salvo. O que você digitou continua aqui.")
                errors.show(self, error)

    def _duplicate(self, error: Duplicate) -> None:
        self.form.show_problems([FieldProblem(error.field, str(error))])
        self._tell("Nada foi salvo: já existe um cadastro com este dado.")
        if self._kind is not None:
            self._show_similar([Similar(self._kind, error.subject_id, str(error), "", certain=True)])

    def _entries(self, error: Conflict) -> dict[str, Entry]:
        named = {each.field: self.form.field_named(each.field) for each in error.fields}
        return {name: entry for name, entry in named.items() if entry is not None}

    def _merged(self, conflict: Conflict, taken: tuple[FieldConflict, ...]) -> None:
        """Takes the other's values that were chosen and saves over the other's version."""
        self.decided = frozenset(each.field for each in conflict.fields if each not in taken and self._has(each.field))
        for each in taken:
            field = self.form.field_named(each.field)
            if field is None:
                continue  # not in this form, so this save does not touch it
            try:
                field.set_stored(each.theirs)
            except InvalidValue as error:
                errors.show(self, error)
                return
        self._version = conflict.version
        self.save()

    def _has(self, name: str) -> bool:
        return self.form.field_named(name) is not None

    def _show_similar(self, similar: list[Similar]) -> None:
        self.form.show_similar(similar, self._open_other)

    def _open_other(self, kind: SubjectKind, subject_id: UUID) -> None:
        def go() -> None:
            self._discard()
            self._context.bus.subject_wanted.emit(kind, subject_id)

        if self.form.is_dirty():
            confirm(
                self,
                "Abrir o outro cadastro?",
                "O que você digitou aqui não foi salvo e será descartado.",
                yes="Descartar e abrir",
                no="Continuar editando",
                then=go,
            )
        else:
            go()

    def _tell(self, text: str) -> None:
        set_property(self._told, "tone", Tone.STOP.value)
        self._told.setText(text)
