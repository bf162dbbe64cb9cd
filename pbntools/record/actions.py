"""The calls and the cards of a record, as they were made."""

from __future__ import annotations

from dataclasses import dataclass

from pbntools.core import CALLS, CARDS, Call, Card, Seat

UNREADABLE = -1
"""In `Auction.ids`: a word that could not be read as a call."""
ABOVE_SEVEN = -2
"""In `Auction.ids`: a bid of more than seven."""
UNKNOWN_CARD = -1
"""In `Play.ids`: a card that is not given, or not yet played."""
UNREADABLE_CARD = -2
"""In `Play.ids`: a word that could not be read as a card."""


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls in the order in which they were made.

    ``ids`` are `Call` numbers (or `UNREADABLE`, `ABOVE_SEVEN`); ``first`` made the first call; ``end`` is ``""``,
    ``"*"`` (the rest was not recorded) or ``"+"`` (to be continued).  ``skips`` holds, for each player passed over
    because somebody called out of turn (PBN ``^S``), the index of the call that follows.  ``insufficient`` holds
    the indices marked as accepted insufficient bids (``^I``).  ``all_pass`` is the index of the first pass that was
    written as "all pass", or None.
    """

    first: Seat
    ids: tuple[int, ...] = ()
    end: str = ""
    skips: tuple[int, ...] = ()
    insufficient: frozenset[int] = frozenset()
    all_pass: int | None = None

    @property
    def calls(self) -> tuple[Call | None, ...]:
        """The calls; None for one that could not be read."""
        return tuple([CALLS[i] if i >= 0 else None for i in self.ids])

    def seat(self, index: int) -> Seat:
        """Who made call ``index`` (from 0)."""
        skipped = sum(1 for at in self.skips if at <= index)
        return Seat((self.first + index + skipped) % 4)

    def __str__(self) -> str:
        return " ".join(str(CALLS[i]) if i >= 0 else "?" for i in self.ids)


@dataclass(frozen=True, slots=True)
class Play:
    """The cards by trick and player.

    ``ids`` is row-major: cell ``4 * t + c`` is the card that the player ``c`` seats after ``first`` played to trick
    ``t`` (both from 0), whoever led; `UNKNOWN_CARD` where none is given.  ``end`` is ``""``, ``"*"`` (no more cards
    will be given: a claim, a concession, or not recorded) or ``"+"`` (to be continued); ``next_cell`` is the cell
    of the ``+``. ``revokes`` and ``leads`` hold the cells marked as a revoke (``^R``) and as an accepted lead out
    of turn (``^L``). ``claim`` is declarer's total of tricks as claimed or agreed, where the format says it
    outright.
    """

    first: Seat
    ids: tuple[int, ...] = ()
    end: str = ""
    next_cell: int | None = None
    revokes: frozenset[int] = frozenset()
    leads: frozenset[int] = frozenset()
    claim: int | None = None

    @property
    def cards(self) -> tuple[Card | None, ...]:
        """The cards in the order of the cells; None where none is given or it could not be read."""
        return tuple([CARDS[i] if i >= 0 else None for i in self.ids])

    def seat(self, cell: int) -> Seat:
        """Whose card stands in a cell."""
        return Seat((self.first + cell) % 4)
