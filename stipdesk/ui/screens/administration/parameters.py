"""Fees, UPF and every other number of the law: the value in force, those before and after it, and by which act."""

from collections.abc import Callable
from datetime import date
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QSplitter

from stipdesk.domain.legal import ParameterOverride, Unit
from stipdesk.domain.permissions import Act
from stipdesk.domain.text import fold, format_date
from stipdesk.services import office
from stipdesk.services.access import Desk
from stipdesk.services.office import ParameterLine, ValueLine
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.administration.page import Page, whole
from stipdesk.ui.screens.administration.values import value_field, written
from stipdesk.ui.screens.parts.acts import EDIT_KEYS
from stipdesk.ui.screens.parts.records import RecordLine, RecordSection
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.tables.column import Column
from stipdesk.ui.tables.lazy_table import LazyTable
from stipdesk.ui.widgets.basics import label, scrolled
from stipdesk.ui.widgets.fields import DateField, TextField

# What the office enters every year comes first; the rest follows the law.
_FIRST = (
    "fee_driver_annual", "fee_driver_renewal", "fee_operator_annual", "fee_operator_renewal", "upf_value",
)  # fmt: skip
_MISSING = "A informar"

COLUMNS: tuple[Column[ParameterLine], ...] = (
    Column("Parâmetro", lambda line: line.name, width=40, stretches=True, strong=True),
    Column(
        "Valor em vigor",
        lambda line: _MISSING if line.value is None else written(Unit(line.unit), line.value),
        badge=lambda line: Tone.CARE if line.value is None else None,
        width=18,
    ),
    Column("Desde", lambda line: "–" if line.valid_from is None else format_date(line.valid_from), width=11),
    Column("Artigo", lambda line: line.article, width=22),
)


class ParametersPage(Page):
    def __init__(self, context: UiContext) -> None:
        super().__init__(
            context,
            "Taxas, UPF e parâmetros",
            "Cada valor vale a partir de uma data, por um ato. O que já foi calculado não muda: um valor novo nunca "
            "substitui o anterior, só passa a valer depois dele.",
        )
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Filtrar por nome ou artigo: taxa, defesa, art. 18…")
        self.filter.setAccessibleName("Filtrar parâmetros")
        self.filter.setClearButtonEnabled(True)
        self.table: LazyTable[ParameterLine] = LazyTable(
            context.tasks,
            COLUMNS,
            name="Parâmetros",
            key=lambda line: line.code,
            noun=("parâmetro", "parâmetros"),
            empty="Nenhum parâmetro com estas palavras.",
        )
        self.values = RecordSection("Valores com data", "Nenhum valor ainda: a lei deixa este ao órgão.", shown_first=8)
        self._about = label("", "soft", wrap=True)
        self.values.body.insertWidget(1, self._about)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(14)
        split.addWidget(self.table)
        self._detail = scrolled(self.values)
        split.addWidget(self._detail)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        self.body.addWidget(self.filter)
        self.body.addWidget(split, 1)
        self.new_button = self.bar.add("Novo valor", self.new, icon_name="plus", shortcut=EDIT_KEYS)
        self.bar.prefer(self.new_button)
        self.filter.textChanged.connect(self.reload)
        self.hide_when_narrow(self.table, frozenset({2, 3}), 100)
        self.table.chosen.connect(self._chosen)
        self.table.opened.connect(lambda _line: self.new())
        self._chosen(None)

    def reload(self) -> None:
        self.table.show_rows(whole(partial(_lines, self.context.desk, self.filter.text())))

    def first_focus(self) -> None:
        self.filter.setFocus()

    def new(self) -> FormDialog | None:
        """Asks the value, from when on and by which act."""
        line = self.table.current()
        if line is None or why_not(self.context.desk, Act.SET_PARAMETER):
            return None
        form = ValueForm(line, self.context.desk.today)

        def command(_version: int) -> Callable[[], None]:
            return partial(office.set_parameter, self.context.desk, form.command())

        dialog = FormDialog(self.context, self, "Novo valor de parâmetro", form, command)
        dialog.open()
        return dialog

    def _chosen(self, line: ParameterLine | None) -> None:
        nothing = "" if line is not None else "Escolha um parâmetro na lista."
        self.bar.allow(self.new_button, why_not(self.context.desk, Act.SET_PARAMETER) or nothing)
        self._detail.setVisible(line is not None)
        if line is None:
            return
        job = partial(office.parameter_values, self.context.desk, line.code)
        self.context.tasks.run(job, partial(self._show_values, line), owner=self, latest=(id(self), "values"))

    def _show_values(self, line: ParameterLine, values: list[ValueLine]) -> None:
        law = "A lei não fixa este valor: é prática geral ou opção do órgão." if line.setting else "Valor da lei."
        if not self.context.desk.law.parameters[line.code].values:
            law = "A lei deixa este valor ao órgão."
        self._about.setText(f"{line.name} · {line.article} · {law}")
        self.values.show_records(_record(line, each, values, self.context.desk.today) for each in values)


def _record(line: ParameterLine, each: ValueLine, values: list[ValueLine], today: date) -> RecordLine:
    """One value: what it is, since when and by which act, and whether it is the one in force."""
    in_force = next((value for value in values if value.valid_from <= today), None)
    if each is in_force:
        state = ("Em vigor", Tone.GOOD)
    elif each.valid_from > today:
        state = (f"A partir de {format_date(each.valid_from)}", Tone.INFORMATION)
    else:
        state = ("Anterior", Tone.NEUTRAL)
    whose = "Ato do órgão" if each.by_office else "Dados da lei"
    return RecordLine(
        written(Unit(line.unit), each.value),
        [f"Desde {format_date(each.valid_from)} · {whose}: {each.legal_basis}"],
        state=state,
    )


def _lines(desk: Desk, text: str) -> list[ParameterLine]:
    words = fold(text).split()
    lines = [
        line for line in office.parameters(desk) if all(word in fold(f"{line.name} {line.article}") for word in words)
    ]
    order = {code: index for index, code in enumerate(_FIRST)}
    return sorted(lines, key=lambda line: order.get(line.code, len(order)))


class ValueForm(Form):
    def __init__(self, line: ParameterLine, today: date) -> None:
        super().__init__()
        unit = Unit(line.unit)
        self._code = line.code
        now = "nenhum" if line.value is None else written(unit, line.value)
        since = f", desde {format_date(line.valid_from)}" if line.valid_from is not None else ""
        section = self.section(line.name, f"{line.article} · valor em vigor: {now}{since}")
        self.value = self.add(section, value_field(unit), 3)
        self.valid_from = self.add(section, DateField("valid_from", "Vale a partir de", required=True), 3)
        self.legal_basis = self.add(
            section,
            TextField(
                "legal_basis", "Ato que fixa o valor", required=True, placeholder="Decreto nº …, de …",
                hint="fica no histórico",
            ),
            6,
        )  # fmt: skip
        self.valid_from.set_value(today)

    def command(self) -> ParameterOverride:
        value, valid_from = self.value.value(), self.valid_from.value()
        assert value is not None
        assert valid_from is not None
        return ParameterOverride(self._code, value, valid_from, self.legal_basis.value())
