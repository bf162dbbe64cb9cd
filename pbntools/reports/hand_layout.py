"""How a board is laid out: the order of players and suits in a diagram, and that of dummy's suits on the table."""

from __future__ import annotations

from pbntools.core import Seat, Suit

WEST_FIRST = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
"""The columns of an auction and of tricks."""

SPADES_FIRST = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
"""The order of a diagram, from the top."""

_DUMMY: dict[Suit | None, tuple[Suit, ...]] = {
    None: (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS),
    Suit.SPADES: (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS),
    Suit.HEARTS: (Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS),
    Suit.DIAMONDS: (Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS, Suit.CLUBS),
    Suit.CLUBS: (Suit.CLUBS, Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS),
}


def dummy_suits(trump: Suit | None) -> tuple[Suit, ...]:
    """The suits of dummy from his right to his left (Law 41D): trumps first, then black and red in turn.

    The cards of a suit lie in a column that points to declarer, the lowest nearest to him.  Declarer, who sits
    opposite, has the first of these suits on his left.
    """
    return _DUMMY[trump]
