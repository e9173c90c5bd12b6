"""Names, words and dates as people type them: cleaned, compared, ordered and written out, without the database's help.

SQLite folds ASCII only and PostgreSQL orders by the server's locale, so what is searched and ordered by is computed
here and stored: the same answers and the same order on both engines.
"""

import calendar
import re
import unicodedata
from datetime import date

from stipdesk.domain.errors import InvalidValue

# Straight, curly and typographic apostrophes, and the acute or grave accent typed in their place.
_APOSTROPHES = "'\u2019\u2018\u201b\u2032\u00b4`\u02b9\u02bb\u02bc\u02bd\uff07"
_WITHOUT_APOSTROPHES = str.maketrans("", "", _APOSTROPHES)
# Letters that Unicode does not decompose, written as PostgreSQL's unaccent writes them.
_UNDECOMPOSED = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "\u0131": "i",
        "ħ": "h",
        "ŧ": "t",
        "ŋ": "n",
    }
)
_INVISIBLE = frozenset({"Cc", "Cf", "Cs"})
_MARKS = frozenset({"Mn", "Mc", "Me"})
# Sorts before every character that a folded text can hold, and both databases store it.
_LEVEL = "\x1f"

_MONTHS = (
    "janeiro", "fevereiro", "março", "abril", "maio", "junho",
    "julho", "agosto", "setembro", "outubro", "novembro", "dezembro",
)  # fmt: skip
_PARTICLES = frozenset({"de", "da", "do", "das", "dos", "e"})
_ROMAN = re.compile(r"X{0,3}(IX|IV|V?I{0,3})")
_LETTERS = re.compile(r"[^\W\d_]+")


def _without_controls(text: str) -> str:
    """Line breaks and tabs as spaces; every other control, zero-width or unpaired character gone."""
    if text.isprintable():
        return text
    return "".join(
        " " if character.isspace() else character
        for character in text
        if character.isspace() or unicodedata.category(character) not in _INVISIBLE
    )


def tidy(text: str) -> str:
    """The text of a one-line field as it is stored: composed (NFC), single plain spaces, nothing invisible."""
    return " ".join(unicodedata.normalize("NFC", _without_controls(text)).split())


def fold(text: str) -> str:
    """The text reduced to what people mean when they search: no case, accent, apostrophe or surplus space."""
    plain = _without_controls(text).translate(_WITHOUT_APOSTROPHES)
    if plain.isascii():
        return " ".join(plain.casefold().split())
    # Case folding can bring forth characters that decompose again, so the text is decomposed on both sides of it.
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", plain).casefold())
    plain = plain.translate(_WITHOUT_APOSTROPHES).translate(_UNDECOMPOSED)
    return " ".join("".join(c for c in plain if unicodedata.category(c) not in _MARKS).split())


def sort_key(text: str) -> str:
    """A key whose bytes order texts as pt-BR does: letters first, then accents, then small before capital letters."""
    tidied = tidy(text)
    return _LEVEL.join((fold(tidied), tidied.casefold(), tidied.swapcase()))


def search_text(*parts: str) -> str:
    """What is stored to be searched: folded words between single spaces, with one space at each end.

    Numbers lose their punctuation ('000184/2026-01' → '000184202601', 'ABC-1234' → 'abc1234'), so that they are found
    with and without it. Parts without a word give '' .
    """
    words = " ".join(_plain_words(token) for token in fold(" ".join(parts)).split())
    return f" {' '.join(words.split())} " if words.strip() else ""


def search_terms(query: str) -> tuple[str, ...]:
    """The words of a query, each to be found in `search_text`; none when the query holds no letter or digit."""
    return tuple(search_text(query).split())


def _plain_words(token: str) -> str:
    if token.isalnum():
        return token
    token = "".join("-" if unicodedata.category(c) == "Pd" or c == "\N{MINUS SIGN}" else c for c in token)
    if any(character.isdigit() for character in token):
        token = re.sub(r"(?<=[^\W_])[./-](?=[^\W_])", "", token)
    return re.sub(r"[\W_]+", " ", token)


