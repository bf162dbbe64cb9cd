"""CSV: hand records and results, by names of columns or a map."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbntools.core import Contract, Deal, Seat, Strain, Vulnerability
from pbntools.formats.building import build_record
from pbntools.formats.csv_records.columns import ColumnError, parse_columns, read_columns
from pbntools.formats.registry import get_format, open_reader
from pbntools.record import Auction, Play, Record, Result
from tests.formats.reading_all import check_round_trip, diagnostics, fitted, readings, records_of, told, words, written

HANDS = "93.KT9843.953.85 AQJ72.AQ52.KJ8.6 T6.6.QT762.AQJ92 K854.J7.A4.KT743".split()
DEAL = Deal.parse(f"N:{' '.join(HANDS)}")


def test_hands_by_suits_by_hands_and_as_a_deal() -> None:
    suits = ",".join(f"{seat}{suit}" for seat in "NESW" for suit in "SHDC")
    by_suit = f"Board,Dlr,Vul,{suits}\n3,S,E-W,{','.join(suit for hand in HANDS for suit in hand.split('.'))}\n"
    by_hand = f"Board;Dealer;Vulnerability;NorthHand;EastHand;SouthHand;WestHand\n3;S;EW;{';'.join(HANDS)}\n"
    by_seat = f"Board\tDealer\tVulnerable\tNorth\tEast\tSouth\tWest\n3\tS\tEW\t{chr(9).join(HANDS)}\n"
    whole = f"Board,Dealer,Vulnerable,Deal\n3,S,EW,{DEAL}\n"
    for text in (by_suit, by_hand, by_seat, whole):
        assert not diagnostics(text)
        (record,) = records_of(text)
        assert (record.board, record.dealer, record.vulnerable) == ("3", Seat.SOUTH, Vulnerability.EW)
        assert record.deal == DEAL
        assert record.players[Seat.NORTH] is None


def test_results() -> None:
    text = (
        "Event,Table,Board,North,Contract,By,Result,Lead\n"
        'Cup,2,7,"Odd, Una",4 S x,N,-1,D10\n'
        "Cup,3,7,,3NT by W +1,,,\n"
        "Cup,4,7,,Pass,,,\n"
        "Cup,5,7,,2H,E,8,\n"
    )
    assert not diagnostics(text)
    found = records_of(text)
    assert [(str(r.contract), r.declarer, r.result and r.result.tricks) for r in found] == [
        ("4SX", Seat.NORTH, 9), ("3NT", Seat.WEST, 10), ("Pass", None, None), ("2H", Seat.EAST, 8),
    ]  # fmt: skip
    assert found[0].value("North") == "Odd, Una"
    play = found[0].play
    assert play is not None
    assert (play.first, str(play.cards[0]), play.end) == (Seat.EAST, "DT", "*")


def test_a_map_of_columns() -> None:
    text = "Nr;Teiler;Gefahr;Kontrakt;von;Stiche;Saal\n7;S;Alle;4S;N;10;Open\n"
    columns = parse_columns(
        ["board=Nr", "Dealer=Teiler", "Contract=Kontrakt", "Declarer=von", "Result=Stiche", "Room=Saal"]
    )
    (record,) = records_of(text, "csv", columns=columns)
    assert (record.board, record.dealer, str(record.contract), record.declarer) == ("7", Seat.SOUTH, "4S", Seat.NORTH)
    assert record.room == "Open"
    assert told(text, "csv", columns=columns) == [("format-unknown", 1, 1)]
    assert ("format-shape", 1, 1) in told(text, "csv", columns={**columns, "Site": "Ort"})


def test_a_map_from_a_file_and_maps_that_are_none(tmp_path: Path) -> None:
    path = tmp_path / "columns.toml"
    path.write_text('[columns]\nBoard = "Nr"\n', encoding="utf-8")
    assert read_columns(path) == {"Board": "Nr"}
    for text in ("Board = [", "columns = 3", 'board-room = "x"', "Board = 3"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ColumnError):
            read_columns(path)
    for pairs in (["Board"], ["board-x=Nr"], ["Board=A", "board=B"], ["Board="]):
        with pytest.raises(ColumnError):
            parse_columns(pairs)


def test_bad_values_are_told_with_their_row() -> None:
    text = "Board,Dealer,Contract,Declarer,Result,NorthHand\n1,Q,9Z,N,4,AAK.2.3.4\n2,N,4S,,14,\n3,N,4S\n,,,,,\n"
    assert told(text) == [
        *[("format-value", 2, 1)] * 3,
        ("format-value", 3, 1),
        ("format-shape", 4, 1),
    ]
    assert [record.board for record in records_of(text)] == ["1", "2"]


@pytest.mark.parametrize(
    ("columns", "row", "shares"),
    [
        ("Contract", "A+/A-", "^60 ^40"), ("Contract", "ave+ / ave-", "^60 ^40"), ("Score", "A", "^50 ^50"),
        ("Score", "60%/40%", "^60 ^40"), ("Score", "60/40", "^60 ^40"), ("Contract", "A-/A-", "^40 ^40"),
        ("Contract", "50%", "^50 ^50"), ("Percentage_NS,Percentage_EW", "^60,^40", "^60 ^40"),
        ("Percentage NS,PercentageEW", "A+,^66.67", "^60 ^66.67"), ("Contract", "A A", "^50 ^50"),
    ],
)  # fmt: skip
def test_artificial_scores_are_a_table(columns: str, row: str, shares: str) -> None:
    (reading,) = readings(f"Board,PairNS,PairEW,{columns}\n7,3,11,{row}\n")
    assert reading.diagnostics == []
    assert reading.record is not None
    (table,) = reading.record.tables
    assert " ".join(table.rows[0]) == f"- - - {shares}"
    check_round_trip([reading.record], "csv", "records")


@pytest.mark.parametrize(
    ("columns", "row", "faults", "score"),
    [
        ("Contract", "A+", 1, None), ("Score", "60%", 1, None), ("Percentage_NS,Percentage_EW", "^60,", 1, None),
        ("Percentage_NS,Percentage_EW", "^120,^40", 1, None), ("Percentage_NS,Percentage_EW", "60%,40%", 2, None),
        ("Contract,Declarer,Result,Percentage_NS", "3NT,N,9,half", 1, None),
        ("Contract,Percentage_NS,Percentage_EW", "NP,60,40", 2, None),
        ("Score_NS,Percentage_NS", "420,62.5", 0, "NS 420"), ("Score,Percentage_NS", "420,62.5", 0, "420"),
        ("Contract", "NP", 0, None), ("Score", "not played", 0, None), ("Score_NS,Score_EW", "420,", 0, "NS 420"),
        ("Score_NS,Score_EW", ",-50", 0, "EW -50"), ("Score NS,Score EW", "420,-100", 0, "NS 420 EW -100"),
        ("Score_NS,Score", "420,50", 1, "NS 420"), ("Score_NS", "much", 1, None), ("Score", "420", 0, "420"),
    ],
)  # fmt: skip
def test_other_results_of_a_row(columns: str, row: str, faults: int, score: str | None) -> None:
    (reading,) = readings(f"Board,PairNS,PairEW,{columns}\n7,3,11,{row}\n")
    assert len(reading.diagnostics) == faults
    assert reading.record is not None
    assert reading.record.tables == ()
    assert reading.record.value("Score") == score


def test_what_a_comparison_came_to_is_a_loss() -> None:
    head = "Board,Contract,Declarer,Result,Percentage_NS,Percentage_EW\n"
    played, awarded = readings(f"{head}1,3NT,N,9,62.5,37.5\n2,,,,^60,^40\n")
    assert [what for _, what in played.unheld] == ["the percentages that a comparison came to"]
    assert awarded.unheld == ()
    assert not played.diagnostics


def test_a_result_without_a_contract_needs_a_number() -> None:
    assert told("Board,Contract,Declarer,Result\n1,,N,+1\n") == [("format-value", 2, 1)]


def test_ns_and_ew_as_pairs_are_no_suits() -> None:
    (reading,) = readings("Board,NS,EW,Contract\n1,4,7,2S\n")
    assert [item.rule.name for item in reading.diagnostics] == ["format-unknown"] * 2
    assert reading.record is not None
    assert reading.record.deal is None


def test_wrong_columns_empty_files_and_open_quotes() -> None:
    names = [name for name, *_ in told("a,b\n1,2\n", "csv")]
    assert names == ["format-shape"]
    assert [name for name, *_ in told("", "csv")] == ["no-records"]
    assert [name for name, *_ in told("Board,Contract\n", "csv")] == ["no-records"]
    text = 'Board,Contract\n1,"2S\n' + "x" * 70 * 4000 + "\n" * 3 + "y\n" * 10
    assert "format-shape" in [name for name, *_ in told(text, "csv")]


def test_rows_come_one_by_one() -> None:
    reader, stack = open_reader(b"Board,Contract\n" + b"1,2S\n" * 50_000)
    with stack:
        first = next(iter(reader))
        assert first.record is not None
        assert reader.records == 1


def test_sniffing() -> None:
    sniff = get_format("csv").sniff
    assert sniff is not None
    for head in (b"Board,Dealer,Vul\n", b"\xef\xbb\xbfNo;Contract\n"):
        assert sniff(head)
    for head in (b"", b"a,b,c\n", b'[Board "1"]\n', b"Board\n", b"Event,Site\n", b"Table,Board,q,r,s,t,u,v,w\n"):
        assert not sniff(head)


# Writing

SEATS = st.sampled_from([None, *Seat])
TEXTS = st.sampled_from(["", "?", "Oak", 'a "b", c', "x\ny", " z ", "Ω;Å", "=1+1", "\ud800", "2.3.4.5"])


@st.composite
def boards(draw: st.DrawFn) -> Record:
    contract = draw(
        st.sampled_from([None, Contract(4, Strain.SPADES, 1), Contract(3, Strain.NOTRUMP), Contract.parse("Pass")])
    )
    declarer = draw(SEATS)
    first = draw(st.sampled_from(list(Seat)))
    return build_record(
        {name: draw(TEXTS) for name in ("Event", "North", "West", "Score", "Annotator")},
        board=draw(st.sampled_from([None, "1", "1-1", " 2  3", "a\tb"])),
        dealer=draw(SEATS),
        vulnerable=draw(st.sampled_from([None, *Vulnerability])),
        deal=draw(st.sampled_from([None, DEAL, Deal.of(north=HANDS[0]), Deal.of(north="AK..32.4", east="...")])),
        contract=contract,
        declarer=declarer,
        result=draw(st.sampled_from([None, Result(9), Result(10, ruled=True), Result(ns=9)])),
        auction=draw(st.sampled_from([None, Auction(Seat.NORTH, (3, 0, 0, 0))])),
        play=draw(st.sampled_from([None, Play(first, (20, -1, -1, -1), "*"), Play(first, (-1, 3), "")])),
    )


@given(st.lists(boards(), max_size=3), st.sampled_from(["records", "hands"]))
def test_what_is_written_reads_back(given_boards: list[Record], dialect: str) -> None:
    check_round_trip(given_boards, "csv", dialect)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_without_an_exception(data: bytes) -> None:
    readings(b"Board,Contract,NorthHand\n" + data, "csv")
    readings(b"x" + data, "csv")


def test_losses_are_named() -> None:
    record = build_record(
        {"Event": "E", "Annotator": "x"}, board="1", deal=DEAL, auction=Auction(Seat.NORTH, (3, 0, 0, 0)),
        declarer=Seat.NORTH, contract=Contract.parse("1C"), result=Result(7),
        play=Play(Seat.EAST, (20, 21, 22, 23), "*"),
    )  # fmt: skip
    assert words(fitted([record], "csv")[1]) == [
        "CSV has no column for Annotator",
        "CSV has no place for an auction",
        "CSV holds the opening lead alone",
    ]
    assert written(fitted([record], "csv", "hands")[0], "csv", "hands").splitlines() == [
        b"Board,Dealer,Vulnerable,NorthHand,EastHand,SouthHand,WestHand",
        b"1,,," + ",".join(HANDS).encode(),
    ]
