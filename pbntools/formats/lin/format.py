"""LIN as one of the formats."""

from __future__ import annotations

import re

from pbntools.formats.lin.fitting import DIALECTS, TITLE, fitter
from pbntools.formats.lin.lexer import HELD
from pbntools.formats.lin.reader import LinReader
from pbntools.formats.lin.writer import write
from pbntools.formats.registry import PARTS, Format

_START = re.compile(rb"\A(?:\xef\xbb\xbf)?(?:\s*[%#][^\r\n]*)*\s*([A-Za-z0-9]{2})\|")
_HANDS = re.compile(rb"\bmd\|[0-4]|\bqx\|[^|]*\||\bvg\|[^|]*,[^|]*,", re.IGNORECASE)


def _is_lin(head: bytes) -> bool:
    start = _START.match(head)
    return start is not None and (_HANDS.search(head) is not None or start[1].decode("ascii").lower() in HELD)


FORMATS = {
    "lin": Format(
        "lin",
        TITLE,
        (".lin",),
        frozenset(PARTS) - {"tables", "contract"},
        _is_lin,
        LinReader,
        fitter,
        write,
        DIALECTS,
    )
}

__all__ = ["FORMATS"]
