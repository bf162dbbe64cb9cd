"""The label P: the tricks between colons, each in playing order; a card without its suit is of the suit led."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pbntools.core import CARDS, RANKS, Deal, Seat
from pbntools.game.tricks import trick_winner
from pbntools.record import UNKNOWN_CARD, Annotation, Play
from pbntools.said import Said

_CARD = re.compile(r"\s++|([SHDC]?)([2-9TJQKA])((?:\^[0-9]|[!?*])*+)|(:)|(\S)", re.I)
_MARK = re.compile(r"\^([0-9])|([!?]{1,2})")
_SUFFIXES = frozenset(("!", "?", "!!", "??", "!?", "?!"))
NOTRUMP = 4


@dataclass(slots=True)
class Cards:
    """A play as it was read: ``spans`` and ``marks`` by cell of the play, offsets in the value."""

    play: Play | None = None
    spans: dict[int, tuple[int, int]] = field(default_factory=dict)
    marks: dict[int, Annotation] = field(default_factory=dict)
    last: int | None = None
    """The cell of the card that was played last."""
    faults: list[tuple[str, int, int]] = field(default_factory=list)


def parse(text: str, leader: Seat, trump: int) -> Cards:
    """The play of a value; ``trump`` is the denomination, 0 to 4."""
    found = Cards()
    cells: dict[int, int] = {}
    trick: list[int] = []
    led = ""
    number = 0
    seat = int(leader)
    closed = True
    for word in _CARD.finditer(text):
        if word.lastindex is None:
            continue
        start, end = word.span()
        if word[5] is not None:
            found.faults.append(
                (Said("{word} is no card; the play is read up to here", word=repr(word[5])), start, end)
            )
            break
        if word[4] is not None:
            if trick:
                found.faults.append(
                    (
                        Said(
                            "trick {trick} has {n} cards; the play is read up to here", trick=number + 1, n=len(trick)
                        ),
                        start,
                        end,
                    )
                )
                break
            closed = True
            continue
        if not trick:
            if not closed or number == 13:
                found.faults.append((Said("a trick has four cards and a colon behind it"), start, end))
                break
            led = word[1].upper()
            if not led:
                found.faults.append(
                    (Said("the first card of a trick has its suit; the play is read up to here"), start, end)
                )
                break
            closed = False
        card = 13 * "CDHS".index(word[1].upper() or led) + RANKS.index(word[2].upper())
        cell = 4 * number + (seat - leader) % 4
        cells[cell] = card
        found.spans[cell] = (start, word.end(2))
        found.last = cell
        if word[3]:
            _mark(found, cell, word[3])
        trick.append(card)
        seat = (seat + 1) % 4
        if len(trick) == 4:
            # Four cards on, the turn has come back to the leader.
            seat = (seat + trick_winner(trick, trump)) % 4
            trick = []
            number += 1
    ids = tuple(cells.get(cell, UNKNOWN_CARD) for cell in range(max(cells, default=-1) + 1))
    found.play = Play(leader, ids, "" if len(cells) == len(CARDS) else "*")
    return found


def _mark(found: Cards, cell: int, text: str) -> None:
    notes = tuple(int(mark[1]) for mark in _MARK.finditer(text) if mark[1] is not None)
    suffix = next((mark[2] for mark in _MARK.finditer(text) if mark[2] in _SUFFIXES), None)
    if notes or suffix:
        found.marks[cell] = Annotation(suffix, notes)


def text_of(play: Play, leader: Seat, trump: int, marks: Mapping[int, str]) -> tuple[str, int]:
    """The value for a play, and how many cards it holds; it ends before the first card that is not known."""
    tricks: list[str] = []
    seat = int(leader)
    count = 0
    ids = play.ids
    for number in range(13):
        text = ""
        cards: list[int] = []
        for turn in range(4):
            cell = 4 * number + (seat + turn - play.first) % 4
            if cell >= len(ids) or ids[cell] < 0:
                break
            card = CARDS[ids[cell]]
            shown = str(card) if not cards or card.suit is not CARDS[cards[0]].suit else card.rank_letter
            text += shown + marks.get(cell, "")
            cards.append(ids[cell])
        if text:
            tricks.append(text)
            count += len(cards)
        if len(cards) < 4:
            break
        seat = (seat + trick_winner(cards, trump)) % 4
    return ":".join(tricks), count


def opening(deal: Deal | None, text: str) -> Seat | None:
    """Who led, by the deal: the one hand that holds the first card; None where none or several do."""
    found = _CARD.match(text.lstrip())
    if deal is None or found is None or not found[1] or not found[2]:
        return None
    card = 13 * "CDHS".index(found[1].upper()) + RANKS.index(found[2].upper())
    holders = [seat for seat in Seat if (deal.masks[seat] or 0) >> card & 1]
    return holders[0] if len(holders) == 1 else None


__all__ = ["NOTRUMP", "Cards", "opening", "parse", "text_of"]
