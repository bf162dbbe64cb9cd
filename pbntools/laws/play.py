"""What a recorded play comes to: the winner of every trick, as far as the cards tell (Laws 41, 44).

A play without marks and gaps, of a deal whose four hands are known, is replayed in plain numbers in one pass; anything
irregular goes to `pbntools.laws.play_replay`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbntools.core import CARDS, Card, Seat
from pbntools.diagnostics import Finding, Rule, Severity
from pbntools.laws._words import SEATS
from pbntools.record import UNKNOWN_CARD, Play
from pbntools.rules import IRREGULARITY_MARK, REVOKE

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
    wrong.  ``doubts`` are the tricks, counted from 0, that hold either a lead out of turn or several revokes.
    """

    __slots__ = (
        "_leader",
        "_leaders",
        "complete",
        "deduced",
        "doubts",
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
        doubts: tuple[int, ...] = (),
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
        self.doubts = doubts

    def __repr__(self) -> str:
        cards = sum(card != UNKNOWN_CARD for card in self.play.ids)
        marks = [f"{len(self.revokes)} revoked"] if self.revokes else []
        marks += [f"{len(self.findings)} finding{'' if len(self.findings) == 1 else 's'}"] if self.findings else []
        return f"<PlayTrace {', '.join([f'{cards} cards', f'tricks NS {self.won[0]} EW {self.won[1]}', *marks])}>"

    @property
    def leaders(self) -> tuple[int, ...]:
        """The leader of each trick and of the one to come, -1 where not known."""
        if self._leaders is None:
            self._leaders = (self._leader, *self.winners)[: self.total]
        return self._leaders

    @property
    def leader(self) -> Seat | None:
        """Who made the opening lead (in an end position: led first); None where not known."""
        return None if self._leader < 0 else SEATS[self._leader]

    @property
    def trusted(self) -> bool:
        """Whether the cards can be held against the result: nothing unlawful is in them but what the record marks."""
        return self._free_of_errors(IRREGULARITY_MARK)

    @property
    def only_revokes(self) -> bool:
        """The same but for revokes that the record does not mark."""
        return self._free_of_errors(IRREGULARITY_MARK, REVOKE)

    def _free_of_errors(self, *but: Rule) -> bool:
        return self.sound and not any(
            (finding.severity or finding.rule.severity) is Severity.ERROR and finding.rule not in but
            for finding in self.findings
        )

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


def recorded_leader(play: Play | None) -> Seat | None:
    """Who made the opening lead, as far as the record of the play shows it; None where no card is recorded.

    That is by a mark, by the only card of a first trick that is still to be completed, else by the first column.
    """
    if play is None:
        return None
    marked = [cell for cell in play.leads if cell < 4]
    if marked:
        return play.seat(min(marked))
    given = [cell for cell, card in enumerate(play.ids[:4]) if card != -1]
    if not given:
        return None
    return play.seat(given[0]) if len(given) == 1 and play.end == "+" else play.first


def trace_clean(play: Play, masks: Sequence[int | None], strain: int, leader: int) -> PlayTrace | None:
    """Replay whole tricks, and cards of one more, of a deal whose four hands of 13 cards are known.

    None if anything is irregular, or if a card before the last one is not known.  The caller has made sure that the
    hands share no card and that the play bears no marks.
    """
    ids = play.ids
    tail: tuple[int, ...] = ()
    if len(ids) & 3 or (ids and min(ids) < 0):
        ids, tail = _cut(ids)
        if ids and min(ids) < 0:
            return None
    if len(ids) > 52:
        return None
    first = int(play.first)
    a, b, c, d = (masks[first], masks[first - 3], masks[first - 2], masks[first - 1])
    if a is None or b is None or c is None or d is None:
        return None
    hands = (a, b, c, d)
    values = _VALUES[strain]
    lead = (leader - first) & 3
    winners = []
    cards = iter(ids)
    for row in zip(cards, cards, cards, cards):  # noqa: B905  (whole tricks only)
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
        if tail and not _may_follow(tail, (a, b, c, d), lead, under_way=play.end == "+"):
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


def _cut(ids: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cells of the tricks before the last one that has a card, and that one's cells if it is not complete."""
    length = len(ids)
    while length and ids[length - 1] == UNKNOWN_CARD:
        length -= 1
    start = (length - 1) & ~3 if length else 0
    tail = ids[start:length]
    return (ids[:length], ()) if len(tail) == 4 and min(tail) >= 0 else (ids[:start], tail)


def _may_follow(tail: tuple[int, ...], held: tuple[int, ...], lead: int, *, under_way: bool) -> bool:
    """Whether the known cards of a trick that is not complete are held, and follow suit where the lead is known.

    In a trick under way the lead must be known.
    """
    suit = -1 if lead >= len(tail) or tail[lead] < 0 else _SUIT[tail[lead]]
    if under_way and suit < 0:
        return False
    for column, card in enumerate(tail):
        if card == UNKNOWN_CARD:
            continue
        if card < 0 or not held[column] >> card & 1:
            return False
        if suit >= 0 and _SUIT[card] != suit and held[column] & _SUIT_BITS[suit]:
            return False
    return True
