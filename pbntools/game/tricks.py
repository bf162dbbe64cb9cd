"""Who wins a trick (Law 44E, 44F)."""

from __future__ import annotations

from collections.abc import Sequence

from pbntools.core.cards import Suit

_NO_TRUMP = -1


def _strengths(trump: int) -> tuple[tuple[int, ...], ...]:
    def strength(card: int, led: int) -> int:
        suit, rank = divmod(card, 13)
        if suit == trump:
            return 14 + rank
        return 1 + rank if suit == led else 0

    return tuple(tuple(strength(card, led) for card in range(52)) for led in Suit)


STRENGTH: tuple[tuple[tuple[int, ...], ...], ...] = tuple(_strengths(trump) for trump in (_NO_TRUMP, *Suit, _NO_TRUMP))
"""``STRENGTH[trump + 1][suit led][card]``: of the cards of a trick the greatest wins; 0 cannot win.

``trump`` is a suit from 0 to 3; notrump is -1, and also 4, which is the number of `Strain.NOTRUMP`.
"""


def trick_winner(cards: Sequence[int], trump: int) -> int:
    """The index of the card that wins, of the cards of a trick in playing order (fewer than four: the best so far).

    ``trump`` is a suit from 0 to 3, or -1 or 4 in notrump.  Raises ValueError without cards and on another ``trump``.
    """
    if not -1 <= trump <= 4:
        raise ValueError(f"{trump} is not a trump suit: expected 0 to 3, or -1 or 4 in notrump")
    if not cards:
        raise ValueError("a trick without cards has no winner")
    strength = STRENGTH[trump + 1][cards[0] // 13]
    best = 0
    for index in range(1, len(cards)):
        if strength[cards[index]] > strength[cards[best]]:
            best = index
    return best
