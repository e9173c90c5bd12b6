"""An address as one field made of seven."""

from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout

from stipdesk.domain.identifiers import PostalCode
from stipdesk.domain.registers import Address
from stipdesk.ui.strings import STATES
from stipdesk.ui.widgets.choices import ValueChoice
from stipdesk.ui.widgets.field import Entry, Field
from stipdesk.ui.widgets.fields import IdentifierField, TextField


class AddressField(Field[Address]):
    """Street to state. Its value is the whole `Address`; each part tells its own problem."""

    def __init__(self, name: str = "address", *, required: bool = False, city: str = "", state: str = "") -> None:
        """`city` and `state` are proposed for a new address."""
        super().__init__(name, "Endereço", required=required)
        self.postal_code = IdentifierField("postal_code", "CEP", PostalCode)
        self.street = TextField("street", "Rua ou avenida", required=required)
        self.number = TextField("number", "Número", limit=20, placeholder="s/n")
        self.complement = TextField("complement", "Complemento", limit=80)
        self.district = TextField("district", "Bairro", limit=80)
        self.city = TextField("city", "Cidade", required=required, limit=80)
        self.state = ValueChoice("state", "Estado", [(code, code) for code in STATES], required=required)
        self.parts: list[Entry] = [
            self.postal_code, self.street, self.number, self.complement, self.district, self.city, self.state,
        ]  # fmt: skip
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(10)
        places = ((0, 0, 2), (0, 2, 7), (0, 9, 3), (1, 0, 3), (1, 3, 3), (1, 6, 4), (1, 10, 2))
        for part, (line, first, span) in zip(self.parts, places, strict=True):
            policy = part.sizePolicy()
            policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
            part.setSizePolicy(policy)
            grid.addWidget(part, line, first, 1, span)
            part.edited.connect(self._part_edited)
        for index in range(12):
            grid.setColumnStretch(index, 1)
        self.editor = self.postal_code.editor
        self.setFocusProxy(self.postal_code)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addLayout(grid)
        outer.addWidget(self._message)
        self.set_value(Address(city=city, state=state))

    def value(self) -> Address:
        return Address(
            street=self.street.value(),
            number=self.number.value(),
            complement=self.complement.value(),
            district=self.district.value(),
            city=self.city.value(),
            state=self.state.value() or "",
            postal_code=self.postal_code.value(),
        )

    def set_value(self, value: Address) -> None:
        self.street.set_value(value.street)
        self.number.set_value(value.number)
        self.complement.set_value(value.complement)
        self.district.set_value(value.district)
        self.city.set_value(value.city)
        self.state.set_value(value.state or None)
        self.postal_code.set_value(value.postal_code)
        self.mark_clean()

    def mark_clean(self) -> None:
        super().mark_clean()
        for part in self.parts:
            part.mark_clean()

    def judge(self) -> None:
        for part in self.parts:
            part.judge()
        self._judged = True
        self._message.setText(self._from_service)
        self._message.setVisible(bool(self._from_service))

    def focus(self) -> None:
        next((part for part in self.parts if part.problem()), self.parts[0]).focus()

    def set_read_only(self, read_only: bool) -> None:
        for part in self.parts:
            part.set_read_only(read_only)

    def _state(self) -> object:
        return tuple(part._state() for part in self.parts)

    def _part_edited(self) -> None:
        self._from_service = ""
        self._message.hide()
        self.edited.emit()

    def _refresh(self) -> None:
        self.judge()
