"""The tabs of the main window, in order. A new tab is one line here; its module is imported when it is first opened."""

from collections.abc import Callable
from dataclasses import dataclass

from stipdesk.domain.registers import SubjectKind
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.base import Screen


@dataclass(frozen=True, slots=True)
class Tab:
    """`subjects` are the kinds of record that this tab opens, known before its screen is made."""

    title: str
    factory: Callable[[UiContext], Screen]
    subjects: frozenset[SubjectKind] = frozenset()


TABS: tuple[Tab, ...] = ()
