"""What the tables of PBN and USEBIO cannot hold of a ranking, in words; what they hold is in `event_formats`."""

from __future__ import annotations

from collections.abc import Iterator

from pbntools.events.awards import Weighted
from pbntools.events.lines import Line
from pbntools.events.placing import Ranking
from pbntools.reports.event_tables import drawn, method_text
from pbntools.reports.event_view import View
from pbntools.reports.language import ENGLISH, language

_PLAIN = language(ENGLISH)
_HUNDREDTHS = 100


def ranking_losses(ranking: Ranking, *, adjustments: bool = False, tables: bool = False) -> list[str]:
    """What tables cannot hold.

    With ``adjustments`` they hold what penalties took from each score, with ``tables`` where each result was played.
    """
    view = View(ranking, _PLAIN)
    found = [f"how it was scored: {method_text(ranking, _PLAIN)}", *_of_places(ranking, adjustments)]
    return [*found, *_of_lines(view, tables)]


def _number(number: int, what: str, many: str = "") -> str:
    return f"{number:,} {what if number == 1 else many or f'{what}s'}"


def _of_places(ranking: Ranking, adjustments: bool) -> Iterator[str]:
    """What stands in the ranking beside rank, names, score and boards."""
    places, rules = ranking.places, ranking.rules
    notes = [note for place in places for note in place.notes]
    penalties = [note.penalty for note in notes if note.penalty is not None]
    if ranking.cuts:
        sessions = ", ".join(dict.fromkeys(made.cut.after for made in ranking.cuts))
        out = sum(bool(place.out_after) for place in places)
        yield f"the cut after {sessions}, by which {_number(out, 'contestant is', 'contestants are')} out"
    if carried := sum(note.kind == "carry-over" for note in notes):
        yield f"{_number(carried, 'carry-over')}, which the scores hold"
    if penalties and not adjustments:
        yield f"{_number(len(penalties), 'penalty', 'penalties')}, which the scores hold"
    elif reasons := sum(bool(penalty.why) for penalty in penalties):
        yield f"why {_number(reasons, 'penalty was', 'penalties were')} given"
    if byes := sum(note.kind == "bye" for note in notes):
        yield f"{_number(byes, 'bye')}, which the scores hold"
    if decided := sum(place.decided_by is not None for place in places):
        yield f"what decided {_number(decided, 'place')}"
    if drawn(ranking):
        yield "the seed of the lots"
    if any(len(place.parts) > 1 for place in places):
        yield f"what each has by {'session' if rules.is_race else 'round'}"
    if ranking.matches:
        what = "the points of" if rules.form != "knock-out" else "how it stands in"
        yield f"{what} {_number(len(ranking.matches), 'match', 'matches')}"
    if rounded := sum((place.score * _HUNDREDTHS).denominator != 1 for place in places):
        yield f"{_number(rounded, 'score')} beyond two places"


def _of_lines(view: View, tables: bool) -> Iterator[str]:
    """What stands in the travellers beside who sat there, the score and what it came to."""
    entries = [entry for board in view.boards.values() for entry in board]
    lines = [entry.line for entry in entries]
    if view.adjusted:
        yield f"{_number(len(view.adjusted), 'adjusted score')} as it was at the table, and why"
    if weighted := sum(isinstance(award, Weighted) for line in lines for award in _awards(line)):
        yield f"the outcomes of {_number(weighted, 'weighted score')}"
    fouled = sum(any(entry.line.group for entry in board) for board in view.boards.values())
    if fouled:
        yield f"the groups of {_number(fouled, 'fouled board')}"
    instant = view.ranking.results.instant
    if shared := sum(instant.of(key) is not None for key in view.boards):
        yield f"the InstantScoreTable of {_number(shared, 'board')}"
    if not tables and (rooms := sum(bool(line.room or line.table or line.section) for line in lines)):
        yield f"the section, table or room of {_number(rooms, 'result')}"
    if out := sum(entry.out is not None for entry in entries):
        yield f"why {_number(out, 'result does', 'results do')} not count"
    written = {id(line) for line in lines}
    findings = view.ranking.results.findings
    if lost := sum(item.line is None or id(item.line) not in written for item in findings.left_out):
        yield f"{_number(lost, 'result that was left out, and has', 'results that were left out, and have')} no row"
    if gone := sum(_is_of_gone(view, line) for line in lines):
        yield f"that {_number(gone, 'result counts', 'results count')} for one side alone, since the other one was out"


def _awards(line: Line) -> tuple[object, ...]:
    return (line.ns_award,) if line.ns_award == line.ew_award else (line.ns_award, line.ew_award)


def _is_of_gone(view: View, line: Line) -> bool:
    race = view.ranking.race
    return (
        race is not None
        and not line.out
        and any(race.is_out(one, line.session) for side in (0, 1) for one in line.who(side))
    )
