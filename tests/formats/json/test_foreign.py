"""The JSON of endplay and bridgebots."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbntools.core import Card, Seat, Suit
from pbntools.formats.registry import get_format, sniffed
from pbntools.record import Record
from tests.formats.reading_all import diagnostics, readings, records_of

HANDS = "93.KT9843.953.85 AQJ72.AQ52.KJ8.6 T6.6.QT762.AQJ92 K854.J7.A4.KT743".split()
NAMES = ("north", "east", "south", "west")
SUITS = ("spades", "hearts", "diamonds", "clubs")


def endplay_cards(hand: str) -> list[dict[str, str]]:
    return [{"suit": suit, "rank": rank} for suit, ranks in zip(SUITS, hand.split("."), strict=True) for rank in ranks]


def endplay_board(**changes: Any) -> dict[str, Any]:
    deal: dict[str, Any] = {name: endplay_cards(hand) for name, hand in zip(NAMES, HANDS, strict=True)}
    auction = [
        {"level": 1, "denom": "hearts", "alertable": True, "announcement": "may be short"},
        {"penalty": "double", "alertable": True},
        {"penalty": "pass", "alertable": False},
        {"level": 2, "denom": "spades", "alertable": False},
        *[{"penalty": "pass", "alertable": False}] * 3,
    ]
    play = [("hearts", "6"), ("hearts", "7"), ("hearts", "K"), ("hearts", "A"), ("spades", "2"), ("spades", "T")]
    return {
        "deal": {**deal, "first": "north", "trump": "nt", "curtrick": []},
        "auction": auction,
        "play": [{"suit": suit, "rank": rank} for suit, rank in play],
        "board_num": 3,
        "info": {"Event": "Cup", "North": "Ann", "Odd Name": "x", "Count": 3},
        "vul": "ew",
        "dealer": "south",
        "contract": {"level": 2, "denom": "spades", "declarer": "east", "penalty": "", "result": 1},
        "claimed": True,
    } | changes


def test_a_board_of_endplay() -> None:
    (reading,) = readings(json.dumps([endplay_board()]))
    assert not reading.diagnostics
    record = reading.record
    assert record is not None
    assert (record.board, record.dealer, str(record.vulnerable)) == ("3", Seat.SOUTH, "EW")
    assert str(record.deal) == f"N:{' '.join(HANDS)}"
    assert (str(record.contract), record.declarer, record.result and record.result.tricks) == ("2S", Seat.EAST, 9)
    assert str(record.auction) == "1H X Pass 2S Pass Pass Pass"
    assert record.notes["auction"] == {1: "may be short", 2: "alert"}
    assert record.play is not None
    assert [str(card or "-") for card in record.play.cards] == ["H6", "H7", "HK", "HA", "ST", "-", "-", "S2"]
    assert (record.event, record.value("North")) == ("Cup", "Ann")
    assert [words for _, words in reading.unheld] == [
        "a record has no place for the info Odd Name of endplay",
        "a record has no place for the info Count of endplay",
    ]


def test_what_endplay_leaves_out_is_not_known() -> None:
    board = endplay_board(dealer=None, vul=None, contract=None, board_num=None, info={})
    (reading,) = readings(json.dumps([board]))
    record = reading.record
    assert record is not None
    assert [record.dealer, record.vulnerable, record.contract, record.result, record.board, record.auction] == [
        None
    ] * 6
    assert record.play is not None
    assert record.play.first is Seat.SOUTH
    assert [words for _, words in reading.unheld] == ["an auction whose dealer is not given has no first caller"]
    passed = endplay_board(auction=[{"penalty": "pass"}] * 4, play=[], contract={"level": 0, "denom": "nt"})
    (record,) = records_of(json.dumps(passed))
    assert record.contract is not None
    assert record.contract.is_passed_out
    assert record.result is None


def bridgebots_deal(**changes: Any) -> dict[str, Any]:
    hands = {
        seat: [suit + rank for suit, ranks in zip("SHDC", hand.split("."), strict=True) for rank in ranks]
        for seat, hand in zip("NESW", HANDS, strict=True)
    }
    table = {
        "bidding_record": ["1H", "X", "PASS", "2S", "PASS", "PASS", "PASS"],
        "raw_bidding_record": ["1H"],
        "play_record": ["H6", "H7", "HK", "HA", "S2", "ST"],
        "declarer": "E",
        "contract": "2S",
        "tricks": 9,
        "score": 140,
        "scoring": "IMPS",
        "names": {"N": "Ann", "E": "Bo", "S": "Cy", "W": "Di"},
        "date": "2024-02-03",
        "event": "Cup",
        "bidding_metadata": [
            {"bid_index": 0, "bid": "1H", "alerted": True, "explanation": None},
            {"bid_index": 3, "bid": "2S", "alerted": False, "explanation": "weak"},
        ],
        "commentary": [
            {"bid_index": -1, "play_index": None, "comment": "before"},
            {"bid_index": 3, "play_index": None, "comment": "at 2S"},
            {"bid_index": None, "play_index": 5, "comment": "at ST"},
        ],
    } | changes
    deal = {"dealer": "S", "ns_vulnerable": False, "ew_vulnerable": True, "hands": hands}
    return {"deal": deal, "board_records": [table, {**table, "contract": "PASS", "tricks": 0, "play_record": []}]}


def test_a_deal_of_bridgebots_has_a_record_for_each_table() -> None:
    first, second = readings(json.dumps([bridgebots_deal()]))
    record = first.record
    assert record is not None
    assert not first.diagnostics
    assert (record.dealer, str(record.vulnerable), str(record.deal)) == (Seat.SOUTH, "EW", f"N:{' '.join(HANDS)}")
    assert (str(record.contract), record.declarer, record.result and record.result.tricks) == ("2S", Seat.EAST, 9)
    assert {name: record.value(name) for name in ("Event", "Date", "Scoring", "Score", "West")} == {
        "Event": "Cup", "Date": "2024.02.03", "Scoring": "IMP", "Score": "140", "West": "Di",
    }  # fmt: skip
    assert record.notes["auction"] == {1: "alert", 2: "weak"}
    assert [(comment.text, comment.owner) for comment in record.comments] == [
        ("before", ("record", None)),
        ("at 2S", ("call", 3)),
        ("at ST", ("card", 4)),
    ]
    assert [words for _, words in first.unheld] == ["a record has no place for whether an explained call was alerted"]
    other = second.record
    assert other is not None
    assert other.contract is not None
    assert other.contract.is_passed_out
    assert (other.declarer, other.result, other.value("Score")) == (None, None, None)


def test_the_owner_of_a_card_is_told_by_who_won_where_the_hands_are_not_known() -> None:
    deal = bridgebots_deal()
    deal["deal"]["hands"] = {"N": deal["deal"]["hands"]["N"]}
    record = records_of(json.dumps(deal))[0]
    assert record.play is not None
    assert [str(card or "-") for card in record.play.cards] == ["H6", "H7", "HK", "HA", "ST", "-", "-", "S2"]


@pytest.mark.parametrize("format, value", [
    ("endplay", {}), ("endplay", []), ("endplay", endplay_board(dealer="X")), ("endplay", endplay_board(vul=3)),
    ("endplay", endplay_board(play=[{"suit": "spades", "rank": "1"}])),
    ("endplay", endplay_board(auction=[{"level": 8}])),
    ("endplay", endplay_board(contract={"level": 7, "denom": "nt", "declarer": "east", "penalty": "", "result": 3})),
    ("endplay", endplay_board(board_num=True)), ("endplay", endplay_board(play=[7] * 3)),
    ("bridgebots", {}), ("bridgebots", {"deal": 3}), ("bridgebots", bridgebots_deal(tricks=14)),
    ("bridgebots", bridgebots_deal(contract="9Z")), ("bridgebots", bridgebots_deal(play_record=["Z1"])),
    ("bridgebots", bridgebots_deal(names=[1])), ("bridgebots", bridgebots_deal(commentary=[None])),
])  # fmt: skip
def test_what_is_no_record_is_told_and_the_next_one_read(format: str, value: Any) -> None:
    good = endplay_board() if format == "endplay" else bridgebots_deal()
    if value == []:
        value = [[]]
    text = json.dumps([value, good], indent=1)
    found = [item for item in diagnostics(text, format) if item.rule.name == "format-shape"]
    assert found
    assert found[0].location.line is not None
    assert len(records_of(text, format)) == (1 if format == "endplay" else 2)


def test_truncated_empty_and_foreign_files() -> None:
    text = json.dumps([endplay_board(), endplay_board()])
    names = [item.rule.name for item in diagnostics(text[:-300], "endplay")]
    assert "format-truncated" in names
    assert len(records_of(text[:-300], "endplay")) == 1
    assert [item.rule.name for item in diagnostics("", "bridgebots")] == ["no-records"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 60) | st.sampled_from(["N", "south", "SA", "4S", "spades", "A", ""]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(["deal", "hands", "north", "N", "auction", "play", "contract", "level", "denom", "declarer",
                         "suit", "rank", "board_records", "bidding_record", "play_record", "names", "commentary",
                         "info", "dealer", "bid_index", "play_index", "bidding_metadata", "penalty", "result"]),
        inner, max_size=6,
    ),
    max_leaves=25,
)  # fmt: skip


@given(JSON, st.sampled_from(["endplay", "bridgebots"]), st.data())
def test_any_json_is_read_without_an_exception(value: Any, format: str, data: st.DataObject) -> None:
    readings(json.dumps([value]), format)
    board = endplay_board() if format == "endplay" else bridgebots_deal()
    at = board if format == "endplay" else data.draw(st.sampled_from([board, board["deal"], board["board_records"][0]]))
    at[data.draw(st.sampled_from(sorted(at)))] = value
    readings(json.dumps([board]), format)


def test_sniffing() -> None:
    endplay, bridgebots = json.dumps([endplay_board()], indent=2).encode(), json.dumps(bridgebots_deal()).encode()
    assert sniffed(endplay[:4096], "x.json").name == "endplay"
    assert sniffed(bridgebots[:4096], "x.json").name == "bridgebots"
    own = b'{"pbntools":1,"records":[\n{"deal":{"N":"AK..."}}]}'
    assert sniffed(own, "x.json").name == "json"
    for name in ("endplay", "bridgebots"):
        sniff = get_format(name).sniff
        assert sniff is not None
        assert not any(sniff(head) for head in (own, b"", b"[]", b'{"a": 1}'))
    assert not get_format("endplay").sniff(bridgebots)  # type: ignore[misc]
    assert not get_format("bridgebots").sniff(endplay)  # type: ignore[misc]


def test_cards_are_named_as_in_the_deal() -> None:
    record: Record = records_of(json.dumps(endplay_board()))[0]
    assert record.deal is not None
    assert record.deal.north is not None
    assert Card.of(Suit.HEARTS, 11) in list(record.deal.north)
