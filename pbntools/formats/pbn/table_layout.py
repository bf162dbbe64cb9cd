"""Which values of a table make a row: a count of them, or the lines on which they stand (PBN 2.1 §5).

To the standard the values are a stream: white space parts them, line breaks mean nothing.  A row with a value too few
and one with a value too many would then shift the values of all rows between them into other columns, where only the
lines tell.  So lines that hold whole rows are believed, and a line that holds none is a row with a fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

_T = TypeVar("_T")


class _Block(NamedTuple):
    """Lines that belong together, and how many values most such blocks have: one row, or a few on one line."""

    lines: int
    values: int


def row_sizes(lines: Sequence[int], width: int) -> list[int] | None:
    """How many values each row has; None where each has as many as there are columns, one behind the other.

    ``lines`` are the numbers of values on those lines that have any, ``width`` is the number of columns, from 1 on.

    The values are a stream where they fill whole rows and the lines agree with it (a row to a line, several rows to a
    line, a row over several lines), and where nothing tells that lines are meant to be rows.  Else a row is a line, or
    the lines that most rows take, even where its number of values is wrong.
    """
    fits = sum(lines) % width == 0
    block = _usual(lines, width)
    if fits and (block is None or block.lines == 1) and _agree(lines, width):
        return None
    if block is None:
        return None if fits else list(lines)
    sizes = []
    for start in range(0, len(lines), block.lines):
        found = sum(lines[start : start + block.lines])
        sizes += [width] * (found // width) if found <= block.values and found % width == 0 else [found]
    return None if sizes.count(width) == len(sizes) else sizes


def cut(values: Sequence[_T], lines: Sequence[int], width: int) -> list[tuple[_T, ...]]:
    """The values of a table row by row, as `row_sizes` has it: a row of another length than ``width`` has a fault."""
    sizes = row_sizes(lines, width)
    if sizes is None:
        return list(zip(*[iter(values)] * width, strict=True))
    rows = []
    start = 0
    for size in sizes:
        rows.append(tuple(values[start : start + size]))
        start += size
    return rows


def _agree(lines: Sequence[int], width: int) -> bool:
    """Whether rows and lines end in the same places, but for rows of several lines and lines of several rows."""
    values = count = 0
    for line in lines:
        values += line
        count += 1
        if values % width == 0:
            if count > 1 and values > width:
                return False
            values = count = 0
    return True


def _usual(lines: Sequence[int], width: int) -> _Block | None:
    """How at least half of the rows stand in lines; None where the lines do not tell."""
    rows = max(round(sum(lines) / width), 1)
    # A row to a line, or several; else a row over several lines, whose lengths are those of other rows.
    for size in dict.fromkeys((1, len(lines) // rows)):
        if size == 0 or len(lines) % size:
            continue
        blocks = Counter(tuple(lines[start : start + size]) for start in range(0, len(lines), size))
        for block, often in blocks.most_common(2):
            values = sum(block)
            if 2 * often >= len(lines) // size and (values == width or (size == 1 and values % width == 0)):
                return _Block(size, values)
    # As many lines as rows, of which one is whole, or all are nearer to one row than to none or two.
    if rows == len(lines) and (width in lines or all(width < 2 * line < 3 * width for line in lines)):
        return _Block(1, width)
    return None


__all__ = ["cut", "row_sizes"]
