"""The ranking of a knock-out: by the rounds that were won; those that went out in one round share a place.

A match between two teams that are out already, as one for the third place, wins nobody a round, and no other match wins
one for a team that is out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pbntools import rules as catalogue
from pbntools.diagnostics import Severity
from pbntools.events.bookings import byes_that_count, tell_bookings
from pbntools.events.bracket import bracket_of
from pbntools.events.gathering import Results
from pbntools.events.knockout import byes
from pbntools.events.knockout_matches import decide_matches
from pbntools.events.ladders import LOT, UNDECIDED, lot, rank
from pbntools.events.matches import Match, by_team, score_matches
from pbntools.events.notes import Note
from pbntools.events.placing import Place, Ranking
from pbntools.said import Said

THIRD_PLACE = "third-place"
_STILL = "still in"


def rank_knockout(results: Results, seed: str | None) -> Ranking:
    """Rank a knock-out; raises `ConfigError` where the event file does not fit the matches."""
    config = results.rules
    matches = score_matches(results)
    decide_matches(matches, results)
    _draw(matches, seed)
    passed = byes_that_count(results, matches)
    tell_bookings(results, matches, passed)
    _count_byes(results)
    bracket = bracket_of(results, matches)
    at_round = {name: at for at, name in enumerate(bracket.rounds)}
    matches.sort(key=lambda match: at_round[match.round])
    own = by_team(matches)
    main, idle, third = set(bracket.main), set(bracket.idle), set(bracket.third)
    reached = dict.fromkeys(results.contestants, Fraction(0))
    notes: dict[str, list[Note]] = {team: [] for team in reached}
    decided: dict[str, str] = {}
    for team, name in passed:
        reached[team] += 1
        notes[team].append(Note("bye", round=name))
    for match in matches:
        verdict = match.verdict
        for team, note in match.notes:
            notes[team].append(note)
        if verdict is None:
            continue
        if verdict.winner is not None and match in main and match not in idle:
            reached[match.teams[verdict.winner]] += 1
        if match in main or match in third:
            decided.update(dict.fromkeys(match.teams, UNDECIDED if verdict.winner is None else verdict.how))
    # Before the last round, a team that may still win stands before one that is out.
    still = {team: 0 if team in bracket.out else 1 for team in reached}
    order = rank(reached, [(_STILL, lambda _group: still), (THIRD_PLACE, lambda group: _third(bracket.third, group))])
    places = [
        Place(
            placed.rank,
            placed.id,
            results.contestants[placed.id],
            reached[placed.id],
            "rounds",
            placed.decided_by if placed.decided_by == THIRD_PLACE else decided.get(placed.id),
            sum(len(match.boards) for match in own[placed.id]),
            tuple((match.round, match.points[match.side(placed.id)]) for match in own[placed.id]),
            tuple(notes[placed.id]),
        )
        for placed in order
    ]
    return Ranking(config, places, results, None, matches, seed=seed, bracket=bracket)


def _draw(matches: Sequence[Match], seed: str | None) -> None:
    if seed is None:
        return
    for match in matches:
        if match.verdict is not None and match.verdict.how == LOT:
            # With the round, so that a seed does not give one team the luck of all rounds.
            drawn = min((0, 1), key=lambda at: lot(f"{seed}\0{match.round}", match.teams[at]))
            match.verdict = replace(match.verdict, winner=drawn)


def _count_byes(results: Results) -> None:
    teams = len(results.contestants)
    needed = byes(teams) if teams else 0
    named = len(results.rules.byes)
    if needed != named:
        message = Said(
            "a knock-out of {teams} has {needed} byes to the next power of two, and the event names {named}",
            teams=teams,
            needed=needed,
            named=named,
        )
        results.findings.add(catalogue.NOTHING_MEANT, message, results.origin, None, Severity.NOTICE)


def _third(matches: Sequence[Match], group: Sequence[str]) -> Mapping[str, int] | None:
    """The step that parts the two teams of a match for the third place, who are tied by the rounds that they won."""
    values = dict.fromkeys(group, 0)
    for match in matches:
        winner = None if match.verdict is None else match.verdict.winner
        if winner is not None and all(team in values for team in match.teams):
            values[match.teams[winner]] = 1
            values[match.teams[1 - winner]] = -1
    return values
