"""Runs of tag pairs: their names and values, cut at the quotes."""

from __future__ import annotations

import re

from pbntools.formats.pbn.lexer import PAIR

_MANY_NAMES = 10_000
_LINE_OPENING = re.compile(r"(\]\r?\n)?\[[A-Za-z0-9_]++ *+\Z")
_LONGEST_RUN = 4096
_RUN_END = re.compile(r'"\](?!\r?\n\[)')

_TAG_NAMES: dict[str, str] = {}
"""What stands between two values of a run of tag pairs, to the name of the tag that it opens."""

_FIRST_NAMES: dict[str, str] = {}
_NEXT_NAMES: dict[str, str] = {}
"""Of those, the ones that open a line of their own: behind nothing, and behind a tag pair that ends its line."""

MEMOS = _TAG_NAMES, _FIRST_NAMES, _NEXT_NAMES
"""What is remembered from one run, and one file, to the next."""


def cut_run(run: str) -> tuple[list[str], list[str]]:
    """Names and values of a run of tag pairs, as `lexer.ITEM` finds them."""
    if '\\"' in run:
        pairs = PAIR.findall(run)
        return [name for name, _ in pairs], [value for _, value in pairs]
    parts = run.split('"')
    del parts[-1]
    known = _TAG_NAMES
    try:
        return [known[part] for part in parts[::2]], parts[1::2]
    except KeyError:
        if len(known) > _MANY_NAMES:
            for names in MEMOS:
                names.clear()
        for part in parts[::2]:
            known[part] = name = part.strip("[] \t\r\n\v\f")
            if opening := _LINE_OPENING.match(part):
                (_NEXT_NAMES if opening[1] else _FIRST_NAMES)[part] = name
        return [known[part] for part in parts[::2]], parts[1::2]


class PlainRuns:
    """The runs of a text that have one tag pair a line and no escaped quotes."""

    __slots__ = ("_end", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._end = -1

    def at(self, start: int) -> tuple[list[str], list[str], int] | None:
        """Names, values and end of the run that opens at an offset; None where it is of another form, or not known.

        What it gives is what `lexer.ITEM` gives, in a third of the time: quotes cut the run, and what stands between
        two values must be something that `ITEM` has found to be right before.
        """
        text = self._text
        if self._end < start:
            found = _RUN_END.search(text, start)
            self._end = found.start() if found else len(text) + _LONGEST_RUN
        stop = self._end + 2
        if stop - start > _LONGEST_RUN:
            return None
        run = text[start:stop]
        parts = run.split('"')
        following = _NEXT_NAMES
        try:
            names = [_FIRST_NAMES[parts[0]], *[following[part] for part in parts[2:-1:2]]]
        except KeyError:
            return None
        values = parts[1::2]
        if len(parts) != 2 * len(names) + 1 or run.count("\n") != len(names) - 1 or '\\"' in run:
            return None
        if "\r" in run and run.count("\r") != run.count("\r\n"):
            return None
        return names, values, stop
