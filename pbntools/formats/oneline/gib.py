"""GIB's library of deals: the hands of West, North, East and South, a colon, and twenty hexadecimal digits.

The digits are the tricks of North and South, for notrump, spades, hearts, diamonds and clubs, with South, East, North
and West on lead.  As North declares with East on lead, South with West, East with South and West with North, they say
the same as the tag DoubleDummyTricks.
"""

from __future__ import annotations

import re

from pbntools import rules
from pbntools.core import DoubleDummy, Seat, Strain, hand_text
from pbntools.formats.building import build_record
from pbntools.formats.losses import Losses
from pbntools.formats.oneline.deals import note_board
from pbntools.formats.oneline.lines import LineCodec, LineError, Unheld, blank, complete, hands
from pbntools.formats.reducing import note_all_but_deal
from pbntools.record import Record
from pbntools.said import Said, said_of

NAME = "GIB's library"
TAG = "DoubleDummyTricks"
_LINE = re.compile(r"\s*([^\s:]+) ([^\s:]+) ([^\s:]+) ([^\s:]+):([0-9A-Fa-f]*)\s*\Z")
_STRAINS = (Strain.NOTRUMP, Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
_LEADERS = (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)
_CELLS = tuple((leader.right, strain) for strain in _STRAINS for leader in _LEADERS)


def parse(line: str) -> tuple[Record, Unheld]:
    """The record of a line."""
    found = _LINE.match(line)
    if found is None:
        raise LineError(
            Said("this is no deal of GIB's library: expected four hands, a colon and 20 hexadecimal digits")
        )
    deal = hands([found[1], found[2], found[3], found[4]], "WNES")
    digits = found[5]
    if len(digits) != len(_CELLS):
        raise LineError(
            Said("behind the colon stand 20 hexadecimal digits, and here are {n}", n=len(digits)), found.start(5)
        )
    try:
        tricks = DoubleDummy({cell: _own(cell[0], int(digit, 16)) for cell, digit in zip(_CELLS, digits, strict=True)})
    except ValueError as error:
        raise LineError(said_of(error), found.start(5)) from None
    return build_record({TAG: tricks.digits()}, deal=deal), ()


def _own(declarer: Seat, tricks: int) -> int:
    """Declarer's tricks for those of North and South, and the other way round."""
    return 13 - tricks if declarer in (Seat.EAST, Seat.WEST) else tricks


def fit(record: Record, losses: Losses, _dialect: str) -> Record | None:
    """The deal with its double-dummy tricks; None where one of them is not known."""
    deal = complete(record)
    try:
        tricks = DoubleDummy.parse(record.value(TAG) or "")
    except ValueError:
        tricks = None
    if deal is None or tricks is None:
        losses.add(rules.RECORD_LEFT_OUT, f"{NAME} holds complete deals with all double-dummy tricks alone")
        return None
    note_all_but_deal(record, NAME, losses, held=(TAG,))
    note_board(record, NAME, losses)
    return build_record({TAG: tricks.digits()}, deal=deal)


def text(record: Record, _dialect: str) -> str:
    """The line of a fitted record."""
    masks = record.deal.masks if record.deal else (0, 0, 0, 0)
    tricks = DoubleDummy.parse(record.value(TAG) or "")
    digits = "".join(f"{_own(cell[0], tricks[cell] or 0):X}" for cell in _CELLS)
    return " ".join(hand_text(masks[seat] or 0) for seat in (3, 0, 1, 2)) + f":{digits}"


CODEC = LineCodec("gib", NAME, (".asc", ".gib"), frozenset(("deal", "tags")), parse, blank, fit, text)

__all__ = ["CODEC"]
