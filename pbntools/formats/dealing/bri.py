"""BRI: the cards of North, East and South as 39 numbers of two digits; West has the rest.

A record is 78 bytes (``raw``), a line (``lines``), or 128 bytes (``padded``: 32 spaces and 18 NUL, as Big Deal writes).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from pbntools import rules
from pbntools.core import Deal
from pbntools.formats.dealing.boards import Board, Codec, Dealt, Fault, Whole
from pbntools.formats.dealing.order import HAND, bit, indices, rest
from pbntools.said import Said

SIZE = 78
PADDED = 128
_PADDING = b" " * 32 + b"\0" * 18
_DIGITS = re.compile(rb"[0-9]{78}\Z")
_TRAILER = re.compile(rb"[YN]{2}[0-9 ]{3}[0-9 ]{2}[0-9 ]{3}\Z")
_ENDS = {"padded": _PADDING, "lines": b"\r\n", "raw": b""}


def parse(data: bytes, offset: int) -> tuple[Deal | None, list[Fault]]:
    """The deal of 78 bytes at an offset of the file."""
    if not _DIGITS.match(data):
        at = next((i for i, byte in enumerate(data) if not 48 <= byte <= 57), 0)
        message = Said("a board is 78 digits, and here stands another sign")
        return None, [Fault(rules.FORMAT_SHAPE, message, offset + at, offset + at + 1)]
    masks = [0, 0, 0]
    for at in range(0, SIZE, 2):
        number = int(data[at : at + 2])
        if not 1 <= number <= 52:
            message = Said("{number} is not the number of a card: expected 01 to 52", number=format(number, "02"))
            return None, [Fault(rules.FORMAT_SHAPE, message, offset + at, offset + at + 2)]
        masks[at // 2 // HAND] |= bit(number - 1)
    return Deal((masks[0], masks[1], masks[2], rest(masks))), []


def text(deal: Deal) -> bytes:
    """The 78 bytes of a complete deal."""
    return b"".join(b"%02d" % (index + 1) for mask in deal.masks[:3] for index in indices(mask or 0))


def is_board(data: bytes) -> bool:
    """Whether 78 bytes are 39 different cards."""
    if not _DIGITS.match(data):
        return False
    numbers = {int(data[at : at + 2]) for at in range(0, SIZE, 2)}
    return len(numbers) == 39 and min(numbers) > 0 and max(numbers) <= 52


def is_dup(head: bytes) -> bool:
    """Whether the first record is one of DUP: 78 digits, 68 bytes, and a trailer of ten."""
    return is_board(head[:SIZE]) and _TRAILER.match(head[146:156]) is not None


def _sniff(head: bytes) -> bool:
    if not is_board(head[:SIZE]) or is_dup(head):
        return False
    following = head[SIZE:PADDED]
    return not following.strip(b" \0") or following[:1] in (b"\r", b"\n") or following[:50].isdigit()


def _decode(data: bytes, whole: Whole) -> Iterator[Board]:
    number = 0
    for offset, record in _records(data):
        if len(record) < SIZE:
            message = Said("a board has {size} digits, and the file ends after {n}", size=SIZE, n=len(record))
            if offset + len(record) < len(data):
                message = Said("a board has {size} digits, and this line has {n}", size=SIZE, n=len(record))
            rule = rules.FORMAT_TRUNCATED if offset + len(record) >= len(data) else rules.WRONG_SIZE
            whole.tell(Fault(rule, message, offset, offset + len(record)))
            number += 1
            continue
        number += 1
        deal, faults = parse(record[:SIZE], offset)
        if record[SIZE:].strip(b" \0"):
            message = Said("behind the {size} digits stand {n} bytes more", size=SIZE, n=len(record) - SIZE)
            faults.append(Fault(rules.WRONG_SIZE, message, offset + SIZE, offset + len(record)))
        yield Board(number, deal, offset, offset + len(record), tuple(faults))


def _records(data: bytes) -> Iterator[tuple[int, bytes]]:
    if b"\r" in data[: PADDED * 2] or b"\n" in data[: PADDED * 2]:
        for match in re.finditer(rb"[^\r\n\x1a]+", data):
            if match[0].strip(b" \0"):
                yield match.start(), match[0]
        return
    size = PADDED if len(data) > SIZE and not data[SIZE : SIZE + 32].strip(b" \0") else SIZE
    for offset in range(0, len(data), size):
        record = data[offset : offset + size]
        if record.strip(b" \0\x1a"):
            yield offset, record


def _encode(boards: Iterable[Dealt], file: BinaryIO, dialect: str) -> int:
    count = 0
    for board in boards:
        file.write(text(board.deal) + _ENDS[dialect])
        count += 1
    return count


CODEC = Codec("bri", "BRI (dealing machine)", (".bri",), _sniff, _decode, _encode, dialects=tuple(_ENDS))

__all__ = ["CODEC", "SIZE", "is_board", "is_dup", "parse", "text"]
