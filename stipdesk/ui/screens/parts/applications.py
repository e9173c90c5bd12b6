"""The requests of a holder or about a vehicle, on its card, and the dialog that files one."""

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.applications import ApplicationChannel, ApplicationKind, ApplicationState
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.text import format_date
from stipdesk.services import application_filing, applications
from stipdesk.services.application_cards import ApplicationLine
from stipdesk.services.application_filing import FilingFacts
from stipdesk.services.applications import FileApplication, Filed
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form
from stipdesk.ui.palette import Tone
from stipdesk.ui.prompts import tell
from stipdesk.ui.screens.documents.preview import show_document
from stipdesk.ui.screens.parts.radio import RadioField
from stipdesk.ui.screens.parts.records import RecordLine, RecordSection
from stipdesk.ui.strings import count, label_of
from stipdesk.ui.widgets.basics import label, show_if
from stipdesk.ui.widgets.buttons import link
from stipdesk.ui.widgets.fields import NoteField, TextField

_TONES = {
    ApplicationState.INCOMPLETE: Tone.CARE,
    ApplicationState.REQUISITION: Tone.CARE,
    ApplicationState.AWAITING_PAYMENT: Tone.CARE,
    ApplicationState.READY: Tone.INFORMATION,
    ApplicationState.GRANTED: Tone.GOOD,
    ApplicationState.REFUSED: Tone.STOP,
    ApplicationState.WITHDRAWN: Tone.NEUTRAL,
}


def state_badge(line: ApplicationLine) -> tuple[str, Tone]:
    """The word and colour of a request."""
    return label_of(line.state), _TONES[line.state]


def term_text(line: ApplicationLine, today: date) -> str:
    """Until when the office must answer, or how late it is (arts. 11 and 16)."""
    clock = line.clock
    if clock is None or not line.state.is_open:
        return ""
    if clock.due_on is not None:
        late = clock.days_late(today)
        if late:
            return f"CMTU em atraso há {count(late, 'dia', 'dias')}: prazo era {format_date(clock.due_on)}"
        return f"Expedir até {format_date(clock.due_on)}"
    paused = " (parado pela exigência)" if clock.is_paused else ""
    return f"Prazo desde o protocolo: {format_date(clock.filing_due_on)}{paused}"


class ApplicationsSection(RecordSection):
    """Newest first; each opens in its own tab. `act` is what files one."""

    def __init__(self, context: UiContext, act: QWidget | None = None) -> None:
        super().__init__("Requerimentos", "Nenhum requerimento protocolado.", act=act)
        self._context = context

    def show_lines(self, lines: Sequence[ApplicationLine]) -> None:
        self.show_records(self._record(line) for line in lines)

    def _record(self, line: ApplicationLine) -> QWidget:
        see = link("Abrir", partial(self._open, line.application_id))
        see.setAccessibleName(f"Abrir o requerimento {line.number}")
        what = label_of(line.kind) + (f" · {line.plate}" if line.plate else "")
        conditional = line.conditional_until
        return RecordLine(
            f"{what} · {line.number}",
            [
                f"Protocolado em {format_date(line.filed_on)} · {label_of(line.channel)}",
                term_text(line, self._context.desk.today),
                "Pedido a tempo: o CAA vale até a decisão" if line.is_timely_renewal else "",
                f"Comprovar a vistoria até {format_date(conditional)}" if conditional and line.state.is_open else "",
                f"Decidido em {format_date(line.decided_on)}" if line.decided_on is not None else "",
            ],
            state=state_badge(line),
            acts=[see],
        )

    def _open(self, application_id: UUID) -> None:
        self._context.bus.subject_wanted.emit(SubjectKind.APPLICATION, application_id)


