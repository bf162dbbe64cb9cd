"""Hands: sets of cards behind a frozen value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from pbntools.core._spelling import quoted
from pbntools.core.cards import CARDS, FULL_DECK, RANKS, Card, Suit

_SUITS_DOWN = tuple(reversed(Suit))
_HOLDING = 0x1FFF
_RANK_OF = {letter: rank for rank, letter in enumerate(RANKS)} | {
    letter.lower(): rank for rank, letter in enumerate(RANKS)
}
_TWOS = sum(1 << 13 * suit for suit in Suit)
_HONOURS = tuple((points, _TWOS << _RANK_OF[rank]) for rank, points in (("A", 4), ("K", 3), ("Q", 2), ("J", 1)))


@dataclass(frozen=True, slots=True, repr=False)
class Hand:
    """A set of cards as a 52-bit mask, in which the bit of a card is ``1 << card``.  It may hold any number of cards.

    Iteration goes from the ace of spades down to the two of clubs.  Raises ValueError on a mask of more than 52 bits.
    """

    mask: int

    def __post_init__(self) -> None:
        if not 0 <= self.mask <= FULL_DECK:
            raise ValueError(f"{self.mask} is not a set of cards: expected a mask of 52 bits")

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read ``"KQT2.8653.A7.K32"``: spades, hearts, diamonds, clubs (PBN 2.1 §3.2).

        Ranks may stand in any order and case; a void is empty.  Raises ValueError on anything else, also where a card
        stands twice.
        """
        return cls(parse_hand_mask(text))

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        """The hand of these cards; raises ValueError where one is given twice."""
        mask = 0
        for card in cards:
            if mask >> card & 1:
                raise ValueError(f"a hand cannot hold {card} twice")
            mask |= 1 << card
        return cls(mask)

    @property
    def hcp(self) -> int:
        """High-card points: 4 for an ace, 3 for a king, 2 for a queen, 1 for a jack."""
        return sum(points * (self.mask & honours).bit_count() for points, honours in _HONOURS)

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """The numbers of spades, hearts, diamonds and clubs."""
        mask = self.mask
        return (
            (mask >> 39).bit_count(),
            (mask >> 26 & _HOLDING).bit_count(),
            (mask >> 13 & _HOLDING).bit_count(),
            (mask & _HOLDING).bit_count(),
        )

    def suit(self, suit: Suit) -> str:
        """The ranks held in a suit, from high to low; empty for a void."""
        return suit_text(self.mask >> 13 * suit & _HOLDING)

    def symbols(self) -> str:
        """The hand with suit symbols, as ``"♠KQT2 ♥8653 ♦A7 ♣K32"``; a void is ``"—"``."""
        return " ".join(suit.symbol + (self.suit(suit) or "—") for suit in _SUITS_DOWN)

    def __iter__(self) -> Iterator[Card]:
        return cards_of(self.mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, card: Card) -> bool:
        return bool(self.mask >> card & 1)

    def __str__(self) -> str:
        return hand_text(self.mask)

    def __repr__(self) -> str:
        return f"<Hand {self}>"


def cards_of(mask: int) -> Iterator[Card]:
    """The cards of a mask, from the ace of spades down to the two of clubs."""
    while mask:
        top = mask.bit_length() - 1
        yield CARDS[top]
        mask ^= 1 << top


def parse_hand_mask(text: str) -> int:
    """The mask of a hand in the form that `Hand.parse` reads; raises ValueError likewise."""
    holdings = text.split(".")
    if len(holdings) != 4:
        raise ValueError(f"{quoted(text)} is not a hand: expected four suits with a dot between them")
    spades, hearts, diamonds, clubs = map(_parse_holding, holdings)
    return spades << 39 | hearts << 26 | diamonds << 13 | clubs


def hand_text(mask: int) -> str:
    """A mask in the form that `Hand.parse` reads, ranks from high to low."""
    spades, hearts, diamonds, clubs = mask >> 39, mask >> 26 & _HOLDING, mask >> 13 & _HOLDING, mask & _HOLDING
    return f"{suit_text(spades)}.{suit_text(hearts)}.{suit_text(diamonds)}.{suit_text(clubs)}"


@lru_cache(maxsize=1 << 14)
def _parse_holding(text: str) -> int:
    holding = 0
    for letter in text:
        rank = _RANK_OF.get(letter)
        if rank is None:
            raise ValueError(f"{letter!r} in {quoted(text)} is not a rank: expected one of {' '.join(RANKS)}")
        if holding >> rank & 1:
            raise ValueError(f"the rank {letter.upper()} stands twice in {quoted(text)}")
        holding |= 1 << rank
    return holding


@lru_cache(maxsize=1 << 13)
def suit_text(holding: int) -> str:
    """The ranks of a suit, given as 13 bits, from high to low."""
    return "".join(RANKS[rank] for rank in range(12, -1, -1) if holding >> rank & 1)
