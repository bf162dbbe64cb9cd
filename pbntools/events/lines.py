"""A line of an event: what one table came to on one board, and where that was read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pbntools.diagnostics import RECORD, Diagnostic, Finding, Location, Place, Rule, Severity, diagnostic_of
from pbntools.events.awards import Award
from pbntools.events.spelling import numbered
from pbntools.rules import NOTHING_MEANT
from pbntools.said import Said

if TYPE_CHECKING:
    from pbntools.formats.reading import Reading


class Origin(NamedTuple):
    """Where a line was read: the file, the record in it from 0, and the row of its ScoreTable from 0."""

    path: str
    record: int | None = None
    row: int | None = None
    reading: Reading | None = None

    @property
    def order(self) -> tuple[str, int, int]:
        """What sorts origins."""
        return self.path, -1 if self.record is None else self.record, -1 if self.row is None else self.row

    def location(self) -> Location:
        """The place in the file."""
        if self.reading is None:
            return Location(self.path)
        place = RECORD if self.row is None else Place("table", name="ScoreTable", index=self.row)
        return self.reading.locate(place)


class Side(NamedTuple):
    """Who sat there as the record has it: a number or name of the pair, and the players; both may be unknown."""

    id: str | None
    names: tuple[str, ...]


class Doubt(NamedTuple):
    """What is doubtful of a result that counts: the rule, and what is to be said."""

    rule: Rule
    message: str


NOBODY = Side(None, ())
_AT_A_TABLE = "{where}: {what}"
ROOM_NAMES = {"open": Said("the open room"), "closed": Said("the closed room")}
"""The two rooms of a match in words."""
BoardKey = tuple[str, str, str]
"""Session, round (empty where a board is one for the whole session), and label of the board."""


@dataclass(slots=True)
class Line:
    """What one table came to on one board.

    ``session``, ``round``, ``section``, ``table`` and ``room`` are empty where they are not known.  ``ns`` and ``ew``
    are the contestants once they are found, None for a result of nobody, which is compared and not ranked;
    ``players`` are those who sat there in an event of individuals.  The awards are in North-South's points.  ``count``
    is how many tables the line stands for; ``group`` numbers that of a fouled board.

    ``at_table`` are the awards before the director ``adjusted`` the score.
    ``why`` says why a side has no award, ``unplayed`` that nothing at all is told of a result, ``assumed`` that the
    score goes by the vulnerability of the board's number, ``doubt`` what is doubtful of the score, and ``out`` that the
    line was left out.
    """

    board: str
    origin: Origin
    session: str = ""
    round: str = ""
    section: str = ""
    table: str = ""
    room: str = ""
    sides: tuple[Side, Side] = (NOBODY, NOBODY)
    home: str = ""
    visit: str = ""
    ns: str | None = None
    ew: str | None = None
    ns_award: Award = None
    ew_award: Award = None
    count: int = 1
    group: int = 0
    players: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    contract: str = ""
    declarer: str = ""
    tricks: int | None = None
    lead: str = ""
    adjusted: bool = False
    adjusted_why: str = ""
    """What the director gave as the reason."""
    at_table: tuple[Award, Award] = (None, None)
    why: str = ""
    unplayed: bool = False
    assumed: bool = False
    doubt: Doubt | None = None
    out: bool = False

    def who(self, side: int) -> tuple[str, ...]:
        """The contestants of a side, 0 North-South or 1 East-West."""
        if self.players[side]:
            return self.players[side]
        one = self.ew if side else self.ns
        return () if one is None else (one,)

    def where(self) -> Said:
        """The board and the table in words."""
        parts = [Said("board {board}", board=self.board)]
        if self.room:
            parts.append(ROOM_NAMES.get(self.room) or Said("the {room} room", room=self.room))
        elif self.table:
            parts.append(Said("table {table}", table=numbered(self.section, self.table)))
        elif self.section:
            parts.append(Said("section {section}", section=self.section))
        if self.round:
            parts.append(Said("round {round}", round=self.round))
        return Said("{parts}", parts=tuple(parts))

    def says(self, what: str) -> Said:
        """What is to be said of the line, behind the board and the table."""
        return Said("{where}: {what}", where=self.where(), what=what)


class EventFinding(NamedTuple):
    """A finding and where it was read."""

    finding: Finding
    origin: Origin
    board: str | None

    def diagnostic(self) -> Diagnostic:
        """The diagnostic at its place in the file."""
        return diagnostic_of(self.finding, self.origin.location(), record=self.origin.record, board=self.board)


class LeftOut(NamedTuple):
    """A result that does not count, and why; ``line`` is the result, None where none could be read."""

    board: str | None
    table: str
    reason: str
    rule: Rule
    origin: Origin
    line: Line | None = None

    @property
    def why(self) -> str:
        """The reason without the board and the table."""
        reason = self.reason
        if self.line is None or not isinstance(reason, Said) or reason.template != _AT_A_TABLE:
            return reason
        what = reason.values["what"]
        return what if isinstance(what, str) else reason


class Findings:
    """Gathers what is to be said of an event, and what was left out of it."""

    def __init__(self) -> None:
        self.found: list[EventFinding] = []
        self.left_out: list[LeftOut] = []

    def add(
        self, rule: Rule, message: str, origin: Origin, board: str | None, severity: Severity | None = None
    ) -> None:
        """Say something of an origin."""
        self.found.append(EventFinding(Finding(rule, message, severity=severity), origin, board))

    def unmet(self, message: str, origin: Origin) -> None:
        """Say that a ruling of the director changes nothing, which makes the ranking a wrong one."""
        self.add(NOTHING_MEANT, message, origin, None, Severity.ERROR)

    def tell_doubts(self, lines: Iterable[Line]) -> None:
        """Say what is doubtful of lines that count."""
        for line in lines:
            if line.doubt is not None:
                self.add(
                    line.doubt.rule, line.says(line.doubt.message), line.origin, line.board or None, Severity.WARNING
                )

    def leave_out(self, rule: Rule, message: str, line: Line, *, told: bool = True) -> None:
        """Leave a line out, once, and say so; without ``told`` a diagnostic of several lines says it elsewhere."""
        if told:
            self.add(rule, message, line.origin, line.board or None)
        if line.out:
            return
        line.out = True
        table = line.room or numbered(line.section, line.table)
        self.left_out.append(LeftOut(line.board or None, table, message, rule, line.origin, line))

    def sort(self) -> None:
        """Bring all into the order of the files."""
        self.found.sort(key=lambda item: (item.origin.order, item.finding.rule.code, item.finding.message))
        self.left_out.sort(key=lambda item: (item.origin.order, item.rule.code, item.reason))
