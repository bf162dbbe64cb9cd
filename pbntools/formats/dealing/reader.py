"""Reads the boards of one file in any of these formats."""

from __future__ import annotations

from collections.abc import Iterator

from pbntools import rules
from pbntools.core import board_dealer, board_vulnerability
from pbntools.diagnostics import Diagnostic, Finding, Location, Severity, diagnostic_of
from pbntools.formats.building import build_record
from pbntools.formats.dealing.boards import Board, Codec, Fault, Whole
from pbntools.formats.reading import Reading, locate
from pbntools.formats.registry import read_all
from pbntools.formats.text import Chunk, LineEnds, TextDecoder
from pbntools.formats.textmap import TextMap
from pbntools.formats.unpacking import Stream, unpacked
from pbntools.record import Record
from pbntools.said import Said

MOST = 64 << 20
"""Bytes of a file; a longer one is not read."""


class DealReader:
    """Reads the records of one file; iterate over it once.  Raises OSError for a file longer than `MOST`."""

    def __init__(self, codec: Codec, source: Stream, *, name: str | None = None, encoding: str | None = None) -> None:
        self._codec = codec
        self._source = unpacked(source)
        self._ends = LineEnds()
        self.format = codec.name
        self.path = name or "<stream>"
        self.records = 0
        self.file_ignored: list[str] = []
        self.header: list[str] = []
        self.bom = ""
        self._decoder = TextDecoder(encoding)

    @property
    def encoding(self) -> str:
        """``binary``, or that of the text."""
        return self._decoder.encoding if self._codec.text else "binary"

    @property
    def line_ends(self) -> list[str]:
        """The kinds of line ends of a text."""
        return self._ends.kinds

    @property
    def packed(self) -> str | None:
        """How the file was packed, or None."""
        return self._source.method

    def close(self) -> None:
        """Nothing: the file is its opener's."""

    def __iter__(self) -> Iterator[Reading]:
        data = read_all(self._source, MOST)
        chunk = None
        if self._codec.text:
            text = data.decode("latin-1")
            self._ends.add(text)
            chunk = Chunk(text, 0, 1, self.path, self._decoder)
        whole = Whole([], self.header, [])
        for board in self._codec.decode(data, whole):
            yield self._reading(board, chunk, whole)
        if not self.records and not any(fault.rule.severity is Severity.ERROR for fault in whole.faults):
            whole.faults.append(Fault(rules.NO_RECORDS, Said("the file holds no record"), 0, 0))
        if whole.faults:
            found = [self._diagnostic(fault, chunk) for fault in whole.faults]
            yield Reading(None, None, self.path, None, found)

    def _reading(self, board: Board, chunk: Chunk | None, whole: Whole) -> Reading:
        index = self.records
        self.records += 1
        record = record_of(board, self._codec)
        unheld = tuple((rules.TAG_LOST, words) for words in whole.unheld) if not index else ()
        if chunk is None:
            at = Location(self.path, board.start, board.end)
            found = [self._diagnostic(fault, None, index, record.board) for fault in board.faults]
            return Reading(record, index, self.path, None, found or None, at=at, unheld=unheld)
        faults = [(Finding(fault.rule, fault.message), fault.start, fault.end) for fault in board.faults]
        span = board.start, board.end
        places = TextMap(chunk, {("record", None): span, ("deal", None): span}, faults, *span)
        return Reading(record, index, self.path, places, unheld=unheld)

    def _diagnostic(
        self, fault: Fault, chunk: Chunk | None, index: int | None = None, board: str | None = None
    ) -> Diagnostic:
        finding = Finding(fault.rule, fault.message)
        if chunk is None:
            return diagnostic_of(finding, Location(self.path, fault.start, fault.end), record=index, board=board)
        at = locate(chunk, fault.start, fault.end)
        return diagnostic_of(finding, at, record=index, board=board, source=(chunk.source(fault.start)[:200],))


def record_of(board: Board, codec: Codec) -> Record:
    """The record of a board; its dealer and vulnerability follow its number unless the format tells them (Law 2)."""
    if board.number < 1:
        return build_record(deal=board.deal)
    dealer, vulnerable = board.dealer, board.vulnerable
    if not codec.tells:
        dealer, vulnerable = board_dealer(board.number), board_vulnerability(board.number)
    return build_record(board=str(board.number), dealer=dealer, vulnerable=vulnerable, deal=board.deal)


__all__ = ["MOST", "DealReader", "record_of"]
