"""The command line: opens the desk, or runs one batch verb through the same services."""

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from stipdesk.domain.clock import SystemClock
from stipdesk.domain.errors import DeskError, EnvironmentFault
from stipdesk.log import start_log
from stipdesk.settings import Settings, load_settings, save_settings

if TYPE_CHECKING:  # the sign-in window shows before the services are imported
    from stipdesk.services.access import Desk

_DEMO_DRIVERS = 200


def main(argv: Sequence[str] | None = None) -> int:
    """Returns the exit code: 0, 1 with the reason said, 2 for a command line that is not understood."""
    given = list(sys.argv[1:] if argv is None else argv)
    log_folder = start_log(SystemClock())
    if given not in ([], ["--demo"]):
        # The window must open at once, so the verbs are described only when one is asked for.
        from stipdesk import cli

        return cli.main(given, log_folder)
    demo = bool(given)
    try:
        settings = load_settings()
    except EnvironmentFault as fault:
        return _cannot_start(fault)
    if demo:
        return _demo(settings)
    if not has_display():
        return _without_display()
    from stipdesk.ui import app

    return app.run(sys.argv[:1], settings, save_settings, make_desk)


def make_desk(settings: Settings) -> "Desk":
    """Called in the worker while the sign-in window is already shown."""
    from stipdesk.bootstrap import keys_folder, open_desk

    return open_desk(settings.database_url, keys_folder(settings.database_url, settings.keys_folder))


def make_demo_desk(settings: Settings) -> "Desk":
    """The fictitious office, made at its first opening."""
    from stipdesk.bootstrap import demo_keys_folder, open_desk
    from stipdesk.services import demo, office

    desk = open_desk(settings.database_url, demo_keys_folder(settings.database_url))
    try:
        if not office.exists(desk):
            demo.load(desk, _DEMO_DRIVERS)
    except BaseException:
        desk.database.close()
        raise
    return desk


def has_display() -> bool:
    """Whether a window can be shown; a platform named in QT_QPA_PLATFORM is taken at its word."""
    if sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _demo(settings: Settings) -> int:
    """The fictitious office in a file of its own; which database this computer opens is not changed by it."""
    from stipdesk.paths import data_folder

    if not has_display():
        return _demo_without_display(settings)
    file = data_folder() / "demonstracao" / "demonstracao.sqlite"
    shown = replace(settings, database_url=f"sqlite:///{file.as_posix()}")

    def save(changed: Settings) -> None:
        save_settings(replace(changed, database_url=settings.database_url))

    from stipdesk.ui import app

    _say("Repartição fictícia. Usuário: balcao · senha: demonstracao · frase-senha da chave: demonstracao sem valor")
    return app.run(sys.argv[:1], shown, save, make_demo_desk)


def _demo_without_display(settings: Settings) -> int:
    """The whole visit to the counter, off-screen, on an office that is thrown away; papers and pictures stay."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from tempfile import TemporaryDirectory

    from stipdesk.services import demo
    from stipdesk.ui import scenario

    out = Path("out")
    _say("Este computador não tem tela: a visita ao balcão será feita sem ela.")
    with TemporaryDirectory(prefix="stipdesk-", ignore_cleanup_errors=True) as folder:
        fresh = replace(settings, database_url=f"sqlite:///{(Path(folder) / 'demonstracao.sqlite').as_posix()}")
        try:
            produced = scenario.perform(fresh, make_demo_desk, out, demo.COUNTER_LOGIN, demo.PASSWORD, demo.PASSPHRASE)
        except scenario.ScenarioStopped as stopped:
            print(f"A visita parou no meio, porque a janela não fez o esperado ({stopped}).", file=sys.stderr)
            return 1
        except (DeskError, OSError) as error:
            print(error, file=sys.stderr)
            return 1
    _say(f"Certificado: {produced.certificate}\nSelo: {produced.seal}\nTelas: {len(produced.screens)} em {out}{os.sep}")
    return 0


def _cannot_start(fault: EnvironmentFault) -> int:
    if has_display():
        from stipdesk.ui import app

        return app.show_fault(sys.argv[:1], fault, Settings("", Path()))
    print(fault, file=sys.stderr)
    return 1


def _without_display() -> int:
    print(
        "Este computador não tem tela para abrir a janela (DISPLAY não está definido). "
        "Use os comandos de “stipdesk --help” ou “stipdesk --demo”, que funciona sem tela.",
        file=sys.stderr,
    )
    return 1


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
