"""A date, typed or chosen in a calendar."""

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import QDate, QLocale, Qt
from PySide6.QtGui import QColor, QHideEvent, QKeyEvent, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QFrame, QToolButton, QVBoxLayout

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.text import format_date, parse_date
from stipdesk.ui.theme import palette_now
from stipdesk.ui.widgets.icons import icon
from stipdesk.ui.widgets.line_field import LineField

PORTUGUESE = QLocale(QLocale.Language.Portuguese, QLocale.Country.Brazil)


class DateField(LineField[date | None]):
    """A date typed as dd/mm/aaaa or chosen in the calendar (Alt+↓); None when empty, and it may always be emptied."""

    def __init__(
        self,
        name: str,
        caption: str,
        *,
        required: bool = False,
        hint: str = "",
        tip: str = "",
        judge: Callable[[date], str] | None = None,
    ) -> None:
        """`judge` may refuse a date that exists: it returns what is wrong with it, or ''."""
        self._judge_date = judge
        super().__init__(name, caption, required=required, hint=hint, tip=tip, placeholder="dd/mm/aaaa")

    def _build(self) -> None:
        self._calendar_button = QToolButton()
        self._calendar_button.setIcon(icon("calendar-days"))
        self._calendar_button.setToolTip("Abrir o calendário (Alt+↓)")
        self._calendar_button.setAccessibleName(f"Calendário de {self.caption}")
        self._calendar_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._calendar_button.clicked.connect(self.open_calendar)
        self._place(self.line, self._calendar_button)

    def _empty(self) -> date | None:
        return None

    def _parse(self, text: str) -> date | None:
        day = parse_date(text)
        refusal = self._judge_date(day) if self._judge_date is not None else ""
        if refusal:
            raise InvalidValue(refusal)
        return day

    def _written(self, value: date | None) -> str:
        return "" if value is None else format_date(value)

    def set_read_only(self, read_only: bool) -> None:
        super().set_read_only(read_only)
        self._calendar_button.setEnabled(not read_only)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.open_calendar()
        else:
            super().keyPressEvent(event)

    def open_calendar(self) -> None:
        if self.line.isReadOnly():
            return
        popup = _CalendarPopup(self)
        popup.move(self.line.mapToGlobal(self.line.rect().bottomLeft()))
        popup.show()
        popup.calendar.setFocus()


class _CalendarPopup(QFrame):
    def __init__(self, field: DateField) -> None:
        super().__init__(field, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty("role", "popup")
        self._field = field
        self.calendar = QCalendarWidget()
        self.calendar.setLocale(PORTUGUESE)
        weekend = QTextCharFormat()
        weekend.setForeground(QColor(palette_now().stop))
        for day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
            self.calendar.setWeekdayTextFormat(day, weekend)
        self.calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        for name, arrow in (("qt_calendar_prevmonth", "chevron-left"), ("qt_calendar_nextmonth", "chevron-right")):
            turn = self.calendar.findChild(QToolButton, name)
            if isinstance(turn, QToolButton):
                turn.setIcon(icon(arrow))
        try:
            shown = field.value()
        except InvalidValue:
            shown = None
        if shown is not None:
            self.calendar.setSelectedDate(QDate(shown.year, shown.month, shown.day))
        self.calendar.clicked.connect(self._chosen)
        self.calendar.activated.connect(self._chosen)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(self.calendar)

    def _chosen(self, day: QDate) -> None:
        self._field.line.setText(format_date(date(day.year(), day.month(), day.day())))
        self._field.focus()
        self._field.judge()
        self.close()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._field.line.setFocus()
