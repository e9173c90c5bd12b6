"""Whether a paper is true and still holds: from its text, its PDF or a picture of it. Nothing here ever raises for
what the file contains."""

from pathlib import Path

from stipdesk.domain.errors import InvalidValue, Refused
from stipdesk.domain.numbers import NumberKind, PrintedNumber
from stipdesk.services.access import Desk
from stipdesk.services.office import public_keys
from stipdesk.signing import verification as signed
from stipdesk.signing.payload import (
    DriverCertificatePayload,
    InfractionPayload,
    OperatorCertificatePayload,
    Payload,
    SealPayload,
    parse,
)
from stipdesk.signing.verification import PaperStatus, StatusEntry, Verification
from stipdesk.store.engine import Session
from stipdesk.store.queries import verification as queries

# Enough for every symbol we print, and for a photograph of one; a page is never read larger than this.
_DOTS_PER_INCH = 300
_MOST_PAGES = 20
_MOST_BYTES = 50 * 1024 * 1024
_KINDS: dict[type[Payload], NumberKind] = {
    SealPayload: NumberKind.SEAL,
    DriverCertificatePayload: NumberKind.AUTHORIZATION,
    OperatorCertificatePayload: NumberKind.AUTHORIZATION,
    InfractionPayload: NumberKind.INFRACTION_NOTICE,
}


def verify(desk: Desk, text: str) -> Verification:
    """The state today of the paper whose QR code says `text`, with what this database knows of it."""
    with desk.reading() as session:
        return signed.verify(
            text,
            public_keys(session, desk.keys_folder).values(),
            desk.today,
            addresses=queries.official_addresses(session),
            status=_status(session, text),
        )


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
        content = path.read_bytes() if path.stat().st_size <= _MOST_BYTES else b""
    except OSError as error:
        raise Refused(f"O arquivo {path.name} não pôde ser lido ({error.strerror}).") from error
    found: list[str] = []
    try:
        for image in _pages(content) if content.startswith(b"%PDF-") else _picture(content):
            assert isinstance(image, Image.Image)
            found += [code.text for code in zxingcpp.read_barcodes(image) if code.text not in found]
    except (OSError, ValueError, RuntimeError, SyntaxError, Image.DecompressionBombError) as error:
        raise Refused(f"O arquivo {path.name} não é um PDF, PNG ou JPEG que se possa ler.") from error
    if not found:
        raise Refused(f"Nenhum QR code foi encontrado em {path.name}. Aproxime a câmera ou use o PDF original.")
    return found


def _pages(content: bytes) -> list[object]:
    import pypdfium2

    with pypdfium2.PdfDocument(content) as document:
        pages = range(min(len(document), _MOST_PAGES))
        return [document[page].render(scale=_DOTS_PER_INCH / 72).to_pil() for page in pages]


def _picture(content: bytes) -> list[object]:
    import io

    from PIL import Image

    with Image.open(io.BytesIO(content), formats=("PNG", "JPEG")) as image:
        return [image.convert("L")]


def _status(session: Session, text: str) -> dict[str, StatusEntry]:
    try:
        payload = parse(text.strip().rpartition("#")[2]).payload
        number = _printed(payload.number)
    except (InvalidValue, ValueError):
        return {}
    voided = queries.voided_on(session, _KINDS[type(payload)], number)
    return {signed.reference(payload): StatusEntry(PaperStatus.REVOKED, voided)} if voided else {}


def _printed(digits: str) -> PrintedNumber:
    if len(digits) != 10:
        raise ValueError(digits)
    return PrintedNumber(year=2000 + int(digits[:2]), station=int(digits[2:4]), sequence=int(digits[4:]))
