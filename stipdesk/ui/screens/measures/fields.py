"""The conditions lost, ticked from the law's list."""

from collections.abc import Iterable, Sequence

from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from stipdesk.domain.errors import InvalidValue
from stipdesk.services.measure_facts import LostCondition
from stipdesk.ui.widgets.basics import label, row
from stipdesk.ui.widgets.buttons import link
from stipdesk.ui.widgets.field import Field


class ConditionsField(Field[tuple[str, ...]]):
    """Those missing today are shown, the rest come with "Mostrar todas"; at least one is needed."""

    def __init__(
        self,
        conditions: Sequence[LostCondition],
        name: str = "conditions",
        caption: str = "Condições que não se mantêm",
        hint: str = "art. 60",
    ) -> None:
        super().__init__(name, caption, required=True, hint=hint)
        self.boxes: dict[str, QCheckBox] = {}
        inside = QWidget()
        lines = QVBoxLayout(inside)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(4)
        self._others: list[QWidget] = []
        some_lost = any(each.lost for each in conditions)
        for each in conditions:
            line = self._line(each)
            lines.addWidget(line)
            if some_lost and not each.lost:
                line.hide()
                self._others.append(line)
        self._more = link(f"Mostrar as outras {len(self._others)}", self._show_all)
        self._more.setVisible(bool(self._others))
        lines.addWidget(self._more)
        self._place(inside, focus_on=next(iter(self.boxes.values()), None))

    def value(self) -> tuple[str, ...]:
        chosen = tuple(code for code, box in self.boxes.items() if box.isChecked())
        if not chosen:
            raise InvalidValue("Marque ao menos uma.")
        return chosen

    def set_value(self, value: Iterable[str]) -> None:
        chosen = set(value)
        for code, box in self.boxes.items():
            box.setChecked(code in chosen)
        self.mark_clean()

    def set_read_only(self, read_only: bool) -> None:
        for box in self.boxes.values():
            box.setEnabled(not read_only)

    def _line(self, condition: LostCondition) -> QWidget:
        box = QCheckBox(condition.text.replace("&", "&&"))
        box.setAccessibleName(f"{condition.text}, {condition.article}")
        box.toggled.connect(self._on_edit)
        box.installEventFilter(self)
        self.boxes[condition.code] = box
        aside = "falta hoje · " if condition.lost else ""
        line = QWidget()
        inside = row(box, label(f"{aside}{condition.article}", "small"))
        inside.insertStretch(1, 1)
        line.setLayout(inside)
        return line

    def _show_all(self) -> None:
        for line in self._others:
            line.show()
        self._more.hide()
        self.boxes[next(code for code, box in self.boxes.items() if not box.isChecked())].setFocus()

    def _state(self) -> object:
        return tuple(box.isChecked() for box in self.boxes.values())
