"""What the records of several files say against each other, told behind the diagnostics of the later file.

Each file's process keeps an entry of each record; here they are joined in the order of the files, so the outcome is the
same for any number of processes.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from pbntools.cli.checking import FileReport, Plan, counted, writer
from pbntools.cli.inputs import Source
from pbntools.diagnostics import RECORD, Diagnostic, Location, diagnostic_of
from pbntools.rules import DUPLICATE_RECORD, FOULED_BOARD

if TYPE_CHECKING:
    from pbntools.formats.reading import Reading
    from pbntools.laws.between import Conflict, EventLedger


class Joiner:
    """Takes the outcomes one by one in the order of the files."""

    def __init__(self, plan: Plan, emit: Callable[[str], None]) -> None:
        self._plan = plan
        self._emit = emit
        self._ledger: EventLedger | None = None
        self._paths: list[str] = []
        self._real: set[tuple[str, str | None]] = set()

    def join(self, source: Source, done: FileReport) -> None:
        """Compare the records of a file with those of the files before it, and add to its outcome."""
        entries, done.entries = done.entries, []
        if not entries:
            return
        if source.file is not None:
            real = os.path.realpath(source.file), source.member
            if real in self._real:
                return
            self._real.add(real)
        if self._ledger is None:
            from pbntools.laws.between import EventLedger

            self._ledger = EventLedger(across=True)
        ledger = self._ledger
        ledger.next_file()
        number = len(self._paths)
        self._paths.append(done.path)
        found = [conflict for entry in entries for conflict in ledger.add(entry, number)]
        told = self._once(
            [
                conflict
                for conflict in found
                if conflict.rule.code in done.wanted
                and conflict.rule.code not in conflict.entry.silent
                and (conflict.rule is not FOULED_BOARD or ledger.believes(conflict))
            ]
        )
        if told:
            self._tell(source, done, told)

    def _once(self, found: list[Conflict]) -> list[tuple[Conflict, int]]:
        """The conflicts, each with its number: a file that was copied is told of once."""
        told: list[tuple[Conflict, int]] = []
        copies: dict[int, int] = {}
        for conflict in found:
            if conflict.rule is DUPLICATE_RECORD:
                copies[conflict.source] = copies.get(conflict.source, 0) + 1
                if copies[conflict.source] > 1:
                    continue
            told.append((conflict, 1))
        return [(c, copies[c.source] if c.rule is DUPLICATE_RECORD else count) for c, count in told]

    def _tell(self, source: Source, done: FileReport, told: list[tuple[Conflict, int]]) -> None:
        written = writer(self._plan)
        quiet = self._plan.counts_only or self._plan.diff
        readings = self._readings(source, {conflict.entry.number for conflict, _ in told})
        for conflict, count in told:
            diagnostic = self._diagnostic(done.path, conflict, count, readings.get(conflict.entry.number))
            raised = counted(done, diagnostic, self._plan)
            if raised is not None and not quiet:
                self._emit(written.diagnostic(raised))
        if not quiet:
            self._emit(written.close())

    def _readings(self, source: Source, wanted: set[int]) -> dict[int, tuple[Reading, Location]]:
        """The records that are spoken of, read again to tell where they stand; not those of the standard input."""
        from pbntools.checking import read

        found: dict[int, tuple[Reading, Location]] = {}
        if source.file is None:
            return found
        try:
            with source.open() as file, read(file, name=source.path, encoding=self._plan.encoding) as readings:
                for reading in readings:
                    if reading.index in wanted and reading.record is not None:
                        found[reading.index] = reading, reading.locate(RECORD)
                        if len(found) == len(wanted):
                            break
        except OSError:
            # It was read before, and is gone: the diagnostic stands without its line.
            pass
        return found

    def _diagnostic(
        self, path: str, conflict: Conflict, count: int, place: tuple[Reading, Location] | None
    ) -> Diagnostic:
        from pbntools.laws.between import finding_of, game_text

        where = game_text(conflict.earlier, self._paths[conflict.source])
        record = place[0].record if place is not None else None
        finding = finding_of(conflict, record, where, count)
        return diagnostic_of(
            finding,
            Location(path) if place is None else place[1],
            record=conflict.entry.number,
            board=conflict.entry.label,
        )
