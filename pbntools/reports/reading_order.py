"""The order in which the letters of a line stand on paper: Hebrew and Arabic run from right to left."""

from __future__ import annotations

import unicodedata

from fpdf.bidi import BidiParagraph

_FROM_RIGHT = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"})
_MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")


def visual_order(text: str) -> str:
    """The characters of a line from left to right, by the Unicode bidirectional algorithm (UAX 9).

    The direction of the line is that of its first letter, and brackets are mirrored.  Arabic letters are not joined.  A
    vowel point stands before its letter, since the fonts draw it to the right of where it begins.
    """
    if text.isascii() or not any(unicodedata.bidirectional(character) in _FROM_RIGHT for character in text):
        return text
    return "".join(
        item.character.translate(_MIRRORED) if item.embedding_level % 2 else item.character
        for item in BidiParagraph(text).get_reordered_characters()
    )
