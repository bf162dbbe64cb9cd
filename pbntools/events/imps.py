"""International matchpoints: the table of Law 78B, and the difference of two awards."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction

from pbntools.events.awards import Artificial, Award, parts_of

IMP_BOUNDS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""The least difference for 1, 2, … 24 IMPs (Law 78B)."""
AVERAGE_IMPS = 3
"""IMPs for average plus, and against average minus (Laws of 2017; the number of the Law is not verified)."""


def imps(difference: int | Fraction) -> int:
    """The IMPs of a difference in points, with its sign; a fraction counts by the bound that it reaches."""
    size = -difference if difference < 0 else difference
    found = bisect_right(IMP_BOUNDS, size)
    return -found if difference < 0 else found


def difference_imps(award: Award, other: Award) -> Fraction | None:
    """The IMPs of one award against another; None where either has no points.

    Of a weighted score the IMPs of each outcome are weighted, not its points (not verified in the Laws).
    """
    if isinstance(award, int) and isinstance(other, int):
        return Fraction(imps(award - other))
    mine, others = parts_of(award), parts_of(other)
    if not mine or not others:
        return None
    return Fraction(sum(weight * against * imps(points - less) for points, weight in mine for less, against in others))


def artificial_imps(award: Artificial, average: int | Fraction = AVERAGE_IMPS) -> Fraction:
    """The IMPs of an artificial score: 60% is ``average`` IMPs, 50% none, 40% as many lost, and in proportion.

    One that says its IMPs has those.
    """
    if award.imps is not None:
        return award.imps
    return (award.share - Fraction(1, 2)) * 10 * average
