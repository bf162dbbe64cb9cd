"""What may have gone wrong when a record was written down: found again where it was planted, and never guessed."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import pbntools as pbn
from pbntools.core import PASSED_OUT, Deal, Seat
from pbntools.diagnostics import Fix
from pbntools.record import Auction, Record, Tags
from tests.laws.boards import findings, named, random_board, severity

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


def written(item: Record) -> bytes:
    """The record as a file, whose label of the board is a number."""
    return pbn.dumps([item.replace(board=item.board if (item.board or "").isdigit() else None)]).encode()


def told(data: bytes) -> Counter[str]:
    return Counter(found.rule.name for reading in pbn.check(data) for found in reading.diagnostics)


def mended(wrong: Record) -> Record:
    """The record after its one unsafe fix, which brought nothing new."""
    data = written(wrong)
    assert pbn.fix(data).data == data
    done = pbn.fix(data, unsafe=True)
    assert len(done.applied) == 1
    assert done.refused == ()
    (rule,) = {found.rule.name for found in done.applied}
    assert rule not in told(done.data)
    assert not told(done.data) - told(data)
    (reading,) = pbn.read(done.data)
    assert reading.record is not None
    return reading.record


def test_lost_passes_are_put_back() -> None:
    count = 0
    for item in PLAYED:
        assert item.auction is not None
        lost = next(index for index, call in enumerate(item.auction.ids) if call)
        if lost:
            number = str(int(item.auction.first) + 1)
            wrong = item.replace(board=number, auction=replace(item.auction, ids=item.auction.ids[lost:]))
            if any("missing at the start" in text for text in helps(wrong)):
                assert mended(wrong).auction == item.auction
                count += 1
    assert count > 3


def test_an_auction_without_the_passes_of_one_side_gives_no_hint() -> None:
    """Teachers leave out the opponents' passes: that passes were lost at the start is then no more likely than that."""
    data = b"""[Board "3"]
[Dealer "S"]
[Deal "N:8432.QJ.AT4.Q954 K9765.AT862..KJ6 AJT.754.Q9532.82 Q.K93.KJ876.AT73"]
[Declarer "S"]
[Contract "3NT"]
[Auction "S"]
1NT 3NT Pass Pass
[Play "W"]
SQ - - -
*
"""
    (found,) = [d for reading in pbn.check(data) for d in reading.diagnostics if d.rule.name == "declarer-mismatch"]
    assert found.help is None
    assert found.fix is None


@pytest.mark.parametrize("hidden", [(1, 3), (0, 1, 2, 3)], ids=["two hands unknown", "no deal"])
@pytest.mark.parametrize("step", [1, 2, 3])
def test_the_cards_of_a_trick_are_put_back(step: int, hidden: tuple[int, ...]) -> None:
    """Where hands are unknown, the reader cannot put the cards into their columns by who holds them."""
    rules = set()
    count = 0
    for seed, item in enumerate(PLAYED[:24]):
        assert item.deal is not None
        assert item.play is not None
        row = 4 * (seed % 12)
        ids = item.play.ids
        turned = (*ids[row + step : row + 4], *ids[row : row + step])
        masks = [None if seat in hidden else mask for seat, mask in enumerate(item.deal.masks)]
        deal = None if len(hidden) == 4 else Deal((masks[0], masks[1], masks[2], masks[3]))
        wrong = item.replace(deal=deal, play=replace(item.play, ids=(*ids[:row], *turned, *ids[row + 4 :])))
        grave = [found for found in findings(wrong) if severity(found) > pbn.Severity.NOTICE]
        hinted = any("the cards of trick" in (found.help or "") for found in grave)
        if not hinted:
            continue
        # Other fixes of what ends with the one change would stand in its way.
        assert sum(found.fix is not None for found in grave) == 1
        rules |= {found.rule.name for found in grave}
        count += 1
        # Of two hands the reader knows enough to put some cards back, which is another fix.
        if not told(written(wrong))["play-columns"]:
            assert mended(wrong).play == item.play
    assert count > 0
    assert rules >= ({"revoke"} if len(hidden) == 4 else {"card-not-held"})


@pytest.mark.parametrize("seed", [69, 75, 103])
def test_the_declarer_is_put_right_where_the_cards_tell_the_lead(seed: int) -> None:
    item = random_board(seed).record
    assert item.declarer is not None
    wrong = item.replace(declarer=item.declarer.left, auction=None, result=None, tags=Tags())
    (found,) = [found for found in findings(wrong) if severity(found) > pbn.Severity.NOTICE]
    assert found.rule.name == "lead-wrong-seat"
    assert isinstance(found.fix, Fix)
    assert not found.fix.safe
    assert [change.text for change in found.fix.changes] == [item.declarer.letter]


def test_a_revoke_is_never_written_away() -> None:
    """That two cards of a player would make the record legal is a hint, and no fix."""
    data = (FIXTURES.parent / "cases" / "69-revoke.pbn").read_bytes()
    (found,) = (d for reading in pbn.check(data, select=["revoke"]) for d in reading.diagnostics)
    assert "would be legal if South played the D6 to trick 1" in (found.help or "")
    assert found.fix is None
    assert pbn.fix(data, unsafe=True, select=["revoke"]).data == data


@pytest.mark.parametrize(
    ("calls", "cards"),
    [
        ('[Auction "W"]\n- 1S {five cards}', None),
        ('[Auction "W"]\n^S 1S {five cards}', None),
        (None, "C9 CQ {a spade was called} C5 C3"),
        (None, "C9 $1 CQ C5 C3"),
        (None, "C9 CQ ^R C5 C3"),
    ],
)
def test_no_fix_moves_calls_and_cards_of_which_something_is_said(calls: str | None, cards: str | None) -> None:
    fixes = FIXTURES.parent / "fixes"
    if calls is not None:
        data = (fixes / "opening-passes-lost.pbn").read_text().replace('[Auction "W"]\n1S {five cards}', calls)
        assert calls in data
    else:
        data = (fixes / "trick-in-other-columns.pbn").read_text().replace("C9 CQ C5 C3", cards or "")
        assert (cards or "") in data
    assert not [
        d for reading in pbn.check(data.encode()) for d in reading.diagnostics if d.fix and "ard" not in d.rule.name
    ]
