"""What the decoders of these formats give: boards and faults at their places, and how encoders are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from pbntools.core import Deal, Seat, Vulnerability
from pbntools.diagnostics import Rule
from pbntools.formats.registry import WriteError

MOST_FAULTS = 1000
"""Faults of a file as a whole that are told one by one."""
MOST_BOARDS = 99
"""Boards of a set for a dealing machine."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong between two offsets of the file."""

    rule: Rule
    message: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Board:
    """A board between two offsets of the file; ``dealer`` and ``vulnerable`` only where the file itself tells them."""

    number: int
    deal: Deal | None
    start: int
    end: int
    faults: tuple[Fault, ...] = ()
    dealer: Seat | None = None
    vulnerable: Vulnerability | None = None


@dataclass(frozen=True, slots=True)
class Dealt:
    """A board to be written."""

    number: int
    deal: Deal
    dealer: Seat
    vulnerable: Vulnerability


@dataclass(frozen=True, slots=True)
class Whole:
    """What is said of the file as a whole: its faults, lines at its head, and what a record has no place for."""

    faults: list[Fault]
    header: list[str]
    unheld: list[str]

    def tell(self, fault: Fault) -> None:
        """Note a fault, unless there are more than anybody will read."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault)


@dataclass(frozen=True, slots=True)
class Codec:
    """One of these formats: ``decode`` and ``encode`` are all that differs between them.

    ``numbering`` is ``index`` where boards count from 1, ``run`` where they count from a number that the file tells,
    and ``label`` where each has its own.  ``most`` is the highest number.  ``tells`` is whether a board tells its
    dealer and vulnerability.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    sniff: Callable[[bytes], bool]
    decode: Callable[[bytes, Whole], Iterator[Board]]
    encode: Callable[[Iterable[Dealt], BinaryIO, str], int]
    numbering: str = "index"
    most: int | None = None
    text: bool = False
    dialects: tuple[str, ...] = ()
    tells: bool = False


def few(boards: Iterable[Dealt], title: str, most: int = MOST_BOARDS) -> list[Dealt]:
    """The boards of a set, which may be none; WriteError where there are too many."""
    found: list[Dealt] = []
    for board in boards:
        if board.number > most or len(found) == most:
            raise WriteError(f"{title} holds boards up to number {most}, and there are more")
        found.append(board)
    return found


def pieces(data: bytes, size: int, start: int = 0) -> Iterator[tuple[int, bytes]]:
    """The offset and the bytes of each record of a size; the last one may be shorter."""
    for offset in range(start, len(data), size):
        yield offset, data[offset : offset + size]


__all__ = ["MOST_BOARDS", "Board", "Codec", "Dealt", "Fault", "Whole", "few", "pieces"]
