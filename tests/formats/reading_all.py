"""What the tests of the formats share: all that a reader says, and a fit and its way back."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from pbntools.diagnostics import Diagnostic
from pbntools.formats.content import content
from pbntools.formats.losses import Losses
from pbntools.formats.reading import Reading
from pbntools.formats.registry import get_format, open_reader
from pbntools.laws import resolve
from pbntools.record import Record


def readings(data: bytes | str, format: str | None = None, name: str | None = None, **options: Any) -> list[Reading]:
    """All readings of a file, given by its bytes or its text."""
    raw = data.encode() if isinstance(data, str) else data
    reader, stack = open_reader(raw, format=format, name=name, **options)
    with stack:
        return list(reader)


def records_of(data: bytes | str, format: str | None = None, **options: Any) -> list[Record]:
    """The records of a file."""
    return [found.record for found in readings(data, format, **options) if found.record is not None]


def diagnostics(data: bytes | str, format: str | None = None, **options: Any) -> list[Diagnostic]:
    """All that a reader finds wrong."""
    return [found for reading in readings(data, format, **options) for found in reading.diagnostics]


def told(data: bytes | str, format: str | None = None, **options: Any) -> list[tuple[str, int | None, int | None]]:
    """By diagnostic: the name of its rule, line and column."""
    return [
        (found.rule.name, found.location.line, found.location.column) for found in diagnostics(data, format, **options)
    ]


def fitted(given: Iterable[Record], format: str, dialect: str | None = None) -> tuple[list[Record], Losses]:
    """The records as a format holds them, and what that loses."""
    make = get_format(format).fitter
    assert make is not None
    fit, losses, kept = make(dialect), Losses(), []
    for index, record in enumerate(given):
        losses.record = index
        found = fit(record, resolve(record), losses)
        if found is not None:
            kept.append(found)
    return kept, losses


def written(given: Iterable[Record], format: str, dialect: str | None = None) -> bytes:
    """Fitted records as a file."""
    write = get_format(format).write
    assert write is not None
    file = io.BytesIO()
    write(given, file, dialect)
    return file.getvalue()


def check_round_trip(given: Iterable[Record], format: str, dialect: str | None = None) -> list[Record]:
    """Write what fits and read it back: the same content, and nothing wrong; returns what was read."""
    kept, _ = fitted(given, format, dialect)
    data = written(kept, format, dialect)
    back = readings(data, format)
    found = [reading.record for reading in back if reading.record is not None]
    assert [content(record) for record in found] == [content(record) for record in kept], data.decode()
    wrong = [str(item) for reading in back for item in reading.diagnostics if item.rule.name != "no-records"]
    assert not wrong
    return found


def words(losses: Losses) -> list[str]:
    """The losses in words."""
    return [loss.what for loss in losses]
