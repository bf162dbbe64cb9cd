"""What may have gone wrong when a record was written down: found again where it was planted, and never guessed."""

from dataclasses import replace
from pathlib import Path

import pytest

import pbntools as pbn
from pbntools.core import PASSED_OUT, Deal, Seat
from pbntools.record import Auction, Record
from tests.laws.boards import findings, named, random_board

PLAYED = [
    item
    for item in (random_board(seed).record for seed in range(60))
    if item.contract is not PASSED_OUT and item.play is not None
]


def helps(item: Record) -> list[str]:
    return [finding.help for finding in findings(item) if finding.help and "would be legal if" in finding.help]


def turned(deal: Deal, step: int) -> Deal:
    masks = deal.masks
    return Deal((masks[-step], masks[1 - step], masks[2 - step], masks[3 - step]))


@pytest.mark.parametrize("step", [1, 2, 3])
def test_hands_at_other_seats(step: int) -> None:
    for item in PLAYED[:12]:
        assert item.deal is not None
        found = findings(item.replace(deal=turned(item.deal, step)))
        assert [finding.rule.name for finding in found] == ["hands-rotated"]
        assert found[0].help == f"the deal would be {item.deal}"


def test_two_hands_exchanged() -> None:
    for item in PLAYED[:12]:
        assert item.deal is not None
        north, east, south, west = item.deal.masks
        wrong = item.replace(deal=Deal((north, west, south, east)))
        assert helps(wrong) == ["the whole record would be legal if East and West had each other's hand"] or any(
            name == "card-not-held" for name, _ in named(wrong)
        )
        assert any("East and West had each other's hand" in text for text in helps(wrong))


def test_two_cards_exchanged() -> None:
    for item in PLAYED[:12]:
        assert item.deal is not None
        north, east, south, west = item.deal.masks
        assert north is not None
        assert south is not None
        one, other = north.bit_length() - 1, south.bit_length() - 1
        both = 1 << one | 1 << other
        (text,) = helps(item.replace(deal=Deal((north ^ both, east, south ^ both, west))))
        assert "North held the" in text or "South held the" in text


def test_the_cards_of_a_trick_in_other_columns() -> None:
    offered = 0
    for item in PLAYED[:12]:
        assert item.play is not None
        ids = item.play.ids
        wrong = (*ids[:20], *ids[21:24], ids[20], *ids[24:])
        found = helps(item.replace(play=replace(item.play, ids=wrong)))
        assert [text.split("if ")[1] for text in found] in ([], ["the cards of trick 6 stood one seat further on"])
        offered += len(found)
    assert offered > 8


def test_passes_missing_at_the_start() -> None:
    offered = 0
    for item in PLAYED:
        assert item.auction is not None
        ids = item.auction.ids
        lost = next(index for index, call in enumerate(ids) if call)
        if not lost:
            continue
        number = str(int(item.auction.first) + 1)
        wrong = item.replace(board=number, auction=replace(item.auction, ids=ids[lost:]))
        found = [text for text in helps(wrong) if "missing at the start" in text]
        assert len(found) < 2
        offered += len(found)
    assert offered > 3


def test_an_auction_that_starts_with_the_wrong_player() -> None:
    offered = 0
    for item in PLAYED[:20]:
        assert item.auction is not None
        wrong = item.replace(auction=Auction(Seat((item.auction.first + 1) % 4), item.auction.ids))
        names = [name for name, _ in named(wrong)]
        assert "dealer-mismatch" in names
        found = helps(wrong)
        offered += len(found)
        assert all("the auction started with" in text for text in found)
    assert offered > 8


def test_a_wrong_declarer() -> None:
    for item in PLAYED[:20]:
        assert item.declarer is not None
        wrong = item.replace(declarer=item.declarer.left)
        assert not findings(item)
        assert [text for text in helps(wrong) if "were declarer" not in text] == []


def test_nothing_is_offered_for_a_legal_record_or_a_mere_slip() -> None:
    for item in PLAYED[:12]:
        assert findings(item) == []
        assert helps(item.replace(result=None, contract=None, declarer=None)) == []


FIXTURES = Path(__file__).parent.parent.parent / "fixtures" / "laws"


@pytest.mark.parametrize(
    "name", ["hands-rotated-by-one", "hands-rotated-by-two", "two-hands-exchanged", "two-cards-exchanged"]
)
def test_a_hint_is_a_fix_that_is_not_safe(name: str) -> None:
    data = (FIXTURES / f"{name}.pbn").read_bytes()
    assert pbn.fix(data).data == data
    done = pbn.fix(data, unsafe=True)
    assert [reading.diagnostics for reading in pbn.check(done.data, select=["DEA1", "AUC", "PLY", "RES"])] == [[]]
