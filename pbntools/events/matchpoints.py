"""Matchpoints (Law 78A), boards that were played fewer times, artificial scores, and boards fouled in groups (Law 87B).

Everything is counted at two for a score that is beaten and one for an equal one; the scale of one and a half is half
of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Literal, NamedTuple

from pbntools.events.awards import Artificial, Award, parts_of, played
from pbntools.events.rounding import rounded

Factoring = Literal["neuberg", "top", "count", "none"]
FACTORINGS: tuple[Factoring, ...] = ("neuberg", "top", "count", "none")


@dataclass(frozen=True, slots=True)
class MatchpointRules:
    """How a board is matchpointed.

    ``win`` is what a beaten score is worth, 2 or 1 (Law 78A; the other unit is the ACBL's).  ``factoring`` is how a
    board that was played fewer times is brought to the top of the others: ``neuberg``; ``top``, by the ratio of the
    tops; ``count``, by the ratio of the numbers of results; or ``none``, where the top stays that of the results there
    are.  ``step`` is what matchpoints are rounded to after that, or None.  ``small_groups`` gives the shares of the top
    by place for groups of so few results, which a regulation may fix; there is none by default.
    """

    win: int = 2
    factoring: Factoring = "neuberg"
    step: Fraction | None = None
    small_groups: Mapping[int, tuple[Fraction, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.win not in (1, 2):
            raise ValueError("a beaten score is worth 2 or 1 matchpoints")
        if self.factoring not in FACTORINGS:
            raise ValueError(f"factoring is one of {', '.join(FACTORINGS)}")


class Matchpoints(NamedTuple):
    """What one side of a result gets on a board: its matchpoints, None where there is nothing to compare, and the top.

    ``raw`` is what it got before the board was factored.
    """

    points: Fraction | None
    top: Fraction
    raw: Fraction | None = None

    @property
    def share(self) -> Fraction | None:
        """The matchpoints as a share of the top."""
        return None if self.points is None or not self.top else self.points / self.top


def beaten(awards: Sequence[Award], *, ew: bool = False, counts: Sequence[int] | None = None) -> list[Fraction | None]:
    """By result: two for each of the other results that is worse, one for each that is equal.

    ``ew`` compares for East-West, to whom fewer points are better.  ``counts`` tells how many tables a result stands
    for.  A weighted score is compared by its weights, its own and those of the others (Law 12C1).  None for an award
    that has no points.
    """
    weights: dict[int, Fraction | int] = {}
    for at, award in enumerate(awards):
        times = 1 if counts is None else counts[at]
        for points, weight in parts_of(award):
            weights[points] = weights.get(points, 0) + weight * times
    worth: dict[int, Fraction | int] = {}
    below: Fraction | int = 0
    for points in sorted(weights, reverse=ew):
        worth[points] = 2 * below + weights[points]
        below += weights[points]
    # Most results have no weights, and many are the same.
    plain = {points: Fraction(number - 1) for points, number in worth.items()}
    found: list[Fraction | None] = []
    for award in awards:
        if type(award) is int:
            found.append(plain[award])
            continue
        parts = parts_of(award)
        # Against itself a result has one, whatever its weights, and that is not compared.
        found.append(Fraction(sum(weight * worth[points] for points, weight in parts)) - 1 if parts else None)
    return found


def neuberg(points: Fraction | int, results: int, full: int) -> Fraction:
    """The matchpoints (2/1/0) of a board with fewer ``results``, as if it had ``full`` ones: (N/n)(S+1) − 1.

    Source: the formula of G. Neuberg as federations publish it; the average of the board stays the average.
    """
    return Fraction(full, results) * (points + 1) - 1


def factored(points: Fraction, results: int, full: int, factoring: Factoring) -> Fraction | None:
    """The matchpoints (2/1/0) brought to a full board; None where a single result leaves nothing to compare."""
    if factoring == "neuberg":
        return neuberg(points, results, full)
    if results == 1:
        return None
    if factoring == "top":
        return points * Fraction(full - 1, results - 1)
    return points * Fraction(full, results) if factoring == "count" else points


def score_board(
    ns: Sequence[Award],
    ew: Sequence[Award],
    full: int,
    rules: MatchpointRules,
    *,
    groups: Sequence[int] | None = None,
    counts: Sequence[int] | None = None,
) -> list[tuple[Matchpoints, Matchpoints]]:
    """The matchpoints of all results of a board, for both sides.

    ``full`` is the number of results of a full board.  ``groups`` numbers the group of each result on a board that was
    fouled: each is scored by itself (Law 87B).
    """
    north = _side(ns, full, rules, ew=False, groups=groups, counts=counts)
    east = _side(ew, full, rules, ew=True, groups=groups, counts=counts)
    return list(zip(north, east, strict=True))


def _side(
    awards: Sequence[Award],
    full: int,
    rules: MatchpointRules,
    *,
    ew: bool,
    groups: Sequence[int] | None,
    counts: Sequence[int] | None,
) -> list[Matchpoints]:
    found: list[Matchpoints | None] = [None] * len(awards)
    for group in sorted(set(groups)) if groups is not None else [None]:
        members = [at for at in range(len(awards)) if groups is None or groups[at] == group]
        own = [awards[at] for at in members]
        times = None if counts is None else [counts[at] for at in members]
        for at, scored in zip(
            members, _group(own, full, rules, ew=ew, counts=times, fouled=groups is not None), strict=True
        ):
            found[at] = scored
    return [Matchpoints(None, Fraction(0)) if scored is None else scored for scored in found]


def _group(
    awards: Sequence[Award], full: int, rules: MatchpointRules, *, ew: bool, counts: Sequence[int] | None, fouled: bool
) -> list[Matchpoints]:
    number = (
        played(awards)
        if counts is None
        else sum(times for award, times in zip(awards, counts, strict=True) if played([award]))
    )
    full = max(full, number)
    size = number if rules.factoring == "none" and number > 1 else full
    top = Fraction(max(size - 1, 0) * rules.win)
    points = beaten(awards, ew=ew, counts=counts)
    fixed = rules.small_groups.get(number) if fouled else None
    shares = _fixed(points, fixed) if fixed is not None else None
    found = []
    # Equal results without weights share what they get.
    known: dict[int, Matchpoints] = {}
    for at, (award, own) in enumerate(zip(awards, points, strict=True)):
        if shares is None and type(award) is int and award in known:
            found.append(known[award])
            continue
        if isinstance(award, Artificial):
            found.append(Matchpoints(rounded(award.share * top, rules.step), top))
            continue
        if own is None:
            found.append(Matchpoints(None, top))
            continue
        if shares is not None:
            found.append(Matchpoints(rounded(shares[at] * top, rules.step), top, _in_unit(own, rules)))
            continue
        whole = own if number == full and number > 1 else factored(own, number, full, rules.factoring)
        gained = None if whole is None else rounded(_in_unit(whole, rules), rules.step)
        scored = Matchpoints(gained, top, _in_unit(own, rules))
        if type(award) is int:
            known[award] = scored
        found.append(scored)
    return found


def _in_unit(points: Fraction, rules: MatchpointRules) -> Fraction:
    """Matchpoints of two for a score that is beaten in the unit of the rules."""
    return points if rules.win == 2 else points * Fraction(rules.win, 2)


def _fixed(points: Sequence[Fraction | None], shares: Sequence[Fraction]) -> dict[int, Fraction]:
    """The shares of a small group by place; equal results have the mean of theirs."""
    order = sorted((at for at, own in enumerate(points) if own is not None), key=lambda at: -(points[at] or 0))
    found: dict[int, Fraction] = {}
    place = 0
    for _, level in groupby(order, key=lambda at: points[at]):
        members = list(level)
        mean = sum(shares[place : place + len(members)], Fraction(0)) / len(members)
        found.update(dict.fromkeys(members, mean))
        place += len(members)
    return found
