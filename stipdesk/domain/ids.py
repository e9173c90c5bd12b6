"""Row identifiers. They are never shown and nothing is ordered by them; printed numbers are another thing."""

import secrets
import uuid


def new_id(milliseconds: int, chance: int | None = None) -> uuid.UUID:
    """A UUIDv7 (RFC 9562 §5.7): 48 bits of Unix time in `milliseconds`, then 74 random bits.

    `chance` gives the random bits, 80 of which six are not used, to data that must come out the same every time.
    """
    random = secrets.randbits(80) if chance is None else chance
    value = (milliseconds & 0xFFFFFFFFFFFF) << 80 | random
    value = value & ~(0xF << 76) | 0x7 << 76
    return uuid.UUID(int=value & ~(0x3 << 62) | 0x2 << 62)
