"""The batch verbs end to end, and what the program does when it is simply started."""

import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select, text
from sqlalchemy.engine import URL

from stipdesk import __main__ as program
from stipdesk.bootstrap import demo_keys_folder, keys_folder, open_desk
from stipdesk.domain.identifiers import Cnpj, Cpf, Plate
from stipdesk.domain.registers import SubjectKind
from stipdesk.domain.standing import StandingState
from stipdesk.log import DailyFileHandler
from stipdesk.models import Driver, Operator
from stipdesk.services import checking, demo, drivers, operators, users, vehicles
from stipdesk.services.access import Desk
from stipdesk.services.drivers import ListRequest
from stipdesk.settings import Settings, load_settings
from stipdesk.store.engine import open_database
from stipdesk.ui import app
from tests import office
from tests.conftest import new_postgres_database
from tests.stored import without_guards

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A computer of its own: data folder, no display, no secrets in the environment."""
    folder = tmp_path / "home"
    monkeypatch.setenv("STIPDESK_HOME", str(folder))
    for name in ("STIPDESK_PASSWORD", "STIPDESK_PASSPHRASE", "STIPDESK_DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    yield folder
    root = logging.getLogger()
    for handler in [each for each in root.handlers if isinstance(each, DailyFileHandler)]:
        root.removeHandler(handler)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in this process: exit code, what it printed, what it complained."""

    def run(*arguments: object) -> tuple[int, str, str]:
        code = program.main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture
def fictitious(run: Run, database_url: str) -> str:
    """The address of a fictitious office made by the verb itself."""
    code, _out, complaint = run("demo", "--database", database_url, "--drivers", 30)
    assert (code, complaint) == (0, "")
    return database_url


def desk_on(url: str) -> Desk:
    return open_desk(url, keys_folder(url, Path("no-keys")))


def a_plate(url: str) -> str:
    desk = desk_on(url)
    _total, rows = vehicles.page(desk, ListRequest())
    desk.database.close()
    return next(row.plate for row in rows if row.standing.state is StandingState.REGULAR)


def a_document(url: str, kind: SubjectKind) -> str:
    desk = desk_on(url)
    if kind is SubjectKind.OPERATOR:
        ids = [row.operator_id for row in operators.page(desk, ListRequest())[1] if row.standing.state.may_serve]
        column, model = Operator.cnpj, Operator.id
    else:
        ids = [row.driver_id for row in drivers.page(desk, ListRequest())[1] if row.standing.state.may_serve]
        column, model = Driver.cpf, Driver.id
    with desk.reading() as session:
        found = session.scalars(select(column).where(model == ids[0])).one()
    desk.database.close()
    return found


def test_demo_says_what_it_made_and_how_to_enter(run: Run, database_url: str) -> None:
    code, said, _complaint = run("demo", "--database", database_url, "--drivers", 30)
    assert code == 0
    assert "30 prestadores, 36 veículos" in said
    assert demo.COUNTER_LOGIN in said
    assert demo.PASSPHRASE in said


def test_demo_in_json(run: Run, database_url: str) -> None:
    code, said, _complaint = run("demo", "--database", database_url, "--drivers", 20, "--seed", 3, "--json")
    answer = json.loads(said)
    assert code == 0
    assert (answer["ok"], answer["drivers"], answer["vehicles"], answer["infractions"]) == (True, 20, 24, 10)


def test_a_fictitious_office_never_puts_its_keys_among_the_real_ones(run: Run, fictitious: str) -> None:
    assert not load_settings().keys_folder.exists()
    assert sorted(path.name for path in demo_keys_folder(fictitious).glob("*.pem"))[0] == "D1.pem"
    code, _out, complaint = run("demo", "--database", fictitious)
    assert code == 1
    assert "banco vazio" in complaint


@pytest.mark.parametrize("typed", ["as it is", "in the other form", "in small letters"])
def test_seal_and_verify(run: Run, fictitious: str, tmp_path: Path, typed: str) -> None:
    plate = Plate(a_plate(fictitious))
    written = {"as it is": plate.shown, "in the other form": plate.forms[0], "in small letters": plate.lower()}[typed]
    code, said, complaint = run("seal", written, "--out", tmp_path / "selo.pdf", "--database", fictitious)
    assert (code, complaint) == (0, "")
    assert "selo.pdf" in said
    code, said, complaint = run("verify", tmp_path / "selo.pdf", "--database", fictitious)
    assert (code, complaint) == (0, "")
    assert said.startswith("VÁLIDO")
    assert f"Placa: {plate}" in said


@pytest.mark.parametrize("kind", [SubjectKind.DRIVER, SubjectKind.OPERATOR])
def test_certificate_and_verify_in_json(run: Run, fictitious: str, tmp_path: Path, kind: SubjectKind) -> None:
    document = a_document(fictitious, kind)
    shown = Cnpj(document).shown if kind is SubjectKind.OPERATOR else Cpf(document).shown
    code, said, _complaint = run(
        "certificate", shown, "--out", tmp_path / "caa.pdf", "--database", fictitious, "--json"
    )
    answer = json.loads(said)
    assert (code, answer["ok"], answer["kind"]) == (0, True, f"{kind}_certificate")
    code, said, _complaint = run("verify", tmp_path / "caa.pdf", "--database", fictitious, "--json")
    (paper,) = json.loads(said)["papers"]
    assert code == 0
    assert (paper["state"], paper["verdict"], paper["described"]["CAA"]) == ("valid", "VÁLIDO", answer["number"])


