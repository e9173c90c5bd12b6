"""What is set per computer: which database, where the keys are, how the window looks.

Kept as JSON in the data folder, only where it differs from the default, so that a folder that is moved goes on
working. `STIPDESK_DATABASE_URL` overrides the database of one run and is never stored.
"""

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from pathlib import Path

from stipdesk.domain.errors import EnvironmentFault
from stipdesk.paths import data_folder

DATABASE_VARIABLE = "STIPDESK_DATABASE_URL"
TEXT_SCALES = range(80, 201)


class Theme(StrEnum):
    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Settings:
    """`text_scale` is in per cent. With `print_directly` a document goes to the default printer without its dialog.

    `institution` is who inspected last at this computer, proposed for the next inspection (art. 18, § 1º).
    """

    database_url: str
    keys_folder: Path
    text_scale: int = 100
    theme: Theme = Theme.SYSTEM
    print_directly: bool = False
    institution: str = ""


def settings_file() -> Path:
    return data_folder() / "settings.json"


def load_settings() -> Settings:
    """The settings of this computer; `EnvironmentFault` for a file that cannot be understood, which stays as it is.

    Going on with the defaults instead would open an empty local database where the office expects its own.
    """
    stored = _stored_settings()
    database_url = os.environ.get(DATABASE_VARIABLE)
    return replace(stored, database_url=database_url) if database_url else stored


def save_settings(settings: Settings) -> None:
    """Stores `settings` whole or not at all; a database that came from the environment is not stored."""
    stored = _stored_settings()
    if settings.database_url == os.environ.get(DATABASE_VARIABLE):
        settings = replace(settings, database_url=stored.database_url)
    defaults = _defaults()
    changed = {
        field.name: _to_json(getattr(settings, field.name))
        for field in fields(Settings)
        if getattr(settings, field.name) != getattr(defaults, field.name)
    }
    path = settings_file()
    try:
        _write_whole(path, json.dumps(changed, ensure_ascii=False, indent=2) + "\n")
    except OSError as error:
        raise EnvironmentFault(
            f"Não foi possível gravar a configuração em {path} ({error.strerror}).",
            "A configuração anterior foi mantida.",
            "Verifique o espaço em disco e a permissão da pasta e tente de novo.",
        ) from error


def _defaults() -> Settings:
    folder = data_folder()
    return Settings(database_url=f"sqlite:///{(folder / 'stipdesk.sqlite').as_posix()}", keys_folder=folder / "keys")


def _stored_settings() -> Settings:
    path = settings_file()
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return _defaults()
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(path, str(error)) from error
    try:
        stored = json.loads(text)
    except json.JSONDecodeError as error:
        raise _unreadable(path, f"linha {error.lineno}, coluna {error.colno}") from error
    if not isinstance(stored, dict):
        raise _unreadable(path, "não é um objeto JSON")
    unknown = stored.keys() - {field.name for field in fields(Settings)}
    if unknown:
        raise _unreadable(path, f"opção desconhecida: {', '.join(sorted(unknown))}")
    return _from_json(path, stored)


def _from_json(path: Path, stored: Mapping[str, object]) -> Settings:
    settings = _defaults()
    for name, value in stored.items():
        match name, value:
            case "database_url", str() if value:
                settings = replace(settings, database_url=value)
            case "keys_folder", str() if value:
                settings = replace(settings, keys_folder=Path(value))
            case "text_scale", int() if not isinstance(value, bool) and value in TEXT_SCALES:
                settings = replace(settings, text_scale=value)
            case "theme", str() if value in list(Theme):
                settings = replace(settings, theme=Theme(value))
            case "print_directly", bool():
                settings = replace(settings, print_directly=value)
            case "institution", str():
                settings = replace(settings, institution=value)
            case _:
                raise _unreadable(path, f"valor que não serve em {name}: {json.dumps(value, ensure_ascii=False)}")
    return settings


def _to_json(value: object) -> object:
    return str(value) if isinstance(value, Path) else value


def _unreadable(path: Path, why: str) -> EnvironmentFault:
    return EnvironmentFault(
        f"O arquivo de configuração {path} não pôde ser entendido ({why}).",
        "Ele foi mantido como está e nenhum dado foi alterado.",
        "Corrija-o, ou mude o nome dele para recomeçar com a configuração padrão.",
    )


def _write_whole(path: Path, text: str) -> None:
    """Replaces the file in one step; only its owner may read it, since a database address can hold a password."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=path.name, dir=path.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
