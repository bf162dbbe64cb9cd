"""RBN and RBX: labels, inheritance, calls and cards, notes and paragraphs, and what goes in and out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pbntools as pbn
from pbntools.core import PASSED_OUT, Deal, Seat, Vulnerability
from pbntools.formats.content import differences
from pbntools.formats.rbn import calls, cards, hands
from pbntools.formats.registry import sniffed
from pbntools.game import AuctionState, PlayState
from pbntools.record import FieldState, Record
from tests.formats.reading_all import fitted, records_of, written
from tests.formats.round_trips import SEATS, checked, deals, kinds, unequal

HANDS = "W:KT642.5.A974.J54:AQJ7.KJ2.KT83.K8:98.T98763.J2.AQ6:53.AQ4.Q65.T9732"
TEXT = f"""% Two records
D 20240309
L Nowhere:Lake Hall
E Lakeside Cup
S F:1
F I
K REDS:BLUES:0:3.50
N Cy+Ana:Bo+Di:O
B 1
H {HANDS[: HANDS.rindex(":") + 1]}
A NZ:P1SP3S^1:P4SA
1 limit raise
C 4S:E
{{A trump lead
would be better.}}
P DQ93J:C3J8!
R 10-420

N Gus+Eve:Flo+Hal:C
A NZ:P1S*P3S:A
C 3S:E
R 10-170:+6
"""


def first(text: str) -> Record:
    return records_of(text.encode(), "rbn")[0]


def rules(text: str, name: str = "rbn") -> list[str]:
    return [d.rule.name for r in pbn.read(text.encode(), format=name) for d in r.diagnostics]


def test_a_whole_record() -> None:
    record, _ = records_of(TEXT.encode())
    assert rules(TEXT) == []
    assert (record.board, record.dealer, record.vulnerable) == ("1", Seat.NORTH, Vulnerability.NONE)
    assert record.deal == hands.parse(HANDS)
    assert (str(record.contract), record.declarer) == ("4S", Seat.EAST)
    assert str(record.auction) == "Pass 1S Pass 3S Pass 4S Pass Pass Pass"
    assert record.result is not None
    assert record.result.tricks == 10
    values = {name: record.value(name) for name in ("Date", "Site", "Event", "Stage", "Scoring", "HomeTeam", "Score")}
    assert values == {
        "Date": "2024.03.09",
        "Site": "Nowhere:Lake Hall",
        "Event": "Lakeside Cup",
        "Stage": "F:1",
        "Scoring": "IMP",
        "HomeTeam": "REDS",
        "Score": "NS -420",
    }
    assert [record.value(name) for name in ("North", "South", "West", "East", "Room")] == [
        "Cy",
        "Ana",
        "Bo",
        "Di",
        "Open",
    ]
    assert record.notes["auction"] == {1: "limit raise"}
    assert [(c.text, c.owner) for c in record.comments] == [("A trump lead\nwould be better.", ("tag", "Contract"))]


def test_cards_stand_by_player() -> None:
    """South leads the queen of diamonds; West plays the nine, North the three, East the jack."""
    record, _ = records_of(TEXT.encode())
    play = record.play
    assert play is not None
    assert play.first is Seat.SOUTH
    assert [str(card) for card in play.cards] == ["DQ", "D9", "D3", "DJ", "C3", "CJ", "C8"]
    assert play.end == "*"
    assert [mark.suffix for mark in record.details.remarks.card_annotations.values()] == ["!"]


def test_a_card_without_a_suit_is_of_the_suit_led() -> None:
    found = cards.parse("C9H572:S2", Seat.WEST, 2)
    assert found.play is not None
    assert [str(card) for card in found.play.cards if card] == ["C9", "H5", "C7", "C2", "S2"]
    # The trump of North wins, so the second trick's card is North's.
    assert found.last == 4 + 1


def test_what_is_not_stated_stays_in_force() -> None:
    _, second = records_of(TEXT.encode())
    assert second.deal == hands.parse(HANDS)
    assert second.board == "1"
    assert second.state("Event") is FieldState.INHERITED
    assert second.state("North") is FieldState.GIVEN
    assert second.value("Event") == "Lakeside Cup"
    # The auction is none of the labels that stay.
    assert second.notes["auction"] == {1: "alert"}
    assert second.value("RBN_Result") == "+6"


def test_an_empty_label_ends_what_was_in_force() -> None:
    texts = "E Cup\nB 1\nC 4S:E\n", "E\nB 2\nC 4S:E\n"
    found = records_of("\n".join(texts).encode(), "rbn")
    assert [record.event for record in found] == ["Cup", None]
    kept, _ = fitted(found, "rbn")
    assert written(kept, "rbn").decode().splitlines() == "\n".join(texts).splitlines()


def test_four_hands_three_hands_and_fewer() -> None:
    whole = hands.parse(HANDS)
    three, fourth = HANDS.rsplit(":", 1)
    assert hands.parse(f"{three}:") == whole
    assert hands.parse(three) == Deal((whole.masks[0], whole.masks[1], None, whole.masks[3]))
    assert hands.parse(f"S:{fourth}").masks[2] == whole.masks[2]
    assert hands.parse("N:AK..Q.").masks == (hands.parse("N:AK..Q.").masks[0], None, None, None)
    for text in ("", "Q:A...", "W:AA...", "W:x...", "W:A...:K...:Q...:J...:T..."):
        with pytest.raises(ValueError, match=r"."):
            hands.parse(text)


@given(deals(), st.lists(st.booleans(), min_size=4, max_size=4))
def test_hands_come_back(deal: Deal, known: list[bool]) -> None:
    masks = [mask if keep else None for mask, keep in zip(deal.masks, known, strict=True)]
    partial = Deal((masks[0], masks[1], masks[2], masks[3]))
    assert hands.parse(hands.text_of(partial)) == partial


@pytest.mark.parametrize(
    ("text", "calls_made", "end"),
    [
        ("NZ:A", "Pass Pass Pass Pass", ""),
        ("ez:1sa", "1S Pass Pass Pass", ""),
        ("SB:PP1NX:RA", "Pass Pass 1NT X XX Pass Pass Pass", ""),
        ("P1C", "Pass 1C", "*"),
        ("N?:1NTP", "1NT Pass", "*"),
    ],
)
def test_auctions(text: str, calls_made: str, end: str) -> None:
    found = calls.parse(text).auction
    assert found is not None
    assert (str(found), found.end) == (calls_made, end)


def test_without_a_start_west_deals() -> None:
    record = first("A P1CA\n")
    assert (record.dealer, record.vulnerable) == (Seat.WEST, None)


@pytest.mark.parametrize(("text", "contract"), [("3NX:S", "3NTX"), ("2HR:N", "2HXX"), ("4S:E", "4S"), ("P", "Pass")])
def test_contracts(text: str, contract: str) -> None:
    assert str(first(f"C {text}\n").contract) == contract


@pytest.mark.parametrize(
    ("text", "tricks", "score", "more"),
    [
        ("10-420", 10, "NS -420", None),
        ("11", 11, None, None),
        ("9+600:=", 9, "NS 600", "="),
        ("8-200:3", 8, "NS -200", "3"),
    ],
)
def test_results(text: str, tricks: int, score: str | None, more: str | None) -> None:
    record = first(f"C 3N:W\nR {text}\n")
    assert record.result is not None
    assert (record.result.tricks, record.value("Score"), record.value("RBN_Result")) == (tricks, score, more)


def test_a_board_that_was_passed_out() -> None:
    record = first("A NZ:A\nR P\n")
    assert record.contract is PASSED_OUT
    assert record.result is None
    assert unequal([record], "rbn") == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("C 8S:E\n", "format-value"),
        ("R 14\n", "format-value"),
        ("R ten\n", "format-value"),
        ("H W:AA...\n", "format-value"),
        ("P SA\n", "format-value"),
        ("A NZ:1S%\n", "format-shape"),
        ("C 4S:E\nP S2345S6\n", "format-shape"),
        ("C 4S:E\nP S23:S4\n", "format-shape"),
        ("C 4S:E\nP 2345\n", "format-shape"),
        ("C 4S:E\nP S2Z\n", "format-shape"),
        ("B 1\nB 2\n", "format-shape"),
        ("B 1\nevening\n", "format-shape"),
        ("B 1\n{never closed\n", "format-shape"),
        ("B 1\nZ 1\n", "format-unknown"),
        ("{nothing else}\n\n", "format-unknown"),
    ],
)
def test_what_is_wrong(text: str, rule: str) -> None:
    assert rule in rules(text)


def test_what_cannot_be_read_is_written_back() -> None:
    text = "B 1\nC 4S:E\nP SA?!KQJ\nR 10-420:x\nM ::NS\nI item\n"
    record = first(text)
    assert (record.value("RBN_M"), record.value("RBN_I")) == ("::NS", "item")
    kept, losses = fitted([record], "rbn")
    assert "M ::NS\nI item\n" in written(kept, "rbn").decode()
    assert set(kinds(losses)) <= {"glyph-lost"}


def test_places_for_the_laws() -> None:
    text = "B 1\nA NZ:1S1HA\nC 1S:N\n"
    found = [d for r in pbn.check(text.encode(), format="rbn") for d in r.diagnostics]
    insufficient = next(d for d in found if d.rule.name == "insufficient-bid")
    assert (insufficient.location.line, insufficient.location.column) == (2, 8)


def test_escaped_colons() -> None:
    record = first("T Deals:: a survey:A. Uthor\nL Here:There::Yonder\nB 1\n")
    assert (record.value("Description"), record.value("Annotator")) == ("Deals: a survey", "A. Uthor")
    assert record.value("Site") == "Here:There:Yonder"
    assert unequal([record], "rbn") == []


@pytest.mark.parametrize(
    ("text", "date", "raw"),
    [
        ("199709", "1997.09.??", None),
        ("1997", "1997.??.??", None),
        ("19970921:183000", "1997.09.21", None),
        ("1997C", None, "1997C"),
        ("1997092122", None, "1997092122"),
    ],
)
def test_dates(text: str, date: str | None, raw: str | None) -> None:
    record = first(f"D {text}\nB 1\n")
    assert (record.value("Date"), record.value("RBN_Date")) == (date, raw)
    assert written(fitted([record], "rbn")[0], "rbn").decode() == f"D {text}\nB 1\n"


@pytest.mark.parametrize("name", ["rbn", "rbx"])
def test_records_come_back(name: str) -> None:
    records = records_of(TEXT.encode())
    kept, losses = fitted(records, name)
    assert kinds(losses) == []
    data = written(kept, name)
    assert sniffed(data[:4096], "unnamed").name == name
    assert [differences(one, other) for one, other in zip(records, records_of(data), strict=True)] == [[], []]
    assert unequal(records, name) == []


def test_rbx_is_a_record_a_line() -> None:
    records = records_of(TEXT.encode())
    lines = written(records, "rbx").decode().splitlines()
    assert len(lines) == 2
    assert "A{NZ:P1SP3S^1:P4SA}1{limit raise}C{4S:E}{A trump lead would be better.}P{" in lines[0]


def test_marks_of_cards_as_numbers() -> None:
    record, _ = records_of(TEXT.encode())
    again = records_of(written(fitted([record], "pbn")[0], "pbn"))
    (kept,), losses = fitted(again, "rbn")
    assert "glyph-lost" not in kinds(losses)
    assert "P DQ93J:C3J8!" in written([kept], "rbn").decode()


def test_losses_to_rbn() -> None:
    game = b"""[Event "Cup"]
