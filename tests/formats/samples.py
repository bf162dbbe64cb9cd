"""Texts and helpers for the tests of the readers.  The names in the texts are invented."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any, BinaryIO, NamedTuple, cast

from pbntools.diagnostics import Diagnostic
from pbntools.formats.pbn import PbnReader
from pbntools.formats.reading import Reading
from pbntools.record import Auction, Play, Record

DEAL = "N:AKQJ.T98.765.432 T987.765.432.KQJT 6543.432.AKQJ.98 2.AKQJ.T98.A765"

MANDATORY = f"""\
[Event "Spring Pairs"]
[Site "Nowhere"]
[Date "2024.05.01"]
[Board "1"]
[West "Alder"]
[North "Birch"]
[East "Cedar"]
[South "Damson"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "{DEAL}"]
[Scoring "MP"]
[Declarer "N"]
[Contract "1S"]
[Result "8"]
"""

AUCTION = """\
[Auction "N"]
1S Pass Pass Pass
"""

PLAY = """\
[Play "E"]
CK C8 CA C2
*
"""

GAME = MANDATORY + AUCTION + PLAY


class Mark(NamedTuple):
    """A diagnostic in short: its rule, and where it starts."""

    rule: str
    line: int | None
    column: int | None


class ShortReads(io.RawIOBase):
    """A stream that gives at most ``size`` bytes at a time."""

    def __init__(self, data: bytes, size: int) -> None:
        super().__init__()
        self._data = io.BytesIO(data)
        self._size = size

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return self._data.read(self._size if size < 0 else min(size, self._size))


def short_reads(data: bytes, size: int) -> BinaryIO:
    return cast(BinaryIO, ShortReads(data, size))


def encoded(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode("utf-8")


def read(text: str | bytes, **options: Any) -> list[Reading]:
    """All readings of a text."""
    return list(PbnReader(encoded(text), name="x.pbn", **options))


def records(text: str | bytes, **options: Any) -> list[Record]:
    return [reading.record for reading in read(text, **options) if reading.record is not None]


def one(text: str | bytes, **options: Any) -> Record:
    """The only record of a text."""
    (record,) = records(text, **options)
    return record


def diagnostics(text: str | bytes, **options: Any) -> list[Diagnostic]:
    return [diagnostic for reading in read(text, **options) for diagnostic in reading.diagnostics]


def marks(text: str | bytes, leave: Iterable[str] = ("missing-tag", "section-needs-tag"), **options: Any) -> list[Mark]:
    """The rules and places of all diagnostics but those left out."""
    left = set(leave)
    return [
        Mark(d.rule.name, d.location.line, d.location.column)
        for d in diagnostics(text, **options)
        if d.rule.name not in left
    ]


def rules_of(text: str | bytes, leave: Iterable[str] = ("missing-tag", "section-needs-tag")) -> list[str]:
    return [mark.rule for mark in marks(text, leave)]


def auction_of(body: str, dealer: str = "N", first: str | None = None) -> str:
    """A game with these calls.  The body starts in line 4."""
    return f'[Event "x"]\n[Dealer "{dealer}"]\n[Auction "{first or dealer}"]\n{body}\n'


def play_of(body: str, deal: str = DEAL, first: str = "E") -> str:
    """A game with these cards.  The body starts in line 4."""
    return f'[Event "x"]\n[Deal "{deal}"]\n[Play "{first}"]\n{body}\n'


def the_auction(text: str | bytes) -> Auction:
    auction = one(text).auction
    assert auction is not None
    return auction


def the_play(text: str | bytes) -> Play:
    play = one(text).play
    assert play is not None
    return play


def cards(play: Play) -> str:
    return " ".join("-" if card is None else str(card) for card in play.cards)


def snapshot(source: bytes | BinaryIO) -> Any:
    """All that a reader says of a text, to be compared."""
    reader = PbnReader(source, name="x.pbn")
    found = []
    for reading in reader:
        record = reading.record
        found.append(
            (
                reading.index,
                record,
                repr(record),
                None if record is None else (dict(record.tags), record.details.remarks, record.tables),
                # What is said of the head is said with the first block at hand.
                [(d, [line[:5] for line in d.source] if d.record is None else d.source) for d in reading.diagnostics],
                reading.ignored,
                reading.extent,
            )
        )
    return found, reader.encoding, reader.records, sorted(set(reader.file_ignored))
