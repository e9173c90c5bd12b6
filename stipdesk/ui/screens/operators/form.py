"""The form of an operator (arts. 9º, 10 and 13)."""

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.identifiers import Cnpj, Cpf, Email, Phone
from stipdesk.domain.registers import Establishment, OperatorFields
from stipdesk.ui.forms.form import Form
from stipdesk.ui.screens.parts.radio import RadioField
from stipdesk.ui.strings import label_of
from stipdesk.ui.widgets.address import AddressField
from stipdesk.ui.widgets.field import Field
from stipdesk.ui.widgets.fields import IdentifierField, NameField, NoteField, TextField

_SEARCHED = ("cnpj", "legal_name", "municipal_registration")


class OperatorForm(Form):
    """In the order of the papers: the company, its app, how the public power writes to it, who answers for it.

    Of a new operator, `city` and `state` are proposed for the address of its head office or branch.
    """

    def __init__(self, fields: OperatorFields | None = None, *, city: str = "", state: str = "") -> None:
        super().__init__()
        company = self.section("Empresa")
        self.cnpj = self.add(
            company,
            IdentifierField(
                "cnpj", "CNPJ", Cnpj, required=True, hint="art. 9º, IV",
                tip="Numérico ou, desde julho de 2026, com letras: 12.ABC.345/01DE-35.",
            ),
            2,
        )  # fmt: skip
        self.legal_name = self.add(
            company, TextField("legal_name", "Razão social", required=True, hint="art. 9º, II", limit=150), 4
        )
        self.trade_name = self.add(company, TextField("trade_name", "Nome fantasia", hint="opcional", limit=100), 2)
        self.commercial_registry = self.add(
            company, TextField("commercial_registry", "Registro na Junta", hint="art. 9º, II", limit=40), 2
        )
        self.municipal_registration = self.add(
            company,
            TextField("municipal_registration", "Inscrição municipal", hint="art. 9º, V", limit=40),
            2,
        )
        app = self.section("Aplicativo")
        self.app_name = self.add(
            app, TextField("app_name", "Nome do aplicativo", required=True, hint="art. 9º, VI", limit=80), 3
        )
        contact = self.section(
            "Contato", "O e-mail corporativo recebe as comunicações do Poder Público e as repassa aos prestadores."
        )
        self.corporate_email = self.add(
            contact,
            IdentifierField("corporate_email", "E-mail corporativo", Email, required=True, hint="art. 10, IV"),
            4,
        )
        self.phone = self.add(contact, IdentifierField("phone", "Telefone", Phone, placeholder="(66) 3400-0000"), 2)
        person = self.section("Representante legal")
        self.representative_name = self.add(person, NameField("representative_name", "Nome", limit=120), 4)
        self.representative_cpf = self.add(person, IdentifierField("representative_cpf", "CPF", Cpf), 2)
        place = self.section("Estabelecimento no município", "Matriz ou filial em Primavera do Leste (art. 9º, III).")
        self.establishment: RadioField[Establishment] = self.add(
            place,
            RadioField("establishment", "O endereço abaixo é da", [(each, label_of(each)) for each in Establishment]),
            6,
        )
        self.address = self.add(place, AddressField(required=True, city=city, state=state), 6)
        self.notes = self.add(self.section("Observações"), NoteField("notes", "Observações", lines=2), 6)
        if fields is not None:
            self._fill(fields)

    def values(self) -> OperatorFields:
        """What was typed; every field has been judged."""
        establishment = self.establishment.value()
        assert establishment is not None
        return OperatorFields(
            cnpj=self.cnpj.value(),
            legal_name=self.legal_name.value(),
            trade_name=self.trade_name.value(),
            app_name=self.app_name.value(),
            establishment=establishment,
            commercial_registry=self.commercial_registry.value(),
            municipal_registration=self.municipal_registration.value(),
            corporate_email=self.corporate_email.value(),
            phone=self.phone.value(),
            representative_name=self.representative_name.value(),
            representative_cpf=self.representative_cpf.value(),
            address=self.address.value(),
            notes=self.notes.value(),
        )

    def searched(self) -> dict[str, object]:
        """The fields already valid by which another record of the same company is found."""
        found: dict[str, object] = {}
        for name in _SEARCHED:
            field = self.field_named(name)
            assert isinstance(field, Field)
            try:
                value = field.value()
            except InvalidValue:
                continue
            if value:
                found[name] = value
        return found

    def _fill(self, fields: OperatorFields) -> None:
        self.cnpj.set_value(fields.cnpj)
        self.legal_name.set_value(fields.legal_name)
        self.trade_name.set_value(fields.trade_name)
        self.app_name.set_value(fields.app_name)
        self.establishment.set_value(fields.establishment)
        self.commercial_registry.set_value(fields.commercial_registry)
        self.municipal_registration.set_value(fields.municipal_registration)
        self.corporate_email.set_value(fields.corporate_email)
        self.phone.set_value(fields.phone)
        self.representative_name.set_value(fields.representative_name)
        self.representative_cpf.set_value(fields.representative_cpf)
        self.address.set_value(fields.address)
        self.notes.set_value(fields.notes)
