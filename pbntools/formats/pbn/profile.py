"""What a profile is: the checks of a target, and the severity of each rule that counts for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from pbntools.diagnostics import Diagnostic, Finding, Location, Rule, Severity, diagnostic_of
from pbntools.formats.pbn.faults import PbnMap, finding_of
from pbntools.formats.pbn.formatting import Characters
from pbntools.formats.pbn.raw import Fault
from pbntools.formats.reading import RecordReader, SourceMap
from pbntools.record import Record


@dataclass(slots=True)
class State:
    """What a check has to remember of the games before."""

    index: int = -1
    board: int | None = None
    characters: Characters = field(default_factory=Characters)
    ended: bool = True
    """Whether the text so far ends in a line end."""
    told: set[Rule] = field(default_factory=set)
    """The rules by which something was told."""


Check = Callable[[PbnMap, Record, State], Iterator[Fault]]
FileCheck = Callable[[RecordReader, State], Iterator[Diagnostic]]
"""A check of the file as a whole, once it is read."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What counts for a target.  ``severities`` is by the names of rules; a rule that is not in it is not asked."""

    name: str
    summary: str
    source: str
    severities: Mapping[str, Severity]
    checks: tuple[Check, ...] = ()
    file_checks: tuple[FileCheck, ...] = ()

    def look(self, source_map: SourceMap, record: Record, state: State) -> Iterator[tuple[Finding, int, int]]:
        """What the checks find in a game, with local offsets; to be asked for each game in the order of the file."""
        state.index += 1
        if isinstance(source_map, PbnMap):
            for check in self.checks:
                for fault in check(source_map, record, state):
                    yield finding_of(fault), fault.start, fault.end

    def file_diagnostics(self, reader: RecordReader, state: State) -> Iterator[Diagnostic]:
        """What the checks find in the file as a whole, once it is read."""
        for check in self.file_checks:
            yield from check(reader, state)


def of_the_file(reader: RecordReader, rule: Rule, message: str, help: str) -> Diagnostic:
    """A diagnostic that no place in the file shows."""
    return diagnostic_of(Finding(rule, message, help=help), Location(reader.path), record=None, board=None)
