"""The ranking of an event: what everybody has, in which order, and which step decided a tie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from pbntools import rules as catalogue
from pbntools.diagnostics import Severity
from pbntools.events.config import Cut, EventRules, Penalty
from pbntools.events.contestants import Contestant
from pbntools.events.gathering import EVENT_FILE, Results, natural
from pbntools.events.keys import ConfigError
from pbntools.events.knockout import byes
from pbntools.events.ladders import LOT, UNDECIDED, lot, match_steps, race_steps, rank
from pbntools.events.matches import Match, draw_points, score_matches
from pbntools.events.race import Race, score_race, session_value

_UNITS = {"%": ("%", "% of a top", "MP"), "IMP": ("IMP",), "VP": ("VP",), "points": ("points",)}


@dataclass(frozen=True, slots=True)
class Note:
    """What changed a score besides the boards: a ``penalty``, a ``bye`` in a ``round``, a ``carry-over``."""

    kind: Literal["penalty", "bye", "carry-over"]
    penalty: Penalty | None = None
    round: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A contestant's place.

    ``score`` is in the ranking's unit; a percentage is 0 to 100.  ``parts`` are its sessions, or its rounds, by name;
    None where it has none.  ``decided_by`` is the step that decided a tie, ``undecided`` where none did.  ``notes`` are
    penalties, byes and what else changed the score.
    """

    rank: int
    id: str
    contestant: Contestant
    score: Fraction
    unit: str
    decided_by: str | None
    boards: int
    parts: tuple[tuple[str, Fraction | None], ...] = ()
    notes: tuple[Note, ...] = ()
    imps: Fraction | None = None
    wins: int | None = None


@dataclass(frozen=True, slots=True)
class CutMade:
    """Who goes on after a session; ``tied`` are those at the line whom the ladder does not separate: they go on too."""

    cut: Cut
    qualified: tuple[str, ...]
    tied: tuple[str, ...] = ()


@dataclass(slots=True)
class Ranking:
    """The ranking, with what it was made of."""

    rules: EventRules
    places: list[Place]
    results: Results
    race: Race | None = None
    matches: list[Match] = field(default_factory=list)
    cuts: list[CutMade] = field(default_factory=list)
    seed: str | None = None

    @property
    def unit(self) -> str:
        """The unit of all scores."""
        return "rounds" if self.rules.form == "knock-out" else self.rules.unit


def rank_event(results: Results, *, seed: str | None = None) -> Ranking:
    """Rank an event.  Lots are drawn only with a ``seed``.

    Raises `ConfigError` and `ScaleError` where the event file does not fit the results.
    """
    for penalty in results.rules.penalties:
        if penalty.unit not in _UNITS[results.rules.unit]:
            units = ", ".join(_UNITS[results.rules.unit])
            raise ConfigError(
                f"the penalty of {penalty.to} is in {penalty.unit}: expected {units}, as the event is ranked"
            )
    if results.rules.is_race:
        ranking = _rank_race(results, seed)
    elif results.rules.form == "knock-out":
        ranking = _rank_knockout(results, seed)
    else:
        ranking = _rank_matches(results, seed)
    results.findings.sort()
    return ranking


# Races


def _rank_race(results: Results, seed: str | None) -> Ranking:
    race = score_race(results)
    ranking = Ranking(results.rules, [], results, race, seed=seed)
    groups = sorted({contestant.group for contestant in results.contestants.values()}, reverse=True)
    for group in groups:
        ranking.places += _race_group(race, group, results.sessions, seed)
    for cut in results.rules.cuts:
        if cut.after not in results.sessions:
            results.findings.add(
                catalogue.NOTHING_MEANT, f"the cut is after {cut.after}, which is no session", EVENT_FILE, None
            )
            continue
        so_far = results.sessions[: results.sessions.index(cut.after) + 1]
        for group in groups:
            ranking.cuts.append(make_cut(cut, _race_group(race, group, so_far, seed)))
    return ranking


