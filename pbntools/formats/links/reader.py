"""Reads links to a handviewer: one or more in a line of text.  What a link points to is never fetched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbntools import rules
from pbntools.diagnostics import Diagnostic, Finding, Fix, Location, Place, Rule, TextChange
from pbntools.formats.lin.places import LinMap
from pbntools.formats.lin.reader import LinReader
from pbntools.formats.lines import LineSource
from pbntools.formats.links.hands import HANDS, read_hands
from pbntools.formats.links.parts import LINK, Parameter, parameters
from pbntools.formats.reading import Reading, locate
from pbntools.formats.text import Chunk, Input
from pbntools.formats.text_reader import LineReader
from pbntools.formats.textmap import TextMap
from pbntools.record import Record
from pbntools.said import Said

_REMOTE = {
    "linurl": Said("a LIN file that lies elsewhere"),
    "myhand": Said("a hand kept by Bridge Base"),
    "id": Said("a hand kept elsewhere"),
}
"""What the parameters name that hold no hand themselves."""


class LinkReader(LineReader):
    """Reads the records of one file of links; iterate over it once."""

    format = "handviewer"
    nothing = "the file holds no link to a hand"

    def __init__(self, source: Input, *, name: str | None = None, encoding: str | None = None) -> None:
        super().__init__(LineSource(source, name=name, encoding=encoding))

    def _readings(self) -> Iterator[Reading]:
        for chunk in self._lines:
            yield from self._line(chunk)

    def _line(self, chunk: Chunk) -> Iterator[Reading]:
        if not chunk.text.isascii():
            chunk.decoder.meet(chunk.text)
        for match in LINK.finditer(chunk.text):
            yield from self._link(chunk, match.start(), match.end())

    def _link(self, chunk: Chunk, start: int, end: int) -> Iterator[Reading]:
        given = parameters(chunk.text, start, end)
        by_name = {parameter.name: parameter for parameter in reversed(given)}
        if (lin := by_name.get("lin")) is not None:
            yield from self._lin(chunk, lin, (start, end))
            return
        if not any(name in by_name for name in (*HANDS, "a")):
            remote = next((by_name[name] for name in _REMOTE if name in by_name), None)
            if remote is not None:
                what = _REMOTE[remote.name]
                message = Said(
                    "the link holds no hand: it names {what} ({name}=), which would have to be fetched",
                    what=what,
                    name=remote.name,
                )
                self._tell(rules.FORMAT_UNSAFE, message, chunk, *remote.span(0, len(remote.value)))
            else:
                self._tell(rules.FORMAT_SHAPE, Said("the link holds no hand"), chunk, start, end)
            return
        found = read_hands(given, chunk.decoder.decode, (start, end))
        spans = {("record", None): (start, end), **found.spans}
        source_map = TextMap(chunk, spans, found.faults, start, end)
        yield self._reading(found.record, source_map, tuple(found.board.unheld))

    def _lin(self, chunk: Chunk, lin: Parameter, link: tuple[int, int]) -> Iterator[Reading]:
        if "|" not in lin.value and "%7c" in lin.value.lower():
            message = Said(
                "the link holds no hand that can be read: its LIN has been percent-encoded twice (%257C for a bar)"
            )
            self._tell(rules.FORMAT_SHAPE, message, chunk, *lin.span(0, len(lin.value)))
            return
        for reading in LinReader(lin.value.encode("latin-1"), name=self.path, encoding=chunk.decoder.forced):
            inner = reading.source_map
            if reading.record is None or not isinstance(inner, LinMap):
                for diagnostic in reading.diagnostics:
                    self._tell(diagnostic.rule, diagnostic.message, chunk, *link)
                continue
            outer = LinkMap(chunk, inner, lin, link)
            # What was said of the text at large, beside the map.
            extra = [
                replace(diagnostic, location=self._moved(chunk, diagnostic.location, lin), source=())
                for diagnostic in reading._extra or ()
            ]
            yield self._reading(reading.record, outer, reading.unheld, extra)

    def _moved(self, chunk: Chunk, at: Location, lin: Parameter) -> Location:
        return locate(chunk, *lin.span(at.offset or 0, at.end_offset or 0))

    def _reading(
        self,
        record: Record,
        source_map: TextMap | LinkMap,
        unheld: tuple[tuple[Rule, str], ...],
        extra: list[Diagnostic] | None = None,
    ) -> Reading:
        index = self.records
        self.records += 1
        return Reading(record, index, self.path, source_map, extra or None, unheld=unheld)


class LinkMap:
    """The places of a board in LIN that stands in a link, where a character may be three of the link's."""

    __slots__ = ("_inner", "_lin", "_link", "chunk")

    def __init__(self, chunk: Chunk, inner: LinMap, lin: Parameter, link: tuple[int, int]) -> None:
        self.chunk = chunk
        self._inner = inner
        self._lin = lin
        self._link = link

    def faults(self, record: Record) -> list[tuple[Finding, int, int]]:
        """What was wrong, with local offsets."""
        return [(finding, *self._lin.span(start, end)) for finding, start, end in self._inner.faults(record)]

    def span(self, record: Record, place: Place) -> tuple[int, int]:
        """The local offsets of a place."""
        return self._lin.span(*self._inner.span(record, place))

    def changes(self, _record: Record, _fix: Fix) -> list[TextChange] | None:
        """None: links are not mended."""
        return None

    def extent(self) -> tuple[int, int]:
        """The offsets of the link in the file."""
        return self.chunk.offset + self._link[0], self.chunk.offset + self._link[1]

    def ignored(self) -> list[str]:
        """No rules."""
        return []


def read_link(text: str) -> Reading:
    """The record of a link that is given as text, with what is wrong with it; nothing is fetched.

    Raises ValueError where the text is no link with a hand in it.
    """
    # What was copied from a page may have blanks where the link has their escapes.
    link = "%20".join(text.split(" ")) if "://" in text else text
    for reading in LinkReader(link.strip().encode("utf-8", "replace"), name="<link>"):
        if reading.record is not None:
            return reading
        raise ValueError("; ".join(diagnostic.message for diagnostic in reading.diagnostics))
    raise ValueError("the text is no link")


__all__ = ["LinkReader", "read_link"]
