"""The formats of dealing machines: deals through each, the marks of each, numbers, and what is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pbntools as pbn
from pbntools.core import Deal, Seat, Vulnerability, board_dealer, board_vulnerability
from pbntools.formats.building import build_record
from pbntools.formats.dealing.format import CODECS
from pbntools.formats.dealing.order import deal_of, owners_of
from pbntools.formats.registry import WriteError, sniffed
from pbntools.record import Record
from tests.formats.reading_all import fitted, records_of, written
from tests.formats.round_trips import checked, deals, kinds, unequal

DEAL = Deal.parse("N:93.KT9843.953.85 AQJ72.AQ52.KJ8.6 T6.6.QT762.AQJ92 K854.J7.A4.KT743")
OTHER = Deal.parse("N:AQJ7.KJ2.KT83.K8 98.T98763.J2.AQ6 53.AQ4.Q65.T9732 KT642.5.A974.J54")
NAMES = [codec.name for codec in CODECS]
WITH_DIALECTS = [(codec.name, dialect) for codec in CODECS for dialect in codec.dialects or (None,)]
BRI = b"061215181920242532363846490103040813141623262830334805092229313435394042434552"
BER = b"2422314234412212411143211242323123314133433431421443"
BHG = b"FLORSTXYfjltwACDHMNPWZbdgvEIVcehimnpqszBGJKQUakoruxy"


def board(number: int, deal: Deal = DEAL) -> Record:
    return build_record(
        board=str(number), dealer=board_dealer(number), vulnerable=board_vulnerability(number), deal=deal
    )


def diagnostics(data: bytes, name: str) -> list[tuple[str, int | None]]:
    return [(d.rule.name, d.location.offset) for r in pbn.read(data, format=name) for d in r.diagnostics]


@given(deals())
def test_the_order_of_cards(deal: Deal) -> None:
    assert deal_of(owners_of(deal)) == deal


@pytest.mark.parametrize(("name", "dialect"), WITH_DIALECTS)
@given(found=st.lists(deals(), min_size=1, max_size=4))
def test_deals_go_through(name: str, dialect: str | None, found: list[Deal]) -> None:
    records = [board(number, deal) for number, deal in enumerate(found, 1)]
    kept, losses = fitted(records, name, dialect)
    data = written(kept, name, dialect)
    assert [record.deal for record in records_of(data, name)] == [record.deal for record in kept]
    assert unequal(records, name, dialect) == []
    assert set(kinds(losses)) <= {"record-left-out", "board-changed", "dealer-changed"}
    assert sniffed(data[:4096], "unnamed").name == name


@pytest.mark.parametrize(("name", "text"), [("bri", BRI), ("ber", BER), ("bhg", b"\r\n" + BHG + b"\r\n")])
def test_worked_examples(name: str, text: bytes) -> None:
    """Three spellings of one deal that were written by hand, and by no program of ours."""
    assert [record.deal for record in records_of(text)] == [DEAL]
    kept, _ = fitted([board(1)], name)
    assert written(kept, name, "raw" if name == "bri" else None) == text


def test_a_checksum_of_a_dlm_file() -> None:
    """The rule of the checksum, by hand: the board's number joined with all letters by exclusive or."""
    data = written(fitted([board(3)], "dlm")[0], "dlm")
    line = next(line for line in data.splitlines() if line.startswith(b"Board 03="))
    letters, digits = line[9:35], int(line[35:])
    wanted = 3
    for letter in letters:
        wanted ^= letter
    assert digits == wanted
    # A filled-up board without a deal has the checksum that all writers give it.
    assert b"Board 99=aaaaaabffffffkkkkkklpppppp109" in data
    assert b"Checksum=1\r\n" in data  # 3 and 3 and 1
    wrong = data.replace(line, line[:-3] + b"%03d" % (wanted ^ 1))
    found = [d for r in pbn.read(wrong) for d in r.diagnostics]
    assert [d.rule.name for d in found] == ["wrong-checksum"]
    assert f"{wanted ^ 1:03}" in found[0].message
    assert f"{wanted:03}" in found[0].message


def test_a_sealed_set_is_not_read() -> None:
    data = written(fitted([board(1)], "dlm")[0], "dlm").replace(b"Crypto key=0", b"Crypto key=12")
    readings = list(pbn.read(data))
    assert [r.record for r in readings] == [None]
    assert [d.rule.name for d in readings[0].diagnostics] == ["format-sealed"]


