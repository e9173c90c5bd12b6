"""The people of the desk: who they are, what they may do, and letting one in again who forgot the password."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from stipdesk.domain.permissions import PERMISSIONS, Act, Role, may
from stipdesk.services import users
from stipdesk.services.users import EditUser, NewUser, UserRow
from stipdesk.ui.context import UiContext
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.forms.form import Form, Section
from stipdesk.ui.palette import Tone
from stipdesk.ui.screens.administration.page import Page, whole
from stipdesk.ui.screens.parts.acts import EDIT_KEYS, NEW_KEYS
from stipdesk.ui.screens.parts.states import why_not
from stipdesk.ui.screens.sign_in.password import RepeatedField
from stipdesk.ui.strings import label_of, roles_text
from stipdesk.ui.tables.column import Column
from stipdesk.ui.tables.lazy_table import LazyTable
from stipdesk.ui.widgets.basics import label
from stipdesk.ui.widgets.choices import CheckField, ChoicesField
from stipdesk.ui.widgets.fields import NameField, PasswordField, TextField
from stipdesk.ui.widgets.images import ImageField

_EVERYBODY = frozenset(Role)

COLUMNS: tuple[Column[UserRow], ...] = (
    Column("Nome", lambda row: row.full_name, width=28, strong=True),
    Column("Usuário", lambda row: row.login, width=15),
    Column("Matrícula", lambda row: row.registration or "–", width=10),
    Column("Perfis", lambda row: roles_text(row.roles), width=30, stretches=True),
    Column(
        "Situação",
        lambda row: "Ativo" if row.active else "Desativado",
        badge=lambda row: Tone.GOOD if row.active else Tone.NEUTRAL,
        width=12,
    ),
)


class UsersPage(Page):
    def __init__(self, context: UiContext) -> None:
        super().__init__(
            context,
            "Usuários",
            "Cada pessoa entra com o seu usuário, e a permissão é de cada ato, não da tela. Ninguém é apagado: quem "
            "sai é desativado, e o que fez continua com o seu nome.",
        )
        self.table: LazyTable[UserRow] = LazyTable(
            context.tasks, COLUMNS, name="Usuários", key=lambda row: row.user_id, noun=("usuário", "usuários")
        )
        self.body.addWidget(self.table, 1)
        self.new_button = self.bar.add("Novo usuário", self.new, icon_name="user-plus", shortcut=NEW_KEYS)
        self.edit_button = self.bar.add("Editar", self.edit, icon_name="pen", shortcut=EDIT_KEYS)
        self.bar.prefer(self.new_button)
        self.bar.allow(self.new_button, why_not(context.desk, Act.CREATE_USER))
        self.hide_when_narrow(self.table, frozenset({1, 2}), 100)
        self.table.chosen.connect(lambda _row: self._allow())
        self.table.opened.connect(lambda _row: self.edit())
        self._allow()

    def reload(self) -> None:
        self.table.show_rows(whole(partial(users.rows, self.context.desk)))

    def first_focus(self) -> None:
        self.table.setFocus()

    def new(self) -> FormDialog:
        form = NewUserForm()

        def command(_version: int) -> Callable[[], UUID]:
            return partial(users.create, self.context.desk, form.command())

        dialog = FormDialog(self.context, self, "Novo usuário", form, command)
        dialog.open()
        return dialog

    def edit(self) -> FormDialog | None:
        row = self.table.current()
        if row is None or why_not(self.context.desk, Act.EDIT_USER):
            return None
        form = EditUserForm(row)

        def command(version: int) -> Callable[[], None]:
            return partial(users.edit, self.context.desk, form.command(version))

        dialog = FormDialog(self.context, self, f"Editar usuário {row.login}", form, command, version=row.version)
        dialog.open()
        return dialog

    def _allow(self) -> None:
        nobody = "" if self.table.current() is not None else "Escolha um usuário na lista."
        self.bar.allow(self.edit_button, why_not(self.context.desk, Act.EDIT_USER) or nobody)


class _PersonForm(Form):
    """What the two forms share: the name, the profiles with what they allow, and the signature for the papers."""

    def add_person(self, section: Section) -> None:
        self.full_name = self.add(section, NameField("full_name", "Nome completo", required=True, limit=100), 4)
        self.registration = self.add(
            section, TextField("registration", "Matrícula", hint="sai em autos e selos", limit=20), 2
        )

    def add_profiles(self) -> None:
        profiles = self.section("Perfis")
        self.roles: ChoicesField[Role] = self.add(
            profiles, ChoicesField("roles", "O que esta pessoa é no órgão", Role, required=True), 6
        )
        self._allowed = label("", "small", wrap=True)
        profiles.place(self._allowed, 6)
        self.roles.edited.connect(self.tell_allowed)
        paper = self.section("Assinatura", "Sai no selo de quem faz a vistoria. Uma imagem de fundo claro.")
        self.signature = self.add(paper, ImageField("signature", "Imagem da assinatura", hint="opcional"), 6)

    def tell_allowed(self) -> None:
        """Which acts the profiles marked allow, besides those of everybody."""
        marked = frozenset(role for role, box in self.roles.boxes.items() if box.isChecked())
        acts = [label_of(act) for act in Act if may(marked, act) and PERMISSIONS[act] != _EVERYBODY]
        self._allowed.setText(f"Pode: {', '.join(acts)}." if acts else "Nenhum ato marcado ainda.")


class NewUserForm(_PersonForm):
    def __init__(self) -> None:
        super().__init__()
        person = self.section("Quem é")
        self.add_person(person)
        self.login = self.add(
            person,
            TextField("login", "Nome de usuário", required=True, placeholder="ana.souza", limit=40, hint="não muda"),
            3,
        )
        self.add_profiles()
        secret = self.section("Senha inicial", "Diga-a à pessoa: na primeira entrada o programa manda trocá-la.")
        self.password = self.add(
            secret,
            PasswordField("password", "Senha", required=True, hint=f"ao menos {users.MINIMUM_PASSWORD} caracteres"),
            3,
        )
        self.again = self.add(secret, RepeatedField("again", "Senha, de novo", self.password), 3)
        self.tell_allowed()

    def command(self) -> NewUser:
        return NewUser(
            login=self.login.value(),
            full_name=self.full_name.value(),
            registration=self.registration.value(),
            roles=frozenset(self.roles.value()),
            password=self.password.value(),
            signature=self.signature.value(),
        )


class EditUserForm(_PersonForm):
    """An empty password, or no picture, keeps the present one."""

    def __init__(self, row: UserRow) -> None:
        super().__init__()
        self._row = row
        person = self.section("Quem é")
        self.add_person(person)
        self.active = self.add(person, CheckField("active", "Situação", text="Ativo: pode entrar no sistema"), 6)
        self.add_profiles()
        secret = self.section(
            "Esqueceu a senha?", "Deixe em branco para manter a atual. Uma senha nova é trocada na próxima entrada."
        )
        self.password = self.add(
            secret,
            PasswordField("password", "Senha nova", hint=f"ao menos {users.MINIMUM_PASSWORD} caracteres"),
            3,
        )
        self.again = self.add(secret, RepeatedField("again", "Senha nova, de novo", self.password), 3)
        self.again.required = False  # as empty as the first is, it only must be the same
        self.full_name.set_value(row.full_name)
        self.registration.set_value(row.registration)
        self.active.set_value(row.active)
        self.roles.set_value(tuple(row.roles))
        self.tell_allowed()

    def command(self, version: int) -> EditUser:
        return EditUser(
            user_id=self._row.user_id,
            version=version,
            full_name=self.full_name.value(),
            registration=self.registration.value(),
            roles=frozenset(self.roles.value()),
            active=self.active.value(),
            password=self.password.value() or None,
            signature=self.signature.value(),
        )
