"""Names as they are compared: however they are written, one name is one contestant."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import normalize


def fold(name: str) -> str:
    """A name as it is compared: without case and surplus blanks, and with accents written in one way (NFC)."""
    plain = " ".join(name.split())
    return plain.casefold() if plain.isascii() else normalize("NFC", normalize("NFC", plain).casefold())


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
