"""The next round of a knock-out: the winners of the last one, in the order of the bracket.

The bracket is the order in which the event lists its teams: first meets second, third meets fourth, and the winners of
the two matches meet each other.  A team with a bye in the first round stands alone there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbntools.events.bracket import Bracket
from pbntools.events.config import EventRules
from pbntools.events.gathering import Results
from pbntools.events.knockout import byes
from pbntools.events.matches import Match, by_team
from pbntools.events.ranking import rank_event
from pbntools.events.swiss import PairingError
from pbntools.said import Said

Entrant = tuple[str, ...]
"""A team; or the two teams of a match that is not decided, of which one goes on."""


@dataclass(frozen=True, slots=True)
class NextBracket:
    """The matches of the next round from the top of the bracket down, and the byes, which are of the first round alone.

    ``undecided`` are the matches of the round before that have no winner yet, by their teams; ``third`` is the match
    for the third place where the event has one and it is due.
    """

    number: int
    pairs: tuple[tuple[Entrant, Entrant], ...]
    byes: tuple[str, ...] = ()
    undecided: tuple[tuple[Entrant, Entrant], ...] = ()
    third: tuple[Entrant, Entrant] | None = None


@dataclass(slots=True)
class _Node:
    """A place in the bracket: who comes out of it, and who lost there."""

    winner: Entrant
    loser: Entrant = ()


def next_bracket(results: Results, *, seed: str | None = None) -> NextBracket:
    """The next round of a knock-out.

    Raises `PairingError` where the event does not list its teams in an order that its byes and matches follow, and
    where the last match has been played.
    """
    ranking = rank_event(results, seed=seed)
    if ranking.bracket is None:
        raise PairingError(Said('a {form} event has no bracket: expected form = "knock-out"', form=results.rules.form))
    return _walk(_first_round(results), results.rules, ranking.bracket)


def _first_round(results: Results) -> list[tuple[Entrant, ...]]:
    """The teams of the first round two by two, those with a bye alone."""
    listed = [team.name for team in results.rules.teams]
    if len(listed) < 2:
        raise PairingError(Said("the bracket is the order of the teams: list them all, each with a [[team]]"))
    passed = {team for team, _ in results.rules.byes if team in listed}
    needed = byes(len(listed))
    if len(passed) != needed:
        raise PairingError(
            Said(
                "a knock-out of {teams} has {needed} byes to the next power of two, and the event names {named}: write"
                " a [[bye]] for each",
                teams=len(listed),
                needed=needed,
                named=len(passed),
            )
        )
    found: list[tuple[Entrant, ...]] = []
    waiting = ""
    for team in listed:
        if team in passed:
            if waiting:
                raise PairingError(
                    Said(
                        "{waiting} has nobody to play against: the next team listed, {team}, has a bye; teams that"
                        " meet in the first round stand one behind the other",
                        waiting=waiting,
                        team=team,
                    )
                )
            found.append(((team,),))
        elif waiting:
            found.append(((waiting,), (team,)))
            waiting = ""
        else:
            waiting = team
    return found


def _walk(pairs: list[tuple[Entrant, ...]], rules: EventRules, bracket: Bracket) -> NextBracket:
    """Follow the bracket round by round to the first one that has no match."""
    left = dict.fromkeys(bracket.main)
    teams = by_team(left)
    passed = tuple(pair[0][0] for pair in pairs if len(pair) == 1)
    number = 1
    undecided: tuple[tuple[Entrant, Entrant], ...] = ()
    losers: list[Entrant] = []
    while True:
        nodes: list[_Node] = []
        played = False
        open_: list[tuple[Entrant, Entrant]] = []
        for pair in pairs:
            if len(pair) == 1:
                nodes.append(_Node(pair[0]))
                continue
            match = next(
                (one for team in pair[0] for one in teams.get(team, ()) if one in left and _fits(one, pair)), None
            )
            if match is not None:
                del left[match]
                played = True
            node = _node(match, pair)
            if len(node.winner) > 1:
                open_.append((pair[0], pair[1]))
            nodes.append(node)
        if not played:
            break
        if len(nodes) == 1:
            return _after_the_final(nodes[0], losers, number, tuple(open_), rules, bracket)
        losers = [node.loser for node in nodes]
        undecided = tuple(open_)
        pairs = [(one.winner, other.winner) for one, other in zip(nodes[::2], nodes[1::2], strict=True)]
        passed = ()
        number += 1
    _refuse_others(list(left))
    due = tuple((pair[0], pair[1]) for pair in pairs if len(pair) == 2)
    third = (losers[0], losers[1]) if len(due) == 1 and _third_is_due(losers, rules, bracket) else None
    return NextBracket(number, due, passed, undecided, third)


def _fits(match: Match, pair: Sequence[Entrant]) -> bool:
    one, other = match.teams
    return (one in pair[0] and other in pair[1]) or (one in pair[1] and other in pair[0])


def _node(match: Match | None, pair: Sequence[Entrant]) -> _Node:
    """Who comes out of a match; without one, or without a winner, that may be each of those who can be in it."""
    if match is None:
        return _Node((*pair[0], *pair[1]), (*pair[0], *pair[1]))
    winner = None if match.verdict is None else match.verdict.winner
    if winner is None:
        return _Node(match.teams, match.teams)
    return _Node((match.teams[winner],), (match.teams[1 - winner],))


def _refuse_others(left: Sequence[Match]) -> None:
    if left:
        raise PairingError(
            Said(
                "{label} does not follow from the order in which the event lists its teams: teams that meet in the"
                " first round stand one behind the other, and so do the matches whose winners meet",
                label=left[0].label,
            )
        )


def _third_is_due(losers: Sequence[Entrant], rules: EventRules, bracket: Bracket) -> bool:
    return rules.knockout.third_place is not None and len(losers) == 2 and all(losers) and not bracket.third


def _after_the_final(
    final: _Node,
    losers: Sequence[Entrant],
    number: int,
    undecided: tuple[tuple[Entrant, Entrant], ...],
    rules: EventRules,
    bracket: Bracket,
) -> NextBracket:
    if _third_is_due(losers, rules, bracket):
        return NextBracket(number, (), (), undecided, (losers[0], losers[1]))
    if undecided:
        raise PairingError(
            Said("the last match, {match}, was played and is not decided", match=" – ".join(final.winner))
        )
    raise PairingError(Said("the last match was played: {team} has won the knock-out", team=final.winner[0]))
