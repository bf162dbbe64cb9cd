"""Words for messages: seats, cards, contracts, scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbntools.core import CARDS, Card, Contract, Seat, cards_of
from pbntools.said import NAMES, Said

SEATS: tuple[Seat, ...] = tuple(Seat)
LETTERS = "NESW"
SUITS = (Said("clubs"), Said("diamonds"), Said("hearts"), Said("spades"))
STRAINS = (*SUITS, Said("notrump"))
OF_A_SUIT = (Said("club"), Said("diamond"), Said("heart"), Said("spade"))
"""A suit in the singular: a heart, the heart led."""
SIDES = (Said("NS"), Said("EW"))
CARD_NAMES: tuple[str, ...] = tuple(str(card) for card in CARDS)

REMARK_WORDS = (
    "orrected", "ithdrawn", "enalty card", "efective trick", "econd card", "ound among", "alled", "sked for",
    "esignated", " said", "eclarer:", "ekleran", "eklaran",
)  # fmt: skip
"""Parts of words of which every form in `pbntools.laws.remarks` holds one."""


Item = str | Card
"""One of the things that a message lists: mostly a `Said`."""


def listed(items: Sequence[Item]) -> Item:
    """``"A"``, ``"A and B"``, ``"A, B and C"``."""
    return items[0] if len(items) == 1 else Said("{others} and {last}", others=tuple(items[:-1]), last=items[-1])


def either(items: Sequence[Item]) -> Item:
    """``"A"``, ``"A or B"``, ``"A, B or C"``."""
    return items[0] if len(items) == 1 else Said("{others} or {last}", others=tuple(items[:-1]), last=items[-1])


def cards_listed(cards: Iterable[int]) -> Item:
    """The cards' names, as ``"SK, SJ and HT"``."""
    return listed([CARDS[card] for card in cards])


def mask_listed(mask: int) -> Item:
    """The names of the cards of a mask, spades first, from high to low."""
    return cards_listed(cards_of(mask))


def bid_by(contract: Contract, declarer: int | None) -> Said | Contract:
    """``"4S by North"``, ``"4S"`` where the declarer is not known, ``"passed out"``."""
    if contract.is_passed_out:
        return Said("passed out")
    return (
        contract if declarer is None else Said("{contract} by {declarer}", contract=contract, declarer=NAMES[declarer])
    )


def tricks_text(count: int) -> Said:
    """``"1 trick"``, ``"9 tricks"``."""
    return Said.counted("{n} trick", "{n} tricks", n=count)


def points_text(score_ns: int) -> str:
    """A score as ``"NS +420"``, ``"EW +420"`` or ``"0"``: the side that gains, and what."""
    if score_ns == 0:
        return "0"
    return Said("{side} {points}", side=SIDES[score_ns < 0], points=f"+{abs(score_ns)}")


def added(text: str | None, more: Said) -> Said:
    """A message with more behind it, ``more`` alone where there is none."""
    return more if text is None else Said("{text}; {more}", text=text, more=more)
