"""Swiss pairing: from the top down by the standing, with byes, and without repeats as far as possible.

Source: the regulation of a federation, article 10j: first against second, third against fourth, and so on; repeats are
allowed, or avoided where that can be; no bye twice running, no second one while a team has had none, the lowest of
those that may have it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pbntools.said import Said

_EFFORT = 2000
"""Steps of the search for a pairing by hand before a matching of the whole graph is asked for."""


class PairingError(ValueError):
    """A field that cannot be paired, and why."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The next round: the pairs from the top down, the bye, and how many of the pairs have met before."""

    pairs: tuple[tuple[str, str], ...]
    bye: str | None
    repeats: tuple[tuple[str, str], ...]


def bye_of(standing: Sequence[str], byes: Mapping[str, int], last: Collection[str] = ()) -> str:
    """Who gets the bye: the lowest of those with the fewest byes that had none in the ``last`` round.

    ``byes`` counts those of each team so far.  Raises `PairingError` where everybody had one in the last round.
    """
    free = [team for team in reversed(standing) if team not in last]
    if not free:
        raise PairingError(Said("nobody may have the bye: everybody had one in the last round"))
    return min(free, key=lambda team: byes.get(team, 0))


def pair_swiss(
    standing: Sequence[str],
    met: Collection[frozenset[str]] = (),
    *,
    byes: Mapping[str, int] | None = None,
    last_byes: Collection[str] = (),
    avoid: bool = True,
) -> Pairing:
    """Pair the teams of a standing, the best first.

    With ``avoid`` the pairing has the fewest repeats there can be, and of those it is the one that keeps to the order
    from the top down longest: the first team meets the highest one that leaves that possible, then the next, and so on.
    Raises `PairingError` for a name that stands there twice or a field that is too small.
    """
    teams = list(standing)
    if len(set(teams)) != len(teams):
        raise PairingError(Said("a team stands in the standing twice"))
    if len(teams) < 2:
        raise PairingError(Said("two teams are the least that can be paired"))
    bye = bye_of(teams, byes or {}, last_byes) if len(teams) % 2 else None
    if bye is not None:
        teams.remove(bye)
    if not avoid:
        pairs = list(zip(teams[::2], teams[1::2], strict=True))
    else:
        pairs = _avoiding(teams, met)
    repeats = tuple(pair for pair in pairs if frozenset(pair) in met)
    return Pairing(tuple(pairs), bye, repeats)


def _avoiding(teams: list[str], met: Collection[frozenset[str]]) -> list[tuple[str, str]]:
    at_once = _at_once(teams, met)
    if at_once is not None:
        return at_once
    left = list(teams)
    pairs = []
    bound = _fewest_by_matching(left, met)
    while left:
        top = left[0]
        for other in left[1:]:
            rest = [team for team in left if team not in (top, other)]
            cost = frozenset((top, other)) in met
            if cost <= bound and _within(rest, met, bound - cost):
                pairs.append((top, other))
                left = rest
                bound -= cost
                break
        else:
            raise PairingError(Said("no pairing was found"))  # the bound is that of a pairing, so there is one
    return pairs


def _within(teams: Sequence[str], met: Collection[frozenset[str]], bound: int) -> bool:
    """Whether the teams can be paired with at most so many repeats."""
    pairs, whole = _search(teams, met, bound)
    return pairs is not None or (not whole and fewest_repeats(teams, met) <= bound)


def _search(
    teams: Sequence[str], met: Collection[frozenset[str]], repeats: int
) -> tuple[list[tuple[str, str]] | None, bool]:
    """The pairing with at most so many repeats that keeps to the order longest, and whether all were looked at.

    From the top down one is mostly found at once; a search that takes too long finds nothing, and says so.
    """
    effort = _EFFORT + 4 * len(teams)
    # One level for each pair made so far: who is left, which of them is tried next, and the repeats made before.
    levels: list[tuple[list[str], Iterator[int], int]] = []
    pairs: list[tuple[str, str]] = []
    left, spent = list(teams), 0
    while left:
        levels.append((left, iter(range(1, len(left))), spent))
        while levels:
            left, choices, spent = levels[-1]
            del pairs[len(levels) - 1 :]
            for at in choices:
                effort -= 1
                if effort < 0:
                    return None, False
                pair = left[0], left[at]
                cost = frozenset(pair) in met
                if spent + cost <= repeats:
                    pairs.append(pair)
                    left, spent = left[1:at] + left[at + 1 :], spent + cost
                    break
            else:
                levels.pop()
                continue
            break
        else:
            return None, True
    return pairs, True


def fewest_repeats(teams: Sequence[str], met: Collection[frozenset[str]]) -> int:
    """The least number of repeats with which an even number of teams can be paired."""
    pairs = _at_once(teams, met)
    if pairs is None:
        return _fewest_by_matching(teams, met)
    return sum(frozenset(pair) in met for pair in pairs)


def _at_once(teams: Sequence[str], met: Collection[frozenset[str]]) -> list[tuple[str, str]] | None:
    """The pairing with the fewest repeats that keeps to the order longest; None where a search takes too long."""
    for repeats in range(len(teams) // 2 + 1):
        pairs, whole = _search(teams, met, repeats)
        if pairs is not None or not whole:
            return pairs
    return None


def _fewest_by_matching(teams: Sequence[str], met: Collection[frozenset[str]]) -> int:
    """A greatest matching of those that have not met leaves pairs over that all have met."""
    try:
        import networkx
    except ImportError:
        raise PairingError(
            Said(
                "a pairing with the fewest repeats is not found at once, and to look for it networkx is needed: "
                "pip install networkx"
            )
        ) from None
    graph: networkx.Graph[str] = networkx.Graph()
    graph.add_nodes_from(teams)
    graph.add_edges_from(
        (one, other) for at, one in enumerate(teams) for other in teams[at + 1 :] if frozenset((one, other)) not in met
    )
    return len(teams) // 2 - len(networkx.max_weight_matching(graph, maxcardinality=True))
