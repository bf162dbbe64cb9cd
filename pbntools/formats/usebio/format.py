"""USEBIO XML as one of the formats."""

from __future__ import annotations

import re

from pbntools.formats.registry import Format
from pbntools.formats.usebio.reader import UsebioReader
from pbntools.formats.usebio.writer import fitter, write

_HEAD = re.compile(
    rb"\A(?:\xef\xbb\xbf)?\s*+(?:<\?[^>]*+>\s*+|<!--(?:(?!-->).)*+-->\s*+)*+(?:<!DOCTYPE\s++)?+<?USEBIO[\s>]",
    re.IGNORECASE | re.DOTALL,
)


def _looks_so(head: bytes) -> bool:
    return _HEAD.match(head) is not None


FORMATS = {
    "usebio": Format(
        "usebio",
        "USEBIO XML, the results of an event",
        (".xml", ".usebio"),
        frozenset(("board", "event", "tables")),
        _looks_so,
        UsebioReader,
        fitter,
        write,
    )
}

__all__ = ["FORMATS"]
