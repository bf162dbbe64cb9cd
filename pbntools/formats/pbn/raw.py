"""A game as text, before it is a record."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from pbntools.diagnostics import FixSource, Rule
from pbntools.formats.pbn.lexer import LINE
from pbntools.formats.text import Chunk


class Fault(NamedTuple):
    """Something wrong with the text: local offsets of the span, and optionally where in the record's terms."""

    rule: Rule
    start: int
    end: int
    message: str
    help: str | None = None
    severity: int | None = None
    call: int | None = None
    trick: int | None = None
    seat: str | None = None
    card: str | None = None
    cell: int | None = None
    """The cell of the play, by which the player is told."""
    fix: FixSource | None = None
    more: int = 0
    """How many faults of the same rule, further on in the game, it stands for."""


MOST_FAULTS = 1000
"""Faults of one rule in one game that are kept one by one."""


class Faults(list[Fault]):
    """The faults of one game.  Past `MOST_FAULTS` of a rule, the next one stands for all that follow."""

    __slots__ = ("_counts", "_folded")

    def append(self, fault: Fault) -> None:
        """Add a fault."""
        if len(self) < MOST_FAULTS:
            super().append(fault)
        else:
            self._fold(fault)

    def extend(self, faults: Iterable[Fault]) -> None:
        """Add faults one by one."""
        for fault in faults:
            self.append(fault)

    def _fold(self, fault: Fault) -> None:
        if len(self) == MOST_FAULTS:
            self._counts: dict[Rule, int] = {}
            self._folded: dict[Rule, int] = {}
            for at, each in enumerate(self):
                self._counts[each.rule] = self._counts.get(each.rule, 0) + 1
                if each.more:
                    self._folded[each.rule] = at
        rule = fault.rule
        at = self._folded.get(rule, -1)
        if at >= 0:
            self[at] = self[at]._replace(more=self[at].more + 1 + fault.more)
            return
        if self._counts.get(rule, 0) >= MOST_FAULTS or fault.more:
            self._folded[rule] = len(self)
        self._counts[rule] = self._counts.get(rule, 0) + 1
        super().append(fault)


class RawGame:
    """A game as text: spans are local to ``chunk``, values as written, lexed as Latin-1."""

    __slots__ = (
        "auction",
        "chunk",
        "contradicted",
        "damaged",
        "end",
        "faults",
        "ignored",
        "loose",
        "malformed",
        "notes",
        "plain",
        "play",
        "remarked",
        "repeated",
        "start",
        "tables",
        "tags",
        "unclosed",
        "unknown",
    )

    def __init__(self, chunk: Chunk, start: int) -> None:
        self.chunk = chunk
        self.start = start
        self.end = start
        self.tags: dict[str, str] = {}
        self.unclosed: list[int] = []
        """The comments that were never closed, as offsets in pairs: those from the first to the second offset."""
        self.auction: tuple[int, int] | None = None
        self.play: tuple[int, int] | None = None
        self.notes: list[tuple[str, str, int]] = []
        """Section, value and offset of each note."""
        self.tables: list[tuple[str, int, int]] = []
        """Name and span of the data of each table."""
        self.damaged: dict[str, tuple[int, int, int, int]] = {}
        """Start, value, end of the value and end of each tag pair that had to be mended."""
        self.unknown: list[str] = []
        """The tags that the standard does not know."""
        self.plain = True
        """Whether no comment or escape line stands in the auction or play."""
        self.remarked = False
        """Whether a comment or an escape line stands anywhere in the game, or before it."""
        self.loose = False
        """Whether a tag pair may have another form than ``[Name "value"]`` on one line."""
        self.faults = Faults()
        self.ignored: list[str] = []
        self.malformed = 0
        """Tags so damaged that they have no value."""
        self.repeated = 0
        """Repeated tags."""
        self.contradicted: list[str] = []
        """The names of repeated tags that say something else than the first one, in their value or their section."""

    def take(self, other: RawGame) -> None:
        """What stood behind a blank line belongs to this game after all."""
        if other is not self:
            self.unclosed.extend(other.unclosed)
            self.remarked = self.remarked or other.remarked
            self.loose = self.loose or other.loose
            self.faults.extend(other.faults)
            self.ignored.extend(other.ignored)

    def comment_end(self, start: int) -> tuple[int, int]:
        """Where the text of a comment in braces ends, and where the game goes on behind it."""
        text = self.chunk.text
        unclosed = self.unclosed
        index = bisect_right(unclosed, start)
        if index % 2 == 0 and not (index and unclosed[index - 1] == start):
            found = text.find("}", start)
            if found >= 0:
                return found, found + 1
        line = LINE.match(text, start)
        end = line.end() if line else start + 1
        return end, end
