"""Fine waves in the manner of security printing. They slow a copier down; the signature is what protects a paper."""

from functools import lru_cache
from math import pi, sin

Curve = tuple[tuple[float, float], ...]


@lru_cache(maxsize=16)
def ribbon(x: float, middle: float, width: float, height: float, strands: int = 14) -> tuple[Curve, ...]:
    """Interwoven waves, in millimetres, whose envelope swells and narrows inside a box of `height`."""
    steps = int(width * 1.5)
    curves: list[Curve] = []
    for strand in range(strands):
        phase = 2 * pi * strand / strands
        curve = []
        for step in range(steps + 1):
            at = step / steps
            envelope = height / 2 * (0.62 + 0.38 * sin(2 * pi * at * width / 62 + 0.9))
            wave = sin(2 * pi * at * width / 31 + phase) * 0.78 + sin(2 * pi * at * width / 93 + 2 * phase) * 0.22
            curve.append((x + at * width, middle + envelope * wave))
        curves.append(tuple(curve))
    return tuple(curves)
