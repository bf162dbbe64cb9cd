"""Edits of bytes: the one way in which a file is changed without being written anew.

An edit replaces a span; all edits of a file are applied together, or none is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


class EditError(ValueError):
    """An edit that cannot be made; nothing was changed."""


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Put ``data`` in the place of the bytes from ``start`` to ``end``, offsets in the file; an empty span inserts."""

    start: int
    end: int
    data: bytes


def apply_edits(data: bytes, edits: Iterable[Edit]) -> bytes:
    """The bytes with all edits made, in any order given.

    An edit that is given twice is made once.  Raises EditError for a span outside the data, for spans that overlap,
    and for two different insertions in one place, whose order nothing tells.
    """
    parts = []
    at = 0
    last: Edit | None = None
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


__all__ = ["Edit", "EditError", "apply_edits"]
