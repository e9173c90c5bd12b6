"""The pages of the first start: what the papers say of the office, its first administrator, its values and its key."""

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.permissions import Role
from stipdesk.services import office, users
from stipdesk.services.office import OfficeProfile
from stipdesk.services.users import NewUser
from stipdesk.ui.forms.form import Form
from stipdesk.ui.screens.sign_in.password import RepeatedField
from stipdesk.ui.strings import label_of
from stipdesk.ui.widgets.choices import ChoicesField
from stipdesk.ui.widgets.fields import IntegerField, MoneyField, PasswordField, TextField
from stipdesk.ui.widgets.images import ImageField


class UnitForm(Form):
    """Who the office is: names as law and papers use them (art. 3º, VI to VIII)."""

    def __init__(self) -> None:
        super().__init__()
        names = self.section("Nomes", "Como os documentos e as telas chamam o órgão e suas unidades.")
        self.municipality = self.add(names, TextField("municipality", "Município", required=True), 2)
        self.unit_name = self.add(names, TextField("unit_name", "Órgão", required=True, hint="art. 3º, VI"), 4)
        self.management = self.add(
            names, TextField("management_unit_name", "Unidade Gestora", required=True, hint="art. 3º, VIII"), 3
        )
        self.enforcement = self.add(
            names, TextField("enforcement_unit_name", "Unidade Fiscalizadora", required=True, hint="art. 3º, VII"), 3
        )
        self.address = self.add(names, TextField("address", "Endereço do órgão", required=True), 6)
        signer = self.section("Quem assina os certificados")
        self.coordinator = self.add(signer, TextField("coordinator_name", "Nome", hint="opcional"), 3)
        self.coordinator_title = self.add(signer, TextField("coordinator_title", "Cargo", required=True), 3)
        self.municipality.set_value("Primavera do Leste")
        self.unit_name.set_value("Coordenadoria Municipal de Trânsito Urbano")
        self.management.set_value("Unidade Gestora")
        self.enforcement.set_value("Unidade Fiscalizadora")
        self.coordinator_title.set_value("Coordenador Municipal de Trânsito Urbano")


class ContactForm(Form):
    """What the seal must show (art. 18, § 3º, V), where its QR code leads, and which desk this is."""

    def __init__(self) -> None:
        super().__init__()
        contacts = self.section("Contatos impressos no selo", "O art. 18, § 3º, V, manda imprimir os dois.")
        self.ouvidoria = self.add(
            contacts,
            TextField("ouvidoria_contact", "Ouvidoria", required=True, placeholder="Telefone ou página", limit=60),
        )
        self.ciretran = self.add(
            contacts,
            TextField("ciretran_contact", "CIRETRAN", required=True, placeholder="Telefone ou página", limit=60),
        )
        station = self.section(
            "Esta estação",
            "O código termina todo número impresso (000184/2026-01) e não muda depois. A CMTU é a 1; a CIRETRAN, a 2.",
        )
        self.station = self.add(
            station, IntegerField("station", "Código da estação", minimum=1, maximum=99, required=True), 2
        )
        self.station_name = self.add(station, TextField("station_name", "Nome da estação", required=True, limit=60), 4)
        paper = self.section("Documentos")
        self.verification = self.add(
            paper,
            TextField(
                "verification_url",
                "Página de verificação",
                required=True,
                hint="endereço que o código QR abre",
                placeholder="https://",
            ),
            6,
        )
        self.logo = self.add(paper, ImageField("logo", "Brasão ou logotipo", hint="opcional, PNG ou JPG"), 6)
        self.station.set_value(1)
        self.station_name.set_value("CMTU")
        self.verification.set_value("https://primaveradoleste.mt.gov.br/v")


class AdministratorForm(Form):
    """The first person who signs in; the others are registered later in Administração."""

    def __init__(self) -> None:
        super().__init__()
        person = self.section("Quem administra o sistema", "Cadastra os demais usuários e os valores do órgão.")
        self.full_name = self.add(person, TextField("full_name", "Nome completo", required=True))
        self.registration = self.add(person, TextField("registration", "Matrícula", hint="sai nos documentos"))
        self.login = self.add(
            person, TextField("login", "Nome de usuário", required=True, placeholder="ana.souza", limit=40)
        )
        self.roles = self.add(
            person, ChoicesField("roles", "Perfis", Role, required=True, hint="o que esta pessoa pode fazer"), 6
        )
        secret = self.section("Senha", "Uma frase curta que só a pessoa conheça. Não há como recuperá-la.")
        self.password = self.add(
            secret,
            _NewPassword("password", "Senha", self.login, hint=f"ao menos {users.MINIMUM_PASSWORD} caracteres"),
        )
        self.again = self.add(secret, RepeatedField("again", "Senha, de novo", self.password))
        self.roles.set_value((Role.ADMINISTRATOR,))

    def user(self) -> NewUser:
        return NewUser(
            login=self.login.value(),
            full_name=self.full_name.value(),
            registration=self.registration.value(),
            roles=frozenset(self.roles.value()),
            password=self.password.value(),
        )


