"""Files that citizens bring: what is accepted, and the name under which one is shown and saved again."""

import re
from enum import StrEnum
from pathlib import PurePosixPath

from stipdesk.domain.text import tidy


class MediaType(StrEnum):
    """What is accepted, told by the content and never by the name."""

    PDF = "application/pdf"
    JPEG = "image/jpeg"
    PNG = "image/png"

    @property
    def suffix(self) -> str:
        return _SUFFIXES[self][0]

    @classmethod
    def of(cls, content: bytes) -> "MediaType | None":
        """By the first bytes; whether the rest is whole is for who opens it to say."""
        # Some banks' PDFs begin with a blank line or the mark of UTF-8, and every reader takes them.
        start = content[:64]
        if start.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n\t ").startswith(b"%PDF-"):
            return cls.PDF
        return next((each for magic, each in _MAGIC.items() if start.startswith(magic)), None)


_SUFFIXES = {
    MediaType.PDF: (".pdf",),
    MediaType.JPEG: (".jpg", ".jpeg"),
    MediaType.PNG: (".png",),
}
_EVERY_SUFFIX = frozenset(suffix for suffixes in _SUFFIXES.values() for suffix in suffixes)
_MAGIC = {b"\xff\xd8\xff": MediaType.JPEG, b"\x89PNG\r\n\x1a\n": MediaType.PNG}
# What Windows does not take in a name, and the names it keeps for its devices, whatever their ending.
_FORBIDDEN = re.compile(r'[<>:"|?*]')
_DEVICES = re.compile(r"(CON|PRN|AUX|NUL|COM[0-9]|LPT[0-9])(\..*)?", re.IGNORECASE)
_LONGEST_NAME = 100


def safe_name(name: str, media_type: MediaType) -> str:
    """The last part of `name` without what deceives or does harm, ending as its content asks: 'rg.exe' → 'rg.exe.pdf'.

    Folders, line breaks, invisible and direction marks are gone; an ending of another accepted type is replaced.
    """
    last = re.split(r"[/\\]", name)[-1]
    plain = tidy(_FORBIDDEN.sub(" ", last)).strip(". ")
    suffix = PurePosixPath(plain).suffix
    stem = plain.removesuffix(suffix) if suffix.lower() in _EVERY_SUFFIX else plain
    ending = suffix.lower() if suffix.lower() in _SUFFIXES[media_type] else media_type.suffix
    stem = stem[: _LONGEST_NAME - len(ending)].strip(". ") or "arquivo"
    return f"_{stem}{ending}" if _DEVICES.fullmatch(stem) else f"{stem}{ending}"


def shown_size(size: int) -> str:
    """'840 KB', '1,2 MB'."""
    if size < 1024 * 1024:
        return f"{max(round(size / 1024), 1)} KB"
    return f"{size / (1024 * 1024):.1f} MB".replace(".", ",").replace(",0 ", " ")
