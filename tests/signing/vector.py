"""The worked vector of the format: test key, seal, address and what must come out, byte for byte."""

from datetime import date
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric import ec

from stipdesk.signing.keys import SigningKey
from stipdesk.signing.payload import SealPayload

KEY = SigningKey(
    "A1",
    date(2026, 1, 1),
    date(2027, 2, 28),
    ec.derive_private_key(int.from_bytes(sha256(b"stipdesk-chave-de-teste").digest()), ec.SECP256R1()),
)
ADDRESS = "https://primaveradoleste.mt.gov.br/stip"
SEAL = SealPayload("0001234", "ABC1D23", date(2026, 3, 15), date(2027, 3, 14), "0457", "C00321")
FIELDS = "S1.A1.0001234.ABC1D23.260315.270314.0457.C00321"
SIGNATURE = bytes.fromhex(
    "11201df3c23d6ab1384585438cdfa9f9a835542392c6301ab944faff2f7891a5"
    "d420253b1ba02a24464e806011ccf089f33d202a00c9e660788ad5cf251b3d7e"
)
DIGITS = (
    "008969329633783037509489951800365195014831891187190444544697039744980315271149240489"
    "37567411354402941992296948361924128251019552331287646482962535467924862"
)
TEXT = f"{ADDRESS}#{FIELDS}.{DIGITS}"
