"""Choosing one of the twenty conducts of art. 59, and weighing it against those that the same fact may look like."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFont, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QFrame,
    QGridLayout,
    QLineEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.infraction import conduct_warnings
from stipdesk.domain.legal import Conduct, InfractionGroup
from stipdesk.domain.registers import Addressee
from stipdesk.domain.text import fold
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.infractions.words import group_title, group_tone, upf_range
from stipdesk.ui.theme import palette_now
from stipdesk.ui.widgets.basics import Badge, Notice, clear, label, row, section_label
from stipdesk.ui.widgets.buttons import button, link
from stipdesk.ui.widgets.field import Field

# Below this many letters across, the groups go one under the other.
_TWO_COLUMNS_IN_LETTERS = 84
_COMPARED_IN_LETTERS = 38
_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class ConductButton(QAbstractButton):
    """One conduct: its code, and the law's wording in as many lines as it takes."""

    def __init__(self, conduct: Conduct) -> None:
        super().__init__()
        self.conduct = conduct
        self.setText(conduct.text)
        self.setAccessibleName(f"{conduct.code}: {conduct.text}")
        self.setToolTip(conduct.article)
        # The arrow keys walk the catalogue; Tab goes past it, from the filter to the next field.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().averageCharWidth() * 44
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 20, self.fontMetrics().height() + 10)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int, /) -> int:
        return self._text_area(width, 10_000).height() + 10

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        palette = palette_now()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(QPen(QColor(palette.accent), 2) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(palette.hover) if self.underMouse() or self.hasFocus() else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 5, 5)
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(bold)
        painter.setPen(QColor(palette.accent))
        painter.drawText(QRect(8, 5, self._code_width(), self.fontMetrics().height()), _WRAP, self.conduct.code)
        painter.setFont(self.font())
        painter.setPen(QColor(palette.text))
        area = QRect(8 + self._code_width(), 5, self.width() - 16 - self._code_width(), self.height() - 10)
        painter.drawText(area, _WRAP, self.text())
        painter.end()

    def _code_width(self) -> int:
        return self.fontMetrics().averageCharWidth() * 6

    def _text_area(self, width: int, height: int) -> QRect:
        area = QRect(0, 0, max(width - 16 - self._code_width(), 40), height)
        return self.fontMetrics().boundingRect(area, int(_WRAP), self.text())


class _Group(QWidget):
    """A group with its word, its range and its conducts; it hides while the filter leaves it none."""

    def __init__(self, group: InfractionGroup, buttons: Sequence[ConductButton]) -> None:
        super().__init__()
        self.buttons = buttons
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        head = row(Badge(group_title(group), group_tone(group.code)), label(f"multa de {upf_range(group)}", "small"))
        head.addStretch(1)
        column.addLayout(head)
        column.addSpacing(3)
        for each in buttons:
            column.addWidget(each)
        column.addStretch(1)

    def filter(self, words: Sequence[str]) -> list[ConductButton]:
        left = [each for each in self.buttons if all(word in _searched(each.conduct) for word in words)]
        for each in self.buttons:
            each.setVisible(each in left)
        self.setVisible(bool(left))
        return left


def _searched(conduct: Conduct) -> str:
    return fold(f"{conduct.code} {conduct.code.replace('-', '')} {conduct.article} {conduct.text}")


