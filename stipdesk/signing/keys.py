"""Signing keys: ECDSA on P-256 with SHA-256, one key a year, kept in a folder outside the database.

A key signs papers dated from `valid_from` to `valid_to`: the year and two months of overlap. Its public half stays
published until the last paper it signed has expired. A key file is one line of JSON with the public half, then the
private half as encrypted PKCS#8 in PEM, which `openssl pkey` also opens.
"""

import json
import os
import re
import tempfile
import unicodedata
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

from stipdesk.domain.calendar import YearRule, add_months
from stipdesk.domain.errors import EnvironmentFault, InvalidValue

MINIMUM_PASSPHRASE = 12
_LONGEST_PASSPHRASE = 1_000  # OpenSSL takes 1,023 bytes
MONTHS_OF_USE = 14
_CURVE = ec.SECP256R1()
_DETERMINISTIC = ec.ECDSA(hashes.SHA256(), deterministic_signing=True)
_KID = re.compile(r"[A-Z][1-9]", re.ASCII)
_NOTHING_SIGNED = "Nada foi assinado nem gravado."


@dataclass(frozen=True, slots=True)
class PublicKey:
    """The published half; `x` and `y` are the base64url coordinates of a JWK (RFC 7518 §6.2.1)."""

    kid: str
    x: str
    y: str
    valid_from: date
    valid_to: date

    @classmethod
    def from_data(cls, data: Mapping[str, object]) -> Self:
        """Reads what `as_data` wrote; raises `InvalidValue` when it is not a key on the curve."""
        try:
            key = cls(
                kid=str(data["kid"]),
                x=str(data["x"]),
                y=str(data["y"]),
                valid_from=date.fromisoformat(str(data["valid_from"])),
                valid_to=date.fromisoformat(str(data["valid_to"])),
            )
            key.point()
        except (KeyError, ValueError) as error:
            raise InvalidValue("A chave pública está incompleta ou adulterada.") from error
        return key

    def as_data(self) -> dict[str, str]:
        return {
            "kid": self.kid,
            "x": self.x,
            "y": self.y,
            "valid_from": self.valid_from.isoformat(),
            "valid_to": self.valid_to.isoformat(),
        }

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the SubjectPublicKeyInfo in hexadecimal: what the Diário Oficial publishes."""
        encoding, form = serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
        digest = hashes.Hash(hashes.SHA256())
        digest.update(self.point().public_bytes(encoding, form))
        return digest.finalize().hex()

    def covers(self, day: date) -> bool:
        return self.valid_from <= day <= self.valid_to

    def verifies(self, message: bytes, signature: bytes) -> bool:
        """Whether `signature`, 64 bytes r‖s, is this key's over `message`."""
        r, s = int.from_bytes(signature[:32]), int.from_bytes(signature[32:])
        try:
            self.point().verify(encode_dss_signature(r, s), message, ec.ECDSA(hashes.SHA256()))
        except InvalidSignature:
            return False
        return True

    def point(self) -> ec.EllipticCurvePublicKey:
        """The key for `cryptography`; ValueError when the coordinates are not a point of the curve."""
        return ec.EllipticCurvePublicNumbers(_coordinate(self.x), _coordinate(self.y), _CURVE).public_key()


@dataclass(frozen=True, slots=True)
class SigningKey:
    kid: str
    valid_from: date
    valid_to: date
    private: ec.EllipticCurvePrivateKey = field(repr=False)

    @property
    def public(self) -> PublicKey:
        numbers = self.private.public_key().public_numbers()
        return PublicKey(self.kid, _base64(numbers.x), _base64(numbers.y), self.valid_from, self.valid_to)

    def sign(self, message: bytes) -> bytes:
        """r‖s, 64 bytes; the same message always gives the same signature (RFC 6979)."""
        r, s = decode_dss_signature(self.private.sign(message, _DETERMINISTIC))
        return r.to_bytes(32) + s.to_bytes(32)


def next_kid(used: Iterable[str]) -> str:
    """The name of the next year's key: A1, A2 … A9, B1 …; `used` are all the names ever given."""
    latest = max(used, default="")
    if not latest:
        return "A1"
    letter, digit = latest[0], int(latest[1])
    return f"{letter}{digit + 1}" if digit < 9 else f"{chr(ord(letter) + 1)}1"


