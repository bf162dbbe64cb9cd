"""A second referee of plays with planted irregularities: plain lists, slow, nothing shared with the engine.

Cards are numbers as in a record: 13 times the suit (clubs first) and the rank.  Rows are dicts from seat to card.
"""

import random
from typing import NamedTuple

Row = dict[int, int]


class Planted(NamedTuple):
    """A play with what was planted: who led each trick, and the tricks and seats of revokes."""

    rows: list[Row]
    leaders: list[int]
    in_turn: list[int]
    revokes: list[tuple[int, int]]


def plant(
    hands: list[set[int]], first: int, trump: int, rng: random.Random, *, revoke: float, out_of_turn: float
) -> Planted:
    """A play in which players now and then do not follow suit, or lead although it is another's turn."""
    left = [set(hand) for hand in hands]
    turn = first
    found = Planted([], [], [], [])
    for trick in range(13):
        leader = (turn + rng.randrange(1, 4)) % 4 if trick and rng.random() < out_of_turn else turn
        row: Row = {}
        for step in range(4):
            seat = (leader + step) % 4
            suit = row[leader] // 13 if step else -1
            follow = sorted(card for card in left[seat] if card // 13 == suit)
            other = sorted(card for card in left[seat] if card // 13 != suit)
            if follow and other and rng.random() < revoke:
                card = rng.choice(other)
                found.revokes.append((trick, seat))
            else:
                card = rng.choice(follow or other)
            left[seat].remove(card)
            row[seat] = card
        found.rows.append(row)
        found.leaders.append(leader)
        found.in_turn.append(turn)
        turn = winner_of(row, leader, trump)
    return found


def winner_of(row: Row, leader: int, trump: int) -> int:
    """Who wins a trick."""
    best = leader
    for seat, card in row.items():
        suit, best_suit = card // 13, row[best] // 13
        if (suit == best_suit and card > row[best]) or suit == trump != best_suit:
            best = seat
    return best


def winners(found: Planted, trump: int) -> list[int]:
    """Who won each trick."""
    return [winner_of(row, leader, trump) for row, leader in zip(found.rows, found.leaders, strict=True)]


def moved_for_one(
    found: Planted, trump: int, declarer: int, revoke: tuple[int, int], *, old: bool, known: int = 13, rest: int = -1
) -> int:
    """What goes to the other side for one revoke: by the Laws of 1997 if ``old``.

    ``known`` tricks are recorded; of the others the revoker's side won ``rest`` in all.
    """
    trick, seat = revoke
    if seat == (declarer + 2) % 4 or trick == 11:
        return 0
    won = winners(found, trump)[:known]
    later = [at for at in range(trick + 1, known) if won[at] % 2 == seat % 2]
    side_later = len(later) + max(rest, 0)
    if won[trick] == seat:
        return 2 if side_later else 1
    if won[trick] % 2 != seat % 2 and not side_later:
        return 0
    if old:
        led = found.rows[trick][found.leaders[trick]] // 13
        own = [at for at in later if won[at] == seat and found.rows[at][seat] // 13 == led]
        won_at_all = len(later) + (won[trick] % 2 == seat % 2)
        if own and won_at_all > 1:
            return 2
    return 1


def moved_for_a_missing_card(found: Planted, trump: int, trick: int, seat: int) -> int | None:
    """What goes to the other side for a player who played no card to a trick (67B1); None where he won it, or late."""
    won = winners(found, trump)
    if won[trick] == seat or trick >= 11:
        return None
    return int(any(who % 2 == seat % 2 for who in won[trick:]))


def columns(found: Planted, first: int) -> tuple[list[int], list[int], list[int]]:
    """Cells, and the cells of leads out of turn and of revokes."""
    cells = [row[(first + column) % 4] for row in found.rows for column in range(4)]
    leads = [
        4 * at + (leader - first) % 4
        for at, (leader, turn) in enumerate(zip(found.leaders, found.in_turn, strict=True))
        if leader != turn
    ]
    return cells, leads, [4 * trick + (seat - first) % 4 for trick, seat in found.revokes]
