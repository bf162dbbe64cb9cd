"""A record as a person reads it."""

from dataclasses import dataclass
from typing import Any

import pytest

import pbntools
from pbntools.core import Deal, Seat, Vulnerability
from pbntools.laws import Outcome, resolve
from pbntools.record import Record
from pbntools.reports.compass import diagram
from pbntools.reports.record_json import record_json
from pbntools.reports.records import record_text
from pbntools.reports.screen import Screen, cells

DEAL = "N:T53.Q5.AK32.KT72 Q96.JT7642.96.Q4 A42.AK98.T5.9653 KJ87.3.QJ874.AJ8"
HEAD = f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "EW"]\n[Deal "{DEAL}"]\n'


@dataclass
class Item:
    path: str
    index: int
    record: Record
    outcome: Outcome


def item(text: str) -> Item:
    record = next(iter(pbntools.read(text.encode(), name="a.pbn"))).record
    assert record is not None
    return Item("a.pbn", 0, record, resolve(record))


def shown(text: str, screen: Screen | None = None) -> str:
    return record_text(item(text), screen or Screen())


def test_the_diagram_in_letters() -> None:
    screen = Screen("ascii")
    players: dict[Seat, str | None] = dict(zip(Seat, ("Ada", "Bo", None, "Cy"), strict=True))
    lines = diagram(Deal.parse(DEAL), players, Seat.NORTH, Vulnerability.EW, screen)
    assert lines == [
        "                          North (dealer)",
        "                          Ada",
        "                          S T53",
        "                          H Q5",
        "                          D AK32",
        "                          C KT72",
        "                          12 HCP",
        "West (vul)                                          East (vul)",
        "Cy                          +--N--+                 Bo",
        "S KJ87                      |     |                 S Q96",
        "H 3                         W     E                 H JT7642",
        "D QJ874                     |     |                 D 96",
        "C AJ8                       +--S--+                 C Q4",
        "12 HCP                                              5 HCP",
        "                          South",
        "",
        "                          S A42",
        "                          H AK98",
        "                          D T5",
        "                          C 9653",
        "                          11 HCP",
    ]


def test_a_diagram_without_names_has_no_lines_for_them() -> None:
    lines = diagram(Deal.parse(DEAL), dict.fromkeys(Seat), None, None, Screen())
    assert len(lines) == 18
    assert lines[:2] == ["                          North", "                          ♠ T53"]


def test_unknown_and_short_hands_say_so() -> None:
    text = "\n".join(diagram(Deal.parse("N:AK.Q.. - - 2..."), dict.fromkeys(Seat), None, None, Screen()))
    assert text.count("not known") == 2
    assert "9 HCP, 3 cards\n" in text
    assert "0 HCP, 1 card" in text
    assert "1 cards" not in text


def test_wide_names_keep_the_columns() -> None:
    players: dict[Seat, str | None] = {
        Seat.WEST: "王" * 30,
        Seat.EAST: "e\u0301" * 40,
        Seat.NORTH: "\x1b[2J",
        Seat.SOUTH: None,
    }
    lines = diagram(Deal.parse(DEAL), players, None, None, Screen())
    assert all(cells(line) <= 80 for line in lines)
    assert "\x1b" not in "".join(lines)
    row = next(line for line in lines if "王" in line)
    assert cells(row[: row.index("e")]) == 52


@pytest.mark.parametrize(
    ("auction", "lines"),
    [
        ('[Auction "N"]\n1S Pass Pass Pass', ["                 1♠               Pass             Pass", "Pass"]),
        ('[Auction "E"]\nAP', ["                                  Pass             Pass", "Pass             Pass"]),
        ('[Auction "W"]\n1NT X *', ["1NT              X", "(the rest was not recorded)"]),
        ('[Auction "W"]\n1NT +', ["1NT", "(to be continued)"]),
        ('[Auction "W"]\n1S! ^I 1H =1= $3 \n[Note "1:a slip"]', ["1♠!              ^I 1♥ [1] $3", "[1] a slip"]),
        ('[Auction "W"]\n^S 1D 2C', ["^S               1♦               2♣"]),
        ('[Auction "W"]\n1S huh 8C', ["1♠               ?                8+"]),
    ],
)
def test_auctions(auction: str, lines: list[str]) -> None:
    text = shown(HEAD + auction)
    block = next(block for block in text.split("\n\n") if block.startswith("West             North"))
    assert block.rstrip("\n").splitlines()[1:] == lines


