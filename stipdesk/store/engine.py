"""The two databases: opened the same way, refused for the same reasons, told apart nowhere else but in `store`."""

import logging
import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, ProgrammingError
from sqlalchemy.orm import Session

from stipdesk.domain.errors import EnvironmentFault

__all__ = ["Database", "Session", "open_database", "ping", "refuse_shared_location", "sqlite_file"]

_log = logging.getLogger(__name__)
_PRAGMAS = (
    "busy_timeout=10000",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "recursive_triggers=ON",
    "cache_size=-65536",
    "trusted_schema=OFF",
    "temp_store=MEMORY",
)
_NETWORK_FILESYSTEMS = frozenset(
    {
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ncpfs", "ceph", "glusterfs", "vboxsf", "davfs",
        "fuse.sshfs", "fuse.davfs2", "fuse.rclone", "fuse.gvfsd-fuse", "fuse.glusterfs", "fuse.onedriver",
        "fuse.google-drive-ocamlfuse",
    }
)  # fmt: skip
_SYNCED_FOLDERS = (
    "onedrive", "dropbox", "google drive", "googledrive", "meu drive", "my drive", "icloud", "clouddocs", "nextcloud",
    "owncloud",
)  # fmt: skip
_MINIMUM_FREE_BYTES = 200 * 1024 * 1024
_NOTHING_LOST = "Nada foi gravado pela metade."
_CONNECTION_LOST = "08"


class Database:
    """One opened database. `reading` never writes; `writing` takes the writer's place at once on both engines."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.is_sqlite = engine.dialect.name == "sqlite"

    @property
    def description(self) -> str:
        """How the status bar names it, without user or password."""
        url = self.engine.url
        return "SQLite local" if self.is_sqlite else f"PostgreSQL · {url.host or 'local'}/{url.database}"

    @contextmanager
    def reading(self) -> Iterator[Session]:
        with _translated(), self.engine.connect() as connection, Session(connection, autoflush=False) as session:
            connection.info["intent"] = "read"
            yield session
            session.rollback()

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose transaction commits when the block ends well and is rolled back otherwise."""
        with (
            _translated(),
            self.engine.connect() as connection,
            Session(connection, autoflush=False, expire_on_commit=False) as session,
        ):
            connection.info["intent"] = "write"
            try:
                yield session
                session.commit()
            except BaseException:
                session.rollback()
                raise

    def close(self) -> None:
        self.engine.dispose()


def open_database(url: str) -> Database:
    """Connect to `url` (`sqlite:///…` or `postgresql+psycopg://…`) without looking at its schema.

    Raises `EnvironmentFault` for a malformed address, a SQLite file on a network share or in a synced folder,
    a folder that cannot be written, a full disk, a damaged file, or a server that does not answer.
    """
    parsed = _parsed(url)
    if parsed.get_backend_name() == "sqlite":
        return Database(_sqlite_engine(parsed.set(drivername="sqlite")))
    if parsed.get_backend_name() == "postgresql":
        return Database(_postgresql_engine(parsed.set(drivername="postgresql+psycopg")))
    raise _bad_address()


def sqlite_file(url: str) -> Path | None:
    """The file of a SQLite address, `None` for any other database. Raises `EnvironmentFault` like `open_database`."""
    parsed = _parsed(url)
    return Path(parsed.database) if parsed.get_backend_name() == "sqlite" and parsed.database else None


def server_name(url: str) -> str:
    """What tells one server database from another in a file name, without user or password."""
    parsed = _parsed(url)
    return re.sub(r"[^\w.-]+", "-", f"{parsed.host or 'local'}-{parsed.port or ''}-{parsed.database or ''}")


def _parsed(url: str) -> URL:
    try:
        return make_url(url)
    except (ArgumentError, ValueError) as error:
        raise _bad_address() from error


