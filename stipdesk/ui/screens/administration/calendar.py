"""The office's calendar: the days that decide until when a term goes, and the changes made by decree."""

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QKeySequence, QShortcut

from stipdesk.domain.calendar import WEEKDAY_NAMES, HolidayKind
from stipdesk.domain.permissions import Act
from stipdesk.domain.text import format_date
from stipdesk.services import office
from stipdesk.services.office import CalendarLine, NewHoliday
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.administration.page import Page, whole
from stipdesk.ui.screens.parts.acts import NEW_KEYS
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.strings import label_of
from stipdesk.ui.tables.column import Column
from stipdesk.ui.tables.lazy_table import LazyTable
from stipdesk.ui.widgets.basics import label, row
from stipdesk.ui.widgets.buttons import button
from stipdesk.ui.widgets.choices import ChoiceField
from stipdesk.ui.widgets.fields import DateField, TextField

COLUMNS: tuple[Column[CalendarLine], ...] = (
    Column("Dia", lambda line: format_date(line.holiday.day), width=11, strong=True),
    Column("Da semana", lambda line: WEEKDAY_NAMES[line.holiday.day.weekday()], width=14),
    Column("Nome", lambda line: line.holiday.name, width=30, stretches=True),
    Column("Tipo", lambda line: label_of(line.holiday.kind), width=26),
    Column(
        "Prazo que vence nele",
        lambda line: "vai ao dia útil seguinte" if line.holiday.extends else "vence no dia",
        width=24,
        tip="Só os prazos do cidadão se prorrogam",
    ),
    Column(
        "Origem",
        lambda line: "Órgão" if line.by_office else "Lei",
        badge=lambda line: Tone.INFORMATION if line.by_office else None,
        width=9,
    ),
)


class CalendarPage(Page):
    def __init__(self, context: UiContext) -> None:
        super().__init__(
            context,
            "Calendário",
            "Feriados e pontos facultativos prorrogam os prazos do cidadão. Os prazos já iniciados guardam a contagem "
            "com que começaram.",
        )
        self._year = context.desk.today.year
        self._shown = label("", "heading")
        before = button("", partial(self.go, -1), icon_name="chevron-left", tip="Ano anterior (Alt+←)")
        after = button("", partial(self.go, 1), icon_name="chevron-right", tip="Ano seguinte (Alt+→)")
        before.setAccessibleName("Ano anterior")
        after.setAccessibleName("Ano seguinte")
        QShortcut(QKeySequence("Alt+Left"), self, partial(self.go, -1))
        QShortcut(QKeySequence("Alt+Right"), self, partial(self.go, 1))
        years = row(before, self._shown, after, spacing=12)
        years.addStretch(1)
        self.table: LazyTable[CalendarLine] = LazyTable(
            context.tasks, COLUMNS, name="Dias marcados", key=lambda line: line.holiday.day, noun=("dia", "dias")
        )
        self.body.addLayout(years)
        self.body.addWidget(self.table, 1)
        self.new_button = self.bar.add("Acrescentar dia", self.new, icon_name="calendar-plus", shortcut=NEW_KEYS)
        self.remove_button = self.bar.add("Tirar este dia", self.remove, icon_name="calendar-minus")
        self.bar.prefer(self.new_button)
        self.bar.allow(self.new_button, why_not(context.desk, Act.EDIT_CALENDAR))
        self.hide_when_narrow(self.table, frozenset({1, 4}), 110)
        self.table.chosen.connect(lambda _line: self._allow())
        self._allow()

    def reload(self) -> None:
        self._shown.setText(str(self._year))
        self.table.show_rows(whole(partial(office.calendar, self.context.desk, self._year)))

    def first_focus(self) -> None:
        self.table.setFocus()

    def go(self, years: int) -> None:
        """To another year."""
        self._year += years
        self.reload()

    def new(self) -> FormDialog:
        form = DayForm()

        def command(_version: int) -> Callable[[], None]:
            return partial(office.change_calendar, self.context.desk, form.command())

        dialog = FormDialog(self.context, self, "Acrescentar dia ao calendário", form, command)
        dialog.open()
        return dialog

    def remove(self) -> FormDialog | None:
        """Makes a marked day an ordinary one, by an act: a holiday moved by decree is one taken out and one added."""
        line = self.table.current()
        if line is None:
            return None
        form = RemovalForm(line)

        def command(_version: int) -> Callable[[], None]:
            return partial(office.change_calendar, self.context.desk, form.command())

        dialog = FormDialog(self.context, self, "Tirar dia do calendário", form, command, save_text="Tirar")
        dialog.open()
        return dialog

    def _allow(self) -> None:
        nothing = "" if self.table.current() is not None else "Escolha um dia na lista."
        self.bar.allow(self.remove_button, why_not(self.context.desk, Act.EDIT_CALENDAR) or nothing)


class DayForm(Form):
    def __init__(self) -> None:
        super().__init__()
        section = self.section("Dia")
        self.day = self.add(section, DateField("day", "Dia", required=True), 2)
        self.day_name = self.add(
            section, TextField("name", "Nome", required=True, placeholder="Aniversário do município", limit=80), 4
        )
        self.kind: ChoiceField[HolidayKind] = self.add(
            section, ChoiceField("kind", "Tipo", HolidayKind, required=True), 3
        )
        self.reason = self.add(
            section, TextField("reason", "Decreto ou portaria", required=True, placeholder="Decreto nº …, de …"), 3
        )

    def command(self) -> NewHoliday:
        day, kind = self.day.value(), self.kind.value()
        assert day is not None
        assert kind is not None
        return NewHoliday(day, self.day_name.value(), kind, working=False, reason=self.reason.value())


class RemovalForm(Form):
    def __init__(self, line: CalendarLine) -> None:
        super().__init__()
        self._holiday = line.holiday
        section = self.section("Dia que passa a ter expediente")
        section.place(label(f"{format_date(line.holiday.day)} · {line.holiday}", "strong", wrap=True), 6)
        self.reason = self.add(
            section, TextField("reason", "Decreto ou portaria", required=True, placeholder="Decreto nº …, de …"), 6
        )

    def command(self) -> NewHoliday:
        holiday = self._holiday
        return NewHoliday(holiday.day, holiday.name, holiday.kind, working=True, reason=self.reason.value())
