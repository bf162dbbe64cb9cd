"""BHG (Borel): an empty line, then a line a board with the cards as letters, from the dealer's hand on, clockwise.

``A`` to ``Z`` are the spades and hearts in order, ``a`` to ``z`` the diamonds and clubs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from pbntools import rules
from pbntools.core import Deal, board_dealer
from pbntools.formats.dealing.boards import Board, Codec, Dealt, Fault, Whole
from pbntools.formats.dealing.order import CARDS, HAND, bit, indices
from pbntools.said import Said

_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_INDEX = {letter: index for index, letter in enumerate(_LETTERS)}
_FIRST = re.compile(rb"\A[ \t]*(?:\r\n?|\n)?([A-Za-z]{52})(?:[\r\n \x1a]|\Z)")
_LINE = re.compile(rb"[^\r\n\x1a]+")


def _sniff(head: bytes) -> bool:
    found = _FIRST.match(head)
    return found is not None and len(set(found[1])) == CARDS


def _decode(data: bytes, whole: Whole) -> Iterator[Board]:
    number = 0
    last = len(data.rstrip())
    for match in _LINE.finditer(data):
        line = match[0].rstrip()
        if not line:
            continue
        number += 1
        start, end = match.start(), match.start() + len(line)
        wrong = next((at for at, byte in enumerate(line) if byte not in _INDEX), None)
        if wrong is not None:
            fault = Fault(
                rules.FORMAT_SHAPE, Said("a card is a letter, and this is none"), start + wrong, start + wrong + 1
            )
            yield Board(number, None, start, end, (fault,))
            continue
        if len(line) != CARDS:
            rule = rules.FORMAT_TRUNCATED if end >= last and len(line) < CARDS else rules.WRONG_SIZE
            message = Said("a board has {size} letters, and this line has {n}", size=CARDS, n=len(line))
            whole.tell(Fault(rule, message, start, end))
            continue
        masks = [0, 0, 0, 0]
        dealer = board_dealer(number)
        for at, byte in enumerate(line):
            masks[(dealer + at // HAND) % 4] |= bit(_INDEX[byte])
        yield Board(number, Deal((masks[0], masks[1], masks[2], masks[3])), start, end)


def _encode(boards: Iterable[Dealt], file: BinaryIO, _dialect: str) -> int:
    count = 0
    file.write(b"\r\n")
    for board in boards:
        first = board_dealer(board.number)
        masks = board.deal.masks[first:] + board.deal.masks[:first]
        file.write(bytes(_LETTERS[index] for mask in masks for index in indices(mask or 0)) + b"\r\n")
        count += 1
    return count


CODEC = Codec("bhg", "BHG (Borel)", (".bhg",), _sniff, _decode, _encode, text=True)

__all__ = ["CODEC"]
