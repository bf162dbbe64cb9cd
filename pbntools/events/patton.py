"""Patton: board-a-match points and the aggregate of a match, each by the tables of the event.

There is no one law.  Sources: a newsletter of the EBU (2/1/0 a board and up to 8 for the aggregate over 4 boards); the
Icelandic federation (2/1/0 a board, and IMPs by a 20-0 scale); the Lederer trophy (2/1/0, and 30 for IMPs).  The table
for the aggregate is the event's own, so it has to be given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pbntools.events.scales import Scale

Both = tuple[Fraction, Fraction]
"""What each of the two teams has; they balance unless a score was split."""


class PattonScore(NamedTuple):
    """What both sides of a match get for the boards and for the aggregate, and each side's lead in the aggregate."""

    boards: Both
    aggregate: Both
    lead: Both

    @property
    def totals(self) -> Both:
        """Both together."""
        return self.boards[0] + self.aggregate[0], self.boards[1] + self.aggregate[1]


@dataclass(frozen=True, slots=True)
class PattonForm:
    """A form of Patton by its tables.

    ``scale`` turns a team's lead in the aggregate into points.  ``boards_scale`` turns its lead in board-a-match points
    into points where the event has such a table; else they count as they are, ``win`` for a board that is won.
    ``scale_boards`` is the number of boards that the tables are looked up with, by default those of the match.
    """

    scale: Scale
    win: int = 2
    boards_scale: Scale | None = None
    scale_boards: int | None = None

    def score(self, boards: Sequence[tuple[Both, Both]]) -> PattonScore:
        """The match by its boards: for each both teams' board-a-match points, and what both have for the aggregate.

        Each team's own points count for it, so that a split score counts in both halves of the match.
        """
        number = self.scale_boards or len(boards)
        won = [sum((points[at] for points, _ in boards), Fraction(0)) for at in (0, 1)]
        lead = [sum((aggregate[at] for _, aggregate in boards), Fraction(0)) for at in (0, 1)]
        points = won[0], won[1]
        if self.boards_scale is not None:
            half = Fraction(len(boards) * self.win, 2)
            ahead = [2 * (own - half) for own in won]
            points = self.boards_scale.points(ahead[0], number)[0], self.boards_scale.points(ahead[1], number)[0]
        aggregate = self.scale.points(lead[0], number)[0], self.scale.points(lead[1], number)[0]
        return PattonScore(points, aggregate, (lead[0], lead[1]))
