"""RBN and RBX as two of the formats."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from typing import BinaryIO

from pbntools.formats.rbn.reader import RbnReader
from pbntools.formats.rbn.writer import fit, write
from pbntools.formats.registry import PARTS, Fit, Format
from pbntools.record import Record

_HOLDS = frozenset(PARTS) - {"claim", "tables", "tags"}
_LINE = re.compile(r"[DTLESFKNBHACPRMI0-9](?: .*)?\Z|%|[{]")
_SURE = re.compile(
    r"H [NESW]:[2-9TJQKAx?.:;]|A [NESW][ZBNE?]:|N [^:]*[+][^:]*:[^:]*[+]|C [1-7](?:NT|[CDHSN])[XR]?:[NESW]\s*\Z"
)
_ENDS = re.compile(r"\r\n|\r|\n")
_PACKED = re.compile(r"(?:[DTLESFKNBHACPRMI0-9]?[{][^{}]*[}])+\Z")
_PACKED_SURE = re.compile(r"H[{][NESW]:|A[{][NESW][ZBNE?]:|N[{][^:}]*[+]|C[{][1-7]")


def _lines(head: bytes) -> list[str]:
    """The lines of a file's first bytes, without the last one, of which a part may be missing."""
    lines = _ENDS.split(head.decode("latin-1").removeprefix("\xef\xbb\xbf"))
    return [line for line in (lines[:-1] if len(lines) > 1 else lines) if line.strip()]


def is_rbn(head: bytes) -> bool:
    """Whether all lines are labelled, and one of them is surely of this notation."""
    sure = inside = False
    for line in _lines(head):
        if inside or line.startswith("{"):
            inside = not line.rstrip().endswith("}")
            continue
        if _LINE.match(line) is None:
            return False
        sure = sure or _SURE.match(line) is not None
    return sure


def is_rbx(head: bytes) -> bool:
    """Whether all lines are made of labels with values in braces."""
    lines = [line.strip() for line in _lines(head) if not line.startswith("%")]
    return bool(lines) and all(map(_PACKED.match, lines)) and any(map(_PACKED_SURE.search, lines))


def _fitter(_dialect: str | None) -> Fit:
    return fit


def _write(packed: bool, records: Iterable[Record], file: BinaryIO, _dialect: str | None) -> int:
    return write(records, file, packed=packed)


FORMATS = {
    "rbn": Format(
        "rbn", "Richard's Bridge Notation", (".rbn",), _HOLDS, is_rbn, RbnReader, _fitter, partial(_write, False)
    ),
    "rbx": Format(
        "rbx", "Richard's Bridge Notation, a record a line", (".rbx",), _HOLDS, is_rbx,
        partial(RbnReader, format="rbx"), _fitter, partial(_write, True),
    ),
}  # fmt: skip

__all__ = ["FORMATS", "is_rbn", "is_rbx"]
