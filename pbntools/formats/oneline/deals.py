"""Deals in the form of PBN's tag Deal, one a line: ``N:KQT2.8653.A7.K32 …`` (PBN 2.1 §3.4.11)."""

from __future__ import annotations

from pbntools import rules
from pbntools.core import Deal
from pbntools.formats.building import build_record
from pbntools.formats.losses import Losses
from pbntools.formats.oneline.lines import LineCodec, LineError, Unheld, blank
from pbntools.formats.reducing import note_all_but_deal
from pbntools.record import Record
from pbntools.said import said_of

NAME = "List of deals"


def parse(line: str) -> tuple[Record, Unheld]:
    """The record of a line."""
    words = line.split()
    if words and len(words[0]) == 2:
        # A blank behind the colon.
        words[:2] = ["".join(words[:2])]
    try:
        deal = Deal.parse(" ".join(words))
    except ValueError as error:
        raise LineError(said_of(error)) from None
    return build_record(deal=deal), ()


def fit(record: Record, losses: Losses, _dialect: str) -> Record | None:
    """The deal alone; None where there is none."""
    if record.deal is None:
        losses.add(rules.RECORD_LEFT_OUT, f"{NAME} holds deals, and here is none")
        return None
    note_all_but_deal(record, NAME, losses)
    note_board(record, NAME, losses)
    return build_record(deal=record.deal)


def note_board(record: Record, title: str, losses: Losses) -> None:
    """Note the board's label, its dealer and its vulnerability as lost."""
    if record.board is not None:
        losses.add(rules.BOARD_CHANGED, f"{title} has no place for the board's label")
    if record.dealer is not None or record.vulnerable is not None:
        losses.add(rules.DEALER_CHANGED, f"{title} has no place for dealer and vulnerability")


def text(record: Record, _dialect: str) -> str:
    """The line of a fitted record."""
    return "" if record.deal is None else record.deal.to_pbn()


CODEC = LineCodec("deals", NAME, (".deals",), frozenset(("deal",)), parse, blank, fit, text)

__all__ = ["CODEC", "fit", "note_board", "parse", "text"]
