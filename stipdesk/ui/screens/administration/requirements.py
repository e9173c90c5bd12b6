"""What the law demands of operators, drivers and vehicles: switched off, or on again, from a day and by an act."""

from collections.abc import Callable
from datetime import date
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QSplitter

from stipdesk.domain.permissions import Act
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.text import fold, format_date
from stipdesk.services import demands
from stipdesk.services.access import Desk
from stipdesk.services.demands import DemandLine, SwitchLine, SwitchRequirement
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.administration.page import Page, whole
from stipdesk.ui.screens.parts.acts import EDIT_KEYS
from stipdesk.ui.screens.parts.radio import RadioField
from stipdesk.ui.screens.parts.records import RecordLine, RecordSection
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.strings import label_of
from stipdesk.ui.tables.column import Column
from stipdesk.ui.tables.lazy_table import LazyTable
from stipdesk.ui.widgets.basics import label, scrolled
from stipdesk.ui.widgets.fields import DateField, TextField

_OFF, _ON = "Desligar", "Ligar de novo"
_NEVER_CHANGED = "Nenhuma mudança: vale o que diz a lei."

COLUMNS: tuple[Column[DemandLine], ...] = (
    Column("Requisito", lambda line: line.requirement.text, width=44, stretches=True, strong=True),
    Column("De quem", lambda line: label_of(line.requirement.subject), width=12),
    Column(
        "Hoje",
        lambda line: "Exigido" if line.enabled else "Desligado",
        badge=lambda line: None if line.enabled else Tone.CARE,
        width=12,
    ),
    Column("Artigo", lambda line: line.requirement.article, width=22),
)


class RequirementsPage(Page):
    def __init__(self, context: UiContext) -> None:
        super().__init__(
            context,
            "Requisitos",
            "O que se exige de todos, por força da lei. Um requisito desligado deixa de ser pedido a partir da data, "
            "com o ato que o desligou. Para uma só pessoa, por ordem judicial, use o cartão dela.",
        )
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Filtrar por texto ou artigo: certidão, seguro, art. 14…")
        self.filter.setAccessibleName("Filtrar requisitos")
        self.filter.setClearButtonEnabled(True)
        self.table: LazyTable[DemandLine] = LazyTable(
            context.tasks,
            COLUMNS,
            name="Requisitos",
            key=lambda line: line.requirement.code,
            noun=("requisito", "requisitos"),
            empty="Nenhum requisito com estas palavras.",
        )
        self.changes = RecordSection("Mudanças pelo órgão", _NEVER_CHANGED, shown_first=8)
        self._about = label("", "soft", wrap=True)
        self.changes.body.insertWidget(1, self._about)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(14)
        split.addWidget(self.table)
        self._detail = scrolled(self.changes)
        split.addWidget(self._detail)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        self.body.addWidget(self.filter)
        self.body.addWidget(split, 1)
        self.switch_button = self.bar.add(_OFF, self.switch, icon_name="power-off", shortcut=EDIT_KEYS)
        self.bar.prefer(self.switch_button)
        self.filter.textChanged.connect(self.reload)
        self.hide_when_narrow(self.table, frozenset({1, 3}), 100)
        self.table.chosen.connect(self._chosen)
        self.table.opened.connect(lambda _line: self.switch())
        self._chosen(None)

    def reload(self) -> None:
        self.table.show_rows(whole(partial(_lines, self.context.desk, self.filter.text())))

    def first_focus(self) -> None:
        self.filter.setFocus()

    def switch(self) -> FormDialog | None:
        """Asks from when on and by which act the requirement is, or is no longer, demanded."""
        line = self.table.current()
        if line is None or self._why_not(line):
            return None
        form = SwitchForm(line, self.context.desk.today)

        def command(_version: int) -> Callable[[], None]:
            return partial(demands.switch, self.context.desk, form.command())

        dialog = FormDialog(self.context, self, "Ligar ou desligar requisito", form, command)
        dialog.open()
        return dialog

    def _chosen(self, line: DemandLine | None) -> None:
        self.bar.allow(self.switch_button, "Escolha um requisito na lista." if line is None else self._why_not(line))
        self._detail.setVisible(line is not None)
        if line is None:
            return
        self.bar.rename(self.switch_button, _OFF if line.enabled else _ON)
        requirement = line.requirement
        since = f"Exigido pela lei desde {format_date(line.demanded_from)}"
        self._about.setText(f"{requirement.text} · {requirement.article} · {since}")
        self.changes.show_records(_record(each, line, self.context.desk.today) for each in line.changes)

    def _why_not(self, line: DemandLine) -> str:
        return why_not(self.context.desk, Act.SET_PARAMETER) or line.fixed


def _record(change: SwitchLine, line: DemandLine, today: date) -> RecordLine:
    in_force = next((each for each in line.changes if each.valid_from <= today), None)
    if change is in_force:
        state = ("Em vigor", Tone.GOOD)
    elif change.valid_from > today:
        state = (f"A partir de {format_date(change.valid_from)}", Tone.INFORMATION)
    else:
        state = ("Anterior", Tone.NEUTRAL)
    name = "Exigido de novo" if change.enabled else "Desligado"
    return RecordLine(name, [f"Desde {format_date(change.valid_from)} · {change.legal_basis}"], state=state)


def _lines(desk: Desk, text: str) -> list[DemandLine]:
    words = fold(text).split()
    return [
        line
        for line in demands.demands(desk)
        if all(word in fold(f"{line.requirement.text} {line.requirement.article}") for word in words)
    ]


class SwitchForm(Form):
    def __init__(self, line: DemandLine, today: date) -> None:
        super().__init__()
        self._code = line.requirement.code
        asked = {SubjectKind.OPERATOR: "toda operadora", SubjectKind.DRIVER: "todo prestador"}
        of_whom = asked.get(line.requirement.subject, "todo veículo")
        section = self.section(line.requirement.text, f"{line.requirement.article} · de {of_whom}")
        options = ((False, "Não se exige"), (True, "Exige-se"))
        self.enabled: RadioField[bool] = self.add(section, RadioField("enabled", "A partir da data", options), 3)
        self.valid_from = self.add(section, DateField("valid_from", "Vale a partir de", required=True), 3)
        self.legal_basis = self.add(
            section,
            TextField(
                "legal_basis", "Ato ou decisão", required=True, placeholder="Lei, decreto, portaria ou decisão nº …",
                hint="fica no histórico",
            ),
            6,
        )  # fmt: skip
        self.enabled.set_value(not line.enabled)
        self.valid_from.set_value(today)

    def first_focus(self) -> None:
        self.legal_basis.focus()

    def command(self) -> SwitchRequirement:
        enabled, valid_from = self.enabled.value(), self.valid_from.value()
        assert enabled is not None
        assert valid_from is not None
        return SwitchRequirement(self._code, enabled, valid_from, self.legal_basis.value())
