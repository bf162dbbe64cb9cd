"""The table of scores."""

from typing import Any

import pytest

import pbntools
from pbntools.core import Contract, Deal, Seat, Vulnerability
from pbntools.laws import resolve
from pbntools.record import Record, Result, Tags
from pbntools.reports.scores import calculation, contract_text, explanation, points_text, score_row, scored
from pbntools.reports.screen import Screen

SCREEN = Screen()


def record(**changes: Any) -> Record:
    tags = changes.pop("tags", {})
    fields: dict[str, Any] = {
        "board": "7",
        "dealer": Seat.NORTH,
        "vulnerable": Vulnerability.NS,
        "contract": Contract.parse("4SX"),
        "declarer": Seat.SOUTH,
        "result": Result(9),
        "tags": Tags(tags),
    }
    return Record(**(fields | changes))


def row(changed: Record) -> str:
    return score_row(scored("a.pbn", 0, changed, resolve(changed)), SCREEN)


@pytest.mark.parametrize(
    ("changes", "cells"),
    [
        ({}, ["7", "NS", "4♠X", "S", "9", "recorded", "-200"]),
        ({"declarer": Seat.EAST}, ["7", "NS", "4♠X", "E", "9", "recorded", "+100"]),
        ({"contract": Contract.parse("Pass")}, ["7", "NS", "Pass", "0"]),
        ({"result": None}, ["7", "NS", "4♠X", "S", "?", "no", "score:", "tricks", "unknown"]),
        ({"contract": None}, ["7", "NS", "?", "S", "9", "recorded", "no", "score:", "contract", "unknown"]),
        ({"declarer": None}, ["7", "NS", "4♠X", "?", "9", "recorded", "no", "score:", "declarer", "unknown"]),
        ({"vulnerable": None}, ["7", "?", "4♠X", "S", "9", "recorded", "no", "score:", "vulnerability", "unknown"]),
        ({"vulnerable": None, "contract": Contract.parse("2C")}, ["7", "?", "2♣", "S", "9", "recorded", "+110"]),
        ({"result": None, "vulnerable": None}, [*"7 ? 4♠X S ? no score: tricks and vulnerability unknown".split()]),
        ({"tags": {"Score": "NS -200"}}, ["7", "NS", "4♠X", "S", "9", "recorded", "-200", "-200"]),
        ({"tags": {"Score": "EW 200"}}, ["7", "NS", "4♠X", "S", "9", "recorded", "-200", "-200"]),
        ({"tags": {"Score": "NS 790"}}, ["7", "NS", "4♠X", "S", "9", "recorded", "-200", "+790", "differs"]),
        ({"board": None}, ["?", "NS", "4♠X", "S", "9", "recorded", "-200"]),
    ],
)
def test_rows(changes: dict[str, Any], cells: list[str]) -> None:
    assert row(record(**changes)).split() == cells


PLAYED = """\
[Deal "N:T53.Q5.AK32.KT72 Q96.JT7642.96.Q4 A42.AK98.T5.9653 KJ87.3.QJ874.AJ8"]
[Vulnerable "None"]
[Declarer "N"]
[Contract "1NT"]
[Result "{result}"]
[Play "E"]
H4 H8 H3 HQ
S6 S4 SJ S3
S9 SA S8 S5
H2 HA CJ H5
CQ C6 C8 CT
HJ HK SK D3
H7 H9 D7 ST
D9 D5 D4 D2
C4 {ninth} CA C7
SQ S2 S7 DA
H6 C3 DQ C2
D6 {twelfth} DJ DK
HT C5 D8 CK
"""


@pytest.mark.parametrize(
    ("result", "ninth", "remark"),
    [
        ("7", "C9", None),
        ("8", "C9", "the cards give 7 tricks"),
        ("", "DT", None),
    ],
)
def test_what_the_cards_say(result: str, ninth: str, remark: str | None) -> None:
    text = PLAYED.format(result=result, ninth=ninth, twelfth="DT" if ninth == "C9" else "C9")
    played = next(iter(pbntools.read(text.encode()))).record
    assert played is not None
    line = row(played).rstrip("\n")
    assert line.endswith(remark) if remark else line.endswith("+90")
    assert scored("a.pbn", 0, played, resolve(played)).tricks_played == 7


