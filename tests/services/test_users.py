"""Signing in, passwords, and who may still come in."""

import unicodedata
from dataclasses import replace
from datetime import timedelta

import pytest
from argon2 import PasswordHasher

from stipdesk.domain.clock import FixedClock
from stipdesk.domain.errors import FieldErrors, NotAllowed, Refused
from stipdesk.domain.permissions import Role
from stipdesk.models import User
from stipdesk.services import drivers, registers, users
from stipdesk.services.access import Desk
from stipdesk.services.users import EditUser, NewUser, UserRow
from stipdesk.store.unit_of_work import unit_of_work
from tests import office
from tests.stored import broken_links, contents, refusal

WRONG = "Usuário ou senha não conferem."
NEW = NewUser("Rui  Aragão", "Rui Aragão", "0999", frozenset({Role.ATTENDANT}), "pequi no almoço")
sqlite_only = pytest.mark.parametrize("engine_name", ["sqlite"], indirect=True)


def row(desk: Desk, login: str) -> UserRow:
    (found,) = (each for each in users.rows(desk) if each.login == login)
    return found


def edited(desk: Desk, login: str) -> EditUser:
    """The command that changes nothing of that user."""
    now = row(desk, login)
    return EditUser(now.user_id, now.version, now.full_name, now.registration, now.roles, now.active)


def refused_sign_in(desk: Desk, login: str, password: str) -> str:
    with refusal(desk, Refused) as raised:
        users.sign_in(desk, login, password)
    return str(raised.value)


# Signing in


def test_the_first_password_must_be_changed_before_anything_else(desk: Desk) -> None:
    users.create(desk, NEW)
    actor = users.sign_in(desk, " RUI aragao ", NEW.password)
    assert (actor.login, actor.must_change_password, desk.actor) == ("rui.aragao", True, actor)
    with refusal(desk, NotAllowed) as raised:
        drivers.register(desk, office.DRIVER)
    assert "Troque a senha" in str(raised.value)
    users.change_password(desk, NEW.password, "jatobá da praça")
    drivers.register(desk, office.DRIVER)
    assert not users.sign_in(desk, "rui.aragao", "jatobá da praça").must_change_password
    assert broken_links(desk.database) == []


@sqlite_only
def test_each_failure_doubles_the_wait_up_to_a_minute(desk: Desk, clock: FixedClock) -> None:
    for seconds in (1, 2, 4, 8, 16, 32, 60, 60):
        assert refused_sign_in(desk, "helena", "errada") == WRONG
        told = refused_sign_in(desk, "helena", office.PASSWORD)
        assert f"Espere {seconds} segundo{'s' if seconds > 1 else ''} e" in told
        clock.moment += timedelta(seconds=seconds) - timedelta(milliseconds=1)
        assert "Espere 1 segundo e" in refused_sign_in(desk, "helena", office.PASSWORD)
        clock.moment += timedelta(milliseconds=1)
    users.sign_in(desk, "helena", office.PASSWORD)
    assert refused_sign_in(desk, "helena", "errada") == WRONG
    assert "Espere 1 segundo e" in refused_sign_in(desk, "helena", office.PASSWORD), "success forgets the failures"


def test_the_failures_of_one_do_not_hold_another(desk: Desk) -> None:
    assert refused_sign_in(desk, "helena", "errada") == WRONG
    assert users.sign_in(desk, "iara", office.PASSWORD).login == "iara"


@sqlite_only
def test_a_clock_set_back_locks_nobody_out(desk: Desk, clock: FixedClock) -> None:
    assert refused_sign_in(desk, "helena", "errada") == WRONG
    clock.moment -= timedelta(days=400)
    users.sign_in(desk, "helena", office.PASSWORD)


@sqlite_only
def test_nobody_learns_who_exists(desk: Desk) -> None:
    users.edit(desk, replace(edited(desk, "iara"), active=False))
    answers = {
        refused_sign_in(desk, "iara", office.PASSWORD),
        refused_sign_in(desk, "helena", "errada"),
        refused_sign_in(desk, "ninguem", office.PASSWORD),
        refused_sign_in(desk, "", ""),
    }
    assert answers == {WRONG}
    assert "Espere" in refused_sign_in(desk, "ninguem", office.PASSWORD)


@sqlite_only
def test_an_accent_composed_otherwise_is_the_same_password(desk: Desk) -> None:
    decomposed = unicodedata.normalize("NFD", office.PASSWORD)
    assert decomposed != office.PASSWORD
    users.sign_in(desk, "helena", decomposed)


@sqlite_only
def test_a_hash_of_older_strength_is_renewed_at_sign_in(desk: Desk) -> None:
    user_id = row(desk, "iara").user_id
    with unit_of_work(desk.database, desk.clock, station=1, act="x", user_id=None) as work:
        weak = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1)
        work.get(User, user_id).password_hash = weak.hash(office.PASSWORD)
    users.sign_in(desk, "iara", office.PASSWORD)
    (newest, *_) = registers.history(desk, [user_id])
    assert (newest.act, newest.author) == ("sign_in", "Iara Nunes")
    assert {field for field, _, _ in newest.changes} == {"password_hash"}
    before = contents(desk.database)
    users.sign_in(desk, "iara", office.PASSWORD)
    assert contents(desk.database) == before


