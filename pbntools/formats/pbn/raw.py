"""A game as text, before it is a record."""

from __future__ import annotations

from typing import NamedTuple

from pbntools.diagnostics import FixSource, Rule
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


class RawGame:
    """A game as text: spans are local to ``chunk``, values as written, lexed as Latin-1."""

    __slots__ = (
        "auction",
        "braces",
        "chunk",
        "contradicted",
        "damaged",
        "end",
        "faults",
        "ignored",
        "malformed",
        "notes",
        "plain",
        "play",
        "remarked",
        "start",
        "tables",
        "tags",
        "unknown",
    )

    def __init__(self, chunk: Chunk, start: int) -> None:
        self.chunk = chunk
        self.start = start
        self.end = start
        self.tags: dict[str, str] = {}
        self.braces: dict[int, tuple[int, int]] = {}
        """Where each comment in braces starts, to where its text ends and where the game goes on."""
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
        self.faults: list[Fault] = []
        self.ignored: list[str] = []
        self.malformed = 0
        """Tags so damaged that they have no value."""
        self.contradicted = 0
        """Repeated tags that say something else than the first one, or open a section."""

    def take(self, other: RawGame) -> None:
        """What stood behind a blank line belongs to this game after all."""
        if other is not self:
            self.braces.update(other.braces)
            self.remarked = self.remarked or other.remarked
            self.faults.extend(other.faults)
            self.ignored.extend(other.ignored)
