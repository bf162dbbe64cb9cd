"""The lines of a file that a diagnostic speaks of, with a gutter of line numbers and carets under the place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbntools.diagnostics import Location
from pbntools.reports.screen import TAB, Screen, cell, cells


def excerpt(source: Sequence[str], at: Location, screen: Screen, style: str, indent: str) -> Iterator[str]:
    """Lines for the screen.  ``source`` holds the lines of the file from ``at.line`` on, or as many as are known.

    ``indent`` is the gutter without its number; what does not fit in the screen's width is cut away around the carets.
    """
    if at.line is None or at.column is None or not source:
        return
    last = at.end_line if at.end_line is not None else at.line
    end = at.end_column if at.end_column is not None else at.column + 1
    shown = [0, len(source) - 1] if len(source) > 1 else [0]
    bar = screen.paint("gutter", "|")
    for position in shown:
        number = at.line + position if position == 0 else last
        text = source[position]
        start = at.column - 1 if position == 0 else _first_word(text)
        stop = end - 1 if number == last else len(text)
        line, before, marks = window(text, start, stop, screen, max(screen.width - len(indent) - 3, 20))
        gutter = screen.paint("gutter", f"{number:>{len(indent)}}")
        yield f"{gutter} {bar} {line}".rstrip()
        yield f"{indent} {bar} {' ' * before}{screen.paint(style, '^' * marks)}"
        if position == 0 and len(source) > 2:
            yield f"{indent} {screen.paint('gutter', screen.ellipsis)}"


def _first_word(text: str) -> int:
    return len(text) - len(text.lstrip())


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
