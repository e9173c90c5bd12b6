"""Writing a file where the user chose: whole, or not at all."""

from pathlib import Path

from PySide6.QtWidgets import QWidget

from stipdesk.domain.errors import EnvironmentFault
from stipdesk.ui import errors


def save_whole(owner: QWidget, path: Path, content: bytes, what: str) -> bool:
    """Writes the file beside its place and then puts it there; says what failed. `what` begins the sentence."""
    part = path.with_name(f"{path.name}.parte")
    try:
        part.write_bytes(content)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        errors.show(
            owner,
            EnvironmentFault(
                f"{what} não pôde ser gravado em {path} ({error.strerror}).",
                "Ele continua guardado no banco de dados.",
                "Escolha outra pasta ou libere espaço e tente de novo.",
            ),
        )
        return False
    return True
