"""From the first window to the last: opening, first start, signing in, locking, signing out, and a clean end."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from stipdesk.domain.clock import FixedClock
from stipdesk.domain.errors import EnvironmentFault
from stipdesk.domain.permissions import Role
from stipdesk.services import office as office_service
from stipdesk.services import users
from stipdesk.services.access import Desk
from stipdesk.settings import Settings
from stipdesk.ui.app import Session
from stipdesk.ui.forms.dialog import FormDialog
from stipdesk.ui.prompts import Prompt
from stipdesk.ui.screens.setup.assistant import SetupAssistant
from stipdesk.ui.screens.sign_in.database import DatabaseDialog
from stipdesk.ui.screens.sign_in.lock import Cover, IdleWatch
from stipdesk.ui.screens.sign_in.passphrase import ask_passphrase
from stipdesk.ui.screens.sign_in.password import PasswordForm, change_password
from tests import office
from tests.ui.conftest import activate, close_windows, windows
from tests.ui.test_forms import press

MakeDesk = Callable[[Settings], Desk]


@pytest.fixture
def session(settings: Settings, stored: list[Settings], make_desk: MakeDesk) -> Iterator[Session]:
    made = Session(settings, stored.append, make_desk)
    yield made
    made.stop()
    close_windows()


@pytest.fixture
def open_session(session: Session) -> Session:
    session.start()
    assert session.tasks.wait_idle()
    return session


def enter(session: Session, login: str = "helena", password: str = office.PASSWORD) -> None:
    window = session.sign_in
    activate(window)
    window.login.setText(login)
    window.password.setText(password)
    QTest.keyClick(window.password, Qt.Key.Key_Return)
    assert session.tasks.wait_idle()


def test_name_and_password_can_be_typed_while_the_database_opens(session: Session) -> None:
    session.start()
    assert session.sign_in.isVisible()
    assert session.sign_in.state.text() == "Abrindo o banco de dados…"
    assert not session.sign_in.enter.isEnabled()
    QTest.keyClicks(session.sign_in.login, "helena")
    assert session.tasks.wait_idle()
    assert session.sign_in.state.text() == "Banco de dados: SQLite local"
    assert session.sign_in.login.text() == "helena"


def test_enter_walks_from_the_name_to_the_password(open_session: Session) -> None:
    window = open_session.sign_in
    activate(window)
    window.login.setFocus()
    QTest.keyClicks(window.login, "helena")
    QTest.keyClick(window.login, Qt.Key.Key_Return)
    assert window.password.hasFocus()


def test_the_right_password_opens_the_main_window(open_session: Session) -> None:
    enter(open_session)
    assert open_session.main is not None
    assert open_session.main.isVisible()
    assert not open_session.sign_in.isVisible()
    assert open_session.sign_in.password.text() == ""
    assert "Helena Prado" in open_session.main.user_button.text()
    assert open_session.main._station.text() == "Estação 01 · CMTU"


def test_what_a_screen_stored_survives_a_change_of_the_letters(open_session: Session, stored: list[Settings]) -> None:
    enter(open_session)
    assert open_session.context is not None
    open_session.context.save_settings(lambda settings: replace(settings, institution="CIRETRAN"))
    open_session.appearance.larger()
    assert (stored[-1].institution, stored[-1].text_scale > 100) == ("CIRETRAN", True)
    assert open_session.context.settings == stored[-1]


def test_the_wrong_password_is_refused_in_the_same_words_as_an_unknown_name(open_session: Session) -> None:
    enter(open_session, password="errada demais")
    first = open_session.sign_in.message.text()
    enter(open_session, login="ninguem")
    assert open_session.sign_in.message.text() == first == "Usuário ou senha não conferem."
    assert open_session.sign_in.password.selectedText() != ""
    assert open_session.main is None


def test_an_empty_field_asks_for_itself(open_session: Session) -> None:
    activate(open_session.sign_in)
    open_session.sign_in.enter.click()
    assert open_session.sign_in.message.text() == "Digite seu usuário e sua senha."
    assert open_session.sign_in.login.hasFocus()


def test_a_password_made_by_another_must_be_changed_first(open_session: Session) -> None:
    assert open_session.context is not None
    desk = open_session.context.desk
    users.sign_in(desk, "helena", office.PASSWORD)
    users.create(desk, users.NewUser("rui", "Rui Alves", "0999", frozenset({Role.ATTENDANT}), "senha inicial dele"))
    enter(open_session, "rui", "senha inicial dele")
    dialog = windows(FormDialog)[-1]
    assert isinstance(dialog.form, PasswordForm)
    assert open_session.main is None
    dialog.form.new.line.setText("minha frase curta")
    dialog.form.again.line.setText("outra frase curta")
    dialog.save()
    assert dialog.form.again.problem() == "Diferente da primeira vez. Digite de novo."
    dialog.form.again.line.setText("minha frase curta")
    dialog.save()
    assert open_session.tasks.wait_idle()
    assert open_session.main is not None
    users.sign_in(desk, "rui", "minha frase curta")


def test_the_present_password_must_be_right(open_session: Session) -> None:
    enter(open_session)
    assert open_session.context is not None
    assert open_session.main is not None
    dialog = change_password(open_session.context, open_session.main)
    assert isinstance(dialog.form, PasswordForm)
    typed = ((dialog.form.current, "não é esta"), (dialog.form.new, "frase nova"), (dialog.form.again, "frase nova"))
    for field, text in typed:
        field.line.setText(text)
    dialog.save()
    assert open_session.tasks.wait_idle()
    assert "não confere" in dialog.form.current.problem()
    assert dialog.isVisible()


def test_signing_out_asks_for_the_next_person(open_session: Session) -> None:
    enter(open_session)
    assert open_session.main is not None
    assert open_session.context is not None
    open_session.main.sign_out()
    assert open_session.tasks.wait_idle()
    assert open_session.sign_in.isVisible()
    assert open_session.main is None
    assert open_session.context.desk.actor is None
    assert open_session.context.desk.signing_key is None
    enter(open_session)
    assert open_session.main is not None


# The database that does not open


def test_a_fault_is_told_and_tried_again(settings: Settings, make_desk: MakeDesk) -> None:
    faults = [EnvironmentFault("O servidor não respondeu.", "Nada foi alterado.", "Confira a rede.")]

    def unreliable(wanted: Settings) -> Desk:
        if faults:
            raise faults.pop()
        return make_desk(wanted)

    session = Session(settings, lambda _settings: None, unreliable)
    session.start()
    assert session.tasks.wait_idle()
    assert session.sign_in._pages.currentIndex() == 1
    press(session.sign_in, "Tentar de novo")
    assert session.tasks.wait_idle()
    assert session.sign_in._pages.currentIndex() == 0
    assert session.sign_in.enter.isEnabled()
    session.stop()
    close_windows()


@pytest.mark.usefixtures("settings")
def test_another_database_can_be_chosen(session: Session, stored: list[Settings], tmp_path: Path) -> None:
    shutil.copy(tmp_path / "stipdesk.db", tmp_path / "outro.db")
    session.start()
    assert session.tasks.wait_idle()
    session.sign_in.other_database.emit()
    dialog = windows(DatabaseDialog)[-1]
    dialog.in_server.setChecked(True)
    assert not dialog.use.isEnabled()
    dialog.in_file.setChecked(True)
    dialog.file.setText(str(tmp_path / "outro.db"))
    dialog.use.click()
    assert session.tasks.wait_idle()
    assert stored[-1].database_url == f"sqlite:///{tmp_path / 'outro.db'}"
    assert session.context is not None
    assert session.context.desk.database.engine.url.database == str(tmp_path / "outro.db")
    enter(session)
    assert session.main is not None


# The first start


@pytest.fixture
def first_start(
    settings: Settings,
    stored: list[Settings],
    make_desk: MakeDesk,
    tmp_path: Path,
    sqlite_template: Path,
) -> Iterator[tuple[Session, SetupAssistant]]:
    shutil.copy(sqlite_template, tmp_path / "stipdesk.db")
    shutil.rmtree(tmp_path / "keys")
    made = Session(settings, stored.append, make_desk)
    made.start()
    assert made.tasks.wait_idle()
    assert isinstance(made.setup, SetupAssistant)
    yield made, made.setup
    made.stop()
    close_windows()


def fill_setup(assistant: SetupAssistant) -> None:
    typed: tuple[tuple[QLineEdit, str], ...] = (
        (assistant.unit.address.line, "Rua Maringá, 444"),
        (assistant.contact.ouvidoria.line, "(66) 3400-0001"),
        (assistant.contact.ciretran.line, "(66) 3400-0002"),
        (assistant.contact.station.line, "2"),
        (assistant.contact.station_name.line, "CIRETRAN"),
        (assistant.person.full_name.line, "Helena Prado"),
        (assistant.person.login.line, "helena"),
        (assistant.person.password.line, office.PASSWORD),
        (assistant.person.again.line, office.PASSWORD),
        (assistant.values.driver_fee.line, "150"),
        (assistant.values.operator_fee.line, "1500,00"),
        (assistant.values.upf.line, "5.12"),
        (assistant.values.legal_basis.line, "Decreto 1/2026"),
        (assistant.key.passphrase.line, office.PASSPHRASE),
        (assistant.key.again.line, office.PASSPHRASE),
    )
    for line, text in typed:
        line.setText(text)


def test_the_first_start_makes_the_office_and_enters(first_start: tuple[Session, SetupAssistant]) -> None:
    session, assistant = first_start
    fill_setup(assistant)
    for page in range(5):
        assert assistant.stack.currentIndex() == page
        assistant.go_on()
    assert assistant.next.text().startswith("Criar o órgão")
    assistant.go_on()
    assert session.tasks.wait_idle()
    assert session.main is not None
    assert session.context is not None
    profile, _version = office_service.profile(session.context.desk)
    assert (profile.station, profile.station_name, profile.ciretran_contact) == (2, "CIRETRAN", "(66) 3400-0002")
    lines = {line.code: line.value for line in office_service.parameters(session.context.desk)}
    assert (lines["fee_driver_annual"], lines["fee_operator_annual"], lines["upf_value"]) == (150_00, 1_500_00, 5_12)
    assert session.context.desk.signing_key is not None
    assert session.setup is None


def test_a_page_with_problems_is_not_left(first_start: tuple[Session, SetupAssistant]) -> None:
    _session, assistant = first_start
    assistant.go_on()
    assert assistant.stack.currentIndex() == 0
    assert assistant._told.text() == "1 campo para corrigir antes de continuar."
    assistant.unit.address.line.setText("Rua Maringá, 444")
    assistant.go_on()
    assert assistant.stack.currentIndex() == 1
    assistant.go_back()
    assert assistant.unit.address.line.text() == "Rua Maringá, 444"


def test_what_the_service_refuses_leads_back_to_its_page(first_start: tuple[Session, SetupAssistant]) -> None:
    session, assistant = first_start
    fill_setup(assistant)
    assistant.contact.verification.line.setText("primaveradoleste")
    for _page in range(6):
        assistant.go_on()
    assert session.tasks.wait_idle()
    assert assistant.stack.currentIndex() == 1
    assert "não serve" in assistant.contact.verification.problem()
    assert session.main is None


def test_weak_secrets_are_refused_on_their_page(first_start: tuple[Session, SetupAssistant]) -> None:
    _session, assistant = first_start
    assistant.person.password.line.setText("12345678")
    assert "adivinhar" in assistant.person.password.problem()
    assistant.key.passphrase.line.setText("curta")
    assert "12 caracteres" in assistant.key.passphrase.problem()


def test_leaving_the_first_start_asks_first(first_start: tuple[Session, SetupAssistant]) -> None:
    _session, assistant = first_start
    assistant.close()
    assert assistant.isVisible()
    press(windows(Prompt)[-1], "Sair")
    assert not assistant.isVisible()


# The lock


def test_the_lock_covers_everything_and_the_password_opens_it(open_session: Session, clock: FixedClock) -> None:
    enter(open_session)
    main = open_session.main
    assert main is not None
    main.lock.lock()
    prompt = main.lock.prompt
    assert prompt is not None
    covers = main.findChildren(Cover)
    assert [cover.geometry() for cover in covers] == [main.rect()]
    main.resize(900, 700)
    assert covers[0].geometry() == main.rect()
    QTest.keyClick(prompt, Qt.Key.Key_Escape)
    assert main.lock.locked
    password = prompt.findChild(QLineEdit)
    assert isinstance(password, QLineEdit)
    password.setText("não é esta")
    press(prompt, "Destrancar")
    assert open_session.tasks.wait_idle()
    assert main.lock.locked
    assert open_session.context is not None
    clock.moment += timedelta(minutes=1)
    password.setText(office.PASSWORD)
    press(prompt, "Destrancar")
    assert open_session.tasks.wait_idle()
    assert not main.lock.locked
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not main.findChildren(Cover)


def test_what_was_being_typed_is_covered_and_still_there(open_session: Session) -> None:
    enter(open_session)
    main, context = open_session.main, open_session.context
    assert main is not None
    assert context is not None
    dialog = change_password(context, main)
    assert isinstance(dialog.form, PasswordForm)
    dialog.form.new.line.setText("meio digitada")
    main.lock.lock()
    assert dialog.findChildren(Cover)
    assert main.lock.prompt is not None
    password = main.lock.prompt.findChild(QLineEdit)
    assert isinstance(password, QLineEdit)
    password.setText(office.PASSWORD)
    press(main.lock.prompt, "Destrancar")
    assert open_session.tasks.wait_idle()
    assert dialog.form.new.line.text() == "meio digitada"
    assert dialog.isVisible()


def test_the_next_person_can_end_the_session(open_session: Session) -> None:
    enter(open_session)
    main = open_session.main
    assert main is not None
    main.lock.lock()
    assert main.lock.prompt is not None
    press(main.lock.prompt, "Encerrar a sessão")
    asked = [prompt for prompt in windows(Prompt) if prompt.windowTitle() == "Encerrar a sessão?"]
    press(asked[0], "Encerrar a sessão")
    assert open_session.tasks.wait_idle()
    assert open_session.sign_in.isVisible()


def test_idleness_is_told_and_a_key_puts_it_off(qtbot: QtBot) -> None:
    window = QLineEdit()
    qtbot.addWidget(window)
    window.show()
    activate(window)
    watch = IdleWatch(window)
    assert watch._timer.interval() == 600_000
    watch._timer.setInterval(1)
    with qtbot.waitSignal(watch.idle, timeout=5_000):
        watch._timer.start()
    watch._timer.setInterval(60_000)
    assert not watch._timer.isActive()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_A)
    assert watch._timer.isActive()


# The signing key


def test_a_locked_key_asks_for_its_passphrase_and_the_act_goes_on(open_session: Session) -> None:
    enter(open_session)
    context = open_session.context
    assert context is not None
    keys: list[object] = []
    open_session.tasks.run(context.desk.key, keys.append)
    assert open_session.tasks.wait_idle()
    prompt = next(prompt for prompt in windows(Prompt) if prompt.windowTitle() == "Abrir a chave de assinatura")
    passphrase = prompt.findChild(QLineEdit)
    assert isinstance(passphrase, QLineEdit)
    passphrase.setText("não é esta a frase")
    press(prompt, "Abrir a chave")
    assert open_session.tasks.wait_idle()
    assert prompt.isVisible()
    assert not keys
    passphrase.setText(office.PASSPHRASE)
    press(prompt, "Abrir a chave")
    assert open_session.tasks.wait_idle()
    assert len(keys) == 1
    assert not windows(Prompt)


def test_giving_up_the_passphrase_does_nothing(open_session: Session) -> None:
    enter(open_session)
    assert open_session.context is not None
    done: list[int] = []
    prompt = ask_passphrase(open_session.context, open_session.main, lambda: done.append(1))
    press(prompt, "Cancelar")
    assert not done
    assert not windows(Prompt)
