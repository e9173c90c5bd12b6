"""Files as citizens bring them, and as nobody should: made for the tests, each small."""

import io
import struct
import zlib

from PIL import Image

PNG_MAGIC = b"\x89PNG\r\n\x1a\n"
EXECUTABLE = b"MZ\x90\x00" + bytes(60) + b"This program cannot be run in DOS mode.\r\r\n$" + bytes(200)


def pdf(pages: int = 1, *, text: str = "", catalog: str = "", side: int = 595) -> bytes:
    """A whole PDF of blank pages; `catalog` goes into its root as it is written."""
    kids = " ".join(f"{3 + page} 0 R" for page in range(pages))
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R {catalog} >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {pages} >>",
        *(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {side} 842] >>" for _ in range(pages)),
    ]
    content, offsets = f"%PDF-1.7\n%{text}\n", []
    for number, each in enumerate(objects, 1):
        offsets.append(len(content))
        content += f"{number} 0 obj\n{each}\nendobj\n"
    start = len(content)
    content += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n"
    content += "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    content += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    return content.encode("ascii")


def jpeg(width: int = 60, height: int = 40, color: str = "gray") -> bytes:
    return _picture("JPEG", width, height, color)


def png(width: int = 60, height: int = 40, color: str = "gray") -> bytes:
    return _picture("PNG", width, height, color)


def png_that_says(width: int, height: int) -> bytes:
    """A PNG of a few bytes whose header announces a picture of that size."""
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return PNG_MAGIC + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(b"")) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _picture(kind: str, width: int, height: int, color: str) -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (width, height), color).save(made, kind)
    return made.getvalue()
