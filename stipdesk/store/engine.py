"""The two databases: opened the same way, refused for the same reasons, told apart nowhere else but in `store`."""

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.orm import Session

from stipdesk.domain.errors import EnvironmentFault

__all__ = ["Database", "Session", "open_database", "ping", "refuse_shared_location", "sqlite_file"]

_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "recursive_triggers=ON",
    "busy_timeout=10000",
    "cache_size=-65536",
    "trusted_schema=OFF",
    "temp_store=MEMORY",
)
_NETWORK_FILESYSTEMS = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs", "afs", "ncpfs"})
_SYNCED_FOLDERS = ("onedrive", "dropbox", "google drive", "googledrive", "icloud", "nextcloud", "owncloud")
_MINIMUM_FREE_BYTES = 200 * 1024 * 1024
_NOTHING_LOST = "Nada foi gravado pela metade."


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
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise _bad_address() from error
    if parsed.get_backend_name() == "sqlite":
        return Database(_sqlite_engine(parsed))
    if parsed.get_backend_name() == "postgresql":
        return Database(_postgresql_engine(parsed))
    raise _bad_address()


def sqlite_file(url: str) -> Path | None:
    """The file of a SQLite address, `None` for any other database."""
    parsed = make_url(url)
    return Path(parsed.database) if parsed.get_backend_name() == "sqlite" and parsed.database else None


def refuse_shared_location(path: Path) -> None:
    """SQLite on a share or in a synced folder loses data: say so before the first byte (case B001)."""
    spelled = str(path)
    shared = spelled.startswith(("\\\\", "//")) or _is_network_drive(path)
    synced = any(name in part.casefold() for part in path.parts[:-1] for name in _SYNCED_FOLDERS)
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

    @event.listens_for(engine, "connect")
    def configure(connection: sqlite3.Connection, _record: object) -> None:
        # The driver must not open transactions by itself: we say when, and of which kind.
        connection.isolation_level = None
        for pragma in _PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A deferred transaction that reads and then writes fails at once when another one wrote in between,
        # whatever the timeout: units of work that write take the lock first (case B013).
        writing = connection.info.get("intent") == "write"
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _postgresql_engine(url: URL) -> Engine:
    if url.drivername == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    return create_engine(
        url,
        hide_parameters=True,
        pool_pre_ping=True,
        connect_args={
            "connect_timeout": 10,
            "application_name": "stipdesk",
            "options": "-c timezone=UTC -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s",
        },
    )


def _prepare_file(path: Path) -> None:
    refuse_shared_location(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(path.parent) from error
    target = path if path.exists() else path.parent
    if not os.access(target, os.W_OK) or not os.access(path.parent, os.W_OK):
        raise _unwritable(path.parent)
    if shutil.disk_usage(path.parent).free < _MINIMUM_FREE_BYTES:
        raise EnvironmentFault(
            "O disco está quase cheio (menos de 200 MB livres).",
            "Os dados já gravados estão intactos.",
            "Libere espaço e abra o programa de novo.",
        )


def _is_network_drive(path: Path) -> bool:
    if sys.platform == "win32":
        import ctypes

        remote_drive = 4
        return ctypes.windll.kernel32.GetDriveTypeW(path.absolute().anchor) == remote_drive
    mounts = Path("/proc/self/mounts")
    if not mounts.exists():
        return False
    absolute = str(path.absolute())
    best, kind = "", ""
    for line in mounts.read_text(encoding="utf-8", errors="replace").splitlines():
        _, point, filesystem, *_ = line.split(" ")
        point = point.replace("\\040", " ")
        if (absolute == point or absolute.startswith(point.rstrip("/") + "/")) and len(point) > len(best):
            best, kind = point, filesystem
    return kind in _NETWORK_FILESYSTEMS


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


@contextmanager
def _translated() -> Iterator[None]:
    """The database's failures in the words of the desk; programming errors pass untouched."""
    try:
        yield
    except DBAPIError as error:
        fault = _fault(error)
        if fault is None:
            raise
        raise fault from error


def _fault(error: DBAPIError) -> EnvironmentFault | None:
    message = str(error.orig).casefold()
    if "disk is full" in message or "no space left" in message:
        return EnvironmentFault(
            "O disco encheu durante a gravação.",
            _NOTHING_LOST,
            "Libere espaço e repita a operação; o que você digitou continua na tela.",
        )
    if "malformed" in message or "not a database" in message:
        return EnvironmentFault(
            "O arquivo do banco de dados está danificado ou não é um banco do stipdesk.",
            "O arquivo não foi alterado.",
            "Guarde uma cópia dele e restaure a última cópia de segurança.",
        )
    if "readonly" in message or "read-only" in message:
        return EnvironmentFault(
            "O banco de dados está em modo somente leitura.", _NOTHING_LOST, "Peça ao técnico permissão de escrita."
        )
    if "locked" in message or "lock timeout" in message or "canceling statement due to lock" in message:
        return EnvironmentFault(
            "O banco de dados está ocupado com outra gravação há mais de dez segundos.",
            _NOTHING_LOST,
            "Espere um instante e repita; o que você digitou continua na tela.",
        )
    unreachable = "unable to open" in message or "disk i/o" in message or isinstance(error.orig, _psycopg_lost())
    if error.connection_invalidated or unreachable:
        return EnvironmentFault(
            "O banco de dados não respondeu.",
            _NOTHING_LOST,
            "Confira a rede e o servidor e repita; o que você digitou continua na tela.",
        )
    return None


def _psycopg_lost() -> tuple[type[Exception], ...]:
    """What psycopg raises when the server is away; nothing while psycopg was never needed."""
    psycopg = sys.modules.get("psycopg")
    return (psycopg.OperationalError,) if psycopg else ()


def ping(database: Database) -> None:
    """Raise `EnvironmentFault` unless the database answers."""
    with database.reading() as session:
        session.execute(text("SELECT 1"))