def test_a_paper_is_the_same_each_time_it_is_asked_for(run: Run, fictitious: str, tmp_path: Path) -> None:
    plate = a_plate(fictitious)
    for name in ("a.pdf", "b.pdf"):
        assert run("seal", plate, "--out", tmp_path / name, "--database", fictitious)[0] == 0
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


def test_check_is_clean_and_then_finds_what_was_done(run: Run, fictitious: str) -> None:
    code, said, _complaint = run("check", "--database", fictitious)
    assert (code, said.startswith("Tudo confere")) == (0, True)
    database = open_database(fictitious)
    with database.engine.begin() as connection:
        without_guards(connection, database)
        connection.execute(text("UPDATE journal SET act = 'x' WHERE seq = 10"))
    database.close()
    code, said, complaint = run("check", "--database", fictitious)
    assert (code, said) == (1, "")
    assert "entrada 10: a entrada foi alterada depois de gravada" in complaint
    code, said, _complaint = run("check", "--database", fictitious, "--json")
    answer = json.loads(said)
    assert (code, answer["ok"]) == (1, False)
    assert checking.CheckArea.JOURNAL in {finding["area"] for finding in answer["findings"]}


@pytest.fixture
def real(desk: Desk, database_url: str, home: Path) -> str:
    """An office that is not fictitious, with a driver ready for his CAA; its keys where the settings say."""
    _operator_id, driver_id, _vehicle_id = office.walk_in(desk)
    office.ready(desk, driver_id)
    home.mkdir()
    desk.keys_folder.rename(home / "keys")
    return database_url


def test_a_real_office_asks_who_prints(run: Run, real: str, monkeypatch: pytest.MonkeyPatch) -> None:
    verb = ("certificate", office.DRIVER.cpf, "--out", "caa.pdf", "--database", real)
    assert run(*verb)[2].strip() == "Diga em --user quem imprime."
    assert "Falta a senha: defina STIPDESK_PASSWORD" in run(*verb, "--user", "helena")[2]
    monkeypatch.setenv("STIPDESK_PASSWORD", "errada")
    assert run(*verb, "--user", "helena")[2].strip() == "Usuário ou senha não conferem."
    assert not Path("caa.pdf").exists()


def test_issuing_needs_the_passphrase(run: Run, real: str, monkeypatch: pytest.MonkeyPatch) -> None:
    verb = ("certificate", office.DRIVER.cpf, "--out", "caa.pdf", "--database", real, "--user", "helena")
    monkeypatch.setenv("STIPDESK_PASSWORD", office.PASSWORD)
    assert "Não há CAA emitido" in run(*verb)[2]
    monkeypatch.setenv("STIPDESK_PASSPHRASE", "outra frase qualquer")
    assert "não abre a chave" in run(*verb, "--issue")[2]
    monkeypatch.setenv("STIPDESK_PASSPHRASE", office.PASSPHRASE)
    code, said, complaint = run(*verb, "--issue")
    assert (code, complaint) == (0, "")
    assert "000001/" in said
    assert run("verify", "caa.pdf", "--database", real)[0] == 0


def test_an_initial_password_must_be_changed_first(
    run: Run, desk: Desk, real: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    users.create(desk, users.NewUser("novo", "Novo", "1", office.EVERY_ROLE, office.PASSWORD))
    monkeypatch.setenv("STIPDESK_PASSWORD", office.PASSWORD)
    verb = ("certificate", office.DRIVER.cpf, "--out", "caa.pdf", "--database", real, "--user", "novo")
    assert run(*verb)[2].startswith("Troque a senha inicial")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("seal", "ABC1", "--out", "f.pdf"), "Placa inválida"),
        (("seal", "ZZZ9Z99", "--out", "f.pdf"), "Nenhum cadastro em atividade"),
        (("certificate", "11144477735", "--out", "f.pdf"), "Nenhum cadastro em atividade"),
        (("certificate", "111444777", "--out", "f.pdf"), "CPF incompleto"),
        (("certificate", "12345678000100", "--out", "f.pdf"), "CNPJ inválido"),
        (("verify", "nada.pdf"), "O arquivo nada.pdf não foi encontrado."),
        (("verify", "qualquer coisa"), "NÃO É DO ÓRGÃO"),
        (("demo", "--drivers", "5"), "banco vazio"),
    ],
)
def test_the_reason_is_one_line(run: Run, fictitious: str, arguments: tuple[str, ...], reason: str) -> None:
    code, said, complaint = run(*arguments, "--database", fictitious)
    assert (code, said) == (1, "")
    assert reason in complaint
    assert complaint.count("\n") == 1
    code, said, complaint = run(*arguments, "--database", fictitious, "--json")
    assert (code, complaint) == (1, "")
    assert json.loads(said)["ok"] is False


