"""Cards in playing order and the tricks they win, as LIN has them: by the replay, or by the cards alone."""

from __future__ import annotations

from pbntools.formats.registry import Facts
from pbntools.game import trick_winner
from pbntools.record import Record

_CELLS = tuple(tuple(tuple(4 * row + (turn + step) % 4 for step in range(4)) for turn in range(4)) for row in range(13))
"""By trick and by how far its leader sits from the first column: its cells in playing order."""


def order_as_replayed(record: Record, facts: Facts, strain: int, leader: int) -> list[int] | None:
    """The cells in playing order by the replay under the Laws: for whole tricks in which nothing is irregular.

    None for others, and where the replay went by another contract than LIN tells.
    """
    play, trace, contract = record.play, facts.play, facts.contract
    if (
        play is None
        or trace is None
        or contract is None
        or facts.declarer is None
        or trace.play is not play
        or trace.findings
        or not facts.deal_sound
        or strain != contract.strain
        or leader != (facts.declarer + 1) & 3
        or leader != play.first
        or play.leads
        or play.revokes
        or play.next_cell is not None
        or record.trump_only is not None
    ):
        return None
    ids = play.ids
    if not ids or len(ids) & 3 or len(ids) > 52 or min(ids) < 0:
        return None
    order: list[int] = []
    for cells, lead in zip(_CELLS[: len(ids) // 4], trace.leaders, strict=False):
        order += cells[lead - leader]
    return order


def won_as_replayed(facts: Facts, leader: int) -> int | None:
    """Declarer's tricks by the replay; None unless all cards are played."""
    trace = facts.play
    if trace is None or len(trace.play.ids) != 52:
        return None
    return trace.won[(leader + 1) & 1]


def won_by_cards(ids: tuple[int, ...], first: int, strain: int, leader: int, leads: frozenset[int]) -> int | None:
    """Declarer's tricks by the cards; None unless all are played."""
    if len(ids) != 52 or strain < 0 or leader < 0 or min(ids) < 0:
        return None
    won = 0
    lead = leader
    for row in range(0, 52, 4):
        marked = [cell for cell in range(row, row + 4) if cell in leads]
        if marked:
            lead = (first + marked[0]) & 3
        turn = [ids[row + ((lead + step - first) & 3)] for step in range(4)]
        lead = (lead + trick_winner(turn, strain)) & 3
        won += (lead + 1) & 1 == leader & 1
    return won
