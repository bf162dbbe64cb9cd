"""Ties broken step by step (regulation, article 10d and 10e), with the step that decided each place.

A step gives every contestant of a tied group a value, or does not apply to the group.  Where it separates some of them,
those that are still tied start anew with the first step among themselves; else the next step is tried.  A step that
compares them with each other looks at the whole group: with three or more it is a small table of their own results, and
where that goes in a circle, it separates nobody and the ladder goes on.  It does not apply where some two of them have
nothing in common: no match, no session, or no board in the same direction.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm

from pbntools.events.matches import Match
from pbntools.events.race import Race

LOT = "lot"
UNDECIDED = "undecided"
"""Stands where the ladder ends and no lot was drawn."""

Step = Callable[[Sequence[str]], Mapping[str, Fraction | int] | None]
"""The values of a group of tied contestants, more is better; None where the step does not apply to them."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A place: the rank, which those share that are tied for good, the contestant, and the step that decided."""

    rank: int
    id: str
    decided_by: str | None = None


def rank(
    scores: Mapping[str, Fraction | int], steps: Sequence[tuple[str, Step]], *, seed: str | None = None
) -> list[Placed]:
    """The contestants by their scores, the best first; ties by the steps, and by lot with a ``seed``.

    Of those that stay tied the order is that of their names.
    """
    decided: dict[str, str] = {}
    found: list[Placed] = []
    for group in _levels(list(scores), scores):
        for level in _order(group, steps, decided, seed):
            place = len(found) + 1
            for one in sorted(level):
                if len(level) > 1:
                    decided[one] = UNDECIDED
                found.append(Placed(place, one, decided.get(one)))
    return found


def _levels(group: Sequence[str], values: Mapping[str, Fraction | int]) -> list[list[str]]:
    by_value: dict[Fraction | int, list[str]] = {}
    for one in sorted(group):
        by_value.setdefault(values[one], []).append(one)
    # Whole numbers are compared faster than fractions.
    common = lcm(*(value.denominator for value in by_value))
    order = sorted(by_value, key=lambda value: value.numerator * (common // value.denominator), reverse=True)
    return [by_value[value] for value in order]


def _order(
    group: list[str], steps: Sequence[tuple[str, Step]], decided: dict[str, str], seed: str | None
) -> list[list[str]]:
    if len(group) == 1:
        return [group]
    for name, step in steps:
        if name == LOT:
            if seed is None:
                continue
            decided.update(dict.fromkeys(group, LOT))
            return [[one] for one in sorted(group, key=lambda one: lot(seed, one))]
        values = step(group)
        if values is None:
            continue
        levels = _levels(group, values)
        if len(levels) > 1:
            decided.update(dict.fromkeys(group, name))
            return [part for level in levels for part in _order(level, steps, decided, seed)]
    return [group]


def lot(seed: str, contestant: str) -> bytes:
    """The lot of a contestant, the least one wins: SHA-256 of the seed, a zero byte and the name, in UTF-8."""
    import hashlib

    return hashlib.sha256(f"{seed}\0{contestant}".encode("utf-8", "surrogatepass")).digest()


def no_lot(group: Sequence[str]) -> None:
    """The step ``lot`` has no values: it is drawn by `rank`."""


def match_steps(matches: Sequence[Match], imp_total: str) -> dict[str, Step]:
    """The steps of the teams' ladder by name; those by IMPs are only for matches that are scored by them.

    A match in which nothing was compared tells nothing of the two.
    """
    by_pair: dict[frozenset[str], list[Match]] = {}
    for match in matches:
        if match.boards:
            by_pair.setdefault(frozenset(match.teams), []).append(match)

    def mutual(value: Callable[[Match, str], Fraction]) -> Step:
        def step(group: Sequence[str]) -> Mapping[str, Fraction] | None:
            found = dict.fromkeys(group, Fraction(0))
            for one, other in combinations(group, 2):
                met = by_pair.get(frozenset((one, other)))
                if not met:
                    # Who has met some of the others cannot be compared with those who have met more of them.
                    return None
                for match in met:
                    found[one] += value(match, one)
                    found[other] += value(match, other)
            return found

        return step

    def total(value: Callable[[Match, str], Fraction | int]) -> Step:
        sums: dict[str, Fraction] = {}
        for match in matches:
            for team in match.teams:
                sums[team] = sums.get(team, Fraction(0)) + value(match, team)
        return lambda group: {team: sums.get(team, Fraction(0)) for team in group}

    def net(match: Match, team: str) -> Fraction:
        return Fraction(0) if match.imps is None else match.imps[match.side(team)]

    return {
        "mutual-match": mutual(lambda match, team: match.points[match.side(team)]),
        "mutual-imps": mutual(net),
        "imp-total": total(net if imp_total == "net" else lambda match, team: match.gained(team)),
        "wins": total(lambda match, team: int(match.won(team))),
        LOT: no_lot,
    }


def _ahead(values: Mapping[str, Mapping[object, Fraction]]) -> dict[str, int] | None:
    """How often each beat one of the others less how often one beat it; None where some two have nothing in common.

    Of two it is who beat the other more often, as the regulation has it.  It is silent on more: an equal session or
    board is then neither for nor against, so that those of whom nobody is ahead of another stay level.
    """
    if not set.intersection(*(set(own) for own in values.values())) and any(
        own.keys().isdisjoint(other.keys()) for own, other in combinations(values.values(), 2)
    ):
        return None
    by_place: dict[object, list[Fraction]] = {}
    for own in values.values():
        for place, value in own.items():
            by_place.setdefault(place, []).append(value)
    for field in by_place.values():
        field.sort()
    return {
        one: sum(
            bisect_left(by_place[place], value) + bisect_right(by_place[place], value) - len(by_place[place])
            for place, value in own.items()
        )
        for one, own in values.items()
    }


def race_steps(race: Race, played: Sequence[str]) -> dict[str, Step]:
    """The steps of the pairs' ladder by name, by the sessions that were played so far."""
    results = race.results
    weights = {session: results.rules.weight(session) for session in played}

    def sessions(chosen: Sequence[str]) -> Step:
        def step(group: Sequence[str]) -> Mapping[str, int] | None:
            found: dict[str, dict[object, Fraction]] = {one: {} for one in group}
            for one in group:
                for session in chosen:
                    value = race.session_value(one, session)
                    if value is not None:
                        found[one][session] = value
            return _ahead(found)

        return step

    def boards(group: Sequence[str]) -> Mapping[str, int] | None:
        # Only who held the same cards can be compared.
        return _ahead(
            {
                one: {(cell.key, cell.side): cell.value for cell in race.cells.get(one, ()) if cell.key[0] in weights}
                for one in group
            }
        )

    heaviest = [session for session in played if weights[session] == max(weights.values())]
    return {
        "sessions": sessions(played),
        # Where all sessions weigh the same, none is heavier.
        "weighted-sessions": sessions(heaviest) if len(heaviest) < len(played) else no_lot,
        "boards": boards,
        LOT: no_lot,
    }
