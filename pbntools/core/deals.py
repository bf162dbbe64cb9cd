"""Deals: the four hands as they were recorded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pbntools.core._spelling import quoted
from pbntools.core.cards import FULL_DECK, Card
from pbntools.core.hands import Hand, cards_of, hand_text, parse_hand_mask
from pbntools.core.seats import Seat

_SEATS = tuple(Seat)
_FIRST = {letter: int(seat) for seat in Seat for letter in (seat.letter, seat.letter.lower())}


@dataclass(frozen=True, slots=True, repr=False)
class Deal:
    """Four hands by seat, as masks of cards; None is a hand that is not known.

    A deal holds what was recorded, faults included: hands may share cards and have any size.  Raises ValueError unless
    there are four masks of 52 bits.
    """

    masks: tuple[int | None, int | None, int | None, int | None]

    def __post_init__(self) -> None:
        if len(self.masks) != 4:
            raise ValueError(f"a deal has four hands, not {len(self.masks)}")
        for mask in self.masks:
            if mask is not None and not 0 <= mask <= FULL_DECK:
                raise ValueError(f"{mask} is not a set of cards: expected a mask of 52 bits")

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Read ``"N:KQT2.8653.A7.K32 - - -"`` (PBN 2.1 §3.2).

        Any seat may come first, the others follow clockwise; ``-`` is a hand that is not known; letters may have any
        case.  Raises ValueError on anything else.
        """
        first = _FIRST.get(text[:1])
        if first is None or text[1:2] != ":":
            raise ValueError(f"{quoted(text)} is not a deal: expected a seat (N, E, S or W) and a colon first")
        hands = text[2:].split(" ")
        if len(hands) != 4 or "" in hands:
            raise ValueError(f"{quoted(text)} is not a deal: expected four hands with one space between them")
        masks: list[int | None] = []
        for hand in hands:
            try:
                masks.append(None if hand == "-" else parse_hand_mask(hand))
            except ValueError as error:
                seat = _SEATS[(first + len(masks)) & 3]
                raise ValueError(f"the hand of {seat.name.capitalize()}: {error}") from None
        north, east, south, west = masks[-first:] + masks[:-first]
        return cls((north, east, south, west))

    @classmethod
    def of(
        cls,
        north: Hand | str | None = None,
        east: Hand | str | None = None,
        south: Hand | str | None = None,
        west: Hand | str | None = None,
    ) -> Deal:
        """The deal of these hands, each a `Hand`, its text or None; raises ValueError on text that is no hand."""
        return cls((_mask(north), _mask(east), _mask(south), _mask(west)))

    def __getitem__(self, seat: Seat) -> Hand | None:
        mask = self.masks[seat]
        return None if mask is None else Hand(mask)

    def __iter__(self) -> Iterator[Hand | None]:
        return (self[seat] for seat in Seat)

    @property
    def north(self) -> Hand | None:
        """North's hand; None where it is not known."""
        return self[Seat.NORTH]

    @property
    def east(self) -> Hand | None:
        """East's hand; None where it is not known."""
        return self[Seat.EAST]

    @property
    def south(self) -> Hand | None:
        """South's hand; None where it is not known."""
        return self[Seat.SOUTH]

    @property
    def west(self) -> Hand | None:
        """West's hand; None where it is not known."""
        return self[Seat.WEST]

    @property
    def is_complete(self) -> bool:
        """Whether all four hands are known and every card is in exactly one hand of thirteen (Law 1, Law 6)."""
        union = 0
        for mask in self.masks:
            if mask is None or mask.bit_count() != 13:
                return False
            union |= mask
        return union == FULL_DECK

    def duplicates(self) -> list[tuple[Card, tuple[Seat, ...]]]:
        """The cards that more than one hand holds, each with its holders; spades first, from high to low."""
        seen = shared = 0
        for mask in self.masks:
            if mask is not None:
                shared |= seen & mask
                seen |= mask
        return [
            (card, tuple(seat for seat in Seat if (self.masks[seat] or 0) >> card & 1)) for card in cards_of(shared)
        ]

    def missing(self) -> tuple[Card, ...]:
        """The cards that no hand holds, spades first, from high to low.

        Empty unless all four hands are known: a card in no known hand may be in an unknown one.
        """
        absent = FULL_DECK
        for mask in self.masks:
            if mask is None:
                return ()
            absent &= ~mask
        return tuple(cards_of(absent))

    def completed(self) -> Deal:
        """The deal with its fourth hand where three hands of thirteen different cards are known; else the deal."""
        union = 0
        for mask in self.masks:
            if mask is not None:
                if mask.bit_count() != 13:
                    return self
                union |= mask
        if self.masks.count(None) != 1 or union.bit_count() != 39:
            return self
        rest = FULL_DECK & ~union
        north, east, south, west = (rest if mask is None else mask for mask in self.masks)
        return Deal((north, east, south, west))

    def to_pbn(self, first: Seat = Seat.NORTH) -> str:
        """The standard form with the hand of ``first`` first (PBN 2.1 §3.2)."""
        masks = self.masks[first:] + self.masks[:first]
        return f"{first.letter}:" + " ".join("-" if mask is None else hand_text(mask) for mask in masks)

    def __str__(self) -> str:
        return self.to_pbn()

    def __repr__(self) -> str:
        return f"<Deal {self}>"


def _mask(hand: Hand | str | None) -> int | None:
    if hand is None:
        return None
    return hand.mask if isinstance(hand, Hand) else parse_hand_mask(hand)
