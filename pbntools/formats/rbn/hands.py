"""The label H: a seat, and the hands from it on, clockwise; a colon behind three full hands gives the rest to the
fourth."""

from __future__ import annotations

from functools import reduce
from operator import or_

from pbntools.core import FULL_DECK, Deal, Seat, hand_text, parse_hand_mask
from pbntools.said import Said

_HAND = 13


def parse(text: str) -> Deal:
    """The deal of a value; ValueError where it is none."""
    parts = text.split(":")
    letter = parts[0].strip().upper()
    if len(letter) != 1 or letter not in "NESW":
        raise ValueError(Said("expected the letter of a seat and a colon first"))
    first = Seat.parse(letter)
    hands = [part.strip() for part in parts[1:]]
    if len(hands) > 4:
        raise ValueError(Said("expected four hands at most, and here are {n}", n=len(hands)))
    masks: list[int | None] = [None if hand == "" else parse_hand_mask(hand) for hand in hands]
    known = [mask for mask in masks if mask is not None]
    union = reduce(or_, known, 0)
    full = [mask.bit_count() for mask in known] == [_HAND] * 3 and union.bit_count() == 3 * _HAND
    if full and len(hands) == 4 and hands[3] == "":
        masks[3] = FULL_DECK & ~union
    masks += [None] * (4 - len(masks))
    north, east, south, west = masks[-first:] + masks[:-first]
    return Deal((north, east, south, west))


def text_of(deal: Deal) -> str:
    """The value for a deal, from West on."""
    masks = deal.masks[3:] + deal.masks[:3]
    texts = ["" if mask is None else hand_text(mask) for mask in masks]
    if deal.is_complete:
        texts[3] = ""
        return "W:" + ":".join(texts)
    while texts and not texts[-1]:
        texts.pop()
    return "W:" + ":".join(texts)


__all__ = ["parse", "text_of"]
