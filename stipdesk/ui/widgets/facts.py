"""What is known of something: captions and values in two columns, and what happened to it, by date."""

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from stipdesk.ui.widgets.basics import label


class Facts(QWidget):
    """One line for each (caption, value). Values can be selected and copied; an empty one shows a dash."""

    def __init__(self, facts: Iterable[tuple[str, str]], *, columns: int = 1) -> None:
        """`columns` pairs side by side, filled line by line."""
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(7)
        for index, (caption, value) in enumerate(facts):
            line, pair = divmod(index, columns)
            name = label(caption, "soft")
            text = label(value or "–", wrap=True, selectable=True)
            text.setAccessibleName(f"{caption}: {value}")
            grid.addWidget(name, line, pair * 2, alignment=Qt.AlignmentFlag.AlignTop)
            grid.addWidget(text, line, pair * 2 + 1)
        for pair in range(columns):
            grid.setColumnStretch(pair * 2 + 1, 1)


class Timeline(QWidget):
    """One line for each (date, what happened), in the order given."""

    def __init__(self, lines: Iterable[tuple[str, str]], *, empty: str = "Nada registrado ainda.") -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(7)
        grid.setColumnStretch(1, 1)
        shown = list(lines)
        if not shown:
            grid.addWidget(label(empty, "soft"), 0, 0, 1, 2)
        for line, (date, what) in enumerate(shown):
            when = label(date, "strong")
            grid.addWidget(when, line, 0, alignment=Qt.AlignmentFlag.AlignTop)
            grid.addWidget(label(what, wrap=True, selectable=True), line, 1)
