"""Each rule of an event has a fixture that breaks it alone: results, an event file, and what the JSON beside them says.

The JSON has the diagnostics with their places, which results were left out, and who has what score.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import pbntools as pbn
from pbntools.events.config import parse_event
from pbntools.events.gathering import Gatherer
from pbntools.events.ranking import Ranking, rank_event
from pbntools.rules import EVENT_RULES

FOLDER = Path(__file__).parent.parent.parent / "fixtures" / "events" / "rules"
NAMES = sorted(path.stem for path in FOLDER.glob("*.pbn"))
FIELDS = ("code", "rule", "severity", "line", "record", "board", "message")


def ranked(name: str) -> Ranking:
    path = FOLDER / f"{name}.pbn"
    gatherer = Gatherer(parse_event(path.with_suffix(".toml").read_text(encoding="utf-8")))
    for reading in pbn.check(path):
        assert reading.record is not None
        assert reading.index is not None
        gatherer.add(path.name, reading.index, reading.record, pbn.resolve(reading.record), reading)
    return rank_event(gatherer.finish())


def told(ranking: Ranking) -> dict[str, Any]:
    findings = ranking.results.findings
    diagnostics = [found.diagnostic().as_dict() for found in findings.found]
    return {
        "diagnostics": [{field: one[field] for field in FIELDS} for one in diagnostics],
        "left_out": [[item.board, item.rule.name, item.origin.record, item.origin.row] for item in findings.left_out],
        "scores": {place.id: str(place.score) for place in ranking.places},
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_fixture(name: str) -> None:
    found = told(ranked(name))
    assert found == json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert {one["rule"] for one in found["diagnostics"]} == {name}


def test_every_rule_of_an_event_has_one() -> None:
    assert sorted(rule.name for rule in EVENT_RULES) == NAMES
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == NAMES
