"""Who wins and loses where partnerships change: an account for each player, over rubbers or rounds of Chicago.

Four to seven players share a table.  Whoever waits comes in after the rubber, and by the custom of clubs those leave
who have played the most rubbers on end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pbntools.core import Seat
from pbntools.record import Record
from pbntools.scoring.pad import Rubber
from pbntools.scoring.settlement import Rounding, settled

Lineup = tuple[str | None, str | None, str | None, str | None]
"""The players' names by seat, North first; None where a name is not known."""

LEAST, MOST = 4, 7
"""The players who can share a table."""
_TAGS = tuple(seat.name.capitalize() for seat in Seat)
_SEATS = tuple(Seat)


@dataclass(slots=True)
class Account:
    """What a player has won and lost.  ``open`` counts rubbers whose sum is not known."""

    name: str
    rubbers: int = 0
    plus: int = 0
    minus: int = 0
    open: int = 0

    @property
    def net(self) -> int:
        """The points won less the points lost."""
        return self.plus - self.minus


class Accounts:
    """The accounts of the players at a table.

    The margin of each rubber goes to both players of the side with more points, from both players of the other.  With
    ``rounding="hundreds"`` each margin is rounded first.
    """

    def __init__(self, rounding: Rounding = "exact") -> None:
        self._rounding = rounding
        self._accounts: dict[str, Account] = {}
        self.unnamed = 0
        """Rubbers whose four players are not known by name."""

    def add(self, rubber: Rubber, players: Lineup | None) -> None:
        """Count a rubber; ``players`` is None where they are not known, or changed while it was played."""
        if players is None or None in players or len(set(players)) < 4:
            self.unnamed += 1
            return
        ns, ew = rubber.ns, rubber.ew
        margin = None if ns is None or ew is None else settled(ns - ew, self._rounding)
        for seat, name in zip(_SEATS, players, strict=True):
            account = self._accounts.setdefault(str(name), Account(str(name)))
            account.rubbers += 1
            if margin is None:
                account.open += 1
                continue
            points = -margin if seat & 1 else margin
            account.plus += max(points, 0)
            account.minus += max(-points, 0)

    def standing(self) -> list[Account]:
        """The accounts, the largest net first."""
        return sorted(self._accounts.values(), key=lambda account: (-account.net, account.name))


def lineup(record: Record) -> Lineup:
    """The players of a record by seat."""
    north, east, south, west = (_name(record.value(tag)) for tag in _TAGS)
    return north, east, south, west


def _name(text: str | None) -> str | None:
    return text if text and text != "?" else None


def joined(known: Lineup, other: Lineup) -> Lineup | None:
    """Two lineups of one rubber as one; None where they name different players in a seat."""
    names: list[str | None] = []
    for one, two in zip(known, other, strict=True):
        if one is not None and two is not None and one != two:
            return None
        names.append(two if one is None else one)
    return names[0], names[1], names[2], names[3]


def leaving(streaks: Mapping[str, int], waiting: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who leaves a table of four for the players who wait: those who must, and those among whom the cards decide.

    ``streaks`` has the rubbers that each of the four has played on end.  As many of the second group leave as the first
    lacks.  Raises ValueError unless four players sit and at most three wait.
    """
    if len(streaks) != LEAST or not 0 <= waiting <= MOST - LEAST:
        raise ValueError(f"a table has {LEAST} to {MOST} players, four of whom sit: got {len(streaks)} and {waiting}")
    certain: list[str] = []
    for length in sorted(set(streaks.values()), reverse=True):
        group = [name for name, played in streaks.items() if played == length]
        if len(certain) + len(group) > waiting:
            return tuple(certain), tuple(group) if len(certain) < waiting else ()
        certain += group
    return tuple(certain), ()


def partnerships(players: Iterable[str]) -> tuple[tuple[tuple[str, str], tuple[str, str]], ...]:
    """The three ways in which four players can be two partnerships; ValueError unless there are four names."""
    names = tuple(players)
    if len(names) != LEAST or len(set(names)) != LEAST:
        raise ValueError(f"four players of different names are expected, not {len(names)}")
    first, second, third, fourth = names
    return (
        ((first, second), (third, fourth)),
        ((first, third), (second, fourth)),
        ((first, fourth), (second, third)),
    )
