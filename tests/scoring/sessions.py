"""Random deals for the tests of the ledger, as records and in the oracle's terms."""

import random
from typing import Any

from pbntools.core import PASSED_OUT, Contract, Deal, Seat, Strain, Vulnerability
from pbntools.record import Record, Result

RANKS = "23456789TJQKA"
CARDS = [(suit, rank) for suit in range(4) for rank in range(13)]
LETTERS = ("C", "D", "H", "S", "NT")


def random_hands(rng: random.Random, strain: int) -> list[list[tuple[int, int]]]:
    """Four hands; now and then the honours of the denomination lie together."""
    cards = CARDS[:]
    rng.shuffle(cards)
    if rng.random() < 0.3:
        honours = [(suit, 12) for suit in range(4)] if strain == 4 else [(strain, rank) for rank in range(8, 13)]
        together = honours[: rng.choice((3, 4, 5))]
        place = rng.randrange(4) * 13
        rest = [card for card in cards if card not in together]
        cards = rest[:place] + together + rest[place:]
    return [cards[13 * seat : 13 * seat + 13] for seat in range(4)]


def random_deal(rng: random.Random, *, hidden: float = 0, unknown: float = 0) -> tuple[Record, dict[str, Any] | None]:
    """A record without dealer and vulnerability, and the same for the oracle; None where it is passed out.

    ``hidden`` and ``unknown`` are how often a hand and a result are not known.
    """
    strain = rng.randrange(5)
    hands = random_hands(rng, strain)
    masks = (sum(1 << 13 * suit + rank for suit, rank in hand) for hand in hands)
    shown = [rng.random() >= hidden for _ in hands]
    north, east, south, west = (mask if seen else None for mask, seen in zip(masks, shown, strict=True))
    deal = Deal((north, east, south, west))
    if rng.random() < 0.12:
        return Record(contract=PASSED_OUT, deal=deal), None
    level = rng.choice((1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7))
    doubled = rng.choice((0, 0, 0, 1, 2))
    declarer = rng.randrange(4)
    tricks = (
        rng.randrange(14) if rng.random() < 0.2 else min(13, max(0, level + 6 + rng.choice((-3, -1, 0, 0, 0, 1, 2))))
    )
    known = rng.random() >= unknown
    record = Record(
        contract=Contract(level, Strain(strain), doubled),
        declarer=Seat(declarer),
        result=Result(tricks) if known else None,
        deal=deal,
    )
    return record, {
        "level": level,
        "denomination": LETTERS[strain],
        "multiplier": 2**doubled,
        "declarer": declarer,
        "tricks": tricks if known else None,
        "hands": [
            {"CDHS"[suit] + RANKS[rank] for suit, rank in hand} if seen else None
            for hand, seen in zip(hands, shown, strict=True)
        ],
    }


def vulnerability(ns: bool, ew: bool) -> Vulnerability:
    """By the sides that are vulnerable."""
    return tuple(Vulnerability)[ns + 2 * ew]
