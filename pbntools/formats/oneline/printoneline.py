"""The output of the program dealer with ``printoneline``: ``n HAND e HAND s HAND w HAND``.

Hands may stand without their letters, from North on, behind the number of the deal (``index``), as other programs
print them; a value that was printed beside a deal is none of the record's.
"""

from __future__ import annotations

import re

from pbntools import rules
from pbntools.core import Deal, Seat, hand_text
from pbntools.formats.building import build_record
from pbntools.formats.losses import Losses
from pbntools.formats.oneline.lines import LineCodec, LineError, Unheld, blank, complete, hands
from pbntools.formats.reducing import note_all_but_deal
from pbntools.record import Record
from pbntools.said import Said

NAME = "Dealer's list"
_HAND = r"(?:[2-9TJQKA]*+\.){3}[2-9TJQKA]*+"
_LETTERED = re.compile(rf"\s*+(?:(\d{{1,9}})\s++)?+((?:[nesw]\s++{_HAND}\s*+){{1,4}}+)(.*)", re.I | re.S)
_ORDERED = re.compile(rf"\s*+(\d{{1,9}})\s++((?:{_HAND}(?:\s++|\Z)){{4}}+)(.*)", re.I | re.S)
_START = re.compile(r"\s*+(?:\d{1,9}\s++)?+(?:[nesw]\s++)?+[2-9TJQKA]*+\.", re.I)


def parse(line: str) -> tuple[Record, Unheld]:
    """The record of a line."""
    found = _LETTERED.match(line)
    if found is not None:
        words = found[2].split()
        seats = "".join(words[::2]).upper()
        if len(set(seats)) < len(seats):
            raise LineError(Said("a player has two hands"))
        deal = hands(words[1::2], seats)
    else:
        found = _ORDERED.match(line)
        if found is None:
            raise LineError(Said("this is no deal: expected n, e, s and w with a hand behind each"))
        deal = hands(found[2].split(), "NESW")
    unheld: Unheld = ()
    if found[3].strip():
        unheld = ((rules.TAG_LOST, "a record has no place for a value that stands beside a deal"),)
    return build_record(board=found[1], deal=deal), unheld


def stray(line: str) -> bool:
    """Whether a line is none of the deals: statistics, or values that were printed on a line of their own."""
    return _START.match(line) is None


def is_whole(line: str) -> bool:
    """Whether a line is a deal of four hands; lines before the first deal may hold anything."""
    try:
        record = parse(line)[0]
    except LineError:
        return False
    return complete(record) is not None


def fit(record: Record, losses: Losses, dialect: str) -> Record | None:
    """The deal alone, in the dialect ``index`` with the board's number; None where it is not complete."""
    deal = complete(record)
    if deal is None:
        losses.add(rules.RECORD_LEFT_OUT, f"{NAME} holds complete deals alone")
        return None
    note_all_but_deal(record, NAME, losses)
    if record.dealer is not None or record.vulnerable is not None:
        losses.add(rules.DEALER_CHANGED, f"{NAME} has no place for dealer and vulnerability")
    board = None
    if dialect == "index":
        number = record.number
        if number is None:
            losses.add(rules.RECORD_LEFT_OUT, f"{NAME} with an index holds boards that have a number")
            return None
        board = str(number)
    if record.board != board:
        losses.add(rules.BOARD_CHANGED, f"{NAME} has no place for the board's label")
    return build_record(board=board, deal=deal)


def text(record: Record, dialect: str) -> str:
    """The line of a fitted record."""
    texts = _texts(record.deal)
    if dialect == "index":
        return " ".join([record.board or "", *texts])
    return " ".join(f"{seat.letter.lower()} {hand}" for seat, hand in zip(Seat, texts, strict=True))


def _texts(deal: Deal | None) -> list[str]:
    return [hand_text(mask or 0) for mask in (deal.masks if deal else (0, 0, 0, 0))]


CODEC = LineCodec(
    "dealer", NAME, (".oneline",), frozenset(("deal",)), parse, blank, fit, text,
    ("letters", "index"), stray, is_whole,
)  # fmt: skip

__all__ = ["CODEC"]
