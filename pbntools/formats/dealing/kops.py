"""RZD and CDS: thirteen bytes a board, one a rank from the ace down, with two bits a suit for the holder.

RZD (KOPS) has the number of boards at its head; CDS has the board's number before each, and counts seats from West.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from pbntools import rules
from pbntools.formats.dealing.boards import Board, Codec, Dealt, Fault, Whole, few, pieces
from pbntools.formats.dealing.order import HAND, deal_of, is_even, owners_of
from pbntools.formats.registry import HEAD
from pbntools.said import Said

_SPACES = b" " * 11
_HEADER = 13
_RECORD = 14
_CDS_TURN = 1
_MOST_RZD = 0xFFFF


def _owners(data: bytes, turn: int = 0) -> list[int]:
    """The holder of each card in order; ``turn`` is the number of North."""
    return [((byte >> shift) - turn) & 3 for shift in (6, 4, 2, 0) for byte in data]


def _bytes(owners: Sequence[int], turn: int = 0) -> bytes:
    out = bytearray(HAND)
    for index, seat in enumerate(owners):
        out[index % HAND] |= (seat + turn & 3) << 6 - 2 * (index // HAND)
    return bytes(out)


def _is_rzd(head: bytes) -> bool:
    if len(head) < _HEADER + HAND or head[2:_HEADER] != _SPACES:
        return False
    return is_even(_owners(head[_HEADER : _HEADER + HAND]))


def _decode_rzd(data: bytes, whole: Whole) -> Iterator[Board]:
    if len(data) < _HEADER:
        message = Said("the head has {size} bytes, and the file ends after {n}", size=_HEADER, n=len(data))
        whole.tell(Fault(rules.FORMAT_TRUNCATED, message, 0, len(data)))
        return
    if data[2:_HEADER] != _SPACES:
        whole.tell(Fault(rules.FORMAT_SHAPE, Said("behind the number of boards stand 11 spaces"), 2, _HEADER))
    count = int.from_bytes(data[:2], "little")
    found = (len(data) - _HEADER) // HAND
    if count != found and not data[_HEADER + found * HAND :].strip(b"\0\x1a"):
        message = Said(
            "the head says that there are {count} boards, and the file has {found}", count=count, found=found
        )
        whole.tell(Fault(rules.WRONG_SIZE, message, 0, 2))
    for index, (offset, record) in enumerate(pieces(data, HAND, _HEADER)):
        if len(record) < HAND:
            _tell_short(whole, record, offset, HAND)
            continue
        yield Board(index + 1, deal_of(_owners(record)), offset, offset + HAND)


def _tell_short(whole: Whole, record: bytes, offset: int, size: int) -> None:
    if record.strip(b"\0\x1a"):
        message = Said("a board has {size} bytes, and the file ends after {n}", size=size, n=len(record))
        whole.tell(Fault(rules.FORMAT_TRUNCATED, message, offset, offset + len(record)))


def _encode_rzd(boards: Iterable[Dealt], file: BinaryIO, _dialect: str) -> int:
    found = few(boards, "RZD", _MOST_RZD)
    if not found:
        return 0
    file.write(len(found).to_bytes(2, "little") + _SPACES)
    for board in found:
        file.write(_bytes(owners_of(board.deal)))
    return len(found)


def _is_cds(head: bytes) -> bool:
    # There is no mark: all of the head must be boards, of which chance makes one in four hundred.
    if not head or (len(head) < HEAD and len(head) % _RECORD) or not any(byte > 127 or byte < 32 for byte in head):
        return False
    return all(
        record[0] and is_even(_owners(record[1:], _CDS_TURN))
        for _, record in pieces(head, _RECORD)
        if len(record) == _RECORD
    )


def _decode_cds(data: bytes, whole: Whole) -> Iterator[Board]:
    for offset, record in pieces(data, _RECORD):
        if len(record) < _RECORD:
            _tell_short(whole, record, offset, _RECORD)
            continue
        faults: tuple[Fault, ...] = ()
        if not record[0]:
            faults = (Fault(rules.FORMAT_SHAPE, Said("0 is not the number of a board"), offset, offset + 1),)
        yield Board(record[0], deal_of(_owners(record[1:], _CDS_TURN)), offset, offset + _RECORD, faults)


def _encode_cds(boards: Iterable[Dealt], file: BinaryIO, _dialect: str) -> int:
    found = few(boards, "CDS", 255)
    if not found:
        return 0
    for board in found:
        file.write(bytes((board.number,)) + _bytes(owners_of(board.deal), _CDS_TURN))
    return len(found)


RZD = Codec("rzd", "RZD (KOPS)", (".rzd",), _is_rzd, _decode_rzd, _encode_rzd, most=_MOST_RZD)
CDS = Codec("cds", "CDS (dealing machine)", (".cds",), _is_cds, _decode_cds, _encode_cds, "label", 255)

__all__ = ["CDS", "RZD"]
