"""Warning, while one types, that the record may already exist."""

from collections.abc import Callable, Sequence
from functools import partial
from uuid import UUID

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.registers import Similar, SubjectKind
from stipdesk.services import registers
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.widgets.field import Field


def watch_duplicates(
    context: UiContext, dialog: FormDialog, kind: SubjectKind, names: Sequence[str], exclude: UUID | None = None
) -> None:
    """`names` are the fields by which another record is found; only what is already valid in them is looked up."""

    def find() -> Callable[[], list[Similar]] | None:
        typed = _valid(dialog, names)
        return partial(registers.similar, context.desk, kind, typed, exclude) if typed else None

    dialog.watch_similar(find)


def _valid(dialog: FormDialog, names: Sequence[str]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name in names:
        field = dialog.form.field_named(name)
        assert isinstance(field, Field)
        try:
            value = field.value()
        except InvalidValue:
            continue
        if value:
            found[name] = value
    return found
