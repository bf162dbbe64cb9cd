"""BER (Bernasconi): for each card in order the digit of its holder, 1 North to 4 West, without any separators."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from pbntools import rules
from pbntools.formats.dealing.boards import Board, Codec, Dealt, Fault, Whole
from pbntools.formats.dealing.order import CARDS, deal_of, is_even, owners_of
from pbntools.said import Said

_RUN = re.compile(rb"[^\r\n \0\x1a]+")


def _sniff(head: bytes) -> bool:
    first = head[:CARDS]
    if len(first) < CARDS or first.strip(b"1234") or not is_even(byte - 49 for byte in first):
        return False
    # Behind a line end it would be one of the lists with a deal a line.
    return not head[CARDS : CARDS + 1].strip(b"1234\0\x1a")


def _decode(data: bytes, whole: Whole) -> Iterator[Board]:
    number = 0
    last = len(data.rstrip(b"\r\n \0\x1a"))
    for run in _RUN.finditer(data):
        for start in range(run.start(), run.end(), CARDS):
            end = min(start + CARDS, run.end())
            record = data[start:end]
            number += 1
            if len(record) < CARDS:
                message = Said("a board has {size} digits, and here are {n}", size=CARDS, n=len(record))
                rule = rules.FORMAT_TRUNCATED if end >= last else rules.WRONG_SIZE
                whole.tell(Fault(rule, message, start, end))
                continue
            wrong = next((at for at, byte in enumerate(record) if not 49 <= byte <= 52), None)
            if wrong is not None:
                message = Said(
                    "{chr} is no player: expected 1 (North), 2 (East), 3 (South) or 4 (West)",
                    chr=repr(chr(record[wrong])),
                )
                fault = Fault(rules.FORMAT_SHAPE, message, start + wrong, start + wrong + 1)
                yield Board(number, None, start, end, (fault,))
                continue
            yield Board(number, deal_of([byte - 49 for byte in record]), start, end)


def _encode(boards: Iterable[Dealt], file: BinaryIO, _dialect: str) -> int:
    count = 0
    for board in boards:
        file.write(bytes(49 + seat for seat in owners_of(board.deal)))
        count += 1
    return count


CODEC = Codec("ber", "BER (Bernasconi)", (".ber",), _sniff, _decode, _encode)

__all__ = ["CODEC"]
