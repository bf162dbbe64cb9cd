"""Deals."""

import copy
import dataclasses
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbntools.core import CARDS, FULL_DECK, Card, Deal, Hand, Seat

PACK = "N:AKQJ.T98.765.432 T987.765.432.KQJ 6543.432.AKQJ.T9 2.AKQJ.T98.A8765"


def random_deal(order: list[int]) -> tuple[int, int, int, int]:
    north, east, south, west = (sum(1 << card for card in order[13 * i : 13 * i + 13]) for i in range(4))
    return north, east, south, west


packs = st.permutations(range(52)).map(random_deal)


def test_reading_a_deal() -> None:
    deal = Deal.parse(PACK)
    assert [str(hand) for hand in deal] == PACK[2:].split()
    assert deal.is_complete
    assert deal.duplicates() == []
    assert deal.missing() == ()
    assert (str(deal), repr(deal)) == (PACK, f"<Deal {PACK}>")
    assert [deal.north, deal.east, deal.south, deal.west] == [deal[seat] for seat in Seat] == list(deal)


def test_the_other_hands_follow_clockwise() -> None:
    north, east, south, west = PACK[2:].split()
    for text in (
        f"E:{east} {south} {west} {north}",
        f"s:{south} {west} {north} {east}",
        f"W:{west} {north} {east} {south}",
    ):
        assert Deal.parse(text) == Deal.parse(PACK)
        assert Deal.parse(PACK).to_pbn(Seat.parse(text[0])) == text[0].upper() + text[1:]
    assert Deal.parse(PACK.lower()) == Deal.parse(PACK)


def test_unknown_hands_stay_unknown() -> None:
    deal = Deal.parse("S:AK... - - .AK..")
    assert [hand and str(hand) for hand in deal] == [None, ".AK..", "AK...", None]
    assert str(deal) == "N:- .AK.. AK... -"
    assert deal.to_pbn(Seat.SOUTH) == "S:AK... - - .AK.."
    assert not deal.is_complete
    assert deal.missing() == ()
    assert Deal.parse("N:- - - -") == Deal.of()


def test_an_empty_hand_is_known() -> None:
    assert Deal.parse("N:... - - -").north == Hand(0)
    assert Deal.parse("N:... - - -") != Deal.of()


def test_a_deal_of_hands() -> None:
    north, east, south, west = PACK[2:].split()
    assert Deal.of(north, Hand.parse(east), south=south, west=west) == Deal.parse(PACK)
    assert Deal.of(south="AK...") == Deal.parse("N:- - AK... -")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a deal: expected a seat (N, E, S or W) and a colon first"),
        ("X:- - - -", "expected a seat (N, E, S or W) and a colon first"),
        ("N - - - -", "expected a seat (N, E, S or W) and a colon first"),
        (" N:- - - -", "expected a seat (N, E, S or W) and a colon first"),
        ("N:- - -", "expected four hands with one space between them"),
        ("N:- - - - -", "expected four hands with one space between them"),
        ("N:-  - - -", "expected four hands with one space between them"),
        ("N: - - - -", "expected four hands with one space between them"),
        ("N:- - - - ", "expected four hands with one space between them"),
        ("N:-\t- - -", "expected four hands with one space between them"),
        ("N:- AK.QJ.T9 - -", "the hand of East: 'AK.QJ.T9' is not a hand: expected four suits"),
        ("W:- - AKX... -", "the hand of East: 'X' in 'AKX' is not a rank"),
        ("S:- AKK... - -", "the hand of West: the rank K stands twice in 'AKK'"),
    ],
)
def test_what_is_no_deal(text: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011  (the message is checked below)
        Deal.parse(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("masks", "message"),
    [
        ((1, 2, 3), "a deal has four hands, not 3"),
        ((1, 2, 3, FULL_DECK + 1), "is not a set of cards: expected a mask of 52 bits"),
        ((None, None, None, -1), "-1 is not a set of cards"),
    ],
)
def test_masks_out_of_range(masks: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Deal(masks)


def test_faults_of_a_deal_are_kept_and_found() -> None:
    deal = Deal.of("AK...", "K...2", "K.A..", None)
    assert deal.duplicates() == [(Card.parse("SK"), (Seat.NORTH, Seat.EAST, Seat.SOUTH))]
    assert deal.missing() == ()
    faulty = Deal.parse(PACK.replace(" T987.", " A987."))
    assert faulty.duplicates() == [(Card.parse("SA"), (Seat.NORTH, Seat.EAST))]
    assert faulty.missing() == (Card.parse("ST"),)
    assert not faulty.is_complete
    assert faulty.completed() is faulty


def test_a_pack_in_hands_of_wrong_sizes_is_not_complete() -> None:
    first, *others = reversed(CARDS)
    deal = Deal((1 << first, *(sum(1 << card for card in others[17 * i : 17 * i + 17]) for i in range(3))))  # type: ignore[arg-type]
    assert deal.missing() == ()
    assert deal.duplicates() == []
    assert not deal.is_complete


@given(packs, st.sampled_from(Seat))
def test_the_fourth_hand_follows_from_the_others(masks: tuple[int, int, int, int], unknown: Seat) -> None:
    deal = Deal(masks)
    assert deal.is_complete
    assert deal.completed() is deal
    north, east, south, west = (None if seat is unknown else masks[seat] for seat in Seat)
    three = Deal((north, east, south, west))
    assert not three.is_complete
    assert three.completed() == deal


def test_nothing_is_filled_in_without_three_sound_hands() -> None:
    north, east, south, _ = PACK[2:].split()
    for deal in (
        Deal.of(north, east),
        Deal.of(north, east, north),
        Deal.of(north, east, south[1:]),
        Deal.of(north, east, south[1:], "A" + south),
    ):
        assert deal.completed() is deal


@given(st.tuples(*[st.none() | st.integers(0, FULL_DECK)] * 4), st.sampled_from(Seat))
def test_text_and_pickle_give_the_deal_back(masks: Any, first: Seat) -> None:
    deal = Deal(masks)
    assert Deal.parse(deal.to_pbn(first)) == deal
    assert pickle.loads(pickle.dumps(deal)) == deal
    assert copy.deepcopy(deal) == deal
    assert hash(Deal.parse(str(deal))) == hash(deal)
    holders = {card: tuple(seat for seat in Seat if masks[seat] and masks[seat] >> card & 1) for card in CARDS}
    assert deal.duplicates() == [(card, holders[card]) for card in reversed(CARDS) if len(holders[card]) > 1]
    if None not in masks:
        assert deal.missing() == tuple(card for card in reversed(CARDS) if not holders[card])


def test_a_deal_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Deal.of().masks = (1, 2, 3, 4)  # type: ignore[misc]
    with pytest.raises(TypeError):
        Deal.of()[Seat.NORTH] = None  # type: ignore[index]
