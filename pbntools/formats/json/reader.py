"""Reads records as JSON: one object with a list of records, a list of them, or one record a line.

Memory is bounded by the longest record.  What is no record is told, and the next one is read all the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from pbntools import rules
from pbntools.diagnostics import Diagnostic, Finding, Location, Rule, diagnostic_of
from pbntools.formats.json.records import VERSION, ShapeError, record_from_json
from pbntools.formats.reading import Reading, locate
from pbntools.formats.text import Chunk, Input, LineEnds, TextSource, count_line_ends
from pbntools.formats.textmap import TextMap

MOST = 16 << 20
"""Characters of a record; a longer one is not read."""
_BETWEEN = re.compile(r"[\s,]*+")
_OPENING = re.compile(r'\s*+(?:\{\s*+"pbntools"\s*+:\s*+(\d{1,9}+)\s*+,\s*+"records"\s*+:\s*+)?+\[')
_DECODER = json.JSONDecoder()


class JsonReader:
    """Reads the records of one file; iterate over it once."""

    format = "json"

    def __init__(self, source: Input, *, name: str | None = None, encoding: str | None = None) -> None:
        self._source = TextSource(source, name=name, encoding=encoding)
        self.path = self._source.path
        self.records = 0
        self.file_ignored: list[str] = []
        self._ends = LineEnds()
        self._text = ""
        self._offset = self._source.offset
        self._line = 1
        self._column = 0
        self._ended = False
        self._found: list[Diagnostic] = []

    @property
    def encoding(self) -> str:
        """The encoding of the text met so far."""
        return self._source.decoder.encoding

    @property
    def header(self) -> list[str]:
        """None: JSON has no head."""
        return []

    @property
    def line_ends(self) -> list[str]:
        """The kinds of line ends met so far."""
        return self._ends.kinds

    @property
    def bom(self) -> str:
        """The encoding that a byte order mark names, or an empty string."""
        return self._source.bom

    @property
    def packed(self) -> str | None:
        """How the file was packed, or None."""
        return self._source.packed

    def close(self) -> None:
        """Close the file."""
        self._source.close()

    def __iter__(self) -> Iterator[Reading]:
        with self._source:
            yield from self._readings()

    def _readings(self) -> Iterator[Reading]:
        self._more()
        opening = _OPENING.match(self._text)
        whole = opening is not None
        if opening is not None:
            if opening[1] is not None and int(opening[1]) != VERSION:
                self._tell(rules.FORMAT_SHAPE, f"this is version {opening[1]} of the form; {VERSION} is read")
            self._pass(opening.end())
        while True:
            self._pass(self._between())
            if not self._text or (whole and self._text[0] in "]"):
                break
            value, size = self._value()
            if size < 0:
                break
            reading = self._reading(value, size)
            self._pass(size)
            if reading is not None:
                yield reading
        if whole and not self._text:
            self._tell(rules.FORMAT_TRUNCATED, "the list of records is not closed")
        if not self.records:
            at = Location(self.path, 0, 0, 1, 1, 1, 1)
            self._found.append(
                diagnostic_of(Finding(rules.NO_RECORDS, "the file holds no record"), at, record=None, board=None)
            )
        if self._found:
            yield Reading(None, None, self.path, None, self._found)

    def _more(self) -> bool:
        """Read on; False at the end of the file."""
        block = self._source.read()
        self._ended = not block
        self._ends.add(block)
        self._text += block
        return bool(block)

    def _between(self) -> int:
        """How many characters stand before the next value, of which at least one is at hand if there is any."""
        while True:
            found = _BETWEEN.match(self._text)
            end = found.end() if found else 0
            if end < len(self._text) or self._ended:
                return end
            self._pass(end)
            self._more()
            end = 0

    def _pass(self, size: int) -> None:
        text, self._text = self._text[:size], self._text[size:]
        self._offset += size
        ends = count_line_ends(text)
        self._line += ends
        last = max(text.rfind("\n"), text.rfind("\r"))
        self._column = size - last - 1 if last >= 0 else self._column + size

    def _value(self) -> tuple[Any, int]:
        """The next value and its length; a length of -1 where nothing more can be read."""
        size = len(self._text)
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text)
            except RecursionError:
                self._tell(rules.FORMAT_TOO_LARGE, "the nesting is too deep for any record")
                return self._resume(1)
            except ValueError as error:
                at = getattr(error, "pos", 0)
                if not self._ended and (at >= size - 64 or "Unterminated" in str(error)):
                    if len(self._text) > MOST:
                        self._tell(rules.FORMAT_TOO_LARGE, f"a record longer than {MOST >> 20} MB is not read")
                        return self._resume(1)
                    # Twice as much each time, so that a long record is not tried too often.
                    wanted = len(self._text) * 2
                    while len(self._text) < wanted and self._more():
                        pass
                    size = len(self._text)
                    continue
                if self._ended and at >= len(self._text):
                    self._tell(rules.FORMAT_TRUNCATED, "the file ends in the middle of a record")
                    return None, -1
                self._tell(rules.FORMAT_SHAPE, f"this is not JSON: {_reason(error)}", at)
                return self._resume(at)
            return value, end

    def _resume(self, at: int) -> tuple[Any, int]:
        """Go on at the next line that starts with a brace."""
        while True:
            found = re.compile(r"[\r\n]\s*+\{").search(self._text, at)
            if found is not None:
                self._pass(found.end() - 1)
                return self._value_again()
            if self._ended:
                return None, -1
            self._pass(max(len(self._text) - 1, 0))
            at = 0
            self._more()

    def _value_again(self) -> tuple[Any, int]:
        return _SKIPPED, 0

    def _reading(self, value: Any, size: int) -> Reading | None:
        if value is _SKIPPED:
            return None
        text = self._text[:size]
        if not text.isascii():
            value = json.loads(self._source.decoder.decode(text))
        if isinstance(value, dict) and "pbntools" in value:
            value = {name: item for name, item in value.items() if name != "pbntools"}
        try:
            record = record_from_json(value)
        except ShapeError as error:
            self._tell(rules.FORMAT_SHAPE, f"this is no record of pbntools: {error}")
            return None
        index = self.records
        self.records += 1
        chunk = Chunk(text, self._offset, self._line, self.path, self._source.decoder, self._column)
        extra, self._found = self._found, []
        return Reading(record, index, self.path, TextMap(chunk, {}, []), extra or None)

    def _tell(self, rule: Rule, message: str, at: int = 0) -> None:
        if len(self._found) > 1000:
            return
        piece = self._text[: at + 200]
        chunk = Chunk(piece, self._offset, self._line, self.path, self._source.decoder, self._column)
        at = min(at, len(piece))
        self._found.append(
            diagnostic_of(
                Finding(rule, message), locate(chunk, at, at), record=None, board=None, source=(chunk.source(at)[:200],)
            )
        )


_SKIPPED = object()


def _reason(error: ValueError) -> str:
    return str(error).split(":", 1)[0][:80]


__all__ = ["MOST", "JsonReader"]
