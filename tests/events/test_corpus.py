"""Real matches of two tables, where PBNTOOLS_CORPUS names a folder of them: swings, ScoreIMP tags, Score tags."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import pbntools as pbn
from pbntools.events.comparing import Comparer, Comparison
from pbntools.laws import recorded_score_ns

CORPUS = os.environ.get("PBNTOOLS_CORPUS", "")
pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not CORPUS, reason="PBNTOOLS_CORPUS is not set: there are no real matches to compare"),
]
TELLS = re.compile(rb'\[Room "Closed|\[ScoreIMP "(?:NS|EW) ')
# Law 78B as a list of steps: how many points each IMP takes more than the one before.
STEPS = [20, 30, 40, 40, 40, 50, 50, 50, 50, 60, 70, 100, 150, 150, 200, 200, 200, 250, 250, 250, 250, 500, 500, 500]


def by_steps(points: int) -> int:
    """The IMPs of a difference, counted step by step."""
    rest, found = abs(points), 0
    for step in STEPS:
        rest -= step
        if rest < 0:
            break
        found += 1
    return found if points > 0 else -found


def compared() -> Iterator[tuple[Path, Comparison, dict[int, int | None]]]:
    """Each file with its comparison, and North-South's points by the Score tag of each record."""
    for path in sorted(Path(CORPUS).rglob("*")):
        if path.suffix.lower() != ".pbn" or not path.is_file() or not TELLS.search(path.read_bytes()):
            continue
        comparer = Comparer()
        tags: dict[int, int | None] = {}
        for reading in pbn.read(path):
            if reading.record is None or reading.index is None:
                continue
            outcome = pbn.resolve(reading.record)
            declarer = None if outcome.declarer is None else int(outcome.declarer)
            tags[reading.index] = recorded_score_ns(reading.record, declarer)
            comparer.add(str(path), reading.index, reading.record, outcome, reading)
        yield path, comparer.finish(), tags


def test_the_swings_of_real_matches(record_property: Callable[[str, object], None]) -> None:
    """Every swing is that of the two Score tags, by a table of steps, and that of ScoreIMP where a record has one."""
    counts: Counter[str] = Counter()
    wrong = []
    for path, found, tags in compared():
        counts["files"] += 1
        for board in found.boards:
            counts["left out"] += len(board.lines) == 1
            if board.imps is None:
                continue
            counts["boards"] += 1
            points = [tags[line.origin.record or 0] for line in board.lines]
            if points[0] is not None and points[1] is not None:
                counts["with Score tags"] += 1
                if by_steps(points[0] - points[1]) != board.imps:
                    wrong.append(f"{path.name} board {board.label}: {points} are {board.imps} IMPs")
            if any(tag is not None for tag in board.recorded):
                counts["with ScoreIMP"] += 1
                if board.disagrees:
                    wrong.append(f"{path.name} board {board.label}: {board.imps} IMPs, ScoreIMP {board.recorded}")
    record_property("corpus", f"{counts['boards']} boards of two tables in {counts['files']} files: {dict(counts)}")
    assert wrong == []
    # A folder without matches would prove nothing.
    assert counts["files"] >= 10
    assert counts["boards"] >= 100
    assert counts["with Score tags"] >= 100
    assert counts["with ScoreIMP"] >= 100
