"""Reading and checking a file: where a format's reader and the Laws meet.

`read` reports what is wrong with the text; `check` adds what is wrong under the Laws and in itself.  Both stream.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from pbntools.diagnostics import EDITION, Diagnostic, Finding, Rule, Severity
from pbntools.formats.pbn.fixing import DATE_ORDERS
from pbntools.formats.reading import Reading, RecordReader, readings_at_once
from pbntools.formats.registry import open_reader
from pbntools.formats.text import Input
from pbntools.laws import Context, Outcome, between, find, known_laws, resolve
from pbntools.record import Record
from pbntools.rules import (
    CARD_UNREADABLE,
    CONTRACT_UNKNOWN,
    DUPLICATE_CARD,
    EMPTY_GAME,
    FOULED_BOARD,
    HAND_SIZE,
    LIN_FOURTH_HAND,
    NOT_JUDGED,
    known_patterns,
    selects,
)

if TYPE_CHECKING:
    from pbntools.formats.pbn.profile import Profile


class RecordError(ValueError):
    """The first error of a file that is read with ``strict=True``; ``diagnostic`` tells where and what."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(str(diagnostic))
        self.diagnostic = diagnostic


class Readings(Iterator[Reading]):
    """The readings of one file, streamed.  A context manager; the file is closed at the end in any case.

    ``encoding`` and ``records`` are complete once the file is exhausted.  If something is to be said of the file as a
    whole, a last reading without a record says it.
    """

    def __init__(
        self, reader: RecordReader, opened: ExitStack, readings: Iterator[Reading], entries: list[between.Entry]
    ) -> None:
        self._reader = reader
        self._opened = opened
        self._readings = readings
        self._records = 0
        self.entries = entries
        """What is kept of the records to compare them with those of other files, where that was asked for."""

    def __iter__(self) -> Readings:
        return self

    def __next__(self) -> Reading:
        try:
            reading = next(self._readings)
        except BaseException:
            # At the end, and after an error, the file is of no more use.
            self._opened.close()
            raise
        if reading.record is not None:
            self._records += 1
        return reading

    def __enter__(self) -> Readings:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._reader.close()
        self._opened.close()

    @property
    def path(self) -> str:
        """The path, or the name that was given."""
        return self._reader.path

    @property
    def format(self) -> str:
        """The name of the format."""
        return self._reader.format

    @property
    def encoding(self) -> str:
        """The encoding of the text: ``ascii``, ``utf-8``, ``windows-1252``, … as far as it was met."""
        return self._reader.encoding

    @property
    def header(self) -> list[str]:
        """The escape lines at the head of the file, such as ``% PBN 2.1``; the first 50 of them."""
        return self._reader.header

    @property
    def line_ends(self) -> list[str]:
        """The kinds of line ends met so far, ``"LF"``, ``"CR LF"`` and ``"CR"``, the most frequent first."""
        return self._reader.line_ends

    @property
    def byte_order_mark(self) -> bool:
        """Whether the file starts with one."""
        return bool(self._reader.bom)

    @property
    def packed(self) -> str | None:
        """How the file was packed: ``"gzip"``, ``"zip"``, ``"zip, gzip"`` or None."""
        return self._reader.packed

    @property
    def records(self) -> int:
        """How many records there were so far."""
        return self._records

    def __repr__(self) -> str:
        count = f"{self.records} record{'' if self.records == 1 else 's'}"
        return f"<Readings of {self.path} ({self.format}): {count} so far>"


def read(
    source: Input,
    *,
    name: str | None = None,
    encoding: str | None = None,
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
    strict: bool = False,
) -> Readings:
    """The records of a file, each with what is wrong with its text.

    ``source`` is a path, the file's bytes, or a binary file; ``encoding`` names the character set of a file that has
    another one than it seems to, and ``format`` the file's format, which its content tells otherwise.  ``columns`` maps
    values of a record to the columns of a CSV file (``{"Board": "Nr"}``); ValueError for a value that a record has not.
    Content never raises, unless ``strict`` is set: then the first error raises `RecordError`.  Raises OSError where the
    file cannot be read, LookupError for an unknown encoding or format, and TypeError for a source of another kind, such
    as a file in text mode.
    """
    _require_bytes(source)
    reader, opened = open_reader(source, name=name, encoding=encoding, format=format, columns=columns)
    return Readings(reader, opened, _strict(iter(reader)) if strict else iter(reader), [])


