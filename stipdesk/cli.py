"""The batch verbs: the same services without the window, for the office's technician and for tests."""

import argparse
import getpass
import json
import logging
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NoReturn
from uuid import UUID

from stipdesk.bootstrap import demo_keys_folder, keys_folder, open_desk
from stipdesk.domain.errors import DeskError, EnvironmentFault, InvalidValue, Refused
from stipdesk.domain.identifiers import Cnpj, Cpf, Plate
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import (
    authorizations,
    checking,
    demo,
    documents,
    inspections,
    office,
    registers,
    users,
    verification,
)
from stipdesk.services.access import Desk
from stipdesk.settings import Settings, load_settings
from stipdesk.signing.verification import Verification, VerificationState
from stipdesk.store.engine import sqlite_file

PASSWORD_VARIABLE = "STIPDESK_PASSWORD"
PASSPHRASE_VARIABLE = "STIPDESK_PASSPHRASE"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a verb says: for a person, for a program, and whether it went well."""

    text: str
    data: dict[str, object]
    good: bool = True


def main(argv: Sequence[str], log_folder: Path) -> int:
    """Carry out the verb and print its answer; 0, 1 with the reason in one line, 2 for a line not understood."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # an old console lacks some letters of a name
    try:
        arguments = _parser().parse_args(argv)
    except SystemExit as end:
        return int(end.code or 0)
    try:
        answer = _VERBS[arguments.verb](arguments, load_settings())
    except DeskError as error:
        answer = _failed(str(error))
    except KeyboardInterrupt:
        return 130
    except Exception:
        _log.exception("verb %s", arguments.verb)
        answer = _failed(f"Erro inesperado. Os detalhes foram gravados em {log_folder}.")
    if arguments.json:
        print(json.dumps({"ok": answer.good} | answer.data, ensure_ascii=False, default=str))
    else:
        print(answer.text, file=sys.stdout if answer.good else sys.stderr)
    return 0 if answer.good else 1


def _failed(reason: str) -> Answer:
    line = " ".join(reason.split())
    return Answer(line, {"error": line}, good=False)


# The verbs


def _demo(arguments: argparse.Namespace, settings: Settings) -> Answer:
    url = arguments.database or settings.database_url
    keys = arguments.keys or demo_keys_folder(url)
    progress = None if arguments.json else _show_days
    with closing(open_desk(url, keys).database) as database:
        desk = open_desk(url, keys)
        loaded = demo.load(desk, arguments.drivers, arguments.seed, progress)
    data: dict[str, object] = asdict(loaded) | {
        "seed": arguments.seed, "keys": str(keys), "user": demo.COUNTER_LOGIN, "password": demo.PASSWORD,
        "passphrase": demo.PASSPHRASE,
    }  # fmt: skip
    text = (
        f"Repartição fictícia criada: {loaded.operators} operadoras, {loaded.drivers} prestadores, "
        f"{loaded.vehicles} veículos, {loaded.inspections} vistorias, {loaded.authorizations} CAA e "
        f"{loaded.infractions} autos.\nUsuário {demo.COUNTER_LOGIN}, senha “{demo.PASSWORD}”, frase-senha da chave "
        f"“{demo.PASSPHRASE}”.\nChaves em {keys}."
    )
    return Answer(text, data)
