"""What happened to a record, from the journal, newest first."""

from collections.abc import Iterator, Sequence

from PySide6.QtWidgets import QWidget

from stipdesk.services.registers import HistoryLine
from stipdesk.ui.context import UiContext
from stipdesk.ui.screens.parts.history_words import act_name, describe
from stipdesk.ui.screens.parts.papers import moment
from stipdesk.ui.screens.parts.records import RecordLine, RecordSection

# Papers and printings are told by the act that made them; their own rows would only repeat it.
_REPEATED = frozenset({"issued_document", "document_print", "inspection_failure"})


class HistorySection(RecordSection):
    """One line for each act: what, when, who, and which fields changed from what to what."""

    def __init__(self, context: UiContext) -> None:
        super().__init__("Histórico", "Nada registrado ainda.", shown_first=6)
        definitions = context.desk.law.requirement_definitions
        self._requirements = {each.requirement.code: each.requirement.text for each in definitions}

    def show_lines(self, lines: Sequence[HistoryLine]) -> None:
        self.show_records(self._record(each) for each in _acts(lines))

    def _record(self, lines: list[HistoryLine]) -> QWidget:
        first = lines[0]
        details = [f"{moment(first.at)} · {first.author}"]
        details += [f"Motivo: {first.reason}"] if first.reason else []
        details += dict.fromkeys(text for line in lines for text in describe(line, self._requirements))
        return RecordLine(act_name(first), details)


def _acts(lines: Sequence[HistoryLine]) -> Iterator[list[HistoryLine]]:
    """The lines of one act together: they share its moment, its author and its name."""
    group: list[HistoryLine] = []
    for line in lines:
        if line.table in _REPEATED:
            continue
        if group and (line.at, line.author, line.act) != (group[0].at, group[0].author, group[0].act):
            yield group
            group = []
        group.append(line)
    if group:
        yield group
