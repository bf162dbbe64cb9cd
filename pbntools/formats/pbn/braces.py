"""Comments in braces: where each ends, and what to do with one that never does."""

from __future__ import annotations

import re

from pbntools import rules
from pbntools.diagnostics import Fix, TextChange
from pbntools.formats.pbn.lexer import MAX_GAME, NeedMore
from pbntools.formats.pbn.raw import Fault, RawGame
from pbntools.said import Said

_TAG_LINE = re.compile(
    r"[\r\n][ \t]*+\[(?:Event|Site|Date|Board|West|North|East|South|Dealer|Vulnerable|Deal)[ \t]*+\""
)


class Braces:
    """Finds the ends of the comments of a text; offsets must be asked for in rising order, which keeps it linear."""

    __slots__ = ("_end", "_final", "_last", "_opening", "_tag_line", "_text")

    def __init__(self, text: str, final: bool) -> None:
        self._text = text
        self._final = final
        self._end = -1
        self._last: RawGame | None = None
        """The game whose last comment was not closed."""
        self._tag_line = -1
        self._opening = -1

    def close(self, game: RawGame, start: int) -> int:
        """Where the text goes on behind a comment; one that never closes ends at its line."""
        text = self._text
        if self._end < start:
            found = text.find("}", start)
            self._end = found if found >= 0 else len(text) + MAX_GAME
        if self._end - start <= MAX_GAME and self._end < len(text) and not self._swallows(start):
            self._last = None
            return self._end + 1
        if not self._final and self._end >= len(text) and len(text) - start <= MAX_GAME:
            raise NeedMore
        if self._last is game:
            game.unclosed[-1] = start
        else:
            game.unclosed += (start, start)
            self._last = game
        end = game.comment_end(start)[1]
        game.faults.append(
            Fault(
                rules.UNTERMINATED_COMMENT,
                start,
                end,
                Said("this { is never closed; the comment is read to the end of its line"),
                Said("close the comment with }"),
                fix=Fix("close the comment at the end of its line", False, (TextChange(end, end, "}"),)),
            )
        )
        return end

    def _swallows(self, start: int) -> bool:
        """Whether the comment that opens here was never closed: the brace that would close it belongs to another one,
        which opens behind a line with a tag pair."""
        text = self._text
        close = self._end
        if text.find("{", start + 1, close) < 0:
            return False
        if self._tag_line < start:
            found = _TAG_LINE.search(text, start)
            self._tag_line = found.start() if found else len(text)
        if self._tag_line >= close:
            return False
        if self._opening < self._tag_line:
            at = text.find("{", self._tag_line)
            self._opening = at if at >= 0 else len(text)
        return self._opening < close
