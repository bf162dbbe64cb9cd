"""Hands."""

import copy
import dataclasses
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbntools.core import CARDS, FULL_DECK, Card, Hand, Suit, cards_of

masks = st.integers(0, FULL_DECK)


def test_reading_a_hand() -> None:
    hand = Hand.parse("KQT2.8653.A7.K32")
    assert [str(card) for card in hand] == "SK SQ ST S2 H8 H6 H5 H3 DA D7 CK C3 C2".split()
    assert (len(hand), hand.hcp, hand.shape) == (13, 12, (4, 4, 2, 3))
    assert [hand.suit(suit) for suit in Suit] == ["K32", "A7", "8653", "KQT2"]
    assert (str(hand), repr(hand)) == ("KQT2.8653.A7.K32", "<Hand KQT2.8653.A7.K32>")
    assert hand.symbols() == "♠KQT2 ♥8653 ♦A7 ♣K32"


def test_case_and_order_of_ranks_are_free() -> None:
    assert Hand.parse("2tqk.3568.7a.23k") == Hand.parse("KQT2.8653.A7.K32")


def test_voids_and_short_hands() -> None:
    assert str(Hand.parse("...")) == "..."
    assert len(Hand.parse("...")) == 0
    assert Hand.parse(".AK..2").symbols() == "♠— ♥AK ♦— ♣2"
    assert Hand.parse(".AK..2").shape == (0, 2, 0, 1)


def test_high_card_points() -> None:
    assert Hand(FULL_DECK).hcp == 40
    assert [Hand.parse(f"{rank}...").hcp for rank in "AKQJT9"] == [4, 3, 2, 1, 0, 0]
    assert [Hand.parse(text).hcp for text in ("A...", ".A..", "..A.", "...A")] == [4] * 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a hand: expected four suits with a dot between them"),
        ("AK.QJ.T9", "is not a hand: expected four suits"),
        ("AK.QJ.T9.87.6", "is not a hand: expected four suits"),
        ("AK.QJ.T9.1", "'1' in '1' is not a rank: expected one of 2 3 4"),
        ("A K.QJ.T9.8", "' ' in 'A K' is not a rank"),
        ("SAK.QJ.T9.8", "'S' in 'SAK' is not a rank"),
        ("-.QJ.T9.8", "'-' in '-' is not a rank"),
        ("AKa.QJ.T9.8", "the rank A stands twice in 'AKa'"),
        ("10.QJ.T9.8", "'1' in '10' is not a rank"),
    ],
)
def test_what_is_no_hand(text: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011  (the message is checked below)
        Hand.parse(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("mask", [-1, FULL_DECK + 1])
def test_masks_out_of_range(mask: int) -> None:
    with pytest.raises(ValueError, match="is not a set of cards: expected a mask of 52 bits"):
        Hand(mask)


def test_a_hand_of_cards() -> None:
    cards = [Card.parse(text) for text in ("C2", "SA", "HT")]
    assert str(Hand.of(cards)) == "A.T..2"
    with pytest.raises(ValueError, match="a hand cannot hold C2 twice"):
        Hand.of([cards[0], cards[0]])


@given(masks)
def test_a_hand_is_the_set_of_its_cards(mask: int) -> None:
    hand = Hand(mask)
    held = [card for card in reversed(CARDS) if mask >> card & 1]
    assert list(hand) == held
    assert list(cards_of(mask)) == held
    assert len(hand) == len(held)
    assert [card in hand for card in CARDS] == [card in held for card in CARDS]
    assert hand.shape == tuple(sum(card.suit is suit for card in held) for suit in reversed(Suit))
    assert hand.hcp == sum(max(card.rank - 8, 0) for card in held)
    assert Hand.of(held) == hand


@given(masks)
def test_text_and_pickle_give_the_hand_back(mask: int) -> None:
    hand = Hand(mask)
    assert Hand.parse(str(hand)) == hand
    assert Hand.parse(str(hand).lower()) == hand
    assert pickle.loads(pickle.dumps(hand)) == hand
    assert copy.deepcopy(hand) == hand
    assert hash(Hand.parse(str(hand))) == hash(hand)
    assert hand.mask == mask


def test_hands_are_equal_by_their_cards() -> None:
    assert Hand(3) != Hand(5)
    assert len({Hand(3), Hand(3), Hand(5)}) == 2


def test_a_hand_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Hand(3).mask = 4  # type: ignore[misc]
