"""News inside the window: what an act changed, and which record somebody wants to see."""

from PySide6.QtCore import QObject, Qt, Signal

from stipdesk.domain.changes import Changes


class Bus(QObject):
    """`changed` carries `Changes`; `subject_wanted` a `SubjectKind` and its UUID. Told in the window's thread.

    A screen that shows what changed asks again; a screen that is hidden waits until it is shown (`MainWindow`).
    """

    changed = Signal(object)
    subject_wanted = Signal(object, object)
    _committed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._committed.connect(self.changed, Qt.ConnectionType.QueuedConnection)

    def committed(self, changes: Changes) -> None:
        """Called by the service in the worker's thread, right after the commit and before its answer."""
        if changes:
            self._committed.emit(changes)
