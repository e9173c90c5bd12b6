"""What a standing says: the state, and each reason with its article, its days and its cure."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class StandingState(StrEnum):
    """ATTENTION: regular, with something to cure or about to end. EXTENDED: in force by arts. 12 §2 and 17 §2.

    PROVISIONAL: art. 16 §1. CONDITIONAL: a vehicle still without inspection (art. 19 §1), BLOCKED when that term lapsed
    or its age passed the limit. UNPAID: the payment of the CAA was reversed (art. 16 §2).
    """

    REGULAR = "regular"
    ATTENTION = "attention"
    EXTENDED = "extended"
    PROVISIONAL = "provisional"
    CONDITIONAL = "conditional"
    SUSPENDED = "suspended"
    CASSATED = "cassated"
    REVOKED = "revoked"
    UNPAID = "unpaid"
    EXPIRED = "expired"
    BLOCKED = "blocked"
    NEVER_AUTHORIZED = "never_authorized"
    WITHDRAWN = "withdrawn"

    @property
    def may_serve(self) -> bool:
        return self in _MAY_SERVE


_MAY_SERVE = frozenset(
    {
        StandingState.REGULAR, StandingState.ATTENTION, StandingState.EXTENDED, StandingState.PROVISIONAL,
        StandingState.CONDITIONAL,
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Finding:
    """One reason behind a standing: article, since, until, how to cure it. `blocks`: it makes it irregular."""

    code: str
    text: str
    article: str
    cure: str = ""
    since: date | None = None
    until: date | None = None
    blocks: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """The answer on the date `as_of`. `until` is the last day it holds if nothing else happens."""

    state: StandingState
    findings: tuple[Finding, ...]
    until: date | None
    as_of: date
