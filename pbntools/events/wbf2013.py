"""The WBF's continuous scale of victory points of 2013, 20-0, by its formula.

With τ = (√5 − 1)/2 and B = 15·√boards, the winner by I IMPs gets 10 + 10·(1 − τ^(3I/B)) / (1 − τ³), at most 20, and the
loser the rest.  Rounded to hundredths this is not yet the published table: no step may be larger than the one before
it, so each value that breaks this is raised by a hundredth until none does.

Source: the WBF's technical report of 2013 as federations reprint it; the published table for 24 boards, all its rows.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache

from pbntools.said import Said

MOST_BOARDS = 1000
"""Boards of a match for which a table is made."""
_CONTEXT = Context(prec=50)
_TAU = (_CONTEXT.sqrt(Decimal(5)) - 1) / 2


@lru_cache(maxsize=256)
def hundredths(boards: int) -> tuple[int, ...]:
    """The winner's victory points by margin in IMPs, from 0, in hundredths; the last one is 2000, for any more.

    Raises ValueError where ``boards`` is not 1 to `MOST_BOARDS`.
    """
    return tuple(_concave(formula_hundredths(boards)))


def formula_hundredths(boards: int) -> list[int]:
    """The same by the formula alone, rounded half up, before any value is raised."""
    if not 1 <= boards <= MOST_BOARDS:
        raise ValueError(Said("a match has 1 to {most} boards, not {boards}", most=MOST_BOARDS, boards=boards))
    c = _CONTEXT
    blitz = c.multiply(15, c.sqrt(Decimal(boards)))
    log = c.ln(_TAU)
    whole = c.subtract(1, c.power(_TAU, 3))
    values = []
    margin = 0
    while margin < blitz:
        power = c.exp(c.divide(c.multiply(3 * margin, log), blitz))
        exact = c.add(10, c.divide(c.multiply(10, c.subtract(1, power)), whole))
        values.append(int(c.multiply(exact, 100).to_integral_value(ROUND_HALF_UP)))
        margin += 1
    values.append(2000)
    return values


def _concave(values: list[int]) -> list[int]:
    """The values raised where a step is larger than the one before it."""
    # A value that was raised can only break the step before it, so going back one place is enough.
    at = 1
    while at < len(values) - 1:
        if values[at + 1] - values[at] > values[at] - values[at - 1]:
            values[at] += 1
            at = max(at - 1, 1)
        else:
            at += 1
    return values
