"""The moments of a record between its calls and cards: what is known, what is legal, and who is to act."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pbntools.core import FULL_DECK, SUIT_MASK, Call, Card, Contract, Hand, Seat, Side
from pbntools.core.hands import cards_of
from pbntools.laws import Trick

Phase = Literal["auction", "play", "over"]


@dataclass(frozen=True, slots=True)
class Position:
    """A moment between two actions.

    ``number`` counts the calls and cards made so far, ``calls`` the calls among them.  ``contract`` and ``declarer``
    are as far as they are known: in the ``auction`` what they would be if all passed from here on, later those that the
    deal was played in.  ``to_call`` is the player in turn of an auction, ``to_play`` the hand that plays next (dummy's
    for dummy); both are None once the record ends.  ``trick`` is the trick in progress, in playing order, empty between
    tricks; a card is None where the record does not show it.  ``completed_tricks`` are those before it.
    ``trick_number`` is that of the trick in progress or about to begin, from 1; 0 before the play.  ``dummy_shown``
    tells that the opening lead was made, so that dummy's hand lies on the table (Law 41D).
    """

    number: int
    phase: Phase
    calls: int
    contract: Contract | None
    declarer: Seat | None
    to_call: Seat | None
    to_play: Seat | None
    trick_number: int
    trick: tuple[tuple[Seat, Card | None], ...]
    completed_tricks: tuple[Trick, ...]
    dummy_shown: bool
    _won: tuple[int, int]
    _held: tuple[int | None, ...]
    _dealt: tuple[int | None, ...]
    _played: int
    _legal_calls: tuple[Call, ...]

    @property
    def to_act(self) -> Seat | None:
        """Who is to call or whose card is to be played; None where nobody is, or it is not known who."""
        return self.to_play if self.to_call is None else self.to_call

    @property
    def dummy(self) -> Seat | None:
        """Declarer's partner; None where the declarer is not known."""
        return None if self.declarer is None else self.declarer.partner

    @property
    def tricks(self) -> int | None:
        """The tricks won so far by declarer's side; None where the declarer is not known."""
        return None if self.declarer is None else self._won[self.declarer.side]

    def won(self, side: Side) -> int:
        """The tricks won so far by a side, of those whose winner is known."""
        return self._won[side]

    @property
    def undecided(self) -> int:
        """How many of the tricks so far the record does not tell the winner of."""
        return len(self.completed_tricks) - sum(self._won)

    @property
    def last_trick(self) -> Trick | None:
        """The trick before the one in progress; None in the first."""
        return self.completed_tricks[-1] if self.completed_tricks else None

    def remaining(self, seat: Seat) -> Hand | None:
        """The cards that a player still holds; None where his hand is not known."""
        mask = self._held[seat]
        return None if mask is None else Hand(mask)

    @property
    def hands(self) -> dict[Seat, Hand | None]:
        """The cards that each player still holds."""
        return {seat: self.remaining(seat) for seat in Seat}

    def visible(self, viewer: Seat | None = None) -> dict[Seat, Hand | None]:
        """The remaining cards of the hands that are seen: dummy's once the lead is made, and the viewer's own.

        A hand that is not known is None, one that is not seen is left out.
        """
        seen = {seat for seat in (viewer, self.dummy if self.dummy_shown else None) if seat is not None}
        return {seat: self.remaining(seat) for seat in Seat if seat in seen}

    def legal_calls(self) -> list[Call]:
        """The legal calls of the player in turn, in the order of `CALLS`; empty once the auction is over.

        Where a call before this could not be read, those that may be legal.
        """
        return list(self._legal_calls)

    def legal_cards(self) -> list[Card]:
        """The legal cards of the hand to play (Law 44), spades first, from high to low; empty when nobody is to play.

        For an unknown hand, all cards that it may hold: those not yet played that no known hand was dealt.
        """
        if self.to_play is None:
            return []
        held = self._held[self.to_play]
        if held is None:
            held = FULL_DECK & ~self._played
            for seat, mask in enumerate(self._dealt):
                if seat != self.to_play and mask is not None:
                    held &= ~mask
            return list(cards_of(held))
        led = self.trick[0][1] if self.trick else None
        following = held & SUIT_MASK[led.suit] if led is not None else 0
        return list(cards_of(following or held))

    def __repr__(self) -> str:
        where = f"trick {self.trick_number}" if self.trick_number else f"{self.calls} calls"
        turn = f", {self.to_act} to act" if self.to_act is not None else ""
        return f"<Position {self.number}: {self.phase}, {where}{turn}>"
