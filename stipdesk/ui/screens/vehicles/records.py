"""What a vehicle's card shows only when there is something to show: doubts about the record, and former plates."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QWidget

from stipdesk.domain.identifiers import Plate
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.text import format_date
from stipdesk.services.vehicle_facts import Claim, FormerPlate
from stipdesk.ui.context import UiContext
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.parts.records import RecordLine, RecordSection
from stipdesk.ui.widgets.basics import show_if
from stipdesk.ui.widgets.buttons import link


class ClaimsSection(RecordSection):
    """Two records of one car, or a title of owner that the CRLV does not bear out (art. 19)."""

    def __init__(self, context: UiContext) -> None:
        super().__init__("Cadastro em dúvida", "")
        self._context = context

    def show_lines(self, lines: Sequence[Claim]) -> None:
        self.show_records(self._record(line) for line in lines)
        show_if(self, bool(lines))

    def _record(self, line: Claim) -> QWidget:
        whose = "o outro cadastro" if line.other_kind is SubjectKind.VEHICLE else "o prestador"
        see = link(f"Abrir {whose}", partial(self._context.bus.subject_wanted.emit, line.other_kind, line.other_id))
        return RecordLine(line.text, [f"{line.article} · {line.cure}"], state=("Conferir", Tone.CARE), acts=[see])


class PlatesSection(RecordSection):
    """The plates the car had, newest first."""

    def __init__(self) -> None:
        super().__init__("Placas anteriores", "")

    def show_lines(self, lines: Sequence[FormerPlate]) -> None:
        self.show_records(
            RecordLine(
                f"{Plate(line.old_plate).shown} → {Plate(line.new_plate).shown}",
                [
                    f"{format_date(line.changed_on)} · {line.reason}",
                    f"Requerimento {line.application}" if line.application else "",
                ],
            )
            for line in lines
        )
        show_if(self, bool(lines))
