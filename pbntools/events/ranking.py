"""The ranking of an event: what everybody has, in which order, and which step decided a tie."""

from __future__ import annotations

from pbntools.events.between_tables import tell_fouled, tell_recorded
from pbntools.events.gathering import Results
from pbntools.events.keys import ConfigError
from pbntools.events.knockout_ranking import rank_knockout
from pbntools.events.match_ranking import rank_matches
from pbntools.events.notes import Note
from pbntools.events.placing import CutMade, Place, Ranking
from pbntools.events.race_ranking import rank_race
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
        ranking = rank_race(results, seed)
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


__all__ = ["CutMade", "Note", "Place", "Ranking", "rank_event"]
