"""``pbntools rule``."""

import json

import pytest
from click.testing import CliRunner

from pbntools.cli import main
from pbntools.rules import RULES


@pytest.mark.parametrize("name", ["PLY305", "ply305", "revoke", "REVOKE"])
def test_a_rule_by_code_or_name(name: str) -> None:
    done = CliRunner().invoke(main, ["rule", name])
    assert done.exit_code == 0
    assert done.stdout.startswith("PLY305 revoke: error\n")
    assert "Law 61A (2017)" in done.stdout


def test_every_rule_can_be_printed() -> None:
    done = CliRunner().invoke(main, ["rule", *RULES])
    assert done.exit_code == 0
    assert [code for code in RULES if f"{code} {RULES[code].name}: " not in done.stdout] == []


def test_all_rules() -> None:
    done = CliRunner().invoke(main, ["rule"])
    assert done.exit_code == 0
    assert len(done.stdout.splitlines()) == len(RULES)


def test_json() -> None:
    every = json.loads(CliRunner().invoke(main, ["rule", "--output-format", "json"]).stdout)
    assert {entry["code"] for entry in every} == set(RULES)
    assert all("page" not in entry for entry in every)
    one = json.loads(CliRunner().invoke(main, ["rule", "revoke", "--output-format", "json"]).stdout)
    assert len(one) == 1
    assert {name: one[0][name] for name in ("code", "name", "severity", "law", "edition", "section")} == {
        "code": "PLY305",
        "name": "revoke",
        "severity": "error",
        "law": "61A",
        "edition": "2017",
        "section": None,
    }
    assert isinstance(one[0]["page"], str)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("revok", "did you mean revoke"),
        ("PLY35", "did you mean"),
        ("law 99", "No rule cites Law 99"),
        ("double", "inadmissible-double"),
        ("xyzzy", "'pbntools rule' lists them all"),
        ("", "'pbntools rule' lists them all"),
        ("a\x1b[31m", "names no rule"),
    ],
)
def test_an_unknown_rule_is_misuse_with_near_names(text: str, hint: str) -> None:
    done = CliRunner().invoke(main, ["rule", text])
    assert done.exit_code == 2
    assert hint in done.stderr
    assert "\x1b" not in done.stderr


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("PLY30", ["PLY301", "PLY302", "PLY305", "PLY306", "PLY307", "PLY308", "PLY309"]),
        ("ply2", ["PLY201", "PLY202"]),
        ("61", ["PLY305"]),
        ("Law 61", ["PLY305"]),
        ("law 61a", ["PLY305"]),
        ("17", ["AUC201", "PLY105"]),
        ("24", ["PLY105"]),
    ],
)
def test_a_family_and_a_law_list_their_rules(text: str, codes: list[str]) -> None:
    done = CliRunner().invoke(main, ["rule", text])
    assert (done.exit_code, [line.split()[0] for line in done.stdout.splitlines()]) == (0, codes)
    found = json.loads(CliRunner().invoke(main, ["rule", text, "--output-format", "json"]).stdout)
    assert [entry["code"] for entry in found] == codes
    assert all("page" not in entry for entry in found)


def test_a_part_of_a_law_leaves_out_other_parts() -> None:
    assert CliRunner().invoke(main, ["rule", "61B"]).exit_code == 2
    assert CliRunner().invoke(main, ["rule", "6"]).exit_code == 2


def test_a_page_and_a_list_together() -> None:
    done = CliRunner().invoke(main, ["rule", "revoke", "PLY2"])
    assert done.stdout.startswith("PLY305 revoke: error\n")
    assert "\n\nPLY201  " in done.stdout