@pytest.mark.parametrize(
    ("moved", "remark"), [(2, "the Laws move 2 to declarer's side"), (-1, "the Laws move 1 from declarer's side")]
)
def test_tricks_that_the_laws_move(moved: int, remark: str) -> None:
    outcome = resolve(record())
    outcome.adjustment = moved
    assert score_row(scored("a.pbn", 0, record(), outcome), SCREEN).endswith(f"  {remark}\n")


def test_unknown_is_never_zero() -> None:
    for field in ("contract", "declarer", "result"):
        found = scored("a.pbn", 0, record(**{field: None}), resolve(record(**{field: None})))
        assert found.score_ns is None
        assert found.reason
        assert found.as_dict()["score_ns"] is None
        assert found.parts == ()


def test_the_parts_sum_to_the_score() -> None:
    found = scored("a.pbn", 0, record(result=Result(11)), resolve(record(result=Result(11))))
    assert found.score_ns == sum(part.points for part in found.parts) == 990
    lines = list(explanation(found.parts, SCREEN))
    assert len(lines) == len(found.parts)
    assert all("Law 77" in line for line in lines)


def test_json() -> None:
    changed = record(tags={"Score": "NS 790"})
    assert scored("a.pbn", 3, changed, resolve(changed)).as_dict() == {
        "path": "a.pbn",
        "record": 3,
        "board": "7",
        "room": None,
        "table": None,
        "vulnerable": "NS",
        "contract": "4SX",
        "declarer": "S",
        "tricks": 9,
        "tricks_source": "recorded",
        "tricks_played": None,
        "adjustment": 0,
        "adjustment_applied": None,
        "score_ns": -200,
        "recorded_score_ns": 790,
        "reason": None,
    }


def test_a_label_cannot_steer_the_terminal_or_break_the_table() -> None:
    text = row(record(board="\x1b[31m" + "x" * 50, deal=Deal.parse("N:- - - -")))
    assert "\x1b" not in text
    assert text.count("\n") == 1
    assert len(text) < 80


@pytest.mark.parametrize(("points", "text"), [(None, ""), (0, "0"), (50, "+50"), (-1100, "-1100")])
def test_points(points: int | None, text: str) -> None:
    assert points_text(points) == text


def test_contracts_in_colour_and_in_letters() -> None:
    red = Screen(palette={"red suit": ("<", ">")})
    assert contract_text(Contract.parse("4HX"), red) == ("4♥X", "4<♥>X")
    assert contract_text(Contract.parse("4HX"), Screen("ascii")) == ("4HX", "4HX")
    assert contract_text(Contract.parse("3NT"), red) == ("3NT", "3NT")
    assert contract_text(None, red) == ("?", "?")


@pytest.mark.parametrize(
    ("contract", "declarer", "vulnerable", "tricks", "text"),
    [
        ("4SX", Seat.NORTH, True, 9, "4♠X by N, vulnerable, 9 tricks (down 1)"),
        ("3NT", None, False, 9, "3NT, not vulnerable, 9 tricks (made)"),
        ("1C", None, False, 8, "1♣, not vulnerable, 8 tricks (1 overtrick)"),
        ("7NT", None, False, 1, "7NT, not vulnerable, 1 trick (down 12)"),
        ("4S", None, True, None, "4♠, vulnerable"),
        ("Pass", None, False, None, "Pass"),
    ],
)
def test_calculations(contract: str, declarer: Seat | None, vulnerable: bool, tricks: int | None, text: str) -> None:
    assert calculation(Contract.parse(contract), declarer, vulnerable, tricks, SCREEN) == text
