"""The form of a driver (arts. 14-15)."""

from uuid import UUID

from stipdesk.domain.identifiers import Cpf, DriverLicenseNumber, Email, Nit, Phone
from stipdesk.domain.registers import DriverFields, SubjectKind
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.form import Form
from stipdesk.ui.screens.parts.picker import SubjectField
from stipdesk.ui.strings import STATES
from stipdesk.ui.widgets.address import AddressField
from stipdesk.ui.widgets.choices import CheckField, ValueChoice
from stipdesk.ui.widgets.fields import DateField, IdentifierField, NameField, NoteField

_CATEGORIES = ("B", "AB", "C", "AC", "D", "AD", "E", "AE", "A", "ACC")


class DriverForm(Form):
    """In the order in which the papers are handed over: identity, CNH, INSS, e-mail, address.

    Of a new driver, `city` and `state` are proposed for the address and the operator is asked too.
    """

    def __init__(
        self, context: UiContext, fields: DriverFields | None = None, *, city: str = "", state: str = ""
    ) -> None:
        super().__init__()
        person = self.section("Quem é")
        self.cpf = self.add(person, IdentifierField("cpf", "CPF", Cpf, required=True, hint="art. 14"), 2)
        self.full_name = self.add(person, NameField("full_name", "Nome completo", required=True, limit=120), 4)
        self.birth_date = self.add(person, DateField("birth_date", "Nascimento", required=True), 2)
        states = [(code, code) for code in STATES]
        self.birth_state = self.add(
            person, ValueChoice("birth_state", "UF de nascimento", states, tip="Diz se outra certidão é exigida."), 2
        )
        self.phone = self.add(person, IdentifierField("phone", "Telefone", Phone, placeholder="(66) 99999-0000"), 2)
        licence = self.section("CNH e INSS")
        self.license_number = self.add(
            licence,
            IdentifierField("license_number", "Registro da CNH", DriverLicenseNumber, hint="art. 14, I"),
            2,
        )
        categories = [(each, each) for each in _CATEGORIES]
        self.license_category = self.add(
            licence, ValueChoice("license_category", "Categoria", categories, hint="B ou superior"), 2
        )
        self.license_valid_until = self.add(licence, DateField("license_valid_until", "Validade da CNH"), 2)
        self.has_endorsement = self.add(
            licence,
            CheckField(
                "has_paid_activity_endorsement", "EAR na CNH", text="Exerce atividade remunerada", hint="art. 14, I"
            ),
            4,
        )
        self.nit = self.add(licence, IdentifierField("nit", "NIT (INSS)", Nit, hint="art. 14, III"), 2)
        mail = self.section("E-mail para as comunicações", "Vale com o consentimento assinado (art. 15, IV).")
        self.email = self.add(mail, IdentifierField("email", "E-mail", Email), 4)
        self.email_consent_on = self.add(mail, DateField("email_consent_on", "Consentiu em"), 2)
        self.address = self.add(self.section("Endereço"), AddressField(required=True, city=city, state=state), 6)
        self.operator: SubjectField | None = None
        if fields is None:
            asked = "A que operadora vai servir"
            self.operator = self.add(
                self.section("Operadora"),
                SubjectField(context, "operator_id", asked, SubjectKind.OPERATOR, hint="opcional"),
                6,
            )
        self.notes = self.add(self.section("Anotações"), NoteField("notes", "Observações", lines=2), 6)
        if fields is not None:
            self._fill(fields)

    def values(self) -> DriverFields:
        """What was typed; every field has been judged."""
        return DriverFields(
            cpf=self.cpf.value(),
            full_name=self.full_name.value(),
            birth_date=self.birth_date.value(),
            birth_state=self.birth_state.value() or "",
            license_number=self.license_number.value(),
            license_category=self.license_category.value() or "",
            has_paid_activity_endorsement=self.has_endorsement.value(),
            license_valid_until=self.license_valid_until.value(),
            nit=self.nit.value(),
            email=self.email.value(),
            email_consent_on=self.email_consent_on.value(),
            phone=self.phone.value(),
            address=self.address.value(),
            notes=self.notes.value(),
        )

    def operator_id(self) -> UUID | None:
        return self.operator.value() if self.operator is not None else None

    def _fill(self, fields: DriverFields) -> None:
        self.cpf.set_value(fields.cpf)
        self.full_name.set_value(fields.full_name)
        self.birth_date.set_value(fields.birth_date)
        self.birth_state.set_value(fields.birth_state or None)
        self.phone.set_value(fields.phone)
        self.license_number.set_value(fields.license_number)
        self.license_category.set_value(fields.license_category or None)
        self.license_valid_until.set_value(fields.license_valid_until)
        self.has_endorsement.set_value(fields.has_paid_activity_endorsement)
        self.nit.set_value(fields.nit)
        self.email.set_value(fields.email)
        self.email_consent_on.set_value(fields.email_consent_on)
        self.address.set_value(fields.address)
        self.notes.set_value(fields.notes)
