"""What readers of text share: the attributes of a reader, and a bounded list of what belongs to no record."""

from __future__ import annotations

from collections.abc import Iterator

from pbntools import rules
from pbntools.diagnostics import Diagnostic, Finding, Location, Rule, Severity, diagnostic_of
from pbntools.formats.lines import LineSource
from pbntools.formats.reading import Reading, locate
from pbntools.formats.text import Chunk, LineEnds, TextSource

MOST_FAULTS = 1000
"""Faults between records that are told one by one."""
_SHOWN = 200


class TextReader:
    """A reader of text; a reader of a format derives from it and defines ``_readings``."""

    format = ""
    nothing = "the file holds no record"
    """What is said of a file without records in which nothing else is wrong."""

    def __init__(self, source: TextSource, ends: LineEnds | None = None) -> None:
        self._source = source
        self._ends = LineEnds() if ends is None else ends
        self.path = source.path
        self.records = 0
        self.file_ignored: list[str] = []
        self.header: list[str] = []
        self._found: list[Diagnostic] = []

    @property
    def encoding(self) -> str:
        """The encoding of the text met so far."""
        return self._source.decoder.encoding

    @property
    def line_ends(self) -> list[str]:
        """The kinds of line ends met so far, the most frequent first."""
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
        if not self.records and not any(found.severity is Severity.ERROR for found in self._found):
            at = Location(self.path, 0, 0, 1, 1, 1, 1)
            self._note(diagnostic_of(Finding(rules.NO_RECORDS, self.nothing), at, record=None, board=None))
        unheld = self._unheld()
        if self._found or unheld:
            yield Reading(None, None, self.path, None, self._found, unheld=unheld)

    def _readings(self) -> Iterator[Reading]:
        raise NotImplementedError

    def _unheld(self) -> tuple[tuple[Rule, str], ...]:
        """What the file says behind its last record that no record has a place for."""
        return ()

    def _tell(self, rule: Rule, message: str, chunk: Chunk, start: int = 0, end: int | None = None) -> None:
        """Note a fault that belongs to no record."""
        if len(self._found) < MOST_FAULTS:
            self._found.append(placed(Finding(rule, message), chunk, start, len(chunk.text) if end is None else end))

    def _note(self, diagnostic: Diagnostic) -> None:
        if len(self._found) < MOST_FAULTS:
            self._found.append(diagnostic)

    def _taken(self) -> list[Diagnostic]:
        """The faults since the last record, which are told with the next one."""
        found, self._found = self._found, []
        return found


class LineReader(TextReader):
    """A reader of a format that is made of lines."""

    def __init__(self, lines: LineSource) -> None:
        super().__init__(lines.source, lines.ends)
        self._lines = lines


def placed(finding: Finding, chunk: Chunk, start: int, end: int) -> Diagnostic:
    """A diagnostic that belongs to no record, with the line where it starts."""
    source = (chunk.source(start)[:_SHOWN],)
    return diagnostic_of(finding, locate(chunk, start, end), record=None, board=None, source=source)


__all__ = ["LineReader", "TextReader", "placed"]
