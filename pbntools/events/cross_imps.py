"""Cross-IMPs: each result against each other result of the board, in IMPs.

Source: the method as clubs and federations describe it; the divisor differs between programs, so it has a name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from pbntools.events.awards import Award, parts_of
from pbntools.events.imps import IMP_BOUNDS

Divisor = Literal["comparisons", "tables", "none"]
DIVISORS: tuple[Divisor, ...] = ("comparisons", "tables", "none")


class CrossImps(NamedTuple):
    """The sum of a result's comparisons, their number, and the sum by the divisor (None without a comparison)."""

    total: Fraction | None
    comparisons: int
    score: Fraction | None


def cross_imps(
    awards: Sequence[Award],
    divisor: Divisor = "comparisons",
    *,
    ew: bool = False,
    counts: Sequence[int] | None = None,
) -> list[CrossImps]:
    """By result: the IMPs against all others; over the ``comparisons`` made, the ``tables`` with a result, or 1.

    ``ew`` gives East-West's IMPs.  A board that was not played, and an artificial score, is neither compared nor
    counted.  Those of all results sum to zero.
    """
    weights: dict[int, Fraction | int] = {}
    number = 0
    for at, award in enumerate(awards):
        times = 1 if counts is None else counts[at]
        number += times if parts_of(award) else 0
        for points, weight in parts_of(award):
            weights[points] = weights.get(points, 0) + weight * times
    worth = _worth(weights)
    found = []
    sign = -1 if ew else 1
    for award in awards:
        parts = parts_of(award)
        if not parts or number < 2:
            found.append(CrossImps(None, 0, None))
            continue
        # Outcomes of one weighted score come to nothing against each other, since IMPs are symmetric.
        total = Fraction(sign * sum(weight * worth[points] for points, weight in parts))
        by = {"comparisons": number - 1, "tables": number, "none": 1}[divisor]
        found.append(CrossImps(total, number - 1, total / by))
    return found


def _worth(weights: Mapping[int, Fraction | int]) -> dict[int, Fraction | int]:
    """By points their IMPs against all results, each with its weight.

    The IMPs of a difference are the number of bounds that it reaches.  So for each bound it is enough to know how many
    results lie so far below, and how many so far above, and both only grow along the sorted points.
    """
    order = sorted(weights)
    sums: list[Fraction | int] = [0]
    for points in order:
        sums.append(sums[-1] + weights[points])
    found: dict[int, Fraction | int] = dict.fromkeys(order, 0)
    number, most = len(order), order[-1] - order[0] if order else 0
    for bound in IMP_BOUNDS:
        if bound > most:
            break
        below = above = 0
        for points in order:
            while below < number and order[below] <= points - bound:
                below += 1
            while above < number and order[above] < points + bound:
                above += 1
            found[points] += sums[below] - (sums[-1] - sums[above])
    return found
