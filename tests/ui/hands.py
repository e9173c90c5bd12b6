"""What a person's hands do at the window: what is typed as data is not counted, every other key and click is."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from stipdesk.ui.context import UiContext
from stipdesk.ui.widgets.buttons import ActButton
from tests.ui.conftest import activate


class Hands:
    """`strokes` counts keys and clicks besides the data itself."""

    def __init__(self, context: UiContext) -> None:
        self._context = context
        self.strokes = 0

    def key(
        self,
        key: Qt.Key,
        modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
        window: QWidget | None = None,
    ) -> None:
        """Presses a key in the window that has the keyboard and waits for what it asks."""
        target = window or QApplication.activeWindow()
        assert target is not None
        activate(target)
        QTest.keyClick(target.focusWidget() or target, key, modifiers)
        self.strokes += 1
        assert self._context.tasks.wait_idle()
        QApplication.processEvents()

    def click(self, act: ActButton) -> None:
        assert act.isEnabled(), act.toolTip()
        QTest.mouseClick(act, Qt.MouseButton.LeftButton)
        self.strokes += 1
        assert self._context.tasks.wait_idle()
        QApplication.processEvents()

    def type(self, field: QWidget, text: str) -> None:
        """Data: not counted."""
        QTest.keyClicks(field, text)
        assert self._context.tasks.wait_idle()
