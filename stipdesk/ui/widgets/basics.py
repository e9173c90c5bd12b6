"""The plain pieces of every screen: texts by their role, badges, cards, notices."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from stipdesk.ui.acronyms import explain
from stipdesk.ui.palette import Tone
from stipdesk.ui.theme import set_property
from stipdesk.ui.widgets.icons import Sign, tone_icon


class Text(QLabel):
    """A text as it is, never read as markup, so that `<ltda>` in a name is shown; on hover it explains its acronyms."""

    def __init__(self, text: str = "", role: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self._explained = ""
        if role:
            self.setProperty("role", role)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        if self.toolTip() == self._explained:
            self._explained = explain(self.text())
            self.setToolTip(self._explained)


def label(text: str = "", role: str = "", *, wrap: bool = False, selectable: bool = False) -> Text:
    """A text of some `role` of the style sheet."""
    made = Text(text, role)
    made.setWordWrap(wrap)
    if selectable:
        made.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
    return made


def title(text: str = "") -> Text:
    """The one big thing of a screen: who."""
    return label(text, "title", wrap=True)


def heading(text: str = "") -> Text:
    return label(text, "heading", wrap=True)


def section_label(text: str) -> Text:
    """The name of a group inside a card, in small capitals."""
    return label(text.upper(), "section")


def soft(text: str = "", *, wrap: bool = True) -> Text:
    return label(text, "soft", wrap=wrap)


class ElidedLabel(Text):
    """One line that ends in "…" when it does not fit; the tooltip then holds the whole text."""

    def __init__(self, text: str = "", role: str = "") -> None:
        super().__init__(text, role)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 14, super().minimumSizeHint().height())

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        if self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width():
            self.setToolTip(self.text())

    def paintEvent(self, _event: QPaintEvent) -> None:
        area = self.contentsRect()
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, area.width())
        painter = QPainter(self)
        self.style().drawItemText(
            painter, area, int(self.alignment()), self.palette(), self.isEnabled(), shown, self.foregroundRole()
        )
        painter.end()


class Badge(Text):
    """A state: its word on its colour. `big` is for the one state a card is about."""

    def __init__(self, text: str = "", tone: Tone = Tone.NEUTRAL, *, big: bool = False) -> None:
        super().__init__(role="bigbadge" if big else "badge")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_state(text, tone)

    def show_state(self, text: str, tone: Tone) -> None:
        self.setText(text)
        show_if(self, bool(text))
        set_property(self, "tone", tone.value)


class Card(QFrame):
    """A white box; `body` is where its content goes."""

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(18, 14, 18, 16)
        self.body.setSpacing(8)
        if name:
            self.body.addWidget(section_label(name))


class Notice(QFrame):
    """A line of words on its colour, with its sign, and what can be done about it at the right."""

    def __init__(self, tone: Tone = Tone.INFORMATION, text: str = "", actions: Sequence[QWidget] = ()) -> None:
        super().__init__()
        self.setProperty("role", "notice")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(10)
        self._sign = Sign(tone_icon(tone))
        self._text = label("", wrap=True, selectable=True)
        self._actions = QHBoxLayout()
        row.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._text, 1)
        row.addLayout(self._actions)
        self.say(tone, text, actions)

    def say(self, tone: Tone, text: str, actions: Sequence[QWidget] = ()) -> None:
        """Replaces what it says; without text it disappears."""
        set_property(self, "tone", tone.value)
        self._sign.show_icon(tone_icon(tone))
        self._text.setText(text)
        clear(self._actions)
        for action in actions:
            self._actions.addWidget(action)
        show_if(self, bool(text))

    @property
    def text(self) -> str:
        return self._text.text()


class Line(QWidget):
    """One thing that is in order, asks for something or forbids: sign, words, and at the right its article or date."""

    def __init__(self, tone: Tone, text: str, aside: str = "", cure: str = "") -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 2)
        row.setSpacing(10)
        sign = Sign(tone_icon(tone))
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(label(text, wrap=True))
        if cure:
            words.addWidget(label(cure, "small", wrap=True))
        row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        if aside:
            row.addWidget(label(aside, "small"), 0, Qt.AlignmentFlag.AlignTop)


def show_if(widget: QWidget, wanted: bool) -> None:
    """Shows or hides a part of something; one that has no place yet waits for it instead of opening as a window."""
    if not wanted or widget.parentWidget() is not None:
        widget.setVisible(wanted)
    else:
        widget.setAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide, False)


def rule() -> QFrame:
    """A thin line across."""
    made = QFrame()
    made.setProperty("role", "line")
    return made


def clear(layout: QLayout) -> None:
    """Takes everything out of a layout and deletes it, also what is in layouts inside it."""
    while (item := layout.takeAt(0)) is not None:
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif inner is not None:
            clear(inner)


def column(*items: QWidget | QLayout, spacing: int = 8, margins: int = 0) -> QVBoxLayout:
    """The items one under the other."""
    made = QVBoxLayout()
    _fill(made.addWidget, made.addLayout, items)
    made.setSpacing(spacing)
    made.setContentsMargins(margins, margins, margins, margins)
    return made


def scrolled(content: QWidget, margins: tuple[int, int, int, int] = (0, 0, 0, 0)) -> QScrollArea:
    """The content in an area that scrolls when there is no room for it; it keeps its own height at the top."""
    inside = QWidget()
    holder = QVBoxLayout(inside)
    holder.setContentsMargins(*margins)
    holder.addWidget(content)
    holder.addStretch(1)
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setWidget(inside)
    return area


def acts(*buttons: QWidget) -> QHBoxLayout:
    """The acts of a card, always at the left of its lower edge, the primary one first."""
    made = row(*buttons, spacing=12)
    made.addStretch(1)
    return made


def row(*items: QWidget | QLayout, spacing: int = 8, margins: int = 0) -> QHBoxLayout:
    """The items side by side."""
    made = QHBoxLayout()
    _fill(made.addWidget, made.addLayout, items)
    made.setSpacing(spacing)
    made.setContentsMargins(margins, margins, margins, margins)
    return made


def _fill(
    add_widget: Callable[[QWidget], None], add_layout: Callable[[QLayout], None], items: Sequence[QWidget | QLayout]
) -> None:
    for item in items:
        if isinstance(item, QWidget):
            add_widget(item)
        else:
            add_layout(item)
