"""The forms of a measure: opening a process, proposing a decision, recording a step."""

from datetime import date
from uuid import UUID

from stipdesk.domain.measures import MeasureKind
from stipdesk.domain.registers import SubjectKind
from stipdesk.services.measure_cards import OpeningFacts
from stipdesk.services.measures import OpenSuspension, ProposeMeasure, Terms
from stipdesk.ui.forms.form import Form, Section
from stipdesk.ui.screens.measures.fields import ConditionsField
from stipdesk.ui.strings import label_of
from stipdesk.ui.widgets.basics import label
from stipdesk.ui.widgets.choices import CheckField
from stipdesk.ui.widgets.fields import DateField, NoteField, TextField

TWO_PEOPLE = "Nada acontece agora: a proposta espera a decisão de outra pessoa."
_FROM = "vazio: do dia da decisão"


class OpeningForm(Form):
    """The process of art. 38. `notified`: the holder is at the counter and takes the letter now."""

    def __init__(self, facts: OpeningFacts) -> None:
        super().__init__()
        who = self.section("Processo de suspensão", f"{facts.name} · art. 38. A abertura não suspende o CAA.")
        self.conditions = self.add(who, ConditionsField(facts.conditions), 6)
        self.conditions.set_value(each.code for each in facts.conditions if each.lost)
        why = self.section("Fatos")
        self.reason = self.add(why, NoteField("reason", "Motivação", required=True, lines=4), 6)
        self.origin = self.add(why, TextField("origin", "Origem", hint="ofício, auto, lista do dia", limit=120), 6)
        self.notified = self.add(
            why, CheckField("notified_on", "Ciência", text="O interessado recebe a abertura agora, no balcão"), 6
        )

    def command(self, kind: SubjectKind, holder_id: UUID, today: date) -> OpenSuspension:
        return OpenSuspension(
            kind,
            holder_id,
            self.reason.value(),
            self.conditions.value(),
            today if self.notified.value() else None,
            self.origin.value(),
        )

    def first_focus(self) -> None:
        self.reason.focus()


class TermsFields:
    """The dates of a decision, as each institute has them, added to a section of any form."""

    def __init__(self, form: Form, section: Section, kind: MeasureKind, maximum_days: int) -> None:
        self.kind = kind
        self.imposed_on = self.final_on = self.effective_from = self.effective_until = None
        if kind in {MeasureKind.PUNITIVE_SUSPENSION, MeasureKind.CASSATION}:
            hint = "da certidão"
            self.imposed_on = form.add(section, DateField("imposed_on", "Decisão de", required=True), 3)
            self.final_on = form.add(section, DateField("final_on", "Trânsito em julgado", required=True, hint=hint), 3)
        if kind is MeasureKind.PUNITIVE_SUSPENSION:
            limit = f"até {maximum_days} dias, art. 33"
            self.effective_from = form.add(section, DateField("effective_from", "Primeiro dia", required=True), 3)
            self.effective_until = form.add(
                section, DateField("effective_until", "Último dia", required=True, hint=limit), 3
            )
        elif kind is not MeasureKind.CASSATION:
            self.effective_from = form.add(section, DateField("effective_from", "Efeito desde", hint=_FROM), 3)

    def value(self) -> Terms:
        return Terms(
            effective_from=self.effective_from.value() if self.effective_from is not None else None,
            effective_until=self.effective_until.value() if self.effective_until is not None else None,
            imposed_on=self.imposed_on.value() if self.imposed_on is not None else None,
            final_on=self.final_on.value() if self.final_on is not None else None,
        )


class ProposalForm(Form):
    """The reasons of a decision and its dates; `process` names the suspension a precautionary one accompanies."""

    def __init__(
        self, kind: MeasureKind, name: str, maximum_days: int, *, process: str = "", origin: bool = True
    ) -> None:
        super().__init__()
        about = f"{name} · {kind.article}. {TWO_PEOPLE}"
        section = self.section(label_of(kind), about)
        if process:
            section.place(label(f"Acompanha o processo de suspensão {process}.", wrap=True), 6)
        self.terms = TermsFields(self, section, kind, maximum_days)
        why = self.section("Motivação")
        self.reason = self.add(why, NoteField("reason", "Fatos e razões", required=True, lines=4), 6)
        self.origin = (
            self.add(why, TextField("origin", "Origem", hint="auto ou processo", limit=120), 6) if origin else None
        )

    def command(self, kind: SubjectKind, holder_id: UUID, process_id: UUID | None) -> ProposeMeasure:
        origin = self.origin.value() if self.origin is not None else ""
        return ProposeMeasure(
            self.terms.kind, kind, holder_id, self.reason.value(), self.terms.value(), process_id, origin
        )


class StepForm(Form):
    """A step with a day, a text, or both; `hint` says what it does and by which article."""

    def __init__(
        self,
        name: str,
        hint: str,
        *,
        day: tuple[str, str] | None = None,
        text: tuple[str, str] | None = None,
        day_hint: str = "",
        today: date | None = None,
    ) -> None:
        """`day` and `text` are (field, caption); `today` proposes the day and makes it required."""
        super().__init__()
        section = self.section(name, hint)
        self.day = None
        if day is not None:
            required = today is not None
            self.day = self.add(section, DateField(day[0], day[1], required=required, hint=day_hint), 3)
            self.day.set_value(today)
        self.text = self.add(section, NoteField(text[0], text[1], required=True, lines=4), 6) if text else None

    def given_day(self) -> date | None:
        return self.day.value() if self.day is not None else None

    def required_day(self) -> date:
        day = self.given_day()
        assert day is not None
        return day

    def written(self) -> str:
        return self.text.value() if self.text is not None else ""
