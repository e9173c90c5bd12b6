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
    desk = open_desk(url, keys)
    with closing(desk.database):
        loaded = demo.load(desk, arguments.drivers, arguments.seed, None if arguments.json else _show_days)
    access: dict[str, object] = {
        "keys": str(keys), "user": demo.COUNTER_LOGIN, "password": demo.PASSWORD, "passphrase": demo.PASSPHRASE,
    }  # fmt: skip
    text = (
        f"Repartição fictícia criada: {loaded.operators} operadoras, {loaded.drivers} prestadores, "
        f"{loaded.vehicles} veículos, {loaded.inspections} vistorias, {loaded.authorizations} CAA e "
        f"{loaded.infractions} autos.\nUsuário {demo.COUNTER_LOGIN}, senha “{demo.PASSWORD}”, frase-senha da chave "
        f"“{demo.PASSPHRASE}”.\nChaves em {keys}."
    )
    return Answer(text, asdict(loaded) | access)


def _seal(arguments: argparse.Namespace, settings: Settings) -> Answer:
    plate = Plate.parse(arguments.plate)
    desk = _open(arguments, settings)
    with closing(desk.database):
        _sign_in(desk, arguments.user)
        vehicle_id = registers.holder_of(desk, SubjectKind.VEHICLE, plate)
        return _paper(desk, inspections.seal_document(desk, vehicle_id), arguments.out)


def _certificate(arguments: argparse.Namespace, settings: Settings) -> Answer:
    kind, document = _holder(arguments.document)
    desk = _open(arguments, settings)
    with closing(desk.database):
        _sign_in(desk, arguments.user)
        holder_id = registers.holder_of(desk, kind, document)
        if arguments.issue:
            office.unlock_key(desk, _secret(desk, PASSPHRASE_VARIABLE, "Frase-senha da chave: ", demo.PASSPHRASE))
            return _paper(desk, authorizations.issue(desk, kind, holder_id).document_id, arguments.out)
        return _paper(desk, authorizations.certificate_document(desk, kind, holder_id), arguments.out)


def _verify(arguments: argparse.Namespace, settings: Settings) -> Answer:
    desk = _open(arguments, settings)
    with closing(desk.database):
        found = verification.verify_any(desk, arguments.what)
    good = all(each.state in (VerificationState.VALID, VerificationState.EXTENDED) for each in found)
    return Answer("\n\n".join(map(_told, found)), {"papers": [_as_data(each) for each in found]}, good)


def _check(arguments: argparse.Namespace, settings: Settings) -> Answer:
    desk = _open(arguments, settings)
    with closing(desk.database):
        findings = checking.check(desk)
    if not findings:
        text = "Tudo confere: arquivo, referências, proteções, diário, registros, séries, documentos e busca."
        return Answer(text, {"findings": []})
    data: dict[str, object] = {"findings": [asdict(finding) for finding in findings]}
    return Answer("\n".join(finding.message for finding in findings), data, good=False)


_VERBS: dict[str, Callable[[argparse.Namespace, Settings], Answer]] = {
    "demo": _demo,
    "seal": _seal,
    "certificate": _certificate,
    "verify": _verify,
    "check": _check,
}


def _open(arguments: argparse.Namespace, settings: Settings) -> Desk:
    """A desk on a database that exists: none of these verbs begins one."""
    url = arguments.database or settings.database_url
    file = sqlite_file(url)
    if url.startswith("sqlite") and (file is None or not file.is_file() or file.stat().st_size == 0):
        raise EnvironmentFault(
            f"Não há banco de dados em {file or url}.", "Nada foi criado.", "Confira o endereço em --database."
        )
    return open_desk(url, arguments.keys or keys_folder(url, settings.keys_folder), create=False)


def _sign_in(desk: Desk, login: str | None) -> None:
    """Drawing a paper for the first time is an act like any other. In a fictitious office anybody is the attendant."""
    if login is None and demo.is_demo(desk):
        login = demo.COUNTER_LOGIN
    if login is None:
        raise Refused("Diga em --user quem imprime.")
    actor = users.sign_in(desk, login, _secret(desk, PASSWORD_VARIABLE, "Senha: ", demo.PASSWORD))
    if actor.must_change_password:
        raise Refused("Troque a senha inicial no programa antes de usar este comando.")


def _secret(desk: Desk, variable: str, question: str, of_demo: str) -> str:
    given = os.environ.get(variable)
    if given is not None:
        return given
    if demo.is_demo(desk):
        return of_demo
    if sys.stdin is None or not sys.stdin.isatty():
        raise Refused(f"Falta a senha: defina {variable} ou chame de um terminal.")
    return getpass.getpass(question)


def _holder(text: str) -> tuple[SubjectKind, str]:
    """A CPF has eleven digits and a CNPJ fourteen places, which may hold letters."""
    try:
        return SubjectKind.DRIVER, Cpf.parse(text)
    except InvalidValue as not_cpf:
        try:
            return SubjectKind.OPERATOR, Cnpj.parse(text)
        except InvalidValue as not_cnpj:
            raise (not_cnpj if sum(map(str.isalnum, text)) > Cpf.length else not_cpf) from None


