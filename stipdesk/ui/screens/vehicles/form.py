"""The form of a vehicle (arts. 18-19), in the order of the CRLV."""

from uuid import UUID

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.identifiers import Chassis, Cnpj, Cpf, Plate, Renavam
from stipdesk.domain.registers import Fuel, PolicyFields, ServiceCategory, SubjectKind, UseTitleFields, VehicleFields
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.form import Form
from stipdesk.ui.screens.parts.links import Known, TitleFields
from stipdesk.ui.screens.parts.picker import SubjectField
from stipdesk.ui.screens.vehicles.policy import PolicyGroup
from stipdesk.ui.widgets.choices import CheckField, ChoiceField, ChoicesField
from stipdesk.ui.widgets.fields import IdentifierField, IntegerField, LineField, NoteField, TextField

_CPF_LENGTH = 11
_OLDEST, _NEWEST = 1950, 2100


class OwnerDocumentField(LineField[str]):
    """A CPF or a CNPJ, told apart by its length."""

    def _empty(self) -> str:
        return ""

    def _parse(self, text: str) -> str:
        kept = sum(character.isalnum() for character in text)
        return Cpf.parse(text) if kept <= _CPF_LENGTH else Cnpj.parse(text)

    def _written(self, value: str) -> str:
        return Cpf(value).shown if len(value) == _CPF_LENGTH else Cnpj(value).shown

    def written_stored(self, text: str) -> str:
        try:
            return self._written(self._parse(text))
        except InvalidValue:
            return text


