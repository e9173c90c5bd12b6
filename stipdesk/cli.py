"""The batch verbs: the same services without the window, for the office's technician and for tests."""

import argparse
import getpass
import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from stipdesk.bootstrap import open_desk
from stipdesk.domain.errors import DeskError, InvalidValue, Refused
from stipdesk.domain.identifiers import Cnpj, Cpf, Plate
from stipdesk.domain.registers import SubjectKind
from stipdesk.services import authorizations, checking, demo, documents, inspections, registers, users
from stipdesk.services import verification as verification_service
from stipdesk.services.access import Desk
from stipdesk.settings import Settings
from stipdesk.signing.verification import Verification, VerificationState

PASSWORD_VARIABLE = "STIPDESK_PASSWORD"
FAILED = 1


@dataclass(frozen=True)
class Answer:
    """What a verb says: for a person, for a program, and whether it went well."""

    text: str
    data: dict[str, object]
    good: bool = True


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Carry out the verb and print its answer; 0, or 1 with the reason in one line."""
    try:
        answer = _VERBS[arguments.verb](arguments, settings)
    except DeskError as error:
        answer = Answer(str(error), {"error": str(error)}, good=False)
    if arguments.json:
        print(json.dumps({"ok": answer.good} | answer.data, ensure_ascii=False, default=str))
    else:
        print(answer.text, file=sys.stdout if answer.good else sys.stderr)
    return 0 if answer.good else FAILED


def add_verbs(parser: argparse.ArgumentParser) -> None:
    """Describe the verbs to the command line."""
    verbs = parser.add_subparsers(dest="verb", title="verbos", metavar="VERBO")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--database", metavar="ENDEREÇO", help="banco de dados; sem ele, o deste computador")
    common.add_argument("--keys", metavar="PASTA", type=Path, help="pasta das chaves de assinatura")
    common.add_argument("--json", action="store_true", help="responde em JSON")
    signed_in = argparse.ArgumentParser(add_help=False)
    signed_in.add_argument(
        "--user", metavar="USUÁRIO", help=f"quem imprime; a senha vem de {PASSWORD_VARIABLE} ou é perguntada"
    )
    made = verbs.add_parser("demo", parents=[common], help="cria uma repartição fictícia em um banco vazio")
    made.add_argument("--drivers", metavar="N", type=int, default=200, help="quantos prestadores (200)")
    made.add_argument("--seed", metavar="N", type=int, default=demo.SEED, help="a mesma semente dá os mesmos dados")
    made = verbs.add_parser("seal", parents=[common, signed_in], help="o selo em vigor de uma placa, em PDF")
    made.add_argument("plate", metavar="PLACA")
    made.add_argument("--out", metavar="ARQUIVO.pdf", type=Path, required=True)
    made = verbs.add_parser("certificate", parents=[common, signed_in], help="o CAA em vigor de um CPF ou CNPJ, em PDF")
    made.add_argument("document", metavar="CPF-ou-CNPJ")
    made.add_argument("--out", metavar="ARQUIVO.pdf", type=Path, required=True)
    made = verbs.add_parser("verify", parents=[common], help="confere um documento pelo texto do QR, PDF ou imagem")
    made.add_argument("what", metavar="TEXTO-ou-ARQUIVO")
    verbs.add_parser("check", parents=[common], help="confere o banco: integridade, diário, séries, documentos")


def _demo(arguments: argparse.Namespace, settings: Settings) -> Answer:
    desk = _open(arguments, settings)
    loaded = demo.load(desk, arguments.drivers, arguments.seed, _progress if not arguments.json else None)
    counts = {name: getattr(loaded, name) for name in type(loaded).__slots__}
    made = ", ".join(f"{name}: {count}" for name, count in counts.items())
    text = f"Repartição fictícia criada ({made}).\nUsuário {demo.COUNTER_LOGIN}, senha “{demo.PASSWORD}”, "
    return Answer(f"{text}frase-senha “{demo.PASSPHRASE}”.", counts)


def _seal(arguments: argparse.Namespace, settings: Settings) -> Answer:
    plate = Plate.parse(arguments.plate)
    desk = _signed_in(arguments, settings)
    vehicle_id = registers.holder_of(desk, SubjectKind.VEHICLE, plate)
    return _paper(desk, inspections.seal_document(desk, vehicle_id), arguments.out)


def _certificate(arguments: argparse.Namespace, settings: Settings) -> Answer:
    kind, document = _holder(arguments.document)
    desk = _signed_in(arguments, settings)
    holder_id = registers.holder_of(desk, kind, document)
    return _paper(desk, authorizations.certificate_document(desk, kind, holder_id), arguments.out)


def _verify(arguments: argparse.Namespace, settings: Settings) -> Answer:
    desk = _open(arguments, settings)
    path = Path(arguments.what)
    is_file = "#" not in arguments.what and _exists(path)
    found = (
        verification_service.verify_file(desk, path) if is_file else [verification_service.verify(desk, arguments.what)]
    )
    text = "\n\n".join(_told(each) for each in found)
    data: dict[str, object] = {"papers": [_as_data(each) for each in found]}
    good = all(each.state in {VerificationState.VALID, VerificationState.EXTENDED} for each in found)
    return Answer(text, data, good)


def _check(arguments: argparse.Namespace, settings: Settings) -> Answer:
    findings = checking.check(_open(arguments, settings))
    data: dict[str, object] = {"findings": [{"area": each.area, "message": each.message} for each in findings]}
    if not findings:
        return Answer("Tudo confere: arquivo, referências, diário, séries, documentos e busca.", data)
    return Answer("\n".join(each.message for each in findings), data, good=False)


_VERBS: dict[str, Callable[[argparse.Namespace, Settings], Answer]] = {
    "demo": _demo,
    "seal": _seal,
    "certificate": _certificate,
    "verify": _verify,
    "check": _check,
}


def _open(arguments: argparse.Namespace, settings: Settings) -> Desk:
    return open_desk(arguments.database or settings.database_url, arguments.keys or settings.keys_folder)


def _signed_in(arguments: argparse.Namespace, settings: Settings) -> Desk:
    """A desk with somebody at it: drawing a paper for the first time is an act like any other."""
    desk = _open(arguments, settings)
    login = arguments.user or _asked("Usuário: ", "--user")
    users.sign_in(desk, login, _secret(PASSWORD_VARIABLE, "Senha: "))
    return desk


def _secret(variable: str, question: str) -> str:
    given = os.environ.get(variable)
    if given is not None:
        return given
    if not sys.stdin.isatty():
        raise Refused(f"Falta a senha: defina {variable} ou chame de um terminal.")
    return getpass.getpass(question)


def _asked(question: str, option: str) -> str:
    if not sys.stdin.isatty():
        raise Refused(f"Falta {option}.")
    return input(question)


def _holder(text: str) -> tuple[SubjectKind, str]:
    """A CPF has eleven characters and a CNPJ fourteen, which may be letters."""
    try:
        return SubjectKind.DRIVER, Cpf.parse(text)
    except InvalidValue as not_cpf:
        try:
            return SubjectKind.OPERATOR, Cnpj.parse(text)
        except InvalidValue:
            raise not_cpf from None


def _paper(desk: Desk, document_id: UUID, out: Path) -> Answer:
    view = documents.view(desk, document_id)
    try:
        out.write_bytes(view.pdf)
    except OSError as error:
        raise Refused(f"O PDF não pôde ser gravado em {out} ({error.strerror}).") from error
    data: dict[str, object] = {"number": view.line.number, "sha256": view.line.sha256, "out": str(out)}
    return Answer(f"{view.line.number} gravado em {out}.", data)


def _exists(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _told(found: Verification) -> str:
    lines = [f"{found.verdict}: {found.explanation}"]
    if found.title:
        lines.append(found.title)
    lines += [f"  {name}: {value}" for name, value in found.described]
    return "\n".join(lines)


def _as_data(found: Verification) -> dict[str, object]:
    return {
        "state": found.state,
        "verdict": found.verdict,
        "explanation": found.explanation,
        "title": found.title,
        "fields": dict(found.described),
        "valid_until": found.valid_until,
    }


def _progress(done: int, total: int) -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"\r{done} de {total} dias", end="" if done < total else "\n", file=sys.stderr, flush=True)
