"""Butler: each result against the datum of its board, in IMPs.

Sources for the datums: mean of one direction, an encyclopaedia article; without the extremes, median, leaders and a
fixed one, regulations and handbooks of clubs and federations.  A regulation must name its datum, and so must an event.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from pbntools.events.awards import Award, mean_of, parts_of
from pbntools.events.imps import imps
from pbntools.events.rounding import Ties, rounded

Method = Literal["mean", "trim", "trim-share", "median", "leaders", "fixed"]
METHODS: tuple[Method, ...] = ("mean", "trim", "trim-share", "median", "leaders", "fixed")


class MadeDatum(NamedTuple):
    """A datum with what it was made from, in North-South's points, the least first.

    ``scores`` are those of which it is the mean or the median, ``left_out`` those at both ends that were left out, and
    ``exact`` is the datum before it was rounded.
    """

    scores: tuple[Fraction | int, ...]
    left_out: tuple[Fraction | int, ...]
    exact: Fraction
    datum: Fraction


@dataclass(frozen=True, slots=True)
class Datum:
    """How the datum of a board is found.

    ``trim`` is how many results are left out at each end with the method ``trim``; with ``trim-share`` it is the share
    of all results, of which the whole part is left out.  A result that stands there several times is left out once for
    each.  The datum is rounded to ``step`` points, None for not at all, and in the middle as ``ties`` says.
    """

    method: Method = "mean"
    trim: Fraction | int = 1
    step: int | None = 10
    ties: Ties = "half-away"

    def of(self, scores: Sequence[Fraction | int], leaders: Sequence[Fraction | int] = ()) -> Fraction | None:
        """The datum of a board's scores, North-South's points; None where no score is left."""
        made = self.made(scores, leaders)
        return None if made is None else made.datum

    def made(self, scores: Sequence[Fraction | int], leaders: Sequence[Fraction | int] = ()) -> MadeDatum | None:
        """The same with what it was made from.

        ``leaders`` are the scores of the leading tables, from which the method ``leaders`` takes the mean.
        """
        values = sorted(leaders if self.method == "leaders" else scores)
        left_out: list[Fraction | int] = []
        if self.method == "fixed":
            raise ValueError("a fixed datum is given, not computed")
        if self.method in ("trim", "trim-share"):
            out = int(self.trim) if self.method == "trim" else int(len(values) * Fraction(self.trim))
            left_out = values[:out] + values[max(out, len(values) - out) :]
            values = values[out : len(values) - out] if len(values) > 2 * out else []
        if not values:
            return None
        middle = values
        if self.method == "median":
            half = len(values) // 2
            middle = [values[half]] if len(values) % 2 else values[half - 1 : half + 1]
        exact = Fraction(sum(middle)) / len(middle)
        return MadeDatum(tuple(values), tuple(left_out), exact, rounded(exact, self.step, self.ties))


def board_scores(ns: Sequence[Award], ew: Sequence[Award]) -> list[Fraction | int | None]:
    """By result the points that go into the datum: those of both sides, or their mean where a score is split."""
    found: list[Fraction | int | None] = []
    for own, other in zip(ns, ew, strict=True):
        values = [value for value in (mean_of(own), mean_of(other)) if value is not None]
        found.append(None if not values else values[0] if len(set(values)) == 1 else Fraction(sum(values)) / 2)
    return found


def butler(award: Award, datum: Fraction, *, ew: bool = False) -> Fraction | None:
    """The IMPs of an award against the datum; None where it has no points."""
    parts = parts_of(award)
    if not parts:
        return None
    return Fraction((-1 if ew else 1) * sum(weight * imps(points - datum) for points, weight in parts))
