"""The people of the desk: creating them, signing them in, their passwords."""

import unicodedata
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from math import ceil
from uuid import UUID

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from stipdesk.domain.errors import FieldErrors, FieldProblem, Refused
from stipdesk.domain.permissions import Act, Role
from stipdesk.domain.text import fold, tidy
from stipdesk.models import SignInAttempt, User
from stipdesk.services.access import Actor, Desk
from stipdesk.store.queries import office as queries
from stipdesk.store.unit_of_work import UnitOfWork

MINIMUM_PASSWORD = 8
_LONGEST_LOGIN = 100
_LONGEST_DELAY = timedelta(seconds=60)
_OBVIOUS = (
    "12345678", "123456789", "1234567890", "87654321", "11111111", "00000000", "password", "qwertyui", "senha123",
    "senha1234", "abcd1234", "primavera", "primaveradoleste", "stipdesk", "cmtu2022", "mudar123", "admin123",
    "brasil123",
)  # fmt: skip
_REFUSED = "Usuário ou senha não conferem."


@dataclass(frozen=True, slots=True)
class NewUser:
    login: str
    full_name: str
    registration: str
    roles: frozenset[Role]
    password: str
    signature: bytes | None = None


@dataclass(frozen=True, slots=True)
class EditUser:
    """`password` None keeps the present one; a new one must be changed by its owner at the next sign-in.

    `version` is that of the row the form opened with.
    """

    user_id: UUID
    version: int
    full_name: str
    registration: str
    roles: frozenset[Role]
    active: bool
    password: str | None = None
    signature: bytes | None = None


@dataclass(frozen=True, slots=True)
class UserRow:
    user_id: UUID
    version: int
    login: str
    full_name: str
    registration: str
    roles: frozenset[Role]
    active: bool


def create(desk: Desk, command: NewUser) -> UUID:
    """A user with an initial password, to be changed at the first sign-in."""
    with desk.act(Act.CREATE_USER) as work:
        return add_user(work, command, must_change_password=True).id


def add_user(work: UnitOfWork, command: NewUser, *, must_change_password: bool) -> User:
    """Raises `FieldErrors` for a taken login, a weak password, no role or an empty name."""
    login = _login(command.login)
    problems = new_user_problems(command)
    if login and queries.user_by_login(work.session, login):
        problems.append(FieldProblem("login", f"Já existe o usuário “{login}”.", "Escolha outro nome."))
    if problems:
        raise FieldErrors(*problems)
    return work.add(
        User(
            login=login,
            full_name=tidy(command.full_name),
            registration=tidy(command.registration),
            roles=sorted(command.roles),
            password_hash=hashed(command.password),
            must_change_password=must_change_password,
            active=True,
            signature=command.signature,
        )
    )


def new_user_problems(command: NewUser) -> list[FieldProblem]:
    """What is wrong with a new user whatever the database holds."""
    login = _login(command.login)
    problems = [*_profile_problems(command.full_name, command.roles), *password_problems(command.password, login)]
    if not login:
        problems.append(FieldProblem("login", "Informe o nome de usuário."))
    return problems


def edit(desk: Desk, command: EditUser) -> None:
    """Raises `FieldErrors`, or `Refused` when somebody saved in between or nobody would be left to administer."""
    with desk.act(Act.EDIT_USER) as work:
        user = work.get(User, command.user_id)
        if user.rv != command.version:
            raise Refused("Outra pessoa alterou este usuário depois que você o abriu. Abra de novo e repita.")
        problems = _profile_problems(command.full_name, command.roles)
        if command.password is not None:
            problems += password_problems(command.password, user.login)
        if problems:
            raise FieldErrors(*problems)
        user.full_name, user.registration = tidy(command.full_name), tidy(command.registration)
        user.roles, user.active = sorted(command.roles), command.active
        user.signature = command.signature or user.signature
        if command.password is not None:
            user.password_hash, user.must_change_password = hashed(command.password), True
        work.session.flush()
        if not queries.has_active_administrator(work.session):
            raise Refused("O sistema precisa de ao menos um administrador ativo.")


