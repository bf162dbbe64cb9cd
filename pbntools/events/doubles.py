"""What an event file says twice: of two entries for one thing one would be lost, so the file is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbntools.events.keys import ConfigError
from pbntools.events.spelling import fold
from pbntools.said import Said

if TYPE_CHECKING:
    from pbntools.events.config import EventRules, Team


_TEAM, _PAIR, _PLAYER = Said("team"), Said("pair"), Said("player")


def refuse_doubles(rules: EventRules) -> None:
    """Raise `ConfigError` for what an event file says twice, and for a player or pair of two teams."""
    for what, names in (
        (_PAIR if rules.is_race else _TEAM, [team.name for team in rules.teams]),
        (Said("session"), [stretch.name for stretch in rules.sessions]),
        (Said("round"), [stretch.name for stretch in rules.rounds]),
        (Said("bye"), [Said("{team} in round {round}", team=team, round=number) for team, number in rules.byes]),
        (
            Said("withdrawal"),
            [Said("of {team} in round {round}", team=one.team, round=one.round) for one in rules.withdrawals],
        ),
        (Said("fouled board"), [_of_place(one.board, one.session) for one in rules.fouled]),
        (
            Said("adjustment"),
            [
                Said("of board {place}", place=_of_place(one.board, one.session, one.round, one.at))
                for one in rules.adjustments
            ],
        ),
        (Said("cut"), [Said("after {after}", after=one.after) for one in rules.cuts]),
    ):
        double = _double(names)
        if double is not None:
            raise ConfigError(Said("the {what} {double} is named twice", what=what, double=double))
    everywhere = {one.board for one in rules.fouled if one.session is None}
    both = next((one for one in rules.fouled if one.session is not None and one.board in everywhere), None)
    if both is not None:
        raise ConfigError(
            Said(
                "the fouled board {board} is named for the session {session} and for all: expected one of them",
                board=both.board,
                session=both.session,
            )
        )
    if not rules.is_race:
        _refuse_double_members(rules)


def _of_place(board: str, session: str | None, round_name: str | None = None, at: str | None = None) -> str:
    """A board in words, as far as it is told which one is meant."""
    text = board
    if at is not None:
        text = Said("{place} at {who}", place=text, who=at)
    if session is not None:
        text = Said("{place} in session {session}", place=text, session=session)
    if round_name is not None:
        text = Said("{place} in round {round}", place=text, round=round_name)
    return text


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
        (_TEAM, [(fold(team.name), team) for team in rules.teams]),
        (_PLAYER, [(fold(player), team) for team in rules.teams for player in team.players]),
        (_PAIR, [(number, team) for team in rules.teams for number in team.pairs]),
    ):
        met: dict[str, Team] = {}
        for name, team in whose:
            other = met.setdefault(name, team)
            if other is team:
                continue
            if what is _TEAM:
                raise ConfigError(
                    Said(
                        "the teams {one} and {other} have one name, since case tells none apart",
                        one=other.name,
                        other=team.name,
                    )
                )
            shown = next((player for player in team.players if what is _PLAYER and fold(player) == name), name)
            raise ConfigError(
                Said(
                    "the {what} {shown} is in two teams, {one} and {other}",
                    what=what,
                    shown=shown,
                    one=other.name,
                    other=team.name,
                )
            )
