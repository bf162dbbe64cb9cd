"""Patton: board-a-match points and the aggregate of a match, each by the tables of the event.

There is no one law.  Sources: a newsletter of the EBU (2/1/0 a board and up to 8 for the aggregate over 4 boards); the
Icelandic federation (2/1/0 a board, and IMPs by a 20-0 scale); the Lederer trophy (2/1/0, and 30 for IMPs).  The table
for the aggregate is the event's own, so it has to be given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from pbntools.events.awards import Award, mean_of
from pbntools.events.board_a_match import board_a_match
from pbntools.events.imps import difference_imps
from pbntools.events.scales import Scale

Aggregate = Literal["points", "imps"]


class PattonScore(NamedTuple):
    """What both sides of a match get for the boards and for the aggregate."""

    boards: tuple[Fraction, Fraction]
    aggregate: tuple[Fraction, Fraction]

    @property
    def totals(self) -> tuple[Fraction, Fraction]:
        """Both together."""
        return self.boards[0] + self.aggregate[0], self.boards[1] + self.aggregate[1]


@dataclass(frozen=True, slots=True)
class PattonForm:
    """A form of Patton: what the aggregate is made of, ``points`` or ``imps``, and the tables.

    ``scale`` turns the aggregate into points.  ``boards_scale`` turns the lead in board-a-match points into points
    where the event has such a table; else they count as they are, ``win`` for a board that is won.
    """

    scale: Scale
    aggregate: Aggregate = "points"
    win: int = 2
    boards_scale: Scale | None = None

    def score(self, pairs: Sequence[tuple[Award, Award]]) -> PattonScore:
        """The match by its boards: for each, what the first team was awarded at both tables, as North-South's points.

        ``pairs`` holds, by board, the award of the first team's North-South and that of the other team's.
        """
        own = Fraction(0)
        lead: Fraction = Fraction(0)
        boards = 0
        for award, other in pairs:
            won = board_a_match(award, other, self.win)
            if won is None:
                continue
            boards += 1
            own += won
            if self.aggregate == "imps":
                lead += difference_imps(award, other) or 0
            else:
                lead += Fraction(mean_of(award) or 0) - Fraction(mean_of(other) or 0)
        points = own, boards * self.win - own
        if self.boards_scale is not None:
            points = self.boards_scale.points(points[0] - points[1], boards)
        return PattonScore(points, self.scale.points(lead, boards))
