"""The smallest whole screen: a list, a card and a form, over the real service. It is also how a screen is written."""

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from stipdesk.domain.changes import Changes
from stipdesk.domain.identifiers import Cpf
from stipdesk.domain.registers import DriverFields, SubjectKind
from stipdesk.services import drivers
from stipdesk.services.drivers import DriverCard, DriverRow, ListRequest
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form
from stipdesk.ui.screens.base import Screen
from stipdesk.ui.strings import label_of, tone_of
from stipdesk.ui.tables.column import Column, Wanted
from stipdesk.ui.tables.lazy_table import LazyTable
from stipdesk.ui.widgets.address import AddressField
from stipdesk.ui.widgets.basics import Card, acts, clear, heading
from stipdesk.ui.widgets.buttons import primary
from stipdesk.ui.widgets.facts import Facts
from stipdesk.ui.widgets.fields import DateField, IdentifierField, NameField

COLUMNS: tuple[Column[DriverRow], ...] = (
    Column("Nome", lambda each: each.full_name, sort="name", stretches=True, strong=True),
    Column("CPF", lambda each: Cpf(each.cpf).masked, width=15),
    Column("Placas", lambda each: ", ".join(each.plates), width=18),
    Column(
        "Situação",
        lambda each: label_of(each.standing.state),
        width=16,
        badge=lambda each: tone_of(each.standing.state),
    ),
)


class SampleForm(Form):
    def __init__(self, fields: DriverFields) -> None:
        super().__init__()
        self._fields = fields
        person = self.section("Prestador")
        self.full_name = self.add(person, NameField("full_name", "Nome completo", required=True), 4)
        self.cpf = self.add(person, IdentifierField("cpf", "CPF", Cpf, required=True, hint="art. 14"), 2)
        self.birth = self.add(person, DateField("birth_date", "Nascimento", required=True), 2)
        self.address = self.add(self.section("Endereço"), AddressField(), 6)
        self.full_name.set_value(fields.full_name)
        self.cpf.set_value(fields.cpf)
        self.birth.set_value(fields.birth_date)
        self.address.set_value(fields.address)

    def values(self) -> DriverFields:
        values = {name: getattr(self._fields, name) for name in DriverFields.__slots__}
        typed = {field.name: field.value() for field in (self.full_name, self.cpf, self.birth, self.address)}
        return DriverFields(**(values | typed))


class SampleScreen(Screen):
    shows = Changes.DRIVERS | Changes.AUTHORIZATIONS
    subjects = frozenset({SubjectKind.DRIVER})

    def __init__(self, context: UiContext) -> None:
        super().__init__(context)
        self.table: LazyTable[DriverRow] = LazyTable(
            context.tasks,
            COLUMNS,
            name="Prestadores",
            key=lambda each: each.driver_id,
            noun=("prestador", "prestadores"),
        )
        self.card = Card()
        self.edit_button = primary("Alterar", self.edit, icon_name="pen", shortcut="Ctrl+E")
        self._shown: DriverCard | None = None
        right = QVBoxLayout()
        right.addWidget(self.card, 1)
        right.addLayout(acts(self.edit_button))
        both = QHBoxLayout(self)
        both.setContentsMargins(0, 0, 0, 0)
        both.addWidget(self.table, 3)
        both.addLayout(right, 2)
        self.table.chosen.connect(self._chosen)

    def reload(self, _changes: Changes) -> None:
        desk = self.context.desk

        def fetch(wanted: Wanted) -> tuple[int, list[DriverRow]]:
            return drivers.page(desk, ListRequest(wanted.offset, wanted.limit, "", wanted.sort, wanted.descending))

        self.table.show_rows(fetch)

    def first_focus(self) -> None:
        self.table.setFocus()

    def edit(self) -> FormDialog | None:
        card = self._shown
        if card is None:
            return None
        form = SampleForm(card.fields)

        def command(version: int) -> Callable[[], None]:
            return partial(
                drivers.edit, self.context.desk, card.driver_id, version, card.fields, form.values(), dialog.decided
            )

        dialog = FormDialog(
            self.context, self, "Prestador", form, command, version=card.version, kind=SubjectKind.DRIVER
        )
        dialog.open()
        return dialog

    def _chosen(self, row_of: DriverRow | None) -> None:
        if row_of is not None:
            job = partial(drivers.card, self.context.desk, row_of.driver_id)
            self.context.tasks.run(job, self._show, owner=self, latest="sample card")

    def _show(self, card: DriverCard) -> None:
        self._shown = card
        clear(self.card.body)
        self.card.body.addWidget(heading(card.fields.full_name))
        self.card.body.addWidget(Facts([("CPF", Cpf(card.fields.cpf).masked), ("Endereço", str(card.fields.address))]))
        self.card.body.addStretch(1)
