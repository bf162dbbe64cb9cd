"""Play sections whose cards do not stand in their players' columns: settled by who holds the card (PBN 2.1 §3.6)."""

from __future__ import annotations

from collections.abc import Sequence

from pbntools.core import Deal

# The last two, for cards that are not given or not readable, are never missing from a hand.
_BIT = (*(1 << card for card in range(52)), 0, 0)


def columns_hold(masks: tuple[int | None, ...], first: int, ids: Sequence[int]) -> bool:
    """Whether every card stands in the column of a player who may hold it."""
    for column in range(4):
        mask = masks[(first + column) & 3]
        if mask is None:
            continue
        played = 0
        for card in ids[column::4]:
            played |= _BIT[card]
        if played & ~mask:
            return False
    return True


def settle(
    deal: Deal, first: int, ids: list[int], lines: list[list[int]], declarer: int | None = None
) -> tuple[list[int], list[int]] | None:
    """The cells in their players' columns, and for each the index of the word that it came from (-1 for none).

    ``lines`` holds the indices of the words line by line, for sections whose short rows shift all later ones.  None
    where the owners do not settle it, and where ``declarer`` bears out who led, but all tricks are shifted alike: then
    it is the hands that stand at the wrong seats.
    """
    rows = [list(range(start, min(start + 4, len(ids)))) for start in range(0, len(ids), 4)]
    settled = _settle_rows(deal, first, ids, rows)
    if settled is not None and declarer is not None and first == (declarer + 1) & 3 and _all_alike(settled[1]):
        return None
    full = sum(len(line) == 4 for line in lines)
    if settled is None and lines and 2 * full >= len(lines) and all(len(line) <= 4 for line in lines) and lines != rows:
        settled = _settle_rows(deal, first, ids, lines)
    return settled


def _all_alike(origin: list[int]) -> bool:
    """Whether all of several whole tricks are shifted in the same way."""
    ways = {
        tuple(index - start for index in origin[start : start + 4])
        for start in range(0, len(origin), 4)
        if min(origin[start : start + 4]) >= 0
    }
    return len(ways) == 1 and len(origin) > 4 and (0, 1, 2, 3) not in ways


def _settle_rows(deal: Deal, first: int, ids: list[int], rows: list[list[int]]) -> tuple[list[int], list[int]] | None:
    owner: dict[int, int] = {}
    hidden = []
    for seat in range(4):
        mask = deal.masks[seat]
        if mask is None:
            hidden.append(seat)
            continue
        for card in range(52):
            if mask & _BIT[card]:
                if card in owner:
                    return None
                owner[card] = seat
    cells: list[int] = []
    origin: list[int] = []
    for row in rows:
        new = [-1] * 4
        came = [-1] * 4
        loose = []
        for index in row:
            card = ids[index]
            if card == -1:
                continue
            holder = owner.get(card) if card >= 0 else None
            if holder is None:
                loose.append(index)
                continue
            column = (holder - first) % 4
            if came[column] >= 0:
                return None
            new[column], came[column] = card, index
        for index in loose:
            free = [(seat - first) % 4 for seat in hidden if came[(seat - first) % 4] < 0]
            own = index % 4
            if own in free:
                column = own
            elif len(free) == 1:
                column = free[0]
            else:
                return None
            new[column], came[column] = ids[index], index
        cells.extend(new)
        origin.extend(came)
    return cells, origin
