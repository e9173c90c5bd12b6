"""The log tells what failed, without anyone's personal data, and without a terminal."""

import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from stipdesk.domain.clock import FixedClock
from stipdesk.log import LARGEST_DAY_BYTES, DailyFileHandler, log_uncaught, mask, start_log

CLOCK = FixedClock(datetime(2027, 3, 14, 13, 0, tzinfo=UTC))


@pytest.fixture(autouse=True)
def _untouched_logging() -> Iterator[None]:
    root = logging.getLogger()
    level, handlers, hooks = root.level, list(root.handlers), (sys.excepthook, threading.excepthook)
    yield
    root.setLevel(level)
    root.handlers[:] = handlers
    sys.excepthook, threading.excepthook = hooks
    logging.getLogger("stipdesk").setLevel(logging.NOTSET)


def written(folder: Path) -> str:
    return "".join(path.read_text("utf-8") for path in sorted(folder.glob("*.log")))


@pytest.mark.parametrize(
    "personal",
    [
        "111.444.777-35",
        "11144477735",
        "11.222.333/0001-81",
        "12.ABC.345/01DE-35",
        "11222333000181",
        "120.12345.67-8",
        "(66) 99999-1234",
        "66 3498-1234",
        "maria.silva@exemplo.com.br",
        "ABC1D23",
        "abc-1234",
    ],
)
def test_what_identifies_a_person_is_masked(personal: str) -> None:
    for text in (personal, f"Key (cpf)=({personal}) already exists.", f"valor '{personal}', recusado"):
        assert personal not in mask(text), mask(text)


def test_the_password_of_a_database_is_masked() -> None:
    masked = mask("could not connect: postgresql+psycopg://balcao:s3nh@a@servidor:5432/stipdesk")
    assert "s3nh" not in masked
    assert "servidor:5432/stipdesk" in masked


@pytest.mark.parametrize(
    "text",
    [
        'File "stipdesk/store/engine.py", line 128, in open',
        "connection to server at 192.168.100.200, port 5432 failed: timeout after 3000 ms",
        "auto 000184/2026-01 not found in 2026-12-01",
        "row 0190a5c2-7b1e-7c3d-9f00-1a2b3c4d5e6f has version 12",
    ],
)
def test_what_helps_to_mend_stays(text: str) -> None:
    assert mask(text) == text


def test_messages_and_tracebacks_are_written_masked(tmp_path: Path) -> None:
    folder = start_log(CLOCK, tmp_path / "João Ação")
    try:
        raise ValueError("CPF 111.444.777-35 inválido")
    except ValueError:
        logging.getLogger("stipdesk.store").exception("não gravado: %s", "maria@exemplo.com.br")
    logging.getLogger("stipdesk").info("aberto")
    logging.getLogger("sqlalchemy").info("not ours, and no warning")
    text = written(folder)
    assert "Traceback" in text
    assert "CPF [documento] inválido" in text
    assert "não gravado: [e-mail]" in text
    assert "aberto" in text
    assert "not ours" not in text


def test_starting_twice_writes_once(tmp_path: Path) -> None:
    start_log(CLOCK, tmp_path)
    start_log(CLOCK, tmp_path)
    logging.getLogger("stipdesk").error("only once")
    assert written(tmp_path).count("only once") == 1


def test_files_of_more_than_ninety_days_go(tmp_path: Path) -> None:
    for day in ("2026-12-13", "2026-12-14", "2027-03-13"):
        (tmp_path / f"stipdesk-{day}.log").write_text("x")
    (tmp_path / "other.log").write_text("x")
    start_log(CLOCK, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {
        "other.log",
        "stipdesk-2026-12-14.log",
        "stipdesk-2027-03-13.log",
        "stipdesk-2027-03-14.log",
    }


def test_a_day_has_a_largest_size(tmp_path: Path) -> None:
    handler = DailyFileHandler(tmp_path)
    record = logging.makeLogRecord({"msg": "again", "created": CLOCK.now().timestamp()})
    handler.emit(record)
    path = tmp_path / "stipdesk-2027-03-14.log"
    assert path.read_text("utf-8") == "again\n"
    with path.open("ab") as file:
        file.truncate(LARGEST_DAY_BYTES)
    handler.emit(record)
    assert path.stat().st_size == LARGEST_DAY_BYTES


def test_a_folder_that_cannot_be_written_does_not_stop_the_desk(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("a file where the folder should be")
    start_log(CLOCK, tmp_path / "log")
    assert not any(isinstance(handler, DailyFileHandler) for handler in logging.getLogger().handlers)


WINDOWED = """
import sys, threading
from datetime import UTC, datetime
from pathlib import Path
from stipdesk.domain.clock import FixedClock
from stipdesk.log import log_uncaught, start_log

folder = Path(sys.argv[1])
sys.stdout = sys.stderr = None
start_log(FixedClock(datetime(2027, 3, 14, 13, 0, tzinfo=UTC)), folder)
log_uncaught(lambda error: (folder / "shown").write_text(str(error), "utf-8"))
thread = threading.Thread(target=lambda: [][1], name="database")
thread.start()
thread.join()
raise RuntimeError("início falhou: 11144477735")
"""


def test_k008_an_error_at_start_without_a_terminal_is_shown_and_logged(tmp_path: Path) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", WINDOWED, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert (answer.returncode, answer.stdout, answer.stderr) == (1, "", "")
    assert (tmp_path / "shown").read_text("utf-8") == "início falhou: 11144477735"
    text = written(tmp_path)
    assert "RuntimeError: início falhou: [documento]" in text
    assert "uncaught exception in thread database" in text
    assert "IndexError" in text


def test_an_error_of_another_thread_is_not_shown_there(tmp_path: Path) -> None:
    start_log(CLOCK, tmp_path)
    shown: list[BaseException] = []
    log_uncaught(shown.append)
    error = ValueError("in a slot that ran elsewhere")
    thread = threading.Thread(target=sys.excepthook, args=(ValueError, error, None))
    thread.start()
    thread.join()
    assert shown == []
    assert "in a slot that ran elsewhere" in written(tmp_path)
