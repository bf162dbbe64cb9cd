"""BWS: databases and their tables as CSV."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from pbntools.core import Seat
from pbntools.formats.bws import reader as bws_reader
from pbntools.formats.content import content
from pbntools.formats.reading import Reading
from pbntools.formats.registry import get_format, open_reader, sniffed
from pbntools.record import Record
from tests.formats.bws.jet import Rows, database
from tests.formats.reading_all import diagnostics, records_of, told

HEAD = "ID,Section,Table,Round,Board,PairNS,PairEW,Declarer,NS/EW,Contract,Result,LeadCard,Remarks,Erased\n"
HANDS = "93.KT9843.953.85 AQJ72.AQ52.KJ8.6 T6.6.QT762.AQJ92 K854.J7.A4.KT743".split()


def result(
    number: int, table: int, contract: str, over: str = "", **others: int | str | bool
) -> dict[str, int | str | bool]:
    row: dict[str, int | str | bool] = {
        "ID": number, "Section": 1, "Table": table, "Round": 1, "Board": 3, "PairNS": table, "PairEW": table + 10,
        "Declarer": table, "NS/EW": "N", "Contract": contract, "Result": over, "LeadCard": "", "Remarks": "",
        "Erased": False,
    }  # fmt: skip
    return row | others


def hand(board: int = 3, section: int = 1) -> dict[str, int | str | bool]:
    row: dict[str, int | str | bool] = {"Section": section, "Board": board}
    for seat, text in zip(("North", "East", "South", "West"), HANDS, strict=True):
        row |= {
            seat + suit: cards
            for suit, cards in zip(("Spades", "Hearts", "Diamonds", "Clubs"), text.split("."), strict=True)
        }
    return row


def as_csv(rows: Rows) -> str:
    def text(value: int | str | bool) -> str:
        return str(int(value)) if isinstance(value, int) else f'"{value}"'

    return "".join(
        ",".join(line) + "\n" for line in [list(rows[0]), *[[text(v) for v in row.values()] for row in rows]]
    )


def cells(record: Record) -> list[dict[str, str]]:
    found = record.table("ScoreTable")
    assert found is not None
    return [dict(zip(found.columns, row, strict=True)) for row in found.rows]


SESSION: dict[str, Rows] = {
    "ReceivedData": [
        result(1, 1, "4 S x", "-1", LeadCard="S10", **{"NS/EW": "E"}),
        result(2, 2, "3 NT", "+2"),
        result(3, 3, "PASS"),
        result(4, 4, "", Remarks="50%-50%"),
        result(5, 5, "", Remarks="Not played"),
        result(6, 6, "", Remarks="60%-40%"),
        result(7, 2, "3 NT xx", "="),
        result(8, 1, "7 NT", "=", Erased=True),
    ],
    "HandRecord": [hand(), hand(4)],
    "Section": [{"ID": 1, "Letter": "B"}],
}


def test_a_database_and_its_csv_say_the_same(tmp_path: Path) -> None:
    for name, rows in SESSION.items():
        (tmp_path / f"{name}.csv").write_text(as_csv(rows), encoding="utf-8")
    from_csv, stack = open_reader(tmp_path / "ReceivedData.csv")
    with stack:
        exported = [content(reading.record) for reading in from_csv if reading.record]
    assert exported == [content(record) for record in records_of(database(SESSION))]
    assert len(exported) == 2


def test_a_board_has_its_deal_and_its_results() -> None:
    first, second = records_of(database(SESSION))
    assert not diagnostics(database(SESSION))
    assert str(first.dealer) == "S"
    assert str(first.vulnerable) == "EW"
    assert first.deal is not None
    assert str(first.deal) == f"N:{' '.join(HANDS)}"
    assert first.value("Section") == "B"
    assert second.board == "4"
    assert second.table("ScoreTable") is None
    rows = cells(first)
    assert [row["Table"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert [(row["Contract"], row["Declarer"], row["Result"], row["Lead"]) for row in rows] == [
        ("4SX", "E", "9", "ST"),
        ("3NTXX", "N", "9", "?"),
        ("Pass", "-", "-", "-"),
        *[("-", "-", "-", "-")] * 3,
    ]
    assert [(row["Percentage_NS"], row["Percentage_EW"]) for row in rows[3:]] == [
        ("^50", "^50"),
        ("?", "?"),
        ("?", "?"),
    ]
    assert [row["Remarks"] for row in rows[3:]] == ["50%-50%", "Not played", "60%-40%"]


def test_auctions_and_plays_make_a_record_of_each_result() -> None:
    at: dict[str, int | str | bool] = {"Section": 1, "Table": 1, "Round": 1, "Board": 3, "Erased": False}
    calls = ["1H", "x", "PASS", "2S", "P", "p", "P"]
    seats = "SWNESWN"
    bidding = [
        at | {"ID": n, "Counter": n, "Direction": seat, "Bid": bid}
        for n, (seat, bid) in enumerate(zip(seats, calls, strict=True), 1)
    ]
    bidding.append(at | {"ID": 9, "Counter": 2, "Direction": "W", "Bid": "xx", "Erased": True})
    play = [
        at | {"ID": n, "Counter": n, "Direction": seat, "Card": card}
        for n, (seat, card) in enumerate(
            [("S", "H6"), ("W", "H7"), ("N", "HK"), ("E", "HA"), ("E", "S2"), ("S", "ST")], 1
        )
    ]
    results = [result(1, 1, "2 S", "+1", **{"NS/EW": "E"}), result(2, 2, "PASS")]
    tables: dict[str, Rows] = {
        "ReceivedData": results,
        "HandRecord": [hand()],
        "BiddingData": bidding,
        "PlayData": play,
    }
    first, second = records_of(database(tables))
    assert first.auction is not None
    assert str(first.auction) == "1H X Pass 2S Pass Pass Pass"
    assert first.auction.first is Seat.SOUTH
    assert first.play is not None
    assert [str(card) if card is not None else None for card in first.play.cards] == [
        "H6",
        "H7",
        "HK",
        "HA",
        "ST",
        None,
        None,
        "S2",
    ]
    assert (str(first.contract), first.declarer, first.result and first.result.tricks) == ("2S", Seat.EAST, 9)
    assert first.value("Table") == "1"
    assert first.table("ScoreTable") is None
    assert second.contract is not None
    assert second.contract.is_passed_out


def test_names_are_given_where_they_are_certain() -> None:
    def player(table: int, direction: str, name: str, at_round: int = 1) -> dict[str, int | str | bool]:
        return {"Section": 1, "Table": table, "Direction": direction, "Number": "", "Name": name, "Round": at_round}

    seated = [player(1, "N", "Ann"), player(1, "S", "Bo"), player(2, "N", "Cy")]
    tables: dict[str, Rows] = {
        "ReceivedData": [
            result(1, 1, "2 S", "="),
            result(2, 2, "2 S", "="),
            result(3, 1, "2 S", "=", Round=2, PairNS=11, PairEW=1),
        ],
        "PlayerNumbers": seated,
    }
    rows = {(row["Table"], row["Round"]): row for row in cells(records_of(database(tables))[0])}
    assert rows["1", "1"]["Names_NS"] == "Ann;Bo"
    assert rows["1", "2"]["Names_EW"] == "Ann;Bo"
    assert rows["2", "1"]["Names_NS"] == "?"
    # Where another pair has the number in the other direction, it tells nothing there.
    tables["ReceivedData"] = [result(1, 1, "2 S", "="), result(2, 2, "2 S", "=", PairEW=1)]
    rows = {(row["Table"], row["Round"]): row for row in cells(records_of(database(tables))[0])}
    assert rows["1", "1"]["Names_NS"] == "Ann;Bo"
    assert rows["2", "1"].get("Names_EW", "?") == "?"


def test_what_a_record_has_no_place_for_is_named() -> None:
    tables: dict[str, Rows] = {
        "ReceivedData": [result(1, 1, "2 S", "=", TimeLog="19:31")],
        "Settings": [{"Section": 1}],
        "PlayerNumbers": [{"Section": 1, "Table": 1, "Direction": "N", "Number": "4711", "Name": "", "Round": 1}],
    }
    reader, stack = open_reader(database(tables))
    with stack:
        (first,) = reader
    assert [words for _, words in first.unheld] == [
        "the table Settings of the database",
        "names and numbers of players that no pair is known to have for certain",
        "a record has no place for when a result was entered",
    ]


def test_values_of_another_form_are_told_and_not_known() -> None:
    rows = [result(1, 1, "9 Z", "="), result(2, 2, "3 NT", "+9", LeadCard="Z1", **{"NS/EW": "Q"})]
    text = as_csv(rows)
    assert told(text) == [("format-value", 2, 1)] + [("format-value", 3, 1)] * 3
    assert [
        (row["Contract"], row.get("Declarer", "?"), row.get("Result", "?")) for row in cells(records_of(text)[0])
    ] == [
        ("?", "?", "?"),
        ("3NT", "?", "?"),
    ]


def test_rows_that_do_not_fit_are_left_out_and_told() -> None:
    text = HEAD + '1,1,1,1,3,1,11,1,"N","2 S","=",,,0\n1,1,1\n2,1,2,1,x,1,11,1,"N","2 S","=",,,0\n'
    assert told(text) == [("format-shape", 3, 1), ("format-value", 4, 1)]
    assert len(cells(records_of(text)[0])) == 1


def test_wrong_columns_and_empty_files() -> None:
    assert [name for name, *_ in told("a,b,c\n1,2,3\n", "bws-csv")] == ["format-shape"]
    assert [name for name, *_ in told("", "bws-csv")] == ["format-shape"]
    assert [name for name, *_ in told(HEAD, "bws-csv")] == ["no-records"]


def test_many_rows_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bws_reader, "MOST_ROWS", 10)
    text = HEAD + "".join(f'{n},1,{n},1,3,1,11,1,"N","2 S","=",,,0\n' for n in range(1, 100))
    assert told(text) == [("format-too-large", 12, 1)]
    assert len(cells(records_of(text)[0])) == 10


def _wrong(data: bytes) -> list[tuple[str, int | None]]:
    return [(found.rule.name, found.location.offset) for found in diagnostics(data, "bws")]


def test_what_is_no_database_is_told_with_its_offset() -> None:
    good = database(SESSION)
    assert _wrong(b"") == [("format-shape", 0)]
    assert _wrong(b"\0\x01\0\x07" + good[4:]) == [("format-shape", 3)]
    assert _wrong(b"PK\x07\x08 no database") == [("format-shape", 0)]
    assert _wrong(good[:10_000])[-1] == ("wrong-size", 10_000)
    assert {name for name, _ in _wrong(good[:4096])} == {"format-shape"}


def test_a_definition_that_goes_in_a_circle_is_refused() -> None:
    data = bytearray(database(SESSION))
    page = next(at for at in range(4 * 4096, len(data), 4096) if data[at : at + 2] == b"\x02\x01")
    data[page + 4 : page + 8] = (page // 4096).to_bytes(4, "little")
    assert _wrong(bytes(data)) == [("format-unsafe", page)]


def test_a_database_without_the_tables() -> None:
    assert [name for name, _ in _wrong(database({"Clients": [{"ID": 1}]}))] == ["format-shape"]


def test_damaged_databases_never_raise() -> None:
    good = database(SESSION)
    chance = random.Random(7)
    for _ in range(60):
        data = bytearray(good)
        for _ in range(chance.randint(1, 30)):
            data[chance.randrange(20, len(data))] = chance.randrange(256)
        found: list[Reading] = []
        reader, stack = open_reader(bytes(data), format="bws")
        with stack:
            found.extend(reader)
        assert found


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "access_parser", None)
    monkeypatch.setattr(bws_reader, "is_available", lambda: False)
    with pytest.raises(OSError, match=r"access-parser: pip install"):
        open_reader(database(SESSION), format="bws")


def test_sniffing() -> None:
    data = database(SESSION)
    assert sniffed(data[:4096], "x.dat").name == "bws"
    for rows in SESSION.values():
        if "Letter" not in rows[0]:
            assert sniffed(as_csv(rows).encode(), "x.csv").name == "bws-csv"
    assert get_format("bws").fitter is None
    assert get_format("bws-csv").write is None
    sniff = get_format("bws-csv").sniff
    assert sniff is not None
    assert not any(sniff(head) for head in (b"", b"ID,Name\n", b"Board,Dealer\n", b'[Event ""]'))
