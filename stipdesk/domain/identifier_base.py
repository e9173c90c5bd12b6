"""What every identifier shares: a `str` in its stored form, and the cleaning of what was typed or pasted."""

import unicodedata
from typing import Self

from stdnum.util import clean

from stipdesk.domain.errors import InvalidValue


class Identifier(str):
    """A text in its stored form; equal to, and stored as, the plain `str`."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """What was typed, in the stored form; `InvalidValue` when it cannot be one."""
        raise NotImplementedError

    @property
    def shown(self) -> str:
        """The form people read on screen and paper."""
        return str(self)


def compact(text: str, separators: str = " -./") -> str:
    """The text without separators, in the characters a keyboard has: dashes, spaces and full-width digits mapped."""
    visible = "".join(character for character in text or "" if unicodedata.category(character) != "Cf")
    return "".join(clean(visible, separators).split())


def capitals(typed: str, noun: str, remedy: str) -> str:
    """`typed` in capitals; refused when empty or when it holds anything but ASCII letters and digits."""
    if not typed:
        raise InvalidValue(f"{noun} em branco.", remedy)
    for character in typed:
        if not (character.isascii() and character.isalnum()):
            raise InvalidValue(f"{noun}: o caractere “{character}” não é aceito.", "Apague-o e confira o número.")
    return typed.upper()
