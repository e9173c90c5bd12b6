"""QR codes as one vector path: crisp at any resolution and small in the file."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode
from qrcode.util import MODE_8BIT_BYTE, MODE_ALPHA_NUM, MODE_NUMBER, QRData

QUIET_ZONE = 4
_MASK = 3  # all eight read equally well; choosing the best one costs five times the rest of the work
_DOTS_PER_MM = 300 / 25.4
_RUN = re.compile("#+")
_SIGNED_ADDRESS = re.compile(r"([^#]+#)([0-9A-Z+./-]+\.)([0-9]+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class QrCode:
    """The modules of a symbol, level M; `path` draws the dark ones, one unit a module, y downwards."""

    modules: int
    path: str

    @classmethod
    def of(cls, text: str) -> "QrCode":
        code: QRCode[object] = QRCode(error_correction=ERROR_CORRECT_M, mask_pattern=_MASK, border=0)
        for segment in _segments(text):
            code.add_data(segment)
        code.make(fit=True)
        return cls(len(code.modules), "".join(_dark_runs(code.modules)))

    def size_within(self, millimetres: float) -> float:
        """The largest symbol not above `millimetres` whose modules are whole dots of a 300 dpi printer."""
        dots = int(millimetres * _DOTS_PER_MM / self.modules)
        return self.modules * dots / _DOTS_PER_MM if dots else millimetres


def _segments(text: str) -> list[QRData]:
    """An address and its signed fields in the three modes that make the smallest symbol; anything else as bytes."""
    signed = _SIGNED_ADDRESS.fullmatch(text)
    modes = (MODE_8BIT_BYTE, MODE_ALPHA_NUM, MODE_NUMBER)
    parts = zip(signed.groups(), modes, strict=True) if signed else [(text, MODE_8BIT_BYTE)]
    return [QRData(part.encode(), mode, check_data=False) for part, mode in parts]


def _dark_runs(rows: list[list[bool | None]]) -> Iterator[str]:
    for y, row in enumerate(rows):
        for run in _RUN.finditer("".join("#" if dark else " " for dark in row)):
            yield f"{run.start()} {y} {run.end() - run.start()} 1 re\n"