def check(
    source: Input,
    *,
    name: str | None = None,
    encoding: str | None = None,
    format: str | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    strict: bool = False,
    laws: str = EDITION,
    screens: bool = False,
    date_order: str | None = None,
    profile: str | None = None,
    keep_entries: bool = False,
) -> Readings:
    """The records of a file, each with what is wrong with its text, under the Laws, and in itself.

    ``select`` and ``ignore`` name rules by code, prefix of a code, or name; ValueError for one that names no rule.
    ``laws`` is the edition of the Laws: ``2017``, ``2007``, ``1997``, ``rubber``, or ``auto`` for the one in force at
    each record's Date; ValueError for any other.  ``screens`` tells that the event was played with screens.
    ``date_order`` (``dmy``, ``mdy``, ``ymd``) is how dates of numbers are written, for the fixes of those that are not
    in the standard's form.  ``profile`` asks instead what a target would not take: ``export``, ``import``, ``bbo``,
    ``bridgewebs`` or ``dealing``; ValueError for another name.  ``keep_entries`` keeps in
    ``entries`` what other files can be compared with.  The other arguments are those of `read`.
    """
    if date_order is not None and date_order not in DATE_ORDERS:
        raise ValueError(f"date_order={date_order!r}: expected {', '.join(DATE_ORDERS)} or None")
    context = Context(known_laws(laws), screens)
    chosen, left_out = _patterns("select", select), _patterns("ignore", ignore)
    _require_bytes(source)
    target = None if profile is None else _profile(profile)
    if target is not None:
        format = format or "pbn"
        if format != "pbn":
            raise ValueError(f"profile={profile!r} judges PBN, and not {format}")
    reader, opened = open_reader(source, name=name, encoding=encoding, format=format, date_order=date_order)
    entries: list[between.Entry] = []
    readings = _checked(reader, context, chosen, left_out, target, entries if keep_entries else None)
    return Readings(reader, opened, _strict(readings) if strict else readings, entries)


def _patterns(argument: str, patterns: Sequence[str]) -> tuple[str, ...]:
    if isinstance(patterns, str):
        raise TypeError(f"{argument}={patterns!r}: give a list of rules, such as [{patterns!r}]")
    try:
        return known_patterns(patterns)
    except ValueError as error:
        raise ValueError(f"{argument}: {error}") from None


def _require_bytes(source: Input) -> None:
    if isinstance(source, (str, bytes, os.PathLike)):
        return
    if not hasattr(source, "read"):
        raise TypeError(f"a path, bytes or a binary file is expected, not {type(source).__name__}")
    if not isinstance(source.read(0), bytes):
        raise TypeError("the file is open in text mode, but records are read from bytes: open it in binary mode ('rb')")


# A card written twice in one hand leaves the hand a card short; a template has no contract.
# A fourth hand that is not the rest of the pack has cards that are elsewhere.
_FOLLOWS = {
    DUPLICATE_CARD: (HAND_SIZE,),
    EMPTY_GAME: (CONTRACT_UNKNOWN,),
    CARD_UNREADABLE: (CARD_UNREADABLE,),
    LIN_FOURTH_HAND: (DUPLICATE_CARD, HAND_SIZE),
}


def _strict(readings: Iterable[Reading]) -> Iterator[Reading]:
    for reading in readings:
        for diagnostic in reading.diagnostics:
            if diagnostic.severity is Severity.ERROR:
                raise RecordError(diagnostic)
        yield reading


def _profile(name: str) -> Profile:
    # Wanted by few runs.
    from pbntools.formats.pbn.profiles import PROFILES

    try:
        return PROFILES[name]
    except KeyError:
        raise ValueError(f"{name!r} is no profile: expected {', '.join(PROFILES)}") from None


def _checked(
    reader: RecordReader,
    context: Context,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    profile: Profile | None,
    entries: list[between.Entry] | None,
) -> Iterator[Reading]:
    if profile is None:
        yield from _judged(reader, context, select, ignore, _others(select, ignore, entries))
        return
    from pbntools.formats.pbn.profile import State

    state = State()
    for reading in _judged(reader, context, (), ignore, None):
        reading.judge(lambda source_map, record: profile.look(source_map, record, state), profile.severities)
        reading.keep(chooser(select, [*ignore, *reader.file_ignored, *reading.ignored]))
        yield reading
    last = Reading(None, None, reader.path, None, list(profile.file_diagnostics(reader, state)))
    last.keep(chooser(select, [*ignore, *reader.file_ignored]))
    if last.diagnostics:
        yield last


def _others(select: tuple[str, ...], ignore: tuple[str, ...], entries: list[between.Entry] | None) -> _Others | None:
    return _Others(entries) if between_wanted(select, ignore) else None


