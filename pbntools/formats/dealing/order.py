"""The order of cards that the formats of dealing machines share: SA SK … S2 HA … H2 DA … D2 CA … C2."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbntools.core import FULL_DECK, Deal

CARDS = 52
HAND = 13


def bit(index: int) -> int:
    """The bit in a mask of the card with an index of the order, from 0 (the ace of spades) to 51 (the two of clubs)."""
    return 1 << 51 - index


def deal_of(owners: Sequence[int]) -> Deal:
    """The deal in which each card, in order, belongs to a seat: 0 North, 1 East, 2 South, 3 West."""
    masks = [0, 0, 0, 0]
    for index, seat in enumerate(owners):
        masks[seat] |= 1 << 51 - index
    return Deal((masks[0], masks[1], masks[2], masks[3]))


def owners_of(deal: Deal) -> list[int]:
    """The seat that holds each card, in order; ValueError unless the deal is complete."""
    if not deal.is_complete:
        raise ValueError("the deal is not complete")
    masks = [mask or 0 for mask in deal.masks]
    return [next(seat for seat in range(4) if masks[seat] & bit(index)) for index in range(CARDS)]


def is_even(owners: Iterable[int]) -> bool:
    """Whether the owners of 52 cards have thirteen each."""
    counts = [0, 0, 0, 0]
    for seat in owners:
        counts[seat] += 1
    return counts == [HAND] * 4


def indices(mask: int) -> list[int]:
    """The indices of a hand's cards, in order."""
    return [index for index in range(CARDS) if mask & bit(index)]


def rest(masks: Sequence[int]) -> int | None:
    """The hand that three others leave; None where those are not three of thirteen different cards."""
    union = 0
    for mask in masks:
        union |= mask
    return (
        FULL_DECK & ~union if [mask.bit_count() for mask in masks] == [HAND] * 3 and union.bit_count() == 39 else None
    )


__all__ = ["CARDS", "HAND", "bit", "deal_of", "indices", "is_even", "owners_of", "rest"]
