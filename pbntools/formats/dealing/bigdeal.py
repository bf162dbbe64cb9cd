"""The CSV of Big Deal: sixteen holdings, the board's number, and its dealer with its vulnerability."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from pbntools import rules
from pbntools.core import Deal, Seat, Suit, Vulnerability, parse_hand_mask
from pbntools.formats.dealing.boards import Board, Codec, Dealt, Fault, Whole
from pbntools.said import Said, said_of

_VULNERABLE = {
    "-": Vulnerability.NONE, "NONE": Vulnerability.NONE, "NS": Vulnerability.NS, "EW": Vulnerability.EW,
    "ALL": Vulnerability.ALL, "BOTH": Vulnerability.ALL,
}  # fmt: skip
_NAMES = {Vulnerability.NONE: "-", Vulnerability.NS: "NS", Vulnerability.EW: "EW", Vulnerability.ALL: "All"}
_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
_LINE = re.compile(rb"[^\r\n\x1a]+")
_ROW = re.compile(
    rb'\s*(?:"[2-9TJQKA]{0,13}"\s*,\s*){16}"\s*\d{1,5}\s*"\s*,\s*"[NESW]/[^"]{1,4}"\s*(?:[\r\n]|\Z)', re.I
)
_FIELDS = 18


def _sniff(head: bytes) -> bool:
    return _ROW.match(head) is not None


def _decode(data: bytes, whole: Whole) -> Iterator[Board]:
    last = len(data.rstrip())
    for match in _LINE.finditer(data):
        line = match[0].rstrip()
        if not line:
            continue
        start, end = match.start(), match.start() + len(line)
        fields = [field.strip().strip('"').strip() for field in line.decode("latin-1").split(",")]
        number = fields[16] if len(fields) == _FIELDS else ""
        if not number.isascii() or not number.isdigit() or not 1 <= int(number[:9]) <= 99_999_999:
            cut = len(fields) < _FIELDS and end >= last
            message = Said(
                "a row has {size} values with the number of the board as the 17th, and this has {n}",
                size=_FIELDS,
                n=len(fields),
            )
            if len(fields) == _FIELDS:
                message = Said("{number} is not the number of a board", number=repr(number[:20]))
            rule = rules.FORMAT_TRUNCATED if cut else rules.FORMAT_SHAPE
            whole.tell(Fault(rule, message, start, end))
            continue
        faults: list[Fault] = []
        masks: list[int | None] = []
        for at in range(0, 16, 4):
            try:
                masks.append(parse_hand_mask(".".join(fields[at : at + 4])))
            except ValueError as error:
                faults.append(Fault(rules.FORMAT_SHAPE, said_of(error), start, end))
                masks.append(None)
        deal = None if faults else Deal((masks[0], masks[1], masks[2], masks[3]))
        letter, _, name = fields[17].upper().partition("/")
        dealer = Seat.parse(letter) if letter in tuple("NESW") else None
        vulnerable = _VULNERABLE.get(name)
        if dealer is None or vulnerable is None:
            message = Said(
                "{fields} is no dealer with a vulnerability: expected N/- and the like", fields=repr(fields[17][:20])
            )
            faults.append(Fault(rules.FORMAT_VALUE, message, start, end))
        yield Board(int(number), deal, start, end, tuple(faults), dealer, vulnerable)


def _encode(boards: Iterable[Dealt], file: BinaryIO, _dialect: str) -> int:
    count = 0
    for board in boards:
        holdings = [hand.suit(suit) if hand else "" for hand in board.deal for suit in _SUITS]
        values = [*holdings, str(board.number), f"{board.dealer}/{_NAMES[board.vulnerable]}"]
        file.write((",".join(f'"{value}"' for value in values) + "\r\n").encode())
        count += 1
    return count


CODEC = Codec(
    "bigdeal",
    "Big Deal's CSV",
    (".bigdeal.csv",),
    _sniff,
    _decode,
    _encode,
    "label",
    99_999_999,
    text=True,
    tells=True,
)

__all__ = ["CODEC"]
