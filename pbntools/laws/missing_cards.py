"""Cards that a deal lacks, where it follows whose they are (Law 14).

A card that is found to be missing is deemed to have belonged to the deficient hand all along: whether a player followed
suit is judged with it, and the calls stand.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbntools.core import FULL_DECK
from pbntools.laws.remarks import Remark, RemarkKind
from pbntools.record import Record

Masks = tuple[int | None, ...]


def restored(record: Record, masks: Masks, remarks: Sequence[Remark] = ()) -> Masks | None:
    """The hands with the cards that were missing, None where it does not follow whose each is.

    At least one hand must be whole and none too long, no card may be held twice.  A missing card is a player's who
    plays it or is said to have held it; if then only one hand is short, the rest is his.
    """
    north, east, south, west = masks
    if north is None or east is None or south is None or west is None:
        return None
    hands = [north, east, south, west]
    sizes = [hand.bit_count() for hand in hands]
    union = north | east | south | west
    if max(sizes) != 13 or min(sizes) == 0 or union.bit_count() != sum(sizes):
        return None
    missing = FULL_DECK & ~union
    if len([size for size in sizes if size < 13]) > 1:
        for seat, card in _shown(record, remarks):
            if missing >> card & 1 and hands[seat].bit_count() < 13:
                hands[seat] |= 1 << card
                missing &= ~(1 << card)
    short = [seat for seat in range(4) if hands[seat].bit_count() < 13]
    if missing and len(short) != 1:
        return None
    if short:
        hands[short[0]] |= missing
    return tuple(hands) if all(hand.bit_count() == 13 for hand in hands) else None


def _shown(record: Record, remarks: Sequence[Remark]) -> list[tuple[int, int]]:
    """Who plays which card, or is said to have held it, each card once at most."""
    play = record.play
    if play is None:
        return []
    pairs = [(int(play.seat(cell)), card) for cell, card in enumerate(play.ids) if card >= 0]
    pairs += [
        (int(remark.seat if remark.seat is not None else play.seat(remark.at)), int(remark.card))
        for remark in remarks
        if remark.kind is RemarkKind.FOUND_CARD and remark.card is not None
    ]
    holders: dict[int, set[int]] = {}
    for seat, card in pairs:
        holders.setdefault(card, set()).add(seat)
    return [(seat, card) for seat, card in pairs if len(holders[card]) == 1]