class FilingForm(Form):
    """What can be asked for today is offered; the rest is listed with its reason."""

    def __init__(self, facts: FilingFacts, holder_kind: SubjectKind, name: str) -> None:
        super().__init__()
        self._kind = holder_kind
        asked = self.section("O que se pede")
        possible = [(kind, label_of(kind)) for kind, why_not in facts.why_not.items() if not why_not]
        self.kind = self.add(asked, RadioField("kind", "Requerimento", possible), 6)
        for said in _why_not(facts):
            asked.place(label(said, "small", wrap=True), 6)
        self.kind.set_value(possible[0][0])
        self.vehicle: RadioField[UUID] | None = None
        self.sponsor: RadioField[UUID] | None = None
        if facts.vehicles:
            self.vehicle = self.add(
                asked,
                RadioField(
                    "vehicle_id", "Veículo", facts.vehicles, required=False, hint="para o cadastro de veículo (art. 19)"
                ),
                6,
            )
            if len(facts.vehicles) == 1:
                self.vehicle.set_value(facts.vehicles[0][0])
        how = self.section("Como chegou")
        channels = [ApplicationChannel.DESK, *([ApplicationChannel.OPERATOR] if facts.operators else [])]
        self.channel = self.add(how, RadioField("channel", "Apresentado", [(c, label_of(c)) for c in channels]), 6)
        self.channel.set_value(ApplicationChannel.DESK)
        if facts.operators:
            hint = "que enviou o cadastro (art. 16, § 1º)"
            self.sponsor = self.add(
                how, RadioField("sponsor_id", "Operadora", facts.operators, required=False, hint=hint), 6
            )
            if len(facts.operators) == 1:
                self.sponsor.set_value(facts.operators[0][0])
        self.filed_by = self.add(how, TextField("filed_by", "Quem apresentou", limit=120), 6)
        self.notes = self.add(
            how, NoteField("notes", "Observação", hint="o que deve ser alterado, na atualização de dados", lines=2), 6
        )
        self.filed_by.set_value(name)
        self.kind.group.idToggled.connect(self._show_needed)
        self.channel.group.idToggled.connect(self._show_needed)
        self._show_needed()

    def command(self, holder_id: UUID) -> FileApplication:
        kind, channel = self.kind.value(), self.channel.value()
        assert kind is not None
        assert channel is not None
        about = kind is ApplicationKind.VEHICLE_REGISTRATION and self.vehicle is not None
        sent = channel is ApplicationChannel.OPERATOR and self.sponsor is not None
        return FileApplication(
            kind=kind,
            holder_kind=self._kind,
            holder_id=holder_id,
            channel=channel,
            sponsor_id=self.sponsor.value() if sent and self.sponsor is not None else None,
            vehicle_id=self.vehicle.value() if about and self.vehicle is not None else None,
            filed_by=self.filed_by.value(),
            notes=self.notes.value(),
        )

    def _show_needed(self) -> None:
        """Only what the chosen request and channel ask for is in sight."""
        if self.vehicle is not None:
            show_if(self.vehicle, self.kind.value() is ApplicationKind.VEHICLE_REGISTRATION)
        if self.sponsor is not None:
            show_if(self.sponsor, self.channel.value() is ApplicationChannel.OPERATOR)


def _why_not(facts: FilingFacts) -> list[str]:
    """What cannot be asked for today, each reason once."""
    reasons: dict[str, list[str]] = {}
    for kind, why_not in facts.why_not.items():
        if why_not:
            reasons.setdefault(why_not, []).append(label_of(kind))
    return [f"{', '.join(kinds)}: {why_not}" for why_not, kinds in reasons.items()]


def open_filing(context: UiContext, owner: QWidget, holder_kind: SubjectKind, holder_id: UUID, name: str) -> None:
    """Reads what may be asked for and opens the dialog; the receipt is shown ready to be printed."""

    def show(facts: FilingFacts) -> None:
        if all(facts.why_not.values()):
            tell(owner, "Nada pode ser protocolado hoje", "\n".join(_why_not(facts)), tone=Tone.CARE)
            return
        form = FilingForm(facts, holder_kind, name)

        def command(_version: int) -> Callable[[], Filed]:
            return partial(applications.file, context.desk, form.command(holder_id))

        dialog = FormDialog(context, owner, "Protocolar requerimento", form, command, save_text="Protocolar")
        dialog.saved.connect(lambda filed: show_document(context, owner, filed.receipt_id))
        dialog.open()

    job = partial(application_filing.filing_facts, context.desk, holder_kind, holder_id)
    context.tasks.run(job, show, owner=owner)
