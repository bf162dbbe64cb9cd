"""LIN is read into records: boards, vugraph records, packed calls and cards, lessons."""

from __future__ import annotations

import pytest

import pbntools as pbn
from pbntools.formats.content import content, differences
from pbntools.record import ABOVE_SEVEN, UNREADABLE, UNREADABLE_CARD, Comment
from tests.formats.lin.lin_samples import BOARD, CALLS, CARDS, EAST, HANDS, HEAD, only, readings, rules_of

DEAL = "S:Q64.KQ43.AKT83.6 873.AT5.QJ2.T854 K95.9872.6.KQ732 AJT2.J6.9754.AJ9"
VUGRAPH = f"""\
vg|Moorland Trophy,Final,I,3,4,Larks,0,Herons,0|
rs|2HN+1,2HN=,3CW-1,|
pn|Imre,Jule,Kaya,Lars,Mona,Nils,Olga,Piet|pg||
qx|o3|st||md|1{HANDS}|sv|e|{CALLS}
{CARDS}mc|9|pg||
qx|c3|st||md|1{HANDS}|sv|e|nt|vera: hello, all|pg||
mb|1D|nt|vera: 4+ @Ds|pg||
mb|p|mb|1H!|an|4+ !H|mb|p|mb|2H|mb|p|mb|p|mb|p|pg||
pc|d9|nt|vera: passive|pg||
pc|dA|pg||
qx|o4|pn|Quin,,,|st||md|2{HANDS}|sv|b|pg||
"""


def test_a_board() -> None:
    record = only(BOARD)
    assert record.board == "3"
    assert record.dealer is pbn.Seat.SOUTH
    assert record.vulnerable is pbn.Vulnerability.EW
    assert record.deal == pbn.Deal.parse(DEAL)
    assert [record.value(name) for name in ("South", "West", "North", "East")] == ["Imre", "Jule", "Kaya", "Lars"]
    assert str(record.auction) == "1D Pass 1H Pass 2H Pass Pass Pass"
    assert record.contract is None
    assert record.result is None
    assert record.play is not None
    assert (record.play.claim, record.play.end) == (9, "*")
    outcome = pbn.resolve(record)
    assert (str(outcome.contract), outcome.declarer, outcome.tricks, outcome.tricks_source) == (
        "2H", pbn.Seat.NORTH, 9, "claimed",
    )  # fmt: skip
    assert rules_of(BOARD) == []


def test_the_cards_stand_in_the_cells_of_their_players() -> None:
    play = only(BOARD).play
    assert play is not None
    assert play.first is pbn.Seat.EAST
    rows = [[str(card) for card in play.cards[at : at + 4]] for at in (0, 4, 8)]
    assert rows == [["D9", "DA", "D2", "D6"], ["H6", "HK", "HA", "H2"], ["SA", "S4", "S8", "SK"]]


def same_record(text: str) -> bool:
    return not differences(only(text), only(BOARD))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (HANDS, HANDS.rstrip(",")),
        (HANDS, HANDS + EAST),
        (HANDS, HANDS.lower()),
        (HANDS, HANDS.replace("T", "10")),
        (HANDS, "C6DT83KAH34QKS46Q,C458TD2JQH5TAS378,S59KH2789D6C237KQ"),
        (HANDS, HANDS.replace(",", ",\r\n")),
        ("sv|e|", "sv|E|"),
        ("sv|e|", "sv|e\n|"),
        ("sv|e|", ""),
        (CALLS, "mb|1DP1HP2HPPP|pg||"),
        (CALLS, "mb|-1Dp1Hp2Hppp-|pg||"),
        (CALLS, CALLS.replace("|p|", "|Pass|").replace("1D", "1d")),
        (CARDS, CARDS.replace("pc|", "PC|")),
        (CARDS, CARDS.lower()),
        (CARDS, "pc|D9DAD2D6|pc|HKHAH2H6|pc|S8SKSAS4|"),
        (CARDS, "pc|D9A26|pc|HKA26|pc|S8KA4|"),
        ("|mb|1H", "|\r\nMB|1H"),
        ("ah|Board 3|", "ah|Donne 3|"),
        ("ah|Board 3|", "ah|3|"),
        ("mc|9|pg||\n", "mc|9|"),
    ],
)
def test_other_ways_to_write_the_same(old: str, new: str) -> None:
    assert old in BOARD
    text = BOARD.replace(old, new)
    if not new:
        text += "sv|e|"
    assert same_record(text)
    assert rules_of(text) == []


