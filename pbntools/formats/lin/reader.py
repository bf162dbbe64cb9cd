"""Reads LIN: boards one after the other, vugraph records with two rooms, and lessons.

The text is read in blocks and cut at the codes that begin a board; only the board that is under way is carried from one
block to the next.  Content never raises.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress

from pbntools import rules
from pbntools.diagnostics import Diagnostic, Finding, Location, Rule, diagnostic_of
from pbntools.formats.lin.boards import Board
from pbntools.formats.lin.header import Header
from pbntools.formats.lin.lexer import Pairs
from pbntools.formats.lin.places import LinMap
from pbntools.formats.reading import Reading, locate
from pbntools.formats.text import Chunk, Input, LineEnds, TextSource, count_line_ends

MOST = 16 << 20
"""Characters of a board; a longer one is not read."""
MOST_PAIRS = 1 << 18
"""Codes of a board; one with more is not read."""
_TOO_LARGE = Finding(
    rules.FORMAT_TOO_LARGE, f"the board that starts here is longer than {MOST >> 20} MB; it is not read"
)
_TOO_MANY = Finding(
    rules.FORMAT_TOO_LARGE, f"the board that starts here has more than {MOST_PAIRS} codes; it is not read"
)
_TOLD = 2000
_BEGINNINGS = frozenset(("qx", "pn", "md", "vg"))
_BEFORE_HANDS = frozenset(("st", "rh", "ah"))
_OF_A_BOARD = frozenset(("md", "mb", "pc", "mc"))


class LinReader:
    """Reads the records of one file; iterate over it once."""

    format = "lin"

    def __init__(self, source: Input, *, name: str | None = None, encoding: str | None = None) -> None:
        self._source = TextSource(source, name=name, encoding=encoding, embeds=False)
        self.path = self._source.path
        self.records = 0
        self.file_ignored: list[str] = []
        self._ends = LineEnds()
        self._decoder = self._source.decoder
        self._header: Header | None = None
        self._told: list[Diagnostic] = []
        self._between: dict[tuple[Rule, str], None] = {}

    @property
    def encoding(self) -> str:
        """The encoding of the text met so far."""
        return self._decoder.encoding

    @property
    def header(self) -> list[str]:
        """None: a LIN file says nothing of itself."""
        return []

    @property
    def line_ends(self) -> list[str]:
        """The kinds of line ends met so far, the most frequent first."""
        return self._ends.kinds

    @property
    def bom(self) -> str:
        """The encoding that a byte order mark names, or an empty string."""
        return self._source.bom

    @property
    def packed(self) -> str | None:
        """How the file was packed, or None."""
        return self._source.packed

    def close(self) -> None:
        """Close the file."""
        self._source.close()

    def __iter__(self) -> Iterator[Reading]:
        with self._source:
            yield from self._readings()

    def _readings(self) -> Iterator[Reading]:
        text, offset, line, before = "", self._source.offset, 1, 0
        wanted = 1
        final = False
        while not final:
            blocks: list[str] = []
            while len(blocks) < wanted and not final:
                block = self._source.read()
                final = not block
                blocks.append(block)
                self._ends.add(block)
            text += "".join(blocks)
            chunk = Chunk(text, offset, line, self.path, self._decoder, before)
            if not text.isascii():
                self._decoder.meet(text)
            pairs = Pairs(chunk, final=final)
            if pairs.faults:
                # Many places are asked for then, and so all are worked out at once.
                _ = pairs.starts
            cuts = segments(pairs.codes)
            # The last board may go on in the next block.
            ready = cuts if final else cuts[:-1]
            end = len(pairs.codes) if final else cuts[-1]
            faults = iter(pairs.faults)
            fault = next(faults, None)
            for number, start in enumerate(ready):
                stop = cuts[number + 1] if number + 1 < len(cuts) else len(pairs.codes)
                extra: list[Diagnostic] = []
                if fault is not None:
                    behind = len(text) if stop >= len(pairs.codes) else pairs.first(stop)
                    while fault is not None and fault.start <= behind and (fault.start < behind or stop == end):
                        finding = Finding(fault.rule, fault.message)
                        extra.append(self._diagnostic(chunk, finding, fault.start, fault.end))
                        fault = next(faults, None)
                many = stop - start > MOST_PAIRS
                if many or (len(text) > MOST and pairs.first(stop) - pairs.first(start) > MOST):
                    at = pairs.code_start(start)
                    self._tell(self._diagnostic(chunk, _TOO_MANY if many else _TOO_LARGE, at, at))
                    continue
                reading = self._reading(pairs, start, stop, extra)
                if reading is not None:
                    yield reading
            used = len(text) if final else pairs.first(end)
            rest = text[used:]
            offset += used
            ends = count_line_ends(text[:used])
            last = max(text.rfind("\n", 0, used), text.rfind("\r", 0, used))
            before = used - last - 1 if last >= 0 else before + used
            line += ends
            wanted = 1 if used else wanted * 2
            text = rest
            many = not used and text.count("|") > 2 * MOST_PAIRS
            if (many or len(text) > MOST) and not final:
                rest_chunk = Chunk(text[:200], offset, line, self.path, self._decoder, before)
                start = len(text) - len(text.lstrip())
                self._tell(
                    self._diagnostic(rest_chunk, _TOO_MANY if many else _TOO_LARGE, min(start, 200), min(start, 200))
                )
                text, offset, line, before = self._skip(text, offset, line)
                wanted = 1
        yield from self._finish()

    def _skip(self, text: str, offset: int, line: int) -> tuple[str, int, int, int]:
        """Pass over a board that is too long, up to the next line that begins with the code of a board."""
        while True:
            found = min(
                (at for code in ("qx", "pn", "vg", "md") if (at := text.find(f"\n{code}|", 8)) >= 0), default=-1
            )
            if found >= 0:
                return text[found + 1 :], offset + found + 1, line + count_line_ends(text[: found + 1]), 0
            keep = text[-8:]
            offset += len(text) - len(keep)
            line += count_line_ends(text[: len(text) - len(keep)])
            block = self._source.read()
            if not block:
                return "", offset + len(keep), line, 0
            self._ends.add(block)
            text = keep + block

    def _reading(self, pairs: Pairs, start: int, end: int, extra: list[Diagnostic]) -> Reading | None:
        codes, values = pairs.codes, pairs.values
        if not self.records or codes[start] == "vg" or not ("md" in codes[start:end] or _plays(codes[start:end])):
            start = self._take_head(pairs, start, end)
            if start < 0:
                for diagnostic in extra:
                    self._tell(diagnostic)
                return None
        board = Board(self._decoder.decode)
        board.read(codes, values, start, end)
        header = self._header
        record = board.record(header, values)
        faults = board.faults
        if not board.has_deal:
            faults.append((Finding(rules.LIN_NO_DEAL, "the board has no hands (md)"), -1, 0, 0))
        unheld = {**self._between, **board.unheld} if self._between else board.unheld
        if self._between:
            self._between = {}
        if self._told:
            extra = self._told + extra
            self._told = []
        index = self.records
        self.records += 1
        return Reading(record, index, self.path, LinMap(pairs, start, end, faults), extra or None, unheld=tuple(unheld))

    def _take_head(self, pairs: Pairs, start: int, end: int) -> int:
        """Take what counts for all boards; returns where the board itself starts, -1 where there is none."""
        codes, values = pairs.codes, pairs.values
        board = next((at for at in range(start, end) if codes[at] in _OF_A_BOARD), -1)
        is_head = any(codes[at] in ("vg", "rs", "pw", "mp", "bn") for at in range(start, board if board >= 0 else end))
        if board >= 0 and not is_head:
            return start
        if codes[start:end].count("vg"):
            self._close_header()
            self._header = Header()

        def tell(finding: Finding, pair: int, begin: int, finish: int) -> None:
            at = pairs.value_start(pair)
            self._tell(self._diagnostic(pairs.chunk, finding, at + begin, at + finish))

        for at in range(start, board if board >= 0 else end):
            code = codes[at]
            if board >= 0 and code == "qx":
                return at
            if code == "pn" and codes[start] == "qx":
                # The names of a table that was not covered.
                continue
            if self._header is None and code in ("rs", "pn", "pw", "mp", "bn"):
                self._header = Header()
            if self._header is not None and self._header.take(code, values[at], self._decoder.decode, at, tell):
                continue
            if code == "nt" and values[at].strip():
                self._between[rules.COMMENT_LOST, "LIN's texts that stand outside any board"] = None
            elif values[at].strip() and code != "qx":
                self._between[rules.PRESENTATION_LOST, f"LIN's {code}, which is not part of the record"] = None
        return board

    def _close_header(self) -> None:
        header = self._header
        missing = header.not_covered() if header is not None else []
        if missing:
            tables = "table" if len(missing) == 1 else "tables"
            message = f"the list of results has {len(missing)} {tables} of which the file has no record"
            at = Location(self.path, 0, 0, 1, 1, 1, 1)
            self._tell(diagnostic_of(Finding(rules.LIN_NOT_COVERED, message), at, record=None, board=None))

    def _diagnostic(self, chunk: Chunk, finding: Finding, start: int, end: int) -> Diagnostic:
        return diagnostic_of(
            finding, locate(chunk, start, end), record=None, board=None, source=(chunk.source(start)[:500],)
        )

    def _tell(self, diagnostic: Diagnostic) -> None:
        if len(self._told) < _TOLD:
            self._told.append(diagnostic)

    def _finish(self) -> Iterator[Reading]:
        self._close_header()
        if not self.records:
            at = Location(self.path, 0, 0, 1, 1, 1, 1)
            finding = Finding(rules.NO_RECORDS, "the file holds no record")
            self._tell(diagnostic_of(finding, at, record=None, board=None))
        if self._told or self._between:
            yield Reading(None, None, self.path, None, self._told, unheld=tuple(self._between))


def _plays(codes: list[str]) -> bool:
    return not _OF_A_BOARD.isdisjoint(codes)


def segments(codes: list[str]) -> list[int]:
    """The pairs at which the boards and the texts between them start."""
    marks = list(compress(range(len(codes)), map(_BEGINNINGS.__contains__, codes)))
    opening = _opening_names(codes, marks)
    cuts = [0]
    dealt = False
    for at in marks:
        code = codes[at]
        if code == "qx" or code == "vg":
            if at:
                cuts.append(at)
            dealt = False
        elif code == "pn":
            if dealt and at in opening:
                cuts.append(at)
                dealt = False
        else:
            if dealt:
                while at - 1 > cuts[-1] and codes[at - 1] in _BEFORE_HANDS:
                    at -= 1
                cuts.append(at)
            dealt = True
    return cuts


def _opening_names(codes: list[str], marks: list[int]) -> set[int]:
    """The names that open a board: hands follow them before anything else that begins one."""
    found = set()
    hands = False
    for at in reversed(marks):
        code = codes[at]
        if code != "pn":
            hands = code == "md"
        elif hands:
            found.add(at)
    return found


__all__ = ["MOST", "LinReader", "segments"]
