"""DUP: a board as in BRI, then as in DGE, and ten bytes that tell of the set.

In a ``blind`` set the first board's copy for the screen is blank.  Where both copies are there, they are compared, and
BRI's counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from pbntools import rules
from pbntools.core import Deal, Seat
from pbntools.formats.dealing import bri, dge
from pbntools.formats.dealing.boards import Board, Codec, Dealt, Fault, Whole, few, pieces
from pbntools.said import NAMES, Said

SIZE = 156
_COPY = slice(bri.SIZE, bri.SIZE + dge.SIZE)
_TRAILER = re.compile(rb"([YN])([YN])([0-9]{1,3}) *([0-9 ]{2})([0-9]{1,3}) *\Z")
_SPLIT = slice(146, SIZE)


def _decode(data: bytes, whole: Whole) -> Iterator[Board]:
    first = data[_SPLIT]
    span = _span(first)
    lowest = span[0] if span else 1
    count = -(-len(data) // SIZE)
    if len(first) == 10 and span is None:
        message = Said("the ten bytes behind the deal tell no lowest and highest board: {found}", found=_shown(first))
        whole.tell(Fault(rules.FORMAT_SHAPE, message, 146, SIZE))
    elif span is not None:
        if span[1] - lowest + 1 != count:
            message = Said(
                "the first board says that the set is {first} to {last}, and the file has room for {count}",
                first=lowest,
                last=span[1],
                count=count,
            )
            whole.tell(Fault(rules.WRONG_SIZE, message, 148, SIZE))
        if first[1:2] == b"Y":
            message = Said("the set is to be counted backwards; boards are numbered in the order of the file")
            whole.tell(Fault(rules.FORMAT_UNKNOWN, message, 147, 148))
    for index, (offset, record) in enumerate(pieces(data, SIZE)):
        end = offset + len(record)
        if len(record) < SIZE:
            message = Said("a board has {size} bytes, and the file ends after {n}", size=SIZE, n=len(record))
            whole.tell(Fault(rules.FORMAT_TRUNCATED, message, offset, end))
            continue
        deal, faults = bri.parse(record[: bri.SIZE], offset)
        if record[_COPY].strip(b" \0"):
            copy, wrong = dge.parse(record[_COPY], offset + bri.SIZE)
            faults += wrong
            if deal is not None and copy is not None and copy != deal:
                message = Said(
                    "the board in numbers and its copy for the screen differ: {what}",
                    what=_difference(deal, copy),
                )
                faults.append(Fault(rules.COPIES_DISAGREE, message, offset + bri.SIZE, offset + 146))
        # Some writers tell of the set in its first board alone.
        if index and record[_SPLIT] != first and record[_SPLIT].strip(b" \0"):
            message = Said(
                "the ten bytes behind the deal are not those of the first board: {found}", found=_shown(record[_SPLIT])
            )
            faults.append(Fault(rules.FORMAT_VALUE, message, offset + 146, end))
        yield Board(lowest + index, deal, offset, end, tuple(faults))


def _span(trailer: bytes) -> tuple[int, int] | None:
    found = _TRAILER.match(trailer)
    if found is None:
        return None
    lowest, highest = int(trailer[2:5].strip() or b"0"), int(trailer[7:10].strip() or b"0")
    return (lowest, highest) if 1 <= lowest <= highest else None


def _shown(data: bytes) -> str:
    return repr(data.decode("latin-1"))


def _difference(deal: Deal, copy: Deal) -> str:
    for seat in Seat:
        one, other = deal[seat], copy[seat]
        if one != other:
            return Said(
                "{seat} has {hand} and {other}",
                seat=NAMES[seat],
                hand=one or Said("an unknown hand"),
                other=other,
            )
    return Said("one is not complete")


def _encode(boards: Iterable[Dealt], file: BinaryIO, dialect: str) -> int:
    found = few(boards, "DUP")
    if not found:
        return 0
    trailer = b"YN%-3d 0%-3d" % (found[0].number, found[-1].number)
    for index, board in enumerate(found):
        copy = b" " * dge.SIZE if dialect == "blind" and not index else dge.text(board.deal)
        file.write(bri.text(board.deal) + copy + trailer)
    return len(found)


CODEC = Codec("dup", "DUP (Duplimate)", (".dup",), bri.is_dup, _decode, _encode, "run", 99, dialects=("plain", "blind"))

__all__ = ["CODEC"]
