"""The places of a record in a piece of text, for the readers that keep them one by one."""

from __future__ import annotations

from collections.abc import Mapping

from pbntools.diagnostics import RECORD, Finding, Fix, Place, TextChange
from pbntools.formats.text import Chunk
from pbntools.record import Record

Key = tuple[str, str | int | None]
"""The kind of a place, and its name or its index: ``("call", 3)``, ``("tag", "Board")``, ``("deal", None)``."""


class TextMap:
    """A record's text, what was wrong with it, and where its parts stand.

    ``spans`` holds local offsets by `Key`.  A place that is not in it is that of its part as a whole (the hand's is the
    deal's, a call's the auction's), and at last the start of the record.
    """

    __slots__ = ("_end", "_faults", "_spans", "_start", "chunk")

    def __init__(
        self,
        chunk: Chunk,
        spans: Mapping[Key, tuple[int, int]],
        faults: list[tuple[Finding, int, int]],
        start: int = 0,
        end: int | None = None,
    ) -> None:
        self.chunk = chunk
        self._spans = spans
        self._faults = faults
        self._start = start
        self._end = len(chunk.text) if end is None else end

    def faults(self, _record: Record) -> list[tuple[Finding, int, int]]:
        """What was wrong with the text, with local offsets."""
        return self._faults

    def span(self, _record: Record, place: Place) -> tuple[int, int]:
        """The local offsets of a place; those of the record's start where the text does not show it."""
        if place != RECORD:
            for key in _keys(place):
                if (found := self._spans.get(key)) is not None:
                    return found
        return self._spans.get(("record", None), (self._start, self._start))

    def changes(self, _record: Record, _fix: Fix) -> list[TextChange] | None:
        """None: these texts are not mended."""
        return None

    def extent(self) -> tuple[int, int]:
        """The offsets of the whole record in the file."""
        return self.chunk.offset + self._start, self.chunk.offset + self._end

    def ignored(self) -> list[str]:
        """No rules: these formats have no place for a directive."""
        return []


def _keys(place: Place) -> list[Key]:
    kind = place.kind
    if kind == "deal":
        return [("deal", place.seat), ("deal", None), ("tag", "Deal")]
    if kind in ("call", "auction"):
        return [(kind, place.index), ("auction", None)]
    if kind in ("card", "play"):
        return [(kind, place.index), ("play", None)]
    if kind == "tag":
        return [(kind, place.name), *_TAGS.get(place.name or "", ())]
    return [(kind, place.name), (kind, None)]


_TAGS: dict[str, tuple[Key, ...]] = {
    "Auction": (("auction", None),),
    "Play": (("play", None),),
    "Deal": (("deal", None),),
    "Contract": (("auction", None),),
    "Declarer": (("auction", None),),
    "Result": (("play", None),),
}

__all__ = ["Key", "TextMap"]
