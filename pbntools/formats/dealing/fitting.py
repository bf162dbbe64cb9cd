"""What these formats can hold of records: complete deals, each once, under numbers that the format gives or takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b

from pbntools import rules
from pbntools.core import Deal, Seat, Vulnerability, board_dealer, board_vulnerability
from pbntools.formats.building import build_record
from pbntools.formats.dealing.boards import Codec, Dealt
from pbntools.formats.losses import Losses
from pbntools.formats.reducing import note_all_but_deal
from pbntools.formats.registry import Facts, WriteError
from pbntools.record import Record


class DealFitter:
    """Fits the records of one file, one after the other.

    A board that comes again with the same deal, as at a second table, is left out.  Numbers are those of the records
    as far as the format allows: some number boards from 1 without gaps, and some from the first number on.
    """

    def __init__(self, codec: Codec) -> None:
        self._codec = codec
        self._name = codec.title
        self._next = 1
        self._count = 0
        self._used: set[int] = set()
        self._seen: set[bytes] = set()

    def __call__(self, record: Record, _facts: Facts, losses: Losses) -> Record | None:
        """The record as the format can hold it; None where it is left out."""
        name = self._name
        deal = None if record.deal is None else record.deal.completed()
        if deal is None or not deal.is_complete:
            losses.add(rules.RECORD_LEFT_OUT, f"{name} holds complete deals alone")
            return None
        if deal is not record.deal:
            losses.add(rules.VALUE_CHANGED, f"{name} takes the fourth hand from the other three")
        key = blake2b(repr((record.board, deal.masks)).encode("utf-8", "surrogatepass"), digest_size=16).digest()
        if key in self._seen:
            losses.add(rules.RECORD_LEFT_OUT, f"{name} holds each deal once, so a board at another table is left out")
            return None
        self._seen.add(key)
        note_all_but_deal(record, name, losses)
        number = self._number(record, losses)
        dealer, vulnerable = board_dealer(number), board_vulnerability(number)
        if self._codec.tells and record.dealer is not None and record.vulnerable is not None:
            dealer, vulnerable = record.dealer, record.vulnerable
        else:
            self._compare("dealer", record.dealer, dealer, losses)
            self._compare("vulnerability", record.vulnerable, vulnerable, losses)
        return build_record(board=str(number), dealer=dealer, vulnerable=vulnerable, deal=deal)

    def _number(self, record: Record, losses: Losses) -> int:
        own = record.number
        most = self._codec.most
        if own is not None and most is not None and own > most:
            own = None
        if self._codec.numbering == "run" and not self._count and own is not None:
            self._next = own
        number = self._next
        if self._codec.numbering == "label":
            if own is not None and own not in self._used:
                number = own
            while number in self._used:
                number += 1
            self._used.add(number)
        if str(number) != record.board:
            losses.add(rules.BOARD_CHANGED, self._why(record))
        self._count += 1
        self._next = number + 1
        return number

    def _why(self, record: Record) -> str:
        if record.number is None or str(record.number) != record.board:
            return f"{self._name} numbers boards: a label that is no plain number becomes one"
        if self._codec.numbering == "label":
            return f"{self._name} has each number once, up to {self._codec.most}: other boards get the next one"
        return f"{self._name} numbers boards without gaps, in the order of the file: boards get other numbers"

    def _compare(self, what: str, old: Seat | Vulnerability | None, new: Seat | Vulnerability, losses: Losses) -> None:
        if old is None:
            losses.add(rules.DEALER_CHANGED, f"{self._name} implies a {what} by the board's number; none was recorded")
        elif old != new:
            losses.add(rules.DEALER_CHANGED, f"{self._name} takes the {what} from the board's number")


def dealt(records: Iterable[Record]) -> Iterator[Dealt]:
    """Fitted records as boards; WriteError for one that was not fitted."""
    for record in records:
        number, deal = record.number, record.deal
        if number is None or record.dealer is None or record.vulnerable is None or not _complete(deal):
            raise WriteError("a board needs a number, a dealer, a vulnerability and a complete deal")
        yield Dealt(number, deal, record.dealer, record.vulnerable)  # type: ignore[arg-type]


def _complete(deal: Deal | None) -> bool:
    return deal is not None and deal.is_complete


__all__ = ["DealFitter", "dealt"]
