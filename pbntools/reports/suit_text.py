r"""Suits in the text of people: comments, explanations, what stands in a tag.

Writers mark a suit in different ways: ``\S`` (PBN 2.1 §3.8), ``!S`` (Bridge Base), ``@S`` (movies in LIN), each also in
small letters, or the symbol itself.  A record keeps them as they were written; where text is shown, each is the
symbol of its suit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbntools.core import Suit
from pbntools.reports.screen import LETTERS, SUITS

# What may stand behind a mark: ranks, as in \SKQx, or the s of a plural, as in \Hs, but no word, as in "!Dear".
_MARK = re.compile(
    r"[\\!@]([SHDCshdc])(?=((?:(?:[AKQJTx0-9]{1,14}|a?k?q?j?t?x{0,13})s?))(?![A-Za-z]))"
    # A symbol, and the sign that asks for it to be drawn as text or as a picture.
    f"|([{SUITS}])[\ufe0e\ufe0f]?"
)


def suit_runs(text: str) -> Iterator[tuple[str, Suit | None]]:
    r"""The text in pieces: what is plain, with None, and suits, each as its symbol.

    ``2\H or \SK`` is ``("2", None), ("♥", Suit.HEARTS), (" or ", None), ("♠", Suit.SPADES), ("K", None)``.  No plain
    piece is empty.
    """
    plain = 0
    run = -1
    for match in _MARK.finditer(text):
        letter, ranks, symbol = match.groups()
        start = match.start()
        if symbol:
            suit = Suit(SUITS.index(symbol))
        # "Hi!D" and "me@home" hold no suit; \SKx!HQ does, since the ranks of another lead up to the mark.
        elif text[start] != "\\" and text[start - 1 : start].isalpha() and start != run:
            continue
        else:
            suit = Suit(LETTERS.index(letter.upper()))
        if start > plain:
            yield text[plain:start], None
        yield suit.symbol, suit
        plain = match.end()
        run = plain + len(ranks or "")
    if plain < len(text):
        yield text[plain:], None


def with_symbols(text: str) -> str:
    r"""The text with the symbol of its suit for every mark: ``3♥`` for ``3\H``, ``3!H`` and ``3@h``."""
    return "".join([piece for piece, _ in suit_runs(text)])


__all__ = ["suit_runs", "with_symbols"]
