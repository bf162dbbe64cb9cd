"""Honours: four or five of the five highest trumps, or the four aces at notrump, in one hand.

Rubber laws 72.2 (numbering of 1993): 100 for four trump honours, 150 for five, 150 for four aces; either side, whatever
the result.  At most one hand of a deal can have them.
"""

from __future__ import annotations

from typing import NamedTuple

from pbntools.core import Deal, Side, Strain
from pbntools.record import Play

_ACES = sum(1 << 13 * suit + 12 for suit in range(4))
_SIDES = tuple(Side)
MOST = 150
"""The most that the honours of one deal are worth."""


class Award(NamedTuple):
    """The points for honours and the side they go to; no points, and no side, where no hand has them."""

    side: Side | None
    points: int


NOTHING = Award(None, 0)


def honour_cards(strain: Strain) -> int:
    """The mask of the cards that are honours in a denomination."""
    return _ACES if strain is Strain.NOTRUMP else 0b11111 << 13 * strain + 8


def honours(deal: Deal | None, strain: Strain, play: Play | None = None, only: Side | None = None) -> Award | None:
    """The honours of a deal; None where the cards that are known do not decide it.

    A card that a player played counts as held by him.  ``only`` leaves the other side's honours out.  None also where
    two hands hold the same honour, which is a fault of the record.
    """
    wanted = honour_cards(strain)
    masks: tuple[int | None, ...] = (None, None, None, None) if deal is None else deal.masks
    if None not in masks or play is None:
        held = [(mask or 0) & wanted for mask in masks]
        whole = [mask is not None and mask.bit_count() == 13 for mask in masks]
    else:
        held, whole = _with_play(masks, play, wanted)
    north, east, south, west = held
    located = north | east | south | west
    if north.bit_count() + east.bit_count() + south.bit_count() + west.bit_count() != located.bit_count():
        return None
    rest = (wanted & ~located).bit_count()
    if rest:
        if all(whole):
            return None
        if whole.count(False) == 1:
            # What is nowhere else is in the one hand that is not wholly known.
            held[whole.index(False)] |= wanted & ~located
            rest = 0
    size = wanted.bit_count()
    seats = range(4) if only is None else range(only, 4, 2)
    for seat in seats:
        count = held[seat].bit_count()
        if count < 4:
            continue
        if count == 4 and size == 5 and rest and not whole[seat]:
            return None
        return Award(_SIDES[seat & 1], 150 if count == size else 100)
    if rest and any(not whole[seat] and held[seat].bit_count() + rest >= 4 for seat in seats):
        return None
    return NOTHING


def _with_play(masks: tuple[int | None, ...], play: Play, wanted: int) -> tuple[list[int], list[bool]]:
    held = [mask or 0 for mask in masks]
    for cell, card in enumerate(play.ids):
        seat = (play.first + cell) & 3
        if card >= 0 and masks[seat] is None:
            held[seat] |= 1 << card
    return [mask & wanted for mask in held], [mask.bit_count() == 13 for mask in held]