def refuse_shared_location(path: Path) -> None:
    """SQLite on a share or in a synced folder loses data: say so before the first byte (case B001)."""
    # As typed and as it really is: a link or a mapped letter may hide a share.
    places = {path.absolute(), path.resolve()}
    unc = any(str(place).startswith(("\\\\", "//")) for place in (path, *places))
    shared = unc or any(_is_network_drive(place) for place in places)
    synced = any(name in part.casefold() for place in places for part in place.parts[:-1] for name in _SYNCED_FOLDERS)
    if shared or synced:
        where = "numa pasta sincronizada" if synced else "numa pasta de rede"
        raise EnvironmentFault(
            f"O banco de dados local não pode ficar {where}: dois computadores gravando nele o corromperiam.",
            "Nada foi criado nem alterado.",
            "Escolha uma pasta deste computador ou, para vários balcões, use um servidor PostgreSQL.",
        )


def _sqlite_engine(url: URL) -> Engine:
    if url.database and url.database != ":memory:":
        _prepare_file(Path(url.database))
    engine = create_engine(url, hide_parameters=True)
    opened: set[Path] = set()

    def refuse_vanished(*_arguments: object) -> None:
        # A file moved away while open would take what is written with it, and an empty one would come in its place.
        for path in opened:
            if not path.exists():
                raise _vanished(path)

    event.listen(engine, "do_connect", refuse_vanished)

    @event.listens_for(engine, "connect")
    def configure(connection: sqlite3.Connection, _record: object) -> None:
        # The driver must not open transactions by itself: we say when, and of which kind.
        connection.isolation_level = None
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        if url.database and url.database != ":memory:":
            opened.add(Path(url.database).absolute())

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        refuse_vanished()
        # A deferred transaction that reads and then writes fails at once when another one wrote in between,
        # whatever the timeout: units of work that write take the lock first (case B013).
        writing = connection.info.get("intent") == "write"
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _postgresql_engine(url: URL) -> Engine:
    return create_engine(
        url,
        hide_parameters=True,
        pool_pre_ping=True,
        connect_args={
            "connect_timeout": 10,
            "application_name": "stipdesk",
            "options": "-c timezone=UTC -c jit=off -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s",
        },
    )


def _prepare_file(path: Path) -> None:
    try:
        refuse_shared_location(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        target = path if path.exists() else path.parent
        writable = not path.is_dir() and os.access(target, os.W_OK) and os.access(path.parent, os.W_OK)
        free = shutil.disk_usage(path.parent).free
    except (OSError, RuntimeError) as error:  # RuntimeError: a link that leads to itself
        raise _unwritable(path.parent) from error
    if not writable:
        raise _unwritable(path.parent)
    if free < _MINIMUM_FREE_BYTES:
        raise EnvironmentFault(
            "O disco está quase cheio (menos de 200 MB livres).",
            "Os dados já gravados estão intactos.",
            "Libere espaço e abra o programa de novo.",
        )


def _is_network_drive(path: Path) -> bool:
    if sys.platform == "win32":
        import ctypes

        remote_drive = 4
        return ctypes.windll.kernel32.GetDriveTypeW(path.anchor) == remote_drive
    mounts = Path("/proc/self/mounts")
    if not mounts.exists():
        return False
    return filesystem_of(path, mounts.read_text(encoding="utf-8", errors="replace")) in _NETWORK_FILESYSTEMS


def filesystem_of(path: Path, mounts: str) -> str:
    """The kind of file system an absolute path lies on, by the text of Linux's `/proc/self/mounts`."""
    best, kind = "", ""
    for line in mounts.splitlines():
        _, escaped, filesystem, *_ = line.split(" ")
        point = re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), escaped)
        # Of two on the same point the later one hides the earlier.
        if path.is_relative_to(point) and len(point) >= len(best):
            best, kind = point, filesystem
    return kind


def _bad_address() -> EnvironmentFault:
    return EnvironmentFault(
        "O endereço do banco de dados não foi entendido.",
        "Nada foi alterado.",
        "Use sqlite:///caminho/arquivo.db ou postgresql://usuario@servidor/banco.",
    )