def test_a_file_that_cannot_be_written_is_told(run: Run, fictitious: str, tmp_path: Path) -> None:
    code, _said, complaint = run("seal", a_plate(fictitious), "--out", tmp_path, "--database", fictitious)
    assert code == 1
    assert "não pôde ser gravado" in complaint


@pytest.mark.parametrize("verb", [("check",), ("verify", "x#y"), ("seal", "ABC1D23", "--out", "f.pdf")])
def test_no_verb_but_demo_begins_a_database(run: Run, tmp_path: Path, verb: tuple[str, ...]) -> None:
    code, _said, complaint = run(*verb, "--database", f"sqlite:///{tmp_path}/sem.db")
    assert code == 1
    assert "Não há banco de dados" in complaint
    assert not (tmp_path / "sem.db").exists()


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///vazio.db"])
def test_an_empty_database_is_not_told_to_be_whole(run: Run, tmp_path: Path, address: str) -> None:
    (tmp_path / "vazio.db").touch()
    code, _said, complaint = run("check", "--database", address)
    assert code == 1
    assert "Não há banco de dados" in complaint
    assert (tmp_path / "vazio.db").stat().st_size == 0


@pytest.mark.parametrize(
    "address", ["nada", "mysql://x/y", "sqlite:////proc/nao/pode.db", "postgresql://ninguem@127.0.0.1:1/x"]
)
def test_a_database_that_cannot_be_opened_is_told(run: Run, address: str) -> None:
    code, said, complaint = run("demo", "--database", address)
    assert (code, said) == (1, "")
    assert complaint.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["seal"], "Falta informar: --out, PLACA."),
        (["demo", "--drivers", "muitos"], "--drivers: “muitos” não é um número inteiro."),
        (["demo", "--drivers"], "--drivers precisa de um valor."),
        (["verificar"], "VERBO: “verificar” não existe."),
        (["check", "--tudo"], "Não entendi: --tudo."),
    ],
)
def test_a_command_line_that_is_not_understood(run: Run, arguments: list[str], reason: str) -> None:
    code, said, complaint = run(*arguments)
    assert (code, said) == (2, "")
    assert complaint.startswith("uso: stipdesk")
    assert complaint.endswith(f"{reason}\n")


@pytest.mark.parametrize("verb", ["", "demo", "seal", "certificate", "verify", "check"])
def test_help_is_in_portuguese(run: Run, verb: str) -> None:
    code, said, _complaint = run(*filter(None, [verb, "--help"]))
    assert code == 0
    assert said.startswith("uso: stipdesk")
    assert "mostra esta ajuda" in said
    assert not {"usage", "options", "positional", "show this"} & set(said.replace(":", " ").split())


def test_a_bug_is_logged_and_told_in_one_line(
    run: Run, fictitious: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "check", lambda _desk: 1 / 0)
    code, said, complaint = run("check", "--database", fictitious)
    assert (code, said) == (1, "")
    assert complaint.startswith("Erro inesperado")
    (log,) = (home / "log").glob("*.log")
    assert "ZeroDivisionError" in log.read_text("utf-8")


def test_settings_that_cannot_be_read_are_told(run: Run, home: Path) -> None:
    home.mkdir()
    (home / "settings.json").write_text("{", "utf-8")
    code, _said, complaint = run("check")
    assert code == 1
    assert "settings.json" in complaint


def without_display() -> dict[str, str]:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return {name: value for name, value in os.environ.items() if name not in hidden}


def test_started_without_a_display_it_says_so(tmp_path: Path) -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "stipdesk"],
        env=without_display(), cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert answer.returncode == 1
    assert "não tem tela" in answer.stderr


def test_the_demo_without_a_display_performs_the_visit(tmp_path: Path) -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "stipdesk", "--demo"],
        env=without_display(), cwd=tmp_path, capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert answer.returncode == 0, answer.stderr
    assert "não tem tela" in answer.stdout
    assert len(list((tmp_path / "out").glob("*.pdf"))) == 2
    assert list((tmp_path / "out").glob("*.png"))


def test_the_window_of_the_demo_does_not_change_which_database_opens(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_and_enlarge(
        _argv: object, settings: Settings, save: Callable[[Settings], None], _make_desk: object
    ) -> int:
        """Stands for the window, in which somebody makes the text larger."""
        assert "demonstracao" in settings.database_url
        save(replace(settings, text_scale=120))
        return 0

    monkeypatch.setattr(app, "run", open_and_enlarge)
    usual = load_settings()
    assert program.main(["--demo"]) == 0
    assert load_settings() == replace(usual, text_scale=120)
    assert home.exists()


def test_check_does_not_begin_an_empty_database(
    postgres_server: URL, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STIPDESK_HOME", str(tmp_path))
    url = new_postgres_database(postgres_server)
    assert program.main(["check", "--database", url]) == 1
    assert "está vazio" in capsys.readouterr().err
    assert program.main(["check", "--database", url]) == 1, "the first answer made no tables"
