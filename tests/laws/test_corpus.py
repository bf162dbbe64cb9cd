"""The referee on real files: the tags of games that were played agree, and no play is called impossible."""

import os
from collections import Counter
from pathlib import Path

import pytest

from pbntools.checking import check

CORPUS = os.environ.get("PBNTOOLS_CORPUS")
pytestmark = [
    pytest.mark.corpus,
    pytest.mark.slow,
    pytest.mark.skipif(not CORPUS, reason="PBNTOOLS_CORPUS names no folder"),
]


@pytest.fixture(scope="module")
def found() -> Counter[str]:
    """How often each rule, and each rule in a file other than a test of faults, is found."""
    counts: Counter[str] = Counter()
    for path in sorted(Path(CORPUS or ".").rglob("*")):
        # The standard's own file of wrong games is a test of faults.
        if path.suffix.lower() != ".pbn" or path.name.endswith("errors_10.pbn"):
            continue
        for reading in check(path):
            if reading.record is None:
                continue
            counts["records"] += 1
            counts["scores"] += bool(reading.record.value("Score")) and reading.record.result is not None
            counts["pars"] += bool(reading.record.value("OptimumScore")) and bool(reading.record.tables)
            counts.update(
                diagnostic.rule.name for diagnostic in reading.diagnostics if str(diagnostic.severity) != "notice"
            )
    return counts


def test_there_are_records(found: Counter[str]) -> None:
    assert found["records"] > 1000
    assert found["scores"] > 1000
    assert found["pars"] > 500


def test_scores_of_real_games_agree_with_law_77(found: Counter[str]) -> None:
    assert found["score-mismatch"] + found["score-table-mismatch"] == 0


def test_real_plays_hold_no_unmarked_fault(found: Counter[str]) -> None:
    faults = (
        "revoke",
        "card-not-held",
        "card-played-twice",
        "lead-out-of-turn",
        "lead-wrong-seat",
        "irregularity-mark",
    )
    assert {name: found[name] for name in faults if found[name]} == {}


def test_pars_agree_with_their_tables(found: Counter[str]) -> None:
    # One file of an old converter has three optimum scores that no auction leads to.
    assert found["par-mismatch"] <= 3
    assert found["double-dummy-mismatch"] == 0
