"""Small questions and messages over a window. None of them blocks: what follows the answer is given as a function."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QDialog, QPlainTextEdit, QVBoxLayout, QWidget

from stipdesk.domain.text import tidy
from stipdesk.ui.palette import Tone
from stipdesk.ui.widgets.basics import heading, label, row
from stipdesk.ui.widgets.buttons import ActButton, button
from stipdesk.ui.widgets.icons import Sign, tone_icon

_WIDTH_IN_LETTERS = 62


class Prompt(QDialog):
    """A title with its sign, a text, whatever else is added to `content`, and buttons at the right.

    Esc is the last button added with `answers_escape`, or just closes.
    """

    def __init__(self, owner: QWidget | None, tone: Tone, title: str, text: str = "") -> None:
        super().__init__(owner.window() if owner is not None else QApplication.activeWindow())
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self._on_escape: Callable[[], object] | None = None
        sign = Sign(tone_icon(tone), scale=1.3)
        self.content = QVBoxLayout()
        self.content.setSpacing(10)
        self.content.addWidget(heading(title))
        if text:
            self.content.addWidget(label(text, wrap=True, selectable=True))
        top = row(sign, self.content, spacing=14)
        top.setAlignment(sign, Qt.AlignmentFlag.AlignTop)
        top.setStretch(1, 1)
        self._buttons = row()
        self._buttons.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(22, 20, 22, 18)
        outer.setSpacing(20)
        outer.addLayout(top)
        outer.addStretch(1)
        outer.addLayout(self._buttons)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * _WIDTH_IN_LETTERS)

    def answer(
        self,
        text: str,
        then: Callable[[], object] | None = None,
        *,
        kind: str = "",
        default: bool = False,
        answers_escape: bool = False,
        closes: bool = True,
    ) -> ActButton:
        """Adds a button at the right of those there are; pressed, it closes the prompt and calls `then`."""

        def pressed() -> None:
            if closes:
                self.accept()
            if then is not None:
                then()

        made = button(text, pressed, kind=kind)
        self._buttons.addWidget(made)
        if default:
            made.setDefault(True)
            made.setFocus()
        if answers_escape:
            self._on_escape = then
        return made

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        layout = self.layout()
        if layout is not None:  # texts that wrap ask for more height than they take in the width they get
            self.resize(self.width(), layout.totalHeightForWidth(self.width()))

    def reject(self) -> None:
        super().reject()
        if self._on_escape is not None:
            self._on_escape()


def tell(owner: QWidget | None, title: str, text: str = "", *, tone: Tone = Tone.INFORMATION) -> Prompt:
    """Says something that only needs to be read."""
    prompt = Prompt(owner, tone, title, text)
    prompt.answer("Entendi", kind="primary", default=True)
    prompt.open()
    return prompt


def confirm(
    owner: QWidget | None,
    title: str,
    text: str,
    *,
    yes: str,
    then: Callable[[], object],
    no: str = "Voltar",
    otherwise: Callable[[], object] | None = None,
    tone: Tone = Tone.CARE,
    danger: bool = False,
) -> Prompt:
    """Asks before something that cannot be taken back; `yes` names the act. Enter and Esc are the way back."""
    prompt = Prompt(owner, tone, title, text)
    prompt.answer(no, otherwise, default=True, answers_escape=True)
    prompt.answer(yes, then, kind="danger" if danger else "primary")
    prompt.open()
    return prompt


def ask_reason(
    owner: QWidget | None,
    title: str,
    text: str,
    *,
    yes: str,
    then: Callable[[str], object],
    suggestions: Sequence[str] = (),
    danger: bool = True,
) -> Prompt:
    """Asks for the reason of an act that must have one (withdraw, void, cancel); it goes to the journal.

    `suggestions` are the usual reasons, one click each.
    """
    prompt = Prompt(owner, Tone.CARE, title, text)
    reason = QPlainTextEdit()
    reason.setAccessibleName("Motivo")
    reason.setTabChangesFocus(True)
    reason.setFixedHeight(prompt.fontMetrics().height() * 4)
    caption = label("Motivo", "label")
    caption.setBuddy(reason)
    prompt.content.addWidget(caption)
    prompt.content.addWidget(reason)
    if suggestions:
        usual = row(*(button(each, partial(reason.setPlainText, each), kind="link") for each in suggestions))
        usual.addStretch(1)
        prompt.content.addLayout(usual)
    prompt.answer("Voltar")
    act = prompt.answer(yes, lambda: then(tidy(reason.toPlainText())), kind="danger" if danger else "primary")
    act.setEnabled(False)
    act.setToolTip("Escreva o motivo: ele fica no histórico.")
    reason.textChanged.connect(lambda: act.setEnabled(bool(tidy(reason.toPlainText()))))
    reason.setFocus()
    prompt.open()
    return prompt