@pytest.mark.parametrize(
    ("spelt", "found"),
    [("o", "None"), ("0", "None"), ("", "None"), ("-", "None"), ("n", "NS"), ("N", "NS"), ("b", "All"), ("B", "All")],
)
def test_vulnerability(spelt: str, found: str) -> None:
    assert str(only(BOARD.replace("sv|e|", f"sv|{spelt}|")).vulnerable) == found


def test_a_vulnerability_that_is_not_told_stays_unknown() -> None:
    assert only(BOARD.replace("sv|e|", "")).vulnerable is None


def test_a_vugraph_record() -> None:
    found = readings(VUGRAPH)
    records = [reading.record for reading in found if reading.record is not None]
    assert [(record.board, record.value("Room")) for record in records] == [
        ("3", "Open"),
        ("3", "Closed"),
        ("4", "Open"),
    ]
    opened, closed, last = records
    names = ("South", "West", "North", "East")
    assert [opened.value(name) for name in names] == ["Imre", "Jule", "Kaya", "Lars"]
    assert [closed.value(name) for name in names] == ["Mona", "Nils", "Olga", "Piet"]
    assert [last.value(name) for name in names] == ["Quin", None, None, None]
    for record in records:
        assert [record.value(name) for name in ("Event", "Stage", "Scoring", "HomeTeam", "VisitTeam")] == [
            "Moorland Trophy", "Final", "IMP", "Larks", "Herons",
        ]  # fmt: skip
    results = [(str(one.contract), str(one.declarer), one.result and one.result.tricks) for one in records]
    assert results == [("2H", "N", 9), ("2H", "N", 8), ("3C", "W", 8)]
    assert rules_of(VUGRAPH) == []


def test_what_is_said_stands_at_its_place() -> None:
    closed = readings(VUGRAPH)[1].record
    assert closed is not None
    assert closed.play is not None
    assert list(closed.comments) == [
        Comment("vera: hello, all"),
        Comment("vera: 4+ \\Ds", ("call", 0)),
        Comment("vera: passive", ("card", 0)),
    ]
    assert content(closed)["call notes"] == {2: ["4+ \\H"]}


@pytest.mark.parametrize(
    ("calls", "notes", "unheld"),
    [
        ("mb|1D!|", {0: ["alert"]}, []),
        ("mb|1D!|an|short|", {0: ["short"]}, []),
        ("mb|1D|an|short|", {0: ["short"]}, ["that a call was explained in LIN, but not alerted"]),
        ("mb|1D!|an||", {0: ["alert"]}, []),
        ("mb|1D|an|?|", {}, ["a call of which LIN says that its meaning is not known"]),
        ("mb|1D!|an|one|an|two|", {0: ["one", "two"]}, []),
        ("an|short|mb|1D!|", {0: ["short"]}, []),
    ],
)
def test_alerts_and_explanations(calls: str, notes: dict[int, list[str]], unheld: list[str]) -> None:
    (reading,) = readings(HEAD + calls)
    assert reading.record is not None
    assert content(reading.record).get("call notes", {}) == notes
    assert [words for _, words in reading.unheld] == unheld


