"""What readers of the smaller formats share: the attributes of a reader, and a bounded list of what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbntools import rules
from pbntools.diagnostics import MOST_FINDINGS, Diagnostic, Finding, Location, Rule, Severity, diagnostic_of
from pbntools.formats.reading import Reading
from pbntools.record import Record
from pbntools.said import Said


class PlainReader:
    """A reader that places its findings itself; a reader of a format derives from it and defines ``_readings``.

    Past `MOST_FINDINGS` of one rule in a file, the next one says that more follow.
    """

    format = ""
    encoding = "binary"
    packed: str | None = None
    bom = ""

    def __init__(self, path: str) -> None:
        self.path = path
        self.records = 0
        self.file_ignored: list[str] = []
        self._found: list[Diagnostic] = []
        self._counts: dict[str, int] = {}

    @property
    def header(self) -> list[str]:
        """None: the format has no lines of its own at its head."""
        return []

    @property
    def line_ends(self) -> list[str]:
        """None are told apart."""
        return []

    def close(self) -> None:
        """Close what was opened here."""

    def __iter__(self) -> Iterator[Reading]:
        try:
            yield from self._readings()
        finally:
            self.close()
        if not self.records and not any(found.severity is Severity.ERROR for found in self._found):
            self._tell(rules.NO_RECORDS, Said("the file holds no record"), self._start())
        if self._found:
            yield Reading(None, None, self.path, None, self._found)

    def _start(self) -> Location:
        return Location(self.path, 0, 0, 1, 1, 1, 1)

    def _readings(self) -> Iterator[Reading]:
        raise NotImplementedError

    def _tell(self, rule: Rule, message: str, at: Location, source: str = "", *, bounded: bool = True) -> None:
        """Note what is wrong; it goes with the next record, or with the file."""
        count = self._counts[rule.code] = self._counts.get(rule.code, 0) + bounded
        if bounded and count > MOST_FINDINGS + 1:
            return
        if bounded and count > MOST_FINDINGS:
            message = Said("{message} (more of this kind follow and are not told)", message=message)
        lines = (source[:200],) if source else ()
        self._found.append(diagnostic_of(Finding(rule, message), at, record=None, board=None, source=lines))

    def _reading(self, record: Record, at: Location, unheld: tuple[tuple[Rule, str], ...] = ()) -> Reading:
        """The reading of the next record, with what was noted since the last one."""
        found, self._found = self._found, []
        index = self.records
        self.records += 1
        placed = [replace(diagnostic, record=index, board=record.board) for diagnostic in found]
        return Reading(record, index, self.path, None, placed or None, at=at, unheld=unheld)


__all__ = ["PlainReader"]
