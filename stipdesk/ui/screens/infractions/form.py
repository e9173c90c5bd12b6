"""What the agent writes on an auto: the seven items for a driver, the six for an operator (art. 37)."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from functools import partial

from stipdesk.domain.clock import at_office
from stipdesk.domain.errors import FieldProblem, InvalidValue
from stipdesk.domain.infraction import InfractionFacts, notice_problems
from stipdesk.domain.legal import Conduct
from stipdesk.domain.registers import Addressee, SubjectKind
from stipdesk.services.access import Actor
from stipdesk.services.infractions import DrawUpInfraction
from stipdesk.services.search import Hit
from stipdesk.services.vehicles import DriverOfVehicle
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.form import Form
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.infractions.conducts import ConductField
from stipdesk.ui.screens.infractions.fields import AddresseeField, DeadlinePanel, TimeField
from stipdesk.ui.widgets.basics import Notice
from stipdesk.ui.widgets.buttons import link
from stipdesk.ui.widgets.choices import CheckField
from stipdesk.ui.widgets.field import Entry
from stipdesk.ui.widgets.fields import DateField, NoteField, TextField
from stipdesk.ui.widgets.subject import SubjectField

# The agent, the term and the document come from the registers and the law, not from the form.
_WRITTEN_LATER = "a conferir"


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
        self.addressee = self.add(who, AddresseeField(), 6)
        self.operator = self.add(
            who,
            SubjectField(
                context, "operator_id", "Empresa operadora", SubjectKind.OPERATOR, hint="art. 37, § 5º, III",
                placeholder="Razão social ou CNPJ",
            ),
            6,
        )  # fmt: skip
        self.vehicle = self.add(
            who,
            SubjectField(
                context, "vehicle_id", "Veículo", SubjectKind.VEHICLE, hint="art. 37, § 1º, III",
                placeholder="Placa, nova ou antiga",
            ),
            3,
        )  # fmt: skip
        self.driver = self.add(
            who,
            SubjectField(
                context, "driver_id", "Prestador", SubjectKind.DRIVER, hint="art. 37, § 1º, IV",
                placeholder="Nome ou CPF",
            ),
            3,
        )  # fmt: skip
        self.users = Notice(Tone.INFORMATION)
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
        self.day = self.add(
            when, DateField("occurred_at", "Data", hint="art. 37, II", judge=self._judge_day), 2
        )
        self.hour = self.add(when, TimeField("occurred_time", "Hora", placeholder="18:32"), 1)
        self.place = self.add(
            when, TextField("place", "Local", hint="rua e número, ou ponto conhecido", limit=200), 3
        )
        what = self.section("O que aconteceu")
        self.conduct = self.add(what, ConductField(law.conducts, law.groups), 6)
        self.twin_reason = self.add(
            what, NoteField("twin_reason", "Por que esta conduta", hint="art. 59", lines=2), 6
        )
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
        self.day.set_value(context.desk.today)
        self.addressee.edited.connect(self.refresh)
        self.unidentified.edited.connect(self.refresh)
        self.served.edited.connect(self.refresh)
        self.conduct.chosen.connect(self._conduct_chosen)
        self._conduct_chosen(None)
        self.refresh()

    @property
    def to_operator(self) -> bool:
        return self.addressee.value() is Addressee.OPERATOR

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

    def show_vehicle(self, drivers: Sequence[DriverOfVehicle]) -> None:
        """Who uses the vehicle chosen: each is one click away, and one of them answers for its registration."""
        self._users = drivers
        self.refresh()

    def refresh(self) -> None:
        """Shows what the present answers ask for."""
        to_operator, unidentified = self.to_operator, self.is_unidentified
        self.operator.setVisible(to_operator)
        for field in (self.vehicle, self.driver, self.unidentified):
            field.setVisible(not to_operator)
        self.driver.setEnabled(not unidentified)
        self.unidentified_reason.setVisible(unidentified)
        self.refused.setVisible(self.served.value())
        self.conduct.set_addressee(self.addressee.value())
        self._say_users(to_operator or unidentified or self.driver.hit is not None)
        self._say_addressed()

    def command(self) -> DrawUpInfraction:
        """Only when `judge` found no problem."""
        day, hour = self.day.value(), self.hour.value()
        assert day is not None
        assert hour is not None
        operator, vehicle, driver = self.operator.value(), self.vehicle.value(), self.driver.value()
        identified = not self.to_operator and not self.is_unidentified
        return DrawUpInfraction(
            addressee=self.addressee.value(),
            conduct=self.conduct.value(),
            occurred_at=at_office(day, hour),
            place=self.place.value(),
            facts=self.facts.value(),
            driver_id=driver.subject_id if identified and driver is not None else None,
            operator_id=operator.subject_id if self.to_operator and operator is not None else None,
            vehicle_id=vehicle.subject_id if not self.to_operator and vehicle is not None else None,
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
        vehicle = self.vehicle.hit
        addressed = self._addressed_to()
        facts = InfractionFacts(
            addressee=self.addressee.value(),
            conduct_code=conduct.code if conduct else "",
            conduct_text=conduct.text if conduct else "",
            legal_basis=conduct.article if conduct else "",
            occurred_at=self._moment(),
            place=self.place.line.text(),
            plate=vehicle.title if vehicle else "",
            vehicle=vehicle.subtitle if vehicle else "",
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
            problem
            for problem in notice_problems(facts, self._context.desk.clock.now())
            if (field := self.field_named(problem.field)) is None or not field.problem()
        )

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
        hit = self.operator.hit if self.to_operator else self.driver.hit
        return hit.title if hit is not None else ""

    def _registrant(self) -> DriverOfVehicle | None:
        return next((each for each in self._users if each.is_registrant), None)

    def _judge_day(self, day: date) -> str:
        return "A infração está no futuro. Confira a data." if day > self._context.desk.today else ""

    def _conduct_chosen(self, conduct: Conduct | None) -> None:
        twins = conduct.twins if conduct is not None else ()
        self.twin_reason.required = bool(twins)
        self.twin_reason.setVisible(bool(twins))

    def _say_users(self, not_needed: bool) -> None:
        if not_needed or self.vehicle.hit is None:
            self.users.say(Tone.INFORMATION, "")
        elif not self._users:
            self.users.say(Tone.CARE, "Nenhum prestador usa este veículo no cadastro.")
        else:
            acts = [link(each.full_name, self._taker(each)) for each in self._users[:4]]
            self.users.say(Tone.INFORMATION, "Usam este veículo:", acts)

    def _taker(self, each: DriverOfVehicle) -> Callable[[], None]:
        hit = Hit(SubjectKind.DRIVER, each.driver_id, each.full_name, "Usa este veículo", None)
        return partial(self.driver.pick, hit)

    def _say_addressed(self) -> None:
        if not self.is_unidentified:
            self.addressed_to.say(Tone.INFORMATION, "")
        elif self.vehicle.hit is None:
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