def _paper(desk: Desk, document_id: UUID, out: Path) -> Answer:
    view = documents.view(desk, document_id)
    try:
        out.write_bytes(view.pdf)
    except OSError as error:
        raise Refused(f"O PDF não pôde ser gravado em {out} ({error.strerror}).") from error
    data: dict[str, object] = {
        "kind": view.line.kind, "number": view.line.number, "sha256": view.line.sha256, "out": str(out),
    }  # fmt: skip
    return Answer(f"{view.line.number} gravado em {out}.", data)


def _told(found: Verification) -> str:
    lines = [
        f"{found.verdict}: {found.explanation}",
        found.title,
        *(f"  {name}: {text}" for name, text in found.described),
    ]
    return "\n".join(line for line in lines if line)


def _as_data(found: Verification) -> dict[str, object]:
    return asdict(found) | {"described": dict(found.described)}


def _show_days(done: int, total: int) -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"\r{done} de {total} dias", end="" if done < total else "\n", file=sys.stderr, flush=True)


# The command line itself


class _Parser(argparse.ArgumentParser):
    """Speaks Portuguese and takes no abbreviations, so that a new option never changes what an old line means."""

    def __init__(self, prog: str, description: str, **options: object) -> None:
        del options  # what argparse hands down from the parser above
        super().__init__(prog=prog, description=description, add_help=False, allow_abbrev=False)
        self.needed = self.add_argument_group("argumentos")
        self.options = self.add_argument_group("opções")
        self.options.add_argument("-h", "--help", action="help", help="mostra esta ajuda e termina")

    def format_usage(self) -> str:
        return super().format_usage().replace("usage:", "uso:", 1)

    def format_help(self) -> str:
        return super().format_help().replace("usage:", "uso:", 1)

    def error(self, message: str) -> NoReturn:
        for pattern, portuguese in _IN_PORTUGUESE:
            message = re.sub(pattern, portuguese, message)
        self.print_usage(sys.stderr)
        self.exit(2, f"{message}\n")


_IN_PORTUGUESE = (
    (r"^the following arguments are required: (.*)$", r"Falta informar: \1."),
    (r"^unrecognized arguments: (.*)$", r"Não entendi: \1."),
    (r"^argument (\S+): invalid int value: '(.*)'$", r"\1: “\2” não é um número inteiro."),
    (r"^argument (\S+): expected one argument$", r"\1 precisa de um valor."),
    (r"^argument (\S+): invalid choice: '?(.*?)'? \(choose from .*$", r"\1: “\2” não existe."),
)


def _parser() -> _Parser:
    parser = _Parser(
        "stipdesk", "Balcão da CMTU: transporte por aplicativo (Lei 2.054/2022). Sem verbo, abre a janela."
    )
    parser.options.add_argument("--demo", action="store_true", help="abre a janela em uma repartição fictícia")
    verbs = parser.add_subparsers(dest="verb", title="verbos", metavar="VERBO", required=True, parser_class=_Parser)

    def verb(name: str, purpose: str) -> _Parser:
        made = verbs.add_parser(
            name, help=purpose, prog=f"stipdesk {name}", description=f"{purpose[0].upper()}{purpose[1:]}."
        )
        made.options.add_argument("--database", metavar="ENDEREÇO", help="banco de dados; sem ele, o deste computador")
        made.options.add_argument("--keys", metavar="PASTA", type=Path, help="pasta das chaves de assinatura")
        made.options.add_argument("--json", action="store_true", help="responde em JSON")
        return made

    def paper(name: str, purpose: str) -> _Parser:
        made = verb(name, purpose)
        made.options.add_argument("--out", metavar="ARQUIVO.pdf", type=Path, required=True, help="onde gravar o PDF")
        made.options.add_argument(
            "--user", metavar="USUÁRIO", help=f"quem imprime; a senha vem de {PASSWORD_VARIABLE} ou é perguntada"
        )
        return made

    made = verb("demo", "cria uma repartição fictícia em um banco de dados vazio")
    made.options.add_argument("--drivers", metavar="N", type=int, default=200, help="quantos prestadores (200)")
    made.options.add_argument("--seed", metavar="N", type=int, default=demo.SEED, help="a mesma dá os mesmos dados")
    made = paper("seal", "grava em PDF o selo mais novo de uma placa")
    made.needed.add_argument("plate", metavar="PLACA", help="em qualquer das duas formas")
    made = paper("certificate", "grava em PDF o CAA mais novo de um CPF ou CNPJ")
    made.needed.add_argument("document", metavar="CPF-ou-CNPJ", help="do prestador ou da empresa operadora")
    made.options.add_argument(
        "--issue", action="store_true", help=f"emite um novo; a frase-senha vem de {PASSPHRASE_VARIABLE}"
    )
    made = verb("verify", "confere um documento pelo texto do QR code, pelo PDF ou por uma imagem")
    made.needed.add_argument("what", metavar="TEXTO-ou-ARQUIVO", help="o texto lido, ou um arquivo PDF, PNG ou JPEG")
    verb("check", "confere o banco de dados: integridade, referências, diário, séries, documentos e busca")
    return parser
