"""Settings are stored whole, read back as they were, and a file that makes no sense is never written over."""

import json
import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from stipdesk.domain.errors import EnvironmentFault
from stipdesk.settings import Theme, load_settings, save_settings, settings_file
from tests.cases.loading import Case, cases


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "Área de Trabalho" / "João Ação"
    monkeypatch.setenv("STIPDESK_HOME", str(folder))
    monkeypatch.delenv("STIPDESK_DATABASE_URL", raising=False)
    return folder


def test_without_a_file_everything_is_in_the_data_folder(home: Path) -> None:
    settings = load_settings()
    assert settings.database_url == f"sqlite:///{home.as_posix()}/stipdesk.sqlite"
    assert settings.keys_folder == home / "keys"
    assert (settings.text_scale, settings.theme) == (100, Theme.SYSTEM)
    assert not home.exists()


def test_every_setting_comes_back(home: Path) -> None:
    chosen = replace(
        load_settings(),
        database_url="postgresql+psycopg://balcao@servidor/stipdesk",
        keys_folder=home / "chaves",
        text_scale=150,
        theme=Theme.DARK,
        print_directly=True,
    )
    save_settings(chosen)
    assert load_settings() == chosen


@pytest.mark.parametrize("case", cases("Q020"))
def test_a_switch_comes_back_as_it_was(case: Case) -> None:
    save_settings(replace(load_settings(), print_directly=True))
    save_settings(replace(load_settings(), print_directly=case.input["value"]))
    assert load_settings().print_directly is case.expected["value"]


def test_a_moved_folder_goes_on_working(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_settings(replace(load_settings(), text_scale=120))
    moved = home.rename(home.with_name("Cópia"))
    monkeypatch.setenv("STIPDESK_HOME", str(moved))
    assert load_settings().text_scale == 120
    assert load_settings().keys_folder == moved / "keys"


def test_the_database_of_one_run_is_not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    save_settings(replace(load_settings(), database_url="sqlite:///do-balcao.sqlite"))
    monkeypatch.setenv("STIPDESK_DATABASE_URL", "sqlite:///de-teste.sqlite")
    assert load_settings().database_url == "sqlite:///de-teste.sqlite"
    save_settings(replace(load_settings(), theme=Theme.LIGHT))
    monkeypatch.delenv("STIPDESK_DATABASE_URL")
    assert load_settings().database_url == "sqlite:///do-balcao.sqlite"
    assert load_settings().theme is Theme.LIGHT


BROKEN = [
    "",
    "{",
    "[]",
    '{"text_scale": "grande"}',
    '{"text_scale": 1000}',
    '{"text_scale": true}',
    '{"print_directly": "false"}',
    '{"theme": "azul"}',
    '{"database_url": null}',
    '{"data_base_url": "sqlite:///x"}',
]


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_file_is_told_and_kept(home: Path, text: str) -> None:
    settings = load_settings()
    home.mkdir(parents=True)
    settings_file().write_text(text, "utf-8")
    with pytest.raises(EnvironmentFault) as fault:
        load_settings()
    assert str(settings_file()) in fault.value.happened
    with pytest.raises(EnvironmentFault):
        save_settings(replace(settings, text_scale=150))
    assert settings_file().read_text("utf-8") == text


def test_a_file_that_is_no_text_is_told(home: Path) -> None:
    home.mkdir(parents=True)
    settings_file().write_bytes(b"\xff\xfe\x00{")
    with pytest.raises(EnvironmentFault):
        load_settings()


def test_only_what_differs_is_written_and_nothing_is_left_beside(home: Path) -> None:
    save_settings(replace(load_settings(), theme=Theme.DARK))
    assert json.loads(settings_file().read_text("utf-8")) == {"theme": "dark"}
    assert [path.name for path in home.iterdir()] == ["settings.json"]


@pytest.mark.skipif(os.name == "nt", reason="Windows protects the user's folder, not the file's mode")
def test_only_the_owner_reads_the_file() -> None:
    save_settings(load_settings())
    assert stat.S_IMODE(settings_file().stat().st_mode) == 0o600


def test_a_folder_that_cannot_be_written_is_told(home: Path) -> None:
    settings = load_settings()
    home.parent.mkdir(parents=True)
    home.write_text("a file where the folder should be")
    with pytest.raises(EnvironmentFault):
        save_settings(settings)
    assert home.read_text() == "a file where the folder should be"
