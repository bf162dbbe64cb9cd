"""What is written on a score pad: lines, entries, rubbers and the result of a session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pbntools.core import Contract, Seat, Side, Vulnerability
from pbntools.diagnostics import Finding

Winner = Literal["NS", "EW", "tie"]


@dataclass(frozen=True, slots=True)
class Line:
    """Points that are written down for a side, ``below`` the line or ``above`` it, what for, and by which Law."""

    side: Side
    where: Literal["above", "below"]
    points: int
    reason: str
    law: str

    def as_dict(self) -> dict[str, object]:
        """The JSON form."""
        return {
            "side": str(self.side),
            "where": self.where,
            "points": self.points,
            "reason": self.reason,
            "law": self.law,
        }


@dataclass(frozen=True, slots=True)
class Rubber:
    """A rubber, or a round of Chicago.  ``first`` and ``last`` count the pushed deals from 0.

    ``known`` are the points that are known, of North-South and of East-West; they are the whole sum if nothing is
    ``unknown``.  ``open_honours`` counts the deals whose honours are not known.  ``complete`` is False where the
    session ended before the rubber did.  ``winner`` is None where it is not decided.  ``games`` holds, for each game
    that was begun, the points of both sides below the line.
    """

    number: int
    first: int
    last: int
    complete: bool
    known: tuple[int, int]
    unknown: bool
    winner: Winner | None
    games: tuple[tuple[int, int], ...]
    won: tuple[int, int]
    open_honours: int = 0

    @property
    def ns(self) -> int | None:
        """North-South's points; None where the sum is not known."""
        return None if self.unknown else self.known[0]

    @property
    def ew(self) -> int | None:
        """East-West's points; None where the sum is not known."""
        return None if self.unknown else self.known[1]


@dataclass(frozen=True, slots=True)
class Entry:
    """One deal of a session, as it was scored.

    ``number`` counts the deals of the rubber or round from 1, ``rubber`` the rubbers from 0.  ``counted`` is False for
    a pass-out that is dealt again and for a deal after the session was over.  ``unknown`` names what is not known of
    the deal (``tricks``, ``contract``, ``honours`` …); ``conditional`` is what makes its score hang on an earlier deal,
    or None.  A conditional deal has no lines.  ``totals`` are the sums of the session after the deal, None where not
    known.  ``state`` is the pad before the deal.
    """

    index: int
    rubber: int
    number: int
    board: str | None
    dealer: Seat | None
    vulnerable: Vulnerability | None
    contract: Contract | None
    declarer: Seat | None
    tricks: int | None
    lines: tuple[Line, ...]
    counted: bool
    unknown: tuple[str, ...]
    conditional: str | None
    findings: tuple[Finding, ...]
    known: tuple[int, int]
    totals: tuple[int, int] | None
    game_won: Side | None
    state: State
    completed: Rubber | None = None

    def points(self, side: Side, where: str) -> int:
        """The points of a side above or below the line."""
        return sum(line.points for line in self.lines if line.side is side and line.where == where)


@dataclass(frozen=True, slots=True)
class State:
    """A pad as it stands: points of finished rubbers, above the line, and below it game by game; side by side.

    ``games`` ends with the game that is under way.  ``known`` is False where an earlier deal left something open.
    """

    earlier: tuple[int, int]
    above: tuple[int, int]
    games: tuple[tuple[int, int], ...]
    known: bool = True


@dataclass(frozen=True, slots=True)
class Match:
    """A match of Chicago: its first and last pushed deal, from 0, and its points as of a `Rubber`.

    ``winner`` is None where it is not decided.
    """

    first: int
    last: int
    complete: bool
    known: tuple[int, int]
    unknown: bool
    winner: Winner | None


@dataclass(frozen=True, slots=True)
class Finished:
    """How many deals of the last match are finished, and who is ahead by them; None where they do not tell.

    A deal whose result is not known is not finished, nor is a pass-out that is dealt again.  What closes an unfinished
    rubber belongs to no deal and does not count.
    """

    deals: int
    ahead: Winner | None


@dataclass(frozen=True, slots=True)
class Session:
    """The result of a session.

    ``closing`` are the lines of an unfinished rubber, which belong to no deal.  ``margin`` is the winner's points less
    the loser's; where games or matches decide and not points, it may be negative.  ``brought`` are points that the
    first record brought along from before.  Of several ``matches`` of Chicago, ``winner`` is who won more of them.
    """

    rubbers: tuple[Rubber, ...]
    closing: tuple[Line, ...]
    known: tuple[int, int]
    totals: tuple[int, int] | None
    winner: Winner | None
    margin: int | None
    deals: int
    complete: bool
    brought: tuple[int, int] = (0, 0)
    matches: tuple[Match, ...] = ()
    finished: Finished = Finished(0, "tie")


def winner_of(known: tuple[int, int], unknown: int) -> Winner | None:
    """Who has more points, where ``unknown`` more may still go to either side; None where that may change it."""
    difference = known[0] - known[1]
    if abs(difference) > unknown:
        return "NS" if difference > 0 else "EW"
    return "tie" if not difference and not unknown else None