def _race_group(race: Race, group: str, sessions: Sequence[str], seed: str | None) -> list[Place]:
    results = race.results
    scores: dict[str, Fraction] = {}
    parts: dict[str, list[tuple[str, Fraction | None]]] = {}
    notes: dict[str, list[Note]] = {}
    for one, contestant in results.contestants.items():
        if contestant.group != group or not race.cells.get(one):
            continue
        parts[one], notes[one] = [], []
        scores[one] = _race_score(race, one, sessions, parts[one], notes[one])
    steps = race_steps(race)
    order = rank(scores, [(name, steps[name]) for name in results.rules.ladder], seed=seed)
    percent = 100 if results.rules.unit == "%" else 1
    return [
        Place(
            placed.rank,
            placed.id,
            results.contestants[placed.id],
            scores[placed.id] * percent,
            results.rules.unit,
            placed.decided_by,
            sum(cell.key[0] in sessions for cell in race.cells[placed.id]),
            tuple((name, None if value is None else value * percent) for name, value in parts[placed.id]),
            tuple(notes[placed.id]),
        )
        for placed in order
    ]


def _race_score(
    race: Race, one: str, sessions: Sequence[str], parts: list[tuple[str, Fraction | None]], notes: list[Note]
) -> Fraction:
    config = race.results.rules
    total = weights = Fraction(0)
    for session in sessions:
        cells = race.of_session(one, session)
        value = session_value(cells, config)
        weight = config.weight(session)
        if value is not None:
            for penalty in _penalties(config, one, session, sessions):
                value -= _race_penalty(penalty, race, session, len(cells))
                notes.append(Note("penalty", penalty))
        parts.append((session, value))
        if value is None and config.missing_session == "drop":
            continue
        total += weight * (value or 0)
        weights += weight
    carried = config.carry_over.get(one)
    if carried is not None:
        if config.unit == "%":
            total += config.carry_over_weight * carried / 100
            weights += config.carry_over_weight
        else:
            total += carried * config.carry_over_weight
        notes.append(Note("carry-over"))
    return total / weights if config.unit == "%" and weights else total


def _penalties(config: EventRules, one: str, session: str, sessions: Sequence[str]) -> list[Penalty]:
    found = []
    for penalty in config.penalties:
        if penalty.to != one:
            continue
        if penalty.session is None and len(sessions) > 1:
            raise ConfigError(f"the penalty of {one} names no session, and the event has {len(sessions)}")
        if penalty.session in (None, session):
            found.append(penalty)
    return found


def penalty_points(penalty: Penalty, top: Fraction) -> Fraction:
    """A penalty in matchpoints: a share of a top of so many, or as many as it says."""
    return penalty.amount / 100 * top if penalty.unit == "% of a top" else penalty.amount


def _race_penalty(penalty: Penalty, race: Race, session: str, boards: int) -> Fraction:
    """What a penalty takes from the share of a session, or from its IMPs."""
    if penalty.unit == "%":
        return penalty.amount / 100
    if penalty.unit not in ("% of a top", "MP"):
        return penalty.amount
    top = race.tops[session]
    return penalty_points(penalty, top) / (top * boards) if top else Fraction(0)