@pytest.mark.parametrize(
    ("mark", "board", "remark"),
    [
        ("ah|Deal 1 (redeal)|", "1", "Deal 1 (redeal)"),
        ("ah|Last hand|", None, "Last hand"),
        ("ah||", None, None),
        ("ah|Board 007|", "7", None),
        ("qx|o12|", "12", None),
        ("qx|o1,BOARD 1|", "1", None),
        ("qx|a page|ah|Board 5|", "5", None),
        ("qx|o2|ah|Board 9|", "2", "Board 9"),
    ],
)
def test_numbers_and_headings(mark: str, board: str | None, remark: str | None) -> None:
    head = mark if mark.startswith("qx") else ""
    record = only(
        f"{head}md|1{HANDS}|{'' if head else mark}" if "ah" not in mark or not head else f"{mark}md|1{HANDS}|"
    )
    assert record.board == board
    assert [comment.text for comment in record.comments] == ([remark] if remark else [])


def test_names_that_say_nothing_are_unknown() -> None:
    for names in ("-,-,-,-", "South,West,North,East", "S,W,N,E", ",,,"):
        assert only(f"pn|{names}|md|1{HANDS}|").value("North") is None


def test_an_unfinished_auction_leaves_the_next_board_alone() -> None:
    first = BOARD.split("mb|2H|")[0] + "\n"
    one, two = (reading.record for reading in readings(first + BOARD))
    assert one is not None
    assert two is not None
    assert pbn.resolve(one).contract is None
    assert not differences(two, only(BOARD))


def test_lessons_have_partial_hands() -> None:
    text = f"qx|p1|nt|A lesson|pg||qx|p2|nt|On squeezes|pg||md|0SAKQ,HAKQ,,|sv|o|nt|South leads|md|0{HANDS}|"
    found = readings(text)
    assert [reading.record is not None for reading in found] == [True, True]
    record = found[0].record
    assert record is not None
    assert record.dealer is None
    assert record.deal is not None
    assert [str(hand) if hand else None for hand in record.deal] == [None, None, "AKQ...", ".AKQ.."]
    assert [comment.text for comment in record.comments] == ["p2", "On squeezes", "South leads"]
    assert [words for _, words in found[0].unheld] == ["LIN's texts that stand outside any board"]


def test_boards_without_names_begin_at_their_hands() -> None:
    text = f"md|1{HANDS}|sv|o|mb|p|rh||ah|Board 2|md|2{HANDS}|sv|n|"
    assert [(reading.board, str(reading.record and reading.record.vulnerable)) for reading in readings(text)] == [
        (None, "None"), ("2", "NS"),
    ]  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_encodings(encoding: str) -> None:
    text = BOARD.replace("Kaya", "Käthe").replace("mb|2H|", "mb|2H|an|schön|")
    record = only(text.encode(encoding))
    assert record.value("North") == "Käthe"
    assert content(record)["call notes"] == {4: ["schön"]}


def test_a_wrapped_text_with_letters_beyond_ascii() -> None:
    record = only(HEAD + "nt|vera: voilà\r\nà la carte|")
    assert [comment.text for comment in record.comments] == ["vera: voilà à la carte"]


def test_words_that_are_no_call_and_no_card() -> None:
    record = only(HEAD + "mb|1D|mb|what|mb|8C|" + "pc|D9|pc|ZZ|")
    assert record.auction is not None
    assert record.auction.ids == (4 + 0, UNREADABLE, ABOVE_SEVEN)
    assert record.play is not None
    assert UNREADABLE_CARD in record.play.ids
    assert {"call-unreadable", "card-unreadable"} <= set(rules_of(HEAD + "mb|1D|mb|what|pc|D9|pc|ZZ|"))


def test_codes_for_show_are_listed_and_kept_out() -> None:
    (reading,) = readings(BOARD.replace("rh||", "rh||cp|000099|sk|n|"))
    assert [words for _, words in reading.unheld] == [
        "LIN's cp, which is not part of the record", "LIN's sk, which is not part of the record",
    ]  # fmt: skip


