"""Swiss pairing: from the top down by the standing, with byes, and without repeats as far as possible.

Source: the regulation of a federation, article 10j: first against second, third against fourth, and so on; repeats are
allowed, or avoided where that can be; no bye twice running, no second one while a team has had none, the lowest of
those that may have it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

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
    fewest = min(byes.get(team, 0) for team in standing)
    for least in (fewest, fewest + 1):
        for team in reversed(standing):
            if byes.get(team, 0) <= least and team not in last:
                return team
    raise PairingError("nobody may have the bye: everybody had one in the last round")


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
        raise PairingError("a team stands in the standing twice")
    if len(teams) < 2:
        raise PairingError("two teams are the least that can be paired")
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
    left = list(teams)
    pairs = []
    bound = fewest_repeats(left, met)
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
            raise PairingError("no pairing was found")  # the bound is that of a pairing, so there is one
    return pairs


def _within(teams: Sequence[str], met: Collection[frozenset[str]], bound: int) -> bool:
    """Whether the teams can be paired with at most so many repeats."""
    # From the top down a pairing without repeats is mostly found at once.
    return _quick(teams, met) or fewest_repeats(teams, met) <= bound


def _quick(teams: Sequence[str], met: Collection[frozenset[str]]) -> bool:
    """Whether a short search finds a pairing without repeats; False tells nothing."""
    effort = _EFFORT

    def search(left: tuple[str, ...]) -> bool:
        nonlocal effort
        if not left:
            return True
        for at, other in enumerate(left[1:], 1):
            effort -= 1
            if effort < 0:
                return False
            if frozenset((left[0], other)) not in met and search(left[1:at] + left[at + 1 :]):
                return True
        return False

    # The search goes as deep as there are pairs.
    return len(teams) <= 1000 and search(tuple(teams))


def fewest_repeats(teams: Sequence[str], met: Collection[frozenset[str]]) -> int:
    """The least number of repeats with which an even number of teams can be paired.

    A greatest matching of those that have not met leaves pairs over that all have met.
    """
    if _quick(teams, met):
        return 0
    try:
        import networkx
    except ImportError:
        raise PairingError(
            "a pairing without repeats is not found at once, and to look for it networkx is needed: "
            "pip install '.[events]'"
        ) from None
    graph: networkx.Graph[str] = networkx.Graph()
    graph.add_nodes_from(teams)
    graph.add_edges_from(
        (one, other) for at, one in enumerate(teams) for other in teams[at + 1 :] if frozenset((one, other)) not in met
    )
    return len(teams) // 2 - len(networkx.max_weight_matching(graph, maxcardinality=True))
