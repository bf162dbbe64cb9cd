"""Rule sets: presets, switches, TOML."""

import pickle
import re
from typing import Any

import pytest

import pbntools as pbn
from pbntools.core import Seat
from pbntools.scoring import PRESETS, SWITCHES, RuleSet
from pbntools.scoring.ruleset import parse_switches


def test_the_presets() -> None:
    assert list(PRESETS) == [
        "duplicate", "duplicate-pre1987", "rubber", "rubber-750", "rubber-plain", "rubber-redeal", "chicago",
        "chicago-uk", "chicago-duplicate",
    ]  # fmt: skip
    for name, rules in PRESETS.items():
        assert rules.name == rules.base == str(rules) == name
        assert rules.source
        assert rules.differences() == {}
        assert pickle.loads(pickle.dumps(rules)) == rules
        hash(rules)


# How a preset differs from the first of its form, by the sources.
@pytest.mark.parametrize(
    ("name", "base", "differences"),
    [
        ("duplicate-pre1987", "duplicate", {"undertricks": "pre1987"}),
        ("rubber-750", "rubber", {"rubber-bonus": "750/500", "honours": "declaring-side"}),
        ("rubber-plain", "rubber", {"honours": "none", "rubber-winner": "games"}),
        ("rubber-redeal", "rubber", {"pass-out": "redeal-same"}),
        ("chicago-uk", "chicago", {"honours": "any-hand"}),
        ("chicago-duplicate", "chicago", {"honours": "any-hand", "part-score": "per-deal"}),
    ],
)
def test_what_a_preset_changes(name: str, base: str, differences: dict[str, str]) -> None:
    mine, other = PRESETS[name].switches(), PRESETS[base].switches()
    assert {switch: value for switch, value in mine.items() if other[switch] != value} == differences


def test_the_values_of_the_first_presets() -> None:
    assert PRESETS["rubber"].switches() == {
        "rubber-bonus": "700/500",
        "honours": "any-hand",
        "pass-out": "next-dealer",
        "rubbers": "0",
        "first-dealer": "recorded",
        "rubber-winner": "points",
        "unfinished-game": "300",
        "unfinished-part": "100",
        "undertricks": "current",
        "redoubled-insult": "100",
    }
    assert PRESETS["chicago"].switches() == {
        "honours": "none",
        "part-score": "carry",
        "part-score-bonus": "50",
        "last-part-score": "100",
        "pass-out": "redeal-same",
        "chicago-vulnerability": "dealer",
        "deals": "4",
        "first-dealer": "recorded",
        "undertricks": "current",
        "redoubled-insult": "100",
    }
    assert PRESETS["duplicate"].switches() == {"undertricks": "current", "redoubled-insult": "100"}