def _unwritable(folder: Path) -> EnvironmentFault:
    return EnvironmentFault(
        f"Não há permissão para gravar na pasta “{folder.name}” do banco de dados.",
        "Os dados já gravados estão intactos.",
        "Peça ao técnico permissão de escrita nessa pasta ou escolha outra.",
    )


def _vanished(path: Path) -> EnvironmentFault:
    return EnvironmentFault(
        f"O arquivo do banco de dados não está mais em {path}.",
        _NOTHING_LOST,
        "Traga-o de volta ao lugar, com os arquivos de mesmo nome, e repita; o que você digitou continua na tela.",
    )


@contextmanager
def _translated() -> Iterator[None]:
    """The database's failures in the words of the desk; programming errors pass untouched."""
    try:
        yield
    except DBAPIError as error:
        fault = _fault(error)
        if fault is None:
            raise
        # What the desk says is for whoever attends; the technician finds the server's own words here.
        _log.warning("database: %s %s", _code(error), error.orig)
        raise fault from error


# By SQLite's error names and PostgreSQL's SQLSTATE: the messages themselves come in the server's language.
_FAULTS: tuple[tuple[tuple[str, ...], tuple[str, str, str]], ...] = (
    (
        ("SQLITE_FULL", "53100"),
        (
            "O disco encheu durante a gravação.",
            _NOTHING_LOST,
            "Libere espaço e repita a operação; o que você digitou continua na tela.",
        ),
    ),
    (
        ("SQLITE_CORRUPT", "SQLITE_NOTADB", "XX001", "XX002"),
        (
            "O arquivo do banco de dados está danificado ou não é um banco do stipdesk.",
            "O arquivo não foi alterado.",
            "Guarde uma cópia dele e restaure a última cópia de segurança.",
        ),
    ),
    (
        ("SQLITE_READONLY", "25006", "42501"),
        ("Não há permissão para gravar neste banco de dados.", _NOTHING_LOST, "Peça ao técnico permissão de escrita."),
    ),
    (
        ("SQLITE_BUSY", "SQLITE_LOCKED", "55P03", "40001", "40P01"),
        (
            "O banco de dados está ocupado com outra gravação há mais de dez segundos.",
            _NOTHING_LOST,
            "Espere um instante e repita; o que você digitou continua na tela.",
        ),
    ),
    (
        ("SQLITE_CANTOPEN", "SQLITE_IOERR"),
        (
            "O disco não deixou ler ou gravar o arquivo do banco de dados.",
            _NOTHING_LOST,
            "Confira se o disco está ligado e com espaço e repita; o que você digitou continua na tela.",
        ),
    ),
    (
        (_CONNECTION_LOST, "28", "3D", "53", "57P"),
        (
            "O servidor do banco de dados não respondeu.",
            _NOTHING_LOST,
            "Confira a rede, o servidor, o nome do banco e a senha e repita; o que você digitou continua na tela.",
        ),
    ),
)


def _fault(error: DBAPIError) -> EnvironmentFault | None:
    if error.statement is None and isinstance(error, ProgrammingError):
        return _bad_address()  # an option of the address that the driver does not know
    code = _code(error)
    for prefixes, words in _FAULTS:
        if code.startswith(prefixes):
            return EnvironmentFault(*words)
    return None


def _code(error: DBAPIError) -> str:
    """SQLite's name of the error or PostgreSQL's SQLSTATE; that of a lost connection when there is no server to ask."""
    if isinstance(error.orig, sqlite3.Error):
        return str(getattr(error.orig, "sqlite_errorname", ""))
    code = getattr(error.orig, "sqlstate", None)
    lost = error.connection_invalidated or (code is None and isinstance(error, OperationalError))
    return _CONNECTION_LOST if lost else code or ""


def ping(database: Database) -> None:
    """Raise `EnvironmentFault` unless the database answers."""
    with database.reading() as session:
        session.execute(text("SELECT 1"))
