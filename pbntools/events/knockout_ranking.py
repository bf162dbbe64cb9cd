"""The ranking of a knock-out: by the rounds that were won; those that went out in one round share a place.

A match between two teams that are out already, as one for the third place, wins nobody a round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pbntools import rules as catalogue
from pbntools.diagnostics import Severity
from pbntools.events.bookings import byes_that_count, tell_bookings
from pbntools.events.config import EventRules
from pbntools.events.gathering import Results, natural
from pbntools.events.knockout import byes
from pbntools.events.knockout_matches import decide_matches
from pbntools.events.ladders import LOT, UNDECIDED, lot, rank
from pbntools.events.matches import Match, score_matches
from pbntools.events.notes import Note
from pbntools.events.placing import Place, Ranking

THIRD_PLACE = "third-place"


@dataclass(slots=True)
class Bracket:
    """The matches by what they decide: who goes on (``main``), or the third place; ``out`` are those that lost.

    ``rounds`` are all of them in their order, which is a guess where it is not ``certain``.
    """

    rounds: list[str]
    certain: bool
    main: list[Match] = field(default_factory=list)
    third: list[Match] = field(default_factory=list)
    out: dict[str, Match] = field(default_factory=dict)


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
    matches.sort(key=lambda match: bracket.rounds.index(match.round))
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
        if verdict.winner is not None and match in bracket.main:
            reached[match.teams[verdict.winner]] += 1
        if match in bracket.main or match in bracket.third:
            decided.update(dict.fromkeys(match.teams, UNDECIDED if verdict.winner is None else verdict.how))
    order = rank(reached, [(THIRD_PLACE, lambda group: _third(bracket.third, group))])
    places = [
        Place(
            placed.rank,
            placed.id,
            results.contestants[placed.id],
            reached[placed.id],
            "rounds",
            placed.decided_by if placed.decided_by == THIRD_PLACE else decided.get(placed.id),
            sum(len(match.boards) for match in matches if placed.id in match.teams),
            tuple(
                (name, match.points[match.side(placed.id)])
                for name in bracket.rounds
                for match in matches
                if match.round == name and placed.id in match.teams
            ),
            tuple(notes[placed.id]),
        )
        for placed in order
    ]
    return Ranking(config, places, results, None, matches, seed=seed)


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
        message = f"a knock-out of {teams} has {needed} byes to the next power of two, and the event names {named}"
        results.findings.add(catalogue.NOTHING_MEANT, message, results.origin, None, Severity.NOTICE)


def bracket_rounds(config: EventRules, matches: Sequence[Match]) -> tuple[list[str], bool]:
    """The rounds in their order, and whether that is certain.

    It is that of the event file; of rounds that it does not name, that of their numbers, else the round with more
    matches is the earlier one.  The round for the third place is the last.
    """
    listed = [stretch.name for stretch in config.rounds]
    counts = Counter(match.round for match in matches)
    rest = [name for name in counts if name not in listed]
    third = config.knockout.third_place
    numbered = all(any(character.isdigit() for character in name) for name in rest if name != third)
    rest.sort(key=lambda name: (name == third, 0 if numbered else -counts[name], natural(name)))
    open_ = [counts[name] for name in rest if name != third]
    certain = numbered or len(open_) < 2 or (not listed and len(set(open_)) == len(open_))
    return [*listed, *rest], certain


def bracket_of(results: Results, matches: Sequence[Match]) -> Bracket:
    """Tell matches that decide who goes on from those of teams that are out, and say what does not fit."""
    config = results.rules
    third = config.knockout.third_place
    bracket = Bracket(*bracket_rounds(config, matches))
    odd = False
    for name in bracket.rounds:
        lost: dict[str, Match] = {}
        for match in matches:
            if match.round != name or name == third:
                continue
            gone = [team for team in match.teams if team in bracket.out]
            if gone:
                odd = True
                _tell_gone(results, bracket, match, gone)
            if len(gone) < 2:
                bracket.main.append(match)
            if match.verdict is not None and match.verdict.winner is not None and len(gone) < 2:
                lost[match.teams[1 - match.verdict.winner]] = match
        bracket.out |= lost
    if odd and not bracket.certain:
        message = (
            f"the event does not name its rounds, and they are taken in the order {', '.join(bracket.rounds)}: write a"
            " [[round]] for each"
        )
        results.findings.add(catalogue.NOTHING_MEANT, message, results.origin, None, Severity.NOTICE)
    if third is not None:
        _third_place(results, bracket, matches, third)
    return bracket


def _tell_gone(results: Results, bracket: Bracket, match: Match, gone: Sequence[str]) -> None:
    lost = " and ".join(f"{team} has lost in round {bracket.out[team].round}" for team in gone)
    if len(gone) == 2:
        message = (
            f"{match.label}: {lost}, so that the match wins nobody a round; where it decides the third place, write"
            f' third-place = "{match.round}" in [knock-out]'
        )
    else:
        message = f"{match.label}: {lost}, and the match counts as one of the round"
    severity = Severity.NOTICE if len(gone) == 2 else None
    results.findings.add(catalogue.NOTHING_MEANT, message, match.first.origin, match.first.board or None, severity)


def _third_place(results: Results, bracket: Bracket, matches: Sequence[Match], name: str) -> None:
    found = [match for match in matches if match.round == name]
    if len(found) > 1:
        message = f"third-place is round {name}, which has {len(found)} matches: expected one"
        results.findings.add(catalogue.NOTHING_MEANT, message, results.origin, None)
        return
    if not found:
        message = f"third-place is round {name}, in which there is no match"
        results.findings.add(catalogue.NOTHING_MEANT, message, results.origin, None)
        return
    lost = [bracket.out.get(team) for team in found[0].teams]
    if lost[0] is None or lost[1] is None or lost[0].round != lost[1].round:
        message = f"{found[0].label}: it decides no third place, since the two have not lost in one round before"
        results.findings.add(catalogue.NOTHING_MEANT, message, results.origin, None)
        return
    bracket.third.append(found[0])


def _third(matches: Sequence[Match], group: Sequence[str]) -> Mapping[str, int] | None:
    """The step that parts the two teams of a match for the third place, who are tied by the rounds that they won."""
    values = dict.fromkeys(group, 0)
    for match in matches:
        winner = None if match.verdict is None else match.verdict.winner
        if winner is not None and all(team in values for team in match.teams):
            values[match.teams[winner]] = 1
            values[match.teams[1 - winner]] = -1
    return values
