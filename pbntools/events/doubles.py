"""What an event file says twice: of two entries for one thing one would be lost, so the file is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbntools.events.keys import ConfigError
from pbntools.events.spelling import fold

if TYPE_CHECKING:
    from pbntools.events.config import EventRules, Team


def refuse_doubles(rules: EventRules) -> None:
    """Raise `ConfigError` for what an event file says twice, and for a player or pair of two teams."""
    for what, names in (
        ("pair" if rules.is_race else "team", [team.name for team in rules.teams]),
        ("session", [stretch.name for stretch in rules.sessions]),
        ("round", [stretch.name for stretch in rules.rounds]),
        ("bye", [f"{team} in round {number}" for team, number in rules.byes]),
        ("withdrawal", [f"of {one.team} in round {one.round}" for one in rules.withdrawals]),
        ("fouled board", [_of_place(one.board, one.session) for one in rules.fouled]),
        (
            "adjustment",
            [f"of board {_of_place(one.board, one.session, one.round, one.at)}" for one in rules.adjustments],
        ),
        ("cut", [f"after {one.after}" for one in rules.cuts]),
    ):
        double = _double(names)
        if double is not None:
            raise ConfigError(f"the {what} {double} is named twice")
    everywhere = {one.board for one in rules.fouled if one.session is None}
    both = next((one for one in rules.fouled if one.session is not None and one.board in everywhere), None)
    if both is not None:
        raise ConfigError(
            f"the fouled board {both.board} is named for the session {both.session} and for all: expected one of them"
        )
    if not rules.is_race:
        _refuse_double_members(rules)


def _of_place(board: str, session: str | None, round_name: str | None = None, at: str | None = None) -> str:
    """A board in words, as far as it is told which one is meant."""
    places = ("at", at), ("in session", session), ("in round", round_name)
    return " ".join([board, *(f"{word} {value}" for word, value in places if value is not None)])


def _double(names: Sequence[str]) -> str | None:
    """The first name that stands there twice."""
    met: set[str] = set()
    for name in names:
        if name in met:
            return name
        met.add(name)
    return None


def _refuse_double_members(rules: EventRules) -> None:
    """Raise `ConfigError` where a result could be that of two teams."""
    for what, whose in (
        ("team", [(fold(team.name), team) for team in rules.teams]),
        ("player", [(fold(player), team) for team in rules.teams for player in team.players]),
        ("pair", [(number, team) for team in rules.teams for number in team.pairs]),
    ):
        met: dict[str, Team] = {}
        for name, team in whose:
            other = met.setdefault(name, team)
            if other is team:
                continue
            if what == "team":
                raise ConfigError(f"the teams {other.name} and {team.name} have one name, since case tells none apart")
            shown = next((player for player in team.players if what == "player" and fold(player) == name), name)
            raise ConfigError(f"the {what} {shown} is in two teams, {other.name} and {team.name}")
