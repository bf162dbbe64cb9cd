"""Which diagnostics speak of the syntax of a game: the notation of the standard's import format, and nothing else.

Syntax is what the text of one game shows by itself: its characters, tokens, tag pairs and sections, the form of each
value, and that no tag is given twice.  It is not syntax

- how a game is set apart from the next, its encoding, the length of its lines (``PBN001`` to ``PBN006``, ``PBN106``),
  or lines for programs (``PBN009``);
- how parts depend on each other or on other games: tags that are missing, unknown, or in an unfit order
  (``PBN108``, ``PBN109``, ``PBN110``), a deal taken from the previous board (``PBN204``), notes without references
  and the reverse (``PBN301`` to ``PBN303``);
- what is said: cards dealt twice, empty deals and games, and all that the Laws or the score refute.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbntools import rules
from pbntools.diagnostics import Rule
from pbntools.formats.pbn import values
from pbntools.formats.pbn.faults import PbnMap
from pbntools.formats.pbn.section_words import CARD_IDS
from pbntools.record import ABOVE_SEVEN

if TYPE_CHECKING:
    from pbntools.formats.reading import Reading

SYNTAX: frozenset[Rule] = frozenset(
    (
        # Characters, tokens, tag pairs
        rules.FORBIDDEN_CHARACTER,
        rules.STRAY_TEXT,
        rules.UNTERMINATED_COMMENT,
        rules.UNTERMINATED_STRING,
        rules.MALFORMED_TAG,
        rules.BLANK_LINE_INSIDE_GAME,
        rules.DUPLICATE_TAG,
        # Values
        rules.BAD_VALUE,
        rules.VALUE_SPELLING,
        rules.BAD_INHERITANCE,
        rules.CONTRACT_SPELLING,
        rules.DEAL_SPELLING,
        rules.SUIT_LETTERS_IN_DEAL,
        rules.DEAL_UNREADABLE,
        rules.SPOT_CARDS,
        # Sections
        rules.NOTE_INDEX,
        rules.BAD_ANNOTATION,
        rules.CALL_SPELLING,
        rules.CARD_SPELLING,
        rules.CALL_UNREADABLE,
        rules.CARD_UNREADABLE,
        rules.IRREGULARITY_MARK,
        rules.TOKENS_AFTER_END,
        rules.PLAY_AFTER_CLAIM,
        rules.TABLE_SHAPE,
    )
)
"""The rules of the reader that speak of syntax.

Two of them speak of more.  ``card-spelling`` is also given for lower case, which the import format allows (§3.11).
``irregularity-mark`` is also what the Laws say of a mark that the record refutes; from the reader it is a mark in the
wrong place.
"""

READ_ON: frozenset[Rule] = frozenset((rules.BID_ABOVE_SEVEN, rules.RESULT_OUT_OF_RANGE))
"""Rules of syntax that the reader leaves to the Laws, since it reads the call or number and the Laws judge it."""


def broken_syntax(reading: Reading) -> list[Rule]:
    """The rules of syntax that a game breaks, in the order of the text, from a reading of `pbntools.read`.

    Bids above seven and results out of range come last.
    """
    record, game_map = reading.record, reading.source_map
    if record is None or not isinstance(game_map, PbnMap):
        return []
    found = [diagnostic.rule for diagnostic in reading.diagnostics if diagnostic.rule in SYNTAX]
    if rules.CARD_SPELLING in found and _only_lower_case(game_map):
        found.remove(rules.CARD_SPELLING)
    if record.auction is not None and ABOVE_SEVEN in record.auction.ids:
        found.append(rules.BID_ABOVE_SEVEN)
    given = game_map.game.tags.get("Result", "")
    result = values.result_value(given.removeprefix("##")) if given else None
    if result is not None and any(
        count is not None and not 0 <= count <= 13 for count in (result.tricks, result.ns, result.ew)
    ):
        found.append(rules.RESULT_OUT_OF_RANGE)
    return found


def _only_lower_case(game_map: PbnMap) -> bool:
    """Whether every card is the standard's but for its case, and no mark is in lower case."""
    text = game_map.chunk.text
    tokens = game_map.play
    if tokens is None:
        return True
    if any(text[start + 1] not in "RL" for start, _ in tokens.mark_spans.values()):
        return False
    words = (text[start:end] for start, end in tokens.spans)
    return all(word == "+" or word.upper() in CARD_IDS for word in words)
