"""What a file really is, by opening it: nothing of it is executed, and what cannot be opened here is refused."""

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING

from stipdesk.domain.errors import InvalidValue
from stipdesk.domain.files import MediaType, shown_size

if TYPE_CHECKING:
    import pypdfium2

SIZE_LIMIT = 10 * 1024 * 1024
# PDFium is not made for several threads: the window draws with it while the worker judges what came.
PDFIUM = threading.RLock()

_MOST_PAGES = 500
# The format's own limit, in points: a page of 5 metres.
_LONGEST_SIDE = 14_400
# A picture of this many pixels takes 256 MB opened, which is all that Qt opens.
_MOST_PIXELS = 64 * 1024 * 1024
_TAIL = 4_096
_ACTIVE = (b"/JavaScript", b"/JS", b"/Launch", b"/EmbeddedFile", b"/RichMedia", b"/XFA")


def judge(content: bytes) -> MediaType:
    """What this file is. Raises `InvalidValue` for one that is empty, too large, of another type or damaged."""
    if not content:
        raise InvalidValue("O arquivo está vazio (0 bytes).", "Digitalize ou copie o documento de novo.")
    if len(content) > SIZE_LIMIT:
        raise InvalidValue(
            f"O arquivo tem {shown_size(len(content))}; cabem {shown_size(SIZE_LIMIT)}.",
            "Digitalize com menos resolução (200 pontos) ou divida o documento em partes.",
        )
    media_type = MediaType.of(content)
    if media_type is None:
        raise InvalidValue(
            "O conteúdo não é PDF, JPEG nem PNG, qualquer que seja o nome do arquivo.",
            "Digitalize ou fotografe o documento.",
        )
    if media_type is MediaType.PDF:
        _judge_pdf(content)
    else:
        _judge_picture(content, media_type)
    return media_type


def is_active(content: bytes) -> bool:
    """Whether a PDF carries programs, files inside it or commands: here they never run, in another program they may."""
    if MediaType.of(content) is not MediaType.PDF:
        return False
    if any(mark in content for mark in _ACTIVE):
        return True
    import pypdfium2.raw

    with _opened(content) as document:  # what is inside compressed objects
        scripts: int = pypdfium2.raw.FPDFDoc_GetJavaScriptActionCount(document)
        inside: int = pypdfium2.raw.FPDFDoc_GetAttachmentCount(document)
        return scripts > 0 or inside > 0


@contextmanager
def _opened(content: bytes) -> Iterator["pypdfium2.PdfDocument"]:
    import pypdfium2

    with PDFIUM, pypdfium2.PdfDocument(content) as document:
        yield document


def _judge_pdf(content: bytes) -> None:
    import pypdfium2
    import pypdfium2.raw

    if b"%%EOF" not in content[-_TAIL:]:
        raise InvalidValue("O PDF está incompleto: falta o fim do arquivo.", "Copie-o ou baixe-o de novo.")
    try:
        with _opened(content) as document:
            pages = len(document)
            sides = [side for page in range(min(pages, _MOST_PAGES)) for side in document.get_page_size(page)]
    except pypdfium2.PdfiumError as error:
        if error.err_code == pypdfium2.raw.FPDF_ERR_PASSWORD:
            raise InvalidValue(
                "O PDF está protegido por senha e não pode ser conferido.",
                "Peça-o sem senha, ou imprima-o e digitalize.",
            ) from error
        raise InvalidValue("O PDF está danificado e não abre.", "Copie-o ou digitalize-o de novo.") from error
    if not pages:
        raise InvalidValue("O PDF não tem nenhuma página.", "Digitalize o documento de novo.")
    if pages > _MOST_PAGES:
        raise InvalidValue(f"O PDF tem {pages} páginas; cabem {_MOST_PAGES}.", "Anexe só as páginas que importam.")
    if not all(0 < side <= _LONGEST_SIDE for side in sides):
        raise InvalidValue("O PDF tem uma página de tamanho impossível.", "Imprima-o em PDF de novo, em papel A4.")


def _judge_picture(content: bytes, media_type: MediaType) -> None:
    from PIL import Image

    too_many = InvalidValue(
        "A imagem tem mais pontos do que se pode mostrar.", "Fotografe ou digitalize com menos resolução."
    )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(BytesIO(content), formats=[media_type.name]) as picture:
                width, height = picture.size
                if width * height > _MOST_PIXELS:
                    raise too_many
                # The whole stream is read, a photograph at an eighth of its size: enough to see that it is whole.
                picture.draft(None, (width // 8, height // 8))
                picture.load()
    except InvalidValue:
        raise
    except (Image.DecompressionBombWarning, Image.DecompressionBombError) as error:
        raise too_many from error
    except Exception as error:  # a damaged picture makes the decoders raise almost anything
        raise InvalidValue(
            f"A imagem {media_type.name} está incompleta ou danificada.", "Copie-a ou fotografe de novo."
        ) from error