[Board "1"]
[North "A:B+C"]
[Room "Terrace"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AQJ7.KJ2.KT83.K8 98.T98763.J2.AQ6 53.AQ4.Q65.T9732 KT642.5.A974.J54"]
[BidSystemEW "Natural"]
[Auction "N"]
1NT! Pass 3NT Pass
Pass Pass
{Between {and} after}
[Play "E"]
H9 H4 H5 HJ
S2 S7 S9 S3
+
[ScoreTable "Section;Contract"]
A 3NT
"""
    (record,) = records_of(game)
    (kept,), losses = fitted([record], "rbn")
    assert unequal([record], "rbn") == []
    assert set(kinds(losses)) >= {"tag-lost", "table-lost", "glyph-lost", "value-changed"}
    assert kept.players[Seat.NORTH] == "A B C"


@st.composite
def played(draw: st.DrawFn) -> Record:
    """A record with an auction and a play, both by the Laws."""
    deal, dealer = draw(deals()), draw(SEATS)
    auction = AuctionState(dealer)
    while not auction.is_over:
        legal = auction.legal()
        auction.push(legal[draw(st.integers(0, min(3, len(legal) - 1)))])
    lines = [f"B {draw(st.integers(1, 99))}", f"H {hands.text_of(deal)}"]
    lines.append(f"A {calls.text_of(dealer, draw(st.sampled_from(Vulnerability)), tuple(map(int, auction.calls)), {})}")
    contract, declarer = auction.contract, auction.declarer
    if contract is not None and declarer is not None:
        state = PlayState(deal, contract.strain, declarer)
        tricks: list[str] = []
        for number in range(draw(st.integers(0, 52))):
            legal_cards = state.legal_cards()
            card = legal_cards[draw(st.integers(0, len(legal_cards) - 1))]
            if number % 4 == 0:
                tricks.append("")
            tricks[-1] += str(card)
            state.push(card)
        if tricks:
            lines.append(f"P {':'.join(tricks)}")
        lines[3:3] = [f"C {contract.level}{contract.strain.letter[0]}{('', 'X', 'R')[contract.doubled]}:{declarer}"]
    return first("\n".join(lines) + "\n")


@pytest.mark.parametrize("name", ["rbn", "rbx"])
@given(records=st.lists(played(), min_size=1, max_size=3))
def test_what_is_bid_and_played_goes_through(name: str, records: list[Record]) -> None:
    kept, losses = fitted(records, name)
    assert kinds(losses) == []
    back = records_of(written(kept, name), name)
    assert [differences(one, other) for one, other in zip(records, back, strict=True)] == [[]] * len(records)


@given(st.text("{}:%ABCDEHNP12345SHDCTJQK^*!?+-= \n\r\0é", max_size=300))
def test_any_text(text: str) -> None:
    for name in ("rbn", "rbx"):
        for reading in checked(text.encode("latin-1"), name):
            assert all(str(diagnostic) for diagnostic in reading.diagnostics)
            if reading.record is not None:
                assert unequal([reading.record], name) == []
