"""Edits of bytes: the one way in which a file is changed without being written anew.

An edit replaces a span; all edits of a file are applied together, or none is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import index
from typing import SupportsIndex


class EditError(ValueError):
    """An edit that cannot be made; nothing was changed."""


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Put ``data`` in the place of the bytes from ``start`` to ``end``, offsets in the file; an empty span inserts.

    Raises TypeError for offsets that are no whole numbers, and data that are no bytes.
    """

    start: int
    end: int
    data: bytes

    def __post_init__(self) -> None:
        whole("the start of an edit", self.start)
        whole("the end of an edit", self.end)
        if not isinstance(self.data, bytes):
            raise TypeError(f"the data of an edit are bytes, not {type(self.data).__name__}")


def whole(what: str, value: SupportsIndex) -> int:
    """A whole number; raises TypeError, in words, for anything else."""
    try:
        return index(value)
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {type(value).__name__}") from None


def text_of(what: str, value: str) -> str:
    """A text; raises TypeError, in words, for anything else."""
    if not isinstance(value, str):
        raise TypeError(f"{what} is text, not {type(value).__name__}")
    return value


def apply_edits(data: bytes, edits: Iterable[Edit]) -> bytes:
    """The bytes with all edits made, in any order given.

    An edit that is given twice is made once.  Raises EditError for a span outside the data, for spans that overlap,
    and for two different insertions in one place, whose order nothing tells; TypeError for what is no `Edit`.
    """
    parts = []
    at = 0
    last: Edit | None = None
    edits = list(edits)
    for edit in edits:
        if not isinstance(edit, Edit):
            raise TypeError(f"an Edit is expected, not {type(edit).__name__}")
    for edit in sorted(set(edits)):
        if not 0 <= edit.start <= edit.end <= len(data):
            raise EditError(f"the edit of bytes {edit.start} to {edit.end} lies outside the {len(data)} bytes")
        if last is not None and (edit.start < last.end or (edit.start == last.start == last.end == edit.end)):
            spans = f"{last.start} to {last.end} and {edit.start} to {edit.end}"
            raise EditError(f"the edits of bytes {spans} stand in each other's way")
        parts += [data[at : edit.start], edit.data]
        at = edit.end
        last = edit
    parts.append(data[at:])
    return b"".join(parts)


__all__ = ["Edit", "EditError", "apply_edits", "text_of", "whole"]
