"""Lists with a deal a line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pbntools as pbn
from pbntools.core import Deal, Seat, Strain, Vulnerability
from pbntools.core.double_dummy import DoubleDummy
from pbntools.formats.building import build_record
from pbntools.formats.oneline.format import CODECS
from pbntools.formats.registry import sniffed
from pbntools.record import Record
from tests.formats.reading_all import fitted, records_of, written
from tests.formats.round_trips import SEATS, checked, deals, kinds, unequal

DEAL = Deal.parse("N:AQJ7.KJ2.KT83.K8 98.T98763.J2.AQ6 53.AQ4.Q65.T9732 KT642.5.A974.J54")
HANDS = DEAL.to_pbn()[2:].split()
WITH_DIALECTS = [(codec.name, dialect) for codec in CODECS for dialect in codec.dialects or (None,)]


def record(deal: Deal, number: int = 1, dealer: Seat = Seat.EAST) -> Record:
    return build_record(
        {"DoubleDummyTricks": "7777765544aaaaa12345"},
        board=str(number),
        dealer=dealer,
        vulnerable=Vulnerability.EW,
        deal=deal,
    )


@pytest.mark.parametrize(("name", "dialect"), WITH_DIALECTS)
@given(found=st.lists(deals(), min_size=1, max_size=4), dealer=SEATS)
def test_deals_go_through(name: str, dialect: str | None, found: list[Deal], dealer: Seat) -> None:
    records = [record(deal, number, dealer) for number, deal in enumerate(found, 1)]
    kept, _ = fitted(records, name, dialect)
    data = written(kept, name, dialect)
    assert [kept.deal for kept in records_of(data)] == found
    assert unequal(records, name, dialect) == []
    assert sniffed(data[:4096], "unnamed").name == name


def test_a_deal_with_unknown_hands() -> None:
    (found,) = records_of(b"E:- 53.AQ4.Q65.T9732 - .AKQ..\n")
    assert found.deal == Deal.parse("E:- 53.AQ4.Q65.T9732 - .AKQ..")
    assert unequal([found], "deals") == []
    assert fitted([found], "owners")[0] == []


def test_dealer_with_letters_an_index_or_a_value() -> None:
    n, e, s, w = HANDS
    lines = [f"n {n} e {e} s {s} w {w}", f"7 {n} {e} {s} {w}", f"12 n {n} e {e} s {s} w {w} 4.5"]
    readings = list(pbn.read("\n".join(lines).encode()))
    found = [reading.record for reading in readings]
    assert [(one.board, one.deal) for one in found if one] == [(None, DEAL), ("7", DEAL), ("12", DEAL)]
    assert [len(reading.unheld) for reading in readings] == [0, 0, 1]
    assert [d for reading in readings for d in reading.diagnostics] == []


def test_dealer_with_two_hands_and_statistics() -> None:
    _, e, _, w = HANDS
    text = f"e {e} w {w} \nPoints=12,5 || 3\nGenerated 10 hands\n"
    readings = list(pbn.read(text.encode(), format="dealer"))
    assert readings[0].record is not None
    assert readings[0].record.deal == Deal.of(None, e, None, w)
    assert [d.rule.name for d in readings[-1].diagnostics] == ["format-unknown"] * 2


def test_gib_counts_for_north_and_south_by_leader() -> None:
    """The digits were told by hand: with West on lead South declares, and East's tricks are those that N-S lack."""
    n, e, s, w = HANDS
    text = f"{w} {n} {e} {s}:1234" + "5678" * 4 + "\n"
    (found,) = records_of(text.encode())
    assert found.deal == DEAL
    tricks = DoubleDummy.parse(found.value("DoubleDummyTricks") or "")
    notrump = [tricks[seat, Strain.NOTRUMP] for seat in (Seat.EAST, Seat.NORTH, Seat.WEST, Seat.SOUTH)]
    assert notrump == [13 - 1, 2, 13 - 3, 4]
    assert written([found], "gib").decode() == text


