"""52 digits a line: for each card, from the ace of spades to the two of clubs, its holder.

Digits are 1 North to 4 West, or 0 North to 3 West; 1 to 4 are written.
"""

from __future__ import annotations

from pbntools import rules
from pbntools.formats.building import build_record
from pbntools.formats.dealing.order import CARDS, deal_of, owners_of
from pbntools.formats.losses import Losses
from pbntools.formats.oneline.deals import note_board
from pbntools.formats.oneline.lines import LineCodec, LineError, Unheld, blank, complete
from pbntools.formats.reducing import note_all_but_deal
from pbntools.record import Record
from pbntools.said import Said

NAME = "List of owners"


def parse(line: str) -> tuple[Record, Unheld]:
    """The record of a line."""
    digits = line.strip()
    if len(digits) != CARDS:
        raise LineError(Said("a deal is {size} digits, and here are {n}", size=CARDS, n=len(digits)))
    wrong = next((at for at, digit in enumerate(digits) if digit not in "01234"), None)
    if wrong is not None:
        raise LineError(Said("{digits} is no player: expected 1 to 4, or 0 to 3", digits=repr(digits[wrong])), wrong)
    lowest, highest = min(digits), max(digits)
    if lowest == "0" and highest == "4":
        raise LineError(Said("a deal has digits from 1 to 4, or from 0 to 3, and not both"), digits.index("0"))
    # Where neither 0 nor 4 stands, one player has no card, and nobody can tell which.
    if lowest != "0" and highest != "4":
        raise LineError(Said("neither 0 nor 4 stands here, so one of the four players has no card"))
    north = 0 if lowest == "0" else 1
    return build_record(deal=deal_of([int(digit) - north for digit in digits])), ()


def fit(record: Record, losses: Losses, _dialect: str) -> Record | None:
    """The deal alone; None where it is not complete."""
    deal = complete(record)
    if deal is None:
        losses.add(rules.RECORD_LEFT_OUT, f"{NAME} holds complete deals alone")
        return None
    note_all_but_deal(record, NAME, losses)
    note_board(record, NAME, losses)
    return build_record(deal=deal)


def text(record: Record, _dialect: str) -> str:
    """The line of a fitted record."""
    return "" if record.deal is None else "".join(str(seat + 1) for seat in owners_of(record.deal))


CODEC = LineCodec("owners", NAME, (".owners",), frozenset(("deal",)), parse, blank, fit, text)

__all__ = ["CODEC"]
