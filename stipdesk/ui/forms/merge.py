"""Two people changed one record: the second sees both values of each field and decides."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QDialog, QGridLayout, QRadioButton, QScrollArea, QVBoxLayout, QWidget

from stipdesk.domain.errors import Conflict, FieldConflict
from stipdesk.ui.widgets.basics import Card, heading, label, row
from stipdesk.ui.widgets.buttons import button, link, primary
from stipdesk.ui.widgets.field import Entry

# How the services write that a field holds nothing.
_NOTHING = ("", "—")


class MergeDialog(QDialog):
    """One line for each field that differs: what it was, what the other saved, what this person typed.

    A field this person did not touch starts at the other's value; of one both changed neither is chosen, and the
    dialog is not over before every field is. `decided` gets the fields that take the other's value. `entries` are
    the form's fields by name: they say how the field is called and how its values are shown.
    """

    def __init__(
        self,
        owner: QWidget,
        conflict: Conflict,
        entries: Mapping[str, Entry],
        decided: Callable[[tuple[FieldConflict, ...]], None],
    ) -> None:
        super().__init__(owner.window())
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Duas alterações no mesmo cadastro")
        self._fields = conflict.fields
        self._decided = decided
        self._groups: list[QButtonGroup] = []
        card = Card()
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(18)
        self._grid.setVerticalSpacing(10)
        for index, stretch in enumerate((2, 3, 4, 4)):
            self._grid.setColumnStretch(index, stretch)
        for index, text in enumerate(("Campo", "Estava", f"{conflict.author} gravou", "Você digitou")):
            self._grid.addWidget(label(text, "section"), 0, index)
        for line, field in enumerate(self._fields, start=1):
            self._add_line(line, field, entries.get(field.field))
        card.body.addLayout(self._grid)
        card.body.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(card)
        self._save = primary("Gravar com estas escolhas", self._finish, shortcut="Ctrl+Return")
        everything = row(
            link("Ficar com tudo do outro", partial(self._choose_all, 0)),
            link("Ficar com tudo o que digitei", partial(self._choose_all, 1)),
        )
        everything.addStretch(1)
        buttons = row(button("Voltar ao formulário", self.reject), self._save)
        buttons.insertStretch(0, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(20, 18, 20, 18)
        outer.setSpacing(12)
        outer.addWidget(heading(f"{conflict.author} alterou este cadastro depois que você o abriu"))
        outer.addWidget(label("Nada se perdeu. Escolha o valor certo de cada campo.", "soft", wrap=True))
        outer.addLayout(everything)
        outer.addWidget(area, 1)
        outer.addLayout(buttons)
        width = self.fontMetrics().averageCharWidth()
        screen = self.screen().availableGeometry()
        height = self.fontMetrics().height() * min(13 + 3 * len(self._fields), 30)
        self.resize(min(width * 120, screen.width() - 40), min(height, screen.height() - 60))
        self._refresh()

    def _add_line(self, line: int, field: FieldConflict, entry: Entry | None) -> None:
        def written(text: str) -> str:
            if text in _NOTHING:
                return "(vazio)"
            return entry.written_stored(text) if entry is not None else text

        caption = entry.caption if entry is not None else field.field
        group = QButtonGroup(self)
        for index, text in enumerate((field.theirs, field.mine)):
            choice = QRadioButton(written(text).replace("&", "&&"))
            choice.setAccessibleName(f"{caption}: {written(text)}")
            group.addButton(choice, index)
            self._grid.addWidget(choice, line, 2 + index)
        self._grid.addWidget(label(caption, "strong", wrap=True), line, 0)
        self._grid.addWidget(label(written(field.before), "soft", wrap=True), line, 1)
        if field.before == field.mine:
            group.button(0).setChecked(True)
        elif field.before == field.theirs:
            group.button(1).setChecked(True)
        group.idToggled.connect(self._refresh)
        self._groups.append(group)

    def choose(self, field: str, *, mine: bool) -> None:
        """Chooses the value of one field."""
        index = next(index for index, each in enumerate(self._fields) if each.field == field)
        self._groups[index].button(int(mine)).setChecked(True)

    def _choose_all(self, column: int) -> None:
        for group in self._groups:
            group.button(column).setChecked(True)

    def _refresh(self) -> None:
        undecided = sum(group.checkedId() < 0 for group in self._groups)
        self._save.setEnabled(not undecided)
        self._save.setToolTip(f"Falta escolher em {undecided} campo(s)." if undecided else "")

    def _finish(self) -> None:
        taken = tuple(
            field if field.theirs not in _NOTHING else replace(field, theirs="")
            for field, group in zip(self._fields, self._groups, strict=True)
            if group.checkedId() == 0
        )
        self.accept()
        self._decided(taken)
