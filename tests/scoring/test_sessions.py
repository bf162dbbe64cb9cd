"""Worked sessions: each file of `fixtures/sessions` comes to what the JSON beside it says, by the rule sets it names.

A deal is NS above, NS below, EW above, EW below the line, counted by hand; the closing lines of an unfinished rubber
stand with its last deal.  Diagnostics are rule and record.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import pbntools as pbn
from pbntools.cli import main
from pbntools.rules import SESSION_RULES
from pbntools.scoring import PRESETS

FOLDER = Path(__file__).parent.parent.parent / "fixtures" / "sessions"
FILES = sorted(FOLDER.glob("*.pbn"))


def expected(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return found


CASES = [(path, rules) for path in FILES for rules in expected(path)]


def run(path: Path, *arguments: str) -> dict[str, Any]:
    done = CliRunner().invoke(main, ["score", *arguments, "--output-format", "json", str(path)])
    assert done.exception is None or isinstance(done.exception, SystemExit)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def points(deal: dict[str, Any]) -> list[int]:
    return [
        sum(line["points"] for line in deal["lines"] if (line["side"], line["where"]) == (side, where))
        for side in ("NS", "EW")
        for where in ("above", "below")
    ]


@pytest.mark.parametrize(("path", "rules"), CASES, ids=lambda value: getattr(value, "stem", value))
def test_a_worked_session(path: Path, rules: str) -> None:
    wanted = expected(path)[rules]
    found = run(path, "--as", rules)
    assert found["rules"] == rules
    if "scores" in wanted:
        assert [record["score_ns"] for record in found["records"]] == wanted["scores"]
        return
    deals = found["deals"]
    assert [points(deal) for deal in deals] == wanted["deals"]
    names = ("first", "last", "winner", "ns", "ew")
    assert [{name: rubber[name] for name in names} for rubber in found["rubbers"]] == wanted["rubbers"]
    assert [found["totals"]["ns"], found["totals"]["ew"]] == wanted["totals"]
    assert [found["known"]["ns"], found["known"]["ew"]] == wanted["known"]
    assert (found["winner"], found["margin"]) == (wanted["winner"], wanted["margin"])
    told = [[d["rule"], d["record"]] for deal in deals for d in deal["diagnostics"]]
    assert told == wanted["diagnostics"]


def test_every_preset_has_a_worked_session() -> None:
    assert {rules for _, rules in CASES} == set(PRESETS)


def test_every_rule_of_a_session_has_a_file_that_breaks_it_alone() -> None:
    for rule in SESSION_RULES:
        told = expected(FOLDER / f"{rule.name}.pbn")["rubber"]["diagnostics"]
        assert [name for name, _ in told] == [rule.name]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_records_are_sound(path: Path) -> None:
    found = [d for reading in pbn.check(path) for d in reading.diagnostics if d.severity > pbn.Severity.NOTICE]
    assert found == []


def test_the_rules_may_be_trusted() -> None:
    path = FOLDER / "session-vulnerability.pbn"
    assert run(path, "--as", "rubber")["totals"] == {"ns": 420, "ew": 100}
    assert run(path, "--as", "rubber", "--trust", "rules")["totals"] == {"ns": 420, "ew": 200}