def test_lists_of_players_scores_and_numbers() -> None:
    text = (
        "vg|Pairs,,P,1,99,,,,|rs|2HN+1,,2HN=,|bn|3,17|mp|61.5,,,40|"
        "pw|Imre,Jule,Kaya,Lars,Mona,Nils,Olga,Piet,Quin,,,,,,,|pg||\n"
        f"qx|o3|md|1{HANDS}|pg||\nqx|o17|md|1{HANDS}|pg||\nqx|c17|md|1{HANDS}|pg||\n"
    )
    one, two, three = (reading.record for reading in readings(text) if reading.record is not None)
    assert (one.result and one.result.tricks, two.result and two.result.tricks, three.result) == (9, 8, None)
    assert (one.value("ScoreMP"), two.value("ScoreMP"), three.value("ScoreMP")) == ("NS 61.5", "EW 40", None)
    assert [one.value(name) for name in ("South", "East")] == ["Imre", "Lars"]
    # A blank means the same as at the board before.
    assert [two.value(name) for name in ("South", "West", "East")] == ["Quin", "Jule", "Lars"]
    assert three.value("South") == "Mona"


def test_a_second_head_counts_from_there_on() -> None:
    text = VUGRAPH + VUGRAPH.replace("Moorland", "Heath").replace("Imre", "Anke")
    records = [reading.record for reading in readings(text) if reading.record is not None]
    assert [record.value("Event") for record in records] == ["Moorland Trophy"] * 3 + ["Heath Trophy"] * 3
    assert [records[at].value("South") for at in (0, 3)] == ["Imre", "Anke"]


def test_long_files_are_read_in_pieces() -> None:
    boards = 3000
    text = "".join(BOARD.replace("Board 3", f"Board {number}") for number in range(1, boards + 1))
    found = list(pbn.read(text.encode(), format="lin"))
    assert [reading.board for reading in found] == [str(number) for number in range(1, boards + 1)]
    assert [diagnostic for reading in found for diagnostic in reading.diagnostics] == []
    last = found[-1].locate(pbn.Place("call", index=2))
    assert (last.line, text.splitlines()[boards - 1][last.column - 1 :][:2]) == (boards, "1H")  # type: ignore[operator]


def test_a_board_that_is_too_long_is_passed_over() -> None:
    long = "qx|o1|md|1|nt|" + "x" * (17 << 20) + "|\n"
    found = readings("qx|o9|md|1|\n" + long + "qx|o2|md|1|\n")
    assert [reading.board for reading in found if reading.record is not None] == ["9", "2"]
    told = [diagnostic for reading in found for diagnostic in reading.diagnostics]
    assert [diagnostic.rule.name for diagnostic in told if diagnostic.rule.name.startswith("format")] == [
        "format-too-large"
    ]


def test_ten_thousand_hands() -> None:
    text = "md|1" + ",".join(["SAKQ"] * 10_000) + "|mb|p|\n" + BOARD
    found = readings(text)
    assert [diagnostic.rule.name for diagnostic in found[0].diagnostics] == ["too-many-hands"]
    assert found[1].board == "3"


def test_no_board_at_all() -> None:
    for text in ("", "pg||", "nt|no board|pg||", "a letter"):
        assert "no-records" in rules_of(text)


def test_the_referee_speaks_of_places_in_lin() -> None:
    # North discards a club on the spade lead although he holds three spades.
    text = BOARD.replace("pc|SK|", "\npc|C2|").replace("mc|9|", "pc|SJ|pc|SQ|pc|S3|pc|SK|mc|9|")
    found = [
        diagnostic
        for reading in pbn.check(text.encode(), format="lin")
        for diagnostic in reading.diagnostics
        if diagnostic.rule.name == "revoke"
    ]
    assert [(d.location.line, d.location.column, d.seat, d.trick, d.card) for d in found] == [(2, 4, "N", 3, "C2")]
