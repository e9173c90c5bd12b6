"""Reads one law file with its schema: every key is asked for by type, and a key nobody asked for is an error."""

import tomllib
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from stipdesk.domain.errors import EnvironmentFault
from stipdesk.domain.legal import is_article

Choice = TypeVar("Choice", bound=StrEnum)


class LawDataError(EnvironmentFault):
    """A law file that cannot be trusted: the program does not start with it."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        super().__init__(
            f"O arquivo da lei “{file}” tem um erro em “{key}”: {problem}." if key else f"“{file}”: {problem}.",
            "Nenhum cadastro foi alterado.",
            "Corrija o arquivo ou instale o programa de novo.",
        )
        self.file = file
        self.key = key
        self.problem = problem


class Table:
    """One table of a law file. Call `close()` when every expected key was read."""

    def __init__(self, file: str, path: str, data: dict[str, object]) -> None:
        self.file = file
        self.path = path
        self._data = data
        self._read: set[str] = set()

    def fail(self, key: str, problem: str) -> LawDataError:
        return LawDataError(self.file, f"{self.path}.{key}".strip("."), problem)

    def has(self, key: str) -> bool:
        return key in self._data

    def text(self, key: str) -> str:
        value = self._value(key)
        if not isinstance(value, str) or value != value.strip() or not value:
            raise self.fail(key, "precisa ser um texto, sem espaços sobrando")
        return value

    def integer(self, key: str, minimum: int = 0) -> int:
        value = self._value(key)
        if type(value) is not int or value < minimum:
            raise self.fail(key, f"precisa ser um número inteiro, no mínimo {minimum}")
        return value

    def flag(self, key: str) -> bool:
        value = self._value(key)
        if not isinstance(value, bool):
            raise self.fail(key, "precisa ser true ou false")
        return value

    def day(self, key: str) -> date:
        value = self._value(key)
        if type(value) is not date:
            raise self.fail(key, "precisa ser uma data como 2022-03-04")
        return value

    def anything(self, key: str) -> object:
        return self._value(key)

    def choice(self, key: str, choices: type[Choice]) -> Choice:
        value = self.text(key)
        if value not in list(choices):
            raise self.fail(key, f"“{value}” não é um de: {', '.join(choices)}")
        return choices(value)

    def article(self, key: str) -> str:
        value = self.text(key)
        if not is_article(value):
            raise self.fail(key, f"“{value}” não é artigo desta lei escrito como “art. 12, § 1º”")
        return value

    def articles(self, key: str) -> tuple[str, ...]:
        values = self.texts(key)
        for value in values:
            if not is_article(value):
                raise self.fail(key, f"“{value}” não é artigo desta lei escrito como “art. 12, § 1º”")
        return values

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._value(key)
        if not isinstance(value, list) or not value:
            raise self.fail(key, "precisa ser uma lista de textos")
        texts = tuple(item for item in value if isinstance(item, str) and item)
        if len(texts) != len(value):
            raise self.fail(key, "precisa ser uma lista de textos")
        return texts

    def table(self, key: str) -> "Table":
        value = self._value(key)
        if not isinstance(value, dict):
            raise self.fail(key, "precisa ser uma tabela")
        return Table(self.file, f"{self.path}.{key}".strip("."), value)

    def tables(self, key: str) -> tuple["Table", ...]:
        """The tables of a list, which may be empty; each is named in errors by its place in it."""
        value = self._value(key)
        if not isinstance(value, list):
            raise self.fail(key, "precisa ser uma lista de tabelas")
        path = f"{self.path}.{key}".strip(".")
        found = []
        for number, item in enumerate(value, start=1):
            if not isinstance(item, dict):
                raise self.fail(key, "precisa ser uma lista de tabelas")
            found.append(Table(self.file, f"{path}[{number}]", item))
        return tuple(found)

    def named(self) -> tuple[tuple[str, "Table"], ...]:
        """Every key with the table it names, in the file's order."""
        return tuple((key, self.table(key)) for key in self._data)

    def codes(self) -> tuple[str, ...]:
        return tuple(self._data)

    def close(self) -> None:
        for key in self._data:
            if key not in self._read:
                raise self.fail(key, "chave desconhecida")

    def _value(self, key: str) -> object:
        if key not in self._data:
            raise self.fail(key, "falta este campo")
        self._read.add(key)
        return self._data[key]


def read_table(folder: Path, file: str) -> Table:
    """The whole file as one table; a missing, unreadable or malformed file raises `LawDataError`."""
    try:
        data: dict[str, object] = tomllib.loads((folder / file).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise LawDataError(file, "", "arquivo da lei não encontrado") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise LawDataError(file, "", f"arquivo da lei que não se consegue ler ({error})") from error
    return Table(file, "", data)
