"""Suits, strains and the 52 cards."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, final

from pbntools.core._spelling import folded, quoted

RANKS = "23456789TJQKA"
"""The ranks from low to high; the position of a letter is the rank's number."""

_SUIT_LETTERS = "CDHS"
_SUIT_SYMBOLS = "♣♦♥♠"
_STRAIN_LETTERS = ("C", "D", "H", "S", "NT")
_STRAIN_SYMBOLS = ("♣", "♦", "♥", "♠", "NT")


class Suit(IntEnum):
    """A suit, in the order of Law 18E.  Every member is true, so that ``if suit`` asks only whether there is one."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """``"C"``, ``"D"``, ``"H"`` or ``"S"``."""
        return _SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        """``"♣"``, ``"♦"``, ``"♥"`` or ``"♠"``."""
        return _SUIT_SYMBOLS[self]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read a letter, a symbol or a name (``"Spades"``, ``"spade"``) in any case; raises ValueError otherwise."""
        try:
            return _SUIT_SPELLINGS[folded(text)]
        except KeyError:
            raise ValueError(f"{quoted(text)} is not a suit: expected C, D, H or S") from None

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return _SUIT_LETTERS[self]

    def __format__(self, spec: str) -> str:
        return format(_SUIT_LETTERS[self], spec)


class Strain(IntEnum):
    """A denomination, in the order of Law 18E.  The four suits have the numbers they have as `Suit`.

    Every member is true, so that ``if strain`` asks only whether there is one.
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NOTRUMP = 4

    @property
    def letter(self) -> str:
        """``"C"``, ``"D"``, ``"H"``, ``"S"`` or ``"NT"``."""
        return _STRAIN_LETTERS[self]

    @property
    def symbol(self) -> str:
        """The suit's symbol, or ``"NT"``."""
        return _STRAIN_SYMBOLS[self]

    @property
    def suit(self) -> Suit | None:
        """The trump suit; None in notrump."""
        return None if self is Strain.NOTRUMP else Suit(int(self))

    @classmethod
    def parse(cls, text: str) -> Strain:
        """Read a letter (``"N"`` and ``"NT"`` are notrump), a symbol or a name; raises ValueError otherwise."""
        try:
            return _STRAIN_SPELLINGS[folded(text)]
        except KeyError:
            raise ValueError(f"{quoted(text)} is not a denomination: expected C, D, H, S or NT") from None

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return _STRAIN_LETTERS[self]

    def __format__(self, spec: str) -> str:
        return format(_STRAIN_LETTERS[self], spec)


_SUIT_SPELLINGS = {
    spelling: suit for suit in Suit for spelling in (suit.letter, suit.symbol, suit.name, suit.name.removesuffix("S"))
}
_STRAIN_SPELLINGS = {spelling: Strain(int(suit)) for spelling, suit in _SUIT_SPELLINGS.items()} | dict.fromkeys(
    ("N", "NT", "NOTRUMP", "NOTRUMPS"), Strain.NOTRUMP
)


@final
class Card(int):
    """One of the 52 cards: ``13 * suit + rank``, where rank 0 is the two and 12 the ace.

    There is one object a card: ``Card(17) is Card(17)``.  A card equals its number and sorts by it.  Every card is
    true, so that ``if card`` asks only whether there is one.
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Card:
        if not 0 <= number < 52:
            raise ValueError(f"{number} is not the number of a card: expected 0 to 51")
        return CARDS[number]

    @classmethod
    def of(cls, suit: Suit, rank: int) -> Card:
        """The card of a suit with a rank from 0 (the two) to 12 (the ace); raises ValueError otherwise."""
        if not 0 <= rank < 13:
            raise ValueError(f"{rank} is not a rank: expected 0 (the two) to 12 (the ace)")
        return CARDS[13 * suit + rank]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read suit and rank, as ``"SK"``, ``"sk"``, ``"S10"`` or ``"♠K"``; raises ValueError otherwise."""
        card = _CARD_SPELLINGS.get(text)
        if card is None:
            card = _CARD_SPELLINGS.get(folded(text))
        if card is None:
            raise ValueError(f"{quoted(text)} is not a card: expected a suit (C D H S) and a rank ({' '.join(RANKS)})")
        return card

    @property
    def suit(self) -> Suit:
        """The suit."""
        return _SUIT_OF[self]

    @property
    def rank(self) -> int:
        """The rank: 0 is the two, 12 the ace."""
        return self % 13

    @property
    def rank_letter(self) -> str:
        """The rank as one of ``23456789TJQKA``."""
        return RANKS[self % 13]

    def symbol(self) -> str:
        """The card with its suit's symbol, as ``"♠K"``."""
        return _CARD_SYMBOLS[self]

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return _CARD_NAMES[self]

    def __format__(self, spec: str) -> str:
        return format(_CARD_NAMES[self], spec)

    def __repr__(self) -> str:
        return f"<Card {_CARD_NAMES[self]}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Card, (int(self),)


CARDS: tuple[Card, ...] = tuple(int.__new__(Card, number) for number in range(52))
"""All cards, from the two of clubs to the ace of spades; the position of a card is its number."""

_SUIT_OF = tuple(suit for suit in Suit for _ in RANKS)
_CARD_NAMES = tuple(letter + rank for letter in _SUIT_LETTERS for rank in RANKS)
_CARD_SYMBOLS = tuple(symbol + rank for symbol in _SUIT_SYMBOLS for rank in RANKS)
_CARD_SPELLINGS: dict[str, Card] = {}
for _card in CARDS:
    for _prefix in (_card.suit.letter, _card.suit.letter.lower(), _card.suit.symbol):
        for _rank in {_card.rank_letter, _card.rank_letter.lower()} | ({"10"} if _card.rank_letter == "T" else set()):
            _CARD_SPELLINGS[_prefix + _rank] = _card

SUIT_MASK: tuple[int, ...] = tuple(0x1FFF << 13 * suit for suit in Suit)
"""By suit, the set of its 13 cards as a mask, in which the bit of a card is ``1 << card``."""

FULL_DECK: int = (1 << 52) - 1
"""The mask of all 52 cards."""
