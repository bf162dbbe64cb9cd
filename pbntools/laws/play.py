"""What a recorded play comes to: the winner of every trick, as far as the cards tell (Laws 41, 44).

A play without marks and gaps, of a deal whose four hands are known, is replayed in plain numbers in one pass; anything
irregular goes to `pbntools.laws.play_replay`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbntools.core import CARDS, Card, Seat
from pbntools.diagnostics import Finding
from pbntools.laws._words import SEATS
from pbntools.record import Play

_BIT = tuple(1 << card for card in range(52))
_SUIT = tuple(card // 13 for card in range(52))
_SUIT_BITS = tuple(0x1FFF << 13 * suit for suit in range(4))
_FOLLOWS = 16
_TRUMP = 64


def _values(strain: int) -> tuple[tuple[int, ...], ...]:
    def value(card: int, led: int) -> int:
        suit, rank = divmod(card, 13)
        return (suit in (led, strain)) * (rank + 1) + (suit == led) * _FOLLOWS + (suit == strain) * _TRUMP

    return tuple(tuple(value(card, led) for card in range(52)) for led in range(4))


# By strain and suit led: what each card is worth in the trick.  The greatest wins; the bit _FOLLOWS tells whether the
# card follows suit, so that one conjunction shows whether all four do.
_VALUES = tuple(_values(strain) for strain in range(5))


class Trick(NamedTuple):
    """A trick as recorded: leader, cards in playing order (from ``first`` where the leader is not known), and winner.

    None stands for what is not known; the winner of the last trick may be deduced from cards that are not recorded.
    """

    leader: Seat | None
    first: Seat
    cards: tuple[Card | None, ...]
    winner: Seat | None


class PlayTrace:
    """What a play comes to.

    ``total`` is the number of tricks that the hands hold (13 but in end positions).  ``leaders`` and ``winners`` are
    seats by trick, -1 where not known; ``won`` counts the tricks whose winner is known, by side.  ``complete`` tells
    that all are; ``deduced`` that this takes cards that are not recorded but forced.  ``finished`` is the number of
    tricks all of whose cards are recorded, ``known_finished`` whether their winners are known.  ``sound`` is False
    where a card cannot have been played as recorded, ``revokes`` holds the cells of revokes, and ``findings`` what is
    wrong.
    """

    __slots__ = (
        "_leader",
        "_leaders",
        "complete",
        "deduced",
        "findings",
        "finished",
        "known_finished",
        "play",
        "revokes",
        "sound",
        "total",
        "winners",
        "won",
    )

    def __init__(
        self,
        play: Play,
        total: int,
        leader: int,
        winners: Sequence[int],
        won: tuple[int, int],
        *,
        complete: bool,
        finished: int,
        leaders: tuple[int, ...] | None = None,
        deduced: bool = False,
        known_finished: bool = True,
        sound: bool = True,
        revokes: tuple[int, ...] = (),
        findings: tuple[Finding, ...] = (),
    ) -> None:
        self.play = play
        self.total = total
        self._leader = leader
        self._leaders = leaders
        self.winners = winners
        self.won = won
        self.complete = complete
        self.finished = finished
        self.deduced = deduced
        self.known_finished = known_finished
        self.sound = sound
        self.revokes = revokes
        self.findings = findings

    @property
    def leaders(self) -> tuple[int, ...]:
        """The leader of each trick, -1 where not known."""
        if self._leaders is None:
            self._leaders = (self._leader, *self.winners[:-1])
        return self._leaders

    @property
    def leader(self) -> Seat | None:
        """Who made the opening lead (in an end position: led first); None where not known."""
        return None if self._leader < 0 else SEATS[self._leader]

    @property
    def remaining(self) -> int:
        """The number of tricks whose winner is not known."""
        return self.total - self.won[0] - self.won[1]

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks of which a card is recorded or that stand before such a one."""
        ids = self.play.ids[: 4 * self.total]
        rows = (max((cell for cell, card in enumerate(ids) if card != -1), default=-4) + 4) // 4
        leaders, winners = self.leaders, self.winners
        tricks = []
        for row in range(rows):
            leader = leaders[row] if row < len(leaders) else -1
            first = int(self.play.first) if leader < 0 else leader
            cells = [4 * row + ((first + step - self.play.first) & 3) for step in range(4)]
            numbers = [ids[cell] if cell < len(ids) else -1 for cell in cells]
            winner = winners[row] if row < len(winners) else -1
            tricks.append(
                Trick(
                    None if leader < 0 else SEATS[leader],
                    SEATS[first],
                    tuple(CARDS[number] if number >= 0 else None for number in numbers),
                    None if winner < 0 else SEATS[winner],
                )
            )
        return tuple(tricks)


def trace_clean(play: Play, masks: Sequence[int | None], strain: int, leader: int) -> PlayTrace | None:
    """Replay whole tricks of a deal whose four hands of 13 cards are known; None if anything is irregular.

    The caller has made sure that the hands share no card and that the play bears no marks.
    """
    ids = play.ids
    first = int(play.first)
    a, b, c, d = (masks[first], masks[first - 3], masks[first - 2], masks[first - 1])
    if a is None or b is None or c is None or d is None:
        return None
    hands = (a, b, c, d)
    values = _VALUES[strain]
    lead = (leader - first) & 3
    winners = []
    cards = iter(ids)
    for row in zip(cards, cards, cards, cards):  # noqa: B905  (a play of whole tricks, as the caller made sure)
        p, q, r, s = row
        a ^= _BIT[p]
        b ^= _BIT[q]
        c ^= _BIT[r]
        d ^= _BIT[s]
        led = _SUIT[row[lead]]
        value = values[led]
        w = value[p]
        x = value[q]
        y = value[r]
        z = value[s]
        if not w & x & y & z & _FOLLOWS:
            suit = _SUIT_BITS[led]
            if (
                (a & suit and not w & _FOLLOWS)
                or (b & suit and not x & _FOLLOWS)
                or (c & suit and not y & _FOLLOWS)
                or (d & suit and not z & _FOLLOWS)
            ):
                return None
        if w > x:
            lead = (0 if w > z else 3) if w > y else (2 if y > z else 3)
        else:
            lead = (1 if x > z else 3) if x > y else (2 if y > z else 3)
        winners.append((first + lead) & 3)
    # A card that its player does not hold, or plays twice, leaves a bit that is not his or one too many.
    count = len(winners)
    if count == 13:
        if a or b or c or d:
            return None
    else:
        for held, hand in zip((a, b, c, d), hands, strict=True):
            if held & ~hand or held.bit_count() != 13 - count:
                return None
    if count == 12:
        row = (a.bit_length() - 1, b.bit_length() - 1, c.bit_length() - 1, d.bit_length() - 1)
        value = values[_SUIT[row[lead]]]
        winners.append((first + max(range(4), key=lambda column: value[row[column]])) & 3)
    ns = winners.count(0) + winners.count(2)
    return PlayTrace(
        play,
        13,
        leader,
        winners,
        (ns, len(winners) - ns),
        complete=count > 11,
        deduced=count == 12,
        finished=count,
    )
