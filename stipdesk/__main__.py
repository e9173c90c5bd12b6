"""The command line: opens the desk, or runs one batch verb through the same services."""

import argparse
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
    # The verbs and their services are described only when one is asked for: the window must open at once.
    plain = not given or given == ["--demo"]
    arguments = argparse.Namespace(verb=None, demo=bool(given)) if plain else _parsed(given)
    start_log(SystemClock())
    try:
        settings = load_settings()
    except EnvironmentFault as fault:
        return _told(fault, in_window=arguments.verb is None)
    if arguments.verb is not None:
        from stipdesk import cli

        return cli.run(arguments, settings)
    if arguments.demo:
        settings = demo_settings(settings)
        if not has_display():
            return _demo_without_display(settings)
    from stipdesk.ui import app

    return app.run(sys.argv[:1], settings, save_settings, make_demo_desk if arguments.demo else make_desk)


def make_desk(settings: Settings) -> "Desk":
    """Called in the worker while the sign-in window is already shown."""
    from stipdesk.bootstrap import open_desk

    return open_desk(settings.database_url, settings.keys_folder)


def make_demo_desk(settings: Settings) -> "Desk":
    """The fictitious office, made at its first opening."""
    from stipdesk.services import demo, office

    desk = make_desk(settings)
    if not office.exists(desk):
        demo.load(desk, _DEMO_DRIVERS)
    return desk


def demo_settings(settings: Settings) -> Settings:
    """Settings for the fictitious office: a database and keys of its own beside the real ones."""
    from stipdesk.paths import data_folder

    folder = data_folder() / "demonstracao"
    return replace(
        settings, database_url=f"sqlite:///{(folder / 'demo.sqlite').as_posix()}", keys_folder=folder / "keys"
    )


def has_display() -> bool:
    """Whether a window can be shown; a platform named in QT_QPA_PLATFORM is taken at its word."""
    if sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _demo_without_display(settings: Settings) -> int:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from tempfile import TemporaryDirectory

    from stipdesk.services import demo
    from stipdesk.ui import scenario

    out = Path("out")
    print("Este computador não tem tela: a visita ao balcão será feita sem ela.", flush=True)
    with TemporaryDirectory(prefix="stipdesk-demo-") as folder:
        fresh = replace(settings, database_url=f"sqlite:///{folder}/demo.sqlite", keys_folder=Path(folder) / "keys")
        try:
            produced = scenario.perform(fresh, make_demo_desk, out, demo.COUNTER_LOGIN, demo.PASSWORD, demo.PASSPHRASE)
        except DeskError as error:
            print(error, file=sys.stderr)
            return 1
    print(
        f"Certificado: {produced.certificate}\nSelo: {produced.seal}\nTelas: {len(produced.screens)} em {out}{os.sep}"
    )
    return 0


def _parsed(argv: Sequence[str]) -> argparse.Namespace:
    from stipdesk import cli

    parser = argparse.ArgumentParser(
        prog="stipdesk", description="Balcão da CMTU: transporte por aplicativo (Lei 2.054/2022)."
    )
    parser.add_argument("--demo", action="store_true", help="abre uma repartição fictícia")
    cli.add_verbs(parser)
    return parser.parse_args(argv)


def _told(fault: EnvironmentFault, *, in_window: bool) -> int:
    if in_window and has_display():
        from stipdesk.ui import app

        return app.show_fault(sys.argv[:1], fault, Settings("", Path()))
    print(fault, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