class VehicleForm(Form):
    """Of a new vehicle, its first driver, his title and its policy are asked too; each may be left for later."""

    def __init__(self, context: UiContext, fields: VehicleFields | None = None, *, driver: Known | None = None) -> None:
        super().__init__()
        document = self.section("CRLV")
        self.plate = self.add(
            document, IdentifierField("plate", "Placa", Plate, required=True, placeholder="ABC1D23 ou ABC-1234"), 2
        )
        self.renavam = self.add(document, IdentifierField("renavam", "RENAVAM", Renavam, required=True), 2)
        self.registration_year = self.add(
            document, IntegerField("registration_year", "Exercício do CRLV", minimum=_OLDEST, maximum=_NEWEST), 2
        )
        self.chassis = self.add(document, IdentifierField("chassis", "Chassi", Chassis, required=True), 4)
        self.restamped = self.add(
            document, CheckField("chassis_restamped", "Remarcação", text="Chassi remarcado (REM)"), 2
        )
        car = self.section("Veículo")
        self.make = self.add(car, TextField("make", "Marca", required=True, limit=40), 2)
        self.model = self.add(car, TextField("model", "Modelo", required=True, limit=80), 4)
        self.manufacture_year = self.add(
            car,
            IntegerField(
                "manufacture_year", "Fabricação", required=True, minimum=_OLDEST, maximum=_NEWEST, hint="art. 18, I"
            ),
            2,
        )
        self.model_year = self.add(
            car, IntegerField("model_year", "Ano do modelo", required=True, minimum=_OLDEST, maximum=_NEWEST), 2
        )
        self.color = self.add(car, TextField("color", "Cor", limit=30), 2)
        self.fuel = self.add(car, ChoiceField("fuel", "Combustível", Fuel, required=True), 2)
        self.doors = self.add(car, IntegerField("doors", "Portas", required=True, maximum=9, hint="art. 18, II"), 2)
        self.seats = self.add(
            car, IntegerField("seats", "Lugares", required=True, maximum=20, hint="com o do condutor"), 2
        )
        self.hybrid = self.add(car, CheckField("is_hybrid", "Categoria", text="Híbrido"), 2)
        self.air = self.add(
            car, CheckField("has_air_conditioning", "Conforto", text="Ar-condicionado", hint="art. 18, II"), 2
        )
        self.adapted = self.add(car, CheckField("is_adapted", "Acessibilidade", text="Adaptado"), 2)
        self.categories = self.add(car, ChoicesField("categories", "Categorias do serviço", ServiceCategory), 6)
        owner = self.section("Proprietário no CRLV")
        self.owner_name = self.add(owner, TextField("owner_name", "Nome", limit=120), 4)
        self.owner_document = self.add(owner, OwnerDocumentField("owner_document", "CPF ou CNPJ"), 2)
        self.driver: SubjectField | None = None
        if fields is None:
            self._add_new(context, driver)
        self.notes = self.add(self.section("Anotações"), NoteField("notes", "Observações", lines=2), 6)
        if fields is None:
            self.doors.set_value(4)
            self.seats.set_value(5)
            self.categories.set_value((ServiceCategory.COMMON,))
        else:
            self._fill(fields)
        self.fuel.edited.connect(self._mark_hybrid)
        self.chassis.edited.connect(self._mark_restamped)

    def _add_new(self, context: UiContext, driver: Known | None) -> None:
        use = self.section("Prestador que usa o veículo", "O primeiro responde pelo cadastro (art. 19, § 2º).")
        self.driver = self.add(
            use, SubjectField(context, "driver_id", "Prestador", SubjectKind.DRIVER, hint="opcional"), 6
        )
        if driver is not None:
            self.driver.put(*driver)
        self._title = TitleFields(self, use)
        self._policy = PolicyGroup(self, self.section("Seguro APP", "Art. 18, III. Pode ficar para depois."))
        self._propose_seats()
        self.seats.edited.connect(self._propose_seats)

    def judge(self) -> bool:
        if self.driver is not None:
            self._policy.demand()
        return super().judge()

    def values(self) -> VehicleFields:
        """What was typed; every field has been judged."""
        fuel, made, model_year = self.fuel.value(), self.manufacture_year.value(), self.model_year.value()
        doors, seats = self.doors.value(), self.seats.value()
        assert fuel is not None
        assert made is not None
        assert model_year is not None
        assert doors is not None
        assert seats is not None
        return VehicleFields(
            plate=self.plate.value(),
            renavam=self.renavam.value(),
            chassis=self.chassis.value(),
            chassis_restamped=self.restamped.value(),
            make=self.make.value(),
            model=self.model.value(),
            color=self.color.value(),
            manufacture_year=made,
            model_year=model_year,
            fuel=fuel,
            is_hybrid=self.hybrid.value(),
            doors=doors,
            seats=seats,
            has_air_conditioning=self.air.value(),
            is_adapted=self.adapted.value(),
            categories=self.categories.value(),
            registration_year=self.registration_year.value(),
            owner_name=self.owner_name.value(),
            owner_document=self.owner_document.value(),
            notes=self.notes.value(),
        )

    def first_use(self) -> tuple[UUID | None, UseTitleFields | None]:
        """The first driver and his title, when one was chosen."""
        driver_id = self.driver.value() if self.driver is not None else None
        return driver_id, None if driver_id is None else self._title.value()

    def policy(self) -> PolicyFields | None:
        return self._policy.value() if self.driver is not None and self._policy.begun() else None

    def _propose_seats(self) -> None:
        try:
            seats = self.seats.value()
        except InvalidValue:
            return
        self._policy.propose_seats(seats or 0)

    def _mark_hybrid(self) -> None:
        if self.fuel.combo.currentIndex() >= 0 and self.fuel.value() is Fuel.HYBRID:
            self.hybrid.box.setChecked(True)

    def _mark_restamped(self) -> None:
        if Chassis.was_restamped(self.chassis.line.text()):
            self.restamped.box.setChecked(True)

    def _fill(self, fields: VehicleFields) -> None:
        self.plate.set_value(fields.plate)
        self.renavam.set_value(fields.renavam)
        self.chassis.set_value(fields.chassis)
        self.restamped.set_value(fields.chassis_restamped)
        self.registration_year.set_value(fields.registration_year)
        self.make.set_value(fields.make)
        self.model.set_value(fields.model)
        self.color.set_value(fields.color)
        self.manufacture_year.set_value(fields.manufacture_year)
        self.model_year.set_value(fields.model_year)
        self.fuel.set_value(fields.fuel)
        self.doors.set_value(fields.doors)
        self.seats.set_value(fields.seats)
        self.hybrid.set_value(fields.is_hybrid)
        self.air.set_value(fields.has_air_conditioning)
        self.adapted.set_value(fields.is_adapted)
        self.categories.set_value(fields.categories)
        self.owner_name.set_value(fields.owner_name)
        self.owner_document.set_value(fields.owner_document)
        self.notes.set_value(fields.notes)
