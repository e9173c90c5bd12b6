"""Key files: encrypted, whole or absent, never overwritten, and a message for everything that can go wrong."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from stipdesk.domain.errors import EnvironmentFault, InvalidValue
from stipdesk.signing.keys import PublicKey, generate, load, next_kid, public_keys
from tests.signing.vector import KEY, SIGNATURE

_PASSPHRASE = "três palavras só minhas"
_START = date(2026, 12, 31)


def test_what_is_generated_loads_and_signs(tmp_path: Path) -> None:
    key = generate(tmp_path, "A1", _PASSPHRASE, _START)
    loaded = load(tmp_path, "A1", _PASSPHRASE)
    assert loaded.public == key.public
    assert (key.valid_from, key.valid_to) == (_START, date(2028, 2, 29))
    signature = loaded.sign(b"selo")
    assert signature == key.sign(b"selo")
    assert key.public.verifies(b"selo", signature)
    assert not key.public.verifies(b"sela", signature)


def test_the_way_accents_are_composed_does_not_matter(tmp_path: Path) -> None:
    generate(tmp_path, "A1", "três palavras", _START)
    load(tmp_path, "A1", "tre\N{COMBINING CIRCUMFLEX ACCENT}s palavras")


def test_the_private_half_is_encrypted_pkcs8(tmp_path: Path) -> None:
    generate(tmp_path, "A1", _PASSPHRASE, _START)
    content = (tmp_path / "A1.pem").read_bytes()
    assert b"-----BEGIN ENCRYPTED PRIVATE KEY-----" in content
    load_pem_private_key(content, _PASSPHRASE.encode())
    with pytest.raises(TypeError):
        load_pem_private_key(content, None)
    if sys.platform != "win32":
        assert os.stat(tmp_path / "A1.pem").st_mode & 0o077 == 0


def test_wrong_passphrase_says_what_to_do(tmp_path: Path) -> None:
    generate(tmp_path, "A1", _PASSPHRASE, _START)
    with pytest.raises(EnvironmentFault, match="frase-senha não abre a chave A1") as raised:
        load(tmp_path, "A1", "outra frase qualquer")
    assert "Nada foi assinado" in raised.value.kept
    assert "maiúsculas" in raised.value.remedy


@pytest.mark.parametrize("passphrase", ["", "senha", "onze letras"])
def test_a_short_passphrase_is_refused(tmp_path: Path, passphrase: str) -> None:
    with pytest.raises(InvalidValue, match="ao menos 12"):
        generate(tmp_path, "A1", passphrase, _START)
    assert not list(tmp_path.iterdir())


def test_a_passphrase_longer_than_openssl_takes_is_refused(tmp_path: Path) -> None:
    generate(tmp_path, "A1", "x" * 1_000, _START)
    load(tmp_path, "A1", "x" * 1_000)
    with pytest.raises(InvalidValue, match="longa demais"):
        generate(tmp_path, "A2", "á" * 1_000, _START)


def test_a_damaged_key_does_not_stop_the_others(tmp_path: Path) -> None:
    generate(tmp_path, "A1", _PASSPHRASE, _START)
    (tmp_path / "A2.pem").write_bytes(b"{}")
    assert [key.kid for key in public_keys(tmp_path, readable_only=True)] == ["A1"]
    with pytest.raises(EnvironmentFault, match="danificado"):
        public_keys(tmp_path)


def test_a_key_is_never_overwritten(tmp_path: Path) -> None:
    generate(tmp_path, "A1", _PASSPHRASE, _START)
    before = (tmp_path / "A1.pem").read_bytes()
    with pytest.raises(EnvironmentFault, match="Já existe"):
        generate(tmp_path, "A1", _PASSPHRASE, _START)
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("A1.pem", before)]


def test_of_two_at_once_one_wins(tmp_path: Path) -> None:
    def attempt(_: int) -> PublicKey | None:
        try:
            return generate(tmp_path, "A1", _PASSPHRASE, _START).public
        except EnvironmentFault:
            return None

    with ThreadPoolExecutor(4) as pool:
        made = [key for key in pool.map(attempt, range(4)) if key]
    assert made == [load(tmp_path, "A1", _PASSPHRASE).public]
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(EnvironmentFault, match="Não consegui gravar"):
        generate(tmp_path / "file", "A1", _PASSPHRASE, _START)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault, match=r"Não consegui ler a chave .*A1\.pem"):
        load(tmp_path, "A1", _PASSPHRASE)


@pytest.mark.parametrize("damage", [b"", b"{}\n", b"[1]\n", b"\xff\n", b'{"kid": "A1"}\n'])
def test_a_damaged_file(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "A1.pem").write_bytes(damage)
    with pytest.raises(EnvironmentFault, match="danificado"):
        load(tmp_path, "A1", _PASSPHRASE)


def test_two_halves_that_do_not_belong_together(tmp_path: Path) -> None:
    generate(tmp_path, "A1", _PASSPHRASE, _START)
    generate(tmp_path, "A2", _PASSPHRASE, _START)
    header = (tmp_path / "A1.pem").read_bytes().partition(b"\n")[0]
    private = (tmp_path / "A2.pem").read_bytes().partition(b"\n")[2]
    (tmp_path / "A1.pem").write_bytes(header + b"\n" + private)
    with pytest.raises(EnvironmentFault, match="danificado"):
        load(tmp_path, "A1", _PASSPHRASE)


def test_public_halves_need_no_passphrase(tmp_path: Path) -> None:
    keys = [generate(tmp_path, kid, _PASSPHRASE, _START).public for kid in ("A2", "A1")]
    (tmp_path / "outro.pem").touch()
    assert public_keys(tmp_path) == (keys[1], keys[0])


def test_public_half_through_json() -> None:
    assert PublicKey.from_data(KEY.public.as_data()) == KEY.public
    assert len(KEY.public.fingerprint) == 64
    off_the_curve = KEY.public.as_data() | {"y": KEY.public.x}
    with pytest.raises(InvalidValue):
        PublicKey.from_data(off_the_curve)


@pytest.mark.parametrize("signature", [b"", bytes(64), SIGNATURE[:63], b"\xff" * 64])
def test_no_signature_makes_the_verifier_fail(signature: bytes) -> None:
    assert not KEY.public.verifies(b"selo", signature)


@pytest.mark.parametrize(
    ("used", "following"), [([], "A1"), (["A1"], "A2"), (["A9"], "B1"), (["B1", "A9", "A3"], "B2"), (["Y9"], "Z1")]
)
def test_names_of_keys_over_the_years(used: list[str], following: str) -> None:
    assert next_kid(used) == following
