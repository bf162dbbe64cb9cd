"""The par of a deal: the score when both sides bid perfectly, from a full double-dummy table.

Both sides see all cards and want the best score.  A side that outbids can be doubled, so a contract that fails counts
doubled, one that makes counts as it is.  Where a denomination is worth bidding, the better of the two hands declares.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbntools.core import Vulnerability
from pbntools.game import raw_score

_NOTHING = 100_000


def par_scores(tricks: Sequence[Sequence[int]], vulnerable: Vulnerability | int) -> tuple[int, int]:
    """North-South's par score if their side, and if the other side, is the first that may bid.

    ``tricks[seat][strain]`` is what a declarer can win: seats N E S W, strains C D H S NT.  The two scores differ only
    where both sides can make the same contract and whoever bids it first has it.
    """
    sides: list[list[int]] = []
    for side in (0, 1):
        red = bool(vulnerable >> side & 1)
        sign = -1 if side else 1
        best = [max(tricks[side][strain], tricks[side + 2][strain]) for strain in range(5)]
        sides.append(
            [
                sign * raw_score(level, strain, int(best[strain] < level + 6), red, best[strain])
                for level in range(1, 8)
                for strain in range(5)
            ]
        )
    # From the top: ns is what North-South reach by bidding something higher than the bid looked at, ew what East-West
    # do.  Whoever has bid may also be left in it, or raise himself.
    ns, ew = -_NOTHING, _NOTHING
    for own, other in zip(reversed(sides[0]), reversed(sides[1]), strict=True):
        by_ns = min(max(own, ns), ew)
        by_ew = max(min(other, ew), ns)
        ns = max(ns, by_ns)
        ew = min(ew, by_ew)
    return _opened(ns, ew), -_opened(-ew, -ns)


def _opened(own: int, other: int) -> int:
    """The score, from the first bidder's side, when four players in turn may open the auction or pass.

    ``own`` is what his side reaches by bidding, ``other`` what the other side does; if all pass it is 0.
    """
    last = min(other, 0)
    third = max(own, last)
    second = min(other, third)
    return max(own, second)
