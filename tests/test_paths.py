"""Where the program looks for its files, and where it would keep the office's."""

import sys
from pathlib import Path

import pytest

from stipdesk.paths import data_folder, resource


def test_resources_stand_beside_the_package_in_the_source_tree() -> None:
    assert resource("law", "parameters.toml").is_file()
    assert resource().name == "resources"


def test_resources_come_from_the_bundle_of_the_packaged_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert resource("law", "texts.toml") == tmp_path / "resources" / "law" / "texts.toml"


def test_asking_for_the_data_folder_creates_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for variable in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA", "USERPROFILE"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))
    folder = data_folder()
    assert folder.name == "stipdesk"
    assert list(tmp_path.iterdir()) == []