def test_gib_needs_all_tricks() -> None:
    kept, losses = fitted([build_record(deal=DEAL)], "gib")
    assert kept == []
    assert kinds(losses) == ["record-left-out"]


def test_ben() -> None:
    text = "# remark\nS N-S " + " ".join(HANDS) + "\nw Both " + " ".join(HANDS) + "\n"
    found = records_of(text.encode())
    assert [(one.dealer, one.vulnerable, one.deal) for one in found] == [
        (Seat.SOUTH, Vulnerability.NS, DEAL),
        (Seat.WEST, Vulnerability.ALL, DEAL),
    ]
    assert fitted([build_record(deal=DEAL)], "ben")[0] == []


def test_owners_from_0_and_from_1() -> None:
    (kept,) = fitted([record(DEAL)], "owners")[0]
    digits = written([kept], "owners").decode().strip()
    from_0 = "".join(str(int(digit) - 1) for digit in digits)
    assert [one.deal for one in records_of(f"{digits}\n{from_0}\n".encode())] == [DEAL, DEAL]
    # Without a line end it is the one board of another format, and the same deal.
    assert sniffed(digits.encode(), "unnamed").name == "ber"
    assert records_of(digits.encode())[0].deal == DEAL


@pytest.mark.parametrize(
    "digits",
    ["1234" * 12 + "123", "0123" * 12 + "0124", "1112" * 13, "12345" * 10 + "12"],
    ids=["short", "0 and 4", "two players", "a fifth"],
)
def test_digits_that_are_no_deal(digits: str) -> None:
    found = [d.rule.name for r in pbn.read(f"{digits}\n".encode(), format="owners") for d in r.diagnostics]
    assert found == ["format-shape"]


def test_dds() -> None:
    text = (
        f'NUMBER 1\nPBN 2 1 0 3 "{DEAL.to_pbn(Seat.SOUTH)}"\nFUT 0\n'
        'TABLE 1 2 3 4 5 6 7 8 9 10 11 12 13 0 1 2 3 4 5 6\nPLAY 1 "SA"\n'
    )
    readings = list(pbn.read(text.encode()))
    found = readings[0].record
    assert found is not None
    assert (found.board, found.dealer, found.vulnerable, found.deal) == (None, Seat.SOUTH, Vulnerability.ALL, DEAL)
    more = list(pbn.read(text.replace("NUMBER 1", "NUMBER 2").encode()))
    assert [d.rule.name for d in more[-1].diagnostics] == ["wrong-size"]
    tricks = DoubleDummy.parse(found.value("DoubleDummyTricks") or "")
    assert [tricks[seat, Strain.SPADES] for seat in Seat] == [1, 2, 3, 4]
    assert [tricks[seat, Strain.NOTRUMP] for seat in Seat] == [3, 4, 5, 6]
    assert len(readings[0].unheld) == 3


def test_one_bad_line_costs_no_other() -> None:
    good = DEAL.to_pbn()
    text = f"{good}\n{good[:-1]}Z\n{'N:' + 'A' * 9000}\n{good}\n"
    readings = list(pbn.read(text.encode()))
    assert [r.record.deal for r in readings if r.record] == [DEAL, DEAL]
    assert [(d.rule.name, d.location.line) for r in readings for d in r.diagnostics] == [
        ("format-shape", 2),
        ("format-too-large", 3),
    ]


@pytest.mark.parametrize("name", [*(codec.name for codec in CODECS), "dds"])
@given(text=st.text('NESW:.- AKQJT98765432nesw#|\n\r0123456789\0é"PBNTABLE', max_size=300))
def test_any_text(name: str, text: str) -> None:
    for reading in checked(text.encode("latin-1", "replace"), name):
        assert all(str(diagnostic) for diagnostic in reading.diagnostics)
