"""Events for tests: an event file and records, gathered and ranked."""

from collections.abc import Iterable
from fractions import Fraction

import pbntools as pbn
from pbntools.events.config import parse_event
from pbntools.events.gathering import Gatherer, Results
from pbntools.events.ranking import Ranking, rank_event

WBF = '[scale]\nname = "wbf2013"\n'


def gathered(event: str, *texts: str, files: dict[str, str] | None = None) -> Results:
    """The results of some PBN texts under an event file."""
    gatherer = Gatherer(parse_event(event, files))
    for number, text in enumerate(texts):
        for reading in pbn.read(text.encode()):
            if reading.record is not None and reading.index is not None:
                path = f"file{number}.pbn"
                gatherer.add(path, reading.index, reading.record, pbn.resolve(reading.record), reading)
    return gatherer.finish()


def ranked(event: str, *texts: str, seed: str | None = None, files: dict[str, str] | None = None) -> Ranking:
    """The ranking of the same."""
    return rank_event(gathered(event, *texts, files=files), seed=seed)


def traveller(
    board: int | str, rows: Iterable[str], columns: str = "PairId_NS;PairId_EW;Score_NS", tags: str = ""
) -> str:
    """A game with a ScoreTable."""
    body = "\n".join(rows)
    return f'[Board "{board}"]\n{tags}[ScoreTable "{columns}"]\n{body}\n\n'


def match(round_name: str, home: str, visit: str, scores: Iterable[tuple[int, int]], first: int = 1) -> str:
    """The games of a match: North-South's points in the open and in the closed room."""
    found = []
    for board, both in enumerate(scores, first):
        for room, points in zip(("Open", "Closed"), both, strict=True):
            found.append(
                f'[Board "{board}"]\n[Room "{room}"]\n[Round "{round_name}"]\n[HomeTeam "{home}"]\n'
                f'[VisitTeam "{visit}"]\n[Score "NS {points}"]\n'
            )
    return "\n".join(found) + "\n"


def swing(imps: int) -> tuple[int, int]:
    """Scores of two rooms that give the home team so many IMPs, 0 to 24 either way."""
    if abs(imps) == 1:
        # No score is 20 or 30 to nothing.
        return (110, 90) if imps > 0 else (90, 110)
    points = (0, 0, 50, 90, 130, 170, 230, 270, 340, 380, 430, 500, 600)[abs(imps)]
    return (points, 0) if imps >= 0 else (0, points)


def scores(ranking: Ranking) -> dict[str, Fraction]:
    """By contestant its score."""
    return {place.id: place.score for place in ranking.places}


def order(ranking: Ranking) -> list[tuple[int, str, str | None]]:
    """Rank, contestant and step of each place."""
    return [(place.rank, place.id, place.decided_by) for place in ranking.places]


def said(results: Results) -> list[tuple[str, str]]:
    """Rule and message of all diagnostics."""
    return [(found.finding.rule.name, found.finding.message) for found in results.findings.found]


def plain(value: object) -> object:
    """A value whose fractions are to be compared with whole numbers."""
    return value
