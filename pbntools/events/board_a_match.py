"""Board-a-match: any difference wins the board.

Sources: the ACBL's handbook (1, ½, 0), an article of the EBU (2, 1, 0).
"""

from __future__ import annotations

from fractions import Fraction

from pbntools.events.awards import Award, parts_of


def board_a_match(award: Award, other: Award, win: int = 2) -> Fraction | None:
    """What an award gets against another: ``win`` for more points, half of it for as many; None without points.

    Weighted scores are compared by their weights.
    """
    mine, others = parts_of(award), parts_of(other)
    if not mine or not others:
        return None
    found = Fraction(0)
    for points, weight in mine:
        for less, against in others:
            found += Fraction(weight * against * ((points > less) - (points < less) + 1))
    return found * Fraction(win, 2)
