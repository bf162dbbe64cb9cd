"""The line of a file that a diagnostic speaks of, with its number in a gutter and carets under the place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbntools.diagnostics import Location
from pbntools.reports.screen import TAB, Screen, cell, cells


def excerpt(source: Sequence[str], at: Location, screen: Screen, style: str, indent: str) -> Iterator[str]:
    """The line where a place begins, and carets under as much of the place as stands in that line.

    ``source`` holds the lines of the file from ``at.line`` on.  ``indent`` is the gutter without its number; what does
    not fit in the screen's width is cut away around the carets.
    """
    if at.line is None or at.column is None or not source:
        return
    text = source[0]
    stop = at.column if at.end_column is None else at.end_column - 1
    if at.end_line is not None and at.end_line > at.line:
        stop = len(text)
    line, before, marks = window(text, at.column - 1, stop, screen, max(screen.width - len(indent) - 3, 20))
    bar = screen.paint("gutter", "|")
    yield f"{screen.paint('gutter', f'{at.line:>{len(indent)}}')} {bar} {line}".rstrip()
    yield f"{indent} {bar} {' ' * before}{screen.paint(style, '^' * marks)}"


def window(text: str, start: int, stop: int, screen: Screen, width: int) -> tuple[str, int, int]:
    """The part of a line around the code points ``start`` to ``stop``, at most ``width`` columns wide.

    Returns the text as it is shown, the column (from 0) where the carets begin, and how many there are, at least one.
    """
    start = min(start, len(text))
    # A line may be as long as the file, so only what can be seen is looked at.
    left = max(start - width, 0)
    right = min(max(stop, start + 1) + width, start + 2 * width, len(text))
    shown = list(_columns(text[left:right], screen))
    begin = min(start - left, len(shown))
    end = min(max(stop - left, begin + 1), max(len(shown), begin + 1))
    mark = screen.ellipsis
    cut_left, cut_right = left > 0, right < len(text)
    total = sum(size for _, size in shown)
    before = sum(size for _, size in shown[:begin])
    first, final = 0, len(shown)
    if cut_left or cut_right or total > width:
        room = width - 2 * len(mark)
        context = max(room // 3, min(room, room - sum(size for _, size in shown[begin:end])) // 2)
        while first < begin and before - sum(size for _, size in shown[:first]) > context:
            first += 1
        used, final = 0, first
        while final < len(shown) and used + shown[final][1] <= room:
            used += shown[final][1]
            final += 1
        cut_left, cut_right = cut_left or first > 0, cut_right or final < len(shown)
    head = mark if cut_left else ""
    body = "".join(piece for piece, _ in shown[first:final])
    column = len(head) + sum(size for _, size in shown[first:begin])
    marks = sum(size for _, size in shown[begin : min(end, final)])
    return head + body + (mark if cut_right else ""), column, max(marks, 1)


def _columns(text: str, screen: Screen) -> Iterator[tuple[str, int]]:
    """Each code point as it is shown, and the columns it takes."""
    column = 0
    for character in text:
        if character == "\t":
            shown = " " * (TAB - column % TAB)
            size = len(shown)
        else:
            shown = screen.shown(character)
            size = cell(character) if shown == character else cells(shown)
        column += size
        yield shown, size
