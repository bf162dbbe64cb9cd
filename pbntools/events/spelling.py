"""Names as they are compared: however they are written, one name is one contestant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from unicodedata import normalize

_TURKISH = str.maketrans({"I": "ı", "İ": "i"})
"""The small letters of Turkish, where they are not those of English."""


def fold(name: str) -> str:
    """A name as it is compared: without case and surplus blanks, and with accents written in one way (NFC).

    Small I is ı in Turkish and i in English, and nothing tells which of them a name is in.  So the four letters I, ı, İ
    and i are one here, or each of two people would be two to one of the languages; see `joined`.
    """
    plain = " ".join(name.split())
    if plain.isascii():
        return plain.casefold()
    found = normalize("NFC", plain).casefold().replace("i\u0307", "i").replace("ı", "i")
    return normalize("NFC", found)


def joined(names: Iterable[str]) -> list[tuple[str, ...]]:
    """Spellings that `fold` makes one although no case of one language does, such as ``Ilgın`` and ``İlgin``."""
    found: dict[str, set[str]] = defaultdict(set)
    for name in names:
        found[fold(name)].add(normalize("NFC", " ".join(name.split())))
    return [
        tuple(sorted(spelt))
        for _, spelt in sorted(found.items())
        if all(len({_case(name.translate(table)) for name in spelt}) > 1 for table in ({}, _TURKISH))
    ]


def _case(name: str) -> str:
    return normalize("NFC", name.casefold())


def numbered(section: str, number: str) -> str:
    """The number of a pair with its section before it: ``B7``, or ``1-7``, since 1, 11 is not 11, 1."""
    return f"{section}{'-' if section[-1:].isdigit() else ''}{number}"


def board_label(text: str) -> str:
    """The label of a board; a number is the same one however many zeros stand before it (Law 2 numbers boards)."""
    return text.lstrip("0") or text if text.isascii() and text.isdigit() else text


def spellings(names: Iterable[str]) -> dict[str, str]:
    """By folded name the spelling that stands for it: the first by the alphabet, whatever came first."""
    found: dict[str, str] = {}
    for name in names:
        key = fold(name)
        spelt = name if name.isascii() else normalize("NFC", name)
        found[key] = min(found.get(key, spelt), spelt)
    return found
