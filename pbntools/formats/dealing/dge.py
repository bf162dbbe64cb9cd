"""DGE: each hand as its suits' signs and ranks, 68 bytes, filled up with NUL to 128."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from pbntools import rules
from pbntools.core import RANKS, Deal, Suit, cards_of
from pbntools.formats.dealing.boards import Board, Codec, Dealt, Fault, Whole, pieces
from pbntools.said import Said

SIZE = 68
PADDED = 128
_HAND = 17
_SIGNS = {0x06: Suit.SPADES, 0x03: Suit.HEARTS, 0x04: Suit.DIAMONDS, 0x05: Suit.CLUBS}
"""The suits as code page 437 draws control characters."""
_SIGN_OF = {suit: sign for sign, suit in _SIGNS.items()}
_ORDER = tuple(_SIGNS.values())


def parse(data: bytes, offset: int) -> tuple[Deal | None, list[Fault]]:
    """The deal of 68 bytes at an offset of the file."""
    masks: list[int] = []
    for start in range(0, SIZE, _HAND):
        mask, signs = 0, 0
        for at, byte in enumerate(data[start : start + _HAND], start):
            rank = RANKS.find(chr(byte))
            if signs < 4 and _SIGNS.get(byte) is _ORDER[signs]:
                signs += 1
            elif signs and rank >= 0:
                card = 1 << 13 * _ORDER[signs - 1] + rank
                if mask & card:
                    return None, [_fault(Said("the rank {chr} stands twice in a suit", chr=chr(byte)), offset + at)]
                mask |= card
            else:
                return None, [
                    _fault(
                        Said("the byte {byte} is neither the next suit's sign nor a rank", byte=format(byte, "#04x")),
                        offset + at,
                    )
                ]
        if signs < 4:
            return None, [_fault(Said("a hand has four suits, and here are {signs}", signs=signs), offset + start)]
        masks.append(mask)
    return Deal((masks[0], masks[1], masks[2], masks[3])), []


def _fault(message: str, at: int) -> Fault:
    return Fault(rules.FORMAT_SHAPE, message, at, at + 1)


def text(deal: Deal) -> bytes:
    """The 68 bytes of a complete deal."""
    out = bytearray()
    for mask in deal.masks:
        for suit in _ORDER:
            out.append(_SIGN_OF[suit])
            out += "".join(card.rank_letter for card in cards_of((mask or 0) & 0x1FFF << 13 * suit)).encode()
    return bytes(out)


def _sniff(head: bytes) -> bool:
    deal, _ = parse(head[:SIZE], 0) if len(head) >= SIZE else (None, [])
    return deal is not None and deal.is_complete and not head[SIZE:PADDED].strip(b" \0")


def _decode(data: bytes, whole: Whole) -> Iterator[Board]:
    for index, (offset, record) in enumerate(pieces(data, PADDED)):
        end = offset + len(record)
        if not record.strip(b" \0\x1a"):
            continue
        if len(record) < SIZE:
            message = Said("a board has {size} bytes, and the file ends after {n}", size=SIZE, n=len(record))
            whole.tell(Fault(rules.FORMAT_TRUNCATED, message, offset, end))
            continue
        deal, faults = parse(record[:SIZE], offset)
        if record[SIZE:].strip(b" \0"):
            message = Said("behind the {size} bytes of the hands stands more than filling", size=SIZE)
            faults.append(Fault(rules.WRONG_SIZE, message, offset + SIZE, end))
        yield Board(index + 1, deal, offset, end, tuple(faults))


def _encode(boards: Iterable[Dealt], file: BinaryIO, _dialect: str) -> int:
    count = 0
    for board in boards:
        file.write(text(board.deal).ljust(PADDED, b"\0"))
        count += 1
    return count


CODEC = Codec("dge", "DGE (dealing machine)", (".dge",), _sniff, _decode, _encode)

__all__ = ["CODEC", "SIZE", "parse", "text"]