def test_a_headline_is_kept_and_told() -> None:
    data = written(fitted([board(1)], "dlm")[0], "dlm").replace(b"Headline=", b"Headline=Spring Pairs")
    readings = pbn.read(data)
    first = next(readings)
    assert [rule.name for rule, _ in first.unheld] == ["tag-lost"]
    assert readings.header == ["Headline=Spring Pairs"]


def test_the_boards_of_a_set_that_are_its_own() -> None:
    data = written(fitted([board(7), board(8, OTHER)], "dlm")[0], "dlm")
    assert [record.board for record in records_of(data)] == ["7", "8"]
    assert data.count(b"Board ") == 99


def test_two_copies_that_differ() -> None:
    one, two = (written(fitted([board(1, deal)], "dup")[0], "dup") for deal in (DEAL, OTHER))
    mixed = one[:78] + two[78:]
    (reading,) = list(pbn.read(mixed))
    assert reading.record is not None
    assert reading.record.deal == DEAL
    assert [(d.rule.name, d.location.offset) for d in reading.diagnostics] == [("copies-disagree", 78)]


def test_a_blind_set_has_nothing_to_compare() -> None:
    data = written(fitted([board(1), board(2, OTHER)], "dup", "blind")[0], "dup", "blind")
    assert data[78:146] == b" " * 68
    assert diagnostics(data, "dup") == []
    assert [record.deal for record in records_of(data)] == [DEAL, OTHER]


def test_a_set_of_dup_starts_where_it_says() -> None:
    data = written(fitted([board(17), board(18, OTHER)], "dup")[0], "dup")
    assert data[146:156] == b"YN17  018 "
    assert [(r.board, r.dealer, r.vulnerable) for r in records_of(data)] == [
        ("17", Seat.NORTH, Vulnerability.NONE),
        ("18", Seat.EAST, Vulnerability.NS),
    ]


@pytest.mark.parametrize("trailing", [b"\0" * 10, b" " * 10])
def test_only_the_first_board_need_tell_of_the_set(trailing: bytes) -> None:
    data = written(fitted([board(1), board(2, OTHER)], "dup")[0], "dup")
    assert diagnostics(data[:302] + trailing, "dup") == []


def test_sizes() -> None:
    two = [board(1), board(2, OTHER)]
    raw = written(fitted(two, "bri")[0], "bri", "raw")
    assert diagnostics(raw[:-1], "bri") == [("format-truncated", 78)]
    padded = written(fitted(two, "bri")[0], "bri")
    assert len(padded) == 256
    # The last record need not be filled up.
    assert diagnostics(padded[:206], "bri") == []
    dup = written(fitted(two, "dup")[0], "dup")
    assert diagnostics(dup[:156], "dup") == [("wrong-size", 148)]
    assert diagnostics(dup[:200], "dup") == [("format-truncated", 156)]
    rzd = written(fitted(two, "rzd")[0], "rzd")
    assert diagnostics(rzd[:26], "rzd") == [("wrong-size", 0)]
    assert diagnostics(rzd[:-1], "rzd") == [("format-truncated", 26)]
    cds = written(fitted(two, "cds")[0], "cds")
    assert diagnostics(cds[:-1], "cds") == [("format-truncated", 14)]


def test_a_faulty_deal_is_the_laws_to_judge() -> None:
    twice = BRI[:26] + BRI[:2] + BRI[28:]
    (reading,) = list(pbn.check(twice, format="bri"))
    assert [(d.rule.name, str(d.location)) for d in reading.diagnostics] == [("duplicate-card", "<bytes>:byte 0")]


def test_a_dealer_that_the_number_does_not_give() -> None:
    record = build_record(board="1", dealer=Seat.EAST, vulnerable=Vulnerability.NONE, deal=DEAL)
    for name in NAMES:
        kept, losses = fitted([record], name)
        if name == "bigdeal":
            assert kept[0].dealer is Seat.EAST
            assert kinds(losses) == []
        else:
            assert kept[0].dealer is Seat.NORTH
            assert kinds(losses) == ["dealer-changed"]


def test_gaps_between_numbers() -> None:
    records = [board(3), board(5, OTHER)]
    numbers = {name: [record.board for record in fitted(records, name)[0]] for name in NAMES}
    assert numbers == {
        **{name: ["1", "2"] for name in ("bri", "dge", "bhg", "ber", "rzd")},
        **{name: ["3", "4"] for name in ("dlm", "dup")},
        **{name: ["3", "5"] for name in ("cds", "bigdeal")},
    }
    assert "board-changed" in kinds(fitted(records, "dlm")[1])
    assert kinds(fitted(records, "cds")[1]) == []


