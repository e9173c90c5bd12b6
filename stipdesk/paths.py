"""Where the program's own files and the office's data are, from the source tree and from the packaged program."""

import os
import sys
from pathlib import Path

from platformdirs import user_data_path


def resource(*parts: str) -> Path:
    """The path of a file shipped with the program, under `resources/`; it is not checked to exist.

    PyInstaller unpacks the bundle in the folder named by `sys._MEIPASS`; from the source tree `resources/` stands
    beside the package.
    """
    bundle: object = getattr(sys, "_MEIPASS", None)
    root = Path(bundle) if isinstance(bundle, str) else Path(__file__).resolve().parents[1]
    return root.joinpath("resources", *parts)


def data_folder() -> Path:
    """The folder of this computer's user for the database, keys and logs; nothing is created.

    `STIPDESK_HOME` puts it elsewhere, for tests and for a technician who keeps two desks apart.
    """
    home = os.environ.get("STIPDESK_HOME")
    return Path(home) if home else user_data_path("stipdesk", appauthor=False)