class _NewPassword(PasswordField):
    """Judged as the service will judge it, before the last page."""

    def __init__(self, name: str, caption: str, login: TextField, *, hint: str) -> None:
        self._login = login
        super().__init__(name, caption, required=True, hint=hint)

    def value(self) -> str:
        password = super().value()
        problems = users.password_problems(password, self._login.line.text())
        if problems:
            raise InvalidValue(problems[0].message, problems[0].remedy)
        return password


class ValuesForm(Form):
    """The amounts the law leaves to the office (arts. 9º, VII; 14, IV; 30; 31), by one act."""

    def __init__(self) -> None:
        super().__init__()
        fees = self.section("Taxas e UPF em vigor", "A lei não traz estes valores: eles vêm do ato do município.")
        self.driver_fee = self.add(
            fees, MoneyField("fee_driver_annual", "Taxa anual do prestador", required=True, hint="art. 14, IV"), 2
        )
        self.operator_fee = self.add(
            fees, MoneyField("fee_operator_annual", "Taxa anual da operadora", required=True, hint="art. 9º, VII"), 2
        )
        self.upf = self.add(fees, MoneyField("upf_value", "Valor da UPF", required=True, hint="arts. 30 e 31"), 2)
        self.legal_basis = self.add(
            fees,
            TextField(
                "legal_basis",
                "Ato que fixa os valores",
                required=True,
                placeholder="Decreto nº …, de …",
                hint="fica no histórico de cada valor",
            ),
            6,
        )

    def values(self) -> dict[str, int]:
        """Centavos by the parameter's code."""
        typed = {field.name: field.value() for field in (self.driver_fee, self.operator_fee, self.upf)}
        return {code: amount for code, amount in typed.items() if amount is not None}


class KeyForm(Form):
    """The passphrase of the key that signs the QR codes; the key's file stays outside the database."""

    def __init__(self) -> None:
        super().__init__()
        section = self.section(
            "Chave que assina os documentos",
            "Cada selo e certificado sai com uma assinatura que qualquer pessoa confere pelo código QR. A chave fica "
            "num arquivo deste computador, fora do banco de dados, e só abre com a frase-senha. Guarde uma cópia "
            "lacrada do arquivo e da frase-senha: sem elas não se emitem documentos com esta chave.",
        )
        self.passphrase = self.add(
            section, _Passphrase("passphrase", "Frase-senha", required=True, hint="três ou quatro palavras"), 6
        )
        self.again = self.add(section, RepeatedField("again", "Frase-senha, de novo", self.passphrase), 6)


class _Passphrase(PasswordField):
    def value(self) -> str:
        passphrase = super().value()
        if len(passphrase) < office.MINIMUM_PASSPHRASE:
            raise InvalidValue(
                f"Frase-senha curta: ao menos {office.MINIMUM_PASSPHRASE} caracteres.", "Use três ou quatro palavras."
            )
        return passphrase


def profile_of(unit: UnitForm, contact: ContactForm) -> OfficeProfile:
    """The two first pages as the service takes them."""
    return OfficeProfile(
        municipality=unit.municipality.value(),
        unit_name=unit.unit_name.value(),
        management_unit_name=unit.management.value(),
        enforcement_unit_name=unit.enforcement.value(),
        address=unit.address.value(),
        ouvidoria_contact=contact.ouvidoria.value(),
        ciretran_contact=contact.ciretran.value(),
        coordinator_name=unit.coordinator.value(),
        coordinator_title=unit.coordinator_title.value(),
        station=contact.station.value() or 0,
        station_name=contact.station_name.value(),
        verification_url=contact.verification.value(),
        logo=contact.logo.value(),
    )


def summary_of(
    unit: UnitForm, contact: ContactForm, person: AdministratorForm, values: ValuesForm
) -> list[tuple[str, str]]:
    """What is about to be written, line by line: caption and value."""
    return [
        ("Órgão", f"{unit.unit_name.value()} · {unit.municipality.value()}"),
        ("Unidades", f"{unit.management.value()} · {unit.enforcement.value()}"),
        ("Endereço", unit.address.value()),
        ("Assina os papéis", f"{unit.coordinator.value()} · {unit.coordinator_title.value()}".removeprefix(" · ")),
        ("Ouvidoria", contact.ouvidoria.value()),
        ("CIRETRAN", contact.ciretran.value()),
        ("Estação", f"{contact.station.value() or 0:02d} · {contact.station_name.value()}"),
        ("Página de verificação", contact.verification.value()),
        ("Administração", f"{person.full_name.value()} (usuário {person.login.value()})"),
        ("Perfis", " · ".join(label_of(role) for role in person.roles.value())),
        ("Taxa anual do prestador", values.driver_fee.line.text()),
        ("Taxa anual da operadora", values.operator_fee.line.text()),
        ("Valor da UPF", values.upf.line.text()),
        ("Ato", values.legal_basis.value()),
    ]