def test_play_marks_leader_and_winner() -> None:
    text = shown(HEAD + '[Declarer "N"]\n[Contract "1NT"]\n[Result "7"]\n[Play "E"]\nH4 H8 H3 HQ\nS6 S4 SJ S3\n*')
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("Trick"))
    assert lines[at + 1].split() == ["1", "♥3", "♥Q*", ">♥4", "♥8", "N", "NS", "1", "EW", "0"]
    assert lines[at + 2].split() == ["2", "♠J*", ">♠3", "♠6", "♠4", "W", "NS", "1", "EW", "1"]
    assert "(no more cards were recorded)" in text
    assert "Contract: 1NT by North (recorded)\nResult: 7 tricks (recorded), made\nScore: NS +90\n" in text


def test_a_revoke_is_marked_and_explained() -> None:
    game = HEAD + '[Declarer "N"]\n[Contract "1NT"]\n[Play "E"]\n{}\n*'
    text = shown(game.format("H4 C3 H3 HQ"))
    line = next(line for line in text.splitlines() if line.startswith("   1"))
    assert line.split() == ["1", "♥3", "♥Q*", ">♥4", "♣3#", "N", "NS", "1", "EW", "0"]
    assert "> leads, * wins the trick\n# revokes: does not follow suit, but could\n" in text
    assert "#" not in shown(game.format("H4 H8 H3 HQ"))


def test_a_card_that_is_dealt_twice_is_told() -> None:
    text = shown('[Board "1"]\n[Deal "N:T53.Q5.AK32.KT72 Q96.JT7642.96.Q4 A42.AK98.T5.9653 KJ87.3.QJ874.AJ7"]\n')
    assert "\nDealt twice: ♣7, to North and West\n" in text
    assert "Dealt twice" not in shown(HEAD)


def test_hands_that_are_not_known_leave_no_gap() -> None:
    text = shown('[Board "1"]\n[North "Ada"]\n[Deal "W:KJ87.3.QJ874.AJ8 - - -"]\n')
    assert "\n\n\n" not in text
    lines = diagram(Deal.parse("W:KJ87.3.QJ874.AJ8 - - -"), dict.fromkeys(Seat), None, None, Screen())
    assert [line.strip() for line in lines[:2]] == ["North", "not known"]
    assert [line.strip() for line in lines[-2:]] == ["South", "not known"]
    assert "" not in lines


@pytest.mark.parametrize(
    ("tags", "lines"),
    [
        ('[Contract "Pass"]', ["Passed out, score 0"]),
        ("", ["Contract: not known"]),
        ('[Contract "3NT"]', ["Contract: 3NT by an unknown declarer (recorded)", "Result: not known"]),
        (
            '[Declarer "W"]\n[Contract "3NT"]\n[Result "11"]\n[Score "EW 630"]',
            [
                "Contract: 3NT by West (recorded)",
                "Result: 11 tricks (recorded), made, 2 overtricks",
                *["Score: NS -660 (recorded: -630)"],
            ],
        ),
        (
            '[Declarer "W"]\n[Contract "3NT"]\n[Score "EW 630"]',
            ["Contract: 3NT by West (recorded)", "Result: not known", "Score: NS -630 (recorded)"],
        ),
        (
            '[Declarer "S"]\n[Contract "3NT"]\n[Result "8"]',
            ["Contract: 3NT by South (recorded)", "Result: 8 tricks (recorded), down 1", "Score: NS -50"],
        ),
    ],
)
def test_results(tags: str, lines: list[str]) -> None:
    block = shown(HEAD + tags).rstrip("\n").split("\n\n")[-1]
    assert block.splitlines() == lines


@pytest.mark.parametrize(
    ("adjustment", "tricks_played", "line"),
    [
        (1, 7, "  the Laws move 1 to declarer's side"),
        (-2, 7, "  the Laws move 2 from declarer's side"),
        (None, 7, "  what the Laws move for a revoke is not included"),
        (0, 6, "  the cards give 6"),
    ],
)
def test_what_stands_beside_the_result(adjustment: int | None, tricks_played: int, line: str) -> None:
    found = item(HEAD + '[Declarer "N"]\n[Contract "1NT"]\n[Result "7"]\n')
    found.outcome.adjustment = adjustment
    found.outcome.tricks_played = tricks_played
    assert f"Result: 7 tricks (recorded), made\n{line}\nScore" in record_text(found, Screen())


def test_a_deal_that_is_not_known() -> None:
    text = shown('[Board "1"]\n[North "Ada"]\n[South "Bo"]\n')
    assert "\nThe deal is not known.\nNorth Ada; South Bo\n" in text


def test_the_contract_of_the_auction_says_so() -> None:
    assert "Contract: 1♠ by North (from the auction)" in shown(HEAD + '[Auction "N"]\n1S AP')


def test_comments_name_their_owner() -> None:
    text = shown(
        "{of the game}\n" + HEAD + '[Auction "N"] {of the tag}\n1S {of the call} Pass Pass Pass\n'
        '[Play "E"]\nH4 {of the card}\n*\n'
    )
    comments = text.split("Comments\n")[1].splitlines()
    assert "N's 1S (call 1): of the call" in comments
    assert "trick 1, E: of the card" in comments
    assert "[Auction]: of the tag" in comments
    assert any(line.endswith(": of the game") for line in comments)


