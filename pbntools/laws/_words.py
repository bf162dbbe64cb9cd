"""Words for messages: seats, cards, contracts, scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbntools.core import CARDS, Contract, Seat, cards_of

SEATS: tuple[Seat, ...] = tuple(Seat)
NAMES = ("North", "East", "South", "West")
LETTERS = "NESW"
SUITS = ("clubs", "diamonds", "hearts", "spades")
SIDES = ("NS", "EW")
CARD_NAMES: tuple[str, ...] = tuple(str(card) for card in CARDS)

REMARK_WORDS = (
    "orrected", "ithdrawn", "enalty card", "efective trick", "econd card", "ound among", "alled", "sked for",
    "esignated", " said", "eclarer:", "ekleran", "eklaran",
)  # fmt: skip
"""Parts of words of which every form in `pbntools.laws.remarks` holds one."""


def listed(items: Sequence[str]) -> str:
    """``"A"``, ``"A and B"``, ``"A, B and C"``."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def cards_listed(cards: Iterable[int]) -> str:
    """The cards' names, as ``"SK, SJ and HT"``."""
    return listed([CARD_NAMES[card] for card in cards])


def mask_listed(mask: int) -> str:
    """The names of the cards of a mask, spades first, from high to low."""
    return cards_listed(cards_of(mask))


def bid_by(contract: Contract, declarer: int | None) -> str:
    """``"4S by North"``, ``"4S"`` where the declarer is not known, ``"passed out"``."""
    if contract.is_passed_out:
        return "passed out"
    return str(contract) if declarer is None else f"{contract} by {NAMES[declarer]}"


def tricks_text(count: int) -> str:
    """``"1 trick"``, ``"9 tricks"``."""
    return "1 trick" if count == 1 else f"{count} tricks"


def points_text(score_ns: int) -> str:
    """A score as ``"NS +420"``, ``"EW +420"`` or ``"0"``: the side that gains, and what."""
    return "0" if score_ns == 0 else f"{SIDES[score_ns < 0]} +{abs(score_ns)}"
