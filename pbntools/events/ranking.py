"""The ranking of an event: what everybody has, in which order, and which step decided a tie."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pbntools import rules as catalogue
from pbntools.events.between_tables import tell_fouled, tell_recorded
from pbntools.events.config import Cut, EventRules, Penalty
from pbntools.events.gathering import Results
from pbntools.events.keys import ConfigError
from pbntools.events.knockout_ranking import rank_knockout
from pbntools.events.ladders import race_steps, rank
from pbntools.events.match_ranking import rank_matches
from pbntools.events.mentions import name_idle
from pbntools.events.notes import Note
from pbntools.events.placing import CutMade, Place, Ranking
from pbntools.events.race import Race, score_race, session_value
from pbntools.said import Said

_UNITS = {"%": ("%", "% of a top", "MP"), "IMP": ("IMP",), "VP": ("VP",), "points": ("points",)}


def rank_event(results: Results, *, seed: str | None = None) -> Ranking:
    """Rank an event.  Lots are drawn only with a ``seed``.

    Raises `ConfigError` and `ScaleError` where the event file does not fit the results.
    """
    for penalty in results.rules.penalties:
        known = _UNITS[results.rules.unit]
        if results.rules.unit == "VP" and not results.rules.is_race:
            # They are taken from a match before it becomes victory points.
            known = ("VP", "IMP")
        if penalty.unit not in known:
            raise ConfigError(
                Said(
                    "the penalty of {to} is in {unit}: expected {known}, as the event is ranked",
                    to=penalty.to,
                    unit=penalty.unit,
                    known=tuple(known),
                )
            )
    if results.rules.is_race:
        ranking = _rank_race(results, seed)
    elif results.rules.form == "knock-out":
        ranking = rank_knockout(results, seed)
    else:
        ranking = rank_matches(results, seed)
    _tell_tables(ranking)
    results.findings.sort()
    return ranking


def _tell_tables(ranking: Ranking) -> None:
    """Say where the tables of a board, or a tag of theirs, speak against each other."""
    results = ranking.results
    if ranking.race is None:
        for match in ranking.matches:
            for board in match.boards:
                tell_fouled(board.lines, results.findings)
                if match.in_imps:
                    tell_recorded(zip(board.lines, board.points, strict=True), results.findings)
        return
    for lines in results.by_board().values():
        for group in sorted({line.group for line in lines}):
            # Groups of a fouled board are known to have had other cards.
            tell_fouled([line for line in lines if line.group == group], results.findings)


# Races


def _rank_race(results: Results, seed: str | None) -> Ranking:
    race = score_race(results)
    name_idle(results, race.cells, race.sessions)
    ranking = Ranking(results.rules, [], results, race, seed=seed)
    groups = sorted({contestant.group for contestant in results.contestants.values()}, reverse=True)
    for group in groups:
        ranking.places += _race_group(race, group, results.sessions, seed)
    for cut in results.rules.cuts:
        if cut.after not in results.sessions:
            results.findings.add(
                catalogue.NOTHING_MEANT,
                Said("the cut is after {after}, which is no session", after=cut.after),
                results.origin,
                None,
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
                loss, note = _race_penalty(penalty, race, session, len(cells))
                value -= loss
                notes.append(note)
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
            raise ConfigError(
                Said("the penalty of {who} names no session, and the event has {n}", who=one, n=len(sessions))
            )
        if penalty.session in (None, session):
            found.append(penalty)
    return found


def penalty_points(penalty: Penalty, top: Fraction) -> Fraction:
    """A penalty in matchpoints: a share of a top of so many, or as many as it says."""
    return penalty.amount / 100 * top if penalty.unit == "% of a top" else penalty.amount


def _race_penalty(penalty: Penalty, race: Race, session: str, boards: int) -> tuple[Fraction, Note]:
    """What a penalty takes from the share of a session, or from its IMPs, and the note that says so."""
    if penalty.unit == "%":
        return penalty.amount / 100, Note("penalty", penalty)
    if penalty.unit not in ("% of a top", "MP"):
        return penalty.amount, Note("penalty", penalty)
    top = race.tops[session]
    if not top:
        return Fraction(0), Note("penalty", penalty)
    taken, full = penalty_points(penalty, top), top * boards
    return taken / full, Note("penalty", penalty, taken=taken, of=full)


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


__all__ = ["CutMade", "Note", "Place", "Ranking", "make_cut", "penalty_points", "rank_event"]