class _Catalogue(QWidget):
    """The four groups, two by two; Down and Up walk the conducts."""

    def __init__(self, groups: Sequence[_Group]) -> None:
        super().__init__()
        self._groups = groups
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(24)
        self._grid.setVerticalSpacing(14)
        self._columns = 0
        self._arrange(2)

    def buttons(self) -> list[ConductButton]:
        return [each for group in self._groups for each in group.buttons if not each.isHidden()]

    def filter(self, text: str) -> list[ConductButton]:
        words = fold(text).split()
        return [each for group in self._groups for each in group.filter(words)]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = event.size().width() < self.fontMetrics().averageCharWidth() * _TWO_COLUMNS_IN_LETTERS
        self._arrange(1 if narrow else 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        shown = self.buttons()
        focused = next((index for index, each in enumerate(shown) if each.hasFocus()), None)
        step = steps.get(Qt.Key(event.key()))
        if step is None or focused is None:
            super().keyPressEvent(event)
        else:
            shown[min(max(focused + step, 0), len(shown) - 1)].setFocus(Qt.FocusReason.TabFocusReason)

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for index, group in enumerate(self._groups):
            # Read down: A and B at the left, C and D at the right.
            line, column = (index, 0) if columns == 1 else (index % 2, index // 2)
            self._grid.addWidget(group, line, column)
        for column in range(2):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)


class _Beside(QWidget):
    """The conducts compared, side by side where there is room, else one under the other."""

    def __init__(self, frames: Sequence[QFrame]) -> None:
        super().__init__()
        self._frames = frames
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(12)
        for frame in frames:
            self._box.addWidget(frame, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        needed = self.fontMetrics().averageCharWidth() * _COMPARED_IN_LETTERS * len(self._frames)
        sides = QBoxLayout.Direction
        self._box.setDirection(sides.LeftToRight if event.size().width() >= needed else sides.TopToBottom)


class _FilterLine(QLineEdit):
    """Down goes into the catalogue."""

    down = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.down.emit()
        else:
            super().keyPressEvent(event)


class ConductField(Field[str]):
    """The conduct's code. The catalogue shows until one is chosen; then the choice, its twins and how to tell them.

    `chosen` is told at each choice, None when it is being made anew.
    """

    chosen = Signal(object)

    def __init__(self, conducts: Sequence[Conduct], groups: Mapping[str, InfractionGroup]) -> None:
        super().__init__("conduct", "Conduta", required=True, hint="art. 37, I · as 20 alíneas do art. 59")
        self._conducts = {conduct.code: conduct for conduct in conducts}
        self._groups = groups
        self._code = ""
        self._addressee = Addressee.DRIVER
        self._filter = _FilterLine()
        self._filter.setPlaceholderText("Filtrar por palavra ou código: cão-guia, dístico, D-c…")
        self._filter.setAccessibleName("Filtrar as condutas do art. 59")
        self._filter.setClearButtonEnabled(True)
        self._filter.textChanged.connect(self._filtered)
        self._filter.returnPressed.connect(self._take_only)
        self._filter.down.connect(self._enter_catalogue)
        self._none = label("Nenhuma conduta com estas palavras.", "soft")
        self.catalogue = _Catalogue([_Group(group, self._buttons(group.code)) for group in groups.values()])
        self._summary = QWidget()
        self._summary_box = QVBoxLayout(self._summary)
        self._summary_box.setContentsMargins(0, 0, 0, 0)
        self._summary_box.setSpacing(10)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        for part in (self._filter, self._none, self.catalogue, self._summary):
            column.addWidget(part)
        self._place(inside, focus_on=self._filter)
        self._filter.setAccessibleName("Filtrar as condutas do art. 59")
        self._show_choice()

    @property
    def conduct(self) -> Conduct | None:
        return self._conducts.get(self._code)

    def value(self) -> str:
        if not self._code:
            raise InvalidValue("Falta escolher a conduta.", "Escolha uma das alíneas do art. 59.")
        return self._code

    def set_value(self, value: str) -> None:
        self._code = value
        self._show_choice()
        self.mark_clean()
        self.chosen.emit(self.conduct)

    def choose(self, code: str, _checked: bool = False) -> None:
        """As a click on it does."""
        self._code = code
        self._show_choice()
        self._on_edit()
        self._refresh()
        self.chosen.emit(self.conduct)

    def choose_again(self) -> None:
        """Back to the catalogue, whole."""
        self._code = ""
        self._filter.clear()
        self._show_choice()
        self._on_edit()
        self.chosen.emit(None)
        self._filter.setFocus()

    def set_addressee(self, addressee: Addressee) -> None:
        """To whom the auto goes: a wording that is not theirs is told, never forbidden."""
        self._addressee = addressee
        self._show_choice()

    def focus(self) -> None:
        if self._code:
            self._change.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().focus()

    def _buttons(self, group: str) -> list[ConductButton]:
        made = [ConductButton(conduct) for conduct in self._conducts.values() if conduct.group == group]
        for each in made:
            each.clicked.connect(partial(self.choose, each.conduct.code))
        return made

    def _filtered(self, text: str) -> None:
        self._none.setVisible(not self.catalogue.filter(text) and not self._code)

    def _take_only(self) -> None:
        """Enter takes the conduct when the filter left one, and goes to the first when it left several."""
        left = self.catalogue.buttons()
        if len(left) == 1:
            self.choose(left[0].conduct.code)
        else:
            self._enter_catalogue()

    def _enter_catalogue(self) -> None:
        left = self.catalogue.buttons()
        if left:
            left[0].setFocus(Qt.FocusReason.TabFocusReason)

    def _show_choice(self) -> None:
        conduct = self.conduct
        clear(self._summary_box)
        self._filter.setVisible(conduct is None)
        self.catalogue.setVisible(conduct is None)
        self._none.setVisible(False)
        self._summary.setVisible(conduct is not None)
        if conduct is None:
            self.catalogue.filter(self._filter.text())
            return
        self._change = link("Trocar a conduta", self.choose_again)
        acts: list[QWidget] = [self._filter, self._change]
        compared = [self._described(conduct, self._change)]
        for twin in conduct.twins:
            acts.append(button(f"Usar {twin.code}", partial(self.choose, twin.code)))
            compared.append(self._described(self._conducts[twin.code], acts[-1], f"Como escolher: {twin.advice}"))
        self._summary_box.addWidget(_Beside(compared))
        for before, after in pairwise(acts):
            QWidget.setTabOrder(before, after)
        # The twins are already side by side: only what else is to be weighed.
        for warning in conduct_warnings(replace(conduct, twins=()), self._addressee):
            self._summary_box.addWidget(Notice(Tone.CARE, warning))

    def _described(self, conduct: Conduct, act: QWidget, advice: str = "") -> QFrame:
        """One of the conducts compared: code, group and range, wording, and what tells it from the one chosen."""
        group = self._groups[conduct.group]
        chosen = conduct.code == self._code
        frame = QFrame()
        frame.setProperty("role", "notice" if chosen else "card")
        frame.setProperty("tone", Tone.INFORMATION.value)
        column = QVBoxLayout(frame)
        column.setContentsMargins(14, 10, 14, 12)
        column.setSpacing(6)
        column.addWidget(section_label("Escolhida" if chosen else "Parecida"))
        head = row(label(conduct.code, "heading"), Badge(f"{group.label} · {upf_range(group)}", group_tone(group.code)))
        head.addStretch(1)
        column.addLayout(head)
        column.addWidget(label(conduct.text, wrap=True, selectable=True))
        duties = f" · deveres: {', '.join(conduct.duties)}" if conduct.duties else ""
        column.addWidget(label(f"{conduct.article}{duties}", "small", wrap=True))
        if advice:
            column.addWidget(label(advice, "strong", wrap=True))
        column.addStretch(1)
        foot = row(act)
        foot.addStretch(1)
        column.addLayout(foot)
        return frame

    def _state(self) -> object:
        return self._code
