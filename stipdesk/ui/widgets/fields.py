"""Fields typed as text: names, documents, dates, money, numbers, passwords, notes.

All keep what was typed until it is understood; then they show it in its usual form. None has an input mask: a mask eats
pasted characters and calls an empty field complete (cases Q005 to Q008).
"""

from collections.abc import Callable
from datetime import date
from typing import Generic, TypeVar

from PySide6.QtCore import QDate, QEvent, QLocale, Qt
from PySide6.QtGui import QColor, QHideEvent, QKeyEvent, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QFrame, QLineEdit, QPlainTextEdit, QToolButton, QVBoxLayout

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.identifiers import Identifier
from stipdesk.domain.money import format_money, parse_money
from stipdesk.domain.text import format_date, looks_garbled, name_case, parse_date, tidy
from stipdesk.ui.theme import palette_now
from stipdesk.ui.widgets.field import Field
from stipdesk.ui.widgets.icons import icon

T = TypeVar("T")

PORTUGUESE = QLocale(QLocale.Language.Portuguese, QLocale.Country.Brazil)


class LineField(Field[T], Generic[T]):
    """One line of text that becomes a value through `_parse` and text again through `_written`."""

    def __init__(
        self,
        name: str,
        caption: str,
        *,
        required: bool = False,
        hint: str = "",
        tip: str = "",
        placeholder: str = "",
    ) -> None:
        super().__init__(name, caption, required=required, hint=hint, tip=tip)
        self.line = QLineEdit()
        self.line.setPlaceholderText(placeholder)
        self.line.textChanged.connect(self._on_edit)
        self.line.returnPressed.connect(self._on_return)
        self._build()

    def _build(self) -> None:
        self._place(self.line)

    def _empty(self) -> T:
        """The value of an optional field left empty."""
        raise NotImplementedError

    def _parse(self, text: str) -> T:
        raise NotImplementedError

    def _written(self, value: T) -> str:
        raise NotImplementedError

    def value(self) -> T:
        text = self.line.text()
        if not tidy(text):
            if self.required:
                raise InvalidValue("Falta preencher.")
            return self._empty()
        return self._parse(text)

    def set_value(self, value: T) -> None:
        self.line.setText("" if value == self._empty() else self._written(value))
        self.line.setCursorPosition(0)
        self.mark_clean()

    def set_stored(self, text: str) -> None:
        self.line.setText(self.written_stored(text))
        self._leave()

    def set_read_only(self, read_only: bool) -> None:
        self.line.setReadOnly(read_only)
        self.line.setFocusPolicy(Qt.FocusPolicy.ClickFocus if read_only else Qt.FocusPolicy.StrongFocus)

    def focus(self) -> None:
        super().focus()
        self.line.selectAll()

    def _state(self) -> object:
        return self.line.text()

    def _offer(self, suggestion: str) -> None:
        self.line.setText(suggestion)

    def _leave(self) -> None:
        if self.is_dirty() and tidy(self.line.text()):
            try:
                shown = self._written(self.value())
            except InvalidValue:
                shown = self.line.text()
            if shown != self.line.text():
                self.line.setText(shown)
        super()._leave()

    def _on_return(self) -> None:
        """Enter does what Tab does, and says at once what is wrong (case Q011)."""
        self._leave()
        if not self.problem():
            self.focusNextChild()


class TextField(LineField[str]):
    """A text without form of its own; '' when empty. `limit` is what fits on the papers: more is told, never cut."""

    def __init__(
        self,
        name: str,
        caption: str,
        *,
        required: bool = False,
        hint: str = "",
        tip: str = "",
        placeholder: str = "",
        limit: int = 200,
    ) -> None:
        self._limit = limit
        super().__init__(name, caption, required=required, hint=hint, tip=tip, placeholder=placeholder)

    def _empty(self) -> str:
        return ""

    def _parse(self, text: str) -> str:
        tidied = tidy(text)
        if len(tidied) > self._limit:
            raise InvalidValue(f"Texto com {len(tidied)} letras; cabem {self._limit}.", "Abrevie.")
        return tidied

    def _written(self, value: str) -> str:
        return value

    def _doubt(self, value: str, /) -> tuple[str, str]:
        repaired = looks_garbled(value)
        if repaired is None:
            return "", ""
        return "As letras parecem trocadas por um erro de outro programa.", repaired


class NameField(TextField):
    """The name of a person: typed all in capitals, its usual form is offered, never imposed."""

    def _doubt(self, value: str, /) -> tuple[str, str]:
        doubt = super()._doubt(value)
        usual = name_case(value)
        if doubt[0] or usual == value:
            return doubt
        return "Assim sairá nos documentos.", usual


