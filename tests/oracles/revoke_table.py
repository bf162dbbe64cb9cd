"""What the Laws of 2017 move for revokes, worked out from plain lists: slow, and nothing shared with the engine."""

import random

from pbntools.record import Record


def _winners(record: Record) -> tuple[list[int], list[int]]:
    """Who won each trick, and the suit that was led to it."""
    play, contract, declarer = record.play, record.contract, record.declarer
    assert play is not None
    assert contract is not None
    assert declarer is not None
    trump = int(contract.strain)
    rows = [
        {(int(play.first) + column) % 4: play.ids[4 * trick + column] for column in range(4)} for trick in range(13)
    ]
    leader = (int(declarer) + 1) % 4
    won: list[int] = []
    led: list[int] = []
    for row in rows:
        suit = row[leader] // 13
        led.append(suit)

        def worth(seat: int, row: dict[int, int] = row, suit: int = suit) -> int:
            card = row[seat]
            return 100 + card if card // 13 == trump else card % 13 if card // 13 == suit else -1

        leader = max(range(4), key=worth)
        won.append(leader)
    return won, led


def tricks_of_declarer(record: Record) -> int:
    """The tricks that declarer's side won by the cards."""
    assert record.declarer is not None
    return sum(seat % 2 == int(record.declarer) % 2 for seat in _winners(record)[0])


def moved_to_declarer(record: Record) -> int:
    """The tricks that go to declarer's side for the marked revokes of a play of 52 cards, or away from it."""
    won, led = _winners(record)
    play, declarer = record.play, record.declarer
    assert play is not None
    assert declarer is not None
    revokes = sorted((cell // 4, (int(play.first) + cell) % 4) for cell in play.revokes)
    sides = {seat % 2 for _, seat in revokes}
    if len(sides) == 2 and {0, 1} == {seat % 2 for trick, seat in revokes if trick < 11}:
        return 0
    total = 0
    done: set[tuple[int, int]] = set()
    taken: set[int] = set()
    wishes = []
    for trick, seat in revokes:
        again = (seat, led[trick]) in done
        done.add((seat, led[trick]))
        if again or seat == (int(declarer) + 2) % 4 or trick == 11:
            continue
        mine = [t for t in range(trick, 13) if won[t] % 2 == seat % 2]
        if won[trick] == seat:
            wishes.append((trick, seat, 2 if len(mine) > 1 else 1))
        elif mine:
            wishes.append((trick, seat, 1))
    for trick, seat, count in reversed(wishes):
        free = [t for t in range(12, trick - 1, -1) if won[t] % 2 == seat % 2 and t not in taken]
        for t in free[:count]:
            taken.add(t)
            total += -1 if seat % 2 == int(declarer) % 2 else 1
    return total


def play_out(hands: list[set[int]], declarer: int, trump: int, rng: random.Random) -> tuple[list[int], list[int]]:
    """A random play by columns, in which now and then a player does not follow suit; and the cells of those cards."""
    cells = [0] * 52
    marks = []
    left = [set(hand) for hand in hands]
    first = leader = (declarer + 1) % 4
    rate = rng.choice([0.02, 0.05, 0.1])
    for trick in range(13):
        row: dict[int, int] = {}
        suit = -1
        for step in range(4):
            seat = (leader + step) % 4
            follow = sorted(card for card in left[seat] if card // 13 == suit)
            other = sorted(card for card in left[seat] if card // 13 != suit)
            cell = 4 * trick + (seat - first) % 4
            if follow and other and rng.random() < rate:
                card = rng.choice(other)
                marks.append(cell)
            else:
                card = rng.choice(follow or other)
            suit = card // 13 if step == 0 else suit
            left[seat].remove(card)
            row[seat] = cells[cell] = card
        trumps = {seat: card for seat, card in row.items() if card // 13 == trump}
        leader = max(trumps or {s: c for s, c in row.items() if c // 13 == suit}, key=lambda seat: row[seat])
    return cells, marks