def test_a_comment_of_some_lines_keeps_its_layout() -> None:
    text = shown(HEAD + '[Auction "N"]\n1S {\n   a    table\n\tof lines\n} AP')
    assert "\n     a    table\n      of lines" in text


def test_nothing_is_wider_than_80_columns() -> None:
    long = "word " * 60 + "x" * 200 + "王" * 60
    text = shown(
        f'[Event "{long}"]\n[North "{long}"]\n' + HEAD + f'[Auction "N"]\n1S =1= {{{long}}} AP\n[Note "1:{long}"]\n',
        Screen(width=200),
    )
    assert max(map(cells, text.splitlines())) <= 80


@pytest.mark.parametrize("board", ["1", "x" * 90])
@pytest.mark.parametrize("path", ["a.pbn", "/archive/" + "long/" * 40 + "final.pbn", "王" * 60 + "/final.pbn"])
def test_the_heading_is_not_wider_either(board: str, path: str) -> None:
    found = item(HEAD.replace('[Board "1"]', f'[Board "{board}"]'))
    found.path = path
    first, second = record_text(found, Screen(width=200)).splitlines()[:2]
    assert max(cells(first), cells(second)) <= 80
    assert first.endswith(", dealer North, vulnerable EW")
    assert second.startswith("  " + path[:5])
    assert second.endswith(path[-5:] + ", record 0")


def test_colour_adds_nothing_but_colour() -> None:
    names = ("label", "dim", "red suit", "bad")
    palette = {name: (f"\x1b[{at}m", "\x1b[0m") for at, name in enumerate(names, 1)}
    game = (
        HEAD
        + '[Declarer "N"]\n[Contract "2H"]\n[Result "8"]\n[Score "NS 140"]\n[Auction "N"]\n2H AP\n[Play "E"]\nH4\n*'
    )
    coloured = shown(game, Screen(palette=palette))
    for before, after in palette.values():
        assert before in coloured
        coloured = coloured.replace(before, "").replace(after, "")
    assert coloured == shown(game)


def test_json_holds_the_whole_record() -> None:
    found = item(
        '[Event "Pairs"]\n[Room "Open"]\n[North "Ada"]\n'
        + HEAD
        + '[Declarer "N"]\n[Contract "1NT"]\n[Result "7"]\n[Mystery "kept"]\n'
        '[Auction "N"]\n1NT! =1= {bold} Pass Pass Pass\n'
        '[Note "1:weak"]\n[Play "E"]\nH4 H8 H3 HQ\nS6 - SJ S3 $7\n*'
    )
    body: dict[str, Any] = record_json(found.path, found.index, found.record, found.outcome)
    assert body["deal"] == dict(zip("NESW", DEAL[2:].split(), strict=True))
    assert (body["dealer"], body["vulnerable"], body["board"]) == ("N", "EW", "1")
    assert (body["event"], body["room"], body["players"]["N"], body["players"]["S"]) == ("Pairs", "Open", "Ada", None)
    assert body["calls"] == ["1NT", "Pass", "Pass", "Pass"]
    assert body["play"][0] == {"leader": "E", "first": "E", "cards": ["H4", "H8", "H3", "HQ"], "winner": "N"}
    assert body["play"][1]["leader"] == "N"
    assert body["play"][1]["cards"] == ["S3", "S6", None, "SJ"]
    assert (body["contract"], body["contract_source"]) == ("1NT", "tag")
    assert (body["declarer"], body["declarer_source"]) == ("N", "tag")
    assert body["result"] == {"tricks": 7, "source": "recorded"}
    assert body["notes"] == {"auction": {"1": "weak"}, "play": {}}
    assert body["call_annotations"] == [{"of": 1, "suffix": "!", "notes": [1], "nags": []}]
    assert body["card_annotations"] == [{"of": 8, "suffix": None, "notes": [], "nags": [7]}]
    assert body["comments"] == [{"text": "bold", "owner": "call", "of": 1}]
    assert body["tags"]["Mystery"] == "kept"
    assert body["tags"]["Deal"] == DEAL


def test_json_of_a_record_of_which_little_is_known() -> None:
    found = item('[Event "x"]\n[Deal "N:T53.Q5.AK32.KT72 - - -"]\n')
    body = record_json(found.path, found.index, found.record, found.outcome)
    assert body["deal"] == {"N": "T53.Q5.AK32.KT72", "E": None, "S": None, "W": None}
    assert body["calls"] == body["play"] == []
    assert body["result"] == {"tricks": None, "source": "unknown"}
    assert [body[name] for name in ("board", "dealer", "vulnerable", "contract", "declarer", "room")] == [None] * 6
