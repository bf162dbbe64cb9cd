"""A reading: a record as it was read, with what was wrong on the way and where everything stands."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeVar

from pbntools.diagnostics import (
    EDITION,
    Diagnostic,
    Finding,
    Fix,
    FixEdit,
    FixSource,
    LazyFix,
    Location,
    Place,
    PlacedFix,
    Rule,
    Severity,
    TextChange,
    bounded,
    diagnostic_of,
)
from pbntools.formats.text import Chunk
from pbntools.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

T = TypeVar("T")


class SourceMap(Protocol):
    """Finds a record's places in its text, and says what was wrong with the text."""

    @property
    def chunk(self) -> Chunk:
        """The text."""
        ...

    def faults(self, record: Record) -> list[tuple[Finding, int, int]]:
        """What was wrong, with local offsets."""
        ...

    def span(self, record: Record, place: Place) -> tuple[int, int]:
        """The local offsets of a place; the record's own where the text does not show it."""
        ...

    def changes(self, record: Record, fix: Fix) -> list[TextChange] | None:
        """A fix as changes of the text; None where the text does not allow it."""
        ...

    def extent(self) -> tuple[int, int]:
        """The offsets of the whole record in the file."""
        ...

    def ignored(self) -> list[str]:
        """The rules that the text itself asks to leave out for this record."""
        ...


class RecordReader(Protocol):
    """Reads the records of one file; iterate over it once.

    Content never raises.  The attributes are complete when the file is exhausted.
    """

    format: str
    """The name of the format."""
    path: str
    """The path, or the name that was given."""
    records: int
    """How many records there were so far."""
    file_ignored: list[str]
    """The rules that the file itself asks to leave out."""

    @property
    def encoding(self) -> str:
        """The encoding of the text met so far; ``binary`` for a file that is no text."""
        ...

    @property
    def header(self) -> list[str]:
        """Lines at the head of the file that say something of it as a whole."""
        ...

    @property
    def line_ends(self) -> list[str]:
        """The kinds of line ends met so far, the most frequent first."""
        ...

    @property
    def bom(self) -> str:
        """The encoding that a byte order mark names, or an empty string."""
        ...

    @property
    def packed(self) -> str | None:
        """How the file was packed, or None."""
        ...

    def close(self) -> None:
        """Close what was opened here."""
        ...

    def __iter__(self) -> Iterator[Reading]: ...


AT_ONCE = 32
"""Records that are worked on together: each step is done for all of them before the next one.

The interpreter is slowed down by a third where the code of all steps is run through for each record anew.
"""


def neighbours(items: Iterable[T], reading_of: Callable[[T], Reading]) -> Iterator[list[T]]:
    """The items, some whose readings are of one piece of text at a time; where there is no text, one by one.

    What raises at last was preceded by all items before it.
    """
    batch: list[T] = []
    chunk: Chunk | None = None
    try:
        for item in items:
            source_map = reading_of(item).source_map
            here = None if source_map is None else source_map.chunk
            if batch and here is not chunk:
                yield batch
                batch = []
            batch.append(item)
            chunk = here
            if here is None or len(batch) >= AT_ONCE:
                yield batch
                batch = []
    except Exception:
        if batch:
            yield batch
        raise
    if batch:
        yield batch


def readings_at_once(readings: Iterable[Reading]) -> Iterator[list[Reading]]:
    """The readings, some at a time; see `neighbours`."""
    return neighbours(readings, lambda reading: reading)