def make_cut(cut: Cut, places: Sequence[Place]) -> CutMade:
    """Who goes on: so many, the share of the field (rounded up), or those with at least the score."""
    if cut.least is not None:
        return CutMade(cut, tuple(place.id for place in places if place.score >= cut.least))
    keep = cut.keep or 0
    if cut.share is not None:
        exact = len(places) * cut.share
        keep = -(-exact.numerator // exact.denominator)
    last = places[keep - 1] if 0 < keep <= len(places) else None
    tied = tuple(place.id for place in places[keep:] if last is not None and place.rank == last.rank)
    return CutMade(cut, tuple(place.id for place in places[:keep]), tied)


# Matches


def _rank_matches(results: Results, seed: str | None) -> Ranking:
    config = results.rules
    matches = score_matches(results)
    scores = dict.fromkeys(results.contestants, Fraction(0))
    notes: dict[str, list[Note]] = {team: [] for team in scores}
    parts: dict[str, list[tuple[str, Fraction | None]]] = {team: [] for team in scores}
    for match in matches:
        for at, team in enumerate(match.teams):
            scores[team] += match.points[at]
            parts[team].append((match.round, match.points[at]))
    for team, round_name in config.byes:
        if team in scores:
            points = config.bye_points
            if points is None and config.scale is not None:
                points = draw_points(config.scale, _usual_boards(config, matches))
            if points is None:
                raise ConfigError(f"the bye of {team} has no points: write bye = … in [swiss]")
            scores[team] += points
            parts[team].append((round_name, points))
            notes[team].append(Note("bye", round=round_name))
    for team, carried in config.carry_over.items():
        if team in scores:
            scores[team] += carried
            notes[team].append(Note("carry-over"))
    for penalty in config.penalties:
        if penalty.to in scores:
            scores[penalty.to] -= penalty.amount
            notes[penalty.to].append(Note("penalty", penalty))
    if config.form == "swiss":
        _refuse_idle(results, matches)
    steps = match_steps(matches, config.imp_total)
    order = rank(scores, [(name, steps[name]) for name in config.ladder], seed=seed)
    places = []
    for placed in order:
        own = [match for match in matches if placed.id in match.teams]
        places.append(
            Place(
                placed.rank,
                placed.id,
                results.contestants[placed.id],
                scores[placed.id],
                config.unit,
                placed.decided_by,
                sum(len(match.boards) for match in own),
                tuple(parts[placed.id]),
                tuple(notes[placed.id]),
                Fraction(sum(match.imps[match.side(placed.id)] for match in own)),
                sum(match.lead(placed.id) > 0 for match in own),
            )
        )
    return Ranking(config, places, results, None, matches, seed=seed)


def _usual_boards(config: EventRules, matches: Sequence[Match]) -> int:
    if config.scale_boards is not None:
        return config.scale_boards
    numbers = Counter(len(match.boards) for match in matches if match.boards)
    if not numbers:
        raise ConfigError(
            "a bye is worth a draw, but no match tells how many boards it has: write boards = … in [scale]"
        )
    return max(numbers, key=lambda number: (numbers[number], number))


def _refuse_idle(results: Results, matches: Sequence[Match]) -> None:
    """In a Swiss everybody plays in every round, or has a bye."""
    for name in dict.fromkeys(match.round for match in matches):
        busy = {team for match in matches if match.round == name for team in match.teams}
        busy |= {team for team, round_name in results.rules.byes if round_name == name}
        for team in sorted(results.contestants.keys() - busy, key=natural):
            message = f"{team} has neither a match nor a bye in round {name}, and gets nothing for it"
            results.findings.add(catalogue.NOTHING_MEANT, message, EVENT_FILE, None)


def _rank_knockout(results: Results, seed: str | None) -> Ranking:
    """By the rounds that were won; those that went out in one round share a place."""
    config = results.rules
    matches = score_matches(results)
    if seed is not None:
        for match in matches:
            if match.verdict is not None and match.verdict.how == LOT:
                drawn = min((0, 1), key=lambda at: lot(f"{seed}\0{match.round}", match.teams[at]))
                match.verdict = replace(match.verdict, winner=drawn)
    needed = byes(len(results.contestants)) if results.contestants else 0
    if needed != len(config.byes):
        message = (
            f"a knock-out of {len(results.contestants)} has {needed} byes to the next power of two, and the event"
            f" names {len(config.byes)}"
        )
        results.findings.add(catalogue.NOTHING_MEANT, message, EVENT_FILE, None, Severity.NOTICE)
    rounds = list(dict.fromkeys([*(stretch.name for stretch in config.rounds), *(match.round for match in matches)]))
    reached = dict.fromkeys(results.contestants, Fraction(0))
    decided: dict[str, str] = {}
    notes: dict[str, list[Note]] = {team: [] for team in reached}
    for team, name in config.byes:
        if team in reached:
            reached[team] += 1
            notes[team].append(Note("bye", round=name))
    for match in matches:
        verdict = match.verdict
        if match.why:
            results.findings.add(catalogue.NOTHING_MEANT, f"round {match.round}: {match.why}", EVENT_FILE, None)
        if verdict is None:
            continue
        for at, team in enumerate(match.teams):
            if verdict.winner == at:
                reached[team] += 1
            decided[team] = UNDECIDED if verdict.winner is None else verdict.how
    order = rank(reached, [])
    places = [
        Place(
            placed.rank,
            placed.id,
            results.contestants[placed.id],
            reached[placed.id],
            "rounds",
            decided.get(placed.id),
            sum(len(match.boards) for match in matches if placed.id in match.teams),
            tuple(
                (name, match.points[match.side(placed.id)])
                for name in rounds
                for match in matches
                if match.round == name and placed.id in match.teams
            ),
            tuple(notes[placed.id]),
        )
        for placed in order
    ]
    return Ranking(config, places, results, None, matches, seed=seed)
