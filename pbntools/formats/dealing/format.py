"""The formats of dealing machines as formats."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import BinaryIO

from pbntools.formats.dealing import ber, bhg, bigdeal, bri, dge, dlm, dup, kops
from pbntools.formats.dealing.boards import Codec
from pbntools.formats.dealing.fitting import DealFitter, dealt
from pbntools.formats.dealing.reader import DealReader
from pbntools.formats.registry import Fit, Format
from pbntools.record import Record

CODECS = (dlm.CODEC, dup.CODEC, bri.CODEC, dge.CODEC, bhg.CODEC, ber.CODEC, kops.RZD, kops.CDS, bigdeal.CODEC)


def _fitter(codec: Codec, _dialect: str | None) -> Fit:
    return DealFitter(codec)


def _write(codec: Codec, records: Iterable[Record], file: BinaryIO, dialect: str | None) -> int:
    named = dialect or (codec.dialects[0] if codec.dialects else "")
    return codec.encode(dealt(records), file, named)


def _format(codec: Codec) -> Format:
    return Format(
        codec.name,
        codec.title,
        codec.suffixes,
        frozenset(("deal", "board", "dealer", "vulnerable") if codec.tells else ("deal", "board")),
        codec.sniff,
        partial(DealReader, codec),
        partial(_fitter, codec),
        partial(_write, codec),
        codec.dialects,
    )


FORMATS = {codec.name: _format(codec) for codec in CODECS}

__all__ = ["CODECS", "FORMATS"]
