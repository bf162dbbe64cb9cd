"""Suits, strains and cards."""

import copy
import pickle

import pytest

from pbntools.core import CARDS, FULL_DECK, RANKS, SUIT_MASK, Card, Strain, Suit


def test_numbers_of_the_cards() -> None:
    assert [str(card) for card in CARDS] == [suit + rank for suit in "CDHS" for rank in "23456789TJQKA"]
    assert [int(card) for card in CARDS] == list(range(52))
    assert (Card.parse("C2"), Card.parse("SA")) == (0, 51)


def test_there_is_one_object_a_card() -> None:
    for number, card in enumerate(CARDS):
        assert Card(number) is card
        assert Card(card) is card
        assert Card.of(card.suit, card.rank) is card
        assert Card.parse(str(card)) is card
        assert Card.parse(card.symbol()) is card
        assert pickle.loads(pickle.dumps(card)) is card
        assert copy.copy(card) is card
        assert copy.deepcopy([card])[0] is card


def test_properties_of_a_card() -> None:
    king = Card.parse("SK")
    assert (king.suit, king.rank, king.rank_letter) == (Suit.SPADES, 11, "K")
    assert (str(king), repr(king), king.symbol(), f"{king:>4}") == ("SK", "<Card SK>", "♠K", "  SK")
    assert [card.suit for card in CARDS] == [suit for suit in Suit for _ in range(13)]
    assert "".join(card.rank_letter for card in CARDS) == RANKS * 4


@pytest.mark.parametrize("text", ["ST", "sT", "St", "st", "S10", "s10", "♠T", "♠t", "♠10", " ST "])
def test_card_spellings(text: str) -> None:
    assert str(Card.parse(text)) == "ST"


@pytest.mark.parametrize("text", ["", "S", "K", "S1", "S11", "SKK", "NTA", "KS", "ſK", "S１０", "-", "S K"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card: expected a suit"):
        Card.parse(text)


@pytest.mark.parametrize("number", [-1, 52, 1000])
def test_numbers_of_no_card(number: int) -> None:
    with pytest.raises(ValueError, match=f"{number} is not the number of a card: expected 0 to 51"):
        Card(number)


@pytest.mark.parametrize("rank", [-1, 13])
def test_ranks_out_of_range(rank: int) -> None:
    with pytest.raises(ValueError, match=f"{rank} is not a rank: expected 0"):
        Card.of(Suit.CLUBS, rank)


def test_a_card_cannot_be_changed() -> None:
    for name in ("suit", "rank", "anything"):
        with pytest.raises(AttributeError):
            setattr(CARDS[5], name, 1)


def test_every_card_suit_and_strain_is_true() -> None:
    assert all(map(bool, CARDS))
    assert all(map(bool, Suit))
    assert all(map(bool, Strain))


def test_a_card_hashes_as_its_number() -> None:
    assert {card: str(card) for card in CARDS}[Card(17)] == str(Card(17))
    assert len(set(CARDS)) == 52
    assert set(CARDS) == set(range(52))


def test_masks() -> None:
    assert sum(1 << card for card in CARDS) == FULL_DECK
    for suit in Suit:
        assert SUIT_MASK[suit] == sum(1 << card for card in CARDS if card.suit is suit)


def test_suits() -> None:
    assert [suit.letter for suit in Suit] == ["C", "D", "H", "S"]
    assert [suit.symbol for suit in Suit] == ["♣", "♦", "♥", "♠"]
    assert [f"{suit} {suit:>2}" for suit in Suit] == ["C  C", "D  D", "H  H", "S  S"]
    for suit, spellings in zip(Suit, ("c ♣ clubs Club", "D ♦ Diamonds", "h ♥ HEARTS heart", "S ♠ spades"), strict=True):
        assert {Suit.parse(spelling) for spelling in spellings.split()} == {suit}
    for text in ("", "N", "NT", "X", "ſ"):
        with pytest.raises(ValueError, match="is not a suit: expected C, D, H or S"):
            Suit.parse(text)


def test_strains() -> None:
    assert [strain.letter for strain in Strain] == ["C", "D", "H", "S", "NT"]
    assert [strain.symbol for strain in Strain] == ["♣", "♦", "♥", "♠", "NT"]
    assert [f"{strain} {strain:>2}" for strain in Strain] == ["C  C", "D  D", "H  H", "S  S", "NT NT"]
    assert [strain.suit for strain in Strain] == [*Suit, None]
    assert {Strain.parse(text) for text in ("n", "N", "nt", "NT", "Nt", "notrump", "NoTrumps")} == {Strain.NOTRUMP}
    assert [Strain.parse(text) for text in ("c", "♦", "Hearts", "SPADE")] == [Strain(number) for number in range(4)]
    for text in ("", "X", "T", "NTT"):
        with pytest.raises(ValueError, match="is not a denomination: expected C, D, H, S or NT"):
            Strain.parse(text)
