"""The lists with a deal a line as formats."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import BinaryIO

from pbntools import rules
from pbntools.formats.losses import Losses
from pbntools.formats.oneline import ben, dds, deals, gib, owners, printoneline
from pbntools.formats.oneline.lines import LineCodec, LineError, head_lines
from pbntools.formats.oneline.reader import OneLineReader
from pbntools.formats.registry import Facts, Fit, Format
from pbntools.record import Record

CODECS = (deals.CODEC, printoneline.CODEC, gib.CODEC, ben.CODEC, owners.CODEC)


def _sniff(codec: LineCodec, head: bytes) -> bool:
    lines = [line for line in head_lines(head) if not codec.skip(line)]
    if codec.anywhere is not None:
        return any(map(codec.anywhere, lines))
    if not lines:
        return False
    try:
        codec.parse(lines[0])
    except LineError:
        return False
    # 52 digits from 1 to 4 without a line end are the only board of a BER file.
    return codec is not owners.CODEC or "0" in lines[0] or b"\n" in head or b"\r" in head


def _fitter(codec: LineCodec, dialect: str | None) -> Fit:
    named = _dialect(codec, dialect)

    def fit(record: Record, _facts: Facts, losses: Losses) -> Record | None:
        fitted = codec.fit(record, losses, named)
        if fitted is not None and fitted.deal != record.deal:
            losses.add(rules.VALUE_CHANGED, f"{codec.title} takes the fourth hand from the other three")
        return fitted

    return fit


def _dialect(codec: LineCodec, dialect: str | None) -> str:
    return dialect or (codec.dialects[0] if codec.dialects else "")


def _write(codec: LineCodec, records: Iterable[Record], file: BinaryIO, dialect: str | None) -> int:
    named = _dialect(codec, dialect)
    count = 0
    for record in records:
        file.write(codec.text(record, named).encode() + b"\n")
        count += 1
    return count


def _format(codec: LineCodec) -> Format:
    return Format(
        codec.name,
        codec.title,
        codec.suffixes,
        codec.holds,
        partial(_sniff, codec),
        partial(OneLineReader, codec),
        partial(_fitter, codec),
        partial(_write, codec),
        codec.dialects,
    )


FORMATS = {codec.name: _format(codec) for codec in CODECS} | {
    "dds": Format(
        "dds",
        "Test lists of DDS",
        (".dds",),
        frozenset(("deal", "dealer", "vulnerable", "tags")),
        dds.sniff,
        dds.DdsReader,
    )
}

__all__ = ["CODECS", "FORMATS"]
