"""The ranking of an event of matches in which everybody stays in: points of the matches, byes, ties by the ladder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from pbntools.events.bookings import byes_that_count, tell_bookings
from pbntools.events.config import EventRules, Penalty
from pbntools.events.gathering import Results
from pbntools.events.keys import ConfigError
from pbntools.events.ladders import match_steps, rank
from pbntools.events.matches import Match, by_team, draw_points, score_matches
from pbntools.events.notes import Note
from pbntools.events.placing import Place, Ranking
from pbntools.said import Said


def rank_matches(results: Results, seed: str | None) -> Ranking:
    """Rank teams by the sum of their matches; raises `ConfigError` for a bye without points and the like."""
    config = results.rules
    matches = score_matches(results)
    _penalize_imps(results, matches)
    byes = byes_that_count(results, matches)
    tell_bookings(results, matches, byes)
    scores = dict.fromkeys(results.contestants, Fraction(0))
    notes: dict[str, list[Note]] = {team: [] for team in scores}
    parts: dict[str, list[tuple[str, Fraction | None]]] = {team: [] for team in scores}
    for match in matches:
        for at, team in enumerate(match.teams):
            scores[team] += match.points[at]
            parts[team].append((match.round, match.points[at] if match.boards else None))
    for team, round_name in byes:
        points = config.bye_points
        if points is None and config.scale is not None and config.unit == "VP":
            points = draw_points(config.scale, _usual_boards(config, matches))
        if points is None:
            raise ConfigError(Said("the bye of {team} has no points: write bye = … in [swiss]", team=team))
        scores[team] += points
        parts[team].append((round_name, points))
        notes[team].append(Note("bye", round=round_name))
    for team, carried in config.carry_over.items():
        if team in scores:
            scores[team] += carried
            notes[team].append(Note("carry-over", amount=carried, unit=config.unit))
    for penalty in config.penalties:
        if penalty.to not in scores:
            continue
        if penalty.round is not None and penalty.round not in dict(parts[penalty.to]):
            message = Said(
                "the penalty of {to} is for round {round}, in which it has no match", to=penalty.to, round=penalty.round
            )
            results.findings.unmet(message, results.origin)
            continue
        if not _in_imps(penalty, config):
            scores[penalty.to] -= penalty.amount
        notes[penalty.to].append(Note("penalty", penalty, penalty.round or ""))
    steps = match_steps(matches, config.imp_total)
    own = by_team(matches)
    order = rank(scores, [(name, steps[name]) for name in config.ladder], seed=seed)
    return Ranking(
        config,
        [
            Place(
                placed.rank,
                placed.id,
                results.contestants[placed.id],
                scores[placed.id],
                config.unit,
                placed.decided_by,
                sum(len(match.boards) for match in own[placed.id]),
                tuple(parts[placed.id]),
                tuple(notes[placed.id]),
                _imps(placed.id, own[placed.id]) if config.in_imps else None,
                sum(match.won(placed.id) for match in own[placed.id]),
            )
            for placed in order
        ],
        results,
        None,
        matches,
        seed=seed,
    )


def _in_imps(penalty: Penalty, config: EventRules) -> bool:
    return penalty.unit == "IMP" and config.unit == "VP"


def _penalize_imps(results: Results, matches: Sequence[Match]) -> None:
    """Take penalties in IMPs from the match of their round before it becomes VP: of the one team, not of the other.

    Raises `ConfigError` where it does not follow which match is meant.
    """
    config = results.rules
    taken: dict[tuple[int, int], Fraction] = {}
    for penalty in config.penalties:
        if not _in_imps(penalty, config) or penalty.to not in results.contestants:
            continue
        own = [
            at for at, match in enumerate(matches) if penalty.to in match.teams and penalty.round in (None, match.round)
        ]
        if len(own) > 1:
            raise ConfigError(
                Said(
                    "the penalty of {to} is in IMPs, which are taken from one match, and it has {n}: write round = …,"
                    " or give the penalty in VP",
                    to=penalty.to,
                    n=len(own),
                )
            )
        if own and matches[own[0]].boards:
            key = own[0], matches[own[0]].side(penalty.to)
            taken[key] = taken.get(key, Fraction(0)) + penalty.amount
    for (at, side), amount in taken.items():
        match = matches[at]
        if config.scale is not None and match.imps is not None:
            boards = config.scale_boards or len(match.boards)
            points = list(match.points)
            points[side] = config.scale.points(match.imps[side] - amount, boards)[0]
            match.points = points[0], points[1]


def _imps(team: str, own: Sequence[Match]) -> Fraction:
    return sum((match.imps[match.side(team)] for match in own if match.imps is not None), Fraction(0))


def _usual_boards(config: EventRules, matches: Sequence[Match]) -> int:
    if config.scale_boards is not None:
        return config.scale_boards
    numbers = Counter(len(match.boards) for match in matches if match.boards)
    if not numbers:
        raise ConfigError(
            Said("a bye is worth a draw, but no match tells how many boards it has: write boards = … in [scale]")
        )
    return max(numbers, key=lambda number: (numbers[number], number))
