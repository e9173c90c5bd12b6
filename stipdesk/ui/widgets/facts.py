"""What is known of something: captions and values in two columns."""

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from stipdesk.ui.widgets.basics import label


class Facts(QWidget):
    """One line for each (caption, value). Values can be selected and copied; an empty one shows a dash."""

    def __init__(self, facts: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(7)
        grid.setColumnStretch(1, 1)
        for line, (caption, value) in enumerate(facts):
            name = label(caption, "soft")
            text = label(value or "–", wrap=True, selectable=True)
            text.setAccessibleName(f"{caption}: {value}")
            grid.addWidget(name, line, 0, alignment=Qt.AlignmentFlag.AlignTop)
            grid.addWidget(text, line, 1)
