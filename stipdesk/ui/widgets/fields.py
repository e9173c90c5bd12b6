"""Fields typed as text: names, documents, money, numbers, passwords, notes; dates come from `dates`."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QToolButton

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.identifiers import Identifier
from stipdesk.domain.money import format_money, parse_money
from stipdesk.domain.text import looks_garbled, name_case, tidy
from stipdesk.ui.widgets.dates import DateField
from stipdesk.ui.widgets.field import Field
from stipdesk.ui.widgets.line_field import LineField

__all__ = [
    "DateField",
    "IdentifierField",
    "IntegerField",
    "LineField",
    "MoneyField",
    "NameField",
    "NoteField",
    "PasswordField",
    "TextField",
]


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
