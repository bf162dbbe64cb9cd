"""What one side is awarded on a board: points, points with weights, a share of the top, or nothing.

Points are always North-South's, for both sides; a split score has other points for East-West (Law 12C1).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from pbntools.events.rounding import short_text
from pbntools.said import Said

HALF = Fraction(1, 2)
AVERAGES = {"A+": Fraction(3, 5), "A": HALF, "A-": Fraction(2, 5)}
"""The artificial scores of Law 12C2, as shares of the top."""

_PLAIN = re.compile(r"(?:(NS|EW)\s+)?([+-]?[0-9]{1,5})")
_SHARE = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,6})?)\s*%")
_PART = re.compile(r"\s*([0-9]{1,3}(?:\.[0-9]{1,6})?)\s*%\s*of\s*([+-]?[0-9]{1,5})\s*(?:,|\Z)")
_AVERAGE = re.compile(r"(?:AVE|AVERAGE|A)\s*([+=-]?)", re.IGNORECASE)
_NOT_PLAYED = ("", "NP", "NOT PLAYED")


@dataclass(frozen=True, slots=True)
class Weighted:
    """Several results with weights that sum to 1 (Law 12C1): pairs of North-South's points and a weight."""

    parts: tuple[tuple[int, Fraction], ...]

    def __post_init__(self) -> None:
        if not self.parts or any(weight <= 0 for _, weight in self.parts) or sum(w for _, w in self.parts) != 1:
            raise ValueError(Said("the weights of a weighted score must be above 0 and sum to 100%"))

    @property
    def mean(self) -> Fraction:
        """The points that are to be expected."""
        return sum((points * weight for points, weight in self.parts), Fraction(0))

    def __str__(self) -> str:
        return ", ".join(f"{share_text(weight)} of {points}" for points, weight in self.parts)


@dataclass(frozen=True, slots=True)
class Artificial:
    """An artificial score (Law 12C2): a share of the top, 0 to 1.

    ``imps`` is what it is worth where boards are scored by IMPs, None for as many as its share comes to.
    """

    share: Fraction
    imps: Fraction | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.share <= 1:
            raise ValueError(Said("an artificial score is 0% to 100%"))

    def __str__(self) -> str:
        return share_text(self.share) if self.imps is None else f"{short_text(self.imps)} IMP"


Award = int | Weighted | Artificial | None
"""Points for North-South, weighted points, an artificial score; None where the board was not played."""


def share_text(share: Fraction) -> str:
    """A share as per cent, with up to two places."""
    hundredths = round(share * 10000)
    return f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip(".") + "%"


def parse_award(text: str | int) -> Award:
    """Read ``420``, ``-50``, ``NS 420``, ``EW 50``, ``60%``, ``A+``, ``A``, ``A-``, ``NP``, ``60% of 420, 40% of -50``.

    Raises ValueError for anything else.
    """
    if isinstance(text, int):
        return text
    stripped = text.strip()
    if plain := _PLAIN.fullmatch(stripped):
        return -int(plain[2]) if plain[1] == "EW" else int(plain[2])
    if stripped.upper() in _NOT_PLAYED:
        return None
    if share := _SHARE.fullmatch(stripped):
        return Artificial(Fraction(share[1]) / 100)
    if average := _AVERAGE.fullmatch(stripped):
        return Artificial(AVERAGES["A" + average[1].strip("=")])
    parts = []
    at = 0
    while part := _PART.match(stripped, at):
        parts.append((int(part[2]), Fraction(part[1]) / 100))
        at = part.end()
    if not parts or at != len(stripped):
        raise ValueError(
            Said(
                "{text} is no score: expected points such as -50 or EW 50, 60%, A+, A, A-, NP, or 60% of 420, 40% of"
                " -50",
                text=repr(text),
            )
        )
    return Weighted(tuple(parts))


def parts_of(award: Award) -> tuple[tuple[int, Fraction | int], ...]:
    """The points of an award with their weights; nothing for one without points."""
    if isinstance(award, int):
        return ((award, 1),)
    return award.parts if isinstance(award, Weighted) else ()


def mean_of(award: Award) -> Fraction | int | None:
    """The points that are to be expected of an award; None where it has none."""
    if isinstance(award, int):
        return award
    return award.mean if isinstance(award, Weighted) else None


def has_points(award: Award) -> bool:
    """Whether an award is a result with points."""
    return type(award) is int or isinstance(award, Weighted)


def played(awards: Iterable[Award]) -> int:
    """How many of the awards are results with points."""
    return sum(map(has_points, awards))


def award_text(award: Award) -> str:
    """An award in words; ``NP`` where the board was not played."""
    return "NP" if award is None else str(award)
