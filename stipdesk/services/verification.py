"""Whether a paper is true and still holds: from its text, its PDF or a picture of it.

Whatever a file contains, the answer is a verdict or a `Refused` in plain words.
"""

import io
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from stipdesk.domain.errors import InvalidValue, Refused
from stipdesk.domain.numbers import NumberKind, PrintedNumber
from stipdesk.services import paper_status
from stipdesk.services.access import Desk
from stipdesk.services.office import public_keys
from stipdesk.signing import verification as signed
from stipdesk.signing.payload import (
    DriverCertificatePayload,
    InfractionPayload,
    LetterPayload,
    OperatorCertificatePayload,
    Payload,
    SealPayload,
    parse,
)
from stipdesk.signing.verification import StatusEntry, Verification
from stipdesk.store.engine import Session
from stipdesk.store.queries import verification as queries

if TYPE_CHECKING:  # they are imported when the first file is read
    from PIL.Image import Image

_DOTS_PER_INCH = 200
# No page is drawn larger than this on its longer side: four times what our largest symbol needs on an A4 sheet.
_MOST_DOTS = 4000
_MOST_BYTES = 50 * 1024 * 1024
_FILE_ENDINGS = frozenset({".pdf", ".png", ".jpg", ".jpeg"})
_KINDS: dict[type[Payload], NumberKind] = {
    SealPayload: NumberKind.SEAL,
    DriverCertificatePayload: NumberKind.AUTHORIZATION,
    OperatorCertificatePayload: NumberKind.AUTHORIZATION,
    InfractionPayload: NumberKind.INFRACTION_NOTICE,
    LetterPayload: NumberKind.LETTER,
}


def verify(desk: Desk, text: str) -> Verification:
    """The state today of the paper whose QR code says `text`, with what this database knows of it."""
    with desk.reading() as session:
        return signed.verify(
            text,
            public_keys(session).values(),
            desk.today,
            addresses=queries.official_addresses(session),
            status=_status(desk, session, text),
        )


def verify_any(desk: Desk, source: str) -> list[Verification]:
    """`verify` for the text of a QR code, `verify_file` for the path of a file. Raises like `verify_file`."""
    path = Path(source)
    if _is_file(path):
        return verify_file(desk, path)
    if "#" not in source and path.suffix.lower() in _FILE_ENDINGS:
        raise Refused(f"O arquivo {source} não foi encontrado.")
    return [verify(desk, source)]


def verify_file(desk: Desk, path: Path) -> list[Verification]:
    """The state of every paper whose QR code is in a PDF, PNG or JPEG file.

    Raises `Refused` for a file that cannot be read, is none of these, or holds no QR code.
    """
    return [verify(desk, text) for text in read_codes(path)]


def read_codes(path: Path) -> list[str]:
    """The texts of the QR codes in the file, each once, in the order they are found. Raises like `verify_file`."""
    import zxingcpp
    from PIL import Image

    try:
        if path.stat().st_size > _MOST_BYTES:
            raise Refused(f"O arquivo {path.name} tem mais de 50 MB. Use o PDF original ou uma foto menor.")
        content = path.read_bytes()
    except OSError as error:
        raise Refused(f"O arquivo {path.name} não pôde ser lido ({error.strerror}).") from error
    found: dict[str, None] = {}
    try:
        for image in _pages(content) if content.startswith(b"%PDF-") else _picture(content):
            codes = zxingcpp.read_barcodes(image)
            found |= {code.text: None for code in codes if code.format == zxingcpp.BarcodeFormat.QRCode}
    # What the three libraries raise for a file that is damaged, encrypted, empty or enormous.
    except (
        OSError, ValueError, RuntimeError, SyntaxError, MemoryError, Image.DecompressionBombError,
        Image.DecompressionBombWarning,
    ) as error:  # fmt: skip
        raise Refused(f"O arquivo {path.name} não é um PDF, PNG ou JPEG que se possa ler.") from error
    if not found:
        raise Refused(f"Nenhum QR code foi encontrado em {path.name}. Aproxime a câmera ou use o PDF original.")
    return list(found)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a text too long, or with what no path can hold
        return False


def _pages(content: bytes) -> "Iterator[Image]":
    import pypdfium2

    with pypdfium2.PdfDocument(content) as document:
        for page in document:
            inches = max(page.get_size()) / 72
            dots_per_inch = min(_DOTS_PER_INCH, _MOST_DOTS / max(inches, 1))
            yield page.render(scale=dots_per_inch / 72, grayscale=True).to_pil()


def _picture(content: bytes) -> "Iterator[Image]":
    from PIL import Image

    with warnings.catch_warnings():
        # Beyond some ninety million dots Pillow warns and reads on; nobody's photograph of a seal is that large.
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        with Image.open(io.BytesIO(content), formats=("PNG", "JPEG")) as image:
            yield image.convert("L")


def _status(desk: Desk, session: Session, text: str) -> dict[str, StatusEntry]:
    try:
        payload = parse(text.strip().rpartition("#")[2]).payload
        number = PrintedNumber.from_digits(payload.number)
    except InvalidValue:
        return {}
    paper = queries.signed_paper(session, _KINDS[type(payload)], number)
    entry = paper_status.status_of(desk, session, paper) if paper is not None else None
    return {signed.reference(payload): entry} if entry is not None else {}
