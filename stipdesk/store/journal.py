"""Writing and checking the journal: one entry per changed row, chained by hash, in the transaction of the change."""

import hashlib
import json
import secrets
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from enum import Enum
from functools import lru_cache
from uuid import UUID

from sqlalchemy import select, text, update
from sqlalchemy.orm import Session

from stipdesk.models import JournalEntry, JournalHead
from stipdesk.store.migrations import HEAD

GENESIS = "0" * 64
_SALT_BYTES = 16


@dataclass(frozen=True, slots=True)
class Entry:
    """One journal entry before it has its place in the chain."""

    origin: int
    seq: int
    transaction_id: UUID
    at: datetime
    user_id: UUID | None
    act: str
    reason: str
    table_name: str
    row_id: UUID
    operation: str
    base_rv: int
    payload: str
    salt: str
    payload_hash: str
    schema_version: str = HEAD
    previous_hash: str = ""
    hash: str = ""


def canonical(value: object) -> str:
    """JSON with sorted keys, no spaces, NFC text, ISO dates; bytes stand by their SHA-256."""
    written = _CANONICAL.encode(value)
    return written if written.isascii() else unicodedata.normalize("NFC", written)


def new_salt() -> str:
    return secrets.token_hex(_SALT_BYTES)


def payload_hash(salt: str, payload: str) -> str:
    """Salted, so that an erased payload cannot be guessed from its hash (a CPF has only 10⁹ values)."""
    return _hash(salt + payload)


def entry_hash(entry: Entry, previous_hash: str) -> str:
    """The chain: SHA-256 over the previous hash and every field but the payload itself, joined by line feeds."""
    fields = (
        previous_hash,
        str(entry.origin),
        str(entry.seq),
        entry.transaction_id.hex,
        _written(entry.at),
        entry.user_id.hex if entry.user_id else "",
        entry.act,
        entry.reason,
        entry.table_name,
        entry.row_id.hex,
        entry.operation,
        str(entry.base_rv),
        entry.payload_hash,
        entry.schema_version,
    )
    return _hash("\n".join(fields))


def chained(entry: Entry, previous_hash: str) -> Entry:
    """The entry in its place after the one whose hash is given."""
    return replace(entry, previous_hash=previous_hash, hash=entry_hash(entry, previous_hash))


@lru_cache(maxsize=64)
def _written(moment: datetime) -> str:
    # All the entries of one act have the same moment.
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def lock_head(session: Session, origin: int) -> JournalHead:
    """The head of this station, locked until commit: writers of one database stand in one line, on both engines.

    Locking it first costs concurrency that a counter does not need and buys three things: numbers and journal
    without gaps, no deadlock, and reads inside the unit of work that nobody can outdate.
    """
    first = text("INSERT INTO journal_head (origin, seq, hash) VALUES (:origin, 0, :hash) ON CONFLICT DO NOTHING")
    locked = select(JournalHead).where(JournalHead.origin == origin).with_for_update()
    head = session.scalars(locked).one_or_none()
    if head is None:
        session.execute(first, {"origin": origin, "hash": GENESIS})
        head = session.scalars(locked).one()
    return head


def move_head(session: Session, origin: int, seq: int, last_hash: str) -> None:
    session.execute(update(JournalHead).where(JournalHead.origin == origin).values(seq=seq, hash=last_hash))


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """The first entry of a chain that does not follow from the one before it."""

    origin: int
    seq: int
    problem: str


def verify_chain(session: Session) -> Iterator[BrokenLink]:
    """Recompute every chain and yield each break: a gap, a changed field, a changed payload, a wrong head."""
    heads = {head.origin: head for head in session.execute(select(JournalHead)).scalars()}
    origins = set(session.execute(select(JournalEntry.origin).distinct()).scalars())
    # The database writes the hashed fields as text, for `entry_hash` over objects would take four times as long.
    statement = text(
        f"SELECT seq, {_HASHED_FIELDS[session.get_bind().dialect.name]}, payload, salt, payload_hash, previous_hash,"
        " hash FROM journal WHERE origin = :origin ORDER BY seq"
    )
    for origin in sorted(origins | heads.keys()):
        expected, previous = 1, GENESIS
        # Closed even when whoever asks has seen enough: PostgreSQL keeps a cursor open for it.
        with session.execute(statement, {"origin": origin}, execution_options={"yield_per": 2000}) as rows:
            for seq, fields, payload, salt, hashed_payload, previous_hash, entry_hash_ in rows:
                if seq != expected:
                    yield BrokenLink(origin, seq, f"faltam as entradas {expected} a {seq - 1}")
                elif previous_hash != previous or entry_hash_ != _hash(f"{previous}\n{fields}"):
                    yield BrokenLink(origin, seq, "a entrada foi alterada depois de gravada")
                elif payload is not None and hashed_payload != payload_hash(salt or "", payload):
                    yield BrokenLink(origin, seq, "o conteúdo da entrada foi alterado")
                expected, previous = seq + 1, entry_hash_
        head = heads.get(origin)
        if head is None or head.seq != expected - 1 or head.hash != previous:
            yield BrokenLink(origin, expected - 1, "a cabeça do diário não corresponde à última entrada")


# What `entry_hash` joins after the previous hash, as each engine writes it from its own columns.
_HASHED_FIELDS = {
    "sqlite": " || char(10) || ".join(
        (
            "origin", "seq", "transaction_id", "at", "coalesce(user_id, '')", "act", "reason", "table_name", "row_id",
            "operation", "base_rv", "payload_hash", "schema_version",
        )
    ),
    "postgresql": "concat_ws(chr(10), origin, seq, replace(transaction_id::text, '-', ''),"
    " to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'),"
    " coalesce(replace(user_id::text, '-', ''), ''), act, reason, table_name, replace(row_id::text, '-', ''),"
    " operation, base_rv, payload_hash, schema_version)",
}  # fmt: skip


def _hash(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bytes):
        return "sha256:" + hashlib.sha256(value).hexdigest()
    raise TypeError(f"{type(value).__name__} has no canonical form")


_CANONICAL = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=_plain)
