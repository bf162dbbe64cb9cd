"""The deals of the bidding engine BEN: dealer, vulnerability, and the hands from North on."""

from __future__ import annotations

from pbntools import rules
from pbntools.core import Seat, Vulnerability, hand_text
from pbntools.formats.building import build_record
from pbntools.formats.losses import Losses
from pbntools.formats.oneline.lines import LineCodec, LineError, Unheld, blank, complete, hands
from pbntools.formats.reducing import note_all_but_deal
from pbntools.record import Record
from pbntools.said import Said, said_of

NAME = "BEN's list of deals"
_NAMES = {Vulnerability.NONE: "None", Vulnerability.NS: "N-S", Vulnerability.EW: "E-W", Vulnerability.ALL: "Both"}


def parse(line: str) -> tuple[Record, Unheld]:
    """The record of a line."""
    words = line.split()
    if len(words) != 6:
        raise LineError(
            Said("a deal is a dealer, a vulnerability and four hands, and here are {n} words", n=len(words))
        )
    try:
        dealer, vulnerable = Seat.parse(words[0]), Vulnerability.parse(words[1])
    except ValueError as error:
        raise LineError(said_of(error)) from None
    return build_record(dealer=dealer, vulnerable=vulnerable, deal=hands(words[2:], "NESW")), ()


def fit(record: Record, losses: Losses, _dialect: str) -> Record | None:
    """The deal with its dealer and vulnerability; None where one of them is not known."""
    deal = complete(record)
    if deal is None or record.dealer is None or record.vulnerable is None:
        losses.add(rules.RECORD_LEFT_OUT, f"{NAME} holds complete deals with dealer and vulnerability alone")
        return None
    note_all_but_deal(record, NAME, losses)
    if record.board is not None:
        losses.add(rules.BOARD_CHANGED, f"{NAME} has no place for the board's label")
    return build_record(dealer=record.dealer, vulnerable=record.vulnerable, deal=deal)


def text(record: Record, _dialect: str) -> str:
    """The line of a fitted record."""
    masks = record.deal.masks if record.deal else (0, 0, 0, 0)
    vulnerable = _NAMES[record.vulnerable or Vulnerability.NONE]
    return " ".join([str(record.dealer), vulnerable, *(hand_text(mask or 0) for mask in masks)])


CODEC = LineCodec("ben", NAME, (".ben",), frozenset(("deal", "dealer", "vulnerable")), parse, blank, fit, text)

__all__ = ["CODEC"]