@sqlite_only
@pytest.mark.parametrize(
    "damaged", ["", "x", "$argon2id$v=19$m=65536,t=3,p=1$c2FsdA$", "$argon2id$v=19$m=1,t=0,p=0$YQ$YQ"]
)
def test_a_damaged_hash_opens_to_nobody(desk: Desk, damaged: str) -> None:
    with unit_of_work(desk.database, desk.clock, station=1, act="x", user_id=None) as work:
        work.get(User, row(desk, "iara").user_id).password_hash = damaged
    assert refused_sign_in(desk, "iara", office.PASSWORD) == WRONG


# Passwords


@pytest.mark.parametrize(
    ("password", "accepted"),
    [
        ("sete777", False),
        ("oito8888", True),
        ("balcão 1", True),
        ("uma frase longa, sem maiúsculas nem números, que ninguém adivinha e passa de sessenta e quatro", True),
        ("12345678", False),
        ("SENHA123", False),
        ("Primavera", False),
        ("aaaabbbb", False),
        ("helena.prado", False),
        ("HELENA.PRADO", False),
    ],
)
def test_a_password_is_long_and_not_obvious(password: str, accepted: bool) -> None:
    problems = users.password_problems(password, "helena.prado", field="new")
    assert [problem.field for problem in problems] == ([] if accepted else ["new"])


@sqlite_only
@pytest.mark.parametrize(
    ("current", "new", "fields"),
    [
        ("errada", "pequi no almoço", ["current"]),
        (office.PASSWORD, office.PASSWORD, ["new"]),
        (office.PASSWORD, "curta", ["new"]),
        ("errada", "curta", ["new", "current"]),
    ],
)
def test_a_password_that_is_not_changed(desk: Desk, current: str, new: str, fields: list[str]) -> None:
    with refusal(desk, FieldErrors) as raised:
        users.change_password(desk, current, new)
    assert [problem.field for problem in raised.value.problems] == fields


# Administration


@sqlite_only
@pytest.mark.parametrize(
    ("command", "field"),
    [
        (replace(NEW, login=" "), "login"),
        (replace(NEW, login="HELENA"), "login"),
        (replace(NEW, full_name=" "), "full_name"),
        (replace(NEW, roles=frozenset()), "roles"),
        (replace(NEW, password="curta"), "password"),
        (replace(NEW, password="rui.aragao"), "password"),
    ],
)
def test_a_user_who_cannot_be_created(desk: Desk, command: NewUser, field: str) -> None:
    with refusal(desk, FieldErrors) as raised:
        users.create(desk, command)
    assert [problem.field for problem in raised.value.problems] == [field]


def test_two_administrators_edit_one_user(desk: Desk, other_desk: Desk) -> None:
    opened = edited(desk, "iara")
    users.edit(other_desk, replace(opened, registration="0800"))
    with refusal(desk, Refused) as raised:
        users.edit(desk, replace(opened, full_name="Iara N. Lima"))
    assert "Outra pessoa alterou" in str(raised.value)
    users.edit(desk, replace(edited(desk, "iara"), full_name="Iara N. Lima"))
    assert (row(desk, "iara").full_name, row(desk, "iara").registration) == ("Iara N. Lima", "0800")


@sqlite_only
def test_somebody_is_left_to_administer(desk: Desk) -> None:
    without = office.EVERY_ROLE - {Role.ADMINISTRATOR}
    users.edit(desk, replace(edited(desk, "iara"), roles=without))
    for last in (replace(edited(desk, "helena"), roles=without), replace(edited(desk, "helena"), active=False)):
        with refusal(desk, Refused) as raised:
            users.edit(desk, last)
        assert "administrador" in str(raised.value)


@sqlite_only
def test_a_password_given_by_the_administrator_is_changed_by_its_owner(desk: Desk) -> None:
    users.edit(desk, replace(edited(desk, "iara"), signature=b"\x89PNG"))
    users.edit(desk, replace(edited(desk, "iara"), password="ipê da avenida"))
    with refusal(desk, FieldErrors):
        users.edit(desk, replace(edited(desk, "iara"), password="curta", full_name=" "))
    assert users.sign_in(desk, "iara", "ipê da avenida").must_change_password
    with desk.reading() as session:
        found = session.get(User, row(desk, "iara").user_id)
        assert found is not None
        assert found.signature == b"\x89PNG", "a new password does not erase the signature"


def test_people_are_listed_as_portuguese_orders_names(desk: Desk) -> None:
    for login, name in (("iris", "Íris Fontoura"), ("zelia", "Zélia Prado"), ("enio", "Ênio Lopes")):
        users.create(desk, NewUser(login, name, "1", frozenset({Role.AUDITOR}), office.PASSWORD))
    names = [row.full_name for row in users.rows(desk)]
    assert [name for name in names if name[0] in "ÊÍZ"] == ["Ênio Lopes", "Íris Fontoura", "Zélia Prado"]
    assert names.index("Íris Fontoura") < names.index("Zélia Prado")