def generate(folder: Path, kid: str, passphrase: str, valid_from: date, *, made_from: str = "") -> SigningKey:
    """Makes the key `kid`, for 14 months from `valid_from`, and its file in `folder`.

    With `made_from` the key is computed from that text instead of by chance, so that anybody can make it again: only
    for a fictitious office, whose papers come out the same every time.

    Raises `InvalidValue` for a passphrase too short or too long and `EnvironmentFault` when the file cannot be written
    or exists: a key file is never overwritten.
    """
    if len(passphrase) < MINIMUM_PASSPHRASE:
        raise InvalidValue(
            f"A frase-senha da chave precisa de ao menos {MINIMUM_PASSPHRASE} caracteres.",
            "Use três ou quatro palavras que só você conheça.",
        )
    if len(_secret(passphrase)) > _LONGEST_PASSPHRASE:
        raise InvalidValue("A frase-senha da chave é longa demais.", f"Use até {_LONGEST_PASSPHRASE} letras.")
    path = _path(folder, kid)
    private = _computed(made_from) if made_from else ec.generate_private_key(_CURVE)
    key = SigningKey(kid, valid_from, add_months(valid_from, MONTHS_OF_USE, YearRule.LEI_9784), private)
    pem = key.private.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(_secret(passphrase)),
    )
    _write_new(path, json.dumps(key.public.as_data()).encode() + b"\n" + pem)
    return key


def load(folder: Path, kid: str, passphrase: str) -> SigningKey:
    """Opens the key `kid`; raises `EnvironmentFault` when it is missing, damaged or the passphrase is wrong."""
    path = _path(folder, kid)
    public, pem = _read(path)
    try:
        private = serialization.load_pem_private_key(pem, _secret(passphrase))
    except (ValueError, TypeError) as error:
        raise EnvironmentFault(
            f"A frase-senha não abre a chave {kid}.",
            _NOTHING_SIGNED,
            "Confira as maiúsculas e o idioma do teclado e digite de novo. Se você tem certeza da frase-senha, "
            f"o arquivo {path.name} foi danificado: traga-o de volta da cópia lacrada.",
        ) from error
    if not isinstance(private, ec.EllipticCurvePrivateKey):
        raise _damaged(path)
    key = SigningKey(public.kid, public.valid_from, public.valid_to, private)
    if key.public != public or public.kid != kid:
        raise _damaged(path)
    return key


def public_keys(folder: Path, *, readable_only: bool = False) -> tuple[PublicKey, ...]:
    """The public halves of all the keys in `folder`, oldest first; needs no passphrase.

    A damaged file raises `EnvironmentFault`, or with `readable_only` is left out: one old key must not stop the others.
    """
    found = []
    for path in folder.glob("*.pem"):
        if _KID.fullmatch(path.stem):
            try:
                found.append(_read(path)[0])
            except EnvironmentFault:
                if not readable_only:
                    raise
    return tuple(sorted(found, key=lambda key: key.kid))


def _path(folder: Path, kid: str) -> Path:
    if not _KID.fullmatch(kid):
        raise ValueError(f"not a key name: {kid!r}")
    return folder / f"{kid}.pem"


def _read(path: Path) -> tuple[PublicKey, bytes]:
    try:
        header, _, pem = path.read_bytes().partition(b"\n")
    except OSError as error:
        raise EnvironmentFault(
            f"Não consegui ler a chave de assinatura {path} ({error.strerror}).",
            _NOTHING_SIGNED,
            "Verifique se a pasta das chaves está acessível ou traga o arquivo de volta da cópia lacrada.",
        ) from error
    try:
        return PublicKey.from_data(json.loads(header)), pem
    except (ValueError, TypeError, InvalidValue) as error:
        raise _damaged(path) from error


def _damaged(path: Path) -> EnvironmentFault:
    return EnvironmentFault(
        f"O arquivo da chave de assinatura {path} está danificado.",
        _NOTHING_SIGNED,
        "Traga-o de volta da cópia lacrada.",
    )


def _write_new(path: Path, content: bytes) -> None:
    """All of the file or nothing, on the disk before it gets its name, readable by its owner only."""
    part: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(prefix=path.stem, suffix=".part", dir=path.parent)
        part = Path(name)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        _give_name(part, path)
    except OSError as error:
        raise EnvironmentFault(
            f"Não consegui gravar a chave de assinatura em {path} ({error.strerror}).",
            _NOTHING_SIGNED,
            "Escolha uma pasta deste computador em que você possa gravar e que tenha espaço.",
        ) from error
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


def _give_name(part: Path, path: Path) -> None:
    try:
        os.link(part, path)  # a rename would replace an existing key on POSIX; a link never does
    except FileExistsError as error:
        raise EnvironmentFault(
            f"Já existe uma chave de assinatura em {path}.",
            "Ela não foi tocada.",
            "Use a chave existente ou escolha outra pasta.",
        ) from error


def _secret(passphrase: str) -> bytes:
    """The same bytes whichever way the keyboard composes its accents."""
    return unicodedata.normalize("NFKC", passphrase).encode("utf-8", "surrogatepass")


def _computed(text: str) -> ec.EllipticCurvePrivateKey:
    digest = hashes.Hash(hashes.SHA256())
    digest.update(text.encode())
    # Every number from 1 to the order of the curve is a key, and 2²⁵⁵ is below that order.
    return ec.derive_private_key(int.from_bytes(digest.finalize()) % (2**255) + 1, _CURVE)


def _base64(coordinate: int) -> str:
    return urlsafe_b64encode(coordinate.to_bytes(32)).rstrip(b"=").decode()


def _coordinate(text: str) -> int:
    return int.from_bytes(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