@pytest.mark.parametrize("label", ["1-4", "07", None])
def test_a_label_that_is_no_number(label: str | None) -> None:
    record = build_record(board=label, dealer=Seat.NORTH, vulnerable=Vulnerability.NONE, deal=DEAL)
    for name in NAMES:
        kept, losses = fitted([record], name)
        assert kept[0].number is not None
        assert "board-changed" in kinds(losses)


def test_a_number_that_comes_again_with_another_deal() -> None:
    kept, losses = fitted([board(1), board(1, OTHER)], "cds")
    assert [record.board for record in kept] == ["1", "2"]
    assert "board-changed" in kinds(losses)


@pytest.mark.parametrize("name", NAMES)
def test_a_board_at_a_second_table_is_left_out(name: str) -> None:
    kept, losses = fitted([board(1), board(1), board(2, OTHER)], name)
    assert [record.board for record in kept] == ["1", "2"]
    assert [(loss.rule.name, loss.records) for loss in losses] == [("record-left-out", (1,))]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_no_complete_deal_is_left_out(name: str) -> None:
    three = Deal((*DEAL.masks[:3], None))
    two = Deal((DEAL.masks[0], None, DEAL.masks[2], None))
    records = [board(1, three), board(2, two), build_record(board="3")]
    kept, losses = fitted(records, name)
    assert [record.deal for record in kept] == [DEAL]
    told = [(loss.rule.name, loss.records) for loss in losses]
    assert told == [("value-changed", (0,)), ("record-left-out", (1, 2))]


@pytest.mark.parametrize("name", ["dlm", "dup", "rzd", "cds"])
def test_nothing_is_written_where_there_is_no_deal(name: str) -> None:
    kept, losses = fitted([build_record(board="3")], name)
    assert kept == []
    assert [loss.rule.code for loss in losses] == ["CNV115"]
    assert written(kept, name) == b""


@pytest.mark.parametrize("name", ["dlm", "dup"])
def test_too_many_boards(name: str) -> None:
    masks = DEAL.masks
    turned = [Deal((masks[n % 4], masks[(n + 1) % 4], masks[(n + 2) % 4], masks[(n + 3) % 4])) for n in range(4)]
    records = [board(number, turned[number % 4]) for number in range(1, 101)]
    kept, _ = fitted(records, name)
    with pytest.raises(WriteError, match="99"):
        written(kept, name)
    assert len(written(kept[:99], name)) > 0


@pytest.mark.parametrize("name", NAMES)
def test_everything_else_is_a_listed_loss(name: str) -> None:
    game = b"""[Event "Spring Pairs"]
[Board "1"]
[North "Ash"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:93.KT9843.953.85 AQJ72.AQ52.KJ8.6 T6.6.QT762.AQJ92 K854.J7.A4.KT743"]
[Declarer "E"]
[Contract "4S"]
[Result "10"]
{A remark.}
[Auction "N"]
Pass 1S! =1= Pass 4S
Pass Pass Pass
[Note "1:five cards"]
[Play "S"]
D2 D4 D9 DJ
*
[ScoreTable "Section;Contract"]
A 4S
"""
    (record,) = records_of(game)
    _, losses = fitted([record], name)
    assert {loss.what.rsplit(" ", 1)[-1] for loss in losses if loss.rule.name == "tag-lost"} == {"Event", "North"}
    wanted = {"tag-lost", "auction-lost", "play-lost", "comment-lost", "note-lost", "glyph-lost"}
    assert set(kinds(losses)) == wanted | {"table-lost"}


@pytest.mark.parametrize("name", NAMES)
@given(data=st.binary(max_size=600))
def test_any_bytes(name: str, data: bytes) -> None:
    for reading in checked(data, name):
        assert all(str(diagnostic) for diagnostic in reading.diagnostics)


@pytest.mark.parametrize(("name", "dialect"), WITH_DIALECTS)
@given(data=st.data())
def test_garbled_bytes(name: str, dialect: str | None, data: st.DataObject) -> None:
    whole = bytearray(written(fitted([board(1), board(2, OTHER)], name, dialect)[0], name, dialect))
    at = data.draw(st.integers(0, len(whole)))
    piece = data.draw(st.binary(max_size=8))
    cut = data.draw(st.integers(0, 40))
    garbled = bytes(whole[:at] + piece + whole[at + cut :])
    for reading in checked(garbled, name):
        assert all(0 <= (d.location.offset or 0) <= len(garbled) for d in reading.diagnostics)


def test_a_file_without_boards() -> None:
    for name in NAMES:
        found = [d.rule.name for r in pbn.read(b"", format=name) for d in r.diagnostics]
        assert found in (["no-records"], ["format-truncated"])
