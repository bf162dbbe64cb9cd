"""Conversion: the records of files in one format written in another, with a list of what is lost.

What was written is read again and compared before anybody is told that it is done.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, NamedTuple, cast

from pbntools.diagnostics import EDITION
from pbntools.formats.content import fingerprint
from pbntools.formats.explaining import unexplained
from pbntools.formats.files import AtomicFile
from pbntools.formats.losses import Loss, Losses
from pbntools.formats.reading import Reading, neighbours, readings_at_once
from pbntools.formats.registry import Fit, Format, Write, WriteError, format_of_path, get_format, open_reader
from pbntools.formats.text import Input
from pbntools.laws import Outcome, known_laws, resolve, resolve_reduced
from pbntools.record import FieldState, Record, Result, Tags
from pbntools.rules import PROVENANCE_CHANGED, RESULT_LOST

_DERIVED = frozenset(("contract", "result"))
"""The parts of a record that follow from others where a format does not hold them."""
Told = list[tuple[str, str]]
"""The losses of a record; see `Losses.latest`."""


class ConversionError(RuntimeError):
    """What was written does not read back as what it was written from: a fault of ours.  Nothing was written."""


class Item(NamedTuple):
    """A record to be converted: its reading, what follows from it, and the format that it was read from."""

    reading: Reading
    record: Record
    outcome: Outcome
    source: Format


def refuse_unwritable(target: Format, dialect: str | None) -> None:
    """Raise ValueError for a format that cannot be written, or that has no such dialect."""
    if target.write is None or target.fitter is None:
        raise ValueError(f"{target.name} can be read, but not written")
    if dialect is not None and dialect not in target.dialects:
        known = f"expected {', '.join(target.dialects)}" if target.dialects else "it has none"
        raise ValueError(f"{dialect!r} is no dialect of {target.name}: {known}")


class Conversion:
    """Writes records in a format, and gathers what is lost.  ``records`` counts those that were given."""

    def __init__(self, target: Format, dialect: str | None = None) -> None:
        refuse_unwritable(target, dialect)
        self.target = target
        self.losses = Losses()
        self.records = 0
        self._dialect = dialect
        self._write = cast(Write, target.write)
        self._fit = cast(Callable[[str | None], Fit], target.fitter)(dialect)
        self._prints = array("q")

    def write(self, items: Iterable[Item], file: BinaryIO) -> int:
        """Write to a file that is empty and can be read again; returns the number of records that are in it.

        Raises WriteError where the format cannot hold the records at all, and `ConversionError` where it reads back
        as something else.
        """
        count = self._write(self._fitted(items), file, self._dialect)
        file.flush()
        self._compare(file)
        return count

    def _fitted(self, items: Iterable[Item]) -> Iterator[Record]:
        losses, fit = self.losses, self._fit
        lacking = _DERIVED - self.target.holds
        for batch in neighbours(items, lambda item: item.reading):
            found: list[tuple[Item, Record, Record, Told]] = []
            for item in batch:
                losses.record = self.records
                self.records += 1
                record, outcome = item.record, item.outcome
                for rule, what in item.reading.unheld:
                    losses.add(rule, what)
                if item.source is not self.target and _DERIVED - item.source.holds:
                    record = self._completed(record, outcome, item.source)
                fitted = fit(record, outcome, losses)
                if fitted is None:
                    continue
                if lacking:
                    self._tell_derived(fitted, record, outcome)
                found.append((item, record, fitted, losses.latest))
            for item, record, fitted, told in found:
                self._refuse_silence(item, record, fitted, told)
            written = [fitted for _, _, fitted, _ in found]
            self._prints.extend(map(fingerprint, written))
            yield from written

    def _refuse_silence(self, item: Item, record: Record, fitted: Record, told: Told) -> None:
        """Raise `ConversionError` where something is not as it was, and no loss says so."""
        parts = unexplained(record, fitted, told)
        # What follows from other parts was compared by what follows.
        lacking = {"contract", "declarer"} if "contract" not in self.target.holds else set()
        lacking |= {"result"} if "result" not in self.target.holds else set()
        if left := [part for part in parts if part not in lacking]:
            board = f" (board {record.board})" if record.board else ""
            raise ConversionError(
                f"record {item.reading.index}{board} would lose {', '.join(left)} in {self.target.name} without a word"
            )

    def _completed(self, record: Record, outcome: Outcome, source: Format) -> Record:
        """The record with what its format has no place for and the target has: contract, declarer and result."""
        wanted = self.target.holds - source.holds
        changes: dict[str, object] = {}
        tags = {}
        if "contract" in wanted and record.contract is None and outcome.contract is not None:
            changes["contract"] = outcome.contract
            tags["Contract"] = str(outcome.contract)
            if record.declarer is None and outcome.declarer is not None:
                changes["declarer"] = outcome.declarer
                tags["Declarer"] = str(outcome.declarer)
        claimed = record.play is not None and record.play.claim is not None
        if "result" in wanted and record.result is None and outcome.tricks is not None and not claimed:
            changes["result"] = Result(outcome.tricks)
            tags["Result"] = str(outcome.tricks)
            self.losses.add(
                PROVENANCE_CHANGED, f"the tricks follow from the cards, and {self.target.title} calls them the Result"
            )
        if not changes:
            return record
        given = {name: text for name, text in tags.items() if record.state(name) is not FieldState.GIVEN}
        old = record.tags
        merged = (
            Tags({**old, **given}, dict(old.resolved) | given, old.inherited)
            if old.inherited
            else Tags({**old, **given})
        )
        return record.replace(tags=merged, **changes)

    def _tell_derived(self, fitted: Record, record: Record, before: Outcome) -> None:
        """Tell of a contract, a declarer or tricks that do not follow from what the target holds."""
        losses = self.losses
        if losses.told(RESULT_LOST) and losses.told(PROVENANCE_CHANGED):
            return
        after = resolve_reduced(fitted, record, before)
        title = self.target.title
        unless = " that does not follow from the auction" if "auction" in self.target.holds else ""
        by = " that do not follow from the play" if "play" in self.target.holds else ""
        if not losses.told(RESULT_LOST):
            if before.contract is not None and (before.contract, before.declarer) != (after.contract, after.declarer):
                losses.add(RESULT_LOST, f"{title} has no place for a contract{unless}")
            if before.tricks is not None and before.tricks != after.tricks:
                losses.add(RESULT_LOST, f"{title} has no place for tricks{by}")
        same = before.tricks is not None and before.tricks == after.tricks
        if same and before.tricks_source != after.tricks_source and not losses.told(PROVENANCE_CHANGED):
            source, target = before.tricks_source, after.tricks_source
            losses.add(PROVENANCE_CHANGED, f"tricks that were {source} are {target} in {title}")

    def _compare(self, file: BinaryIO) -> None:
        if self.target.open is None:
            return
        file.seek(0)
        reader, opened = open_reader(file, name="what was written", format=self.target.name)
        with opened:
            count = 0
            for batch in readings_at_once(reader):
                records = [reading.record for reading in batch if reading.record is not None]
                for record, found in zip(records, map(fingerprint, records), strict=True):
                    if count >= len(self._prints) or found != self._prints[count]:
                        raise ConversionError(
                            f"record {count} (board {record.board}) reads back from {self.target.name} as another"
                        )
                    count += 1
        if count != len(self._prints):
            raise ConversionError(
                f"{len(self._prints)} records were written in {self.target.name} and {count} read back"
            )


def convert(
    source: Input | list[Input],
    target: str | os.PathLike[str] | BinaryIO,
    *,
    from_format: str | None = None,
    to_format: str | None = None,
    dialect: str | None = None,
    encoding: str | None = None,
    laws: str = EDITION,
) -> list[Loss]:
    """Write the records of a file, or of several, in another format; returns what was lost.

    ``target`` is a path, whose suffix names the format unless ``to_format`` does, or a binary file.  The file appears
    when all of it is written and has been read again; an old one is untouched until then.  Raises OSError where a file
    cannot be read or written, KeyError for a format that is not known, ValueError for one that cannot be written and
    for a target of unknown format, WriteError for records that the format has no room for, and `ConversionError`.
    """
    known_laws(laws)
    is_path = isinstance(target, (str, os.PathLike))
    found = get_format(to_format) if to_format else format_of_path(os.fspath(target)) if is_path else None  # type: ignore[arg-type]
    if found is None:
        raise ValueError("the suffix of the target names no format: give to_format")
    conversion = Conversion(found, dialect)
    sources = source if isinstance(source, list) else [source]
    with tempfile.TemporaryFile() as spool:
        conversion.write(_items(sources, from_format, encoding, laws), spool)
        spool.seek(0)
        if isinstance(target, (str, os.PathLike)):
            with AtomicFile(target) as file:
                shutil.copyfileobj(spool, file.stream)
        else:
            shutil.copyfileobj(spool, target)
    return list(conversion.losses)


def _items(sources: list[Input], from_format: str | None, encoding: str | None, laws: str) -> Iterator[Item]:
    for source in sources:
        reader, opened = open_reader(source, encoding=encoding, format=from_format)
        with opened:
            form = get_format(reader.format)
            for batch in readings_at_once(reader):
                known = [(reading, reading.record) for reading in batch if reading.record is not None]
                outcomes = [resolve(record, laws) for _, record in known]
                for (reading, record), outcome in zip(known, outcomes, strict=True):
                    yield Item(reading, record, outcome, form)


__all__ = ["Conversion", "ConversionError", "Item", "Loss", "WriteError", "convert"]
