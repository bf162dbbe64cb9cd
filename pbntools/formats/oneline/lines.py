"""What the formats of a deal a line share: how a line becomes a record, and which lines are none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pbntools.core import Deal, parse_hand_mask
from pbntools.diagnostics import Rule
from pbntools.formats.losses import Losses
from pbntools.record import Record
from pbntools.said import said_of

Unheld = tuple[tuple[Rule, str], ...]


class LineError(ValueError):
    """A line that is not of its format; ``at`` is the column, from 0, from which it is wrong."""

    def __init__(self, message: str, at: int = 0) -> None:
        super().__init__(message)
        self.at = at


@dataclass(frozen=True, slots=True)
class LineCodec:
    """One of these formats.

    ``parse`` makes a record of a line, or raises `LineError`.  ``skip`` tells of a line that it holds no deal.  ``fit``
    reduces a record; ``text`` writes a fitted one as a line in a dialect.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    holds: frozenset[str]
    parse: Callable[[str], tuple[Record, Unheld]]
    skip: Callable[[str], bool]
    fit: Callable[[Record, Losses, str], Record | None]
    text: Callable[[Record, str], str]
    dialects: tuple[str, ...] = ()
    stray: Callable[[str], bool] = lambda _: False
    """Whether a line that cannot be read was not meant to be a deal."""
    anywhere: Callable[[str], bool] | None = None
    """Where deals may stand behind other lines: whether a line is surely one."""


def blank(line: str) -> bool:
    """Whether a line is empty or a remark."""
    return line[:1] == "#" or not line.strip()


def head_lines(head: bytes) -> list[str]:
    """The lines of a file's first bytes."""
    return head.decode("latin-1").removeprefix("\xef\xbb\xbf").splitlines()


def hands(words: list[str], seats: str) -> Deal:
    """The deal of hands that stand in the order of some seats; `LineError` where one is none."""
    masks: list[int | None] = [None] * 4
    for seat, word in zip(seats, words, strict=True):
        if word != "-":
            try:
                masks["NESW".index(seat)] = parse_hand_mask(word)
            except ValueError as error:
                raise LineError(said_of(error)) from None
    return Deal((masks[0], masks[1], masks[2], masks[3]))


def complete(record: Record) -> Deal | None:
    """The record's deal where all four hands are known or follow."""
    deal = None if record.deal is None else record.deal.completed()
    return deal if deal is not None and deal.is_complete else None


__all__ = ["LineCodec", "LineError", "Unheld", "blank", "complete", "hands", "head_lines"]