def test_a_switch_is_set() -> None:
    rules = PRESETS["rubber"].with_switches({"rubber-bonus": "750/500", "first-dealer": "w", "rubbers": 3})
    assert (rules.rubber_bonus, rules.first_dealer, rules.rubbers) == ((750, 500), Seat.WEST, 3)
    assert rules.differences() == {"rubber-bonus": "750/500", "rubbers": "3", "first-dealer": "W"}
    assert str(rules) == "rubber with rubber-bonus=750/500, rubbers=3, first-dealer=W"
    assert PRESETS["rubber"].rubber_bonus == (700, 500)
    with pytest.raises(AttributeError):
        rules.honours = "none"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("preset", "name", "value", "message"),
    [
        ("rubber", "honors", "none", "'honors' is not a switch: did you mean 'honours'? expected one of rubber-bonus"),
        ("rubber", "xyzzy", "1", "'xyzzy' is not a switch: expected one of rubber-bonus, honours"),
        ("rubber", "honours", "all", "'all' is not a value of honours: expected none, any-hand or declaring-side"),
        ("rubber", "rubber-bonus", "700", "expected two numbers of points"),
        ("rubber", "rubber-bonus", "700/-5", "expected two numbers of points"),
        ("rubber", "unfinished-game", "305", "'305' is not a value of unfinished-game"),
        ("rubber", "unfinished-game", "20000", "expected points, 0 to 10000"),
        ("rubber", "rubbers", "-1", "is not a value of rubbers"),
        ("rubber", "rubbers", True, "True is not a value of rubbers"),
        ("rubber", "rubbers", 1.5, "1.5 is not a value of rubbers"),
        ("rubber", "deals", "8", "deals has no meaning in rubber; its switches are rubber-bonus"),
        ("chicago", "deals", "6", "expected a multiple of four"),
        ("chicago", "deals", "0", "expected a multiple of four"),
        ("chicago", "deals", "٤", "expected a multiple of four"),
        ("chicago", "first-dealer", "X", "expected N, E, S, W or recorded"),
        ("chicago", "part-score-bonus", "60", "part-score-bonus goes with part-score=per-deal"),
        ("chicago-duplicate", "last-part-score", "60", "last-part-score goes with part-score=carry"),
        (
            "duplicate",
            "honours",
            "none",
            "honours has no meaning in duplicate; its switches are undertricks, redoubled",
        ),
        ("duplicate", "redoubled-insult", "75", "expected 100 or 50"),
    ],
)
def test_what_does_not_exist_is_refused(preset: str, name: str, value: object, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        PRESETS[preset].with_switches({name: value})


def test_toml() -> None:
    rules = RuleSet.from_toml('name = "friday"\nbase = "chicago"\nhonours = "any-hand"\ndeals = 8\n')
    assert (rules.name, rules.base, rules.honours, rules.deals) == ("friday", "chicago", "any-hand", 8)
    assert rules.differences() == {"honours": "any-hand", "deals": "8"}
    assert str(rules) == "friday (from chicago) with honours=any-hand, deals=8"
    assert RuleSet.from_toml('base = "rubber"', "my").name == "my"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("base =", "not valid TOML"),
        ('honours = "none"', "no base is given"),
        ('base = "rubbber"', "'rubbber' is not a rule set: did you mean 'rubber'?"),
        ("base = 3", "base and name are texts"),
        ('base = "rubber"\nname = ""', "base and name are texts"),
        ('base = "rubber"\nname = "a\\u001bb"', "base and name are texts"),
        ('base = "rubber"\nhonors = "none"', "'honors' is not a switch"),
        ('base = "rubber"\nrubber-bonus = [700, 500]', "[700, 500] is not a value of rubber-bonus"),
        ('base = "rubber"\n[table]\na = 1', "'table' is not a switch"),
    ],
)
def test_bad_toml(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        RuleSet.from_toml(text)


@pytest.mark.parametrize("name", PRESETS)
def test_every_switch_reads_what_it_shows(name: str) -> None:
    rules = PRESETS[name]
    for switch, value in rules.switches().items():
        assert SWITCHES[switch].read(value) == getattr(rules, SWITCHES[switch].attribute)


def test_switches_from_texts() -> None:
    assert parse_switches(["honours=none", " deals = 8 "]) == {"honours": "none", "deals": "8"}
    with pytest.raises(ValueError, match="is not NAME=VALUE"):
        parse_switches(["honours"])
    with pytest.raises(ValueError, match="honours is set twice"):
        parse_switches(["honours=none", "honours=any-hand"])


def test_a_name_that_is_none() -> None:
    with pytest.raises(ValueError, match="'rober' is not a rule set"):
        pbn.Ledger("rober")


@pytest.mark.parametrize(
    "values",
    [
        {"base": "x"},
        {"form": "chess"},
        {"form": "chicago"},
        {"name": "chicago"},
        {"honours": "all"},
        {"deals": 0},
        {"deals": 4.0},
        {"rubbers": True},
        {"rubber_bonus": (700,)},
        {"rubber_bonus": 700},
        {"first_dealer": "X"},
        {"redoubled_insult": 75},
    ],
)
def test_a_rule_set_of_what_does_not_exist(values: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"is not a|is a rule set of|is the name of a preset"):
        RuleSet(**({"name": "x", "form": "rubber", "base": "rubber"} | values))


def test_a_set_of_ones_own_takes_no_name_of_a_preset() -> None:
    with pytest.raises(ValueError, match="'rubber' is the name of a preset"):
        RuleSet.from_toml('base = "chicago"', "rubber")
    assert str(RuleSet.from_toml('base = "rubber"\nhonours = "none"', "rubber")) == "rubber with honours=none"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
        ('base = "chicago"\ndeals = ' + "1" * 5000, "too long"),
        ('base = "chicago"\ndeals = ' + "1" * 250, "a number so long is not a value of deals"),
    ],
)
def test_hostile_toml(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        RuleSet.from_toml(text)
    assert len(str(caught.value)) < 300


def test_presets_and_switches_do_not_change() -> None:
    for mapping in (PRESETS, SWITCHES):
        with pytest.raises(TypeError):
            mapping["rubber"] = None  # type: ignore[index]
        for value in mapping.values():
            assert pickle.loads(pickle.dumps(value)) == value
