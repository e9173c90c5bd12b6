"""The inspection in the yard: every item in one list, all in order in one key, a note and a photograph of failures."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from uuid import UUID

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from stipdesk.domain.errors import EnvironmentFault, InvalidValue
from stipdesk.domain.legal import InspectionItem
from stipdesk.domain.text import format_date
from stipdesk.services import inspections
from stipdesk.services.inspections import Failure, InspectionOutcome, RecordInspection
from stipdesk.services.retests import Retest
from stipdesk.ui import errors
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.documents.preview import show_document
from stipdesk.ui.strings import count
from stipdesk.ui.widgets.basics import Badge, label, row
from stipdesk.ui.widgets.buttons import button
from stipdesk.ui.widgets.field import Entry, Field
from stipdesk.ui.widgets.fields import DateField, NoteField, TextField
from stipdesk.ui.widgets.images import ImageField

ALL_GOOD_KEYS = "F9"
_GOOD, _BAD = 0, 1
_PHOTO_SIDE = 1_600


class ItemField(Field[Failure | None]):
    """One item: in order (None), or a failure with what was found and, if wanted, a photograph."""

    def __init__(self, item: InspectionItem) -> None:
        super().__init__(f"failures.{item.code}", item.text, required=True)
        self._code = item.code
        self.group = QButtonGroup(self)
        line = QHBoxLayout()
        line.setSpacing(18)
        self._label.setWordWrap(True)
        self._label.setProperty("role", "")
        line.addWidget(self._label, 1)
        for index, text in ((_GOOD, "Conforme"), (_BAD, "Não conforme")):
            made = QRadioButton(text)
            made.setAccessibleName(f"{item.text}: {text}")
            self.group.addButton(made, index)
            line.addWidget(made)
        self.note = TextField("note", "O que foi encontrado", required=True, limit=300)
        self.photo = ImageField("photo", "Foto", hint="opcional", longest_side=_PHOTO_SIDE, height=72)
        self._details = QWidget()
        details = QHBoxLayout(self._details)
        details.setContentsMargins(18, 0, 0, 6)
        details.setSpacing(16)
        details.addWidget(self.note, 3)
        details.addWidget(self.photo, 2)
        self._details.hide()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(4)
        outer.addLayout(line)
        outer.addWidget(self._message)
        outer.addWidget(self._details)
        self.editor = self.group.button(_GOOD)
        self.setFocusProxy(self.editor)
        self._baseline = self._state()
        self.group.idToggled.connect(self._toggled)
        for part in self._parts():
            part.edited.connect(self._on_edit)

    def value(self) -> Failure | None:
        match self.group.checkedId():
            case 0:
                return None
            case 1:
                return Failure(self._code, self.note.value(), self.photo.value())
            case _:
                raise InvalidValue("Falta conferir.")

    def is_decided(self) -> bool:
        return self.group.checkedId() >= 0

    def has_failed(self) -> bool:
        return self.group.checkedId() == _BAD

    def pass_it(self) -> None:
        """Conforme, unless the inspector already said otherwise."""
        if not self.is_decided():
            self.group.button(_GOOD).setChecked(True)

    def fail(self) -> None:
        self.group.button(_BAD).setChecked(True)

    def judge(self) -> None:
        if self.has_failed():
            for part in self._parts():
                part.judge()
        super().judge()

    def focus(self) -> None:
        if self.has_failed():
            self.note.focus()
        else:
            (self.group.checkedButton() or self.editor).setFocus()

    def _parts(self) -> list[Entry]:
        return [self.note, self.photo]

    def _toggled(self, index: int, checked: bool) -> None:
        if not checked:
            return
        self._details.setVisible(index == _BAD)
        self._on_edit()
        if index == _BAD:
            self.note.focus()

    def _state(self) -> object:
        return (self.group.checkedId(), self.note.line.text(), self.photo.value())

    def _show(self, message: str, tone: Tone, suggestion: str) -> None:
        # The note says by itself that it is missing.
        super()._show("" if self.has_failed() and not self._from_service else message, tone, suggestion)


class InspectionForm(Form):
    """Nothing is presumed in order: each item is answered, or all that are left at once (F9).

    Of a `retest` only the items that failed are asked.
    """

    def __init__(self, context: UiContext, items: Sequence[InspectionItem], retest: Retest | None = None) -> None:
        super().__init__()
        self._retest = retest
        if retest is not None:
            items = [item for item in items if item.code in retest.items]
            hint = f"Só os itens reprovados no laudo {retest.title}. Prazo: {format_date(retest.due_on)}."
            head = self.section("Repetição da vistoria", hint)
        else:
            head = self.section("Vistoria", "Art. 18, IV e § 1º. Marque o que falhou e conclua com “Tudo conforme”.")
        self.inspected_on = self.add(head, DateField("inspected_on", "Data", required=True), 2)
        self.institution = self.add(
            head, TextField("institution", "Instituição que vistoriou", required=True, limit=120), 4
        )
        self.inspected_on.set_value(context.desk.today)
        self.institution.set_value(context.settings.institution)
        self.all_good_button = button(
            "Tudo conforme", self.all_good, icon_name="check-double", shortcut=ALL_GOOD_KEYS,
            tip="Marca como conforme tudo o que ainda não foi conferido",
        )  # fmt: skip
        self._progress = label("", "soft")
        self._result = Badge()
        holder = QWidget()
        line = row(self.all_good_button, self._progress, self._result, spacing=14)
        line.addStretch(1)
        line.setAlignment(self._progress, Qt.AlignmentFlag.AlignVCenter)
        holder.setLayout(line)
        head.place(holder, 6)
        self.items: list[ItemField] = []
        for name, group in groupby(items, key=lambda item: item.section):
            section = self.section(name)
            self.items += [self.add(section, ItemField(item), 6) for item in group]
        self.remarks = self.add(self.section("Laudo"), NoteField("remarks", "Observações", lines=2), 6)
        self.changed.connect(self._tell)
        self._tell()

    def first_focus(self) -> None:
        if self.institution.line.text():
            self.all_good_button.setFocus()
        else:
            self.institution.focus()

    def all_good(self) -> None:
        """Everything not yet answered is in order."""
        for item in self.items:
            item.pass_it()

    def command(self, vehicle_id: UUID) -> RecordInspection:
        inspected_on = self.inspected_on.value()
        assert inspected_on is not None
        failures = tuple(failure for item in self.items if (failure := item.value()) is not None)
        return RecordInspection(
            vehicle_id, inspected_on, self.institution.value(), failures, self.remarks.value(),
            self._retest.inspection_id if self._retest is not None else None,
        )  # fmt: skip

    def _tell(self) -> None:
        decided = sum(item.is_decided() for item in self.items)
        failed = sum(item.has_failed() for item in self.items)
        self._progress.setText(f"{decided} de {len(self.items)} conferidos")
        if failed:
            self._result.show_state(f"Reprovado: {count(failed, 'item', 'itens')}", Tone.STOP)
        elif decided == len(self.items):
            self._result.show_state("Aprovado: sai com selo", Tone.GOOD)
        else:
            self._result.show_state("", Tone.NEUTRAL)


def open_inspection(
    context: UiContext, owner: QWidget, vehicle_id: UUID, name: str, retest: Retest | None = None
) -> FormDialog:
    """Records an inspection or the `retest` of one; approved, its seal is shown to be printed, else its report."""
    form = InspectionForm(context, context.desk.law.inspection_items, retest)
    what = "Vistoria" if retest is None else "Repetir vistoria"

    def command(_version: int) -> Callable[[], InspectionOutcome]:
        return partial(inspections.record, context.desk, form.command(vehicle_id))

    dialog = FormDialog(context, owner, f"{what} · {name}", form, command, save_text="Concluir vistoria")

    def saved(outcome: InspectionOutcome) -> None:
        _remember(context, owner, form.institution.value())
        show_document(context, owner, outcome.seal_document_id or outcome.report_id)

    dialog.saved.connect(saved)
    dialog.open()
    return dialog


def _remember(context: UiContext, owner: QWidget, institution: str) -> None:
    if institution == context.settings.institution:
        return
    try:
        context.save_settings(lambda settings: replace(settings, institution=institution))
    except EnvironmentFault as fault:
        errors.show(owner, fault)