def _judged(
    reader: RecordReader,
    context: Context,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    others: _Others | None,
) -> Iterator[Reading]:
    for batch in readings_at_once(reader):
        outcomes = [resolved(reading, context.laws) for reading in batch]
        for reading, outcome in zip(batch, outcomes, strict=True):
            if outcome is not None and reading.record is not None:
                _judge(reading, reading.record, outcome, context)
        asides = [[*reader.file_ignored, *reading.ignored] for reading in batch]
        if others is not None:
            for reading, here in zip(batch, asides, strict=True):
                if reading.record is not None:
                    others.compare(reading, reading.record, here)
                else:
                    others.close(reading)
        for reading, here in zip(batch, asides, strict=True):
            if select or ignore or here:
                reading.keep(chooser(select, [*ignore, *here]))
            yield reading
    if others is not None and others.held:
        reading = Reading(None, None, reader.path, None)
        others.close(reading)
        if select or ignore:
            reading.keep(chooser(select, ignore))
        yield reading


def resolved(reading: Reading, laws: str) -> Outcome | Exception | None:
    """What the record of a reading comes to, or a fault of ours that keeps it from being told; None for no record."""
    if reading.record is None:
        return None
    try:
        return resolve(reading.record, laws)
    except Exception as error:  # noqa: BLE001  (a fault of ours in one record must not cost the others)
        return error


def _judge(reading: Reading, record: Record, outcome: Outcome | Exception, context: Context) -> None:
    """Add to a reading what its record has against the Laws and itself."""
    try:
        if isinstance(outcome, Exception):
            raise outcome
        edition = outcome.edition.name
        if edition != EDITION:
            reading.cite(edition)
        reading.add(_once(reading, find(record, outcome, context), edition), edition)
    except Exception as error:  # noqa: BLE001  (the same)
        reading.add([_not_judged(error)])


def _not_judged(error: Exception) -> Finding:
    """What is said of a record on which a check failed: what happened and where, so that it can be reported."""
    import traceback

    at = traceback.extract_tb(error.__traceback__)[-1]
    what = f"{type(error).__name__}: {str(error)[:200]} ({os.path.basename(at.filename)}, line {at.lineno})"
    return Finding(NOT_JUDGED, f"internal error, please report it; this record was not judged: {what}")


class _Others:
    """The records of a file compared with those before them in it."""

    def __init__(self, entries: list[between.Entry] | None) -> None:
        self._entries = entries
        self._maker = between.EntryMaker(lasting=entries is not None)
        self._ledger = between.EventLedger()
        self.held: list[tuple[between.Conflict, Diagnostic]] = []
        """Fouled boards, which may turn out to be of another session."""

    def compare(self, reading: Reading, record: Record, ignored: list[str]) -> None:
        """Add to the reading what the record has against one before it."""
        entry = self._maker.entry(record, reading.index or 0)
        if entry is None:
            return
        if self._entries is not None and len(self._entries) < between.REMEMBERED and entry.dated:
            kept = entry
            if ignored:
                codes = frozenset(rule.code for rule in between.RULES)
                kept = entry._replace(silent=codes - between_wanted((), ignored))
            self._entries.append(kept)
        for conflict in self._ledger.add(entry):
            fouled = conflict.rule is FOULED_BOARD
            if fouled and (len(self.held) >= between.HELD or (ignored and not chooser((), ignored)(FOULED_BOARD))):
                continue
            finding = between.finding_of(conflict, record, between.game_text(conflict.earlier))
            if fouled:
                self.held.append((conflict, reading.placed(finding)))
            else:
                reading.add([finding])

    def close(self, reading: Reading) -> None:
        """Add to the reading of the file as a whole the fouled boards that stand."""
        found = [diagnostic for conflict, diagnostic in self.held if self._ledger.believes(conflict)]
        self.held.clear()
        reading.diagnostics.extend(found)


def _once(reading: Reading, findings: list[Finding], edition: str) -> list[Finding]:
    """Without the findings that only follow from a fault of the text that was told already.

    What the Laws make of a word that is no card is told in the place of that fault.
    """
    if not findings:
        return findings
    for finding in findings:
        if finding.rule is CARD_UNREADABLE:
            reading.retell(finding, edition)
    told = {diagnostic.rule for diagnostic in reading.diagnostics}
    follows = {follower for rule in told & _FOLLOWS.keys() for follower in _FOLLOWS[rule]}
    return [finding for finding in findings if finding.rule not in follows]


def between_wanted(select: Sequence[str], ignore: Sequence[str]) -> frozenset[str]:
    """The codes of the rules between records that are asked for."""
    return frozenset(rule.code for rule in filter(chooser(select, ignore), between.RULES))


def chooser(select: Sequence[str], ignore: Sequence[str]) -> Callable[[Rule], bool]:
    """A function that tells whether a rule is asked for."""

    def chosen(rule: Rule) -> bool:
        if select and not any(selects(pattern, rule) for pattern in select):
            return False
        return not any(selects(pattern, rule) for pattern in ignore)

    return chosen


__all__ = ["Reading", "Readings", "RecordError", "check", "read"]
