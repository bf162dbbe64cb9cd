"""The records of many files, for the commands that look at them rather than check them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pbntools.checking import Readings, check, read, resolved
from pbntools.cli.inputs import Missing, Source, expand
from pbntools.cli.streams import Output, complain, internal_error, say, shown, spoken, unread
from pbntools.diagnostics import EDITION, Diagnostic, Severity
from pbntools.formats.reading import Reading, readings_at_once
from pbntools.formats.unpacking import Unpacked
from pbntools.laws import Outcome
from pbntools.record import Record
from pbntools.reports.language import ENGLISH, Language, language
from pbntools.rules import FORMAT_UNKNOWN, FORMAT_VALUE, NO_RECORDS
from pbntools.said import Said

# Less than an error, but a result may hang on it.
_NOT_UNDERSTOOD = frozenset((FORMAT_UNKNOWN, FORMAT_VALUE))


@dataclass(frozen=True, slots=True)
class Item:
    """A record of a file, and what follows from it."""

    path: str
    index: int
    record: Record
    outcome: Outcome
    reading: Reading


class Reader:
    """Reads file after file and keeps count of what went wrong.

    With ``judged`` the readings also have what is wrong under the Laws.  ``on_error`` is called with each error.
    ``words`` is the language of what is said.
    """

    def __init__(
        self,
        out: Output,
        encoding: str | None,
        stdin_name: str | None = None,
        laws: str = EDITION,
        from_format: str | None = None,
        columns: Mapping[str, str] | None = None,
        *,
        judged: bool = False,
        on_error: Callable[[Diagnostic], None] | None = None,
        words: Language | None = None,
    ) -> None:
        self._out = out
        self._format = from_format
        self._columns = columns
        self.encoding = encoding
        self._stdin_name = stdin_name
        self._laws = laws
        self._judged = judged
        self._on_error = on_error
        self._words = words or language(ENGLISH)
        self.readings: Readings | None = None
        """The file that is under way, or was read last; None where it could not be opened."""
        self.faults: Counter[Severity] = Counter()
        """What is wrong with the text of that file."""
        self.failures: list[tuple[str, str]] = []
        """The paths that could not be read, or not to their ends, and why."""
        self.files = 0
        self.records = 0
        self._errors = 0
        self._not_understood = 0
        self._empty = 0

    def items(self, paths: tuple[str, ...]) -> Iterator[Item]:
        """The records of all files in order.  A file that cannot be read, or holds no record, is complained of."""
        for items in self.by_file(paths):
            yield from items

    def items_of(self, sources: Iterable[Source | Missing]) -> Iterator[Item]:
        """The same of files that are known."""
        for items in self._by_source(sources, once=False):
            yield from items

    def sources(self, paths: tuple[str, ...]) -> Iterator[Source | Missing]:
        """The files that some paths name."""
        return expand(paths, self._stdin_name)

    def counted_once(self, source: Source) -> None:
        """Say that a file is named again, and not read again."""
        self._complain_of(source.path, Said("named more than once, and counted once"))

    def by_file(self, paths: tuple[str, ...], *, once: bool = False) -> Iterator[Iterator[Item]]:
        """The same, file by file.  Each is to be read to its end before the next.

        With ``once`` a file that is named more than once, by whatever path, is read the first time alone; that is said.
        """
        return self._by_source(self.sources(paths), once=once)

    def _by_source(self, sources: Iterable[Source | Missing], *, once: bool) -> Iterator[Iterator[Item]]:
        seen: set[tuple[object, ...]] = set()
        for source in sources:
            if isinstance(source, Missing):
                self._fail(source.path, source.why)
                continue
            if once and (place := source.place()) is not None:
                if place in seen:
                    self.counted_once(source)
                    continue
                seen.add(place)
            yield self._of(source)

    def _of(self, source: Source) -> Iterator[Item]:
        before = self.records
        self.readings = None
        self.faults = Counter()
        try:
            with (
                source.open() as file,
                self._readings(file, source.path) as readings,
            ):
                self.readings = readings
                for batch in readings_at_once(readings):
                    severities = [reading.severities for reading in batch]
                    outcomes = [resolved(reading, self._laws) for reading in batch]
                    for reading, severe, outcome in zip(batch, severities, outcomes, strict=True):
                        if severe:
                            self._count(reading, severe, readings.format)
                        if reading.record is None or reading.index is None or outcome is None:
                            continue
                        self.records += 1
                        if isinstance(outcome, Exception):
                            # A fault of ours in one record must not cost the others.
                            self._fail_record(source.path, reading.index, outcome)
                        else:
                            yield Item(source.path, reading.index, reading.record, outcome, reading)
        except OSError as error:
            self._fail(source.path, unread(error))
            return
        except Exception as error:  # noqa: BLE001  (a fault of ours in one file must not cost the files after it)
            self._fail(source.path, internal_error(error))
            return
        self.files += 1
        if self.records == before:
            self._empty += 1
            self._complain_of(source.path, Said("no record in it"))

    def _count(self, reading: Reading, severities: Sequence[Severity], form: str) -> None:
        """Keep count of what is wrong with a reading."""
        self.faults.update(severities)
        if form != "pbn":
            self._not_understood += sum(found.rule in _NOT_UNDERSTOOD for found in reading.diagnostics)
        for found in reading.diagnostics if Severity.ERROR in severities else ():
            # That there is no record is said below.
            if found.severity is Severity.ERROR and found.rule is not NO_RECORDS:
                self._errors += 1
                if self._on_error is not None:
                    self._on_error(found)

    def _readings(self, file: Unpacked, path: str) -> Readings:
        if self._judged:
            return check(file, name=path, encoding=self.encoding, format=self._format, laws=self._laws)
        return read(file, name=path, encoding=self.encoding, format=self._format, columns=self._columns)

    def fail_record(self, item: Item, error: Exception) -> None:
        """Complain of a fault of ours in one record; it counts as a path that was not read to its end."""
        self._fail_record(item.path, item.index, error)

    def _fail_record(self, path: str, index: int, error: Exception) -> None:
        self._fail(path, f"record {index}: {internal_error(error)}")

    def _fail(self, path: str, why: str) -> None:
        self.failures.append((path, why))
        self._complain_of(path, why)

    def _complain_of(self, path: str, why: str) -> None:
        self._out.flush()
        complain(f"{shown(path)}: {spoken(why, self._words)}")

    @property
    def errors(self) -> int:
        """How many errors there were so far."""
        return self._errors

    def remarks(self) -> str:
        """What the closing line should add."""
        words, text = self._words, ""
        if self._errors:
            if self._judged:
                told = words.ngettext(
                    "{n:,} error ('pbntools check' tells)", "{n:,} errors ('pbntools check' tells)", self._errors
                )
            else:
                told = words.ngettext(
                    "{n:,} error in the text ('pbntools check' tells)",
                    "{n:,} errors in the text ('pbntools check' tells)",
                    self._errors,
                )
            text += f"; {told}"
        if self._not_understood:
            told = words.ngettext(
                "{n:,} value not understood ('pbntools check' tells)",
                "{n:,} values not understood ('pbntools check' tells)",
                self._not_understood,
            )
            text += f"; {told}"
        if self.failures:
            count = len(self.failures)
            told = words.ngettext("{n:,} path could not be read", "{n:,} paths could not be read", count)
            text += f"; {told}"
        return text

    def status(self) -> int:
        """The exit status: 2 after a file that could not be read, 1 after one without a record."""
        return 2 if self.failures else 1 if self._empty else 0

    def finish(self, summary: str, nothing: str = "", least: int = 0) -> int:
        """Say how it went; returns the exit status, which is ``least`` or more, and 1 at least where there was nothing
        to be done, as the text ``nothing`` says."""
        status = max(self.status(), least)
        if nothing and self.records:
            complain(nothing)
            status = max(status, 1)
        say(summary)
        return status
