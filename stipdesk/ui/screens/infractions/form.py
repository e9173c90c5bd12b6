"""What the agent writes on an auto: the seven items for a driver, the six for an operator (art. 37)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import partial
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.clock import at_office
from stipdesk.domain.errors import FieldProblem, InvalidValue
from stipdesk.domain.infraction import InfractionFacts, notice_problems
from stipdesk.domain.legal import Conduct
from stipdesk.domain.registers import Addressee, SubjectKind
from stipdesk.services.access import Actor
from stipdesk.services.infractions import DrawUpInfraction
from stipdesk.services.vehicles import DriverOfVehicle
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.form import Form
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.infractions.conducts import ConductField
from stipdesk.ui.screens.infractions.fields import DeadlinePanel, TimeField
from stipdesk.ui.screens.parts.picker import SubjectField
from stipdesk.ui.screens.parts.radio import RadioField
from stipdesk.ui.widgets.basics import Notice, clear, label
from stipdesk.ui.widgets.buttons import link
from stipdesk.ui.widgets.choices import CheckField
from stipdesk.ui.widgets.field import Entry
from stipdesk.ui.widgets.fields import DateField, NoteField, TextField
from stipdesk.ui.widgets.flow import FlowLayout

_ADDRESSEES = (
    (Addressee.DRIVER, "Prestador (art. 37, § 1º)"),
    (Addressee.OPERATOR, "Empresa operadora (art. 37, § 5º)"),
)
# The agent, the term and the document come from the registers and the law, not from the form.
_WRITTEN_LATER = "a conferir"


class _Users(QWidget):
    """Those who use the vehicle, one click each: usually one of them is the driver."""

    def __init__(self) -> None:
        super().__init__()
        self._flow = FlowLayout(self, spacing=2)

    def show_links(self, links: Sequence[QWidget]) -> None:
        clear(self._flow)
        text = "Usam este veículo:" if links else "Nenhum prestador usa este veículo no cadastro."
        said = label(text, "soft")
        said.setMinimumHeight(max((each.sizeHint().height() for each in links), default=0))
        self._flow.addWidget(said)
        for each in links:
            self._flow.addWidget(each)


class InfractionForm(Form):
    """Its problems are those of `domain.infraction.notice_problems`, with their articles, before the service is asked.

    `show_vehicle` and `deadline` show what is read while it is filled.
    """

    def __init__(self, context: UiContext, actor: Actor) -> None:
        super().__init__()
        self._context = context
        self._actor = actor
        self._users: Sequence[DriverOfVehicle] = ()
        law = context.desk.law
        who = self.section("A quem se dirige")
        self.addressee = self.add(who, RadioField("addressee", "O auto se dirige a", _ADDRESSEES), 6)
        self.operator = self.add(
            who,
            SubjectField(context, "operator_id", "Empresa operadora", SubjectKind.OPERATOR, hint="art. 37, § 5º, III"),
            6,
        )
        self.vehicle = self.add(
            who, SubjectField(context, "vehicle_id", "Veículo", SubjectKind.VEHICLE, hint="art. 37, § 1º, III"), 3
        )
        self.driver = self.add(
            who, SubjectField(context, "driver_id", "Prestador", SubjectKind.DRIVER, hint="art. 37, § 1º, IV"), 3
        )
        self.users = _Users()
        who.place(self.users, 6)
        self.unidentified = self.add(
            who, CheckField("unidentified", "Identificação", text="O prestador não foi identificado (art. 37, § 3º)"), 6
        )
        self.unidentified_reason = self.add(
            who,
            NoteField(
                "unidentified_reason", "Por que não foi identificado", hint="art. 37, § 3º, obrigatório", lines=2
            ),
            6,
        )
        self.addressed_to = Notice(Tone.INFORMATION)
        who.place(self.addressed_to, 6)
        when = self.section("Quando e onde")
        self.day = self.add(when, DateField("occurred_at", "Data", hint="art. 37, II", judge=self._judge_day), 2)
        self.hour = self.add(when, TimeField("occurred_time", "Hora", placeholder="18:32"), 1)
        self.place = self.add(when, TextField("place", "Local", hint="rua e número, ou ponto conhecido", limit=200), 3)
        what = self.section("O que aconteceu")
        self.conduct = self.add(what, ConductField(law.conducts, law.groups), 6)
        self.twin_reason = self.add(what, NoteField("twin_reason", "Por que esta conduta", hint="art. 59", lines=2), 6)
        self.facts = self.add(
            what, NoteField("facts", "Descrição da infração", hint="o que foi visto, com os pormenores", lines=5), 6
        )
        known = self.section("Ciência do autuado")
        self.served = self.add(
            known, CheckField("served", "Entrega", text="Uma via foi entregue na hora ao autuado (art. 42, I)"), 3
        )
        self.refused = self.add(
            known, CheckField("signature_refused", "Assinatura", text="O autuado se recusou a assinar"), 3
        )
        self.deadline = DeadlinePanel()
        known.place(self.deadline, 6)
        self.addressee.set_value(Addressee.DRIVER)
        self.day.set_value(context.desk.today)
        for field in (self.addressee, self.operator, self.vehicle, self.driver):
            field.edited.connect(self.refresh)
        self.unidentified.edited.connect(self.refresh)
        self.served.edited.connect(self.refresh)
        self.conduct.chosen.connect(self._conduct_chosen)
        self._conduct_chosen(None)
        self.refresh()

    @property
    def to_operator(self) -> bool:
        return self.addressee.value() is Addressee.OPERATOR

    def _addressee(self) -> Addressee:
        return Addressee.OPERATOR if self.to_operator else Addressee.DRIVER

    @property
    def is_unidentified(self) -> bool:
        return not self.to_operator and self.unidentified.value()

    def served_on(self) -> date | None:
        """The day of the knowledge on the spot, when it is known by now."""
        if not self.served.value():
            return None
        try:
            return self.day.value()
        except InvalidValue:
            return None

    def chosen_vehicle(self) -> UUID | None:
        """The vehicle picked from the answers, None while its plate is being typed."""
        try:
            return self.vehicle.value()
        except InvalidValue:
            return None

    def show_vehicle(self, drivers: Sequence[DriverOfVehicle]) -> None:
        """Who uses the vehicle chosen: each is one click away, and one of them answers for its registration."""
        self._users = drivers
        self.users.show_links([link(each.full_name, partial(self._take_driver, each)) for each in drivers])
        self.refresh()

    def refresh(self) -> None:
        """Shows what the present answers ask for."""
        to_operator, unidentified = self.to_operator, self.is_unidentified
        self.operator.setVisible(to_operator)
        self.vehicle.setVisible(not to_operator)
        self.driver.setVisible(not to_operator and not unidentified)
        self.unidentified.setVisible(not to_operator)
        self.unidentified_reason.setVisible(unidentified)
        self.refused.setVisible(self.served.value())
        self.conduct.set_addressee(self._addressee())
        self.users.setVisible(not to_operator and not unidentified and bool(_name(self.vehicle)))
        self._say_addressed()

    def command(self) -> DrawUpInfraction:
        """Only when `judge` found no problem."""
        day, hour = self.day.value(), self.hour.value()
        assert day is not None
        assert hour is not None
        identified = not self.to_operator and not self.is_unidentified
        return DrawUpInfraction(
            addressee=self._addressee(),
            conduct=self.conduct.value(),
            occurred_at=at_office(day, hour),
            place=self.place.value(),
            facts=self.facts.value(),
            driver_id=self.driver.value() if identified else None,
            operator_id=self.operator.value() if self.to_operator else None,
            vehicle_id=None if self.to_operator else self.vehicle.value(),
            unidentified_reason=self.unidentified_reason.value() if self.is_unidentified else "",
            twin_reason=self.twin_reason.value(),
            served=self.served.value(),
            signature_refused=self.served.value() and self.refused.value(),
        )

    def field_named(self, name: str) -> Entry | None:
        """Also by the names that the items of art. 37 have in the domain."""
        addressed = self.operator if self.to_operator else self.vehicle if self.is_unidentified else self.driver
        homes: dict[str, Entry] = {
            "conduct_code": self.conduct,
            "plate": self.vehicle,
            "vehicle": self.vehicle,
            "addressed_to": addressed,
            "addressee_document": addressed,
            "occurred_at": self.hour if self.day.line.text() and not self.hour.line.text() else self.day,
        }
        return homes.get(name) or super().field_named(name)

    def problems(self) -> list[Entry]:
        """What the present answers do not ask for keeps what was typed and stops nothing."""
        return [field for field in super().problems() if not field.isHidden()]

    def judge(self) -> bool:
        for field in self.fields:
            field.judge()
        self.show_problems(self._law_problems())
        wrong = self.problems()
        if wrong:
            wrong[0].focus()
        return not wrong

    def show_problems(self, problems: Iterable[FieldProblem]) -> None:
        """One problem for each field, the first: without a vehicle, that its model lacks too says nothing new."""
        first: dict[object, FieldProblem] = {}
        for problem in problems:
            first.setdefault(self.field_named(problem.field) or problem.field, problem)
        super().show_problems(first.values())

    def _law_problems(self) -> tuple[FieldProblem, ...]:
        """The items of art. 37 still missing; what is typed and not understood says so by itself."""
        conduct = self.conduct.conduct
        vehicle = _name(self.vehicle)
        addressed = self._addressed_to()
        facts = InfractionFacts(
            addressee=self._addressee(),
            conduct_code=conduct.code if conduct else "",
            conduct_text=conduct.text if conduct else "",
            legal_basis=conduct.article if conduct else "",
            occurred_at=self._moment(),
            place=self.place.line.text(),
            plate=vehicle,
            vehicle=vehicle,
            addressed_to=addressed,
            addressee_document=addressed,
            driver_identified=not self.is_unidentified,
            unidentified_reason=self.unidentified_reason.text.toPlainText(),
            facts=self.facts.text.toPlainText(),
            defense_text=_WRITTEN_LATER,
            agent_name=self._actor.full_name,
            agent_registration=self._actor.registration,
        )
        return tuple(
            self._hour_alone(problem)
            for problem in notice_problems(facts, self._context.desk.clock.now())
            if (field := self.field_named(problem.field)) is None or not field.problem()
        )

    def _hour_alone(self, problem: FieldProblem) -> FieldProblem:
        lacks_hour = problem.field == "occurred_at" and self.field_named("occurred_at") is self.hour
        return replace(problem, message="Falta a hora.", remedy="") if lacks_hour else problem

    def _moment(self) -> datetime | None:
        try:
            day, hour = self.day.value(), self.hour.value()
        except InvalidValue:
            return None
        return at_office(day, hour) if day is not None and hour is not None else None

    def _addressed_to(self) -> str:
        if self.is_unidentified:
            registrant = self._registrant()
            return registrant.full_name if registrant else ""
        return _name(self.operator if self.to_operator else self.driver)

    def _registrant(self) -> DriverOfVehicle | None:
        return next((each for each in self._users if each.is_registrant), None)

    def _judge_day(self, day: date) -> str:
        return "A infração está no futuro. Confira a data." if day > self._context.desk.today else ""

    def _conduct_chosen(self, conduct: Conduct | None) -> None:
        twins = conduct.twins if conduct is not None else ()
        self.twin_reason.required = bool(twins)
        self.twin_reason.setVisible(bool(twins))
        if conduct is not None and self.isVisible():
            (self.twin_reason if twins else self.facts).focus()

    def _take_driver(self, each: DriverOfVehicle) -> None:
        self.driver.put(each.driver_id, each.full_name)
        self.refresh()

    def _say_addressed(self) -> None:
        if not self.is_unidentified:
            self.addressed_to.say(Tone.INFORMATION, "")
        elif not _name(self.vehicle):
            self.addressed_to.say(
                Tone.INFORMATION,
                "Sem prestador identificado, o auto se dirige ao responsável pelo cadastro do veículo (art. 37, § 4º).",
            )
        elif (registrant := self._registrant()) is not None:
            self.addressed_to.say(
                Tone.INFORMATION,
                f"O auto se dirige ao responsável pelo cadastro do veículo: {registrant.full_name} (art. 37, § 4º).",
            )
        else:
            self.addressed_to.say(
                Tone.STOP,
                "Este veículo não tem responsável pelo cadastro, a quem o auto se dirigiria (art. 37, § 4º). "
                "Identifique o prestador ou indique o responsável no cadastro do veículo.",
            )


def _name(field: SubjectField) -> str:
    """How the record chosen is called, '' while none is."""
    try:
        return field.line.text() if field.value() is not None else ""
    except InvalidValue:
        return ""
