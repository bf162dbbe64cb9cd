"""Reads lists with a deal a line."""

from __future__ import annotations

from collections.abc import Iterator

from pbntools import rules
from pbntools.diagnostics import Diagnostic, Finding, Location, Rule, diagnostic_of
from pbntools.formats.lines import LineSource
from pbntools.formats.oneline.lines import LineCodec, LineError
from pbntools.formats.reading import Reading, locate
from pbntools.formats.text import Chunk, Input
from pbntools.formats.textmap import TextMap

LONGEST = 4096
"""Characters of a line that may hold a deal."""
MOST_FAULTS = 1000
"""Faults between records that are told one by one."""


class LineListReader:
    """What the readers of lists have in common."""

    format = ""

    def __init__(self, source: Input, *, name: str | None = None, encoding: str | None = None) -> None:
        self._lines = LineSource(source, name=name, encoding=encoding)
        self.path = self._lines.path
        self.records = 0
        self.file_ignored: list[str] = []
        self.header: list[str] = []
        self._found: list[Diagnostic] = []
        self._faults = 0

    @property
    def encoding(self) -> str:
        """The encoding of the text met so far."""
        return self._lines.decoder.encoding

    @property
    def line_ends(self) -> list[str]:
        """The kinds of line ends met so far."""
        return self._lines.line_ends

    @property
    def bom(self) -> str:
        """The encoding that a byte order mark names, or an empty string."""
        return self._lines.source.bom

    @property
    def packed(self) -> str | None:
        """How the file was packed, or None."""
        return self._lines.source.packed

    def close(self) -> None:
        """Close the file."""
        self._lines.close()

    def __iter__(self) -> Iterator[Reading]:
        with self._lines:
            yield from self._readings()
            if not self.records:
                at = Location(self.path, 0, 0, 1, 1, 1, 1)
                finding = Finding(rules.NO_RECORDS, "the file holds no record")
                self._found.append(diagnostic_of(finding, at, record=None, board=None))
            if self._found:
                yield Reading(None, None, self.path, None, self._found)

    def _readings(self) -> Iterator[Reading]:
        raise NotImplementedError

    def tell(self, rule: Rule, message: str, chunk: Chunk, start: int = 0, end: int | None = None) -> None:
        """Note a fault that belongs to no record."""
        self._faults += 1
        if self._faults > MOST_FAULTS:
            return
        at = locate(chunk, start, len(chunk.text) if end is None else end)
        source = (chunk.source(start)[:200],)
        self._found.append(diagnostic_of(Finding(rule, message), at, record=None, board=None, source=source))

    def taken(self) -> list[Diagnostic] | None:
        """The faults since the last record, which are told with the next one."""
        found, self._found = self._found, []
        return found or None


class OneLineReader(LineListReader):
    """Reads the records of one file; iterate over it once."""

    def __init__(
        self, codec: LineCodec, source: Input, *, name: str | None = None, encoding: str | None = None
    ) -> None:
        super().__init__(source, name=name, encoding=encoding)
        self._codec = codec
        self.format = codec.name

    def _readings(self) -> Iterator[Reading]:
        codec = self._codec
        for chunk in self._lines:
            line = chunk.text
            if codec.skip(line):
                continue
            if len(line) > LONGEST:
                self.tell(rules.FORMAT_TOO_LARGE, f"a deal has less than {LONGEST} characters", chunk, 0, 0)
                continue
            try:
                record, unheld = codec.parse(line)
            except LineError as error:
                if codec.stray(line):
                    self.tell(rules.FORMAT_UNKNOWN, "the line is no deal", chunk)
                else:
                    self.tell(rules.FORMAT_SHAPE, str(error), chunk, min(error.at, len(line)))
                continue
            index = self.records
            self.records += 1
            yield Reading(record, index, self.path, TextMap(chunk, {}, []), self.taken(), unheld=unheld)


__all__ = ["LineListReader", "OneLineReader"]