class Reading:
    """A record and its diagnostics.

    ``record`` is None only in a last reading that speaks of the file as a whole.  ``index`` counts the records of the
    file from 0.  ``at`` is where the record stands in a file that is no text.  ``unheld`` is what the file says of it
    that a record has no place for: pairs of a rule of conversion and the words for it.
    """

    __slots__ = ("_at", "_diagnostics", "_extra", "_map", "index", "path", "record", "unheld")

    def __init__(
        self,
        record: Record | None,
        index: int | None,
        path: str,
        source_map: SourceMap | None,
        extra: list[Diagnostic] | None = None,
        *,
        at: Location | None = None,
        unheld: tuple[tuple[Rule, str], ...] = (),
    ) -> None:
        self.unheld = unheld
        self._at = at
        self.record = record
        self.index = index
        self.path = path
        self._map = source_map
        self._extra = extra
        self._diagnostics: list[Diagnostic] | None = None

    @property
    def source_map(self) -> SourceMap | None:
        """What finds the record's places in its text; None where there is no text."""
        return self._map

    @property
    def board(self) -> str | None:
        """The record's board label."""
        return self.record.board if self.record else None

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong, in the order of the text."""
        if self._diagnostics is None:
            found = list(self._extra or ())
            if self._map is not None and self.record is not None:
                found += [self._place(*fault) for fault in self._map.faults(self.record)]
            self._diagnostics = found
            self._sort()
        return self._diagnostics

    @property
    def severities(self) -> list[Severity]:
        """How severe the diagnostics are, without the work of placing them in the text where nobody asked for them."""
        if self._diagnostics is not None or self._map is None or self.record is None:
            return [diagnostic.severity for diagnostic in self.diagnostics]
        found = [
            finding.rule.severity if finding.severity is None else finding.severity
            for finding, _, _ in self._map.faults(self.record)
        ]
        return [*[diagnostic.severity for diagnostic in self._extra], *found] if self._extra else found

    @property
    def ignored(self) -> list[str]:
        """The rules that the text asks to leave out, by code, prefix or name."""
        return self._map.ignored() if self._map else []

    def add(self, findings: Iterable[Finding], edition: str = EDITION) -> None:
        """Add what a check found under an edition of the Laws, placed in the text."""
        added = [self._place(finding, *self._span(finding.place), edition) for finding in bounded(findings)]
        if added:
            self.diagnostics.extend(added)
            self._sort()

    def cite(self, edition: str) -> None:
        """Let what the text already gave rise to cite this edition of the Laws."""
        if edition != EDITION:
            self._diagnostics = [
                replace(diagnostic, edition=edition) if diagnostic.law is not None else diagnostic
                for diagnostic in self.diagnostics
            ]

    def judge(
        self,
        look: Callable[[SourceMap, Record], Iterable[tuple[Finding, int, int]]],
        severities: Mapping[str, Severity],
    ) -> None:
        """Add what ``look`` finds in the text; keep the rules that have a severity, by name, with that severity."""
        if self.record is not None and self._map is not None:
            self.diagnostics.extend([self._place(*found) for found in look(self._map, self.record)])
        self._diagnostics = [
            replace(diagnostic, severity=severities[diagnostic.rule.name])
            for diagnostic in self.diagnostics
            if diagnostic.rule.name in severities
        ]
        self._sort()

    def placed(self, finding: Finding) -> Diagnostic:
        """What a check found, placed in the text."""
        return self._place(finding, *self._span(finding.place), EDITION)

    def retell(self, finding: Finding, edition: str = EDITION) -> None:
        """Put a finding in the place of what was said by the same rule of the same word; nothing if nothing was."""
        told = self._place(finding, *self._span(finding.place), edition)
        for at, diagnostic in enumerate(self.diagnostics):
            if diagnostic.rule is told.rule and diagnostic.location == told.location:
                self.diagnostics[at] = told

    def keep(self, wanted: Callable[[Rule], bool]) -> None:
        """Leave out the diagnostics of unwanted rules."""
        self._diagnostics = [diagnostic for diagnostic in self.diagnostics if wanted(diagnostic.rule)]

    @property
    def extent(self) -> tuple[int, int] | None:
        """Where the record's text starts and ends in the file, in bytes; None where there is no text."""
        return self._map.extent() if self._map is not None else None

    def locate(self, place: Place) -> Location:
        """Where a place of the record stands in the file."""
        if self._map is None or self.record is None:
            return self._at or Location(self.path)
        return locate(self._map.chunk, *self._map.span(self.record, place))

    def _sort(self) -> None:
        if self._diagnostics and len(self._diagnostics) > 1:
            self._diagnostics.sort(key=lambda d: (d.location.offset or 0, -d.severity, d.rule.code))

    def _span(self, place: Place) -> tuple[int, int]:
        if self._map is None or self.record is None:
            return 0, 0
        return self._map.span(self.record, place)

    def _place(self, finding: Finding, start: int, end: int, edition: str = EDITION) -> Diagnostic:
        if self._map is None:
            at = self._at or Location(self.path)
            return diagnostic_of(finding, at, record=self.index, board=self.board, edition=edition)
        chunk = self._map.chunk
        return diagnostic_of(
            finding,
            locate(chunk, start, end),
            record=self.index,
            board=self.board,
            source=(chunk.source(start),),
            edition=edition,
            fix=None if finding.fix is None else LazyFix(partial(self._fix, finding.fix)),
        )

    def _fix(self, source: FixSource) -> PlacedFix | None:
        fix = source() if callable(source) else source
        if fix is None or self._map is None or self.record is None:
            return None
        changes = self._map.changes(self.record, fix)
        return None if changes is None else placed_fix(self._map.chunk, fix, changes)

    def __repr__(self) -> str:
        return f"<Reading {self.index} of {self.path}: {self.record!r}>"


def locate(chunk: Chunk, start: int, end: int) -> Location:
    """The location of a span of a chunk."""
    line, column = chunk.place(start)
    end_line, end_column = chunk.place(end) if end != start else (line, column)
    return Location(chunk.path, chunk.offset + start, chunk.offset + end, line, column, end_line, end_column)


def placed_fix(chunk: Chunk, fix: Fix, changes: Iterable[TextChange]) -> PlacedFix:
    """A fix of a piece of text at its place in the file."""
    decode = chunk.decoder.decode
    edits = tuple(
        FixEdit(locate(chunk, change.start, change.end), decode(change.text), change.text.encode("latin-1"))
        for change in changes
    )
    return PlacedFix(fix.message, fix.safe, edits)


def text_fix(chunk: Chunk, source: FixSource) -> PlacedFix | None:
    """A fix of text that belongs to no record, which is in a reader's terms alone."""
    fix = source() if callable(source) else source
    if fix is None:
        return None
    return placed_fix(chunk, fix, [change for change in fix.changes if isinstance(change, TextChange)])