def sign_in(desk: Desk, login: str, password: str) -> Actor:
    """Puts the user at the desk. After failures the next attempt of that login must wait 1, 2, 4 … 60 seconds.

    Raises `Refused` with one and the same text for an unknown login, a wrong password and an inactive user.
    """
    login = _login(login)
    with desk.database.writing() as session:
        attempt = session.get(SignInAttempt, login)
        if attempt is not None:
            wait = min(timedelta(seconds=2 ** min(attempt.failures - 1, 6)), _LONGEST_DELAY)
            remaining = attempt.last_at + wait - desk.clock.now()
            if timedelta(0) < remaining <= _LONGEST_DELAY:
                seconds = ceil(remaining.total_seconds())
                wait_for = "1 segundo" if seconds == 1 else f"{seconds} segundos"
                raise Refused(f"Muitas tentativas. Espere {wait_for} e tente de novo.")
        user = queries.user_by_login(session, login)
        profile = queries.office(session)
    if not _matches(user, password) or user is None or not user.active:
        _count_failure(desk, login)
        raise Refused(_REFUSED)
    actor = Actor(
        user.id, user.login, user.full_name, user.registration,
        frozenset(Role(role) for role in user.roles), user.must_change_password,
    )  # fmt: skip
    with desk.database.writing() as session:
        attempt = session.get(SignInAttempt, login)
        if attempt is not None:
            session.delete(attempt)
    if _hasher().check_needs_rehash(user.password_hash):
        with desk.open_work(Act.SIGN_IN, user.id) as work:
            work.get(User, user.id).password_hash = hashed(password)
    if profile is not None:
        # Another computer may have set the office up after this desk was opened.
        desk.station = profile.station
    desk.actor = actor
    return actor


def change_password(desk: Desk, current: str, new: str) -> None:
    """Raises `FieldErrors` when the present password is wrong or the new one is weak."""
    with desk.act(Act.CHANGE_PASSWORD) as work:
        assert desk.actor is not None
        user = work.get(User, desk.actor.user_id)
        problems = password_problems(new, user.login, field="new")
        if not _matches(user, current):
            problems.append(FieldProblem("current", "A senha atual não confere.", "Digite-a de novo."))
        elif new == current:
            problems.append(FieldProblem("new", "A senha nova é igual à atual.", "Escolha outra."))
        if problems:
            raise FieldErrors(*problems)
        user.password_hash, user.must_change_password = hashed(new), False
    desk.actor = replace(desk.actor, must_change_password=False)


def rows(desk: Desk) -> list[UserRow]:
    with desk.reading() as session:
        return [
            UserRow(
                user.id, user.rv, user.login, user.full_name, user.registration,
                frozenset(Role(role) for role in user.roles), user.active,
            )
            for user in queries.users(session)
        ]  # fmt: skip


def password_problems(password: str, login: str, field: str = "password") -> list[FieldProblem]:
    """OWASP ASVS 5.0 §6.2: a length, no composition rules, no obvious or local word."""
    lowered = password.casefold()
    if len(password) < MINIMUM_PASSWORD:
        return [
            FieldProblem(field, f"A senha precisa de ao menos {MINIMUM_PASSWORD} caracteres.", "Uma frase curta serve.")
        ]
    if lowered in _OBVIOUS or lowered == login or len(set(lowered)) < 4:
        return [FieldProblem(field, "Esta senha é fácil de adivinhar.", "Use uma frase curta que só você conheça.")]
    return []


def _profile_problems(full_name: str, roles: frozenset[Role]) -> list[FieldProblem]:
    problems = []
    if not tidy(full_name):
        problems.append(FieldProblem("full_name", "Informe o nome completo."))
    if not roles:
        problems.append(FieldProblem("roles", "Marque ao menos um perfil."))
    return problems


def _matches(user: User | None, password: str) -> bool:
    # An unknown login costs the same time as a wrong password, so that nobody can list the users by the clock.
    try:
        return _hasher().verify(user.password_hash if user else _decoy(), _typed(password))
    except (VerificationError, InvalidHashError):
        return False


def _typed(password: str) -> bytes:
    """The same bytes whichever way the keyboard composes its accents."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")


def _login(typed: str) -> str:
    return fold(typed[:_LONGEST_LOGIN]).replace(" ", ".")


def _count_failure(desk: Desk, login: str) -> None:
    with desk.database.writing() as session:
        attempt = session.get(SignInAttempt, login)
        if attempt is None:
            attempt = SignInAttempt(login=login, failures=0, last_at=desk.clock.now())
            session.add(attempt)
        attempt.failures += 1
        attempt.last_at = desk.clock.now()


def hashed(password: str, salt: bytes | None = None) -> str:
    """What is stored of a password; the `salt` is chance, but for data that must come out the same every time."""
    return _hasher().hash(_typed(password), salt=salt)


@cache
def _hasher() -> PasswordHasher:
    """Argon2id, 64 MiB, three passes: about a seventh of a second, once per sign-in."""
    return PasswordHasher(time_cost=3, memory_cost=65536, parallelism=1)


@cache
def _decoy() -> str:
    return hashed("no user has this password")
