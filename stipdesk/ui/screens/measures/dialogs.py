"""What is asked of a person at each step of a measure, and which institute a new one is."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QVBoxLayout, QWidget

from stipdesk.domain.measures import MeasureEnding, MeasureKind, MeasureStep
from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.text import format_date
from stipdesk.services import measure_cards, measure_decisions, measures
from stipdesk.services.measure_cards import CommunicationLine, MeasureCard, OpeningFacts
from stipdesk.services.measures import Opened, ProposeEnd, ProposeImposition
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form
from stipdesk.ui.palette import Tone
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.screens.documents.preview import show_document
from stipdesk.ui.screens.measures.forms import TWO_PEOPLE, OpeningForm, ProposalForm, StepForm
from stipdesk.ui.screens.measures.words import PURPOSES
from stipdesk.ui.screens.parts.picker import SubjectField
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.strings import label_of
from stipdesk.ui.widgets.basics import label
from stipdesk.ui.widgets.buttons import ActButton, because, button
from stipdesk.ui.widgets.fields import TextField

_NO_PROCESS = "Só com processo de suspensão aberto (art. 38, parágrafo único)."
_OPEN_ALREADY = "Já há processo aberto: continue-o na lista de medidas."


class KindPrompt(Prompt):
    """The five institutes, each with what it is for and its article; one key or click chooses."""

    def __init__(
        self, context: UiContext, owner: QWidget, name: str, facts: OpeningFacts, then: Callable[[MeasureKind], object]
    ) -> None:
        super().__init__(owner, Tone.CARE, f"Que medida, em relação a {name}?")
        self.kinds: dict[MeasureKind, ActButton] = {}
        for kind, purpose in PURPOSES.items():
            words = QVBoxLayout()
            words.setSpacing(1)
            chosen = button(label_of(kind), partial(self._chosen, kind, then))
            act = Act.OPEN_MEASURE if kind is MeasureKind.CONDITIONS_SUSPENSION else Act.PROPOSE_MEASURE
            because(chosen, why_not(context.desk, act) or _why_not_kind(kind, facts))
            words.addWidget(chosen)
            words.addWidget(label(f"{purpose} {_capital(kind.article)}.", "small", wrap=True))
            if chosen.toolTip():
                words.addWidget(label(chosen.toolTip(), "small", wrap=True))
            self.content.addLayout(words)
            self.kinds[kind] = chosen
        self.answer("Voltar")
        next((each for each in self.kinds.values() if each.isEnabled()), next(iter(self.kinds.values()))).setFocus()

    def _chosen(self, kind: MeasureKind, then: Callable[[MeasureKind], object]) -> None:
        self.accept()
        then(kind)


def open_measure(context: UiContext, owner: QWidget, holder_kind: SubjectKind, holder_id: UUID, name: str) -> None:
    """Asks which institute, then opens its form; `name` is what the holder is called."""

    def show(facts: OpeningFacts) -> None:
        then = partial(_open_form, context, owner, holder_kind, holder_id, facts)
        KindPrompt(context, owner, name, facts, then).open()

    job = partial(measure_cards.opening_facts, context.desk, holder_kind, holder_id)
    context.tasks.run(job, show, owner=owner)


def _open_form(
    context: UiContext,
    owner: QWidget,
    holder_kind: SubjectKind,
    holder_id: UUID,
    facts: OpeningFacts,
    kind: MeasureKind,
) -> None:
    if kind is MeasureKind.CONDITIONS_SUSPENSION:
        opening = OpeningForm(facts)

        def open_job(_version: int) -> Callable[[], object]:
            command = opening.command(holder_kind, holder_id, context.desk.today)
            return partial(measures.open_suspension, context.desk, command)

        _run(context, owner, "Abrir processo de suspensão", opening, open_job, "Abrir e numerar")
        return
    process = facts.process if kind is MeasureKind.PRECAUTIONARY_SUSPENSION else None
    form = ProposalForm(kind, facts.name, facts.maximum_days, process=process.number if process is not None else "")

    def job(_version: int) -> Callable[[], object]:
        command = form.command(holder_kind, holder_id, process.measure_id if process is not None else None)
        return partial(measures.propose_measure, context.desk, command)

    _run(context, owner, f"Propor: {label_of(kind)}", form, job, "Propor")


class HolderForm(Form):
    """Whose CAA it is about: a driver or an operator."""

    def __init__(self, context: UiContext) -> None:
        super().__init__()
        section = self.section("De quem é o CAA?", "Preencha um dos dois.")
        self.driver = self.add(section, SubjectField(context, "driver_id", "Prestador", SubjectKind.DRIVER), 6)
        self.operator = self.add(section, SubjectField(context, "operator_id", "Operadora", SubjectKind.OPERATOR), 6)

    def chosen(self) -> tuple[SubjectKind, UUID, str] | None:
        for kind, field in ((SubjectKind.DRIVER, self.driver), (SubjectKind.OPERATOR, self.operator)):
            subject_id = field.value()
            if subject_id is not None:
                return kind, subject_id, field.line.text()
        return None

    def judge(self) -> bool:
        if not super().judge():
            return False
        if self.chosen() is None:
            self.driver.show_problem("Escolha o prestador ou a operadora.")
            self.driver.focus()
            return False
        return True


def open_new_measure(context: UiContext, owner: QWidget) -> FormDialog:
    """Asks who, then which institute."""
    form = HolderForm(context)

    def job(_version: int) -> Callable[[], object]:
        chosen = form.chosen()
        return lambda: chosen

    def next_step(chosen: tuple[SubjectKind, UUID, str]) -> None:
        open_measure(context, owner, *chosen)

    dialog = FormDialog(context, owner, "Nova medida", form, job, save_text="Continuar")
    dialog.saved.connect(next_step)
    dialog.resize(dialog.width(), dialog.height() + dialog.fontMetrics().height() * 8)
    dialog.open()
    return dialog


def open_step(context: UiContext, owner: QWidget, card: MeasureCard, step: MeasureStep) -> FormDialog:
    """The dialog of a step of the measure on the card."""
    return _STEPS[step](context, owner, card)


def _notice(context: UiContext, owner: QWidget, card: MeasureCard) -> FormDialog:
    hint = "O prazo de defesa conta deste dia (art. 38, caput)."
    form = StepForm("Ciência da abertura", hint, day=("notified_on", "Ciência em"), today=context.desk.today)

    def job(_version: int) -> Callable[[], object]:
        return partial(measures.record_notice, context.desk, card.line.measure_id, form.required_day())

    return _run(context, owner, "Registrar ciência da abertura", form, job, "Registrar")


def _defense(context: UiContext, owner: QWidget, card: MeasureCard) -> FormDialog:
    due = f" Prazo: até {format_date(card.defense_due_on)}." if card.defense_due_on is not None else ""
    form = StepForm(
        "Defesa", f"Garantidos a ampla defesa e o contraditório (art. 38, caput).{due}",
        day=("received_on", "Recebida em"), text=("text", "Resumo da defesa"), today=context.desk.today,
    )  # fmt: skip

    def job(_version: int) -> Callable[[], object]:
        return partial(measures.record_defense, context.desk, card.line.measure_id, form.required_day(), form.written())

    return _run(context, owner, "Receber defesa", form, job, "Registrar")


def _imposition(context: UiContext, owner: QWidget, card: MeasureCard) -> FormDialog:
    maximum = context.desk.law.parameter("suspension_maximum_days", context.desk.today).number
    form = ProposalForm(card.line.kind, card.line.holder_name, maximum, origin=False)

    def job(_version: int) -> Callable[[], object]:
        command = ProposeImposition(card.line.measure_id, form.reason.value(), form.terms.value())
        return partial(measures.propose_imposition, context.desk, command)

    return _run(context, owner, f"Propor: {label_of(card.line.kind)}", form, job, "Propor")


def _revocation(context: UiContext, owner: QWidget, card: MeasureCard) -> FormDialog:
    form = ProposalForm(MeasureKind.REVOCATION, card.line.holder_name, 0, process=card.line.number, origin=False)

    def job(_version: int) -> Callable[[], object]:
        command = ProposeImposition(card.line.measure_id, form.reason.value(), form.terms.value())
        return partial(measures.propose_revocation, context.desk, command)

    return _run(context, owner, "Propor: Revogação", form, job, "Propor")


def _service(context: UiContext, owner: QWidget, card: MeasureCard) -> FormDialog:
    hint = "O prazo para pedir a reversão conta deste dia, ou do começo da suspensão se for depois (art. 39)."
    form = StepForm("Ciência da suspensão", hint, day=("served_on", "Ciência em"), today=context.desk.today)

    def job(_version: int) -> Callable[[], object]:
        return partial(measures.record_service, context.desk, card.line.measure_id, form.required_day())

    return _run(context, owner, "Registrar ciência da suspensão", form, job, "Registrar")


def _request(context: UiContext, owner: QWidget, card: MeasureCard) -> FormDialog:
    due = f" Prazo: até {format_date(card.reversal_due_on)}." if card.reversal_due_on is not None else ""
    form = StepForm(
        "Pedido de reversão", f"Com a prova da correção das falhas (art. 39).{due}",
        day=("requested_on", "Pedida em"), text=("proof", "Prova apresentada"), today=context.desk.today,
    )  # fmt: skip

    def job(_version: int) -> Callable[[], object]:
        return partial(
            measures.request_reversal, context.desk, card.line.measure_id, form.required_day(), form.written()
        )

    return _run(context, owner, "Pedir reversão", form, job, "Registrar")


def _reversal(grant: bool, context: UiContext, owner: QWidget, card: MeasureCard) -> FormDialog:
    verb = "Deferir" if grant else "Indeferir"
    article = "art. 39" if grant else "arts. 39 e 40"
    form = StepForm(f"{verb} a reversão", f"{TWO_PEOPLE} ({article})", text=("reason", "Fatos e razões"))

    def job(_version: int) -> Callable[[], object]:
        return partial(
            measures.propose_reversal, context.desk, card.line.measure_id, grant=grant, reason=form.written()
        )

    return _run(context, owner, f"Propor: {verb.lower()} reversão", form, job, "Propor")


def _end(ending: MeasureEnding, context: UiContext, owner: QWidget, card: MeasureCard) -> FormDialog:
    name = {
        MeasureEnding.LIFTED: "Encerrar a medida",
        MeasureEnding.ANNULLED: "Anular por ordem judicial",
        MeasureEnding.DISMISSED: "Arquivar o processo",
    }[ending]
    day = None if ending is MeasureEnding.DISMISSED else ("ended_on", "Deixa de valer em")
    form = StepForm(
        name, f"{card.line.number}. {TWO_PEOPLE}", day=day, text=("reason", "Fatos e razões"),
        day_hint="vazio: do dia da decisão",
    )  # fmt: skip

    def job(_version: int) -> Callable[[], object]:
        command = ProposeEnd(card.line.measure_id, ending, form.written(), form.given_day())
        return partial(measures.propose_end, context.desk, command)

    return _run(context, owner, f"Propor: {name.lower()}", form, job, "Propor")


_STEPS: dict[MeasureStep, Callable[[UiContext, QWidget, MeasureCard], FormDialog]] = {
    MeasureStep.RECORD_NOTICE: _notice,
    MeasureStep.RECORD_DEFENSE: _defense,
    MeasureStep.IMPOSE: _imposition,
    MeasureStep.DISMISS: partial(_end, MeasureEnding.DISMISSED),
    MeasureStep.RECORD_SERVICE: _service,
    MeasureStep.REQUEST_REVERSAL: _request,
    MeasureStep.GRANT_REVERSAL: partial(_reversal, True),
    MeasureStep.DENY_REVERSAL: partial(_reversal, False),
    MeasureStep.REVOKE: _revocation,
    MeasureStep.LIFT: partial(_end, MeasureEnding.LIFTED),
    MeasureStep.ANNUL: partial(_end, MeasureEnding.ANNULLED),
}


class SendingForm(StepForm):
    def __init__(self, context: UiContext, line: CommunicationLine) -> None:
        hint = f"{line.operator_name} · arts. 33, parágrafo único, e 34, § 2º."
        super().__init__("Envio", hint, day=("sent_on", "Enviado em"), today=context.desk.today)
        section = self.section("Como foi")
        self.means = self.add(
            section, TextField("means", "Meio", required=True, hint="e-mail, em mãos, correio com AR", limit=80), 6
        )


def open_sending(context: UiContext, owner: QWidget, line: CommunicationLine) -> FormDialog:
    """Notes when and how a communication went."""
    form = SendingForm(context, line)

    def job(_version: int) -> Callable[[], object]:
        day, means = form.required_day(), form.means.value()
        return partial(measure_decisions.record_sending, context.desk, line.communication_id, day, means)

    return _run(context, owner, "Registrar envio", form, job, "Registrar")


def open_receipt(context: UiContext, owner: QWidget, line: CommunicationLine) -> FormDialog:
    """Notes when the operator received it."""
    form = StepForm("Recebimento", line.operator_name, day=("received_on", "Recebido em"), today=context.desk.today)

    def job(_version: int) -> Callable[[], object]:
        return partial(measure_decisions.record_receipt, context.desk, line.communication_id, form.required_day())

    return _run(context, owner, "Registrar recebimento", form, job, "Registrar")


def _run(
    context: UiContext,
    owner: QWidget,
    title: str,
    form: Form,
    job: Callable[[int], Callable[[], object]],
    save_text: str,
) -> FormDialog:
    """Opens the dialog; what it opened is then shown, with its paper when it made one."""

    def saved(result: object) -> None:
        if isinstance(result, Opened):
            context.bus.subject_wanted.emit(SubjectKind.MEASURE, result.measure_id)
            if result.document_id is not None:
                show_document(context, owner, result.document_id)

    dialog = FormDialog(context, owner, title, form, job, save_text=save_text)
    dialog.saved.connect(saved)
    dialog.open()
    return dialog


def _why_not_kind(kind: MeasureKind, facts: OpeningFacts) -> str:
    if kind is MeasureKind.PRECAUTIONARY_SUSPENSION and facts.process is None:
        return _NO_PROCESS
    if kind is MeasureKind.CONDITIONS_SUSPENSION and facts.process is not None:
        return _OPEN_ALREADY
    return ""


def _capital(article: str) -> str:
    return article[0].upper() + article[1:]
