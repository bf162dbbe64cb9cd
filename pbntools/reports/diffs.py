"""A unified diff of two texts that differ in few lines.

Python's difflib looks for the longest common run, which takes time quadratic in the lines of a large file, and leaves
frequent lines out of account.  Here both texts are walked through together, and where they part, the nearest lines in
which they agree again are looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

CONTEXT = 3
"""Lines that are shown around a change."""
_NEAR = 200
"""How many lines ahead the texts are looked through for where they agree again."""
_AGREE = 3
"""How many lines must be equal for the texts to agree again, where one of them has lines that the other has not."""
_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+\Z")


class Change(NamedTuple):
    """Lines of the old text, from ``old`` to ``old_end``, in whose place those of the new one stand."""

    old: int
    old_end: int
    new: int
    new_end: int


def lines_of(text: str) -> list[str]:
    """The lines with their line ends: LF, CR LF or CR."""
    return _LINE.findall(text)


def changes(old: Sequence[str], new: Sequence[str]) -> Iterator[Change]:
    """Where two texts differ, in rising order."""
    at, to = 0, 0
    while at < len(old) or to < len(new):
        if at < len(old) and to < len(new) and old[at] == new[to]:
            at, to = at + 1, to + 1
            continue
        start, begin = at, to
        at, to = _meeting(old, new, at, to)
        yield Change(start, at, begin, to)


def _meeting(old: Sequence[str], new: Sequence[str], at: int, to: int) -> tuple[int, int]:
    """The nearest place behind which the texts agree again; their ends where there is none nearby."""
    for distance in range(1, _NEAR):
        for skipped in range(distance + 1):
            other = distance - skipped
            if at + skipped > len(old) or to + other > len(new):
                continue
            count = 1 if skipped == other else _AGREE
            ahead, behind = old[at + skipped : at + skipped + count], new[to + other : to + other + count]
            if ahead == behind and (ahead or (at + skipped == len(old) and to + other == len(new))):
                return at + skipped, to + other
    return len(old), len(new)


def unified(old: str, new: str, path: str) -> Iterator[str]:
    """The lines of the diff, without line ends but for a CR that stands before one; nothing for equal texts."""
    before, after = lines_of(old), lines_of(new)
    groups: list[list[Change]] = []
    for change in changes(before, after):
        if groups and change.old - groups[-1][-1].old_end <= 2 * CONTEXT:
            groups[-1].append(change)
        else:
            groups.append([change])
    if groups:
        yield f"--- {path}"
        yield f"+++ {path}"
    for group in groups:
        first, last = group[0], group[-1]
        above = min(CONTEXT, first.old)
        below = min(CONTEXT, len(before) - last.old_end)
        start, stop = first.old - above, last.old_end + below
        begin, end = first.new - above, last.new_end + below
        yield f"@@ -{_span(start, stop)} +{_span(begin, end)} @@"
        at = start
        for change in group:
            yield from _marked(" ", before[at : change.old])
            yield from _marked("-", before[change.old : change.old_end])
            yield from _marked("+", after[change.new : change.new_end])
            at = change.old_end
        yield from _marked(" ", before[at:stop])


def _span(start: int, stop: int) -> str:
    count = stop - start
    first = start + 1 if count else start
    return f"{first}" if count == 1 else f"{first},{count}"


def _marked(mark: str, lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        if line.endswith(("\n", "\r")):
            yield mark + line[:-1]
        else:
            yield mark + line
            yield "\\ No newline at end of file"


__all__ = ["unified"]
