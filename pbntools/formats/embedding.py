"""Records inside another document, between ``<PBN>`` and ``</PBN>`` (PBN 2.1 §6)."""

from __future__ import annotations

import re

LOOK_AHEAD = 4 << 20
"""Characters of a document in which the first ``<PBN>`` is looked for."""

_BLANKED = str.maketrans({chr(code): " " for code in range(256) if chr(code) not in "\r\n"})
_OPEN, _CLOSE = "<PBN>", "</PBN>"
# Behind the mark a record begins, or a comment, an escape line or the closing mark; in prose something else does.
_MARK = re.compile(r"<PBN>(?=[ \t\r\n]*+(?:\[[ \t\r\n]*+[A-Za-z0-9_]+[ \t\r\n]*+\"|[%{;]|</PBN>|\Z))")
_RECORD_START = re.compile(r"(?:\A|[\r\n])[ \t]*+(?:\[[ \t]*+[A-Za-z0-9_]++[ \t]*+\"|%)")


def embeds(text: str) -> bool | None:
    """Whether a document that starts like this holds its records between marks; None where more text must tell.

    The marks never occur in a PBN file, except in what a comment says: a mark counts where no tag pair and no escape
    line stands before it, where it is in no comment, and where something of a record follows.
    """
    first = _RECORD_START.search(text)
    limit = first.start() if first else len(text)
    at = 0
    inside = False
    for mark in _MARK.finditer(text, 0):
        start = mark.start()
        if start >= limit:
            break
        opened, closed = text.rfind("{", at, start), text.rfind("}", at, start)
        if opened != closed:
            inside = opened > closed
        at = start
        line = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
        if not inside and not text[line : line + 80].lstrip(" \t").startswith(";"):
            return True
    return None if first is None else False


class Foreign:
    """Blanks what stands outside the marks, which keeps every offset."""

    __slots__ = ("_held", "_inside")

    def __init__(self) -> None:
        self._inside = False
        self._held = ""

    def blank(self, text: str) -> str:
        """The next piece of text; an empty one is the last.  What may be a part of a mark is held back."""
        final = not text
        text = self._held + text
        self._held = ""
        parts = []
        at = 0
        while at < len(text):
            mark = _CLOSE if self._inside else _OPEN
            found = text.find(mark, at)
            if found < 0:
                keep = 0 if final else max(k for k in range(len(mark)) if text.endswith(mark[:k]))
                stop = max(at, len(text) - keep)
                piece = text[at:stop]
                self._held = text[stop:]
                parts.append(piece if self._inside else piece.translate(_BLANKED))
                break
            piece = text[at:found]
            parts.append(piece if self._inside else piece.translate(_BLANKED))
            parts.append(" " * len(mark))
            self._inside = not self._inside
            at = found + len(mark)
        return "".join(parts)
