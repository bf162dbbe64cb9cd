"""Cards in playing order, as LIN has them, and the same cards by trick and player, as a record has them.

LIN does not say who played a card.  Who did follows from the leader of each trick, or from the hands; where neither
settles it, the cards are kept in their rotation and the reader says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pbntools.core import PASSED_OUT, Contract, Seat
from pbntools.game import STRENGTH
from pbntools.record import Auction, Play

_BIT = (*(1 << card for card in range(52)), 0, 0)
"""The last two are for cards that are not known or not readable, which nobody holds."""
Masks = Sequence[int | None]


class Ordered(NamedTuple):
    """Cards by trick and player.

    ``first`` is the seat of the first column, ``ids`` are the cells of a `Play`, ``cells`` has the cell of each card in
    playing order, ``leads`` the cells of leads out of turn.  ``odd`` is the index of the first card that is not where
    the rotation has it, or -1, and ``unsettled`` tells whether it rests on no more than the rotation.
    """

    first: int
    ids: tuple[int, ...]
    cells: list[int] | None = None
    leads: frozenset[int] = frozenset()
    odd: int = -1
    unsettled: bool = False


@dataclass(frozen=True, slots=True)
class PlayInOrder(Play):
    """A play that also knows the order of its cards, as cells, where no contract tells it."""

    order: tuple[int, ...] = ()


_NONE: frozenset[int] = frozenset()


def arrange(cards: list[int], masks: Masks, strain: int, leader: int, cells: bool = False) -> Ordered:
    """Give cards in playing order to their players.

    ``masks`` are the hands by seat from North on, ``strain`` 0 to 4 and ``leader`` the seat of the opening leader, both
    -1 where not known.  ``cells`` asks for the cell of each card.
    """
    if not cells and strain >= 0 and leader >= 0:
        ids = _regular(cards, masks, strain, leader)
        if ids is not None:
            return Ordered(leader, tuple(ids))
    return _Arranging(cards, masks, strain, leader).run()


def _regular(cards: list[int], masks: Masks, strain: int, first: int) -> list[int] | None:
    """The cells of cards that are played in turn from known hands; None where one is not."""
    if None in masks:
        return None
    lead = first
    strengths = STRENGTH[strain + 1]
    ids: list[int] = []
    count = len(cards)
    whole = count - count % 4
    bit = _BIT
    for at in range(0, whole, 4):
        p, q, r, s = cards[at : at + 4]
        if not (
            masks[lead] & bit[p]  # type: ignore[operator]
            and masks[lead - 3] & bit[q]  # type: ignore[operator]
            and masks[lead - 2] & bit[r]  # type: ignore[operator]
            and masks[lead - 1] & bit[s]  # type: ignore[operator]
        ):
            return None
        turn = (lead - first) & 3
        if turn == 0:
            ids += (p, q, r, s)
        elif turn == 1:
            ids += (s, p, q, r)
        elif turn == 2:
            ids += (r, s, p, q)
        else:
            ids += (q, r, s, p)
        strength = strengths[p // 13]
        best = strength[p]
        won = 0
        value = strength[q]
        if value > best:
            best, won = value, 1
        value = strength[r]
        if value > best:
            best, won = value, 2
        if strength[s] > best:
            won = 3
        lead = (lead + won) & 3
    if count > whole:
        row = [-1] * 4
        for step, card in enumerate(cards[whole:]):
            seat = (lead + step) & 3
            if not masks[seat] & bit[card]:  # type: ignore[operator]
                return None
            row[(seat - first) & 3] = card
        while row[-1] == -1:
            row.pop()
        ids += row
    return ids


class _Arranging:
    def __init__(self, cards: list[int], masks: Masks, strain: int, leader: int) -> None:
        self.cards = cards
        self.strain = strain
        self.leader = leader
        self.owner: dict[int, int] = {}
        shared = set()
        for seat, mask in enumerate(masks):
            while mask:
                card = (mask & -mask).bit_length() - 1
                mask &= mask - 1
                if card in self.owner:
                    shared.add(card)
                self.owner[card] = seat
        for card in shared:
            del self.owner[card]
        self.odd = -1
        self.unsettled = False
        self.leads: list[tuple[int, int]] = []

    def run(self) -> Ordered:
        rows: list[list[int]] = []
        lead = self.leader
        cards = self.cards
        for at in range(0, len(cards), 4):
            trick = cards[at : at + 4]
            seats = self._seats(trick, lead, at)
            rows.append(seats)
            lead = self._winner(trick, seats, lead, at)
        first = self._first(rows)
        size = 4 * len(rows)
        ids = [-1] * size
        cells: list[int] = []
        for row, seats in enumerate(rows):
            for step, seat in enumerate(seats):
                cell = 4 * row + ((seat - first) & 3)
                cells.append(cell)
                ids[cell] = cards[4 * row + step]
        while ids and ids[-1] == -1:
            ids.pop()
        leads = frozenset(4 * row + ((seat - first) & 3) for row, seat in self.leads if row)
        return Ordered(first, tuple(ids), cells, leads or _NONE, self.odd, self.unsettled)

    def _first(self, rows: list[list[int]]) -> int:
        """The seat of the first column: who led."""
        led = [seat for row, seat in self.leads if row == 0]
        if led:
            return led[0]
        if self.leader >= 0:
            return self.leader
        return rows[0][0] if rows else 0

    def _seats(self, trick: list[int], lead: int, at: int) -> list[int]:
        """Who played the cards of a trick."""
        owners = [self.owner.get(card, -1) for card in trick]
        if lead < 0:
            lead = owners[0]
            if lead < 0:
                known = next(((seat - step) & 3 for step, seat in enumerate(owners) if seat >= 0), -1)
                lead = known
            if lead < 0:
                self.unsettled = True
                lead = 0
        turn = [(lead + step) & 3 for step in range(len(trick))]
        if all(owner in (-1, seat) for owner, seat in zip(owners, turn, strict=True)):
            return turn
        if self.odd < 0:
            self.odd = at + next(
                step for step, (owner, seat) in enumerate(zip(owners, turn, strict=True)) if owner not in (-1, seat)
            )
        sure = [owner for owner in owners if owner >= 0]
        if len(set(sure)) < len(sure):
            return turn
        free = [seat for seat in (*turn, *range(4)) if seat not in sure]
        free = list(dict.fromkeys(free))
        if owners.count(-1) > 1:
            self.unsettled = True
        return [owner if owner >= 0 else free.pop(0) for owner in owners]

    def _winner(self, trick: list[int], seats: list[int], lead: int, at: int) -> int:
        """Who leads to the next trick; -1 where that is not known."""
        row = at // 4
        if len(trick) < 4:
            if lead >= 0 and seats[0] != lead and len(set(seats)) == len(seats):
                self.leads.append((row, seats[0]))
            return -1
        if self.strain < 0 or min(trick) < 0:
            return -1
        text_order = self._won(trick, seats, seats[0])
        if lead < 0 or seats[0] == lead or lead not in seats:
            return text_order
        # The trick begins with another player's card: either he led out of turn, or it is listed from another seat on.
        rotated = self._won(trick, seats, lead)
        following = self.owner.get(self.cards[at + 4], -1) if at + 4 < len(self.cards) else -1
        if rotated != text_order and following == rotated:
            return rotated
        if rotated == text_order or following == text_order:
            if all((seats[0] + step) & 3 == seat for step, seat in enumerate(seats)) and rotated != text_order:
                self.leads.append((row, seats[0]))
            return text_order
        self.leads.append((row, seats[0]))
        return text_order

    def _won(self, trick: list[int], seats: list[int], lead: int) -> int:
        strength = STRENGTH[self.strain + 1][trick[seats.index(lead)] // 13]
        return seats[max(range(4), key=lambda step: strength[trick[step]])]


def sequence(ids: Sequence[int], first: int, leads: frozenset[int], strain: int, leader: int) -> tuple[list[int], bool]:
    """The cells of a play in playing order, as far as they follow each other without a gap; and whether it is sure.

    ``strain`` and ``leader`` are -1 where not known; then nothing but marks tells who led, and a whole trick is taken
    to begin with the first column.
    """
    cells: list[int] = []
    sure = True
    lead = leader
    for row in range(0, len(ids), 4):
        marked = [cell for cell in range(row, min(row + 4, len(ids))) if cell in leads]
        if marked:
            lead = (first + marked[0]) & 3
        given = [cell - row for cell in range(row, min(row + 4, len(ids))) if ids[cell] != -1]
        if lead < 0:
            sure = sure and not row
            # The cards of a trick that is not whole begin behind the gap.
            lead = (first + next((at for at in given if (at - 1) & 3 not in given), 0)) & 3
        played = []
        for step in range(4):
            cell = row + ((lead + step - first) & 3)
            if cell >= len(ids) or ids[cell] == -1:
                break
            played.append(cell)
        cells += played
        if len(played) < 4:
            break
        trick = [ids[cell] for cell in played]
        if strain < 0 or min(trick) < 0:
            lead = -1
            continue
        strength = STRENGTH[strain + 1][trick[0] // 13]
        worth = [strength[card] for card in trick]
        lead = (lead + worth.index(max(worth))) & 3
    return cells, sure


def contract_of(calls: Sequence[int], first: int) -> tuple[int, int, int, int, bool]:
    """Level, strain, doubling and declarer of the last bid of an auction, and whether the auction is over.

    Level 0 stands for none.  Calls that are not legal count as they stand.
    """
    at = len(calls) - 1
    doubled = 0
    while at >= 0 and (last := calls[at]) < 3:
        if last > 0 and not doubled:
            doubled = last
        at -= 1
    if at < 0:
        return 0, -1, 0, -1, len(calls) == 4 and not any(calls)
    strain = (last - 3) % 5
    named = at & 1
    while calls[named] < 3 or (calls[named] - 3) % 5 != strain:
        named += 2
    return (last - 3) // 5 + 1, strain, doubled, (first + named) & 3, len(calls) > 3 and not any(calls[-3:])


def lead_of(auction: Auction | None, contract: Contract | None, declarer: Seat | None) -> tuple[int, int]:
    """The strain and the opening leader, by the auction, else by contract and declarer; -1 where not known."""
    if auction is not None:
        _, strain, _, seat, _ = contract_of(auction.ids, auction.first)
        if strain >= 0:
            return strain, (seat + 1) & 3
    if contract is None or contract is PASSED_OUT or declarer is None:
        return -1, -1
    return int(contract.strain), (declarer + 1) & 3


__all__ = ["Ordered", "PlayInOrder", "arrange", "contract_of", "lead_of", "sequence"]
