"""What was expected at the places where a game leaves the grammar, all of them.

The grammar stops at the first thing that is wrong.  So that is taken out, and the rest is tried again, until nothing is
wrong or there were too many tries.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pbntools.formats.pbn.faults import PbnMap
from pbntools.formats.pbn.grammar import MAX_GAME, mismatch
from pbntools.formats.pbn.lexer import PAIR, is_section
from pbntools.formats.pbn.syntax import READ_ON, SYNTAX

if TYPE_CHECKING:
    from pbntools.diagnostics import Diagnostic
    from pbntools.formats.reading import Reading

TRIES = 20
"""How many places of a game are explained; of a large game fewer, as each takes a parse."""
_PARSED = 400_000

_SPACE = re.compile(r"[ \t\v\r\n]++")
_TO_LINE_END = re.compile(r"[^\r\n]*+")
_WORD = re.compile(r"[^ \t\v\r\n\[]*+")
_ANNOTATION = re.compile(r"=[0-9]*+=|\$[0-9]*+|[!?]{1,2}+")
# White space that no blank line consists of (PBN 2.1 §2.4).
_FILL = "\v"


class Expectation(NamedTuple):
    """A span of a game's chunk that leaves the grammar, and what was expected there."""

    start: int
    end: int
    expected: str


def expectations(reading: Reading) -> list[Expectation]:
    """What was expected in a game of a PBN file, place by place; nothing for a game that is too long to parse."""
    game_map = reading.source_map
    if not isinstance(game_map, PbnMap):
        return []
    game = game_map.game
    text = game.chunk.text[game.start : game.end]
    found: list[Expectation] = []
    if len(text) > MAX_GAME:
        return found
    for _ in range(max(min(TRIES, _PARSED // (len(text) + 1)), 1)):
        wrong = mismatch(text, game_map.headers)
        if wrong is None:
            break
        start, end, instead = _region(game_map, text, wrong.offset)
        if text[start:end] == instead:
            break
        found.append(Expectation(game.start + start, game.start + end, wrong.expected))
        text = text[:start] + instead + text[end:]
    return found


def expected(diagnostic: Diagnostic, reading: Reading, places: list[Expectation]) -> str | None:
    """What was expected where a diagnostic of the syntax stands; None for other diagnostics."""
    at = diagnostic.location.offset
    game_map = reading.source_map
    if at is None or game_map is None or diagnostic.rule not in SYNTAX | READ_ON:
        return None
    start = at - game_map.chunk.offset
    end = max((diagnostic.location.end_offset or at) - game_map.chunk.offset, start + 1)
    return next((place.expected for place in places if place.start < end and start < place.end), None)


def _region(game_map: PbnMap, text: str, at: int) -> tuple[int, int, str]:
    """What to take out of a game's text to go on behind a place, and what to put there."""
    for pair in PAIR.finditer(text):
        if pair.start() <= at < pair.end():
            return _pair_region(game_map, text, pair)
    begin = game_map.game.start
    for _, first, last in game_map.game.tables:
        if first - begin <= at < last - begin:
            return at, last - begin, _FILL * (last - begin - at)
    section = any(
        span and span[0] - begin <= at < span[1] - begin for span in (game_map.game.auction, game_map.game.play)
    )
    if space := _SPACE.match(text, at):
        end = space.end()
    elif section:
        token = _ANNOTATION.match(text, at) or _WORD.match(text, at)
        end = token.end() if token else at
    else:
        line = _TO_LINE_END.match(text, at)
        end = line.end() if line else at
    end = max(end, min(at + 1, len(text)))
    return at, end, _FILL * (end - at)


def _pair_region(game_map: PbnMap, text: str, pair: re.Match[str]) -> tuple[int, int, str]:
    start, end = pair.span()
    name = pair[1]
    if not is_section(name):
        return start, end, _FILL * (end - start)
    begin = game_map.game.start
    own = game_map.tags.get(name)
    if own is not None and own.start == begin + start and name in ("Auction", "Play"):
        # The calls or cards are worth a look of their own.
        return start, end, f'[{name} ""]'.ljust(end - start, _FILL)
    following = text.find("[", end)
    last = len(text) if following < 0 else following
    return start, last, _FILL * (last - start)