def name_case(text: str) -> str:
    """A person's name typed all in capitals or all in small letters, in the usual case: 'João D'Ávila da Silva II'.

    A name that already mixes both is returned as it is: whoever typed it meant it.
    """
    name = tidy(text)
    if name not in (name.upper(), name.lower()):
        return name
    return _LETTERS.sub(_case_word, name)


def _case_word(found: re.Match[str]) -> str:
    word, name, start = found[0], found.string, found.start()
    before = name[start - 1] if start else ""
    stands_alone = before in (" ", "-") and name[found.end() : found.end() + 1] in ("", " ", "-")
    if stands_alone and word.lower() in _PARTICLES:
        return word.lower()
    if stands_alone and _ROMAN.fullmatch(word.upper()):
        return word.upper()
    if before and before in _APOSTROPHES and len(word) == 1:
        return word.lower()
    return word[0].upper() + word[1:].lower()


def looks_garbled(text: str) -> str | None:
    """The repaired text when UTF-8 was read as Windows-1252 or Latin-1 ('JoÃ£o' → 'João'), else `None`."""
    try:
        repaired = b"".join(_as_byte(character) for character in text).decode("utf-8")
    except UnicodeError:
        return None
    # Beyond these, chance: 'ATÉ…' is also two bytes of UTF-8, for a letter that no one here writes.
    if repaired == text or not all(ord(c) < 0x180 or 0x2000 <= ord(c) < 0x2200 for c in repaired):
        return None
    return looks_garbled(repaired) or repaired


def _as_byte(character: str) -> bytes:
    try:
        return character.encode("cp1252")
    except UnicodeEncodeError:
        return character.encode("latin-1")


def parse_date(text: str) -> date:
    """A date typed as dd/mm/aaaa, ddmmaaaa, dd/mm/aa (20aa) or aaaa-mm-dd; '/', '-' and '.' are alike.

    Day first unless the year of four digits comes first; nothing is swapped or rounded to make a date possible.
    """
    typed = tidy(text)
    if found := re.fullmatch(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})", typed):
        year, month, day = int(found[1]), int(found[3]), int(found[4])
    elif found := re.fullmatch(r"([0-9]{1,2})([-/.]?)([0-9]{1,2})\2([0-9]{4}|[0-9]{2})", typed):
        if not found[2] and len(typed) != 8:
            raise _not_a_date()
        year, month, day = int(found[4]), int(found[3]), int(found[1])
        if len(found[4]) == 2:
            year += 2000
    else:
        raise _not_a_date()
    return _existing_date(year, month, day)


def _not_a_date() -> InvalidValue:
    return InvalidValue("Data não reconhecida.", "Digite dia, mês e ano, como 31/12/2026.")


def _existing_date(year: int, month: int, day: int) -> date:
    if not 1900 <= year <= 2199:
        raise InvalidValue(f"Ano improvável: {year:04}.", "Digite o ano com 4 números, como 2026.")
    if not 1 <= month <= 12:
        raise InvalidValue(f"Data inexistente: mês {month:02}.", "Digite o dia antes do mês, como 31/12/2026.")
    last = calendar.monthrange(year, month)[1]
    if not 1 <= day <= last:
        raise InvalidValue(f"Data inexistente: {_MONTHS[month - 1]} de {year} tem {last} dias.", "Confira o dia.")
    return date(year, month, day)


def format_date(day: date) -> str:
    """'14/03/2027'."""
    return f"{day.day:02}/{day.month:02}/{day.year:04}"


def format_date_long(day: date) -> str:
    """'14 de março de 2027'; the first of a month is '1º'."""
    number = "1º" if day.day == 1 else str(day.day)
    return f"{number} de {_MONTHS[day.month - 1]} de {day.year}"


def qr_name(name: str, limit: int) -> str:
    """The name as a QR code carries it: A-Z, 0-9, '-' and '/', '+' for a space, at most `limit` characters.

    What does not fit is cut between two words, or within the word when the first alone is too long.
    """
    written = re.sub(r"[^A-Z0-9/-]+", "+", fold(name).upper()).strip("+")
    if len(written) > limit:
        whole_words = written[: limit + 1].rpartition("+")[0]
        written = whole_words or written[:limit]
    return written
