"""The passengers' accident policy (art. 18, III): its fields, alone or inside the form of a new vehicle."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import TypeVar
from uuid import UUID

from PySide6.QtWidgets import QWidget

from stipdesk.domain.calendar import one_year_after
from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.registers import PolicyFields
from stipdesk.domain.text import format_date
from stipdesk.services import vehicles
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form, Section
from stipdesk.ui.widgets.fields import DateField, IntegerField, LineField, MoneyField, TextField

T = TypeVar("T")

_MOST_SEATS = 20


class PolicyGroup:
    """The fields of a policy in a section of any form. Optional as a whole: once one is filled, all are asked for."""

    def __init__(self, form: Form, section: Section) -> None:
        self.insurer = form.add(section, TextField("insurer", "Seguradora", limit=120), 3)
        self.policy_number = form.add(section, TextField("policy_number", "Número da apólice", limit=60), 3)
        self.starts_on = form.add(section, DateField("starts_on", "Início da vigência"), 2)
        self.ends_on = form.add(section, DateField("ends_on", "Fim da vigência"), 2)
        self.seats_covered = form.add(
            section, IntegerField("seats_covered", "Passageiros cobertos", minimum=1, maximum=_MOST_SEATS), 2
        )
        self.death_amount = form.add(section, MoneyField("death_amount", "Por morte", hint="cada passageiro"), 2)
        self.disability_amount = form.add(
            section, MoneyField("disability_amount", "Por invalidez", hint="cada passageiro"), 2
        )
        self.index_name = form.add(section, TextField("index_name", "Índice de correção", limit=40), 2)
        self.index_name.set_value("INPC")
        self.starts_on.left.connect(self._propose_end)

    def propose_seats(self, seats: int) -> None:
        """A car of so many seats carries one passenger fewer: the driver's is not covered."""
        if not self.seats_covered.is_dirty() and seats > 1:
            self.seats_covered.set_value(seats - 1)

    def begun(self) -> bool:
        """Whether the person began to fill a policy."""
        return any(field.line.text().strip() for field in self._needed() if field is not self.seats_covered)

    def demand(self) -> None:
        """Shows what is missing of a policy that was begun."""
        for field in self._needed():
            field.show_problem("Falta preencher." if self.begun() and not field.line.text().strip() else "")

    def value(self) -> PolicyFields:
        """The policy; every field has been judged."""
        return PolicyFields(
            insurer=self.insurer.value(),
            policy_number=self.policy_number.value(),
            starts_on=_present(self.starts_on.value()),
            ends_on=_present(self.ends_on.value()),
            seats_covered=_present(self.seats_covered.value()),
            death_amount=_present(self.death_amount.value()),
            disability_amount=_present(self.disability_amount.value()),
            index_name=self.index_name.value(),
        )

    def _needed(self) -> tuple[LineField[str] | LineField[int | None] | LineField[date | None], ...]:
        return (
            self.insurer, self.policy_number, self.starts_on, self.ends_on, self.seats_covered, self.death_amount,
            self.disability_amount,
        )  # fmt: skip

    def _propose_end(self) -> None:
        try:
            start = self.starts_on.value()
        except InvalidValue:
            return
        if start is not None and not self.ends_on.line.text().strip():
            self.ends_on.line.setText(format_date(one_year_after(start)))


class PolicyForm(Form):
    def __init__(self, seats: int) -> None:
        super().__init__()
        hint = "Cobre todos os passageiros que o veículo leva (art. 18, III)."
        self.policy = PolicyGroup(self, self.section("Seguro APP", hint))
        self.policy.propose_seats(seats)

    def judge(self) -> bool:
        if not self.policy.begun():
            self.policy.insurer.show_problem("Falta preencher.")
        self.policy.demand()
        return super().judge()


def open_policy(context: UiContext, owner: QWidget, vehicle_id: UUID, seats: int) -> FormDialog:
    """Records a policy of the vehicle."""
    form = PolicyForm(seats)

    def command(_version: int) -> Callable[[], None]:
        return partial(vehicles.add_policy, context.desk, vehicle_id, form.policy.value())

    dialog = FormDialog(context, owner, "Incluir apólice", form, command)
    dialog.open()
    return dialog


def _present(value: T | None) -> T:
    assert value is not None
    return value
