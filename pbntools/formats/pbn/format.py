"""PBN as one of the formats (PBN 2.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

from pbntools.formats.pbn.fitting import fit
from pbntools.formats.pbn.reader import PbnReader
from pbntools.formats.pbn.writer import write
from pbntools.formats.registry import PARTS, Fit, Format, looks_like_pbn
from pbntools.record import Record


def _fitter(_dialect: str | None) -> Fit:
    return fit


def _write(records: Iterable[Record], file: BinaryIO, _dialect: str | None) -> int:
    return write(records, file)


FORMATS = {
    "pbn": Format(
        "pbn",
        "Portable Bridge Notation 2.1",
        (".pbn",),
        frozenset(PARTS) - {"claim"},
        looks_like_pbn,
        PbnReader,
        _fitter,
        _write,
        options=frozenset(("date_order",)),
    )
}

__all__ = ["FORMATS"]