class IdentifierField(LineField[str]):
    """A CPF, a plate, a telephone…: `kind` judges it, and it is shown in the form people read.

    The value is the stored form, '' when empty. What is unusual without being wrong is told and does not stop the save.
    """

    def __init__(
        self,
        name: str,
        caption: str,
        kind: type[Identifier],
        *,
        required: bool = False,
        hint: str = "",
        tip: str = "",
        placeholder: str = "",
    ) -> None:
        self._kind = kind
        super().__init__(name, caption, required=required, hint=hint, tip=tip, placeholder=placeholder)

    def _empty(self) -> str:
        return ""

    def _parse(self, text: str) -> str:
        return self._kind.parse(text)

    def _written(self, value: str) -> str:
        return self._kind(value).shown

    def written_stored(self, text: str) -> str:
        try:
            return self._kind.parse(text).shown
        except InvalidValue:
            return text

    def _doubt(self, value: str, /) -> tuple[str, str]:
        for attribute in ("doubt", "note"):
            text = getattr(value, attribute, None)
            if isinstance(text, str):
                return text, ""
        return "", ""


class MoneyField(LineField[int | None]):
    """An amount in reais, with comma or point; the value is in centavos, None when empty."""

    def _build(self) -> None:
        self.line.setAlignment(Qt.AlignmentFlag.AlignRight)
        super()._build()

    def _empty(self) -> int | None:
        return None

    def _parse(self, text: str) -> int | None:
        return parse_money(text)

    def _written(self, value: int | None) -> str:
        return "" if value is None else format_money(value)

    def written_stored(self, text: str) -> str:
        return format_money(int(text)) if text.isdigit() else text


class IntegerField(LineField[int | None]):
    """A whole number from `minimum` to `maximum`; None when empty."""

    def __init__(
        self,
        name: str,
        caption: str,
        *,
        minimum: int = 0,
        maximum: int = 999_999,
        required: bool = False,
        hint: str = "",
        tip: str = "",
        placeholder: str = "",
    ) -> None:
        self._range = range(minimum, maximum + 1)
        super().__init__(name, caption, required=required, hint=hint, tip=tip, placeholder=placeholder)

    def _empty(self) -> int | None:
        return None

    def _parse(self, text: str) -> int | None:
        typed = tidy(text)
        if not (typed.isascii() and typed.isdigit()):
            raise InvalidValue("Digite só números.")
        if int(typed) not in self._range:
            raise InvalidValue(f"Digite um número de {self._range[0]} a {self._range[-1]}.")
        return int(typed)

    def _written(self, value: int | None) -> str:
        return "" if value is None else str(value)


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


class PasswordField(LineField[str]):
    """A password or passphrase, hidden until "Mostrar" is pressed. It is taken exactly as typed."""

    def _build(self) -> None:
        self.line.setEchoMode(QLineEdit.EchoMode.Password)
        self._reveal = QToolButton()
        self._reveal.setText("Mostrar")
        self._reveal.setCheckable(True)
        self._reveal.setAccessibleName(f"Mostrar {self.caption}")
        self._reveal.toggled.connect(self._show_text)
        self._place(self.line, self._reveal)

    def value(self) -> str:
        text = self.line.text()
        if self.required and not text:
            raise InvalidValue("Falta preencher.")
        return text

    def _empty(self) -> str:
        return ""

    def _parse(self, text: str) -> str:
        return text

    def _written(self, value: str) -> str:
        return value

    def _show_text(self, shown: bool) -> None:
        self.line.setEchoMode(QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password)
        self._reveal.setText("Ocultar" if shown else "Mostrar")


class NoteField(Field[str]):
    """Several lines of free text; '' when empty. Tab goes to the next field."""

    def __init__(
        self,
        name: str,
        caption: str,
        *,
        required: bool = False,
        hint: str = "",
        tip: str = "",
        lines: int = 3,
        limit: int = 5_000,
    ) -> None:
        super().__init__(name, caption, required=required, hint=hint, tip=tip)
        self._limit = limit
        self._lines = lines
        self.text = QPlainTextEdit()
        self.text.setTabChangesFocus(True)
        self._fit()
        self.text.textChanged.connect(self._on_edit)
        self._place(self.text)

    def value(self) -> str:
        written = "\n".join(tidy(line) for line in self.text.toPlainText().splitlines()).strip()
        if self.required and not written:
            raise InvalidValue("Falta preencher.")
        if len(written) > self._limit:
            raise InvalidValue(f"Texto com {len(written)} letras; cabem {self._limit}.", "Abrevie.")
        return written

    def set_value(self, value: str) -> None:
        self.text.setPlainText(value)
        self.mark_clean()

    def set_stored(self, text: str) -> None:
        self.text.setPlainText(text)
        self._leave()

    def set_read_only(self, read_only: bool) -> None:
        self.text.setReadOnly(read_only)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        self.text.setFixedHeight(self.fontMetrics().lineSpacing() * self._lines + 24)

    def _state(self) -> object:
        return self.text.toPlainText()

    def _offer(self, suggestion: str) -> None:
        self.text.setPlainText(suggestion)
