"""Reads records as JSON: one object with a list of records, a list of them, or one record a line.

Memory is bounded by the longest record.  What is no record is told, and the next one is read all the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from pbntools import rules
from pbntools.diagnostics import Rule
from pbntools.formats.json.records import VERSION, ShapeError, record_from_json
from pbntools.formats.reading import Reading
from pbntools.formats.text import Chunk, Input, TextSource, count_line_ends
from pbntools.formats.text_reader import TextReader
from pbntools.formats.textmap import TextMap
from pbntools.record import Record
from pbntools.said import Said, said_of

MOST = 16 << 20
"""Characters of a record; a longer one is not read."""
MOST_PARTS = 1 << 20
"""Values of a record, which take more memory than their characters."""
_BETWEEN = re.compile(r"[\s,]*+")
_OPENING = re.compile(r'\s*+(?:\{\s*+"pbntools"\s*+:\s*+(\d{1,9}+)\s*+,\s*+"records"\s*+:\s*+)?+\[')
_NEXT = re.compile(r"[\r\n]\s*+\{")
_DECODER = json.JSONDecoder()


class JsonReader(TextReader):
    """Reads the records of one file; iterate over it once."""

    format = "json"
    maker = "pbntools"
    """Whose form it is."""

    def __init__(self, source: Input, *, name: str | None = None, encoding: str | None = None) -> None:
        super().__init__(TextSource(source, name=name, encoding=encoding))
        self._text = ""
        self._at = 0
        """Where the reader is in the text at hand."""
        self._counted = 0
        """Up to where lines are counted in it."""
        self._offset = self._source.offset
        self._line = 1
        self._column = 0
        self._ended = False

    def _readings(self) -> Iterator[Reading]:
        self._more()
        opening = _OPENING.match(self._text)
        whole = opening is not None
        if opening is not None:
            if opening[1] is not None and int(opening[1]) != VERSION:
                self._fault(
                    rules.FORMAT_SHAPE,
                    Said(
                        "this is version {opening} of the form; {VERSION} is read", opening=opening[1], VERSION=VERSION
                    ),
                )
            self._at = opening.end()
        while self._find_value() and not (whole and self._text[self._at] == "]"):
            found = self._value()
            if found is None:
                break
            value, end = found
            readings = self._readings_of(value, end) if end > self._at else []
            self._at = end
            yield from readings
        if whole and self._at >= len(self._text):
            self._fault(rules.FORMAT_TRUNCATED, Said("the list of records is not closed"))

    def _more(self) -> bool:
        """Read on, and let go of what was read; False at the end of the file."""
        block = self._source.read()
        self._ended = not block
        self._ends.add(block)
        self._settle()
        self._text = self._text[self._at :] + block
        self._at = self._counted = 0
        return bool(block)

    def _settle(self) -> None:
        """Count the lines up to where the reader is."""
        passed = self._text[self._counted : self._at]
        self._offset += len(passed)
        self._line += count_line_ends(passed)
        last = max(passed.rfind("\n"), passed.rfind("\r"))
        self._column = len(passed) - last - 1 if last >= 0 else self._column + len(passed)
        self._counted = self._at

    def _find_value(self) -> bool:
        """Go to the next value; False where there is none."""
        while True:
            found = _BETWEEN.match(self._text, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._text):
                return True
            if self._ended or not self._more():
                return False

    def _value(self) -> tuple[Any, int] | None:
        """The next value and where it ends; an end where it starts for one that is passed over, None at the last."""
        while True:
            try:
                if self._parts() > MOST_PARTS:
                    self._fault(
                        rules.FORMAT_TOO_LARGE,
                        Said("a record of more than {most} values is not read", most=MOST_PARTS),
                    )
                    return self._resume(self._at + 1)
                return _DECODER.raw_decode(self._text, self._at)
            except RecursionError:
                self._fault(rules.FORMAT_TOO_LARGE, Said("the nesting is too deep for any record"))
                return self._resume(self._at + 1)
            except ValueError as error:
                at = getattr(error, "pos", self._at)
                if not self._ended and (at >= len(self._text) - 64 or "Unterminated" in str(error)):
                    size = len(self._text) - self._at
                    if size > MOST:
                        self._fault(
                            rules.FORMAT_TOO_LARGE, Said("a record longer than {size} MB is not read", size=MOST >> 20)
                        )
                        return self._resume(self._at + 1)
                    # Twice as much each time, so that a long record is not tried too often.
                    while len(self._text) - self._at < 2 * size and self._more():
                        pass
                    continue
                if self._ended and (at >= len(self._text) or "Unterminated" in str(error)):
                    self._fault(rules.FORMAT_TRUNCATED, Said("the file ends in the middle of a record"))
                    self._at = len(self._text)
                    return None
                self._fault(rules.FORMAT_SHAPE, Said("this is not JSON: {reason}", reason=_reason(error)), at)
                return self._resume(at)

    def _parts(self) -> int:
        """At least as many values as a record that starts here has; 0 where many records may be at hand."""
        if len(self._text) - self._at < MOST_PARTS:
            return 0
        following = _NEXT.search(self._text, self._at)
        end = len(self._text) if following is None else following.start()
        return sum(self._text.count(sign, self._at, end) for sign in ",{[")

    def _resume(self, at: int) -> tuple[Any, int] | None:
        """Go on at the next line that starts with a brace."""
        self._at = at
        while True:
            found = _NEXT.search(self._text, self._at)
            if found is not None:
                self._at = found.end() - 1
                return None, self._at
            # A line end may be the last character at hand.
            self._at = max(len(self._text) - 1, self._at)
            if self._ended or not self._more():
                self._at = len(self._text)
                return None

    def _readings_of(self, value: Any, end: int) -> list[Reading]:
        text = self._text[self._at : end]
        if not text.isascii():
            value = json.loads(self._source.decoder.decode(text))
        try:
            found = self._converted(value)
        except ShapeError as error:
            self._fault(
                rules.FORMAT_SHAPE,
                Said("this is no record of {maker}: {error}", maker=self.maker, error=said_of(error)),
            )
            return []
        self._settle()
        chunk = Chunk(text, self._offset, self._line, self.path, self._source.decoder, self._column)
        readings = []
        for record, unheld in found:
            extra = self._taken()
            places = TextMap(chunk, {}, [])
            readings.append(Reading(record, self.records, self.path, places, extra or None, unheld=unheld))
            self.records += 1
        return readings

    def _converted(self, value: Any) -> list[tuple[Record, tuple[tuple[Rule, str], ...]]]:
        """The records of a value, each with what a record has no place for; raises `ShapeError`."""
        if isinstance(value, dict) and "pbntools" in value:
            value = {name: item for name, item in value.items() if name != "pbntools"}
        return [(record_from_json(value), ())]

    def _fault(self, rule: Rule, message: str, at: int = 0) -> None:
        self._settle()
        at = max(at - self._at, 0)
        piece = self._text[self._at : self._at + at + 200]
        chunk = Chunk(piece, self._offset, self._line, self.path, self._source.decoder, self._column)
        at = min(at, len(piece))
        self._tell(rule, message, chunk, at, at)


def _reason(error: ValueError) -> str:
    return str(error).split(":", 1)[0][:80]


__all__ = ["MOST", "JsonReader"]
