"""The program's log: one file a day in the data folder, kept for 90 days, without anyone's personal data.

Files are named by day and only ever appended to, never renamed, so that two windows on one Windows computer can write
the same one.
"""

import logging
import re
import sys
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType

from stipdesk.domain.clock import Clock
from stipdesk.paths import data_folder

KEEP_DAYS = 90
# An error that repeats itself for ever must not fill the disk: a day's file stops at this size.
LARGEST_DAY_BYTES = 10_000_000

_log = logging.getLogger(__name__)

# In this order: the password inside an address is not an e-mail.
_PASSWORD_IN_ADDRESS = re.compile(r"(\w+://)[^\s/@]*:[^\s/]*@")
_EMAIL = re.compile(r"[^\s@<>()\[\]'\",;:=]+@[^\s@<>()\[\]'\",;:=]+\.\w+")
_DOCUMENT = re.compile(
    r"(?<!\w)(?:"
    r"\d{3}\.\d{3}\.\d{3}-\d{2}"  # CPF
    r"|[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}/[0-9A-Z]{4}-\d{2}"  # CNPJ, with letters too
    r"|\d{3}\.\d{5}\.\d{2}-\d"  # NIT
    r"|\(?\d{2}\)? ?9?\d{4}-\d{4}"  # telephone
    r"|\d{9,14}"  # any of them and CNH, RENAVAM, without punctuation
    r")(?!\w)"
)
_PLATE = re.compile(r"(?<!\w)[A-Z]{3}-?\d[0-9A-J]\d{2}(?!\w)", re.IGNORECASE)


def mask(text: str) -> str:
    """`text` without what identifies a person: documents, telephones, plates, e-mails, and passwords in addresses."""
    text = _PASSWORD_IN_ADDRESS.sub(r"\1***@", text)
    text = _EMAIL.sub("[e-mail]", text)
    text = _DOCUMENT.sub("[documento]", text)
    return _PLATE.sub("[placa]", text)


class MaskedFormatter(logging.Formatter):
    """Masks the whole entry: a traceback can quote a document too, and a filter would not see it."""

    def format(self, record: logging.LogRecord) -> str:
        moment, rest = super().format(record).split(" ", 1)
        return f"{moment} {mask(rest)}"


class DailyFileHandler(logging.Handler):
    """Appends each record to the file of its day (UTC)."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def file_of(self, created: float) -> Path:
        return self.folder / time.strftime("stipdesk-%Y-%m-%d.log", time.gmtime(created))

    def emit(self, record: logging.LogRecord) -> None:
        try:
            entry = (self.format(record) + "\n").encode("utf-8", "backslashreplace")
            with self.file_of(record.created).open("ab") as file:
                if file.tell() < LARGEST_DAY_BYTES:
                    file.write(entry)
        except OSError:
            self.handleError(record)

    def forget_old(self, now: datetime) -> None:
        """Deletes the files of more than `KEEP_DAYS` days before `now`."""
        oldest = self.file_of((now - timedelta(days=KEEP_DAYS)).timestamp()).name
        for path in self.folder.glob("stipdesk-????-??-??.log"):
            if path.name < oldest:
                path.unlink(missing_ok=True)


def start_log(clock: Clock, folder: Path | None = None) -> Path:
    """Sends warnings of every library and the program's own messages to the day's file; answers the folder.

    A folder that cannot be written is no reason not to open the desk: the log then goes to the terminal, if any.
    """
    folder = folder or data_folder() / "log"
    root = logging.getLogger()
    for old in [handler for handler in root.handlers if isinstance(handler, DailyFileHandler)]:
        root.removeHandler(old)
    handler = DailyFileHandler(folder)
    formatter = MaskedFormatter("{asctime}Z {levelname} {name}: {message}", "%Y-%m-%dT%H:%M:%S", style="{")
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler.forget_old(clock.now())
        handler.file_of(clock.now().timestamp()).open("ab").close()
    except OSError as error:
        _log.warning("no log file in %s: %s", folder, error.strerror)
        return folder
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("stipdesk").setLevel(logging.INFO)
    return folder


def log_uncaught(show: Callable[[BaseException], None] | None = None) -> None:
    """Logs every exception nobody caught, in any thread; then `show` tells the person, in the main thread only.

    Without a terminal (the windowed program has no standard output) nothing is printed.
    """

    def of_program(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        _log.critical("uncaught exception", exc_info=(kind, error, trace))
        if sys.stderr is not None:
            sys.__excepthook__(kind, error, trace)
        if show is not None and threading.current_thread() is threading.main_thread():
            show(error)

    def of_thread(arguments: threading.ExceptHookArgs) -> None:
        if arguments.exc_value is not None and not issubclass(arguments.exc_type, SystemExit):
            trio = (arguments.exc_type, arguments.exc_value, arguments.exc_traceback)
            name = arguments.thread.name if arguments.thread else "?"
            _log.critical("uncaught exception in thread %s", name, exc_info=trio)

    sys.excepthook = of_program
    threading.excepthook = of_thread
