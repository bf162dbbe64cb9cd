"""The PBN 2.1 standard as a strict grammar of its import format that can be run.

`mismatch` tells where a game leaves the grammar and what was expected there.  The grammar accepts a game exactly when
the reader gives it no diagnostic of its syntax (`pbntools.formats.pbn.syntax` says which those are).  It is no reader:
it is some hundred times slower, and stops at the first thing that is wrong.

No alternative of the grammar reads more than one token before it is taken or left, so parsing takes linear time and
nothing needs to be kept for a second try (packrat parsing would only cost memory).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

MAX_GAME = 1 << 20
"""The longest game, in characters, that is parsed."""

_NO_HEADERS: Mapping[str, str] = {}


class Mismatch(NamedTuple):
    """Where a text leaves the grammar, and what was expected there, in the words of the field."""

    offset: int
    expected: str


class GameTooLongError(ValueError):
    """A game past `MAX_GAME`."""


def mismatch(text: str, headers: Mapping[str, str] = _NO_HEADERS) -> Mismatch | None:
    """Where the text of one game leaves the grammar; None if the grammar accepts it.

    ``text`` is decoded as ISO 8859-1, byte by byte; ``headers`` are those of tables that inherit them (``"#"``).
    Raises `GameTooLongError` for a game past `MAX_GAME`.
    """
    from pyparsing import ParseBaseException

    from pbntools.formats.pbn.grammar import game

    if len(text) > MAX_GAME:
        raise GameTooLongError(f"the game has {len(text):,} characters; the grammar takes {MAX_GAME:,} at most")
    try:
        tokens = game.game.parse_string(text)
        game.check(text, tokens.as_list(), headers)
    except ParseBaseException as error:
        expected = error.msg.removeprefix("Expected ")
        return Mismatch(error.loc, game.MISSED.get(expected, expected))
    return None


def accepts(text: str, headers: Mapping[str, str] = _NO_HEADERS) -> bool:
    """Whether the text of one game is in the grammar."""
    return mismatch(text, headers) is None
