"""The rows of a CSV file, each with its place, in bounded memory."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pbntools import rules
from pbntools.diagnostics import Location, Rule
from pbntools.formats.lines import LineSource
from pbntools.formats.plain import PlainReader
from pbntools.formats.reading import locate
from pbntools.formats.text import Chunk, Input
from pbntools.said import Said

DELIMITERS = (",", ";", "\t")
"""What may stand between the fields; the first line that is not blank decides."""
MOST_FIELDS = 1000
"""Fields of a row."""


@dataclass(frozen=True, slots=True)
class CsvRow:
    """A row: its fields, and its first line."""

    fields: list[str]
    chunk: Chunk

    @property
    def location(self) -> Location:
        """Where the row's first line stands."""
        return locate(self.chunk, 0, len(self.chunk.text))

    @property
    def source(self) -> str:
        """The row's first line."""
        return self.chunk.source(0)


class CsvRows:
    """Iterates over the rows that are not blank; ``tell`` takes a rule, a message, a place and the line.

    A field in quotes may hold line ends; one longer than the limit of the standard library (131,072 characters) is
    told, and reading goes on with the next line.
    """

    def __init__(
        self,
        source: Input,
        tell: Callable[[Rule, str, Location, str], None],
        *,
        name: str | None = None,
        encoding: str | None = None,
    ) -> None:
        self.lines = LineSource(source, name=name, encoding=encoding)
        self.delimiter = ","
        self._tell = tell
        self._first: Chunk | None = None

    def close(self) -> None:
        """Close the file."""
        self.lines.close()

    def _begin(self) -> None:
        """The next line is the first one of a row."""
        self._first = None

    def _texts(self) -> Iterator[str]:
        decode = self.lines.decoder.decode
        for chunk in self._chunks:
            if self._first is None:
                self._first = chunk
            self.lines.decoder.meet(chunk.text)
            yield decode(chunk.text) + "\n"

    def __iter__(self) -> Iterator[CsvRow]:
        self._chunks = iter(self.lines)
        first = next((chunk for chunk in self._chunks if chunk.text.strip()), None)
        if first is None:
            return
        self.delimiter = max(DELIMITERS, key=first.text.count)
        self._chunks = _chained(first, self._chunks)
        while True:
            reader = csv.reader(self._texts(), delimiter=self.delimiter)
            try:
                while True:
                    self._begin()
                    fields = next(reader)
                    if len(fields) > MOST_FIELDS:
                        raise csv.Error(f"a row has more than {MOST_FIELDS} fields")
                    chunk = self._first
                    if chunk is not None and any(field.strip() for field in fields):
                        yield CsvRow(fields, chunk)
            except StopIteration:
                return
            except csv.Error as error:
                at = self._first or first
                self._tell(
                    rules.FORMAT_SHAPE,
                    Said("this is no row of CSV: {error}", error=str(error)[:80]),
                    locate(at, 0, 0),
                    at.source(0),
                )


def first_fields(head: bytes) -> list[str] | None:
    """The fields of the first line that is not blank, of the first bytes of a file; None where there is none."""
    lines = head.removeprefix(b"\xef\xbb\xbf").lstrip().splitlines()
    if not lines:
        return None
    line = lines[0].decode("utf-8", "replace")
    try:
        return next(csv.reader([line], delimiter=max(DELIMITERS, key=line.count)), None)
    except csv.Error:
        return None


def _chained(first: Chunk, rest: Iterator[Chunk]) -> Iterator[Chunk]:
    yield first
    yield from rest


__all__ = ["DELIMITERS", "MOST_FIELDS", "CsvRow", "CsvRows", "first_fields"]


class RowReader(PlainReader):
    """A reader of the rows of one CSV file."""

    def __init__(self, source: Input, *, name: str | None = None, encoding: str | None = None) -> None:
        self._rows = CsvRows(source, self._tell, name=name, encoding=encoding)
        super().__init__(self._rows.lines.path)
        self.bom = self._rows.lines.source.bom

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the text met so far."""
        return self._rows.lines.decoder.encoding

    @property
    def packed(self) -> str | None:  # type: ignore[override]
        """How the file was packed, or None."""
        return self._rows.lines.source.packed

    @property
    def line_ends(self) -> list[str]:
        """The kinds of line ends met so far."""
        return self._rows.lines.line_ends

    def close(self) -> None:
        """Close the file."""
        self._rows.close()
