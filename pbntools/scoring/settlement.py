"""What a session is worth in the end: stakes per hundred, and a match as won, drawn or lost.

Rounding to whole hundreds is a custom of clubs; the Laws do not know it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Literal

from pbntools.core import Seat, Side
from pbntools.scoring.pad import Winner

_STAKE = re.compile(r"(?a)\s*[+-]?(\d+(/\d+)?|\d+\.\d*|\.\d+)\s*")

Rounding = Literal["exact", "hundreds"]
ROUNDINGS: tuple[Rounding, ...] = ("exact", "hundreds")


def settled(margin: int, rounding: Rounding = "exact") -> int:
    """A margin as it is settled: as it is, or to the nearest hundred, with fifty going up (away from 0)."""
    if rounding == "exact":
        return margin
    rounded = (abs(margin) + 50) // 100 * 100
    return rounded if margin >= 0 else -rounded


def amount(points: int, stake: Fraction) -> Fraction:
    """What points come to at a stake per hundred, exactly."""
    return stake * points / 100


def parse_stake(text: str) -> Fraction:
    """Read a stake such as ``"5"``, ``"0.25"`` or ``"1/4"``; ValueError unless it is positive, at most a million."""
    try:
        if len(text) > 20 or not _STAKE.fullmatch(text):
            raise ValueError
        stake = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{text[:20]!r} is not a stake: expected a number such as 5 or 0.25") from None
    if not 0 < stake <= 1_000_000:
        raise ValueError(f"{text!r} is not a stake: expected more than 0 and at most 1000000")
    return stake


def amount_text(value: Fraction) -> str:
    """An amount with two decimals, or more where it has more; a fraction without an end as ``1/3``."""
    scaled = value
    for decimals in range(2, 9):
        scaled = value * 10**decimals
        if scaled.denominator == 1:
            whole, part = divmod(abs(scaled.numerator), 10**decimals)
            return f"{'-' if value < 0 else ''}{whole}.{part:0{decimals}d}"
    return str(value)


def match_result(winner: Winner) -> dict[Seat, int]:
    """A match as +1 for each player of the side that won it, -1 for the others, 0 for a draw."""
    if winner == "tie":
        return dict.fromkeys(Seat, 0)
    return {seat: 1 if str(seat.side) == winner else -1 for seat in Seat}


def forfeit(leaver: Seat, deals: int, ns: int, ew: int) -> dict[Seat, int | None]:
    """The match when a player leaves the table after ``deals`` finished deals with these points.

    After the rules page of a game site: who leaves in the first or only deal has -1, and his partner with him, since a
    match counts alike for both where the page does not tell them apart.  Later, the leaver has 0 and his partner +1
    where their side is ahead by the finished deals, -1 and 0 where it is level, -1 and -1 where it is behind.  What
    that page does not say, the opponents' result, is None.  Raises ValueError on a negative number of deals.
    """
    if deals < 0:
        raise ValueError(f"{deals} is not a number of deals")
    found: dict[Seat, int | None] = dict.fromkeys(Seat, None)
    if not deals:
        found[leaver] = found[leaver.partner] = -1
        return found
    own, other = (ns, ew) if leaver.side is Side.NS else (ew, ns)
    if own > other:
        found[leaver], found[leaver.partner] = 0, 1
    elif own == other:
        found[leaver], found[leaver.partner] = -1, 0
    else:
        found[leaver], found[leaver.partner] = -1, -1
    return found


def added(matches: Iterable[Mapping[Seat, int | None]]) -> dict[Seat, int | None]:
    """Several matches as one sum for each player; None where one of them is."""
    found: dict[Seat, int | None] = dict.fromkeys(Seat, 0)
    for match in matches:
        for seat, sofar in found.items():
            value = match[seat]
            found[seat] = None if sofar is None or value is None else sofar + value
    return found
